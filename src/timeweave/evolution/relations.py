"""Which relations hold one object at a time (EK-05, the declared part).

An office has one holder, a company one headquarters: a later holder ends the tenure of the earlier one. Measures
have one value for one period. Everything else may hold side by side.
"""

from __future__ import annotations

import re

from timeweave.lexicon.states import STATUS
from timeweave.records import Fact

_LISTED = """
    chief executive officer, chief executive, ceo, chief financial officer, cfo, chief operating officer, coo,
    chief technology officer, cto, chief information officer, chief marketing officer, chief legal officer,
    general counsel, chairman, chairwoman, chair, chairperson, chairman of the board, president, prime minister,
    chancellor, governor, mayor, monarch, king, queen, pope, head coach, manager, editor, editor in chief,
    managing director, director general, secretary general, secretary of state, head of state, head of government,
    captain, chief justice, principal conductor, principal investigator, town librarian, chief librarian, registrar,
    speaker, treasurer, principal, dean, provost, rector, commissioner, headmaster, attorney general
    """.replace("\n", " ").split(",")
OFFICES = frozenset(name.strip() for name in _LISTED)
_ONE_SEAT = (
    ("chair", "chairman", "chairwoman", "chairperson", "chairman of the board"),
    ("head coach", "manager"),
    ("chief executive officer", "chief executive", "ceo"),
)
_SEATS = {name: seat for seat in _ONE_SEAT for name in seat}
_OF_ONE_HEAD = re.compile(
    r"(?:head|chief) (?!of\b)[a-z]+(?: [a-z]+ officer)?|(?:head|director) of (?!the\b)[a-z]+(?: [a-z]+){0,3}"
)
FUNCTIONAL = OFFICES | {
    "headquarters",
    "headquartered in",
    "capital",
    "owned by",
    "parent company",
    "name",
    STATUS,
}


def is_functional(relation: str) -> bool:
    """Whether a subject has at most one object of ``relation`` at a time."""
    return relation in FUNCTIONAL or _OF_ONE_HEAD.fullmatch(relation) is not None


def same_seat(relation: str) -> tuple[str, ...]:
    """The relations of one office by several names, ``relation`` among them: who chairs follows a chairman."""
    return _SEATS.get(relation, (relation,))


def is_measured_value(fact: Fact) -> bool:
    """Whether the fact gives the value of a measure, of which a period has one; guidance and changes are not such."""
    qualifiers = dict(fact.qualifiers)
    return (
        fact.quantity is not None
        and fact.valid is not None
        and qualifiers.get("modality", "actual") == "actual"
        and qualifiers.get("kind", "value") == "value"
    )

"""Whether a name is of a person or a body, by its own words and by what stands beside it, where a recogniser errs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from timeweave.lexicon.beside_names import NOUNS
from timeweave.lexicon.bodies import IN_THE_LAND, LAST_OF_NAMES
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.offices import HEADS, HELD_BY_PERSONS, TITLES

BODY_TYPES = frozenset({"ORG", "PRODUCT"})
"""What may act, and have members and offices: a project is called like what it makes, and told by the text from it."""
_BODY = lazily(rf"(?:{any_of(LAST_OF_NAMES)})s?", re.IGNORECASE)
_PLACE = lazily(rf"(?:{any_of(IN_THE_LAND)})", re.IGNORECASE)
_PERSONAL = lazily(r"(?!The )[A-ZÀ-Þ][a-zà-ÿ’'-]+(?: [A-ZÀ-Þ]\.?)?(?: [A-ZÀ-Þ][A-Za-zà-ÿ’'-]+){1,2}")
_TITLED = any_of((*TITLES, *HELD_BY_PERSONS))
_BEFORE = lazily(
    rf"(?:\b(?:the|our|its|The|Our|Its) (?:[a-z]+ )?(?i:{HEADS}),"
    rf"|(?<![\w’'-])(?i:{_TITLED})|\b(?:Mr|Mrs|Ms|Dr|Prof|Sister|Brother|Father|Rev)\.?) $"
)
_AFTER = lazily(
    r", whom\b| (?:has |had |will )?[a-z]+ (?:his|her) (?:last|first|final|own|post|role|term|career)\b"
    r"| (?:has |had )?hand(?:ed|s) over to [A-Z][a-z’'-]+ [A-Z][a-z’'-]+(?= (?:on|in|as|at the)\b|[,.])"
    r"|,? (?:has |had |will )?(?:retired?(?= (?:as|from|on|in|at|after)\b|[,.;])|stepped down"
    r"|steps down|stands down|stood down)"
    rf"| (?:was|is|has been) (?:re-?)?(?:elected|appointed|sworn in) (?:as )?(?:[a-z]+ )?(?:{_TITLED})\b"
    r"|(?:,| is| was| has been| becomes?| became| remains) (?:(?:its|their|the|our|at present|now) )?(?:new )?"
    rf"(?:[a-z]+ )?(?:{_TITLED})\b(?! ?['’-])"
)
_ENDS = r"(?:of|in|at|for|from|with|on|by|to|near|and|or|but|that|which|who|whose)\b"
_IS_SOMETHING = lazily(  # up to the noun that a phrase is of: ", a bank manager,"
    rf"(?:,| is| was| are| were) (?:an?|the|our|its|one of the)"
    rf" (?P<what>(?!{_ENDS})[\w-]+(?: (?!{_ENDS})[\w-]+){{0,4}}?)(?= {_ENDS}|[,.;:!?)\n]|$)"
)
TOLD = ("PERSON", "ORG", "GPE")
"""What a text can tell that a name is of."""
_CALLED = dict(zip(("person", "body", "place"), TOLD, strict=True))
_OCCURRENCES = 4  # of a name that are looked at
_REACH = 48  # characters on either side


def told_type(surface: str, text: str) -> str:
    """``PERSON``, ``ORG`` or ``GPE`` where the words of a name or ``text`` beside it tell; else empty."""
    if ends_as_a_body(surface):
        return "ORG"
    ends = (at + len(surface) for at in _occurrences(surface, text))
    called = {called_by(text[end : end + _REACH]) for end in ends} & _CALLED.keys()
    if len(called) == 1:
        return _CALLED[called.pop()]
    if not _PERSONAL.fullmatch(surface):
        return ""
    is_person = any(
        _BEFORE.search(text, max(0, at - _REACH), at) or _AFTER.match(text, at + len(surface))
        for at in _occurrences(surface, text)
    )
    return "PERSON" if is_person else ""


def called_by(behind: str) -> str:
    """What the noun is of (`lexicon.beside_names.NOUNS`) that says what a name is, by what stands behind it: " is a
    small town", ", an engineer"; else empty.
    """
    said = _IS_SOMETHING.match(behind)
    return NOUNS.get(said["what"].split()[-1].casefold(), "") if said else ""


def ends_as_a_place(surface: str) -> bool:
    """Whether the last of several words is what land or water is called: "Dabob Bay"."""
    words = surface.split()
    return len(words) > 1 and _PLACE.fullmatch(words[-1]) is not None


def ends_as_a_body(surface: str) -> bool:
    """Whether the last of several words is what bodies are called: "Sudbury Rowing Club"."""
    words = surface.split()
    return len(words) > 1 and _BODY.fullmatch(words[-1]) is not None


def may_be_a_person(surface: str) -> bool:
    """Whether a name is written as people's are, and ends as no body's does."""
    return _PERSONAL.fullmatch(surface) is not None and not ends_as_a_body(surface)


def _occurrences(surface: str, text: str) -> Iterator[int]:
    at = text.find(surface)
    for _ in range(_OCCURRENCES):
        if at < 0:
            return
        yield at
        at = text.find(surface, at + len(surface))

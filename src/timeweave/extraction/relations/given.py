"""Dated triples that a document states as such, taken over directly (TK-01, EK-10)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from timeweave.extraction.facts import make_fact
from timeweave.extraction.relations.offices import is_office, office_of_body
from timeweave.extraction.statements import Draft, FoundFact
from timeweave.language.concepts import concept_key
from timeweave.language.names import canonical_key
from timeweave.records import Document, EntityId, GivenFact, Quantity, is_concept, key_in_words

_LITERAL_TYPES = frozenset({"literal", "value", "number", "quantity", "date", "time", "string", "text"})
_NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?")
_HOLDING = frozenset(
    {
        "position held",
        "held position",
        "office held",
        "held office",
        "holds office",
        "holds position",
        "position",
        "office",
    }
)
_OFFICE_TYPES = frozenset({"office", "position", "role", "public office"})
_DATE = re.compile(r"\d{4}(?:-Q[1-4]|-\d{2}(?:-\d{2})?)?")


def given_statements(document: Document) -> Iterator[Draft]:
    """One statement with one fact per triple."""
    for given in document.facts:
        subject = _key(given.subject)
        if not subject or not given.relation.strip() or not given.object.strip():
            continue
        yield _draft(given, subject)


def _draft(given: GivenFact, subject: EntityId) -> Draft:
    target = _key(given.object)
    is_entity = not _is_literal(given) and bool(target)
    literal = given.object if given.is_literal else given.object.strip()
    fact = make_fact(
        subject,
        " ".join(given.relation.split()).casefold(),
        target if is_entity else literal,
        object_is_entity=is_entity,
        valid=given.valid,
        quantity=given.quantity or (None if is_entity or given.is_literal else _quantity(literal)),
        qualifiers=given.qualifiers,
    )
    entities = (subject, target) if is_entity and target != subject else (subject,)
    named = [(subject, key_in_words(given.subject.strip()), given.subject_type)]
    if is_entity:
        named.append((target, key_in_words(given.object.strip()), given.object_type))
    found = [FoundFact(fact, given.span, given.confidence, given.observed)]
    if (held := _office(given)) is not None:
        body, office = held
        fact = make_fact(canonical_key(body), office, subject, object_is_entity=True, valid=given.valid)
        found.append(FoundFact(fact, given.span, given.confidence, given.observed))
        entities = tuple(dict.fromkeys((*entities, canonical_key(body))))
        named.append((canonical_key(body), body, ""))
    return Draft(given.span, given.valid, entities, found, tuple(named))


def _key(name: str) -> EntityId:
    """The entity of a name, or the concept whose key stands in its place, as exports have it."""
    return concept_key(name) if is_concept(name) else canonical_key(name)


def _office(given: GivenFact) -> tuple[str, str] | None:
    """The body and the office of "position held: mayor of Port Lorne"; ``None`` where it is no such triple.

    An office is one that texts name too, or whatever the source types as one. What an export says of its objects is
    all that it has to say.
    """
    relation = " ".join(given.relation.replace("_", " ").split()).casefold()
    if given.is_literal is not None:
        return None
    held = office_of_body(given.object) if relation in _HOLDING else None
    if held is None or canonical_key(held[0]) in ("", canonical_key(given.subject)):
        return None
    return held if is_office(held[1]) or given.object_type.casefold() in _OFFICE_TYPES else None


def _is_literal(given: GivenFact) -> bool:
    if given.is_literal is not None or given.quantity is not None:
        return given.is_literal is not False
    if given.object_type:
        return given.object_type.casefold() in _LITERAL_TYPES
    return _NUMBER.fullmatch(given.object.strip()) is not None or _DATE.fullmatch(given.object.strip()) is not None


def _quantity(text: str) -> Quantity | None:
    if not _NUMBER.fullmatch(text):
        return None
    return Quantity(float(text.replace(",", "")), "count", text)

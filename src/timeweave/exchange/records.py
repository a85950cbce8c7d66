"""A fact as a flat record of texts: the columns of dated triples, and the properties of an edge."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

from timeweave.exchange.facts import GraphFact, Place, bounds_of
from timeweave.exchange.times import TIMELESS, EntryError, bounded, stated, whole
from timeweave.records import Quantity
from timeweave.temporal.interval import Interval

NAMES = ("subject", "relation", "object")
GIVEN = (*NAMES, "valid_from", "valid_until", "subject_type", "object_type", "confidence", "source", "observed")
"""The columns of dated triples, in the order in which they stand without a header."""
OF_FACT = ("valid", "object_kind", "value", "unit", "amount", "qualifiers", "status", "ended", "fact")
COLUMNS = (*GIVEN, "document", "start", "end", "exact", *OF_FACT)
"""Those of an export: with the place of each fact, its figure, its qualifiers, and how it stands among the others."""

_SHOWN = 80


def rows_of(fact: GraphFact) -> Iterator[dict[str, str]]:
    """A row for each place that states the fact, with all of `COLUMNS`; no cell has a tab or a line end."""
    cell = " ".join(fact.object.split())
    shared = {
        **dict(zip(COLUMNS, [""] * len(COLUMNS), strict=True)),
        **own_fields(fact),
        "subject": " ".join(fact.subject.split()),
        "object": cell,
        "exact": "" if cell == fact.object or not fact.is_literal else json.dumps(fact.object),
        "subject_type": fact.subject_type,
        "object_type": fact.object_type,
    }
    for place in fact.places:
        yield shared | fields_of(place)


def own_fields(fact: GraphFact) -> dict[str, str]:
    """What is the fact's own, whatever its ends and places; empty texts for what it has not."""
    first, last = bounds_of(fact.valid)
    amount = fact.quantity
    return {
        "fact": fact.id,
        "relation": " ".join(fact.relation.split()),
        "valid_from": first,
        "valid_until": last,
        "valid": TIMELESS if fact.valid is None else "",
        "object_kind": "" if fact.is_literal is None else "literal" if fact.is_literal else "entity",
        "value": "" if amount is None else _number(amount.value),
        "unit": "" if amount is None else amount.unit,
        "amount": "" if amount is None else json.dumps(amount.text, ensure_ascii=False),
        "qualifiers": json.dumps(dict(fact.qualifiers), ensure_ascii=False) if fact.qualifiers else "",
        "status": fact.status,
        "ended": "" if fact.ended is None else fact.ended.isoformat(),
    }


def fields_of(place: Place) -> dict[str, str]:
    """A place as texts; its span only where it has one."""
    return {
        "document": place.document,
        "source": place.source,
        "observed": place.observed,
        "confidence": _number(place.confidence),
        "start": "" if place.start is None else str(place.start),
        "end": "" if place.end is None else str(place.end),
    }


def places_to_json(fact: GraphFact) -> str:
    """The places of a fact as one text, for formats whose edges have no place for several."""
    kept = [{key: value for key, value in fields_of(place).items() if value} for place in fact.places]
    return json.dumps(kept, ensure_ascii=False)


def places_from_json(text: str) -> tuple[Place, ...]:
    """The inverse of `places_to_json`; a place without anything where there is none.

    Raises:
        EntryError: quoting ``text``.
    """
    if not text:
        return (Place(),)
    try:
        return tuple(place_of(item) for item in json.loads(text)) or (Place(),)
    except (ValueError, TypeError, AttributeError) as error:
        if isinstance(error, EntryError):
            raise
        raise EntryError(
            f"'sources' is {text[:_SHOWN]!r}: it must be a JSON list of objects, as an export has it"
        ) from None


def place_of(record: Mapping[str, Any], *, raw: bool = True) -> Place:
    """The place that a row or an edge names; spans are of the document that the graph was read from, and left there.

    Raises:
        EntryError: quoting what cannot be read.
    """
    confidence = confidence_of(record.get("confidence"), raw=raw)
    return Place(words(record, "document"), words(record, "source"), words(record, "observed"), confidence)


def fact_of_record(record: Mapping[str, Any], *, raw: bool) -> GraphFact:
    """The fact of a row or JSON object; ``raw`` ones have text in every field, as from a table.

    Raises:
        EntryError: naming the field, quoting its value and saying the remedy.
    """
    subject, relation, object_ = (words(record, key, required=True) for key in NAMES)
    told: Interval | None
    when: str | None
    told, when = bounded(words(record, "valid_from"), words(record, "valid_until"))
    if text := words(record, "valid"):
        told, when = whole(text), None
    return with_own_fields(
        GraphFact(
            subject,
            relation,
            _exact(record, object_),
            told,
            subject_type=words(record, "subject_type"),
            object_type=words(record, "object_type"),
            places=(place_of(record, raw=raw),),
            when=when,
        ),
        record,
    )


def with_own_fields(fact: GraphFact, record: Mapping[str, Any]) -> GraphFact:
    """``fact`` with the kind of its object, its figure and its qualifiers, as `own_fields` writes them.

    Raises:
        EntryError: quoting what cannot be read.
    """
    if not any(record.get(key) for key in ("object_kind", "unit", "qualifiers")):
        return fact
    kind = words(record, "object_kind")
    if kind not in ("", "literal", "entity"):
        raise EntryError(f"'object_kind' is {kind!r}: it must be 'literal', 'entity' or empty")
    return dataclasses.replace(
        fact,
        is_literal=None if not kind else kind == "literal",
        quantity=_quantity(record, fact.object),
        qualifiers=_qualifiers(record.get("qualifiers")),
    )


def validity(record: Mapping[str, str]) -> tuple[Interval | None, str | None]:
    """When the fact of an edge held, whichever keys say so, and the words for it.

    Raises:
        EntryError: quoting the time that cannot be read.
    """
    return stated({key.casefold(): value for key, value in record.items()})


def words(record: Mapping[str, Any], key: str, *, required: bool = False) -> str:
    """The field on one line; numbers are taken as their text.

    Raises:
        EntryError: it is no text, or is missing and ``required``.
    """
    value = record.get(key)
    if isinstance(value, bool) or not isinstance(value, (str, int, float, type(None))):
        raise EntryError(f"{key!r} is {str(value)[:60]!r}: it must be a text")
    found = "" if value is None else " ".join(str(value).split())
    if required and not found:
        raise EntryError(f"no {key!r}: a triple needs subject, relation and object")
    return found


def confidence_of(value: object, *, raw: bool) -> float:
    """A number from 0 to 1; 1 where none is given.

    Raises:
        EntryError: quoting it.
    """
    if value is None or value == "":
        return 1.0
    try:
        number = float(value) if isinstance(value, (int, float)) or (raw and isinstance(value, str)) else math.nan
    except (ValueError, OverflowError):
        number = math.nan
    if isinstance(value, bool) or not 0.0 <= number <= 1.0:
        raise EntryError(f"'confidence' is {value!r}: it must be a number from 0 to 1")
    return number


def _exact(record: Mapping[str, Any], cell: str) -> str:
    """The object character for character, where the cell cannot hold it."""
    text = record.get("exact")
    if not text:
        return cell
    try:
        value = json.loads(str(text))
    except ValueError:
        value = None
    if not isinstance(value, str) or " ".join(value.split()) != cell:
        raise EntryError(f"'exact' is {str(text)[:_SHOWN]!r}: it must be the object as a JSON text, or empty")
    return value


def _quantity(record: Mapping[str, Any], object_: str) -> Quantity | None:
    unit = record.get("unit")
    if unit is None or unit == "":
        return None
    value, amount = record.get("value"), record.get("amount")
    try:
        number = math.nan if value in (None, "", "NaN") else float(str(value))
    except ValueError:
        number = math.inf
    if math.isinf(number):
        raise EntryError(f"'value' is {str(value)[:60]!r}: it must be a number")
    try:
        text = json.loads(str(amount)) if amount else object_
    except ValueError:
        text = None
    if not isinstance(text, str):
        raise EntryError(f"'amount' is {str(amount)[:_SHOWN]!r}: it must be a JSON text, or empty")
    return Quantity(number, str(unit), text)


def _qualifiers(value: object) -> tuple[tuple[str, str], ...]:
    if value is None or value == "":
        return ()
    try:
        found = json.loads(value) if isinstance(value, str) else value
    except ValueError:
        found = None
    if not isinstance(found, dict) or not all(isinstance(v, (str, int, float)) for v in found.values()):
        raise EntryError(f"'qualifiers' is {str(value)[:_SHOWN]!r}: it must be a JSON object of texts, or empty")
    return tuple(sorted((str(key), str(word)) for key, word in found.items()))


def _number(value: float) -> str:
    """The shortest text that is read as the same number."""
    return repr(value) if not value.is_integer() or abs(value) >= 1e16 else str(int(value))

"""Facts as Wikidata's JSON: an item a line with its labels and claims, whose qualifiers say when they held.

Items of an export have the key of an entity in place of a number, which none of its own has; the times are Wikidata's
qualifiers. What has no place there stands under ``timeweave`` in each claim.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import IO, Any

from timeweave.errors import TemporalError
from timeweave.exchange.facts import BadEntry, GraphFact, Place, Read, bounds_of, entity_type
from timeweave.exchange.records import own_fields, places_from_json, places_to_json, validity, with_own_fields
from timeweave.exchange.times import EntryError, bound, spanning
from timeweave.lexicon.wikidata import END, POINT, PROPERTIES, START
from timeweave.records import FactStatus, Quantity
from timeweave.temporal.interval import Granularity, Interval

OWN = "timeweave"
_GREGORIAN = "http://www.wikidata.org/entity/Q1985727"
_PRECISION = {Granularity.YEAR: 9, Granularity.QUARTER: 10, Granularity.MONTH: 10, Granularity.DAY: 11}
_LONG = {8: 10, 7: 100}  # years of a decade and of a century
_UNREAD = frozenset({"external-id", "commonsMedia", "globe-coordinate", "geo-shape", "tabular-data", "math"})
_TIME = re.compile(r"([+-]\d+)-(\d\d)-(\d\d)")
_SHOWN = 80

Objects = Callable[[], Iterator[tuple[int, Mapping[str, Any] | BadEntry]]]
"""The JSON objects of a file from its beginning, with their lines."""


def is_item(record: Mapping[str, Any]) -> bool:
    """Whether an object is an item or a property as Wikidata writes it."""
    return "id" in record and (
        "claims" in record or ("labels" in record and record.get("type") in ("item", "property"))
    )


def write_wikidata(facts: Iterable[GraphFact], out: IO[str]) -> None:
    """An item a line; those that are only objects, and the relations, come last."""
    labels: dict[str, tuple[str, str]] = {}
    written: set[str] = set()
    relations: dict[str, None] = {}
    for key, group in itertools.groupby(facts, key=lambda fact: fact.subject_key):
        claims: dict[str, list[dict[str, Any]]] = {}
        for fact in group:
            subject = fact
            claims.setdefault(fact.relation, []).append(_claim(fact))
            relations[fact.relation] = None
            if not fact.is_literal:
                labels.setdefault(fact.object_key, (fact.object, fact.object_type))
        written.add(key)
        _line(out, {**_item(key, subject.subject, subject.subject_type), "claims": claims})
    for key, (name, kind) in labels.items():
        if key not in written:
            _line(out, {**_item(key, name, kind), "claims": {}})
    for relation in relations:
        _line(out, {"type": "property", "id": relation, "labels": _labels(relation)})


def _line(out: IO[str], item: Mapping[str, Any]) -> None:
    out.write(json.dumps(item, ensure_ascii=False) + "\n")


def _item(key: str, name: str, kind: str) -> dict[str, Any]:
    return {"type": "item", "id": key, "labels": _labels(name), **({OWN: {"type": kind}} if kind else {})}


def _labels(name: str) -> dict[str, Any]:
    return {"en": {"language": "en", "value": name}}


def _claim(fact: GraphFact) -> dict[str, Any]:
    if fact.is_literal:
        value: dict[str, Any] = {"value": fact.object, "type": "string"}
    else:
        value = {"value": {"entity-type": "item", "id": fact.object_key}, "type": "wikibase-entityid"}
    own = {key: text for key, text in own_fields(fact).items() if text}
    return {
        "type": "statement",
        "id": fact.id,
        "rank": "deprecated" if fact.status == FactStatus.RESTATED else "normal",
        "mainsnak": {"snaktype": "value", "property": fact.relation, "datavalue": value},
        "qualifiers": {key: [snak] for key, snak in _qualifiers(fact.valid)},
        OWN: {**own, "certainty": fact.confidence, "sources": places_to_json(fact)},
    }


def _qualifiers(valid: Interval | None) -> Iterator[tuple[str, dict[str, Any]]]:
    first, last = bounds_of(valid)
    if valid is None or not (first or last):
        return
    bounds = (
        [(POINT, valid.start)]
        if valid.is_unit
        else [(START, valid.start), (END, Interval.parse(last).start if last else None)]
    )
    for key, day in bounds:
        if day is None:
            continue
        month = day.month if valid.granularity is not Granularity.YEAR else 0
        number = day.day if valid.granularity is Granularity.DAY else 0
        time = f"+{day.year:04d}-{month:02d}-{number:02d}T00:00:00Z"
        value = {"time": time, "timezone": 0, "before": 0, "after": 0, "precision": _PRECISION[valid.granularity]}
        yield (
            key,
            {
                "snaktype": "value",
                "property": key,
                "datavalue": {"value": {**value, "calendarmodel": _GREGORIAN}, "type": "time"},
            },
        )


def read_wikidata(objects: Objects) -> Read:
    """The facts of claims that are not deprecated; the file is read twice, first for its labels."""
    names: dict[str, str] = {}
    relations: dict[str, str] = dict(PROPERTIES)
    kinds: dict[str, str] = {}
    for _, item in objects():
        if isinstance(item, BadEntry) or not (label := _label(item)):
            continue
        (relations if item.get("type") == "property" else names)[str(item.get("id"))] = label
        if kind := _object(item.get(OWN)).get("type"):
            kinds[str(item.get("id"))] = str(kind)
    reader = _Reader(names, relations, kinds)
    for line, item in objects():
        if isinstance(item, BadEntry):
            yield item
        else:
            yield from reader.item(line, item)


class _Reader:
    """Reads claims by the names of what they point at."""

    def __init__(self, names: Mapping[str, str], relations: Mapping[str, str], kinds: Mapping[str, str]) -> None:
        self._names = names
        self._relations = relations
        self._kinds = kinds

    def item(self, line: int, item: Mapping[str, Any]) -> Read:
        """The facts of one item."""
        key = str(item.get("id") or "")
        claims = item.get("claims") or {}
        if not isinstance(claims, dict):
            yield BadEntry(line, f"'claims' of {key!r} is {str(claims)[:_SHOWN]!r}: it must be an object by property")
            return
        for property_, statements in claims.items():
            for statement in statements if isinstance(statements, list) else [statements]:
                try:
                    fact = self._fact(key, property_, _object(statement))
                except (EntryError, TemporalError) as error:
                    yield BadEntry(line, f"{error}, of {key!r} {property_!r}")
                except (KeyError, TypeError, ValueError, AttributeError):
                    shown = json.dumps(statement, ensure_ascii=False)[:_SHOWN]
                    yield BadEntry(
                        line, f"{shown!r} of {key!r} {property_!r} is no statement of Wikidata: leave it out"
                    )
                else:
                    if fact is not None:
                        yield line, fact

    def _fact(self, key: str, property_: str, statement: Mapping[str, Any]) -> GraphFact | None:
        main, own = _object(statement["mainsnak"]), _object(statement.get(OWN))
        if main.get("datatype") in _UNREAD or main.get("snaktype", "value") != "value":
            return None
        if statement.get("rank") == "deprecated" and not own:
            return None
        value, kind, quantity = self._value(_object(main["datavalue"]))
        if not value.strip():
            return None
        fields = {field: str(text) for field, text in own.items()}
        valid = validity(fields)[0] if own else _when(_object(statement.get("qualifiers")))
        fact = GraphFact(
            self._names.get(key, key),
            self._relations.get(property_, property_),
            value,
            valid,
            subject_type=self._kinds.get(key, ""),
            object_type=kind,
            quantity=quantity,
            places=places_from_json(fields.get("sources", "")) if own else (Place(),),
        )
        if not own:
            return fact
        kind = "" if fields.get("object_kind") == "literal" else self._kinds.get(str(_id(main["datavalue"])), "")
        return with_own_fields(dataclasses.replace(fact, object_type=kind), fields)

    def _value(self, datavalue: Mapping[str, Any]) -> tuple[str, str, Quantity | None]:
        """The object in words, its type, and its figure."""
        value = datavalue["value"]
        match datavalue.get("type"):
            case "wikibase-entityid":
                id_ = _id(datavalue)
                name = self._names.get(id_, id_)
                return name, entity_type(name, self._kinds.get(id_, "")), None
            case "time":
                moment = _moment(value)
                return str(moment) if moment is not None else str(value["time"]), "date", None
            case "quantity":
                unit = str(value.get("unit", "1")).rpartition("/")[2]
                amount = str(value["amount"]).removeprefix("+")
                named = "count" if unit == "1" else self._names.get(unit, unit)
                text = amount if named == "count" else f"{amount} {named}"
                return text, "quantity", Quantity(float(amount), named, text)
            case "monolingualtext":
                return str(value["text"]), "literal", None
            case "string":
                return str(value), "literal", None
        return "", "", None


def _id(datavalue: Mapping[str, Any]) -> str:
    value = datavalue["value"]
    if not isinstance(value, dict):
        return ""
    return str(value["id"]) if "id" in value else f"Q{value['numeric-id']}"


def _when(qualifiers: Mapping[str, Any]) -> Interval:
    point = _bound(qualifiers, POINT)
    return spanning(_bound(qualifiers, START) or point, _bound(qualifiers, END) or point)


def _bound(qualifiers: Mapping[str, Any], key: str) -> Interval | None:
    snaks = qualifiers.get(key) or []
    values = [_object(snak) for snak in snaks if _object(snak).get("snaktype", "value") == "value"]
    return _moment(_object(values[0]["datavalue"])["value"]) if values else None


def _moment(value: Mapping[str, Any]) -> Interval | None:
    """A time at its precision; ``None`` where that is coarser than a century."""
    text, precision = str(value["time"]), int(value.get("precision", 11))
    match = _TIME.match(text)
    if match is None or match[1].startswith("-"):
        return bound(text.removeprefix("+"), "time")
    year, month, day = int(match[1]), match[2], match[3]
    if precision < min(_LONG):
        return None
    if precision in _LONG:
        length = _LONG[precision]
        first = (year - 1) // 100 * 100 + 1 if length == 100 else year // 10 * 10
        return Interval.parse(f"{max(first, 1):04d}/{first + length - 1:04d}")
    written = (
        f"{year:04d}" if precision == 9 else f"{year:04d}-{month}" if precision == 10 else f"{year:04d}-{month}-{day}"
    )
    return bound(f"{written}-00" if precision == 10 else written, "time")


def _label(item: Mapping[str, Any]) -> str:
    labels = _object(item.get("labels"))
    chosen = labels.get("en") or labels.get("mul") or next(iter(labels.values()), "")
    return str(chosen.get("value", "") if isinstance(chosen, dict) else chosen)


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}

"""The native object form of a document: one JSON object, as in a Timeweave JSON Lines file and in the store.

`id` and `text` are required; `title`, `date`, `period`, `entities`, `source`, `language` and `metadata` are not, and
unknown keys go to `metadata`. What only Timeweave itself writes stands under the key ``timeweave``: where the date
came from, how precise it is, how the text is written, and the given facts, so that a document comes back exactly as it
was.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

from timeweave.documents.dates import Publication, publication, reporting_period
from timeweave.documents.decoding import clean
from timeweave.documents.metadata import MetadataError, plain_metadata
from timeweave.errors import DocumentError, TemporalError
from timeweave.records import DateSource, Document, GivenFact, Markup, Quantity, Span
from timeweave.temporal.interval import Granularity, Interval

FIELDS = ("id", "text", "title", "date", "period", "entities", "source", "language", "metadata")
OWN_KEY = "timeweave"
_Kind = TypeVar("_Kind", DateSource, Granularity, Markup)


def document_to_json(document: Document) -> dict[str, Any]:
    """``document`` as an object that `json` can write and `document_from_json` turns back into an equal document."""
    data: dict[str, Any] = {"id": document.id, "text": document.text}
    if document.title:
        data["title"] = document.title
    if document.date is not None:
        data["date"] = document.date.isoformat()
    if document.period is not None:
        data["period"] = _interval_to_json(document.period)
    if document.entities:
        data["entities"] = list(document.entities)
    if document.source:
        data["source"] = document.source
    if document.language != "en":
        data["language"] = document.language
    if document.metadata:
        data["metadata"] = dict(document.metadata)
    own: dict[str, Any] = {"date_source": document.date_source.value}
    if document.date_precision is not Granularity.DAY:
        own["date_precision"] = document.date_precision.value
    if document.markup is not None:
        own["markup"] = document.markup.value
    if document.facts:
        own["facts"] = [_fact_to_json(fact) for fact in document.facts]
    return {**data, OWN_KEY: own}


def document_from_json(data: Mapping[str, Any], source: str, line: int | None = None) -> Document:
    """The document that the object describes; ``source`` and ``line`` say where it stands, for the error.

    A ``date`` of a month, quarter or year stands for its last day, and a date-time for its day in the zone as written.

    Raises:
        DocumentError: naming the field, quoting its value and saying the remedy.
    """
    try:
        return _document(data)
    except (TemporalError, MetadataError, _FieldError) as error:
        raise DocumentError(str(error), source=source, line=line) from None


class _FieldError(ValueError):
    """A field of the object that cannot be read."""


def _document(data: Mapping[str, Any]) -> Document:
    own = data.get(OWN_KEY)
    if own is not None and not isinstance(own, dict):
        raise _wrong(OWN_KEY, own, "an object; the key is Timeweave's own, rename yours")
    metadata = _metadata(data)
    period = _period(data.get("period"))
    if own is None and period is None:
        period = reporting_period(metadata)
    published = _published(data.get("date"), own or {})
    return Document(
        id=_id(data),
        text=_text(data),
        title=_string(data, "title"),
        date=published.date if isinstance(published, Publication) else None,
        period=period,
        entities=_entities(data.get("entities")),
        source=_string(data, "source"),
        language=_string(data, "language") or "en",
        metadata=metadata,
        date_precision=published.precision if isinstance(published, Publication) else Granularity.DAY,
        date_source=published.source if isinstance(published, Publication) else published,
        facts=_facts((own or {}).get("facts")),
        markup=_markup(own or {}),
    )


def _id(data: Mapping[str, Any]) -> str:
    value = data.get("id")
    if value is None:
        raise _FieldError("no 'id': give each document a unique one, or name the field that holds it: --map id=FIELD")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value.strip():
        raise _wrong("id", value, "a text that is not blank")
    return value


def _text(data: Mapping[str, Any]) -> str:
    value = data.get("text")
    if value is None:
        raise _FieldError("no 'text': add it, or name the field that holds it: --map text=FIELD")
    if not isinstance(value, str):
        raise _wrong("text", value, "a text")
    value = clean(value)
    if not value.strip():
        raise _FieldError("'text' is empty: there is nothing to read; leave the document out")
    return value


def _string(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _wrong(key, value, "a text")
    return value


def _entities(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise _wrong("entities", value, 'a list of names such as ["Acme Corp"]')
    return tuple(name for name in value if name.strip())


def _published(value: object, own: Mapping[str, Any]) -> Publication | DateSource:
    """The publication day, or without one the source that says that none was found."""
    source = _member(DateSource, own, "date_source", DateSource.GIVEN)
    if value is None or value == "":
        return source
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise _wrong("date", value, "a text such as 2024-03-05, 2024-03 or 2024")
    given = publication(str(value), source)
    return Publication(given.date, _member(Granularity, own, "date_precision", given.precision), source)


def _period(value: object) -> Interval | None:
    if value is None or value == "":
        return None
    if isinstance(value, dict) and value.keys() == {"period", "granularity"}:
        return _interval_from_json(value)
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise _wrong("period", value, "a text such as 2024, 2024-Q1, 2024-03, 2024-03-31 or A/B")
    return Interval.parse(str(value))


def _metadata(data: Mapping[str, Any]) -> Mapping[str, Any]:
    given = data.get("metadata")
    if given is not None and not isinstance(given, dict):
        raise _wrong("metadata", given, "an object")
    merged = dict(given or {})
    for key, value in data.items():
        if key in FIELDS or key == OWN_KEY:
            continue
        if key in merged and merged[key] != value:
            raise _FieldError(f"{key!r} stands beside 'metadata' and inside it with another value: keep one of them")
        merged[key] = value
    return plain_metadata(merged)


def _markup(own: Mapping[str, Any]) -> Markup | None:
    return None if own.get("markup") is None else _member(Markup, own, "markup", Markup.PLAIN)


def _facts(value: object) -> tuple[GivenFact, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise _wrong(f"{OWN_KEY}.facts", value, "a list of objects")
    return tuple(_fact_from_json(item) for item in value)


def _fact_to_json(fact: GivenFact) -> dict[str, Any]:
    data: dict[str, Any] = {
        "subject": fact.subject,
        "relation": fact.relation,
        "object": fact.object,
        "valid": None if fact.valid is None else _interval_to_json(fact.valid),
        "span": [fact.span.start, fact.span.end],
        "subject_type": fact.subject_type,
        "object_type": fact.object_type,
        "confidence": fact.confidence,
    }
    if fact.observed is not None:
        data["observed"] = fact.observed.isoformat()
    if fact.is_literal is not None:
        data["is_literal"] = fact.is_literal
    if fact.quantity is not None:
        value = None if math.isnan(fact.quantity.value) else fact.quantity.value  # JSON has no NaN
        data["quantity"] = [value, fact.quantity.unit, fact.quantity.text]
    if fact.qualifiers:
        data["qualifiers"] = dict(fact.qualifiers)
    return data


def _fact_from_json(data: object) -> GivenFact:
    try:
        assert isinstance(data, dict)
        start, end = (int(offset) for offset in data["span"])
        return GivenFact(
            subject=str(data["subject"]),
            relation=str(data["relation"]),
            object=str(data["object"]),
            valid=_fact_interval(data["valid"]),
            span=Span(start, end),
            subject_type=str(data.get("subject_type", "")),
            object_type=str(data.get("object_type", "")),
            confidence=float(data.get("confidence", 1.0)),
            observed=dt.date.fromisoformat(data["observed"]) if "observed" in data else None,
            is_literal=None if data.get("is_literal") is None else data["is_literal"] is True,
            quantity=_quantity(data["quantity"]) if "quantity" in data else None,
            qualifiers=tuple(sorted((str(k), str(v)) for k, v in data.get("qualifiers", {}).items())),
        )
    except (AssertionError, KeyError, TypeError, ValueError, AttributeError):
        raise _wrong(
            f"{OWN_KEY}.facts", data, "an object as Timeweave writes it; give triples in a file of their own"
        ) from None


def _fact_interval(value: object) -> Interval | None:
    if value is None:
        return None
    return _interval_from_json(value) if isinstance(value, dict) else Interval.parse(cast("str", value))


def _quantity(value: Sequence[Any]) -> Quantity:
    number, unit, text = value
    return Quantity(math.nan if number is None else float(number), str(unit), str(text))


def _interval_to_json(interval: Interval) -> str | dict[str, str]:
    """The normal form, with the granularity beside it where the text alone would be read with another."""
    text = str(interval)
    if Interval.parse(text) == interval:
        return text
    return {"period": text, "granularity": interval.granularity.value}


def _interval_from_json(data: Mapping[str, Any]) -> Interval:
    read = Interval.parse(str(data["period"]))
    return Interval(read.start, read.end, _member(Granularity, data, "granularity", read.granularity))


def _member(kind: type[_Kind], data: Mapping[str, Any], key: str, default: _Kind) -> _Kind:
    value = data.get(key)
    try:
        return default if value is None else kind(value)
    except ValueError:
        raise _wrong(key, value, " or ".join(repr(member.value) for member in kind)) from None


def _wrong(key: str, value: object, expected: str) -> _FieldError:
    shown = repr(value)
    return _FieldError(f"{key!r} is {shown if len(shown) <= 80 else shown[:77] + '...'}: it must be {expected}")

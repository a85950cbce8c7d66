"""Records to columns and back, exactly: what is read equals what was written."""

from __future__ import annotations

import datetime as dt
import functools
import json
import math
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from timeweave.errors import DocumentError
from timeweave.lexicon.lazy import lazily
from timeweave.records import (
    DateSource,
    Document,
    DocumentId,
    DocumentInfo,
    EntityId,
    Event,
    FactEvent,
    FactId,
    GivenFact,
    Markup,
    Quantity,
    Span,
    Statement,
    StatementKey,
)
from timeweave.store.canonical import NEVER
from timeweave.store.packing import unpacked
from timeweave.temporal.interval import Granularity, Interval

BLOCK = 4096
"""Characters of a document's text that are compressed together: what reading a short span costs."""

_MOST_OF_BLOCK = 4 * BLOCK  # bytes of its characters

IntervalColumns = tuple[int | None, int | None, int | None]

_GRANULARITIES = tuple(sorted(Granularity, key=lambda g: g.rank))
_HEX = lazily(r"(?:[0-9a-f]{2})+")


def interval_to_columns(interval: Interval | None) -> IntervalColumns:
    """(first day, day after the last, rank of the granularity); all null for no interval."""
    if interval is None:
        return (None, None, None)
    start = interval.start.toordinal() if interval.start else 0
    end = interval.end.toordinal() if interval.end else NEVER
    return (start, end, interval.granularity.rank)


@functools.lru_cache(maxsize=1 << 16)
def interval_from_columns(start: int | None, end: int | None, granularity: int | None) -> Interval | None:
    """The inverse of `interval_to_columns`."""
    if start is None or end is None or granularity is None:
        return None
    return Interval(
        dt.date.fromordinal(start) if start else None,
        dt.date.fromordinal(end) if end != NEVER else None,
        _GRANULARITIES[granularity],
    )


def pack_fact_id(fact: str) -> bytes | str:
    """A hexadecimal id in half the room, any other as it is."""
    return bytes.fromhex(fact) if _HEX.fullmatch(fact) else fact


def unpack_fact_id(packed: bytes | str) -> FactId:
    """The inverse of `pack_fact_id`."""
    return FactId(packed.hex() if isinstance(packed, bytes) else packed)


def pack_keys(keys: Sequence[int]) -> bytes:
    """Symbol keys in four bytes each."""
    return np.asarray(keys, dtype="<u4").tobytes()


def unpack_keys(packed: bytes) -> list[int]:
    """The inverse of `pack_keys`."""
    keys: list[int] = np.frombuffer(packed, dtype="<u4").tolist()
    return keys


def unpack_statements(
    found: Iterable[tuple[Any, ...]], texts: Callable[[Iterable[int]], Mapping[int, str]]
) -> Iterator[tuple[StatementKey, Statement]]:
    """Statements from their rows; ``texts`` gives the strings of symbol keys."""
    unpacked = [(*row[:-1], unpack_keys(row[-1])) for row in found]
    known = texts({key for row in unpacked for key in row[-1]})
    for ordinal, number, chunk, start, stop, *valid, entities in unpacked:
        mentioned = tuple(EntityId(known[key]) for key in entities)
        statement = Statement(number, chunk, Span(start, stop), interval_from_columns(*valid), mentioned)
        yield StatementKey(ordinal, number), statement


def pack_text(text: str) -> list[bytes]:
    """Blocks of `BLOCK` characters, each compressed; zlib's checksum guards them."""
    return [
        zlib.compress(text[start : start + BLOCK].encode("utf-8", "surrogatepass"), 6)
        for start in range(0, len(text), BLOCK)
    ]


def unpack_text(blocks: Iterable[bytes]) -> str:
    """The inverse of `pack_text`, for any run of blocks."""
    return "".join(unpacked(block, _MOST_OF_BLOCK).decode("utf-8", "surrogatepass") for block in blocks)


def pack_document(document: Document) -> bytes:
    """A document but for its text."""
    content = {
        "id": document.id,
        "title": document.title,
        "date": _date_to_json(document.date),
        "period": interval_to_columns(document.period),
        "entities": document.entities,
        "source": document.source,
        "language": document.language,
        "metadata": document.metadata,
        "date_precision": document.date_precision,
        "date_source": document.date_source,
        "facts": [_given_to_json(fact) for fact in document.facts],
        "markup": document.markup,
        "length": len(document.text),
    }
    return zlib.compress(dump_json(content, document.id).encode(), 6)


def unpack_document(packed: bytes, text: str) -> Document:
    """The inverse of `pack_document`, given the text; a ValueError when part of that is missing."""
    content = load_json(unpacked(packed))
    if content["length"] != len(text):
        raise ValueError(f"{len(text)} of {content['length']} characters of document {content['id']!r} are left")
    return Document(
        id=content["id"],
        text=text,
        title=content["title"],
        date=_date_from_json(content["date"]),
        period=interval_from_columns(*content["period"]),
        entities=tuple(content["entities"]),
        source=content["source"],
        language=content["language"],
        metadata=content["metadata"],
        date_precision=Granularity(content["date_precision"]),
        date_source=DateSource(content["date_source"]),
        facts=tuple(_given_from_json(fact) for fact in content["facts"]),
        markup=Markup(content["markup"]) if content.get("markup") else None,
    )


DOCUMENT_COLUMNS = (
    "d.ordinal, d.id, d.title, d.observed, d.date_source, d.period, d.subjects, d.source, d.metadata, d.length, "
    "d.statements, d.digest, d.read_by"
)


def document_info(row: Sequence[Any]) -> DocumentInfo:
    """A row of `DOCUMENT_COLUMNS`."""
    ordinal, id_, title, observed, date_source, period, subjects, source, metadata, length, *rest = row
    statements, digest, read_by = rest
    return DocumentInfo(
        ordinal=ordinal,
        id=DocumentId(id_),
        title=title,
        observed=dt.date.fromordinal(observed),
        date_source=DateSource(date_source),
        period=interval_from_columns(*json.loads(period)) if period else None,
        entities=tuple(map(EntityId, json.loads(subjects))),
        source=source,
        metadata=load_json(metadata),
        length=length,
        statements=statements,
        digest=digest,
        read_by=read_by,
    )


def pack_events(events: Iterable[FactEvent]) -> bytes:
    """A change's events."""
    lines = [(e.event, e.fact, e.text, e.why, e.by) for e in events]
    return zlib.compress(json.dumps(lines).encode(), 6)


def unpack_events(packed: bytes) -> tuple[FactEvent, ...]:
    """The inverse of `pack_events`."""
    return tuple(
        FactEvent(Event(event), FactId(fact), text, why, tuple(map(FactId, by)))
        for event, fact, text, why, by in json.loads(unpacked(packed))
    )


def facts_of_events(packed: bytes) -> list[tuple[str, list[str]]]:
    """Of each event only the fact that it is about, and those that caused it."""
    return [(fact, by) for _, fact, _, _, by in json.loads(unpacked(packed))]


def dump_json(value: object, document: str) -> str:
    """JSON of a document's values; dates, as front matter has them, come back as dates.

    Raises:
        DocumentError: naming ``document``, when a value is neither JSON nor a date.
    """
    try:
        return json.dumps(value, default=_tagged)
    except (TypeError, ValueError, RecursionError) as error:
        message = f"document {document!r} holds metadata that cannot be stored: {error}; use JSON values and dates"
        raise DocumentError(message, source=document) from error


def load_json(text: str | bytes) -> Any:
    """The inverse of `dump_json`."""
    return json.loads(text, object_hook=_untagged)


def _tagged(value: object) -> Mapping[str, str]:
    if isinstance(value, dt.datetime):
        return {"$datetime": value.isoformat()}
    if isinstance(value, dt.date):
        return {"$date": value.isoformat()}
    raise TypeError(f"{value!r} is a {type(value).__name__}")


def _untagged(value: dict[str, Any]) -> Any:
    if len(value) != 1:
        return value
    ((tag, text),) = value.items()
    try:
        if tag == "$date":
            return dt.date.fromisoformat(text)
        return dt.datetime.fromisoformat(text) if tag == "$datetime" else value
    except (TypeError, ValueError):
        return value  # a document's own key of that name


def _given_to_json(fact: GivenFact) -> list[Any]:
    words = [fact.subject, fact.relation, fact.object, fact.subject_type, fact.object_type]
    numbers = [fact.span.start, fact.span.end, fact.confidence, _date_to_json(fact.observed)]
    plain = [*words, *interval_to_columns(fact.valid), *numbers]
    if fact.valid is not None and fact.is_literal is None and fact.quantity is None and not fact.qualifiers:
        return plain
    amount = fact.quantity
    number = None if amount is None or math.isnan(amount.value) else amount.value
    quantity = None if amount is None else [number, amount.unit, amount.text]
    return [*plain, [fact.valid is None, fact.is_literal, quantity, fact.qualifiers]]


def _given_from_json(values: Sequence[Any]) -> GivenFact:
    plain, (further,) = values[:12], values[12:] or ([False, None, None, ()],)
    subject, relation, object_, subject_type, object_type, first, until, rank, start, end, confidence, observed = plain
    is_timeless, is_literal, quantity, qualifiers = further
    valid = interval_from_columns(first, until, rank)
    if valid is None and not is_timeless:
        raise ValueError(f"the given fact {subject!r} {relation!r} {object_!r} has lost its interval")
    return GivenFact(
        subject,
        relation,
        object_,
        valid,
        Span(start, end),
        subject_type,
        object_type,
        confidence,
        _date_from_json(observed),
        is_literal,
        None if quantity is None else Quantity(math.nan if quantity[0] is None else quantity[0], *quantity[1:]),
        tuple((key, value) for key, value in qualifiers),
    )


def _date_to_json(date: dt.date | None) -> str | None:
    return date.isoformat() if date else None


def _date_from_json(text: str | None) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None

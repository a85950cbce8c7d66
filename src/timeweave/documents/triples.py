"""Dated triples: facts that are given as such, each with a line of text that says it in words."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from timeweave.documents.dates import date_in_name, publication
from timeweave.documents.decoding import clean
from timeweave.documents.jsonl import json_objects, renamed
from timeweave.documents.source_file import SourceFile, printable
from timeweave.documents.text import with_publication
from timeweave.errors import TemporalError
from timeweave.outcomes import Failure
from timeweave.records import DateSource, Document, GivenFact, Span
from timeweave.temporal.interval import ALWAYS, Granularity, Interval

_REQUIRED = ("subject", "relation", "object")
_COLUMNS = (
    *_REQUIRED,
    "valid_from",
    "valid_until",
    "subject_type",
    "object_type",
    "confidence",
    "source",
    "observed",
)
_YEAR = re.compile(r"\d{1,4}", re.ASCII)
_FULL = re.compile(r"\+?(\d{4,})-(\d{2})(?:-(\d{2}))?(?:[T ][\d:.]*(?:Z|[+-]\d\d:?\d\d)?)?", re.ASCII)
_BEFORE_YEAR_1 = re.compile(r"[-−]\d+")


def is_triple_header(columns: Iterable[str]) -> bool:
    """Whether the columns (or keys) are those of dated triples rather than of documents."""
    names = set(columns)
    return names.issuperset(_REQUIRED) and "text" not in names


def looks_like_triple(cells: list[str]) -> bool:
    """Whether a row without header can be one: five to ten cells, the first three filled, then dates or nothing."""
    if not 5 <= len(cells) <= len(_COLUMNS) or not all(cell.strip() for cell in cells[:3]):
        return False
    return all(not cell.strip() or _reads(cell) for cell in cells[3:5])


def triple_columns(count: int) -> list[str]:
    """The first ``count`` columns of triples without header, in their fixed order."""
    return list(_COLUMNS[:count])


def read_triples_jsonl(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document | Failure]:
    """The dated triples of a JSON Lines file."""
    records = (
        (line, item if isinstance(item, Failure) else renamed(item, mapping)) for line, item in json_objects(file)
    )
    return read_triples(file, records)


def read_triples(
    file: SourceFile, records: Iterable[tuple[int, Mapping[str, Any] | Failure]], *, raw: bool = False
) -> Iterator[Document | Failure]:
    """One document for the file, with a line of text and a given fact for each triple.

    Triples that name a ``source`` or the day on which they were ``observed`` go to a document of their own for each
    such pair, so that what is visible on a day, and who says it, is right for each of them. ``raw`` records have text
    in every field, as from a table.
    """
    collected: dict[tuple[str, str], _Lines] = {}
    for line, record in records:
        if isinstance(record, Failure):
            yield record
            continue
        try:
            triple = _triple(record, raw=raw)
        except (TemporalError, _TripleError) as error:
            yield Failure(file.label, line, str(error))
            continue
        observed = "" if triple.observed is None else triple.observed.isoformat()
        collected.setdefault((triple.source, observed), _Lines()).add(triple)
    name = printable(file.name)
    for (source, observed), lines in collected.items():
        tags = "@".join(tag for tag in (source, observed) if tag)
        document = Document(
            id=f"{name}#{tags}" if tags else name,
            text="\n".join(lines.texts),
            source=source,
            facts=tuple(lines.facts),
        )
        if observed:
            yield _observed(document, lines)
        else:
            yield with_publication(document, date_in_name(name))
    if not collected:
        raise file.error("holds no triple that can be read: there is nothing to add")


class _TripleError(ValueError):
    """A field of a triple that cannot be read."""


@dataclass(frozen=True, slots=True)
class _Triple:
    subject: str
    relation: str
    object: str
    first: Interval | None
    last: Interval | None
    valid: Interval
    subject_type: str
    object_type: str
    confidence: float
    source: str
    observed: dt.date | None
    observed_precision: Granularity

    @property
    def words(self) -> str:
        """The triple as a line of text."""
        return f"{self.subject}: {self.relation}: {self.object}{self._when}"

    @property
    def _when(self) -> str:
        if self.first is None:
            return "" if self.last is None else f" (until {self.last})"
        if self.last is None:
            return f" (from {self.first})"
        return f" ({self.first})" if self.first == self.last else f" ({self.first} to {self.last})"


@dataclass(slots=True)
class _Lines:
    """The text and facts of a document as its triples come in."""

    texts: list[str] = field(default_factory=list)
    facts: list[GivenFact] = field(default_factory=list)
    precision: Granularity = Granularity.DAY
    length: int = 0

    def add(self, triple: _Triple) -> None:
        words = triple.words
        fact = GivenFact(
            subject=triple.subject,
            relation=triple.relation,
            object=triple.object,
            valid=triple.valid,
            span=Span(self.length, self.length + len(words)),
            subject_type=triple.subject_type,
            object_type=triple.object_type,
            confidence=triple.confidence,
            observed=triple.observed,
        )
        self.texts.append(words)
        self.facts.append(fact)
        self.precision = triple.observed_precision
        self.length += len(words) + 1


def _observed(document: Document, lines: _Lines) -> Document:
    import dataclasses

    return dataclasses.replace(document, date=lines.facts[0].observed, date_precision=lines.precision)


def _triple(record: Mapping[str, Any], *, raw: bool) -> _Triple:
    names = {key: _words(record, key, required=True) for key in _REQUIRED}
    first = _bound(_words(record, "valid_from"), "valid_from")
    last = _bound(_words(record, "valid_until"), "valid_until")
    observed = _words(record, "observed")
    published = publication(observed, DateSource.GIVEN) if observed else None
    return _Triple(
        **names,
        first=first,
        last=last,
        valid=_valid(first, last),
        subject_type=_words(record, "subject_type"),
        object_type=_words(record, "object_type"),
        confidence=_confidence(record.get("confidence"), raw=raw),
        source=_words(record, "source"),
        observed=published.date if published else None,
        observed_precision=published.precision if published else Granularity.DAY,
    )


def _words(record: Mapping[str, Any], key: str, *, required: bool = False) -> str:
    """The field on one line; numbers are taken as their text."""
    value = record.get(key)
    if isinstance(value, bool) or not isinstance(value, (str, int, float, type(None))):
        raise _TripleError(f"{key!r} is {str(value)[:60]!r}: it must be a text")
    words = "" if value is None else " ".join(clean(str(value)).split())
    if required and not words:
        raise _TripleError(f"no {key!r}: a triple needs subject, relation and object")
    return words


def _bound(text: str, key: str) -> Interval | None:
    """The unit of time that a bound names, as coarse as it is written; a year may have fewer than four digits."""
    if not text:
        return None
    if _BEFORE_YEAR_1.match(text):
        raise _TripleError(f"{key!r} is {text!r}: years before 1 cannot be kept; leave the bound empty")
    if _YEAR.fullmatch(text):
        return Interval.parse(text.zfill(4))
    match = _FULL.fullmatch(text)
    try:
        return Interval.parse(_unit(match) if match else text)
    except TemporalError as error:
        raise _TripleError(
            f"{key!r} cannot be read: {error}; leave it empty where the bound is open or not known"
        ) from None


def _unit(match: re.Match[str]) -> str:
    """The normal form; month or day 00, as Wikidata writes it, is one that is not known."""
    year, month, day = match.groups()
    if month == "00":
        return year
    return f"{year}-{month}" if day in (None, "00") else f"{year}-{month}-{day}"


def _valid(first: Interval | None, last: Interval | None) -> Interval:
    """From the start of the first unit to the end of the last one, which is included."""
    start = first.start if first else None
    end = last.end if last else None
    if start is None and end is None:
        return ALWAYS
    if start is not None and end is not None and end <= start:
        raise _TripleError(f"valid_from {str(first)!r} is later than valid_until {str(last)!r}: correct one of them")
    finest = min((unit.granularity for unit in (first, last) if unit), key=lambda g: g.rank)
    return Interval(start, end, finest)


def _confidence(value: object, *, raw: bool) -> float:
    if value is None or value == "":
        return 1.0
    try:
        number = float(value) if isinstance(value, (int, float)) or (raw and isinstance(value, str)) else math.nan
    except (ValueError, OverflowError):
        number = math.nan
    if isinstance(value, bool) or not 0.0 <= number <= 1.0:
        raise _TripleError(f"'confidence' is {value!r}: it must be a number from 0 to 1")
    return number


def _reads(cell: str) -> bool:
    try:
        _bound(cell.strip(), "")
    except (TemporalError, ValueError):
        return _BEFORE_YEAR_1.match(cell.strip()) is not None
    return True

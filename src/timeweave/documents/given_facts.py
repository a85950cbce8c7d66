"""Facts that a file gives as such to documents: a line of text for each, so that it can be found and cited."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from timeweave.documents.dates import date_in_name, publication
from timeweave.documents.source_file import SourceFile, printable
from timeweave.documents.text import with_publication
from timeweave.errors import TemporalError
from timeweave.exchange import BadEntry, GraphFact, Place
from timeweave.outcomes import Failure
from timeweave.records import DateSource, Document, GivenFact, Span
from timeweave.temporal.interval import Granularity


def documents_of(
    file: SourceFile, facts: Iterable[tuple[int | None, GraphFact] | BadEntry | Failure]
) -> Iterator[Document | Failure]:
    """One document for the file, with a line of text and a given fact for each fact.

    Facts that name a ``document``, a ``source`` or the day on which they were ``observed`` go to a document of their
    own for each such place, so that what is visible on a day, and who says it, is right for each of them.
    """
    collected: dict[tuple[str, str, str], _Lines] = {}
    for item in facts:
        if isinstance(item, Failure):
            yield item
        elif isinstance(item, BadEntry):
            yield Failure(file.label, item.line, item.error)
        else:
            line, fact = item
            try:
                days = [_day(place) for place in fact.places]
            except TemporalError as error:
                yield Failure(file.label, line, str(error))
                continue
            for place, (day, precision) in zip(fact.places, days, strict=True):
                key = (place.document, place.source, "" if day is None else day.isoformat())
                collected.setdefault(key, _Lines(day, precision)).add(fact, place)
    yield from _documents(file, collected)
    if not collected:
        raise file.error("holds no triple that can be read: there is nothing to add")


def _documents(file: SourceFile, collected: dict[tuple[str, str, str], _Lines]) -> Iterator[Document]:
    name = printable(file.name)
    for key in list(collected):
        named, source, observed = key
        lines = collected[key]
        tags = "@".join(tag for tag in (named or source, observed) if tag)
        document = Document(
            id=f"{name}#{tags}" if tags else name,
            text="\n".join(lines.texts),
            source=source,
            facts=tuple(lines.facts),
        )
        if lines.day is not None:
            yield dataclasses.replace(document, date=lines.day, date_precision=lines.precision)
        else:
            yield with_publication(document, date_in_name(name))


def _day(place: Place) -> tuple[dt.date | None, Granularity]:
    if not place.observed:
        return None, Granularity.DAY
    published = publication(place.observed, DateSource.GIVEN)
    return published.date, published.precision


@dataclass(slots=True)
class _Lines:
    """The text and facts of a document as its facts come in."""

    day: dt.date | None
    precision: Granularity
    texts: list[str] = field(default_factory=list)
    facts: list[GivenFact] = field(default_factory=list)
    length: int = 0

    def add(self, fact: GraphFact, place: Place) -> None:
        words = fact.words
        given = GivenFact(
            subject=fact.subject,
            relation=fact.relation,
            object=fact.object,
            valid=fact.valid,
            span=Span(self.length, self.length + len(words)),
            subject_type=fact.subject_type,
            object_type=fact.object_type,
            confidence=place.confidence,
            observed=self.day,
            is_literal=fact.is_literal,
            quantity=fact.quantity,
            qualifiers=fact.qualifiers,
        )
        self.texts.append(words)
        self.facts.append(given)
        self.length += len(words) + 1

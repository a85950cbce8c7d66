"""A structured account: sections of sentences that rest on points, in an order, written out with its citations."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from timeweave.answering.summaries.points import Point, spanning
from timeweave.records import Citation
from timeweave.temporal.interval import Interval

_MOST_CITATIONS = 4  # of one sentence
_AS_LONG = 2.5  # times as long as a node may a time be that still speaks of it: a half-year of its quarters


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and the points that carry it, never none."""

    text: str
    points: tuple[Point, ...]

    @property
    def period(self) -> Interval | None:
        """The time of its points, from the first to the last."""
        return spanning(point.period for point in self.points)


@dataclass(frozen=True, slots=True)
class Section:
    """Sentences under a heading."""

    heading: str
    sentences: tuple[Sentence, ...]

    @property
    def period(self) -> Interval | None:
        """The time of its sentences, from the first to the last."""
        return spanning(sentence.period for sentence in self.sentences)


def in_order_of_time(sections: Iterable[Section]) -> tuple[Section, ...]:
    """Sections, and the sentences of each, by the start of their time, undated ones last; of equal starts the longer
    first.
    """
    ordered = (Section(s.heading, tuple(sorted(s.sentences, key=lambda x: _place(x.period)))) for s in sections)
    return tuple(sorted(ordered, key=lambda section: _place(section.period)))


def untold(sections: Iterable[Section], nodes: Iterable[Interval]) -> tuple[Interval, ...]:
    """Those of ``nodes``, none of which another one parts, that no point of the account speaks of; what is said of a
    longer stretch than two of them says nothing of them.
    """
    asked = tuple(nodes)
    told = [p.period for section in sections for sentence in section.sentences for p in sentence.points]
    return tuple(
        node
        for node in asked
        if not any(node != other and node.contains(other) for other in asked)
        and not any(period is not None and _speaks_of(period, node) for period in told)
    )


def written_out(sections: Sequence[Section]) -> tuple[str, tuple[Citation, ...]]:
    """The text, each sentence with the numbers of its citations from 1 in brackets, and these citations."""
    numbers: dict[Citation, int] = {}
    parts = []
    for section in sections:
        sentences = []
        for sentence in section.sentences:
            places = dict.fromkeys(c for point in sentence.points for c in point.citations)
            marks = [numbers.setdefault(c, len(numbers) + 1) for c in list(places)[:_MOST_CITATIONS]]
            sentences.append(f"{_one_line(sentence.text)} [{', '.join(map(str, marks))}]")
        parts.append(f"## {_one_line(section.heading)}\n{' '.join(sentences)}")
    return "\n\n".join(parts), tuple(numbers)


def _speaks_of(period: Interval, node: Interval) -> bool:
    if not period.overlaps(node):
        return False
    return period.days is not None and node.days is not None and period.days <= _AS_LONG * node.days


def _place(period: Interval | None) -> tuple[dt.date, int]:
    if period is None:
        return dt.date.max, 0
    return period.first_day, -(period.days or 10**7)


def _one_line(text: str) -> str:
    return " ".join(text.split()).lstrip("# ")

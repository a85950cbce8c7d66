"""Points: what single pieces of evidence say to a question, weighed against each other (TG-15; the paper's global
retrieval, III-C.4).

A point is a description with a score, how much it matters, and a confidence. Points of least confidence go until the
rest fits; what is left is put in order of score.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from timeweave.answering.summaries.pieces import CitableSentence, Piece
from timeweave.language.terms import index_terms
from timeweave.question import Question
from timeweave.records import Citation
from timeweave.temporal.interval import Interval

_LEAST_SHARE = 0.2
_MOST_OF_PIECE = 3


@dataclass(frozen=True, slots=True)
class Point:
    """``score`` is 0 to 100, ``confidence`` 0 to 1; ``told`` are the sentences that it rests on, never none."""

    description: str
    score: int
    confidence: float
    told: tuple[CitableSentence, ...]

    @property
    def period(self) -> Interval | None:
        """The time that all it rests on speaks of, from the first to the last; ``None`` where that is not told."""
        return spanning(t.period for t in self.told)

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Where it stands in documents."""
        return tuple(dict.fromkeys(c for t in self.told for c in t.citations))


def trimmed(points: Sequence[Point], budget: int, size: Callable[[Point], int]) -> list[Point]:
    """``points`` in their order, without those of lowest confidence that are one too many for ``budget``.

    Of equal confidence the lower score goes first, then the later one.
    """
    sizes = [size(point) for point in points]
    total = sum(sizes)
    weakest = sorted(range(len(points)), key=lambda i: (points[i].confidence, points[i].score, -i))
    dropped: set[int] = set()
    for i in weakest:
        if total <= budget:
            break
        dropped.add(i)
        total -= sizes[i]
    return [point for i, point in enumerate(points) if i not in dropped]


def by_score(points: Iterable[Point]) -> list[Point]:
    """The highest score first; of equal scores the more certain, then the earlier."""
    return sorted(points, key=lambda p: (-p.score, -p.confidence))


def distinct(points: Iterable[Point]) -> list[Point]:
    """Of points in the same words, the one of highest score and confidence, in the place of the first."""
    best: dict[str, Point] = {}
    for point in points:
        key = " ".join(point.description.casefold().split())
        known = best.get(key)
        if known is None or (point.score, point.confidence) > (known.score, known.confidence):
            best[key] = point
    return list(best.values())


def found_by_words(piece: Piece, question: Question) -> list[Point]:
    """The sentences of a piece that hold most words of the question, as points in their own words.

    ``score`` is the share of the question's words; a quotation is certain.
    """
    wanted = question.terms.keys()
    shares = [len(wanted & index_terms(told.text).keys()) / max(1, len(wanted)) for told in piece.told]
    ranked = sorted(range(len(shares)), key=lambda i: (-shares[i], i))[:_MOST_OF_PIECE]
    return [
        Point(piece.told[i].text.strip(), round(100 * shares[i]), 1.0, (piece.told[i],))
        for i in sorted(ranked)
        if shares[i] >= _LEAST_SHARE
    ]


def spanning(periods: Iterable[Interval | None]) -> Interval | None:
    """The shortest stretch that holds all of ``periods`` that are given; ``None`` where none is."""
    known = [period for period in periods if period is not None]
    return functools.reduce(Interval.hull, known) if known else None

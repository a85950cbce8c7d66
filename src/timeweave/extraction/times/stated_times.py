"""Whether a time that is claimed for a fact is one that its sentence, or its document, states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from timeweave.errors import TemporalError
from timeweave.extraction.times.timing import compared_interval, is_dated
from timeweave.temporal.expressions import TimeExpression, find_expressions
from timeweave.temporal.interval import Granularity, Interval

_MOST_RANGED = 8  # expressions of a sentence that are tried as the two ends of a stretch


@dataclass(frozen=True, slots=True)
class StatedTimes:
    """The times that a fact may hold at: ``named`` by the words around it, or ``implied`` by its document.

    ``implied`` are the time that rules carry to the sentence, the document's period and its date.
    """

    named: tuple[Interval, ...]
    implied: tuple[Interval, ...]

    def agreeing(self, claimed: Interval) -> Interval | None:
        """The stated time that ``claimed`` stands for, in the text's own precision; ``None`` where there is none.

        That is: the same days; or from one of its bounds on, or up to it; or, where the claim is a coarser unit, the
        only unit inside it that the words name ("2024" for "the first quarter of 2024").
        """
        for stated in (*self.named, *self.implied):
            if (stated.start, stated.end) == (claimed.start, claimed.end):
                return stated
        if not claimed.is_bounded:
            return claimed if any(_bounds(claimed, stated) for stated in (*self.named, *self.implied)) else None
        finer = {i for i in self.named if i.is_unit and claimed.is_unit and claimed.contains(i)}
        return finer.pop() if len(finer) == 1 else None


def claimed_interval(text: str) -> Interval | None:
    """The interval that a model writes: in normal form, or in words that leave nothing open ("March 2024")."""
    try:
        return Interval.parse(text)
    except TemporalError:
        found = find_expressions(text)
    whole = [e for e in found if len(e.text) >= len(text.strip()) - 1 and is_dated(e)]
    return whole[0].interval if len(whole) == 1 else None


def stated_times(
    sentences: Sequence[tuple[str, Sequence[TimeExpression]]], implied: Sequence[Interval | None]
) -> StatedTimes:
    """The times of ``sentences``, each with the expressions inside it; ``implied``, the surest first."""
    known = tuple(dict.fromkeys(i for i in implied if i is not None))
    named: list[Interval] = []
    for sentence, expressions in sentences:
        dated = [e.interval for e in expressions if is_dated(e) and e.interval is not None]
        named += dated
        named += _stretches(dated[:_MOST_RANGED])
        compared = compared_interval(sentence, expressions, known[0] if known else None)
        named += [] if compared is None else [compared]
    return StatedTimes(tuple(dict.fromkeys(named)), known)


def _stretches(dated: Sequence[Interval]) -> Iterator[Interval]:
    """From each time to a later one: "from 2019 to 2021" are two expressions."""
    for index, first in enumerate(dated):
        for last in dated[index + 1 :]:
            if first.start is not None and last.end is not None and first.start < last.end:
                yield Interval(first.start, last.end, min(first.granularity, last.granularity, key=_rank))


def _rank(granularity: Granularity) -> int:
    return granularity.rank


def _bounds(claimed: Interval, stated: Interval) -> bool:
    """Whether an interval with an open side starts or ends where a stated one does."""
    if claimed.start is not None:
        return claimed.start in (stated.start, stated.end)
    return claimed.end is not None and claimed.end in (stated.start, stated.end)

"""Which of several holds longer or more often, and whether one fact lies before another: what both rest on is told."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence

from timeweave.question.logical.form import Order, Pick
from timeweave.records import SupportedFact
from timeweave.retrieval.reason.readings import Reading
from timeweave.temporal.interval import Granularity, Interval, unit_start

When = Callable[[Interval | None], str]


def by_end(facts: Iterable[SupportedFact], reading: Reading) -> dict[str, list[SupportedFact]]:
    """Facts by the end that is not the seed of a reading."""
    found: dict[str, list[SupportedFact]] = {}
    for s in facts:
        found.setdefault(reading.answer_end(s), []).append(s)
    return found


def among(facts: Sequence[SupportedFact], reading: Reading, *, all_known: bool) -> list[SupportedFact]:
    """Those of what a question gives to choose from; with ``all_known`` none where of one of them nothing dated is
    known, without which nothing is compared.
    """
    if not reading.among:
        return list(facts)
    ends = by_end((s for s in facts if not all_known or _start(s) is not None), reading)
    if all_known and not all(meant & ends.keys() for meant in reading.among):
        return []
    return [s for meant in reading.among for end in sorted(meant & ends.keys()) for s in ends[end]]


def extreme(pick: Pick, facts: Sequence[SupportedFact], reading: Reading) -> list[SupportedFact]:
    """The facts of the ends that hold longest or shortest, or most or least often; none where one has no known length,
    or each is of one day.
    """
    ends = by_end(facts, reading)
    by_length = pick in (Pick.LONGEST, Pick.SHORTEST)
    sizes = {end: _days(found) if by_length else len(found) for end, found in ends.items()}
    known = [size for size in sizes.values() if size is not None]
    if not known or len(known) < len(sizes) or (by_length and all(_is_of_a_day(s) for s in facts)):
        return []
    edge = max(known) if pick in (Pick.LONGEST, Pick.MOST) else min(known)
    return [s for end, found in ends.items() if sizes[end] == edge for s in found]


def _is_of_a_day(supported: SupportedFact) -> bool:
    return supported.fact.valid is not None and supported.fact.valid.days == 1


def _days(facts: Iterable[SupportedFact]) -> int | None:
    """The days on which any of the facts holds; ``None`` where the length of one is not known."""
    days, reached = 0, dt.date.min
    for start, end in sorted(_bounds(s) for s in facts):
        if end is None:
            return None
        days += max(0, (end - max(start, reached)).days)
        reached = max(reached, end)
    return days


def _bounds(supported: SupportedFact) -> tuple[dt.date, dt.date | None]:
    """The first day of a fact and the one after its last; without the second where one of them is not known."""
    valid = supported.fact.valid
    return (dt.date.min, None) if valid is None or valid.start is None else (valid.start, valid.end)


def compared(
    pick: Pick, facts: Sequence[SupportedFact], reading: Reading, name: Callable[[str], str], when: When
) -> str:
    """What was compared: each end with its times, or with how often."""
    ends = by_end(facts, reading)
    by_number = pick in (Pick.MOST, Pick.FEWEST)
    told = {e: str(len(f)) if by_number else ", ".join(when(s.fact.valid) for s in f) for e, f in ends.items()}
    return "; ".join(f"{name(end)}: {times}" for end, times in told.items())


def in_order(
    order: Order, facts: Sequence[SupportedFact], anchor: SupportedFact, when: When
) -> tuple[str, SupportedFact] | None:
    """Whether one of the facts lies before (or after) another, as "Yes" or "No" with both times, and the fact that
    tells; ``None`` where none is dated, or dates are too coarse to tell.
    """
    dated = [(start, s) for s in facts if (start := _start(s)) is not None]
    if not dated or _start(anchor) is None or order is Order.SAME:
        return None
    told = {s.fact.id: precedes(s, anchor) if order is Order.BEFORE else precedes(anchor, s) for _, s in dated}
    is_so = any(told.values())
    if not is_so and None in told.values():
        return None
    those = [(start, s) for start, s in dated if not is_so or told[s.fact.id]]
    _, found = (min if order is Order.BEFORE else max)(those, key=lambda item: (item[0], item[1].fact.id))
    said = f"Yes: {{}}, {order} {{}}" if is_so else f"No: {{}}, not {order} {{}}"
    return said.format(when(found.fact.valid), when(anchor.fact.valid)), found


def precedes(one: SupportedFact, other: SupportedFact) -> bool | None:
    """Whether one fact begins before another; ``None`` where both begin in one month, quarter or year, as coarsely as
    the coarser of the two is dated, or one is not dated.
    """
    starts, valid = (_start(one), _start(other)), (one.fact.valid, other.fact.valid)
    if starts[0] is None or starts[1] is None or valid[0] is None or valid[1] is None:
        return None
    unit = max((v.granularity for v in valid if v is not None), key=lambda g: g.rank)
    first, second = unit_start(starts[0], unit), unit_start(starts[1], unit)
    return None if first == second and unit is not Granularity.DAY else first < second


def tells_apart(edge: Sequence[SupportedFact], facts: Sequence[SupportedFact], reading: Reading) -> bool:
    """Whether the dates tell that the facts of ``edge`` begin before, or after, those of all other ends."""
    ends = by_end(edge, reading)
    others = [s for s in facts if reading.answer_end(s) not in ends]
    return all(precedes(s, other) is not None for s in edge for other in others)


def _start(supported: SupportedFact) -> dt.date | None:
    return None if supported.fact.valid is None else supported.fact.valid.start

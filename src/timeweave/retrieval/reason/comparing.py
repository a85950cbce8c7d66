"""Which of several holds longer or more often, and whether one fact lies before another: what both rest on is told."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence

from timeweave.question.logical.form import Order, Pick
from timeweave.records import SupportedFact
from timeweave.retrieval.reason.readings import Reading
from timeweave.temporal.interval import Granularity, Interval

When = Callable[[Interval | None], str]


def by_end(facts: Iterable[SupportedFact], reading: Reading) -> dict[str, list[SupportedFact]]:
    """Facts by the end that is not the seed of a reading."""
    found: dict[str, list[SupportedFact]] = {}
    for s in facts:
        found.setdefault(reading.answer_end(s), []).append(s)
    return found


def among(facts: Sequence[SupportedFact], reading: Reading) -> list[SupportedFact]:
    """Those of what a question gives to choose from; none where of one of them nothing dated is known."""
    if not reading.among:
        return list(facts)
    ends = by_end((s for s in facts if _start(s) is not None), reading)
    if not all(meant & ends.keys() for meant in reading.among):
        return []
    return [s for meant in reading.among for end in sorted(meant & ends.keys()) for s in ends[end]]


def greatest(pick: Pick, facts: Sequence[SupportedFact], reading: Reading) -> list[SupportedFact]:
    """The facts of the ends that hold longest (`Pick.LONGEST`), or most often; none where one has no known length."""
    ends = by_end(facts, reading)
    sizes = {end: _days(found) if pick is Pick.LONGEST else len(found) for end, found in ends.items()}
    known = [size for size in sizes.values() if size is not None]
    if not known or len(known) < len(sizes):
        return []
    return [s for end, found in ends.items() if sizes[end] == max(known) for s in found]


def _days(facts: Iterable[SupportedFact]) -> int | None:
    """The days that facts last together; ``None`` where the length of one is not known."""
    spans = [None if s.fact.valid is None else s.fact.valid.days for s in facts]
    known = [days for days in spans if days is not None]
    return sum(known) if len(known) == len(spans) else None


def compared(
    pick: Pick, facts: Sequence[SupportedFact], reading: Reading, name: Callable[[str], str], when: When
) -> str:
    """What was compared: each end with its times, or with how often."""
    ends = by_end(facts, reading)
    told = {e: str(len(f)) if pick is Pick.MOST else ", ".join(when(s.fact.valid) for s in f) for e, f in ends.items()}
    return "; ".join(f"{name(end)}: {times}" for end, times in told.items())


def in_order(
    order: Order, facts: Sequence[SupportedFact], anchor: SupportedFact, when: When
) -> tuple[str, SupportedFact] | None:
    """Whether one of the facts lies before (or after) another, as "Yes" or "No" with both times, and the fact that
    tells; ``None`` where none is dated.
    """
    edge, dated = _start(anchor), [(start, s) for s in facts if (start := _start(s)) is not None]
    if not dated or edge is None or order is Order.SAME:
        return None
    start, told = (min if order is Order.BEFORE else max)(dated, key=lambda item: (item[0], item[1].fact.id))
    if start == edge and _grain(told) != _grain(anchor):
        return None
    is_so = start < edge if order is Order.BEFORE else start > edge
    said = f"Yes: {{}}, {order} {{}}" if is_so else f"No: {{}}, not {order} {{}}"
    return said.format(when(told.fact.valid), when(anchor.fact.valid)), told


def _start(supported: SupportedFact) -> dt.date | None:
    return None if supported.fact.valid is None else supported.fact.valid.start


def _grain(supported: SupportedFact) -> Granularity | None:
    return None if supported.fact.valid is None else supported.fact.valid.granularity

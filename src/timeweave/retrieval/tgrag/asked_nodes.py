"""T_q for global retrieval: the time nodes that a question asks about, each of which gets its share of what is found.

A quarter is a node; "2020 Q1 to 2022 Q4" is twelve; a year is asked about as a whole and by its quarters. Where a
bound is open the store's own nodes say how far it reaches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from timeweave.errors import TemporalError
from timeweave.store.base import View
from timeweave.temporal.hierarchy import LEVELS, ancestors, as_node, cover, nodes_at
from timeweave.temporal.interval import Granularity, Interval
from timeweave.temporal.scope import Scope

MOST_LEAVES = 24
_MOST_TOP = 6  # years of a question without a time
_MOST_OF_IT = 0.9  # share of what such a question is about that they hold together
_HARDLY = 0.01  # of what tells of the fullest node: less is a stray date, where a question names no bound
_LAST_YEAR = 4  # quarters of what is newest
_MOST_COVERED = 6  # nodes that stand for a period which is no node


@dataclass(frozen=True, slots=True)
class AskedNodes:
    """``leaves`` are disjoint periods in order of time, ``above`` the nodes asked about as a whole whose parts those
    are.
    """

    leaves: tuple[Interval, ...] = ()
    above: tuple[Interval, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """T_q by label, in order of time, a whole before its parts."""
        nodes = {*self.above, *(node for leaf in self.leaves for node in nodes_for(leaf))}
        return tuple(str(n) for n in sorted(nodes, key=_order))


def nodes_for(period: Interval) -> tuple[Interval, ...]:
    """The nodes of the hierarchy that stand for a period: itself, or those that it is made of, such as a fiscal
    quarter's months.
    """
    if period.is_unit:
        return (period,)
    covered = cover(period) if period.is_bounded else ()
    return covered if len(covered) <= _MOST_COVERED else ()


def asked_nodes(scope: Scope, view: View) -> AskedNodes:
    """The nodes of a question's scope; none where it has no time."""
    leaves: dict[Interval, None] = {}
    above: dict[Interval, None] = {}
    weights: Mapping[Interval, int] | None = None
    for interval in scope.intervals:
        fiscal = scope.fiscal_periods(interval)
        if fiscal:
            leaves.update(dict.fromkeys(fiscal))
            continue
        period = interval
        newest = Interval(None, interval.end) if scope.newest else interval
        if not newest.is_bounded:
            weights = weights if weights is not None else told_below(view)
            reached = _reached(newest, weights, newest=scope.newest)
            if reached is None:
                continue
            period = reached
        parts = _parts(period, scope.granularity)
        leaves.update(dict.fromkeys(parts))
        if period.is_unit and parts != [period]:
            above[period] = None
    return AskedNodes(tuple(_disjoint(leaves)), tuple(sorted(above, key=_order)))


def top_nodes(spoken_of: Mapping[Interval, float]) -> AskedNodes:
    """The years that hold most of what a question without a time is about; ``spoken_of`` says how much each holds."""
    total, held = sum(spoken_of.values()), 0.0
    chosen: list[Interval] = []
    for year, weight in sorted(spoken_of.items(), key=lambda item: (-item[1], str(item[0]))):
        if len(chosen) >= _MOST_TOP or held >= _MOST_OF_IT * total:
            break
        chosen.append(year)
        held += weight
    return AskedNodes(tuple(sorted(chosen, key=_order)))


def told_below(view: View) -> dict[Interval, int]:
    """How many facts are stamped with each node or one below it, and how many documents report on it or were published
    in it: what states no fact tells of its time, too.
    """
    counts: Counter[Interval] = Counter()
    for node in view.time_nodes():
        _count(as_node(node.label), node.facts, counts)
    for info in view.documents():
        published = None if info.published is None else Interval.day(info.published)
        told = info.period if info.period is not None and info.period.is_unit else published
        if told is not None:
            _count(told, 1, counts)
    return dict(counts)


def _count(unit: Interval, number: int, counts: Counter[Interval]) -> None:
    for node in (unit, *ancestors(unit)):
        counts[node] += number


def _reached(interval: Interval, weights: Mapping[Interval, int], *, newest: bool) -> Interval | None:
    """An open interval as far as the store's quarters tell of it; of the newest, the last year of them."""
    quarters = {n: w for n, w in weights.items() if n.granularity is Granularity.QUARTER and interval.overlaps(n)}
    least = _HARDLY * max(quarters.values(), default=0)
    held = sorted((n for n, w in quarters.items() if w > least), key=_order)
    if not held:
        return None
    if newest:
        return Interval(held[-_LAST_YEAR:][0].start, held[-1].end, Granularity.QUARTER)
    start, end = interval.start or held[0].start, interval.end or held[-1].end
    if start is None or end is None or start >= end:
        return None
    try:
        return Interval(start, end, max(interval.granularity, Granularity.QUARTER, key=lambda level: level.rank))
    except TemporalError:  # the question's own bound lies inside a quarter
        return Interval(start, end)


def _parts(period: Interval, asked: Granularity | None) -> list[Interval]:
    """The nodes of a bounded period: in the unit asked for, else a year by its quarters and a run by its units, coarser
    where they would be too many.
    """
    if period.is_unit and period.granularity is not Granularity.YEAR and (asked is None or asked is period.granularity):
        return [period]
    finest = asked or (Granularity.QUARTER if period.granularity is Granularity.YEAR else period.granularity)
    levels: Sequence[Granularity] = [level for level in reversed(LEVELS) if level.rank >= finest.rank]
    for level in levels:
        nodes = list(nodes_at(period, level))
        if len(nodes) <= MOST_LEAVES:
            return nodes
    return list(nodes_at(period, Granularity.YEAR))[-MOST_LEAVES:]


def _disjoint(leaves: Iterable[Interval]) -> list[Interval]:
    """Each stretch of time once: of nodes one of which holds another, the parts; at most so many, the latest."""
    every = sorted(set(leaves), key=_order)
    kept = [n for n in every if not any(n != o and n.contains(o) for o in every)]
    return kept[-MOST_LEAVES:]


def _order(node: Interval) -> tuple[str, int, str]:
    return (str(node.start or ""), -(node.days or 0), str(node))

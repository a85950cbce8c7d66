"""The time hierarchy as far as a store's facts need it (TG-04): from stamps of facts to nodes with their parents."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence

from timeweave.records import TimeNode
from timeweave.temporal.hierarchy import as_node, parent
from timeweave.temporal.interval import Interval


def stamps(valid: Interval | None) -> tuple[Interval, ...]:
    """The nodes that a fact of this validity is stamped with: its own unit, or the units in which it starts and ends.

    What holds from 2019-05 on is news of May 2019; it is *active* at every later node, which is another question.
    """
    if valid is None:
        return ()
    if valid.is_unit:
        return (valid,)
    return tuple(node for node in (valid.first_unit, valid.last_unit) if node is not None)


def nodes_from_counts(valid: Iterable[tuple[Interval | None, int]]) -> Sequence[TimeNode]:
    """The nodes that so many facts of each validity are stamped with, and all above them."""
    counts: Counter[Interval] = Counter()
    for interval, facts in valid:
        for node in stamps(interval):
            counts[node] += facts
    links: dict[Interval, Interval | None] = {}
    for node in counts:
        current: Interval | None = node
        while current is not None and current not in links:
            links[current] = parent(current)
            current = links[current]
    nodes = (TimeNode(str(n), n.granularity, str(up) if up else None, counts[n]) for n, up in links.items())
    return tuple(sorted(nodes, key=node_order))


def node_from_row(label: str, above: str | None, facts: int) -> TimeNode:
    """A node as it is stored."""
    return TimeNode(label, as_node(label).granularity, above, facts)


def node_order(node: TimeNode) -> tuple[dt.date, int]:
    """By (start, coarse first)."""
    return (as_node(node.label).first_day, -node.granularity.rank)

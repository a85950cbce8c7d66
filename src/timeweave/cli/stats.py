"""`timeweave stats`: sizes, time range, ledger, the graph."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from timeweave import wire
from timeweave.cli.costs import show_costs
from timeweave.cli.options import DEFAULT_KB, AsOf, Json, KnowledgeBasePath, as_of_day
from timeweave.cli.output import console, number_of, table, write_json
from timeweave.opening import open_knowledge_base
from timeweave.overviews import Stats
from timeweave.records import Cost, Usage

if TYPE_CHECKING:
    from timeweave.drawing.statistics import GraphStatistics


class By(enum.StrEnum):
    """What the ledger is told by."""

    STAGE = "stage"
    OPERATION = "operation"
    DOCUMENT = "document"


def run(
    kb: KnowledgeBasePath = DEFAULT_KB,
    as_of: AsOf = None,
    by: Annotated[By, typer.Option("--by", help="What the costs are told by.")] = By.STAGE,
    graph: Annotated[bool, typer.Option("--graph", help="Count the graph's nodes and edges, by kind.")] = False,
    as_json: Json = False,
) -> None:
    """Show how much the store holds, what time it speaks of, and what it has cost."""
    with open_knowledge_base(kb, create=False) as base:
        day = as_of_day(as_of)
        stats = base.stats(as_of=day)
        costs = dict(stats.ledger) if by is By.STAGE else summed(base.costs(as_of=day), by)
        counted = base.graph(as_of=day) if graph else None
    if as_json:
        document = wire.stats_to_json(stats)
        if by is not By.STAGE:
            document["costs"] = wire.usage_to_json(costs)
        if counted is not None:
            document["graph"] = wire.graph_to_json(counted)
        write_json(document)
        return
    _show(stats)
    if counted is not None:
        _show_graph(counted)
    show_costs(console(), by.value, costs)


def summed(costs: Iterable[Cost], by: By) -> dict[str, Usage]:
    """The ledger by operation, or by document."""
    found: dict[str, Usage] = {}
    for cost in costs:
        kind, _, name = cost.about.partition(":")
        key = cost.operation if by is By.OPERATION else name
        if key and (by is By.OPERATION or kind == "document"):
            found[key] = found.get(key, Usage()) + cost.usage
    return found


def _show(stats: Stats) -> None:
    out = console()
    out.print(" · ".join(number_of(count, what) for what, count in stats.counts.items()))
    if stats.time_range:
        out.print(f"speaks of {stats.time_range[0]} to {stats.time_range[1]}")
    out.print(f"{stats.bytes / 1e6:,.1f} MB on disk · vectors by {stats.embedder}")


def _show_graph(counted: GraphStatistics) -> None:
    counts = table("graph", "")
    counts.columns[1].justify = "right"
    timeless = f"relations ({counted.timeless:,} without time)" if counted.timeless else "relations"
    rows = {
        "entities": counted.entities - counted.measures,
        "measures": counted.measures,
        timeless: counted.relations,
        "pairs that they join": counted.pairs,
        "parallel relations": counted.parallel,
        **{f"{level.value} nodes": count for level, count in counted.time_nodes},
        "links from time nodes to relations": counted.links,
    }
    for what, count in rows.items():
        counts.add_row(what, f"{count:,}")
    console().print(counts)

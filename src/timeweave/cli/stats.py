"""`timeweave stats`: sizes, time range, ledger."""

from __future__ import annotations

from timeweave import wire
from timeweave.cli.options import DEFAULT_KB, AsOf, Json, KnowledgeBasePath, as_of_day
from timeweave.cli.output import console, table, write_json
from timeweave.knowledge_base import open_knowledge_base

NAME = "stats"


def run(kb: KnowledgeBasePath = DEFAULT_KB, as_of: AsOf = None, as_json: Json = False) -> None:
    """Show how much the store holds, what time it speaks of, and what each stage has cost."""
    with open_knowledge_base(kb, create=False) as base:
        stats = base.stats(as_of=as_of_day(as_of))
    if as_json:
        write_json(wire.stats_to_json(stats))
        return
    out = console()
    out.print(" · ".join(f"{count:,} {what}" for what, count in stats.counts.items()))
    if stats.time_range:
        out.print(f"speaks of {stats.time_range[0]} to {stats.time_range[1]}")
    out.print(f"{stats.bytes / 1e6:,.1f} MB on disk · vectors by {stats.embedder}")
    costs = table("stage", "calls", "prompt tokens", "completion tokens", "cache hits", "seconds")
    for column in costs.columns[1:]:
        column.justify = "right"
    for stage, u in sorted(stats.ledger.items()):
        cells = (u.calls, u.prompt_tokens, u.completion_tokens, u.cache_hits)
        costs.add_row(stage, *(f"{c:,}" for c in cells), f"{u.seconds:,.2f}")
    out.print(costs)

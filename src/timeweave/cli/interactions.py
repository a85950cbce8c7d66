"""`timeweave interactions`: who acts with whom, and when."""

from __future__ import annotations

from typing import Annotated

import typer

from timeweave import wire
from timeweave.cli.options import DEFAULT_KB, BudgetTokens, BudgetUsd, Json, KnowledgeBasePath, Llm, LlmUrl
from timeweave.cli.output import console, number_of, plain, table, write_json
from timeweave.opening import open_knowledge_base


def run(
    subjects: Annotated[list[str], typer.Argument(metavar="NAME…", help="Whose interactions.")],
    variant: Annotated[
        str, typer.Option("--variant", help="m1 (with all whom a chunk marks) or m2 (prominent pairs, in batches).")
    ] = "m1",
    kb: KnowledgeBasePath = DEFAULT_KB,
    llm: Llm = None,
    llm_url: LlmUrl = None,
    budget_tokens: BudgetTokens = None,
    budget_usd: BudgetUsd = None,
    as_json: Json = False,
) -> None:
    """Show who acts with whom over time; with a model for indexing its words, which are kept as facts."""
    models = {"llm": llm, "llm_url": llm_url, "budget_tokens": budget_tokens, "budget_usd": budget_usd}
    with open_knowledge_base(kb, create=False, **models) as base:  # type: ignore[arg-type]
        done = base.interactions(*subjects, variant=variant)
    if as_json:
        write_json(wire.interactions_to_json(done))
        return
    shown = table("day", "interaction", "stated by")
    for one in done.interactions:
        shown.add_row(one.day.isoformat(), plain(one.text), plain(one.place.info.id))
    console().print(shown)
    console().print(f"{number_of(len(done.interactions), 'interactions')}, {done.kept} new facts")

"""`timeweave watch`: follows feeds, and takes in what they tell."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Annotated

import typer

from timeweave import wire
from timeweave.cli.feeds import AllowPrivate, Pages, duration, visitor
from timeweave.cli.options import DEFAULT_KB, BudgetTokens, BudgetUsd, Json, KnowledgeBasePath, Llm, LlmUrl
from timeweave.cli.output import complain, console, name_failures, number_of
from timeweave.opening import open_knowledge_base
from timeweave.outcomes import FollowResult


def run(
    feeds: Annotated[
        list[str], typer.Argument(metavar="FEED…", help="Feeds, sitemaps and pages, as https://HOST/PATH.")
    ],
    kb: KnowledgeBasePath = DEFAULT_KB,
    every: Annotated[str, typer.Option("--every", metavar="TIME", help="How often: 15m, 2h, 1d.")] = "15m",
    rounds: Annotated[int | None, typer.Option("--rounds", min=1, help="End after so many visits.")] = None,
    pages: Pages = False,
    allow_private: AllowPrivate = None,
    llm: Llm = None,
    llm_url: LlmUrl = None,
    budget_tokens: BudgetTokens = None,
    budget_usd: BudgetUsd = None,
    as_json: Json = False,
) -> None:
    """Follow feeds: RSS, Atom, JSON Feed, sitemaps of news, pages and JSON Lines on the web.

    Each document is durable once counted; the same command goes on where an earlier one was stopped. With --json, one
    line for each round.
    """
    models = {"llm": llm, "llm_url": llm_url, "budget_tokens": budget_tokens, "budget_usd": budget_usd}
    with open_knowledge_base(kb, **models) as base:  # type: ignore[arg-type]
        following = base.follow(feeds, visitor=visitor(allow_private), every=duration(every), pages=pages)
        for done in following.rounds(rounds):
            _tell(done, kb, as_json)
            if done.added.stopped is not None:
                raise typer.Exit(1)


def _tell(done: FollowResult, kb: Path, as_json: bool) -> None:
    added = done.added
    if as_json:
        typer.echo(json.dumps(wire.follow_to_json(done)))
        return
    name_failures(added.failed)
    told = f"added {added.added}, replaced {added.replaced}, failed {len(added.failed)}"
    visits = f"{number_of(done.visited, 'feeds')}, {done.unchanged} with nothing new"
    waiting = f", {done.waiting} left alone until later" if done.waiting else ""
    console().print(f"{dt.datetime.now().astimezone():%Y-%m-%d %H:%M} {visits}{waiting}: {told}")
    if added.stopped is not None:
        complain(f"{added.stopped}; the same command goes on from there, in {str(kb)!r}", kind="stopped")

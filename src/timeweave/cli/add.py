"""`timeweave add`: files, folders, JSON Lines, triples and feeds into the store."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

import typer

from timeweave import wire
from timeweave.cli.costs import lines_of_costs
from timeweave.cli.feeds import AllowPrivate, Pages, feeds_among, visitor
from timeweave.cli.options import DEFAULT_KB, BudgetTokens, BudgetUsd, EmbedderUrl, Json, KnowledgeBasePath, Llm, LlmUrl
from timeweave.cli.output import complain, console, name_failures, number_of, progress_bar, write_json
from timeweave.errors import UsageError, command
from timeweave.opening import open_knowledge_base
from timeweave.outcomes import AddEstimate, AddResult

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class _Wanted(TypedDict):
    """What a dry run and a real one are told alike."""

    mapping: dict[str, str]
    progress: Callable[[str, int], None]
    reread: bool
    follow_links: bool
    markup: str | None
    concepts: bool | None


def run(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH…", help="Files and folders, and feeds and pages as https://HOST/PATH."),
    ],
    kb: KnowledgeBasePath = DEFAULT_KB,
    fields: Annotated[
        str, typer.Option("--map", metavar="TARGET=SOURCE,…", help="Rename fields, as in date=extra.published.")
    ] = "",
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; by default one per core.")] = None,
    embedder: Annotated[str | None, typer.Option(help="Embedding model for a new knowledge base.")] = None,
    embedder_url: EmbedderUrl = None,
    llm: Llm = None,
    llm_url: LlmUrl = None,
    budget_tokens: BudgetTokens = None,
    budget_usd: BudgetUsd = None,
    reread: Annotated[bool, typer.Option("--reread", help="Read anew what is known with the same content.")] = False,
    follow_links: Annotated[
        bool, typer.Option("--follow-links", help="Follow symbolic links that lead out of a folder.")
    ] = False,
    markup: Annotated[
        str | None, typer.Option("--as", metavar="MARKUP", help="How texts are written: conversation, markdown, plain.")
    ] = None,
    concepts: Annotated[
        bool | None,
        typer.Option("--concepts/--no-concepts", help="Facts of common nouns too; by default as the settings say."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Estimate calls, tokens and cost; change nothing.")
    ] = False,
    pages: Pages = False,
    allow_private: AllowPrivate = None,
    as_json: Json = False,
) -> None:
    """Add documents: text, Markdown, HTML, PDF, Office files, mail, captions, chats, JSON Lines, CSV, feeds, triples.

    Each is durable once counted; the same command goes on where an earlier one was stopped.
    """
    mapping = _mapping(fields)
    feeds, files = feeds_among(paths)
    if feeds and dry_run:
        raise UsageError(
            f"--dry-run fetches nothing, and {feeds[0]!r} is on the web: save it to a file, or leave it out"
        )
    bar = progress_bar()
    with (
        open_knowledge_base(
            kb,
            embedder=embedder,
            embedder_url=embedder_url,
            llm=llm,
            llm_url=llm_url,
            budget_tokens=budget_tokens,
            budget_usd=budget_usd,
            dry=dry_run,
        ) as base,
        bar,
    ):
        task = bar.add_task("documents", total=None)
        moves = functools.partial(_move, bar, task)
        wanted = _Wanted(
            mapping=mapping,
            progress=moves,
            reread=reread,
            follow_links=follow_links,
            markup=markup,
            concepts=concepts,
        )
        if dry_run:
            expected = base.add(files, **wanted, dry_run=True)
        elif files:
            done = base.add(files, **wanted, workers=workers)
        if feeds and not dry_run:
            following = base.follow(
                feeds, visitor=visitor(allow_private), workers=workers, pages=pages, mapping=mapping
            )
            told = following.once(at_once=True).added
            done = done + told if files else told
    if dry_run:
        _tell_estimate(expected, as_json)
    else:
        _tell(done, kb, as_json)


def _move(bar: Progress, task: TaskID, _: str, done: int) -> None:
    bar.update(task, completed=done)


def _tell(done: AddResult, kb: Path, as_json: bool) -> None:
    if as_json:
        write_json(wire.add_to_json(done))
    else:
        name_failures(done.failed)
        counts = f"added {done.added}, unchanged {done.unchanged}, replaced {done.replaced}"
        counts += f", reread {done.reread}" if done.reread else ""
        console().print(f"{counts}, failed {len(done.failed)} in {done.elapsed_ms / 1000:.1f} s")
        for line in lines_of_costs(done.usage):
            console().print(line)
    if done.fallbacks:
        chunks = number_of(done.fallbacks, "chunks")
        remedy = f"{command('add --reread', kb)} asks for them again"
        complain(f"the model gave nothing usable for {chunks}, which rules alone have read: {remedy}", kind="warning")
    if done.by_rules:
        documents = number_of(done.by_rules, "documents")
        said = f"rules alone have read {documents} of those known, or parts of them"
        complain(f"{said}: `--reread` has the model read them", kind="warning")
    if done.other_relations:
        documents = number_of(done.other_relations, "documents")
        said = f"{documents} in {str(kb)!r} had other [[relation]] rows in the settings when read"
        complain(f"{said}: adding them again with `--reread` reads them with those of now", kind="warning")
    if done.stopped is not None:
        complain(f"{done.stopped}; the same command goes on from there", kind="stopped")
    if done.failed or done.stopped is not None:
        raise typer.Exit(1)


def _tell_estimate(expected: AddEstimate, as_json: bool) -> None:
    if as_json:
        write_json(wire.estimate_to_json(expected))
    else:
        name_failures(expected.failed)
        out = console()
        documents, chunks = number_of(expected.documents, "documents"), number_of(expected.chunks, "chunks")
        again = f", read anew {expected.reread}" if expected.reread else ""
        out.print(f"would add {documents} in {chunks}; unchanged {expected.unchanged}{again}")
        out.print(f"reports that would become stale: {len(expected.stale_nodes)}")
        for line in lines_of_costs(expected.usage):
            out.print(line)
        if expected.unpriced:
            out.print("the price of a call is not known")
    if expected.failed:
        raise typer.Exit(1)


def _mapping(fields: str) -> dict[str, str]:
    mapping = {}
    for pair in filter(None, fields.split(",")):
        target, equals, source = pair.partition("=")
        if not (target and equals and source):
            raise UsageError(f"--map: {pair!r} is not TARGET=SOURCE, as in text=cleaned_content")
        mapping[target.strip()] = source.strip()
    return mapping

"""`timeweave add`: files, folders, JSON Lines, triples and feeds into the store."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from timeweave import wire
from timeweave.cli.options import DEFAULT_KB, Json, KnowledgeBasePath
from timeweave.cli.output import complain, console, errors, write_json
from timeweave.errors import UsageError
from timeweave.knowledge_base import open_knowledge_base
from timeweave.records import Usage
from timeweave.results import AddResult

if TYPE_CHECKING:
    from rich.progress import Progress

NAME = "add"


def run(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH…", help="Files and folders."),
    ],
    kb: KnowledgeBasePath = DEFAULT_KB,
    fields: Annotated[
        str, typer.Option("--map", metavar="TARGET=SOURCE,…", help="Rename fields of JSON Lines and CSV.")
    ] = "",
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; by default one per core.")] = None,
    embedder: Annotated[str | None, typer.Option(help="Packaged model for a new knowledge base.")] = None,
    as_json: Json = False,
) -> None:
    """Add documents: text, Markdown, HTML, PDF, JSON Lines, CSV, feeds, dated triples.

    Each is durable once counted; the same command goes on where an earlier one was stopped.
    """
    mapping = _mapping(fields)
    total = AddResult(0, 0, 0, (), {}, 0.0)
    bar = _progress_bar()
    with open_knowledge_base(kb, embedder=embedder) as base, bar:
        for path in paths:
            task = bar.add_task(str(path), total=None)
            result = base.add(
                path,
                mapping=mapping,
                workers=workers,
                progress=lambda _, done, task=task: bar.update(task, completed=done),  # type: ignore[misc]
            )
            total = _sum(total, result)
    if as_json:
        write_json(wire.add_to_json(total))
    else:
        for failure in total.failed:
            line = f":{failure.line}" if failure.line is not None else ""
            complain(f"{failure.source}{line}: {failure.error}", kind="failed")
        counts = f"added {total.added}, unchanged {total.unchanged}, replaced {total.replaced}"
        console().print(f"{counts}, failed {len(total.failed)} in {total.elapsed_ms / 1000:.1f} s")
    if total.failed:
        raise typer.Exit(1)


def _progress_bar() -> Progress:
    # a costly import that only this command needs
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=errors(),
        transient=True,
        disable=not errors().is_terminal,
    )


def _mapping(fields: str) -> dict[str, str]:
    mapping = {}
    for pair in filter(None, fields.split(",")):
        target, equals, source = pair.partition("=")
        if not (target and equals and source):
            raise UsageError(f"--map: {pair!r} is not TARGET=SOURCE, as in text=cleaned_content")
        mapping[target.strip()] = source.strip()
    return mapping


def _sum(one: AddResult, other: AddResult) -> AddResult:
    stages = {*one.usage, *other.usage}
    return AddResult(
        one.added + other.added,
        one.unchanged + other.unchanged,
        one.replaced + other.replaced,
        one.failed + other.failed,
        {s: one.usage.get(s, Usage()) + other.usage.get(s, Usage()) for s in stages},
        one.elapsed_ms + other.elapsed_ms,
    )

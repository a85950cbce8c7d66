"""`timeweave changes`: what was added, closed, contradicted, removed, and why."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from timeweave import wire, wire_graph
from timeweave.cli.explained import show_explanation
from timeweave.cli.options import DEFAULT_KB, AsOf, Json, KnowledgeBasePath, as_of_day
from timeweave.cli.output import console, number_of, plain, print_indented, write_json
from timeweave.errors import TemporalError, UsageError
from timeweave.opening import open_knowledge_base
from timeweave.records import Event, FactEvent, RecordedChange
from timeweave.temporal.interval import Interval

NAME = "changes"

_PAGE = 20
_EVENTS = 4  # of one kind that are told of one change
_USUAL = frozenset({Event.ADDED, Event.MERGED})  # whose reason is always the same
_STYLES = {
    Event.CLOSED: "yellow",
    Event.DISPUTED: "yellow",
    Event.RESTATED: "yellow",
    Event.UNSUPPORTED: "dim",
    Event.REMOVED: "red",
}


def run(
    kb: KnowledgeBasePath = DEFAULT_KB,
    since: Annotated[str | None, typer.Option(metavar="DATE", help="Only what was recorded from then on.")] = None,
    entity: Annotated[str | None, typer.Option(metavar="NAME", help="Only facts that name it.")] = None,
    relation: Annotated[str | None, typer.Option(metavar="NAME", help="Only facts of relations that begin so.")] = None,
    kind: Annotated[str | None, typer.Option(help="Only added, merged, closed, disputed, restated, removed …")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Changes on a page: 20 where shown, else all.")] = None,
    explained: Annotated[
        str | None,
        typer.Option("--explain", metavar="FACT", help="Why a fact stands as it does: its id, or its words."),
    ] = None,
    as_of: AsOf = None,
    page: Annotated[int, typer.Option(min=1, help="Which page, the newest first.")] = 1,
    as_json: Json = False,
) -> None:
    """Show the log of changes, the newest first; with --json in the order in which they were made."""
    if explained is not None:
        with open_knowledge_base(kb, create=False) as base:
            explanation = base.explain(explained, as_of=as_of_day(as_of))
        if as_json:
            write_json(wire_graph.explanation_to_json(explanation))
        else:
            show_explanation(explanation)
        return
    if as_of is not None:
        raise UsageError("--as-of goes with --explain FACT; --since narrows the log")
    start = None
    if since is not None:
        try:
            start = Interval.parse(since).start
        except TemporalError as error:
            raise UsageError(f"--since: {error}") from None
    with open_knowledge_base(kb, create=False) as base:
        most = page * limit if as_json and limit is not None else None  # else all are counted
        found = base.changes(since=start, entity=entity, relation=relation, kind=kind, limit=most)
    if as_json:
        end = len(found) - (page - 1) * (limit or len(found))
        chosen = found[max(0, end - (limit or end)) : max(0, end)]
        write_json([wire.change_to_json(change) for change in chosen])
        return
    show_changes(found, limit or _PAGE, page)


def show_changes(changes: Sequence[RecordedChange], limit: int, page: int) -> None:
    """What happened in all; then a page of changes, the newest first, each with its events by kind."""
    out = console()
    counts = Counter(event.event for change in changes for event in change.events)
    total = ", ".join(f"{counts[event]:,} {event.value}" for event in Event if counts[event])
    out.print(Text(f"{number_of(len(changes), 'changes')}: {total or 'no events of facts'}", style="bold"))
    newest = list(reversed(changes))
    shown = newest[(page - 1) * limit : page * limit]
    for change in shown:
        _show(out, change)
    pages = -(-len(newest) // limit)
    if pages > 1:
        out.print()
        more = "--page N, --limit N, --since DATE, --entity NAME, --relation NAME, --kind KIND"
        print_indented(out, Text(f"page {page:,} of {pages:,}: {more}", style="dim"), 0)


def _show(out: Console, change: RecordedChange) -> None:
    head = f"{change.sequence}  {change.recorded:%Y-%m-%d %H:%M}  {change.kind} {plain(change.document_id)}"
    print_indented(out, Text(head, style="bold" if change.events else "dim"), 0)
    order = sorted(change.events, key=lambda e: list(Event).index(e.event))
    for event, group in itertools.groupby(order, key=lambda e: e.event):
        events = list(group)
        for told in events[:_EVENTS]:
            print_indented(out, _line(told), 4)
        if len(events) > _EVENTS:
            print_indented(out, Text(f"and {len(events) - _EVENTS:,} more {event.value}", style="dim"), 4)


def _line(event: FactEvent) -> Text:
    line = Text(f"{event.event.value}: ", style=_STYLES.get(event.event, "")).append(plain(event.text), style="default")
    return line if event.event in _USUAL else line.append(f" — {plain(event.why)}", style="dim")

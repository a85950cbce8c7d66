"""`timeweave changes`: what was added, closed, contradicted, removed, and why."""

from __future__ import annotations

import enum
import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from timeweave import wire, wire_graph
from timeweave.cli.explained import show_explanation
from timeweave.cli.options import DEFAULT_KB, AsOf, Json, KnowledgeBasePath, as_of_day
from timeweave.cli.output import console, number_of, plain, print_indented, write_json
from timeweave.errors import TemporalError, UsageError
from timeweave.evolving import PUBLISHED, RECORDED
from timeweave.opening import open_knowledge_base
from timeweave.records import Event, FactEvent, RecordedChange
from timeweave.reports.telling import Wording
from timeweave.temporal.interval import Interval

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


class Days(enum.StrEnum):
    """Which days count."""

    RECORDED = RECORDED
    PUBLISHED = PUBLISHED


def run(
    kb: KnowledgeBasePath = DEFAULT_KB,
    since: Annotated[str | None, typer.Option(metavar="DATE", help="Only from that day on.")] = None,
    until: Annotated[str | None, typer.Option(metavar="DATE", help="Only up to that day.")] = None,
    by: Annotated[
        Days, typer.Option(help="Which days: on which it was recorded, or published, each in their order.")
    ] = Days.RECORDED,
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
    start, day = _bound(since, "--since").start, as_of_day(as_of)
    last = None if until is None else _bound(until, "--until").last_day
    with open_knowledge_base(kb, create=False) as base:
        most = page * limit if as_json and limit is not None else None  # else all are counted
        found = base.changes(
            since=start, until=last, entity=entity, relation=relation, kind=kind, limit=most, as_of=day, by=by.value
        )
        size = limit or (len(found) if as_json else _PAGE)
        end = max(0, len(found) - (page - 1) * size)
        chosen = found[max(0, end - size) : end]
        wording = base.in_words(chosen, as_of=day)
    if as_json:
        write_json([wire.change_to_json(change, wording) for change in chosen])
    else:
        shown = Shown(list(reversed(chosen)), wording, page, -(-len(found) // size) if found else 1)
        show_changes(found, shown, published=by is Days.PUBLISHED)


def _bound(text: str | None, named: str) -> Interval:
    """The period that an option gives; without one all time."""
    try:
        return Interval(None, None) if text is None else Interval.parse(text)
    except TemporalError as error:
        raise UsageError(f"{named}: {error}") from None


@dataclass(frozen=True, slots=True)
class Shown:
    """A page of changes, the newest first, with its facts in words; which page it is, and of how many."""

    changes: Sequence[RecordedChange]
    wording: Wording
    page: int
    pages: int


def show_changes(changes: Sequence[RecordedChange], shown: Shown, *, published: bool = False) -> None:
    """What happened in all; then a page of it, each change with its events by kind."""
    out = console()
    counts = Counter(event.event for change in changes for event in change.events)
    total = ", ".join(f"{counts[event]:,} {event.value}" for event in Event if counts[event])
    out.print(Text(f"{number_of(len(changes), 'changes')}: {total or 'no events of facts'}", style="bold"))
    for change in shown.changes:
        _show(out, change, shown.wording, published=published)
    if shown.pages > 1:
        out.print()
        more = "--page N, --limit N, --since DATE, --entity NAME, --relation NAME, --kind KIND"
        print_indented(out, Text(f"page {shown.page:,} of {shown.pages:,}: {more}", style="dim"), 0)


def _show(out: Console, change: RecordedChange, wording: Wording, *, published: bool) -> None:
    when = f"{change.day}" if published else f"{change.sequence}  {change.recorded:%Y-%m-%d %H:%M}"
    head = f"{when}  {change.kind} {plain(change.document_id)}"
    print_indented(out, Text(head, style="bold" if change.events else "dim"), 0)
    order = sorted(change.events, key=lambda e: list(Event).index(e.event))
    for event, group in itertools.groupby(order, key=lambda e: e.event):
        events = list(group)
        for told in events[:_EVENTS]:
            print_indented(out, _line(told, wording), 4)
        if len(events) > _EVENTS:
            print_indented(out, Text(f"and {len(events) - _EVENTS:,} more {event.value}", style="dim"), 4)


def _line(event: FactEvent, wording: Wording) -> Text:
    line = Text(f"{event.event.value}: ", style=_STYLES.get(event.event, ""))
    line.append(plain(wording.fact(event)), style="default")
    return line if event.event in _USUAL else line.append(f" — {plain(wording.why(event))}", style="dim")

"""`timeweave timeline`: the facts of an entity in order of time."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from timeweave import wire
from timeweave.cli.options import DEFAULT_KB, AsOf, Json, KnowledgeBasePath, as_of_day
from timeweave.cli.output import console, number_of, plain, print_indented, print_item, write_json
from timeweave.cli.spikes import Queries, SpikesFigure, SpikesOnly, tell_spikes
from timeweave.evolution.identity.decisions import address_of
from timeweave.extraction.relations.offices import is_office
from timeweave.opening import open_knowledge_base
from timeweave.overviews import Timeline
from timeweave.records import Fact, FactId, FactStatus, ResolvedFact
from timeweave.reports.wording import unusual
from timeweave.temporal.interval import Interval

_STYLES = {
    FactStatus.HOLDS: "",
    FactStatus.CLOSED: "dim",
    FactStatus.DISPUTED: "yellow",
    FactStatus.RESTATED: "dim strike",
}
_OTHER = "told once"
_MOST_ROWS, _ENDS = 12, 5  # of one relation where there are others, and of the first and the last of them
_WIDEST_DATE = 25


@dataclass(frozen=True, slots=True)
class _Row:
    """What one line tells: facts that say the same one after the other are one row."""

    relation: str
    value: str
    facts: tuple[ResolvedFact, ...]

    @property
    def first(self) -> ResolvedFact:
        """The earliest of them."""
        return self.facts[0]


def run(
    entity: Annotated[str, typer.Argument(help="A name, or id: and an id.")],
    relation: Annotated[str | None, typer.Argument(help="Only this relation or measure, without leaving out.")] = None,
    kb: KnowledgeBasePath = DEFAULT_KB,
    as_of: AsOf = None,
    spikes: SpikesOnly = False,
    queries: Queries = None,
    figure: SpikesFigure = None,
    as_json: Json = False,
) -> None:
    """Show an entity's facts by relation in order of time, with supersession and disagreement."""
    if spikes or queries or figure:
        tell_spikes(kb, entity, as_of_day(as_of), queries, figure, as_json=as_json)
        return
    with open_knowledge_base(kb, create=False) as base:
        result = base.timeline(entity, relation, as_of=as_of_day(as_of))
    if as_json:
        write_json(wire.timeline_to_json(result))
        return
    show_timeline(result)
    _show_others(result)


def show_timeline(timeline: Timeline) -> None:
    """A table for each relation, those with most to tell first; of one relation that was asked for every row."""
    out = console()
    name = plain(timeline.entity.name)
    groups = _by_relation(timeline)
    most = len(timeline.facts) if timeline.relation else _MOST_ROWS
    if len(groups) == 1:
        ((relation, rows),) = groups
        out.print(Text(f"{name} · {relation}", style="bold"))
        out.print(_table(rows, timeline, most=most))
        return
    told = f" · {number_of(len(timeline.facts), 'facts')}, {number_of(len(groups), 'relations')}" if groups else ""
    out.print(Text(name, style="bold").append(told, style="not bold dim"))
    several = [(relation, rows) for relation, rows in groups if len(rows) > 1]
    single = [row for _, rows in groups for row in rows if len(rows) == 1]
    if len(single) > 1:
        several.append((_OTHER, sorted(single, key=lambda row: (row.first.valid is None, _start(row.first)))))
    for relation, rows in several if len(single) > 1 else groups:
        out.print()
        out.print(Text(relation, style="bold cyan"))
        shown = _table(rows, timeline, most=most, relation=relation == _OTHER)
        out.print(Padding(shown, (0, 0, 0, 2), expand=False))
    if not groups:
        out.print("no facts")
    elif any(len(rows) > most for _, rows in several):
        out.print()
        print_indented(out, Text(f'all of one relation: timeweave timeline "{name}" RELATION', style="dim"), 0)


def _show_others(timeline: Timeline) -> None:
    """Who else bears the name, each with what it alone is asked for by."""
    if not timeline.others:
        return
    out = console()
    out.print()
    out.print(Text("the name may also mean:", style="dim"))
    for other in timeline.others:
        print_item(
            out, Text(f"{plain(other.name)}  {number_of(other.mentions, 'mentions')}  {plain(address_of(other.id))}")
        )


def _by_relation(timeline: Timeline) -> list[tuple[str, list[_Row]]]:
    """Relations between entities before measures, each in order of their first fact; measures by their rows.

    What nobody dates comes last.
    """
    name = plain(timeline.entity.name)
    groups: dict[tuple[bool, str], list[ResolvedFact]] = {}
    for resolved in sorted(timeline.facts, key=lambda r: r.valid is None):
        relation = _relation(resolved.fact)
        if resolved.fact.subject != timeline.entity.id:
            relation = f"{relation} of" if is_office(resolved.fact.relation) else f"{relation} {name}"
        groups.setdefault((resolved.fact.quantity is not None, relation), []).append(resolved)
    rows = {key: _folded(facts, timeline, key[1]) for key, facts in groups.items()}
    ordered = sorted(rows, key=lambda key: (key[0], -len(rows[key]) if key[0] else 0))
    return [(relation, rows[measured, relation]) for measured, relation in ordered]


def _folded(facts: Sequence[ResolvedFact], timeline: Timeline, relation: str) -> list[_Row]:
    """Rows in order of time; the same again with the same standing is one row with the one before."""

    def same(resolved: ResolvedFact) -> tuple[str, FactStatus]:
        return (_value(resolved, timeline), resolved.status)

    return [_Row(relation, value, tuple(run)) for (value, _), run in itertools.groupby(facts, key=same)]


def _table(rows: Sequence[_Row], timeline: Timeline, *, most: int, relation: bool = False) -> Table:
    """When, what, how it stands and who says so: nothing is cut, what is too long is wrapped."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    made.add_column("when", max_width=_WIDEST_DATE, no_wrap=True)
    if relation:
        made.add_column("relation", overflow="fold", ratio=2)
    made.add_column("value", overflow="fold", ratio=3)
    standing = any(_standing(row, timeline) for row in rows)
    if standing:
        made.add_column("standing", overflow="fold", max_width=24)
    made.add_column("stated by", overflow="fold", ratio=2, style="dim")
    shown = rows if len(rows) <= most else [*rows[:_ENDS], *rows[-_ENDS:]]
    for number, row in enumerate(shown):
        if number == _ENDS and len(shown) < len(rows):
            made.add_row(f"… {len(rows) - len(shown):,} more", style="dim")
        style = _STYLES[row.first.status]
        cells = [Text(_when(row)), *([Text(row.relation)] if relation else []), Text(row.value, style=style)]
        cells += [Text(_standing(row, timeline))] if standing else []
        made.add_row(*cells, Text(_sources(row)), style="yellow" if row.first.status is FactStatus.DISPUTED else "")
    return made


def _start(resolved: ResolvedFact) -> str:
    valid = resolved.valid
    return str(valid.start) if valid is not None and valid.start is not None else ""


def _when(row: _Row) -> str:
    """Dates in one form: ``2024-Q1``, ``2017-04-01 to 2024-05-31``, ``from 2024-06-01``, ``until 2020``."""
    if len(row.facts) == 1:
        return _period(row.first.valid)
    times = [r.valid for r in row.facts if r.valid is not None]
    if not times:
        return "?"
    first, last = _period(times[0]), _period(times[-1])
    if first == last:
        return first
    return f"{first.partition(' to ')[0]} to {last.rpartition(' to ')[2]}" if times[-1].end else first


def _period(valid: Interval | None) -> str:
    if valid is None:
        return "?"
    first, between, last = str(valid).partition("/")
    if not between:
        return first
    if last == "..":
        return f"from {first}"
    return f"until {last}" if first == ".." else f"{first} to {last}"


def _value(resolved: ResolvedFact, timeline: Timeline) -> str:
    fact = resolved.fact
    if fact.quantity is not None:
        return plain(fact.quantity.text)
    return plain(timeline.other_name(resolved))


def _standing(row: _Row, timeline: Timeline) -> str:
    """``closed``, ``restated as $5 million``, ``disputed: $4 million``; ``holds`` only of what is told with no end."""
    status, known = row.first.status, {r.fact.id: r for r in timeline.facts}
    others = ", ".join(dict.fromkeys(_value(known[id_], timeline) for id_ in _by(row) if id_ in known))
    if status is FactStatus.HOLDS:
        valid = row.first.valid
        return "holds" if valid is not None and valid.end is None else ""
    if status is FactStatus.RESTATED and others:
        return f"restated as {others}"
    return f"disputed: {others}" if status is FactStatus.DISPUTED and others else status.value


def _by(row: _Row) -> Iterable[FactId]:
    return sorted({id_ for resolved in row.facts for id_ in resolved.by})


def _sources(row: _Row) -> str:
    """The first document that says so, and how many more there are."""
    documents = list(dict.fromkeys(str(s.document_id) for r in row.facts for s in r.supports))
    more = f" +{len(documents) - 1:,}" if len(documents) > 1 else ""
    return f"{plain(documents[0])}{more}" if documents else ""


def _relation(fact: Fact) -> str:
    return plain(f"{fact.relation}{unusual(fact)}")

"""`timeweave timeline ENTITY --spikes`: the days on which an entity is spoken of far more than usual."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from timeweave import wire
from timeweave.cli.output import console, plain, print_indented, write_json
from timeweave.errors import UsageError
from timeweave.opening import open_knowledge_base

if TYPE_CHECKING:
    from timeweave.answering.stories.spikes import Spikes

_BLOCKS = " ▁▂▃▄▅▆▇█"
_WIDEST = 72

SpikesOnly = Annotated[bool, typer.Option("--spikes", help="The days on which it is spoken of far more than usual.")]
Queries = Annotated[
    Path | None,
    typer.Option("--queries", metavar="FILE", help="Count queries of a log (date, query, count), not articles."),
]
SpikesFigure = Annotated[
    Path | None, typer.Option("--figure", metavar="FILE", help="Draw the days with their spikes as SVG.")
]


def tell_spikes(
    kb: Path, entity: str, as_of: dt.date | None, queries: Path | None, figure: Path | None, *, as_json: bool
) -> None:
    """Find the spikes of an entity, show them, and draw them where that is wanted."""
    from timeweave.answering.stories.spikes import read_queries

    with open_knowledge_base(kb, create=False) as base:
        counts = None
        if queries is not None:
            counts = read_queries(queries, base.timeline(entity, as_of=as_of).entity)
        found = base.spikes(entity, as_of=as_of, counts=counts)
    if figure is not None:
        _draw(found, figure)
    if as_json:
        write_json(wire.spikes_to_json(found))
    else:
        _show(found)


def _draw(found: Spikes, figure: Path) -> None:
    from timeweave.drawing.spikes import draw_spikes

    told = [(s.first, s.last, s.peak, s.story) for s in found.spikes]
    try:
        figure.write_text(draw_spikes(found.entity.name, found.sums, found.threshold, told), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--figure: {str(figure)!r} cannot be written: {error.strerror}") from None


def _show(found: Spikes) -> None:
    out = console()
    if not found.sums:
        out.print(f"{plain(found.entity.name)}: no dated document speaks of it")
        return
    days = sorted(found.sums)
    out.print(Text(plain(found.entity.name), style="bold").append(f" · {days[0]} to {days[-1]}", style="not bold dim"))
    out.print(_bars([found.sums[day] for day in days]))
    for spike in found.spikes:
        when = str(spike.first) if spike.first == spike.last else f"{spike.first} to {spike.last}"
        out.print(Text(f"{when}, {spike.count} on {spike.peak}", style="cyan"))
        if spike.story:
            print_indented(out, plain(spike.story), 2)
    if not found.spikes:
        out.print("no spikes")


def _bars(sums: list[int]) -> str:
    """A block a day, or for several days the highest of them, so that the line fits."""
    each = -(-len(sums) // _WIDEST)
    highest = max(sums) or 1
    tops = [max(sums[start : start + each]) for start in range(0, len(sums), each)]
    return "".join(_BLOCKS[round(top / highest * (len(_BLOCKS) - 1))] for top in tops)

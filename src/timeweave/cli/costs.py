"""How costs are put in words and tables."""

from __future__ import annotations

from collections.abc import Mapping

from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from timeweave.cli.output import plain, print_indented, table
from timeweave.records import Usage


def words_of_cost(usage: Usage) -> str:
    """What calls of language models came to, in one line."""
    parts = [f"{usage.calls:,} call{'s' * (usage.calls != 1)}"]
    parts.append(f"{usage.prompt_tokens:,} + {usage.completion_tokens:,} tokens")
    if usage.usd:
        parts.append(f"${usage.usd:,.4f}")
    if usage.cache_hits:
        parts.append(f"{usage.cache_hits:,} answered before")
    if usage.retries:
        parts.append(f"{usage.retries:,} asked again")
    return ", ".join(parts)


def lines_of_costs(usage: Mapping[str, Usage]) -> list[str]:
    """A line a stage that asked a model for something that it counts in tokens, or would have."""
    asked = ((stage, used) for stage, used in sorted(usage.items()) if used.prompt_tokens or used.cache_hits)
    return [f"{stage}: {words_of_cost(used)}" for stage, used in asked]


def show_costs(out: Console, first: str, costs: Mapping[str, Usage]) -> None:
    """A table where it fits the terminal; else a line a thing, so that no figure is cut off."""
    if not costs:
        out.print(Text("nothing was spent", style="dim"))
        return
    made = _table(first, costs)
    if Measurement.get(out, out.options.update(max_width=_UNBOUNDED), made).minimum <= out.width:
        out.print(made)
        return
    for name, used in costs.items():
        out.print(Text(plain(name), style="bold"))
        cells = ((what, cell) for what, cell in _cells(used).items() if cell not in _NOTHING)
        print_indented(out, Text(", ".join(f"{what} {cell}" for what, cell in cells) or "nothing", style="dim"), 4)


def _table(first: str, costs: Mapping[str, Usage]) -> Table:
    """A row a thing: calls, tokens, money, time; columns that would be empty are left out."""
    rows = [(plain(name), _cells(used)) for name, used in costs.items()]
    headings = list(_cells(Usage()))
    kept = [h for h in headings if h in _ALWAYS or any(cells[h] not in _NOTHING for _, cells in rows)]
    made = table(first, *(h.replace(" ", "\n") for h in kept))
    made.columns[0].min_width = min(_WIDEST_NAME, max([cell_len(name) for name, _ in rows], default=0))
    for column in made.columns[1:]:
        column.justify, column.no_wrap = "right", True
    for name, cells in rows:
        made.add_row(name, *(cells[h] for h in kept))
    return made


_NOTHING = ("0", "$0.00", "0.00")
_UNBOUNDED = 10_000
_WIDEST_NAME = 28  # of what is not folded: an operation with its instant
_ALWAYS = ("calls", "prompt tokens", "completion tokens", "seconds")


def _cells(used: Usage) -> dict[str, str]:
    return {
        "calls": f"{used.calls:,}",
        "prompt tokens": f"{used.prompt_tokens:,}",
        "completion tokens": f"{used.completion_tokens:,}",
        "usd": f"${used.usd:,.2f}",
        "cache hits": f"{used.cache_hits:,}",
        "retries": f"{used.retries:,}",
        "fallbacks": f"{used.fallbacks:,}",
        "seconds": f"{used.seconds:,.2f}",
    }

"""How results look on a terminal. Results go to standard output, all else to standard error.

Text of documents is shown as it stands: nothing in it is markup, and control characters do not reach the terminal.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.progress import Progress

    from timeweave.outcomes import Failure


def console() -> Console:
    """Where results are shown; made anew so that it follows a redirected standard output."""
    return Console(highlight=False, markup=False, emoji=False)


def errors() -> Console:
    """Where progress and warnings are shown."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def complain(message: str, kind: str = "error") -> None:
    """One line on standard error."""
    typer.echo(f"{kind}: {plain(message)}", err=True)


def name_failures(failed: Iterable[Failure]) -> None:
    """A line on standard error for each input that could not be read."""
    for failure in failed:
        line = f":{failure.line}" if failure.line is not None else ""
        complain(f"{failure.source}{line}: {failure.error}", kind="failed")


def write_json(document: Any) -> None:
    """One JSON document on standard output; what would steer a terminal is escaped, which changes no value."""
    lines = json.dumps(document, ensure_ascii=False, indent=2).split("\n")
    typer.echo("\n".join(line if line.isprintable() else "".join(map(_escaped, line)) for line in lines))


def _escaped(character: str) -> str:
    return character if character.isprintable() else json.dumps(character)[1:-1]


def plain(words: str) -> str:
    """``words`` on one line, without characters that would steer a terminal."""
    return " ".join("".join(c if c.isprintable() else " " for c in words).split())


def number_of(count: int, what: str) -> str:
    """``1 fact``, ``2 facts``: ``what`` is the plural."""
    if count == 1:
        what = f"{what[:-3]}y" if what.endswith("ies") else what.removesuffix("s")
    return f"{count:,} {what}"


def table(*columns: str) -> Table:
    """A table without lines."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in columns:
        made.add_column(column, overflow="fold")
    return made


def progress_bar() -> Progress:
    """A bar on standard error, where that is a terminal."""
    # a costly import that few commands need
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


def print_indented(out: Console, words: str | Text, by: int) -> None:
    """Wrap ``words`` with every line indented, and nothing after the last word of a line."""
    text = Text(words) if isinstance(words, str) else words
    for line in text.wrap(out, max(out.width - by, 20)):
        line.rstrip()
        out.print(Text(" " * by).append_text(line))


def print_item(out: Console, text: Text) -> None:
    """Wrap ``text`` behind a bullet."""
    for number, line in enumerate(text.wrap(out, max(out.width - 4, 20))):
        line.rstrip()
        out.print(Text("    " if number else "  • ").append_text(line))

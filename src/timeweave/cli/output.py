"""How results look on a terminal. Results go to standard output, all else to standard error.

Text of documents is shown as it stands: nothing in it is markup, and control characters do not reach the terminal.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import typer
from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from timeweave.outcomes import Failure
from timeweave.overviews import Timeline
from timeweave.records import Citation, Fact, FactStatus, PlacedSupport, RecordedChange
from timeweave.results import Answer, Evidence, SearchResult

if TYPE_CHECKING:
    from rich.progress import Progress

_STATUS_STYLE = {
    FactStatus.HOLDS: "",
    FactStatus.CLOSED: "dim",
    FactStatus.DISPUTED: "yellow",
    FactStatus.RESTATED: "dim strike",
}
_USUAL = {"value", "actual"}  # qualifiers that say nothing unusual
_NARROWEST, _OTHER_COLUMNS = 15, 70  # characters of a timeline's column of sources, and of the columns before it


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


def show_evidence(evidence: Iterable[Evidence]) -> None:
    """Numbered spans with where they stand and what time they speak of."""
    out = console()
    for number, e in enumerate(evidence, 1):
        head = Text(f"[{number}] {plain(e.document_id)} {e.start}–{e.end}", style="bold")
        if e.period:
            head.append(f" · speaks of {e.period}", style="not bold cyan")
        if e.observed:
            head.append(f" · published {e.observed}", style="not bold dim")
        out.print(head)
        print_indented(out, plain(e.text), 4)


def show_search(result: SearchResult, explain: bool) -> None:
    """Scope, entities, reports and evidence, and how they were found."""
    out = console()
    labels = [(result.scope.label(i), str(i)) for i in result.scope.intervals]
    scope = ", ".join(days if name == days else f"{name} ({days})" for name, days in labels) or "any"
    seen = f" · as of {result.as_of}" if result.as_of else ""
    out.print(Text(f"time: {scope}{seen} · about: {plain(', '.join(result.entities)) or 'anything'}", style="dim"))
    show_evidence(result.evidence)
    for report in result.reports:
        out.print(Text(f"report of {report.node}", style="bold cyan"))
        print_indented(out, plain(report.text), 4)
    if not result.evidence:
        out.print("no evidence")
    if explain:
        show_explanation(result)


def show_explanation(result: SearchResult) -> None:
    """How the evidence was found, where that was asked for."""
    if result.explanation is not None:
        write_json(result.explanation)


def show_answer(answer: Answer, explain: bool) -> None:
    """The answer, its values, disagreement, and what it rests on."""
    out = console()
    _print_words(out, answer)
    if answer.confidence and not answer.refused:
        print_indented(out, Text(f"confidence {answer.confidence:.2f}", style="dim"), 2)
    if len(answer.values) > 1 and any(v.citation is not None for v in answer.values):
        print_values(out, answer)
    if answer.calculation:
        print_indented(out, Text(plain(answer.calculation), style="cyan"), 2)
    _print_passages(out, answer.citations)
    if answer.closest:
        print_indented(out, Text("closest passages:", style="dim"), 2)
        _print_passages(out, answer.closest)
    for resolved in answer.disagreement:
        said = f"{resolved.status}: {plain(resolved.fact.text)}"
        by = f"— {_sources(resolved.supports)}; confidence {resolved.confidence:.2f}"
        print_indented(out, Text(f"{said} {by}", style="yellow"), 2)
    if explain:
        show_explanation(answer.search)


def _print_passages(out: Console, passages: Sequence[Citation]) -> None:
    for number, c in enumerate(passages, 1):
        line = Text(f"[{number}] {plain(c.document_id)} {c.start}–{c.end}: ", style="dim")
        line.append(f"“{plain(c.quote)}”", style="not dim")
        print_indented(out, line, 2)


def _print_words(out: Console, answer: Answer) -> None:
    """The answer; one of several lines as headings, items and paragraphs, as Markdown has them."""
    lines = [plain(line) for line in answer.answer.splitlines() if line.strip()]
    if len(lines) < 2:
        print_indented(out, Text("".join(lines), style="bold yellow" if answer.refused else "bold"), 0)
        return
    for number, line in enumerate(lines):
        if line.startswith("#"):
            if number:
                out.print()
            out.print(Text(line.lstrip("# "), style="bold cyan"))
        elif line.startswith("- "):
            print_item(out, Text(line[2:]))
        else:
            print_indented(out, line, 0)
    out.print()


def print_values(out: Console, answer: Answer) -> None:
    """A row a value: when, whose, how much as the source writes it, and which citation states it."""
    values = table("period", "entity", "value", "unit", "source")
    for v in answer.values:
        source = "" if v.citation is None else f"[{v.citation + 1}]"
        values.add_row(v.period or "", plain(v.entity), plain(v.text), v.unit or "", source)
    out.print(Padding(values, (0, 0, 0, 2), expand=False))


def show_timeline(timeline: Timeline) -> None:
    """A row a fact, in order of time. Where all rows tell of one relation, it stands in the title."""
    relations = [_relation(r.fact) for r in timeline.facts]
    only = relations[0] if len(set(relations)) == 1 else ""
    rows = table("when", *([] if only else ["relation"]), "value", "standing", "stated by")
    rows.columns[0].no_wrap = rows.columns[-2].no_wrap = rows.columns[-1].no_wrap = True
    rows.columns[-1].overflow = "ellipsis"
    out = console()
    for resolved, relation in zip(timeline.facts, relations, strict=True):
        fact = resolved.fact
        value = fact.quantity.text if fact.quantity else timeline.object_name(resolved)
        when = str(resolved.valid) if resolved.valid else "?"
        middle = [] if only else [relation]
        cells = [when, *middle, plain(value), resolved.status.value, _sources(resolved.supports)]
        rows.add_row(*cells, style=_STATUS_STYLE[resolved.status])
    before = sum(_widest(column) + 2 for column in rows.columns[:-1])
    rows.columns[-1].max_width = max(_NARROWEST, out.width - min(before, _OTHER_COLUMNS))
    out.print(Text(plain(timeline.entity.name) + (f" · {only}" if only else ""), style="bold"))
    out.print(rows if timeline.facts else "no facts")


def show_changes(changes: Iterable[RecordedChange]) -> None:
    """A paragraph a change."""
    out = console()
    for change in changes:
        head = f"{change.sequence}  {change.recorded:%Y-%m-%d %H:%M}  {change.kind} {plain(change.document_id)}"
        out.print(Text(head, style="bold"))
        for event in change.events:
            line = Text(f"{event.event.value}: {plain(event.text)} ")
            line.append(f"— {plain(event.why)}", style="dim")
            print_indented(out, line, 4)


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


def _relation(fact: Fact) -> str:
    unusual = ", ".join(value for _, value in fact.qualifiers if value not in _USUAL)
    return plain(f"{fact.relation} ({unusual})" if unusual else fact.relation)


def _widest(column: Column) -> int:
    return max(cell_len(str(text)) for text in (column.header, *column.cells))


def _sources(supports: Iterable[PlacedSupport]) -> str:
    return plain(", ".join(sorted({str(s.document_id) for s in supports})))

"""How evidence and answers look on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from timeweave.cli.explaining import show_explanation
from timeweave.cli.output import console, plain, print_indented, print_item, table
from timeweave.records import Citation, PlacedSupport
from timeweave.results import Answer, Evidence, SearchResult


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
        said = f"{resolved.status}: {plain(answer.called.fact(resolved))}"
        by = f"— {_sources(resolved.supports)}; confidence {resolved.confidence:.2f}"
        print_indented(out, Text(f"{said} {by}", style="yellow"), 2)
    if explain:
        show_explanation(answer.search, answer)


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


def _sources(supports: Iterable[PlacedSupport]) -> str:
    return plain(", ".join(sorted({str(s.document_id) for s in supports})))

"""`timeweave report`: what a period's facts come to, what changed, and the periods inside."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from timeweave import wire
from timeweave.cli.costs import lines_of_costs
from timeweave.cli.options import (
    DEFAULT_KB,
    AsOf,
    BudgetTokens,
    BudgetUsd,
    Json,
    KnowledgeBasePath,
    Llm,
    LlmUrl,
    as_of_day,
)
from timeweave.cli.output import (
    complain,
    console,
    number_of,
    plain,
    print_indented,
    print_item,
    progress_bar,
    write_json,
)
from timeweave.errors import BudgetError, ModelUnavailableError, UsageError
from timeweave.opening import open_knowledge_base
from timeweave.records import EXTRACTIVE, Citation, FactId, Report, ReportSentence

if TYPE_CHECKING:
    from timeweave.knowledge_base import KnowledgeBase
    from timeweave.reports import ChildReport, NodeReport, PeriodReport


_PLACES = 2  # that are named for one sentence; --json has all
_LONGEST_ID = 48  # characters of a document's name
_LEAST_QUOTED = 24  # characters of a source that are shown beside it
_FEW_CHILDREN = 6
_MOST_PROMINENT = 6
_MOST_MISSING = 8
_ALWAYS = ("facts", "entities", "documents")


def run(
    period: Annotated[str | None, typer.Argument(help="2024, 2024-Q1, 2024-03, 2024-03-31, or A/B.")] = None,
    kb: KnowledgeBasePath = DEFAULT_KB,
    every: Annotated[bool, typer.Option("--all", help="Bring the reports of all time nodes up to date.")] = False,
    as_of: AsOf = None,
    llm: Llm = None,
    llm_url: LlmUrl = None,
    budget_tokens: BudgetTokens = None,
    budget_usd: BudgetUsd = None,
    as_json: Json = False,
) -> None:
    """Show what a period's facts come to, each sentence with its sources; made now where it is missing or stale."""
    if (period is None) != every:
        raise UsageError("give either a period, such as 2024-Q1, or --all")
    if every and as_of is not None:
        raise UsageError("--all goes without --as-of: it brings the present reports up to date")
    models: dict[str, Any] = {"llm": llm, "llm_url": llm_url}
    spend: dict[str, Any] = {"budget_tokens": budget_tokens, "budget_usd": budget_usd}
    with open_knowledge_base(kb, create=False, **models, **spend) as base:
        if period is None:
            _bring_up_to_date(base, as_json)
            return
        found = base.report(period, as_of=as_of_day(as_of))
    if as_json:
        write_json(wire.period_to_json(found))
    else:
        show_report(found)


def _bring_up_to_date(base: KnowledgeBase, as_json: bool) -> None:
    bar = progress_bar()
    with bar:
        task = bar.add_task("reports", total=None)
        try:
            done = base.report_all(progress=lambda _, count: bar.update(task, completed=count))
        except (BudgetError, ModelUnavailableError) as error:
            complain(f"{error}; the same command goes on from there", kind="stopped")
            raise typer.Exit(1) from None
    if as_json:
        write_json(wire.reports_to_json(done))
    else:
        console().print(f"made {done.made}, found {done.found} made before, {done.fresh} up to date")
        for line in lines_of_costs(done.usage):
            console().print(line)
    if done.fallbacks:
        complain(
            f"the model gave nothing usable for {number_of(done.fallbacks, 'reports')}: they are extractive digests",
            kind="warning",
        )


def show_report(found: PeriodReport) -> None:
    """Each node of the period: heading, sizes, sentences, changes, the periods inside; then where it is stated."""
    out, notes = console(), _Notes(found)
    for number, node in enumerate(found.nodes):
        if number:
            out.print()
        _show_node(out, node, notes, f" · as of {found.as_of}" if found.as_of else "")
    if found.missing:
        print_indented(out, Text(f"nothing is told of {_in_brief(found.missing)}", style="yellow"), 0)
    _show_sources(out, found, notes)


def _show_sources(out: Console, found: PeriodReport, notes: _Notes) -> None:
    """Where each place stands, with its opening words unless a sentence has quoted them."""
    if not notes.citations:
        return
    _heading(out, "Sources")
    shown = " ".join(plain(s.text) for node in found.nodes for s in node.report.sentences)
    for number, c in enumerate(notes.citations, 1):
        line = f"[{number}] {_named(plain(c.document_id))} {c.start}–{c.end}"
        words = plain(c.quote)
        room = out.width - cell_len(line) - 6
        if words not in shown and room >= _LEAST_QUOTED:
            line += f": “{_shortened(words, room)}”"
        print_indented(out, Text(line, style="dim"), 2)


def _named(document: str) -> str:
    """A long address by its ends."""
    if len(document) <= _LONGEST_ID:
        return document
    half = _LONGEST_ID // 2
    return f"{document[:half]}…{document[1 - half :]}"


def _shortened(words: str, most: int) -> str:
    return words if cell_len(words) <= most else f"{words[: most - 2].rpartition(' ')[0] or words[: most - 2]} …"


def _in_brief(labels: Sequence[str]) -> str:
    """All of a few; of many the first and the last."""
    if len(labels) <= _MOST_MISSING:
        return ", ".join(labels)
    return f"{len(labels)} of its parts, from {labels[0]} to {labels[-1]}"


class _Notes:
    """Numbers the places that sentences rest on, in the order in which they come up."""

    def __init__(self, found: PeriodReport) -> None:
        self._found = found
        self._numbers: dict[Citation, int] = {}

    @property
    def citations(self) -> list[Citation]:
        """Those that were referred to, by number."""
        return list(self._numbers)

    def refer(self, facts: Iterable[FactId]) -> str:
        """``[1][4]``: places that state ``facts``, one of each, then further ones."""
        places = [self._found.citations.get(fact, ()) for fact in facts]
        firsts = [cited[0] for cited in places if cited]
        wanted = dict.fromkeys([*firsts, *(c for cited in places for c in cited[1:])])
        chosen = list(wanted)[:_PLACES]
        return "".join(f"[{self._numbers.setdefault(c, len(self._numbers) + 1)}]" for c in chosen)


def _show_node(out: Console, node: NodeReport, notes: _Notes, seen: str) -> None:
    report = node.report
    out.print(Text(f"{report.node}{seen}", style="bold"))
    print_indented(out, Text(_sizes(report), style="dim"), 0)
    if report.prominent:
        told = ", ".join(f"{plain(name)} ({count:,})" for name, count in report.prominent[:_MOST_PROMINENT])
        print_indented(out, Text(f"most told of: {told}", style="dim"), 0)
    _show_sections(out, report.sentences, notes)
    if node.comparison is not None and node.comparison.sentences:
        _heading(out, f"Against {node.comparison.previous}")
        _show_sentences(out, node.comparison.sentences, notes)
    if node.children:
        _heading(out, "Inside")
        _show_children(out, node.children)


def _show_children(out: Console, children: Sequence[ChildReport]) -> None:
    """The periods inside: all of a few; of many those that have most facts and something to tell."""
    telling = sorted((c for c in children if c.sentences), key=lambda c: (-c.facts, c.node))
    many = len(children) > _FEW_CHILDREN
    chosen = {c.node for c in telling[:_FEW_CHILDREN]} if many else {c.node for c in children}
    for child in (c for c in children if c.node in chosen):
        line = Text(f"{child.node}  ", style="bold").append(number_of(child.facts, "facts"), style="not bold dim")
        print_indented(out, line, 2)
        for sentence in child.sentences[: 1 if many else None]:
            print_indented(out, plain(sentence.text), 6)
    if len(chosen) < len(children):
        print_indented(out, Text(f"and {len(children) - len(chosen)} more", style="dim"), 2)


def _show_sections(out: Console, sentences: Iterable[ReportSentence], notes: _Notes) -> None:
    for section, group in itertools.groupby(sentences, key=lambda sentence: sentence.section):
        if section:
            _heading(out, section)
        else:
            out.print()
        _show_sentences(out, group, notes)


def _heading(out: Console, words: str) -> None:
    out.print()
    out.print(Text(words, style="bold cyan"))


def _show_sentences(out: Console, sentences: Iterable[ReportSentence], notes: _Notes) -> None:
    for sentence in sentences:
        text = Text(f"{plain(sentence.text)} ")
        print_item(out, text.append(notes.refer(sentence.facts), style="dim"))


def _sizes(report: Report) -> str:
    counts = [number_of(count, what) for what, count in report.counts if count or what in _ALWAYS]
    maker = "an extractive digest" if report.made_by == EXTRACTIVE else f"by {report.made_by}"
    return " · ".join([*counts, plain(maker)])

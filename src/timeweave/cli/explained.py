"""How the reasons of a fact's standing look on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from timeweave.cli.output import console, number_of, plain, print_indented
from timeweave.reports.wording import period_in_words
from timeweave.temporal.interval import Interval

if TYPE_CHECKING:
    from timeweave.evolution.candidates import Candidate
    from timeweave.evolution.explaining import Explanation

_HOW_MANY = {"ever": "one value for ever", "one": "one value at a time", "many": "many values side by side"}
_CONTEXTS = 3  # documents that are named of one value


def show_explanation(explanation: Explanation) -> None:
    """The fact, its relation, the values side by side, what stands against it, its sources and its history."""
    out = console()
    fact = explanation.fact
    called = explanation.called
    out.print(Text(plain(called.fact(fact)), style="bold"), soft_wrap=True)
    _line(out, f"{fact.status}: {_time(fact.valid)}, confidence {fact.confidence:.2f}, id {fact.fact.id}")
    said = explanation.said
    _line(out, f"{fact.fact.relation!r} has {_HOW_MANY[said.values]}: {said.why}")
    for against in explanation.by:
        sources = ", ".join(sorted({s.source or s.document_id for s in against.supports})[:_CONTEXTS])
        _line(out, f"{fact.status} by {called.fact(against)} (told by {sources})")
    _line(out, number_of(len(explanation.candidates), "values") + ", the surest first:", style="bold", indent=0)
    for candidate in explanation.candidates:
        _show_candidate(out, candidate, explanation.value(candidate))
    for name, found in sorted(explanation.sources.items()):
        told = f"source {name}: {found.borne_out} borne out by others, {found.contradicted} contradicted"
        doubt = ", doubted" if name in explanation.doubted else ""
        _line(out, f"{told}, reliability {found.value:.2f}{doubt}")
    for decision in explanation.decisions:
        event = decision.event
        when = f"{decision.recorded:%Y-%m-%d %H:%M}, change {decision.sequence}"
        where = f" by {decision.document}" if decision.document else ""
        _line(out, f"{when}{where}: {event.event} — {decision.reason or event.why}")


def _time(period: Interval | None) -> str:
    return "no time" if period is None else period_in_words(period)


def _show_candidate(out: Console, candidate: Candidate, name: str) -> None:
    held = ", ".join(map(_time, candidate.held)) or "not held"
    told = f"{name}: C = {candidate.confidence:.2f} (f = {candidate.frequency:.2f}), {held}"
    _line(out, told, style="")
    for context in candidate.contexts[-_CONTEXTS:]:
        source = f", {context.source}" if context.source else ""
        _line(out, f"told on {context.observed} of {_time(context.window)} by {context.document}{source}", indent=4)
    if len(candidate.contexts) > _CONTEXTS:
        _line(out, f"and {number_of(len(candidate.contexts) - _CONTEXTS, 'places')} before", indent=4)


def _line(out: Console, words: str, *, style: str = "dim", indent: int = 2) -> None:
    print_indented(out, Text(plain(words), style=style), indent)

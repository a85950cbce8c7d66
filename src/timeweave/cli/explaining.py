"""What `--explain` shows: how a question was read, where was looked, what was proposed and refused, on one page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from timeweave.cli.output import console, plain, print_indented
from timeweave.results import Answer, SearchResult
from timeweave.temporal.calendars import Calendar

_DOCUMENTS = 4
_EDGES = 3
_PROPOSALS = 5
_WORDS = 90  # characters of an answer or an edge
_TOLD = frozenset(
    {"route", "scope", "named", "unknown", "asked", "subgraph", "seeds", "entities", "chunks", "proposals"}
)


def show_explanation(result: SearchResult, answer: Answer | None = None) -> None:
    """The explanation of a search, or of an answer, where one was asked for; ``--json`` has all of it."""
    if result.explanation is None:
        return
    out = console()
    _section(out, "How the question was read", _reading(result, result.explanation))
    _section(out, "Where it looked", _looking(result, result.explanation))
    if answer is not None:
        _section(out, "What was proposed", _proposals(result.explanation))
        _section(out, "What was refused", _refusals(answer, result.explanation))
    print_indented(out, Text("all of it: --json", style="dim"), 0)


def _section(out: Console, heading: str, lines: Iterable[str]) -> None:
    told = list(lines)
    if told:
        out.print(Text(heading, style="bold cyan"))
    for line in told:
        print_indented(out, plain(line), 2)


def _reading(result: SearchResult, told: Mapping[str, Any]) -> Iterator[str]:
    scope = result.scope
    labels = ", ".join(scope.label(i) for i in result.scope.intervals)
    calendar = "" if scope.calendar is Calendar.CALENDAR else f", {scope.calendar} calendar"
    yield f"time: {f'{scope.relation} {labels}' if labels else 'none named'}{calendar}"
    names = ", ".join(f"{n['text']} → {n['name']}" for n in told.get("named", ()))
    yield f"about: {names or 'no name that is known'}"
    if unknown := told.get("unknown"):
        yield f"names that nothing visible bears: {', '.join(map(str, unknown))}"
    if asked := told.get("asked"):
        yield f"asked of them: {', '.join(map(str, asked))}"
    route = told.get("route", {})
    for key, value in route.items():
        if value and key != "mode":
            yield f"{key}: {_short(value)}"


def _looking(result: SearchResult, told: Mapping[str, Any]) -> Iterator[str]:
    documents: dict[str, float] = {}
    for e in result.evidence:
        documents[e.document_id] = max(documents.get(e.document_id, e.score), e.score)
    yield (
        f"mode {result.mode}: {len(result.evidence)} spans of {len(documents)} documents, "
        f"{result.tokens:,} tokens, {result.elapsed_ms:,.0f} ms"
    )
    best = sorted(documents, key=lambda id_: -documents[id_])[:_DOCUMENTS]
    if best:
        yield "first: " + ", ".join(f"{id_} ({documents[id_]:.2f})" for id_ in best)
    if nodes := told.get("scope", {}).get("time_nodes"):
        yield f"time nodes: {_few(nodes)}"
    if edges := told.get("subgraph"):
        yield f"graph: {len(edges)} edges from {len(told.get('seeds', ()))} seeds, the best:"
        yield from (f"{edge['score']:.2f} {_cut(edge['text'])}" for edge in edges[:_EDGES])
    for key, value in told.items():
        if key not in _TOLD and value:
            yield f"{key}: {_short(value)}"


def _proposals(told: Mapping[str, Any]) -> Iterator[str]:
    found = told.get("proposals", {}).get("judged", ())
    for proposal in found[:_PROPOSALS]:
        mark = " ← given" if proposal["given"] else ""
        yield f"{proposal['probability']:.2f} {proposal['answerer']}: {_cut(proposal['answer'])}{mark}"
    if len(found) > _PROPOSALS:
        yield f"and {len(found) - _PROPOSALS} less likely ones"


def _refusals(answer: Answer, told: Mapping[str, Any]) -> Iterator[str]:
    put = told.get("proposals", {})
    if answer.refused:
        yield from answer.warnings or (answer.answer,)
    elif below := [p for p in put.get("judged", ()) if p["probability"] < put["min_confidence"]]:
        yield f"{len(below)} proposals below {put['min_confidence']:g} (--min-confidence)"


def _short(value: Any) -> str:
    """A value of any form on one line."""
    if isinstance(value, Mapping):
        return _cut("; ".join(f"{key} {_short(inner)}" for key, inner in value.items() if inner))
    if isinstance(value, Sequence) and not isinstance(value, str):
        plain_ones = all(isinstance(item, str | int | float) for item in value)
        return _few(value) if plain_ones else f"{len(value)} entries"
    return _cut(f"{value:.2f}" if isinstance(value, float) else str(value))


def _few(values: Sequence[Any]) -> str:
    shown = ", ".join(map(str, values[:_DOCUMENTS]))
    return shown if len(values) <= _DOCUMENTS else f"{shown} and {len(values) - _DOCUMENTS} more"


def _cut(words: str) -> str:
    words = plain(words)
    return words if len(words) <= _WORDS else f"{words[:_WORDS].rpartition(' ')[0]} …"

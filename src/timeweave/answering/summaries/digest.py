"""The answer to an abstract question without a model: what each period says of it, quoted, in order of time (TG-15).

It claims nothing of its own: every line is words of a document with their place, or a count that the report of the
period makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.answering.computed.phrasing import listed, period_label
from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.refusal import refuse
from timeweave.answering.summaries.digest_lines import Quoted, asked_entities, choose_quotes, stated_values
from timeweave.records import Citation, EntityId, Report
from timeweave.results import Answer, Value
from timeweave.retrieval.tgrag.asked_nodes import asked_nodes, nodes_for
from timeweave.store.base import View
from timeweave.temporal.interval import Interval

_PROMINENT = 4  # names of a report that are told
_LINES, _LEAST_LINES, _MOST_LINES = 12, 1, 3  # of quotations: about so many for four periods, and for one of several
_OF_ONE, _EACH_OF_ONE = 6, 3  # where there is one period only: in all, and for each of the things compared
_ALL_LINES = 30


@dataclass(frozen=True, slots=True, eq=False)
class _Section:
    """A heading, what a report counts, and quotations; ``lacking`` says of what there are none."""

    heading: str
    told: str
    quotes: tuple[Quoted, ...]
    lacking: str = ""


def digest(context: AnswerContext) -> Answer | None:
    """The digest of a global result, or its refusal where the scope holds nothing; ``None`` for other results."""
    result, view = context.result, context.view
    if not result.nodes:
        return None
    if why := _nothing(context):
        return refuse(context, why)
    periods = asked_nodes(result.scope, view).leaves or tuple(Interval.parse(label) for label in result.nodes)
    parts = tuple(e.name for e in asked_entities(context)) + tuple(value for _, value in result.facets)
    by_period = choose_quotes(context, periods, most=_most_lines(len(periods), len(parts)))
    quotes = [quote for period in periods for quote in by_period[period]]
    if not quotes:
        return refuse(context, (f"missing: nothing in the evidence speaks of {listed(parts) or 'what is asked'}",))
    if len(periods) == 1 and len(parts) > 1:
        sections = _by_part(context, periods[0], by_period[periods[0]], parts)
    else:
        sections = [_of_period(context, p, by_period[p], parts) for p in periods]
    return _answer(context, sections, parts)


def _nothing(context: AnswerContext) -> tuple[str, ...]:
    result = context.result
    if result.unknown and not context.entities and not result.facets:
        return tuple(f"missing: nothing visible mentions {name!r}" for name in result.unknown)
    return () if result.evidence else ("missing: no evidence was found",)


def _most_lines(periods: int, parts: int) -> int:
    """Quotations for one period: fewer where there are many, but one for each of the things compared."""
    if periods == 1:
        return max(_OF_ONE, _EACH_OF_ONE * parts)
    few = min(_MOST_LINES, max(_LEAST_LINES, round(2 * _LINES / periods)))
    return max(few, min(parts, _ALL_LINES // periods))


def _of_period(context: AnswerContext, period: Interval, quotes: Sequence[Quoted], parts: Sequence[str]) -> _Section:
    of = f" on {listed(parts)}" if parts else ""
    lacking = "" if quotes else f"Nothing was found{of}."
    return _Section(period_label(period, context), _counts(context, period), tuple(quotes), lacking)


def _by_part(
    context: AnswerContext, period: Interval, quotes: Sequence[Quoted], parts: Sequence[str]
) -> list[_Section]:
    """One period, by what is compared in it."""
    label, counted = period_label(period, context), _counts(context, period)
    sections = [_Section(label, counted, ())] if counted else []
    for part in parts:
        own = tuple(q for q in quotes if q.part == part)
        sections.append(_Section(f"{label}: {part}", "", own, "" if own else "Nothing was found."))
    return sections


def _counts(context: AnswerContext, period: Interval) -> str:
    """What the reports of a period count: facts, documents, and who is most spoken of."""
    nodes = {str(node) for node in nodes_for(period)}
    reports = [r for r in context.result.reports if r.node in nodes]
    if len(reports) != 1:
        return ""
    counts = dict(reports[0].counts)
    told = " with ".join(_many(counts[f"{noun}s"], noun) for noun in ("document", "fact") if counts.get(f"{noun}s"))
    if told and (context.entities or context.result.facets):  # who else is spoken of is beside the question
        return f"In all: {told}"
    names = _prominent(reports[0], context.view)
    return "; ".join(part for part in (told, f"most spoken of: {names}" if names else "") if part)


def _prominent(report: Report, view: View) -> str:
    names = []
    for name, _ in report.prominent[:_PROMINENT]:
        info = view.entity(EntityId(name))
        names.append(name if info is None else info.name)
    return ", ".join(names)


def _answer(context: AnswerContext, sections: Sequence[_Section], parts: Sequence[str]) -> Answer:
    citations: list[Citation] = []
    values: list[Value] = []
    lines: list[str] = []
    for section in sections:
        lines += ["", f"## {section.heading}", *([section.told] if section.told else [])]
        lines += [section.lacking] if section.lacking else []
        for quote in section.quotes:
            citations.append(quote.citation)
            lines.append(f"- {_named(quote, section, parts)}“{quote.text}” [{len(citations)}]")
            values += stated_values(quote, context, len(citations) - 1)
    sources = len({c.document_id for c in citations})
    head = f"{_many(len(citations), 'statement')} of {_many(sources, 'document')}, in order of time:"
    return Answer(
        search=context.result,
        answer="\n".join([head, *lines]),
        refused=False,
        method="extractive",
        values=tuple(values),
        citations=tuple(citations),
        warnings=context.result.warnings,
    )


def _named(quote: Quoted, section: _Section, parts: Sequence[str]) -> str:
    """Whose words these are, as far as the heading and the question do not say."""
    named = [quote.part] if len(parts) > 1 and not section.heading.endswith(f": {quote.part}") else []
    named += [quote.about] if quote.about not in (*named, quote.part) else []
    return f"{', '.join(n for n in named if n)}: " if any(named) else ""


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")

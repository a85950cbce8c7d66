"""Answers that several documents carry together: an entity that their reports have in common, or a verdict on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from timeweave.answering.computed.compute import compute
from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.answering.kg_lookup import compute_state
from timeweave.answering.multi_document.candidates import names
from timeweave.answering.multi_document.explaining import explain_shared, explain_verdict
from timeweave.answering.multi_document.judging import judge
from timeweave.answering.multi_document.reports import match_reports
from timeweave.answering.multi_document.shared import Standing, agreed, standings
from timeweave.answering.multi_document.term_weights import TermWeights
from timeweave.answering.refusal import refuse
from timeweave.language.names import canonical_key, marked_words
from timeweave.question.clauses import Clause
from timeweave.question.reports import Relation, ReportedQuestion, of_each_source
from timeweave.question.sources import NamedSource
from timeweave.results import Answer, Value

_OF_SEVERAL = frozenset({Relation.CHANGE, Relation.AGREEMENT})


def answer_across_documents(context: AnswerContext) -> Answer | None:
    """The answer, or the refusal, to a question over reports that it gives their sources; ``None`` for another one."""
    question, named = context.question, _named(context)
    if not any(n.sources for n in named) or not context.lines:
        return None
    reported = question.reported(named)
    if reported.relation is None and not question.asks_entity:
        return None
    if reported.relation is not None and len(reported.each) < 2 and len(named) < 2:
        return (
            refuse(context, (f"missing: no other report to compare in {question.text!r}",))
            if reported.relation in _OF_SEVERAL
            else None
        )
    if missing := _missing(context, named):
        return refuse(context, missing) if len(named) > 1 else None
    if reported.relation is not None:
        return _verdict(context, reported, reported.relation)
    return _entity(context, reported, final=len(named) > 1)


def answer_shared(context: AnswerContext) -> Answer | None:
    """The entity that all clauses of a question without sources have in common, if their evidence bears them out."""
    question = context.question
    if question.periods or not (question.asks_kind and question.asks_entity):
        return None
    return _entity(context, question.reported(()), final=False)


def _named(context: AnswerContext) -> tuple[NamedSource, ...]:
    """The sources named, without those that are no source here: somebody whom the evidence names ("according to Cue"),
    or whom its documents are about.
    """
    found = context.question.named_sources(line.info.source for line in context.lines)
    if not found:
        return ()
    subjects = {entity for line in context.lines for entity in line.info.entities}
    texts = _texts(context) if any(not n.sources for n in found) else []
    return tuple(
        n
        for n in found
        if canonical_key(n.text) not in subjects and (n.sources or not any(names(text, n.text) for text in texts))
    )


def _texts(context: AnswerContext) -> list[str]:
    return [marked_words(f"{line.info.title} . {line.text}") for line in context.lines]


def _missing(context: AnswerContext, named: Sequence[NamedSource]) -> tuple[str, ...]:
    """What no answer can do without and nothing visible has: a source, or somebody whom the question is about."""
    nowhere = [n.text for n in named if not n.sources]
    texts = _texts(context)
    sources = marked_words(" ".join(n.text for n in named))
    unknown = [
        name
        for name in context.result.unknown
        if not any(word in text for word in marked_words(name).split() for text in (*texts, sources))
    ]
    return tuple(
        dict.fromkeys(
            [f"missing: nothing of {text!r} was found" for text in nowhere]
            + [f"missing: nothing visible mentions {name!r}" for name in unknown]
        )
    )


def _verdict(context: AnswerContext, reported: ReportedQuestion, relation: Relation) -> Answer:
    term_weights = TermWeights.of(context.lines)
    each = reported.each if relation is Relation.ORDER else of_each_source(reported.each)
    matches = match_reports(reported, each, context.lines, term_weights)
    verdict = judge(reported, matches, term_weights)
    context = _explained(context, explain_verdict(relation, matches, verdict))
    if verdict is not None:
        return _answer(context, verdict.text, verdict.lines, verdict.why)
    absent = [t for t in matches if t.line is None]
    if absent:
        return refuse(context, tuple(f"missing: no document that may be meant by {t.clause.text!r}" for t in absent))
    weakest = min(matches, key=lambda t: (t.share, t.clause.span.start))
    return refuse(context, (f"missing: nothing in the evidence decides {reported.together or weakest.clause.text!r}",))


def _entity(context: AnswerContext, reported: ReportedQuestion, *, final: bool) -> Answer | None:
    if context.question.asks_no_entity:
        return refuse(context, (f"missing: no entity answers {context.question.text!r}",)) if final else None
    clauses = reported.clauses
    ranked = standings(context, clauses, context.lines)
    best = agreed(ranked, clauses, reported.named)
    context = _explained(context, explain_shared(clauses, ranked))
    if best is not None:
        lines = tuple(dict.fromkeys(vote.line for vote in best.votes))
        why = f"{len(best.votes)} of {len(clauses)} clauses, {best.independent} independent documents"
        return _answer(context, best.candidate.name, lines, why)
    if not final:
        return None
    return _computed_alike(context, ranked) or refuse(context, _unborne(clauses, ranked))


def _computed_alike(context: AnswerContext, ranked: Sequence[Standing]) -> Answer | None:
    """The answer worked out without regard to sources, where it is the entity that most speaks for."""
    computed = (compute_state(context) or compute(context)) if ranked else None
    if computed is None or canonical_key(computed.answer) not in ranked[0].candidate.forms:
        return None
    return computed


def _unborne(clauses: Sequence[Clause], ranked: Sequence[Standing]) -> tuple[str, ...]:
    borne = {vote.clause.span for vote in ranked[0].votes} if ranked else set()
    lacking = [c.text for c in clauses if c.span not in borne]
    if lacking:
        return tuple(f"missing: nothing in the evidence bears out {text!r}" for text in lacking)
    return ("missing: no one entity is borne out by several documents",)


def _answer(context: AnswerContext, text: str, lines: Sequence[Line], why: str) -> Answer:
    return Answer(
        search=context.result,
        answer=text,
        refused=False,
        method="computed",
        values=tuple(
            Value(line.info.observed.isoformat(), line.info.source, line.text.strip(), None, None, number)
            for number, line in enumerate(lines)
        ),
        citations=tuple(line.citation() for line in lines),
        warnings=context.result.warnings,
        calculation=why,
    )


def _explained(context: AnswerContext, entry: dict[str, Any]) -> AnswerContext:
    """With ``entry`` under "across", where an explanation was asked for."""
    explanation = context.result.explanation
    if explanation is None:
        return context
    return replace(context, result=replace(context.result, explanation={**explanation, "across": entry}))

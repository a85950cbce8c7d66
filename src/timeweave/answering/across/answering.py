"""Answers that several documents carry together: an entity that their reports have in common, or a verdict on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from timeweave.answering.across.bearing import Bearing
from timeweave.answering.across.candidates import names
from timeweave.answering.across.explaining import explain_shared, explain_verdict
from timeweave.answering.across.judging import judge
from timeweave.answering.across.reports import tell
from timeweave.answering.across.shared import SharedWeights, Standing, agreed, standings
from timeweave.answering.across.verdicts import VerdictWeights
from timeweave.answering.asked.asking import Asking
from timeweave.answering.asked.reading import Line
from timeweave.answering.computed.compute import compute
from timeweave.answering.refusal import refuse
from timeweave.answering.states import compute_state
from timeweave.language.names import canonical_key, marked_words
from timeweave.question.clauses import Clause
from timeweave.question.reports import Relation, ReportedQuestion, of_each_source
from timeweave.question.sources import NamedSource
from timeweave.results import Answer, Value


@dataclass(frozen=True, slots=True)
class AcrossWeights:
    """How much several documents must say together."""

    shared: SharedWeights = field(default_factory=SharedWeights)
    verdict: VerdictWeights = field(default_factory=VerdictWeights)


_WEIGHTS = AcrossWeights()
_OF_SEVERAL = frozenset({Relation.CHANGE, Relation.AGREEMENT})


def answer_across(asking: Asking, weights: AcrossWeights = _WEIGHTS) -> Answer | None:
    """The answer, or the refusal, to a question over reports that it gives their sources; ``None`` for another one."""
    question, named = asking.question, _named(asking)
    if not any(n.sources for n in named) or not asking.lines:
        return None
    reported = question.reported(named)
    if reported.relation is None and not question.asks_entity:
        return None
    if reported.relation is not None and len(reported.each) < 2 and len(named) < 2:
        return (
            refuse(asking, (f"missing: no other report to compare in {question.text!r}",))
            if reported.relation in _OF_SEVERAL
            else None
        )
    if missing := _missing(asking, named):
        return refuse(asking, missing) if len(named) > 1 else None
    if reported.relation is not None:
        return _verdict(asking, reported, reported.relation, weights)
    return _entity(asking, reported, weights, final=len(named) > 1)


def answer_shared(asking: Asking, weights: AcrossWeights = _WEIGHTS) -> Answer | None:
    """The entity that all clauses of a question without sources have in common, if their evidence bears them out."""
    question = asking.question
    if question.periods or not (question.asks_kind and question.asks_entity):
        return None
    return _entity(asking, question.reported(()), weights, final=False)


def _named(asking: Asking) -> tuple[NamedSource, ...]:
    """The sources named, without those that are no source here: somebody whom the evidence names ("according to Cue"),
    or whom its documents are about.
    """
    found = asking.question.named_sources(line.info.source for line in asking.lines)
    if not found:
        return ()
    subjects = {entity for line in asking.lines for entity in line.info.entities}
    texts = _texts(asking) if any(not n.sources for n in found) else []
    return tuple(
        n
        for n in found
        if canonical_key(n.text) not in subjects and (n.sources or not any(names(text, n.text) for text in texts))
    )


def _texts(asking: Asking) -> list[str]:
    return [marked_words(f"{line.info.title} . {line.text}") for line in asking.lines]


def _missing(asking: Asking, named: Sequence[NamedSource]) -> tuple[str, ...]:
    """What no answer can do without and nothing visible has: a source, or somebody whom the question is about."""
    nowhere = [n.text for n in named if not n.sources]
    texts = _texts(asking)
    sources = marked_words(" ".join(n.text for n in named))
    unknown = [
        name
        for name in asking.result.unknown
        if not any(word in text for word in marked_words(name).split() for text in (*texts, sources))
    ]
    return tuple(
        dict.fromkeys(
            [f"missing: nothing of {text!r} was found" for text in nowhere]
            + [f"missing: nothing visible mentions {name!r}" for name in unknown]
        )
    )


def _verdict(asking: Asking, reported: ReportedQuestion, relation: Relation, weights: AcrossWeights) -> Answer:
    bearing = Bearing.of(asking.lines)
    each = reported.each if relation is Relation.ORDER else of_each_source(reported.each)
    told = tell(reported, each, asking.lines, bearing)
    verdict = judge(reported, told, bearing, weights.verdict)
    asking = _explained(asking, explain_verdict(relation, told, verdict))
    if verdict is not None:
        return _answer(asking, verdict.text, verdict.lines, verdict.why)
    absent = [t for t in told if t.line is None]
    if absent:
        return refuse(asking, tuple(f"missing: no document that may be meant by {t.clause.text!r}" for t in absent))
    weakest = min(told, key=lambda t: (t.share, t.clause.span.start))
    return refuse(asking, (f"missing: nothing in the evidence decides {reported.together or weakest.clause.text!r}",))


def _entity(asking: Asking, reported: ReportedQuestion, weights: AcrossWeights, *, final: bool) -> Answer | None:
    if asking.question.asks_no_entity:
        return refuse(asking, (f"missing: no entity answers {asking.question.text!r}",)) if final else None
    clauses = reported.clauses
    ranked = standings(asking, clauses, asking.lines, weights.shared)
    best = agreed(ranked, clauses, reported.named, weights.shared)
    asking = _explained(asking, explain_shared(clauses, ranked))
    if best is not None:
        lines = tuple(dict.fromkeys(vote.line for vote in best.votes))
        why = f"{len(best.votes)} of {len(clauses)} clauses, {best.voices} independent documents"
        return _answer(asking, best.candidate.name, lines, why)
    if not final:
        return None
    return _computed_alike(asking, ranked) or refuse(asking, _unborne(clauses, ranked))


def _computed_alike(asking: Asking, ranked: Sequence[Standing]) -> Answer | None:
    """The answer worked out without regard to sources, where it is the entity that most speaks for."""
    computed = (compute_state(asking) or compute(asking)) if ranked else None
    if computed is None or canonical_key(computed.answer) not in ranked[0].candidate.forms:
        return None
    return computed


def _unborne(clauses: Sequence[Clause], ranked: Sequence[Standing]) -> tuple[str, ...]:
    borne = {vote.clause.span for vote in ranked[0].votes} if ranked else set()
    lacking = [c.text for c in clauses if c.span not in borne]
    if lacking:
        return tuple(f"missing: nothing in the evidence bears out {text!r}" for text in lacking)
    return ("missing: no one entity is borne out by several documents",)


def _answer(asking: Asking, text: str, lines: Sequence[Line], why: str) -> Answer:
    return Answer(
        search=asking.result,
        answer=text,
        refused=False,
        method="computed",
        values=tuple(
            Value(line.info.observed.isoformat(), line.info.source, line.text.strip(), None, None, number)
            for number, line in enumerate(lines)
        ),
        citations=tuple(line.citation() for line in lines),
        warnings=asking.result.warnings,
        calculation=why,
    )


def _explained(asking: Asking, entry: dict[str, Any]) -> Asking:
    """With ``entry`` under "across", where an explanation was asked for."""
    told = asking.result.explanation
    if told is None:
        return asking
    return replace(asking, result=replace(asking.result, explanation={**told, "across": entry}))

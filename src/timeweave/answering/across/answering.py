"""Answers that several documents carry together: an entity that their reports have in common, or a verdict on them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from timeweave.answering.across.bearing import Bearing
from timeweave.answering.across.candidates import marked_words, names
from timeweave.answering.across.clauses import Clause, days_named, split_clauses
from timeweave.answering.across.explaining import explain_shared, explain_verdict
from timeweave.answering.across.judging import judge
from timeweave.answering.across.relations import Relation, relation_asked
from timeweave.answering.across.reports import Reports, of_each_source, read_reports, tell
from timeweave.answering.across.shared import SharedWeights, Standing, agreed, asks_kind, standings
from timeweave.answering.across.sources import NamedSource, named_sources
from timeweave.answering.across.verdicts import VerdictWeights
from timeweave.answering.asked.asking import Asking
from timeweave.answering.asked.reading import Line
from timeweave.answering.computed.compute import compute
from timeweave.answering.refusal import refuse
from timeweave.answering.states import compute_state
from timeweave.language.names import canonical_key
from timeweave.question.kinds import Kind
from timeweave.results import Answer, Value

_ASKS_ENTITY = re.compile(
    r"\b(?:who|whom|whose)\b|\bwhat\s+(?:is|are|was|were)\s+the\s+(?:name|entit)"
    r"|\b(?:which|what)\s+(?!(?:was|were|is|are|did|does|do|has|have|had|will|would|can|could)\b)",
    re.IGNORECASE,
)
_ASKS_OTHER = re.compile(
    r"\b(?:letter|initials?)\b|\bhow\s+(?:many|much|long|old|often|far)\b|^\W*when\b"
    r"|\b(?:which|what)\s+(?:year|date|day|month|quarter|amount|number|percentage|price|share)\b"
    r"|\bwhat\s+(?:was|were|is|are|did|does|do|has|have|had)\s+(?:the|its|their|his|her)\s+(?!name|person|company|team)",
    re.IGNORECASE,
)
_AUXILIARY = r"(?:did|does|do|is|are|was|were|has|have|had|will|would|can|could)"
_VERDICT = re.compile(rf"^\W*{_AUXILIARY}\b", re.IGNORECASE)
_OPENS = re.compile(r"\W*(?:between|after|before)\b", re.IGNORECASE)
_LATER = re.compile(rf",\s+{_AUXILIARY}\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AcrossWeights:
    """How much several documents must say together."""

    shared: SharedWeights = field(default_factory=SharedWeights)
    verdict: VerdictWeights = field(default_factory=VerdictWeights)


_WEIGHTS = AcrossWeights()
_ENTITY_KINDS = frozenset({Kind.WHO, Kind.VALUE, Kind.WHERE, Kind.OPEN, Kind.LAST})
_OF_SEVERAL = frozenset({Relation.CHANGE, Relation.AGREEMENT})


def answer_across(asking: Asking, weights: AcrossWeights = _WEIGHTS) -> Answer | None:
    """The answer, or the refusal, to a question over reports that it gives their sources; ``None`` for another one."""
    question = asking.result.question
    named = _named(asking)
    known = [n for n in named if n.sources]
    if not known or not asking.lines:
        return None
    reports = read_reports(question, named, days_named(question, named))
    relation = _verdict_asked(question, reports)
    if relation is None and not _asks_entity(asking):
        return None
    if relation is not None and len(reports.each) < 2 and len(named) < 2:
        return (
            refuse(asking, (f"missing: no other report to compare in {question!r}",))
            if relation in _OF_SEVERAL
            else None
        )
    if missing := _missing(asking, named):
        return refuse(asking, missing) if len(named) > 1 else None
    if relation is not None:
        return _verdict(asking, reports, relation, named, weights)
    return _entity(asking, named, weights, final=len(named) > 1)


def answer_shared(asking: Asking, weights: AcrossWeights = _WEIGHTS) -> Answer | None:
    """The entity that all clauses of a question without sources have in common, if their evidence bears them out."""
    if asking.question.periods or not asks_kind(asking.result.question):
        return None
    return _entity(asking, (), weights, final=False) if _asks_entity(asking) else None


def _asks_entity(asking: Asking) -> bool:
    question = asking.result.question
    asks = _ASKS_ENTITY.search(question) is not None and not _VERDICT.match(question)
    return asks and asking.kind in _ENTITY_KINDS


def _named(asking: Asking) -> tuple[NamedSource, ...]:
    """The sources named, without those that are no source here: somebody whom the evidence names ("according to Cue"),
    or whom its documents are about.
    """
    found = named_sources(asking.result.question, [line.info.source for line in asking.lines])
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


def _verdict_asked(question: str, reports: Reports) -> Relation | None:
    asked = reports.together or question
    relation = relation_asked(question, reports.together)
    is_verdict = _VERDICT.match(asked) or (_OPENS.match(question) and _LATER.search(question))
    return relation if relation is Relation.SOURCE or is_verdict else None


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


def _verdict(
    asking: Asking, reports: Reports, relation: Relation, named: Sequence[NamedSource], weights: AcrossWeights
) -> Answer:
    question = asking.result.question
    bearing = Bearing.of(asking.lines)
    each = reports.each if relation is Relation.ORDER else of_each_source(reports.each)
    told = tell(question, each, asking.lines, bearing, named)
    verdict = judge(relation, question, reports.together, told, bearing, weights.verdict)
    asking = _explained(asking, explain_verdict(relation, told, verdict))
    if verdict is not None:
        return _answer(asking, verdict.text, verdict.lines, verdict.why)
    absent = [t for t in told if t.line is None]
    if absent:
        return refuse(asking, tuple(f"missing: no document that may be meant by {t.clause.text!r}" for t in absent))
    weakest = min(told, key=lambda t: (t.share, t.clause.span.start))
    return refuse(asking, (f"missing: nothing in the evidence decides {reports.together or weakest.clause.text!r}",))


def _entity(asking: Asking, named: Sequence[NamedSource], weights: AcrossWeights, *, final: bool) -> Answer | None:
    question = asking.result.question
    if _ASKS_OTHER.search(question):
        return refuse(asking, (f"missing: no entity answers {question!r}",)) if final else None
    clauses = split_clauses(question, named, days_named(question, named))
    ranked = standings(asking, clauses, asking.lines, weights.shared)
    best = agreed(ranked, clauses, named, weights.shared)
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

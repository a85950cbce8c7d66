"""Answers that follow from paths in the graph, each edge cited (ER-06, ER-07)."""

from __future__ import annotations

from collections.abc import Sequence

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import cite
from timeweave.answering.proposals import Proposal
from timeweave.answering.refusal import refuse
from timeweave.records.reasoning import Reasoned, ReasonedAnswer
from timeweave.results import Answer, Value
from timeweave.store.base import name_of

MODE = "reason"
_CITED = 12  # edges that an answer cites; a count may rest on many more
_SURE, _UNSURE = 0.97, 0.9  # of an exact reading whose words tell the relation fully, of any other by its confidence


def answer_reasoned(context: AnswerContext) -> Proposal | None:
    """What the graph determines: in ``auto`` where the question was read whole, in mode ``reason`` all that it says."""
    found = context.result.reasoned
    if found is None or not found.answers:
        return None
    return Proposal("reason", _answer(found, context), settles=True, confidence=confidence(found))


def without_path(context: AnswerContext) -> Answer | None:
    """The refusal of mode ``reason`` where no path leads to an answer."""
    if context.result.mode != MODE or (context.result.reasoned is not None and context.result.reasoned.answers):
        return None
    told = context.result.reasoned.missing if context.result.reasoned is not None else ()
    return refuse(context, told or ("missing: no path in the graph leads to an answer",), method="path")


def confidence(found: Reasoned) -> float:
    """How probable it is that the answer is right, by how surely the question tells its relation."""
    told = min(1.0, found.confidence)
    return round(_SURE - (1.0 - told) * 0.1, 4) if found.exact else round(_UNSURE * told, 4)


def _answer(found: Reasoned, context: AnswerContext) -> Answer:
    from timeweave.retrieval.reason.operating import joined  # loaded where the graph has been reasoned over

    shown, count = joined([a.text for a in found.answers])
    cited = list(dict.fromkeys(s.fact.fact.id for a in found.answers[:count] for p in a.paths for s in p.steps))
    by_id = {s.fact.id: s for s in found.facts}
    facts = [by_id[id_] for id_ in cited if id_ in by_id] + [s for s in found.facts if s.fact.id not in cited]
    facts = facts[:_CITED]
    return Answer(
        search=context.result,
        answer=shown,
        refused=False,
        method="path",
        values=_values(found.answers[:count], context),
        citations=tuple(dict.fromkeys(cite(s.supports[0], context.view) for s in facts)),
        warnings=(*context.result.warnings, *found.assumed),
        calculation=found.calculation,
    )


def _values(answers: Sequence[ReasonedAnswer], context: AnswerContext) -> tuple[Value, ...]:
    """Each answer with the time of the fact that gives it, and whose it is."""
    from timeweave.retrieval.reason.operating import start_of

    values = []
    for answer in answers:
        path = answer.paths[0] if answer.paths else None
        step = min(path.steps, key=lambda s: start_of(s.fact)) if path is not None and path.steps else None
        valid = None if step is None else step.fact.fact.valid
        whose = "" if path is None else name_of(path.seed, context.view)
        values.append(Value(None if valid is None else str(valid), whose, answer.text, None, None))
    return tuple(values)

"""A question over the graph, from its logical form to answers with paths and confidence (ER-01 … ER-06)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.question.logical.form import LogicalForm, Pick, Role, Wants
from timeweave.records.reasoning import Reasoned, ReasonedAnswer, ReasoningPath, Step
from timeweave.retrieval.base import Request
from timeweave.retrieval.reason.grounding import Mentioned, ground
from timeweave.retrieval.reason.operating import Outcome, joined, work_out
from timeweave.retrieval.reason.readings import Finder, Reading, name_of
from timeweave.retrieval.reason.relevance import Meanings

_SURE = 0.42  # s_init · s_rel from which the words of a question tell a relation


@dataclass(frozen=True, slots=True)
class ReasonOptions:
    """``width`` w entities and relations are tried at each step, to the depth ``depth`` d; ``routes`` N are kept.

    ``initialisation`` and ``rerank`` are switched off to see what they are worth (ER-09).
    """

    width: int = 5
    depth: int = 3
    routes: int = 3
    initialisation: bool = True
    rerank: bool = True


_DEFAULTS = ReasonOptions()


def reason(request: Request, options: ReasonOptions = _DEFAULTS) -> Reasoned | None:
    """What the graph says to a question; ``None`` where none of its names is known to it."""
    question, view = request.question, request.view
    mentions = ground(question, view, request.index, request.embed, width=options.width)
    if not mentions:
        return None
    form = question.logical([m.span for m in mentions])
    finder = Finder(view, Meanings(request.embed), options.width)
    return _exactly(form, mentions, finder)


def _exactly(form: LogicalForm, mentions: Sequence[Mentioned], finder: Finder) -> Reasoned | None:
    """The answer of the likeliest reading that has one."""
    readings = finder.readings(form, mentions)
    for reading in readings:
        outcome = work_out(form, reading, lambda end: name_of(end, finder.view))
        if outcome is not None:
            return _reasoned(form, mentions, reading, outcome)
    return None


def _reasoned(
    form: LogicalForm, mentions: Sequence[Mentioned], reading: Reading, outcome: Outcome
) -> Reasoned:
    answers = tuple(
        ReasonedAnswer(
            text,
            tuple(ReasoningPath(reading.seed.entity.id, reading.seed.relevance, (Step(reading.seed.entity.id, s, reading.relevance),)) for s in facts[:3]),
            reading.score,
        )
        for text, facts in outcome.parts
    )
    used = len(form.main.mentions) + (0 if form.anchor is None else len(form.anchor.clause.mentions))
    whole = used == len(mentions) and len(form.main.mentions) <= 2
    facts = tuple(dict.fromkeys((*(s for _, part in outcome.parts for s in part), *outcome.anchors)))
    return Reasoned(
        answers=answers,
        confidence=reading.score,
        exact=whole and reading.score >= _SURE and _is_told(form),
        assumed=(*_assumed(form, mentions, reading), *outcome.assumed),
        calculation=outcome.calculation,
        facts=facts,
        explanation=explain(form, reading),
    )


def _is_told(form: LogicalForm) -> bool:
    """Whether the words of the question tell a deed, and who does it."""
    roles = [role for _, role in form.main.roles]
    return bool(form.main.words) and (len(roles) > 1 or Role.ANY not in roles or form.wants is not Wants.ENTITY)


def _assumed(form: LogicalForm, mentions: Sequence[Mentioned], reading: Reading) -> tuple[str, ...]:
    told = [f"{m.text!r} is read as {m.best.entity.name!r}" for m in mentions if m.best.relevance < 1.0]
    if form.main.words and form.main.words.casefold() != reading.relation:
        told.append(f"{form.main.words!r} is read as the relation {reading.relation!r}")
    return tuple(told)


def explain(form: LogicalForm, reading: Reading) -> dict[str, object]:
    """How the question was read, as plain JSON values."""
    anchor = form.anchor
    return {
        "wants": form.wants.value,
        "pick": form.pick.value if form.pick is not Pick.NTH else f"{form.rank}.",
        "clause": form.main.words,
        "relation": reading.relation,
        "seed": reading.seed.entity.name,
        "direction": "subject" if reading.forward else "object",
        "anchor": None if anchor is None else {"order": anchor.order.value, "clause": anchor.clause.words},
        "score": round(reading.score, 4),
    }


def answer_text(found: Reasoned) -> str:
    """All answers as one line."""
    return joined([a.text for a in found.answers])[0]

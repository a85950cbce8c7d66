"""Refusing to answer, and saying what was missing: the entity, the period, or what is asked of them (TG-14)."""

from __future__ import annotations

from collections.abc import Sequence

from timeweave.answering.computed.figures import fill_table
from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.extractive.nearest import DatedClause
from timeweave.answering.extractive.pages import is_subject
from timeweave.question.named_entity import NamedEntity
from timeweave.results import Answer

NO_EVIDENCE = "No explicit evidence for the question"


def reasons(context: AnswerContext) -> tuple[str, ...]:
    """Why the question cannot be answered, before any answer is tried; none when it may be.

    A question whose every name is unknown asks about something that the store has never heard of, unless it writes out
    the title of a page; one whose scope nothing of its entities falls into asks about another time.
    """
    if why := nothing_known(context):
        return why
    pages = _pages(context)
    about = (line for line in context.lines if line.info.id in pages or context.is_about(line))
    if context.question.periods and not any(context.is_timely(line) for line in about):
        return (f"missing: no document speaks of {_topic(context, context.entities)}{_when(context)}",)
    return ()


def nothing_known(context: AnswerContext) -> tuple[str, ...]:
    """Why nothing can answer: the question has names, of which the store knows none, nor whose documents it has, or is
    of a version, or the like, whose number it does not have, or nothing was found.
    """
    if unheard := context.question.names.unheard:
        return tuple(f"missing: nothing visible mentions {span.text!r}" for span in unheard)
    unknown = context.result.unknown
    if unknown and not context.entities and not _pages(context) and not _signed(context):
        return tuple(f"missing: nothing visible mentions {name!r}" for name in unknown)
    return () if context.result.evidence else ("missing: no evidence was found",)


def _pages(context: AnswerContext) -> set[str]:
    """The documents of the evidence that the question is about, as a page is about its title."""
    told = {line.info.id: line.info for line in context.lines}
    return {id_ for id_, info in told.items() if is_subject(info, context)}


def _signed(context: AnswerContext) -> bool:
    """Whether the evidence has a document of an author, a speaker or an outlet that the question names."""
    return bool(context.question.documents_called({line.info.ordinal: line.info for line in context.lines})[0])


def unasked(context: AnswerContext) -> tuple[str, ...]:
    """That a question has no words to look for: "?", "the"."""
    if context.weighing.terms or context.entities or context.question.periods or context.result.unknown:
        return ()
    return (f"missing: nothing is asked for by {context.question.text!r}",)


def unconvincing(confidence: float, least: float) -> str:
    """That the best answer is not likely enough to be given."""
    return f"the likeliest answer has a confidence of {confidence:.2f}, below {least:g} (min_confidence)"


def undated(context: AnswerContext) -> tuple[str, ...]:
    """Why no answer can be of the right time: the question dates itself by a name that nothing visible bears."""
    event = None if context.question.periods else context.question.event
    what = "" if event is None else context.question.said(event.span)
    if not any(name in what for name in context.result.unknown):
        return ()
    return (f"missing: no visible document tells when {what!r} was",)


def untimely(context: AnswerContext, nearest: Sequence[DatedClause]) -> tuple[str, ...]:
    """Why a page about what is asked does not answer: it tells of other times, of which these are the nearest."""
    told = "; ".join(f"{t.time}: {t.text!r}" if t.text else str(t.time) for t in nearest)
    missing = f"missing: no explicit evidence of {_topic(context, context.entities)}{_when(context)}"
    return (f"{missing}; the nearest: {told}" if told else missing,)


def refuse(context: AnswerContext, why: tuple[str, ...], *, method: str = "extractive") -> Answer:
    """The refusal, with what was missing in its warnings."""
    return Answer(
        search=context.result,
        answer=NO_EVIDENCE,
        refused=True,
        method=method,
        warnings=tuple(dict.fromkeys((*context.result.warnings, *why))),
    )


def unanswered(context: AnswerContext) -> tuple[str, ...]:
    """What was not found, when neither figures nor sentences carried an answer."""
    if context.question.periods and context.measures:
        lacking = without_value(context)
        told = "no document speaks of" if len(lacking) == len(context.entities) else "no value found for"
        return (f"missing: {told} {_topic(context, lacking)}{_when(context)}",)
    return (f"missing: nothing in the evidence states {_asked(context) or context.question.text}",)


def without_value(context: AnswerContext) -> Sequence[NamedEntity]:
    """The entities of the question for which nothing asked about has a figure; all of them where each has one."""
    valued = {entity for entity, _, _ in fill_table(context)}
    return [e for e in context.entities if e.id not in valued] or context.entities


def _topic(context: AnswerContext, entities: Sequence[NamedEntity]) -> str:
    """Whose and what: "Quillon's revenue"."""
    names = ", ".join(e.surface for e in entities)
    asked = _asked(context)
    possessive = names + ("'" if names.endswith("s") else "'s")
    return f"{possessive} {asked}" if names and asked else names or asked or "anything"


def _asked(context: AnswerContext) -> str:
    return ", ".join(m.text for m in context.measures)


def _when(context: AnswerContext) -> str:
    periods = ", ".join(context.question.scope.label(i) for i in context.question.periods)
    return f" in {periods}" if periods else ""


def not_found(answer: Answer) -> list[str]:
    """The warnings that of the values asked for one is not found."""
    return [w for w in answer.warnings if w.startswith("no value found")]

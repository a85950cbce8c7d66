"""Refusing to answer, and saying what was missing: the entity, the period, or what is asked of them (TG-14)."""

from __future__ import annotations

from collections.abc import Sequence

from timeweave.answering.asked.asking import Asking
from timeweave.answering.computed.candidates import FigureWeights
from timeweave.answering.computed.figures import fill_table
from timeweave.answering.quoted.nearest import Told
from timeweave.answering.quoted.pages import is_subject
from timeweave.question.entity_linking import NamedEntity
from timeweave.results import Answer

NO_EVIDENCE = "No explicit evidence for the question"


def reasons(asking: Asking) -> tuple[str, ...]:
    """Why the question cannot be answered, before any answer is tried; none when it may be.

    A question whose every name is unknown asks about something that the store has never heard of, unless it writes out
    the title of a page; one whose scope nothing of its entities falls into asks about another time.
    """
    if why := unheard(asking):
        return why
    pages = _pages(asking)
    about = (line for line in asking.lines if line.info.id in pages or asking.is_about(line))
    if asking.question.periods and not any(asking.is_timely(line) for line in about):
        return (f"missing: no document speaks of {_topic(asking, asking.entities)}{_when(asking)}",)
    return ()


def unheard(asking: Asking) -> tuple[str, ...]:
    """Why nothing can answer: the question has names, of which the store knows none, or nothing was found."""
    unknown = asking.result.unknown
    if unknown and not asking.entities and not _pages(asking):
        return tuple(f"missing: nothing visible mentions {name!r}" for name in unknown)
    return () if asking.result.evidence else ("missing: no evidence was found",)


def _pages(asking: Asking) -> set[str]:
    """The documents of the evidence that the question is about, as a page is about its title."""
    told = {line.info.id: line.info for line in asking.lines}
    return {id_ for id_, info in told.items() if is_subject(info, asking)}


def unasked(asking: Asking) -> tuple[str, ...]:
    """That a question has no words to look for: "?", "the"."""
    if asking.field.terms or asking.entities or asking.question.periods or asking.result.unknown:
        return ()
    return (f"missing: nothing is asked for by {asking.question.text!r}",)


def unconvincing(confidence: float, least: float) -> str:
    """That the best answer is not likely enough to be given."""
    return f"the likeliest answer has a confidence of {confidence:.2f}, below {least:g} (min_confidence)"


def undated(asking: Asking) -> tuple[str, ...]:
    """Why no answer can be of the right time: the question dates itself by a name that nothing visible bears."""
    event = None if asking.question.periods else asking.question.event
    what = "" if event is None else asking.question.said(event.span)
    if not any(name in what for name in asking.result.unknown):
        return ()
    return (f"missing: no visible document tells when {what!r} was",)


def untimely(asking: Asking, nearest: Sequence[Told]) -> tuple[str, ...]:
    """Why a page about what is asked does not answer: it tells of other times, of which these are the nearest."""
    told = "; ".join(f"{t.time}: {t.text!r}" if t.text else str(t.time) for t in nearest)
    missing = f"missing: no explicit evidence of {_topic(asking, asking.entities)}{_when(asking)}"
    return (f"{missing}; the nearest: {told}" if told else missing,)


def refuse(asking: Asking, why: tuple[str, ...], *, method: str = "extractive") -> Answer:
    """The refusal, with what was missing in its warnings."""
    return Answer(
        search=asking.result,
        answer=NO_EVIDENCE,
        refused=True,
        method=method,
        warnings=tuple(dict.fromkeys((*asking.result.warnings, *why))),
    )


def unanswered(asking: Asking) -> tuple[str, ...]:
    """What was not found, when neither figures nor sentences carried an answer."""
    if asking.question.periods and asking.measures:
        lacking = without_value(asking)
        told = "no document speaks of" if len(lacking) == len(asking.entities) else "no value found for"
        return (f"missing: {told} {_topic(asking, lacking)}{_when(asking)}",)
    return (f"missing: nothing in the evidence states {_asked(asking) or asking.question.text}",)


def without_value(asking: Asking) -> Sequence[NamedEntity]:
    """The entities of the question for which nothing asked about has a figure; all of them where each has one."""
    valued = {entity for entity, _, _ in fill_table(asking, FigureWeights())}
    return [e for e in asking.entities if e.id not in valued] or asking.entities


def _topic(asking: Asking, entities: Sequence[NamedEntity]) -> str:
    """Whose and what: "Quillon's revenue"."""
    names = ", ".join(e.surface for e in entities)
    asked = _asked(asking)
    possessive = names + ("'" if names.endswith("s") else "'s")
    return f"{possessive} {asked}" if names and asked else names or asked or "anything"


def _asked(asking: Asking) -> str:
    return ", ".join(m.text for m in asking.measures)


def _when(asking: Asking) -> str:
    periods = ", ".join(asking.question.scope.label(i) for i in asking.question.periods)
    return f" in {periods}" if periods else ""

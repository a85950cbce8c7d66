"""Refusing to answer, and saying what was missing: the entity, the period, or what is asked of them (TG-14)."""

from __future__ import annotations

from timeweave.answering.asking import Asking
from timeweave.results import Answer

NO_EVIDENCE = "No explicit evidence for the question"


def reasons(asking: Asking) -> tuple[str, ...]:
    """Why the question cannot be answered, before any answer is tried; none when it may be.

    A question whose every name is unknown asks about something that the store has never heard of; one whose scope
    nothing of its entities falls into asks about another time.
    """
    unknown = asking.result.unknown
    if unknown and not asking.entities:
        return tuple(f"missing: nothing visible mentions {name!r}" for name in unknown)
    if asking.question.periods and not any(asking.concerns(line) for line in asking.lines):
        return (f"missing: no document speaks of {_topic(asking)}{_when(asking)}",)
    if not asking.result.evidence:
        return ("missing: no evidence was found",)
    return ()


def refuse(asking: Asking, why: tuple[str, ...]) -> Answer:
    """The refusal, with what was missing in its warnings."""
    return Answer(
        search=asking.result,
        answer=NO_EVIDENCE,
        refused=True,
        method="extractive",
        warnings=tuple(dict.fromkeys((*asking.result.warnings, *why))),
    )


def unanswered(asking: Asking) -> tuple[str, ...]:
    """What was not found, when neither figures nor sentences carried an answer."""
    if asking.question.periods and asking.measures:
        return (f"missing: no document speaks of {_topic(asking)}{_when(asking)}",)
    return (f"missing: nothing in the evidence states {_asked(asking) or asking.question.text}",)


def _topic(asking: Asking) -> str:
    """Whose and what: "Quillon's revenue"."""
    names = ", ".join(e.surface for e in asking.entities)
    asked = _asked(asking)
    possessive = names + ("'" if names.endswith("s") else "'s")
    return f"{possessive} {asked}" if names and asked else names or asked or "anything"


def _asked(asking: Asking) -> str:
    return ", ".join(m.text for m in asking.measures)


def _when(asking: Asking) -> str:
    periods = ", ".join(asking.question.scope.label(i) for i in asking.question.periods)
    return f" in {periods}" if periods else ""

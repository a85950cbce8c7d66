"""The time of a question by a model, where rules find none (TG-08): the paper's query-centric time identification.

Rules read every time that is written out, and the store tells of events that documents date. A model is asked for what
is left: "during the pandemic". What it says counts as far as it can be read as times in an order that makes sense; it
only ever adds to a scope, so that no answer of a model takes a time away that the question names.
"""

from __future__ import annotations

import datetime as dt
import enum
import re
from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel

from timeweave.errors import BudgetError, ModelError, TemporalError
from timeweave.llm.base import Purpose
from timeweave.llm.client import ModelClient
from timeweave.prompts import load
from timeweave.question.question import Question
from timeweave.temporal.interval import Interval
from timeweave.temporal.scope import Scope, TimeRelation, in_units

PURPOSE = Purpose("answer", "question")
_MOST_TIMES = 12
_ASKS_WHEN = re.compile(
    r"^\W*(?:(?:in|on|at|since|until|by)\s+)?(?:when|(?:what|which)\s+(?:year|date|day|month|quarter))\b", re.IGNORECASE
)
_HINTS = re.compile(
    r"\b(?:after|before|since|until|till|during|throughout|while|when|once|following|prior to|ahead of|amid|amidst"
    r"|in the (?:wake|run-?up|aftermath|midst|early days|days|era|age|time|years?|months?|weeks?)"
    r"|at the (?:time|height|peak|start|beginning|end|turn|outbreak|onset)|by the time|as long as|pre-?|post-?(?=\w)"
    r"|wartime|peacetime|(?:ante|post)bellum|era|decades?|centur(?:y|ies)|lately|then|earlier|later|previously"
    r"|formerly|ago|tenure|reign|presidency|administration|term in office|season|holidays?)\b|\b(?:pre|post)-\w",
    re.IGNORECASE,
)


class Logic(enum.StrEnum):
    """How a time binds what is asked for."""

    AT = "at"
    BEFORE = "before"
    AFTER = "after"
    BETWEEN = "between"


class SaidTime(BaseModel, frozen=True):
    """One time of a question."""

    logic: Logic
    start: str
    end: str | None = None


class SaidTimes(BaseModel, frozen=True):
    """The times of a question, none where it is bound to no time."""

    times: tuple[SaidTime, ...]


def hints_at_a_time(question: str) -> bool:
    """Whether words of a question bind it to a time without saying which; being asked for a time does not."""
    asked = _ASKS_WHEN.match(question)
    return _HINTS.search(question, asked.end() if asked else 0) is not None


def identify_times(
    question: Question, client: ModelClient, now: dt.date, *, always: bool = False
) -> tuple[Scope, tuple[str, ...]]:
    """The scope of a question, read by rules, with the times that a model finds besides, and what to know of them.

    It is asked where the scope has no time and the question hints at one, or ``always``. Where it fails the scope stays
    as it is; that is counted, and a warning says so.
    """
    scope = question.scope
    if not always and (scope.intervals or not hints_at_a_time(question.text)):
        return scope, ()
    filled = load("time").filled({"today": now.isoformat(), "question": question.text})
    try:
        said = client.ask(filled, SaidTimes, PURPOSE, check=_problems)
    except ModelError as error:
        client.fell_back(PURPOSE)
        why = str(error) if isinstance(error, BudgetError) else f"{client.name} gave none that can be used"
        return scope, (f"the time of the question is read by rules alone: {why}",)
    found = [time for time in map(read_time, said.times) if isinstance(time, Interval)]
    new = [time for time in found if not any(time.overlaps(known) for known in scope.intervals)]
    if not new:
        return scope, ()
    shown = ", ".join(map(str, new))
    return merged(scope, new, _relation(said.times)), (f"the question is read as of {shown} ({client.name})",)


def merged(scope: Scope, times: Sequence[Interval], relation: TimeRelation) -> Scope:
    """``scope`` with ``times`` besides its own; what is asked of each unit is asked of theirs."""
    units = [unit for time in times for unit in in_units(time, scope)]
    intervals = tuple(dict.fromkeys(sorted((*scope.intervals, *units), key=lambda i: (str(i.start), str(i)))))
    kept = scope.relation if scope.intervals or scope.relation is TimeRelation.EACH else relation
    return replace(scope, intervals=intervals, relation=kept, newest=False)


def read_time(said: SaidTime) -> Interval | str:
    """The interval that a model means, or what is wrong with it in words. Before and after exclude what they name."""
    try:
        if said.logic is Logic.BETWEEN:
            return Interval.parse(f"{said.start}/{said.end or ''}")
        named = Interval.parse(said.start)
    except TemporalError as error:
        return str(error)
    if said.end not in (None, said.start):
        return f"'end' {said.end!r} is for between: {said.logic} takes one time"
    if said.logic is Logic.BEFORE and named.start is not None:
        return Interval(None, named.start, named.granularity)
    if said.logic is Logic.AFTER and named.end is not None:
        return Interval(named.end, None, named.granularity)
    return named if said.logic is Logic.AT else f"{said.start!r} has no bound to be {said.logic}"


def _problems(said: SaidTimes) -> Sequence[str]:
    if len(said.times) > _MOST_TIMES:
        return (f"{len(said.times)} times are too many: join those that follow each other",)
    read = [read_time(time) for time in said.times]
    return [f"times[{number}]: {problem}" for number, problem in enumerate(read) if isinstance(problem, str)]


def _relation(times: Sequence[SaidTime]) -> TimeRelation:
    logics = {time.logic for time in times}
    return TimeRelation(logics.pop()) if len(logics) == 1 else TimeRelation.AT

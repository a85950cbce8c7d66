"""A question broken down into routes of subgoals by a model (ER-01): the paper's planning function P(x).

The model is told the question and the day on which it is asked, and nothing of any document. What it says leads over
the graph, whose facts alone answer: a subgoal may name nothing that the question does not name.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from timeweave.errors import BudgetError, ModelError
from timeweave.llm.base import Purpose
from timeweave.llm.client import ModelClient
from timeweave.prompts import fenced, load
from timeweave.question.question import Question

PURPOSE = Purpose("answer", "question")
_MOST_ROUTES, _MOST_SUBGOALS, _LONGEST = 8, 4, 120
_TOLD = re.compile(r"\w*[A-Z0-9]\w*")  # a word that may be of a name, a figure or a date


class SaidRoute(BaseModel, frozen=True):
    """One way to the answer: the name to begin at, and a subgoal for each hop."""

    start: str
    subgoals: tuple[str, ...]


class SaidRoutes(BaseModel, frozen=True):
    """The ways to an answer, none where a question is not about facts."""

    routes: tuple[SaidRoute, ...]


@dataclass(frozen=True, slots=True)
class Decomposition:
    """The routes of a question, with what to know of them; ``by`` is the model that gave them."""

    routes: tuple[SaidRoute, ...] = ()
    warnings: tuple[str, ...] = ()
    by: str = ""


def decompose(question: Question, client: ModelClient, now: dt.date) -> Decomposition:
    """The routes of a question by a model; where it fails there are none, which is counted, and a warning says so."""
    filled = load("routes").filled({"today": now.isoformat(), "question": question.text})
    known = fenced(question.text)

    def check(said: SaidRoutes) -> Sequence[str]:
        return _problems(said, known)

    try:
        said = client.ask(filled, SaidRoutes, PURPOSE, check=check)
    except ModelError as error:
        client.fell_back(PURPOSE)
        why = str(error) if isinstance(error, BudgetError) else f"{client.name} gave none that can be used"
        return Decomposition((), (f"the routes to the answer are planned by rules alone: {why}",))
    return Decomposition(said.routes, (), client.name)


def _problems(said: SaidRoutes, question: str) -> Sequence[str]:
    """What is wrong with routes, in words."""
    if len(said.routes) > _MOST_ROUTES:
        return (f"{len(said.routes)} routes are too many: give the best four",)
    found: list[str] = []
    for number, route in enumerate(said.routes):
        if not route.start.strip() or route.start.strip().casefold() not in question.casefold():
            found.append(f"routes[{number}]: 'start' {route.start[:_LONGEST]!r} does not stand in the question")
        if not 1 <= len(route.subgoals) <= _MOST_SUBGOALS or not all(s.strip() for s in route.subgoals):
            found.append(f"routes[{number}]: give one to {_MOST_SUBGOALS} subgoals, each in words")
        found += [f"routes[{number}]: {problem}" for s in route.subgoals if (problem := _problem(s, question))]
    return found


def _problem(subgoal: str, question: str) -> str:
    """What a subgoal may not have: more than a few words, or a name, figure or date that the question does not have."""
    if len(subgoal) > _LONGEST:
        return f"subgoal {subgoal[:_LONGEST]!r}… is too long: say in a few words what relation leads on"
    words = {w.casefold() for w in re.findall(r"\w+", question)}
    first = re.match(r"\W*([A-Z][a-z]+)\b", subgoal)  # its first word may be capitalised as that of a sentence
    told = _TOLD.findall(subgoal[first.end() :] if first else subgoal)
    unknown = next((w for w in told if w.casefold() not in words), None)
    return "" if unknown is None else f"subgoal {subgoal!r}: {unknown!r} does not stand in the question"

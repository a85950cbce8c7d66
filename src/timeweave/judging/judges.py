"""Likert judges of an answer: helpfulness, relevance and faithfulness, each by a prompt of its own (NE-13).

A rating is 0, 1 or 2 with a reason; anything else is shown to the model as wrong, and asked for again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files

from pydantic import BaseModel

from timeweave.errors import ModelError, ModelOutputError, UsageError
from timeweave.llm.base import Purpose
from timeweave.llm.client import Ask, ModelClient
from timeweave.prompts import load

CRITERIA = ("helpfulness", "relevance", "faithfulness")
LEAST, MOST = 0, 2
_STAGE = "judge"


@dataclass(frozen=True, slots=True)
class Rated:
    """An answer to be rated: the query as reformulated, with its date; the passages that the answer was made from."""

    id: str
    query: str
    response: str
    passages: str = ""


class Rating(BaseModel, frozen=True):
    """What a judge says: the reason first, so that the number follows from it."""

    reason: str
    rating: int


@dataclass(frozen=True, slots=True)
class Judge:
    """Rates by one ``criterion``; with ``examples`` few-shot, with a worked example of each rating."""

    client: ModelClient
    criterion: str
    examples: bool = True

    def __post_init__(self) -> None:
        if self.criterion not in CRITERIA:
            raise UsageError(f"criterion {self.criterion!r} does not exist: use {', '.join(CRITERIA)}")

    def rate_all(self, answers: Iterable[Rated]) -> Iterator[Rating | None]:
        """The ratings, in order; ``None`` where the model never said one that can be used.

        Raises:
            ModelError: the model cannot be used or reached, or the budget is spent.
        """
        for said in self.client.ask_all(self._ask(answer) for answer in answers):
            if isinstance(said, ModelError) and not isinstance(said, ModelOutputError):
                raise said
            yield None if isinstance(said, ModelError) else said

    def _ask(self, answer: Rated) -> Ask[Rating]:
        sections = self._sections(answer)
        return Ask(load(f"judge_{self.criterion}").filled(sections), Rating, Purpose(_STAGE, "question"), _out_of_range)

    def _sections(self, answer: Rated) -> Mapping[str, str]:
        sections = {"examples": _examples(self.criterion)} if self.examples else {}
        sections["query"] = answer.query
        if self.criterion == "faithfulness":
            sections["passages"] = answer.passages
        return {**sections, "response": answer.response}


def _out_of_range(said: Rating) -> list[str]:
    if LEAST <= said.rating <= MOST:
        return []
    return [f"rating {said.rating} is none of {LEAST}, 1 and {MOST}: rate again by the criterion"]


def _examples(criterion: str) -> str:
    return (files("timeweave.judging") / f"{criterion}.examples.txt").read_text("utf-8").strip()

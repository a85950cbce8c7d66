"""What the tests of this folder ask: for the times that a question names."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from timeweave.llm.base import Purpose
from timeweave.llm.client import Ask
from timeweave.prompts import Filled, Prompt

ABOUT = Purpose("answer", "question")
PROMPT = Prompt("time/1", "Task: time/1\n\nList the times that the question names.")


class Named(BaseModel):
    """One time."""

    model_config = ConfigDict(frozen=True)

    logic: str
    start: str
    end: str | None


class Times(BaseModel):
    """All of them."""

    model_config = ConfigDict(frozen=True)

    times: tuple[Named, ...]


def about(year: int) -> Filled:
    """The task on a question about a year."""
    return PROMPT.filled({"today": "2026-01-31", "question": f"What happened in {year}?"})


def asks(count: int, first: int = 1900) -> list[Ask[Times]]:
    """Questions about years in a row."""
    return [Ask(about(year), Times, ABOUT) for year in range(first, first + count)]


def year_of(value: object) -> str:
    """The year that an answer names."""
    assert isinstance(value, Times)
    return value.times[0].start

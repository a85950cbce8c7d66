"""What a model gives back for the tasks of answering. Loaded only where there is a model.

``spoken`` are the fields whose words can be shown while they come, with what stands before each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import BaseModel, Field


class SaidAnswer(BaseModel, frozen=True):
    """A local answer; ``cites`` are marks of lines."""

    spoken: ClassVar[Mapping[str, str]] = {"answer": ""}

    refused: bool
    answer: str
    cites: tuple[str, ...]


class SaidPoint(BaseModel, frozen=True):
    """What one piece of evidence says to the question (TG-15)."""

    description: str
    score: int = Field(ge=0, le=100)
    confidence: float = Field(ge=0.0, le=1.0)
    cites: tuple[str, ...]


class SaidPoints(BaseModel, frozen=True):
    """The points of one piece, none where it says nothing to the question."""

    points: tuple[SaidPoint, ...]


class SaidSentence(BaseModel, frozen=True):
    """A sentence; ``cites`` are marks of points."""

    text: str
    cites: tuple[str, ...]


class SaidSection(BaseModel, frozen=True):
    """Sentences under a heading."""

    heading: str
    sentences: tuple[SaidSentence, ...]


class SaidSynthesis(BaseModel, frozen=True):
    """A global answer."""

    spoken: ClassVar[Mapping[str, str]] = {"heading": "\n\n", "text": "\n"}

    sections: tuple[SaidSection, ...]

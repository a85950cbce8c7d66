"""The form in which a model gives quadruples (TG-02): what it must say, before anything of it is believed."""

from __future__ import annotations

from pydantic import BaseModel, Field


class SaidEntity(BaseModel, frozen=True):
    """A name with its kind."""

    name: str
    type: str


class SaidFact(BaseModel, frozen=True):
    """A quadruple with the words that state it."""

    subject: str
    relation: str
    object: str
    time: str | None
    description: str = ""
    quote: str


class SaidQuadruples(BaseModel, frozen=True):
    """The answer for one piece of a document: time stamps, then entities, then the relations between them."""

    times: tuple[str, ...] = Field(default=())
    entities: tuple[SaidEntity, ...] = Field(default=())
    facts: tuple[SaidFact, ...]

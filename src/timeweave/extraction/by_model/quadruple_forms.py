"""The form in which a model gives quadruples (TG-02): what it must say, before anything of it is believed."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class SaidEntity(BaseModel):
    """A name with its kind."""

    model_config = ConfigDict(frozen=True)

    name: str
    type: str


class SaidFact(BaseModel):
    """A quadruple with the words that state it."""

    model_config = ConfigDict(frozen=True)

    subject: str
    relation: str
    object: str
    time: str | None
    description: str = ""
    quote: str


class SaidQuadruples(BaseModel):
    """The answer for one piece of a document: time stamps, then entities, then the relations between them."""

    model_config = ConfigDict(frozen=True)

    times: tuple[str, ...] = Field(default=())
    entities: tuple[SaidEntity, ...] = Field(default=())
    facts: tuple[SaidFact, ...]

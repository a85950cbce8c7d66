"""What requests hold: checked here, and told in the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from timeweave.temporal.given import last_day

Mode = Literal["auto", "passages", "hybrid", "local", "global", "news", "reason"]
Day = Annotated[
    str,
    Field(
        max_length=40,
        description="A day, or a period for its last day: answer from what was known by then.",
        examples=["2025-03-31", "2024-Q4"],
        json_schema_extra={"pattern": "^[0-9]{4}(-(Q[1-4]|(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?))?$"},
    ),
]

_LONGEST_QUESTION = 4_000


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", str_max_length=1_000_000)


class FigureRequest(_Request):
    """A question whose subgraph is wanted."""

    question: str = Field(
        min_length=1, max_length=_LONGEST_QUESTION, examples=["Who was the chief executive officer of Quillon in 2024?"]
    )
    as_of: Day | None = None
    mode: Mode = "auto"

    def options(self) -> dict[str, Any]:
        """The options of the facade."""
        return {"as_of": last_day(self.as_of, "as_of"), "mode": self.mode}


class SearchRequest(FigureRequest):
    """A question that evidence is wanted for."""

    budget: int | None = Field(None, ge=1, le=100_000, description="Most tokens of evidence.")
    limit: int | None = Field(None, ge=1, le=1_000, description="Most spans of evidence.")
    explain: bool = False

    def options(self) -> dict[str, Any]:
        """The options of the facade."""
        more = {"budget": self.budget, "limit": self.limit, "explain": self.explain}
        return {"as_of": last_day(self.as_of, "as_of"), "mode": self.mode, **more}


class AskRequest(SearchRequest):
    """A question that an answer is wanted to."""

    min_confidence: float | None = Field(
        None, ge=0.0, le=1.0, description="Refuse an answer that is less likely to be right than this."
    )
    figure: bool = Field(False, description="With the subgraph around the answer, what it rests on marked.")


class DocumentsRequest(_Request):
    """Documents to add, each in Timeweave's native form: ``id`` and ``text``, and as far as they are known ``title``,
    ``date``, ``period``, ``entities``, ``source``, ``language``, ``metadata``.
    """

    documents: list[dict[str, Any]] = Field(
        min_length=1,
        examples=[[{"id": "press-1", "date": "2024-05-02", "text": "Ada Brook was appointed to lead Quillon."}]],
    )
    mapping: dict[str, str] = Field({}, description="Renames fields: of ours to of yours.", examples=[{"text": "body"}])
    markup: str | None = Field(None, description="How texts are written; recognised where it is not said.")

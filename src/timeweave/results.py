"""What questions give back: scope, evidence, answers, each of which explains itself (`../contracts`)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from timeweave.records import FactId, ResolvedFact, Span, Usage
from timeweave.temporal.scope import Scope


@dataclass(frozen=True, slots=True)
class Evidence:
    """A contiguous span of one document: ``text == document text[start:end]``.

    ``period`` is the normal form of the time it speaks of, ``observed`` the document's publication day (``None`` for
    an undated document), ``facts`` the facts stated inside.
    """

    document_id: str
    chunk_id: str
    start: int
    end: int
    text: str
    period: str | None
    observed: dt.date | None
    score: float
    facts: tuple[FactId, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Evidence in descending order of use, within the token budget, and how it was found.

    ``explanation`` is filled on request: subgraph, seeds, scores of the retriever that ran. ``unknown`` are names in
    the question that nothing visible bears or mentions.
    """

    question: str
    mode: str
    as_of: dt.date | None
    scope: Scope
    entities: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    tokens: int
    elapsed_ms: float
    warnings: tuple[str, ...] = ()
    explanation: Mapping[str, Any] | None = None
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Value:
    """One value that an answer states: whose, when, and as written in the source.

    ``citation`` counts the answer's citations from 0: the one that states it.
    """

    period: str | None
    entity: str
    text: str
    value: float | None
    unit: str | None
    citation: int | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """Where an answer's words stand: ``quote == document text[start:end]``."""

    document_id: str
    chunk_id: str
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with the evidence that it rests on; ``refused`` when the evidence does not carry one.

    ``calculation`` shows how a computed answer follows from its values, where more was done than looking them up.
    """

    search: SearchResult
    answer: str
    refused: bool
    method: str
    values: tuple[Value, ...] = ()
    citations: tuple[Citation, ...] = ()
    disagreement: tuple[ResolvedFact, ...] = ()
    usage: Mapping[str, Usage] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    calculation: str | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """An input that could not be added, and why."""

    source: str
    line: int | None
    error: str


@dataclass(frozen=True, slots=True)
class AddResult:
    """What an `add` did."""

    added: int
    unchanged: int
    replaced: int
    failed: tuple[Failure, ...]
    usage: Mapping[str, Usage]
    elapsed_ms: float


__all__ = ["AddResult", "Answer", "Citation", "Evidence", "Failure", "SearchResult", "Span", "Value"]

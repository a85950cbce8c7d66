"""What questions give back: scope, evidence, answers, each of which explains itself."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from timeweave.overviews import Called
from timeweave.question import Question
from timeweave.records import Citation, FactId, Report, ResolvedFact, Usage
from timeweave.records.reasoning import Reasoned
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

    ``asked`` is the question as it was read to find it, from which an answer is made without reading it again.
    ``mode`` is what was asked for; ``global`` where ``auto`` chose that. ``explanation`` is filled on request:
    subgraph, seeds, scores of the retriever that ran. Of a global result, ``nodes`` are the labels of the time nodes
    T_q in order of time, and ``reports`` those of their reports that there are, cut to whole sentences so that they and
    the evidence fit the budget together (``tokens`` are those of the evidence), ``facets`` the fields and values of
    metadata that the question names. ``reasoned`` is what the graph says, where it was asked.
    """

    asked: Question
    mode: str
    as_of: dt.date | None
    evidence: tuple[Evidence, ...]
    tokens: int
    elapsed_ms: float
    warnings: tuple[str, ...] = ()
    explanation: Mapping[str, Any] | None = None
    reports: tuple[Report, ...] = ()
    nodes: tuple[str, ...] = ()
    facets: tuple[tuple[str, str], ...] = ()
    reasoned: Reasoned | None = None

    @property
    def question(self) -> str:
        """The question as it was put."""
        return self.asked.text

    @property
    def scope(self) -> Scope:
        """The time that it asks about."""
        return self.asked.scope

    @property
    def entities(self) -> tuple[str, ...]:
        """The names of the entities that it asks about."""
        return tuple(e.name for e in self.asked.entities)

    @property
    def unknown(self) -> tuple[str, ...]:
        """Names in it that nothing visible bears or mentions."""
        return tuple(u.text for u in self.asked.names.unknown)


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
class Answer:
    """An answer with the evidence that it rests on; ``refused`` when the evidence does not carry one.

    ``calculation`` shows how a computed answer follows from its values, where more was done than looking them up.
    ``confidence`` is the probability that it is correct, of a refusal that of the likeliest answer that was not given;
    0 where nothing estimates it: for accounts of periods and a model's answers. ``closest`` are the passages closest to
    the question, where it is refused. ``called``: what the facts of ``disagreement`` are called.
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
    confidence: float = 0.0
    closest: tuple[Citation, ...] = ()
    called: Called = field(default_factory=Called)

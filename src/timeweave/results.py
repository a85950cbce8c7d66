"""What questions give back: scope, evidence, answers, each of which explains itself (`../contracts`)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from timeweave.records import FactId, Report, ResolvedFact, Span, Usage
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

    ``mode`` is what was asked for; ``global`` where ``auto`` chose that. ``explanation`` is filled on request:
    subgraph, seeds, scores of the retriever that ran. ``unknown`` are names in the question that nothing visible bears
    or mentions. Of a global result, ``nodes`` are the labels of the time nodes T_q in order of time, and ``reports``
    those of their reports that there are, cut to whole sentences so that they and the evidence fit the budget together
    (``tokens`` are those of the evidence), ``facets`` the fields and values of metadata that the question names.
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
    reports: tuple[Report, ...] = ()
    nodes: tuple[str, ...] = ()
    facets: tuple[tuple[str, str], ...] = ()


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
    """What an `add` did.

    ``fallbacks`` counts what rules did where a language model failed, ``stopped`` says why it ended early. ``reread``
    counts documents that were read anew; of the ``unchanged``, rules alone have read ``by_rules`` at least in part,
    although there is a model now.
    """

    added: int
    unchanged: int
    replaced: int
    failed: tuple[Failure, ...]
    usage: Mapping[str, Usage]
    elapsed_ms: float
    fallbacks: int = 0
    stopped: str | None = None
    reread: int = 0
    by_rules: int = 0


@dataclass(frozen=True, slots=True)
class AddEstimate:
    """What an `add` would do and cost; nothing was changed, no model asked.

    ``usage`` holds the most that the calls of a language model would take, by stage; ``cache_hits`` are those that are
    answered already and cost nothing. ``documents`` are new or changed, ``reread`` would be read anew. ``unpriced``
    says that the price of a call is not known, so that `Usage.usd` is too low. ``stale_nodes`` are the time nodes whose
    reports would have to be made again.
    """

    documents: int
    unchanged: int
    failed: tuple[Failure, ...]
    chunks: int
    stale_nodes: tuple[str, ...]
    usage: Mapping[str, Usage]
    unpriced: bool
    elapsed_ms: float
    reread: int = 0


__all__ = ["AddEstimate", "AddResult", "Answer", "Citation", "Evidence", "Failure", "SearchResult", "Span", "Value"]

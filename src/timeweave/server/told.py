"""What responses hold, as the OpenAPI document tells it; what makes them is `timeweave.wire`. Each has an example in
`examples.json`.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

Json = dict[str, Any]


class Citation(BaseModel):
    """A place in the stored text of a document; ``quote`` are its words."""

    document_id: str
    chunk_id: str
    start: int
    end: int
    quote: str


class Evidence(BaseModel):
    """A span of a document that was found for a question."""

    document_id: str
    chunk_id: str
    start: int
    end: int
    text: str
    period: str | None
    observed: str | None
    score: float
    facts: list[str]


class Source(BaseModel):
    """Where a fact is stated."""

    document_id: str
    chunk_id: str
    start: int
    end: int
    observed: str | None
    source: str


class Fact(BaseModel):
    """A fact with its standing and what its ends are called; ``by`` are facts that closed, restated or dispute it."""

    id: str
    subject: str
    relation: str
    object: str
    object_is_entity: bool
    value: float | None
    unit: str | None
    qualifiers: dict[str, str]
    text: str
    valid: str | None
    stated_valid: str | None
    status: Literal["holds", "closed", "disputed", "restated"]
    by: list[str]
    confidence: float
    sources: list[Source]
    subject_name: str
    object_name: str


class ExplainedFact(Fact):
    """The same, and the whole of it as people write it."""

    words: str


class Search(BaseModel):
    """Evidence for a question, in descending order of use."""

    question: str
    mode: str
    as_of: str | None
    scope: Json
    entities: list[str]
    evidence: list[Evidence]
    reports: list[Json]
    tokens: int
    elapsed_ms: float
    warnings: list[str]


class Node(BaseModel):
    """A node of a figure; ``on_path`` where the answer rests on it. A fact has its id as ``fact``, and its parts."""

    id: str
    kind: Literal["time", "entity", "measure", "fact"]
    label: str
    on_path: bool
    level: int | None = None
    fact: str | None = None
    subject: str | None = None
    relation: str | None = None
    value: str | None = None
    text: str | None = None
    times: list[str] | None = None


class Edge(BaseModel):
    """An edge of a figure: a time ``holds`` another, a fact is ``at`` a time, has a ``subject`` and an ``object``."""

    source: str
    target: str
    label: Literal["holds", "subject", "object", "at"]
    on_path: bool


class Figure(BaseModel):
    """The subgraph of a question; ``marks`` says what is ``on_path``: what the ``answer`` rests on, nothing where that
    is ``text`` alone and where it is ``refused``.
    """

    title: str
    marks: Literal["answer", "text", "refused"]
    nodes: list[Node]
    edges: list[Edge]


class Answer(Search):
    """An answer with its citations, or a refusal, whose ``warnings`` name what was missing."""

    answer: str
    refused: bool
    method: str
    confidence: float | None
    values: list[Json]
    calculation: Any
    citations: list[Citation]
    closest: list[Citation]
    disagreement: list[Fact]
    usage: Json
    figure: Figure | None = None


class Named(BaseModel):
    """An entity by its id and usual name."""

    id: str
    name: str
    type: str


class Spike(BaseModel):
    """Consecutive days of much news; ``story`` and ``citation`` are empty where nothing tells, or it was not asked."""

    first: str
    last: str
    peak: str
    count: int
    story: str
    citation: Citation | None


class Spikes(BaseModel):
    """How often an entity is spoken of, by the days on which it is, and when that is far more than usual."""

    entity: Named
    counts: dict[str, int]
    threshold: float
    spikes: list[Spike]


class Entity(Named):
    """An entity, and how often documents mention it."""

    mentions: int
    documents: int


class Timeline(BaseModel):
    """A page of the facts about an entity, in order of time; ``next`` is the cursor of the page behind it, ``others``
    are those that bear the name too.
    """

    entity: Named
    relation: str | None
    as_of: str | None
    facts: list[Fact]
    others: list[Entity]
    next: str | None
    spikes: Spikes | None = None


class Report(BaseModel):
    """What the facts of a period come to."""

    period: str
    as_of: str | None
    reports: list[Json]
    missing: list[str]
    citations: dict[str, list[Citation]]


class Period(BaseModel):
    """A time node; ``end`` is the first day that is not included, ``facts`` those stamped with it."""

    label: str
    granularity: Literal["year", "quarter", "month", "day"]
    parent: str | None
    start: str
    end: str
    facts: int


class Periods(BaseModel):
    """The time nodes at or above a fact, in order of time."""

    items: list[Period]


class Entities(BaseModel):
    """A page of entities, the most mentioned first, and how many there are in all."""

    total: int
    entities: list[Entity]
    next: str | None


class KnownEntities(BaseModel):
    """All that bear a name."""

    name: str
    entities: list[Json]


class Relations(BaseModel):
    """A page of the relations, by name."""

    items: list[Json]
    next: str | None


class Facts(BaseModel):
    """A page of facts; ``next`` is the cursor of the page behind it."""

    items: list[Fact]
    next: str | None


class Explanation(BaseModel):
    """Why a fact stands as it does."""

    fact: ExplainedFact
    values: str
    why: str
    candidates: list[Json]
    by: list[ExplainedFact]
    sources: Json
    decisions: list[Json]


class Changes(BaseModel):
    """A page of the log, the newest first."""

    items: list[Json]
    next: str | None


class Suggestion(BaseModel):
    """A question that is answered with confidence."""

    question: str
    answer: str
    confidence: float


class Suggestions(BaseModel):
    """Questions that can be answered."""

    items: list[Suggestion]


class Stats(BaseModel):
    """Sizes, time range and ledger."""

    documents: int
    chunks: int
    statements: int
    facts: int
    entities: int
    time_range: list[str] | None
    bytes: int
    embedder: str | None
    ledger: Json


class Document(BaseModel):
    """A document without its text."""

    id: str
    title: str
    observed: str
    date_source: str
    period: str | None
    source: str
    length: int
    statements: int


class WholeDocument(Document):
    """A document with its stored text."""

    metadata: Json
    text: str


class Documents(BaseModel):
    """A page of documents, by id."""

    items: list[Document]
    next: str | None
    total: int


class Removed(BaseModel):
    """How many documents were erased."""

    removed: int


class Failed(BaseModel):
    """An input that could not be added, and why."""

    source: str
    line: int | None
    error: str


class Ingest(BaseModel):
    """How far an ingest is: ``received`` counts files and documents as they were sent, ``done`` what was handled;
    ``warnings`` say what was guessed, as the day of documents that tell none.
    """

    id: str
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    received: int
    done: int
    added: int
    unchanged: int
    replaced: int
    failed: list[Failed]
    failures: int
    error: str | None
    warnings: list[str]
    created: str


class Ingests(BaseModel):
    """Ingests, the newest first."""

    items: list[Ingest]


class KnowledgeBase(BaseModel):
    """A knowledge base, its size, and the first and last day that it speaks of; without a size it cannot be read."""

    name: str
    documents: int | None
    time_range: list[str] | None


class KnowledgeBases(BaseModel):
    """The knowledge bases that a caller may read, and what it may do with them."""

    items: list[KnowledgeBase]
    scope: str


class Made(BaseModel):
    """A knowledge base that is there, and whether it was made just now."""

    name: str
    made: bool


class Deleted(BaseModel):
    """A knowledge base that is there no more."""

    name: str
    deleted: bool


class Status(BaseModel):
    """That all is well."""

    status: str

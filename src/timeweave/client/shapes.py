"""The JSON objects of the API, as types. What a newer server adds to them is there, too, and of no type."""

from __future__ import annotations

import datetime as dt
from typing import Any, Literal, NotRequired, TypedDict


class Failed(TypedDict):
    """An input that was not added, and why."""

    source: str
    line: int | None
    error: str


class Ingest(TypedDict):
    """Documents on their way in: ``done`` of ``received`` inputs are handled; over where the state is neither "queued"
    nor "running". Of ``failures`` the first are listed as ``failed``.
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
    warnings: NotRequired[list[str]]
    created: str


class Evidence(TypedDict):
    """A span of a document that was found: ``text == document text[start:end]``."""

    document_id: str
    chunk_id: str
    start: int
    end: int
    text: str
    period: str | None
    observed: str | None
    score: float
    facts: list[str]


class Cited(TypedDict):
    """Where an answer's words stand."""

    document_id: str
    chunk_id: str
    start: int
    end: int
    quote: str


class Value(TypedDict):
    """One value that an answer states; ``citation`` counts its citations from 0."""

    period: str | None
    entity: str
    text: str
    value: float | None
    unit: str | None
    citation: int | None


class Found(TypedDict):
    """The object of `search --json`."""

    question: str
    mode: str
    as_of: str | None
    scope: dict[str, Any]
    entities: list[str]
    evidence: list[Evidence]
    reports: list[dict[str, Any]]
    tokens: int
    elapsed_ms: float
    warnings: list[str]
    explanation: NotRequired[dict[str, Any]]


class Support(TypedDict):
    """A place in a document that states a fact."""

    document_id: str
    chunk_id: str
    start: int
    end: int
    observed: str | None
    source: str


class Fact(TypedDict):
    """A fact with its standing: what it says (``stated_valid``) and when it held after all (``valid``)."""

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
    status: str
    by: list[str]
    confidence: float
    sources: list[Support]
    subject_name: str
    object_name: str


class Answered(Found):
    """The object of `ask --json`: what was found, and the answer; its ``figure`` where that was asked for."""

    answer: str
    refused: bool
    method: str
    confidence: float
    values: list[Value]
    calculation: str | None
    citations: list[Cited]
    closest: list[Cited]
    disagreement: list[Fact]
    usage: dict[str, dict[str, float]]
    figure: NotRequired[dict[str, Any]]


class AskOptions(TypedDict, total=False):
    """What a question may be asked with."""

    as_of: dt.date | str | None
    mode: str
    budget: int | None
    limit: int | None
    explain: bool
    min_confidence: float | None
    figure: bool


class Progress(TypedDict):
    """That a question waits ("waiting"), or is being answered ("answering")."""

    event: Literal["progress"]
    stage: str


class Words(TypedDict):
    """More words of a language model; ``anew``: those before are withdrawn, and ``text`` is where they begin again."""

    event: Literal["words"]
    text: str
    anew: bool


class Came(TypedDict):
    """The answer that counts."""

    event: Literal["answer"]
    answer: Answered


AskEvent = Progress | Words | Came
"""What happens while a question is answered."""


class Named(TypedDict):
    """An entity."""

    id: str
    name: str
    type: str


class Entity(Named):
    """An entity, and how often documents mention it."""

    mentions: int
    documents: int


class Timeline(TypedDict):
    """The object of `timeline --json`; ``others`` bear the name, too; ``spikes`` where they were asked for."""

    entity: Named
    relation: str | None
    as_of: str | None
    facts: list[Fact]
    others: list[Entity]
    spikes: NotRequired[dict[str, Any]]


class Event(TypedDict):
    """What happened to a fact; ``words`` and ``reason`` are ``text`` and ``why`` as people write them."""

    event: str
    fact: str
    text: str
    why: str
    by: list[str]
    words: str
    reason: str


class Change(TypedDict):
    """A line of the log."""

    sequence: int
    kind: str
    document_id: str
    recorded: str
    observed: str | None
    events: list[Event]
    stale_nodes: list[str]


class DocumentListed(TypedDict):
    """A document in a list; a server tells more of it than this."""

    id: str
    title: str
    observed: str
    period: str | None
    source: str


class DocumentRead(DocumentListed):
    """A document with its stored text, in which all spans are counted."""

    text: str


class Base(TypedDict):
    """A knowledge base of the server."""

    name: str
    documents: int
    time_range: list[str] | None


class Period(TypedDict):
    """A time node with facts; ``end`` is the first day that is not included."""

    label: str
    granularity: str
    start: str
    end: str
    facts: int

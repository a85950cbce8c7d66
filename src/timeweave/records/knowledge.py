"""A document and what is read from it alone: the input of everything else (TK-01, TK-06)."""

from __future__ import annotations

import datetime as dt
import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NewType

from timeweave.records.concepts import is_concept, key_in_words
from timeweave.records.layout import PLAIN, Layout, Span
from timeweave.temporal.interval import Granularity, Interval

if TYPE_CHECKING:
    import numpy as np

    from timeweave.records.vectors import PartedVectors

DocumentId = NewType("DocumentId", str)
ChunkId = NewType("ChunkId", str)
EntityId = NewType("EntityId", str)
"""The canonical key of a name (`timeweave.language.names.canonical_key`): the same name gives the same entity in
whatever order documents arrive."""
FactId = NewType("FactId", str)
"""A digest of what the fact says, so that two documents that say the same support one fact."""


GRAPH_FROM = 2_000
"""Given facts from which a document counts as a graph."""


class DateSource(enum.StrEnum):
    """Where a document's publication date was found; ``ADDED`` when nowhere: the day it was added stands in."""

    GIVEN = "given"
    METADATA = "metadata"
    FRONT_MATTER = "front matter"
    FEED = "feed"
    URL = "url"
    FILE_NAME = "file name"
    TEXT = "text"
    ADDED = "added"


class Markup(enum.StrEnum):
    """How a document's text is written, which says what of it is words and what stands only for its looks.

    ``PLAIN`` text has no mark-up; ``MARKDOWN`` is CommonMark with tables, footnotes and HTML elements in it; in a
    ``CONVERSATION`` every turn is a line ``Speaker: words``.
    """

    PLAIN = "plain"
    MARKDOWN = "markdown"
    CONVERSATION = "conversation"


@dataclass(frozen=True, slots=True)
class Citation:
    """Where an answer's words stand: ``quote == document text[start:end]``."""

    document_id: str
    chunk_id: str
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit.

    ``value`` is in the base unit: 2.8e9 with unit ``USD`` for "$2.8 billion", 9.8 with unit ``%`` for "9.8 percent",
    180.0 with unit ``bp`` for "180 basis points", 3.02 with unit ``USD/share``; ``count`` where there is no unit.
    ``text`` is how the source writes it.
    """

    value: float
    unit: str
    text: str


@dataclass(frozen=True, slots=True)
class GivenFact:
    """A dated triple as its source states it, before names are made canonical; ``span`` points at its line.

    ``valid`` is ``None`` where it is said to have no time. ``is_literal`` says that the object is a literal, kept
    character for character, or the name of an entity; where it is ``None`` its type and looks tell. ``quantity`` and
    ``qualifiers`` are those of the fact.
    """

    subject: str
    relation: str
    object: str
    valid: Interval | None
    span: Span
    subject_type: str = ""
    object_type: str = ""
    confidence: float = 1.0
    observed: dt.date | None = None
    is_literal: bool | None = None
    quantity: Quantity | None = None
    qualifiers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A dated text. Only ``id`` and ``text`` are required.

    ``date`` is the publication day and ``date_precision`` how precisely it is known; ``period`` is what the document
    reports on, ``entities`` the names that it is about (the first is its main subject). ``markup`` is how the text is
    written; ``None`` where that is to be recognised from the text.
    """

    id: str
    text: str
    title: str = ""
    date: dt.date | None = None
    period: Interval | None = None
    entities: tuple[str, ...] = ()
    source: str = ""
    language: str = "en"
    metadata: Mapping[str, Any] = field(default_factory=dict)
    date_precision: Granularity = Granularity.DAY
    date_source: DateSource = DateSource.GIVEN
    facts: tuple[GivenFact, ...] = ()
    markup: Markup | None = None

    @property
    def is_graph(self) -> bool:
        """Whether it holds a large graph, whose lines repeat its names and relations."""
        return len(self.facts) >= GRAPH_FROM


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of a document's sentences, ``index`` counted from 0 (TG-01)."""

    id: ChunkId
    index: int
    span: Span
    tokens: int


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence (or given triple) with the time it speaks of: the smallest unit of evidence.

    ``index`` counts a document's statements from 0 in order of ``span``; ``chunk`` is the index of the chunk that
    holds its start. ``entities`` are those it mentions, by pronoun or document context too, its subject first.
    """

    index: int
    chunk: int
    span: Span
    valid: Interval | None
    entities: tuple[EntityId, ...] = ()


@dataclass(frozen=True, slots=True)
class Mention:
    """How often a document calls an entity by one surface form; what canonical names and types are chosen from."""

    entity: EntityId
    surface: str
    type: str
    count: int


@dataclass(frozen=True, slots=True)
class AliasClaim:
    """A document's claim that one name stands for another entity ("Western Digital (WDC)"): alias key → entity."""

    alias: EntityId
    entity: EntityId


@dataclass(frozen=True, slots=True)
class Fact:
    """Subject, relation, object, and when it held (TK-01, TG-03).

    ``object`` is an entity when ``object_is_entity``, else a literal, whose number is in ``quantity``.
    ``qualifiers`` tell apart what must not be compared: ``basis`` (``gaap``, ``non-gaap``), ``modality``
    (``actual``, ``guidance``), ``segment``, ``change`` (``year-over-year``, ``sequential``) and the like,
    sorted by key. ``text`` is the fact in words.
    """

    id: FactId
    subject: EntityId
    relation: str
    object: str
    object_is_entity: bool
    valid: Interval | None
    text: str
    quantity: Quantity | None = None
    qualifiers: tuple[tuple[str, str], ...] = ()

    @property
    def ends(self) -> tuple[EntityId, ...]:
        """The one or two entities that it is about."""
        return (self.subject, EntityId(self.object)) if self.object_is_entity else (self.subject,)

    @property
    def endpoints(self) -> tuple[str, str]:
        """The two nodes that this edge joins in the graph; a literal's node is its relation, as in TG-RAG Figure 3."""
        return (self.subject, self.object if self.object_is_entity else f"relation:{self.relation}")

    @property
    def in_words(self) -> str:
        """Its ``text`` as it is made now."""
        return fact_in_words(self.subject, self.relation, self.object, self.valid, self.qualifiers)


def fact_in_words(
    subject: EntityId, relation: str, object_: str, valid: Interval | None, qualifiers: tuple[tuple[str, str], ...]
) -> str:
    """A fact of these parts in words: "alden foods: chief executive ann lee [2019/..]"."""
    marks = ", ".join(value for _, value in qualifiers)
    aside = f" ({marks})" if marks else ""
    when = "" if valid is None else f" [{valid}]"
    return f"{key_in_words(subject)}: {relation} {key_in_words(object_)}{aside}{when}"


@dataclass(frozen=True, slots=True)
class Support:
    """One place that states a fact: a span of a document, inside statement number ``statement``."""

    fact: FactId
    statement: int
    span: Span
    confidence: float = 1.0
    observed: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """What one stage cost (TK-07).

    ``usd`` is what the calls cost at list prices, as far as those are known. ``retries`` counts calls that were made
    again, ``fallbacks`` what rules did in place of a model that failed.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cache_hits: int = 0
    seconds: float = 0.0
    usd: float = 0.0
    retries: int = 0
    fallbacks: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cache_hits + other.cache_hits,
            self.seconds + other.seconds,
            self.usd + other.usd,
            self.retries + other.retries,
            self.fallbacks + other.fallbacks,
        )


@dataclass(frozen=True, slots=True)
class Cost:
    """A line of the ledger: what one stage of one operation has cost for one thing.

    ``operation`` names the command that was run, by the instant at which it began and its kind
    (``2026-01-31T12:00:00Z add``); ``about`` is ``document:ID``, ``node:LABEL``, ``question`` or empty.
    """

    operation: str
    stage: str
    about: str
    usage: Usage


RULES = "rules"
"""Who has read a document where no language model has read all of it."""
_ROWS = " + relations "


def with_rows(reader: str, rows: str) -> str:
    """A reader that had rows of a user's in the table of relations, told by their digest ``rows``."""
    return f"{reader}{_ROWS}{rows}" if rows else reader


def reader_and_rows(read_by: str) -> tuple[str, str]:
    """Who has read a document, and the digest of the rows that he had; of none it is empty."""
    reader, _, rows = read_by.partition(_ROWS)
    return reader, rows


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that extraction finds in one document; a function of that document alone, and of a model where one was asked.

    ``read_by`` is `RULES`, or the model that read every part of it with the version of its prompt, and which rows of a
    user's the table of relations had (`with_rows`); ``layout`` is how its text is read.
    """

    chunks: tuple[Chunk, ...]
    statements: tuple[Statement, ...]
    mentions: tuple[Mention, ...]
    aliases: tuple[AliasClaim, ...]
    facts: tuple[Fact, ...]
    supports: tuple[Support, ...]
    read_by: str = RULES
    layout: Layout = PLAIN


@dataclass(frozen=True, slots=True, eq=False)
class ChunkWords:
    """What the index holds of the words of a document's chunks; one entry per chunk.

    ``terms`` maps index terms to counts. ``shingles`` are the distinct hashes of word 3-grams, ascending (uint64), and
    ``bands`` those by which chunks that are alike meet; none where a chunk has no word.
    """

    terms: tuple[Mapping[str, int], ...]
    shingles: tuple[np.ndarray, ...]
    bands: tuple[np.ndarray, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A document ready to be compared with the store; a function of the document alone, so it can be made anywhere.

    ``digest`` identifies the content: adding the same again is a no-op. ``vectors`` (statements × dimensions) and
    ``entity_vectors`` (``entities`` × dimensions) hold float32 rows of unit length, the former put together of parts
    where the document is a graph; ``entities`` are the distinct entities of ``extraction.mentions`` but for concepts,
    sorted. ``terms`` has one mapping from index term to count per statement, ``chunk_words`` the same and more of
    chunks; where it is ``None``, the index reads the chunks itself.
    """

    document: Document
    digest: str
    extraction: Extraction
    vectors: np.ndarray | PartedVectors
    entity_vectors: np.ndarray
    terms: tuple[Mapping[str, int], ...]
    usage: Mapping[str, Usage]
    chunk_words: ChunkWords | None = None

    @property
    def entities(self) -> tuple[EntityId, ...]:
        """The entities that the rows of ``entity_vectors`` belong to."""
        return tuple(sorted({m.entity for m in self.extraction.mentions if not is_concept(m.entity)}))

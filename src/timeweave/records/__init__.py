"""The records that flow through Timeweave (TK-01, TK-06): plain frozen values, no behaviour beyond derivations.

A *document* is read; *prepared* by chunking, extraction and embedding, which look at that document and nothing else;
turned into a *change* by evolution, which compares it with what the store holds; and applied by the store in one
transaction. Facts are immutable observations: what is closed, superseded or in dispute on a given day is derived
from the facts visible on that day (see `timeweave.evolution`), never written over them.

Three times are kept apart everywhere: ``valid`` (when a fact held), ``observed`` (the day a source published it) and
``recorded`` (the instant this store learnt it).
"""

from __future__ import annotations

from timeweave.records.changes import (
    REREAD,
    Change,
    Event,
    FactEvent,
    PublishedLine,
    RecordedChange,
    SegmentRef,
)
from timeweave.records.concepts import CONCEPT, CONCEPT_MARK, is_concept, key_in_words
from timeweave.records.entries import entry_id, entry_metadata, file_of, is_entry
from timeweave.records.knowledge import (
    GRAPH_FROM,
    RULES,
    AliasClaim,
    Chunk,
    ChunkId,
    ChunkWords,
    Citation,
    Cost,
    DateSource,
    Document,
    DocumentId,
    EntityId,
    Extraction,
    Fact,
    FactId,
    GivenFact,
    Markup,
    Mention,
    Prepared,
    Quantity,
    Statement,
    Support,
    Usage,
    fact_in_words,
    reader_and_rows,
    with_rows,
)
from timeweave.records.layout import IN_BOLD, PLAIN, Block, BlockKind, CleanText, Edit, Layout, Span
from timeweave.records.reports import (
    EXTRACTIVE,
    DocumentVersion,
    Report,
    ReportSentence,
    ReportVersion,
)
from timeweave.records.stored import (
    ChunkKey,
    DocumentInfo,
    EntityInfo,
    FactStatus,
    PlacedSupport,
    Problem,
    ResolvedFact,
    StatementKey,
    SupportedFact,
    TimeNode,
)

__all__ = [
    "CONCEPT",
    "CONCEPT_MARK",
    "EXTRACTIVE",
    "GRAPH_FROM",
    "IN_BOLD",
    "PLAIN",
    "REREAD",
    "RULES",
    "AliasClaim",
    "Block",
    "BlockKind",
    "Change",
    "Chunk",
    "ChunkId",
    "ChunkKey",
    "ChunkWords",
    "Citation",
    "CleanText",
    "Cost",
    "DateSource",
    "Document",
    "DocumentId",
    "DocumentInfo",
    "DocumentVersion",
    "Edit",
    "EntityId",
    "EntityInfo",
    "Event",
    "Extraction",
    "Fact",
    "FactEvent",
    "FactId",
    "FactStatus",
    "GivenFact",
    "Layout",
    "Markup",
    "Mention",
    "PlacedSupport",
    "Prepared",
    "Problem",
    "PublishedLine",
    "Quantity",
    "RecordedChange",
    "Report",
    "ReportSentence",
    "ReportVersion",
    "ResolvedFact",
    "SegmentRef",
    "Span",
    "Statement",
    "StatementKey",
    "Support",
    "SupportedFact",
    "TimeNode",
    "Usage",
    "entry_id",
    "entry_metadata",
    "fact_in_words",
    "file_of",
    "is_concept",
    "is_entry",
    "key_in_words",
    "reader_and_rows",
    "with_rows",
]

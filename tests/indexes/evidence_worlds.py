"""Documents of few words for the evidence graph, and the graph worked out pair by pair from the definition."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import strategies as st
from index_worlds import DIMENSIONS, RECORDED
from storekit.memory import MemoryStore

from timeweave.indexes import Indexes
from timeweave.indexes.evidence import linking
from timeweave.indexes.evidence.graph import EvidenceSegments
from timeweave.indexes.evidence.kind import EdgesKind
from timeweave.indexes.evidence.shingles import ShingleColumns
from timeweave.indexes.growth import Kind
from timeweave.records import Change, Chunk, ChunkId, Document, DocumentId, Extraction, Prepared, Span
from timeweave.records.evidence import EvidenceGraph

WORDS = ["the", "plant", "in", "Port", "Alden", "opened", "rose", "by", "2.8", "percent"]
PHRASES = [" ".join(WORDS[i : i + 4]) for i in range(7)]
DAY = dt.date(2024, 1, 1)


@dataclass(frozen=True)
class Text:
    """A version of a document, as its chunks."""

    id: str
    day: dt.date
    chunks: tuple[str, ...]


chunk_texts = st.lists(st.sampled_from([*PHRASES, *WORDS]), min_size=1, max_size=9).map(" ".join)
texts = st.builds(
    Text,
    id=st.sampled_from([f"d{i}" for i in range(9)]),
    day=st.dates(DAY, DAY + dt.timedelta(9)),
    chunks=st.lists(chunk_texts, max_size=3).map(tuple),
)


def in_order(corpus: Sequence[Text]) -> list[Text]:
    """Without the versions that are no later than one before."""
    kept: dict[str, list[Text]] = {}
    return [
        text
        for text in corpus
        if all(text.day > t.day for t in kept.setdefault(text.id, [])) and not kept[text.id].append(text)
    ]


corpora = st.lists(texts, max_size=14).map(in_order)


@contextmanager
def bands_meeting(times: int) -> Iterator[None]:
    """Bands must meet so many times: short texts that share anything meet in three of them nearly always."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linking, "MEETINGS", times)
        yield


def prepared(text: Text) -> Prepared:
    """The version with its chunks, and no statements."""
    ends = np.cumsum([len(c) + 1 for c in text.chunks]).tolist()
    chunks = tuple(
        Chunk(ChunkId(f"{text.id}#{i}"), i, Span(end - len(c) - 1, end - 1), 1)
        for i, (c, end) in enumerate(zip(text.chunks, ends, strict=True))
    )
    whole = "\n".join(text.chunks)
    empty = np.empty((0, DIMENSIONS), np.float32)
    return Prepared(
        document=Document(text.id, whole, date=text.day),
        digest=f"{text.id}:{text.day}:{whole}",
        extraction=Extraction(chunks, (), (), (), (), ()),
        vectors=empty,
        entity_vectors=empty,
        terms=(),
        usage={},
    )


def indexes(store: MemoryStore, limit: int, max_rows: int = 131_072) -> Indexes:
    """Indexes that link exactly up to ``limit`` chunks."""
    made = Indexes(store.folder, max_rows=max_rows)
    made._of_chunks = (
        made._of_chunks[0],
        Kind(store.folder, ShingleColumns, max_rows),
        EdgesKind(store.folder, max_rows, limit),
    )
    return made


def put(store: MemoryStore, index: Indexes, text: Text) -> None:
    """Add a document, or a new version of one."""
    with store.transaction() as transaction:
        older = transaction.versions(DocumentId(text.id))[-1:]
        change = Change(
            kind="replace" if older else "add",
            document_id=DocumentId(text.id),
            recorded=RECORDED,
            added=prepared(text),
            ordinal=transaction.next_ordinal,
            observed=text.day,
            superseded=tuple((v.ordinal, text.day) for v in older),
        )
        transaction.apply(index.added(transaction, change))


def filled(store: MemoryStore, corpus: Iterable[Text], limit: int, max_rows: int = 131_072) -> Indexes:
    """The store with all of a corpus in it."""
    index = indexes(store, limit, max_rows)
    for text in corpus:
        put(store, index, text)
    return index


def graph(store: MemoryStore, index: Indexes, limit: int, as_of: dt.date | None = None) -> EvidenceGraph:
    """What a view of a day sees."""
    with store.view(as_of) as view:
        segments = EvidenceSegments(store.folder, view.segments("shingles"), view.segments("edges"), limit=limit)
        return segments.graph(index.chunks(view)._rows)


def same(one: EvidenceGraph, two: EvidenceGraph) -> bool:
    """Whether two graphs are equal bit for bit."""
    arrays = [
        (
            g.texts,
            g.between.data,
            g.between.indices,
            g.weights.data,
            g.weights.indices,
            g.weights.indptr,
            g.source_groups,
        )
        for g in (one, two)
    ]
    return all(np.array_equal(a, b) for a, b in zip(*arrays, strict=True))


def visible(corpus: Sequence[Text], as_of: dt.date | None = None) -> list[tuple[str, str]]:
    """The chunks (document, text) that a view sees, in order."""
    current = {text.id: text for text in corpus if as_of is None or text.day <= as_of}
    return [(id_, chunk) for id_, text in sorted(current.items()) for chunk in text.chunks]


def shingles(text: str) -> frozenset[tuple[str, ...]]:
    """Word 3-grams; of fewer words than three, all of them."""
    words = re.findall(r"\w+(?:[.,]\d+)*", text.lower())
    return frozenset(tuple(words[i : i + 3]) for i in range(max(1, len(words) - 2)) if words)


def by_definition(chunks: Sequence[tuple[str, str]]) -> Mapping[tuple[int, int], float]:
    """Jaccard's similarity of all pairs of chunks of different documents above 0.05."""
    found = {}
    sets = [shingles(text) for _, text in chunks]
    for i, (one, _) in enumerate(chunks):
        for j, (two, _) in enumerate(chunks):
            if one != two and (sets[i] or sets[j]):
                similarity = len(sets[i] & sets[j]) / len(sets[i] | sets[j])
                if similarity > 0.05:
                    found[i, j] = similarity
    return found

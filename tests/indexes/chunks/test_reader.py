"""The chunks of a view against the definition: every row scored, whatever the segmentation, the order and the day."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import pytest
from chunk_worlds import WORDS, Article, Reference, put, worlds
from hypothesis import given, settings
from hypothesis import strategies as st
from index_worlds import VECTORS, memory_store, take_back
from storekit.memory import MemoryStore

from timeweave.indexes import ChunkReader, Indexes
from timeweave.records import ChunkKey

DAY = dt.date(2024, 1, 1)
queries = st.sampled_from(list(VECTORS))
asked = st.dictionaries(st.sampled_from([*WORDS, "absent"]), st.sampled_from([0.5, 1.0, 2.0]), min_size=1, max_size=4)


@contextmanager
def indexed(world: Sequence[Article], *, max_rows: int = 12) -> Iterator[tuple[MemoryStore, Indexes]]:
    with memory_store() as store:
        indexes = Indexes(store.folder, max_rows=max_rows)
        for article in world:
            put(store, indexes, article)
        yield store, indexes


def read(store: MemoryStore, indexes: Indexes, as_of: dt.date | None = None) -> ChunkReader:
    with store.view(as_of) as view:
        return indexes.chunks(view)


def everything(store: MemoryStore, reader: ChunkReader, query: np.ndarray, terms: dict[str, float]) -> tuple:
    """All that a reader says, chunks by their documents' ids."""
    with store.transaction() as held:
        ids = {ordinal: held.original(ordinal).id for ordinal in {key.ordinal for key in reader.keys}}
    counts = dict.fromkeys(terms, 1)
    graph = reader.evidence()
    return (
        [(ids[key.ordinal], key.index) for key in reader.keys],
        reader.days.tolist(),
        reader.lexical(terms).tolist(),
        reader.dense(query).tolist(),
        reader.semantic(counts).tolist(),
        graph.weights.dense().tolist(),
        graph.source_groups.tolist(),
    )


@given(worlds(), queries, asked)
@settings(max_examples=25)
def test_every_chunk_is_scored_as_defined(world, query, terms):
    """TW-01: rows by document id and position; BM25 to the last digits; cosine to the mean of the statements."""
    with indexed(world) as (store, indexes):
        reader = read(store, indexes)
        keys, _, lexical, dense, *_ = everything(store, reader, query, terms)
        reference = Reference(world)
        assert keys == list(reference.chunks)
        assert lexical == pytest.approx(reference.lexical(terms), rel=1e-12)
        assert dense == pytest.approx(reference.dense(query), abs=5e-3)  # in 8 bits


def test_bm25_by_hand(store):
    """TW-01: k1 = 1.5, b = 0.75 and the seed's idf over chunks; a weight multiplies its term."""
    indexes = Indexes(store.folder)
    put(store, indexes, Article("a", DAY, [[("plant plant lens", 0)], [("tariff", 1)]]))
    put(store, indexes, Article("b", DAY, [[("plant margin", 2)]]))
    reader = read(store, indexes)
    # 3 chunks of 3, 1 and 2 terms: avgdl = 2; "plant" is in 2 of them: idf = ln((3 - 2 + 0.5) / (2 + 0.5) + 1) = ln 1.6
    idf = math.log(1.6)
    first = idf * 2 * 2.5 / (2 + 1.5 * (0.25 + 0.75 * 3 / 2))  # 2 · 2.5 / 4.0625
    third = idf * 1 * 2.5 / (1 + 1.5 * (0.25 + 0.75 * 2 / 2))  # 2.5 / 2.5
    assert reader.lexical(["plant"]).tolist() == pytest.approx([first, 0.0, third], rel=1e-14)
    assert reader.lexical({"plant": 2.0}).tolist() == pytest.approx([2 * first, 0.0, 2 * third], rel=1e-14)
    assert list(reader.keys) == [ChunkKey(0, 0), ChunkKey(0, 1), ChunkKey(1, 0)]
    assert reader.days.tolist() == [DAY.toordinal()] * 3


def test_a_chunk_without_statements_or_a_date_says_so(store):
    """No direction is a cosine of 0, no date the day 0: neither is guessed."""
    indexes = Indexes(store.folder)
    put(store, indexes, Article("a", DAY, [[("plant", 0)], []], dated=False))
    reader = read(store, indexes)
    assert reader.dense(VECTORS[0]).tolist() == pytest.approx([1.0, 0.0], abs=1e-3)
    assert reader.dense(np.zeros(len(VECTORS[0]))).tolist() == [0.0, 0.0]
    assert reader.days.tolist() == [0, 0]


@given(worlds(), queries, asked, st.dates(DAY, dt.date(2024, 1, 9)))
@settings(max_examples=20)
def test_as_of_is_what_a_store_gives_that_saw_only_that(world, query, terms, as_of):
    """TK-05: rows, and every bit of every score and of the graph, are those of a store that never saw the later."""
    earlier = [a for a in reversed(world) if a.day <= as_of]
    with indexed(world) as (store, indexes), indexed(earlier, max_rows=10**6) as (old_store, old_indexes):
        now, then = read(store, indexes, as_of), read(old_store, old_indexes)
        assert everything(store, now, query, terms) == everything(old_store, then, query, terms)


@given(worlds(), queries, asked)
@settings(max_examples=20)
def test_segmentation_changes_no_bit(world, query, terms):
    """Merging early, late or in one go gives the same rows with the same scores."""
    with indexed(world, max_rows=3) as (a, small), indexed(world[::-1], max_rows=10**6) as (b, large):
        assert everything(a, read(a, small), query, terms) == everything(b, read(b, large), query, terms)


@given(worlds(max_size=6), st.data(), queries, asked)
@settings(max_examples=20)
def test_corrected_and_removed_documents(world, data, query, terms):
    """TK-08: a superseded version shows before its day only; after a removal all is as if it had never been there."""
    if not world:
        return
    changed, removed = (data.draw(st.sampled_from(world)) for _ in range(2))
    corrected = Article(changed.id, dt.date(2024, 1, 20), [[("merger of plants", 3)]])
    with indexed(world) as (store, indexes):
        put(store, indexes, corrected)
        take_back(store, indexes, removed.id)
        for as_of, world_then in (
            (dt.date(2024, 1, 19), world),
            (None, [corrected if a is changed else a for a in world]),
        ):
            kept = [a for a in world_then if a.id != removed.id]
            with indexed(kept, max_rows=10**6) as (fresh_store, fresh):
                assert everything(store, read(store, indexes, as_of), query, terms) == everything(
                    fresh_store, read(fresh_store, fresh), query, terms
                )


def test_a_reader_is_kept_for_what_a_view_sees(store):
    """What was drawn together for one question serves the next, until what is visible changes."""
    indexes = Indexes(store.folder)
    put(store, indexes, Article("a", DAY, [[("plant", 0)]]))
    put(store, indexes, Article("b", dt.date(2024, 1, 5), [[("lens", 1)]]))
    first = read(store, indexes)
    assert read(store, indexes) is first
    assert read(store, indexes, dt.date(2024, 1, 6)) is first
    assert len(read(store, indexes, DAY).keys) == 1
    put(store, indexes, Article("c", DAY, [[("tariff", 2)]]))
    assert len(read(store, indexes).keys) == 3
    assert len(first.keys) == 2


def test_the_length_of_a_question_says_nothing(store):
    """A cosine is of directions: a vector three times as long has the same, to rounding."""
    indexes = Indexes(store.folder)
    put(store, indexes, Article("a", DAY, [[("plant", 0)], [("lens", 1), ("tariff", 2)]]))
    reader = read(store, indexes)
    assert reader.dense(3.0 * VECTORS[1]).tolist() == pytest.approx(reader.dense(VECTORS[1]).tolist(), abs=1e-6)


def test_the_row_of_a_chunk(store):
    """Rows are found by document and position, from a row on too; what is no row is named."""
    indexes = Indexes(store.folder)
    put(store, indexes, Article("b", DAY, [[("plant", 0)], [("lens", 1)]]))
    put(store, indexes, Article("a", DAY, [[("tariff", 2)], [("merger", 3)]]))
    keys = read(store, indexes).keys
    assert [(key.ordinal, key.index) for key in keys] == [(1, 0), (1, 1), (0, 0), (0, 1)]
    assert [keys.index(key) for key in keys] == [0, 1, 2, 3]
    assert keys.index(ChunkKey(0, 1), 2) == 3
    assert list(keys[1:3]) == [ChunkKey(1, 1), ChunkKey(0, 0)]
    for missing, start in ((ChunkKey(2, 0), 0), (ChunkKey(1, 1), 2)):
        with pytest.raises(ValueError, match="no row holds"):
            keys.index(missing, start)

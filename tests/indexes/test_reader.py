"""The reader against the definition: exact in every filter, whatever the segmentation, the order and the day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import index_worlds as some
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from index_worlds import ENTITIES, TERMS, VECTORS, Reference, Row, World, put, take_back
from storekit.memory import MemoryStore

from timeweave.errors import NotFoundError
from timeweave.indexes import Bm25, Indexes, IndexReader, gathered, growth
from timeweave.indexes.quantised import coded
from timeweave.indexes.segment_file import SegmentFile
from timeweave.records import EntityId, StatementKey
from timeweave.temporal.interval import Interval

DAY = dt.date(2024, 1, 1)
DAY_9 = dt.date(2024, 1, 9)
scopes = st.lists(st.sampled_from([*map(Interval.parse, some.PERIODS), Interval.parse("2022")]), max_size=2)
entities = st.sampled_from([None, *ENTITIES])
queries = st.sampled_from(list(VECTORS))
asked = st.lists(st.sampled_from([*TERMS, "absent"]), min_size=1, max_size=4, unique=True)


@contextmanager
def indexed(world: World, *, max_rows: int = 40) -> Iterator[tuple[MemoryStore, Indexes, dict[str, int]]]:
    with some.memory_store() as store:
        indexes = Indexes(store.folder, max_rows=max_rows)
        ordinals = {id_: put(store, indexes, id_, day, held) for id_, day, held in world.documents}
        yield store, indexes, ordinals


def read(store: MemoryStore, indexes: Indexes, as_of: dt.date | None = None) -> IndexReader:
    with store.view(as_of) as view:
        return indexes.reader(view)


def shown(world: World, ordinals: dict[str, int], as_of: dt.date | None = None) -> Reference:
    seen = {id_: (ordinals[id_], held) for id_, day, held in world.documents if as_of is None or day <= as_of}
    return Reference(seen)


def pairs(hits: Sequence) -> list[tuple[StatementKey, float]]:
    return [(hit.key, hit.score) for hit in hits]


@given(some.worlds(), queries, st.integers(1, 9), scopes, entities, st.booleans())
@settings(max_examples=60)
def test_dense_gives_the_nearest_rows_that_pass_the_filters(world, query, k, scope, entity, only_some):
    """TG-09: the k of highest cosine, exactly, ties by document id and position, under every filter."""
    with indexed(world) as (store, indexes, ordinals):
        some = np.arange(len(world.documents)) % 2 == 0 if only_some else None
        hits = read(store, indexes).dense(query, k, scope=scope, entity=entity, documents=some)
        expected = shown(world, ordinals).dense(query, k, scope=scope, entity=entity, documents=some)
        assert [hit.key for hit in hits] == [key for key, _ in expected]
        assert [hit.score for hit in hits] == pytest.approx([score for _, score in expected], abs=1e-12)


@given(some.worlds(), asked, st.integers(1, 9), scopes, entities, st.booleans())
@settings(max_examples=60)
def test_lexical_is_bm25_over_all_that_is_visible(world, terms, k, scope, entity, only_some):
    """TW-01: BM25 to the last bit; N, n(t) and avgdl are those of the visible rows, not of those in the filter."""
    with indexed(world) as (store, indexes, ordinals):
        some = np.arange(len(world.documents)) % 2 == 0 if only_some else None
        hits = read(store, indexes).lexical(terms, k, scope=scope, entity=entity, documents=some)
        assert pairs(hits) == shown(world, ordinals).lexical(terms, k, scope=scope, entity=entity, documents=some)


@given(some.worlds(), queries, asked, st.integers(1, 9), scopes, st.dates(dt.date(2024, 1, 1), dt.date(2024, 1, 9)))
@settings(max_examples=50)
def test_as_of_is_what_a_store_gives_that_saw_only_that(world, query, terms, k, scope, as_of):
    """TK-05: with as_of the hits, their order and the bits of their scores are those of a store without the later."""
    earlier = World([d for d in reversed(world.documents) if d[1] <= as_of])
    with indexed(world) as (store, indexes, _), indexed(earlier) as (old_store, old_indexes, _):
        now, then = read(store, indexes, as_of), read(old_store, old_indexes)

        def named(s: MemoryStore, hits: Sequence) -> list[tuple[str, int, float]]:
            with s.view() as view:
                ids = {o: i.id for o, i in view.info({h.key.ordinal for h in hits}).items()}
            return [(ids[h.key.ordinal], h.key.index, h.score) for h in hits]

        assert named(store, now.dense(query, k, scope=scope)) == named(old_store, then.dense(query, k, scope=scope))
        assert named(store, now.lexical(terms, k)) == named(old_store, then.lexical(terms, k))
        assert now.idf(terms) == then.idf(terms)
        assert now.nearest_entities(query, k) == then.nearest_entities(query, k)


@given(some.worlds(), queries, asked)
@settings(max_examples=40)
def test_segmentation_changes_no_bit(world, query, terms):
    """Merging early, late or in one go gives the same hits with the same scores."""
    with indexed(world, max_rows=4) as (a, small, _), indexed(world, max_rows=10**6) as (b, large, _):
        fine, coarse = read(a, small), read(b, large)
        assert pairs(fine.dense(query, 20)) == pairs(coarse.dense(query, 20))
        assert pairs(fine.lexical(terms, 20)) == pairs(coarse.lexical(terms, 20))
        assert fine.rows() == coarse.rows()


@given(some.worlds(), st.lists(some.rows, max_size=4), st.data())
@settings(max_examples=40)
def test_corrected_and_removed_documents(world, corrected, data):
    """TK-08: a superseded version shows before its day only, a removed document never again, merged away or not."""
    if not world.documents:
        return
    with indexed(world) as (store, indexes, ordinals):
        changed, removed = (data.draw(st.sampled_from([d[0] for d in world.documents])) for _ in range(2))
        day = dt.date(2024, 1, 20)
        ordinals[changed] = put(store, indexes, changed, day, corrected)
        before = {id_: (o, held) for (id_, _, held), o in zip(world.documents, range(len(ordinals)), strict=True)}
        after = {**before, changed: (ordinals[changed], corrected)}
        take_back(store, indexes, removed)
        for documents in (before, after):
            documents.pop(removed)
        for as_of, documents in ((dt.date(2024, 1, 19), before), (None, after)):
            reader, reference = read(store, indexes, as_of), Reference(documents)
            assert reader.rows() == [key for key, _ in reference.rows.values()]
            assert pairs(reader.lexical(TERMS, 30)) == reference.lexical(TERMS, 30)
        with store.view() as view:
            assert indexes.verify(view) == []


@given(some.worlds(), scopes, entities)
@settings(max_examples=40)
def test_rows_and_vectors(world, scope, entity):
    """The cell (entity, period) is read directly; each key leads to its own vector."""
    with indexed(world) as (store, indexes, ordinals):
        reader, found = read(store, indexes), shown(world, ordinals).passing(scope, entity)
        keys = reader.rows(scope=scope, entity=entity)
        assert keys == [key for key, _ in found.values()]
        if keys:
            assert np.array_equal(reader.vectors(keys), [row.vector for _, row in found.values()])


def test_vectors_of_an_unknown_statement_are_refused(store):
    """A key that the view does not hold is an error, not a row of something else."""
    indexes = Indexes(store.folder)
    put(store, indexes, "d", DAY, [Row(None, (), {}, VECTORS[0])])
    with pytest.raises(NotFoundError, match="statement 4 of document version 0"):
        read(store, indexes).vectors([StatementKey(0, 4)])


def test_bm25_by_hand(store):
    """TW-01: two statements of 2 and 1 terms; idf = ln((2-1+.5)/(1+.5)+1) = ln 2; avgdl 1.5; tf = 1."""
    indexes = Indexes(store.folder)
    put(store, indexes, "d", DAY, [Row(None, (), {"a": 1, "b": 1}, VECTORS[0]), Row(None, (), {"b": 1}, VECTORS[1])])
    (hit,) = read(store, indexes).lexical(["a"], 5)
    # ln 2 · 1·2.5 / (1 + 1.5·(0.25 + 0.75·2/1.5)) = 0.6931 · 2.5 / 2.875
    assert hit.score == pytest.approx(0.69314718 * 2.5 / 2.875)
    (doubled,) = read(store, indexes).lexical({"a": 2.0}, 5)
    assert doubled.score == pytest.approx(2 * hit.score)
    # k1 = 0 leaves nothing but the idf
    (flat,) = read(store, Indexes(store.folder, parameters=Bm25(k1=0.0))).lexical(["a"], 5)
    assert flat.score == pytest.approx(0.69314718)


def test_an_empty_store_has_no_hits(store):
    """Nothing in, nothing out, and no error."""
    reader = read(store, Indexes(store.folder))
    assert reader.dense(VECTORS[0], 5) == []
    assert reader.lexical(["a"], 5) == []
    assert reader.rows() == []
    assert reader.nearest_entities(VECTORS[0], 5) == []
    assert reader.vectors([]).shape == (0, 0)


def test_nearest_entities_names_each_once(store):
    """An entity that many documents describe is one entity, with its best cosine."""
    indexes = Indexes(store.folder)
    for i in range(30):
        put(store, indexes, f"d{i:02}", DAY, [Row(None, (ENTITIES[i % 2],), {}, VECTORS[0])])
    found = read(store, indexes).nearest_entities(VECTORS[len("acme")], 2)
    assert [name for name, _ in found] == ["acme", "globex"]
    assert found[0][1] == pytest.approx(1.0, abs=5e-3)  # in 8 bits
    with store.view(None) as view:
        merged = [SegmentFile(store.folder, ref) for ref in view.segments("entities") if ref.rows > 2]
    assert sum(file.ref.rows for file in merged) >= 24
    assert {file.length("codes") for file in merged} == {2}  # what many documents describe alike is kept once


def test_a_large_scan_in_parallel_gives_what_a_small_one_gives(store, monkeypatch):
    """The threads of a large scan change no bit and lose no row."""
    from timeweave.indexes import dense

    generator = np.random.default_rng(5)
    spread = generator.standard_normal((3000, 12)).astype(np.float32)
    spread = coded(spread / np.linalg.norm(spread, axis=1, keepdims=True)).vectors
    indexes = Indexes(store.folder)
    put(store, indexes, "d", DAY, [Row(None, (), {}, vector) for vector in spread])
    reader = read(store, indexes)
    alone = pairs(reader.dense(spread[17], 50))
    monkeypatch.setattr(dense, "_PARALLEL_FROM", 10)
    monkeypatch.setattr(dense, "_STEP", 64)
    assert pairs(reader.dense(spread[17], 50)) == alone
    order = np.argsort(-(spread.astype(float) @ spread[17].astype(float)), kind="stable")[:50]
    assert [key.index for key, _ in alone] == order.tolist()


def test_merging_bounds_the_number_of_files(store):
    """What a query opens grows with the logarithm of the store, and every file stays within its size."""
    indexes = Indexes(store.folder, max_rows=2000)
    for i in range(300):
        put(store, indexes, f"d{i}", DAY, [Row(None, (), {"a": 1}, VECTORS[i % 9])] * 10)
    with store.view() as view:
        sizes = [ref.rows for ref in view.segments("statements")]
    assert sum(sizes) == 3000
    assert len(sizes) <= 3 * (growth.FAN_IN - 1) + 3
    assert max(sizes) <= 2000


@given(some.worlds(), queries, asked, st.integers(1, 9), scopes, st.booleans(), st.dates(dt.date(2024, 1, 1), DAY_9))
@settings(max_examples=60)
def test_statements_drawn_together_score_as_those_in_segments(world, query, terms, k, scope, only_some, as_of):
    """TK-05: an entity with few statements, one with many, and the second look give the same bits."""
    documents = np.arange(len(world.documents)) % 2 == 0 if only_some else None
    with indexed(world, max_rows=4) as (store, indexes, _):
        for entity in ENTITIES:

            def all_of(reader: IndexReader, entity: EntityId = entity) -> list:
                filters = {"scope": scope, "entity": entity, "documents": documents}
                twice = [pairs(reader.dense(query, k, **filters)), pairs(reader.lexical(terms, k, **filters))]
                assert twice == [pairs(reader.dense(query, k, **filters)), pairs(reader.lexical(terms, k, **filters))]
                return twice

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(gathered, "MOST_ROWS", -1)
                in_segments = all_of(read(store, Indexes(store.folder), as_of))
            assert all_of(read(store, indexes, as_of)) == in_segments
            assert all_of(read(store, indexes, as_of)) == in_segments


def test_what_was_drawn_together_does_not_outlive_a_change(store):
    """A document that comes, and one that goes, show in what is said of an entity at once."""
    indexes = Indexes(store.folder)
    for id_ in ("a", "b"):
        put(store, indexes, id_, DAY, [Row(None, (ENTITIES[0],), {"plant": 1}, VECTORS[0])])
        assert len(read(store, indexes).lexical(["plant"], 9, entity=ENTITIES[0])) == "ab".index(id_) + 1
    take_back(store, indexes, "a")
    (hit,) = read(store, indexes).lexical(["plant"], 9, entity=ENTITIES[0])
    assert hit.key.ordinal == 1
    assert len(read(store, indexes).dense(VECTORS[0], 9, entity=ENTITIES[0])) == 1


@given(some.worlds(), asked)
@settings(max_examples=40)
def test_parted_adds_up_to_bm25(world, terms):
    """TW-01: what the terms add to a statement, one by one, is its BM25; what is not there has none."""
    with indexed(world) as (store, indexes, ordinals):
        reader = read(store, indexes)
        keys = [StatementKey(o, i) for o in [*ordinals.values(), 99] for i in range(6)]
        parts = reader.parted(keys, terms)
        scores = dict(pairs(reader.lexical(terms, 1000)))
        assert parts.shape == (len(keys), len(terms))
        assert [sum(row.tolist()) for row in parts] == [scores.get(key, 0.0) for key in keys]


@given(some.worlds(), queries, st.dates(dt.date(2024, 1, 1), dt.date(2024, 1, 9)))
@settings(max_examples=40)
def test_cosines_are_those_of_a_search(world, query, as_of):
    """TK-05: the cosine of a given statement has the bits that a search gives it; what is not visible has 0."""
    with indexed(world) as (store, indexes, ordinals):
        reader = read(store, indexes, as_of)
        keys = [StatementKey(o, i) for o in [99, *reversed(ordinals.values())] for i in range(6)]
        scores = dict(pairs(reader.dense(query, 1000)))
        assert reader.cosines(query, keys).tolist() == [scores.get(key, 0.0) for key in keys]
        assert reader.cosines(query, []).tolist() == []

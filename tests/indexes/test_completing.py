"""Stores that were written before chunks had an index, and stores whose index of chunks is damaged."""

from __future__ import annotations

import datetime as dt
import os

import numpy as np
import pytest
from chunk_worlds import Article, prepared, put
from index_worlds import RECORDED, VECTORS
from storekit.memory import MemoryStore

from timeweave.errors import IndexDamagedError, IndexRebuiltWarning
from timeweave.indexes import Indexes
from timeweave.indexes.evidence.shingles import ShingleColumns
from timeweave.indexes.segment_file import SegmentFile, write_segment
from timeweave.indexes.stored import is_composed, is_wide, stored_codes
from timeweave.records import Change, DocumentId, SegmentRef

DAY = dt.date(2024, 1, 1)
FIELDS = ("kind", "document_id", "recorded", "added", "ordinal", "observed")
OF_CHUNKS = ("chunks", "shingles", "edges")
WORLD = [
    Article("a", DAY, [[("plant profit", 0), ("lens", 1)], [("tariff", 2)]]),
    Article("b", DAY, [[("merger plant profit lens", 3)]], dated=False),
    Article("a", dt.date(2024, 1, 5), [[("plant profit", 4)]]),
]


def completing(versions: int, kinds: str = "chunks, shingles, edges"):
    """What says that the index is made of so many versions, and takes a while."""
    return pytest.warns(IndexRebuiltWarning, match=f"^the index of {kinds} is made of the {versions} document versions")


def put_all(store: MemoryStore, indexes: Indexes) -> None:
    for article in WORLD:
        put(store, indexes, article)


def forget_chunks(store: MemoryStore) -> None:
    """Leave the store as a program wrote it that had no index of chunks."""
    with store.transaction() as transaction:
        for kind in OF_CHUNKS:
            transaction.replace_segments(kind, ())
        transaction.set_setting("indexes", "")


def read(store: MemoryStore, indexes: Indexes, as_of: dt.date | None = None) -> tuple:
    with store.view(as_of) as view:
        reader = indexes.chunks(view)
        graph = reader.evidence()
        lexical, dense = reader.lexical(["plant", "len"]), reader.dense(VECTORS[2])
        return list(reader.keys), lexical.tolist(), dense.tolist(), graph.weights.dense().tolist()


def problems(store: MemoryStore, indexes: Indexes) -> list[str]:
    with store.view() as view:
        found = indexes.verify(view)
    assert all(problem.repairable for problem in found)
    return [problem.what for problem in found]


def test_an_older_store_says_that_it_lacks_chunks_and_is_completed(store):
    """What is missing is made of stored texts and vectors, the same to the last bit, superseded versions too."""
    indexes = Indexes(store.folder)
    put_all(store, indexes)
    before, before_then = read(store, indexes), read(store, indexes, DAY)
    forget_chunks(store)
    remedy = f"`timeweave check --repair --kb {store.folder.parent}` makes it"
    with store.view() as view, pytest.raises(IndexDamagedError, match=remedy):
        Indexes(store.folder).chunks(view)
    assert problems(store, indexes) == ["the chunks of document 'a' and 1 others are not in the index"]
    with store.transaction() as transaction, completing(3):
        indexes.complete(transaction)
    assert problems(store, indexes) == []
    assert (read(store, indexes), read(store, indexes, DAY)) == (before, before_then)


def test_the_first_write_completes_an_older_store(store):
    """Nobody has to know, and who waits is told why, once: after the next document all chunks are there."""
    indexes = Indexes(store.folder)
    put_all(store, indexes)
    forget_chunks(store)
    with completing(3):
        put(store, indexes, Article("c", DAY, [[("harbour", 5)]]))
    put(store, indexes, Article("d", DAY, [[("harbour", 5)]]))
    assert problems(store, indexes) == []
    assert len(read(store, indexes)[0]) == 4


def test_a_document_that_another_program_added_is_found(store):
    """A program that knows no chunks may write to a newer store: the gap is reported, and closed when looked for."""
    indexes = Indexes(store.folder)
    put_all(store, indexes)
    with store.transaction() as transaction:
        article = Article("x", DAY, [[("plant", 1)], [("lens", 2)]])
        change = Change("add", DocumentId("x"), RECORDED, prepared(article), transaction.next_ordinal, observed=DAY)
        taken = [kind.taken_in(transaction, change)[0] for kind in indexes.kinds if kind.name == "statements"]
        transaction.apply(Change(**{f: getattr(change, f) for f in FIELDS} | {"segments": tuple(taken[0])}))
    assert problems(store, indexes) == ["the chunks of document 'x' are not in the index"]
    with store.view() as view, pytest.raises(IndexDamagedError, match="are in no index"):
        indexes.chunks(view)
    with store.transaction() as transaction, completing(4):
        indexes.complete(transaction, thoroughly=True)
    assert problems(store, indexes) == []
    assert len(read(store, indexes)[0]) == 4


@pytest.mark.parametrize("kind", OF_CHUNKS)
def test_a_document_that_one_kind_lacks_is_found(store, kind):
    """TK-08: a file of edges or shingles that was never made leaves documents without evidence, as one of chunks does:
    the gap is reported and closed.
    """
    indexes = Indexes(store.folder)
    put_all(store, indexes)
    before = read(store, indexes)
    with store.transaction() as transaction:
        transaction.replace_segments(kind, transaction.segments(kind)[:-1])
    assert problems(store, indexes) == ["the chunks of document 'a' are not in the index"]
    with store.transaction() as transaction, completing(3):
        indexes.complete(transaction, thoroughly=True)
    assert problems(store, indexes) == []
    assert read(store, Indexes(store.folder)) == before


@pytest.mark.parametrize("kind", ["statements", *OF_CHUNKS])
def test_a_superseded_version_that_one_kind_lacks_is_found(store, kind):
    """TK-05, TK-06: days past read superseded versions, so that what is missing of one is missing."""
    indexes = Indexes(store.folder)
    put_all(store, indexes)
    with store.view() as view:
        assert view.visible.tolist() == [False, True, True]
    with store.transaction() as transaction:
        transaction.replace_segments(kind, transaction.segments(kind)[1:])
    what = "document 'a' has 3 statements, the index 0 of them" if kind == "statements" else None
    assert problems(store, indexes) == [what or "the chunks of document 'a' are not in the index"]


def test_edges_between_all_chunks_are_made_anew_before_any_is_added(store):
    """A store of the version that linked chunks, not texts, is read as it is; the next document has it linked anew."""
    indexes = Indexes(store.folder)
    put_all(store, indexes)
    before = read(store, indexes)
    with store.transaction() as transaction:
        transaction.set_setting("indexes", "chunks edges shingles")
    assert problems(store, indexes) == []
    assert read(store, Indexes(store.folder)) == before
    with completing(3, "edges"):
        put(store, indexes, Article("c", DAY, [[]]))
    assert problems(store, indexes) == []


def add_in_vain(store: MemoryStore, indexes: Indexes) -> None:
    with store.transaction() as transaction:
        article = Article("c", DAY, [[("plant", 1)]])
        change = Change("add", DocumentId("c"), RECORDED, prepared(article), transaction.next_ordinal, observed=DAY)
        indexes.added(transaction, change)
        raise ZeroDivisionError


def test_edges_that_an_addition_makes_anew_in_vain_stay(store):
    """TK-06: when the addition is taken back, the state still has the files that it names."""
    indexes = Indexes(store.folder)
    put_all(store, indexes)
    before = read(store, indexes)
    for path in store.folder.iterdir():
        os.utime(path, (0, 0))
    with store.transaction() as transaction:
        transaction.set_setting("indexes", "chunks edges shingles")
    later = Indexes(store.folder)
    with pytest.raises(ZeroDivisionError), completing(3, "edges"):
        add_in_vain(store, later)
    assert problems(store, later) == []
    assert read(store, Indexes(store.folder)) == before


def test_nothing_is_made_of_damaged_vectors(store):
    """Without the vectors of all statements chunks would be silently wrong: the whole index has to be made anew."""
    indexes = Indexes(store.folder)
    put_all(store, indexes)
    forget_chunks(store)
    with store.view() as view:
        victim = store.folder / view.segments("statements")[0].name
    victim.write_bytes(victim.read_bytes()[:-1])
    with store.transaction() as transaction, completing(3), pytest.raises(IndexDamagedError, match=victim.name):
        Indexes(store.folder).complete(transaction)
    assert victim.name in problems(store, Indexes(store.folder))[0]


@pytest.mark.parametrize("kind", OF_CHUNKS)
@pytest.mark.parametrize("damage", ["missing", "flipped"])
def test_a_damaged_file_is_never_believed(store, kind, damage):
    """TK-06: whoever reads the damaged bytes is told which file, and how to mend it."""
    indexes = Indexes(store.folder)
    put_all(store, indexes)
    with store.view() as view:
        victim = store.folder / view.segments(kind)[0].name
    content = bytearray(victim.read_bytes())
    content[-1] ^= 4
    victim.unlink() if damage == "missing" else victim.write_bytes(content)
    fresh = Indexes(store.folder)
    (problem,) = problems(store, fresh)
    assert victim.name in problem
    if kind == "shingles":
        return  # read again only when a document comes
    with pytest.raises(IndexDamagedError, match=victim.name):
        read(store, fresh)


def test_a_rebuild_gives_the_same_chunks(store):
    """All files made anew from the documents hold what the old ones held."""
    indexes = Indexes(store.folder)
    put_all(store, indexes)
    before = read(store, indexes)
    seen = iter(WORLD)
    with store.transaction() as transaction:
        indexes.rebuild(transaction, lambda *_: prepared(next(seen)))
    assert problems(store, indexes) == []
    assert read(store, Indexes(store.folder)) == before


def test_documents_without_a_vector_take_the_width_of_the_others(store):
    """A store that holds no statement knows no width of vectors; what comes later does."""
    indexes = Indexes(store.folder)
    put(store, indexes, Article("a", DAY, [[]]))
    forget_chunks(store)
    with store.transaction() as transaction, completing(1):
        indexes.complete(transaction)
    assert np.array_equal(read(store, indexes)[2], [0.0])
    for i in range(8):
        put(store, indexes, Article(f"b{i}", DAY, [[("plant", 2)]]))
    assert read(store, indexes)[2] == pytest.approx([0.0] + [1.0] * 8, abs=1e-3)


def widen(store: MemoryStore, bits: int) -> None:
    """Leave the files as programs wrote them that kept vectors in 12 bits, or in 32 and hashes in 64."""
    with store.transaction() as transaction:
        for kind in ("statements", "entities", *OF_CHUNKS):
            wide = [_widened(SegmentFile(store.folder, ref), bits) for ref in transaction.segments(kind)]
            transaction.replace_segments(kind, [write_segment(store.folder, kind, *parts) for parts in wide])
        transaction.set_setting("indexes", " ".join((*OF_CHUNKS, "edges-of-texts")))


def _widened(file: SegmentFile, bits: int) -> tuple[int, dict, dict]:
    arrays = {name: file.part(name) for name in file._arrays}
    if bits == 12:
        codes = arrays.get("codes", np.empty((0, 2), np.int8))
        further = {"residuals": np.ones(len(codes), np.float32), "fine": np.full(codes[:, ::2].shape, 0x88, np.uint8)}
        return file.ref.rows, arrays | (further if "codes" in arrays else {}), file.facts
    if "codes" in arrays and not is_composed(file):
        arrays["vectors"] = stored_codes(file).vectors
        for name in ["codes", "scales"] if file.ref.kind == "chunks" else []:
            del arrays[name]
    if file.ref.kind == "shingles":
        read = ShingleColumns.read(file)
        arrays |= {"hashes": read.hashes << np.uint64(24), "bands": read.bands, "places": read.places}
        for name in ("hash_sizes", "hash_lows", "band_sizes", "band_lows"):
            del arrays[name]
    return file.ref.rows, arrays, file.facts


@pytest.mark.parametrize("bits", [12, 32])
def test_files_of_earlier_versions_are_read_as_they_are_and_written_small(store, bits):
    """They answer to the bit as in 8 bits; the next writer writes all of them anew, once, without a warning."""
    indexes = Indexes(store.folder)
    put_all(store, indexes)
    before, before_then = read(store, indexes), read(store, indexes, DAY)
    widen(store, bits)
    old = Indexes(store.folder)
    assert (read(store, old), read(store, old, DAY)) == (before, before_then)
    assert problems(store, old) == []
    writer = Indexes(store.folder)
    put(store, writer, Article("c", DAY, [[("plant", 5)]]))
    assert not any(is_wide(SegmentFile(store.folder, ref)) for ref in refs(store))
    assert problems(store, writer) == []
    known = set(refs(store))
    put(store, writer, Article("d", DAY, [[("lens", 6)]]))
    assert known < set(refs(store))
    with store.transaction() as transaction:
        transaction.apply(Change("remove", DocumentId("c"), RECORDED, removed=(3,)))
        transaction.apply(Change("remove", DocumentId("d"), RECORDED, removed=(4,)))
    assert (read(store, writer), read(store, writer, DAY)) == (before, before_then)


def refs(store: MemoryStore) -> list[SegmentRef]:
    with store.view() as view:
        return [ref for kind in ("statements", "entities", *OF_CHUNKS) for ref in view.segments(kind)]

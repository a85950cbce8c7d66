"""The evidence graph: exact, incremental, and as of any day what a store of that day's documents would give."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest
from evidence_worlds import (
    DAY,
    Text,
    bands_meeting,
    by_definition,
    chunk_texts,
    corpora,
    filled,
    graph,
    in_order,
    indexes,
    prepared,
    put,
    same,
    visible,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from index_worlds import memory_store, take_back

from timeweave.indexes.evidence.edges import EdgeColumns
from timeweave.indexes.evidence.linking import links, queries
from timeweave.indexes.evidence.shingles import ShingleColumns
from timeweave.indexes.segment_file import SegmentFile
from timeweave.records import Chunk, ChunkId, ChunkWords, Span

MANY = 1_000
limits = st.sampled_from([0, 3, 8, MANY])
meetings = st.sampled_from([3, 64])  # 64 of 128: pairs of J below 0.5 are mostly missed
days = st.dates(DAY, DAY + dt.timedelta(9))


def edges(found) -> dict[tuple[int, int], float]:
    weights = found.weights
    ends = zip(weights.rows.tolist(), weights.indices.tolist(), strict=True)
    return dict(zip(ends, weights.data.tolist(), strict=True))


@settings(max_examples=40, deadline=None)
@given(corpora, st.sampled_from([2, MANY]))
def test_edges_equal_those_worked_out_pair_by_pair(corpus, max_rows):
    """TW-04: an edge where J > 0.05, its weight the exact J, none inside a document; however segments were merged."""
    with memory_store() as store:
        index = filled(store, corpus, MANY, max_rows)
        assert edges(graph(store, index, MANY)) == by_definition(visible(corpus))


@settings(max_examples=60, deadline=None)
@given(corpora, days, limits, meetings)
def test_the_past_is_as_it_was(corpus, as_of, limit, times):
    """TK-05, TW-04: graph and source groups of a day equal those of a store that saw only what was known, bit for bit,
    with few or many chunks on either side of the limit.
    """
    with memory_store() as full, memory_store() as known, bands_meeting(times):
        seen = [t for t in corpus if t.day <= as_of]
        one = graph(full, filled(full, corpus, limit), limit, as_of)
        two = graph(known, filled(known, seen, limit), limit)
        assert same(one, two)


@settings(max_examples=40, deadline=None)
@given(corpora.map(lambda c: list({t.id: t for t in c}.values())), st.randoms(use_true_random=False), limits, meetings)
def test_the_order_of_adding_does_not_matter(corpus, random, limit, times):
    """TK-05: the same documents in another order give the same graph."""
    shuffled = list(corpus)
    random.shuffle(shuffled)
    with memory_store() as one, memory_store() as two, bands_meeting(times):
        assert same(graph(one, filled(one, corpus, limit), limit), graph(two, filled(two, shuffled, limit), limit))


@settings(max_examples=30, deadline=None)
@given(corpora, days, limits, meetings)
def test_rebuilding_changes_nothing(corpus, as_of, limit, times):
    """TW-11: what was linked document by document equals what a rebuild links, superseded versions too."""
    with memory_store() as store, bands_meeting(times):
        index = filled(store, corpus, limit)
        before = [graph(store, index, limit, day) for day in (None, as_of)]
        with store.transaction() as transaction:
            written = {}
            for kind in index.kinds:
                writer = kind.writer()
                for ordinal in transaction.held():
                    document = transaction.original(ordinal)
                    chunks = tuple(document.text[c.span.start : c.span.end] for c in transaction.chunks(ordinal))
                    assert document.date is not None
                    writer.add(ordinal, prepared(Text(document.id, document.date, chunks)))
                written[kind.name] = writer.finish()
            for name, refs in written.items():
                transaction.replace_segments(name, refs)
        fresh = indexes(store, limit)
        assert all(same(graph(store, fresh, limit, d), g) for d, g in zip((None, as_of), before, strict=True))


@settings(max_examples=40, deadline=None)
@given(corpora, st.sampled_from([f"d{i}" for i in range(9)]), limits, meetings)
def test_a_removed_document_leaves_no_trace(corpus, gone, limit, times):
    """TK-08: after a removal the graph is that of a store that never held the document, and that which crosses the
    limit downwards gets its exact edges back.
    """
    with memory_store() as one, memory_store() as two, bands_meeting(times):
        index = filled(one, corpus, limit)
        with one.view() as view:
            held = view.document(gone) is not None
        if held:
            take_back(one, index, gone)
        two_index = filled(two, [t for t in corpus if t.id != gone], limit)
        assert same(graph(one, index, limit), graph(two, two_index, limit))
        later = Text("e", DAY, ("the plant in Port Alden opened",))
        put(one, index, later)
        put(two, two_index, later)
        assert same(graph(one, index, limit), graph(two, two_index, limit))


@settings(max_examples=30, deadline=None)
@given(corpora)
def test_edges_found_by_bands_are_some_of_the_exact_ones(corpus):
    """TW-11: bands find candidates alone, a weight is always the exact J; a view of few chunks gets all edges even
    where the store kept those of bands alone.
    """
    with memory_store() as store, bands_meeting(64):
        index = filled(store, corpus, 0)
        by_bands, exact = edges(graph(store, index, 0)), edges(graph(store, index, MANY))
        assert exact == by_definition(visible(corpus))
        assert by_bands.items() <= exact.items()


def test_beyond_the_limit_bands_alone_count(store):
    """TW-11: two chunks with 10 of 98 + 98 - 10 = 186 shingles in common are linked, J = 0.054, in a view of two. In
    one of three, above a limit of two, they are not, since their bands do not meet in half; the view of two stays.
    """
    words = [f"a{i}" for i in range(100)]
    alike = words[:12] + [f"b{i}" for i in range(88)]
    apart = [f"c{i}" for i in range(20)]
    index = indexes(store, 2)
    with bands_meeting(64):
        for day, (id_, text) in enumerate((("a", words), ("b", alike), ("c", apart))):
            put(store, index, Text(id_, DAY + dt.timedelta(day), (" ".join(text),)))
        assert edges(graph(store, index, 2, DAY + dt.timedelta(1))) == {(0, 1): 10 / 186, (1, 0): 10 / 186}
        assert edges(graph(store, index, 2)) == {}


def test_nothing_is_linked_to_what_was_removed(store):
    """TK-08: of eight documents in one segment one is removed, too few to write it anew; a text like all of them is
    then linked to the seven that are held alone.
    """
    index = indexes(store, MANY)
    for number in range(8):
        put(store, index, Text(f"d{number}", DAY, (f"the plant in Port Alden opened {number}",)))
    take_back(store, index, "d3")
    put(store, index, Text("e", DAY, ("the plant in Port Alden opened",)))
    assert {other for owner, other in kept_edges(store) if owner == 8} == {0, 1, 2, 4, 5, 6, 7}


def kept_edges(store) -> list[tuple[int, int]]:
    """The versions at both ends of each edge that the files hold."""
    with store.view() as view:
        parts = [EdgeColumns.read(SegmentFile(store.folder, ref)) for ref in view.segments("edges")]
    return [pair for part in parts for pair in zip(part.owners.tolist(), part.others.tolist(), strict=True)]


def test_copies_of_a_text_keep_an_edge_each(store):
    """TW-04, TW-11: twenty copies of two texts that are alike keep 19 + 19 edges to the first of their text, and one
    between the two; the graph has all 40 · 39 / 2, since all are of different documents.
    """
    index = indexes(store, MANY)
    copied = ("the plant in Port Alden opened", "the plant in Port Alden closed")
    for number in range(40):
        put(store, index, Text(f"d{number:02}", DAY, (copied[number % 2],)))
    assert len(kept_edges(store)) == 39
    found = graph(store, index, MANY)
    assert len(found.weights.data) == 40 * 39
    assert found.between.shape == (2, 2)
    assert found.source_groups.tolist() == [0, 1] * 20


pool = st.lists(chunk_texts, min_size=1, max_size=4)
repeating = pool.flatmap(
    lambda said: st.lists(
        st.builds(
            Text,
            id=st.sampled_from([f"d{i}" for i in range(9)]),
            day=days,
            chunks=st.lists(st.sampled_from(said), max_size=3).map(tuple),
        ),
        max_size=14,
    )
).map(in_order)


@settings(max_examples=60, deadline=None)
@given(
    repeating, days, st.lists(st.sampled_from([f"d{i}" for i in range(9)]), max_size=4, unique=True), limits, meetings
)
def test_few_texts_said_often_are_as_many_texts(corpus, as_of, gone, limit, times):
    """TK-05, TK-08, TW-04: whichever copy came first or went, each day's graph is that of a store that never saw the
    rest; below the limit its edges are those of the definition.
    """
    later = Text("e", DAY, corpus[0].chunks[:1] if corpus else ())
    left = [*(t for t in corpus if t.id not in gone), later]
    with memory_store() as full, bands_meeting(times):
        index = filled(full, corpus, limit, max_rows=6)
        for id_ in sorted({t.id for t in corpus} & set(gone)):
            take_back(full, index, id_)
        put(full, index, later)
        for day in (as_of, None):
            seen = [t for t in left if day is None or t.day <= day]
            one = graph(full, index, limit, day)
            with memory_store() as known:
                assert same(one, graph(known, filled(known, seen, limit), limit))
            if limit == MANY:
                assert edges(one) == by_definition(visible(seen))


def test_merging_leaves_out_what_is_gone_and_all_its_edges(store):
    """TK-08: neither the edges of a version that is left out stay, nor those to it; those between the others do."""
    index = indexes(store, MANY)
    for number in range(4):
        put(store, index, Text(f"d{number}", DAY, (f"the plant in Port Alden opened after day {number}",)))
    with store.view() as view:
        parts = [EdgeColumns.read(SegmentFile(store.folder, ref)) for ref in view.segments("edges")]
    merged = EdgeColumns.merged(parts, frozenset({2}))
    assert [ordinal for ordinal, _ in merged.documents] == [0, 1, 3]
    assert list(zip(merged.owners.tolist(), merged.others.tolist(), strict=True)) == [(1, 0), (3, 0), (3, 1)]


def test_bands_find_what_is_alike(store):
    """TW-11: a pair of J = 0.5 meets in three of 128 bands but for a chance of 10^-35.

    100 words "a0 … a99" have 98 shingles. A text that begins with the first 68 of them (66 shingles) and goes on with
    32 others has 66 of 98 + 98 - 66 = 130 in common, J = 0.508.
    """
    words = [f"a{i}" for i in range(100)]
    index = indexes(store, 0)
    put(store, index, Text("whole", DAY, (" ".join(words),)))
    for number in range(3):
        strong = words[:68] + [f"s{number}x{i}" for i in range(32)]
        put(store, index, Text(f"strong{number}", DAY, (" ".join(strong),)))
    found = edges(graph(store, index, 0))
    assert {found[number, 3] for number in range(3)} == {66 / 130}


def test_chunks_that_meet_in_three_bands_are_looked_at():
    """TW-04, TW-11: of rows that share 2 of 6 shingles with a chunk, J = 0.2 each, the one that meets it in three bands
    is found, and the one that meets it in two is not; all of them are where every shingle is looked up.
    """

    def numbers(*values: int) -> np.ndarray:
        return np.array(values, np.uint64)

    held = numbers(1, 2, 3, 4, 5, 6), numbers(1, 2, 7, 8, 9, 10), numbers(5, 6, 11, 12, 13, 14)
    sets = tuple(hashes << np.uint64(24) for hashes in held)  # of which the upper 40 bits are kept
    bands = numbers(1, 2, 3, 4), numbers(2, 3, 4, 5), numbers(3, 4, 6, 7)
    chunks = [Chunk(ChunkId(f"d#{n}"), n, Span(0, 1), 1) for n in range(3)]
    columns = ShingleColumns.of_chunks(1, "d", chunks, ChunkWords(({}, {}, {}), sets, bands))
    (query,) = queries(columns, np.array([0]))
    assert links([query], columns, exact=False).others.tolist() == [0, 1]
    exact = links([query], columns, exact=True)
    assert (exact.others.tolist(), exact.shared.tolist(), exact.meets.tolist()) == ([0, 1, 2], [6, 2, 2], [1, 1, 0])


def test_signatures_are_the_same_everywhere():
    """TW-11: bands stored by one process meet those that another makes: hashes and permutations are fixed."""
    columns = ShingleColumns.of_document(7, prepared(Text("d", DAY, ("The plant opened in Port Alden.",))))
    assert columns.sizes.tolist() == [4]
    assert columns.hashes.tolist() == [
        n >> 24 for n in (4849763694920145312, 7809941793516722614, 13887758870530566594, 15978065389880131605)
    ]
    assert (columns.bands[:3] & np.uint64(0xFFFFFFFF)).tolist() == [3318353353, 3523678109, 3390370130]
    assert len(columns.bands) == 128


def test_a_chunk_without_words_has_no_edges(store):
    """Two texts of dashes share nothing that could be evidence."""
    index = indexes(store, 0)
    for id_ in "ab":
        put(store, index, Text(id_, DAY, ("--- ---",)))
    found = graph(store, index, MANY)
    assert len(found.weights.data) == 0
    assert found.source_groups.tolist() == [0, 1]


@pytest.mark.parametrize(("added", "source_groups"), [(9, [0, 0]), (14, [0, 1])])
def test_a_text_sent_again_with_a_little_changed_is_one_source(store, added, source_groups):
    """Issue 5: copies of one text fold. The first has 98 shingles; where its last ``added`` words are others, it keeps
    98 - 9 = 89 of them, 0.908 of the shorter (one group), or 98 - 14 = 84, 0.857 (two).
    """
    words = [f"a{i}" for i in range(100)]
    index = indexes(store, MANY)
    put(store, index, Text("a", DAY, (" ".join(words),)))
    put(store, index, Text("b", DAY, (" ".join(words[: 100 - added] + [f"b{i}" for i in range(added)]),)))
    assert graph(store, index, MANY).source_groups.tolist() == source_groups


def test_source_groups_are_of_what_is_visible(store):
    """A copy of a copy joins two groups only on days that see it: "a" and "c" share 85 of 98 shingles, "b" 91 with
    each (a shift of seven words), so that they are one group by "b" alone.
    """
    words = [f"a{i}" for i in range(120)]
    index = indexes(store, MANY)
    put(store, index, Text("a", DAY, (" ".join(words[:100]),)))
    put(store, index, Text("c", DAY, (" ".join(words[14:114]),)))
    put(store, index, Text("b", DAY + dt.timedelta(2), (" ".join(words[7:107]),)))
    assert graph(store, index, MANY, DAY + dt.timedelta(1)).source_groups.tolist() == [0, 1]
    assert graph(store, index, MANY).source_groups.tolist() == [0, 0, 0]


def test_the_chunks_of_a_document_are_one_source(store):
    """Issue 5: a document that says something twice corroborates nothing; rows are by document and position."""
    index = indexes(store, MANY)
    put(store, index, Text("b", DAY, ("The plant in Port Alden opened.", "Revenue rose by 2.8 percent.")))
    put(store, index, Text("a", DAY, ("Nothing of the kind was said here.",)))
    assert graph(store, index, MANY).source_groups.tolist() == [0, 1, 1]


def test_candidates_meet_in_so_many_bands_or_more(store):
    """TW-11: a pair that meets in n bands is found where n are wanted, and is not where n + 1 are."""
    words = [f"a{i}" for i in range(60)]
    texts = [Text("a", DAY, (" ".join(words),)), Text("b", DAY, (" ".join(words[:30] + [f"b{i}" for i in range(30)]),))]
    bands = [ShingleColumns.of_document(n, prepared(text)).bands for n, text in enumerate(texts)]
    meeting = len(np.intersect1d(*bands))
    assert meeting > 0
    for times, linked in ((meeting, True), (meeting + 1, False)):
        with bands_meeting(times), memory_store() as other:
            assert bool(edges(graph(other, filled(other, texts, 0), 0))) is linked

"""The parts of S (TWE-RAG, section 2.4) for every question and chunk of a set, worked out once.

The grids of `twe.py` weigh these arrays anew with the pure functions of `timeweave.retrieval.twe`; that they come to
what ``kb.search(mode="hybrid")`` does is seen to by `check`.
"""

from __future__ import annotations

import collections
import datetime as dt
import functools
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeVar

import numpy as np
from twe_sets import GoldQuestion, Passage

import timeweave
from timeweave.embedding import get_embedder
from timeweave.embedding.base import Embedder
from timeweave.indexes import Indexes
from timeweave.language.terms import index_terms
from timeweave.question.recency import learned_recency, recency_by_pattern
from timeweave.records.sparse import SparseRows
from timeweave.retrieval import RetrievalOptions, searching, twe
from timeweave.retrieval.base import ChunkReader
from timeweave.retrieval.hybrid.options import HybridOptions
from timeweave.retrieval.hybrid.scores import centrality, edges_above, newest_day, question_time
from timeweave.retrieval.searching import Posed, Sources, pose
from timeweave.retrieval.twe import TweOptions
from timeweave.store.base import View
from timeweave.store.sqlite import SqliteStore

T = TypeVar("T")

CHECKED = 20
DEGREE, FOLDED, PAGERANK = "degree", "degree, copies folded", "PageRank"
CENTRALITIES = {
    DEGREE: HybridOptions(centrality="degree", fold_copies=False),
    FOLDED: HybridOptions(centrality="degree", fold_copies=True),
    PAGERANK: HybridOptions(centrality="pagerank", fold_copies=False),
}


@dataclass(frozen=True, eq=False)
class Rows:
    """What one view sees, a row a chunk: document and position, day, centralities, edges above θ_edge."""

    chunks: list[tuple[str, int]]
    days: np.ndarray
    centralities: dict[str, np.ndarray]
    weights: SparseRows

    @functools.cached_property
    def row_of(self) -> dict[tuple[str, int], int]:
        """The row of each chunk."""
        return {chunk: row for row, chunk in enumerate(self.chunks)}


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """One question: BM25_norm and Dense_norm of every row, r(q) by pattern and learned, the day asked on and the day
    that mode ``hybrid`` counts ages from (ordinals), and for each piece of evidence the rows that hold it.
    """

    asked: GoldQuestion
    rows: Rows
    bm25: np.ndarray
    neural: np.ndarray
    svd: np.ndarray
    pattern: float
    learned: float
    now: int
    reference: int
    relevant: tuple[np.ndarray, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Collected:
    """The parts of all questions of a set, and the milliseconds of each stage."""

    parts: list[Parts]
    milliseconds: dict[str, list[float]]


@dataclass(frozen=True, slots=True)
class Setting:
    """How the parts are weighed. ``recency`` is whose r(q), ``since`` the day that ages are counted from.

    With ``within`` the decay counts for so many chunks alone, the first without it; the seed's counts for all.
    """

    twe: TweOptions = field(default_factory=TweOptions)
    dense: Literal["neural", "svd"] = "neural"
    centrality: str = DEGREE
    recency: Literal["pattern", "learned"] = "pattern"
    since: Literal["now", "reference"] = "now"
    within: int | None = None

    def but(self, **parameters: float) -> Setting:
        """With other parameters of the equations."""
        return replace(self, twe=replace(self.twe, **parameters))


SEED = Setting()
"""The seed's S with its defaults, but for the neural embedder."""

PLAIN = SEED.but(gamma=0.0, delta_base=0.0)
"""BM25 and dense alone."""


def as_mode(options: HybridOptions) -> Setting:
    """What mode ``hybrid`` does with ``options``."""
    folded = FOLDED if options.fold_copies else DEGREE
    weighed = options.twe if options.centrality != "none" else replace(options.twe, gamma=0.0)
    return Setting(
        weighed,
        options.dense,
        PAGERANK if options.centrality == "pagerank" else folded,
        options.recency,
        "reference" if options.asked_time or options.ages_from == "newest" else "now",
    )


MODE = as_mode(HybridOptions())


def score(parts: Parts, setting: Setting) -> np.ndarray:
    """S(q, d) of every row."""
    options = setting.twe
    dense = parts.svd if setting.dense == "svd" else parts.neural
    recency = parts.pattern if setting.recency == "pattern" else parts.learned
    since = parts.now if setting.since == "now" else parts.reference
    boosts = twe.boost(parts.rows.days, since, recency, options)
    hybrid = twe.hybrid_score(parts.bm25, dense, options)
    if setting.within is not None and setting.within < len(hybrid):
        last = np.partition(hybrid, -setting.within)[-setting.within]
        boosts = np.where(hybrid >= last, boosts, 0.0)
    return twe.unified_score(hybrid, parts.rows.centralities[setting.centrality], boosts, options)


def collect(
    folder: Path, questions: Sequence[GoldQuestion], now: dt.date | None, *, name_times: bool = True
) -> Collected:
    """All parts of all questions, one day asked as of after the other; ages count from that day, or from ``now``.

    Each question is read and embedded once, and every setting weighs what came of it. One in `CHECKED` is put to mode
    ``hybrid`` too, which must count from the same day and score as is done here. Where that day cannot matter, because
    questions name no times or nothing bears a date, they are not read.
    """
    by_day: dict[dt.date | None, list[GoldQuestion]] = collections.defaultdict(list)
    for q in questions:
        by_day[q.as_of].append(q)
    milliseconds: dict[str, list[float]] = collections.defaultdict(list)
    found: dict[str, Parts] = {}
    with reading(folder) as (store, indexes), timeweave.open(folder, create=False, read_only=True) as kb:
        kb.search("warm", mode="hybrid")
        passages = passages_of(store, {id_ for q in questions for p in q.pieces for id_ in p.documents})
        for day, asked in sorted(by_day.items(), key=lambda item: item[0] or dt.date.max):
            with store.view(day) as view:
                reader, index = indexes.chunks(view), indexes.reader(view)
                rows = timed("graph, once a view", milliseconds, lambda r=reader, v=view: read_rows(r, v))
                timed("SVD fit, once a view", milliseconds, lambda r=reader: r.semantic(index_terms("when")))
                named = name_times and bool(rows.days.any())
                for number, q in enumerate(asked):
                    held = [p.held_by(passages) for p in q.pieces]
                    today = day or now or dt.datetime.now(dt.UTC).date()
                    put = searching.Query(q.text, today)
                    posed = pose(put, Sources(view, index, embedder())) if named else None
                    made = read_parts(q, rows, reader, held, today, posed, milliseconds)
                    if number % CHECKED == 0:
                        told = kb.search(q.text, mode="hybrid", as_of=day, now=now, explain=True).explanation
                        check(made, told["hybrid"], as_read=named)
                    found[q.id] = made
    return Collected([found[q.id] for q in questions], milliseconds)


@functools.cache
def embedder() -> Embedder:
    """The packaged model, loaded once."""
    return get_embedder(None)


def read_rows(reader: ChunkReader, view: View) -> Rows:
    """What does not depend on a question."""
    ids = {info.ordinal: info.id for info in view.documents()}
    return Rows(
        [(ids[key.ordinal], key.index) for key in reader.keys],
        np.asarray(reader.days),
        {name: centrality(reader, options) for name, options in CENTRALITIES.items()},
        edges_above(reader.evidence().weights, TweOptions().theta_edge),
    )


def read_parts(
    asked: GoldQuestion,
    rows: Rows,
    reader: ChunkReader,
    held: Sequence[Collection[tuple[str, int]]],
    today: dt.date,
    posed: Posed | None,
    milliseconds: dict[str, list[float]],
) -> Parts:
    """One question against all rows, ages counted from ``today`` or from the end of the time that it names, if it was
    read (``posed``).
    """
    terms = index_terms(asked.text)
    vector = embedder().embed([asked.text])[0] if posed is None else posed.request.vector
    latest = today if posed is None else question_time(posed.request, HybridOptions()).reference
    lexical = timed("lexical", milliseconds, lambda: twe.max_normalised(reader.lexical(terms)))
    dense = timed("dense, neural", milliseconds, lambda: reader.dense(vector))
    semantic = timed("dense, SVD", milliseconds, lambda: reader.semantic(terms))
    neural = twe.cosine_normalised(dense)
    hybrid = twe.hybrid_score(lexical, neural, MODE.twe)
    made = Parts(
        asked,
        rows,
        lexical,
        neural,
        twe.cosine_normalised(semantic),
        recency_by_pattern(asked.text),
        learned_recency(asked.text, today),
        today.toordinal(),
        newest_day(hybrid, rows.days, latest, MODE.twe.stages[-1]).toordinal(),
        tuple(np.array(sorted(rows.row_of[c] for c in chunks if c in rows.row_of), int) for chunks in held),
    )
    timed("weigh and rank", milliseconds, lambda: np.argsort(-score(made, MODE), kind="stable"))
    return made


def check(parts: Parts, told: Any, *, as_read: bool = True) -> None:
    """That the mode's own setting gives what mode ``hybrid`` says of each chunk that it kept, to the last bit; from the
    day that it says, unless the question was read (``as_read``) and must give the same.
    """
    reference = dt.date.fromisoformat(told["reference"]).toordinal()
    if as_read and reference != parts.reference:
        raise AssertionError(f"{parts.asked.id}: ages count from day {reference}, here from {parts.reference}")
    scores = score(replace(parts, reference=reference), MODE)
    for chunk in told["chunks"]:
        document, _, index = chunk["chunk_id"].rpartition("#")
        ours = float(scores[parts.rows.row_of[document, int(index)]])
        if ours != chunk["score"]:
            raise AssertionError(f"{parts.asked.id}: {chunk['chunk_id']} has S = {chunk['score']}, here {ours}")


def passages_of(store: SqliteStore, documents: Collection[str]) -> dict[str, list[Passage]]:
    """The chunks of some documents, as they are now."""
    found = {}
    with store.view() as view:
        for info in view.documents():
            if info.id in documents:
                found[info.id] = [
                    Passage(info.id, c.index, c.span.start, c.span.end, view.text(info.ordinal, c.span))
                    for c in view.chunks(info.ordinal)
                ]
    return found


@contextmanager
def reading(folder: Path) -> Iterator[tuple[SqliteStore, Indexes]]:
    """The store and its indexes."""
    store = SqliteStore.open(folder, create=False, read_only=True)
    try:
        yield store, Indexes(store.folder)
    finally:
        store.close()


def timed(stage: str, milliseconds: dict[str, list[float]], action: Callable[[], T]) -> T:
    """What came of it, its time written down."""
    started = time.perf_counter()
    result = action()
    milliseconds[stage].append((time.perf_counter() - started) * 1000)
    return result


def hybrid(**switches: Any) -> RetrievalOptions:
    """Mode ``hybrid`` set otherwise."""
    return RetrievalOptions(hybrid=HybridOptions(**switches))

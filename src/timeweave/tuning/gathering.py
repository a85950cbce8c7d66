"""Labelled questions put to a store: the parts of every chunk's score, worked out once, and where the gold is."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

import numpy as np

from timeweave.embedders import StoreEmbedder
from timeweave.indexes import Indexes
from timeweave.language.terms import index_terms
from timeweave.outcomes import Failure
from timeweave.records import ChunkKey, DocumentId
from timeweave.retrieval.base import ChunkReader
from timeweave.retrieval.hybrid.options import MEASURED, HybridOptions
from timeweave.retrieval.hybrid.scores import question_time, score_chunks
from timeweave.retrieval.searching import Query, Sources, pose
from timeweave.store.base import Store, View
from timeweave.tuning.judging import Judged, pooled
from timeweave.tuning.labelled import LabelledQuestion
from timeweave.tuning.weights import weights_of

_NO_WORD = re.compile(r"\W+")

Progress = Callable[[str, int], None]
"""Called after each question with its id and how many were handled so far."""


@dataclass(frozen=True, slots=True)
class Gathering:
    """Reads a store for the questions that are to be tuned on; ``today`` is the day for those that name none."""

    store: Store
    indexes: Indexes
    embedder: StoreEmbedder
    options: HybridOptions
    today: dt.date
    progress: Progress | None = None
    _texts: dict[ChunkKey, str] = field(default_factory=dict)

    def judge(self, questions: Sequence[LabelledQuestion]) -> tuple[list[Judged], list[Failure]]:
        """The questions whose gold is in the store, and what is not.

        Raises:
            IndexDamagedError: the store has no index of chunks, or a damaged one.
        """
        judged: list[Judged] = []
        failed: list[Failure] = []
        by_day = sorted(questions, key=lambda q: (q.as_of or dt.date.max, q.id))
        for number, (question, found) in enumerate(self._each(by_day, failed), 1):
            if found is not None:
                judged.append(found)
            if self.progress is not None:
                self.progress(question.id, number)
        return judged, failed

    def _each(
        self, questions: Sequence[LabelledQuestion], failed: list[Failure]
    ) -> Iterator[tuple[LabelledQuestion, Judged | None]]:
        for as_of, same_day in groupby(questions, key=lambda q: q.as_of):
            with self.store.view(as_of) as view:
                reader = self.indexes.chunks(view)
                rows = _Rows(view, reader, self._texts)
                for question in same_day:
                    gold, missing = rows.gold(question)
                    failed += [Failure(question.id, question.line, why) for why in missing]
                    yield question, self._judged(question, view, reader, gold) if gold else None

    def _judged(
        self, question: LabelledQuestion, view: View, reader: ChunkReader, gold: Sequence[np.ndarray]
    ) -> Judged:
        today = question.now or view.as_of or self.today
        sources = Sources(view, self.indexes.reader(view), self.embedder.get(), chunks=lambda: reader)
        posed = pose(Query(question.text, today, "hybrid"), sources)
        # what was learned before must not decide which day is the newest; centrality is not worked out at a weight of 0
        options = replace(self.options, twe=replace(weights_of(MEASURED), gamma=1.0).within(self.options.twe))
        time = question_time(posed.request, options)
        scores = score_chunks(posed.request, reader, time, options)
        parts = scores.bm25, scores.dense, scores.centrality, reader.days
        whole = Judged(question.id, *parts, scores.reference.toordinal(), time.recency, tuple(gold))
        return pooled(whole, self.options.twe)


class _Rows:
    """Finds gold among the rows of a reader; ``texts`` keeps the words of chunks that were read."""

    def __init__(self, view: View, reader: ChunkReader, texts: dict[ChunkKey, str]) -> None:
        self._view = view
        self._reader = reader
        self._ordinals = np.fromiter((key.ordinal for key in reader.keys), np.int64, len(reader.keys))
        self._texts = texts

    def gold(self, question: LabelledQuestion) -> tuple[list[np.ndarray], list[str]]:
        """The rows of each piece of gold that there is, and what there is not."""
        day = "" if self._view.as_of is None else f" as of {self._view.as_of}"
        found: list[np.ndarray] = []
        missing: list[str] = []
        for id_ in question.documents:
            info = self._view.document(DocumentId(id_))
            rows = np.empty(0, np.int64) if info is None else np.flatnonzero(self._ordinals == info.ordinal)
            if len(rows):
                found.append(rows)
            else:
                missing.append(f"the store holds no document {id_!r}{day}: add it, or name another")
        for text in question.evidence:
            rows = self._holding(text)
            if len(rows):
                found.append(rows)
            else:
                missing.append(f"no chunk holds {_in_brief(text)!r}{day}: quote what stands in one document")
        return found, missing

    def _holding(self, text: str) -> np.ndarray:
        may = np.ones(len(self._ordinals), bool)
        for term in index_terms(text):
            may &= self._reader.lexical([term]) > 0.0
        wanted = _words(text)
        rows = [row for row in np.flatnonzero(may).tolist() if wanted in self._text(self._reader.keys[row])]
        return np.array(rows, np.int64)

    def _text(self, key: ChunkKey) -> str:
        if key not in self._texts:
            chunk = self._view.chunks(key.ordinal)[key.index]
            self._texts[key] = _words(self._view.text(key.ordinal, chunk.span))
        return self._texts[key]


def _words(text: str) -> str:
    """Lower-cased words with single spaces around them, so that a text is found whatever stands between its words."""
    return f" {_NO_WORD.sub(' ', text.casefold()).strip()} "


def _in_brief(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}…"

"""Reading the first chunks again by a cross-encoder."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

import timeweave
from timeweave import Document
from timeweave.records import ChunkKey
from timeweave.retrieval.base import Request
from timeweave.retrieval.hybrid.reranking import chunk_texts, read_again, with_readings
from timeweave.retrieval.reading import Reading
from timeweave.retrieval.searching import Query, Sources, pose

RECORDED = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)
DAY = dt.date(2024, 1, 1)
QUESTION = "Who baked the rye bread?"
TEXTS = {
    "bakery": "The shop opens at dawn. Ida Holm baked the rye bread. It rained in the evening.",
    "harbour": "A ferry left the harbour. Gulls sat on the wall.",
    "mill": "The mill grinds rye. The miller sleeps.",
}


def test_readings_join_the_scores():
    """TW-11: of rows 3, 1, 0 the readings -2, 4, 1 are 0, 1, 0.5 of their spread; with a weight of 0.5 the worth is
    1.9 + 0, 1.5 + 0.5 and 1.8 + 0.25: 1.9, 2.0, 2.05. Row 2 was not read and keeps its score.
    """
    scores = np.array([1.8, 1.5, 0.9, 1.9])
    order = np.array([3, 1, 0, 2])
    read = with_readings(scores, order[:3], np.array([-2.0, 4.0, 1.0]), weight=0.5)
    assert read == pytest.approx([2.05, 2.0, 0.9, 1.9])
    assert scores.tolist() == [1.8, 1.5, 0.9, 1.9]


def test_readings_that_do_not_differ_change_nothing():
    """Readings that are all alike tell nothing; neither do no readings at all."""
    order, scores = np.array([1, 0, 2]), np.array([1.0, 1.0, 0.5])
    for readings in ([7.0, 7.0, 7.0], [], [7.0]):
        assert with_readings(scores, order[: len(readings)], np.array(readings)).tolist() == [1.0, 1.0, 0.5]


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Request, Reading, list[ChunkKey]]]:
    """The question, and the one chunk of each document in order."""
    folder: Path = tmp_path_factory.mktemp("reranking") / "kb"
    with timeweave.open(folder) as kb:
        day = dt.date(2024, 1, 1)
        documents = [Document(id=id_, title=id_.title(), text=text, date=day) for id_, text in TEXTS.items()]
        kb.add(documents, now=RECORDED, workers=1)
        with kb._store.view() as view:
            index = kb._indexes.reader(view)
            posed = pose(Query(QUESTION, RECORDED.date()), Sources(view, index, kb.embedder))
            chunks = [ChunkKey(info.ordinal, 0) for info in view.documents()]
            yield posed.request, Reading(view), chunks


def test_a_cross_encoder_reads_the_texts_where_there_is_one(asked):
    """It is given the question and each chunk's text under its title, in order, and its scores are taken."""
    request, reading, chunks = asked
    given: list[tuple[str, Sequence[str]]] = []

    def by_length(question: str, texts: Sequence[str]) -> np.ndarray:
        given.append((question, texts))
        return np.array([float(len(t)) for t in texts], np.float32)

    found = read_again(request, by_length, chunks, reading)
    expected = [f"{id_.title()}\n{text}" for id_, text in TEXTS.items()]
    assert given == [(QUESTION, expected)]
    assert found.dtype == np.float64
    assert found.tolist() == [len(text) for text in expected]
    assert chunk_texts([], reading) == []

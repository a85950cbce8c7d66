"""Reading the first chunks again: by statement vectors, or by a cross-encoder."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

import timeweave
from timeweave import Document
from timeweave.records import ChunkKey, StatementKey
from timeweave.retrieval.base import Request
from timeweave.retrieval.hybrid.reranking import by_statements, chunk_texts, read_again, with_readings
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


def test_a_chunk_reads_as_well_as_its_best_statement(asked):
    """The cosine of the second sentence of the bakery, from the index, whatever stands beside it."""
    request, reading, chunks = asked
    readings = by_statements(request, chunks, reading)
    vectors = request.index.vectors([StatementKey(chunks[0].ordinal, n) for n in range(3)])
    cosines = vectors @ request.vector
    assert np.argmax(cosines) == 1
    assert readings[0] == pytest.approx(cosines[1], abs=1e-6)
    assert np.argsort(-readings).tolist() == [0, 2, 1]
    assert by_statements(request, chunks[::-1], reading).tolist() == readings[::-1].tolist()


def test_a_cross_encoder_reads_the_texts_where_there_is_one(asked):
    """It is given the question and each chunk's text under its title, in order, and its scores are taken."""
    request, reading, chunks = asked
    given: list[tuple[str, Sequence[str]]] = []

    def by_length(question: str, texts: Sequence[str]) -> np.ndarray:
        given.append((question, texts))
        return np.array([float(len(t)) for t in texts], np.float32)

    found = read_again(dataclasses.replace(request, reranker=by_length), chunks, reading)
    expected = [f"{id_.title()}\n{text}" for id_, text in TEXTS.items()]
    assert given == [(QUESTION, expected)]
    assert found.dtype == np.float64
    assert found.tolist() == [len(text) for text in expected]
    assert chunk_texts([], reading) == []


def test_without_one_the_statements_stand_in(asked):
    """The default needs no model beyond the embedder's, which has embedded them already."""
    request, reading, chunks = asked
    assert request.reranker is None
    assert read_again(request, chunks, reading).tolist() == by_statements(request, chunks, reading).tolist()
    assert by_statements(request, [], reading).shape == (0,)


def test_what_else_there_is_takes_no_place(tmp_path: Path) -> None:
    """Of a chunk that was not among the best its own statements are read, however many others are nearer; one whose
    statements are not among those looked at, ten a chunk, has the least that was seen, and not 0.
    """
    loaves = [Document(f"loaf-{n:02}", f"Ida Holm baked the rye bread number {n}.", date=DAY) for n in range(30)]
    sentences = [f"The rye bread of day {n} was baked by Ida Holm." for n in range(120)]
    filler = [f"Ledger {n} lists ships, ropes, tar and sails that were sold at the old harbour." for n in range(90)]
    long = Document("long", "\n\n".join((" ".join(sentences), " ".join(filler))), date=DAY)
    mill = Document("mill", TEXTS["mill"], date=DAY)
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([*loaves, long, mill], now=RECORDED, workers=1)
        with kb._store.view() as view:
            index, reading = kb._indexes.reader(view), Reading(view)
            request = pose(Query(QUESTION, RECORDED.date()), Sources(view, index, kb.embedder)).request
            ordinals = {info.id: info.ordinal for info in view.documents()}
            vectors = index.vectors([StatementKey(ordinals["mill"], n) for n in range(2)])
            found = by_statements(request, [ChunkKey(ordinals["mill"], 0)], reading)
            assert found[0] == pytest.approx(max(vectors @ request.vector), abs=1e-6)
            chunks = [ChunkKey(ordinals["long"], index) for index in range(len(view.chunks(ordinals["long"])))]
            near, *_, far = by_statements(request, [chunks[0], chunks[-1]], reading)
            assert near > far > 0.3

"""The first chunks read again by a cross-encoder, where one is installed (TWE-RAG, section 7.4; TW-11)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from timeweave.records import ChunkKey
from timeweave.retrieval.base import Request, Reranker
from timeweave.retrieval.reading import Reading

WEIGHT = 0.25
"""At 0.5 questions of two hops gain a little more, and those on long reports, whose sentences do not name the company
or the quarter, lose more."""


def with_readings(scores: np.ndarray, rows: np.ndarray, readings: np.ndarray, *, weight: float = WEIGHT) -> np.ndarray:
    """S of all rows, where some of them were read again: S + ``weight`` · reading for these, S for the others.

    ``readings``, one for each of ``rows`` and on any scale, say how well it answers the question; they are brought to
    [0, 1].
    """
    found = np.array(scores, np.float64)
    found[rows] += weight * _spread(readings)
    return found


def read_again(request: Request, reranker: Reranker, chunks: Sequence[ChunkKey], reading: Reading) -> np.ndarray:
    """How well each of ``chunks`` answers the question (float64), as the reranker has it."""
    return np.asarray(reranker(request.question.text, chunk_texts(chunks, reading)), np.float64)


def chunk_texts(chunks: Sequence[ChunkKey], reading: Reading) -> list[str]:
    """Each chunk's text under the title of its document."""
    infos = reading.infos(c.ordinal for c in chunks)
    spans = [reading.view.chunks(c.ordinal)[c.index].span for c in chunks]
    texts = [reading.words(c.ordinal, span) for c, span in zip(chunks, spans, strict=True)]
    return [f"{infos[c.ordinal].title}\n{text}".strip() for c, text in zip(chunks, texts, strict=True)]


def _spread(values: np.ndarray) -> np.ndarray:
    low, high = values.min(initial=np.inf), values.max(initial=-np.inf)
    return (values - low) / (high - low) if high > low else np.zeros(len(values), np.float64)

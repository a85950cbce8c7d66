"""Entities and relations have vectors of their descriptions."""

from __future__ import annotations

import datetime as dt

import numpy as np

from timeweave.embedding import get_embedder
from timeweave.preparation import description, prepare
from timeweave.records import Document

DOCUMENT = Document(
    "q1",
    "Acme Corp. bought Bolt Ltd. in March 2024. Revenue was $5 million in the first quarter of 2024.",
    date=dt.date(2024, 4, 2),
    entities=("Acme Corp.",),
)


def test_entities_and_statements_have_vectors_of_their_words() -> None:
    """TG-05: a unit vector a statement, of its words headed by the subject; one an entity, nearest to its name."""
    embedder = get_embedder(None)
    prepared = prepare(DOCUMENT, embedder)
    statements = prepared.extraction.statements
    texts = [description(DOCUMENT, prepared.extraction.layout, s) for s in statements]
    assert texts[-1] == "acme: Revenue was $5 million in the first quarter of 2024."
    assert prepared.vectors.shape == (len(statements), prepared.entity_vectors.shape[1])
    assert np.allclose(prepared.vectors, embedder.embed(texts), atol=1e-4)
    assert np.allclose(np.linalg.norm(prepared.entity_vectors, axis=1), 1.0, atol=1e-4)
    nearest = prepared.entity_vectors @ embedder.embed(["Bolt"])[0]
    assert prepared.entities[int(nearest.argmax())] == "bolt"


def test_stages_are_charged() -> None:
    """TK-07: extraction and embedding of a document are counted with their time, without tokens of any model."""
    usage = prepare(DOCUMENT, get_embedder(None)).usage
    assert set(usage) == {"extract", "embed"}
    for stage, calls in {"extract": 0, "embed": 1}.items():  # rules call no model
        used = usage[stage]
        assert (used.calls, used.prompt_tokens, used.completion_tokens) == (calls, 0, 0)
        assert used.seconds > 0

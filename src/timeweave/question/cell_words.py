"""What a question says of the cell of a table that it may ask for: words of its row and column, whether of the most."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from timeweave.language.parsing import parse, tokens_within
from timeweave.language.terms import index_terms
from timeweave.lexicon.comparing import LEAST, MOST
from timeweave.lexicon.families import matching
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.outlook import EXPECTED, GUIDANCE
from timeweave.lexicon.tables import ASKED_AS, BEGINNINGS, LOOSE, OWNERS, PLANNED, SUPERLATIVES, TIMES, TOTALS
from timeweave.records import Span

if TYPE_CHECKING:
    from spacy.tokens import Token


@functools.lru_cache(maxsize=8192)
def terms_of(words: str) -> frozenset[str]:
    """The index terms of words, those of one meaning in tables and questions as one."""
    return frozenset(ASKED_AS.get(t, t) for t in index_terms(words.replace("_", " ")))


def _of_all(words: Iterable[str]) -> frozenset[str]:
    return frozenset(term for word in words for term in terms_of(word))


TOTAL_TERMS = _of_all(TOTALS)
PLANNED_TERMS = _of_all(PLANNED)
BEGINNING_TERMS = _of_all(BEGINNINGS)
PERCENT_TERMS = _of_all(("share", "percent", "proportion"))
_LEAST = _of_all(LEAST)
_OF_MEASURES = _of_all(("maximum", "minimum", "peak"))  # "what is the maximum depth" ranks nothing
_RANKED = (_LEAST | _of_all((*MOST, *SUPERLATIVES))) - _OF_MEASURES
_AHEAD = matching(EXPECTED, GUIDANCE, tuple(sorted(PLANNED)))
_CONTENT = frozenset({"NOUN", "PROPN", "NUM", "ADJ"})
_OWNERS = frozenset({"nsubj", "nsubjpass", "pobj", "dobj"})
_DO = frozenset({"do", "does", "did"})
_WHICH = lazily(r"\b(?:which|what|who|whose|where|when)\b", re.IGNORECASE)
_PICKS = lazily(r"\bwhich\b", re.IGNORECASE)
_WHICH_TIME = lazily(rf"\b(?:which|what)\s+(?:\w+\s+)?(?:{'|'.join(sorted(TIMES))})\b|^when\b", re.IGNORECASE)
_HOW_MANY = lazily(r"\bhow (?!do\b|does\b|did\b)\w+", re.IGNORECASE)


@dataclass(frozen=True)
class CellWords:
    """The terms of a question without its times, with the names ``unknown`` to the store.

    ``is_ranked`` says that the most or, with ``is_least``, the least is meant; ``is_ahead`` that a plan is,
    ``in_percent`` a share, ``of_total`` a total. ``asks_which`` says that a row is asked for, ``asks_time`` a time,
    ``asks_how`` a number.
    """

    text: str
    times: tuple[Span, ...]
    unknown: frozenset[str]
    terms: frozenset[str]
    is_ranked: bool
    is_least: bool
    is_ahead: bool
    in_percent: bool
    of_total: bool
    asks_which: bool
    asks_time: bool
    asks_how: bool

    @functools.cached_property
    def nouns(self) -> frozenset[str]:
        """Those that a table must hold to answer it."""
        return _of_all(t.text for t in self._content if not _is_owner(t)) - LOOSE - _RANKED

    @functools.cached_property
    def names(self) -> frozenset[str]:
        """Those of names that a table must hold to answer it."""
        return self.unknown | (_of_all(t.text for t in self._content if t.pos_ == "PROPN") - LOOSE)

    @functools.cached_property
    def _content(self) -> list[Token]:
        return _content(self.text, self.times)


def read_cell_words(text: str, times: Iterable[Span], unknown: Iterable[str]) -> CellWords:
    """What ``text`` says, whose ``times`` are told apart, with the names ``unknown`` to the store."""
    spans = tuple(times)
    rest = text
    for span in spans:
        rest = rest[: span.start] + " " * (span.end - span.start) + rest[span.end :]
    said = [SUPERLATIVES[w] for w in re.findall(r"\w+", rest.casefold()) if w in SUPERLATIVES]
    terms = terms_of(rest) | {term for term, _ in said}
    return CellWords(
        text=text,
        times=spans,
        unknown=_of_all(unknown),
        terms=terms,
        is_ranked=bool(terms & _RANKED or said or (terms & _OF_MEASURES and _PICKS.search(rest))),
        is_least=bool(terms & _LEAST) or any(sign < 0 for _, sign in said),
        is_ahead=_AHEAD.search(rest) is not None,
        in_percent=bool(terms & PERCENT_TERMS),
        of_total=bool(terms & TOTAL_TERMS),
        asks_which=_WHICH.search(rest) is not None,
        asks_time=_WHICH_TIME.search(text) is not None,
        asks_how=_HOW_MANY.search(rest) is not None,
    )


def _content(text: str, times: Iterable[Span]) -> list[Token]:
    """The nouns, names, numbers and adjectives of a question, but for its times."""
    doc = parse(text)
    inside = {t.i for span in times for t in tokens_within(doc, span.start, span.end)}
    asks = any(t.lower_ in _DO for t in doc)
    return [
        t for t in doc
        if t.pos_ in _CONTENT and t.i not in inside and not (asks and _is_verb(t)) and t.lower_ != "many"
    ]  # fmt: skip


def _is_owner(token: Token) -> bool:
    """Whether a word is whoever the documents are of: "how many members did the club have"."""
    definite = any(c.dep_ in ("det", "poss") and c.lower_ in ("the", "our", "this") for c in token.children)
    return (
        definite
        and token.dep_ in _OWNERS
        and token.lower_ in OWNERS
        and not any(c.dep_ in ("amod", "compound", "prep") for c in token.children)
    )


def _is_verb(token: Token) -> bool:
    """Whether a word behind "did" is its verb, whatever the parser takes it for: "did the City of Ely sell in May"."""
    if token.dep_ == "ROOT":
        return True
    inner = 0 < token.i < len(token.doc) - 1
    return inner and token.tag_ == "NN" and token.nbor(-1).pos_ == "PROPN" and token.nbor(1).pos_ in ("ADP", "PUNCT")

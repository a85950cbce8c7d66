"""Questions for the documents that mention something: the first, the last, which, how many."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.language.terms import index_terms
from timeweave.lexicon.documents import MENTIONING, MENTIONS, SPOKEN
from timeweave.lexicon.families import any_of, forms, words
from timeweave.lexicon.lazy import lazily
from timeweave.question.documents import ORDERING_TERMS, Wanted, terms_left
from timeweave.temporal.expressions import TimeExpression


@dataclass(frozen=True, slots=True)
class MentioningAsked:
    """Which documents are wanted of those that hold all ``terms``."""

    wanted: Wanted
    terms: frozenset[str]


_NOUNS = (*words("document page file post article entry story piece announcement note"), *SPOKEN)
_NOUN = any_of((f"{noun}s" for noun in _NOUNS), _NOUNS, ["stories", "entries"])
_VERB = any_of(forms(MENTIONING))
_MENTION = any_of(MENTIONS, (f"{noun}s" for noun in MENTIONS))
_FIRST, _LAST = r"(?:first|earliest|initially)", r"(?:last|latest|newest|most recent|most recently)"
_EDGES = tuple(
    (
        wanted,
        lazily(
            rf"\b{edge} (?:[\w-]+ ){{0,2}}?{_MENTION} (?:of|to)\b"
            rf"|^\W*(?:when|(?:on |in )?(?:what|which) (?:day|date|month|year|{_NOUN}))\b.*\b(?:{edge} {_VERB}"
            rf"|{_VERB} (?:for the )?{edge}(?: time)?)\b"
            rf"|^\W*when\b.*\b{edge} time (?:[\w'’-]+ ){{0,5}}?{_VERB}\b"
            rf"|\b{edge} (?:[\w-]+ ){{0,2}}?{_NOUN}(?: (?:that|which|to))? {_VERB}\b",
            re.IGNORECASE,
        ),
    )
    for wanted, edge in ((Wanted.FIRST, _FIRST), (Wanted.LAST, _LAST))
)
_FURTHER = lazily(r"\b(?:or|and|most|least|often|oftenest|both|not|never|who|why)\b|n['’]t\b", re.IGNORECASE)
"""What asks for more than the documents with some words."""
_COUNT = lazily(rf"\bhow many (?:[\w-]+ ){{0,2}}?{_NOUN}(?: (?:that|which))? {_VERB}\b", re.IGNORECASE)
_ALL = lazily(
    rf"^\W*(?:(?:please )?(?:list|name|show|give)(?: me)?(?: all| every)?|which|what|all)(?: the)? (?:[\w-]+ ){{0,2}}?"
    rf"{_NOUN}(?: (?:that|which))? {_VERB}\b",
    re.IGNORECASE,
)
_ANYBODY = ("somebody", "someone", "anybody", "anyone")
_EXPLAINED = ORDERING_TERMS | frozenset(
    term
    for word in (
        *(part for form in forms(MENTIONING) for part in form.split()),
        *MENTIONS,
        *_NOUNS,
        *_ANYBODY,
        "initially",
        "recently",
    )
    for term in index_terms(word)
)


def read_mentioning(text: str, expressions: Sequence[TimeExpression]) -> MentioningAsked | None:
    """``text`` as a question of that kind; ``None`` where it asks for something else, or names nothing."""
    if _FURTHER.search(text):
        return None
    rules = (*_EDGES, (Wanted.COUNT, _COUNT), (Wanted.ALL, _ALL))
    wanted = next((wanted for wanted, pattern in rules if pattern.search(text)), None)
    terms = terms_left(text, expressions) - _EXPLAINED if wanted is not None else frozenset[str]()
    return MentioningAsked(wanted, terms) if wanted is not None and terms else None

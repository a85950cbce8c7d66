"""The noun of what a question for a figure counts or measures."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from timeweave.language.terms import index_terms
from timeweave.question.figures.words import DONE_WITH_MONEY, PEOPLE, SCAFFOLD

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_OF_NOUNS = frozenset(["nsubj", "nsubjpass", "dobj", "pobj"])  # what is taken for a verb stands as a noun: "passages"


def counted_head(doc: Doc, names: frozenset[str]) -> tuple[frozenset[str], bool]:
    """The terms of what is counted or measured, and whether that is people in general."""
    tokens = list(doc)
    for token in tokens:
        if token.lower_ == "many" and token.i > 0 and tokens[token.i - 1].lower_ == "how":
            noun = token.head if token.head.i > token.i else None
            if noun is None or (noun.pos_ not in ("NOUN", "PROPN") and noun.dep_ not in _OF_NOUNS):
                run = list(
                    itertools.takewhile(lambda t: t.pos_ in ("NOUN", "ADJ", "PROPN", "PUNCT"), tokens[token.i + 1 :])
                )
                noun = next((t for t in reversed(run) if t.pos_ == "NOUN"), None)
            if noun is not None and noun.dep_ == "poss" and noun.head.i > noun.i:
                noun = noun.head  # "children's beds"
            if noun is not None and noun.lower_ == "times":
                return frozenset(index_terms("times")), False
            if noun is not None and frozenset(index_terms(noun.text)) - (SCAFFOLD - PEOPLE):
                terms = frozenset(index_terms(noun.text))
                return (frozenset(), True) if terms & PEOPLE else (terms, False)
    if (actor := _actor(tokens)) is not None:
        tokens = [t for t in tokens if t not in actor.subtree]
    for noun in [t for t in tokens if t.pos_ in ("NOUN", "PROPN") and not _restricts_noun(t)]:
        if frozenset(index_terms(noun.text)) <= names:
            continue
        while noun is not None and not frozenset(index_terms(noun.text)) - SCAFFOLD:
            following = [c for p in noun.children if p.dep_ == "prep" for c in p.children if c.dep_ == "pobj"]
            noun = following[0] if following else None
        if noun is not None:
            terms = frozenset(index_terms(noun.text))
            return (frozenset(), True) if terms & PEOPLE else (terms, False)
    return frozenset(), False


def _restricts_noun(token: Token) -> bool:
    """Whether a noun only narrows the one behind it: "choir" of "choir festival singers"."""
    return token.dep_ in ("poss", "compound") or (
        token.dep_ in ("amod", "nmod") and token.head.i > token.i and token.head.pos_ in ("NOUN", "PROPN")
    )


def _actor(tokens: list[Token]) -> Token | None:
    """Who did something with as much as is asked for: "how much did the trust receive"; not what came to so much."""
    much = next((t for t in tokens if t.lower_ == "much" and t.i and tokens[t.i - 1].lower_ == "how"), None)
    if much is None or much.i + 1 >= len(tokens) or tokens[much.i + 1].pos_ not in ("AUX", "VERB"):
        return None
    subjects = [t for t in tokens if t.dep_ == "nsubj" and t.i > much.i and t.head.pos_ == "VERB"]
    done = [t for t in subjects if t.head.lower_ in DONE_WITH_MONEY]
    return done[0] if done else None

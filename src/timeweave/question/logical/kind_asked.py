"""What kind of thing a question asks for, in its own words: "team" of "which team did Ann Lee play for"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from timeweave.lexicon import reasoning as table
from timeweave.question.logical.roles import t_lemma

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def asking_word(doc: Doc) -> Token | None:
    """The word that asks: the first "who", "which", "where" or their like that begins no relative clause."""
    return next((t for t in doc if t.lower_ in table.ASKING and not _is_relative(t)), None)


def _is_relative(token: Token) -> bool:
    return token.i > 0 and token.nbor(-1).tag_ in ("NN", "NNS")


def kind_asked(doc: Doc, numbers: Mapping[str, int]) -> str:
    """The noun that a question asks for; none where it asks "who", for a time, or names no kind. ``numbers`` has the
    stand-ins of names, which are no kind.
    """
    noun = _asked(doc)
    if noun is not None and t_lemma(noun) in table.STANDS_FOR_A_KIND:
        noun = next((u for t in noun.children if t.dep_ == "prep" for u in t.children if u.dep_ == "pobj"), None)
    if noun is None or noun.text in numbers or not noun.tag_.startswith("NN"):
        return ""
    kind = t_lemma(noun)
    return "" if kind in table.UNITS or kind in table.TIME_NOUNS or kind in table.STANDS_FOR_A_KIND else kind


def _asked(doc: Doc) -> Token | None:
    """The noun behind "which" or "what", that which "what" is said to be, or what is to be named."""
    asks = asking_word(doc)
    if asks is None:
        described = (t.nbor(-1) for t in doc if t.lower_ in table.ASKING and _is_relative(t))
        return next(described, None)
    if asks.lower_ not in table.WHICH:
        return None
    if asks.dep_ == "det" and asks.head.i > asks.i:
        return asks.head
    return _next_noun(asks) or _said_to_be(asks)


def _next_noun(asks: Token) -> Token | None:
    """The last of the nouns right behind the word that asks, over adjectives."""
    noun = None
    for token in asks.doc[asks.i + 1 :]:
        if token.tag_ in ("NN", "NNS"):
            noun = token
        elif noun is not None or token.tag_ not in ("JJ", "NNP"):
            break
    return noun


def _said_to_be(asks: Token) -> Token | None:
    verb = asks.head
    if t_lemma(verb) != "be":
        return None
    return next((t for t in verb.children if t.i != asks.i and t.dep_ in ("nsubj", "attr")), None)

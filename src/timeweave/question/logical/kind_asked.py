"""What kind of thing a question asks for, in its own words: "team" of "which team did Ann Lee play for"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from timeweave.lexicon import reasoning as table
from timeweave.question.logical.roles import t_lemma

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_PARTS = ("compound", "amod", "nmod")


def kind_asked(doc: Doc, numbers: Mapping[str, int]) -> tuple[str, ...]:
    """The words of the noun that a question asks for, the noun last; none where it asks "who", for a time, or names no
    kind. ``numbers`` has the stand-ins of names, which are no kind.
    """
    noun = _asked(doc)
    if noun is None or noun.text in numbers or not noun.tag_.startswith("NN"):
        return ()
    if t_lemma(noun) in table.STANDS_FOR_A_KIND:
        noun = next((u for t in noun.children if t.dep_ == "prep" for u in t.children if u.dep_ == "pobj"), noun)
        if noun.text in numbers or t_lemma(noun) in table.STANDS_FOR_A_KIND:
            return ()
    if t_lemma(noun) in table.UNITS or t_lemma(noun) in table.TIME_NOUNS:
        return ()
    parts = [t for t in noun.lefts if t.dep_ in _PARTS and t.text not in numbers and t.tag_[:2] in ("NN", "JJ")]
    return tuple(t_lemma(t) for t in (*parts, noun))


def _asked(doc: Doc) -> Token | None:
    """The noun behind "which" or "what", that which "what" is said to be, or what is to be named."""
    for token in doc:
        if token.tag_ == "WDT" and token.dep_ == "det" and token.head.i > token.i:
            return token.head
        if token.tag_ in ("WP", "WDT") and token.lower_ in ("what", "which"):
            return _said_to_be(token)
        if token.tag_ in ("WP", "WRB", "WP$"):
            return None
    root = next((t for t in doc if t.dep_ == "ROOT"), None)
    if root is None or root.tag_ not in ("VB", "VBP"):
        return None
    return next((t for t in root.children if t.dep_ == "dobj"), None)


def _said_to_be(asks: Token) -> Token | None:
    verb = asks.head
    if t_lemma(verb) != "be":
        return None
    return next((t for t in verb.children if t.i != asks.i and t.dep_ in ("nsubj", "attr")), None)

"""What governs an amount in the parse of its sentence: the noun that it counts, the verb, and that verb's subject."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timeweave.extraction.amounts.numbers import Amount
from timeweave.language.parsing import tokens_within
from timeweave.language.terms import index_terms

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def noun(doc: Doc, amount: Amount) -> Token | None:
    """The noun that an amount counts, by the parse."""
    inside = tokens_within(doc, amount.start, amount.end)
    if amount.text[:2].lower() == "no" or not amount.value:
        following = [t for t in doc if t.idx >= amount.end][:1]
        inside = following or inside
        token = following[0] if following else None
        if token is not None and token.lower_ == "of":  # "none of the 46 samples"
            token = next((c for c in token.children if c.dep_ == "pobj"), None)
        while token is not None and token.head.i > token.i and token.dep_ in ("compound", "amod", "nmod", "det"):
            token = token.head
        return token if token is not None and token.pos_ in ("NOUN", "PROPN") else None
    tops = [t for t in inside if t.head not in inside]
    for top in tops:
        if (
            top.head.i > top.i
            and top.head.pos_ in ("NOUN", "PROPN")
            and top.dep_ in ("nummod", "quantmod", "compound", "amod", "nmod")
        ):
            return _content_of(_whole_of(top.head))
    after = [t for t in doc if t.idx >= amount.end][:3]
    if amount.unit or not after:
        return None
    if after[0].lower_ == "of":  # "two million of litres", "three of the city's eight districts"
        objects = [c for c in after[0].children if c.dep_ == "pobj" and c.pos_ in ("NOUN", "PROPN")]
        return objects[0] if objects else None
    for token in after[:2]:
        if token.pos_ in ("NOUN", "PROPN") and token.tag_ in ("NNS", "NNPS", "NN"):
            while token.dep_ == "compound" and token.head.i == token.i + 1:
                token = token.head
            return token
        if token.pos_ not in ("ADJ", "NOUN") and token.tag_ not in ("VBN", "VBG"):
            return None
    return None


def is_elided(doc: Doc, amount: Amount) -> bool:
    """Whether the noun that an amount counts is left out: "and 250 in May"."""
    after = [t for t in doc if t.idx >= amount.end][:1]
    return not after or after[0].pos_ in ("ADP", "PUNCT", "CCONJ", "VERB", "AUX", "ADV", "SCONJ") or after[0].is_space


def subject(doc: Doc, amount: Amount) -> Token | None:
    """The subject of the nearest verb that governs an amount, unless it is the amount's own noun."""
    inside = tokens_within(doc, amount.start, amount.end)
    token = inside[-1] if inside else None
    while token is not None:
        subjects = [c for c in token.children if c.dep_ in ("nsubj", "nsubjpass")]
        if any(c in inside for c in subjects):
            return None
        if subjects and token.pos_ in ("VERB", "AUX"):
            return subjects[0]
        if token.head == token or token.dep_ == "ccomp" or any(c.dep_ == "expl" for c in token.children):
            return None  # what is told of is not who tells it
        token = token.head
    return None


def verb(doc: Doc, amount: Amount) -> Token | None:
    """The nearest verb that governs an amount."""
    inside = tokens_within(doc, amount.start, amount.end)
    token = inside[-1] if inside else None
    while token is not None and token.pos_ not in ("VERB", "AUX"):
        token = None if token.head == token else token.head
    return token


def _whole_of(noun: Token) -> Token:
    """The noun that a compound ends in: "matches" of "league matches"."""
    while noun.dep_ in ("compound", "nmod") and noun.head.i == noun.i + 1 and noun.head.pos_ == "NOUN":
        noun = noun.head
    return noun


_MEASURING = frozenset(index_terms("metre meter litre liter tonne ton acre gallon barrel kilo gram mile foot"))


def _content_of(noun: Token) -> Token:
    """What a noun that names a unit is of: "cubic metres of silt"; what is whose: "40 children's books"."""
    if noun.dep_ == "poss" and noun.head.i > noun.i and noun.head.pos_ == "NOUN" and noun.tag_ in ("NNS", "NN"):
        return noun.head
    if _MEASURING.isdisjoint(index_terms(noun.text)):
        return noun
    objects = [c for p in noun.children if p.lower_ == "of" for c in p.children if c.dep_ == "pobj"]
    return next((o for o in objects if o.pos_ in ("NOUN", "PROPN")), noun)

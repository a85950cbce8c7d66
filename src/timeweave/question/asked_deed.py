"""What a question says was done, and to what: of "when was the library closed" closing, and the library."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from timeweave.language.parsing import parse
from timeweave.language.terms import index_terms
from timeweave.lexicon.deeds import LIGHT_VERBS

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_THEMES = frozenset({"nsubj", "nsubjpass", "dobj"})
_COMMON = frozenset({"NN", "NNS"})
_AHEAD = frozenset({"will", "shall", "would"})


@dataclass(frozen=True, slots=True)
class AskedDeed:
    """A ``verb`` with its index term, and the common ``nouns`` that are its subject or object with theirs; ``is_done``
    says that it is asked of as past.
    """

    verb: str
    term: str
    nouns: tuple[str, ...]
    themes: frozenset[str]
    is_done: bool


def read_deed(text: str) -> AskedDeed | None:
    """The deed of a question; ``None`` where its verb says nothing by itself, as "be" and "take" do."""
    doc = parse(text)
    verb = _verb(doc)
    if verb is None or verb.lemma_ in LIGHT_VERBS:
        return None
    term = next(iter(index_terms(verb.text)), None)
    ahead = any(t.lower_ in _AHEAD for t in doc)
    if term is None:
        return None
    nouns = tuple(word.text for noun in _nouns(verb) for word in _kinds(noun))
    return AskedDeed(verb.text, term, nouns, themes_of(verb), not ahead and any(map(_is_past, doc)))


def _verb(doc: Doc) -> Token | None:
    """The verb that a question ends in, or its root: "when was the library shut down for good"."""
    root = next((t for t in doc if t.dep_ == "ROOT"), None)
    if root is None or (root.pos_ in ("VERB", "NOUN") and root.lemma_ not in LIGHT_VERBS):
        return root
    return next((t for t in reversed(doc) if t.pos_ == "VERB" and t.tag_ in ("VB", "VBN", "VBD")), None)


def _is_past(token: Token) -> bool:
    return token.tag_ == "VBD" or token.lower_ in ("was", "were", "did", "had")


def themes_of(verb: Token) -> frozenset[str]:
    """The terms of the common nouns that are the subject or object of a verb, or that its participle describes; of a
    name those that say what bears it: "the lifeboat Aurelia", "Aurelia, a lifeboat".
    """
    return frozenset(term for noun in _nouns(verb) for word in _kinds(noun) for term in index_terms(word.text))


def _kinds(noun: Token) -> Iterator[Token]:
    if noun.tag_ in _COMMON:
        yield noun
    else:
        yield from (t for t in noun.children if t.dep_ in ("compound", "appos") and t.tag_ in _COMMON)


def _nouns(verb: Token) -> Iterator[Token]:
    own = [t for t in verb.children if t.dep_ in _THEMES]
    yield from own
    if verb.dep_ in ("acl", "relcl"):
        yield verb.head
    elif not own and verb.dep_ in ("conj", "xcomp", "advcl"):
        yield from (t for t in verb.head.children if t.dep_ in ("nsubj", "nsubjpass"))

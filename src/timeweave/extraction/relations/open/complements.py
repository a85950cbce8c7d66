"""Whether what a copula or an apposition says that a name is tells something by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timeweave.extraction.relations.open.phrases import End, Tells, is_narrowed
from timeweave.extraction.relations.open.propositions import Proposition
from timeweave.lexicon.relations import relations

if TYPE_CHECKING:
    from spacy.tokens import Token

_WHERE = frozenset({"of", "in", "at"})


def says_little(told: Proposition, noun: Token) -> bool:
    """Whether a noun tells nothing of whom it is said, or is not said of that name alone."""
    return _is_ranked(noun) or _is_judged(noun) or _is_listed(told, noun)


def is_cut(noun: Token, end: End) -> bool:
    """Whether a plain noun tells only with what is left out: "the sponsor", "a sponsor since", but not "an atoll"."""
    is_whole = not is_narrowed(noun, end.span.end) and any(t.lower_ in ("a", "an") for t in noun.children)
    return end.tells is Tells.LITTLE and not is_whole


def _is_listed(told: Proposition, noun: Token) -> bool:
    """Whether one name is set beside several things: it is one of a list that was read as an apposition."""
    beside = told.predicate is noun and told.subject.pos_ == "PROPN"
    return beside and noun.tag_ in ("NNS", "NNPS") and told.subject.tag_ == "NNP"


def _is_judged(noun: Token) -> bool:
    """Whether a noun only praises or blames: "an amazing place"."""
    return any(relations().is_one(t.lower_, "adjectives.judging") for t in noun.children if t.dep_ == "amod")


def _is_ranked(noun: Token) -> bool:
    """Whether a noun only says of what somebody is the first or the only one: "the first state to ban it"."""
    if any(t.dep_ in ("relcl", "acl") and t.tag_ == "VB" for t in noun.children):
        return True
    if any((t.dep_ == "poss" and t.tag_ != "PRP$") or (t.dep_ == "prep" and t.lower_ in _WHERE) for t in noun.children):
        return False
    table = relations()
    return any(
        t.tag_ in ("JJS", "RBS") or table.is_one(t.lower_, "adjectives.ranking")
        for child in noun.lefts
        for t in child.subtree
    )

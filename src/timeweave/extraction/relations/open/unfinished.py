"""Whether a clause tells a deed by itself and whole, or leaves to other words what it comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timeweave.extraction.relations.open.propositions import Proposition, is_rate
from timeweave.extraction.relations.open.standing import VERBAL
from timeweave.lexicon.relations import relations

if TYPE_CHECKING:
    from spacy.tokens import Token


_TALKS = frozenset({"discuss", "talk", "speak"})


def is_proposed(verb: Token) -> bool:
    """Whether a sentence is a clause that says what is moved, and no more: "That the council pays"."""
    root = next((t for t in (verb, *verb.ancestors) if t.dep_ == "ROOT"), verb)
    return any(t.dep_ == "mark" and t.text == "That" and t.head == root for t in root.lefts)


def awaits(told: Proposition) -> bool:
    """Whether "it" stands for what is told behind, and for nothing named before: "it takes courage to speak"."""
    verb = told.predicate
    is_one = told.subject.lower_ == "it" and relations().is_one(verb.lemma_.casefold(), "verbs.of_what_follows")
    is_told = any(t.tag_ == "TO" and t.head.tag_ == "VB" and t.i > verb.i for t in verb.subtree)
    return is_one and is_told and not any(a.head.pos_ == "PROPN" for a in told.arguments if not a.role)


def is_cut_short(verb: Token) -> bool:
    """Whether a deed tells little of its object without what comes of it: "rendering the firm bankrupt"."""
    table = relations()
    for child in verb.children:
        is_word = child.pos_ in ("ADJ", "ADV") and not any(child.children)
        if child.dep_ in ("oprd", "ccomp", "acomp") and child.pos_ in ("ADJ", "ADV"):
            return True
        if child.dep_ == "advcl" and is_word and child.i > verb.i:
            return True
        if child.dep_ == "ccomp" and any(t.dep_ == "nsubj" for t in child.children) and child.tag_ in ("VB", "VBG"):
            return True  # "got everyone making music"
        is_outcome = child.i > verb.i and child.dep_ != "prt" and table.is_one(child.lower_, "verbs.outcomes")
        if is_outcome and table.is_one(verb.lemma_.casefold(), "verbs.outcome_of"):
            return True
        if (
            child.dep_ == "advcl"
            and any(t.dep_ == "mark" and t.lower_ == "as" for t in child.lefts)
            and not any(t.pos_ in VERBAL for t in child.subtree)
        ):
            return True
    return False


def leaves_purpose(verb: Token) -> bool:
    """Whether what a deed was for is told behind it, as little as the deed itself tells: "met with them to discuss"."""
    is_one = relations().is_one(verb.lemma_.casefold(), "verbs.for_a_purpose")
    behind = [t for t in verb.children if t.i > verb.i and t.pos_ == "VERB"]
    return is_one and any(t.dep_ in ("xcomp", "advcl") or (t.dep_ == "conj" and t.lemma_ in _TALKS) for t in behind)


def is_procedure(verb: Token, object_: Token) -> bool:
    """Whether a deed only hands on what is told elsewhere, or is of how a meeting is held: "gave an update"."""
    table, lemma, noun = relations(), verb.lemma_.casefold(), object_.lemma_.casefold()
    is_handed_on = table.is_one(lemma, "verbs.handing_on") and table.is_one(noun, "nouns.reporting")
    is_moved = table.is_one(lemma, "verbs.moving") and table.is_one(noun, "nouns.of_procedure")
    return is_handed_on or is_moved


def is_unfinished(told: Proposition, object_: Token) -> bool:
    """Whether an object says nothing without what follows ("enables firms to ..."), or is not surely the verb's."""
    verb = told.predicate
    if any(t.dep_ in ("xcomp", "ccomp") and t.i > object_.i for t in verb.children):
        return True
    is_as = relations().is_one(verb.lemma_.casefold(), "verbs.of_role") and any(a.role == "as" for a in told.arguments)
    if is_as or is_cut_short(verb):
        return True
    behind_it = verb.doc[object_.right_edge.i + 1 :][:1]
    if any(t.lower_ in ("a", "an", "per") and is_rate(t.head) for t in behind_it):
        return True
    if object_.i < verb.i:
        return verb.dep_ in ("acl", "relcl") and object_.dep_ == "pobj"
    opens = object_.left_edge.i
    if any(t.text == ":" for t in verb.doc[verb.i : opens]):
        return True
    return opens > 0 and verb.doc[opens - 1].text == "," and object_.dep_ != "conj"

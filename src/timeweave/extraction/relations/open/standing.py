"""How a verb tells its deed: when, whether at all, as fact or plan, and by whose word."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from timeweave.lexicon.relations import relations

if TYPE_CHECKING:
    from spacy.tokens import Token

VERBAL = frozenset({"VERB", "AUX"})
_WILL = frozenset({"will", "'ll", "’ll", "shall", "wo"})
_CONDITIONS = frozenset({"if", "unless", "whether", "lest", "provided", "assuming", "supposing", "though", "so"})
_COMPARING = frozenset({"as", "than", "like"})
_WHENEVER = frozenset({"when", "whenever", "once", "until", "after", "before", "where", "wherever", "how"})
_NOT_ACTUALLY = frozenset({"never", "hardly", "barely", "rarely", "nearly", "almost", "allegedly", "reportedly"})
_NO_LONGER = frozenset({"no longer", "anymore", "any more", "any longer"})
_NONE = frozenset({"no", "neither", "none", "few", "nobody"})
_MODALS = {"can": "possible", "ca": "possible", "may": "possible", "might": "possible", "could": "possible"}


_BEFORE = frozenset({"when", "after", "since", "before", "until", "because"})


class Tense(enum.Enum):
    """The time of a verb as its form tells it."""

    PAST = "past"
    PERFECT = "perfect"
    PRESENT = "present"
    ONGOING = "ongoing"
    FUTURE = "future"

    @property
    def is_over(self) -> bool:
        """Whether it tells of what was before it is told."""
        return self in (Tense.PAST, Tense.PERFECT)


class Modality(enum.Enum):
    """In what sense a deed is told."""

    ACTUAL = "actual"
    PLANNED = "planned"
    POSSIBLE = "possible"
    CONDITIONAL = "conditional"
    OBLIGED = "obliged"
    ASKED = "asked"


class Phase(enum.Enum):
    """Which part of a deed is told."""

    WHOLE = "whole"
    START = "start"
    END = "end"
    FORMER = "former"


@dataclass(frozen=True, slots=True)
class Standing:
    """Tense, polarity, modality and phase of a deed.

    ``said_by`` is the subject of the verb that reports it, ``plan`` the lemma of the verb by which it is planned.
    """

    tense: Tense
    negated: bool = False
    modality: Modality = Modality.ACTUAL
    phase: Phase = Phase.WHOLE
    said_by: Token | None = None
    plan: str = ""


def standing(verb: Token, depth: int = 0) -> Standing:
    """How ``verb`` is told, by its own form and by what governs it."""
    if depth > 8:
        return Standing(Tense.PRESENT, modality=Modality.POSSIBLE)
    first = verb.head if verb.dep_ == "conj" and verb.head.pos_ in VERBAL else None
    if first is not None:
        above = standing(first, depth + 1)
        if not _has_own_form(verb):
            return replace(above, negated=above.negated or _is_negated(verb))
        own = _own(verb)
        modality = above.modality if own.modality is Modality.ACTUAL and _is_governed(first) else own.modality
        return replace(own, modality=modality, said_by=above.said_by)
    own = _own(verb)
    told = _governed(verb, own, depth)
    if told.modality in (Modality.ACTUAL, Modality.PLANNED) and _is_conditioned(verb):
        return replace(told, modality=Modality.CONDITIONAL)
    return told


def auxiliaries(verb: Token) -> list[Token]:
    """The auxiliaries of a verb, its own or those that it shares with the verb before it."""
    own = [t for t in verb.children if t.dep_ in ("aux", "auxpass")]
    if not own and verb.dep_ == "conj" and verb.head.pos_ in VERBAL and not _has_own_form(verb):
        return auxiliaries(verb.head)
    return own


def _has_own_form(verb: Token) -> bool:
    if any(t.dep_ in ("aux", "auxpass", "nsubj", "nsubjpass") for t in verb.children):
        return True
    return verb.tag_ in ("VBD", "VBZ", "VBP") and verb.head.tag_ not in ("VB", "VBN")


def _is_governed(verb: Token) -> bool:
    return verb.dep_ in ("ccomp", "advcl", "xcomp", "conj")


def _own(verb: Token) -> Standing:
    """What the form of the verb and its auxiliaries tell."""
    helps = [t for t in verb.children if t.dep_ in ("aux", "auxpass")]
    words = {t.lower_ for t in helps}
    negated = _is_negated(verb)
    over = _is_no_longer(verb)
    phase = Phase.END if over else Phase.WHOLE
    modality = Modality.ACTUAL
    if words & _WILL or (verb.dep_ == "ROOT" and any(t.tag_ == "TO" for t in helps)):  # "Acme to buy Beta"
        return Standing(Tense.FUTURE, negated and not over, Modality.PLANNED, phase)
    if any(t.tag_ == "MD" for t in helps):
        modality = Modality.POSSIBLE if words & _MODALS.keys() else Modality.OBLIGED
    return Standing(_tense(verb, helps), negated and not over, modality, phase)


def _tense(verb: Token, helps: list[Token]) -> Tense:
    finite = next((t for t in helps if t.tag_ in ("VBD", "VBZ", "VBP")), verb)
    if finite is not verb and finite.lemma_ == "have":
        return Tense.PAST if finite.tag_ == "VBD" else Tense.PERFECT
    if finite.tag_ in ("VBD", "VBN"):
        return Tense.PAST
    if finite is not verb and verb.tag_ == "VBG":
        return Tense.ONGOING
    return Tense.ONGOING if verb.tag_ == "VBG" else Tense.PRESENT


def _is_negated(verb: Token) -> bool:
    for child in verb.children:
        if child.dep_ == "neg" or (child.dep_ in ("advmod", "preconj", "cc") and child.lower_ in _NOT_ACTUALLY):
            return True
        if child.dep_ in ("nsubj", "nsubjpass", "dobj", "attr") and (
            child.lower_ in _NONE or any(g.dep_ in ("det", "neg") and g.lower_ in _NONE for g in child.children)
        ):
            return True
    return False


def _is_no_longer(verb: Token) -> bool:
    for child in verb.children:
        words = " ".join(t.lower_ for t in child.subtree)
        if child.dep_ in ("advmod", "neg", "npadvmod") and words in _NO_LONGER:
            return True
    return any(t.lower_ == "no" for t in verb.children) and any(t.lower_ == "longer" for t in verb.children)


def _is_conditioned(verb: Token) -> bool:
    return any(
        child.dep_ == "advcl" and any(t.dep_ == "mark" and t.lower_ in ("if", "unless") for t in child.children)
        for child in verb.children
    )


def _governed(verb: Token, own: Standing, depth: int) -> Standing:
    """``own`` as the clause stands in its sentence."""
    dep, head = verb.dep_, verb.head
    if any(t.tag_ in ("WRB", "WP", "WDT") for t in verb.children) and dep in ("ccomp", "pcomp", "csubj", "xcomp"):
        return replace(own, modality=Modality.ASKED)
    if dep == "ROOT":
        return replace(own, modality=Modality.ASKED) if is_asked(verb) else own
    if any(t.dep_ == "mark" and t.lower_ in _CONDITIONS for t in verb.children):
        return replace(own, modality=Modality.CONDITIONAL)
    if dep == "ccomp":
        return _reported(own, head, depth)
    if dep == "xcomp" and head.pos_ == "ADJ" and relations().is_one(head.lemma_, "adjectives.announcing"):
        return standing(head.head, depth + 1) if head.dep_ == "acomp" else own
    if dep == "xcomp" and head.pos_ in VERBAL:
        return _in_phase(verb, own, head, depth)
    if dep in ("relcl", "acl", "advcl"):
        return _subordinate(verb, own, head, depth)
    if dep == "parataxis":
        return own
    return replace(own, modality=Modality.POSSIBLE)


def is_asked(token: Token) -> bool:
    """Whether the sentence of a token asks."""
    sentence = token.sent
    return any(t.text == "?" for t in sentence[-3:])


def _reported(own: Standing, head: Token, depth: int) -> Standing:
    """A clause that somebody tells: as so, or as his mind."""
    table = relations()
    if head.pos_ not in VERBAL:
        return own if table.is_one(head.lemma_, "adjectives.glad") else replace(own, modality=Modality.POSSIBLE)
    above = standing(head, depth + 1)
    is_glad = any(t.dep_ == "acomp" and table.is_one(t.lemma_, "adjectives.glad") for t in head.children)
    if above.negated or not (table.is_one(head.lemma_, "verbs.telling") or is_glad):
        return replace(own, modality=Modality.POSSIBLE)
    if above.modality is not Modality.ACTUAL:
        return replace(own, modality=above.modality)
    by = next((t for t in head.children if t.dep_ == "nsubj"), None)
    return replace(own, said_by=by)


def _in_phase(verb: Token, own: Standing, head: Token, depth: int) -> Standing:
    """An infinitive or gerund: what the governing verb says of the deed."""
    table, lemma = relations(), head.lemma_
    above = standing(head, depth + 1)
    if head.tag_ == "VBD" and head.lower_ == "used" and verb.tag_ == "VB":
        return replace(above, phase=Phase.FORMER)
    if above.negated or own.negated or above.modality not in (Modality.ACTUAL, Modality.PLANNED):
        return replace(above, modality=Modality.POSSIBLE)
    if table.is_one(lemma, "verbs.beginning"):
        return replace(above, phase=Phase.START)
    if table.is_one(lemma, "verbs.ending"):
        return replace(above, phase=Phase.END)
    if table.is_one(lemma, "verbs.going_on"):
        return replace(above, tense=Tense.PRESENT if above.tense is Tense.PRESENT else above.tense)
    is_gone = lemma == "go" and head.tag_ != "VBG"  # "went on to rise"
    if table.is_one(lemma, "verbs.planned") and verb.tag_ == "VB" and not is_gone:
        return replace(above, tense=Tense.FUTURE, modality=Modality.PLANNED, plan=lemma)
    if table.is_one(lemma, "verbs.done"):
        return above
    return replace(above, modality=Modality.POSSIBLE)


def _subordinate(verb: Token, own: Standing, head: Token, depth: int) -> Standing:
    """A clause beside or below another: a finite one tells by itself, a participle with what it stands by."""
    if verb.tag_ == "VB" and own.modality is Modality.ACTUAL and not _has_do(verb):
        return replace(own, modality=Modality.POSSIBLE)  # a purpose
    if verb.dep_ == "advcl" and _is_general(verb, own):
        return replace(own, modality=Modality.POSSIBLE)
    if verb.dep_ == "advcl" and is_asked(verb):
        return replace(own, modality=Modality.ASKED)
    if verb.tag_ == "VBG" and not any(t.dep_ == "aux" for t in verb.children) and verb.dep_ == "advcl":
        above = standing(head, depth + 1) if head.pos_ in VERBAL else own
        return replace(above, negated=above.negated or own.negated)
    return own


def _is_general(verb: Token, own: Standing) -> bool:
    """Whether a clause compares, or says of what may be at any time: "as we grow", "when it rains"."""
    openers = {t.lower_ for t in verb.children if t.dep_ == "mark" or t.tag_ == "WRB"}
    return bool(openers & _COMPARING) or (own.tense in (Tense.PRESENT, Tense.ONGOING) and bool(openers & _WHENEVER))


def _has_do(verb: Token) -> bool:
    return any(t.dep_ == "aux" and t.lemma_ == "do" for t in verb.children)


def is_in_passing(verb: Token) -> bool:
    """Whether a deed is told beside what the sentence tells, of any time before: "who won", "had won"."""
    while verb.dep_ in ("conj", "xcomp"):
        verb = verb.head
    if any(t.dep_ == "aux" and t.lower_ == "had" for t in verb.children):
        return True
    openers = {t.lower_ for t in verb.children if t.dep_ == "mark" or t.tag_ == "WRB"}
    return verb.dep_ in ("relcl", "acl", "appos") or (verb.dep_ == "advcl" and bool(openers & _BEFORE))


def is_headline(verb: Token) -> bool:
    """Whether the line of a verb has no full stop, as a headline that tells in the present what happened."""
    return verb.doc[-1].text not in (".", "!", "?", ")", '"', "”")


def is_quoted(verb: Token) -> bool:
    """Whether a verb stands in quotation marks: somebody's words, for which the text does not vouch."""
    before = verb.doc.text[: verb.idx]
    return before.count('"') % 2 == 1 or before.count("“") > before.count("”")

"""Propositions that no verb tells: appositions ("Ann Lee, an engineer at Acme") and events as nouns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from timeweave.extraction.relations.open.propositions import Argument, Proposition, conjuncts
from timeweave.extraction.relations.open.standing import VERBAL, Modality, Phase, Standing, Tense, standing
from timeweave.language.job_titles import is_job_title
from timeweave.lexicon.offices import NO_LONGER, NO_TRADES, TRADE_ENDINGS
from timeweave.lexicon.relations import relations
from timeweave.lexicon.telling import EARLIER

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_NO_LONGER = frozenset((*NO_LONGER, *EARLIER, "formerly", "once"))
_NAMES = frozenset({"PROPN", "NOUN"})
_CARRIED_OUT = frozenset("announce complete finalize finalise close conclude confirm make".split())  # noqa: SIM905


def appositions(doc: Doc) -> Iterator[Proposition]:
    """What a phrase set beside a name says that it is."""
    for token in doc:
        if token.dep_ != "appos" or token.pos_ not in _NAMES or token.head.pos_ not in _NAMES:
            continue
        if (
            _is_phrase(token)
            and _is_beside(token)
            and not any(t.dep_ == "conj" for t in token.children)
            and not _is_one_of(token)
        ):
            arguments = tuple(
                Argument(marker.lower_, one, marker)
                for marker in token.children
                if marker.dep_ == "prep"
                for noun in marker.children
                if noun.dep_ == "pobj"
                for one in conjuncts(noun)
            )
            before = token.doc[token.left_edge.i : token.i]
            phase = Phase.FORMER if any(t.lower_ in _NO_LONGER for t in before) else Phase.WHOLE
            yield Proposition(token.head, token, arguments, Standing(Tense.PERFECT, phase=phase), token)


def _is_phrase(noun: Token) -> bool:
    """Whether a noun says what something is: with an article, or without one where it is what a person is."""
    articles = [t for t in noun.children if t.dep_ == "det"]
    if articles:
        return articles[0].lower_ in ("a", "an", "the")
    left = noun.doc[noun.left_edge.i : noun.i + 1]
    is_of_name = any(
        t.dep_ == "prep" and t.lower_ in ("of", "to", "at") and any(g.pos_ == "PROPN" for g in t.children)
        for t in noun.rights
    )  # "husband of Ann Lee"
    return noun.tag_ == "NN" and (is_of_name or is_job_title(left.text) or _makes_a_person(noun.lower_))


def _makes_a_person(noun: str) -> bool:
    return len(noun) > 4 and noun.endswith(TRADE_ENDINGS) and noun not in NO_TRADES


def _is_one_of(noun: Token) -> bool:
    """Whether a phrase is one of a list that a name opens: "Acme, the rest of the trade, and the whole city"."""
    if not any(t.lower_ == "the" for t in noun.children) and (noun.pos_ == "PROPN" or _makes_a_person(noun.lower_)):
        return False  # "Bob Ray, a lawyer, and the author of"
    if any(t.dep_ == "appos" and any(c.dep_ == "cc" for c in t.children) for t in noun.subtree if t != noun):
        return True
    at = noun.right_edge.i + 1
    behind = noun.doc[at : at + 3]
    joined = len(behind) > 2 and behind[0].text == "," and behind[1].lower_ in ("and", "or")
    return joined and (behind[2].lower_ in ("the", "a", "an") or behind[2].pos_ == "NOUN")


def _is_beside(noun: Token) -> bool:
    """Whether a phrase follows the name that it is set beside, after a comma, or an age between commas."""
    at = noun.left_edge.i - 1
    doc = noun.doc
    if any(t.dep_ == "poss" for t in noun.children):
        return False
    if at < 1 or doc[at].text != ",":
        return False
    if doc[at - 1].like_num and at > 2 and doc[at - 2].text == ",":
        at -= 2
    return doc[at - 1].i == noun.head.i


def events(doc: Doc) -> Iterator[tuple[Proposition, str]]:
    """What a noun tells to have happened, with its key in the table: "Acme's acquisition of Beta"."""
    table = relations()
    for token in doc:
        if token.pos_ != "NOUN":
            continue
        for marker in token.children:
            key = f"{token.lemma_.casefold()} {marker.lower_}"
            if marker.dep_ != "prep" or key not in table.nouns or not _is_told(token):
                continue
            told = standing(_clause(token)) if _clause(token) is not None else Standing(Tense.PAST)  # type: ignore[arg-type]
            objects = [one for noun in marker.children if noun.dep_ == "pobj" for one in conjuncts(noun)]
            found = tuple(Argument("", one, marker) for one in objects)
            for subject in _doers(token):
                yield Proposition(subject, token, found, told), key


def _doers(noun: Token) -> list[Token]:
    """Whose deed it is: of the owner, of whom "by" leads to, or of whom the sentence says that he completes it."""
    for child in noun.children:
        if child.dep_ == "poss" and child.lower_ not in ("its", "their"):
            return [child]
    by = [g for c in noun.children if c.dep_ in ("prep", "agent") and c.lower_ == "by" for g in c.children]
    if by:
        return conjuncts(by[0]) if by[0].dep_ == "pobj" else []
    if noun.dep_ == "dobj" and noun.head.lemma_ in _CARRIED_OUT:
        return [t for t in noun.head.children if t.dep_ == "nsubj"]
    return []


def _clause(token: Token) -> Token | None:
    """The verb in whose clause a noun stands."""
    return next((t for t in token.ancestors if t.pos_ in VERBAL), None)


def _is_told(noun: Token) -> bool:
    """Whether the event is told to be: neither planned nor prevented."""
    table, verb = relations(), _clause(noun)
    if any(table.is_one(t.lower_, "verbs.undone") or t.lower_ in ("no", "any", "a", "an") for t in noun.children):
        return False
    if verb is None:
        return True
    told = standing(verb)
    is_prevented = any(
        table.is_one(t.lemma_, "verbs.preventing") for t in (verb, *(c for c in verb.children if c.dep_ == "xcomp"))
    )
    return not told.negated and told.modality is Modality.ACTUAL and told.tense is not Tense.FUTURE and not is_prevented

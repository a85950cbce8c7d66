"""Who does what to whom in a clause, by the order of its words and its voice."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from timeweave.lexicon.deeds import AIMED_AT, ENDURED, LIGHT
from timeweave.question.logical.form import Role

if TYPE_CHECKING:
    from spacy.tokens import Token

_AUXILIARIES = frozenset(
    {"be", "do", "have", "will", "would", "can", "could", "may", "might", "shall", "should", "get"}
)
_FLIPPED = {Role.AGENT: Role.PATIENT, Role.PATIENT: Role.AGENT, Role.ANY: Role.ANY}
_PHRASE = 6  # words that may stand between a preposition and its name


def roles_of(tokens: Sequence[Token], mentions: Mapping[int, int]) -> tuple[tuple[int, Role], ...]:
    """The role of each mention, which ``mentions`` gives by the place of its token in ``tokens``.

    A possessive or "by" marks an agent, but for what lies in the object of a verb that tells a deed of its own: who
    "hosts a visit by Ann Lee" does so to her.
    """
    verb = main_verb(tokens)
    passive = verb is not None and is_passive(tokens, verb)
    endured = _is_endured(tokens, verb)
    found = []
    for place, number in sorted(mentions.items()):
        marked = _marked(tokens, place)
        if marked is not None and not (verb is not None and not passive and place > verb and tells(tokens[verb])):
            found.append((number, marked))
        elif verb is None:
            found.append((number, Role.PATIENT if _preposition(tokens, place) in _TOWARDS else Role.ANY))
        else:
            before = place < verb
            role = Role.AGENT if before != passive else Role.PATIENT
            found.append((number, _FLIPPED[role] if endured else role))
    return tuple(found)


_TOWARDS = frozenset({"to", "against", "toward", "towards", "on", "at", "upon", "with"})


def main_verb(tokens: Sequence[Token]) -> int | None:
    """The place of the verb that tells the deed; an auxiliary only where there is no other."""
    verbs = [i for i, t in enumerate(tokens) if t.tag_.startswith("VB")]
    full = [i for i in verbs if t_lemma(tokens[i]) not in _AUXILIARIES or _is_last_verb(tokens, i, verbs)]
    full = [i for i in full if t_lemma(tokens[i]) not in {"be", "do", "will"}]
    return full[0] if full else _behind_do(tokens)


def _behind_do(tokens: Sequence[Token]) -> int | None:
    """The verb of a question with "did" that its tag hides: the word behind the subject, over adverbs."""
    does = next((i for i, t in enumerate(tokens) if t_lemma(t) == "do" and t.tag_ != "VB"), None)
    if does is None:
        return None
    behind = [i for i in range(does + 2, len(tokens)) if tokens[i].tag_ in ("NN", "VB", "NNS", "VBP")]
    return behind[0] if behind else None


def _is_last_verb(tokens: Sequence[Token], place: int, verbs: Sequence[int]) -> bool:
    return place == verbs[-1] and t_lemma(tokens[place]) in {"have", "get"}


def t_lemma(token: Token) -> str:
    """The lemma of a token, in small letters."""
    return (token.lemma_ or token.text).casefold()


def is_passive(tokens: Sequence[Token], verb: int) -> bool:
    """Whether the verb at a place is a passive: a participle after a form of "be", or before "by"."""
    if tokens[verb].tag_ not in ("VBN", "VBD"):
        return False
    before = [t_lemma(t) for t in tokens[:verb]]
    if "have" in before and "been" not in [t.text.casefold() for t in tokens[:verb]]:
        return False
    has_be = any(word in ("be", "get", "been") for word in before)
    has_by = any(t.text.casefold() == "by" for t in tokens[verb + 1 : verb + 3])
    return (tokens[verb].tag_ == "VBN" and has_be) or has_by


def _is_endured(tokens: Sequence[Token], verb: int | None) -> bool:
    """Whether the subject is the one to whom the deed is done: "received a visit", "was the target of"."""
    pairs = itertools.pairwise(tokens)
    if any(t_lemma(t) in AIMED_AT and t.tag_.startswith("NN") and t_lemma(after) == "of" for t, after in pairs):
        return True
    if verb is None or t_lemma(tokens[verb]) not in ENDURED:
        return False
    return any(t.tag_ in ("NN", "NNS") for t in tokens[verb + 1 :])


def _marked(tokens: Sequence[Token], place: int) -> Role | None:
    """The role that a mark beside the name tells: a possessive or "by" the agent."""
    if place + 1 < len(tokens) and tokens[place + 1].tag_ == "POS":
        return Role.AGENT
    return Role.AGENT if _preposition(tokens, place) == "by" else None


def _preposition(tokens: Sequence[Token], place: int) -> str:
    """The preposition that governs a name, over what describes it."""
    for i in range(place - 1, max(-1, place - _PHRASE), -1):
        if tokens[i].tag_ in ("IN", "TO"):
            return tokens[i].text.casefold()
        if tokens[i].tag_ not in ("DT", "JJ", "NN", "NNP", "POS", "CC", "CD"):
            return ""
        if tokens[i].tag_ in ("NN", "CC"):
            return ""
    return ""


def tells(token: Token) -> bool:
    """Whether a token says something of a deed: a noun, a verb that is not light, an adjective, an adverb."""
    lemma = t_lemma(token)
    return token.tag_[:2] in ("NN", "VB", "JJ", "RB", "RP", "FW", "CD") and lemma not in LIGHT

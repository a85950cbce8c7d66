"""The terms of what governs an amount in the parse of its sentence, and of what restricts it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from timeweave.answering.prose_figures.term_relations import COUNTING
from timeweave.extraction.amounts import governors
from timeweave.extraction.amounts.numbers import Amount
from timeweave.extraction.amounts.standing import MOVING
from timeweave.language.parsing import tokens_within
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.question.figures.words import LOCATIVE
from timeweave.temporal.expressions import TimeExpression
from timeweave.temporal.interval import Granularity

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def gapped_subject(doc: Doc, start: int, amount: Amount) -> frozenset[str]:
    """The terms of the subject of a clause that leaves its verb out: "Elm Road had 40 visitors and Mill Lane 15"."""
    between = tokens_within(doc, start, amount.start)
    joints = [t.i for t in between if t.dep_ == "cc" or t.text in (",", ";")]
    words = [t for t in between if joints and t.i > joints[-1]]
    if not words or words[0].pos_ in ("ADP", "ADV", "SCONJ", "PRON", "AUX") or any(_is_finite(t) for t in words):
        return frozenset()
    while words and words[-1].pos_ in ("ADP", "PART"):
        words.pop()
    if any(t.pos_ in ("ADP", "PRON") for t in words):
        return frozenset()
    named = bool(words) and (words[-1].pos_ in ("NOUN", "PROPN") or words[-1].tag_ == "VBG")
    return plain(words) if named and words[0].lower_ != "including" else frozenset()


def _is_finite(token: Token) -> bool:
    return token.tag_ in ("VBD", "VBZ", "VBP", "MD", "VB", "VBN", "WDT", "WP") or token.pos_ == "NUM"


_RESTRICTING = frozenset(
    {"of", "in", "for", "from", "with", "without", "under", "over", "among", "aged", "on", "by", "at"}
)
_NEUTRAL = frozenset(
    index_terms(
        "total overall altogether new more many other such different record own whole entire registered reported "
        "recorded people persons figure number true correct right actual real current final latest exact open just "
        "only further estimated annual year yearly confirmed"
    )
)


_MOMENTS = frozenset(["end", "close", "start", "beginning", "opening", "time", "turn"])


def restricted(noun: Token, taken: Sequence[tuple[int, int]]) -> frozenset[str]:
    """The terms of a noun with those that restrict it: "beds in intensive care"; not of names, which are looked at
    apart.
    """
    words = [noun]
    for child in noun.children:
        apart = child.dep_ in ("acl", "relcl") and child.left_edge.i > 0 and child.left_edge.nbor(-1).text == ","
        apart = apart or (child.lower_ == "at" and any(c.lower_ in _MOMENTS for c in child.children))
        if not apart and (
            child.dep_ in ("amod", "compound", "nmod", "acl", "relcl")
            or (child.dep_ == "poss" and any(c.dep_ == "nummod" for c in child.children))  # "54 children's beds"
            or (child.dep_ == "prep" and child.lower_ in _RESTRICTING)
        ):
            words += [t for t in child.subtree if t.pos_ in ("NOUN", "ADJ", "VERB") and t.ent_type_ == ""]
    return plain(t for t in words if not any(a <= t.idx < b for a, b in taken))


def converse(verb: Token | None) -> frozenset[str]:
    """What those do to whom a passive verb does something: who was given, awarded or paid something received it."""
    if verb is None or verb.tag_ != "VBN" or verb.lower_ not in _GIVING:
        return frozenset()
    passive = any(c.dep_ == "auxpass" or c.lower_ in _BE for c in verb.children)
    return _RECEIVED if passive else frozenset()


_RECEIVED = frozenset(index_terms("received"))
_GIVING = frozenset(
    ["given", "awarded", "granted", "paid", "handed", "sent", "lent", "offered", "served", "allotted", "issued"]
)
_BE = frozenset(["is", "are", "was", "were", "be", "been", "being"])


def predicated(verb: Token | None, *, nouns: bool = False) -> frozenset[str]:
    """The terms of what a verb says of its subject: "64 are juniors", "64 resigned"; with ``nouns`` of the first."""
    if verb is None or (nouns and verb.lower_ not in _BE):
        return frozenset()
    if verb.lower_ not in _BE:
        return plain([verb])
    return plain(c for c in verb.children if c.dep_ == "attr" or (c.dep_ == "acomp" and not nouns))


TELLING = frozenset([
    "is", "are", "was", "were", "be", "been", "stood", "stands", "stand", "totalled", "totaled", "totals",
    "reached", "reaches", "came", "comes", "numbered", "remained", "amounted", "averaged", "hit",
])  # fmt: skip


def bearer(subject: Token | None, amount: Amount) -> frozenset[str]:
    """The terms of a subject that what is told belongs to; none of a pronoun, of who counts, of what is counted, or of
    a time ("the 2012 season sold 39,600 tickets").
    """
    if subject is None or subject.pos_ in ("PRON", "NUM", "DET") or subject.head.lower_ in COUNTING:
        return frozenset()
    words = [t for t in subject.subtree if not any(x.dep_ in ("relcl", "acl") for x in (t, *_up_to(t, subject)))]
    if any(amount.start <= t.idx < amount.end for t in words):
        return frozenset()
    terms = plain(words)
    return frozenset() if terms <= _TIMES else terms


_TIMES = frozenset(index_terms("year season quarter month week day decade term semester weekend"))


def _up_to(token: Token, top: Token) -> Iterator[Token]:
    while token not in (top, token.head):
        yield token
        token = token.head


def plain(tokens: Iterable[Token]) -> frozenset[str]:
    """The terms of the words among tokens, but of what says nothing of them."""
    words = " ".join(t.text for t in tokens if t.is_alpha and t.pos_ not in ("DET", "ADP", "PART", "PRON"))
    return frozenset(index_terms(words)) - _NEUTRAL


def measured(subject: Token | None, verb: str) -> frozenset[str]:
    """The common words of a subject whose value a verb tells: "café revenue was", "enrolment rose to"."""
    if subject is None or (verb not in TELLING and verb not in MOVING):
        return frozenset()
    words = (t for t in subject.subtree if t.pos_ != "PROPN" and (not t.is_title or t.i == t.sent.start))
    return plain(t for t in words if not _names_with(t, subject))


def _names_with(token: Token, subject: Token) -> bool:
    """Whether a word below the subject is a part of a name: "station" of "output at the Skarfoss power station"."""
    while token.dep_ == "compound":
        token = token.head
    return token != subject and any(c.dep_ == "compound" and c.pos_ == "PROPN" for c in token.children)


def names(doc: Doc, start: int, end: int, taken: Sequence[tuple[int, int]]) -> frozenset[str]:
    """The terms of the names in a stretch, but of its times and of who is only quoted."""
    words = []
    for token in tokens_within(doc, start, end):
        inside = any(a < token.idx + len(token) and token.idx < b for a, b in taken)
        if token.pos_ == "PROPN" and token.is_title and not inside and not _is_speaker(token):
            words.append(token.text)
    return frozenset(index_terms(" ".join(words)))


def _is_speaker(token: Token) -> bool:
    while token.dep_ in ("compound", "flat", "appos", "nmod", "amod") and token.head != token:
        token = token.head
    return token.dep_ == "nsubj" and token.head.lower_ in COUNTING


def named_in(noun: Token) -> frozenset[str]:
    """The terms of the names that restrict a noun: "pupils at Elm High"."""
    return frozenset(index_terms(" ".join(t.text for t in noun.subtree if t.pos_ == "PROPN")))


def measure(doc: Doc, amount: Amount) -> frozenset[str]:
    """The terms of a measure that has an amount for its value: "a workforce of 412", "put the backlog at 40 cases"."""
    inside = tokens_within(doc, amount.start, amount.end)
    if not inside:
        return frozenset()
    token = inside[-1]
    while token.dep_ != "pobj" and token.head != token and token.head.pos_ in ("NUM", "NOUN", "SYM", "ADJ"):
        token = token.head
    preposition = token.head
    if token.dep_ != "pobj" or preposition.head == preposition:
        return frozenset()
    told = preposition.head
    if preposition.lower_ == "of" and told.tag_ == "NN" and told.i < token.i:
        return frozenset(index_terms(told.text)) - _PARTITIVE
    if preposition.lower_ in ("to", "at") and told.pos_ == "VERB":
        objects = [c for c in told.children if c.dep_ == "dobj" and c.pos_ == "NOUN" and c.i < token.i]
        return frozenset(index_terms(objects[0].text)) if objects else frozenset()
    return frozenset()


_PARTITIVE = frozenset(
    index_terms(
        "none third quarter half fifth tenth part share portion percentage proportion majority minority rest one"
    )
)


def names_event(doc: Doc, expression: TimeExpression) -> bool:
    """Whether the name of a feast tells which event is meant, and not when it was: "the Christmas market"."""
    within = tokens_within(doc, expression.start, expression.end)
    time = expression.interval
    if not within or time is None or time.granularity is not Granularity.DAY or _NAMED_DAY.search(expression.text):
        return False
    return within[-1].dep_ == "compound" and within[-1].head.i > within[-1].i


_NAMED_DAY = lazily(r"\d|day\b|night|morning|evening|noon", re.IGNORECASE)


def predicate_start(doc: Doc, amount: Amount, others: Sequence[Amount]) -> int | None:
    """Where what is said of a subject goes on behind an insertion with amounts: "Nine men, aged 20 to 30, were"."""
    token = governors.noun(doc, amount)
    if token is None or token.dep_ not in ("nsubj", "nsubjpass"):
        return None
    edge = token.right_edge
    end = edge.idx + len(edge)
    return end if any(amount.end < o.start < end for o in others) and token.head.i > edge.i else None


def places(verb: Token | None, end: int, taken: Sequence[tuple[int, int]]) -> frozenset[str]:
    """The terms of where and whom the clause of a verb is of: "on the lake", "to residents"; up to ``end``."""
    if verb is None:
        return frozenset()
    found = [
        t for t in verb.subtree
        if t.dep_ == "pobj" and t.pos_ in ("NOUN", "PROPN") and t.idx < end and t.head.lower_ in _OF_WHOM
        and t.head.head.lower_ != "according" and not any(a <= t.idx < b for a, b in taken)
    ]  # fmt: skip
    return plain(w for t in found for w in (t, *(c for c in t.children if c.dep_ == "compound")))


_OF_WHOM = LOCATIVE | {"for", "to", "by", "with", "among"}

"""When a relation that a clause tells held or happened: by its own time, that of its text, or nobody says."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING

from timeweave.extraction.relations.open.standing import VERBAL
from timeweave.extraction.relations.open.telling import OpenRelation
from timeweave.extraction.relations.open.wording import inflected
from timeweave.extraction.times.timing import default_interval, is_dated
from timeweave.extraction.times.validity import OPENING, Aspect, SentenceTime, relation_interval
from timeweave.lexicon.happening import BEFORE
from timeweave.records import Span
from timeweave.temporal.expressions import TimeExpression
from timeweave.temporal.interval import Granularity, Interval

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_THIS_DAY = frozenset({"today", "tonight", "just"})
_EARLIER = frozenset({*BEFORE, "already", "first", "before", "initially"})
_SUBORDINATE = frozenset({"ccomp", "advcl", "relcl", "acl", "pcomp"})
_SEASON = 2 * 366  # days within which a story still tells of the time that it named


def valid_time(relation: OpenRelation, time: SentenceTime, sentence: Span, start: int, end: int) -> Interval | None:
    """The interval of a relation told at characters ``start`` to ``end`` of ``sentence`` by a clause of ``time``."""
    valid = relation_interval(time, start, end, relation.aspect)
    if _is_of_any_day(relation, time, sentence) or not _carries(relation, time, valid):
        return None
    if valid is not None and time.date is not None and _is_untold(relation, valid, time.date):
        is_of_list = end <= 0 and relation.verb.lemma_ == "be"  # "Board members in attendance were:"
        return Interval.day(time.date) if is_of_list else None
    if valid is not None and relation.over and _is_after(valid, time):
        return None  # "in July the council offered", told in May: of which July is not said
    return valid


def time_of_clause(verb: Token, doc: Doc, shift: int, time: SentenceTime) -> SentenceTime:
    """What the clause of ``verb`` says of its time, and what its sentence says where no other clause says it."""
    own: list[TimeExpression] = []
    other: list[TimeExpression] = []
    for expression in time.expressions:
        (own if _belongs(expression, verb, doc, shift) else other).append(expression)
    if not other:
        return time
    statement = time.statement
    if not own and any(is_dated(e) for e in other):
        statement = default_interval("", period=time.period, date=time.date)
    return replace(time, expressions=own, statement=statement)


def time_of_phrase(noun: Token, shift: int, time: SentenceTime) -> SentenceTime:
    """What a phrase set beside a name tells of its time: nothing of when the sentence was so; else ``time``."""
    if noun.dep_ != "appos":
        return time
    first, last = noun.left_edge.idx + shift, noun.right_edge.idx + shift
    own = [e for e in time.expressions if first <= e.start <= last]
    return replace(time, expressions=own) if len(own) < len(time.expressions) else time


def _belongs(expression: TimeExpression, verb: Token, doc: Doc, shift: int) -> bool:
    """Whether a time is told in the clause of a verb, or of one that it is coordinated with or reported by."""
    at = expression.start - shift
    token = next((t for t in doc if t.idx <= at < t.idx + len(t) or t.idx >= at), None)
    if token is None or token.sent.start != verb.sent.start:
        return False
    clause = next((t for t in (token, *token.ancestors) if t.pos_ in VERBAL), None)
    governors = [verb]
    if verb.dep_ == "advcl" and verb.tag_ == "VBG" and not any(t.dep_ == "mark" for t in verb.children):
        governors.append(verb.head)  # "on 3 May it failed, affecting two sites"
    while governors[-1].dep_ in ("conj", "xcomp", "ccomp", "aux", "auxpass", "appos", "pobj", "prep", "dobj", "nsubj"):
        governors.append(governors[-1].head)
    return clause is None or clause in governors


def _is_untold(relation: OpenRelation, valid: Interval, told: dt.date) -> bool:
    """Whether what held is called by a past verb, and until when is not told: it was so before it was told."""
    if relation.aspect not in (Aspect.PAST, Aspect.FORMER) or (valid.start, valid.end) != (None, told):
        return False
    return relation.relation.split()[0] in ("was", inflected(relation.verb.lemma_.casefold(), "VBD"))


def _is_after(valid: Interval, time: SentenceTime) -> bool:
    """Whether a time begins after the day of the text."""
    return valid.start is not None and time.date is not None and valid.start > time.date


def _is_of_any_day(relation: OpenRelation, time: SentenceTime, sentence: Span) -> bool:
    """Whether a past event is told without its time behind the opening of a dated text: it may be of any day before."""
    is_past = relation.aspect is Aspect.EVENT and relation.over
    if not is_past or time.date is None or time.period is not None or any(is_dated(e) for e in time.expressions):
        return False
    if time.is_entry:
        return _looks_back(relation.verb)
    if any(t.lower_ in _THIS_DAY for t in relation.verb.children):
        return False
    if any(t.dep_ == "aux" and t.lemma_ == "have" for t in relation.verb.children):
        return True
    return sentence.start >= OPENING or _is_spoken(relation)


def _looks_back(verb: Token) -> bool:
    """Whether an entry of a log tells what was before its day: "had been told that they approved", "first visited"."""
    return verb.dep_ in _SUBORDINATE or any(t.lower_ in _EARLIER or t.dep_ == "advcl" for t in verb.children)


def _carries(relation: OpenRelation, time: SentenceTime, valid: Interval | None) -> bool:
    """Whether a time told in a sentence before may be that of what is told: of an event, and as rough as a season."""
    if not time.carried or valid is None or any(is_dated(e) for e in time.expressions):
        return True
    if relation.aspect not in (Aspect.EVENT, Aspect.START, Aspect.END) or valid.granularity is Granularity.DAY:
        return False
    return valid.start is None or valid.end is None or (valid.end - valid.start).days <= _SEASON


def _is_spoken(relation: OpenRelation) -> bool:
    """Whether somebody tells it of himself."""
    mention = relation.subject.mention
    spoken = relation.subject.text.casefold() in ("i", "we")
    return spoken and mention is not None and not mention.named and mention.type == "PERSON"

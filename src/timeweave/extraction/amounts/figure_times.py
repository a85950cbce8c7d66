"""When a figure of prose was: as its own clause says, else as what leads the sentence does, else as it is told."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from timeweave.extraction.amounts.counted import Figure
from timeweave.extraction.amounts.numbers import Amount
from timeweave.extraction.amounts.parsed import ParsedSentence, clause_verb
from timeweave.extraction.amounts.standing import Standing
from timeweave.extraction.times.timing import compared_interval, in_comparison, is_dated
from timeweave.extraction.times.validity import SentenceTime
from timeweave.language.parsing import tokens_within
from timeweave.lexicon.families import word_set
from timeweave.temporal.expressions import TimeExpression
from timeweave.temporal.interval import Granularity, Interval
from timeweave.temporal.stretches import stretches_of

if TYPE_CHECKING:
    from spacy.tokens import Token

_BETWEEN = re.compile(
    r"[;:(]|,(?!\s*\d)|\b(?:and|but|while|which|who|after|before|when|until|because)\b", re.IGNORECASE
)
_OF_A_GAME = re.compile(r"(?:the )?(?:first|second|third|fourth) (?:quarter|half)", re.IGNORECASE)
_DIRECTLY_AT = re.compile(r"\b(?:in|since|until|between|and|by|during|from|to) $", re.IGNORECASE)
_AT = word_set("in during at on for since through throughout until between over as")


def figure_time(
    figure: Figure,
    sentence: ParsedSentence,
    amounts: Sequence[Amount],
    time: SentenceTime,
    base: Interval | None,
    *,
    opens: bool,
) -> tuple[bool, Interval | None]:
    """Whether the time of a figure can be told, and what it is; ``None`` of what has no known time.

    ``base`` is that of the figure before, which one may be compared with: "5 % a year earlier". ``opens`` says that the
    sentence is of the opening of its text, whose news is of its day.
    """
    dated = [e for e in time.expressions if is_dated(e) and not _is_of_name(sentence, e)]
    if figure.standing is Standing.COMPARED:
        start = figure.amount.end
        end = min((a.start for a in amounts if a.start >= start), default=len(time.sentence))
        behind = [e for e in time.expressions if start <= e.start < end]
        told = compared_interval(time.sentence[start:end], behind, base)
        return told is not None, told
    found = _own(figure, sentence, amounts, dated)
    if found is None:
        return True, None if _is_of_any_day(figure, time, opens=opens) else _untold(time)
    return _meant(found, time, dated, figure)


def _own(
    figure: Figure, sentence: ParsedSentence, amounts: Sequence[Amount], dated: Sequence[TimeExpression]
) -> TimeExpression | None:
    amount, text = figure.amount, sentence.text
    last = max((a.end for a in amounts if a.end <= amount.start), default=0)
    following = min((a.start for a in amounts if a.start >= amount.end), default=len(text))
    near = [e for e in dated if amount.end <= e.start < following and not _BETWEEN.search(text[amount.end : e.start])]
    near = [e for e in near if _verb_of(sentence, e) == figure.verb or not _crosses_verb(sentence, amount.end, e.start)]
    if near:
        return near[0]
    stated = [e for e in dated if not _is_compared(text, e)]
    by_clause = ([e for e in stated if _verb_of(sentence, e) == verb] for verb in _clauses(figure.verb))
    same = next((found for found in by_clause if found), [])
    before = [e for e in same if last <= e.start < amount.start]
    if before:
        return before[-1]
    others = [e for e in same if e.end <= min(a.start for a in amounts)]
    alone = [e for e in same if e.start >= max(a.end for a in amounts)]
    if others or (alone and len(amounts) == 1):
        return (others or alone)[0]
    if len(amounts) > 1 and alone and not _BETWEEN.search(text[amounts[-1].end : alone[0].start]):
        return alone[0]
    if (when := _when_clause(sentence, figure, dated)) is not None:
        return when
    leading = [e for e in dated if e.end <= amount.start and _leads(sentence, e)]
    return leading[0] if leading else None


def _clauses(verb: Token | None) -> list[Token | None]:
    """A verb, and those whose time it shares: "in 2019 it grew, opening 40 shops"."""
    found = [verb]
    while verb is not None and verb.dep_ in ("advcl", "conj", "xcomp") and verb.head.pos_ in ("VERB", "AUX"):
        if any(c.dep_ in ("nsubj", "nsubjpass", "mark") for c in verb.children):
            break
        verb = verb.head
        found.append(verb)
    return found


def _verb_of(sentence: ParsedSentence, expression: TimeExpression) -> Token | None:
    within = tokens_within(sentence.doc, expression.start, expression.end)
    return clause_verb(within[-1]) if within else None


def _is_compared(text: str, expression: TimeExpression) -> bool:
    return in_comparison(text, expression) and not text[: expression.start].endswith("as of ")


def _when_clause(sentence: ParsedSentence, figure: Figure, dated: Sequence[TimeExpression]) -> TimeExpression | None:
    """The time that a clause explains: "came in 2012, when he had 15 goals"."""
    when = next((c for c in figure.verb.children if c.lower_ == "when"), None) if figure.verb is not None else None
    if when is None:
        return None
    before = [e for e in dated if e.end <= when.idx and not sentence.text[e.end : when.idx].strip(" ,")]
    return before[-1] if before else None


def _is_of_name(sentence: ParsedSentence, expression: TimeExpression) -> bool:
    """Whether a time only tells which thing is meant, and not when: "an injury from the 2012 final"."""
    within = tokens_within(sentence.doc, expression.start, expression.end)
    if not within or within[-1].dep_ not in ("compound", "nummod", "nmod", "amod") or within[-1].head in within:
        return False
    if _DIRECTLY_AT.search(sentence.text[: expression.start]):
        return False
    noun = within[-1].head
    while noun.dep_ == "compound" and noun.head.i > noun.i:
        noun = noun.head
    return noun.dep_ != "pobj" or noun.head.lower_ not in _AT


def _crosses_verb(sentence: ParsedSentence, start: int, end: int) -> bool:
    return any(t.pos_ in ("VERB", "AUX") for t in tokens_within(sentence.doc, start, end))


def _leads(sentence: ParsedSentence, expression: TimeExpression) -> bool:
    """Whether a time opens its sentence: "In 2019, ..."."""
    within = tokens_within(sentence.doc, expression.start, expression.end)
    return bool(within) and within[0].i - within[0].sent.start <= 2


def _meant(
    found: TimeExpression, time: SentenceTime, dated: Sequence[TimeExpression], figure: Figure
) -> tuple[bool, Interval | None]:
    if not figure.amount.unit and time.period is None and _OF_A_GAME.fullmatch(found.text):
        return False, None
    stretch = next((s for s in stretches_of(time.sentence, dated) if s.start <= found.start < s.end), None)
    told = found.interval if stretch is None else stretch.told
    if told is None:
        return False, None
    if told.end is None and time.date is not None and told.start is not None and told.start <= time.date:
        return True, Interval(told.start, time.date + dt.timedelta(days=1), Granularity.DAY)
    if told.start is None:
        return False, None
    if time.date is not None and told.start > time.date and not figure.ahead:
        return False, None
    return True, told


def _is_of_any_day(figure: Figure, time: SentenceTime, *, opens: bool) -> bool:
    """Whether a figure of what was is told without its time, behind the opening of a dated text or beside others."""
    verb = figure.verb
    if time.date is None or time.period is not None or verb is None:
        return False
    while verb.tag_ in ("VBG", "VB") and verb.head.pos_ in ("VERB", "AUX") and verb.head != verb:
        if any(c.dep_ == "aux" for c in verb.children):
            break
        verb = verb.head
    helps = [c for c in verb.children if c.dep_ in ("aux", "auxpass")]
    finite = next((t for t in (*helps, verb) if t.tag_ in ("VBD", "VBZ", "VBP", "MD")), verb)
    was = finite.tag_ == "VBD" or (finite is not verb and finite.lemma_ == "have")
    return was and (not opens or any(is_dated(e) for e in time.expressions))


def _untold(time: SentenceTime) -> Interval | None:
    """What stands in for a clause without a time: the day of a dated text, never the time of another clause."""
    if time.date is not None:
        return Interval.day(time.date)
    return None if time.carried or any(is_dated(e) for e in time.expressions) else time.statement

"""Which of the times that lines tell are those of the deed that a question asks about, by their parses."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.language.parsing import parse, tokens_within
from timeweave.language.terms import index_terms
from timeweave.language.word_forms import with_forms
from timeweave.question.asked_deed import AskedDeed, themes_of
from timeweave.question.kinds import Kind
from timeweave.temporal.interval import Interval
from timeweave.temporal.stretches import Stretch

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

Told = Sequence[tuple[Interval, Stretch | None]]
"""The times of a line, with where they stand in it; ``None`` for one that it was read with."""

_AHEAD = frozenset({"to", "will", "shall", "would", "may", "might", "can", "could", "should", "must"})
_OF_OTHERS = frozenset({"as", "after", "before", "until", "since", "because", "than", "that", "though", "although"})
_OF_DEEDS = frozenset({Kind.WHEN, Kind.WHO, Kind.WHERE})
_MOST = 0.75  # by weight of the question's words, that lines on its deed have to hold to be sure of its time


class Dated(NamedTuple):
    """A line with its times; ``is_sure`` says that the one time is that of the deed."""

    line: Line
    told: Told
    is_sure: bool


@dataclass(frozen=True, slots=True, eq=False)
class Telling:
    """How a line tells of a deed: what of, whether as done, and at which of its times, which are its ``own`` where they
    depend on its verb.
    """

    themes: frozenset[str]
    is_done: bool
    times: tuple[Stretch, ...]
    is_own: bool


def times_of_the_deed(lines: Sequence[tuple[Line, Told]], context: AnswerContext) -> Sequence[Dated]:
    """``lines`` with the times at which they tell of the deed asked for, where they do; without those that tell of it
    as planned, where another tells of the same as done.
    """
    deed = context.question.deed if any(told for _, told in lines) else None
    if deed is None:
        return [Dated(line, told, is_sure=False) for line, told in lines]
    found = {line: tellings(deed, line.text, [s for _, s in told if s is not None]) for line, told in lines}
    same = [line for line, tellings in found.items() if any(_is_meant(t, deed) for t in tellings)]
    done = [line for line in same if any(t.is_done and t.is_own and _is_meant(t, deed) for t in found[line])]
    dated = [
        Dated(line, _own(told, found[line]), is_sure=False)
        for line, told in lines
        if not (deed.is_done and done and found[line] and not any(t.is_done for t in found[line]))
    ]
    sure = [d for d in dated if deed.is_done and d.line in done and len(d.told) == 1]
    if len({d.told[0][0] for d in sure}) != 1 or not _is_covered(same, context):
        return dated
    return [d._replace(is_sure=d in sure) for d in dated]


def done_to_others(context: AnswerContext) -> tuple[str, ...]:
    """Why nothing can answer when, where or by whom something was done: the evidence has no word of what it was done
    to, and tells of the deed, but of other things alone.
    """
    if context.kind not in _OF_DEEDS or len(context.weighing.found) == len(context.weighing.terms):
        return ()  # a question whose every word is told of need not be parsed
    deed = context.question.deed
    if deed is None or deed.themes & context.weighing.found.keys():
        return ()
    themes = [t.themes for line in context.lines if deed.term in line.terms for t in tellings(deed, line.text, ())]
    if not deed.themes or not themes or not all(themes):
        return ()
    return (f"missing: what is told of {deed.verb!r} is not told of {' or '.join(sorted(deed.nouns))!r}",)


def tells_as_done(deed: AskedDeed, text: str) -> bool:
    """Whether a text tells of the deed, by no verb that is denied, or planned, feared or possible alone."""
    told = tellings(deed, text, ())
    return not told or any(telling.is_done for telling in told)


def is_of_the_deed(deed: AskedDeed, text: str, time: Stretch) -> bool:
    """Whether a time of ``text`` may be that of the deed: not where the deed is denied, nor where the time is of a
    clause beside it ("painted, as had been promised the week before"); where no verb tells of the deed, any may.
    """
    doc = parse(text)
    verbs = [verb for verb in doc if _tells(verb, deed)]
    if verbs and all(any(t.dep_ == "neg" for t in verb.children) for verb in verbs):
        return False
    governor = _governor(doc, time)
    return governor is None or not any(_is_beside(verb, governor) for verb in verbs)


def _is_beside(verb: Token, other: Token) -> bool:
    """Whether another verb heads a clause below a verb that tells of something else: "as had been promised"."""
    if not verb.is_ancestor(other):
        return False
    between = itertools.takewhile(lambda t: t != verb, (other, *other.ancestors))
    return any(t.dep_ == "mark" and t.lower_ in _OF_OTHERS for clause in between for t in clause.children)


def _is_covered(lines: Sequence[Line], context: AnswerContext) -> bool:
    """Whether lines that tell of the deed hold most of the question among them."""
    terms = frozenset[str]().union(*(line.terms | line.title_terms for line in lines))
    return context.weighing.missing <= 1 - _MOST and context.weighing.share(terms) >= _MOST


def _is_meant(telling: Telling, deed: AskedDeed) -> bool:
    return bool(telling.themes & deed.themes)


def _own(told: Told, found: Sequence[Telling]) -> Told:
    own = {stretch for telling in found for stretch in telling.times}
    return [(time, stretch) for time, stretch in told if not found or stretch is None or stretch in own]


def tellings(deed: AskedDeed, text: str, times: Sequence[Stretch]) -> Sequence[Telling]:
    """Each verb of ``text`` that tells of the deed, with its times: those that depend on it, else those of its clause
    as a whole; what another clause or sentence is dated by is none of them.
    """
    doc = parse(text)
    governed = [(time, _governor(doc, time)) for time in times]
    return [_telling(verb, governed) for verb in doc if _tells(verb, deed)]


def _tells(token: Token, deed: AskedDeed) -> bool:
    return token.pos_ == "VERB" and deed.term in with_forms(index_terms(token.text))


def _telling(verb: Token, governed: Iterable[tuple[Stretch, Token | None]]) -> Telling:
    dated = [(time, governor) for time, governor in governed if governor is not None]
    own = tuple(time for time, governor in dated if governor == verb)
    about = tuple(time for time, governor in dated if governor.is_ancestor(verb) or verb.is_ancestor(governor))
    denied = any(t.dep_ == "neg" or (t.dep_ == "aux" and t.lower_ in _AHEAD) for t in verb.children)
    return Telling(themes_of(verb), not denied, own or about, bool(own))


def _governor(doc: Doc, time: Stretch) -> Token | None:
    """The verb that a time depends on; ``None`` beyond what is parsed, or where it depends on none."""
    inside = tokens_within(doc, time.start, time.end)
    if not inside:
        return None
    return next((t for t in (inside[-1], *inside[-1].ancestors) if t.pos_ in ("VERB", "AUX")), None)

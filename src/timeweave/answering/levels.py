"""Answers about levels that stand until the next is set: what a fee was in a year, how often a rate was cut.

They are worked out of all facts that the graph has of the level, in the order of their days, and not of the sentences
that a search finds.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from timeweave.answering.catalogue import CITED
from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import cite
from timeweave.extraction.amounts.levels import LEVEL, amounts_of, is_same_level, number_of, way_told
from timeweave.extraction.amounts.numbers import find_amounts
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.question.levels import LevelAsk, LevelAsked
from timeweave.records import EntityId, PlacedSupport, SupportedFact
from timeweave.results import Answer, Value
from timeweave.temporal.interval import Granularity, Interval

_REACH = dt.timedelta(days=365)
_MOST = 50_000  # facts of levels that are looked at
_LISTED = 12  # levels that are told one by one
_MANY = 5  # facts of the level of what a whole archive is about
_LATELY = 3  # levels before one
_IT = lazily(r"(?:it|this|that|they)\b", re.IGNORECASE)  # begins a sentence that goes on about the level
_SIGN = lazily(r"[$€£¥]")
_SURE, _LIKELY = 0.9, 0.7
"""Confidence where one thing has the levels, and where several are called alike."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A level from a day on, up to the next; of the first of all that is known the day may be unknown."""

    value: str
    number: float | None
    since: Interval | None
    support: PlacedSupport
    sources: int
    last: dt.date
    way: int

    @property
    def day(self) -> dt.date:
        return dt.date.min if self.since is None or self.since.start is None else self.since.start


def answer_level(context: AnswerContext) -> Answer | None:
    """What a question asks of a level; ``None`` where it asks for something else, or no level is called so."""
    asked = context.question.levels
    if asked is None:
        return None
    things = _things(asked, context)
    steps = _steps(things, context)
    if not steps or (len(_units(steps)) > 1 and asked.ask not in _WITHOUT_ORDER):
        return None
    chosen, told = _ANSWERS[asked.ask](steps, asked, context)
    if not chosen or (asked.ask is LevelAsk.VALUE and _is_outdone(chosen[-1], asked, context)):
        return None
    return Answer(
        search=context.result,
        answer=told,
        refused=False,
        method="computed",
        values=tuple(Value(_since(s), things[0].name, s.value, s.number, None) for s in chosen),
        citations=tuple(dict.fromkeys(cite(s.support, context.view) for s in chosen))[:CITED],
        warnings=context.result.warnings,
        calculation=f"{len(steps)} levels, in the order of their days",
        confidence=_SURE if len(things) == 1 else _LIKELY,
    )


@dataclass(frozen=True, slots=True)
class _Thing:
    entity: EntityId
    name: str
    terms: frozenset[str]


def _things(asked: LevelAsked, context: AnswerContext) -> Sequence[_Thing]:
    """What has levels and is called as the question says, the nearest in words alone."""
    view = context.view
    known: Sequence[_Thing] = view.kept("things with levels", lambda: list(_known(context)))
    terms = _terms(asked, context)
    fitting = [thing for thing in known if terms and terms <= thing.terms]
    exact = [thing for thing in fitting if thing.terms == terms]
    return exact or [thing for thing in fitting if _goes_without_saying(thing, terms, len(fitting), context)]


def _goes_without_saying(thing: _Thing, terms: frozenset[str], fitting: int, context: AnswerContext) -> bool:
    """Whether what a thing is called beyond the words of a question is left out by whoever asks: where many documents
    set its level, or only one thing is called so, and the rest is the name of whose it is.
    """
    if len(context.view.facts_about([thing.entity], relation=LEVEL)) >= _MANY:
        return True
    words = str(thing.entity).split()
    owners = (EntityId(" ".join(words[:n])) for n in range(1, len(words)))
    beyond = thing.terms - terms
    return fitting == 1 and any(
        context.view.entity(owner) is not None and beyond <= index_terms(owner).keys() for owner in owners
    )


def _terms(asked: LevelAsked, context: AnswerContext) -> frozenset[str]:
    """The words of a question that what has the level must explain: those of its times are none."""
    times = index_terms(" ".join(e.text for e in context.question.scope.expressions))
    return asked.terms - times.keys()


def _known(context: AnswerContext) -> Iterator[_Thing]:
    sampled = context.view.sampled([LEVEL], _MOST).get(LEVEL, ())
    for entity in dict.fromkeys(fact.subject for fact in sampled):
        info = context.view.entity(entity)
        name = str(entity) if info is None else info.name
        yield _Thing(entity, name, frozenset(index_terms(f"{name} {entity}")))


def _steps(things: Sequence[_Thing], context: AnswerContext) -> Sequence[_Step]:
    """The levels of things in the order of their days, each once; what is called in the same words is one, what is told
    of most counts for its whole time, and what else is called so before and after it.
    """
    alike: dict[frozenset[str], list[_Step]] = defaultdict(list)
    for thing in things:
        alike[thing.terms] += _told_of(thing, context)
    found: list[_Step] = []
    for steps in sorted(alike.values(), key=len, reverse=True):
        days = [step.day for step in found]
        known = (min(days), max(days)) if days else None
        found += [step for step in steps if known is None or not known[0] <= step.day <= known[1]]
    by_day: dict[dt.date, list[_Step]] = defaultdict(list)
    for step in found:
        by_day[step.day].append(step)
    ordered: list[_Step] = []
    for day in sorted(by_day):
        last = ordered[-1] if ordered else None
        new = [step for step in by_day[day] if last is None or not _is_same(last, step)]
        if new:  # of what one document tells of its day, a level of lately is rather one that it looks back to
            lately = ordered[-_LATELY:]
            ordered.append(max(new, key=lambda s: (s.sources, not any(_is_same(s, old) for old in lately))))
    return ordered


def _told_of(thing: _Thing, context: AnswerContext) -> Iterator[_Step]:
    """The levels that one thing is told to have had; that before all others without its day."""
    found = context.view.facts_about([thing.entity], relation=LEVEL)
    told = [(valid, fact) for fact in found if (valid := fact.fact.valid) is not None and valid.start is not None]
    begun = [(valid, fact) for valid, fact in told if valid.end is None]
    for valid, fact in begun:
        yield _step(fact, valid, context)
    first = min((valid.first_day for valid, _ in begun), default=None)
    before = next((fact for valid, fact in told if valid.end is not None and valid.end == first), None)
    if before is not None:
        yield _step(before, None, context)


def _step(found: SupportedFact, since: Interval | None, context: AnswerContext) -> _Step:
    value, support = found.fact.object, found.supports[0]
    way = way_told(cite(support, context.view).quote)
    return _Step(value, number_of(value), since, support, len(found.supports), found.supports[-1].observed, way)


def _units(steps: Sequence[_Step]) -> frozenset[str]:
    """What levels are told in: dollars, percent."""
    return frozenset(amount.unit.partition("/")[0] for step in steps for amount in amounts_of(step.value))


def _is_same(one: _Step, other: _Step) -> bool:
    return is_same_level(one.value, other.value)


def _standing(steps: Sequence[_Step], periods: Sequence[Interval], today: dt.date) -> Sequence[_Step]:
    """The levels that stood at some day of the time asked for, else on the day of asking; a level of which the
    beginning is not known within a year before its end.
    """
    found: list[_Step] = []
    for number, step in enumerate(steps):
        until = steps[number + 1].day if number + 1 < len(steps) else dt.date.max
        since = step.day if step.since is not None else until - _REACH
        if not periods:
            stood = since <= today < until
        else:
            stood = any((p.start or dt.date.min) < until and since < (p.end or dt.date.max) for p in periods)
        if stood and since <= today and not any(p.start is not None and p.start > today for p in periods):
            found.append(step)
    return found


def _is_outdone(step: _Step, asked: LevelAsked, context: AnswerContext) -> bool:
    """Whether a later sentence, within the time asked for, has another amount for all that is asked about, by words
    that set no level: "adults will pay $30", "it went up again to $30".
    """
    terms, unit = _terms(asked, context), {a.unit for a in amounts_of(step.value)}
    ends = [p.end for p in context.question.periods if p.end is not None]
    until = max(ends, default=context.today + dt.timedelta(days=1))
    for line in context.lines:
        goes_on = line.info.id == step.support.document_id and line.statement.span.start > step.support.span.end
        is_later = goes_on or step.last < line.info.observed < until
        is_told_of = terms <= line.terms | line.title_terms or (goes_on and _IT.match(line.text) is not None)
        amounts = [a for a in find_amounts(line.text) if a.unit in unit] if is_later and is_told_of else []
        if amounts and all(a.value != step.number for a in amounts):
            return True
    return False


def _value(steps: Sequence[_Step], _: LevelAsked, context: AnswerContext) -> tuple[Sequence[_Step], str]:
    found = _standing(steps, context.question.periods, context.today)
    if len(found) > _LISTED:
        return (), ""
    return found, "; ".join(_told(step, steps) for step in found)


def _before(steps: Sequence[_Step], asked: LevelAsked, context: AnswerContext) -> tuple[Sequence[_Step], str]:
    found = [(before, step) for before, step in _moves(steps, asked, context) if before is not None]
    if len(found) > 1 and not (asked.first or asked.last or context.question.asks_now):
        found = found[-1:]
    return [old for old, _ in found], "; ".join(f"{old.value}, before {_told(step, steps)}" for old, step in found)


def _moves(steps: Sequence[_Step], asked: LevelAsked, context: AnswerContext) -> Sequence[tuple[_Step | None, _Step]]:
    """The changes that are asked for: up, down or either, within the time asked for, to the level that is named; of the
    first level that is known as the words say that set it.
    """
    periods = context.question.periods
    found: list[tuple[_Step | None, _Step]] = []
    for before, step in [(None, steps[0]), *pairwise(steps)]:
        if step.since is None or step.day > context.today:
            continue
        if before is None:
            way = step.way
        else:
            way = 0 if before.number is None or step.number is None else (step.number > before.number) * 2 - 1
        in_time = not periods or any(p.holds(step.day) for p in periods)
        is_asked = way == asked.way if asked.way else before is not None or way != 0
        if in_time and is_asked and (not asked.levels or step.number in asked.levels):
            found.append((before, step))
    if asked.first != asked.last:
        return found[:1] if asked.first else found[-1:]
    return found


def _when(steps: Sequence[_Step], asked: LevelAsked, context: AnswerContext) -> tuple[Sequence[_Step], str]:
    moves = [step for _, step in _moves(steps, asked, context)]
    if len(moves) > _LISTED:
        return (), ""
    return moves, "; ".join(f"{_since(step)} (to {step.value})" for step in moves)


def _count(steps: Sequence[_Step], asked: LevelAsked, context: AnswerContext) -> tuple[Sequence[_Step], str]:
    moves = [step for _, step in _moves(steps, asked, context)]
    if not moves:
        starts = [p.start for p in context.question.periods if p.start is not None]
        is_known = len(steps) > 1 and (not starts or steps[0].day < min(starts))
        return (_standing(steps, context.question.periods, context.today), "0") if is_known else ((), "")
    return moves, f"{len(moves)}: {_listed(moves)}"


def _listed(steps: Sequence[_Step]) -> str:
    if len(steps) <= _LISTED:
        return "; ".join(f"{step.value} ({_since(step)})" for step in steps)
    return f"from {steps[0].value} ({_since(steps[0])}) to {steps[-1].value} ({_since(steps[-1])})"


def _course(steps: Sequence[_Step], _: LevelAsked, context: AnswerContext) -> tuple[Sequence[_Step], str]:
    found = _standing(steps, context.question.periods or (Interval(None, None),), context.today)
    return (found, _listed(found)) if len(found) > 1 else ((), "")


def _edge(of: Callable[..., float]) -> Callable[..., tuple[Sequence[_Step], str]]:
    def found(steps: Sequence[_Step], _: LevelAsked, context: AnswerContext) -> tuple[Sequence[_Step], str]:
        stood = _standing(steps, context.question.periods or (Interval(None, None),), context.today)
        numbers = [step.number for step in stood if step.number is not None]
        if len(numbers) < len(stood) or not numbers:
            return (), ""
        best = [step for step in stood if step.number == of(numbers)]
        return best, "; ".join(_told(step, steps) for step in best)

    return found


def _difference(steps: Sequence[_Step], asked: LevelAsked, context: AnswerContext) -> tuple[Sequence[_Step], str]:
    """How far a level moved in the time asked for, else with the last change that is meant."""
    periods = context.question.periods
    if periods:
        stood = _standing(steps, [periods[0].hull(periods[-1])], context.today)
        ends = (stood[0], stood[-1]) if len(stood) > 1 else None
    else:
        moved = [(before, step) for before, step in _moves(steps, asked, context) if before is not None]
        ends = moved[-1] if moved else None
    if ends is None or any(step.number is None for step in ends):
        return (), ""
    by = (ends[1].number or 0) - (ends[0].number or 0)
    unit, sign = next(iter(_units(ends))), _SIGN.match(ends[1].value)
    if unit == "%":
        shown = f"{abs(by):g} percentage points"
    else:
        from timeweave.answering.prose_figures.values import in_full  # loaded where it is asked for

        shown = f"{sign[0]}{abs(by):,.10g}" if sign is not None else in_full(round(abs(by), 9), unit or "count")
    way = "up" if by > 0 else "down"
    return ends, f"{way} by {shown}: from {_told(ends[0], steps)} to {_told(ends[1], steps)}"


_ANSWERS: Mapping[LevelAsk, Callable[..., tuple[Sequence[_Step], str]]] = {
    LevelAsk.VALUE: _value,
    LevelAsk.BEFORE: _before,
    LevelAsk.WHEN: _when,
    LevelAsk.COUNT: _count,
    LevelAsk.COURSE: _course,
    LevelAsk.DIFFERENCE: _difference,
    LevelAsk.HIGHEST: _edge(max),
    LevelAsk.LOWEST: _edge(min),
}


_WITHOUT_ORDER = frozenset({LevelAsk.VALUE, LevelAsk.COURSE})
"""What is asked for that sets no levels against each other, which are told in several units."""


def _since(step: _Step) -> str:
    if step.since is None or step.since.start is None:
        return ""
    return str(Interval.unit(step.since.start, step.since.granularity))


def _told(step: _Step, steps: Sequence[_Step]) -> str:
    """A level with its days: "$25 (2020-03-02 to 2022-03-06)"."""
    number = steps.index(step)
    since = _since(step)
    if number + 1 == len(steps):
        return f"{step.value} (since {since})" if since else step.value
    until = steps[number + 1]
    unit = Granularity.DAY if until.since is None else until.since.granularity
    shown = str(Interval.unit(until.day - dt.timedelta(days=1), unit))
    return f"{step.value} ({since} to {shown})" if since else f"{step.value} (until {shown})"

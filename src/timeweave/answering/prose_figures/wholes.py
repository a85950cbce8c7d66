"""The whole of all its members of one time: those that a question names, or that a text says are all there are."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.answering.context.units import convertible
from timeweave.answering.prose_figures.fitting import corrects, fitting
from timeweave.answering.prose_figures.rows import Row
from timeweave.answering.prose_figures.settling import is_of
from timeweave.answering.prose_figures.summing import adds_up
from timeweave.answering.prose_figures.term_relations import holds
from timeweave.answering.prose_figures.values import FigureAnswer, Known, quantity_of, total, value
from timeweave.extraction.amounts.standing import Standing
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.question.figures.phrases import conjoined
from timeweave.question.figures.target import TargetFigure
from timeweave.temporal.interval import Interval

if TYPE_CHECKING:
    pass


def named_together(
    context: AnswerContext, target: TargetFigure, rows: Sequence[Row], known: Known
) -> FigureAnswer | None:
    """The sum of the figures of those that the question names: "Port Leone and Port Bell together"."""
    for members, nouns in conjoined(context.question, target):
        counted = any(noun & target.head for noun in nouns)  # "adults and children": each is counted by its own noun
        meant = [replace(target, head=noun) if counted else target for noun in nouns]
        told = [_of_member(members, i, meant[i], rows, known) for i in range(len(members))]
        found = [t.rows[0] for t in told if t is not None and len(t.rows) == 1]
        if len(found) == len(members) == len({id(r) for r in found}) and adds_up(found):
            return total(found, _shown(found))
    return None


def _shown(rows: Sequence[Row]) -> bool:
    """Whether times are worth showing: they differ."""
    return len({r.time for r in rows}) > 1


def _of_member(
    members: Sequence[frozenset[str]], index: int, target: TargetFigure, rows: Sequence[Row], known: Known
) -> FigureAnswer | None:
    """The figure of one of several members: that of no row whose own words name another."""
    mine = members[index]
    others = [m for i, m in enumerate(members) if i != index]
    away = frozenset[str]().union(*others)
    mine_only = replace(
        target, terms=target.terms - away - target.head, names=target.names - away,
        asked=target.asked - away, joint=False,
        summed=False,
    )  # fmt: skip
    left = [
        r for r in rows
        if _names(r, mine) or not any(_names(r, other) for other in others)
    ]  # fmt: skip
    left = [r for r in left if _names(r, mine)] or left
    return value(mine_only, left, known)


def _names(row: Row, member: frozenset[str]) -> bool:
    return all(holds(row.own, t) for t in member)


_ALL = lazily(
    r"\b(?:exactly|only|just|all(?: the)?|consist(?:s|ed|ing) of|made up of|comprises?|comprising|divided into"
    r"|split into|no more than)\s+(?:exactly |only |just )?$",
    re.IGNORECASE,
)
_NONE_ELSE = lazily(r"\b(?:no others|none other|nothing else|nowhere else)\b", re.IGNORECASE)
_NO_OTHER = lazily(r"\b(?:no other|no further|no more)\s+(\w+)", re.IGNORECASE)


def of_all_members(
    target: TargetFigure, rows: Sequence[Row], lines: Sequence[Line], known: Known
) -> FigureAnswer | None:
    """The sum over all members that a list has, where the document says that there are no others."""
    if len(target.periods) > 1:
        return None
    found: dict[float, FigureAnswer] = {}
    for group in _lists(rows):
        line = group[0].line
        scopes = [
            r for r in rows
            if r.line.info is line.info and r.amount.value == len(group) and r.amount.unit == "" and r.head
            and (_is_all(r) or _NONE_ELSE.search(r.line.text[r.amount.end :]))
        ]  # fmt: skip
        others = [
            other for other in lines
            if other.info is line.info and (m := _NO_OTHER.search(other.text))
            and all(holds(r.own, t) for r in group for t in index_terms(m[1]))
        ]  # fmt: skip
        context = [r.line for r in scopes] + others
        if _NONE_ELSE.search(line.text[group[-1].amount.end :]):
            context.append(line)
        if (
            context
            and _is_whole(group, target, context[0], known)
            and not any(corrects(r) and r.line.info.observed >= line.info.observed for r in rows)
        ):
            told = total(group, _shown(group))
            if told is not None:
                found[sum(r.amount.value for r in group)] = told
    return next(iter(found.values())) if len(found) == 1 else None


def _is_all(row: Row) -> bool:
    return _ALL.search(row.line.text[: row.amount.start]) is not None


def _lists(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """The rows of each sentence that lists amounts of one thing, time and unit."""
    for _, same in itertools.groupby(rows, key=lambda r: id(r.line)):
        group = list(same)
        if group[-1].head and group[-1].amount.value == len(group) - 1 and _is_all(group[-1]):
            group.pop()  # it tells how many they are
        alike = len({(r.head, r.time) for r in group}) == 1
        alike = alike and convertible([quantity_of(r.amount) for r in group]) is not None
        told = all(r.standing is Standing.STATED and not r.is_part and not r.is_base for r in group)
        if len(group) > 1 and alike and told and len({r.own for r in group}) == len(group):
            yield group


def _is_whole(group: Sequence[Row], target: TargetFigure, scope: Line, known: Known) -> bool:
    """Whether a list is of what is asked for, and of no member of it that the question names."""
    first = group[0]
    if any(n for r in group for n in r.names if holds(target.asked, n) and not holds(scope.terms, n)):
        return False
    if target.periods and not is_of(first, target.periods[0]):
        return False
    apart = frozenset[str]().union(*(r.own for r in group[1:])) - frozenset[str]().union(*(r.head for r in group))
    if any(holds(apart, t) and not holds(scope.terms | first.own, t) for t in target.terms):
        return False
    about = first.said | scope.terms | known[first.line.info.id, first.line.statement.index]
    if not all(holds(about, t) for t in target.terms - _WHOLE):
        return False
    plain = replace(
        target, terms=frozenset(), names=frozenset(), summed=False, joint=False,
        asked=target.asked | _label(first, scope) | (scope.terms & first.noun),
    )  # fmt: skip
    if first.head or first.noun or first.amount.unit:
        return bool(fitting([first], plain, known)) and adds_up(group)
    return all(holds(scope.terms, h) for h in target.head) and bool(target.head) and adds_up(group)


def _label(row: Row, scope: Line) -> frozenset[str]:
    """The terms that tell a member from the others: "primary" of "primary school", where there are no other schools."""
    pairs = itertools.pairwise(re.findall(r"[\w'’-]+", row.segment))
    members = scope.terms - row.head
    return frozenset(t for one, other in pairs if members & set(index_terms(other)) for t in index_terms(one))


_WHOLE = frozenset(index_terms("national nationwide countrywide country whole entire overall"))


_WEEK = 7
_NOT_AT_WEEKENDS = lazily(
    r"\b(?:no|not|never|n['’]t|closed|nobody)\b[^.;]*\b(?:weekends?|saturdays? (?:and|or) sundays?)\b"
    r"|\b(?:weekends?|saturdays? and sundays?)\b[^.;]*\b(?:no|not|never|n['’]t|closed)\b|\bmonday to friday only\b"
    r"|\bonly (?:on weekdays|from monday to friday)\b",
    re.IGNORECASE,
)


def of_working_week(
    target: TargetFigure, rows: Sequence[Row], lines: Sequence[Line], known: Known
) -> FigureAnswer | None:
    """The sum of Monday to Friday for a week, where the document says that there is nothing at weekends."""
    if len(target.periods) != 1 or target.periods[0].days != _WEEK or target.periods[0].start is None:
        return None
    week = target.periods[0]
    fits = [f.row for f in fitting(rows, target, known) if f.row.standing is Standing.STATED and f.row.time is not None]
    days = [r for r in fits if r.time is not None and r.time.days == 1 and week.contains(r.time)]
    start = week.start or dt.date.min
    open_days = {Interval.day(start + dt.timedelta(days=i)) for i in range(_WEEK)}
    open_days = {d for d in open_days if d.start is not None and d.start.weekday() < _SATURDAY}
    if len(days) != len(open_days) or {r.time for r in days} != open_days or not adds_up(days):
        return None
    if not all(r.line is days[0].line for r in days) or any(corrects(r) for r in rows):
        return None
    said = any(x.info is days[0].line.info and _NOT_AT_WEEKENDS.search(x.text) for x in lines)
    return total(sorted(days, key=lambda r: str(r.time)), dated=True) if said else None


_SATURDAY = 5

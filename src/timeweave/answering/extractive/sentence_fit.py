"""How well a sentence fits what a narrative is asked: by its time first, then by its words and its standing."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass

from timeweave.answering.context.reading import Line
from timeweave.records import EntityId
from timeweave.results import SearchResult
from timeweave.temporal.interval import Granularity, Interval

_NAMES_ENOUGH = 3
_YEAR = 365
_LIFE = 20 * _YEAR  # days


class FitWeights:
    """What a sentence gains by each sign that it answers; each sign lies between 0 and 1.

    Fitted on both halves of the development questions of TimeQA, and rounded.

    ``overlaps``: a time that it tells shares a day with the one asked for; ``begins`` and ``ends``: such a time begins
    or ends within a year of it; ``held``: it began at or before it (1 in the same year, then falling with the years
    between); ``carried``: the same of the last time told before it, where it tells none itself. ``words``: the share
    of the question's words, without names and times, that it holds. ``names``: it names what the question does not.
    ``score``: the score of its evidence, ``document``: of all evidence of its document, over the best of each.
    """

    overlaps: float = 1.7
    begins: float = 2.4
    ends: float = 1.5
    held: float = 1.0
    carried: float = 2.8
    words: float = 1.8
    names: float = 1.2
    score: float = 4.6
    document: float = 4.0


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """A line with how well it fits; ``timely`` is the part that its time gives, ``lasting`` says that it tells the last
    time before the one asked for, and its document of no other until that is over.
    """

    line: Line
    fit: float
    timely: float
    lasting: bool


def is_life(told: Interval) -> bool:
    """Whether a stretch looks like a birth and a death: from a day to a day, decades apart."""
    return told.granularity is Granularity.DAY and told.days is not None and told.days > _LIFE


def fit_lines(
    lines: Sequence[Line],
    result: SearchResult,
    *,
    periods: Sequence[Interval],
    asked_terms: Collection[str],
    asked: Collection[EntityId],
) -> list[Fitted]:
    """``lines``, the best fitting first; ``asked_terms`` are the question's terms, ``asked`` the entities it names."""
    scores = [result.evidence[line.rank].score for line in lines]
    standing = _standing(lines, scores)
    groups = _by_document(lines)
    times = _times(groups) if periods else {}
    lasting = _lasting(groups, periods)
    best, highest = max(scores, default=0.0), max(standing.values(), default=0.0)
    fitted = []
    for line, score in zip(lines, scores, strict=True):
        told, before = times.get(id(line), ((), ()))
        carried = max((_held(p, t) for p in periods for t in _holding(before, periods)), default=0.0)
        timely = time_fit(told, periods) + FitWeights.carried * carried
        new = min(len(set(line.statement.entities) - set(asked)), _NAMES_ENOUGH) / _NAMES_ENOUGH
        share = len(set(asked_terms) & line.terms) / len(asked_terms) if asked_terms else 0.0
        fit = timely + FitWeights.words * share + FitWeights.names * new
        if best > 0 and highest > 0:
            fit += FitWeights.score * score / best + FitWeights.document * standing[line.info.id] / highest
        fitted.append(Fitted(line, fit, timely, id(line) in lasting))
    return sorted(fitted, key=lambda f: (-f.fit, f.line.rank, f.line.info.id, f.line.statement.index))


def time_fit(told: Sequence[Interval], periods: Sequence[Interval]) -> float:
    """What the times ``told`` gain against those asked for; what is told of another quarter gains nothing."""
    pairs = [(p, t) for p in periods for t in _holding(told, periods)]
    return (
        FitWeights.overlaps * any(p.overlaps(t) for p, t in pairs)
        + FitWeights.begins * max((_together(p.start, t.start, p, t) for p, t in pairs), default=0.0)
        + FitWeights.ends * max((_together(p.last_day, t.last_day, p, t) for p, t in pairs), default=0.0)
        + FitWeights.held * max((_held(p, t) for p, t in pairs), default=0.0)
    )


def tells_of_another_quarter(line: Line, periods: Sequence[Interval]) -> bool:
    """Whether all that a line tells of are quarters other than those asked about."""
    told = line.times if periods else ()
    return bool(told) and not _holding(told, periods)


def _holding(told: Sequence[Interval], periods: Sequence[Interval]) -> Sequence[Interval]:
    """``told`` without the quarters that share no day with ``periods``: a quarter reported on is over at its end."""
    return [
        t
        for t in told
        if t.granularity is not Granularity.QUARTER or not t.is_unit or any(p.overlaps(t) for p in periods)
    ]


def _by_document(lines: Sequence[Line]) -> Sequence[Sequence[Line]]:
    of_document: defaultdict[str, list[Line]] = defaultdict(list)
    for line in lines:
        of_document[line.info.id].append(line)
    return list(of_document.values())


def _lasting(groups: Sequence[Sequence[Line]], periods: Sequence[Interval]) -> Set[int]:
    """Which lines, by identity, tell the last time before a period of which their document tells nothing until it is
    over: "He joined Leeds in 1986. In 1991 he left for Lens" tells where he was from 1987 to 1990.
    """
    found: set[int] = set()
    for lines in groups:
        told = [(t, t.start, line) for line in lines for t in line.times if t.start is not None and not is_life(t)]
        for period in periods:
            last = period.last_day
            began = max((start for t, start, _ in told if _held(period, t) > 0), default=None)
            following = min((start for _, start, _ in told if began is not None and start > began), default=None)
            if last is not None and following is not None and following.year >= last.year:
                found.update(id(line) for t, start, line in told if start == began and _reaches(t, period))
    return found


def _reaches(told: Interval, period: Interval) -> bool:
    """Whether a time is not told to end before a period does: a bare date says when something began, not its end."""
    return told.end is None or told.is_unit or (period.end is not None and told.end >= period.end)


def _times(groups: Sequence[Sequence[Line]]) -> Mapping[int, tuple[Sequence[Interval], Sequence[Interval]]]:
    """For each line the times that it tells and, where there are none, those last told before it."""
    times: dict[int, tuple[Sequence[Interval], Sequence[Interval]]] = {}
    for group in groups:
        last: Sequence[Interval] = ()
        for line in sorted(group, key=lambda line: line.statement.index):
            told = line.times
            times[id(line)] = (told, () if told else last)
            last = told or last
    return times


def _standing(lines: Sequence[Line], scores: Sequence[float]) -> Mapping[str, float]:
    standing: dict[str, float] = {}
    for line, score in zip(lines, scores, strict=True):
        standing[line.info.id] = standing.get(line.info.id, 0.0) + score
    return standing


def _held(period: Interval, told: Interval) -> float:
    if period.start is None or told.start is None:
        return 0.0
    years = period.start.year - told.start.year
    later = told.start > period.start and _is_fine(period, told)
    return 0.0 if years < 0 or later else 1.0 / (1 + years)


def _together(one: dt.date | None, other: dt.date | None, period: Interval, told: Interval) -> float:
    """1 in the same year, or, where both are known to the month, the share of a year that is not between them."""
    if one is None or other is None:
        return 0.0
    if _is_fine(period, told):
        return max(0.0, 1.0 - abs((one - other).days) / _YEAR)
    return float(one.year == other.year)


def _is_fine(period: Interval, told: Interval) -> bool:
    return period.granularity is not Granularity.YEAR and told.granularity is not Granularity.YEAR

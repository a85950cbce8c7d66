"""Which of the periods that a question names it asks for, and the years that it leaves out."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from dataclasses import replace

from timeweave.lexicon.lazy import lazily
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Interval
from timeweave.temporal.mention import LIST_JOIN, Mention, joined, moved_years
from timeweave.temporal.signals import CONTEXT, RANGE_JOIN

_DISTANCE = lazily(r"\b(?:before|after|earlier|later|prior|following)$", re.IGNORECASE)
_CONDITION = lazily(r",\s+(?:if|assuming|supposing)\s", re.IGNORECASE)
_ASKING = lazily(r"\b(?:what|which|whom|where|how)\b", re.IGNORECASE)
_ASKS_FIRST = lazily(
    r"\W*(?:(?:in|for|at|on|by|from|during|to)\s+)?(?:what|which|who|whom|whose|where|when|how)\b", re.IGNORECASE
)
_BRACKETS = lazily(r"\([^()]{0,80}\)")
_DESCRIPTION = lazily(
    r"\b(?:born|founded|established|built|constructed|created|formed|opened|sunk|killed|incorporated|launched|published|released)"
    r"(?:\s+(?:in|on|around|before|after|between))?\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_NEXT_TO = lazily(
    r"(?:the\s+)?(?:last|previous|prior|preceding|next|following)\s+(?:fiscal\s+)?(?:quarter|year|month)", re.IGNORECASE
)
_COMPARED = lazily(
    r"(?:\b(?:compared|comparison|relative|versus|vs\.?|than|over|against)\s+)(?:to\s+|with\s+)?(?:the\s+)?$",
    re.IGNORECASE,
)
_BARE_YEAR = lazily(r"[12]\d{3}")
_OF_YEAR = lazily(r"\s(?:of|in)\s+[12]\d{3}$|^[12]\d{3}$", re.IGNORECASE)


def complete(mentions: list[Mention], question: str) -> list[Mention]:
    """The periods that ``question`` asks for, each with its year, in order of position."""
    asked = _without_preamble(_without_conditions(_without_distances(mentions, question), question), question)
    asked = _without_descriptions(asked, question)
    return _years_filled(_anchored_in_question(asked, question), question)


def _without_distances(mentions: list[Mention], question: str) -> list[Mention]:
    """Leave out "two years before" where what follows is a period: the distance belongs to that."""
    kept = [
        mention
        for mention, following in itertools.pairwise(mentions)
        if not (_DISTANCE.search(mention.text) and question[mention.end : following.start].strip() in ("", "the"))
    ]
    return kept + mentions[-1:]


def _without_conditions(mentions: list[Mention], question: str) -> list[Mention]:
    """Leave out the periods of a condition behind the question: "from 2009 to 2013, if he left in 2014"."""
    condition = _CONDITION.search(question)
    if condition is None:
        return mentions
    return [m for m in mentions if m.start < condition.start()] or mentions


def _without_preamble(mentions: list[Mention], question: str) -> list[Mention]:
    """Leave out the periods before the word that asks, where others stand after it and none of those before holds or
    meets one: "the president from 2002 to 2013 was in which party from 1989 to 1990".
    """
    asking = None if _ASKS_FIRST.match(question) else next(reversed(list(_ASKING.finditer(question))), None)
    if asking is None:
        return mentions
    before = [m for m in mentions if m.start < asking.start()]
    after = [m for m in mentions if m.start >= asking.end()]
    if not after or any(a.interval.overlaps(b.interval) for a in after for b in before):
        return mentions
    return mentions if any(m.yearless or m.relative for m in after) else after


def _without_descriptions(mentions: list[Mention], question: str) -> list[Mention]:
    """Leave out what tells who or what is meant ("born in 1968", "(1858–1944)") where another period is asked for."""
    brackets = [match.span() for match in _BRACKETS.finditer(question)]
    asked: list[Mention] = []
    index, described, last = 0, False, None
    for mention in mentions:
        while index < len(brackets) and brackets[index][1] <= mention.start:
            index += 1
        inside = index < len(brackets) and brackets[index][0] <= mention.start
        described = _DESCRIPTION.search(question[max(0, mention.start - CONTEXT) : mention.start]) is not None or (
            described and last is not None and joined(last, mention, question)
        )
        last = mention
        if not inside and not described:
            asked.append(mention)
    return asked or mentions


def _anchored_in_question(mentions: list[Mention], question: str) -> list[Mention]:
    """Where the question names a period itself, "last quarter" counts from that.

    "Now", and what the period is compared with, are then not asked for.
    """
    stated = [m for m in mentions if not m.relative]
    if not stated:
        return mentions
    anchor = stated[-1].interval.start or stated[-1].interval.end
    kept: list[Mention] = []
    for mention in mentions:
        if not mention.relative or (kept and RANGE_JOIN.fullmatch(question[kept[-1].end : mention.start][:CONTEXT])):
            kept.append(mention)
        elif anchor is not None and _NEXT_TO.fullmatch(mention.text.strip()):
            before = question[max(0, mention.start - CONTEXT) : mention.start]
            found = [e.interval for e in find_expressions(mention.text, anchor) if e.interval is not None]
            if len(found) == 1 and not _COMPARED.search(before):
                kept.append(replace(mention, interval=found[0], relative=False))
    return kept


def _years_filled(mentions: list[Mention], question: str) -> list[Mention]:
    """Give each yearless period the year of the neighbour it is named with, else of the nearest that has one."""
    following: list[Mention | None] = []
    nearest: Mention | None = None
    for mention in reversed(mentions):
        following.append(nearest)
        nearest = mention if not (mention.yearless or mention.relative) else nearest
    filled: list[Mention] = []
    stated: Mention | None = None
    for mention, after in zip(mentions, reversed(following), strict=True):
        last = filled[-1] if filled and joined(filled[-1], mention, question) else None
        if mention.yearless:
            dated = _with_year(mention, last, after, stated)
        elif (
            last
            and _BARE_YEAR.fullmatch(mention.text)
            and _OF_YEAR.search(last.text)
            and _is_list(last, mention, question)
        ):
            interval = moved_years(last.interval, _year_of(mention) - _year_of(last))
            dated = replace(mention, interval=interval, edge=last.edge, text=last.text, shares=True)
        else:
            dated = mention
        filled.append(dated)
        stated = stated if mention.relative else dated
    return filled


def _with_year(mention: Mention, last: Mention | None, after: Mention | None, stated: Mention | None) -> Mention:
    """Lists and ranges run forward in time, so the year of a neighbour may be off by one."""
    moved = mention.interval
    if last is not None:
        moved = _in_year_of(last, moved)
        forward = moved.first_day > last.interval.first_day
        if not forward and after is None:
            moved = moved_years(moved, 1)
        if forward or after is None:
            return replace(mention, interval=moved)
    if after is not None:
        moved = _in_year_of(after, moved)
        backward = moved.first_day > after.interval.first_day and not after.interval.contains(moved)
        return replace(mention, interval=moved_years(moved, -1) if backward else moved)
    return replace(mention, interval=_in_year_of(stated, moved)) if stated is not None else mention


def _is_list(first: Mention, second: Mention, question: str) -> bool:
    return LIST_JOIN.fullmatch(question[first.end : second.start]) is not None


def _year_of(mention: Mention) -> int:
    return (mention.interval.start or mention.interval.end or dt.date.min).year


def _in_year_of(other: Mention, interval: Interval) -> Interval:
    return moved_years(interval, _year_of(other) - interval.first_day.year)

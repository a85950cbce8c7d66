"""Whether the figures of parts of a time add up to that of the whole: what happens does, what stands does not.

Births of three months are the births of the quarter; beds, members, rates and averages of three months are not. It is
read from the unit, from the class of the noun, and from the verb; where these leave it open, nothing is added up.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from timeweave.answering.context.units import is_currency
from timeweave.answering.prose_figures.rows import Row
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.temporal.interval import Granularity, Interval

_NEVER_SUMMED = frozenset({"%", "pp", "bp", "x", "points", "degrees"})
_STANDING = lazily(
    r"\b(?:at the (?:end|start|beginning|close)|as of|stood at|stands at|standing|on average|averag\w+|median|mean"
    r"|rates?|levels?"
    r"|prices?|index|temperature\w*|per|ratio|shares?|proportion|percentage|population|capacity|balance|stocks?"
    r"|inventory"
    r"|membership|headcount|unique|different|distinct|outstanding|remaining|waiting|still|so far|cumulative\w*"
    r"|year to date|since)\b",
    re.IGNORECASE,
)
STATIVE = frozenset([
    "have", "has", "had", "having", "is", "are", "was", "were", "be", "been", "hold", "holds", "held", "stand",
    "stands", "stood", "own", "owns", "owned", "employ", "employs", "employed", "contain", "contains", "contained",
    "live", "lives", "lived", "remain", "remains", "remained", "keep", "keeps", "kept", "number", "numbers",
    "numbered", "comprise", "comprises", "comprised", "house", "houses", "housed", "include", "includes",
    "included", "maintain", "maintains", "maintained",
])  # fmt: skip
_HAPPENING = frozenset(
    index_terms(
        "visitor visit passenger guest spectator attendee audience attendance arrival departure birth death case "
        "arrest goal "
        "loan sale flight call callout incident accident fire crash collision admission shipment delivery order trip "
        "journey "
        "ride crossing rain rainfall snow snowfall precipitation crime burglary theft robbery offence complaint "
        "application "
        "registration permit licence license patent start completion transaction download purchase revenue income "
        "turnover "
        "emission output production consumption use usage spending expenditure expense cost profit loss earnings "
        "harvest "
        "catch tonnage donation fine ticket vote injury marriage divorce adoption rescue inspection repair operation "
        "surgery "
        "vaccination dose test delivery footfall catches graduation hire departure mile kilometre water electricity"
    )
)
_NOMINAL = lazily(r"(?:tion|sion|ment|ival|awal|ance|ure|ing)s?$")


_STATIVE_TERMS = frozenset(index_terms(" ".join([*STATIVE, "work works worked belong reside resided stay stayed"])))


def may_sum(
    rows: Sequence[Row], head: frozenset[str], deeds: frozenset[str] = frozenset(), *, of_days: bool = False
) -> bool:
    """Whether ``rows``, of one measure with the terms ``head``, add up over time; ``deeds`` are the verbs of what was
    done to, or by, those counted. ``of_days`` says that the figure of a day is that of what took place on it alone.
    """
    units = {r.amount.unit for r in rows}
    unit = next(iter(units))
    if any(u in _NEVER_SUMMED or "/" in u for u in units):
        return False
    if any(_STANDING.search(r.segment) for r in rows):
        return False
    if not of_days and any(r.time is not None and r.time.granularity is Granularity.DAY for r in rows):
        return False
    if any(_STANDING.search(term) for term in head):
        return False
    nouns = head | frozenset().union(*(r.head for r in rows))
    happens = bool(nouns & _HAPPENING) or any(_NOMINAL.search(n) for n in nouns)
    acts = all(r.verb and r.verb not in STATIVE for r in rows)
    happens = happens or (bool(deeds) and deeds.isdisjoint(_STATIVE_TERMS))
    return happens or (acts and (unit == "" or is_currency(unit) or bool(unit)))


def adds_up(rows: Sequence[Row]) -> bool:
    """Whether the figures of several members add up: numbers do, also of what stands, rates and means do not."""
    if any(r.amount.unit in _NEVER_SUMMED or "/" in r.amount.unit for r in rows):
        return False
    return not any(_MEANS.search(r.segment) for r in rows)


_MEANS = lazily(r"\b(?:average\w*|mean|median|rates?|per|ratio|share|proportion|index|each|prices?)\b", re.IGNORECASE)


def tile(rows: Sequence[Row], period: Interval) -> bool:
    """Whether the times of ``rows`` fill ``period`` without gap or overlap."""
    times = sorted((r.time.start, r.time.end) for r in rows if r.time is not None and r.time.start and r.time.end)
    if len(times) != len(rows) or len(rows) < 2:
        return False
    joined = all(one[1] == other[0] for one, other in itertools.pairwise(times))
    return joined and (times[0][0], times[-1][1]) == (period.start, period.end)

"""What a question wants worked out, by its words: from which measures, in which unit of time, and what it asserts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from timeweave.lexicon.aggregates import MEANS, SUMMED, TOGETHER
from timeweave.lexicon.changes import CHANGES, CHANGING, DEVELOPING, FALLING, FALLS, MOVED, RISES, RISING
from timeweave.lexicon.comparing import HIGHEST, LESS, LOWEST, MORE
from timeweave.lexicon.families import any_of, asked_by, matching
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.outlook import EXPECTING
from timeweave.question.conditions import Comparison
from timeweave.question.kinds import Kind
from timeweave.question.measures import AskedMeasure, asked_measure
from timeweave.temporal.interval import Granularity

if TYPE_CHECKING:
    from timeweave.question.question import Question

AMOUNT = lazily(r"^\W*(?:what (?:was|is|were|has)|how (?:much|many|high|low|large))\b", re.IGNORECASE)
_OVER_PERIODS = frozenset({Kind.TOTAL, Kind.AVERAGE, Kind.TREND})
WORKED_OUT = _OVER_PERIODS | {Kind.YES_NO, Kind.COUNT, Kind.SELECT, Kind.CHANGE, Kind.COMPARISON, Kind.NTH}
_OPERATION = lazily(
    r"\b(?:how|many|much|times|often|quarters?|years?|months?|compan(?:y|ies)|consecutive(?:ly)?|straight|in a row"
    rf"|exceed(?:ed|s)?|{any_of(asked_by(RISING, FALLING, CHANGING, DEVELOPING), MORE, LESS)}|compared?|differences?"
    r"|differ|trends?|trajectory|course|than|over time|second|third|fourth|fifth"
    r"|2nd|3rd|4th|5th|top|two|three|four|five|which|there|it|they|with)\b",
    re.IGNORECASE,
)
_MOVED_LAST = lazily(rf"\s+{MOVED}$", re.IGNORECASE)
_LOOSE = lazily(r"^(?:(?:and|or|at|on|as|by|in|of|to)\s+)+|(?:\s+(?:and|or|at|on|as|by|in|of|to))+$", re.IGNORECASE)
_BARE_HEAD = lazily(rf"(?:{any_of(RISES, FALLS, CHANGES)}(?: rate)?)", re.IGNORECASE)
_EXPECTS = lazily(any_of((v.base for v in EXPECTING), ["guide", "guide to", "target"]), re.IGNORECASE)
_AGGREGATE = lazily(
    rf"\b(?:{any_of(MEANS, SUMMED, TOGETHER, ['sum'])}|quarterly|annual|yearly|per|a)\b|\btotal\b(?=\s*$)",
    re.IGNORECASE,
)
_ANNUAL = lazily(r"\b(?:annual|yearly|(?:per|a|each) year|years)\b", re.IGNORECASE)
_WHOSE = lazily(r"(?:['’]s|s['’])$")  # of "which provider's Kubernetes", whose name is known, nothing is left
_NO_MEASURE = lazily(r"(?:percentage|percent|amount|totals?)", re.IGNORECASE)
_UNIT_ASKED = lazily(r"(?:by )?(?:how many )?(?:basis|percentage) points", re.IGNORECASE)
_SUPERLATIVE = lazily(r"^(?:return |amount |most |least )+", re.IGNORECASE)
_ASSERTED = tuple(
    (comparison, lazily(pattern, re.IGNORECASE))
    for comparison, pattern in (
        (Comparison.ABOVE, rf"\b{any_of(MORE)}\b.*\bthan\b|\bexceed"),
        (Comparison.BELOW, rf"\b{any_of(LESS)}\b.*\bthan\b"),
        (
            Comparison.ROSE,
            rf"\b{any_of(asked_by(RISING), ['expand', 'expanded'])}\b",
        ),
        (
            Comparison.FELL,
            rf"\b{any_of(asked_by(FALLING), ['contract', 'contracted'])}\b",
        ),
    )
)
_WHEN = lazily(r"^\W*(?:since )?when\b", re.IGNORECASE)
SINCE_WHEN = lazily(r"^\W*since when\b", re.IGNORECASE)
_EXTREME = (
    (Kind.HIGHEST, matching(HIGHEST)),
    (Kind.LOWEST, matching(LOWEST)),
)
FIRST = lazily(r"\b(?:first|earliest)\b", re.IGNORECASE)
MEDIAN = lazily(r"\bmedian\b", re.IGNORECASE)
OVER_TIME = lazily(
    r"\b(?:compar\w*|evol\w+|chang\w+|trend\w*|develop\w*|progress\w*|shift\w*|trajector\w+|over time|over the"
    r"|throughout|before and after|from .+ to|between .+ and|since|respectively|each|every|differ\w*)\b",
    re.IGNORECASE,
)
_UNIT = lazily(
    r"\b(?:how many|which|what|each|every|in (?:all|any))\s+(?:\w+\s+){0,2}?(quarter|year|month)s?\b", re.IGNORECASE
)


def moment_asked(question: Question) -> Kind | None:
    """By what the time is told that a question beginning with "when" asks for: figures that are highest or lowest, or
    meet a bound (``select``); ``None`` where figures do not tell it.
    """
    if question.kind not in (Kind.WHEN, Kind.LAST) or not _WHEN.match(question.text):
        return None
    if question.condition is not None and question.condition.value is not None:
        return Kind.SELECT
    return next((kind for kind, pattern in _EXTREME if pattern.search(question.text)), None)


def asserted_by(text: str) -> Comparison | None:
    """What a question to be answered by yes or no asserts of its figures: that they rose, are above others."""
    return next((c for c, pattern in _ASSERTED if pattern.search(text)), None)


def unit_wanted(question: Question) -> Granularity | None:
    """The unit in which periods are counted, picked, or compared with each other: "how many quarters"."""
    kind = question.kind
    if kind not in WORKED_OUT and kind not in (Kind.HIGHEST, Kind.LOWEST):
        return None
    if said := _UNIT.search(question.text):
        return Granularity(said[1].lower())
    if kind in _OVER_PERIODS:
        years = all(i.granularity is Granularity.YEAR for i in question.scope.intervals)
        return Granularity.YEAR if _ANNUAL.search(question.text) else Granularity.QUARTER if years else None
    named = [e.interval for e in question.scope.expressions if e.interval is not None]
    units = {i.granularity for i in named}
    return units.pop() if len(named) > 1 and len(units) == 1 else None


def wanted_measures(question: Question, kind: Kind) -> tuple[AskedMeasure, ...]:
    """The measures that a question asks for, without the words that say what is to be worked out from them."""
    hint = "" if kind in WORKED_OUT else question.text
    named = (text for text in _measures(question, kind) if not _WHOSE.search(text))
    return tuple(asked_measure(text, hint) for text in named)


def _measures(question: Question, kind: Kind) -> list[str]:
    if kind in (Kind.HIGHEST, Kind.LOWEST):  # a ranking is by one measure: "cash, cash equivalents, and investments"
        return [_SUPERLATIVE.sub("", " and ".join(question.measures)).strip()] if question.measures else []
    if kind not in WORKED_OUT:
        return _with_their_heads(question.measures)
    bound = question.said(question.condition.span) if question.condition is not None else ""
    bare = []
    for text in question.measures:
        kept = text.replace(bound, " ") if bound else text
        kept = _AGGREGATE.sub(" ", kept) if kind in (Kind.TOTAL, Kind.AVERAGE) else kept
        kept = " ".join(_OPERATION.sub(" ", kept).split()).strip(" ,'’")
        bare.append(_LOOSE.sub("", _MOVED_LAST.sub("", kept) if kind is Kind.CHANGE else kept))
    named = [b for b in bare if b and not _NO_MEASURE.fullmatch(b)]
    return list(dict.fromkeys(named or [b for b in bare if b]))


def _with_their_heads(measures: Sequence[str]) -> list[str]:
    """As "growth in Acme's sales" names one measure, of which the question's reader sees two: growth, and sales.

    A verb at the end belongs to what is named before it ("what revenue did Acme expect"), a unit to what follows.
    """
    kept = [m for m in measures if not _UNIT_ASKED.fullmatch(m)] or list(measures)
    if len(kept) > 1 and _EXPECTS.fullmatch(kept[-1]):
        kept = [f"expected {m}" for m in kept[:-1]]
    if len(kept) > 1 and _BARE_HEAD.fullmatch(kept[0]):
        return [f"{kept[1]} {kept[0]}", *kept[2:]]
    return kept

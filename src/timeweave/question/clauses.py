"""A question in its clauses: what it says of each report, with the source and the day that it gives it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.question.sources import NamedSource
from timeweave.records import DocumentInfo, Span
from timeweave.temporal.expressions import find_expressions

_CUT = lazily(
    r"\s*[,;]\s*(?:and\s+|but\s+)?(?:while\b|whereas\b|yet\b)?\s*"
    r"|\s+(?:while|whereas|who|whose|which|but)\s+"
    r"|\s+and\s+(?=(?:also|is|was|are|were|has|had|have|does|did|do|will|would|can|could|the|an?|in|on|later|then|that|where|when"
    r"|[a-z]+(?:ed|ing|s))\b)",
    re.IGNORECASE,
)
_REPORTING = """
article articles report reports reported reporting news story stories piece source sources outlet coverage publish
published publishes mention mentions mentioned discuss discusses discussed describe describes described suggest suggests
suggested indicate indicates indicated claim claims claimed state states stated imply implies implied highlight
highlights highlighted feature features attribute attributes attributed confirm confirms confirmed portray portrays
portrayed portrayal depict depicted according cover covers covered note notes noted say says said tell tells told
focus focuses focused detail details detailed both also another first second third recent recently subsequent same
respectively individual person company entity type kind name associated identified considering information based
separate various regarding concerning between similar similarly way how context
"""
_FORM = frozenset(index_terms(_REPORTING)) | {"s"}
_DAY = lazily(r"(?:\d{4}|XXXX)-\d\d-\d\d(?:T.*)?")
_PUBLISHED = lazily(
    r"\b(?:published|dated|posted|released|articles?|reports?|reported|piece|story)(?:\s+(?:on|at|of|from))?\s*\W?$",
    re.IGNORECASE,
)
_THEIR = lazily(r"[,'’s\s]{0,4}(?:articles?|reports?|piece|story)\b", re.IGNORECASE)
_BESIDE = lazily(r"['’\"”]?\s*(?:(?:report|article|piece|reported|published)\s+)?(?:on|of|from|,)\s*", re.IGNORECASE)
_LOOSE = lazily(r"[\s,;]*\b(?:and|or|but|while|whereas|before|after|than|compared (?:to|with))\s*$", re.IGNORECASE)
LEAST_TERMS = 2


@dataclass(frozen=True, slots=True)
class Day:
    """A day that a question names, as TIMEX3 writes it (``XXXX`` for no year); ``published`` where it says that a
    report is of that day.
    """

    span: Span
    value: str
    published: bool

    def is_of(self, info: DocumentInfo) -> bool:
        """Whether a document was published then."""
        if info.published is None:
            return False
        day = info.published.isoformat()
        return self.value[:10] == day or (self.value[:4] == "XXXX" and self.value[4:10] == day[4:])


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a question with its content ``terms``; ``sources`` name whose report it is of, ``days`` the days in
    it.
    """

    text: str
    span: Span
    terms: frozenset[str]
    sources: tuple[NamedSource, ...]
    days: tuple[Day, ...]

    def is_of(self, info: DocumentInfo) -> bool:
        """Whether a document may be the one meant, by its source and its day."""
        if self.sources and not any(info.source in named.sources for named in self.sources):
            return False
        published = [d for d in self.days if d.published]
        return not published or any(d.is_of(info) for d in published)


def days_named(question: str, named: Sequence[NamedSource]) -> tuple[Day, ...]:
    """The days that ``question`` names, in order."""
    days = []
    for time in find_expressions(question):
        if _DAY.fullmatch(time.value):
            before = question[: time.start]
            beside = any(_BESIDE.fullmatch(before[n.span.end :]) for n in named if n.span.end <= time.start)
            published = beside or _PUBLISHED.search(before) or _THEIR.match(question, time.end)
            days.append(Day(Span(time.start, time.end), time.value, bool(published)))
    return tuple(days)


def split_clauses(question: str, named: Sequence[NamedSource], days: Sequence[Day]) -> tuple[Clause, ...]:
    """The clauses of ``question``, those of too few content words with the one before them."""
    held = [*(n.span for n in named), *(d.span for d in days)]
    cuts = [m for m in _CUT.finditer(question) if not any(h.start < m.end() and m.start() < h.end for h in held)]
    starts = [0, *(m.end() for m in cuts)]
    ends = [*(m.start() for m in cuts), len(question)]
    merged: list[Clause] = []
    for start, end in zip(starts, ends, strict=True):
        clause = clause_of(question, Span(start, end), named, days)
        if merged and min(len(clause.terms), len(merged[-1].terms)) < LEAST_TERMS:
            clause = clause_of(question, Span(merged.pop().span.start, end), named, days)
        merged.append(clause)
    return tuple(merged)


def clause_of(question: str, span: Span, named: Sequence[NamedSource], days: Sequence[Day]) -> Clause:
    """The stretch ``span`` of ``question`` as one clause."""
    inside = [d for d in days if span.start <= d.span.start < span.end]
    sources = [n for n in named if span.start <= n.span.start < span.end]
    return Clause(
        text=_LOOSE.sub("", question[span.start : span.end]).strip(" ,;?"),
        span=span,
        terms=_terms(question, span, [*(s.span for s in sources), *(d.span for d in inside if d.published)]),
        sources=tuple(sources),
        days=tuple(inside),
    )


def content_terms(text: str) -> frozenset[str]:
    """The index terms of ``text`` without the words by which reports are spoken of."""
    return frozenset(index_terms(text)) - _FORM


def _terms(question: str, span: Span, held: Sequence[Span]) -> frozenset[str]:
    kept, position = [], span.start
    for other in sorted(held, key=lambda h: h.start):
        kept.append(question[position : other.start])
        position = max(position, other.end)
    return content_terms(" ".join([*kept, question[position : span.end]]))

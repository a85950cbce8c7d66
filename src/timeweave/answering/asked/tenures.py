"""Which tenures of a role a question means: those that began or ended in its time, that are over, or next to another's.

"Who was elected mayor in 2023" means who began then, "the former coach" who is no more, "who chaired it before Ann Lee"
whoever did last before she began.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence

from timeweave.language.names import canonical_key
from timeweave.records import ResolvedFact
from timeweave.temporal.interval import Interval

_BEGAN = re.compile(
    r"\b(?:appointed|named|elected|hired|promoted|chosen|selected|sworn in|became|took over|took office)\b",
    re.IGNORECASE,
)
_ENDED = re.compile(
    r"\b(?:resign(?:ed)?|step(?:ped)? down|quit|retired?|ousted|sacked|fired|dismissed|removed|voted out)\b",
    re.IGNORECASE,
)
_FORMER_ASKED = re.compile(
    r"\b(?:who|whom|which|what)\s+(?:is|are|was|were)\s+(?:(?:the|an?|its|their)\s+|[\w ]+['’]s?\s+)?"
    r"(?:former|previous|ex-?)\b",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"['’]s?(?!\w)")
_BEFORE = re.compile(
    r"\b(?:before|prior to|preced(?:ed|es)|predecessors?|(?:succeeded|replaced|followed) by)\b", re.IGNORECASE
)
_AFTER = re.compile(
    r"\b(?:after|succeed(?:ed|s)?|replac(?:ed|es)|follow(?:ed|s)|successors?|took over from)\b", re.IGNORECASE
)


def tenures_meant(
    question: str, held: Sequence[ResolvedFact], periods: Sequence[Interval], holder: Callable[[ResolvedFact], str]
) -> list[ResolvedFact]:
    """Those of ``held`` that ``question`` may mean; no ``holder`` whom it names is, but as one of a choice."""
    before, after = _BEFORE.search(question), _AFTER.search(question)
    words = f" {canonical_key(_POSSESSIVE.sub('', question))} "
    named = [r for r in held if _is_named(holder(r), words, by_surname=bool(before or after))]
    if " or " in words:
        named = []
    others = [r for r in held if r not in named]
    if named and (before or after):
        first = min(_start(r) for r in named)
        return _last_before(others, first) if before else _first_after(others, first)
    if _ENDED.search(question):
        return [r for r in others if _is_told_to_end(r) and _is_in(_last_day(r), periods)]
    if periods and _BEGAN.search(question):
        return [r for r in others if r.valid is not None and _is_in(r.valid.start, periods)]
    return [r for r in others if _last_day(r) is not None] if asks_former(question) else others


def asks_former(question: str) -> bool:
    """Whether who no longer holds a role is asked for, not what holds now."""
    return _FORMER_ASKED.search(question) is not None


def _is_named(holder: str, words: str, *, by_surname: bool) -> bool:
    key = canonical_key(holder)
    return bool(key) and (f" {key} " in words or (by_surname and f" {key.split()[-1]} " in words))


def _last_before(others: Sequence[ResolvedFact], day: dt.date) -> list[ResolvedFact]:
    before = [r for r in others if (last := _last_day(r)) is not None and last <= day]
    edge = max((_last_day(r) or dt.date.min for r in before), default=None)
    return [r for r in before if _last_day(r) == edge]


def _first_after(others: Sequence[ResolvedFact], day: dt.date) -> list[ResolvedFact]:
    after = [r for r in others if _start(r) > day]
    edge = min((_start(r) for r in after), default=None)
    return [r for r in after if _start(r) == edge]


def _is_in(day: dt.date | None, periods: Sequence[Interval]) -> bool:
    return not periods or (day is not None and any(p.overlaps(Interval.day(day)) for p in periods))


def _start(resolved: ResolvedFact) -> dt.date:
    return resolved.valid.start if resolved.valid is not None and resolved.valid.start is not None else dt.date.min


def _is_told_to_end(resolved: ResolvedFact) -> bool:
    """Not only followed by another: who lost an election did not resign."""
    return resolved.fact.valid is not None and resolved.fact.valid.end is not None


def _last_day(resolved: ResolvedFact) -> dt.date | None:
    return None if resolved.valid is None or resolved.valid.end is None else resolved.valid.end - dt.timedelta(days=1)

"""A question that asks for several things at once, as questions of their own: "who was elected, and on which day"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from timeweave.language.terms import index_terms
from timeweave.lexicon.families import any_of, words
from timeweave.lexicon.lazy import lazily
from timeweave.question.kinds import ASKS_TIME
from timeweave.records import Span

_ASKING = any_of(words("who whom whose what which where when why how"))
_BEFORE_IT = any_of(words("in on at by for to from with of since until under as"), ("as of", "as from"))
_CUT = lazily(rf"[,;]?\s+and\s+(?=(?:{_BEFORE_IT}\s+)?{_ASKING}\b)|(?<=\?)\s+(?=\w)", re.IGNORECASE)
_ASKS = lazily(rf"\b{_ASKING}\b", re.IGNORECASE)
_RANGE = lazily(r"\bbetween\b(?!.*\band\b)", re.IGNORECASE | re.DOTALL)
_ALOUD = lazily(r"^\W*(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would)\b", re.IGNORECASE)
_POINTS_BACK = lazily(
    rf"\b{any_of(words('that this these those it its they them their he him his she her there then each both'))}\b",
    re.IGNORECASE,
)
_ASKING_TERMS = frozenset(index_terms("who whom whose what which where when why how many much long did does"))
_OWN_TERMS = 2  # from which on a part says what it is about


@dataclass(frozen=True, slots=True)
class Part:
    """One of the things that a question asks for: its ``text`` as a question to be read by itself, the index ``terms``
    of that, and whether it asks for a time.
    """

    text: str
    terms: frozenset[str]
    asks_time: bool


def split_parts(text: str, times: Iterable[Span]) -> tuple[Part, ...]:
    """The parts of a question whose times stand at ``times``; one alone where it asks for one thing.

    What says too little by itself is read before the first part, which it goes on from.
    """
    held = list(times)
    cuts = [
        m
        for m in _CUT.finditer(text)
        if not any(t.start < m.start() < t.end for t in held) and not _RANGE.search(text[: m.start()])
    ]
    starts, ends = [0, *(m.end() for m in cuts)], [*(m.start() for m in cuts), len(text)]
    spans = [Span(s, e) for s, e in zip(starts, ends, strict=True)]
    asked = [s for s in spans if _ASKS.search(text, s.start, s.end) or _ALOUD.match(text[s.start : s.end])]
    found: list[Part] = []
    for span in asked:
        own = text[span.start : span.end].strip(" ,;?")
        leans = bool(found) and (bool(_POINTS_BACK.search(own)) or len(_terms(text, span, held)) < _OWN_TERMS)
        read = f"{own}: {found[0].text}" if leans else own
        found.append(Part(read, frozenset(index_terms(read)) - _ASKING_TERMS, bool(ASKS_TIME.search(own))))
    return tuple(found)


def _terms(text: str, span: Span, times: Sequence[Span]) -> frozenset[str]:
    """The content terms of a stretch, without those of its times."""
    inside = [t for t in times if span.start <= t.start and t.end <= span.end]
    kept, position = [], span.start
    for time in sorted(inside, key=lambda t: t.start):
        kept.append(text[position : time.start])
        position = max(position, time.end)
    return frozenset(index_terms(" ".join([*kept, text[position : span.end]]))) - _ASKING_TERMS

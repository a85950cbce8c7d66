"""Short quotations: the clauses of a sentence around what is asked for."""

from __future__ import annotations

import re
from collections.abc import Callable

from timeweave.records import Span

_BREAK = re.compile(r"\s*(?:[;,](?=\s)|\n+|\s[-–—](?=\s))\s*")
_WORD = re.compile(r"[^\W_]+")


def count_words(text: str) -> int:
    """The runs of letters and digits."""
    return len(_WORD.findall(text))


def around_best(text: str, most: int, worth: Callable[[str], float]) -> Span | None:
    """The clauses of ``text`` with at most ``most`` words about the one of highest ``worth``; all where they fit.

    ``None`` when not even that one fits.
    """
    bare = _bare(text, Span(0, len(text)))
    if count_words(text) <= most:
        return bare
    clauses = _clauses(text)
    worths = [worth(text[c.start : c.end]) for c in clauses]
    best = max(range(len(clauses)), key=lambda i: (worths[i], -i))
    if count_words(text[clauses[best].start : clauses[best].end]) > most:
        return None
    first = last = best
    while True:
        options = [(i, j) for i, j in ((first - 1, last), (first, last + 1)) if i >= 0 and j < len(clauses)]
        fitting = [o for o in options if count_words(text[clauses[o[0]].start : clauses[o[1]].end]) <= most]
        if not fitting:
            return _bare(text, Span(clauses[first].start, clauses[last].end))
        first, last = max(fitting, key=lambda o: worths[o[0] if o[0] < first else o[1]])


def _clauses(text: str) -> list[Span]:
    spans, start = [], 0
    for match in _BREAK.finditer(text):
        if match.start() > start:
            spans.append(Span(start, match.start()))
            start = match.end()
    if start < len(text):
        spans.append(Span(start, len(text)))
    return spans or [Span(0, len(text))]


def _bare(text: str, span: Span) -> Span:
    start, end = span.start, span.end
    while start < end and (text[start].isspace() or text[start] in "-–—•*"):
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end) if start < end else span

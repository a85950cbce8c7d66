"""Short quotations: the clauses of a sentence around what is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from timeweave.language.sentences import sentence_spans
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.records import Span

_BREAK = lazily(r"\s*(?:[;,](?=\s)|\n+|\s[-–—](?=\s))\s*")
_WORD = lazily(r"[^\W_]+")
_SCRAP = 4  # words, fewer of which may say nothing: "Hey Ann"
_OF_SCRAPS = 0.5  # of their worth


def count_words(text: str) -> int:
    """The runs of letters and digits."""
    return len(_WORD.findall(text))


def around_best(text: str, most: int, worth: Callable[[str], float]) -> Span | None:
    """The sentences of ``text`` with at most ``most`` words about the one of highest ``worth``, or, where that is
    longer, its clauses about the best of them; all where they fit.

    ``None`` when not even one clause fits.
    """
    bare = _bare(text, Span(0, len(text)))
    if count_words(text) <= most:
        return bare
    sentences = sentence_spans(text) or [bare]
    best = _best(text, sentences, worth)
    span = sentences[best]
    if count_words(text[span.start : span.end]) <= most:
        return _grown(text, sentences, best, most, worth)
    clauses = _clauses(text, span)
    best = _best(text, clauses, worth)
    if count_words(text[clauses[best].start : clauses[best].end]) > most:
        return None
    return _grown(text, clauses, best, most, worth)


def around_terms(text: str, most: int, terms: Set[str]) -> Span | None:
    """`around_best`, where what holds the most of some index ``terms`` in the fewest words is best."""
    return around_best(text, most, lambda part: len(terms & index_terms(part).keys()) / (1 + count_words(part)))


def _best(text: str, spans: Sequence[Span], worth: Callable[[str], float]) -> int:
    """The one of highest worth, of equal ones the first; words to somebody are worth less for their shortness."""
    said = [text[s.start : s.end] for s in spans]
    worths = [worth(words) * (1.0 if count_words(words) >= _SCRAP else _OF_SCRAPS) for words in said]
    return max(range(len(spans)), key=lambda i: (worths[i], -i))


def _grown(text: str, spans: Sequence[Span], best: int, most: int, worth: Callable[[str], float]) -> Span:
    """The one that is ``best`` with as many of its neighbours as there is room for, the better one first."""
    first = last = best
    while True:
        options = [(i, j) for i, j in ((first - 1, last), (first, last + 1)) if i >= 0 and j < len(spans)]
        fitting = [o for o in options if count_words(text[spans[o[0]].start : spans[o[1]].end]) <= most]
        if not fitting:
            return _bare(text, Span(spans[first].start, spans[last].end))
        added = [(spans[i] if i < first else spans[j]) for i, j in fitting]
        gains = [worth(text[s.start : s.end]) for s in added]
        first, last = fitting[gains.index(max(gains))]


def _clauses(text: str, sentence: Span) -> list[Span]:
    spans, start = [], sentence.start
    for match in _BREAK.finditer(text, sentence.start, sentence.end):
        if match.start() > start:
            spans.append(Span(start, match.start()))
            start = match.end()
    if start < sentence.end:
        spans.append(Span(start, sentence.end))
    return spans or [sentence]


def _bare(text: str, span: Span) -> Span:
    start, end = span.start, span.end
    while start < end and (text[start].isspace() or text[start] in "-–—•*"):
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end) if start < end else span

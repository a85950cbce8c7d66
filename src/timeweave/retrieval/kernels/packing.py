"""Packing spans of text into a token budget.

Spans of one source that overlap, or have only white space between them, become one, so that what is returned reads
on and no word is paid for twice.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from timeweave.records import Span

Item = TypeVar("Item", bound=Hashable)

_MAX_BLANK = 8  # longer runs of white space are not bridged
_PATIENCE = 41  # candidates in a row that do not fit, after which the rest is not tried


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span of a source that would serve as evidence; ``score`` is carried along, the order given decides."""

    source: int
    span: Span
    score: float


@dataclass(frozen=True, slots=True)
class Packed:
    """A span that was taken: ``tokens`` counted over its text as a whole, ``score`` of the best candidate inside."""

    source: int
    span: Span
    text: str
    tokens: int
    score: float
    order: int


def pack(
    candidates: Iterable[Candidate],
    budget: int,
    *,
    text_of: Callable[[int, Span], str],
    count: Callable[[str], int],
    limit: int | None = None,
) -> list[Packed]:
    """Take candidates greedily in the order given, passing over what no longer fits, to ``budget`` tokens in all.

    At most ``limit`` spans come back, in order of the first candidate that each holds. After some forty in
    a row that do not fit the rest is not tried.
    """
    taken: dict[int, list[Packed]] = {}
    tokens, spans, misses = 0, 0, 0
    for order, candidate in enumerate(candidates):
        if misses >= _PATIENCE or tokens >= budget:
            break
        row = taken.setdefault(candidate.source, [])
        low, high = _touching(row, candidate, text_of)
        merged = _merge(row[low:high], candidate, order, text_of, count)
        cost = merged.tokens - sum(p.tokens for p in row[low:high])
        if tokens + cost > budget or (limit is not None and spans + 1 - (high - low) > limit):
            misses += 1
            continue
        misses = 0
        tokens += cost
        spans += 1 - (high - low)
        row[low:high] = [merged]
    return sorted((p for row in taken.values() for p in row), key=lambda p: p.order)


def share_evenly(groups: Sequence[Sequence[Item]], cost: Callable[[Item], int]) -> Iterator[Item]:
    """Interleave ranked groups so that each has had, at any moment, about the same number of tokens.

    What an earlier group gave already costs a later one nothing. A group that runs out leaves its share to the others.
    """
    given: set[Item] = set()
    heap = [(0, number, 0) for number, group in enumerate(groups) if group]
    while heap:
        spent, number, place = heapq.heappop(heap)
        item = groups[number][place]
        if item not in given:
            given.add(item)
            spent += cost(item)
            yield item
        if place + 1 < len(groups[number]):
            heapq.heappush(heap, (spent, number, place + 1))


def _touching(row: Sequence[Packed], candidate: Candidate, text_of: Callable[[int, Span], str]) -> tuple[int, int]:
    """The run of taken spans, in order of position, that ``candidate`` overlaps or adjoins."""
    low = high = bisect_left(row, candidate.span.start, key=lambda p: p.span.start)
    while low > 0 and _adjoin(row[low - 1].span, candidate, text_of):
        low -= 1
    while high < len(row) and _adjoin(row[high].span, candidate, text_of):
        high += 1
    return low, high


def _adjoin(span: Span, candidate: Candidate, text_of: Callable[[int, Span], str]) -> bool:
    first, last = sorted((span, candidate.span), key=lambda s: (s.start, s.end))
    gap = last.start - first.end
    if gap <= 0:
        return True
    return gap <= _MAX_BLANK and text_of(candidate.source, Span(first.end, last.start)).isspace()


def _merge(
    old: Sequence[Packed],
    candidate: Candidate,
    order: int,
    text_of: Callable[[int, Span], str],
    count: Callable[[str], int],
) -> Packed:
    spans = [candidate.span, *(p.span for p in old)]
    span = Span(min(s.start for s in spans), max(s.end for s in spans))
    for known in old:
        if known.span == span:
            return known
    text = text_of(candidate.source, span)
    score = max([candidate.score, *(p.score for p in old)])
    return Packed(candidate.source, span, text, count(text), score, min([order, *(p.order for p in old)]))

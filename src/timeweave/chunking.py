"""Documents cut into chunks: about 1,200 tokens, overlapping by 100, on sentence boundaries (TG-01)."""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence

from timeweave.errors import UsageError
from timeweave.language.sentences import sentence_spans
from timeweave.language.tokens import count_tokens, may_count_alone, token_starts
from timeweave.records import Chunk, ChunkId, Document, Span

SIZE = 1200
OVERLAP = 100
_LONGEST_TOKEN = 100  # characters; WordPiece takes a longer word for one token, and a chunk must not be endless


def chunk(
    document: Document, *, size: int = SIZE, overlap: int = OVERLAP, sentences: Sequence[Span] | None = None
) -> tuple[Chunk, ...]:
    """The chunks of a document, none longer than ``size`` tokens, each repeating up to ``overlap`` of the one before.

    Whole sentences only, unless one is longer than ``size``: that one is cut at tokens. ``sentences`` saves finding
    them again.

    Raises:
        UsageError: when ``size`` is not positive or ``overlap`` not smaller than it.
    """
    if size < 1 or not 0 <= overlap < size:
        raise UsageError(f"chunks of {size} tokens cannot overlap by {overlap}: choose 0 <= overlap < size")
    spans = sentence_spans(document.text) if sentences is None else sentences
    pieces = _whole(document.text, spans, size)
    if pieces is None:
        starts = token_starts(document.text)
        pieces = [piece for span in spans for piece in _pieces(span, starts, size)]
    weights = [max(count, (span.end - span.start) // _LONGEST_TOKEN) for span, count in pieces]
    return tuple(
        Chunk(
            ChunkId(f"{document.id}#{i}"),
            i,
            Span(pieces[a][0].start, pieces[b - 1][0].end),
            sum(n for _, n in pieces[a:b]),
        )
        for i, (a, b) in enumerate(_runs(weights, size, overlap))
    )


def _whole(text: str, spans: Sequence[Span], size: int) -> list[tuple[Span, int]] | None:
    """Each sentence with its number of tokens, counted word by word; ``None`` where one must be cut, or stands so close
    to another that it shares a word with it.
    """
    if not all(may_count_alone(text, span.start, span.end) for span in spans):
        return None
    counted = [(span, count_tokens(text[span.start : span.end])) for span in spans]
    return counted if all(count <= size for _, count in counted) else None


def _pieces(span: Span, starts: Sequence[int], size: int) -> Iterator[tuple[Span, int]]:
    """The sentence with its number of tokens, in parts when it has more than ``size``."""
    first = bisect.bisect_left(starts, span.start)
    last = bisect.bisect_left(starts, span.end)
    begin = span.start
    for cut in range(first + size, last, size):
        yield Span(begin, starts[cut]), size
        begin, first = starts[cut], cut
    yield Span(begin, span.end), last - first


def _runs(counts: Sequence[int], size: int, overlap: int) -> Iterator[tuple[int, int]]:
    """Ranges (first, last excluded) of pieces that fill a chunk each."""
    first = 0
    while first < len(counts):
        last, total = first, 0
        while last < len(counts) and (last == first or total + counts[last] <= size):
            total += counts[last]
            last += 1
        yield first, last
        if last == len(counts):
            return
        repeated, total = last, counts[last]
        while repeated - 1 > first and counts[repeated - 1] + sum(counts[repeated:last]) <= overlap:
            if total + counts[repeated - 1] > size:
                break
            repeated -= 1
            total += counts[repeated]
        first = repeated

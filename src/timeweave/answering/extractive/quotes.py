"""Passages of lines, as many as there is room for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from timeweave.answering.context.reading import Line
from timeweave.answering.extractive.clauses import around_best, count_words
from timeweave.records import Span

_LOOKED_AT = 12  # lines, of which those that fit what room is left are quoted


@dataclass(frozen=True, slots=True, eq=False)
class Quote:
    """A passage of a line; ``span`` counts inside its text."""

    line: Line
    span: Span

    @property
    def text(self) -> str:
        """The passage."""
        return self.line.text[self.span.start : self.span.end]


def quotes_of(
    lines: Sequence[Line],
    worth: Callable[[str], float],
    *,
    most: int,
    room: int,
    longest: int,
    least: Callable[[Line], int],
) -> list[Quote]:
    """Of ``lines``, best first, the clauses of most ``worth``: at most ``most`` of ``longest`` words each and ``room``
    together, none of fewer than ``least`` words, none twice.
    """
    quotes: list[Quote] = []
    left = room
    for line in lines[:_LOOKED_AT]:
        if len(quotes) == most or left <= 0:
            break
        span = around_best(line.text, min(left, longest), worth)
        if span is None:
            continue
        quote = Quote(line, span)
        words = count_words(quote.text)
        if words < least(line) or any(quote.text in q.text or q.text in quote.text for q in quotes):
            continue
        quotes.append(quote)
        left -= words
    return quotes

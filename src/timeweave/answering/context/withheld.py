"""Lines that are no evidence of anything: what addresses a model rather than a reader."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from timeweave.answering.context.reading import Line
from timeweave.language.addressing import addressed


def without_orders(lines: Iterable[Line]) -> tuple[Line, ...]:
    """``lines`` in their order, without those that address a model (`language.addressing`)."""
    given = list(lines)
    in_text = sorted(range(len(given)), key=lambda i: (given[i].info.id, given[i].statement.span.start))
    dropped: set[int] = set()
    for _, group in groupby(in_text, key=lambda i: given[i].info.id):
        numbers = list(group)
        marks = addressed([given[i].text for i in numbers])
        dropped.update(i for i, mark in zip(numbers, marks, strict=True) if mark)
    return tuple(line for i, line in enumerate(given) if i not in dropped)

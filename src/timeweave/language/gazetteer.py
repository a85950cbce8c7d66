"""Looking up known names in a text, the longest first."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

from timeweave.records import Span

T = TypeVar("T")

_START = re.compile(r"(?<![\w&])\w[^\W_]*")


class Gazetteer(Generic[T]):
    """Surface forms, each with what it stands for; matched as written, at word boundaries."""

    def __init__(self, surfaces: Mapping[str, T]) -> None:
        by_first: defaultdict[str, list[str]] = defaultdict(list)
        for surface in surfaces:
            first = _START.match(surface)
            if first:
                by_first[first.group()].append(surface)
        self._by_first = {first: sorted(names, key=lambda n: (-len(n), n)) for first, names in by_first.items()}
        self._surfaces = surfaces

    def find(self, text: str) -> Iterator[tuple[Span, T]]:
        """Occurrences in order, none overlapping another."""
        end = 0
        for match in _START.finditer(text):
            if match.start() < end:
                continue
            for surface in self._by_first.get(match.group(), ()):
                stop = match.start() + len(surface)
                if text.startswith(surface, match.start()) and not (
                    text[stop : stop + 1].isalnum() and surface[-1].isalnum()
                ):
                    yield Span(match.start(), stop), self._surfaces[surface]
                    end = stop
                    break

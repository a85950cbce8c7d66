"""Looking up known names in a text, the longest first."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from typing import Generic, TypeVar

from timeweave.lexicon.lazy import lazily
from timeweave.records import Span

T = TypeVar("T")

_NEVER = lazily(r"(?!)")
_FIRST_WORD = lazily(r"(?<![\w&])\w[^\W_]*")


class Gazetteer(Generic[T]):
    """Surface forms, each with what it stands for; matched as written, at word boundaries."""

    def __init__(self, surfaces: Mapping[str, T]) -> None:
        lengths: defaultdict[str, set[int]] = defaultdict(set)
        for surface in surfaces:
            first = _FIRST_WORD.match(surface)
            if first:
                lengths[first.group()].add(len(surface))
        self._lengths = {first: sorted(found, reverse=True) for first, found in lengths.items()}
        self._surfaces = surfaces
        self._starts = _words_beginning_with({first[0] for first in lengths})

    def find(self, text: str) -> Iterator[tuple[Span, T]]:
        """Occurrences in order, none overlapping another."""
        end = 0
        for match in self._starts.finditer(text):
            lengths = self._lengths.get(match.group())
            start = match.start()
            if lengths is None or start < end:
                continue
            for length in lengths:
                surface = text[start : start + length]
                stop = start + len(surface)  # the text may end before
                if surface in self._surfaces and not (text[stop : stop + 1].isalnum() and surface[-1].isalnum()):
                    yield Span(start, stop), self._surfaces[surface]
                    end = stop
                    break


def _words_beginning_with(letters: Set[str]) -> re.Pattern[str]:
    """Words as `_FIRST_WORD` has them, of these first letters only, so that the others cost next to nothing."""
    if not letters:
        return _NEVER
    # the set stands first, since the search then skips to its characters
    return re.compile(rf"[{re.escape(''.join(sorted(letters)))}](?<![\w&]\w)[^\W_]*")

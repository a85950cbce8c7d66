"""Sorted words, each with a list of rows: how terms and entities lead to statements."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from timeweave.indexes.segment_file import SegmentFile

_REMEMBERED = 4096  # words whose lists' places are kept in mind, per file

MAX_COUNT = 65535  # a term that occurs more often in one statement counts this much


@dataclass(frozen=True, slots=True, eq=False)
class WordLists:
    """``rows[starts[i]:starts[i+1]]`` are the ascending rows of ``words[i]``, ``counts`` how often each holds it."""

    words: tuple[bytes, ...]
    starts: np.ndarray
    rows: np.ndarray
    counts: np.ndarray

    @classmethod
    def of_rows(cls, rows: Sequence[Mapping[str, int]]) -> WordLists:
        """From the words that each row holds."""
        words = sorted({word for held in rows for word in held})
        number = {word: i for i, word in enumerate(words)}
        triples = [(number[word], row, count) for row, held in enumerate(rows) for word, count in held.items()]
        table = np.asarray(triples, np.int64).reshape(-1, 3)
        return cls._sorted(tuple(w.encode() for w in words), table[:, 0], table[:, 1], table[:, 2])

    @classmethod
    def merged(cls, parts: Iterable[tuple[WordLists, np.ndarray]]) -> WordLists:
        """Of several, each with the new number of every row of its own, negative for a row that is left out."""
        parts = list(parts)
        every = sorted({word for lists, _ in parts for word in lists.words})
        number = {word: i for i, word in enumerate(every)}
        ids, rows, counts = [], [], []
        for lists, placed in parts:
            own = np.asarray([number[word] for word in lists.words], np.int64)
            new = placed[lists.rows]
            kept = new >= 0
            ids.append(np.repeat(own, np.diff(lists.starts))[kept])
            rows.append(new[kept])
            counts.append(lists.counts[kept])
        joined = (np.concatenate(x) if x else np.empty(0, np.int64) for x in (ids, rows, counts))
        return cls._sorted(tuple(every), *joined)

    @classmethod
    def _sorted(cls, words: tuple[bytes, ...], ids: np.ndarray, rows: np.ndarray, counts: np.ndarray) -> WordLists:
        order = np.lexsort((rows, ids))
        lengths = np.bincount(ids, minlength=len(words)).astype(np.int64)
        used = lengths > 0
        starts = np.concatenate([[0], np.cumsum(lengths[used])]).astype(np.int64)
        kept = tuple(word for word, is_used in zip(words, used.tolist(), strict=True) if is_used)
        return cls(kept, starts, rows[order].astype(np.int32), np.minimum(counts[order], MAX_COUNT).astype(np.uint16))

    def arrays(self, name: str) -> dict[str, np.ndarray]:
        """As the arrays of a segment, under names that begin with ``name``."""
        ends = np.cumsum([0, *map(len, self.words)]).astype(np.int64)
        text = np.frombuffer(b"".join(self.words), np.uint8)
        return {
            f"{name}_text": text,
            f"{name}_ends": narrow(ends),
            f"{name}_starts": narrow(self.starts),
            f"{name}_rows": narrow(self.rows),
            f"{name}_counts": narrow(self.counts),
        }


def narrow(numbers: np.ndarray) -> np.ndarray:
    """The same numbers, none of which is negative, in as few bytes each as hold the highest."""
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))


class StoredLists:
    """Word lists inside a segment file, read as far as needed."""

    def __init__(self, file: SegmentFile, name: str) -> None:
        self._file = file
        self._name = name
        self._found: dict[str, tuple[np.ndarray, np.ndarray]] = {}

    def find(self, word: str) -> tuple[np.ndarray, np.ndarray]:
        """The rows that hold ``word``, ascending, and how often each does; empty when none does."""
        known = self._found.get(word)
        if known is None:
            start, end = self._search(word.encode())
            rows = self._file.part(f"{self._name}_rows", start, end).astype(np.int32)
            known = rows, self._file.part(f"{self._name}_counts", start, end).astype(np.uint16)
            if len(self._found) >= _REMEMBERED:
                self._found.clear()
            self._found[word] = known
        return known

    def whole(self) -> WordLists:
        """All of it."""
        part = self._file.part
        text, ends = part(f"{self._name}_text").tobytes(), part(f"{self._name}_ends").tolist()
        words = tuple(text[a:b] for a, b in itertools.pairwise(ends))
        rows, counts = part(f"{self._name}_rows").astype(np.int32), part(f"{self._name}_counts").astype(np.uint16)
        return WordLists(words, part(f"{self._name}_starts").astype(np.int64), rows, counts)

    def _search(self, wanted: bytes) -> tuple[int, int]:
        ends = self._file.part(f"{self._name}_ends")
        text = self._file.part(f"{self._name}_text")
        low, high = 0, len(ends) - 1
        while low < high:
            middle = (low + high) // 2
            if text[ends[middle] : ends[middle + 1]].tobytes() < wanted:
                low = middle + 1
            else:
                high = middle
        if low == len(ends) - 1 or text[ends[low] : ends[low + 1]].tobytes() != wanted:
            return 0, 0
        start, end = self._file.part(f"{self._name}_starts", low, low + 2).tolist()
        return start, end

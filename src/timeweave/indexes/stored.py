"""What kinds of segment keep alike: their documents and their coded vectors."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import numpy as np

from timeweave.indexes.composed import Composed, renumbered
from timeweave.indexes.quantised import Codes, coded
from timeweave.indexes.segment_file import SegmentFile

_CODES = ("codes", "scales")

Documents = tuple[tuple[int, str], ...]
"""Distinct ordinals, ascending, with the ids of their documents."""


def code_arrays(rows: Codes | Composed) -> dict[str, np.ndarray]:
    """As the arrays of a segment: of rows that are put together the table, and which parts each has."""
    if isinstance(rows, Composed):
        return {**code_arrays(rows.table), "parts": rows.parts, "part_lengths": rows.lengths}
    return {"codes": rows.codes, "scales": rows.scales}


def is_composed(file: SegmentFile) -> bool:
    """Whether its rows are put together of those of a table."""
    return "parts" in file


def is_wide(file: SegmentFile) -> bool:
    """Whether an earlier version wrote it, which kept vectors in 32 or 12 bits, or hashes in 64. The codes of all are
    read alike.
    """
    return any(array in file for array in ("vectors", "fine", "hashes"))


def stored_codes(file: SegmentFile, start: int = 0, end: int | None = None) -> Codes | Composed:
    """Rows ``start`` to ``end`` of a segment."""
    if is_composed(file):
        return _composed(file, file.part("parts", start, end), file.part("part_lengths", start, end))
    return whole_codes(file, start, end)


def whole_codes(file: SegmentFile, start: int = 0, end: int | None = None) -> Codes:
    """As `stored_codes`, of a segment that keeps each row by itself."""
    if "codes" not in file:  # chunks of an earlier version
        return coded(file.part("vectors", start, end))
    return Codes(*(file.part(name, start, end) for name in _CODES))


def scattered_codes(file: SegmentFile, rows: np.ndarray) -> Codes | Composed:
    """Some rows of a segment."""
    if is_composed(file):
        return _composed(file, file.take("parts", rows), file.take("part_lengths", rows))
    return Codes(*(file.take(name, rows) for name in _CODES))


def scattered_vectors(file: SegmentFile, rows: np.ndarray) -> np.ndarray:
    """The vectors of some rows (rows × dimensions, float32)."""
    return scattered_codes(file, rows).vectors[:]


def _composed(file: SegmentFile, parts: np.ndarray, lengths: np.ndarray) -> Composed:
    used, numbers = renumbered(parts, file.length("codes"))
    if len(used) and len(used) == used[-1] - used[0] + 1:  # as rows that are read together mostly have them
        table = Codes(*(file.part(name, int(used[0]), int(used[-1]) + 1) for name in _CODES))
    else:
        table = Codes(*(file.take(name, used) for name in _CODES))
    return Composed(table, numbers, lengths)


def joined_rows(several: Sequence[Codes | Composed]) -> Codes | Composed:
    """One after the other."""
    plain = [rows for rows in several if isinstance(rows, Codes)]
    return Codes.joined(plain) if len(plain) == len(several) else Composed.joined(several)


def document_arrays(documents: Documents, rows: np.ndarray) -> dict[str, np.ndarray]:
    """As the arrays of a segment; ``rows`` says how many rows each document has, those without any left out."""
    ids = [id_.encode() for _, id_ in documents]
    return {
        "documents": np.asarray([ordinal for ordinal, _ in documents], np.int32),
        "document_rows": np.asarray(rows, np.int32),
        "document_text": np.frombuffer(b"".join(ids), np.uint8),
        "document_ends": np.cumsum([0, *map(len, ids)]).astype(np.int64),
    }


def rows_of_each(ordinals: np.ndarray) -> np.ndarray:
    """How many rows each document has, by ordinal."""
    return np.unique(ordinals, return_counts=True)[1]


def stored_documents(file: SegmentFile) -> Documents:
    """Those of a segment."""
    text, ends = file.part("document_text").tobytes(), file.part("document_ends").tolist()
    ids = (text[a:b].decode() for a, b in itertools.pairwise(ends))
    return tuple(zip(file.part("documents").tolist(), ids, strict=True))


def joined_documents(parts: Iterable[Documents], without: frozenset[int]) -> Documents:
    """Of several together."""
    return tuple(sorted({pair for part in parts for pair in part if pair[0] not in without}))


def joined(parts: Sequence[object], column: str) -> np.ndarray:
    """One column of several row sets, one after the other."""
    return np.concatenate([getattr(part, column) for part in parts])

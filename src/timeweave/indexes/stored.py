"""What kinds of segment keep alike: their documents and their coded vectors."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import numpy as np

from timeweave.indexes.composed import Composed, ComposedCodes, renumbered
from timeweave.indexes.quantised import Coded, Codes, coded
from timeweave.indexes.segment_file import SegmentFile
from timeweave.records.vectors import PartedVectors

_CODES = ("codes", "scales", "residuals")

Documents = tuple[tuple[int, str], ...]
"""Distinct ordinals, ascending, with the ids of their documents."""


def code_arrays(rows: Coded | Composed) -> dict[str, np.ndarray]:
    """As the arrays of a segment: of rows that are put together the table, and which parts each has."""
    if isinstance(rows, Composed):
        return {**code_arrays(rows.table), "parts": rows.parts, "part_lengths": rows.lengths}
    coarse = rows.coarse
    return {"codes": coarse.codes, "scales": coarse.scales, "residuals": coarse.residuals, "fine": rows.fine}


def stored_coded(file: SegmentFile) -> Coded:
    """All rows of a segment that keeps each whole; one of an earlier version has them in 32 bits."""
    if "fine" not in file:
        return coded(file.part("vectors"))
    return Coded(Codes(*map(file.part, _CODES)), file.part("fine"))


def stored_rows(file: SegmentFile) -> Coded | Composed:
    """All rows of a segment."""
    rows = stored_coded(file)
    return Composed(rows, file.part("parts"), file.part("part_lengths")) if is_composed(file) else rows


def is_composed(file: SegmentFile) -> bool:
    """Whether its rows are put together of those of a table."""
    return "parts" in file


def is_wide(file: SegmentFile) -> bool:
    """Whether an earlier version wrote it, which kept vectors in 32 bits and hashes in 64."""
    return "vectors" in file or "hashes" in file


def stored_vectors(file: SegmentFile, start: int, end: int) -> np.ndarray:
    """The vectors of rows ``start`` to ``end`` of a segment that keeps each whole."""
    if "fine" not in file:
        return file.part("vectors", start, end)
    return Coded(Codes(*(file.part(name, start, end) for name in _CODES)), file.part("fine", start, end)).vectors


def scattered_vectors(file: SegmentFile, rows: np.ndarray) -> np.ndarray:
    """The vectors of some rows."""
    if "fine" not in file:
        return file.take("vectors", rows)
    if is_composed(file):
        return scattered_parts(file, rows)[:]
    return Coded(Codes(*(file.take(name, rows) for name in _CODES)), file.take("fine", rows)).vectors


def scattered_parts(file: SegmentFile, rows: np.ndarray) -> PartedVectors:
    """Some rows of a segment that holds such as are put together, as such."""
    used, parts = renumbered(file.take("parts", rows), file.length("codes"))
    table = Coded(Codes(*(file.take(name, used) for name in _CODES)), file.take("fine", used))
    return PartedVectors(table.vectors, parts, file.take("part_lengths", rows))


def stored_codes(file: SegmentFile, start: int = 0, end: int | None = None) -> Codes | ComposedCodes:
    """What a scan reads of rows ``start`` to ``end`` of a segment."""
    if is_composed(file):
        return _composed(file, file.part("parts", start, end), file.part("part_lengths", start, end))
    return Codes(*(file.part(name, start, end) for name in _CODES))


def scattered_codes(file: SegmentFile, rows: np.ndarray) -> Codes | ComposedCodes:
    """What a scan reads of some rows of a segment."""
    if is_composed(file):
        return _composed(file, file.take("parts", rows), file.take("part_lengths", rows))
    return Codes(*(file.take(name, rows) for name in _CODES))


def _composed(file: SegmentFile, parts: np.ndarray, lengths: np.ndarray) -> ComposedCodes:
    used, numbers = renumbered(parts, file.length("codes"))
    if len(used) and len(used) == used[-1] - used[0] + 1:  # as rows that are read together mostly have them
        table = Codes(*(file.part(name, int(used[0]), int(used[-1]) + 1) for name in _CODES))
    else:
        table = Codes(*(file.take(name, used) for name in _CODES))
    return ComposedCodes(table, numbers, lengths)


def joined_rows(several: Sequence[Coded | Composed]) -> Coded | Composed:
    """One after the other."""
    plain = [rows for rows in several if isinstance(rows, Coded)]
    return Coded.joined(plain) if len(plain) == len(several) else Composed.joined(several)


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

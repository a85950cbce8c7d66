"""What kinds of segment keep alike: their documents and their coded vectors."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import numpy as np

from timeweave.indexes.quantised import Coded, Codes, coded
from timeweave.indexes.segment_file import SegmentFile

Documents = tuple[tuple[int, str], ...]
"""Distinct ordinals, ascending, with the ids of their documents."""


def code_arrays(rows: Coded) -> dict[str, np.ndarray]:
    """As the arrays of a segment."""
    coarse = rows.coarse
    return {"codes": coarse.codes, "scales": coarse.scales, "residuals": coarse.residuals, "fine": rows.fine}


def stored_coded(file: SegmentFile) -> Coded:
    """All rows of a segment; one of an earlier version has them in 32 bits."""
    if "fine" not in file:
        return coded(file.part("vectors"))
    return Coded(stored_codes(file), file.part("fine"))


def is_wide(file: SegmentFile) -> bool:
    """Whether an earlier version wrote it, which kept vectors in 32 bits and hashes in 64."""
    return "vectors" in file or "hashes" in file


def stored_vectors(file: SegmentFile, start: int, end: int) -> np.ndarray:
    """The vectors of rows ``start`` to ``end``."""
    if "fine" not in file:
        return file.part("vectors", start, end)
    return Coded(stored_codes(file, start, end), file.part("fine", start, end)).vectors


def scattered_vectors(file: SegmentFile, rows: np.ndarray) -> np.ndarray:
    """The vectors of some rows."""
    if "fine" not in file:
        return file.take("vectors", rows)
    return Coded(scattered_codes(file, rows), file.take("fine", rows)).vectors


def stored_codes(file: SegmentFile, start: int = 0, end: int | None = None) -> Codes:
    """Rows ``start`` to ``end`` of a segment."""
    return Codes(*(file.part(name, start, end) for name in ("codes", "scales", "residuals")))


def scattered_codes(file: SegmentFile, rows: np.ndarray) -> Codes:
    """Some rows of a segment."""
    return Codes(*(file.take(name, rows) for name in ("codes", "scales", "residuals")))


def joined_codes(parts: Sequence[Codes], order: np.ndarray) -> Codes:
    """Of several together, as rows ``order`` of their concatenation."""
    return Codes(
        np.concatenate([p.codes for p in parts])[order],
        np.concatenate([p.scales for p in parts])[order],
        np.concatenate([p.residuals for p in parts])[order],
    )


def joined_coded(parts: Sequence[Coded], order: np.ndarray) -> Coded:
    """Of several together, as rows ``order`` of their concatenation."""
    return Coded(joined_codes([p.coarse for p in parts], order), np.concatenate([p.fine for p in parts])[order])


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

"""A fit of `timeweave.indexes.chunks.semantic` kept in a file, where making it anew would keep a question waiting.

The file belongs to one set of visible chunks and holds numbers only. It is no part of the committed state: one that is
missing, damaged or of another state is as good as none.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import secrets
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from timeweave.indexes.chunks.rows import ChunkRows
from timeweave.indexes.chunks.semantic import DIMENSIONS, MAX_SHARE, MAX_TERMS, MIN_ROWS, LatentSpace, fit
from timeweave.indexes.chunks.term_matrix import term_matrix
from timeweave.lexicon.lazy import lazily

SUFFIX = ".fit"
WORTH_SECONDS = 1.0  # of making it

_DIGEST = 20  # bytes
_OURS = lazily(r"[0-9a-f]{40}(?:\.[0-9a-f]{8})?\.fit")


def latent_space(rows: ChunkRows, folder: Path, *, keep: bool) -> LatentSpace:
    """The fit of what is visible: read from ``folder``, else made; with ``keep`` one that took long is left there."""
    counts, words = term_matrix(rows)
    path = folder / f"{_state(rows)}{SUFFIX}"
    known = _read(path, words)
    if known is not None:
        return known
    started = time.perf_counter()
    made = fit(counts, words)
    if keep and time.perf_counter() - started >= WORTH_SECONDS:
        forget_fits(folder)
        _write(path, made, words)
    return made


def forget_fits(folder: Path) -> None:
    """Delete what was kept, as far as the folder can be written."""
    for path in folder.glob(f"*{SUFFIX}"):
        if not _OURS.fullmatch(path.name) or path.is_symlink():
            continue
        try:
            path.unlink(missing_ok=True)
        except OSError:
            return


def _state(rows: ChunkRows) -> str:
    """Names the rows and the way in which they are fitted."""
    digest = hashlib.blake2b(repr((DIMENSIONS, MAX_TERMS, MIN_ROWS, MAX_SHARE)).encode(), digest_size=_DIGEST)
    for segment in rows.table.segments:
        digest.update(segment.file.ref.digest.encode())
    digest.update(np.packbits(rows.visible).tobytes())
    return digest.hexdigest()


def _read(path: Path, words: Sequence[str]) -> LatentSpace | None:
    try:
        content = b"" if path.is_symlink() else path.read_bytes()
    except OSError:
        return None
    digest, body = content[:_DIGEST], content[_DIGEST:]
    if hashlib.blake2b(body, digest_size=_DIGEST).digest() != digest:
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as packed:
            if sum(entry.file_size for entry in packed.infolist()) > len(body):
                return None  # not as it is written, and it may unfold to anything
        with np.load(io.BytesIO(body), allow_pickle=False) as held:
            columns = {words[term]: column for column, term in enumerate(held["terms"].tolist())}
            space = LatentSpace(columns, held["idf"], held["loadings"], held["rows"])
            return space if _fits_together(space) else None
    except (KeyError, IndexError, ValueError, EOFError, zipfile.BadZipFile):
        return None  # of a version that wrote it otherwise


def _fits_together(space: LatentSpace) -> bool:
    terms, width = len(space.columns), space.loadings.shape[-1] if space.loadings.ndim else 0
    shapes = (space.idf.shape, space.loadings.shape, space.rows.shape[1:])
    arrays = (space.idf, space.loadings, space.rows)
    return shapes == ((terms,), (terms, width), (width,)) and all(
        a.dtype.kind == "f" and bool(np.isfinite(a).all()) for a in arrays
    )


def _write(path: Path, space: LatentSpace, words: Sequence[str]) -> None:
    places = {word: place for place, word in enumerate(words)}
    terms = np.asarray([places[term] for term in space.columns], np.int64)
    body = io.BytesIO()
    np.savez(body, terms=terms, idf=space.idf, loadings=space.loadings, rows=space.rows)
    content = body.getvalue()
    unfinished = path.with_suffix(f".{secrets.token_hex(4)}{SUFFIX}")
    try:
        unfinished.write_bytes(hashlib.blake2b(content, digest_size=_DIGEST).digest() + content)
        os.replace(unfinished, path)
    except OSError:  # a store that cannot be written answers all the same
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)

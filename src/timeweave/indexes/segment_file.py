"""An immutable file of arrays, every byte of which is checked before it counts.

Layout: a head (magic, lengths, JSON that names the arrays, CRC-32 of each block), then the arrays, aligned to 64
bytes. The store remembers the BLAKE2b digest of the head and the length of the file, so that opening is cheap: it
verifies both. The arrays' blocks of 16 KiB are verified against the head when this process first reads them (a small
file, at once). So no result is ever computed from bytes other than those that were committed, up to the chance of
2^-32 that a damaged block keeps its CRC; what is damaged after it was verified, while the process runs, is found by
the next process or by `check`.
"""

from __future__ import annotations

import hashlib
import json
import math
import mmap
import os
import secrets
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from timeweave.errors import IndexDamagedError, StoreError, StoreFullError, StoreReadOnlyError, command
from timeweave.lexicon.lazy import lazily
from timeweave.records import SegmentRef

_NAME = lazily(r"[a-z]+-[0-9a-f]{16}\.segment")
BLOCK = 16 * 1024

_MAGIC = b"TWSEG\x00\x00\x01"
_PREFIX = struct.Struct("<8sIII")  # magic, length of the JSON, blocks, bytes of arrays (in 64s)
_ALIGNMENT = 64
_WHOLE_BELOW = 1024 * 1024  # bytes; a smaller file is read and verified at once
_OUT_OF_SPACE = {28, 122}  # ENOSPC, EDQUOT
_NOT_WRITABLE = {1, 13, 30}  # EPERM, EACCES, EROFS


@dataclass(frozen=True, slots=True, eq=False)
class _Array:
    values: np.ndarray
    offset: int
    row_bytes: int


def write_segment(
    folder: Path, kind: str, rows: int, arrays: Mapping[str, np.ndarray], facts: Mapping[str, object]
) -> SegmentRef:
    """Write ``arrays`` and the JSON values ``facts`` to a file of their own, flushed to disk; its name is new.

    The caller flushes the folder too (`flush_folder`) before a commit refers to the file.

    Raises:
        StoreFullError, StoreReadOnlyError: as named; what was written is taken away.
    """
    path = folder / f"{kind}-{secrets.token_hex(8)}.segment"
    body, described = _lay_out(arrays)
    description = json.dumps({"kind": kind, "rows": rows, "arrays": described, "facts": dict(facts)}).encode()
    sums = [zlib.crc32(body[i : i + BLOCK]) for i in range(0, len(body), BLOCK)]
    # spaces align the arrays, so that the head's digest covers every byte before them
    description += b" " * (-(_PREFIX.size + len(description) + 4 * len(sums)) % _ALIGNMENT)
    head = _PREFIX.pack(_MAGIC, len(description), len(sums), len(body) // _ALIGNMENT)
    head += description + np.asarray(sums, "<u4").tobytes()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.write(head)
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        path.unlink(missing_ok=True)
        raise _write_error(error, path) from error
    return SegmentRef(path.name, kind, rows, len(head) + len(body), hashlib.blake2b(head, digest_size=20).hexdigest())


def is_segment(name: str) -> bool:
    """Whether the store's own files have such names: any other is a stranger's, and none leads elsewhere."""
    return _NAME.fullmatch(name) is not None


def spare(folder: Path, names: Iterable[str]) -> None:
    """Let files that a transaction replaces look new: the committed state needs them until it is committed, and a
    reader may still be about to open them after that; what sweeps looks at their age.
    """
    for name in filter(is_segment, names):
        with suppress(FileNotFoundError):  # a lost one may be what is being mended
            os.utime(folder / name, follow_symlinks=False)


class SegmentFile:
    """A segment open for reading. ``facts`` are the JSON values that it was written with.

    Raises:
        IndexDamagedError: when the file is missing, has another length, or a head other than what was committed.
    """

    def __init__(self, folder: Path, ref: SegmentRef) -> None:
        self.ref = ref
        self.path = folder / ref.name
        if not is_segment(ref.name):
            raise self.damaged("has a name that no index file has")
        try:
            # neither followed elsewhere nor waited for, as a pipe would be
            with open(os.open(self.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
                size = os.fstat(file.fileno()).st_size
                if size != ref.bytes:
                    raise self.damaged(f"has {size:,} bytes instead of {ref.bytes:,}")
                self._bytes: bytes | mmap.mmap = (
                    file.read() if size < _WHOLE_BELOW else mmap.mmap(file.fileno(), size, prot=mmap.PROT_READ)
                )
        except FileNotFoundError:
            raise self.damaged("is missing") from None
        except OSError as error:
            raise self.damaged(f"cannot be read ({error.strerror})") from error
        self._read_head()
        if size < _WHOLE_BELOW:
            self.verify()

    def __contains__(self, array: str) -> bool:
        return array in self._arrays

    def length(self, array: str) -> int:
        """Rows of an array."""
        return len(self._arrays[array].values)

    def part(self, array: str, start: int = 0, end: int | None = None) -> np.ndarray:
        """Rows ``start`` to ``end`` of an array, verified; no copy."""
        stored = self._arrays[array]
        end = len(stored.values) if end is None else end
        if self._unverified:
            self._verify_blocks(stored.offset + start * stored.row_bytes, stored.offset + end * stored.row_bytes)
        return stored.values[start:end]

    def take(self, array: str, rows: np.ndarray) -> np.ndarray:
        """Scattered rows of an array, verified; a copy."""
        stored = self._arrays[array]
        if len(rows) and self._unverified:
            starts = stored.offset + np.asarray(rows, np.int64) * stored.row_bytes
            blocks = np.concatenate([starts // BLOCK, (starts + stored.row_bytes - 1) // BLOCK])
            unread = blocks[np.frombuffer(self._verified, np.uint8)[blocks] == 0]
            for block in sorted(set(unread.tolist())):
                self._verify_blocks(block * BLOCK, block * BLOCK + 1)
        return np.asarray(stored.values[rows])

    def verify(self) -> None:
        """Check every block.

        Raises:
            IndexDamagedError: naming the file.
        """
        self._verify_blocks(0, len(self._sums) * BLOCK)

    def damaged(self, what: str) -> IndexDamagedError:
        """The error for this file."""
        remedy = f"{repairing(self.path.parent)} rebuilds it from the documents"
        return IndexDamagedError(f"index file {self.ref.name!r} {what}: {remedy}", path=str(self.path))

    def _read_head(self) -> None:
        if self.ref.bytes < _PREFIX.size:
            raise self.damaged("is too short")
        magic, length, blocks, size = _PREFIX.unpack(self._bytes[: _PREFIX.size])
        end = _PREFIX.size + length + 4 * blocks
        head = self._bytes[:end]
        if magic != _MAGIC or hashlib.blake2b(head, digest_size=20).hexdigest() != self.ref.digest:
            raise self.damaged("is not the one that was committed")
        self._sums: Sequence[int] = np.frombuffer(head, "<u4", blocks, _PREFIX.size + length).tolist()
        self._start = end
        self._size = size * _ALIGNMENT
        self._verified = bytearray(blocks)
        self._unverified = blocks
        try:
            description = json.loads(head[_PREFIX.size : _PREFIX.size + length])
            if (description["kind"], description["rows"]) != (self.ref.kind, self.ref.rows):
                raise ValueError("another kind, or number of rows, than was committed")
            self.facts: dict[str, object] = description["facts"]
            self._arrays = {name: self._array(*stored) for name, stored in description["arrays"].items()}
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
            raise self.damaged("describes what is no index") from error

    def _array(self, dtype: str, shape: Sequence[int], offset: int) -> _Array:
        count = math.prod(shape)
        values = np.frombuffer(self._bytes, dtype, count, self._start + offset).reshape(shape)
        return _Array(values, offset, values.itemsize * math.prod(shape[1:]))

    def _verify_blocks(self, first: int, end: int) -> None:
        """Check the blocks that hold bytes ``first`` to ``end`` of the arrays, unless that was done."""
        low, high = first // BLOCK, min(-(-end // BLOCK), len(self._sums))
        block = self._verified.find(0, low, high)
        if block < 0:
            return
        while block >= 0:
            start = self._start + block * BLOCK
            length = min(BLOCK, self._size - block * BLOCK)
            if zlib.crc32(memoryview(self._bytes)[start : start + length]) != self._sums[block]:
                raise self.damaged(f"is damaged between bytes {start:,} and {start + length:,}")
            self._verified[block] = 1
            block = self._verified.find(0, block + 1, high)
        # counted anew, since threads that scan side by side may verify the same block
        self._unverified = self._verified.count(0)


def repairing(folder: Path) -> str:
    """The command that makes the index files in ``folder``, which is the store's own, anew."""
    return command("check --repair", folder.parent)


def _lay_out(arrays: Mapping[str, np.ndarray]) -> tuple[bytearray, dict[str, object]]:
    body = bytearray()
    described: dict[str, object] = {}
    for name, array in arrays.items():
        described[name] = [array.dtype.newbyteorder("<").str, list(array.shape), len(body)]
        body += np.ascontiguousarray(array).tobytes()
        body += bytes(-len(body) % _ALIGNMENT)
    return body, described


def _write_error(error: OSError, path: Path) -> StoreError:
    if error.errno in _OUT_OF_SPACE:
        return StoreFullError(f"no space left for {str(path)!r}: nothing of this document was kept", path=str(path))
    if error.errno in _NOT_WRITABLE:
        return StoreReadOnlyError(f"{str(path.parent)!r} cannot be written: check its permissions", path=str(path))
    return StoreError(f"{str(path)!r} cannot be written: {error.strerror}", path=str(path))

"""Ingests on disk: what was acknowledged is here until it is in the store, whatever becomes of the process.

An ingest is a folder ``ingests/ID`` in the store's: ``job.json`` says how far it is, beside it lies what was sent,
under names of our own. It is made under another name and put in place whole.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import errno
import fcntl
import hashlib
import json
import os
import re
import secrets
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import IO, Any

from timeweave.errors import NotFoundError, StoreError, StoreFullError, StoreReadOnlyError
from timeweave.server.problems import Problem, RefusedError, quoted
from timeweave.store.locking import flush_folder

FOLDER = "ingests"
QUEUED, RUNNING, DONE, FAILED, CANCELLED = "queued", "running", "done", "failed", "cancelled"
OPEN = frozenset({QUEUED, RUNNING})
_RECORD = "job.json"
_ID = re.compile(r"[0-9]{14}-[0-9a-f]{16}")
_MARK = re.compile("[\"'`]")
_OFTEN = 2  # times that a process may end by chance
_KEPT = 500  # ingests that are over and still told of
_MOST_FAILED = 1_000  # failures of one ingest that are told
_MOST_WARNED = 100
_EXAMPLES = 3
_DATE_THEM = (
    'give each a "date" (2024-03-05), name the field that holds it (mapping {"date": "FIELD"}), or write it into the '
    "name of the file (2024-03-05-title.md) or above the text (date: 2024-03-05)"
)


@dataclass(slots=True)
class Job:
    """An ingest. ``done`` counts what was handled: each document, and each input that could not be read."""

    id: str
    received: int
    created: str
    files: list[list[str]]  # name on disk, name as given
    mapping: dict[str, str]
    markup: str | None
    digest: str
    key: str | None = None
    state: str = QUEUED
    done: int = 0
    added: int = 0
    unchanged: int = 0
    replaced: int = 0
    failed: list[dict[str, Any]] = field(default_factory=list)
    failures: int = 0
    error: str | None = None
    attempts: int = 0
    undated: int = 0  # documents without a date
    examples: list[str] = field(default_factory=list)  # of these
    warned: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """What clients are told."""
        names = ("id", "state", "received", "done", "added", "unchanged", "replaced", "failed", "failures", "error")
        return {**{name: getattr(self, name) for name in names}, "warnings": self.warnings(), "created": self.created}

    def warnings(self) -> list[str]:
        """What those who sent it should know of what was added."""
        if not self.undated:
            return list(self.warned)
        named = ", ".join(map(quoted, self.examples)) + (", …" if self.undated > len(self.examples) else "")
        who = ("1 document has" if self.undated == 1 else f"{self.undated:,} documents have") + " no date"
        counts = "it counts" if self.undated == 1 else "they count"
        which = f" ({named})" if self.examples else ""
        return [f"{who}{which}: {counts} as published on the day of the ingest; {_DATE_THEM}", *self.warned]

    def fail(self, source: str, line: int | None, error: str) -> None:
        """Count an input that could not be added."""
        self.failures += 1
        if len(self.failed) < _MOST_FAILED:
            self.failed.append({"source": source, "line": line, "error": error})

    def add_undated(self, ids: Sequence[str]) -> None:
        """Count documents that nobody dates."""
        self.undated += len(ids)
        self.examples += ids[: max(0, _EXAMPLES - len(self.examples))]

    def warn(self, message: str) -> None:
        """Keep what is to be said, once."""
        if message not in self.warned and len(self.warned) < _MOST_WARNED:
            self.warned.append(message)

    def forget(self) -> None:
        """Keep of all messages only what they quote of no input."""
        self.examples, self.warned = [], [unquoted(one) for one in self.warned]
        self.failed = [{**one, "error": unquoted(one["error"])} for one in self.failed]
        self.error = None if self.error is None else unquoted(self.error)


def unquoted(message: str) -> str:
    """A message without what it quotes of an input, or may quote: from its first mark of quotation to its last."""
    pieces = _MARK.split(message)
    return message if len(pieces) == 1 else f"{pieces[0]}…{pieces[-1].rpartition('…')[2]}"


@dataclass(frozen=True, slots=True)
class Upload:
    """What is sent: files as pairs of a suffix and a stream, each with the name that it was given."""

    files: Sequence[tuple[str, str, IO[bytes]]]  # suffix, name, bytes
    received: int
    mapping: Mapping[str, str]
    markup: str | None
    key: str | None


class Spool:
    """The ingests of one knowledge base. Safe for threads; one process has it."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER
        self._folder.mkdir(mode=0o700, exist_ok=True)
        self._lock = os.open(self._folder / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._lock)
            raise
        self._guard = threading.RLock()
        self._jobs: dict[str, Job] = {}
        self._keys: dict[str, str] = {}
        self._sweep()
        for folder in sorted(self._folder.iterdir()):
            if _ID.fullmatch(folder.name) and (job := _read(folder)) is not None:
                self._remember(job)

    def close(self) -> None:
        """Let another process have it."""
        os.close(self._lock)

    @property
    def folder(self) -> Path:
        """Where the ingests lie."""
        return self._folder

    def jobs(self) -> list[Job]:
        """All that are told of, the newest first."""
        with self._guard:
            return sorted(self._jobs.values(), key=lambda job: job.id, reverse=True)

    def waiting(self) -> list[Job]:
        """Those that are not over, the oldest first; behind all others those during which the process ended often."""
        with self._guard:
            waiting = [job for job in self._jobs.values() if job.state in OPEN]
            return sorted(waiting, key=lambda job: (job.attempts > _OFTEN, job.id))

    def get(self, id_: str) -> Job:
        """The ingest called ``id_``.

        Raises:
            NotFoundError: there is none.
        """
        with self._guard:
            if (job := self._jobs.get(id_)) is None:
                raise NotFoundError(f"no ingest {id_[:80]!r}: GET ingests lists those that are known")
            return job

    def put(self, upload: Upload) -> tuple[Job, bool]:
        """Keep what was sent, on disk when this returns, and whether it is new: the same under the same key is not.

        Raises:
            RefusedError: the key was used for something else.
        """
        id_ = f"{dt.datetime.now(dt.UTC):%Y%m%d%H%M%S}-{secrets.token_hex(8)}"
        part = self._folder / f".{id_}.part"
        try:
            part.mkdir(mode=0o700)
            names, digest = _write_files(part, upload)
            created = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
            how = dict(upload.mapping), upload.markup
            job = Job(id_, upload.received, created, names, *how, digest, upload.key)
            with self._guard:
                if (known := self._of_key(upload.key, digest)) is not None:
                    return known, False
                _write(part, job, durable=True)
                part.rename(self._folder / id_)
                flush_folder(self._folder)
                self._remember(job)
            return job, True
        except OSError as error:
            raise unkept(error, self._folder) from None
        finally:
            shutil.rmtree(part, ignore_errors=True)

    def update(self, job: Job, change: Callable[[Job], None], *, durable: bool = False) -> None:
        """Change what is known of an ingest, here and on disk; of one that is over, what was sent is let go."""
        with self._guard:
            change(job)
            folder = self._folder / job.id
            _write(folder, job, durable=durable or job.state not in OPEN)
            if job.state not in OPEN:
                for name, _ in job.files:
                    (folder / name).unlink(missing_ok=True)
        if job.state not in OPEN:
            self._prune()

    def forget(self) -> None:
        """Tell no more what any input said, as a document is gone that may have said it; disks never knew."""
        with self._guard:
            for job in self._jobs.values():
                job.forget()

    def cancel(self, id_: str) -> Job:
        """End an ingest that is not over; what was added of it stays.

        Raises:
            NotFoundError: there is none.
            RefusedError: it is over.
        """
        with self._guard:
            job = self.get(id_)
            if job.state not in OPEN:
                detail = f"the ingest {id_!r} is over: it is {job.state}"
                raise RefusedError(Problem(409, "over", detail, "take documents back one by one"))
            self.update(job, lambda known: setattr(known, "state", CANCELLED))
            return job

    def _of_key(self, key: str | None, digest: str) -> Job | None:
        known = None if key is None else self._jobs.get(self._keys.get(key, ""))
        if known is not None and known.digest != digest:
            detail = f"the Idempotency-Key {str(key)[:80]!r} was used for another request, the ingest {known.id!r}"
            raise RefusedError(Problem(409, "key-used", detail, "make a new key for each request"))
        return known

    def _remember(self, job: Job) -> None:
        self._jobs[job.id] = job
        if job.key is not None:
            self._keys[job.key] = job.id

    def _prune(self) -> None:
        with self._guard:
            over = sorted(job.id for job in self._jobs.values() if job.state not in OPEN)
            for id_ in over[: max(0, len(over) - _KEPT)]:
                job = self._jobs.pop(id_)
                if job.key is not None and self._keys.get(job.key) == id_:
                    del self._keys[job.key]
                shutil.rmtree(self._folder / id_, ignore_errors=True)

    def _sweep(self) -> None:
        """Remove what was being written, and acknowledged to nobody, when a process ended."""
        for folder in self._folder.glob(".*.part"):
            shutil.rmtree(folder, ignore_errors=True)


def unkept(error: OSError, folder: Path) -> StoreError:
    """What it means to a client that something cannot be written."""
    kind = StoreFullError if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) else StoreReadOnlyError
    return kind(f"{str(folder)!r} cannot be written: {error.strerror}", path=str(folder))


def _write_files(part: Path, upload: Upload) -> tuple[list[list[str]], str]:
    """Write what was sent; gives the names, and a digest of all that decides what comes of it."""
    names: list[list[str]] = []
    total = hashlib.sha256(json.dumps([sorted(upload.mapping.items()), upload.markup]).encode())
    for number, (suffix, name, stream) in enumerate(upload.files, 1):
        own = f"{number:05d}{suffix}"
        one = hashlib.sha256()
        with (part / own).open("xb") as file:
            for block in _blocks(stream):
                one.update(block)
                file.write(block)
            file.flush()
            os.fsync(file.fileno())
        names.append([own, name])
        total.update(json.dumps([name, one.hexdigest()]).encode())
    return names, total.hexdigest()


def _blocks(stream: IO[bytes]) -> Iterator[bytes]:
    while block := stream.read(1 << 20):
        yield block


def _write(folder: Path, job: Job, *, durable: bool) -> None:
    draft = folder / f"{_RECORD}.new"
    kept = replace(job)
    kept.forget()
    with draft.open("w", encoding="ascii") as file:
        json.dump(asdict(kept), file)
        if durable:
            file.flush()
            os.fsync(file.fileno())
    draft.replace(folder / _RECORD)
    if durable:
        flush_folder(folder)


def _read(folder: Path) -> Job | None:
    with contextlib.suppress(OSError, ValueError, TypeError):
        return Job(**json.loads((folder / _RECORD).read_text(encoding="ascii")))
    return None

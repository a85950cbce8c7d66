"""A process in which each write of an operation in turn goes wrong; run with `faulty_writes.c` preloaded.

python every_write.py LIBRARY FOLDER OPERATION FAULT STEP [FIRST]

For k = FIRST, FIRST + STEP, ... the k-th call that changes a file of a copy of the store fails, in a process of its
own, until the operation has no k-th. What is wrong once the store was opened again is a line of standard output; the
last line is a count.
"""

from __future__ import annotations

import ctypes
import datetime as dt
import errno
import os
import shutil
import sqlite3
import sys
import traceback
import warnings
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
from leftovers import found_in

import timeweave
from timeweave.errors import EmbedderMismatchError, TimeweaveError

FAULTS = {"kill": 0, **{name: getattr(errno, name) for name in ("ENOSPC", "EIO", "EROFS")}}
ACKNOWLEDGED, REFUSED, CRASHED = 0, 10, 20


class Embedder:
    """Vectors from letters, without a thread that a fork would lose."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.dimensions = 16

    def embed(self, texts: list[str]) -> np.ndarray:
        """One row of unit length per text."""
        rows = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for place, letter in enumerate(text):
                row[(ord(letter) + (place % 3)) % self.dimensions] += 1
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def document(number: int) -> timeweave.Document:
    """One that says something."""
    text = f"Halden Optics reported revenue of ${number} million for Quillmark{number} in the first quarter of 2023."
    return timeweave.Document(f"doc-{number}", text, date=dt.date(2023, 5, 1 + number))


def opened(folder: Path, name: str | None = "letters") -> timeweave.KnowledgeBase:
    """The store of the tests."""
    return timeweave.open(folder, embedder=None if name is None else Embedder(name))


def add(folder: Path) -> None:
    with opened(folder) as kb:
        kb.add([document(7)], workers=1)


def correct(folder: Path) -> None:
    with opened(folder) as kb:
        changed = timeweave.Document("doc-1", "Halden Optics closed its plant in Leeds.", date=dt.date(2023, 6, 1))
        kb.add([changed], workers=1)


def remove(folder: Path) -> None:
    with opened(folder) as kb:
        kb.remove("doc-1")


def reembed(folder: Path) -> None:
    with opened(folder) as kb:
        kb.rebuild(embedder=Embedder("other letters"))


def repair(folder: Path) -> None:
    with opened(folder) as kb:
        if kb.check(repair=True):
            raise RuntimeError("it was not mended")


def create(folder: Path) -> None:
    shutil.rmtree(folder)
    add(folder)


OPERATIONS: dict[str, Callable[[Path], None]] = {
    "add": add, "correct": correct, "remove": remove, "reembed": reembed, "repair": repair, "create": create,
}  # fmt: skip


def held(folder: Path, name: str) -> set[tuple[str, str]]:
    """The visible documents, with their days."""
    with opened(folder, name) as kb:
        kb.search("What was the revenue of Halden Optics?")
        return {(d.id, str(d.observed)) for d in kb.documents()}


def main(library: str, base: Path, operation: str, fault: str, step: int, first: int) -> int:
    """How many calls were let fail."""
    shim = ctypes.CDLL(library)
    sound, work = base / "sound", base / "work"
    with opened(sound) as kb:
        for number in range(1, 5):
            kb.add([document(number)], workers=1)
    before = held(sound, "letters")
    copied(sound, work, operation)
    OPERATIONS[operation](work)
    name = "other letters" if operation == "reembed" else "letters"
    after = held(work, name)
    k = first
    while attempt(shim, sound, work, operation, fault, k, (before, after)):
        k += step
    return (k - first) // step


def copied(sound: Path, work: Path, operation: str) -> None:
    """The store that the operation finds."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(sound, work)
    if operation == "repair":
        next((work / "segments").glob("statements-*.segment")).unlink()


def attempt(
    shim: ctypes.CDLL, sound: Path, work: Path, operation: str, fault: str, k: int, states: tuple[set, set]
) -> bool:
    """Whether there was a k-th call to let fail; what is wrong afterwards goes to standard output."""
    copied(sound, work, operation)
    child = os.fork()
    if child == 0:
        os._exit(outcome(shim, work, operation, fault, k))
    _, status = os.waitpid(child, 0)
    ended = os.waitstatus_to_exitcode(status)
    reached = (base_of(work) / "reached").exists() or ended < 0
    (base_of(work) / "reached").unlink(missing_ok=True)
    problem = wrong(work, operation, ended, states) if ended in (ACKNOWLEDGED, REFUSED) or ended < 0 else "it crashed"
    if problem:
        sys.stdout.write(f"{operation} {fault} {k}: {problem}\n")
        sys.stdout.flush()
    return reached


def base_of(work: Path) -> Path:
    """Where the store is, which is not watched."""
    return work.parent


def outcome(shim: ctypes.CDLL, work: Path, operation: str, fault: str, k: int) -> int:
    """Run the operation; how it ended. That the k-th call was reached is noted beside the store."""
    ended = ACKNOWLEDGED
    shim.faulty_arm(os.fsencode(work), ctypes.c_long(k), FAULTS[fault])
    try:
        OPERATIONS[operation](work)
    except TimeweaveError:
        ended = REFUSED
    except BaseException:  # noqa: BLE001 - told to the parent
        ended = CRASHED
        traceback.print_exc(file=sys.stdout)
        sys.stdout.flush()
    shim.faulty_count.restype = ctypes.c_long
    if shim.faulty_count() >= k:
        (base_of(work) / "reached").touch()
    return ended


def wrong(work: Path, operation: str, ended: int, states: tuple[set, set]) -> str:
    """What is not as it must be after an operation that was broken off."""
    before, after = states
    if operation == "create" and not (work / "store.db").exists():
        return "" if ended != ACKNOWLEDGED else "what was acknowledged is not there"
    for name in ("letters", "other letters"):
        try:
            with opened(work, name) as kb:
                problems = kb.check(repair=operation == "repair")
            found = held(work, name)
            break
        except EmbedderMismatchError:
            continue
    else:
        return "it cannot be opened"
    allowed = [after] if ended == ACKNOWLEDGED else [before, after]
    if operation == "create":
        allowed.append(set())
    if problems:
        return f"{problems}"
    if operation == "remove" and found == after and (left := found_in(work, "Quillmark1")):
        return f"what was removed still stands in {left}"
    if operation in ("add", "correct") and (left := unlisted(work)):
        return f"the next writer left {left}"
    return "" if found in allowed else f"it holds {sorted(found)}"


def unlisted(work: Path) -> set[str]:
    """The index files that no state refers to, after one more document was added."""
    with opened(work) as kb:
        kb.add([document(9)], workers=1)
    with closing(sqlite3.connect(work / "store.db")) as connection:
        listed = {name for (name,) in connection.execute("SELECT name FROM segments")}
    return {path.name for path in (work / "segments").iterdir()} - listed


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    tried = main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:5], int(sys.argv[5]), int((*sys.argv[6:], "1")[0]))
    sys.stdout.write(f"{tried}\n")

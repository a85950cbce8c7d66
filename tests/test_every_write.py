"""Whichever write goes wrong, nothing that was acknowledged is lost: each call of each operation fails in turn."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FAULTS = ("ENOSPC", "EIO", "EROFS", "kill")
OPERATIONS = ("create", "add", "correct", "remove", "reembed", "repair")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What stands between a process and its files, where it can be made."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or not sys.platform.startswith("linux"):
        pytest.skip("calls are intercepted by a library for Linux, which a C compiler makes")
    made = tmp_path_factory.mktemp("library") / "faulty_writes.so"
    done = subprocess.run(
        [compiler, "-shared", "-fPIC", "-o", made, HERE / "faulty_writes.c", "-ldl"], capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"the library cannot be made here: {done.stderr[-300:]}")
    return made


def let_fail(library: Path, folder: Path, operation: str, fault: str, step: int, first: int = 1) -> int:
    """How many calls were let fail; nothing is wrong after any of them."""
    command = [sys.executable, HERE / "every_write.py", library, folder, operation, fault, str(step), str(first)]
    environment = {**os.environ, "LD_PRELOAD": str(library)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    *wrong, count = done.stdout.splitlines()
    assert wrong == []
    return int(count)


@pytest.mark.parametrize(
    ("operation", "fault", "first"), [("add", "EIO", 2), ("remove", "kill", 5), ("add", "kill", 9)]
)
def test_some_writes_go_wrong(library: Path, tmp_path: Path, operation: str, fault: str, first: int) -> None:
    """TK-08: after a failing disk or a kill at some of the writes, the store opens, is sound and holds what it held."""
    assert let_fail(library, tmp_path, operation, fault, 23, first) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("fault", FAULTS)
def test_every_write_goes_wrong_once(library: Path, tmp_path: Path, operation: str, fault: str) -> None:
    """TK-08: the same at every single call that changes a file, of every operation."""
    assert let_fail(library, tmp_path, operation, fault, 1) >= 40

"""The command as users run it, in processes of its own, on a knowledge base made of the bundled corpus."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import timeweave
from timeweave.cli.main import app
from timeweave.errors import NoStoreError

CORPUS = Path(str(files("timeweave.demo") / "corpus"))
COMMAND = [sys.executable, "-m", "timeweave"]


@dataclass(frozen=True)
class Ran:
    """What a process left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def inherited() -> dict[str, str]:
    """The environment without what would set a knowledge base or a model."""
    ours = ("TIMEWEAVE_", "OPENAI_", "COLUMNS", "FORCE_COLOR")
    return {k: v for k, v in os.environ.items() if not k.startswith(ours) or k == "TIMEWEAVE_SHARED"}


def run(*args: str | Path, cwd: Path | None = None, **environment: str) -> Ran:
    """Run `timeweave` with ``args``; settings of the caller's shell do not reach it."""
    done = subprocess.run(
        [*COMMAND, *map(str, args)],
        cwd=cwd,
        env={**inherited(), **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=240,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def invoke(*args: str | Path, **environment: str) -> Ran:
    """Run `timeweave` in this process, where no process of its own is what is tested: it starts sooner."""
    ours = {name: None for name in os.environ if name not in inherited()}
    ran = CliRunner().invoke(app, [*map(str, args)], env={**ours, **environment})
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        raise ran.exception
    return Ran(ran.exit_code, ran.stdout, ran.stderr)


@pytest.fixture(scope="session")
def corpus_kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base of the bundled corpus; tests only read it."""
    folder = tmp_path_factory.mktemp("cli") / "kb"
    added = run("add", CORPUS, "--kb", folder, "--json")
    assert added.status == 0, added.err
    assert added.json["added"] == 30
    return folder


@pytest.fixture(scope="session")
def on_corpus(corpus_kb: Path) -> Callable[..., Ran]:
    """Run a reading command on the corpus; the same command is run once."""

    @functools.cache
    def cached(*args: str) -> Ran:
        return invoke(*args, "--kb", corpus_kb)

    return cached


def acknowledged(kb: Path) -> int:
    """How many documents a store that another process may be making just now holds for sure."""
    try:
        with timeweave.open(kb, create=False, read_only=True) as base:
            return base.stats().counts["documents"]
    except NoStoreError:
        return 0


def end_asking(before: set[threading.Thread]) -> None:
    """Wait for the questions that were given up since then, so that they reach the server no later than now."""
    for thread in set(threading.enumerate()) - before:
        if thread.name == "timeweave-ask":
            thread.join(240)


def until(true: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Wait for what is true only while ``process`` is at work."""
    while not true():
        assert process.poll() is None, "the command ended before it was interrupted"
        time.sleep(0.02)

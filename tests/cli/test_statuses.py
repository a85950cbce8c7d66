"""Exit statuses: 0 done, 1 some inputs failed, 2 usage or configuration, 3 the store is damaged or in use."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from typer.testing import CliRunner

from timeweave.cli.main import app
from timeweave.store.sqlite import SqliteStore

from .conftest import COMMAND, Ran, run

Run = Callable[..., Ran]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("search", "x", "--as-of", "someday"), "--as-of: 'someday'"),
        (("search", "x", "--as-of", "2024/.."), "has no last day"),
        (("ask", "x", "--mode", "magic"), "mode 'magic' does not exist"),
        (("ask", "x", "--mode", "rason"), "mode 'rason' does not exist"),
        (("search",), "give either a question or --questions"),
        (("search", "x", "--questions", "q.jsonl"), "give either a question or --questions"),
        (("search", "x", "--out", "o.jsonl"), "--out goes with --questions"),
        (("search", "--questions", "missing.jsonl"), "missing.jsonl"),
        (("search", "x", "--budget", "0"), "--budget"),
        (("search", " "), "is empty"),
        (("changes", "--since", "yore"), "--since: 'yore'"),
        (("reembed", "nonsense"), "no embedder 'nonsense'"),
        (("report",), "give either a period, such as 2024-Q1, or --all"),
        (("report", "2024", "--all"), "give either a period, such as 2024-Q1, or --all"),
        (("report", "--all", "--as-of", "2024"), "--all goes without --as-of"),
        (("search", "--questions", "q.jsonl", "--figure", "f.svg"), "--figure goes with one question"),
        (("ask", "x", "--llm", "gpt"), "write PROVIDER:MODEL"),
        (("frobnicate",), "frobnicate"),
    ],
)
def test_what_is_not_understood_is_status_2(corpus_kb: Path, args: tuple[str, ...], said: str) -> None:
    """A wrong option or word is quoted on standard error, standard output stays empty, the status is 2."""
    ran = CliRunner().invoke(app, [*args, "--kb", str(corpus_kb)] if args[0] != "frobnicate" else args)
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert said in ran.stderr


@pytest.mark.parametrize(
    "args",
    [
        ("search", "x"),
        ("timeline", "x"),
        ("stats",),
        ("check",),
        ("remove", "x"),
        ("changes",),
        ("entities",),
        ("entities", "x"),
    ],
)
def test_a_store_that_is_not_there_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]
) -> None:
    """Reading from a folder without a store is a usage error that says so, and leaves no folder behind."""
    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(app, [*args, "--kb", "nowhere", "--json"])
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert "no store in 'nowhere'" in ran.stderr
    assert not list(tmp_path.iterdir())


def test_a_process_ends_with_the_status(tmp_path: Path) -> None:
    """What holds for the application holds for the process: status 2, one line on standard error."""
    ran = run("search", "x", "--kb", "nowhere", "--json", cwd=tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "error: no store in 'nowhere': add documents to make one\n"


def test_an_unknown_embedder_makes_no_store(tmp_path: Path) -> None:
    """`add --embedder NAME` with a name that does not exist is status 2, and nothing is made."""
    ran = run("add", "x.txt", "--embedder", "nonsense", cwd=tmp_path)
    assert ran.status == 2
    assert "no embedder 'nonsense'" in ran.err
    assert not list(tmp_path.iterdir())


def test_unknown_names_are_status_1(on_corpus: Run) -> None:
    """An unknown document or entity is an input that failed; the message names it, and near ones."""
    ran = on_corpus("timeline", "Quilon Instrumnts", "--json")
    assert (ran.status, ran.out) == (1, "")
    assert "'Quilon Instrumnts'" in ran.err
    assert "Quillon Instruments" in ran.err


@pytest.fixture
def copy(corpus_kb: Path, tmp_path: Path) -> Path:
    """A knowledge base of the corpus that may be spoilt."""
    return Path(shutil.copytree(corpus_kb, tmp_path / "kb"))


def test_remove_takes_back_what_it_can(copy: Path) -> None:
    """TK-08: known documents go with their facts, unknown ones are named, and the status says that some failed."""
    before = run("stats", "--json", "--kb", copy).json
    ran = run("remove", "quillon-2024-q1", "nope", "--json", "--kb", copy)
    assert ran.status == 1
    assert ran.json["removed"] == 1
    assert [(f["source"], f["line"]) for f in ran.json["failed"]] == [("nope", None)]
    after = run("stats", "--json", "--kb", copy).json
    assert after["documents"] == before["documents"] - 1
    assert after["facts"] < before["facts"]


def test_a_damaged_database_is_status_3(copy: Path) -> None:
    """A damaged store is reported as such by every command, and `check` says what can be saved."""
    with (copy / "store.db").open("r+b") as database:
        database.write(b"not a database at all")
    ran = run("search", "x", "--json", "--kb", copy)
    assert (ran.status, ran.out) == (3, "")
    assert "is damaged" in ran.err
    checked = run("check", "--json", "--kb", copy)
    assert checked.status == 3
    assert checked.json["ok"] is False
    assert [set(p) for p in checked.json["problems"]] == [{"what", "where", "repairable"}] * 2
    assert "30 of 30 document versions can be saved" in checked.json["problems"][1]["what"]
    assert run("check", "--kb", copy, "--salvage", copy.parent / "saved").status == 3
    anew = run("add", copy.parent / "saved", "--kb", copy.parent / "anew", "--json")
    assert (anew.status, anew.json["added"]) == (0, 30)


@pytest.mark.slow
def test_a_damaged_index_is_found_and_rebuilt(copy: Path, on_corpus: Run) -> None:
    """A flipped byte in an index file is found by `check` (status 3) and mended by `--repair` (status 0)."""
    question = ("search", "Who leads Quillon now?", "--as-of", "2025-01-01", "--json")
    files = (file for file in (copy / "segments").iterdir() if file.suffix != ".fit")  # one that is damaged is no harm
    victim = max(files, key=lambda file: file.stat().st_size)
    content = bytearray(victim.read_bytes())
    content[len(content) // 2] ^= 0xFF
    victim.write_bytes(content)
    checked = run("check", "--json", "--kb", copy)
    assert checked.status == 3
    assert any(p["repairable"] and victim.name in p["where"] + p["what"] for p in checked.json["problems"])
    repaired = run("check", "--repair", "--json", "--kb", copy)
    assert (repaired.status, repaired.json["ok"]) == (0, True)
    assert run(*question, "--kb", copy).json["evidence"] == on_corpus(*question).json["evidence"]


@pytest.mark.slow
def test_a_store_in_use_is_status_3(copy: Path) -> None:
    """A writer that cannot get the lock gives up with the holder's number; readers go on meanwhile."""
    with SqliteStore.open(copy) as store, store.transaction():
        ran = run("remove", "quillon-2024-q1", "--kb", copy)
        assert run("stats", "--json", "--kb", copy).status == 0
    assert ran.status == 3
    assert "is being written by" in ran.err


def test_a_reader_that_leaves_ends_it_quietly(corpus_kb: Path) -> None:
    """`timeweave changes | head -1` leaves no traceback."""
    with subprocess.Popen(
        [*COMMAND, "changes", "--kb", str(corpus_kb)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
    assert said == ""


def test_help_and_version() -> None:
    """`--help` names every command; `--version` is that of the installed package."""
    ran = run("--help")
    assert ran.status == 0
    commands = ("add", "remove", "search", "ask", "timeline", "report", "changes", "stats", "check", "reembed", "demo")
    assert all(f" {command} " in ran.out for command in commands)
    try:
        installed = version("timeweave")
    except PackageNotFoundError:
        return
    assert run("--version").out == f"timeweave {installed}\n"

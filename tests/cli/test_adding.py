"""`timeweave add`: what is taken in, what is said about the rest, and where it goes."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from .conftest import COMMAND, acknowledged, inherited, run, until

MARKED_UP = "The [bold]Acme[/bold] tender [red] closed with :tada: at [/] 7 bids in May 2024.\x1b[31m"


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a broken line, an undated note, renamed fields and text that looks like markup."""
    folder = tmp_path_factory.mktemp("mixed")
    lines = [
        json.dumps({"key": "marked", "body": MARKED_UP, "date": "2024-06-01"}),
        "{broken",
        json.dumps({"key": "second", "body": "Acme moved to Oslo in 2023.", "date": "2023-05-05"}),
    ]
    (folder / "rows.jsonl").write_text("\n".join(lines) + "\n")
    (folder / "note.txt").write_text("A note without any date about Acme.")
    return folder


@pytest.fixture(scope="module")
def added(mixed: Path) -> Path:
    """The default store beside it, filled with `--map` and `--json`."""
    ran = run("add", "rows.jsonl", "note.txt", "nothing.txt", "--map", "id=key,text=body", "--json", cwd=mixed)
    assert ran.status == 1
    assert ran.json["added"] == 3
    assert (ran.json["unchanged"], ran.json["replaced"]) == (0, 0)
    assert set(ran.json) == {
        *("added", "unchanged", "replaced", "reread", "failed"),
        *("fallbacks", "by_rules", "other_relations", "stopped", "usage", "elapsed_ms"),
    }
    broken, missing = ran.json["failed"]
    assert (broken["source"], broken["line"]) == ("rows.jsonl", 2)
    assert (missing["source"], missing["line"]) == ("nothing.txt", None)
    assert ran.json["usage"]["extract"]["calls"] == 0  # no model was asked
    assert "warning: 'note.txt' has no date: it counts as observed on" in " ".join(ran.err.split())
    return mixed / ".timeweave"


def test_what_fails_is_named_and_the_rest_goes_on(added: Path) -> None:
    """A bad line and a missing file are in `failed`, a guess is a warning on standard error, the status is 1."""
    assert run("stats", "--kb", added, "--json").json["documents"] == 3


def test_what_concerns_many_documents_is_said_once(tmp_path: Path) -> None:
    """One warning each for the undated, the languages and what is no document; a second time there is nothing new."""
    posts = tmp_path / "posts"
    posts.mkdir()
    for number in range(4):
        (posts / f"note{number}.txt").write_text(f"Acme opened shop number {number}.")
    (posts / "2024-03-12-tram.md").write_text(
        "Der Stadtrat hat beschlossen, die Straßenbahn zu verlängern. Die Kosten betragen 40 Millionen Euro, und der "
        "Bau soll im nächsten Jahr beginnen."
    )
    (posts / "_index.md").write_text("+++\ntitle = 'Posts'\n+++\n")
    ran = run("add", "posts", "--json", cwd=tmp_path)
    said = " ".join(ran.err.split())
    assert (ran.status, ran.json["added"], ran.json["failed"]) == (0, 5, [])
    assert said.count("warning:") == 3
    assert "4 of 5 documents have no date ('note0.txt', 'note1.txt', 'note2.txt', …)" in said
    assert "--map date=FIELD" in said
    assert "1 document is in German (1): found by words and meaning" in said
    assert "1 file was passed over, front matter without text: 'posts/_index.md'" in said
    again = " ".join(run("add", "posts", cwd=tmp_path).err.split())
    assert "no date" not in again
    assert "German" not in again
    asked = run("search", "Was hat der Stadtrat über die Straßenbahn beschlossen?", "--json", cwd=tmp_path)
    assert any("seems to be in German" in warning for warning in asked.json["warnings"])


def test_a_mapped_field_that_is_nowhere_adds_nothing(tmp_path: Path) -> None:
    """The field is quoted, those that there are named, and the status is that of wrong usage."""
    (tmp_path / "a.md").write_text("---\npublished: 2024-03-12\n---\nAcme opened a shop.")
    ran = run("add", "a.md", "--map", "date=publishd", cwd=tmp_path)
    assert ran.status == 2
    assert "no file or record has a field 'publishd'; there are 'published'" in " ".join(ran.err.split())
    assert run("stats", "--json", cwd=tmp_path).json["documents"] == 0


def test_the_folder_is_an_option_a_variable_or_the_default(added: Path, tmp_path: Path) -> None:
    """`--kb` goes before TIMEWEAVE_KB, that before `./.timeweave`."""
    default = run("stats", "--json", cwd=added.parent)
    variable = run("stats", "--json", cwd=tmp_path, TIMEWEAVE_KB=str(added))
    option = run("stats", "--json", "--kb", added, cwd=tmp_path, TIMEWEAVE_KB="nowhere")
    assert default.json == variable.json == option.json


def test_the_same_again_changes_nothing(added: Path, mixed: Path) -> None:
    """TK-08: content that is known is counted as unchanged; failures are named in words, too."""
    ran = run("add", "rows.jsonl", "--map", "id=key,text=body", cwd=mixed)
    assert ran.out.startswith("added 0, unchanged 2, replaced 0, failed 1 in ")
    assert "failed: rows.jsonl:2:" in ran.err


def test_text_is_shown_as_it_stands(added: Path) -> None:
    """Brackets are not markup, colons no pictures, and no control character of a document reaches the terminal."""
    shown = " ".join(run("search", "How many bids did the Acme tender have?", "--kb", added).out.split())
    assert "The [bold]Acme[/bold] tender [red] closed with :tada: at [/] 7 bids in May 2024. [31m" in shown
    assert "\x1b" not in shown


@dataclass(frozen=True)
class Watched:
    """An `add` of a folder that holds the store, with a terminal as standard error."""

    folder: Path
    out: str
    drawn: bytes


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Watched:
    folder = tmp_path_factory.mktemp("watched")
    (folder / "a.txt").write_text("Acme moved to Oslo in 2023.")
    controller, terminal = pty.openpty()
    command = [*COMMAND, "add", ".", "--kb", "kb", "--json"]
    environment = {**inherited(), "TERM": "xterm"}
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=terminal) as process:
        os.close(terminal)
        drawn = b"".join(_read_all(controller))
        out, _ = process.communicate(timeout=240)
    os.close(controller)
    return Watched(folder, out.decode(), drawn)


def test_a_store_inside_the_folder_is_not_read(watched: Watched) -> None:
    """`add .` with a visible store in that folder does not take the store for documents."""
    again = run("add", ".", "--kb", "kb", "--json", cwd=watched.folder)
    assert (again.json["unchanged"], again.json["added"], again.json["failed"]) == (1, 0, [])


def test_progress_is_for_terminals(watched: Watched, added: Path) -> None:
    """A bar is drawn where standard error is a terminal; standard output holds the one JSON document all the same."""
    assert json.loads(watched.out)["added"] == 1
    assert b"\x1b[" in watched.drawn
    assert b"0:00:0" in watched.drawn
    assert "\x1b" not in run("add", "rows.jsonl", "--kb", added, cwd=added.parent).err


def test_a_bad_map_is_a_usage_error(tmp_path: Path) -> None:
    """`--map` without `=` is quoted, and no store is made."""
    ran = run("add", "x.jsonl", "--map", "text", cwd=tmp_path)
    assert ran.status == 2
    assert "--map: 'text'" in ran.err
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_an_interrupted_add_goes_on_where_it_was(tmp_path: Path) -> None:
    """TK-08: after Ctrl-C all that was acknowledged is there, `check` is clean, and the same command does the rest."""
    lines = (
        json.dumps({"id": f"d{i}", "date": "2024-01-01", "text": f"Company {i} had revenue of ${i} million in 2023."})
        for i in range(400)
    )
    (tmp_path / "many.jsonl").write_text("\n".join(lines))
    kb = tmp_path / "kb"
    command = [*COMMAND, "add", "many.jsonl", "--kb", "kb", "--workers", "1"]
    # SIGINT is ignored where the tests themselves run in the background, and children inherit that
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        until(lambda: acknowledged(kb) > 3, process)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=240)
    assert process.returncode == 130
    assert said.startswith("error: interrupted")
    assert "Traceback" not in said
    kept = run("stats", "--json", "--kb", kb).json["documents"]
    assert 0 < kept < 400
    again = run("add", "many.jsonl", "--kb", "kb", "--json", cwd=tmp_path).json
    assert (again["unchanged"], again["added"]) == (kept, 400 - kept)
    assert run("check", "--kb", kb).status == 0


_INTERRUPTED_LOADING = """
import sys

class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == "onnxruntime.capi.onnxruntime_pybind11_state":
            raise ImportError("initialization failed") from KeyboardInterrupt()

sys.meta_path.insert(0, Interrupted())
"""


def test_an_interrupt_while_a_library_is_loaded_is_no_fault_of_a_document(tmp_path: Path) -> None:
    """TK-08: an extension module that Ctrl-C meets while it is loaded fails with an error of its own."""
    (tmp_path / "sitecustomize.py").write_text(_INTERRUPTED_LOADING)
    (tmp_path / "note.txt").write_text("Acme's revenue was $5 million in 2023.")
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    ran = run("add", "note.txt", "--kb", "kb", cwd=tmp_path, PYTHONPATH=path)
    assert ran.status == 130
    assert ran.err.startswith("error: interrupted")


def _read_all(controller: int) -> Iterator[bytes]:
    while True:
        try:
            piece = os.read(controller, 4096)
        except OSError:  # how Linux says that the other side is closed
            return
        if not piece:
            return
        yield piece


def test_a_user_says_how_texts_are_written(tmp_path: Path) -> None:
    """Two turns are too few to be recognised; what is no way of writing is refused, with those that there are."""
    (tmp_path / "2024-06-10 pump.txt").write_text("Ann: The pump is dead.\nBo: Yes.\nAnn: I ordered one yesterday.\n")
    wrong = run("add", "2024-06-10 pump.txt", "--as", "chat", cwd=tmp_path)
    assert wrong.status != 0
    assert "'chat'" in wrong.err
    assert "plain, markdown, conversation" in wrong.err
    assert run("add", "2024-06-10 pump.txt", "--as", "conversation", cwd=tmp_path).status == 0
    found = run("search", "Who ordered a pump?", "--json", cwd=tmp_path)
    assert any("Ann: I ordered one" in evidence["text"] for evidence in found.json["evidence"])
    stored = run("stats", "--json", cwd=tmp_path)
    assert stored.json["entities"] == 2

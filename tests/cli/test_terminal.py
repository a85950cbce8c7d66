"""What documents, their names and their metadata may do to the terminal that shows them: nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from timeweave.cli.hearing import words_shown

from .conftest import Ran, invoke, run

ESCAPES = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\u2066\u200b\r\x08\x7f"
NAME = f"Quillon{ESCAPES}Instruments"
SENTENCES = (
    f"{NAME} Inc. reported revenue of $5 million in 2023. Ada{ESCAPES}Lovelace became chief executive officer of "
    f"Quillon Instruments in May 2023. {ESCAPES}"
)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ran]:
    """A store of documents with escapes in every field, and what adding them said."""
    folder = tmp_path_factory.mktemp("hostile")
    source = folder / f"in{ESCAPES}\n"
    source.mkdir()
    record = {
        "id": f"one{ESCAPES}\n",
        "text": SENTENCES,
        "title": f"{NAME} Q4 2023 earnings call{ESCAPES}",
        "entities": [NAME],
        "source": f"press{ESCAPES}",
        "period": "2023-Q4",
        "date": "2024-02-01",
        "metadata": {f"key{ESCAPES}": ESCAPES},
    }
    other = {**record, "id": f"two{ESCAPES}", "source": ESCAPES, "text": SENTENCES.replace("$5", "$7")}
    lines = [json.dumps(record), json.dumps(other), f"broken{ESCAPES}", json.dumps({**record, "date": ESCAPES})]
    (source / f"a{ESCAPES}.jsonl").write_text("\n".join(lines))
    triple = f"{NAME}\tchief executive{ESCAPES}\tAda{ESCAPES}Lovelace\t2023-05\t\n"
    (source / f"b{ESCAPES}.tsv").write_text(triple.replace("\r", " "))
    (source / f"c{ESCAPES}\n.txt").write_text(SENTENCES + "The harbour opened. " * 200)
    (source / f"d{ESCAPES}.nonsense").write_text("x")
    (source / f"e{ESCAPES}.txt").symlink_to(f"/nowhere{ESCAPES}")
    (source / f"f{ESCAPES}.txt").write_bytes(b"caf\xe9")
    return folder / "kb", run("add", source, "--kb", folder / "kb")


def test_the_words_of_a_model_steer_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture) -> None:
    """They are shown while they come, those withdrawn no more, and no more of them than there is room for."""
    for name, value in {"FORCE_COLOR": "1", "TERM": "xterm", "COLUMNS": "40", "LINES": "8"}.items():
        monkeypatch.setenv(name, value)
    with words_shown() as hear:
        assert hear is not None
        hear(f"Ada{ESCAPES}Lovelace\n\nled it.", anew=False)
        first = capsys.readouterr().out
        hear("Quillon was sold. " * 40, anew=True)
    shown = capsys.readouterr().out
    for own in ("\x1b]0", "\x9b", "\u202e", "\u2066", "\x07", "\x1b[2J"):
        assert own not in first + shown
    assert "Lovelace" in first
    assert "Ada" not in shown
    frames = re.split(r"(?:\x1b\[\d*[AK]|\r)+", shown)
    assert 4 <= max(frame.count("\n") for frame in frames) < 8


def test_without_a_terminal_no_words_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    with words_shown() as hear:
        assert hear is None


def is_harmless(ran: Ran) -> bool:
    return all(character.isprintable() or character == "\n" for character in ran.out + ran.err)


def test_what_add_says_is_harmless(hostile: tuple[Path, Ran]) -> None:
    """Failures and warnings quote names and contents without their control characters, each on a line of its own."""
    _, ran = hostile
    assert ran.status == 1
    assert is_harmless(ran), repr(ran.err)
    kinds = [line.partition(":")[0] for line in ran.err.splitlines()]
    assert kinds.count("failed") == 5
    assert set(kinds) <= {"failed", "warning"}


COMMANDS = [
    ("search", "revenue of Quillon"),
    ("search", "revenue of Quillon", "--explain"),
    ("search", "revenue in 2023", "--mode", "local"),
    ("search", "revenue in 2023", "--mode", "hybrid"),
    ("ask", "What was the revenue of Quillon Instruments in 2023?", "--explain"),
    ("ask", f"Who was {NAME}?"),
    ("timeline", "Quillon Instruments"),
    ("timeline", NAME),
    ("timeline", f"Nobody{ESCAPES}"),
    ("entities",),
    ("entities", NAME),
    ("entities", "rename", NAME, f"Somebody{ESCAPES}"),
    ("report", "2023"),
    ("changes",),
    ("stats",),
    ("stats", "--by", "document"),
    ("check",),
    ("remove", f"nope{ESCAPES}"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=[f"{n}-{words[0]}" for n, words in enumerate(COMMANDS)])
@pytest.mark.parametrize("form", [(), ("--json",)], ids=["plain", "json"])
def test_no_command_lets_an_escape_through(
    hostile: tuple[Path, Ran], words: tuple[str, ...], form: tuple[str, ...]
) -> None:
    """Names, titles, texts and questions come out without what steers a terminal; JSON keeps it, escaped."""
    ran = invoke(*words, "--kb", hostile[0], *form)
    assert ran.status in (0, 1, 2)
    assert is_harmless(ran), repr(ran.out + ran.err)
    if form and ran.out:
        json.loads(ran.out)


def test_json_keeps_what_was_written(hostile: tuple[Path, Ran]) -> None:
    """Escaping is in how the JSON is written, not in its values."""
    found: Callable[[str], bool] = json.dumps(
        invoke("search", "revenue", "--kb", hostile[0], "--json").json
    ).__contains__
    assert found("\\u001b]0;owned\\u0007")
    assert found("\\u202e")


def test_nothing_is_written_outside_the_store(tmp_path: Path) -> None:
    """Ids that climb out of a folder, or name a path, are ids like any other: only the store is new."""
    lines = [
        json.dumps({"id": name, "text": "It opened in 2023."})
        for name in ("../../x", "/tmp/abs", "..", "a/../../b", "~")
    ]
    (tmp_path / "a.jsonl").write_text("\n".join(lines))
    kb = tmp_path / "below" / "kb"
    assert run("add", tmp_path / "a.jsonl", "--kb", kb).status == 0
    assert invoke("check", "--kb", kb).status == 0
    assert invoke("remove", "../../x", "..", "--kb", kb).status == 0
    outside = {p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*") if not p.is_relative_to(kb)}
    assert outside == {"a.jsonl", "below"}
    assert not Path("/tmp/abs").exists()

"""Weights in the settings file: all else stays, and the file is whole at every moment."""

from __future__ import annotations

import tomllib
from dataclasses import asdict
from pathlib import Path

import pytest

from timeweave.errors import UsageError
from timeweave.settings import HybridSettings, load
from timeweave.tuning import Weights, settings_table, write_weights

LEARNED = Weights(alpha=0.8, beta=1.2, gamma=0.1, delta_base=1.5, tau_min=200.0, tau_max=900.0)
TABLE = "[hybrid]\nalpha = 0.8\nbeta = 1.2\ngamma = 0.1\ndelta_base = 1.5\ntau_min = 200.0\ntau_max = 900.0\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "kb"
    made.mkdir()
    return made


def test_a_file_is_made_in_the_folder_and_read_at_the_next_opening(folder: Path) -> None:
    """Where there is no settings file there is one afterwards, which says the weights and nothing else."""
    assert write_weights(LEARNED, folder) == folder / "timeweave.toml"
    assert (folder / "timeweave.toml").read_text() == TABLE
    assert load(folder, environment={}).hybrid == HybridSettings(**asdict(LEARNED))


def test_the_rest_of_the_file_stays_as_it_is(folder: Path) -> None:
    """Comments, order, spelling of numbers and other keys, of `[hybrid]` too, are those of before."""
    before = (
        "# our settings\n"
        'embedder   = "minilm-l6-int8"  # packaged\n\n'
        "[hybrid]  # how to rank\n"
        "halting = false\n"
        "alpha = 1.0  # of BM25\n\n"
        "[llm]\n"
        'model = "none"\nbudget_tokens = 1_000_000\n'
    )
    (folder.parent / "timeweave.toml").write_text(before)
    assert write_weights(LEARNED, folder) == folder.parent / "timeweave.toml"
    after = (folder.parent / "timeweave.toml").read_text()
    expected = tomllib.loads(before)
    expected["hybrid"] |= asdict(LEARNED)
    assert tomllib.loads(after) == expected
    kept = [line for line in before.splitlines() if not line.startswith("alpha")]
    assert [line for line in after.splitlines() if line in kept] == kept
    assert "alpha = 0.8 # of BM25" in after.replace("  #", " #")


def test_writing_again_changes_nothing(folder: Path) -> None:
    """The same weights give the same file."""
    (folder / "timeweave.toml").write_text('[llm]\nmodel = "none"\n')
    write_weights(LEARNED, folder)
    first = (folder / "timeweave.toml").read_bytes()
    assert first == f'[llm]\nmodel = "none"\n\n{TABLE}'.encode()
    write_weights(LEARNED, folder)
    assert (folder / "timeweave.toml").read_bytes() == first
    assert [path.name for path in folder.iterdir()] == ["timeweave.toml"]


def test_a_byte_order_mark_and_a_link_stay(folder: Path, tmp_path: Path) -> None:
    """What an editor puts before the text is kept; a link still leads to the file it led to."""
    real = tmp_path / "shared.toml"
    real.write_bytes(b'\xef\xbb\xbf[llm]\nmodel = "none"\n')
    (folder / "timeweave.toml").symlink_to(real)
    assert write_weights(LEARNED, folder) == real
    assert (folder / "timeweave.toml").is_symlink()
    assert real.read_bytes().startswith(b"\xef\xbb\xbf[llm]")
    assert load(folder, environment={}).hybrid.alpha == 0.8


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"[hybrid\n", "is not TOML"), (b"\xff", "is not UTF-8"), (b"hybrid = 3\n", "must be a table")],
)
def test_a_file_that_cannot_be_changed_is_left_as_it_is(folder: Path, content: bytes, said: str) -> None:
    """It is named, and not a byte of it changes."""
    path = folder / "timeweave.toml"
    path.write_bytes(content)
    with pytest.raises(UsageError) as caught:
        write_weights(LEARNED, folder)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == content
    assert [p.name for p in folder.iterdir()] == ["timeweave.toml"]


def test_a_folder_that_cannot_be_written_is_named(folder: Path, tmp_path: Path) -> None:
    """An error that says what to do; nothing is left behind."""
    with pytest.raises(UsageError, match="cannot be written: No such file or directory"):
        write_weights(LEARNED, tmp_path / "nowhere")
    assert list(folder.iterdir()) == []


def test_who_may_read_the_file_stays(folder: Path) -> None:
    """A file keeps its mode, such as that of one with a key in it; a new one that of any new file, then and later."""
    (folder.parent / "plain").touch()
    path = write_weights(LEARNED, folder)
    (folder.parent / "later").touch()
    modes = {file.stat().st_mode for file in (folder.parent / "plain", path, folder.parent / "later")}
    assert len(modes) == 1
    path.chmod(0o640)
    write_weights(LEARNED, folder)
    assert path.stat().st_mode & 0o777 == 0o640


def test_it_is_written_beside_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes its place is made in its folder, for from another disk nothing is put in place in one step."""
    monkeypatch.setattr(settings_table.tempfile, "tempdir", str(folder / "nowhere"))
    assert write_weights(LEARNED, folder).read_text() == TABLE


def test_what_could_not_be_written_whole_is_taken_away(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full leaves the file as it was, and nothing half-written beside it."""
    path = folder / "timeweave.toml"
    path.write_text("# ours\n")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(settings_table.os, "fsync", full)
    with pytest.raises(UsageError, match="cannot be written: No space left on device"):
        write_weights(LEARNED, folder)
    assert [file.name for file in folder.iterdir()] == ["timeweave.toml"]
    assert path.read_text() == "# ours\n"

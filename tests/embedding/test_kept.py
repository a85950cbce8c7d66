"""What is built from a packaged file and kept between processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from timeweave.embedding.kept import kept


class _Builder:
    """Counts how often it builds."""

    def __init__(self) -> None:
        self.built = 0

    def __call__(self, source: Path) -> bytes:
        self.built += 1
        return b"built from " + source.read_bytes()


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    model = tmp_path / "model" / "m.onnx"
    model.parent.mkdir()
    model.write_bytes(b"weights")
    return model


def _code(folder: Path, text: str) -> Path:
    path = folder / "builder.py"
    path.write_text(text)
    return path


def test_it_is_built_once(source: Path, tmp_path: Path) -> None:
    """A second process reads what the first built, and leaves one file behind."""
    build, code = _Builder(), _code(tmp_path, "one")
    assert [kept(source, build, code) for _ in range(2)] == [b"built from weights"] * 2
    assert build.built == 1
    assert len(list((tmp_path / "cache" / "timeweave").iterdir())) == 1


def test_another_source_or_another_builder_is_built_anew(source: Path, tmp_path: Path) -> None:
    """It is never what other weights or other code had given."""
    build = _Builder()
    kept(source, build, _code(tmp_path, "one"))
    source.write_bytes(b"others")
    assert kept(source, build, _code(tmp_path, "one")) == b"built from others"
    kept(source, build, _code(tmp_path, "two"))
    assert build.built == 3


def test_a_damaged_file_is_built_anew(source: Path, tmp_path: Path) -> None:
    """A file cut short or altered is not used, and is replaced."""
    build, code = _Builder(), _code(tmp_path, "one")
    kept(source, build, code)
    (place,) = (tmp_path / "cache" / "timeweave").iterdir()
    place.write_bytes(place.read_bytes()[:-3])
    assert kept(source, build, code) == b"built from weights"
    assert build.built == 2
    assert kept(source, build, code) == b"built from weights"
    assert build.built == 2


def test_a_cache_that_cannot_be_written_is_done_without(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no folder can be made, it is built each time."""
    (tmp_path / "taken").write_text("a file, not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "taken"))
    build, code = _Builder(), _code(tmp_path, "one")
    assert [kept(source, build, code) for _ in range(2)] == [b"built from weights"] * 2
    assert build.built == 2


def test_a_cache_that_would_lie_in_the_folder_of_the_data_is_none(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relative home or cache is passed over: a stranger's folder could bring what is loaded from there."""
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")
    monkeypatch.setenv("HOME", "home")
    monkeypatch.chdir(tmp_path)
    build, code = _Builder(), _code(tmp_path, "one")
    assert [kept(source, build, code) for _ in range(2)] == [b"built from weights"] * 2
    assert (build.built, (tmp_path / "cache").exists(), (tmp_path / "home").exists()) == (2, False, False)

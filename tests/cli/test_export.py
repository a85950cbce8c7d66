"""`timeweave export`, and `add` of what it wrote."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Ran, invoke


def test_a_file_is_written_and_said(on_corpus: Callable[..., Ran], tmp_path: Path) -> None:
    """One JSON document on standard output; `add` reads what was written (EK-10)."""
    path = tmp_path / "graph.ttl"
    done = on_corpus("export", str(path), "--json")
    assert done.status == 0, done.err
    assert done.json.keys() == {"path", "format", "as_of", "facts", "elapsed_ms"}
    assert (done.json["path"], done.json["format"], done.json["as_of"]) == (str(path), "turtle", None)
    added = invoke("add", path, "--kb", tmp_path / "kb", "--json", "--workers", "1")
    assert (added.status, added.json["failed"]) == (0, [])
    counted = invoke("stats", "--kb", tmp_path / "kb", "--json")
    assert counted.json["facts"] == done.json["facts"]


def test_a_day_and_a_format_are_chosen(on_corpus: Callable[..., Ran], tmp_path: Path) -> None:
    """--format goes before the name, --as-of leaves out what came later."""
    all_, early = (
        on_corpus("export", str(tmp_path / "a.txt"), "--format", "jsonl", "--json", *day)
        for day in ((), ("--as-of", "2023"))
    )
    assert early.json["as_of"] == "2023-12-31"
    assert 0 < early.json["facts"] < all_.json["facts"]
    rows = [json.loads(line) for line in (tmp_path / "a.txt").read_text(encoding="utf-8").splitlines()]
    assert max(row["observed"] for row in rows) <= "2023-12-31"


def test_errors_have_their_status(
    on_corpus: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unknown format and a missing extra are configuration errors, with the remedy."""
    unknown = on_corpus("export", str(tmp_path / "a.bin"))
    assert (unknown.status, "or use --format" in unknown.err) == (2, True)
    monkeypatch.setitem(sys.modules, "pyoxigraph", None)
    without = on_corpus("export", str(tmp_path / "a.nt"))
    assert (without.status, "pip install 'timeweave[rdf]'" in without.err) == (2, True)
    assert list(tmp_path.iterdir()) == []

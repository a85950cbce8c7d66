"""Keeping what is derived sound."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

import timeweave
from timeweave import Document
from timeweave.errors import IndexRebuiltWarning
from timeweave.store.sqlite import SqliteStore

OF_CHUNKS = ("chunks", "shingles", "edges")
TEXT = "Halden Optics reported revenue of $40 million for the first quarter of 2023."


def statements(folder: Path) -> list[str]:
    with SqliteStore.open(folder) as store, store.view() as view:
        return [ref.name for ref in view.segments("statements")]


def test_repair_completes_an_older_store_without_embedding_anew(tmp_path: Path) -> None:
    """TK-08: a store written before chunks had an index gets one; the vectors that it has stay in their files."""
    with timeweave.open(tmp_path) as kb:
        kb.add([Document("a", TEXT, date=dt.date(2023, 5, 2))], workers=1)
        before = kb.search("Halden Optics revenue", mode="hybrid").evidence
    with SqliteStore.open(tmp_path) as store, store.transaction() as transaction:
        for kind in OF_CHUNKS:
            transaction.replace_segments(kind, ())
        transaction.set_setting("indexes", "")
    held = statements(tmp_path)
    with timeweave.open(tmp_path) as kb:
        assert [p.what for p in kb.check()] == ["the chunks of document 'a' are not in the index"]
        with pytest.warns(IndexRebuiltWarning, match="made of the 1 document versions"):
            assert kb.check(repair=True) == []
        assert kb.search("Halden Optics revenue", mode="hybrid").evidence == before
    assert before
    assert statements(tmp_path) == held


def test_repair_clears_away_what_nothing_refers_to(tmp_path: Path) -> None:
    """TK-08: a sound store loses the index files that a crash left, at once, and no file that is not its own."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document("a", TEXT, date=dt.date(2023, 5, 2))], workers=1)
        segments = tmp_path / "kb" / "segments"
        needed = sorted(segments.iterdir())
        (elsewhere := tmp_path / "elsewhere").write_text("a stranger's")
        (linked := segments / "entities-0123456789abcdef.segment").symlink_to(elsewhere)
        strange = [segments / name for name in ("notes.segment", "statements-1.segment", "a.txt", "statements.fit")]
        for path in strange:
            path.write_text("a stranger's")
        orphans = [segments / f"{kind}-fedcba9876543210.segment" for kind in ("statements", "chunks")]
        for path in orphans:
            path.write_text("left")
        assert kb.check() == []
        assert all(path.exists() for path in orphans)
        assert kb.check(repair=True) == []
    assert sorted(segments.iterdir()) == sorted([*needed, *strange, linked])
    assert elsewhere.read_text() == "a stranger's"

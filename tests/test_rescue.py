"""What a damaged store still holds can be added to a new one."""

from __future__ import annotations

import dataclasses
import datetime as dt
from pathlib import Path

import pytest

import timeweave
from timeweave import Document
from timeweave.errors import StoreDamagedError, UsageError
from timeweave.rescue import rescue


def test_corrections_come_back_in_order(tmp_path: Path) -> None:
    """TK-08: of a store whose database is destroyed at its head, every version is saved, and history with it."""
    first = Document("a", "Halden Optics had revenue of $40 million in 2023-Q1.", date=dt.date(2023, 5, 2))
    second = dataclasses.replace(first, text=first.text.replace("40", "43"), date=dt.date(2023, 6, 10))
    other = Document("b", "Ostra Foods opened a plant.", date=dt.date(2023, 5, 3))
    with timeweave.open(tmp_path / "kb") as kb:
        for document in (first, second, other):
            kb.add([document])
    with (tmp_path / "kb" / "store.db").open("r+b") as database:
        database.write(b"\0" * 100)
    with pytest.raises(StoreDamagedError):
        timeweave.open(tmp_path / "kb")
    assert rescue(tmp_path / "kb", tmp_path / "saved") == 3
    with timeweave.open(tmp_path / "new") as kb:
        assert kb.add(tmp_path / "saved").replaced == 1
        assert [d.id for d in kb.documents()] == ["a", "b"]
        question = "What was the revenue of Halden Optics in 2023-Q1?"
        assert "$40 million" in kb.ask(question, as_of="2023-06-09").answer
        assert "$43 million" in kb.ask(question, as_of="2023-06-10").answer


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """A folder that holds something is refused."""
    (tmp_path / "kept.txt").write_text("mine")
    with pytest.raises(UsageError, match="not empty"):
        rescue(tmp_path, tmp_path)

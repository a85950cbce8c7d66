"""The passages shown with a refusal: those that answer first, not those that only share its words."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import numpy as np
import pytest

import timeweave
from timeweave import Document
from timeweave.embedding.reader import Reader

COUNTED = "The club, which rows on the upper lake, now counts 340 members."
LETTER = Document(
    id="letter",
    text=f"The rowing club welcomes all its members to the boathouse.\n\n{COUNTED}",
    date=dt.date(2024, 3, 1),
)
QUESTION = "How many members does the rowing club have?"


def _closest(folder: Path) -> list[str]:
    with timeweave.open(folder) as kb:
        kb.add([LETTER])
        given = kb.ask(QUESTION, min_confidence=1.0)
    assert given.refused
    return [c.quote for c in given.closest]


def test_what_answers_comes_before_what_has_the_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """TW-11: by the packaged reader; without it the other is first."""
    assert _closest(tmp_path / "read")[0] == COUNTED
    monkeypatch.setattr(Reader, "__call__", lambda self, question, texts: np.zeros(len(texts)))
    assert _closest(tmp_path / "unread")[0] != COUNTED

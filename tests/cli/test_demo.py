"""`timeweave demo`: the bundled story."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import run


@pytest.mark.slow
def test_the_story_beats_plain_retrieval(tmp_path: Path) -> None:
    """TK-05, TK-08: thirty documents, a correction, three days of news; time-blind retrieval gets most wrong."""
    ran = run("demo", "--kb", tmp_path / "kb", "--json")
    assert (ran.status, ran.err) == (0, "")
    told = ran.json
    assert told["documents"] == 38
    assert [(s["peak"], s["count"]) for s in told["spikes"]] == [("2025-05-20", 3)]
    assert told["failed"] == []
    assert told["right"] == len(told["questions"])
    assert told["plain_right"] <= 3
    corrected = {q["id"]: q["answer"] for q in told["questions"]}
    assert corrected["corrected"] == "40.7%"
    assert corrected["as-of-corrected"] == "41.2%"
    again = run("demo", "--kb", tmp_path / "kb")
    assert again.status == 2
    assert "is not empty" in again.err

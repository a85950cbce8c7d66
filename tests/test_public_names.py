"""The names that users import: they are there, documented, and what the methods give back."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from pathlib import Path

import pytest

import timeweave


@pytest.mark.parametrize("name", timeweave.__all__)
def test_each_public_name_is_importable_and_documented(name: str) -> None:
    """What is promised can be imported from the top, says what it is, and is shown where names are looked for."""
    assert (getattr(timeweave, name).__doc__ or "").strip()
    assert name in dir(timeweave)


def test_methods_give_back_what_is_public(tmp_path: Path) -> None:
    """A caller can name the type of everything that the everyday methods return and raise."""
    with timeweave.open(tmp_path / "kb") as kb:
        assert isinstance(kb, timeweave.KnowledgeBase)
        document = timeweave.Document("a", "Jane Smith is CEO of Acme Corp.", date=dt.date(2023, 4, 20))
        assert isinstance(kb.add([document], workers=1), timeweave.AddResult)
        assert isinstance(kb.add([document], dry_run=True), timeweave.AddEstimate)
        answer = kb.ask("Who is the CEO of Acme Corp?")
        assert isinstance(answer, timeweave.Answer)
        assert isinstance(answer.search, timeweave.SearchResult)
        assert all(isinstance(e, timeweave.Evidence) for e in answer.search.evidence)
        assert all(isinstance(c, timeweave.Citation) for c in answer.citations)
        assert all(isinstance(v, timeweave.Value) for v in answer.values)
        assert answer.citations
        assert answer.values
        assert isinstance(kb.timeline("Acme Corp"), timeweave.Timeline)
        assert isinstance(kb.stats(), timeweave.Stats)
        with pytest.raises(timeweave.UsageError):
            kb.ask("Who?", mode="no such mode")
        with pytest.raises(timeweave.InputError):
            kb.remove("b")
        (tmp_path / "bad.jsonl").write_text('{"id": "b"}\n', encoding="utf-8")
        (failure,) = kb.add(tmp_path / "bad.jsonl", workers=1).failed
        assert isinstance(failure, timeweave.Failure)
    with pytest.raises(timeweave.StoreError):
        timeweave.open(tmp_path / "none", create=False)
    assert issubclass(timeweave.ModelError, timeweave.TimeweaveError)


def test_importing_it_loads_no_layer_above_records() -> None:
    """A caller that wants the calendar alone waits for nothing that reads, stores or answers."""
    script = (
        "import sys, timeweave; print([m for m in ('onnxruntime', 'spacy', 'timeweave.results') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

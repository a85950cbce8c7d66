"""Gold-annotated news: the figures that `benchmarks/tempeval.py` reports do not fall."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_SHARED = Path(os.environ.get("TIMEWEAVE_SHARED", _ROOT.parent / "shared"))


def test_gold_annotation_is_met() -> None:
    """On TempEval-3 news nine in ten gold expressions are found, and most have the gold value (TK-03)."""
    data = _SHARED / "data" / "tempeval3"
    if not data.is_dir():
        pytest.skip("TempEval-3 is not here: set TIMEWEAVE_SHARED to the folder that holds data/tempeval3")
    sys.path.insert(0, str(_ROOT / "benchmarks"))
    try:
        spec = importlib.util.spec_from_file_location("tempeval", _ROOT / "benchmarks" / "tempeval.py")
        assert spec is not None
        assert spec.loader is not None
        tempeval = importlib.util.module_from_spec(spec)
        sys.modules["tempeval"] = tempeval
        spec.loader.exec_module(tempeval)
    finally:
        sys.path.pop(0)
    total = tempeval.Score()
    tempeval.score(sorted(data.glob("*.tml")), total)
    figures = total.figures()
    assert figures["gold"] > 0
    assert figures["relaxed_f1"] >= 0.94
    assert figures["value_f1"] >= 0.80

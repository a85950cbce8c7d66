"""docs/attacks.md names tests that there are."""

from __future__ import annotations

import re
from pathlib import Path

from test_conformance_table import ROOT, docstrings

PAGE = (ROOT / "docs" / "attacks.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith(("| ---", "| attack |"))]


def test_every_attack_names_its_test() -> None:
    """Each row has its four cells, and the tests in the last of them exist and say what they promise."""
    assert len(ROWS) > 50
    for row in ROWS:
        cells = row.strip("| ").split(" | ")
        assert len(cells) == 4, row
        named = re.findall(r"`([^`]+\.py::\w+)`", cells[-1])
        assert named, row
        for file, _, function in (name.partition("::") for name in named):
            assert Path(ROOT / file).exists(), row
            assert docstrings(file).get(function), f"{file}::{function} does not exist, or says nothing"

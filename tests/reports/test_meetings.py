"""Who met in a period, by the rolls of its minutes, in one sentence for each kind of meeting."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

import timeweave

ROLLS = {
    "2024-01-08": "Present: Ann Lee, Bo Ek, Cy Mott\nRegrets: Una Moss\nChair: Ann Lee",
    "2024-02-05": "Present: Ann Lee, Cy Mott\nChair: Ann Lee\nScribe: Cy Mott",
}


ALONE = "there Ann Lee and Cy Mott; chaired by Ann Lee; minutes by Cy Mott."
SEVERAL = (
    "2, from 8 January to 5 February; most often there Ann Lee (2), Cy Mott (2) and Bo Ek (1); chaired by Ann Lee (2); "
    "minutes by Cy Mott (1); absent Una Moss (1)."
)


@pytest.mark.parametrize(
    ("period", "told"), [("2024", SEVERAL), ("2024-02", f"5 February; {ALONE}"), ("2024-02-05", ALONE)]
)
def test_a_report_tells_who_met(tmp_path: Path, period: str, told: str) -> None:
    """How often, who was there most, who led, wrote and was absent; of one meeting without numbers."""
    for day, roll in ROLLS.items():
        (tmp_path / f"{day}.md").write_text(f"# Quay Council meeting {day}\n\n{roll}\n\nThe dredging was discussed.\n")
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(tmp_path, now=dt.datetime(2025, 1, 1, tzinfo=dt.UTC), workers=1)
        sentences = {s.text: s for node in kb.report(period).nodes for s in node.report.sentences}
    sentence = sentences[f"Quay Council meeting: {told}"]
    assert sentence.facts
    assert sentence.section == "Meetings"
    assert not any("attended" in text for text in sentences)

"""The next of something: days gone by on the day of the question are no answer."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

import timeweave

NOTES = [
    timeweave.Document(
        "a",
        "The harbour choir had a good week. The next open rehearsal of the harbour choir is on 1 March 2023.",
        title="Notes of the choir 12",
        date=dt.date(2023, 2, 24),
    ),
    timeweave.Document(
        "b",
        "The rehearsal went well. The next open rehearsal of the harbour choir is on 10 May 2023.",
        title="Notes of the choir 14",
        date=dt.date(2023, 3, 10),
    ),
]


@pytest.mark.parametrize(
    ("as_of", "day", "never"),
    [
        ("2023-02-26", "1 March", "May"),
        ("2023-03-12", "10 May", "1 March"),
        ("2023-06-01", "", "1 March"),  # nothing that is still to come is known
    ],
)
def test_only_what_is_to_come_is_told(as_of: str, day: str, never: str, tmp_path: Path) -> None:
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(NOTES, workers=1)
        answer = kb.ask("When is the next open rehearsal of the harbour choir?", as_of=as_of, min_confidence=0.2)
    assert day in answer.answer
    assert never not in answer.answer
    assert answer.refused == (not day)


def test_what_came_next_then_is_no_question_of_now(tmp_path: Path) -> None:
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(NOTES, workers=1)
        answer = kb.ask("When was the open rehearsal of the harbour choir after February 2023?", min_confidence=0.1)
    assert not answer.refused


def test_what_was_said_of_the_next_is_asked_of_the_past(tmp_path: Path) -> None:
    told = timeweave.Document(
        "a", "On 5 April 2023 Acme said that its next store will open in Bern.", title="Acme", date=dt.date(2023, 4, 5)
    )
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([told], workers=1)
        answer = kb.ask("When did Acme say that its next store will open in Bern?", min_confidence=0.1)
    assert "2023" in answer.answer

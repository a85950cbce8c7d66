"""Figures that were taken back: what is worked out uses the later word."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.temporal.interval import Interval

QUARTERS = (("2023-Q1", 2023, 4, 42), ("2023-Q2", 2023, 7, 44), ("2023-Q3", 2023, 10, 46), ("2023-Q4", 2024, 2, 52))
TAKEN_BACK = "Acme Robotics has restated its results. Restated revenue for the fourth quarter of 2023 is $48 million."
ANEW = "Acme Robotics sold robots. Revenue for the fourth quarter of 2023 is $48 million."


def report(id_: str, period: str, text: str, date: dt.date) -> Document:
    return Document(
        id_, text, date=date, period=Interval.parse(period), entities=("Acme Robotics",), source="Acme Robotics"
    )


def reports(later: str) -> list[Document]:
    """Of each quarter of 2023, and one more on the last."""
    told = [
        report(period, period, f"Acme Robotics had revenue of ${value} million.", dt.date(year, month, 6))
        for period, year, month, value in QUARTERS
    ]
    return [*told, report("later", "2023-Q4", later, dt.date(2024, 4, 11))]


@pytest.fixture(scope="module")
def restated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """The reports of the year, and the restatement of its last quarter."""
    with timeweave.open(tmp_path_factory.mktemp("restated")) as kb:
        kb.add(reports(TAKEN_BACK), workers=1)
        yield kb


def test_each_quarter_has_its_restated_figure(restated: KnowledgeBase) -> None:
    """TG-14: 48 in place of 52, which is shown to have been restated."""
    given = restated.ask("What was Acme Robotics' revenue in each quarter of 2023?")
    assert [v.text for v in given.values] == ["$42 million", "$44 million", "$46 million", "$48 million"]
    assert {r.fact.quantity.text: str(r.status) for r in given.disagreement if r.fact.quantity} == {
        "$52 million": "restated"
    }


def test_what_is_worked_out_uses_it(restated: KnowledgeBase) -> None:
    """(42 + 44 + 46 + 48) / 4 = 45, and no quarter is higher than 48."""
    average = restated.ask("What was Acme Robotics' average revenue in the four quarters of 2023?")
    assert average.answer.startswith("$45 million")
    highest = restated.ask("In which quarter of 2023 did Acme Robotics have the highest revenue?")
    assert highest.answer == "Q4 2023 ($48 million)"


def test_before_it_was_taken_back_the_first_word_counts(restated: KnowledgeBase) -> None:
    """As of March 2024 nobody could know better."""
    given = restated.ask("What was Acme Robotics' revenue in each quarter of 2023?", as_of="2024-03-01")
    assert [v.text for v in given.values][-1] == "$52 million"


def test_another_figure_alone_takes_nothing_back(tmp_path: Path) -> None:
    """A later figure that does not say that it corrects may be of a part: the greater one stays, beside the other."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(reports(ANEW), workers=1)
        given = kb.ask("What was Acme Robotics' revenue in each quarter of 2023?")
    assert [v.text for v in given.values][-1] == "$52 million"

"""Figures told in prose: of the whole and not of a part, affirmed and not denied, as wide as they are told."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

import timeweave
from timeweave import Document
from timeweave.results import Answer

RECORDED = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
Told = list[tuple[str, str]]

MONTHS: Told = [
    ("2023-02-03", "The Harlow Museum had 1,500 visitors in January 2023."),
    ("2023-03-03", "The Harlow Museum had 1,000 visitors in February 2023."),
    ("2023-04-03", "The Harlow Museum had 500 visitors in March 2023."),
]
QUARTERS: Told = [
    ("2023-04-05", "Acme Corp. had revenue of $3 million in the first quarter of 2023."),
    ("2023-07-05", "Acme Corp. had revenue of $4 million in the second quarter of 2023."),
    ("2023-10-05", "Acme Corp. had revenue of $5 million in the third quarter of 2023."),
]
CASES_OF_2022: Told = [("2023-02-01", "Norland recorded 1,500 cases of measles in 2022.")]
DENIED: Told = [("2023-02-05", "Acme Corp. did not have revenue of $9 million in 2022.")]
WIDE: Told = [
    ("2023-02-01", "Acme Corp. had revenue of between $10 and $12 million in 2022."),
    ("2024-02-01", "Acme Corp. had revenue of about $15 million in 2023."),
]


def ask(folder: Path, told: Told, question: str) -> Answer:
    documents = [Document(f"d{i}", text, date=dt.date.fromisoformat(day)) for i, (day, text) in enumerate(told)]
    with timeweave.open(folder) as kb:
        kb.add(documents, now=RECORDED, workers=1)
        return kb.ask(question)


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        (MONTHS, "How many visitors did the Harlow Museum have in the first quarter of 2023?", "3,000 in all"),
        ([*QUARTERS, ("2024-01-05", "Acme Corp. had revenue of $6 million in the fourth quarter of 2023.")],
         "What was Acme's revenue in 2023?", "$18 million in all"),
        ([("2023-04-02", "Acme Corp. shipments were 500 in the first quarter of 2023."),
          ("2023-07-02", "Acme Corp. shipments were 700 in the second quarter of 2023.")],
         "What was the sum of Acme's shipments in the first half of 2023?", "1,200 in all"),
        ([*DENIED, ("2023-02-01", "Acme Corp. had revenue of $7 million in 2022.")],
         "What was Acme's revenue in 2022?", "$7 million"),
        ([*CASES_OF_2022,
          ("2023-03-01", "Correction: Norland recorded 1,450 cases of measles in 2022, not 1,500 as reported before.")],
         "How many cases of measles did Norland record in 2022?", "1,450 cases"),
        ([*CASES_OF_2022, ("2023-03-01", "Correction: 1,450 cases in 2022 in Norland, not 1,500 as reported before.")],
         "How many cases of measles did Norland record in 2022?", "1,450 cases"),
        (WIDE, "How much did Acme's revenue grow from 2022 to 2023?", "about +$3 million to +$5 million"),
        ([("2023-02-01", "Acme Corp. had revenue of $10 million in 2022. Acme Corp. had 50 employees in 2022.")],
         "What was Acme's revenue per employee in 2022?", "$200,000"),
        ([("2013-02-01", "Unemployment in the Loma region rose from 12 % to 15 % over the course of 2012.")],
         "By how many percentage points did unemployment in the Loma region rise in 2012?", "+3 percentage points"),
        ([("2014-06-02", "The Orrin works emitted 412 kilotonnes of dust in 2013."),
          ("2015-06-02", "The Orrin works emitted 398,000 tonnes of dust in 2014.")],
         "By how much did the dust emitted by the Orrin works change between 2013 and 2014?", "-14,000 tonnes"),
    ],
)  # fmt: skip
def test_a_figure_is_that_of_what_is_asked(tmp_path: Path, told: Told, question: str, answer: str) -> None:
    """Parts are added up, denied and corrected figures count no more, and ranges and ratios keep what they are."""
    assert ask(tmp_path / "kb", told, question).answer.startswith(answer)


@pytest.mark.parametrize(
    ("told", "question"),
    [
        (MONTHS[:2], "How many visitors did the Harlow Museum have in the first quarter of 2023?"),
        (QUARTERS, "What was Acme's revenue in 2023?"),
        ([("2024-02-01", "Acme Corp. had revenue of $5 million in the fourth quarter of 2023.")],
         "What was Acme's revenue in the second half of 2023?"),
        (DENIED, "What was Acme's revenue in 2022?"),
        ([("2023-02-02", "Harlow Hospital had 310 beds in January 2023."),
          ("2023-03-02", "Harlow Hospital had 312 beds in February 2023."),
          ("2023-04-02", "Harlow Hospital had 314 beds in March 2023.")],
         "How many beds did Harlow Hospital have in total in the first quarter of 2023?"),
        ([("2022-07-02", "The rate of return of Harlow Library was 3 % in the first half of 2022."),
          ("2023-01-02", "The rate of return of Harlow Library was 4 % in the second half of 2022.")],
         "What was the rate of return of Harlow Library in 2022?"),
        ([("2023-01-03", "Harlow plans to build 900 flats in 2023.")], "How many flats did Harlow build in 2023?"),
        ([("2023-01-03", "Ely Museum had 900 visitors in 2022. Rain kept people from Harlow Zoo.")],
         "How many visitors did Harlow Zoo have in 2022?"),
        ([("2023-02-01", "Acme Corp. had revenue of $10 million in 2022.")],
         "What was Acme's revenue per employee in 2022?"),
    ],
)  # fmt: skip
def test_a_figure_that_is_not_told_is_refused(tmp_path: Path, told: Told, question: str) -> None:
    """Neither a part, nor a denied, planned or neighbouring figure, nor a term of a ratio answers for what is asked."""
    answer = ask(tmp_path / "kb", told, question)
    assert answer.refused, answer.answer

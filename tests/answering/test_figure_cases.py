"""Three hundred and thirty questions for figures, written without sight of the code: right, or not answered.

`figure_cases.jsonl`: documents, a question, and expressions that must all, or must not, be found in a right answer.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import timeweave
from timeweave import Document
from timeweave.results import Answer
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Interval

Case = dict[str, Any]

CASES: list[Case] = [
    json.loads(line) for line in (Path(__file__).parent / "figure_cases.jsonl").read_text().splitlines()
]
PARTS = 5
RECORDED = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
MOST_REFUSED = 0.31  # of the answerable, in each part; of all of them, under a fifth are


def ask(case: Case, folder: Path) -> Answer:
    """The answer of a store of the case's documents."""
    with timeweave.open(folder) as kb:
        kb.add([document(d) for d in case["documents"]], now=RECORDED, workers=1)
        return kb.ask(case["question"], as_of=case.get("as_of"))


def document(told: Case) -> Document:
    return Document(
        told["id"],
        told["text"],
        title=told.get("title", ""),
        source=told.get("source", ""),
        date=dt.date.fromisoformat(told["date"]),
        entities=tuple(told.get("entities") or ()),
        period=period(told.get("period")),
    )


def period(text: str | None) -> Interval | None:
    """A period as people write it: "2018 Q1", "May 2021"."""
    if not text:
        return None
    if half := re.fullmatch(r"(\d{4}) H([12])", text):
        return Interval.parse(f"{half[1]}-Q{1 if half[2] == '1' else 3}/{half[1]}-Q{2 if half[2] == '1' else 4}")
    return next((e.interval for e in find_expressions(text) if e.interval is not None), None)


def verdict(case: Case, answer: Answer) -> str:
    if answer.refused:
        return "refused" if case["answerable"] else "right"
    if not case["answerable"]:
        return "wrong"
    right = all(re.search(r, answer.answer, re.IGNORECASE) for r in case["right"])
    return "right" if right and not any(re.search(w, answer.answer, re.IGNORECASE) for w in case["wrong"]) else "wrong"


@pytest.mark.parametrize("part", [0, *(pytest.param(i, marks=pytest.mark.slow) for i in range(1, PARTS))])
def test_figures_are_right_or_refused(part: int, tmp_path: Path) -> None:
    """No question for a figure is answered with another, and what the documents determine is not all refused."""
    cases = CASES[part::PARTS]
    told = {case["id"]: ask(case, tmp_path / str(i)) for i, case in enumerate(cases)}
    verdicts = {case["id"]: verdict(case, told[case["id"]]) for case in cases}
    assert {id_: told[id_].answer for id_, v in verdicts.items() if v == "wrong"} == {}
    answerable = [case["id"] for case in cases if case["answerable"]]
    assert Counter(verdicts[i] for i in answerable)["refused"] <= MOST_REFUSED * len(answerable)

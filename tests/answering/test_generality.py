"""A hundred questions on fields that no data set has, each in two or three wordings, written before the code was read.

`generality_cases.jsonl`: small worlds of dated documents on sport, medicine, law, cities, software, the arts and
science; questions for measures, offices and things, with expressions that must all, or must not, be found in a right
answer. A fifth of the questions cannot be answered from the documents.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from answering.test_figure_cases import RECORDED, document, verdict

import timeweave
from timeweave import KnowledgeBase

WORLDS: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "generality_cases.jsonl").read_text().splitlines()
]
LEAST_RIGHT = 0.60  # the aim is 0.90


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, str]]:
    """The verdict and the answer of every wording."""
    found: dict[str, tuple[str, str]] = {}
    for world in WORLDS:
        with timeweave.open(tmp_path_factory.mktemp(world["id"])) as kb:
            kb.add([document(d) for d in world["documents"]], now=RECORDED, workers=1)
            found |= verdicts(kb, world)
    return found


def verdicts(kb: KnowledgeBase, world: dict[str, Any]) -> dict[str, tuple[str, str]]:
    found = {}
    for question in world["questions"]:
        for wording in question["text"]:
            answer = kb.ask(wording, as_of=question.get("as_of"))
            found[f"{question['id']} {wording}"] = (verdict(question, answer), answer.answer)
    return found


def test_there_are_enough_questions_each_in_several_wordings() -> None:
    """At least eighty questions, each in two or three wordings, a fifth of which nothing determines."""
    questions = [q for world in WORLDS for q in world["questions"]]
    assert len(questions) >= 80
    assert all(len(q["text"]) >= 2 for q in questions)
    assert 0.15 <= sum(not q["answerable"] for q in questions) / len(questions) <= 0.25


def test_fields_no_data_set_has_are_answered_as_well(told: dict[str, tuple[str, str]]) -> None:
    """Three of five of the wordings are answered rightly, or refused where the documents do not determine an answer.

    The aim is nine of ten, which is not reached: sums and differences over several documents, and offices that
    name no body, are refused or missed.
    """
    missed = {asked: found for asked, found in told.items() if found[0] != "right"}
    assert len(told) - len(missed) >= LEAST_RIGHT * len(told), "\n".join(f"{k}: {v}" for k, v in missed.items())

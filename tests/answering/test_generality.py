"""A hundred questions on fields that no data set has, each in two or three wordings, written before the code was read.

`generality_cases.jsonl`: small worlds of dated documents on sport, medicine, law, cities, software, the arts and
science; questions for measures, offices and things, with expressions that must all, or must not, be found in a right
answer. A fifth of the questions cannot be answered from the documents. `generality_cases_unseen.jsonl`: more of the
kind, of minutes, letters, chronicles and reports in other fields, written by others than the rules and after them; the
failures in half of these worlds (every second one from the first) were read, and in one of the other half.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from answering.test_figure_cases import RECORDED, document, verdict

import timeweave
from timeweave import KnowledgeBase

SEEN, UNSEEN = (
    [json.loads(line) for line in (Path(__file__).parent / name).read_text().splitlines()]
    for name in ("generality_cases.jsonl", "generality_cases_unseen.jsonl")
)
LEAST_RIGHT = {"seen": 0.78, "unseen": 0.45}  # the aim is 0.90


def ask_all(worlds: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, str]]:
    """The verdict and the answer of every wording."""
    found: dict[str, tuple[str, str]] = {}
    for world in worlds:
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
    for worlds in (SEEN, UNSEEN):
        questions = [q for world in worlds for q in world["questions"]]
        assert len(questions) >= 80
        assert all(len(q["text"]) >= 2 for q in questions)
        assert 0.15 <= sum(not q["answerable"] for q in questions) / len(questions) <= 0.25


@pytest.mark.parametrize(
    ("name", "worlds"),
    [
        pytest.param("seen", SEEN, id="seen"),
        pytest.param("unseen", UNSEEN, id="unseen", marks=pytest.mark.slow),
    ],
)
def test_fields_no_data_set_has_are_answered_as_well(
    name: str, worlds: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Of the wordings that were looked at three of four, of others nearly half, are answered rightly, or refused where
    the documents do not determine an answer.

    The aim is nine of ten, which is not reached: what is told in other words than it is asked, in hints or over several
    sentences, is refused or missed.
    """
    told = ask_all(worlds, tmp_path_factory)
    missed = {asked: found for asked, found in told.items() if found[0] != "right"}
    assert len(told) - len(missed) >= LEAST_RIGHT[name] * len(told), "\n".join(f"{k}: {v}" for k, v in missed.items())

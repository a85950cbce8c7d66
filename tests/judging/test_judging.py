"""NE-13: judges of answers about news, against a real endpoint; agreement with people, and lengths by rating."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from modelserver import TestEndpoint

from timeweave.errors import UsageError
from timeweave.judging import CRITERIA, Judge, Rated, agreement, lengths_by_rating
from timeweave.judging.agreement import read_ratings
from timeweave.llm.choosing import open_model
from timeweave.llm.client import ModelClient
from timeweave.llm.limits import Limits

ANSWER = Rated("a", "(Date: May 6, 2024) Aurelia", "The Aurelia sank.", "(20240506, The ferry Aurelia sank.)")


def client(endpoint: TestEndpoint) -> ModelClient:
    return ModelClient(open_model("openai:rules", endpoint.url, timeout=60.0), limits=Limits(first_wait=0.001))


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("examples", [True, False])
def test_each_criterion_has_a_prompt_of_its_own(endpoint: TestEndpoint, criterion: str, examples: bool) -> None:
    """NE-13: few-shot with a reasoned example of each rating, or zero-shot; passages are for faithfulness alone."""
    (rating,) = Judge(client(endpoint), criterion, examples).rate_all([ANSWER])
    assert rating is not None
    assert rating.rating in (0, 1, 2)
    assert rating.reason
    (call,) = endpoint.calls_of(f"judge_{criterion}")
    assert ("passages" in call.sections) is (criterion == "faithfulness")
    assert ("examples" in call.sections) is examples
    if examples:
        assert all(f"rating: {n}" in "".join(map(str, call.turns)) for n in (0, 1, 2))


def test_a_rating_out_of_range_is_rejected_and_asked_again() -> None:
    """NE-13: a 3, 5 or 9 is shown to the model as wrong; where it insists there is no rating."""
    said = iter([5, 2, 9, 3, -1, 7, 8, 9, 9, 9])

    def stubborn(_: Mapping[str, str]) -> Mapping[str, Any]:
        return {"reason": "so", "rating": next(said)}

    with TestEndpoint(tasks={"judge_relevance": stubborn}) as endpoint:
        judge = Judge(client(endpoint), "relevance")
        (rating,) = judge.rate_all([ANSWER])
        assert rating is not None
        assert rating.rating == 2
        assert len(endpoint.calls) == 2
        other = Rated("b", "(Date: May 7, 2024) Corrin", "It rained.")
        assert list(judge.rate_all([other])) == [None]


def test_ratings_of_people_are_compared(tmp_path: Path) -> None:
    """NE-13: Pearson over the mean of people, Krippendorff's alpha among them; figures worked out by hand."""
    rows = {"ann": {"a": 0, "b": 1, "c": 2, "d": 2}, "bo": {"a": 0, "b": 2, "c": 2}}
    file = tmp_path / "human.jsonl"
    lines = [
        {"id": id_, "rater": rater, "criterion": "helpfulness", "rating": rating}
        for rater, given in rows.items()
        for id_, rating in given.items()
    ]
    file.write_text("\n".join(map(json.dumps, lines)))
    people = read_ratings(file)["helpfulness"]
    assert people == rows
    found = agreement({"a": 0, "b": 1, "c": 2, "d": 1, "unrated": 2}, people)
    assert found.answers == 4
    # 0, 1, 2, 1 beside means of 0, 1.5, 2, 2: products of deviations 2, squares 2 and 2.6875
    assert found.pearson == pytest.approx(2 / (2 * 2.6875) ** 0.5)
    assert found.same == pytest.approx(2 / 4)
    # pairs 0,0 and 1,2 and 2,2: observed 2/6, expected over all pairs of 0,0,1,2,2,2 twice 29 of 30
    assert found.alpha == pytest.approx(1 - (2 / 6) / (2 * (2 * 1 + 2 * 3 * 4 + 1 * 3 * 1) / 30))


def test_agreement_that_is_not_defined_is_none() -> None:
    found = agreement({"a": 1, "b": 1}, {"ann": {"a": 1, "b": 2}})
    assert (found.pearson, found.alpha) == (None, None)
    assert agreement({}, {}).same is None


@pytest.mark.parametrize(
    "row", ["{", '{"id": "a", "rater": "x", "criterion": "helpfulness", "rating": 3}', '{"id": "a"}']
)
def test_a_bad_rating_is_named(tmp_path: Path, row: str) -> None:
    file = tmp_path / "human.jsonl"
    file.write_text(row)
    with pytest.raises(UsageError, match=r"human\.jsonl:1: .*write id, rater, criterion"):
        read_ratings(file)


def test_lengths_by_rating() -> None:
    """NE-13: mean and median of the characters of answers, for each rating."""
    assert lengths_by_rating([(2, "abcd"), (0, "a"), (2, "ab"), (2, "abc")]) == {0: (1, 1), 2: (3, 3)}


def test_there_are_three_criteria(endpoint: TestEndpoint) -> None:
    with pytest.raises(UsageError, match="'wit' does not exist: use helpfulness"):
        Judge(client(endpoint), "wit")

"""Several ways of answering propose, one estimate of being right decides, and what is refused shows what was near."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from timeweave import KnowledgeBase
from timeweave.answering import NO_EVIDENCE
from timeweave.answering.arbiter.deciding import Judged, choose, counted
from timeweave.answering.arbiter.model import ModelJson, from_json, shipped
from timeweave.answering.extractive.wording import listed_quotes
from timeweave.answering.proposals import Proposal
from timeweave.errors import UsageError
from timeweave.records import Citation
from timeweave.results import Answer, Value
from timeweave.wire import answer_to_json

QUESTIONS = [
    "What was Halden's revenue in 2023-Q3?",
    "Why did Halden begin work on a second plant?",
    "Who is the chief executive officer of Brightwater?",
    "What did Halden open?",
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_answer_says_how_sure_it_is(kb: KnowledgeBase, question: str) -> None:
    """TG-14: `confidence` is a probability, in Python and in JSON, and nothing below the bound is given."""
    sure = kb.ask(question)
    assert 0.0 < sure.confidence < 1.0
    assert answer_to_json(sure)["confidence"] == sure.confidence
    assert not sure.refused
    assert kb.ask(question, min_confidence=sure.confidence).answer == sure.answer
    above = kb.ask(question, min_confidence=min(1.0, sure.confidence + 0.001))
    assert above.refused
    assert above.confidence == sure.confidence
    assert any("min_confidence" in warning for warning in above.warnings)


def test_a_refusal_shows_the_closest_passages_as_passages(kb: KnowledgeBase, reports: dict[str, str]) -> None:
    """TG-14: what was near stands under its own name, word for word, and never in the answer."""
    refused = kb.ask("Why did Halden begin work on a second plant?", min_confidence=1.0)
    assert (refused.answer, refused.refused, refused.citations) == (NO_EVIDENCE, True, ())
    assert refused.closest
    for passage in refused.closest:
        assert reports[passage.document_id][passage.start : passage.end] == passage.quote
    assert "We began work on a second plant" in refused.closest[0].quote
    assert [p["quote"] for p in answer_to_json(refused)["closest"]] == [p.quote for p in refused.closest]


@pytest.mark.parametrize("bound", [-0.1, 1.1, float("nan")])
def test_a_bound_that_is_no_probability_is_refused(kb: KnowledgeBase, bound: float) -> None:
    """The error quotes what was given."""
    with pytest.raises(UsageError, match=f"min_confidence must lie between 0 and 1, not {bound}"):
        kb.ask(QUESTIONS[0], min_confidence=bound)


def _judged(kb: KnowledgeBase, method: str, confidence: float, text: str) -> Judged:
    answer = Answer(kb.search("revenue"), text, refused=False, method=method)
    return Judged(Proposal(method, answer), confidence)


def test_of_answers_nearly_as_likely_the_more_exact_is_given(kb: KnowledgeBase) -> None:
    """A value beats a sentence of about the same confidence, or one that says it, a short one a long one."""
    quoted = _judged(kb, "extractive", 0.6, "It was 5 tonnes.")
    longer = _judged(kb, "extractive", 0.64, "It rained on the 4 tonnes.")
    near, far = _judged(kb, "computed", 0.59, "5 tonnes"), _judged(kb, "computed", 0.45, "5 tonnes")
    assert choose([longer, quoted, near]) is near
    assert choose([longer, quoted, far]) is quoted
    assert choose([_judged(kb, "extractive", 0.7, "It was 5 tonnes, all told."), far]) is far
    assert choose([]) is None


def test_the_model_adds_its_trees_and_bends_them_to_a_probability() -> None:
    """A tree goes left up to its threshold; features that an answer does not have are 0."""
    model = from_json(
        ModelJson(
            version=1,
            made_from="",
            features=["share"],
            bias=1.0,
            curve=(2.0, -1.0),
            trees=[
                {"feature": [0, -1, -1], "threshold": [0.5, 0, 0], "left": [1, 0, 0], "right": [2, 0, 0],
                 "value": [0, -20_000, 5_000]}
            ],
        )
    )  # fmt: skip
    assert (model.score({}), model.score({"share": 0.5}), model.score({"share": 0.51})) == (-1.0, -1.0, 1.5)
    assert model.probability({"share": 1.0}) == 0.881  # 1 / (1 + e^-2)


def test_the_shipped_model_can_be_read() -> None:
    """Every node leads to a later one, and asks for a feature that has a name."""
    data: ModelJson = json.loads(files("timeweave.answering.arbiter").joinpath("model.json").read_text("utf-8"))
    assert len(shipped().trees) == len(data["trees"]) > 50
    for tree in data["trees"]:
        for at, feature in enumerate(tree["feature"]):
            assert feature < len(data["features"])
            assert feature < 0 or (tree["left"][at] > at and tree["right"][at] > at)


def test_several_quotations_are_a_list() -> None:
    """One stands for itself; nothing is glued."""
    assert listed_quotes(["One."]) == "One."
    assert listed_quotes(["One.", "Two\nlines."]) == "- One.\n- Two lines."


def test_a_list_of_so_many_as_are_asked_for_comes_before_a_part_of_it(kb: KnowledgeBase) -> None:
    """TG-14: "the three officers" are not the one that a sentence names beside other things."""
    items = ("Ann, chair", "Bo, clerk", "Cy, treasurer")
    values = tuple(Value(None, "", item, None, None, 0) for item in items)

    def told(answerer: str, text: str, confidence: float, values: tuple[Value, ...], start: int, end: int) -> Judged:
        cited = Citation("d", "d#0", start, end, text[start:end])
        answer = Answer(kb.search("who"), text, refused=False, method="extractive", values=values, citations=(cited,))
        return Judged(Proposal(answerer, answer), confidence)

    whole = told("list", f"Elected: {'; '.join(items)}", 0.3, values, 0, 46)
    part = told("sentences", "Elected: Ann, chair", 0.7, (), 0, 19)
    elsewhere = told("sentences", "Dee Orr came.", 0.7, (), 900, 913)
    chosen = counted(part, [part, whole], 3)
    assert (chosen.proposal, chosen.confidence) == (whole.proposal, 0.7)
    assert counted(part, [part, whole], 2).proposal is part.proposal
    assert counted(elsewhere, [elsewhere, whole], 3).proposal is elsewhere.proposal
    other = told("table", "Elected: Ann, Bo, Cy", 0.7, values, 0, 19)
    assert counted(other, [other, whole], 3) is other
    announcement = told("sentence", "We elected three officers.", 0.7, (), 0, 26)
    announced = told("list", f"We elected three officers: {'; '.join(items)}", 0.4, values, 0, 46)
    assert choose([announcement, announced]) is announced
    sentences = told("sentences", "They voted. Ann won. Bo too.", 0.7, values, 0, 19)
    assert counted(sentences, [sentences, whole], 3).proposal is whole.proposal
    unlikely = told("list", f"Elected: {'; '.join(items)}", 0.1, values, 0, 46)
    assert counted(part, [part, unlikely], 3).proposal is part.proposal

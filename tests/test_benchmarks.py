"""The yardsticks measure what they say: scores by hand, intervals, and baselines that see no later article."""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from timeweave import Document
from timeweave.language.tokens import count_tokens
from timeweave.records import Cost, Usage

BENCHMARKS = str(Path(__file__).resolve().parents[1] / "benchmarks")


@pytest.fixture(autouse=True)
def benchmarks() -> Iterator[None]:
    """The scripts import one another by their bare names."""
    sys.path.insert(0, BENCHMARKS)
    yield
    sys.path.remove(BENCHMARKS)


@pytest.mark.parametrize(
    ("gold", "answer", "share"),
    [
        ("$52.4 million in Q1 and $1.2 billion in Q2", "52.4 million and 49 million", 0.5),
        ("14.9%, 11.2%", "11.2% in Q1 2023 and 14.95% in Q2 2023", 1.0),
        ("Q4 2021", "Q4 2021 ($36)", 1.0),
        ("Q4 2021", "Q1 2021, Q2 2021 and Q4 2021", 0.0),
        ("EOG Resources, Inc.", "EOG Resources, Inc.", 1.0),
        ("EOG Resources, Inc.", "ONEOK, Inc.", 0.0),
    ],
)
def test_elements_of_an_answer(gold: str, answer: str, share: float) -> None:
    """Figures count within half a percent, whatever their scale; else quarters, if not guessed; else words."""
    import ect_qa_scores

    assert ect_qa_scores.elements(gold, answer) == share


def test_overlap_of_words() -> None:
    """ROUGE-L keeps the order of words, F1 does not: of four and three, two are common in order, three in all."""
    import ect_qa_scores

    assert ect_qa_scores.rouge_l("a b c d", "b a c") == pytest.approx(2 * 2 / 7)
    assert ect_qa_scores.token_f1("a b c d", "b a c") == pytest.approx(2 * 3 / 7)


def test_evidence_stands_in_one_stretch() -> None:
    """Neighbouring pieces are one stretch; the same words far apart are not."""
    import texts

    gold = "Revenue was $5 million in the first quarter"
    assert texts.is_found(gold, [(0, 22, "Revenue was $5 million"), (23, 43, "in the first quarter")])
    assert not texts.is_found(gold, [(0, 22, "Revenue was $5 million"), (90, 110, "in the first quarter")])


def test_intervals_draw_whole_groups() -> None:
    """What is all of one group does not vary; apart, the same values do."""
    import figures

    together = figures.mean([1.0, 0.0, 1.0, 0.0], ["page"] * 4)
    assert together == {"mean": 0.5, "ci95": [0.5, 0.5], "n": 4}
    low, high = figures.mean([1.0, 0.0, 1.0, 0.0])["ci95"]
    assert low < 0.5 < high


def news() -> list[Document]:
    told = {1: "The Quillon works opened in Varna.", 2: "The Quillon works closed.", 9: "Quillon, Quillon, Quillon."}
    return [Document(f"d{day}", text, date=dt.date(2024, 1, day)) for day, text in told.items()]


def test_baselines_know_nothing_of_later_articles() -> None:
    """As of a day, plain retrieval gives, bit for bit, what it gives over the articles of that day alone."""
    import plain

    as_of, question = dt.date(2024, 1, 2), "Where are the Quillon works?"
    visible, every = plain.PlainRetrieval(news()[:2]), plain.PlainRetrieval(news())
    assert every.find_all(question, [50], as_of) == visible.find_all(question, [50])
    scores = every.bm25(question, every.days <= as_of.toordinal())
    assert scores.tolist() == [*visible.bm25(question, visible.days > 0).tolist(), 0.0]
    assert {f.document_id for f in every.find_all("Quillon", [50])["bm25"][50]} == {"d1", "d2", "d9"}


def test_baselines_fill_their_budget() -> None:
    """The last chunk is cut to what is left, at a token."""
    import plain

    found = plain.PlainRetrieval(news()).find_all("Quillon works", [12])["bm25 + dense"][12]
    assert sum(count_tokens(f.text) for f in found) == 12
    texts = {d.id: d.text for d in news()}
    assert all(f.text == texts[f.document_id][f.start : f.end] for f in found)


@pytest.mark.parametrize(
    ("question", "quarters"),
    [
        ("How did it change from 2021 Q3 to 2022 Q1?", {"2021-Q3", "2021-Q4", "2022-Q1"}),
        ("How did they adapt across Q1 and Q2 2020?", {"2020-Q1", "2020-Q2"}),
        ("Why did they diverge in the third and fourth quarters of 2023?", {"2023-Q3", "2023-Q4"}),
        ("What did inflation over 2022 change?", {f"2022-Q{number}" for number in range(1, 5)}),
        ("How did Q3 2023 go?", {"2023-Q3"}),
    ],
)
def test_quarters_that_a_question_names(question: str, quarters: set[str]) -> None:
    """One by one, from one to another, in words, or all of a year."""
    import global_questions

    assert global_questions.quarters_named(question) == quarters


def test_an_update_is_held_to_the_nodes_that_it_touched() -> None:
    """TG-07: a call too many fails, and so does a report that changed beside the touched nodes."""
    import update_cost

    before, after = {"2021": "a", "2022": "b"}, {"2021": "a", "2022": "c", "2023": "d"}
    costs = [Cost("add", "report", f"node:{label}", Usage(calls=1)) for label in ("2022", "2023")]
    update_cost.check({"costs": costs, "touched": ["2022", "2023"]}, before, after)
    with pytest.raises(AssertionError, match="3 report calls"):
        update_cost.check({"costs": [*costs, costs[0]], "touched": ["2022", "2023"]}, before, after)
    with pytest.raises(AssertionError, match="2021"):
        update_cost.check({"costs": costs, "touched": ["2022", "2023"]}, before, {**after, "2021": "e"})
    assert update_cost.years_unchanged(before, after) == ["2021"]

"""What is worked out from figures: each operator with its table and its calculation, end to end."""

from __future__ import annotations

import pytest

from timeweave import KnowledgeBase


@pytest.mark.parametrize(
    ("question", "answer", "calculation"),
    [
        ("In which quarter of 2023 did Halden Optics have the highest revenue?", "Q1 2023 ($3.7 billion)",
         "$3.7 billion (Q1 2023) > $3.1 billion (Q2 2023) > $2.8 billion (Q3 2023)"),
        ("Which quarter of 2023 had Halden Optics' second highest revenue?", "Q2 2023 ($3.1 billion)",
         "$3.7 billion (Q1 2023) > $3.1 billion (Q2 2023) > $2.8 billion (Q3 2023)"),
        ("How did revenue of Halden Optics change from 2023-Q1 to 2023-Q3?",
         "-$900 million (-24.3%): from $3.7 billion in Q1 2023 to $2.8 billion in Q3 2023",
         "$2.8 billion − $3.7 billion = -$900 million (-24.3%)"),
        ("In how many quarters of 2023 did Halden Optics' revenue exceed $3 billion?", "2: Q1 2023 and Q2 2023",
         "exceed $3 billion: $3.7 billion (Q1 2023) ✓, $3.1 billion (Q2 2023) ✓, $2.8 billion (Q3 2023) ✗"),
        ("In which quarters of 2023 was Halden Optics' revenue below $3 billion?", "Q3 2023 ($2.8 billion)",
         "below $3 billion: $3.7 billion (Q1 2023) ✗, $3.1 billion (Q2 2023) ✗, $2.8 billion (Q3 2023) ✓"),
        ("What was Halden Optics' average revenue from 2023-Q1 to 2023-Q3?",
         "$3.2 billion: $3.7 billion (Q1 2023), $3.1 billion (Q2 2023), and $2.8 billion (Q3 2023)",
         "mean of $3.7 billion, $3.1 billion, and $2.8 billion = $3.2 billion"),
        ("What was Halden Optics' median revenue from 2023-Q1 to 2023-Q3?",
         "$3.1 billion: $3.7 billion (Q1 2023), $3.1 billion (Q2 2023), and $2.8 billion (Q3 2023)",
         "median of $3.7 billion, $3.1 billion, and $2.8 billion = $3.1 billion"),
        ("What was Halden Optics' cumulative revenue from 2023-Q1 to 2023-Q3?",
         "$9.6 billion: $3.7 billion (Q1 2023), $3.1 billion (Q2 2023), and $2.8 billion (Q3 2023)",
         "$3.7 billion + $3.1 billion + $2.8 billion = $9.6 billion"),
        ("When was Halden Optics' revenue highest in 2023?", "Q1 2023 ($3.7 billion)",
         "$3.7 billion (Q1 2023) > $3.1 billion (Q2 2023) > $2.8 billion (Q3 2023)"),
        ("When did Halden Optics' revenue first fall below $3 billion?", "Q3 2023 ($2.8 billion)",
         "below $3 billion: $3.7 billion (Q1 2023) ✗, $3.1 billion (Q2 2023) ✗, $2.8 billion (Q3 2023) ✓"),
        ("Was Halden Optics' revenue above $3 billion in 2023-Q1?", "Yes: $3.7 billion in Q1 2023", None),
        ("Did Halden Optics' revenue grow between 2023-Q1 and 2023-Q3?",
         "No: $2.8 billion (Q3 2023) against $3.7 billion (Q1 2023)",
         "$2.8 billion − $3.7 billion = -$900 million (-24.3%)"),
        ("Was Halden Optics' free cash flow higher than Brightwater's free cash flow in 2023-Q3?",
         "Yes: $90 million (Halden Optics) against $75 million (Brightwater)",
         "$90 million − $75 million = +$15 million (+20.0%)"),
    ],
)  # fmt: skip
def test_operators(kb: KnowledgeBase, question: str, answer: str, calculation: str | None) -> None:
    """TG-14: what is worked out from figures shows how."""
    given = kb.ask(question)
    assert (given.answer, given.calculation, given.method) == (answer, calculation, "computed")


def test_a_total_needs_every_period(kb: KnowledgeBase) -> None:
    """Of a year with a quarter missing the known values are stated, the gap is named, and nothing is added up."""
    given = kb.ask("What was the sum of Halden Optics' revenue over the four quarters of 2023?")
    assert given.calculation is None
    assert given.answer.startswith("$3.7 billion in Q1 2023, $3.1 billion in Q2 2023, and $2.8 billion in Q3 2023")
    assert "Q4 2023" in given.warnings[-1]


def test_a_trend_tells_every_step(kb: KnowledgeBase) -> None:
    """The course from the first period to the last, with each value between."""
    given = kb.ask("How did Halden Optics' revenue develop in each quarter of 2023?")
    assert given.answer == (
        "Fell throughout: $3.7 billion in Q1 2023, $3.1 billion in Q2 2023, and $2.8 billion in Q3 2023"
    )


def test_each_value_says_which_citation_states_it(kb: KnowledgeBase) -> None:
    """TK-06: a row of the table leads to its quotation."""
    given = kb.ask("What was Halden Optics' revenue in each quarter of 2023?")
    assert [v.period for v in given.values] == ["2023-Q1", "2023-Q2", "2023-Q3"]
    for value in given.values:
        assert value.citation is not None
        assert value.text in given.citations[value.citation].quote


def test_an_unknown_entity_is_named_beside_the_known(kb: KnowledgeBase) -> None:
    """Half a question is half answered, and the answer says which half."""
    given = kb.ask("What was the free cash flow of Halden Optics Inc. and of Zorvex Corp in 2023-Q3?")
    assert not given.refused
    assert "$90 million" in given.answer
    assert any("Zorvex Corp" in w for w in given.warnings)


def test_a_period_outside_the_store_is_named(kb: KnowledgeBase) -> None:
    """A period without a value says so."""
    given = kb.ask("What was Halden Optics' revenue in 2023-Q1 and in 2031-Q1?")
    assert given.answer.startswith("$3.7 billion in Q1 2023")
    assert any("Q1 2031" in w for w in given.warnings)


def test_a_ranking_needs_more_than_one(kb: KnowledgeBase) -> None:
    """Of two companies of which one is unknown none is the highest."""
    assert kb.ask("Which of Halden Optics Inc. and Zorvex Corp had the highest free cash flow in 2023-Q3?").refused


@pytest.mark.parametrize(
    "question",
    [
        "?", "2023", "in 2023-Q1", "which", "how many quarters", "Halden", "Halden Optics in 2023?",
        "哈尔登光学2023年第一季度的收入是多少？", "ما هي إيرادات هالدن في عام 2023؟", "Was? 🙂 revenue 💶 2023-Q1",
        "highest lowest second third most", "Was Halden Optics' higher than?", "the revenue " * 250,
        "Compare Halden Optics and Brightwater", "How did it change from 2023-Q1 to 2023-Q2?", "\x00\x01 revenue",
        "In how many quarters did above below 5% of Halden exceed?",
    ],
)  # fmt: skip
def test_odd_questions_are_answered_or_refused(kb: KnowledgeBase, question: str) -> None:
    """Nothing that can be typed makes an answer fail: each value has its citation, a refusal its reason."""
    given = kb.ask(question)
    assert given.answer
    assert all(v.citation is None or v.citation < len(given.citations) for v in given.values)
    assert not given.refused or given.warnings

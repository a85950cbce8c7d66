"""Questions about levels that stand until the next is set, answered over all that were ever set."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave.records import Document

MINUTES = {
    "2019-03-04": "The committee decided to set the membership fee at $20. The day rate stays at $8.",
    "2020-03-02": "The committee decided to raise the membership fee by $5 to $25. Bo Ray proposed to cut it to $9.",
    "2021-03-01": "It was agreed to keep the membership fee at $25. The day rate was increased to $10.",
    "2022-03-07": "The committee voted 7 to 2 to increase the membership fee from $25 to $32.",
    "2023-03-06": "We have cut the membership fee to $30. The day rate goes up by $2 to $12 from April.",
}


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[timeweave.KnowledgeBase]:
    with timeweave.open(tmp_path_factory.mktemp("levels") / "kb") as opened:
        days = sorted(MINUTES, reverse=True)  # the order in which documents come makes no difference
        opened.add([Document(f"minutes {day}", MINUTES[day], date=dt.date.fromisoformat(day)) for day in days])
        yield opened


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the membership fee?", "$30 (since 2023-03-06)"),
        ("What was the membership fee in 2021?", "$25 (2020-03-02 to 2022-03-06)"),
        ("How much was the day rate in 2022?", "$10 (2021-03-01 to 2023-03)"),
        ("What was the membership fee before it was cut?", "$32, before $30 (since 2023-03-06)"),
        ("When was the membership fee raised to $32?", "2022-03-07 (to $32)"),
        ("When was the day rate last raised?", "2023-04 (to $12)"),
        ("How many times was the membership fee raised?", "2: $25 (2020-03-02); $32 (2022-03-07)"),
        ("How many times was the membership fee cut between 2020 and 2022?", "0"),
        ("When was the day rate first raised?", "2021-03-01 (to $10)"),
        (
            "What was the increase in the membership fee in 2020?",
            "up by $5: from $20 (2019-03-04 to 2020-03-01) to $25 (2020-03-02 to 2022-03-06)",
        ),
        ("What was the highest membership fee?", "$32 (2022-03-07 to 2023-03-05)"),
        ("How has the day rate changed?", "$8 (2019-03-04); $10 (2021-03-01); $12 (2023-04)"),
        (
            "By how much was the membership fee raised in 2022?",
            "up by $7: from $25 (2020-03-02 to 2022-03-06) to $32 (2022-03-07 to 2023-03-05)",
        ),
    ],
)
def test_a_level_is_worked_out_of_all_that_were_set(kb: timeweave.KnowledgeBase, question: str, answer: str) -> None:
    """EK-06: over all levels that the graph holds, in the order of their days."""
    found = kb.ask(question)
    assert (found.answer, found.refused) == (answer, False)
    assert all(citation.document_id.startswith("minutes") for citation in found.citations)


def test_a_level_is_that_of_the_day_of_asking(kb: timeweave.KnowledgeBase) -> None:
    assert kb.ask("What is the membership fee?", as_of=dt.date(2020, 6, 1)).answer == "$25 (since 2020-03-02)"
    assert kb.ask("What is the membership fee?", as_of=dt.date(2019, 6, 1)).answer == "$20 (since 2019-03-04)"


@pytest.mark.parametrize(
    "question",
    [
        "What is the parking fee?",
        "How much is the fee for membership of juniors?",
        "What is the night rate?",
        "What was the membership fee in 1995?",
        "What was the membership fee of Harlow Council in 2021?",
        "What is the Wexford membership fee?",
    ],
)
def test_what_nobody_set_has_no_level(kb: timeweave.KnowledgeBase, question: str) -> None:
    found = kb.ask(question)
    assert found.refused or "levels, in the order" not in (found.calculation or "")


def test_what_is_told_of_something_narrower_or_in_other_words_later_settles_nothing(tmp_path: Path) -> None:
    told = {
        "2020-01-02": "The council raised the minimum wage for tipped workers to $5.",
        "2021-01-02": "The board raised the membership fee to $25.",
        "2022-01-02": "It was decided that for the membership fee everybody pays $30.",
        "2023-01-02": "The council raised the late fee to $3. The council abolished the late fee on 1 May 2023.",
    }
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document(day, text, date=dt.date.fromisoformat(day)) for day, text in told.items()])
        for question in ("What is the minimum wage?", "What is the membership fee?"):
            assert "levels, in the order" not in (kb.ask(question).calculation or "")
        assert kb.ask("What is the late fee?").answer == "none (since 2023-05-01)"


def test_a_later_level_closes_the_one_before(kb: timeweave.KnowledgeBase) -> None:
    """EK-06: a new level closes the interval of the old, in whatever order they were told."""
    shown = {str(r.valid): r.fact.object for r in kb.timeline("membership fee").facts}
    assert shown["2022-03-07/2023-03-05"] == "$32"
    assert shown["2023-03-06/.."] == "$30"


def test_a_report_tells_what_was_set_in_its_time(kb: timeweave.KnowledgeBase) -> None:
    (node,) = kb.report("2022").nodes
    assert node.comparison is not None
    assert "Membership Fee: $25, then $32 (7 March 2022)." in [s.text for s in node.comparison.sentences]


def test_a_difference_is_told_in_the_money_of_its_ends(tmp_path: Path) -> None:
    told = {
        "2021-02-03": "It was resolved that the precept be increased to £12,500.",
        "2022-02-02": "The council voted by 5 to 1 to raise the precept to £13,200.",
    }
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document(day, text, date=dt.date.fromisoformat(day)) for day, text in told.items()])
        found = kb.ask("By how much was the precept raised in 2022?")
    assert found.answer == "up by £700: from £12,500 (2021-02-03 to 2022-02-01) to £13,200 (since 2022-02-02)"


def test_names_that_nothing_bears_and_times_long_before_have_no_level(tmp_path: Path) -> None:
    told = {"2020-03-02": "On 2 March 2020 the club raised the membership fee from $20 to $25."}
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document(day, text, date=dt.date.fromisoformat(day)) for day, text in told.items()])
        assert kb.ask("What was the membership fee in 2019?").answer == "$20 (until 2020-03-01)"
        assert "levels, in the order" not in (kb.ask("What was the membership fee in 1995?").calculation or "")
        asked = "What is the membership fee at Zandvoort?"
        assert "levels, in the order" not in (kb.ask(asked).calculation or "")


def test_one_thing_in_two_wordings_is_one_series(tmp_path: Path) -> None:
    told = {
        "2001-01-03": "The committee decided today to lower its target for the base rate 50 basis points to 6 percent.",
        "2001-03-20": "The committee decided to lower the base rate target by 1/2 point to 5-1/2 percent.",
        "2001-06-27": "The committee decided today to lower its target for the base rate to 5 percent.",
    }
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document(day, text, date=dt.date.fromisoformat(day)) for day, text in told.items()])
        found = kb.ask("How many times was the base rate target cut in 2001?", min_confidence=0.5)
    assert found.answer == "3: 6 percent (2001-01-03); 5-1/2 percent (2001-03-20); 5 percent (2001-06-27)"

"""Questions in a company's fiscal calendar, on the bundled story (TK-04)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from importlib.resources import files

import pytest

import timeweave
from timeweave import KnowledgeBase
from timeweave.results import Answer

RECORDED = dt.datetime(2025, 3, 1, tzinfo=dt.UTC)


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """The reports of Halden, whose fiscal year starts in February, and the city's papers."""
    with timeweave.open(tmp_path_factory.mktemp("story")) as opened:
        corpus = files("timeweave") / "demo" / "corpus"
        opened.add(str(corpus / "halden" / "halden-quarters.jsonl"), now=RECORDED, workers=1)
        opened.add(str(corpus / "city"), now=RECORDED, workers=1)
        yield opened


def ask(story: KnowledgeBase, question: str, as_of: dt.date | None = None) -> Answer:
    return story.ask(question, as_of=as_of, now=dt.date(2025, 3, 1))


def test_a_fiscal_quarter_is_that_of_the_company(story: KnowledgeBase) -> None:
    """TK-04: the second quarter of fiscal 2025 is May to July 2024; the answer says which calendar it was read in."""
    answer = ask(story, "What was the revenue of HMS in the second quarter of fiscal 2025?")
    assert [(v.text, v.period) for v in answer.values] == [("$131.9 million", "2024-05/2024-07")]
    scope = answer.search.scope.to_json()
    assert (scope["calendar"], scope["fiscal_year_start"]) == ("fiscal", 2)


def test_each_quarter_of_a_fiscal_year(story: KnowledgeBase) -> None:
    """TK-04: four fiscal quarters, named as such."""
    answer = ask(story, "What was Halden's revenue in each quarter of fiscal 2024?")
    assert answer.answer == (
        "$118.0 million in Q1 FY2024, $126.5 million in Q2 FY2024, $121.3 million in Q3 FY2024, "
        "and $134.2 million in Q4 FY2024"
    )


def test_a_fiscal_year_is_not_the_calendar_year(story: KnowledgeBase) -> None:
    """TK-04: fiscal 2024 ended in January 2024."""
    assert ask(story, "What was Halden's revenue in fiscal 2024?").answer == "$500.0 million"


def test_calendar_words_stay_calendar(story: KnowledgeBase) -> None:
    """TK-04: a calendar quarter of a fiscal company is that of the calendar, and no fiscal figure is given for it."""
    answer = ask(story, "What was Halden's revenue in the second calendar quarter of 2024?")
    assert answer.search.scope.to_json()["calendar"] == "calendar"
    assert [str(i) for i in answer.search.scope.intervals] == ["2024-Q2"]
    assert answer.method != "computed"
    assert ask(story, "What was Halden's revenue in July 2024?").search.scope.fiscal is None


def test_the_calendar_is_known_as_of_a_day(story: KnowledgeBase) -> None:
    """TK-04, TK-05: before any document of Halden the fiscal year is as labelled, from the first on as it says."""
    question = "What was the revenue of Halden in the first quarter of fiscal 2024?"
    known = ask(story, question, dt.date(2023, 6, 8))
    assert (known.answer, str(known.search.scope.intervals[0])) == ("$118.0 million", "2023-02/2023-04")
    before = ask(story, question, dt.date(2023, 6, 7))
    assert (before.refused, before.search.scope.fiscal) == (True, None)


def test_when_the_fiscal_year_starts_can_be_asked(story: KnowledgeBase) -> None:
    """TK-04: the documents tell it like anything else."""
    assert "february" in ask(story, "When does Halden's fiscal year start?").answer.casefold()


def test_given_offices_answer_who_held_them(story: KnowledgeBase) -> None:
    """TK-03, EK-05: the mayor between the vote and the oath is the one of the given triple."""
    assert ask(story, "Who was mayor of Port Lorne on 1 December 2023?").answer == "Ines Calloway"
    assert ask(story, "Who was mayor of Port Lorne on 12 December 2023?").answer == "Rafael Oduya"


def test_a_refusal_names_period_and_measure(story: KnowledgeBase) -> None:
    """TG-14: what no document speaks of is said."""
    answer = ask(story, "What was Halden's revenue in the first quarter of 2019?")
    assert answer.refused
    assert answer.warnings[-1] == "missing: no document speaks of Halden's revenue in 2019-Q1"


def test_a_preposition_is_no_measure(story: KnowledgeBase) -> None:
    """TG-08: what is left of "at the end of" once the time is taken out is not asked for."""
    answer = ask(story, "What was Halden's operating margin at the end of October 2023?")
    assert not any("for at" in warning for warning in answer.warnings)

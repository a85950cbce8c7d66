"""Figures that no rule determines: the sentence that tells one is quoted, where it is likely enough to be the one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import Document
from timeweave.answering.answerers import PutForward, put_forward
from timeweave.answering.context.answer_context import prepare
from timeweave.retrieval import Query

DOCUMENTS = [
    Document(
        "a",
        "Harrow Bees now looks after hives for more than 640 gardens in the valley. Its shop sold 1,200 jars in May.",
        title="Harrow Bees",
        date=dt.date(2021, 6, 2),
    ),
    Document(
        "b",
        "Harrow Bees looks after hives for nearly 910 gardens. It does not keep wasps, and never had 4,000 members.",
        title="Harrow Bees",
        date=dt.date(2024, 6, 4),
    ),
    Document("c", "The ferry carried 300 cars on Monday.", title="Ferry news", date=dt.date(2024, 6, 5)),
]


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[timeweave.KnowledgeBase]:
    folder: Path = tmp_path_factory.mktemp("likely")
    with timeweave.open(folder / "kb") as opened:
        opened.add(DOCUMENTS, now=dt.datetime(2025, 1, 1, tzinfo=dt.UTC), workers=1)
        yield opened


def proposed(kb: timeweave.KnowledgeBase, question: str, as_of: dt.date | None = None) -> PutForward:
    with kb._store.view(as_of) as view:
        result, relevance = kb._inquiries.find(Query(question), view, kb._clients("ask"))
        return put_forward(prepare(result, view, relevance))


def test_a_sentence_in_other_words_is_put_forward(kb: timeweave.KnowledgeBase) -> None:
    """What no rule takes for the figure is quoted beside the refusal that stands, the nearest amounts first."""
    put = proposed(kb, "How many gardens does Harrow Bees serve?")
    assert put.refusal is not None
    told = [p for p in put.proposals if p.answerer == "likely figure"]
    assert {p.answer.answer for p in told[:2]} == {
        "Harrow Bees looks after hives for nearly 910 gardens.",
        "Harrow Bees now looks after hives for more than 640 gardens in the valley.",
    }
    newest = {p.answer.answer: p.features["figure newest"] for p in told[:2]}
    assert newest["Harrow Bees looks after hives for nearly 910 gardens."]
    assert not newest["Harrow Bees now looks after hives for more than 640 gardens in the valley."]
    assert all(c.quote == p.answer.answer for p in told for c in p.answer.citations)


def test_only_what_was_visible_then_is_put_forward(kb: timeweave.KnowledgeBase) -> None:
    put = proposed(kb, "How many gardens does Harrow Bees serve?", dt.date(2022, 1, 1))
    assert not any("910" in p.answer.answer for p in put.proposals)
    assert any("640" in p.answer.answer for p in put.proposals)


def test_what_is_denied_is_no_figure(kb: timeweave.KnowledgeBase) -> None:
    """A number that a sentence denies ("never had 4,000 members") is not put forward."""
    put = proposed(kb, "How many members did Harrow Bees have?")
    assert not any(p.answerer == "likely figure" and "4,000" in p.answer.answer for p in put.proposals)


def test_unknown_names_are_refused_as_before(kb: timeweave.KnowledgeBase) -> None:
    put = proposed(kb, "How many gardens does Zorblax Honey serve?")
    assert put.refusal is not None
    assert not put.proposals


GROWING = {
    "2017-06-28": "Today we're serving about 46 million pages of Quillet. Quillet has eleven staff.",
    "2019-04-15": "Quillet is currently providing maps for more than 160 million pages.",
    "2020-02-27": "In June of 2017 we served some 46 million pages. Today Quillet serves nearly 192 million pages.",
    "2022-12-05": "A particularly big moment was when Quillet surpassed 300 million pages served.",
    "2023-03-01": "A fault of Quillet lost 12 pages. It was mended within an hour.",
    "2025-01-30": "Quillet makes a good part of the world legible by drawing maps for over 550 million pages.",
}


@pytest.mark.parametrize(
    ("as_of", "told"), [("2019-12-31", "160"), ("2020-12-31", "192"), ("2023-12-31", "300"), ("2025-12-31", "550")]
)
def test_how_things_stand_is_told_by_the_newest_figure_of_its_kind(tmp_path: Path, as_of: str, told: str) -> None:
    """This year's number for this year's question, as of any day; one of another order is another count."""
    with timeweave.open(tmp_path) as kb:
        kb.add(Document(day, text, date=dt.date.fromisoformat(day)) for day, text in GROWING.items())
        answer = kb.ask("How many pages does Quillet serve?", as_of=as_of, min_confidence=0.1)
        assert f"{told} million pages" in answer.answer


def test_what_was_done_once_is_no_newer_count(tmp_path: Path) -> None:
    """People who were hired, or lost, are not how many there are."""
    texts = {
        "2023-05-02": "Acme Foundry employs 400 people in Ulm.",
        "2024-02-11": "Acme Foundry hired 120 people for its new plant.",
        "2024-09-01": "Acme Foundry let 90 people go in the summer.",
    }
    with timeweave.open(tmp_path) as kb:
        kb.add(Document(day, text, date=dt.date.fromisoformat(day)) for day, text in texts.items())
        assert "400" in kb.ask("How many people does Acme Foundry employ?", min_confidence=0.1).answer


def test_a_figure_that_later_minutes_correct_is_not_put_forward(tmp_path: Path) -> None:
    told = {
        "2019-03-04": "Minutes of the choir committee. The spring concert collection came to R1,240. "
        "The hall fund stood at R31,200.",
        "2019-04-02": "The minutes of 4 March were approved with one amendment: "
        "the spring concert collection should read R1,420. The hall fund has since reached R32,000.",
    }
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document(day, text, date=dt.date.fromisoformat(day)) for day, text in told.items()], workers=1)
        answer = kb.ask("How much did the 2019 spring concert collection come to?", min_confidence=0.0)
    assert "1,240" not in answer.answer


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many people were killed on the roads in 2008?", "40"),
        ("By how many was the number of people killed on the roads in 2008 revised?", "two"),
    ],
)
def test_a_correction_that_tells_the_level_is_put_forward(tmp_path: Path, question: str, told: str) -> None:
    """The step alone ("revised down by two") answers for the step alone."""
    text = "The number of people killed on the roads in 2008 has been revised down by two{}."
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document("a", text.format(" to 40" if told == "40" else ""), date=dt.date(2009, 6, 15))])
        assert told in kb.ask(question, min_confidence=0.0).answer

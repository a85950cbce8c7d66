"""Several things asked for at once: evidence for each, and the answers of what settles each of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator

import pytest

import timeweave
from timeweave.knowledge_base import KnowledgeBase
from timeweave.records import Document
from timeweave.results import Answer

PAGES = {
    "2012-03-04": "Ann Lee was elected chair of Otter Rowing Club tonight. The kettle was mended.",
    "2013-05-05": "We bought a coxed four for £9,200 from a club in Ely.",
    "2014-03-02": "Bo Ekman was elected chair of Otter Rowing Club tonight. Tea was served.",
    "2015-02-01": "Cyril Talbot was elected treasurer of Otter Rowing Club.",
    "2016-07-09": "The regatta had 61 races and ended in a thunderstorm.",
    **{
        f"2017-01-{day:02}": f"Outing number {day}: the regatta crews rowed to the mill and back."
        for day in range(1, 29)
    },
}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with timeweave.open(tmp_path_factory.mktemp("club")) as kb:
        kb.add(Document(day, text, date=dt.date.fromisoformat(day)) for day, text in PAGES.items())
        yield kb


@pytest.fixture(scope="module")
def asked(club: KnowledgeBase) -> Callable[[str], Answer]:
    """The answer to a question, the citations of which stand in the pages."""

    def ask(question: str) -> Answer:
        answer = club.ask(question)
        assert all(PAGES[c.document_id][c.start : c.end] == c.quote for c in answer.citations)
        return answer

    return ask


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who was chair of Otter Rowing Club in 2013, and who in 2015?", "- Ann Lee\n- Bo Ekman"),
        ("Who were the chair and the treasurer of Otter Rowing Club in 2016?", "- Bo Ekman\n- Cyril Talbot"),
        (
            "Who is chair of Otter Rowing Club and who is treasurer of Otter Rowing Club?",
            "- Bo Ekman\n- Cyril Talbot",
        ),
    ],
)
def test_what_the_graph_knows_of_each_is_told_together(
    asked: Callable[[str], Answer], question: str, told: str
) -> None:
    """Each of its own time, or of the one that is told for both; in the order in which they were asked."""
    answer = asked(question)
    assert answer.answer == told
    assert len(answer.citations) > 1
    assert len(answer.values) > 1


@pytest.mark.parametrize(
    "question",
    [
        "Who is chair of Otter Rowing Club, and who was it in 2012?",
        "Who was chair of Otter Rowing Club in 2016 and who was its treasurer?",
        "Who was chair of Otter Rowing Club in 2012, who in 2013, and who in 2014?",
    ],
)
def test_what_cannot_be_asked_by_itself_is_not_worked_out_so(asked: Callable[[str], Answer], question: str) -> None:
    """One that goes on from another part, or three of which two are not told apart."""
    answer = asked(question)
    assert answer.refused or answer.method != "computed"


def test_where_one_of_them_is_not_known_nothing_is_told_of_facts(asked: Callable[[str], Answer]) -> None:
    """Half an answer is none: the treasurer of 2012 is nobody's."""
    answer = asked("Who were the chair and the treasurer of Otter Rowing Club in 2012?")
    assert answer.refused or answer.method != "computed"


def test_evidence_within_a_budget_has_room_for_each_part(club: KnowledgeBase) -> None:
    """Twenty-eight outings are nearer to the whole question than what answers its second half."""
    question = "How often did the regatta crews row to the mill and back, and who served tea?"
    found = {e.document_id for e in club.search(question, budget=150).evidence}
    assert "2014-03-02" in found
    assert any(document.startswith("2017-01") for document in found)

"""Answers out of a page's running text, in a real store."""

from __future__ import annotations

import datetime as dt
import pathlib
from collections.abc import Iterator, Sequence

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.answering.answerers import put_forward
from timeweave.answering.context.answer_context import prepare
from timeweave.answering.proposals import Proposal
from timeweave.retrieval import Query

PAGE = Document(
    "page",
    "Orla Venn\n"
    "Orla Venn is a painter and teacher of drawing.\n"
    "From 1961 to 1968 she taught at Kelmore College.\n"
    "In 1968 she moved to the Marsh Institute.\n"
    "There she led the school of drawing.\n"
    "From 1975 until 1981 she was a lecturer at Tarn University, where she also painted murals.",
    title="Orla Venn",
    date=dt.date(2020, 5, 1),
)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """A page about one painter."""
    with timeweave.open(tmp_path_factory.mktemp("page")) as kb:
        kb.add([PAGE], now=dt.datetime(2024, 6, 1, tzinfo=dt.UTC), workers=1)
        yield kb


def _proposals(kb: KnowledgeBase, question: str) -> Sequence[Proposal]:
    with kb._store.view(None) as view:
        result, relevance = kb._inquiries.find(Query(question), view, kb._clients("ask"))
        return put_forward(prepare(result, view, relevance)).proposals


@pytest.mark.parametrize(
    ("question", "school"),
    [
        ("Which school employed Orla Venn from 1961 to 1968?", "Kelmore College"),
        ("Which school employed Orla Venn from 1968 to 1974?", "Marsh Institute"),
        ("Which school employed Orla Venn from 1976 to 1981?", "Tarn University"),
    ],
)
def test_the_sentence_of_the_time_asked_for_leads(page: KnowledgeBase, question: str, school: str) -> None:
    """TG-14: of sentences that say the same of other times, the one that fits the time is the first that names one."""
    proposals = _proposals(page, question)
    told = next((p for p in proposals if p.answerer == "narrative"), proposals[0]).answer
    quotes = [citation.quote for citation in told.citations]
    schools = ("Kelmore College", "Marsh Institute", "Tarn University")
    assert next(quote for quote in quotes if any(name in quote for name in schools)).count(school)


def test_what_is_told_beside_is_of_the_time_asked_for_too(page: KnowledgeBase) -> None:
    """Sentences of other times are not quoted beside the one that tells of it."""
    found = _proposals(page, "Which school employed Orla Venn from 1976 to 1981?")
    assert any(p.answerer == "sentence" and "Tarn University" in p.answer.answer for p in found)
    assert not [p for p in found if p.answerer == "sentences"]


def test_quotations_are_short_and_stand_in_the_document(page: KnowledgeBase) -> None:
    """TK-06: at most 55 words, each quotation the document's text at its span."""
    answer = page.ask("Which school employed Orla Venn from 1961 to 1968?")
    assert len(answer.answer.split()) <= 60
    for citation in answer.citations:
        assert PAGE.text[citation.start : citation.end] == citation.quote


def test_another_time_is_refused(page: KnowledgeBase) -> None:
    """TG-14: a page that tells nothing of the time asked for does not answer."""
    assert page.ask("Which school employed Orla Venn from 1921 to 1925?").refused


CAREER = Document(
    "career",
    "Ilse Marn\n"
    "Ilse Marn ( 3 May 1921 – 9 June 1999 ) was an engineer .\n"
    "She graduated from Olden College in 1944 .\n"
    "In 1948 she became an engineer of the Varde Works .\n"
    "She worked for the Varde Works until 1961 .\n"
    "From 1966 to 1970 she worked for the Tolmer Company , building bridges .",
    title="Ilse Marn",
    date=dt.date(2020, 5, 1),
)


@pytest.fixture(scope="module")
def career(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """A page about one engineer, whose career has a gap."""
    with timeweave.open(tmp_path_factory.mktemp("career")) as kb:
        kb.add([CAREER], now=dt.datetime(2024, 6, 1, tzinfo=dt.UTC), workers=1)
        yield kb


def test_a_gap_between_stations_is_refused_and_its_neighbours_named(career: KnowledgeBase) -> None:
    """TG-14: what held before a gap does not answer for it; the refusal tells what is known next to it."""
    answer = career.ask("Which company employed Ilse Marn from 1973 to 1976?")
    assert answer.refused
    warning = answer.warnings[-1]
    assert warning.startswith("missing: no explicit evidence of Ilse Marn")
    assert "the nearest: 1966/1970: 'From 1966 to 1970 she worked for the Tolmer Company" in warning


def test_what_ended_at_the_time_answers_for_it_and_what_began_after_it_does_not(career: KnowledgeBase) -> None:
    """TG-14: "graduated in 1944" tells of the years before, "became in 1948" of none of those."""
    studied = career.ask("Which college educated Ilse Marn from 1942 to 1944?")
    assert (studied.refused, "Olden College" in studied.answer) == (False, True)
    assert career.ask("Which company employed Ilse Marn from 1945 to 1947?", min_confidence=0.5).refused


def test_a_life_is_no_time_of_what_it_held(career: KnowledgeBase) -> None:
    """TG-14: birth and death around the time asked for say nothing of it."""
    assert career.ask("Which prize did Ilse Marn receive in 1984?").refused


def test_a_page_whose_title_the_question_spells_out_answers(tmp_path: pathlib.Path) -> None:
    """TG-14: another name read in the question does not hide the page that is meant."""
    day = dt.date(2020, 5, 1)
    title = "Department of Drawing, Kelmore College Tarnby"
    page = Document("page", f"{title}\nIn 1964 it began as the Sketching Unit .", title=title, date=day)
    town = Document("town", "Tarnby\nTarnby is a town . In 1964 it had a fair .", title="Tarnby", date=day)
    with timeweave.open(tmp_path) as kb:
        kb.add([page, town], now=dt.datetime(2024, 6, 1, tzinfo=dt.UTC), workers=1)
        answer = kb.ask("What was the drawing department at Tarnby's Kelmore College called from 1964 to 1966?")
    assert (answer.refused, "Sketching Unit" in answer.answer) == (False, True)


def test_what_began_lasts_until_the_page_goes_on(tmp_path: pathlib.Path) -> None:
    """TG-14: a team joined in 1986 and left in 1991 answers for the years between."""
    told = "In 1986 he joined the team of Varde Rovers .\nIn 1991 he left for the team of Lorne ."
    page = Document("page", f"Tam Olin\nTam Olin was a player .\n{told}", title="Tam Olin", date=dt.date(2020, 5, 1))
    with timeweave.open(tmp_path) as kb:
        kb.add([page], now=dt.datetime(2024, 6, 1, tzinfo=dt.UTC), workers=1)
        answer = kb.ask("Which team did Tam Olin play for from 1988 to 1990?", min_confidence=0.2)
    assert (answer.refused, "Varde Rovers" in answer.answer) == (False, True)


def test_a_page_that_never_writes_its_name_out_answers(tmp_path: pathlib.Path) -> None:
    """TG-14: a title in the question means its page, though no visible sentence holds the whole of it."""
    told = "The 6th Army was formed in 1939 .\nIn 1945 the army belonged to the country of Tarnia ."
    page = Document("page", told, title="6th Combined Arms Army", date=dt.date(2020, 5, 1))
    with timeweave.open(tmp_path) as kb:
        kb.add([page], now=dt.datetime(2024, 6, 1, tzinfo=dt.UTC), workers=1)
        answer = kb.ask("Which country did 6th Combined Arms Army belong to in 1945?")
    assert (answer.refused, "Tarnia" in answer.answer) == (False, True)

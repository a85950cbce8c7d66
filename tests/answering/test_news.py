"""Answers out of articles that each tell the news of a day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

import timeweave
from timeweave import Document, KnowledgeBase

FRIDAY = dt.date(2023, 9, 15)


def _article(name: str, day: str, text: str, *entities: str) -> Document:
    return Document(name, text, title=name, date=dt.date.fromisoformat(day), source="the Gazette", entities=entities)


ARTICLES = [
    _article(
        "Marsh fees",
        "2023-09-12",
        "Kelmore Marsh National Park will begin to charge visitors a parking fee. Tags will cost five dollars a day.",
    ),
    _article("Old fees", "2022-03-01", "Tarn Hills National Park announced a parking fee for visitors."),
    _article("Appointment", "2023-03-01", "Brightwater Ltd named Mara Ellison as chief executive officer."),
    _article(
        "Divers found",
        "2023-09-13",
        "The chief executive officer of Brightwater Ltd went to Port Alden to praise the rescue team that found the "
        "missing divers.",
    ),
    _article(
        "Storm",
        "2023-09-14",
        "Brightwater Ltd said that some 46,000 customers were without power after the storm. It sent 12 crews to the "
        "coast, where 3 bridges had fallen.",
    ),
    _article(
        "Fair",
        "2023-09-10",
        "The mayor came at noon. Farmers sold cheese. A choir sang in the rain. Painters showed their work.",
    ),
    _article("Branch", "2023-09-01", "State opened its third branch.", "State"),
    _article(
        "Fireworks", "2023-09-11", "Lorland banned the sale of fireworks after the drought, the first state to do so."
    ),
]


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """The articles."""
    with timeweave.open(tmp_path_factory.mktemp("news")) as opened:
        opened.add(ARTICLES, now=dt.datetime(2024, 6, 1, tzinfo=dt.UTC), workers=1)
        yield opened


def test_an_article_tells_of_the_week_in_which_it_was_published(kb: KnowledgeBase) -> None:
    """TG-14: "this week" is answered by news of that week that names no day; news of another year does not count."""
    answer = kb.ask("Which national park announced this week that it will charge a parking fee?", as_of=FRIDAY)
    assert (answer.refused, "Kelmore Marsh" in answer.answer, "Tarn Hills" in answer.answer) == (False, True, False)


def test_a_state_of_the_same_entity_does_not_answer_another_question(kb: KnowledgeBase) -> None:
    """TG-14: who holds an office is not said where a sentence tells what is asked of its holder."""
    question = "Where did Brightwater's chief executive officer praise the rescue team that found the missing divers?"
    answer = kb.ask(question, as_of=FRIDAY)
    assert (answer.method, "Port Alden" in answer.answer) == ("extractive", True)


def test_what_is_asked_of_the_state_itself_is_still_worked_out(kb: KnowledgeBase) -> None:
    """TG-14: the holder of an office comes from the facts."""
    answer = kb.ask("Who is the chief executive officer of Brightwater Ltd?", as_of=dt.date(2023, 6, 1))
    assert (answer.method, answer.answer) == ("computed", "Mara Ellison")


def test_numbers_of_the_news_are_quoted_and_not_computed_with(kb: KnowledgeBase) -> None:
    """TG-14: the sentence that holds the number asked for leads, whatever other numbers an article holds."""
    answer = kb.ask("How many customers of Brightwater were without power after the storm this week?", as_of=FRIDAY)
    assert answer.method == "extractive"
    assert "46,000" in answer.citations[0].quote


def test_a_word_in_small_letters_is_no_name_that_the_evidence_does_not_bear(kb: KnowledgeBase) -> None:
    """TG-14: "which state" does not ask about an entity named State."""
    answer = kb.ask("Which state banned the sale of fireworks after the drought?", as_of=FRIDAY, min_confidence=0.0)
    assert "Lorland" in answer.answer


def test_quotations_are_short_and_stand_in_their_articles(kb: KnowledgeBase) -> None:
    """TK-06: at most 55 words, each quotation the text of its article at its span."""
    texts = {article.id: article.text for article in ARTICLES}
    answer = kb.ask("What happened to the missing divers of Port Alden?", as_of=FRIDAY)
    assert 0 < len(answer.answer.split()) <= 60
    for citation in answer.citations:
        assert texts[citation.document_id][citation.start : citation.end] == citation.quote


def test_what_no_article_tells_is_refused(kb: KnowledgeBase) -> None:
    """TG-14: an unknown name, and an event that nothing comes near."""
    assert kb.ask("Which award did Zorvan Industries win this week?", as_of=FRIDAY).refused
    assert kb.ask("Which orchestra opened its season with a forgotten symphony?", as_of=FRIDAY).refused


def test_words_that_no_few_sentences_hold_together_answer_nothing(kb: KnowledgeBase) -> None:
    """TG-14: four sentences of one article hold a word each of what is asked, which is told in none of them."""
    question = "Which foreign bank lent mayor, farmers, choir and painters money for their new hospital wing?"
    assert kb.ask(question, as_of=FRIDAY).refused

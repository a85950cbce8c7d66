"""Answers of the kind, the time and the thing that are meant, where others lie near, in a real store."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.temporal.interval import Interval


def _report(company: str, period: str, day: str, text: str) -> Document:
    return Document(
        f"{company.split()[0].lower()}-{period}",
        text,
        title=f"{company} {period} results",
        date=dt.date.fromisoformat(day),
        period=Interval.parse(period),
        entities=(company,),
    )


def _news(name: str, day: str, text: str) -> Document:
    return Document(name, text, date=dt.date.fromisoformat(day))


DOCUMENTS = [
    _report(
        "Quarrel Systems", "2024-Q1", "2024-04-23",
        "Revenue was $1.15 billion in the first quarter of 2024. Net loss was $12 million. "
        "GAAP earnings per share were $0.02 and non-GAAP earnings per share were $0.15. "
        "For the second quarter of 2024, we expect revenue between $1.2 billion and $1.3 billion.",
    ),
    _report("Quarrel Systems", "2024-Q2", "2024-07-23", "Revenue was $980 million in the second quarter of 2024."),
    _report("Bramble Foods", "2024-Q1", "2024-04-30", "Revenue was $655 million. The effective tax rate was 18.2%."),
    _report("Bramble Foods", "2024-Q2", "2024-07-30", "Revenue was $700 million. The effective tax rate was 19.9%."),
    _news("ledger", "2024-08-02",
          "Quarrel Systems revenue was $1.02 billion in the second quarter of 2024, according to the Daily Ledger. "
          "The company had reported a lower number."),
    _news("deal", "2024-05-14",
          "Bramble Foods completed its acquisition of NFP Holdings on May 14, 2024, paying $2.3 billion in cash. "
          "Chief Executive Maria Lopez said the deal doubles the company's reach."),
    _news("named", "2022-03-01", "Bramble Foods named Maria Lopez chief executive officer on March 1, 2022."),
    _news("left", "2024-09-15",
          "Maria Lopez stepped down as chief executive of Bramble Foods on September 15, 2024."),
    _news("fine", "2024-11-11", "Mercury Energy was fined $5 million on November 11, 2024 by the regulator."),
    _news("arm", "2024-12-01", "Mercury Robotics raised $40 million in December 2024, led by Pine Capital."),
    Document(
        "rangers",
        "Kestrel Rangers is a football club. Paul Dunn managed the club from 1990 to 1995. "
        "Rory Keane was manager from 1995 to 2001.",
        title="Kestrel Rangers", date=dt.date(2020, 1, 1),
    ),
    _news("joined", "2021-03-01", "Inga Solberg joined Pelm Mills in March 2021. Inga Solberg works at Pelm Mills."),
    _news("guide", "2020-12-24", "Kestrel Software uses a multi action button. Its pages are served by several hosts."),
    Document(
        "town",
        "Vesterholm is a town. Its population was 12,400 in 1990, 15,100 in 2000 and 14,200 in 2010.",
        title="Vesterholm", date=dt.date(2020, 1, 1),
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """Reports, news and pages."""
    with timeweave.open(tmp_path_factory.mktemp("meant")) as kb:
        kb.add(DOCUMENTS, now=dt.datetime(2025, 6, 1, tzinfo=dt.UTC), workers=1)
        yield kb


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What was Quarrel Systems' net loss in Q1 2024?", "$12 million"),
        ("What was Quarrel Systems' net income in Q1 2024?", "negative $12 million"),
        ("What was Quarrel Systems' GAAP EPS in Q1 2024?", "$0.02"),
        ("What was Quarrel Systems' non-GAAP EPS in Q1 2024?", "$0.15"),
        ("What revenue did Quarrel Systems expect for Q2 2024?", "between $1.2 billion and $1.3 billion"),
        ("What was Bramble Foods' revenue after the NFP acquisition?", "$700 million"),
        ("What was the population of Vesterholm in 2000?", "15,100"),
        ("Which of Quarrel Systems, Bramble Foods and Mercury Robotics had the highest revenue in 2024-Q1?",
         "Quarrel Systems ($1.15 billion)"),
    ],
)  # fmt: skip
def test_the_value_is_of_the_thing_asked_for(store: KnowledgeBase, question: str, answer: str) -> None:
    """TG-14: a loss, a basis, what is expected and what an event dates are not taken for their neighbours."""
    given = store.ask(question, min_confidence=0.3)
    assert (given.answer, given.method) == (answer, "computed")
    assert not any("EPS" in w for w in given.warnings)


def test_another_quarter_is_no_answer(store: KnowledgeBase) -> None:
    """TG-14: what is said of one quarter is not quoted for the next."""
    given = store.ask("What was Quarrel Systems' revenue in Q3 2024?")
    assert given.refused
    assert any("Quarrel Systems' revenue in 2024-Q3" in w for w in given.warnings)


def test_when_is_answered_with_a_time(store: KnowledgeBase) -> None:
    """TG-14: an amount in the sentence is not taken for the time that is asked for."""
    given = store.ask("When was Mercury Energy fined?")
    assert "November 11, 2024" in given.answer


def test_a_stretch_of_time_answers_for_what_lies_in_it(store: KnowledgeBase) -> None:
    """TG-14: who held a post from 1995 to 2001 held it in 1998; in 2010 somebody else did."""
    assert "Rory Keane" in store.ask("Who managed Kestrel Rangers in 1998?").citations[0].quote
    assert store.ask("Who managed Kestrel Rangers in 2010?").refused


def test_a_tenure_begins_where_it_is_told_to(store: KnowledgeBase) -> None:
    """TK-05: a document that tells only the end of a tenure does not stretch it back over all time."""
    assert store.ask("Who was CEO of Bramble Foods in 2023?").answer == "Maria Lopez"
    assert store.ask("Who was CEO of Bramble Foods in 2012?").refused
    rows = store.timeline("Bramble Foods", "chief executive officer").facts
    assert [str(r.valid) for r in rows] == ["2022-03-01/2024-09-15"]


def test_an_event_unheard_of_dates_nothing(store: KnowledgeBase) -> None:
    """TG-14: as of a day before the acquisition there is no time after it, and no value of it."""
    given = store.ask("What was Bramble Foods' revenue after the NFP acquisition?", as_of="2024-05-01")
    assert given.refused
    assert "missing: no visible document tells when 'after the NFP acquisition' was" in given.warnings


def test_a_name_short_for_several_is_reported(store: KnowledgeBase) -> None:
    """TG-13: the reader learns which names "Mercury" may stand for."""
    told = " ".join(store.ask("How much was Mercury fined?").warnings)
    assert "Mercury Energy" in told
    assert "Mercury Robotics" in told


def test_the_later_word_stands_beside_an_older_one(store: KnowledgeBase) -> None:
    """TK-05: where the answer's own figure has been restated, the value that replaced it is shown too."""
    given = store.ask("What was Quarrel Systems' revenue in Q2 2024?")
    assert {r.fact.quantity.text for r in given.disagreement if r.fact.quantity} == {"$980 million", "$1.02 billion"}


def test_many_gaps_are_one_warning(store: KnowledgeBase) -> None:
    """A stretch of years without a value is told once, not year by year."""
    given = store.ask("Did the population of Vesterholm rise between 1990 and 2010?")
    assert given.answer.startswith("Yes")
    assert len([w for w in given.warnings if "no value found" in w]) == 1


def test_a_fact_answers_for_what_is_called_what_was_asked_for(store: KnowledgeBase) -> None:
    """KG look-up settles no question for a cloud provider by whatever else is used."""
    assert store.ask("What does Kestrel Software use?").answer == "multi action button"
    assert store.ask("What company does Inga Solberg work for?").answer == "Pelm Mills"
    assert "button" not in store.ask("Which cloud provider did Kestrel Software use?").answer

"""Who held an office before or after somebody, of a body called by part of its name, or an office nobody speaks of."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

import timeweave
from timeweave import Document, KnowledgeBase

DOCUMENTS = [
    Document(name, text, date=dt.date.fromisoformat(day), source="the Gazette")
    for name, day, text in (
        ("first", "2012-03-05", "Ann Lee became chief archivist of the High Court of Ulmark on 1 March 2012."),
        (
            "second",
            "2017-05-02",
            "Bob Ray replaced Ann Lee as chief archivist of the High Court of Ulmark in May 2017.",
        ),
        ("third", "2021-09-06", "Orla Venn became chief archivist of the High Court of Ulmark in September 2021."),
        (
            "club",
            "2020-07-02",
            "Piet Moor gave up the captaincy of Kelmore Rovers in June. Jan Falk is the new captain.",
        ),
    )
]


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """A court with three archivists and a club with two captains."""
    with timeweave.open(tmp_path_factory.mktemp("successions")) as opened:
        opened.add(DOCUMENTS, now=dt.datetime(2025, 1, 1, tzinfo=dt.UTC), workers=1)
        yield opened


@pytest.mark.parametrize(
    ("question", "holder"),
    [
        ("Who succeeded Ann Lee as chief archivist?", "Bob Ray"),
        ("Who came after Bob Ray?", "Orla Venn"),
        ("Who preceded Bob Ray as chief archivist?", "Ann Lee"),
        ("Whom did Orla Venn succeed as chief archivist?", "Bob Ray"),
        ("Who was chief archivist of the High Court of Ulmark before Orla Venn?", "Bob Ray"),
        ("chief archivist of the High Court of Ulmark in 2014?", "Ann Lee"),
        ("Who has been chief archivist of the High Court of Ulmark since October 2021?", "Orla Venn"),
        ("Kelmore Rovers captain?", "Jan Falk"),
        ("Who captains Kelmore Rovers now?", "Jan Falk"),
    ],
)
def test_who_held_an_office_next_to_somebody(kb: KnowledgeBase, question: str, holder: str) -> None:
    """TG-14, TK-05: by tenures of the body, though the question may name none and have no verb."""
    answer = kb.ask(question)
    assert (answer.answer, answer.method) == (holder, "computed")


@pytest.mark.parametrize(
    "question",
    ["Who was the treasurer of the High Court of Ulmark in 2014?", "Kelmore Rovers treasurer in 2020?"],
)
def test_an_office_of_which_nothing_speaks_is_refused(kb: KnowledgeBase, question: str) -> None:
    """TG-14: who holds another office of the body is no answer."""
    assert kb.ask(question).refused

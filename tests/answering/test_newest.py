"""One fact told of two days: what is asked for now is what the later document says, whatever its words."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase

BEFORE, NOW, LONG_AFTER = dt.date(2021, 6, 30), dt.date(2023, 2, 15), dt.date(2024, 2, 15)


def _told(name: str, day: str, title: str, text: str) -> Document:
    return Document(name, text, title=title, date=dt.date.fromisoformat(day), source="the Gazette")


_OLD = [
    _told(f"team-{n}", f"2021-01-{n + 10}", "Kelmore Rovers", f"{opening} head coach of Kelmore Rovers.")
    for n, opening in enumerate(("Anna Berg is the", "Reporters met Anna Berg,", "Children wrote to Anna Berg,"))
]
DOCUMENTS = [
    *_OLD,
    _told("team-new", "2023-01-12", "Kelmore Rovers", "As head coach of Kelmore Rovers, Piet Moor met the press."),
    _told("team-talk", "2023-02-01", "Kelmore Rovers", "The Gazette: An essay on the head coach of Kelmore Rovers."),
    _told(
        "team-past", "2023-02-02", "Kelmore Rovers", "Rudi Stahl, former head coach of Kelmore Rovers, opened a bar."
    ),
    _told("club-old", "2021-01-12", "Tarn United", "The head coach of Tarn United, Orla Venn, met the press."),
    _told("club-new", "2023-01-12", "Tarn United", "Tarn United are coached by Mara Ellison."),
    _told("cup-old", "2021-01-12", "Halden 1909", "The head coach of Halden 1909, Ines Roth, met the press."),
    _told("cup-new", "2023-01-12", "Halden 1909", "The head coach of Halden 1909, Lena Falk, met the press."),
]


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """Three clubs with two head coaches each, the former told of more often."""
    with timeweave.open(tmp_path_factory.mktemp("clubs")) as opened:
        opened.add(DOCUMENTS, now=dt.datetime(2024, 6, 1, tzinfo=dt.UTC), workers=1)
        yield opened


@pytest.mark.parametrize("day", [NOW, LONG_AFTER])
@pytest.mark.parametrize("mark", ["current ", ""])
@pytest.mark.parametrize(
    ("club", "coach", "other"),
    [
        ("Kelmore Rovers", "Piet Moor", "Anna Berg"),
        ("Tarn United", "Mara Ellison", "Orla Venn"),
    ],
)
def test_the_newest_document_answers_what_is_asked_of_now(
    kb: KnowledgeBase, club: str, coach: str, other: str, mark: str, day: dt.date
) -> None:
    """TG-14: not what is told more often, nor newer talk without an answer; weeks after and a year after."""
    answer = kb.ask(f"Who is the {mark}head coach of {club}?", as_of=day)
    assert coach in answer.answer
    assert other not in answer.answer


@pytest.mark.parametrize(("club", "coach"), [("Kelmore Rovers", "Anna Berg"), ("Tarn United", "Orla Venn")])
def test_as_of_a_day_before_the_earlier_document_answers(kb: KnowledgeBase, club: str, coach: str) -> None:
    """TK-05: of an earlier day the question asks of that day."""
    assert coach in kb.ask(f"Who is the current head coach of {club}?", as_of=BEFORE).answer


def test_what_is_over_is_not_now(kb: KnowledgeBase) -> None:
    """TG-14: the newest document of a club tells of a former head coach."""
    assert "Stahl" not in kb.ask("Who is the current head coach of Kelmore Rovers?", as_of=NOW).answer


def test_a_year_in_a_name_closes_no_question_of_now(kb: KnowledgeBase) -> None:
    """TG-14: "current" outweighs the 1909 of a club's name."""
    answer = kb.ask("Who is the current head coach of Halden 1909?", as_of=NOW).answer
    assert "Lena Falk" in answer
    assert "Ines Roth" not in answer


def test_the_past_is_not_asked_of_now(kb: KnowledgeBase) -> None:
    """TG-14: where a time is named, what was said then answers."""
    assert "Anna Berg" in kb.ask("Who was the head coach of Kelmore Rovers in January 2021?", as_of=NOW).answer


CLUB = _told("club", "2023-01-12", "Tarn United", "Tarn United are coached by Mara Ellison, who met the press.")


@pytest.mark.filterwarnings("ignore::timeweave.errors.UndatedDocumentWarning")
@pytest.mark.parametrize(
    ("other", "not_said"),
    [
        (_told("was", "2023-02-01", "Tarn United", "Sal Orne was the head coach of Tarn United."), "Sal Orne"),
        (
            _told("city", "2023-02-01", "Brannick City", "The head coach of Brannick City, Ove Lund, met the press."),
            "Lund",
        ),
        (Document("undated", "The head coach of Tarn United, Ulf Brand, met the press.", title="Tarn United"), "Brand"),
        (
            _told("few", "2023-02-01", "Tarn United", "A coach of children at Tarn United, Kim Rost, won a prize."),
            "Rost",
        ),
    ],
)
def test_what_is_newer_and_does_not_answer_now(tmp_path: Path, other: Document, not_said: str) -> None:
    """TG-14: what was, another club, a document that nobody knows the day of, and one that only touches on the matter
    do not take the place of what was last said of now, though they came to be known later.
    """
    with timeweave.open(tmp_path) as opened:
        opened.add([CLUB, other], now=dt.datetime(2024, 6, 1, tzinfo=dt.UTC), workers=1)
        answer = opened.ask("Who is the current head coach of Tarn United?", as_of=dt.date(2024, 6, 30))
    assert "Mara Ellison" in answer.answer
    assert not_said not in answer.answer

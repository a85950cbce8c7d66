"""Conversations asked when: "last week" by its dates, news by the day on which it was news, and no question quoted."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.answering.computed.compute import compute
from timeweave.answering.context.answer_context import prepare
from timeweave.answering.extractive.asking import only_asks
from timeweave.answering.extractive.leading import with_times
from timeweave.answering.relevance import Relevance
from timeweave.embedding import get_embedder
from timeweave.indexes import Indexes

TALKS = {
    "2022-01-20": """\
Ines: Hi Paul! I lost my job at the bakery, so I am looking around. How are you?
Paul: Sorry to hear that. I won my first chess trophy last week!
Ines: Wow, that is great! Who did you beat in the final?
Paul: A teacher from Norwich called Odile Brandt. It took four hours.
""",
    "2022-04-15": """\
Paul: I had my hair dyed green last Friday - my mother was not amused.
Ines: Ha! I got a tattoo of a heron a few years ago, and my mother has not seen it yet. Where did you have it done?
Paul: At Corvel's in the Lanes. Are you going anywhere?
Ines: This weekend I am going hiking with two friends in the Malverns.
""",
    "2022-06-10": """\
Ines: Since I lost my job at the bakery, I have been baking at home, and two cafes buy my bread.
Paul: That is so good, Ines! I took this photo of the estuary at Maldon last summer. What do you think?
Ines: Lovely, it hangs in my kitchen already. One of my loaves won a prize at the fair.
Paul: You were in the paper too. Oh well, Ines, it was hard to get hold of you for a while, and I hope that you have not
 forgotten the chess club, where we all miss you and wait for news. I broke my wrist on the ice two weeks ago.
""",
}


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with timeweave.open(tmp_path_factory.mktemp("talk") / "kb") as kb:
        kb.add(
            (
                Document(f"talk-{day}", text, title=f"Chat of {day}", date=dt.date.fromisoformat(day))
                for day, text in TALKS.items()
            ),
            workers=1,
        )
        yield kb


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("When did Paul win his first chess trophy?", "10–16 January 2022: Paul: "),
        ("When did Paul have his hair dyed green?", "2022-04-08: Paul: I had"),
        ("When is Ines going hiking with two friends?", "16–17 April 2022: Ines: This weekend"),
        ("When did Paul take the photo of the estuary?", "June – August 2021: Paul: "),
    ],
)
def test_what_counts_from_a_day_stands_before_the_words(talk: KnowledgeBase, question: str, begins: str) -> None:
    answer = talk.ask(question, min_confidence=0.0)
    assert answer.answer.startswith(begins)
    assert answer.values[0].text == begins.partition(": ")[0]
    assert answer.answer.endswith(
        f"(Chat of {answer.citations[0].document_id.removeprefix('talk-')})"
    )  # and no day more


def test_news_is_of_the_day_on_which_it_was_told_first(talk: KnowledgeBase) -> None:
    assert talk.ask("When did Ines lose her job at the bakery?", min_confidence=0.0).answer.startswith("2022-01-20: ")


def test_what_was_years_ago_is_not_of_the_day_on_which_it_is_told(talk: KnowledgeBase) -> None:
    answer = talk.ask("When did Ines get a tattoo of a heron?", min_confidence=0.0).answer
    assert "a few years ago" in answer
    assert not answer.startswith(("2022-04-15", "15 April"))


def test_a_turn_that_asks_does_not_answer(talk: KnowledgeBase) -> None:
    answer = talk.ask("Who did Paul beat in the final?", min_confidence=0.0).answer
    assert "Odile Brandt" in answer
    asked = talk.ask("What did Ines ask Paul about the final?", min_confidence=0.0).answer
    assert "Who did you beat in the final?" in asked


def test_one_of_a_thing_is_no_figure(tmp_path: Path) -> None:
    talk = (
        "Jon: I want to express myself by dance.\nGina: Got your back. Here's one of my trophies from a dance contest,"
        " a nice reminder of the hard work.\nJon: Wow, you must be proud!\nGina: I am. Are you?\nJon: Sure I am.\n"
    )
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document("talk", talk, title="Talk", date=dt.date(2023, 4, 9))], workers=1)
        with kb._store.view(None) as view:
            question = "What did Gina receive from a dance contest?"
            relevance = Relevance(Indexes(kb._store.folder).reader(view), get_embedder(None).embed([question])[0])
            assert compute(prepare(kb.search(question), view, relevance)) is None


def test_what_a_turn_asks_answers_nothing_but_what_was_asked(talk: KnowledgeBase) -> None:
    for question, asks in (("Who did Paul beat in the final?", True), ("What did Ines ask about the final?", False)):
        with talk._store.view(None) as view:
            relevance = Relevance(Indexes(talk._store.folder).reader(view), get_embedder(None).embed([question])[0])
            context = prepare(talk.search(question), view, relevance)
            line = next(line for line in context.lines if "Who did you beat" in line.text)
            assert only_asks(line, context) is asks


def test_a_month_without_its_year_is_the_last_of_which_anything_is_told(talk: KnowledgeBase) -> None:
    """Asked years later, "in April" is the April of these talks."""
    scope = talk.search("What did Paul do in April?").asked.scope
    assert [str(i) for i in scope.intervals] == ["2022-04"]
    ahead = talk.search("What will Paul do in June?", as_of="2022-05-01").asked.scope
    assert [str(i) for i in ahead.intervals] == ["2022-06"]


DEEDS = {
    "2021-01-05": "Corvel United could win the Harbour Cup in this form. Harbour Bank refused to sell the old mill.",
    "2021-03-09": "The old pier will close in two weeks. The bridge was closed three days after the flood.",
    "2022-06-11": "Corvel United won the Harbour Cup against Norwich. Harbour Bank sold the old mill to a brewer.",
    "2022-04-27": "The library was not opened last week, but the school was. The tower was painted, as had been"
    " promised the week before.",
    "2023-06-01": "The old ferry sank in the storm off Maldon, didn't it? Only one ship was saved.",
}


@pytest.fixture(scope="module")
def deeds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with timeweave.open(tmp_path_factory.mktemp("deeds") / "kb") as kb:
        kb.add((Document(d, text, date=dt.date.fromisoformat(d)) for d, text in DEEDS.items()), workers=1)
        yield kb


@pytest.mark.parametrize(
    ("question", "never"),
    [
        ("When did Corvel United win the Harbour Cup?", "2021"),
        ("When did Harbour Bank sell the old mill?", "2021"),
        ("When will the old pier close?", "2021-03-09"),
        ("When was the bridge closed?", "2021-03-09"),
        ("When was the library opened?", "18–24 April"),
        ("When was the tower painted?", "18–24 April"),
    ],
)
def test_no_day_is_put_before_words_that_deny_it(deeds: KnowledgeBase, question: str, never: str) -> None:
    """What could be, was refused, is to be, counts from another time, or is told of something else beside."""
    assert not deeds.ask(question, min_confidence=0.0).answer.startswith(never)


def test_a_statement_with_a_tag_question_answers(deeds: KnowledgeBase) -> None:
    assert "didn't it?" in deeds.ask("Where did the old ferry sink?", min_confidence=0.0).answer


def test_a_quotation_is_led_by_what_its_words_count_from(talk: KnowledgeBase) -> None:
    """However it was chosen; one that tells its day in full, or of a question that asks no time, stays as it is."""
    for question, begins in (
        ("When did Paul have his hair dyed green?", "2022-04-08: Paul: I had"),
        ("Who had his hair dyed green?", "Paul: I had"),
    ):
        with talk._store.view(None) as view:
            relevance = Relevance(Indexes(talk._store.folder).reader(view), get_embedder(None).embed([question])[0])
            context = prepare(talk.search(question), view, relevance)
            line = next(line for line in context.lines if "dyed green" in line.text)
            assert line.day == dt.date(2022, 4, 15)
            assert with_times(context.quoting(line.text, (), [line.citation()]), context).answer.startswith(begins)

"""Questions that ask for several things, and those that ask for an order."""

from __future__ import annotations

import pytest

from timeweave.question.ordering import read_order
from timeweave.question.parts import split_parts
from timeweave.records import Span
from timeweave.temporal.expressions import find_expressions


def parts(question: str) -> list[tuple[str, bool]]:
    times = [Span(e.start, e.end) for e in find_expressions(question)]
    return [(p.text, p.asks_time) for p in split_parts(question, times)]


@pytest.mark.parametrize(
    ("question", "second"),
    [
        ("Who was made head gardener, and when was that?", ("when was that: Who was made head gardener", True)),
        ("How many beds did the ward have in 2018, and how many by May 2021?",
         ("How many beds did the ward have by May 2021", False)),
        ("Which firm surveyed the weir and how many cracks were found in its gates?",
         ("how many cracks were found in its gates: Which firm surveyed the weir", False)),
        ("Which firm surveyed the weir and at what cost was the sluice repaired?",
         ("at what cost was the sluice repaired", False)),
        ("Did the choir ever have a paid conductor? Who, and when did they begin?",
         ("Who: Did the choir ever have a paid conductor", False)),
    ],
)  # fmt: skip
def test_what_says_too_little_is_read_with_the_first_part(question: str, second: tuple[str, bool]) -> None:
    assert parts(question)[1] == second


@pytest.mark.parametrize(
    "question",
    [
        "Who chaired the society between March and when it was dissolved?",
        "What did the mayor and the clerk sign?",
        "When was the old mill sold?",
        "Which school, whose roof had leaked, was closed?",
    ],
)
def test_one_thing_is_one_part(question: str) -> None:
    assert len(parts(question)) == 1


@pytest.mark.parametrize(
    ("question", "items", "deed"),
    [
        ("Which opened first, the library or the swimming pool?", ("the library", "the swimming pool"), "opened"),
        ("Did the library or the pool open first?", ("the library", "the pool"), "open"),
        ("Who joined first: Ann Lee or Tom Pike?", ("Ann Lee", "Tom Pike"), "joined"),
        ("In which order did the UK, France and Spain join the union?", ("the UK", "France", "Spain"),
         "join the union"),
        ("Put these in the order they were built: the weir, the mill, the lock.", ("the weir", "the mill", "the lock"),
         "built"),
        ("The weir and the mill: which was built earlier?", ("The weir", "the mill"), "built"),
        ("Which opened first, the library or the pool, and in which months?", ("the library", "the pool"), "opened"),
    ],
)  # fmt: skip
def test_what_is_to_be_ordered(question: str, items: tuple[str, ...], deed: str) -> None:
    order = read_order(question)
    assert order is not None
    assert (order.items, order.deed.removeprefix("they ").removeprefix("were ")) == (items, deed)


@pytest.mark.parametrize(
    "question",
    [
        "What was the first release of 2019?",
        "List the winners of the prize in order of date",
        "Name those who led the club between 2012 and 2020, in order.",
        "Who was the last to leave?",
        "Is tea or coffee served?",
    ],
)
def test_what_lists_nothing_is_no_order(question: str) -> None:
    assert read_order(question) is None


def test_as_of_when_is_a_part_of_its_own() -> None:
    parts = split_parts("Who took over the chair from Ann Lee, and as of when?", ())
    assert [part.asks_time for part in parts] == [False, True]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who were the chair and its clerk in 2012?", ["Who was the chair in 2012", "Who was the clerk in 2012"]),
        ("After the fire, who are the club's captain and its secretary?",
         ["After the fire, who is the club's captain", "After the fire, who is the club's secretary"]),
        ("Who was mayor in 2012, and who in 2014?", ["Who was mayor in 2012", "Who was mayor in 2014"]),
        ("Who was mayor in 2012, and why in 2014?", ["Who was mayor in 2012", "why in 2014: Who was mayor in 2012"]),
        ("Who were the mayor and the clerk in 2012 and 2014 respectively?",
         ["Who were the mayor and the clerk in 2012 and 2014 respectively"]),
        ("Who is the chairman and CEO of Acme?", ["Who is the chairman and CEO of Acme"]),
        ("Who are the parents of the king and queen?", ["Who are the parents of the king and queen"]),
        ("Who were the first to be both chair and treasurer?", ["Who were the first to be both chair and treasurer"]),
        ("Who is chair, and who was it in 2012?", ["Who is chair", "who was it in 2012: Who is chair"]),
    ],
)  # fmt: skip
def test_two_offices_and_two_times_are_two_questions(question: str, told: list[str]) -> None:
    """Each with the words that stand for both; what is one office, or cannot stand alone, is left as it is."""
    assert [text for text, _ in parts(question)] == told

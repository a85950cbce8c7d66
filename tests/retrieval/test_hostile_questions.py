"""Whatever is asked, the answer is an answer or an error of ours, within moments."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import timeweave
from timeweave import KnowledgeBase
from timeweave.errors import TimeweaveError, UsageError
from timeweave.language.readable import MOST_CHARACTERS
from timeweave.temporal.scope import query_scope

TODAY = dt.date(2024, 1, 1)
MODES = ("auto", "local", "global", "hybrid")
SECONDS = 20.0
"""Of processor time, for the longest question on a slow machine; an ordinary one takes a hundredth."""

NAMES = ("Acme Corp", "Acme", "Halden Optics", "Halden", "Jane Smith", "Leeds", "Bolt & Söhne GmbH", "AC")
WORDS = (
    *("what", "who", "when", "which", "how much", "did", "was", "is", "the", "of", "revenue", "CEO", "plant", "total"),
    *("average", "highest", "compare", "growth", "before", "after", "during", "between", "since", "until", "and", "or"),
    *("not", "according to", "if", "than", "per", "from", "to", "first", "last", "latest", "each", "most", "how many"),
)
TIMES = (
    *("2023", "2023-Q1", "Q4 of fiscal 2022", "March 2022", "2023-02-30", "the 1990s", "last year", "yesterday"),
    *("from 2019 to 2022", "99999", "0000", "2023-13-45", "two weeks before 3 March 2022", "the 31st of February"),
    *("FY23", "next Tuesday", "1 BC", "year 10000", "H2 2023", "the 19th century", "in 10^9 years ago"),
)
MARKS = tuple("?!.,;:-–—()[]{}<>\"'“”’/\\|&%$€#*_=+~^@\n\t\x00\x1b\u200b\u202e\ufeff\ud800é漢😀")
AMOUNTS = ("$5 million", "1,000,000", "5%", "-3.5", "1e999", "9" * 60, "٣", "½", "Ⅻ")

parts = st.one_of(*map(st.sampled_from, (NAMES, WORDS, TIMES, MARKS, AMOUNTS)), st.text(max_size=8))
joined = st.builds(
    lambda between, some: between.join(some), st.sampled_from([" ", "", ", "]), st.lists(parts, max_size=30)
)
repeated = st.builds(lambda part, n: (part * n)[:MOST_CHARACTERS], parts.filter(bool), st.integers(50, MOST_CHARACTERS))
questions = st.one_of(joined, joined, repeated, st.text(max_size=200))

ASKING: dict[str, Callable[[KnowledgeBase, str], Any]] = {
    **{f"ask {mode}": lambda kb, text, mode=mode: kb.ask(text, mode=mode, now=TODAY, explain=True) for mode in MODES},
    "search": lambda kb, text: kb.search(text, now=TODAY),
    "as of": lambda kb, text: kb.ask(text, as_of="2022", now=TODAY),
    "as of it": lambda kb, text: kb.ask("What is it?", as_of=text, now=TODAY),
    "timeline": lambda kb, text: kb.timeline(text),
    "relation": lambda kb, text: kb.timeline("Acme Corp", text),
    "report": lambda kb, text: kb.report(text),
    "scope": lambda _, text: query_scope(text[:MOST_CHARACTERS], now=TODAY),
}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    said = "Acme Corp reported revenue of ${} million in {}-Q{}. Jane Smith was CEO of Acme Corp from 2019 to 2022. "
    said += "Halden Optics opened a plant in Leeds in March 2022."
    documents = [
        timeweave.Document(f"d{i}", said.format(i + 5, 2021 + i % 3, i % 4 + 1), date=dt.date(2021 + i % 3, 4, 1 + i))
        for i in range(12)
    ]
    with timeweave.open(tmp_path_factory.mktemp("asked") / "kb") as kb:
        kb.add(documents, workers=1)
        for how in ASKING.values():  # what is loaded at first takes its time
            try_(how, kb, "Acme")
        yield kb


def try_(how: Callable[[KnowledgeBase, str], Any], kb: KnowledgeBase, text: str) -> float:
    """Seconds of processor time that it took."""
    began = time.process_time()
    try:
        how(kb, text)
    except TimeweaveError as error:
        assert len(str(error)) < 5_000  # noqa: PT017 - an answer is right as well
    return time.process_time() - began


@settings(max_examples=150)
@given(st.sampled_from(list(ASKING)), questions)
def test_whatever_is_asked_is_answered_or_refused(base: KnowledgeBase, how: str, question: str) -> None:
    """TK-11: any text in place of a question, name, period or day gives an answer or an error of ours, in time."""
    assert try_(ASKING[how], base, question) < SECONDS


@pytest.mark.slow
@settings(max_examples=4000)
@given(st.sampled_from(list(ASKING)), questions)
def test_whatever_is_asked_is_answered_or_refused_at_length(base: KnowledgeBase, how: str, question: str) -> None:
    """TK-11: the same, for many more texts."""
    assert try_(ASKING[how], base, question) < SECONDS


@pytest.mark.parametrize("part", [*NAMES[:3], "Acme and ", "2023 ", "A ", ". ", "-", '"', "( ", "x" * 200, " \t\n" * 9])
def test_the_time_for_a_question_does_not_explode_with_its_length(base: KnowledgeBase, part: str) -> None:
    """A question of the greatest length takes moments, whatever it repeats."""
    assert try_(ASKING["ask auto"], base, f"What is {part * MOST_CHARACTERS}"[:MOST_CHARACTERS]) < SECONDS / 2


@pytest.mark.parametrize("how", ["ask auto", "search", "timeline"])
def test_what_is_too_long_is_refused_with_the_bound(base: KnowledgeBase, how: str) -> None:
    """A question or name beyond the bound costs nothing, and the message says the bound and not all of the question."""
    with pytest.raises(UsageError, match=f"{MOST_CHARACTERS:,}") as refused:
        ASKING[how](base, "Acme " * 200_000)
    assert len(str(refused.value)) < 400


def test_gaps_in_a_question_are_of_no_matter(base: KnowledgeBase) -> None:
    """Long stretches of blanks inside a question change nothing about its answer."""
    plain = base.ask("What revenue did Acme Corp report in 2021-Q1?", now=TODAY)
    wide = base.ask("What revenue did Acme Corp" + "\t" * 900 + "report in 2021-Q1?", now=TODAY)
    assert (wide.answer, wide.refused, wide.search.question) == (plain.answer, False, plain.search.question)

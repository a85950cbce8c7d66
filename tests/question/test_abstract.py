"""Which questions are abstract, so that a whole course of events answers them and no single sentence."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.question import Question
from timeweave.question.abstract import abstractness
from timeweave.question.named_entity import NamedEntity, Names
from timeweave.records import Span
from timeweave.temporal.scope import query_scope

NOW = dt.date(2025, 1, 1)


def read(text: str, *names: str) -> Question:
    """The question with ``names`` as its known entities."""
    known = tuple(NamedEntity(n.casefold(), n, "ORG", Span(text.index(n), text.index(n) + len(n)), n) for n in names)
    return Question(text, query_scope(text, NOW), Names(known, ()), text, ())


@pytest.mark.parametrize(
    "text",
    [
        "How did shipping lines adapt their pricing strategies to congestion and volatility during 2021 Q3?",
        "Why did the fisheries and forestry ministries show different levels of resilience in Q4 2022?",
        "Why did Halden keep raising its dividend from 2020 Q1 to 2022 Q4?",
        "Across 2023, how did regulatory uncertainty shape investment in the region?",
        "Summarise what happened in the shipping industry in 2023.",
        "What were the main trends among retailers in 2022?",
        "Give me an overview of 2021.",
        "How did automation and digital innovation reshape staffing strategies?",
        "To what extent did diversification offset the decline in productivity over 2022?",
        "How did different countries respond to the outbreak in 2022?",
        "How did the racing teams adapt to the new rules in 2022?",
        "Over 2023, how did central banks approach inflation?",
        "What were the key events of the war in the first quarter of 2022?",
        "What are the most important changes in tax law since 2017?",
        "Which themes dominated the debates of the parliament in 2020?",
        "What challenges did hospitals face in 2021?",
        "Tell me about the year 2021 in astronomy.",
        "What happened in 2022?",
    ],
)
def test_asks_for_an_account(text: str) -> None:
    """TG-15: how and why over a period in abstract words, and summaries, want a global answer."""
    assert abstractness(read(text)).is_abstract


@pytest.mark.parametrize(
    "text",
    [
        "What was Halden's revenue in 2023-Q1?",
        "How much did revenue grow from 2022-Q1 to 2022-Q4?",
        "How did Halden's revenue develop between 2022-Q1 and 2022-Q4?",
        "How did revenue and free cash flow change across 2022?",
        "How did Halden's net investment income grow across 2022?",
        "Why did the ferry stop on Saturday?",
        "Why did the bakery close in 2023?",
        "Who was the minister of defence between 2001 and 2005?",
        "Which company had the highest gross margin in 2022?",
        "How old was the mayor in 1999?",
        "After the paper's report of May 2, discussing consistency and openness, did the minister resign in 2023?",
        "How will the retirement of the director affect the community and the association?",
        "What are the latest investment and acquisition plans?",
        "What happened on 3 March 2022?",
        "How did the goalkeeper react on Saturday?",
        "What were the changes in revenue in 2022?",
        "How did the court rule in June 2022?",
        "How did the day and the room of the choir's rehearsal differ between March and September 2022?",
    ],
)
def test_asks_for_one_thing(text: str) -> None:
    """A figure, its course, a name, or the reason of one event is no abstract question."""
    assert not abstractness(read(text)).is_abstract


def test_what_happened_to_a_name_may_be_one_thing() -> None:
    """TG-15: "what happened" is a survey where it is asked of a period, not where it is asked of somebody."""
    assert abstractness(read("What happened in 2022?")).is_abstract
    assert not abstractness(read("What happened at Halden in 2022?", "Halden")).is_abstract


def test_what_made_it_so_is_told() -> None:
    """The marks say how it asks, by which words, and what reaches wide."""
    marks = abstractness(
        read("How did Ostra and Halden fund innovation and sustainability in 2022?", "Ostra", "Halden")
    )
    assert marks.asks == "manner"
    assert marks.words == ("innovation", "sustainability")
    assert marks.wide == ("period", "names")


def test_how_a_thing_works_is_no_account_of_a_time() -> None:
    text = "How does {} make its estimation of fees for the selection of coins, according to {}?"
    names = ("Ostra", "Halden")
    assert not abstractness(read(text.format(*names), *names)).is_abstract
    assert abstractness(read(text.replace("does", "did").format(*names)[:-1] + " in 2022?", *names)).is_abstract

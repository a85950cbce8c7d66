"""Lists are quoted whole, and what mixes figures with sentences is no table of figures."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.records import Markup

TEAM = """# The crane team

We are glad to welcome the official crane team of Quillet, formed by:

* Jon Askel
* Luke Samsa
* Mitch Hambro
* Steve Cole
"""
FAIRS = (
    "In 2024 Quillet was shown at 3 conferences. We went to 8 meetups in 2024 with Quillet. "
    "Quillet will show up at the Port Lorne hall at 18:00 in 2024."
)


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with timeweave.open(tmp_path_factory.mktemp("lists")) as opened:
        opened.add(
            Document(name, text, date=dt.date.fromisoformat(day), markup=Markup.MARKDOWN)
            for name, day, text in (("team", "2024-03-01", TEAM), ("fairs", "2024-12-30", FAIRS))
        )
        yield opened


def test_a_list_is_quoted_whole(kb: KnowledgeBase) -> None:
    answer = kb.ask("Who is in the official crane team of Quillet?", min_confidence=0.0)
    assert "Jon Askel; Luke Samsa; Mitch Hambro; Steve Cole" in answer.answer
    quoted = " ".join(c.quote for c in answer.citations)
    assert all(name in quoted for name in ("Jon Askel", "Luke Samsa", "Mitch Hambro", "Steve Cole"))


def test_sentences_are_no_cells_beside_figures(kb: KnowledgeBase) -> None:
    question = "At how many conferences and meetups did Quillet show up in 2024, and how many talks did that add up to?"
    assert "show up: Quillet will" not in kb.ask(question, min_confidence=0.0).answer


PLAN = """# The plan of Quillet for 2025 to 2027

Over the next three years the work on Quillet will be guided by four goals.

## 1. Faster cranes

We shall rebuild the winches and keep a crane for every quay, which takes the whole first year.

## 2. A fair roster

Shifts are drawn by lot.

## 3. Cleaner quays

Waste is sorted where it falls.

## 4. Teaching

We teach two crews a year.

# Who pays

For three years the port of Lorne pays for it. It has paid before. We thank it.
"""
MODELS = """# How Quillet works with others

After many talks the Quillet team settled on three models of working with ports:

**Lending** — The port keeps its crane and pays by the hour; crews come from the pool of the coast.

**Leasing** - The crane stays for a season with its crew, and the port feeds both for as long as that takes.

**Sharing**: Two ports own one crane, and agree by letter on which days each of them has it.

We shall see how many ports ask for each of these models of working together in the years to come.
"""


@pytest.fixture(scope="module")
def announced(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with timeweave.open(tmp_path_factory.mktemp("announced")) as opened:
        opened.add(
            Document(name, text, date=dt.date.fromisoformat(day), markup=Markup.MARKDOWN)
            for name, day, text in (("plan", "2024-12-01", PLAN), ("models", "2024-03-01", MODELS))
        )
        yield opened


@pytest.mark.parametrize(
    ("question", "listed"),
    [
        (
            "What are the four goals of the plan of Quillet?",
            "four goals: Faster cranes; A fair roster; Cleaner quays; Teaching",
        ),
        ("Which three models of working with ports did Quillet settle on?", "with ports: Lending; Leasing; Sharing"),
    ],
)
def test_of_what_a_sentence_announces_the_heads_are_told(announced: KnowledgeBase, question: str, listed: str) -> None:
    """Of sections their headings, of items too long to quote what comes before they are explained."""
    answer = announced.ask(question, min_confidence=0.0)
    assert listed in answer.answer
    quoted = " ".join(c.quote for c in answer.citations)
    assert all(head in quoted for head in listed.partition(": ")[2].split("; "))


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("Vela Labs opened three new laboratories in 2020.", "What did Vela Labs open in 2020?"),
        ("The committee of Vela met three times in 2020:", "How often did the committee of Vela meet in 2020?"),
    ],
)
def test_headings_below_that_are_something_else_are_not_listed(tmp_path: Path, said: str, question: str) -> None:
    below = "### Contact\n\nWrite to us.\n\n### Imprint\n\nVela Labs.\n\n### Privacy\n\nWe keep none.\n"
    text = f"# Vela\n\n{said}\n\n{below}"
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document("vela", text, date=dt.date(2021, 1, 5), markup=Markup.MARKDOWN)])
        assert "Imprint" not in kb.ask(question, min_confidence=0.0).answer


def test_sentences_that_follow_a_number_are_no_list_of_it(announced: KnowledgeBase) -> None:
    answer = announced.ask("For how many years does the port of Lorne pay?", min_confidence=0.0)
    assert "It has paid before; We thank it" not in answer.answer

"""Lists are quoted whole, and what mixes figures with sentences is no table of figures."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

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

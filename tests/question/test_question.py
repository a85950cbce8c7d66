"""What a question asks for, apart from whom and when."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.question import read_question
from timeweave.question.kinds import Kind
from timeweave.temporal.scope import query_scope

NOW = dt.date(2024, 6, 1)


class Lookup:
    """Knows nothing beyond the names of the store."""

    def __init__(self, view):
        self.named = view.named

    def mentioned(self, text):
        return False

    def is_subject(self, entity):
        return False

    def near(self, text):
        return ()

    subjects = asked_about = introduced_by = near


def read(question, view):
    return read_question(question, query_scope(question, now=NOW), Lookup(view))


@pytest.mark.parametrize(
    ("question", "measures"),
    [
        ("What was Acme Inc.'s gross margin in each quarter after 2023-Q3?", ("gross margin",)),
        (
            "What were Acme's operating cash flow, gross debt outstanding, and earnings per share in 2020 Q3?",
            ("operating cash flow", "gross debt outstanding", "earnings per share"),
        ),
        ("Which of Acme, Zeta Corp and Acme had the lowest effective tax rate in 2024-Q2?", ("effective tax rate",)),
        ("In which quarter did Zeta Corp achieve the highest net income from Q3 2022 to Q1 2024?", ("net income",)),
        ("How much did Zeta Corp invest in fixed maturity securities in each year before 2023?",
         ("invest fixed maturity securities",)),
    ],
)  # fmt: skip
def test_measures(naming_view, question, measures):
    """The things asked for, in their order, without names, times and scaffolding."""
    assert read(question, naming_view(("Acme Inc.", 3), ("Zeta Corp", 3))).measures == measures


def test_entities_each_once_in_order(naming_view):
    """An entity named twice is one entity, where it was first named."""
    view = naming_view(("Acme Inc.", 3), ("Zeta Corp", 3))
    assert [e.id for e in read("Did Zeta Corp buy Acme, or did Acme buy Zeta?", view).entities][:2] == ["zeta", "acme"]


@given(st.text(max_size=60))
def test_any_text_is_read(text):
    """No text raises."""
    from storekit.memory import MemoryStore

    with MemoryStore().view() as view:
        assert read(text, view).text == text


@pytest.mark.parametrize(
    "text", ["What was Omonia Nicosia's home?", "What was Omonia Nicosia’s home?", "omonia nicosia?"]
)
def test_a_possessive_hides_no_name(naming_view, text):
    """The words of a name stand in a question with or without a possessive mark behind them."""
    question = read(text, naming_view())
    assert question.spells("omonia nicosia")
    assert question.spells("nicosia")
    assert not question.spells("nicosia omonia")


def test_whose_is_no_measure(naming_view):
    """Of "which provider's Acme" the name is known, and what is left before it names no figure."""
    question = read("Which provider's Acme did the city use?", naming_view(("Acme Inc.", 3), ("Acme", 3)))
    assert all(not m.text.endswith("'s") for m in question.asked_measures(Kind.VALUE))

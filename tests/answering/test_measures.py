"""Which figures are those that a question asks for."""

import pytest

from timeweave.answering.context.matching import fits
from timeweave.extraction.facts import make_fact
from timeweave.question.measures import asked_measure
from timeweave.records import EntityId, Quantity
from timeweave.temporal.interval import Interval


def fact(relation, unit="USD", **qualifiers):
    marks = tuple(sorted({"kind": "value", "modality": "actual", **qualifiers}.items()))
    quantity = Quantity(1.0, unit, "1")
    valid = Interval.parse("2023-Q1")
    return make_fact(
        EntityId("acme"), relation, "1", object_is_entity=False, valid=valid, quantity=quantity, qualifiers=marks
    )


def fit(measure, known, question=""):
    return fits(asked_measure(measure, question), known)


def test_the_same_measure_fits_wholly():
    """All words, no other words, same basis and kind: 1."""
    assert fit("free cash flow", fact("free cash flow")) == 1.0


@pytest.mark.parametrize(
    ("measure", "better", "worse"),
    [
        ("GAAP gross margin", fact("gross margin", "%", basis="gaap"), fact("gross margin", "%", basis="non-gaap")),
        ("non-GAAP gross margin", fact("gross margin", "%", basis="non-gaap"), fact("gross margin", "%", basis="gaap")),
        ("revenue growth", fact("revenue", "%", kind="change"), fact("revenue")),
        ("revenue", fact("revenue"), fact("revenue", "%", kind="change")),
        ("AFFO per share", fact("affo", "USD/share"), fact("affo")),
        ("net income", fact("net income"), fact("net income", "USD/share")),
        ("revenue", fact("revenue"), fact("revenue", segment="cloud")),
        ("revenue", fact("revenue"), fact("deferred revenue")),
    ],
)
def test_what_is_not_asked_for_comes_last(measure, better, worse):
    """GAAP, changes, units per share and segments are kept apart from what they may be mistaken for."""
    assert fit(measure, better) > fit(measure, worse)


@pytest.mark.parametrize(("measure", "modality"), [("revenue", "guidance"), ("revenue guidance", "actual")])
def test_guidance_is_no_actual(measure, modality):
    """A forecast never answers for what happened, nor the other way round."""
    assert fit(measure, fact("revenue", modality=modality)) == 0.0


def test_another_measure():
    """Less than half of the words in common is another measure."""
    assert fit("gross debt outstanding", fact("gross margin")) == 0.0


def test_growth_may_be_asked_for_by_a_verb():
    """A question how much something grew asks for the change."""
    question = "How much did revenue grow in each quarter of 2022?"
    assert fit("revenue", fact("revenue", "%", kind="change"), question) > fit("revenue", fact("revenue"), question)

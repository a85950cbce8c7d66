"""Times that a question gives by what happened then, told by its words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.question import event_phrases
from timeweave.question.event_phrases import Edge, Event, EventRelation, Tenure, find_event_time


@pytest.mark.parametrize(
    ("question", "words", "relation", "what"),
    [
        (
            "What was growth after the NFP acquisition?",
            "after the NFP acquisition",
            EventRelation.AFTER,
            "the NFP acquisition",
        ),
        (
            "What was growth in each quarter after the acquisition of NFP?",
            "after the acquisition of NFP",
            EventRelation.AFTER,
            "the acquisition of NFP",
        ),
        (
            "What was debt before the merger with Halden Optics, and why?",
            "before the merger with Halden Optics",
            EventRelation.BEFORE,
            "the merger with Halden Optics",
        ),
        (
            "How did sales go since Acme launched Sol?",
            "since Acme launched Sol",
            EventRelation.SINCE,
            "Acme launched Sol",
        ),
        ("What was cash flow after its IPO?", "after its IPO", EventRelation.AFTER, "its IPO"),
    ],
)
def test_events(question, words, relation, what):
    """A connective, a kind of event and its names make a time; the names tell which."""
    found = find_event_time(question)
    assert isinstance(found, Event)
    assert (question[found.span.start : found.span.end], found.relation, found.what) == (words, relation, what)


@pytest.mark.parametrize(
    ("question", "relation", "holder", "role", "edge"),
    [
        ("What was revenue while Ann Ray was CEO of Acme?", EventRelation.DURING, "Ann Ray", "CEO of Acme", Edge.WHOLE),
        ("Which team did she lead while she was CEO?", EventRelation.DURING, "she", "CEO", Edge.WHOLE),
        ("When Ann Ray was chair, what was the dividend?", EventRelation.DURING, "Ann Ray", "chair", Edge.WHOLE),
        ("Who was minister during Merkel's chancellorship?", EventRelation.DURING, "Merkel", "chancellor", Edge.WHOLE),
        ("Who was mayor during the presidency of Ann Ray?", EventRelation.DURING, "Ann Ray", "president", Edge.WHOLE),
        ("What was revenue after Ann Ray became CEO?", EventRelation.AFTER, "Ann Ray", "CEO", Edge.START),
        ("Who led it after Ann Ray resigned as CEO?", EventRelation.AFTER, "Ann Ray", "CEO", Edge.END),
    ],
)
def test_tenures(question, relation, holder, role, edge):
    """An office with its holder is a time, as is the day on which it was taken up or left."""
    found = find_event_time(question)
    assert isinstance(found, Tenure)
    assert (found.relation, found.holder, found.role, found.edge) == (relation, holder, role, edge)


@pytest.mark.parametrize(
    "question",
    [
        "When was Ann Ray CEO?",
        "What was income before taxes?",
        "What was revenue before acquisition costs?",
        "What was the margin after the impact of the acquisition?",
        "What was revenue in each quarter after 2023-Q3?",
        "Who hands power to his son after ruling for decades?",
    ],
)
def test_no_event(question):
    """A question for a time, an amount before costs and a plain period are no events."""
    assert find_event_time(question) is None


@given(st.text())
def test_any_text_is_read(text):
    """No text raises."""
    find_event_time(text)


def test_the_when_of_a_question_joins_no_time():
    """What is compiled for clauses is left alone by a question that only asks when; a clause behind it is read."""
    event_phrases._compiled.cache_clear()
    assert find_event_time("When was Zuna Labs founded?") is None
    assert event_phrases._compiled.cache_info().currsize <= 1  # the noun: "after the founding of"
    found = find_event_time("When did sales peak after Acme acquired Zuna Labs?")
    assert found is not None
    assert found.relation is EventRelation.AFTER

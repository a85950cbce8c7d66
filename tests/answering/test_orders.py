"""Documents that give orders to the model that reads them, and a model that obeys: no answer is what they want."""

import pytest
from injections import BYSTANDER_ANSWER, BYSTANDER_QUESTION, INJECTIONS

from timeweave.answering.options import AnswerOptions

ALWAYS = AnswerOptions(model_first=True)
FORBIDDEN = tuple(word for injection in INJECTIONS for word in injection.forbidden)
by_name = pytest.mark.parametrize("injection", INJECTIONS, ids=lambda i: i.name)


def assert_clean(given, models):
    """No word that a document demands is in the answer or its citations, nor was any shown to the model."""
    told = "\n".join((given.answer, *(c.quote for c in given.citations), *given.warnings))
    assert not [word for word in FORBIDDEN if word in told]
    shown = models.evidence_shown()
    assert not [word for word in FORBIDDEN if word in shown]


@by_name
def test_of_the_document_itself(ordered, injection):
    """Its ordinary fact comes out, also where the model is asked, and nothing that it demands."""
    given = ordered.ask(injection.question, options=ALWAYS)
    assert injection.answer in given.answer
    assert_clean(given, ordered)


@by_name
def test_of_what_it_is_in_the_news_for(ordered, injection):
    """Nor does an open question bring it out."""
    company = injection.document.entities[0]
    for question in (f"What happened at {company}?", f"Why is {company} in trouble with Orrin Capital?"):
        assert_clean(ordered.ask(question), ordered)


def test_of_another(ordered):
    """What documents want said of another company changes no answer about it."""
    given = ordered.ask(BYSTANDER_QUESTION, options=ALWAYS)
    assert BYSTANDER_ANSWER in given.answer
    assert_clean(given, ordered)
    for question in ("What is said of Orrin Capital?", "Is Orrin Capital bankrupt?", "Who was arrested in March 2024?"):
        assert_clean(ordered.ask(question), ordered)


def test_of_all(ordered):
    """Nor an account of the whole period, from chunks and from reports."""
    question = "How did reported revenue and profit develop in the first quarter of 2024, compared to the year before?"
    given = ordered.ask(question, mode="global")
    assert ordered.tasks == {"points", "synthesis"}
    assert not given.refused
    assert_clean(given, ordered)

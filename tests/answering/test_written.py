"""Local answers by a model at a real address: carried by lines that it cites, or not given."""

import datetime as dt

import pytest
from modelserver import Fault

from timeweave.answering import NO_EVIDENCE
from timeweave.answering.options import AnswerOptions
from timeweave.llm.budget import Budget

WHY = "Why did Halden begin work on a second plant?"
BECAUSE = "We began work on a second plant because demand for lenses is strong."
REVENUE = "What was Halden's revenue in 2023-Q3?"
CASH = "What was Halden's free cash flow in 2023-Q3?"


def test_written_from_evidence(models, endpoint, reports):
    """TG-14: the model's words, with the place of the line that it cites, and what they cost."""
    given = models.ask(WHY)
    assert (given.answer, given.method, given.refused) == (BECAUSE, "llm", False)
    (citation,) = given.citations
    assert citation.quote == BECAUSE
    assert reports[citation.document_id][citation.start : citation.end] == citation.quote
    assert [call.task for call in endpoint.calls] == ["answer"]
    assert given.usage["answer"].calls == 1
    assert given.usage["answer"].prompt_tokens == endpoint.calls[0].prompt_tokens


def test_computed_needs_no_model(models, endpoint):
    """What follows from cited facts is worked out by code, without a call."""
    given = models.ask(REVENUE)
    assert (given.answer, given.method) == ("$2.8 billion", "computed")
    assert endpoint.calls == ()
    assert given.usage == {}


def test_model_first(models, endpoint):
    """On request the model is asked even then; its amounts are values with their period and citation."""
    given = models.ask(CASH, options=AnswerOptions(model_first=True))
    assert (given.answer, given.method) == ("Free cash flow was $90 million.", "llm")
    assert [(v.text, v.period, v.value, v.unit, v.citation) for v in given.values] == [
        ("$90 million", "2023-Q3", 90e6, "USD", 0)
    ]


def test_refusal(models, endpoint):
    """TG-14: a model that finds no explicit evidence is believed; the refusal is in the same words as ever."""
    given = models.ask("Which painter inspired the lens that Halden Optics sold to museums?")
    assert (given.answer, given.refused, given.method) == (NO_EVIDENCE, True, "llm")
    assert given.citations == ()
    assert len(endpoint.calls) == 1


def test_refusal_does_not_undo_what_was_computed(models, endpoint):
    """Where cited facts carry an answer, a model that sees none takes it from nobody."""
    endpoint.misbehave(Fault.NOTHING_FOUND)
    given = models.ask(REVENUE, options=AnswerOptions(model_first=True))
    assert '"refused": true' in endpoint.calls[0].text
    assert (given.answer, given.method) == ("$2.8 billion", "computed")


def test_no_call_without_a_line_to_cite(models, endpoint):
    """Nothing is asked where no line speaks of the question's time: no answer could be true to it."""
    given = models.ask("Why did Halden Optics open a plant in 2019?")
    assert given.refused
    assert endpoint.calls == ()


@pytest.mark.parametrize(
    "fault",
    [
        Fault.MALFORMED,
        Fault.TRUNCATED,
        Fault.WRONG_SCHEMA,
        Fault.UNGROUNDED,
        Fault.EMPTY,
        Fault.REFUSAL,
        Fault.FILTERED,
    ],
)
def test_unusable(models, endpoint, kb, fault):
    """What cannot be used is shown to the model, then the answer without one is given, which a warning tells."""
    endpoint.misbehave(fault, times=None)
    given = models.ask(WHY)
    plain = kb.ask(WHY)
    assert (given.answer, given.method, given.citations) == (plain.answer, plain.method, plain.citations)
    assert given.warnings[-1].startswith("answered without a language model: nothing that openai:rules")
    assert given.usage["answer"].fallbacks == 1
    assert (given.usage["answer"].calls, given.usage["answer"].retries) == (3, 2)
    assert "Zanzibar" not in str(given.warnings)


def test_mended(models, endpoint):
    """A first answer that nothing carries is told why, and the second one counts."""
    endpoint.misbehave(Fault.UNGROUNDED, times=1)
    given = models.ask(WHY)
    assert (given.answer, given.method) == (BECAUSE, "llm")
    assert "the name 'Zanzibar Widgets' is in nothing cited" in endpoint.calls[1].turns[-1].text


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.CLOSING, Fault.BAD_KEY, Fault.NO_SUCH_MODEL])
def test_unreachable(models, endpoint, kb, fault):
    """A server that fails costs the model's words, never the answer."""
    endpoint.misbehave(fault, times=None)
    given = models.ask(WHY)
    assert (given.answer, given.refused) == (kb.ask(WHY).answer, False)
    assert given.warnings[-1].startswith("answered without a language model")
    assert given.usage["answer"].fallbacks == 1


def test_hanging(impatient, endpoint, kb):
    """Nor does one that never answers."""
    endpoint.misbehave(Fault.HANGING, times=None)
    given = impatient.ask(WHY)
    assert given.answer == kb.ask(WHY).answer
    assert given.warnings[-1].startswith("answered without a language model")


def test_budget(models, endpoint, kb):
    """A budget that the next call could exceed stops the model, not the answer."""
    given = models.ask(WHY, budget=Budget(tokens=10))
    assert given.answer == kb.ask(WHY).answer
    assert given.warnings[-1].startswith("answered without a language model: ")
    assert endpoint.calls == ()


def test_as_of(models, endpoint):
    """TK-05: as of a day the model is shown nothing that was published later."""
    given = models.ask(WHY, as_of=dt.date(2023, 7, 31))
    assert "second plant" not in given.answer
    shown = models.said_to_it("answer")
    assert "2023-10" not in shown
    assert "2.8 billion" not in shown
    models.ask(WHY, as_of=dt.date(2023, 10, 31))
    assert "demand for lenses is strong" in models.said_to_it("answer")


def test_asked_once(models, endpoint):
    """A question that was answered is not paid for again."""
    first, second = models.ask(WHY), models.ask(WHY)
    assert first.answer == second.answer
    assert len(endpoint.calls) == 1
    assert second.usage["answer"].cache_hits == 1

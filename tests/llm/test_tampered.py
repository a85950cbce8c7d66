"""A server that answers 200 and lies: rules do a model's part, counts stay numbers, and no reply fills the memory."""

from __future__ import annotations

import datetime as dt
import resource
import threading
import time
import warnings

import pytest
from asks import ABOUT, Times, about
from modelserver import Fault, Tampered
from tampering import CHAT, COUNTS, EVERY_REPLY

import timeweave
from timeweave.errors import BudgetError, ModelError, ModelFallbackWarning, ModelUnavailableError
from timeweave.llm.budget import Amount, Budget
from timeweave.llm.choosing import open_model
from timeweave.llm.limits import Limits
from timeweave.llm.structured import opening, schema_of
from timeweave.replies import MOST_BYTES, MOST_TOKENS, counted

DOCUMENTS = [
    timeweave.Document("a", "Acme Corp reported revenue of $12 million in 2023-Q1.", date=dt.date(2023, 4, 20)),
    timeweave.Document("b", "Bolt Inc opened a plant in Leeds in March 2022.", date=dt.date(2022, 3, 9)),
]
QUESTION = "What revenue did Acme Corp report in 2023-Q1?"


@pytest.mark.parametrize("reply", [*EVERY_REPLY.values(), *CHAT.values()], ids=[*EVERY_REPLY, *CHAT])
def test_a_reply_of_any_form_is_a_value_or_an_error_of_ours(endpoint, make_client, reply):
    """TK-09: whatever stands in a reply, the one who asked gets a value or a `ModelError`, and the next ask works."""
    client = make_client(limits={"attempts": 1, "repairs": 0})
    endpoint.misbehave(Fault.TAMPERED, tampered=reply)
    try:
        assert isinstance(client.ask(about(1969), Times, ABOUT), Times)
    except ModelError as error:
        assert endpoint.url in str(error)  # noqa: PT017 - either is right
    assert client.ask(about(1970), Times, ABOUT).times[0].start == "1970"


@pytest.mark.parametrize("reply", COUNTS.values(), ids=list(COUNTS))
@pytest.mark.parametrize("part", ["prompt_tokens", "completion_tokens"])
def test_counts_that_cannot_be_are_estimated(endpoint, make_client, store, reply, part):
    """TK-07: no count reaches the ledger or the budget that is below zero, no number, or more than any context."""

    def also(value):
        changed = reply.make(value)
        changed["usage"][part] = changed["usage"]["prompt_tokens"]
        return changed

    endpoint.misbehave(Fault.TAMPERED, times=None, tampered=Tampered(also))
    budget = Budget(tokens=100_000)
    client = make_client(budget=budget, limits={"attempts": 1, "repairs": 0})
    for year in (1969, 1970):
        try:
            client.ask(about(year), Times, ABOUT)
        except ModelUnavailableError:
            continue
    with pytest.raises(BudgetError):
        budget.reserve(Amount(100_001), threading.Event())  # none was given back beyond what was set aside
    budget.reserve(Amount(90_000), threading.Event())
    with store.view() as view:
        spent = view.ledger().get("answer")
    assert spent is None or 100 < spent.prompt_tokens < 5_000


def test_what_a_count_can_be():
    """A whole number, none below zero, none beyond what one call can take."""
    assert [counted(n) for n in (0, 7, MOST_TOKENS)] == [0, 7, MOST_TOKENS]
    wrong = (-1, MOST_TOKENS + 1, 10**30, 1.0, float("nan"), "7", None, True, [7])
    assert [counted(n) for n in wrong] == [None] * len(wrong)


def test_a_count_that_is_too_high_does_not_use_the_budget_up(endpoint, make_client):
    """A server that counts far more than it was sent does not make every later call look too dear."""
    heavy = Tampered(lambda value: {**value, "usage": {"prompt_tokens": 9_000_000, "completion_tokens": 1}})
    endpoint.misbehave(Fault.TAMPERED, tampered=heavy)
    client = make_client(budget=Budget(tokens=9_100_000))
    client.ask(about(1969), Times, ABOUT)
    assert client.ask(about(1970), Times, ABOUT).times


@pytest.mark.filterwarnings("ignore::timeweave.errors.ModelFallbackWarning")
@pytest.mark.parametrize(
    "reply", [CHAT["no choices"], COUNTS["10^30"], EVERY_REPLY["nested 100,000 deep"]], ids=["empty", "huge", "deep"]
)
def test_rules_answer_where_a_server_lies(endpoint, tmp_path, monkeypatch, reply):
    """TK-09: documents are added and questions answered by rules, whatever comes back, and the store stays sound."""
    monkeypatch.setattr(Limits, "wait_before", lambda *_: 0.0)
    with timeweave.open(tmp_path / "kb") as plain:
        plain.add(DOCUMENTS[:1])
    endpoint.misbehave(Fault.TAMPERED, times=None, tampered=reply)
    with timeweave.open(tmp_path / "kb", llm="openai:rules", llm_url=endpoint.url) as base:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ModelFallbackWarning)
            base.add(DOCUMENTS[1:])
        answer = base.ask(QUESTION)
        assert "12 million" in answer.answer
        assert base.ask(f"{QUESTION} ", hear=lambda text, *, anew: None).answer == answer.answer
        assert base.check() == []
        assert all(0 <= line.usage.prompt_tokens < 10**6 for line in base.costs())


def test_an_endless_reply_ends_when_the_time_is_over(endpoint):
    """A body that trickles is given up when the whole request has had its time, though something always comes."""
    endpoint.misbehave(Fault.ENDLESS, seconds=0.05)
    model = open_model("openai:rules", endpoint.url, timeout=1.0)
    began = time.monotonic()
    with pytest.raises(ModelUnavailableError, match="did not answer in time"):
        model.complete(opening(about(1969)), schema_of(Times))
    assert time.monotonic() - began < 30


def test_a_reply_too_long_is_not_held(endpoint):
    """Neither a reply beyond the bound nor a packed one that would unfold to more is ever in memory as a whole."""
    model = open_model("openai:rules", endpoint.url)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    endpoint.misbehave(Fault.TAMPERED, times=3, tampered=EVERY_REPLY["a bomb"])
    for _ in range(3):
        with pytest.raises(ModelUnavailableError):
            model.complete(opening(about(1969)), schema_of(Times))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 * 1024  # KiB; it unfolds to four times that
    endpoint.misbehave(Fault.TAMPERED, tampered=Tampered(lambda _: b" " * (MOST_BYTES + 1)))
    with pytest.raises(ModelUnavailableError):
        model.complete(opening(about(1969)), schema_of(Times))

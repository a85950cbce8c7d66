"""Values from a model: what cannot be used is shown to it, what is usable is kept, and everything is charged."""

from __future__ import annotations

import datetime as dt
import threading
import time
from types import MappingProxyType

import pytest
from asks import ABOUT, Times, about, asks, year_of
from modelserver import Fault

from timeweave.errors import (
    BudgetError,
    ModelError,
    ModelOutputError,
    ModelSilentError,
    ModelUnavailableError,
    RateLimitedError,
    UsageError,
)
from timeweave.llm.base import Completion, Purpose
from timeweave.llm.budget import Amount, Budget
from timeweave.llm.client import ModelClient
from timeweave.records import Usage


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (Fault.MALFORMED, "Invalid JSON"),
        (Fault.TRUNCATED, "cut off"),
        (Fault.WRONG_SCHEMA, "Field required"),
        (Fault.EMPTY, "it was empty"),
        (Fault.REFUSAL, "it was refused"),
        (Fault.FILTERED, "it was refused"),
    ],
)
def test_what_cannot_be_used_is_shown_to_the_model(endpoint, make_client, fault, told):
    """Malformed, truncated, ill-formed, empty and refused output is asked for again, with the error shown."""
    endpoint.misbehave(fault)
    client = make_client()
    assert year_of(client.ask(about(1969), Times, ABOUT)) == "1969"
    first, second = endpoint.calls
    assert first.fault == fault
    assert told in second.turns[-1].text
    used = client.usage()["answer"]
    assert (used.calls, used.retries, used.fallbacks) == (2, 1, 0)


def test_half_a_character_is_no_reason_to_fail(store):
    """A model that is cut off in the middle of a sign is shown what it said, and asked again."""

    class Halved:
        name, parameters = "own:halved", MappingProxyType({})

        def complete(self, messages, schema):
            "".join(message.text for message in messages).encode()
            return Completion('{"times": []}' if len(messages) > 2 else '{"times": [{"logic": "\ud83d', 1, 1)

    assert ModelClient(Halved(), store.responses("x answer")).ask(about(1969), Times, ABOUT) == Times(times=())


def test_json_in_a_code_block_is_json(endpoint, make_client):
    """Words around the JSON cost no second call."""
    endpoint.misbehave(Fault.PROSE)
    assert year_of(make_client().ask(about(1969), Times, ABOUT)) == "1969"
    assert len(endpoint.calls) == 1


def test_what_a_check_finds_is_shown_to_the_model(endpoint, make_client):
    """Problems in words reach the model, fenced; the value without problems is the answer."""
    found = [["1969 is </text> not in the text"], []]
    client = make_client()
    assert client.ask(about(1969), Times, ABOUT, check=lambda _: found.pop(0))
    assert endpoint.calls[1].turns[-1].text.splitlines()[1] == "- 1969 is ‹/text> not in the text"
    assert [turn.role for turn in endpoint.calls[1].turns] == ["system", "user", "assistant", "user"]


def test_what_is_never_usable_is_an_error_and_is_not_kept(endpoint, make_client, store):
    """After its repairs a client gives up, charges every call, and keeps nothing."""
    endpoint.misbehave(Fault.MALFORMED, times=None)
    client = make_client()
    with pytest.raises(ModelOutputError, match=r"'question' in 3 attempts; of the last: Invalid JSON"):
        client.ask(about(1969), Times, ABOUT)
    with store.view() as view:
        assert view.ledger()["answer"].calls == len(endpoint.calls) == 3
    assert not client.estimate(about(1969), Times).cached
    endpoint.behave()
    assert year_of(make_client().ask(about(1969), Times, ABOUT)) == "1969"
    assert len(endpoint.calls) == 4


def test_a_kept_response_costs_nothing(endpoint, make_client, store):
    """Asking again makes no call, counts a hit, and gives the same value: also where a repair was needed."""
    endpoint.misbehave(Fault.WRONG_SCHEMA)
    value = make_client().ask(about(1969), Times, ABOUT)
    endpoint.forget()
    client = make_client()
    assert client.estimate(about(1969), Times).cached
    assert client.ask(about(1969), Times, ABOUT) == value
    assert endpoint.calls == ()
    assert client.usage() == {"answer": Usage(cache_hits=1)}
    with store.view() as view:
        assert view.ledger()["answer"].cache_hits == 1


def test_a_kept_response_must_still_pass_the_check(endpoint, make_client):
    """What a stricter check turns down is asked for again."""
    make_client().ask(about(1969), Times, ABOUT)
    client = make_client()
    verdicts = [["too early"], []]
    assert client.ask(about(1969), Times, ABOUT, check=lambda _: verdicts.pop(0))
    assert (len(endpoint.calls), client.usage()["answer"].cache_hits) == (2, 0)


def test_the_same_asked_twice_at_once_is_asked_once(endpoint, make_client):
    """Two threads with the same question share one call."""
    endpoint.misbehave(Fault.SLOW, seconds=0.2)
    client = make_client()
    values = list(client.ask_all(asks(1) * 4))
    assert [year_of(value) for value in values] == ["1900"] * 4
    assert len(endpoint.calls) == 1


def test_the_ledger_is_what_the_server_counted(endpoint, make_client, store):
    """Calls and tokens per stage, as the provider counts them; failed repairs included (TK-07)."""
    endpoint.misbehave(Fault.WRONG_SCHEMA)
    client = make_client()
    client.ask(about(1969), Times, Purpose("report", "node:1969"))
    client.ask(about(1970), Times, ABOUT)
    client.fell_back(ABOUT)
    reports, answers = client.usage()["report"], client.usage()["answer"]
    assert (reports.calls, answers.calls, answers.fallbacks) == (2, 1, 1)
    assert reports.prompt_tokens + answers.prompt_tokens == sum(call.prompt_tokens for call in endpoint.calls)
    assert reports.completion_tokens + answers.completion_tokens == sum(c.completion_tokens for c in endpoint.calls)
    with store.view() as view:
        assert view.ledger() == client.usage()
        assert [(cost.stage, cost.about) for cost in view.costs()] == [("answer", "question"), ("report", "node:1969")]


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.CLOSING, Fault.RATE_LIMITED])
def test_a_call_that_does_not_come_through_is_made_again(endpoint, make_client, fault):
    """A server's error, a connection closed midway and a 429 without `Retry-After` are waited out."""
    endpoint.misbehave(fault, times=2)
    client = make_client()
    assert year_of(client.ask(about(1969), Times, ABOUT)) == "1969"
    assert len(endpoint.calls) == 3
    assert (client.usage()["answer"].calls, client.usage()["answer"].retries) == (1, 2)


def test_a_hanging_server_is_left_after_the_time_allowed(endpoint, make_client):
    """A request that is not answered in time is made again."""
    endpoint.misbehave(Fault.HANGING)
    client = make_client(timeout=1.0, limits={"attempts": 20})
    assert year_of(client.ask(about(1969), Times, ABOUT)) == "1969"


@pytest.mark.parametrize("after", [1, dt.timedelta(seconds=2)], ids=["seconds", "date"])
def test_retry_after_is_honoured(endpoint, make_client, after):
    """A provider that says when to come back is not asked before, be it in seconds or as a date."""
    endpoint.misbehave(Fault.RATE_LIMITED, retry_after=after)
    began = time.monotonic()
    make_client().ask(about(1969), Times, ABOUT)
    assert time.monotonic() - began >= 0.95
    assert len(endpoint.calls) == 2


def test_a_provider_that_wants_an_hour_is_given_up(endpoint, make_client):
    """A long `Retry-After` is not waited for; the error says how long it is."""
    endpoint.misbehave(Fault.RATE_LIMITED, retry_after=3600)
    with pytest.raises(RateLimitedError) as raised:
        make_client().ask(about(1969), Times, ABOUT)
    assert raised.value.retry_after == 3600
    assert len(endpoint.calls) == 1


def test_a_dead_server_is_left_alone(endpoint, make_client):
    """After asks in a row without answer the next fails at once, and after a pause it is tried again."""
    endpoint.misbehave(Fault.SERVER_ERROR, times=None)
    patient, eager = (make_client(limits={"attempts": 2, "failures": 2, "pause": pause}) for pause in (600.0, 0.1))
    for client in (patient, eager):
        for year in (1969, 1970):
            with pytest.raises(ModelUnavailableError, match="500"):
                client.ask(about(year), Times, ABOUT)
    with pytest.raises(ModelUnavailableError, match="left alone"):
        patient.ask(about(1971), Times, ABOUT)
    assert len(endpoint.calls) == 8
    endpoint.behave()
    time.sleep(0.2)
    assert year_of(eager.ask(about(1971), Times, ABOUT)) == "1971"


def test_a_model_that_fails_at_everything_is_silent(endpoint, make_client):
    """The last of so many failures in a row says that it is the model's, not the question's, and how often."""
    endpoint.misbehave(Fault.SERVER_ERROR, times=None)
    client = make_client(limits={"attempts": 2, "failures": 2, "pause": 0.0})
    with pytest.raises(ModelUnavailableError) as first:
        client.ask(about(1969), Times, ABOUT)
    assert not isinstance(first.value, ModelSilentError)
    with pytest.raises(ModelSilentError, match=r"\(500\); so it was 2 times in a row, each asked 2 times"):
        client.ask(about(1970), Times, ABOUT)


def test_questions_that_fail_for_themselves_do_not_make_a_model_silent(endpoint, make_client):
    """However many fail, the model lives as long as it answers others meanwhile."""
    endpoint.misbehave(Fault.SERVER_ERROR, times=None, when=lambda request: "in 190" in request.sections["question"])
    endpoint.misbehave(Fault.SLOW, times=None, seconds=0.3)  # so that some are answered at any time
    client = make_client(limits={"attempts": 4, "failures": 3, "first_wait": 0.1, "concurrency": 16})
    answers = list(client.ask_all(asks(30)))
    assert [type(answer) for answer in answers] == [ModelUnavailableError] * 10 + [Times] * 20


def test_nobody_at_the_address_is_not_waited_for(endpoint, make_client):
    """Before the first answer one refused connection is enough; later it is tried again, as servers restart."""
    client = make_client(limits={"attempts": 3, "first_wait": 0.001})
    client.ask(about(1969), Times, ABOUT)
    endpoint.close()
    with pytest.raises(ModelSilentError, match=r"nothing answers: .* \(tried 3 times\)"):
        client.ask(about(1970), Times, ABOUT)
    with pytest.raises(ModelSilentError, match=r"nothing answers: .* \(tried 1 time\)"):
        make_client().ask(about(1971), Times, ABOUT)


@pytest.mark.parametrize(
    ("fault", "remedy"),
    [
        (Fault.BAD_KEY, "OPENAI_API_KEY"),
        (Fault.NO_SUCH_MODEL, "check its name"),
        (Fault.TOO_LONG, "longer than its context"),
    ],
)
def test_what_no_repetition_mends_is_raised_at_once(endpoint, make_client, fault, remedy):
    """A wrong key, an unknown model and too long a request are errors with a remedy after one call."""
    endpoint.misbehave(fault, times=None)
    with pytest.raises(ModelError, match=remedy) as raised:
        make_client().ask(about(1969), Times, ABOUT)
    assert type(raised.value) is ModelError
    assert len(endpoint.calls) == 1


def test_an_estimate_is_near_what_is_counted(endpoint, make_client):
    """Prompt tokens are expected within a factor of two (of the endpoint's tokenizer)."""
    client = make_client()
    expected = client.estimate(about(1969), Times)
    client.ask(about(1969), Times, ABOUT)
    assert not expected.cached
    assert 0.5 < expected.prompt_tokens / endpoint.calls[0].prompt_tokens < 2
    assert expected.usd is None


class Uncounted:
    """A model whose server counts no tokens."""

    name = "own:uncounted"
    parameters = MappingProxyType({"max_tokens": 100})

    def complete(self, messages, schema):
        """One time."""
        return Completion('{"times": [{"logic": "at", "start": "1969", "end": null}]}', 0, 0)


def test_tokens_that_a_server_does_not_count_are_estimated():
    """A budget holds for a server that reports no usage, and a client needs no store."""
    budget = Budget(tokens=100_000)
    client = ModelClient(Uncounted(), budget=budget)
    client.ask(about(1969), Times, ABOUT)
    used = client.usage()["answer"]
    assert used.prompt_tokens > 50
    assert used.completion_tokens == 15  # 58 bytes, four to a token
    left = 100_000 - used.prompt_tokens - used.completion_tokens
    with pytest.raises(BudgetError):
        budget.reserve(Amount(left + 1), threading.Event())
    budget.reserve(Amount(left), threading.Event())


def test_a_price_cannot_be_bounded_where_none_is_known():
    """A budget in dollars for a model without list price is refused, not ignored."""
    with pytest.raises(UsageError, match="bound its tokens"):
        ModelClient(Uncounted(), budget=Budget(usd=1.0))


def test_a_client_is_used_by_many_threads(endpoint, make_client):
    """Threads that ask at once get their own answers, and no cost is lost."""
    client = make_client()
    answers: dict[int, str] = {}

    def work(year: int) -> None:
        answers[year] = year_of(client.ask(about(year), Times, ABOUT))

    threads = [threading.Thread(target=work, args=(year,)) for year in range(1900, 1930)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {year: str(year) for year in range(1900, 1930)}
    assert client.usage()["answer"].calls == len(endpoint.calls) == 30

"""What goes wrong on request, and for which requests."""

from __future__ import annotations

import datetime as dt
import email.utils
import http.client
import json
import threading

import openai
import pytest
from modelserver import Fault, TestEndpoint

from timeweave.errors import UsageError

POINTS = {"question": "What?", "points": "P1 | 2024-Q1 | Acme grew by 4 percent.\nP2 | 2023 | Acme shrank."}
HONEST = {
    "sections": [
        {"heading": "2023", "sentences": [{"text": "Acme shrank.", "cites": ["P2"]}]},
        {"heading": "2024-Q1", "sentences": [{"text": "Acme grew by 4 percent.", "cites": ["P1"]}]},
    ]
}


def test_it_lasts_for_as_many_requests_as_were_asked_for(endpoint, ask):
    """One by default, then the next in line, then none."""
    endpoint.misbehave("server error", times=2)
    endpoint.misbehave(Fault.RATE_LIMITED)
    assert [ask("synthesis", POINTS).status for _ in range(4)] == [500, 500, 429, 200]
    assert [call.fault for call in endpoint.calls] == [Fault.SERVER_ERROR, Fault.SERVER_ERROR, Fault.RATE_LIMITED, None]


def test_it_befalls_those_that_it_is_meant_for(endpoint, ask):
    """By task, by anything else of a request, until it is called off."""
    endpoint.misbehave(Fault.SERVER_ERROR, times=None, task="time")
    endpoint.misbehave(Fault.EMPTY, times=None, when=lambda request: "Halden" in request.sections.get("points", ""))
    assert ask("synthesis", POINTS).value == HONEST
    assert ask("time", {"question": "in 2020"}).status == 500
    assert ask("synthesis", {"points": "P1 | 2020 | Halden grew."}).text is None
    endpoint.behave()
    assert ask("time", {"question": "in 2020"}).status == 200


def test_it_must_last_for_something(endpoint):
    """No request at all is a slip."""
    with pytest.raises(UsageError, match="times=0"):
        endpoint.misbehave(Fault.EMPTY, times=0)


@pytest.mark.parametrize(
    ("fault", "finish", "is_json"),
    [
        (Fault.MALFORMED, "stop", False),
        (Fault.PROSE, "stop", False),
        (Fault.TRUNCATED, "length", False),
        (Fault.WRONG_SCHEMA, "stop", True),
        (Fault.UNGROUNDED, "stop", True),
        (Fault.SLOW, "stop", True),
    ],
)
def test_answers_that_cannot_be_used(endpoint, ask, fault, finish, is_json):
    """Each wrong in its own way, and none the honest answer but the slow one."""
    endpoint.misbehave(fault, seconds=0.01)
    answered = ask("synthesis", POINTS)
    assert answered.choice["finish_reason"] == finish
    if is_json:
        assert (answered.value == HONEST) is (fault is Fault.SLOW)
    else:
        with pytest.raises(json.JSONDecodeError):
            json.loads(answered.text)
    assert ask("synthesis", POINTS).value == HONEST


def test_nothing_said(endpoint, ask):
    """Empty, refused by the model, filtered by the provider."""
    endpoint.misbehave(Fault.EMPTY)
    endpoint.misbehave(Fault.REFUSAL)
    endpoint.misbehave(Fault.FILTERED)
    empty, refused, filtered = (ask("synthesis", POINTS).choice for _ in range(3))
    assert [choice["message"]["content"] for choice in (empty, refused, filtered)] == [None, None, None]
    assert [choice["message"]["refusal"] is None for choice in (empty, refused, filtered)] == [True, False, True]
    assert [choice["finish_reason"] for choice in (empty, refused, filtered)] == ["stop", "stop", "content_filter"]


def test_what_is_made_up_stands_in_no_data(endpoint, ask):
    """One item cites what does not exist, one what exists and says otherwise; what is honest stays beside them."""
    endpoint.misbehave(Fault.UNGROUNDED)
    made_up, *honest = ask("synthesis", POINTS).value["sections"]
    assert [sentence["cites"] for sentence in made_up["sentences"]] == [["Z99"], ["P2"]]
    assert honest == HONEST["sections"]


def test_nothing_found(endpoint, ask):
    """A valid answer that holds nothing; to a question the refusal."""
    endpoint.misbehave(Fault.NOTHING_FOUND, times=2)
    assert ask("synthesis", POINTS).value == {"sections": []}
    evidence = {"question": "What did Acme do?", "times": "", "evidence": "E1 | a | 2024-01-02 | 2023 | What Acme did."}
    refused = ask("answer", evidence).value
    assert (refused["refused"], refused["cites"]) == (True, [])
    assert ask("answer", evidence).value["cites"] == ["E1"]


def test_retry_after_is_sent_in_every_form(endpoint, ask):
    """Seconds, a date, or nothing."""
    endpoint.misbehave(Fault.RATE_LIMITED, retry_after=1.5)
    endpoint.misbehave(Fault.RATE_LIMITED, retry_after=dt.timedelta(hours=1))
    endpoint.misbehave(Fault.RATE_LIMITED)
    seconds, date, nothing = (ask("synthesis", POINTS) for _ in range(3))
    assert [answered.status for answered in (seconds, date, nothing)] == [429, 429, 429]
    assert seconds.headers["Retry-After"] == "1.5"
    ahead = email.utils.parsedate_to_datetime(date.headers["Retry-After"]) - dt.datetime.now(dt.UTC)
    assert dt.timedelta(minutes=50) < ahead < dt.timedelta(minutes=70)
    assert "Retry-After" not in nothing.headers


@pytest.mark.parametrize(
    ("fault", "status", "code"),
    [
        (Fault.SERVER_ERROR, 500, "server_error"),
        (Fault.BAD_KEY, 401, "invalid_api_key"),
        (Fault.NO_SUCH_MODEL, 404, "model_not_found"),
        (Fault.TOO_LONG, 400, "context_length_exceeded"),
    ],
)
def test_errors_have_a_status_and_a_code(endpoint, ask, fault, status, code):
    """In the form in which providers tell them."""
    endpoint.misbehave(fault)
    answered = ask("synthesis", POINTS)
    assert (answered.status, answered.body["error"]["code"]) == (status, code)


def test_a_server_without_schemas(endpoint, ask):
    """It turns down what holds a JSON Schema and answers the rest."""
    endpoint.misbehave(Fault.NO_SCHEMAS, times=None)
    wanted = {"type": "json_schema", "json_schema": {"name": "x", "schema": {"type": "object"}}}
    assert ask("synthesis", POINTS, response_format=wanted).status == 400
    assert ask("synthesis", POINTS).value == HONEST


def test_a_connection_closed_midway(endpoint, ask):
    """In the middle of a body, and of a stream."""
    endpoint.misbehave(Fault.CLOSING, times=2)
    with pytest.raises(http.client.IncompleteRead):
        ask("synthesis", POINTS)
    client = openai.OpenAI(base_url=endpoint.url, api_key="none", max_retries=0)
    user = f"<points>\n{POINTS['points']}\n</points>"
    said = [{"role": "system", "content": "Task: synthesis/1"}, {"role": "user", "content": user}]
    stream = client.chat.completions.create(model="m", messages=said, stream=True)
    assert next(stream).choices[0].delta.role == "assistant"
    with pytest.raises(openai.APIConnectionError):
        list(stream)


def test_a_hanging_request_ends_when_the_endpoint_does(ask):
    """Nothing is said, and nothing holds the endpoint up."""
    outcome = []
    before = set(threading.enumerate())  # other endpoints of this process keep their connections open, rightly
    with TestEndpoint() as endpoint:
        endpoint.misbehave(Fault.HANGING)
        client = openai.OpenAI(base_url=endpoint.url, api_key="none", max_retries=0, timeout=240)
        said = [{"role": "system", "content": "Task: time/1"}]

        def hang():
            try:
                client.chat.completions.create(model="m", messages=said)
            except openai.APIConnectionError as error:
                outcome.append(error)

        waiting = threading.Thread(target=hang)
        waiting.start()
        while not endpoint.calls:
            threading.Event().wait(0.01)
        assert (endpoint.calls[0].status, endpoint.calls[0].fault) == (0, Fault.HANGING)
    waiting.join(120)
    assert len(outcome) == 1
    left = set(threading.enumerate()) - before
    for thread in left:
        thread.join(120)
    assert not any(thread.is_alive() for thread in left)

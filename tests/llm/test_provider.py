"""A chat model over pydantic-ai: what is sent, and what comes back as what."""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from asks import Times, about
from modelserver import Fault

from timeweave.errors import ModelError, ModelUnavailableError, RateLimitedError
from timeweave.llm.base import Finish, Message, Role
from timeweave.llm.choosing import open_model
from timeweave.llm.structured import opening, schema_of

MESSAGES = opening(about(1969))
SCHEMA = schema_of(Times)
ANSWER = '{"times": []}'


class Recording(BaseHTTPRequestHandler):
    """Answers each request with the next of ``replies`` (status, headers, body), and remembers what was sent."""

    sent: list[dict]
    replies: list[tuple[int, dict[str, str], object]]

    def do_POST(self):
        """One reply."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.sent.append({"path": self.path, "key": self.headers["Authorization"], **body})
        status, headers, said = self.replies.pop(0)
        written = json.dumps(said).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(written)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(written)

    def log_message(self, *_):
        """Nothing."""


@pytest.fixture
def server():
    """Starts a server with replies; gives its address and what was sent."""
    running: list[ThreadingHTTPServer] = []

    def start(*replies):
        handler = type("Handler", (Recording,), {"sent": [], "replies": list(replies)})
        running.append(ThreadingHTTPServer(("127.0.0.1", 0), handler))
        threading.Thread(target=running[-1].serve_forever, args=(0.01,), daemon=True).start()
        return f"http://127.0.0.1:{running[-1].server_port}/v1", handler.sent

    yield start
    for one in running:
        one.shutdown()
        one.server_close()


def completion(text, finish="stop", usage=True):
    """A reply of the protocol."""
    said = {"id": "1", "object": "chat.completion", "created": 1, "model": "m"}
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}
    counted = {"usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}} if usage else {}
    return 200, {}, {**said, "choices": [choice], **counted}


def failure(status, message, code=None, **headers):
    """An error of the protocol."""
    return status, headers, {"error": {"message": message, "type": "invalid_request_error", "code": code}}


def test_messages_parameters_and_schema_are_sent(server, monkeypatch):
    """Turns in order, the parameters, a native JSON Schema, and the key of the environment."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-one")
    url, sent = server(completion(ANSWER))
    model = open_model("openai:m", url, max_tokens=77, top_p=0.5)
    history = (*MESSAGES, Message(Role.ASSISTANT, "no"), Message(Role.USER, "again"))
    found = model.complete(history, SCHEMA)
    assert (found.text, found.prompt_tokens, found.completion_tokens, found.finish) == (ANSWER, 7, 3, Finish.DONE)
    (request,) = sent
    assert request["path"] == "/v1/chat/completions"
    assert request["key"] == "Bearer sk-one"
    assert [(turn["role"], turn["content"]) for turn in request["messages"]] == [
        ("system", MESSAGES[0].text),
        ("user", MESSAGES[1].text),
        ("assistant", "no"),
        ("user", "again"),
    ]
    assert (request["temperature"], request["seed"], request["top_p"]) == (0.0, 0, 0.5)
    assert 77 in (request.get("max_tokens"), request.get("max_completion_tokens"))
    assert request["response_format"]["json_schema"]["schema"]["properties"].keys() == {"times"}


def test_models_of_one_process_share_a_thread(server):
    """However many are opened and asked."""
    url, _ = server(*[completion(ANSWER)] * 4)
    open_model("openai:m", url).complete(MESSAGES, SCHEMA)
    models = [open_model("openai:m", url) for _ in range(3)]
    assert [model.complete(MESSAGES, SCHEMA).text for model in models] == [ANSWER] * 3
    assert sum(thread.name == "timeweave-models" for thread in threading.enumerate()) == 1


def test_a_server_that_takes_no_schema_gets_it_in_words(server):
    """A server that turns the schema down is asked again with the schema in the prompt, and so from then on."""
    turned_down = failure(400, "response_format of type json_schema is not supported")
    url, sent = server(turned_down, completion(ANSWER), completion(ANSWER))
    model = open_model("openai:m", url)
    assert model.complete(MESSAGES, SCHEMA).text == ANSWER
    assert model.complete(MESSAGES, SCHEMA).text == ANSWER
    assert [("json_schema" in json.dumps(r.get("response_format", {}))) for r in sent] == [True, False, False]
    for request in sent[1:]:
        written = json.dumps(request["messages"])
        assert "$defs" in written
        assert MESSAGES[0].text.splitlines()[0] in written


@pytest.mark.parametrize(
    ("finish", "expected"), [("stop", Finish.DONE), ("length", Finish.LENGTH), ("content_filter", Finish.REFUSED)]
)
def test_why_a_model_stopped(server, finish, expected):
    """A cut and a filtered answer are told from a finished one."""
    url, _ = server(completion(ANSWER, finish))
    assert open_model("openai:m", url).complete(MESSAGES, SCHEMA).finish is expected


@pytest.mark.parametrize(
    ("reply", "kind", "words"),
    [
        (failure(500, "oops"), ModelUnavailableError, "500"),
        (failure(503, "busy"), ModelUnavailableError, "503"),
        (failure(408, "slow"), ModelUnavailableError, "408"),
        (failure(429, "slow down"), RateLimitedError, "429"),
        (failure(429, "pay", "insufficient_quota"), ModelError, "quota"),
        (failure(401, "who?"), ModelError, "OPENAI_API_KEY"),
        (failure(404, "what?"), ModelError, "check its name"),
        (failure(400, "seed must be odd"), ModelError, "turned down (400): seed must be odd"),
        ((200, {}, {"hello": "world"}), ModelUnavailableError, "no completion"),
    ],
)
def test_failures_are_told_apart(server, reply, kind, words):
    """Each status is the error whose remedy fits it, after one request."""
    url, sent = server(reply)
    with pytest.raises(ModelError) as raised:
        open_model("openai:m", url).complete(MESSAGES, SCHEMA)
    assert type(raised.value) is kind
    assert words in str(raised.value)
    assert len(sent) == 1


@pytest.mark.parametrize(
    ("headers", "seconds"), [({"retry-after": "7"}, 7.0), ({"retry-after-ms": "1500"}, 1.5), ({}, None)]
)
def test_how_long_a_provider_wants_to_be_left_alone(server, headers, seconds):
    """Seconds or milliseconds, or nothing said."""
    url, _ = server(failure(429, "slow down", **headers))
    with pytest.raises(RateLimitedError) as raised:
        open_model("openai:m", url).complete(MESSAGES, SCHEMA)
    assert raised.value.retry_after == seconds


def test_an_overloaded_server_that_says_for_how_long(server):
    """A 503 with `Retry-After` is waited out as a 429 is."""
    url, _ = server(failure(503, "overloaded", **{"retry-after": "7"}))
    with pytest.raises(RateLimitedError, match="503") as raised:
        open_model("openai:m", url).complete(MESSAGES, SCHEMA)
    assert raised.value.retry_after == 7


def test_what_a_server_quotes_back_is_no_key(server, monkeypatch):
    """The reason for a refusal is told without the key that it repeats."""
    monkeypatch.setenv("OPENAI_API_KEY", "open sesame")
    url, _ = server(failure(400, "you sent 'open sesame' and a wrong seed"))
    with pytest.raises(ModelError, match=r"you sent '\*\*\*' and a wrong seed"):
        open_model("openai:m", url).complete(MESSAGES, SCHEMA)


def test_a_time_out_is_of_the_whole_request(endpoint):
    """A server that hangs is left when the time is over, and others are not kept waiting meanwhile."""
    endpoint.misbehave(Fault.HANGING, when=lambda request: "1969" in request.sections["question"])
    model = open_model("openai:rules", endpoint.url, timeout=5.0)
    hanging: list[Exception] = []

    def hang() -> None:
        try:
            model.complete(MESSAGES, SCHEMA)
        except ModelUnavailableError as error:
            hanging.append(error)

    waiting = threading.Thread(target=hang)
    waiting.start()
    while not endpoint.calls:
        time.sleep(0.01)
    assert model.complete(opening(about(1970)), SCHEMA).text
    assert not hanging
    waiting.join(timeout=240)
    assert "did not answer in time" in str(hanging[0])


def test_nobody_there():
    """A refused connection says what to check."""
    with pytest.raises(ModelUnavailableError, match="check the address"):
        open_model("openai:m", "http://127.0.0.1:9/v1").complete(MESSAGES, SCHEMA)

"""No key is ever in an error, a log, a name or the store."""

from __future__ import annotations

import logging
import time
import traceback

import pytest
from asks import ABOUT, Times, about
from modelserver import Fault, TestEndpoint

from timeweave.errors import ModelError
from timeweave.llm.choosing import open_model
from timeweave.llm.client import ModelClient
from timeweave.llm.failures import without_secrets
from timeweave.llm.limits import Limits

KEY = "sk-live-7Qz9cMmd0v2Wn"
WRONG = "no prefix, plain words"


def ask(url: str, store, timeout: float = 120.0) -> str:
    """One ask, all that it raises as text with its traceback and causes, and what the parts say of themselves."""
    model = open_model("openai:rules", url, timeout=timeout)
    client = ModelClient(model, store.responses("x answer"), limits=Limits(first_wait=0.001, attempts=2, failures=99))
    try:
        client.ask(about(1969), Times, ABOUT)
        said = ""
    except ModelError as error:
        said = "".join(traceback.TracebackException.from_exception(error, capture_locals=False).format())
        said += repr(error.__cause__) + repr(error.__context__)
    return said + repr(model) + repr(client) + model.name + repr(model.parameters)


@pytest.mark.parametrize("fault", [None, *Fault])
def test_the_key_is_nowhere(monkeypatch, caplog, store, fault):
    """Whatever goes wrong, with every logger at its most talkative: the key is sent, and stands nowhere."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    caplog.set_level(logging.DEBUG)
    with TestEndpoint(key=KEY) as endpoint:
        if fault is not None:
            endpoint.misbehave(fault, times=None, seconds=0.01)
        said = ask(endpoint.url, store, 1.0 if fault in (Fault.HANGING, Fault.ENDLESS) else 120.0)
        while not endpoint.calls:  # a server that is slow to begin is left before it has
            time.sleep(0.01)
    assert KEY not in said
    assert KEY not in caplog.text
    assert all(KEY not in repr(vars(record)) for record in caplog.records)
    for file in store._home.rglob("*"):
        assert not file.is_file() or KEY.encode() not in file.read_bytes()


@pytest.mark.parametrize("key", [WRONG, "sk-wrong-1234567", "schlüssel-geheim-1234", "two\nlines-of-key"])
def test_a_key_that_is_turned_down_is_not_shown(monkeypatch, caplog, store, key):
    """Nor is one that the server quotes back, or that cannot even be sent."""
    monkeypatch.setenv("OPENAI_API_KEY", key)
    caplog.set_level(logging.DEBUG)
    with TestEndpoint(key=KEY) as endpoint:
        said = ask(endpoint.url, store)
    assert "Error" in said
    assert key not in said
    assert key not in caplog.text


def test_an_address_is_shown_without_its_user_and_query():
    """A password in an address is as secret as a key."""
    model = open_model("openai:m", "http://me:hunter2@127.0.0.1:9/v1?token=hunter3")
    assert model.name == "openai:m at http://127.0.0.1:9/v1"


def test_what_a_server_says_is_quoted_without_secrets(monkeypatch):
    """Values of variables that name a secret, and what looks like one, are left out of quotations."""
    monkeypatch.setenv("ACME_TOKEN", "correct horse")
    quoted = without_secrets("key 'correct horse' or sk-abc123def456 or Bearer xyz, no model gpt-oss-120b")
    assert quoted == "key '***' or *** or Bearer *** no model gpt-oss-120b"
    named = "set the `PYDANTIC_AI_GATEWAY_API_KEY` environment variable"
    assert without_secrets(named) == named
    for looks in ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "AB_CD/EFGHIJKLMNOPQRSTUVWXYZ", "PYDANTIC_AI_GATEWAY_API_K3Y"):
        assert without_secrets(looks) == "***"
    assert without_secrets("x y " * 200) == "x y " * 75 + "…"


def test_a_key_that_cannot_be_sent_is_the_users_to_mend(monkeypatch, store):
    """A line break in it is a mistake that no repetition mends, not a server that is down."""
    monkeypatch.setenv("OPENAI_API_KEY", "two\nlines-of-key")
    with TestEndpoint() as endpoint:
        said = ask(endpoint.url, store)
    assert "check that its key is one line of plain ASCII" in said

"""A response is kept under all that decides it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from asks import Times, about

from timeweave.llm.base import Message, Role
from timeweave.llm.choosing import open_model
from timeweave.llm.keeping import response_key
from timeweave.llm.structured import opening, schema_of

MESSAGES = opening(about(1969))
URL = "http://127.0.0.1:9/v1"
HISTORY = (Message(Role.SYSTEM, "s"), Message(Role.USER, "u"), Message(Role.ASSISTANT, "a"), Message(Role.USER, "v"))


def key(name="openai:m", url=URL, version="time/1", schema=None, messages=HISTORY, **options):
    """The key of an ask, with one part changed."""
    return response_key(open_model(name, url, **options), version, schema or schema_of(Times), messages)


@pytest.mark.parametrize(
    "changed",
    [
        {"name": "openai:n"},
        {"url": "http://127.0.0.1:10/v1"},
        {"version": "time/2"},
        {"schema": {"type": "object"}},
        {"temperature": 0.5},
        {"seed": 1},
        {"max_tokens": 100},
        *({"messages": (*HISTORY[:i], replace(HISTORY[i], text="x"), *HISTORY[i + 1 :])} for i in range(4)),
        {"messages": HISTORY[1:]},
        {"messages": (*HISTORY[:2], HISTORY[3])},
    ],
)
def test_whatever_decides_a_response_changes_its_key(changed):
    """Prompt version, model, address, parameters, schema and each message, the first included."""
    assert key(**changed) != key()


def test_the_same_ask_has_the_same_key():
    """What does not decide a response, the time allowed for one, does not change its key."""
    assert key(timeout=1.0) == key()
    assert key(messages=MESSAGES) == key(messages=opening(about(1969)))

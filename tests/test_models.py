"""Which model serves what, and how the clients of one operation are bound to the moment at which it began."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest
from modelserver import TestEndpoint
from storekit.memory import MemoryStore
from storekit.samples import Sentence, make_prepared
from storekit.testkit_world import add, remove

from timeweave.answering.said import SaidAnswer
from timeweave.llm.base import Purpose
from timeweave.models import Clients, Models
from timeweave.prompts import load
from timeweave.settings import ModelSettings, Settings, Use

QUESTION = Purpose("answer", "question")
ASKED = load("answer").filled(
    {"question": "Who is Ann?", "times": "", "evidence": "E1 | d | 2024-01-01 | | Ann is a baker."}
)


@pytest.fixture
def store() -> Iterator[MemoryStore]:
    made = MemoryStore()
    add(made, make_prepared("d", Sentence("Ann is a baker.", None, ("Ann",), ()), date=dt.date(2024, 1, 1)))
    yield made
    made.close()


def models(endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch) -> Models:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    return Models(Settings(models={Use.ANSWER: ModelSettings("openai:rules", endpoint.url)}))


@pytest.mark.parametrize("removed", [True, False])
def test_what_was_read_before_a_removal_is_not_kept_after_it(
    endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch, store: MemoryStore, removed: bool
) -> None:
    """TK-08: an operation that began before a document was removed leaves no response that may repeat it."""
    clients = Clients(models(endpoint, monkeypatch), store, "2024-01-02T00:00:00Z ask")
    if removed:
        remove(store, "d")
    client = clients.get(Use.ANSWER)
    assert client is not None
    for _ in range(2):
        client.ask(ASKED, SaidAnswer, QUESTION)
    assert len(endpoint.calls) == (2 if removed else 1)


def test_no_client_where_no_model_was_chosen(
    endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch, store: MemoryStore
) -> None:
    """TG-23: each use has its own model or none, and the same client each time it is asked for."""
    clients = Clients(models(endpoint, monkeypatch), store, "ask")
    assert clients.get(Use.INDEX) is None
    assert clients.get(Use.ANSWER) is clients.get(Use.ANSWER)
    assert Clients(Models(Settings()), store, "ask").get(Use.ANSWER) is None

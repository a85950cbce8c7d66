"""The baselines that ask a model, at a real address, over the same questions (ER-08)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import pytest
from modelserver import Fault, TestEndpoint
from sections import parse_sections

from timeweave import KnowledgeBase
from timeweave.llm.choosing import open_model
from timeweave.llm.client import ModelClient
from timeweave.llm.limits import Limits
from timeweave.retrieval.reason.prompted import PROMPTED, Prompted
from timeweave.retrieval.searching import Query, Sources, pose

QUESTION = "Who was the mayor of Port Lorne in 2010?"


def answer(graph: KnowledgeBase, name: str, endpoint: TestEndpoint, question: str = QUESTION) -> tuple[str, ...]:
    client = ModelClient(open_model("openai:rules", endpoint.url, timeout=60.0), limits=Limits(first_wait=0.001))
    with graph._store.view() as view:
        sources = Sources(
            view, graph._indexes.reader(view), graph._embedder.get(), chunks=lambda: graph._indexes.chunks(view)
        )
        return PROMPTED[name](Prompted(client, samples=5), pose(Query(question), sources).request)


@pytest.mark.parametrize(
    ("name", "task", "sections"),
    [
        ("IO", "direct", ()),
        ("CoT", "stepwise", ()),
        ("SC", "stepwise", ("sample",)),
        ("RAG", "given", ("passages",)),
        ("1-hop KG", "given", ("facts",)),
        ("RAG + 1-hop KG", "given", ("passages", "facts")),
    ],
)
def test_what_each_is_given(
    graph: KnowledgeBase, endpoint: TestEndpoint, name: str, task: str, sections: tuple[str, ...]
) -> None:
    """IO and CoT have the question alone, SC asks several times, RAG has passages, 1-hop KG facts (ER-08)."""
    said = answer(graph, name, endpoint)
    assert len(endpoint.calls) == (5 if name == "SC" else 1)
    given = parse_sections(endpoint.calls[0].turns[-1].text)
    assert endpoint.calls[0].task == task
    assert tuple(given) == ("today", "question", *sections)
    assert given["question"] == QUESTION
    if "facts" in sections:
        assert "Port Lorne | mayor | Irma Holt | 2009/2015" in given["facts"]
        assert "Norland" not in given["facts"]
    if "passages" in sections:
        assert "Irma Holt" in given["passages"]
    assert bool(said) is (task == "given")
    assert task != "given" or "Irma Holt" in said[0] or "Ada King" in said[0]


def test_what_most_samples_say(graph: KnowledgeBase) -> None:
    """SC: the answer of most samples, whatever its case; silence is no vote (ER-08)."""
    said = itertools.cycle([["Tom Reed"], [], ["Irma Holt"], [], ["irma holt."]])

    def stepwise(_: Mapping[str, str]) -> Mapping[str, Any]:
        return {"reason": "so", "answers": next(said)}

    with TestEndpoint(tasks={"stepwise": stepwise}) as endpoint:
        assert answer(graph, "SC", endpoint) == ("Irma Holt",)
        samples = [parse_sections(call.turns[-1].text)["sample"] for call in endpoint.calls]
        assert samples == ["1", "2", "3", "4", "5"]


def test_what_cannot_be_used_is_no_answer(graph: KnowledgeBase, endpoint: TestEndpoint) -> None:
    """A model that is malformed again and again has answered nothing (ER-08)."""
    endpoint.misbehave(Fault.MALFORMED, times=3)
    assert answer(graph, "RAG", endpoint) == ()
    assert len(endpoint.calls) == 3

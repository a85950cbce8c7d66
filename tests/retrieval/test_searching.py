"""Search over a small world in a real store: scope, budget, modes, explanation, as-of."""

from __future__ import annotations

import dataclasses
import datetime as dt
import json

import pytest

import timeweave
from timeweave import Document
from timeweave.errors import UsageError
from timeweave.language.tokens import count_tokens
from timeweave.temporal.interval import Interval

RECORDED = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)


def report(company, quarter, day, revenue, more="We opened stores."):
    return Document(
        id=f"{company.split()[0].lower()}-{quarter}",
        text=f"Revenue was ${revenue} million. {more} The weather was fine and the staff were cheerful.",
        date=dt.date.fromisoformat(day),
        period=Interval.parse(quarter),
        entities=(company,),
    )


DOCUMENTS = [
    report("Halden Optics Inc.", "2023-Q1", "2023-04-20", 310),
    report("Halden Optics Inc.", "2023-Q2", "2023-07-20", 320),
    report("Halden Optics Inc.", "2023-Q3", "2023-10-20", 330),
    report("Brightwater Ltd", "2023-Q2", "2023-07-21", 420),
    report("Brightwater Ltd", "2023-Q3", "2023-10-21", 430),
]


@pytest.fixture(scope="module")
def kb(tmp_path_factory):
    with timeweave.open(tmp_path_factory.mktemp("kb")) as opened:
        opened.add(DOCUMENTS, now=RECORDED, workers=1)
        yield opened


def found(result):
    return [(e.document_id, e.text) for e in result.evidence]


@pytest.mark.parametrize("mode", ["auto", "passages", "local", "global"])
def test_evidence_is_of_the_entity_and_period(kb, mode):
    """TG-09, TG-11: what comes first speaks of the company and quarter asked for."""
    first = kb.search("What was Halden Optics' revenue in 2023-Q2?", mode=mode).evidence[0]
    assert (first.document_id, first.period) == ("halden-2023-Q2", "2023-Q2")
    assert first.text.startswith("Revenue was $320 million.")
    assert first.observed == dt.date(2023, 7, 20)


def test_each_cell_has_its_share(kb):
    """A small budget goes round: each of two companies in two quarters has its sentence before any has a second."""
    question = "What was the revenue of Halden Optics Inc. and Brightwater Ltd in 2023-Q2 and 2023-Q3?"
    result = kb.search(question, budget=24)
    assert {d for d, _ in found(result)} == {
        "halden-2023-Q2", "halden-2023-Q3", "brightwater-2023-Q2", "brightwater-2023-Q3",
    }  # fmt: skip
    assert all(t.startswith("Revenue was") for _, t in found(result))


@pytest.mark.parametrize("budget", [1, 8, 30, 200, 12_000])
@pytest.mark.parametrize("mode", ["auto", "local"])
def test_budget_and_spans(kb, mode, budget):
    """TG-13: the texts hold at most ``budget`` tokens together and are the documents' text at their spans."""
    texts = {d.id: d.text for d in DOCUMENTS}
    result = kb.search("revenue of Halden Optics Inc. in 2023", mode=mode, budget=budget)
    assert sum(count_tokens(e.text) for e in result.evidence) == result.tokens <= budget
    assert all(texts[e.document_id][e.start : e.end] == e.text for e in result.evidence)


def test_limit(kb):
    """At most ``limit`` spans."""
    assert len(kb.search("revenue", limit=2).evidence) == 2


def test_whole_chunks_at_the_papers_context(kb):
    """TG-13: with 12,000 tokens the local mode gives whole chunks, here whole documents."""
    texts = {d.text for d in DOCUMENTS}
    evidence = kb.search("What was Halden Optics' revenue in 2023-Q2?", mode="local", budget=12_000).evidence
    assert evidence
    assert all(e.text in texts for e in evidence)


def test_no_time_scope(kb):
    """TG-16: without a time in the question nothing is filtered by time."""
    result = kb.search("Where did the staff feel cheerful?")
    assert result.scope.intervals == ()
    assert len(result.evidence) == len(DOCUMENTS)


def test_nothing_in_scope_falls_back_with_a_warning(kb):
    """Nothing of 1999 is there: what is found is not of that time, and the result says so."""
    result = kb.search("What was Halden Optics' revenue in 1999?")
    assert any("nothing visible speaks of 1999" in w for w in result.warnings)


@pytest.mark.parametrize("mode", ["reasoned", "nonsense"])
def test_unknown_mode(kb, mode):
    """A mode that there is none of is named together with those that there are."""
    with pytest.raises(UsageError, match=f"'{mode}'.*auto.*local"):
        kb.search("revenue", mode=mode)


@pytest.mark.parametrize(
    "arguments", [{"question": " "}, {"question": "x", "budget": 0}, {"question": "x", "limit": 0}]
)
def test_wrong_arguments(kb, arguments):
    """An empty question, a budget or a limit below 1 is refused."""
    with pytest.raises(UsageError):
        kb.search(**arguments)


def test_explanation_is_plain_json(kb):
    """Scope, subgraph with γ, seeds, s(v), s(ε), s(c) and cells come as JSON values."""
    question = "What was Halden Optics' revenue in 2023-Q2?"
    told = json.loads(json.dumps(kb.search(question, explain=True).explanation))
    assert told["scope"]["time_nodes"] == ["2023-Q2"]
    assert {"subgraph", "seeds", "entities", "chunks", "cells"} <= set(told)
    (edge, *_) = told["subgraph"]
    assert {"gamma", "score", "time", "endpoints"} <= set(edge)
    assert told["cells"][0]["entity"] == "halden optics"


def test_as_of_equals_a_store_that_saw_no_more(kb, tmp_path):
    """TK-05: as of a day the result is that of a store that holds only what was observed by then, added in another
    order: same spans, order and scores.
    """
    day = dt.date(2023, 9, 1)
    with timeweave.open(tmp_path) as smaller:
        smaller.add([d for d in reversed(DOCUMENTS) if d.date <= day], now=RECORDED, workers=1)
        for mode in ("auto", "local"):
            for question in (
                "What was Halden Optics' revenue in each quarter of 2023?",
                "cheerful staff",
                "Brightwater",
            ):
                full = kb.search(question, as_of=day, mode=mode, explain=True)
                then = smaller.search(question, as_of=day, mode=mode, explain=True)
                assert dataclasses.replace(full, elapsed_ms=0.0) == dataclasses.replace(then, elapsed_ms=0.0)

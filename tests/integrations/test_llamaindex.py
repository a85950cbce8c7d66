"""The retriever for LlamaIndex, alone and inside its query engine."""

from __future__ import annotations

import asyncio

import pytest
from llama_index.core import get_response_synthesizer
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.llms import MockLLM
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.schema import MetadataMode, NodeWithScore, QueryBundle

from timeweave import KnowledgeBase, TimeweaveError
from timeweave.integrations.llamaindex import TimeweaveRetriever

ASKED = "What was Corvel's revenue in the second quarter of 2022?"


def test_its_class_is_a_retriever() -> None:
    """The test that LlamaIndex's integrations have of every retriever: the base class by name."""
    assert BaseRetriever.__name__ in [base.__name__ for base in TimeweaveRetriever.__mro__]


def test_a_node_says_where_and_when(kb: KnowledgeBase) -> None:
    """A node holds the text of its span, its source document, its score and its days; a bundle asks as a text does."""
    found = TimeweaveRetriever(kb, limit=2).retrieve(ASKED)
    assert found == TimeweaveRetriever(kb, limit=2).retrieve(QueryBundle(ASKED))
    assert 1 <= len(found) <= 2
    best = found[0]
    assert isinstance(best, NodeWithScore)
    assert "$12 million" in best.text
    assert best.node.ref_doc_id == "results-2022"
    assert best.score == best.metadata["score"] > 0
    assert (best.metadata["observed"], best.metadata["period"]) == ("2022-07-20", "2022-Q2")
    assert best.metadata["end"] - best.metadata["start"] == len(best.text)


def test_a_model_is_shown_days_and_no_offsets(kb: KnowledgeBase) -> None:
    """Of the metadata a language model reads what bears on an answer; an embedder reads the text alone."""
    node = TimeweaveRetriever(kb, limit=1).retrieve(ASKED)[0].node
    shown = node.get_content(MetadataMode.LLM)
    assert "observed: 2022-07-20" in shown
    assert "period: 2022-Q2" in shown
    assert "score" not in shown
    assert node.get_content(MetadataMode.EMBED) == node.get_content(MetadataMode.NONE)


def test_only_what_was_known_by_a_day_is_found(kb: KnowledgeBase) -> None:
    """The day hides what was published later, whether asked at once or awaited."""
    retriever = TimeweaveRetriever(kb, as_of="2022-12-31")
    asked = "Who is the chief executive officer of Corvel Ltd?"
    found = retriever.retrieve(asked)
    assert "board-2021" in {n.node.ref_doc_id for n in found}
    assert "board-2023" not in {n.node.ref_doc_id for n in found}
    assert asyncio.run(retriever.aretrieve(asked)) == found


def test_reports_of_periods_are_nodes_of_no_document(kb: KnowledgeBase) -> None:
    """What a search over whole periods tells of one comes without a score and without a source."""
    found = TimeweaveRetriever(kb, mode="global").retrieve("Summarise what happened in 2022.")
    reports = [n for n in found if n.metadata["kind"] == "report"]
    assert reports
    assert all(n.score is None and n.node.ref_doc_id is None for n in reports)


def test_a_query_engine_answers_from_it(kb: KnowledgeBase) -> None:
    """Behind LlamaIndex's own engine its nodes are the sources of the response and stand in the prompt."""
    synthesizer = get_response_synthesizer(llm=MockLLM())
    response = RetrieverQueryEngine(TimeweaveRetriever(kb, limit=2), synthesizer).query(ASKED)
    assert response.source_nodes[0].node.ref_doc_id == "results-2022"
    assert "$12 million" in str(response)


def test_what_cannot_be_asked_says_so(kb: KnowledgeBase) -> None:
    """A wrong option is the error that the knowledge base has for it."""
    with pytest.raises(TimeweaveError, match="'sideways'"):
        TimeweaveRetriever(kb, mode="sideways").retrieve(ASKED)

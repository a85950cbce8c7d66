"""The retriever for LangChain: its own standard tests, and what only a knowledge base of times has."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableLambda
from langchain_tests.integration_tests import RetrieversIntegrationTests

from timeweave import KnowledgeBase, TimeweaveError
from timeweave.integrations.langchain import TimeweaveRetriever

QUESTION = "What did Corvel Ltd do in 2022 and 2023?"


@pytest.mark.anyio
class TestStandard(RetrieversIntegrationTests):
    """LangChain's own tests of a retriever, by its integration test suite."""

    @pytest.fixture(autouse=True)
    def base(self, kb: KnowledgeBase) -> None:
        self.kb = kb

    @pytest.fixture
    def anyio_backend(self) -> str:
        return "asyncio"

    @property
    def retriever_constructor(self) -> type[BaseRetriever]:
        return TimeweaveRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        return {"knowledge_base": self.kb, "mode": "passages"}

    @property
    def retriever_query_example(self) -> str:
        return QUESTION

    @property
    def num_results_arg_name(self) -> str:
        return "limit"


def test_a_document_says_where_and_when(kb: KnowledgeBase) -> None:
    """What is returned is the text of the span that its metadata name, with the day and the time that it speaks of."""
    found = TimeweaveRetriever(knowledge_base=kb).invoke("What was Corvel's revenue in the second quarter of 2022?")
    assert isinstance(found[0], Document)
    assert "$12 million" in found[0].page_content
    known = found[0].metadata
    assert (known["document_id"], known["observed"], known["kind"]) == ("results-2022", "2022-07-20", "evidence")
    assert known["period"] == "2022-Q2"
    assert known["end"] - known["start"] == len(found[0].page_content)
    assert known["score"] > 0
    assert found[0].id == f"results-2022:{known['start']}-{known['end']}"


def test_only_what_was_known_by_a_day_is_found(kb: KnowledgeBase) -> None:
    """A day given once, or to one call, hides what was published later."""
    asked = "Who is the chief executive officer of Corvel Ltd?"
    early = TimeweaveRetriever(knowledge_base=kb, as_of="2022-12-31")
    assert {d.metadata["document_id"] for d in early.invoke(asked)}.isdisjoint({"board-2023", "results-2023"})
    assert "board-2023" in {d.metadata["document_id"] for d in early.invoke(asked, as_of="2024")}
    assert "board-2023" not in {d.metadata["document_id"] for d in asyncio.run(early.ainvoke(asked, as_of="2022"))}


def test_many_at_once_find_what_each_finds_alone(kb: KnowledgeBase) -> None:
    """Calls that run side by side give what they give one after the other."""
    retriever = TimeweaveRetriever(knowledge_base=kb, limit=2)
    asked = [f"What did Corvel Ltd report for the second quarter of {year}?" for year in (2022, 2023)] * 4
    alone = [retriever.invoke(question) for question in asked]
    assert asyncio.run(retriever.abatch(asked)) == alone


def test_it_stands_in_a_chain(kb: KnowledgeBase) -> None:
    """It is piped into what reads documents, as every retriever is."""
    chain = TimeweaveRetriever(knowledge_base=kb, limit=1) | RunnableLambda(lambda found: found[0].page_content)
    assert "Port Alden" in chain.invoke("Where did Corvel Ltd open a plant?")


def test_reports_of_periods_come_with_the_evidence(kb: KnowledgeBase) -> None:
    """A search over whole periods gives their reports, too, which say so and name their documents."""
    found = TimeweaveRetriever(knowledge_base=kb, mode="global").invoke("Summarise what happened in 2022.")
    reports = [d for d in found if d.metadata["kind"] == "report"]
    assert "results-2022" in {id_ for d in reports for id_ in d.metadata["documents"]}
    assert all(d.metadata["document_id"] is None for d in reports)
    limited = TimeweaveRetriever(knowledge_base=kb, mode="global", limit=1).invoke("Summarise what happened in 2022.")
    assert len(limited) == 1


def test_what_cannot_be_asked_says_so(kb: KnowledgeBase) -> None:
    """A wrong option is the error that the knowledge base has for it."""
    with pytest.raises(TimeweaveError, match="'sideways'"):
        TimeweaveRetriever(knowledge_base=kb, mode="sideways").invoke(QUESTION)

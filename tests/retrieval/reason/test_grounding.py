"""The names of a question and the entities that they mean; the relation that its words tell (ER-03, ER-04, ER-05)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

from timeweave import KnowledgeBase
from timeweave.retrieval.base import Request
from timeweave.retrieval.reason.coverage import asked_words
from timeweave.retrieval.reason.exploring import Explorer
from timeweave.retrieval.reason.grounding import TOP_K, Mentioned, ground, seeds_of
from timeweave.retrieval.reason.relevance import Meanings
from timeweave.retrieval.searching import Query, Sources, pose


@pytest.fixture
def sources(graph: KnowledgeBase) -> Iterator[Sources]:
    with graph._store.view() as view:
        yield Sources(view, graph._indexes.reader(view), graph._embedder.get())


def request_of(question: str, sources: Sources) -> Request:
    return pose(Query(question, now=dt.date(2020, 1, 1)), sources).request


def mentions(question: str, sources: Sources, width: int = 5) -> tuple[Mentioned, ...]:
    asked = request_of(question, sources)
    return ground(asked.question, asked.view, asked.index, asked.embed, width=width)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Who met the Foreign Ministry of Westmark?", "Foreign Ministry (Westmark)"),
        ("Who met the foreign ministries of Westmark?", "Foreign Ministry (Westmark)"),
        ("where was ada king born", "Ada King"),
        ("What is Port Lorne's capital?", "Port Lorne"),
    ],
)
def test_other_forms_of_a_name(sources: Sources, question: str, name: str) -> None:
    """A name is found in brackets, with "of", in small letters, as a possessive (ER-03)."""
    (found,) = mentions(question, sources)
    assert found.best.entity.name == name


def test_the_nearest_stand_in_for_a_name_that_nothing_bears(sources: Sources) -> None:
    """A name that nothing bears means the nearest in meaning, at most w of the top five, with s_init (ER-03)."""
    (found,) = mentions("Who was awarded the Harborside Medallion?", sources)
    assert found.best.entity.name == "Harbour Medal"
    assert 0 < found.best.relevance < 1
    assert len(found.candidates) <= TOP_K
    (narrow,) = mentions("Who was awarded the Harborside Medallion?", sources, width=1)
    assert len(narrow.candidates) == 1


@pytest.mark.parametrize(
    ("words", "relation"),
    [
        ("condemn", "criticize or denounce"),
        ("travel to", "make a visit"),
        ("want to work together with", "express intent to cooperate"),
        ("conclude a treaty with", "sign formal agreement"),
        ("wife", "spouse"),
        ("study", "educated at"),
    ],
)
def test_the_relation_that_a_clause_tells(sources: Sources, words: str, relation: str) -> None:
    """s_rel is highest for the relation that says the same in other words (ER-04)."""
    meanings = Meanings(sources.embedder.embed)
    known = {
        *("make a visit", "criticize or denounce", "express intent to cooperate", "sign formal agreement"),
        *("mayor", "spouse", "member of sports team", "award received", "educated at"),
    }
    assert max(known, key=lambda r: meanings.of(words, r)) == relation
    assert all(0 <= meanings.of(words, r) <= 1 for r in known)


@pytest.mark.parametrize("depth", [1, 2])
def test_no_further_than_the_depth(sources: Sources, depth: int) -> None:
    """A beam goes no further than d hops, and holds no more than w nodes beyond the first (ER-04, ER-05)."""
    question = "where did the husband of ada king go to university"
    asked = request_of(question, sources)
    words = asked_words(asked.question, asked.index)
    found = mentions(question, sources)
    form = asked.question.logical([m.span for m in found])
    explorer = Explorer(asked.view, asked.index, asked.vector, words, form, width=2, depth=depth)
    bundles = [b for hop in explorer.hops(seeds_of(found, asked, words, 2, near=False)) for b in hop]
    assert {len(b.node.steps) for b in bundles} == set(range(depth))
    assert len({b.node.entity for b in bundles if b.node.steps}) <= 2

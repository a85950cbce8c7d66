"""Answers of the kind that is asked for, names in short, and times of things that the graph dates (ER-03, ER-04)."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import pytest

import timeweave
from timeweave import KnowledgeBase
from timeweave.errors import UndatedDocumentWarning
from timeweave.language.name_classes import by_meaning
from timeweave.retrieval.reason.determining import mentions_of
from timeweave.retrieval.reason.options import ReasonOptions
from timeweave.retrieval.reason.reasoning import planned
from timeweave.retrieval.searching import Query, Sources, pose

ROWS = """
Jo Marsh	position played on team / speciality	goalkeeper	1985	1989
Jo Marsh	member of sports team	Lorne Rovers	1985	1989
Lorne Rovers	drafted by	Kit Arlen	1986	1986
Lorne Rovers	instance of	team
Far Shore	nominee	Ann Vale	2005	2005
Ann Vale	nominated for	Golden Quill	2005	2005
Sela Ray	award received	Golden Quill	2001	2001
Norland	head of government	Ingrid Solberg	1950	1954
Norland	head of government	Peter Lindqvist	1955	1960
Norland	highest judicial authority	Court of Norland	1949	1960
Harbour War	significant event	start time	1951	1951
Harbour War	significant event	end time	1953	1953
Harbour War	location	Norland
Gilbert Hart	position held	President of the United States	1951	1955
Harbour Medal	subclass of	medal
"""


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sources]:
    folder = tmp_path_factory.mktemp("kinds")
    table = folder / "facts.tsv"
    rows = "\n".join(row + "\t" * (4 - row.count("\t")) for row in ROWS.strip().splitlines())
    table.write_text(f"subject\trelation\tobject\tvalid_from\tvalid_until\n{rows}\n", encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndatedDocumentWarning)
        with timeweave.open(folder / "kb") as kb:
            kb.add(table)
            with kb._store.view() as view:
                yield sources_of(kb, view)


def sources_of(kb: KnowledgeBase, view) -> Sources:
    return Sources(view, kb._indexes.reader(view), kb._embedder.get())


def answers(question: str, sources: Sources) -> list[str]:
    plan = planned(pose(Query(question), sources).request)
    exact = plan.exactly()
    found = exact if exact is not None and exact.exact else plan.explored()
    return [] if found is None else [a.text for a in found.answers]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what team did jo marsh play for in 1986", "Lorne Rovers"),
        ("which award was ann vale nominated for in 2005", "Golden Quill"),
        ("who led norland in 1957", "Peter Lindqvist"),
        ("who led norland during the harbour war", "Ingrid Solberg"),
        ("who was the president of the usa in 1952", "Gilbert Hart"),
        ("who was the US president in 1952", "Gilbert Hart"),
    ],
)
def test_of_the_kind_that_is_asked_for(sources: Sources, question: str, answer: str) -> None:
    """A team, an award, a person; a relation by another word for it, a state by its short name, and the time of a
    thing that the graph dates (ER-03, ER-04).
    """
    assert answers(question, sources) == [answer]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("which team did jo marsh play for", ["Jo Marsh"]),
        ("what medal did jo marsh win", ["Jo Marsh"]),
        ("tell us who jo marsh was", ["Jo Marsh"]),
        ("which team won", ["team"]),
    ],
)
def test_a_common_noun_is_no_name_beside_one(sources: Sources, question: str, names: list[str]) -> None:
    """What a graph has as a kind of things is a word of the question, unless it names nothing else (ER-03)."""
    found = mentions_of(pose(Query(question), sources).request, ReasonOptions())
    assert [m.best.entity.name for m in found] == names


def test_an_undated_relation_refuses_no_time(sources: Sources) -> None:
    """Where the relation that the words tell has no times, the question goes on along paths (ER-04)."""
    assert answers("when did the harbour war start", sources)[:1] == ["1951"]


def test_classes_by_meaning(sources: Sources) -> None:
    """Names of people and of places are told apart by their meaning where no document tells more (ER-04)."""
    told = by_meaning(["Ingrid Solberg", "France", "Barack Obama", "Germany"], sources.embedder.embed)
    assert told == ["PERSON", "GPE", "PERSON", "GPE"]
    assert by_meaning([], sources.embedder.embed) == []

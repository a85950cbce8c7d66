"""Edges between entities that a statement names together: read when a question is asked, stored as no fact (TG-03)."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterable
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.records import EntityId
from timeweave.results import SearchResult
from timeweave.retrieval.tgrag.co_mentions import MOST, co_mentions

FAIR = Document(
    "fair",
    "Halden Optics and Norvik Glass, side by side at the fair in Oslo.",
    date=dt.date(2023, 3, 7),
)
DINNER = Document(
    "dinner",
    "All smiles at the dinner of the guild: Mara Ellison, Tomas Reyk, Halden Optics and Norvik Glass.",
    date=dt.date(2023, 9, 12),
)
VISIT = Document(
    "visit",
    "Norvik Glass and Halden Optics, side by side again at the fair in Oslo, as full as ever.",
    date=dt.date(2024, 3, 5),
)
QUESTION = "Who had a stand beside Halden Optics at the fair in Oslo?"


def asked(folder: Path, documents: Iterable[Document], as_of: dt.date | None = None) -> SearchResult:
    with timeweave.open(folder) as kb:
        kb.add(list(documents), workers=1)
        return found(kb, as_of)


def found(kb: KnowledgeBase, as_of: dt.date | None = None) -> SearchResult:
    return dataclasses.replace(kb.search(QUESTION, mode="local", as_of=as_of, explain=True), elapsed_ms=0.0)


def pairs_of(result: SearchResult) -> set[tuple[str, ...]]:
    return {tuple(edge["endpoints"]) for edge in (result.explanation or {})["subgraph"] if not edge["facts"]}


@pytest.mark.parametrize(
    ("entities", "joined", "expected"),
    [
        ("", "", []),
        ("acme", "", []),
        ("norvik acme", "", [("acme", "norvik")]),
        ("bolt acme ulm ohio", "", [("acme", "bolt"), ("bolt", "ulm")]),
        ("bolt acme ulm ohio", "acme bolt", [("bolt", "ulm"), ("bolt", "ohio")]),
        ("bolt bolt", "", []),
    ],
)
def test_the_subject_is_joined_with_the_next(entities: str, joined: str, expected: list[tuple[str, str]]) -> None:
    """TG-03: few edges a statement, none where a fact of it joins the two."""
    known = [frozenset(joined.split())] if joined else []
    pairs = list(co_mentions([EntityId(e) for e in entities.split()], known))
    assert sorted(pairs) == sorted((min(p), max(p)) for p in expected)
    assert len(pairs) <= MOST


def test_what_stands_together_is_found_and_stated_nowhere(tmp_path: Path) -> None:
    """TG-03, TG-09: local retrieval reaches sentences that state no fact, by who is named in them; nothing is told of
    these by counts, timelines, the log or evidence, and nothing of them is drawn.
    """
    result = asked(tmp_path / "kb", [FAIR, DINNER])
    assert [e.document_id for e in result.evidence][:1] == ["fair"]
    assert ("halden optics", "norvik glass") in pairs_of(result)
    assert all(e.facts == () for e in result.evidence)
    with timeweave.open(tmp_path / "kb") as kb:
        assert kb.stats().counts["facts"] == 0
        assert (kb.graph().relations, kb.graph().time_nodes) == (0, ())
        assert kb.timeline("Halden Optics").facts == ()
        assert [event for change in kb.changes() for event in change.events] == []
        assert kb.reports() == {}
        assert "norvik" not in kb.figure(result).casefold()


def test_as_of_then_is_what_was_known_then(tmp_path: Path) -> None:
    """TK-05, TG-09: edges, their chunks and all scores are those of a store that saw no later document."""
    for day in (dt.date(2023, 3, 7), dt.date(2023, 12, 31), dt.date(2024, 3, 5)):
        every = [VISIT, FAIR, DINNER]
        known = [d for d in every if d.date is not None and d.date <= day]
        then = asked(tmp_path / f"full {day}", every, day)
        assert then == asked(tmp_path / f"then {day}", known, day)
        assert then.evidence


def test_what_is_removed_joins_nobody(tmp_path: Path) -> None:
    """TK-08, TG-09: with the last statement that names two together their edge is gone."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([FAIR, DINNER, VISIT], workers=1)
        kb.remove("fair")
        once = found(kb)
        kb.remove("visit")
        never = found(kb)
    assert ("oslo", "halden optics") not in pairs_of(never)
    assert once == asked(tmp_path / "once", [DINNER, VISIT])
    assert never == asked(tmp_path / "never", [DINNER])


def test_names_together_at_two_times_are_two_edges(tmp_path: Path) -> None:
    """TG-03: parallel edges stay distinct by their time; those of one time are one edge with all its chunks."""
    again = dataclasses.replace(FAIR, id="again")
    result = asked(tmp_path / "kb", [FAIR, again, VISIT])
    told = result.explanation or {}
    edges = [e for e in told["subgraph"] if {*e["endpoints"]} == {"halden optics", "norvik glass"}]
    assert sorted(e["time"][0] for e in edges) == ["2023-03-07", "2024-03-05"]
    scores = {c["chunk_id"]: c["score"] for c in told["chunks"]}
    assert len(scores) == 3
    assert len({round(scores[c], 9) for c in scores if not c.startswith("visit")}) == 1  # both of one edge

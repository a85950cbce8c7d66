"""Why a fact stands as it does."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from stated_facts import office, support

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.errors import NotFoundError
from timeweave.evolution import resolve
from timeweave.evolution.candidates import candidates
from timeweave.evolution.confidence import CandidateWeights
from timeweave.evolution.reliability import Reliability
from timeweave.lexicon.relations import Values

DAY = dt.date(2024, 1, 1)
DOCUMENTS = [
    Document("a", "Ann Lee is the mayor of Port Alden.", date=dt.date(2020, 1, 10), source="gazette"),
    Document("b", "Ann Lee is the mayor of Port Alden.", date=dt.date(2021, 1, 10), source="herald"),
    Document("c", "Ben Roy is the mayor of Port Alden.", date=dt.date(2023, 5, 1), source="herald"),
]


@pytest.fixture
def kb(tmp_path: Path) -> KnowledgeBase:
    opened = timeweave.open(tmp_path / "kb")
    opened.add(DOCUMENTS, workers=1)
    return opened


def test_a_closed_fact_tells_what_closed_it_and_when(kb: KnowledgeBase) -> None:
    """EK-04, EK-06: its relation with the reason, the value that followed, and both lines of the log."""
    told = kb.explain("Port Alden: mayor Ann Lee")
    assert (told.fact.status, told.said.values, told.said.why) == ("closed", "one", "the table of relations says so")
    assert [r.fact.object for r in told.by] == ["ben roy"]
    assert [(d.event.event, d.document) for d in told.decisions] == [("added", "b"), ("closed", "c")]
    assert kb.explain(told.fact.fact.id) == told
    assert kb.explain("Port Alden: mayor Ann Lee", as_of="2022-01-01").fact.status != "closed"


def test_candidates_stand_side_by_side_with_their_contexts(kb: KnowledgeBase) -> None:
    """EK-04, EK-08: every value that was told, when it holds, and by which document and source of which time."""
    ann, ben = sorted(kb.explain("Port Alden: mayor Ben Roy").candidates, key=lambda c: c.object)
    assert (ann.object, ben.object) == ("ann lee", "ben roy")
    assert [(c.document, c.source) for c in ann.contexts] == [("a", "gazette"), ("b", "herald")]
    assert [str(valid) for valid in ben.held] == ["2023-05-01/.."]
    assert 0 < ben.confidence <= 1


def test_independent_support_and_recency_raise_a_candidate() -> None:
    """EK-04: C(o) rises with sources that say the same, and with the day on which it was last told."""
    one = [support("x", "2023-01-01", source="x")]
    two = [*one, support("y", "2023-01-01", source="y")]
    old = [support("x", "2003-01-01", source="x")]

    def confidence(*supports: object, reliability: Reliability | None = None) -> float:
        facts = resolve([office("ana", "2000/..", *supports), office("ben", "2000/..", *one)])  # type: ignore[arg-type]
        sources = {"y": reliability} if reliability else {}
        return next(c.confidence for c in candidates(facts, Values.ONE, sources, DAY) if c.object == "ana")

    assert confidence(*two) > confidence(*one) > confidence(*old)
    assert confidence(*two, reliability=Reliability(0, 20)) < confidence(*two)


def test_gamma_above_zero_prefers_what_was_long_unseen() -> None:
    """EK-04: the paper's own sign, for who wants it."""
    facts = resolve([office("ana", "2000/..", support("x", "2003-01-01")), office("ben", "2001/..")])
    wanted = candidates(facts, Values.ONE, {}, DAY, CandidateWeights(gamma=0.5, delta=1.0))
    assert [c.object for c in wanted] == ["ana", "ben"]
    assert [c.object for c in candidates(facts, Values.ONE, {}, DAY)] == ["ben", "ana"]


def test_a_fact_that_is_not_there_is_quoted(kb: KnowledgeBase) -> None:
    """EK-04: with how to write one, and what is known of its subject."""
    with pytest.raises(NotFoundError, match=r"no visible fact 'Port Alden: king': write it as .* of it is known 'port"):
        kb.explain("Port Alden: king")

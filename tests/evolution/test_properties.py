"""Property maps of nodes, and their values grouped by context."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.errors import UsageError
from timeweave.evolution.properties import Property

DOCUMENTS = [
    Document("a", "Ann Lee is the mayor of Port Alden.", date=dt.date(2020, 1, 10), source="gazette"),
    Document("a2", "Ann Lee is the mayor of Port Alden.", date=dt.date(2020, 1, 10), source="courier"),
    Document("b", "In Norway, Ann Lee is the mayor of Port Alden.", date=dt.date(2021, 1, 10), source="herald"),
    Document("c", "Ben Roy is the mayor of Port Alden.", date=dt.date(2023, 5, 1), source="herald"),
    Document("d", "Port Alden is a member of the Harbour League.", date=dt.date(2023, 5, 1), source="herald"),
]


@pytest.fixture
def kb(tmp_path: Path) -> KnowledgeBase:
    opened = timeweave.open(tmp_path / "kb")
    opened.add(DOCUMENTS, workers=1)
    return opened


def mayor(kb: KnowledgeBase, by: str | None = None, as_of: str | None = None) -> Property:
    (found,) = kb.entities.properties("Port Alden", by=by, as_of=as_of)
    (told,) = found.properties
    assert told.relation == "mayor"
    return told


def objects(told: Property) -> dict[str, list[str]]:
    return {name: [c.object for c in group] for name, group in told.groups.items()}


def test_a_node_has_the_values_of_its_exclusive_relations(kb: KnowledgeBase) -> None:
    """EK-01: pi(v)[r] = {(o, C(o), ctx)} of the relations that have one value; what holds side by side is an edge."""
    told = mayor(kb)
    assert {c.object for c in told.candidates} == {"ann lee", "ben roy"}
    assert all(0 < c.confidence <= 1 and c.contexts for c in told.candidates)
    assert [c.object for c in mayor(kb, as_of="2022-01-01").candidates] == ["ann lee"]


def test_the_edge_holds_from_and_until(kb: KnowledgeBase) -> None:
    """EK-01: each edge has its validity in the property map of the fact, either bound perhaps unknown."""
    found = {r.fact.object: r for r in kb.timeline("Port Alden", "mayor").facts}
    ann, ben = found["ann lee"].valid, found["ben roy"].valid
    assert ann is not None
    assert ben is not None
    assert (ann.end is not None, ben.end) == (True, None)


def test_values_are_grouped_by_their_contexts(kb: KnowledgeBase) -> None:
    """EK-08: by document, source, region and time window; in each group what is told there alone, as of a day too."""
    assert objects(mayor(kb, "document")) == {
        "a": ["ann lee"],
        "a2": ["ann lee"],
        "b": ["ann lee"],
        "c": ["ben roy"],
    }
    by_source = mayor(kb, "source")
    assert {name: set(group) for name, group in objects(by_source).items()} == {
        "courier": {"ann lee"},
        "gazette": {"ann lee"},
        "herald": {"ann lee", "ben roy"},
    }
    (ann,) = by_source.groups["gazette"]
    assert [c.document for c in ann.contexts] == ["a"]
    assert objects(mayor(kb, "region"))["Norway"] == ["ann lee"]
    windows = objects(mayor(kb, "window"))
    assert windows["2021"] == ["ann lee"]
    assert set(windows["2023"]) == {"ann lee", "ben roy"}
    assert list(objects(mayor(kb, "document", "2020-06-01"))) == ["a", "a2"]


def test_the_share_of_a_value_is_that_of_its_group(kb: KnowledgeBase) -> None:
    """EK-08: f(o) is worked out anew in each group: of one source each has told one value once, of all Ann's is told by
    two.
    """
    overall = {c.object: c.frequency for c in mayor(kb).candidates}
    herald = {c.object: c.frequency for c in mayor(kb, "source").groups["herald"]}
    assert overall["ann lee"] > overall["ben roy"]
    assert herald["ann lee"] == pytest.approx(herald["ben roy"])


def test_other_contexts_are_refused(kb: KnowledgeBase) -> None:
    """EK-08: an unknown kind of context is quoted, with those that there are."""
    with pytest.raises(UsageError, match="not grouped by 'colour': say one of 'document'"):
        kb.entities.properties("Port Alden", by="colour")

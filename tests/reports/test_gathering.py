"""What a report reads: facts with their standing, and the digest of all of it."""

from __future__ import annotations

import dataclasses
import datetime as dt

from storekit.memory import MemoryStore

from timeweave.records import Document, FactStatus
from timeweave.reports.building import Build
from timeweave.reports.gathering import Hierarchy, stamped_facts
from timeweave.reports.makers import Extractive
from timeweave.temporal.hierarchy import as_node
from timeweave.temporal.interval import Granularity

from reports.conftest import CORPUS, add  # isort: skip


def digest_of(documents: tuple[Document, ...], label: str) -> str:
    with MemoryStore() as store:
        add(store, *documents)
        with store.view() as view:
            build = Build(view, Extractive(), None)
            build.make([label])
            return build.reports[label].inputs


def test_the_hierarchy_lists_children_in_order_of_time() -> None:
    """TG-04: each visible node with those right under it."""
    with MemoryStore() as store:
        add(store, *reversed(CORPUS))
        with store.view() as view:
            hierarchy = Hierarchy.of(view)
    assert hierarchy.children["2023"] == ["2023-Q1", "2023-Q2"]
    assert hierarchy.with_all_below("2023") == ["2023", "2023-Q1", "2023-Q2"]
    assert hierarchy.of_level(Granularity.YEAR) == ["2022", "2023"]
    assert hierarchy.sizes["2023"] == 0


def test_a_tenure_is_closed_by_facts_of_other_nodes() -> None:
    """TG-06: the standing of a node's facts is that among all visible ones."""
    documents = [
        Document("a", "Halden Optics named Mara Ellison as chief executive officer.", date=dt.date(2023, 1, 10)),
        Document("b", "Halden Optics named Tomas Reyk as chief executive officer.", date=dt.date(2023, 9, 5)),
    ]
    with MemoryStore() as store:
        add(store, *documents)
        with store.view() as view:
            (told,) = stamped_facts(as_node("2023-01-10"), view)
    assert told.status is FactStatus.CLOSED
    assert told.valid is not None
    assert told.valid.end == dt.date(2023, 9, 5)


def test_inputs_follow_facts_places_and_children() -> None:
    """TG-07: the same of the same documents in any order; another when a fact, a source or a child's report is."""
    base = digest_of(CORPUS, "2023")
    assert digest_of(CORPUS[::-1], "2023") == base
    assert digest_of(CORPUS[1:], "2023") == base  # what is left out speaks of 2022
    assert digest_of(CORPUS[:-1], "2023") != base
    elsewhere = dataclasses.replace(CORPUS[-1], source="https://wire.example/a")
    assert digest_of((*CORPUS[:-1], elsewhere), "2023") != base
    assert digest_of((*CORPUS[:-1], elsewhere), "2023-Q1") == digest_of(CORPUS, "2023-Q1")

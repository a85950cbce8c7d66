"""What changed from the period before, worked out when it is read."""

from __future__ import annotations

import datetime as dt

from storekit.memory import MemoryStore

from timeweave.records import Document
from timeweave.reports import Comparison, Reports

from reports.conftest import CORPUS, add, quarterly  # isort: skip


def comparison(documents: list[Document] | tuple[Document, ...], label: str) -> Comparison | None:
    with MemoryStore() as store:
        add(store, *documents)
        with store.view() as view:
            return Reports(store).period(label, view).nodes[0].comparison


def test_measures_of_both_periods_are_compared() -> None:
    """TG-06: each measure that both periods tell one value of, with the facts of both."""
    found = comparison(CORPUS, "2023-Q2")
    assert found is not None
    assert found.previous == "2023-Q1"
    told = {s.text: len(s.facts) for s in found.sentences}
    assert told == {
        "Brightwater: revenue of $298 million, from $310 million in Q1 2023.": 2,
        "Halden Optics: revenue of $84 million, from $80 million in Q1 2023.": 2,
        "Halden Optics: gross margin of 43%, from 41% in Q1 2023.": 2,
    }


def test_it_reaches_back_over_periods_without_facts() -> None:
    """TG-06: the period before is the last one of its kind of which something is told; the first has none."""
    later = quarterly("Brightwater", "2024-Q2", "$320 million", date="2024-08-01")
    found = comparison([*CORPUS, later], "2024-Q2")
    assert found is not None
    assert found.previous == "2023-Q2"
    assert comparison(CORPUS, "2022-Q4") is None


def test_a_value_that_stayed_is_no_change() -> None:
    """TG-06: the same value twice is not told."""
    same = quarterly("Brightwater", "2023-Q3", "$298 million", date="2023-11-01")
    found = comparison([*CORPUS, same], "2023-Q3")
    assert found is not None
    assert found.sentences == ()


def test_a_new_holder_of_an_office_is_a_change() -> None:
    """TG-06: who came and who left, where the handover falls into the period."""
    documents = [
        Document("a", "Halden Optics named Mara Ellison as chief executive officer.", date=dt.date(2023, 1, 10)),
        Document("b", "Halden Optics named Tomas Reyk as chief executive officer.", date=dt.date(2023, 9, 5)),
    ]
    found = comparison(documents, "2023-09")
    assert found is not None
    expected = "Tomas Reyk is named as chief executive officer from 5 September 2023 on, after Mara Ellison."
    assert [s.text for s in found.sentences] == [f"Halden Optics: {expected}"]


def test_a_comparison_makes_no_report_stale() -> None:
    """TG-07: the period before may change without touching the next period's report."""
    with MemoryStore() as store:
        add(store, *CORPUS)
        Reports(store).make_all()
        (change,) = add(store, quarterly("Brightwater", "2022-Q4", "$300 million", date="2023-02-03"))
        assert "2023-Q1" not in change.stale_nodes
        with store.view() as view:
            node = Reports(store).period("2023-Q1", view).nodes[0]
    assert node.comparison is not None
    assert "Brightwater: revenue of $310 million, from $300 million in Q4 2022." in [
        s.text for s in node.comparison.sentences
    ]

"""Extractive reports: what an analyst reads without a model."""

from __future__ import annotations

import dataclasses
import datetime as dt
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from storekit.memory import MemoryStore

from timeweave.preparation import content_digest
from timeweave.records import EXTRACTIVE, Document, Report
from timeweave.reports import Reports
from timeweave.store.base import Store

from reports.conftest import CORPUS, add, quarterly  # isort: skip
from worlds import corpora, days  # isort: skip


def reports(store: Store, as_of: dt.date | None = None) -> dict[str, Report]:
    with store.view(as_of) as view:
        return dict(Reports(store).of([node.label for node in view.time_nodes()], view))


def of_all(documents: list[Document] | tuple[Document, ...], as_of: dt.date | None = None) -> dict[str, Report]:
    with MemoryStore() as store:
        add(store, *documents)
        return reports(store, as_of)


def test_a_quarter_tells_its_measures_by_name() -> None:
    """TG-06: a leaf's report counts what is told and gives the figures, in the names and words of the sources."""
    report = of_all(CORPUS)["2023-Q1"]
    assert report.made_by == EXTRACTIVE
    assert dict(report.counts)["documents"] == 2
    assert "Brightwater: revenue of $310 million." in report.text
    assert "Halden Optics: revenue of $80 million; gross margin of 41%." in report.text


def test_every_sentence_cites_facts_that_are_there() -> None:
    """TK-06: no sentence is without facts, and each fact is in the store."""
    with MemoryStore() as store:
        add(store, *CORPUS)
        for report in reports(store).values():
            assert report.sentences
            for sentence in report.sentences:
                with store.view() as view:
                    assert sentence.facts
                    assert set(view.facts(sentence.facts)) == set(sentence.facts)


def test_a_year_tells_what_moved_between_its_quarters() -> None:
    """TG-06: a parent's report follows a measure from child to child, citing the facts of each."""
    report = of_all(CORPUS)["2023"]
    moved = next(s for s in report.sentences if "Brightwater, revenue by quarters" in s.text)
    assert moved.text == "Brightwater, revenue by quarters: $310 million in Q1 and $298 million in Q2."
    assert len(moved.facts) == 2
    assert [child.node for child in report.children] == ["2023-Q1", "2023-Q2"]


def test_what_was_restated_and_what_is_in_dispute_is_said() -> None:
    """TG-06: a figure that its source gives anew is told as restated, one that sources give differently as disputed."""
    wire = "https://wire.example/a"
    documents = [
        Document(
            id=id_,
            text=f"Halden Optics reported revenue of {amount} for the first quarter of 2023.",
            date=dt.date.fromisoformat(date),
            entities=("Halden Optics",),
            source=source,
        )
        for id_, amount, date, source in (
            ("a", "$80 million", "2023-05-01", wire),
            ("b", "$90 million", "2023-06-01", wire),
        )
    ]
    assert "first given as $80 million, later as $90 million" in of_all(documents)["2023-Q1"].text
    disputing = [documents[0], dataclasses.replace(documents[1], source="https://times.example/b")]
    assert "sources differ, $80 million and $90 million" in of_all(disputing)["2023-Q1"].text


def test_the_end_of_a_tenure_is_said() -> None:
    """TG-06: an office whose next holder is known is told with the day on which it ended."""
    documents = [
        Document("a", "Halden Optics named Mara Ellison as chief executive officer.", date=dt.date(2023, 1, 10)),
        Document("b", "Halden Optics named Tomas Reyk as chief executive officer.", date=dt.date(2023, 9, 5)),
    ]
    text = of_all(documents)["2023-01"].text
    told = "Mara Ellison, chief executive officer of Halden Optics, from 10 January until 5 September 2023"
    assert text.count(told) == 1
    assert "until" not in of_all(documents[:1])["2023-01"].text


def test_names_of_other_documents_change_nothing() -> None:
    """TG-07: how documents about another period call an entity does not touch a report."""
    shouting = [
        quarterly("HALDEN OPTICS", f"2021-Q{n}", "$50 million", date=f"2022-0{n}-01", id_=f"loud-{n}")
        for n in (1, 2, 3)
    ]
    assert of_all(CORPUS)["2023-Q1"] == of_all([*CORPUS, *shouting])["2023-Q1"]


def test_the_order_of_adding_does_not_matter() -> None:
    """TG-07: documents in any order give the same reports byte for byte, whether made at the end or in between."""
    expected = {label: report.digest for label, report in of_all(CORPUS).items()}
    for seed in range(4):
        shuffled = list(CORPUS)
        random.Random(seed).shuffle(shuffled)
        with MemoryStore() as store:
            for document in shuffled:
                add(store, document)
                Reports(store).make_all()
            assert {label: report.digest for label, report in reports(store).items()} == expected


@settings(max_examples=15)
@given(corpora(), days, st.booleans())
def test_no_look_ahead(corpus: list[Document], as_of: dt.date, in_between: bool) -> None:
    """TK-05: reports as of a day equal those of a store that never saw what came later, made or not made meanwhile."""
    known = [d for d in corpus if d.date is not None and d.date <= as_of]
    with MemoryStore() as store:
        for document in corpus:
            try:
                add(store, document)
            except AssertionError:
                continue  # the same content again
            if in_between:
                Reports(store).make_all()
        seen = reports(store, as_of)
    with MemoryStore() as store:
        for document in known:
            try:
                add(store, document)
            except AssertionError:
                continue
        assert seen == reports(store, as_of)


@settings(max_examples=15)
@given(corpora(max_size=6))
def test_what_is_fresh_is_what_would_be_made_anew(corpus: list[Document]) -> None:
    """TG-07: after any additions and corrections, reports kept along the way equal those made from nothing."""
    with MemoryStore() as store:
        for document in corpus:
            try:
                add(store, document)
            except AssertionError:
                continue
            Reports(store).make_all()
        kept = reports(store)
        with store.view(dt.date(2030, 1, 1)) as view:
            anew = dict(Reports(store).of(kept, view))
        assert kept == anew


def test_a_report_names_the_version_that_is_read_now() -> None:
    """TG-24: a correction that states the same facts in other words makes their reports read the new version."""
    same = dataclasses.replace(CORPUS[0], text=f"{CORPUS[0].text} Thank you.", date=dt.date(2023, 3, 1))
    with MemoryStore() as store:
        add(store, *CORPUS)
        before = reports(store)["2022-Q4"]
        add(store, same)
        after = reports(store)["2022-Q4"]
    assert before.sentences == after.sentences
    assert [version.id for version in after.documents] == [version.id for version in before.documents]
    assert [version.digest for version in after.documents] == [content_digest(same)]


@pytest.mark.parametrize("label", ["1999", "2023-Q4", "2023-07-04"])
def test_nodes_of_which_nothing_is_told_are_left_out(label: str) -> None:
    """TG-06: there is no report of nothing."""
    with MemoryStore() as store:
        add(store, *CORPUS)
        with store.view() as view:
            assert Reports(store).of([label], view) == {}


def test_offices_that_several_bodies_have_come_first() -> None:
    """TG-06: what only one name is told to have may be a misread phrase, and stands last."""
    texts = (
        "Ola Berg is the president of Corvane Group. Mara Ellison is the chief executive officer of Corvane Group.",
        "Tomas Reyk is the chief executive officer of Halden Optics.",
    )
    documents = [Document(f"d{n}", text, date=dt.date(2023, 5, n + 1)) for n, text in enumerate(texts)]
    (told,) = (s.text for s in of_all(documents)["2023-05"].sentences if s.text.startswith("In office"))
    held = ("Tomas Reyk, chief executive officer", "Mara Ellison, chief executive officer", "Ola Berg, president")
    assert sorted(held, key=told.index)[-1] == "Ola Berg, president"


def test_where_a_company_sits_is_no_office() -> None:
    """TG-06: a relation that reads on to its object is not told as a post that the object holds."""
    text = "Corvane Group is headquartered in Leith. Corvane Group named Ola Berg as president."
    report = of_all([Document("d", text, date=dt.date(2023, 5, 1))])["2023-05"]
    assert "Ola Berg, president of Corvane Group" in report.text
    assert "headquartered in of" not in report.text

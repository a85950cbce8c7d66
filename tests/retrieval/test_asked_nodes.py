"""T_q for global retrieval: which time nodes a question asks about."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import Document
from timeweave.errors import UndatedDocumentWarning
from timeweave.retrieval.tgrag.asked_nodes import asked_nodes, nodes_for, top_nodes
from timeweave.store.base import View
from timeweave.store.sqlite import SqliteStore
from timeweave.temporal.interval import Interval
from timeweave.temporal.scope import query_scope

NOW = dt.date(2025, 1, 1)
RECORDED = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)


@pytest.fixture(scope="module")
def world_nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[View]:
    """What is visible of facts in five quarters, and of one far off."""
    facts = {"first quarter of 2022": 2, "second quarter of 2022": 2, "third quarter of 2022": 2}
    facts |= {"fourth quarter of 2022": 110, "first quarter of 2023": 2}
    told = ((quarter, n) for quarter, count in facts.items() for n in range(count))
    texts = [f"Halden reported revenue of ${n + 2} million for the {quarter}." for quarter, n in told]
    texts.append("Halden expects revenue of $9 million for the first quarter of 2040.")
    folder = tmp_path_factory.mktemp("nodes")
    with timeweave.open(folder) as kb:
        kb.add([Document("d", " ".join(texts), date=dt.date(2023, 5, 1))], now=RECORDED, workers=1)
    store = SqliteStore.open(folder, create=False, read_only=True)
    with store.view() as view:
        yield view
    store.close()


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("in Q4 2022", ["2022-Q4"]),
        ("from 2021 Q3 to 2022 Q2", ["2021-Q3", "2021-Q4", "2022-Q1", "2022-Q2"]),
        ("across 2022", ["2022", "2022-Q1", "2022-Q2", "2022-Q3", "2022-Q4"]),
        ("in Q1 and Q3 2022", ["2022-Q1", "2022-Q3"]),
        ("in May 2022", ["2022-05"]),
        ("from March to May 2022", ["2022-03", "2022-04", "2022-05"]),
    ],
)
def test_the_nodes_that_a_question_names(question: str, labels: list[str], naming_view: Callable[..., View]) -> None:
    """TG-08, TG-15: each unit that is named or lies between; a year as a whole and by its quarters."""
    assert list(asked_nodes(query_scope(f"How did it go {question}?", NOW), naming_view()).labels) == labels


def test_a_long_stretch_is_taken_by_years(naming_view: Callable[..., View]) -> None:
    """What would be too many quarters is years."""
    labels = asked_nodes(query_scope("How did it go from 2005 to 2020?", NOW), naming_view()).labels
    assert labels == tuple(str(year) for year in range(2005, 2021))


def test_a_period_that_is_no_node_stands_for_its_parts() -> None:
    """A fiscal quarter from February to April is three months of the hierarchy."""
    assert [str(n) for n in nodes_for(Interval.parse("2022-02/2022-04"))] == ["2022-02", "2022-03", "2022-04"]
    assert nodes_for(Interval.parse("2022-Q1")) == (Interval.parse("2022-Q1"),)
    assert nodes_for(Interval.parse("2022-01-03/..")) == ()


def test_without_a_time_the_years_that_hold_most_of_it() -> None:
    """TG-16: years by how much of the question's matter lies in them, until most of it is held, in order of time."""
    spoken = {Interval.year(2019): 0.6, Interval.year(2021): 6.0, Interval.year(2020): 4.0, Interval.year(1999): 0.4}
    assert top_nodes(spoken).labels == ("2020", "2021")  # 10 of 11; 6 of 11 are not yet 90 %


def test_the_newest_is_the_last_year_of_what_is_held(world_nodes: View) -> None:
    """TG-08: "the latest" reaches back over the last four quarters that hold facts, not over all time."""
    scope = query_scope("What are the latest trends?", NOW)
    assert asked_nodes(scope, world_nodes).labels == ("2022-Q2", "2022-Q3", "2022-Q4", "2023-Q1")


def test_a_stray_date_does_not_end_an_open_range(world_nodes: View) -> None:
    """An open range ends where the facts do; its own bound stays."""
    scope = query_scope("How did it go since 2022 Q4?", NOW)
    assert asked_nodes(scope, world_nodes).labels == ("2022-Q4", "2023-Q1")
    scope = query_scope("How did it go until 2022 Q2?", NOW)
    assert asked_nodes(scope, world_nodes).labels == ("2022-Q1", "2022-Q2")


def test_documents_without_facts_tell_how_far_an_open_bound_reaches(tmp_path: Path) -> None:
    """TG-08, TG-15: each counts for its day; one whose day is not known for none; what is later is not looked at."""
    days = [dt.date(2022, 11, 3), dt.date(2023, 2, 7), dt.date(2023, 8, 1), None]
    texts = [f"Rain and fog, all {part} long." for part in ("day", "night", "morning", "week")]
    with timeweave.open(tmp_path) as kb:
        with pytest.warns(UndatedDocumentWarning, match="'d3' has no date"):
            kb.add([Document(f"d{n}", t, date=d) for n, (t, d) in enumerate(zip(texts, days, strict=True))], workers=1)
        assert kb.stats().counts["facts"] == 0
    scope = query_scope("What was it like since January 2023?", NOW)
    with SqliteStore.open(tmp_path, create=False, read_only=True) as store:
        with store.view() as view:
            assert asked_nodes(scope, view).labels == ("2023-Q1", "2023-Q2", "2023-Q3")
        with store.view(dt.date(2023, 3, 1)) as view:
            assert asked_nodes(scope, view).labels == ("2023-Q1",)

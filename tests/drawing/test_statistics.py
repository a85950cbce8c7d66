"""The size of the graph, counted by hand."""

import datetime as dt

from storekit.memory import MemoryStore
from storekit.samples import Sentence, make_fact, make_prepared
from storekit.testkit_world import add

from timeweave.drawing.statistics import GraphStatistics, graph_statistics
from timeweave.store.sqlite import SqliteStore
from timeweave.temporal.interval import Granularity

YEAR, QUARTER, MONTH = Granularity.YEAR, Granularity.QUARTER, Granularity.MONTH

FIRST = make_prepared(
    "first",
    Sentence(
        "Acme is led by Ann Lee, and sold for 2.1 and then 2.8.",
        None,
        ("Acme", "Ann Lee"),
        (
            make_fact("Acme", "led by", "Ann Lee", "2023-05/2023-06"),
            make_fact("Acme", "revenue", "2.1", "2023-Q1", literal=True),
            make_fact("Acme", "revenue", "2.8", "2023-Q2", literal=True),
        ),
    ),
    date=dt.date(2024, 1, 1),
)
LATER = make_prepared(
    "later",
    Sentence(
        "Ann Lee founded Acme; nobody knows when. It sold for 2.8.",
        None,
        (),
        (
            make_fact("Ann Lee", "founded", "Acme"),
            make_fact("Acme", "revenue", "2.8", "2023-Q2", literal=True),
            make_fact("Acme", "costs", "1", "2024", literal=True),
        ),
    ),
    date=dt.date(2024, 2, 1),
)


def test_the_graph_is_counted_by_nodes_edges_and_links(tmp_path):
    """TG-22, Table VIII: what two documents state is one edge, edges of one pair are parallel; as of a day (TK-05)."""
    both = GraphStatistics(
        entities=4,  # Acme, Ann Lee, revenue, costs
        measures=2,
        relations=5,
        pairs=3,  # Acme with Ann Lee, with revenue, with costs
        parallel=2,  # founded beside led by; the second quarter's revenue beside the first's
        timeless=1,
        time_nodes=((YEAR, 2), (QUARTER, 2), (MONTH, 2)),
        links=5,  # two of the span, one of each other that has a time
    )
    first = GraphStatistics(
        entities=3,
        measures=1,
        relations=3,
        pairs=2,
        parallel=1,
        timeless=0,
        time_nodes=((YEAR, 1), (QUARTER, 2), (MONTH, 2)),
        links=4,
    )
    with MemoryStore() as memory, SqliteStore.open(tmp_path / "kb") as sqlite:
        for store in (memory, sqlite):
            add(store, FIRST, LATER)
            with store.view() as view:
                assert graph_statistics(view) == both
            with store.view(dt.date(2024, 1, 15)) as view:
                assert graph_statistics(view) == first


def test_an_empty_store_has_no_graph():
    """Zero of everything."""
    with MemoryStore() as store, store.view() as view:
        assert graph_statistics(view) == GraphStatistics(0, 0, 0, 0, 0, 0, (), 0)

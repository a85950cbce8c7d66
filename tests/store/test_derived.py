"""Reports and responses on disk: found by index, erased without trace, checked and mended, kept while others write."""

import datetime as dt
import os
import signal
import sqlite3
import threading

import pytest
from storekit.samples import Sentence, make_addition, make_fact, make_prepared, make_report
from storekit.testkit_derived import EARLY, ONCE, QUARTER, YEAR, is_fresh, is_kept, keep
from storekit.testkit_world import FIRST, SECOND, add, at, remove

from timeweave.errors import StoreReadOnlyError
from timeweave.llm.base import Purpose
from timeweave.records import Usage
from timeweave.store import queries
from timeweave.store.sqlite import SqliteStore
from timeweave.temporal.interval import Interval

ABOUT = Purpose("extract", "document:first")


@pytest.fixture
def store(tmp_path):
    with SqliteStore.open(tmp_path / "kb") as store:
        yield store


def altered(store, *changes):
    """Change the database behind the store's back."""
    connection = sqlite3.connect(store.path)
    for change in changes:
        assert connection.execute(change).rowcount > 0
    connection.commit()
    connection.close()


def test_a_nodes_facts_are_found_by_index(store):
    """Only the rows of that node are visited, in both ways in which a fact is stamped."""
    values = {"granularity": 2, "from": 738_886, "until": 738_977}
    with store.view() as view:
        plan = view._connection.execute(f"EXPLAIN QUERY PLAN {queries.FACTS_STAMPED}", values).fetchall()
    steps = [detail for *_, detail in plan if "facts" in detail]
    assert len(steps) == 2
    assert "facts_starting (granularity=? AND valid_from=?)" in steps[0]
    assert "facts_ending (granularity=? AND valid_until=?)" in steps[1]


@pytest.mark.parametrize("first", ["2023-12-31", "2024-02", "2024-Q1", "2024"])
def test_a_span_of_two_units_ends_in_another_node(store, first):
    """At each level the shortest span is longer than the longest unit: no fact is missed or found twice (TG-04)."""
    unit = Interval.parse(first)
    (after,) = Interval.unit(unit.end, unit.granularity).units(unit.granularity)
    facts = [make_fact("Acme", "opens", f"shop {period}", period) for period in (first, f"{first}/{after}")]
    add(store, make_prepared("a", Sentence("Acme opens.", None, ("Acme",), tuple(facts)), date=dt.date(2026, 1, 1)))
    with store.view() as view:
        assert {s.fact for s in view.facts_stamped(unit)} == set(facts)
        assert [s.fact for s in view.facts_stamped(after)] == facts[1:]


def test_nothing_of_a_removed_document_stays_in_the_file(store):
    """Neither its reports nor the responses about it leave a byte behind (TK-08)."""
    secret = "Quixotic zephyrs jolt a vexed sphinx"
    responses = store.responses("op")
    add(store, FIRST)
    kept = make_report("2023", secret, *FIRST.extraction.facts)
    keep(store, kept, read_at=1)
    for number in range(20):  # rows large enough to have pages of their own
        noise = secret + os.urandom(3000).hex()
        responses.keep_response(f"{number}", noise, Purpose("report", "node:2023"), ONCE)
    with sqlite3.connect(store.path) as connection:
        held = connection.execute("SELECT packed FROM responses UNION ALL SELECT packed FROM reports").fetchall()
    connection.close()
    assert len(held) == 21
    remove(store, "first")
    store.close()
    content = store.path.read_bytes()
    assert not store.path.with_name("store.db-wal").exists()
    for (packed,) in held:
        assert packed[:200] not in content
        assert packed[-100:] not in content


def test_a_response_waits_for_no_writer_that_holds_the_lock_alone(store):
    """The write lock covers whole documents; a response needs it not, and no reader is held up (TG-23)."""
    responses = store.responses("op")
    with store.transaction() as transaction:
        transaction._connection.execute("ROLLBACK")  # the lock file is still held
        responses.keep_response("k", "said", ABOUT, ONCE)
        assert responses.response("k") == "said"
        transaction._connection.execute("BEGIN IMMEDIATE")
    assert store.responses("other").response("k") == "said"


def test_readers_go_on_while_responses_are_kept(store):
    """A view that was open before sees its own state, and a new one the new ledger at once."""
    responses = store.responses("op")
    with store.view() as old, store.view() as other:
        responses.keep_response("k", "said", ABOUT, ONCE)
        assert old.ledger() == other.ledger() == {}
        assert responses.response("k") == "said"


def test_a_store_that_cannot_be_written_keeps_responses_in_memory(tmp_path):
    """Reading goes on with a model at hand: what the store holds is used, what is new is known to this process."""
    with SqliteStore.open(tmp_path) as store:
        add(store, FIRST)
        store.responses("op").keep_response("old", "held", ABOUT, ONCE)
    with SqliteStore.open(tmp_path, read_only=True) as store:
        responses = store.responses("op")
        responses.keep_response("new", "said", ABOUT, ONCE)
        responses.charge(ABOUT, ONCE)
        assert (responses.response("old"), responses.response("new")) == ("held", "said")
        with store.view() as view:
            assert view.ledger()["extract"].prompt_tokens == ONCE.prompt_tokens
        with pytest.raises(StoreReadOnlyError):
            store.repair()
    with SqliteStore.open(tmp_path) as store:
        assert store.responses("op").response("new") is None


def test_damaged_reports_and_responses_are_found_and_dropped(store):
    """They are derived, so `check` calls them repairable, reading takes them for missing, and `repair` drops them."""
    add(store, FIRST)
    keep(store, EARLY, YEAR, QUARTER, read_at=1)
    responses = store.responses("op")
    for key in ("a", "b", "c"):
        responses.keep_response(key, "said", ABOUT, ONCE)
    altered(
        store,
        "UPDATE reports SET packed = x'00' WHERE node = '2023'",
        "UPDATE reports SET inputs = 'forged' WHERE node = '2023-Q1'",
        "UPDATE responses SET packed = x'00' WHERE key = 'a'",
        "UPDATE responses SET about = 'document:other' WHERE key = 'b'",
    )
    found = store.check()
    assert sorted(p.where.split(":")[0] for p in found) == ["reports", "reports", "responses", "responses"]
    assert all(p.repairable for p in found)
    assert not is_kept(store, YEAR)
    assert responses.response("a") is None
    before = at(store, None)
    store.repair()
    assert store.check() == []
    assert is_fresh(store, QUARTER)
    assert [responses.response(key) for key in "abc"] == [None, None, "said"]
    assert at(store, None) == before


def test_a_ledger_that_does_not_add_up_is_found(store):
    """What was spent is no derived thing: it cannot be mended."""
    add(store, FIRST)
    altered(store, "UPDATE ledger SET calls = 9")
    problems = store.check()
    assert "costs that do not add up to the ledger" in problems[0].what
    assert not problems[0].repairable


def test_a_response_outlives_a_kill_before_its_document(tmp_path):
    """Killed between the two, the store has the response and what it cost, so that nothing is asked or paid twice."""
    folder = tmp_path / "kb"
    SqliteStore.open(folder).close()
    reading, writing = os.pipe()
    writer = os.fork()
    if writer == 0:
        try:
            with SqliteStore.open(folder) as store:
                store.responses("op").keep_response("k", "said", ABOUT, ONCE)
                with store.transaction() as transaction:
                    transaction.apply(make_addition(transaction, FIRST))
                    os.write(writing, b"!")
                    signal.pause()
        finally:
            os._exit(1)
    os.close(writing)
    assert os.read(reading, 1) == b"!"
    os.kill(writer, signal.SIGKILL)
    os.waitpid(writer, 0)
    os.close(reading)
    with SqliteStore.open(folder) as store:
        assert store.check() == []
        assert store.responses("op").response("k") == "said"
        with store.view() as view:
            assert (view.sequence, dict(view.ledger())) == (0, {"extract": ONCE})


def test_two_stores_on_one_folder_share_responses(tmp_path):
    """What one process was answered, another need not ask, even while both write."""
    with SqliteStore.open(tmp_path) as one, SqliteStore.open(tmp_path) as other:
        kept, read = one.responses("one"), other.responses("other")

        def write():
            add(other, FIRST, SECOND)
            read.charge(ABOUT, Usage(cache_hits=1))

        thread = threading.Thread(target=write)
        thread.start()
        for number in range(30):
            kept.keep_response(str(number), "said", ABOUT, ONCE)
            assert read.response(str(number)) == "said"
        thread.join()
        with other.view() as view:
            costs = [(c.operation, c.about, c.usage.calls) for c in view.costs() if c.operation]
            assert costs == [("one", "document:first", 30), ("other", "document:first", 0)]
            assert view.sequence == 2

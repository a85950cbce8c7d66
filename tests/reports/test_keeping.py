"""Keeping reports beside other writers, and where nothing can be written."""

from __future__ import annotations

import dataclasses
import multiprocessing
import threading
from pathlib import Path

import pytest
from storekit.memory import MemoryStore

from timeweave.errors import StoreInUseError
from timeweave.reports import Reports
from timeweave.reports.keeping import Keeper
from timeweave.store.sqlite import SqliteStore

from reports.build_process import make_all_reports  # isort: skip
from reports.conftest import CORPUS, add, remove  # isort: skip


def test_two_processes_make_the_same_reports(tmp_path: Path) -> None:
    """TG-07: builds that run side by side both end, with one set of reports."""
    with SqliteStore.open(tmp_path / "kb") as store:
        add(store, *CORPUS)
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    processes = [context.Process(target=make_all_reports, args=(tmp_path / "kb", results)) for _ in range(2)]
    for process in processes:
        process.start()
    outcomes = [results.get(timeout=240) for _ in processes]
    for process in processes:
        process.join(timeout=240)
        assert process.exitcode == 0
    assert outcomes[0] == outcomes[1]
    with SqliteStore.open(tmp_path / "kb") as store:
        assert Reports(store).make_all().made == 0


def test_a_reader_does_not_wait_for_a_writer(tmp_path: Path) -> None:
    """TG-06: while another holds the write lock a reader has its report all the same; it is kept the next time."""
    with SqliteStore.open(tmp_path / "kb") as store:
        add(store, *CORPUS)
        entered, leave = threading.Event(), threading.Event()

        def hold() -> None:
            with store.transaction():
                entered.set()
                leave.wait(240)

        holder = threading.Thread(target=hold)
        holder.start()
        entered.wait(240)
        try:
            with store.view() as view:
                found = Reports(store).of(["2023-Q1"], view)
            with pytest.raises(StoreInUseError), store.transaction(patience=0.01):
                pass
        finally:
            leave.set()
            holder.join()
        assert "$80 million" in found["2023-Q1"].text
        with store.view() as view:
            assert view.fresh_report("2023-Q1", found["2023-Q1"].maker) is None
            Reports(store).of(["2023-Q1"], view)
        with store.view() as view:
            assert view.fresh_report("2023-Q1", found["2023-Q1"].maker) == found["2023-Q1"]


def test_a_store_that_cannot_be_written_is_read(tmp_path: Path) -> None:
    """TG-06: reports of a store that is open for reading only are made for the reader."""
    with SqliteStore.open(tmp_path / "kb") as store:
        add(store, *CORPUS)
    with SqliteStore.open(tmp_path / "kb", read_only=True) as store, store.view() as view:
        assert "$80 million" in Reports(store).of(["2023"], view)["2023"].text


def test_what_another_kept_first_stands() -> None:
    """TG-07: of two reports of the same inputs the first that is kept counts, for its parents may have read it."""
    with MemoryStore() as store:
        add(store, *CORPUS)
        with store.view() as view:
            first = Reports(store).of(["2023-Q1"], view)["2023-Q1"]
            second = dataclasses.replace(first, sentences=first.sentences[:1])
            with Keeper(store, view) as keeper:
                assert keeper.keep(second, at_once=True) == first


def test_a_report_of_what_was_erased_meanwhile_is_not_kept() -> None:
    """TK-08: a build that began before a removal does not bring back what was removed."""
    with MemoryStore() as store:
        add(store, *CORPUS)
        with store.view() as view:
            remove(store, "brightwater-2023-Q1")
            assert "$310 million" in Reports(store).of(["2023-Q1"], view)["2023-Q1"].text  # as this view still sees it
        with store.view() as view:
            assert view.fresh_report("2023-Q1", "extractive digest/1") is None
            assert "$310 million" not in Reports(store).of(["2023-Q1"], view)["2023-Q1"].text

"""What another process does: bring all reports of a store up to date."""

from __future__ import annotations

from multiprocessing.queues import Queue
from pathlib import Path

from timeweave.reports import Reports
from timeweave.store.sqlite import SqliteStore


def make_all_reports(folder: Path, results: Queue[tuple[int, dict[str, str]]]) -> None:
    """Put how many nodes were handled, and the digest of each report."""
    with SqliteStore.open(folder) as store:
        done = Reports(store).make_all()
        with store.view() as view:
            found = Reports(store).of([node.label for node in view.time_nodes()], view)
    results.put((done.made + done.found + done.fresh, {label: report.digest for label, report in found.items()}))

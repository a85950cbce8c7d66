"""Keeping reports: many of the cheap ones in one transaction, each of the costly ones at once."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from timeweave.errors import StoreError
from timeweave.records import Report
from timeweave.store.base import Store, View

_TOGETHER = 100


class Keeper:
    """A context in which reports made from ``view`` are kept; what waits is written when it ends, however it ends.

    With ``patience`` (seconds) it waits no longer for the write lock, and where the store cannot be written it gives up
    without an error: a reader has its reports all the same.
    """

    def __init__(self, store: Store, view: View, *, patience: float | None = None) -> None:
        self._store = store
        self._view = view
        self._patience = patience
        self._waiting: list[Report] = []
        self._gave_up = False

    def keep(self, report: Report, *, at_once: bool) -> Report:
        """Keep a report; gives back the one that another process kept of the same inputs first, where there is one."""
        self._waiting.append(report)
        if at_once:
            return self.flush().get(report.node, report)
        if len(self._waiting) >= _TOGETHER:
            self.flush()
        return report

    def flush(self) -> dict[str, Report]:
        """Write what waits; returns, by node, the reports of others that were kept before."""
        waiting, self._waiting = self._waiting, []
        if not waiting or self._gave_up:
            return {}
        try:
            return self._write(waiting)
        except StoreError:
            if self._patience is None:
                raise
            self._gave_up = True
            return {}

    def _write(self, reports: list[Report]) -> dict[str, Report]:
        kept_before: dict[str, Report] = {}
        with self._store.transaction(patience=self._patience) as transaction:
            for report in reports:
                held = transaction.report(report.node, report.maker, report.inputs)
                if held is not None and held != report:
                    kept_before[report.node] = held
                kept = held if held is not None else report
                transaction.keep_report(kept, read_at=self._view.sequence, as_of=self._view.as_of)
        return kept_before

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.flush()

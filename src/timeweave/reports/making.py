"""Reports of time nodes: found where they are fresh, made bottom-up where not, and kept (TG-06, TG-07, TG-24)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from timeweave.errors import ModelError, ModelFallbackWarning
from timeweave.records import Report, Usage
from timeweave.reports.building import Build, Progress
from timeweave.reports.keeping import Keeper
from timeweave.reports.makers import Extractive, Maker
from timeweave.reports.period import PeriodReport, period_report
from timeweave.store.base import Store, View
from timeweave.warned import warn

if TYPE_CHECKING:  # nothing of a model is loaded where none is used
    from timeweave.llm.client import ModelClient

PATIENCE = 0.25
"""Seconds for which a reader waits for the write lock to keep what it had to make."""

# Digests of a past day are not kept in the store, as the next question may be of any other day; but a list of questions
# is often of one.
_of_the_last_past_day: WeakKeyDictionary[Store, tuple[tuple[dt.date, int, tuple[str, ...]], dict[str, Report]]]
_of_the_last_past_day = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class ReportsResult:
    """What bringing all reports up to date did: how many were ``made``, ``found`` again for the same inputs, and
    ``fresh`` as they were; ``fallbacks`` of those made are digests because the model failed.
    """

    made: int
    found: int
    fresh: int
    fallbacks: int
    usage: Mapping[str, Usage] = field(default_factory=dict)


class Reports:
    """The reports of a store, written by a model where a client is given, else extractive digests.

    ``write_past`` lets the model also be asked for the reports of an earlier day; by default those are taken from what
    was made of the same inputs before, else they are extractive.
    """

    def __init__(self, store: Store, client: ModelClient | None = None, *, write_past: bool = False) -> None:
        self._store = store
        self._client = client
        self._write_past = write_past

    def of(self, nodes: Iterable[str], view: View) -> Mapping[str, Report]:
        """The reports of time nodes as of the view's day, by label; nodes of which nothing visible speaks are left out.

        Those that are stale or missing are made, with all below them that are, and kept if the store can be written
        at once. A model that cannot be reached, or may not be asked any more, is done without, with a warning.
        """
        labels = list(dict.fromkeys(nodes))
        maker = self._maker(view)
        with Keeper(self._store, view, patience=PATIENCE) as keeper:
            keeps = keeper if view.as_of is None or maker.is_costly else None
            build = Build(view, maker, keeps, self._known(view, maker))
            try:
                build.make(labels)
            except ModelError as error:
                message = f"reports are extractive digests where none was written before: {error}"
                warn(message, ModelFallbackWarning, stacklevel=2)
                rest = Build(view, Extractive(), keeper if view.as_of is None else None)
                rest.make(label for label in labels if label not in build.reports)
                build.reports.update({label: rest.reports[label] for label in labels if label in rest.reports})
        return {label: build.reports[label] for label in labels if label in build.reports}

    def make_all(self, progress: Progress | None = None) -> ReportsResult:
        """Bring the reports of all time nodes up to date, those below first; what is made is kept at once.

        Raises:
            ModelError: the model cannot be reached, or the budget is spent; what was made stays.
            StoreError: the store cannot be written.
        """
        with self._store.view() as view, Keeper(self._store, view) as keeper:
            build = Build(view, self._maker(view), keeper)
            build.make([node.label for node in view.time_nodes()], progress)
        return ReportsResult(build.made, build.found, build.fresh, build.fallbacks)

    def period(self, period: str, view: View) -> PeriodReport:
        """The report of a period with what stands around it: see `period_report`.

        Raises:
            NotFoundError: nothing visible speaks of it; the message names the nearest time nodes.
            TemporalError: it cannot be read.
        """
        return period_report(period, view, lambda nodes: self.of(nodes, view))

    def _maker(self, view: View) -> Maker:
        if self._client is None:
            return Extractive()
        from timeweave.reports.written import Written

        written = Written(self._client)
        return written if view.as_of is None or self._write_past else Extractive(before=written.names)

    def _known(self, view: View, maker: Maker) -> dict[str, Report]:
        """What was made for this past day before."""
        if view.as_of is None:
            return {}
        state = (view.as_of, view.sequence, maker.names)
        held = _of_the_last_past_day.get(self._store)
        if held is None or held[0] != state:
            held = _of_the_last_past_day[self._store] = (state, {})
        return held[1]

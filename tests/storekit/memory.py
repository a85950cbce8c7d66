"""The Store in memory: what SQLite is held against.

A committed state is never changed: a transaction works on copies of its tables and puts a new state in place at the
end, so that a view keeps what it saw when it was opened.
"""

from __future__ import annotations

import datetime as dt
import tempfile
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from storekit.memory_responses import KeptInMemory, MemoryResponses
from storekit.memory_state import State, Version
from storekit.memory_view import MemoryView
from timeweave.errors import StoreInUseError
from timeweave.llm.base import ResponseStore
from timeweave.records import (
    Change,
    Cost,
    DocumentId,
    DocumentInfo,
    Problem,
    RecordedChange,
    Report,
    SegmentRef,
    Usage,
)
from timeweave.store.canonical import DOCUMENT
from timeweave.store.cost_rows import is_of_a_model
from timeweave.store.erasing import nodes_above


class MemoryTransaction(MemoryView):
    """The current state under the write lock, changed in place of its own copy."""

    def __init__(self, state: State, answered: Sequence[Cost]) -> None:
        super().__init__(state.copy(), None, answered)
        self.erasures: list[tuple[DocumentId | None, set[str], int]] = []

    @property
    def state(self) -> State:
        """The state as it stands now."""
        return self._state

    @property
    def next_ordinal(self) -> int:
        """The ordinal for the next added version; never one that was in use before."""
        return self._state.next_ordinal

    def versions(self, document_id: DocumentId) -> Sequence[DocumentInfo]:
        """All versions that the store still holds of a document, the current one last."""
        found = [v for v in self._state.versions.values() if v.info.id == document_id]
        return [v.info for v in sorted(found, key=lambda v: (v.superseded, v.info.ordinal))]

    def held(self, ordinals: Iterable[int] | None = None) -> Sequence[int]:
        """The versions that the store still holds, in order; among ``ordinals`` where given."""
        versions = self._state.versions
        return sorted(versions if ordinals is None else {o for o in ordinals if o in versions})

    def apply(self, change: Change, *, operation: str = "") -> int:
        """Write ``change``; returns its sequence number."""
        state = self._state
        sequence = len(state.changes) + 1
        leaving = [state.versions[ordinal] for ordinal in change.removed]
        state.make_stale(change.stale_nodes)
        if change.removed:
            self._erase_derived(change, sequence)
        for ordinal in change.removed:
            state.remove(ordinal)
        for ordinal, day in change.superseded:
            state.versions[ordinal] = replace(state.versions[ordinal], superseded=day.toordinal())
        if change.added is not None:
            state.add(Version.of(change))
        kept = [s for s in state.segments if s.name not in change.dropped_segments]
        state.segments = (*kept, *change.segments)
        for stage, usage in change.usage.items():
            about = f"{DOCUMENT}{change.document_id}" if is_of_a_model(usage) else ""
            self.charge(stage, usage, about=about, operation=operation)
        events = state.redact_log(change, leaving) if change.kind == "remove" else change.events
        line = (change.kind, change.document_id, change.recorded, change.observed, events, change.stale_nodes)
        state.changes = (*state.changes, RecordedChange(sequence, *line))
        return sequence

    def replace_segments(self, kind: str, segments: Sequence[SegmentRef]) -> None:
        """Put other index files in place of all of one kind."""
        self._state.segments = (*(s for s in self._state.segments if s.kind != kind), *segments)

    def charge(self, stage: str, usage: Usage, *, about: str = "", operation: str = "") -> None:
        """Add to the ledger, in all and by operation, stage and what it was about."""
        key = (operation, stage, about)
        self._state.costs[key] = self._state.costs.get(key, Usage()) + usage

    def keep_report(self, report: Report, *, read_at: int, as_of: dt.date | None = None) -> None:
        """Keep a report that was made from the state of sequence ``read_at`` as it stood on ``as_of``."""
        self._state.keep_report(report, read_at=read_at, is_current=as_of is None)

    def set_setting(self, key: str, value: str) -> None:
        """Remember a setting."""
        self._state.settings[key] = value

    def _erase_derived(self, change: Change, sequence: int) -> None:
        removed = [self._state.versions[ordinal] for ordinal in change.removed]
        stated = [v.facts[support.fact].valid for v in removed for support in v.extraction.supports]
        nodes = set(change.stale_nodes) | (set() if change.is_rereading else nodes_above(stated))
        self._state.erase_reports(nodes, sequence)
        self.erasures.append((None if change.is_rereading else change.document_id, nodes, sequence))

    def _version(self, ordinal: int) -> Version:
        # What is derived is rebuilt for every version that is held, the superseded ones included.
        return self._state.versions.get(ordinal) or super()._version(ordinal)


class MemoryStore:
    """A `Store` that is gone when the process ends. ``folder`` is a temporary one of its own when none is given."""

    def __init__(self, folder: Path | None = None, *, timeout: float = 30.0) -> None:
        self._temporary = tempfile.TemporaryDirectory(prefix="timeweave-") if folder is None else None
        self._folder = Path(self._temporary.name) if self._temporary else Path(folder or "")
        self._folder.mkdir(parents=True, exist_ok=True)
        self._timeout = timeout
        self._lock = threading.Lock()
        self._state = State()
        self._kept = KeptInMemory()
        self._erased = 0
        self._views: Counter[int] = Counter()  # that are open, by the number of changes that each sees

    @property
    def folder(self) -> Path:
        """Where index files live."""
        return self._folder

    @contextmanager
    def transaction(self, *, patience: float | None = None) -> Iterator[MemoryTransaction]:
        """Take the write lock; what was written counts when the context ends without an error."""
        timeout = self._timeout if patience is None else patience
        if not self._lock.acquire(timeout=timeout):
            raise StoreInUseError(f"another thread has been writing for more than {timeout:g} s: try again later")
        try:
            transaction = MemoryTransaction(self._state, tuple(self._kept.costs))
            yield transaction
            self._state = transaction.state
            for erasure in transaction.erasures:
                self._kept.erase(*erasure)
        finally:
            self._lock.release()

    @contextmanager
    def view(self, as_of: dt.date | None = None) -> Iterator[MemoryView]:
        """Read the state as it is committed now, as it stood on ``as_of``."""
        state = self._state
        seen = len(state.changes)
        self._views[seen] += 1
        try:
            yield MemoryView(state, as_of, tuple(self._kept.costs))
        finally:
            self._views[seen] -= 1

    def unerased(self) -> bool:
        """Whether versions were erased whose words may still stand in files."""
        return self._erased != self._state.erased

    @contextmanager
    def quiet(self, *, patience: float | None = None) -> Iterator[MemoryTransaction | None]:
        """As `transaction`, when nobody reads an earlier state."""
        with self.transaction(patience=patience) as transaction:
            if any(count and seen < transaction.sequence for seen, count in list(self._views.items())):
                yield None
                return
            yield transaction
        self._erased = self._state.erased

    def setting(self, key: str) -> str | None:
        """A remembered setting."""
        return self._state.settings.get(key)

    def responses(self, operation: str) -> ResponseStore:
        """Where the responses of language models and their costs are kept, charged to ``operation``."""
        return MemoryResponses(operation, len(self._state.changes), self._kept)

    def check(self) -> list[Problem]:
        """Nothing: memory is not damaged by what happens to disks."""
        return []

    def repair(self) -> None:
        """Nothing, for the same reason."""

    def close(self) -> None:
        """Delete the temporary folder, if it has one."""
        if self._temporary is not None:
            self._temporary.cleanup()

    def __enter__(self) -> MemoryStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

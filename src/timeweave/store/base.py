"""The Store port: apply changes in transactions, read through views.

A `View` is bound to one ``as_of`` date and one committed state; everything read through it is filtered to the
document versions that were observed by then, so that no caller can look ahead by forgetting a filter (TK-05).
A version is visible at d when ``observed <= d < superseded``; ``as_of=None`` is the current state.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np

from timeweave.records import (
    Change,
    Chunk,
    Cost,
    Document,
    DocumentId,
    DocumentInfo,
    EntityId,
    EntityInfo,
    Fact,
    FactId,
    Layout,
    Mention,
    Problem,
    PublishedLine,
    RecordedChange,
    Report,
    SegmentRef,
    Span,
    Statement,
    StatementKey,
    SupportedFact,
    TimeNode,
    Usage,
)
from timeweave.temporal.interval import Interval

if TYPE_CHECKING:
    from timeweave.llm.base import ResponseStore

T = TypeVar("T")


class View(Protocol):
    """What was visible on ``as_of``, in one committed state of the store. All answers are in a canonical order that
    does not depend on the order in which documents were added: by document id and position unless said otherwise.
    """

    @property
    def as_of(self) -> dt.date | None:
        """The day it is bound to; ``None`` for the current state."""

    @property
    def sequence(self) -> int:
        """The number of the last change that it sees."""

    @property
    def visible(self) -> np.ndarray:
        """Boolean, indexed by document ordinal: which versions are visible. Ordinals not in use are False."""

    def on(self, day: dt.date) -> View:
        """The same state as it stood on another day."""

    def observed_within(self, period: Interval) -> np.ndarray:
        """Boolean, by ordinal: which visible versions were observed in ``period``; one without a date on the day it
        was added.
        """

    def documents(self) -> Iterator[DocumentInfo]:
        """The visible versions, by document id."""

    def document(self, document_id: DocumentId) -> DocumentInfo | None:
        """The visible version of a document."""

    def info(self, ordinals: Iterable[int]) -> Mapping[int, DocumentInfo]:
        """The visible versions among ``ordinals``."""

    def sizes(self) -> Mapping[int, tuple[DocumentId, int, int]]:
        """The document of every version that the store holds, also of those that this day does not see, and how many
        statements and chunks it has: what index files are held against.
        """

    def text(self, ordinal: int, span: Span | None = None) -> str:
        """A version's stored text, or the characters of ``span``."""

    def layout(self, ordinal: int) -> Layout:
        """The blocks of a version's text and how it is read."""

    def original(self, ordinal: int) -> Document:
        """The whole document as it was added (for rebuilding what is derived)."""

    def chunks(self, ordinal: int) -> Sequence[Chunk]:
        """A version's chunks in order."""

    def statements(self, keys: Iterable[StatementKey]) -> Mapping[StatementKey, Statement]:
        """The visible statements among ``keys``."""

    def statements_of(self, ordinal: int, within: Span | None = None) -> Sequence[Statement]:
        """A version's statements in order; of a span, those that lie wholly inside."""

    def facts(self, ids: Iterable[FactId]) -> Mapping[FactId, SupportedFact]:
        """The visible facts among ``ids``."""

    def facts_stated_in(self, keys: Iterable[StatementKey]) -> Mapping[StatementKey, Sequence[FactId]]:
        """Which facts each statement states; sorted by id. Statements without facts are left out."""

    def facts_of(self, ordinals: Iterable[int]) -> Sequence[FactId]:
        """The facts that versions of documents state, each once; sorted by id."""

    def facts_about(
        self, entities: Iterable[EntityId], *, relation: str | None = None, within: Interval | None = None
    ) -> Sequence[SupportedFact]:
        """Facts with one of ``entities`` as subject or object, overlapping ``within``; by (valid start, id)."""

    def relations_about(self, entities: Iterable[EntityId]) -> Sequence[str]:
        """The relations of the visible facts with one of ``entities`` as subject or object, each once, by name."""

    def lasting(self, relation: str, most: int) -> Sequence[tuple[FactId, EntityId]]:
        """The visible facts of a relation that hold for longer than a year, or with an open or unknown bound, each with
        its subject: those of the ``most`` smallest ids; by id.
        """

    def relations(self) -> Mapping[str, int]:
        """How many visible facts each relation has, but for quantities; by name."""

    def sampled(self, relations: Iterable[str], most: int) -> Mapping[str, Sequence[Fact]]:
        """Of each relation the visible facts of the ``most`` smallest ids, quantities aside; by id. Relations without
        any are left out.
        """

    def kept(self, key: str, make: Callable[[], T], *, weight: Callable[[T], int] | None = None) -> T:
        """What ``make`` works out of this view, which may be made once for all views of its state and day. What may be
        large has a ``weight``, in lines of text: the heavier it is, the less is kept beside it.
        """

    def facts_during(self, within: Interval) -> Sequence[SupportedFact]:
        """Facts active at some day of ``within`` (the cross-layer edges of TG-04); by (valid start, id)."""

    def facts_stamped(self, node: Interval) -> Sequence[SupportedFact]:
        """Facts stamped with just this time node (`store.time_nodes.stamps`), none below it; by (valid start, id)."""

    def entity(self, entity: EntityId) -> EntityInfo | None:
        """An entity that a visible document mentions."""

    def entities(self) -> Iterator[EntityInfo]:
        """Every entity that a visible document mentions, by id."""

    def mentions(self, entities: Iterable[EntityId]) -> Mapping[EntityId, Sequence[tuple[int, Mention]]]:
        """The mentions of entities in visible documents with the ordinals of these, by document id, surface and type.
        Entities without any are left out.
        """

    def named(self, keys: Iterable[EntityId]) -> Mapping[EntityId, Sequence[EntityInfo]]:
        """The entities that each name key stands for: the entity of that key, and those that a visible document
        claims it is an alias of; most mentioned first, then by id. Unknown keys are left out.
        """

    def time_nodes(self) -> Sequence[TimeNode]:
        """The time nodes at or above a visible fact, by (start, coarse first)."""

    def fresh_report(self, node: str, maker: str) -> Report | None:
        """The report of a node by a maker (`Report.made_by` and ``prompt``, as ``MADE_BY PROMPT``), if nothing that it
        reads has changed since. Only the current state knows: always ``None`` where ``as_of`` is a day.
        """

    def report(self, node: str, maker: str, inputs: str) -> Report | None:
        """The report of a node that a maker made from just these inputs, fresh or not: right on any day whose facts
        give the same inputs.
        """

    def segments(self, kind: str) -> Sequence[SegmentRef]:
        """The index files of one kind that this state is made of, oldest first."""

    def changes(
        self,
        *,
        since: dt.datetime | None = None,
        until: dt.datetime | None = None,
        before: int | None = None,
        newest: int | None = None,
    ) -> Iterator[RecordedChange]:
        """The log in order of sequence; of the changes observed by ``as_of``, recorded at ``since`` or later and
        earlier than ``until``, with a sequence below ``before``. Of these the ``newest`` so many: no other is decoded.

        Their events are as they were recorded, whatever ``as_of`` is: `timeweave.evolution.published` tells them as
        they were to be known then.
        """

    def published(self) -> Sequence[PublishedLine]:
        """What came to be known by ``as_of`` of all versions that the store holds, superseded ones too, and the lines
        about no version; by day and sequence. Of several lines about one version the last stands for it.
        """

    def lines(self, sequences: Iterable[int]) -> Mapping[int, RecordedChange]:
        """The lines of the log with these numbers, as they were recorded."""

    def ledger(self) -> Mapping[str, Usage]:
        """What each stage has cost so far; on a day the sums of `costs`."""

    def costs(self) -> Sequence[Cost]:
        """The ledger by operation, stage and what it was about, in this order; on a day without what was spent on
        documents and time nodes that are not visible, and on operations that began later.
        """

    def setting(self, key: str) -> str | None:
        """A setting that the store remembers."""

    def counts(self) -> Mapping[str, int]:
        """At least documents, chunks, statements, facts, entities that are visible."""

    def time_range(self) -> tuple[dt.date, dt.date] | None:
        """First and last day that a visible fact or statement speaks of."""


def name_of(end: str, view: View) -> str:
    """What an entity is called; a literal is itself."""
    info = view.entity(EntityId(end))
    return end if info is None else info.name


class Transaction(View, Protocol):
    """The current state under the write lock. Nothing is kept unless the context ends without an error."""

    @property
    def next_ordinal(self) -> int:
        """The ordinal for the next added version."""

    def versions(self, document_id: DocumentId) -> Sequence[DocumentInfo]:
        """All versions that the store still holds of a document, the current one last."""

    def held(self, ordinals: Iterable[int] | None = None) -> Sequence[int]:
        """The versions that the store still holds, superseded ones too, in order; among ``ordinals`` where given."""

    def apply(self, change: Change, *, operation: str = "") -> int:
        """Write ``change``, charging what it cost to ``operation``; returns its sequence number. Durable when the
        transaction ends.

        With versions that it erases go the reports of the nodes that read their facts, but for fresh ones of nodes that
        it does not touch, and the responses that may repeat what they said (see `Store.responses`). What only a removed
        document said goes out of the log too: its facts stay there as ids.
        """

    def replace_segments(self, kind: str, segments: Sequence[SegmentRef]) -> None:
        """Put other index files in place of all of one kind (rebuild, compaction)."""

    def charge(self, stage: str, usage: Usage, *, about: str = "", operation: str = "") -> None:
        """Add to the ledger, in all and by operation, stage and what it was about."""

    def keep_report(self, report: Report, *, read_at: int, as_of: dt.date | None = None) -> None:
        """Keep a report that was made from the state of sequence ``read_at`` as it stood on ``as_of``.

        Fresh if it was made from the current state and no change since then made its node stale. Those made from other
        inputs are kept too, until what they read is erased; one that was made before the last erasure is not kept.
        """

    def set_setting(self, key: str, value: str) -> None:
        """Remember a setting of the store (its embedder, for one)."""


class Store(Protocol):
    """Where the truth is kept."""

    @property
    def folder(self) -> Path:
        """Where index files live; of the store's own."""

    def transaction(self, *, patience: float | None = None) -> AbstractContextManager[Transaction]:
        """Take the write lock, read and write, commit at the end; ``patience`` stands in for the store's time-out.

        Raises:
            StoreInUseError: when another writer holds the lock for longer than the store's time-out.
            StoreFullError, StoreReadOnlyError, StoreDamagedError: as named; the state stays as it was.
        """

    def view(self, as_of: dt.date | None = None) -> AbstractContextManager[View]:
        """Read one committed state as it stood on ``as_of``; never blocks a writer."""

    def unerased(self) -> bool:
        """Whether versions were erased whose words may still stand in files, of the store's own or of the index."""

    def quiet(self, *, patience: float | None = None) -> AbstractContextManager[Transaction | None]:
        """As `transaction`, at a moment when nobody reads an earlier state, so that no file of one is needed; ``None``
        where somebody does.

        By then no file of the store's own holds what was erased. When the context ends without an error the store
        notes that no file does: index files that do are to be deleted in it.
        """

    def setting(self, key: str) -> str | None:
        """A remembered setting."""

    def responses(self, operation: str) -> ResponseStore:
        """Where the responses of language models and their costs are kept, charged to ``operation``.

        A response goes with what it is about: those about a document, and about nodes whose facts it stated, when the
        document is removed; those about questions when any is.
        """

    def check(self) -> list[Problem]:
        """Verify the truth itself (not the index files): structure, references, counts, offsets; and what is derived
        from it: of that the problems are repairable.
        """

    def repair(self) -> None:
        """Drop what is derived and damaged: reports and responses that cannot be read as they were written."""

    def close(self) -> None:
        """Release files; the store must not be used after."""

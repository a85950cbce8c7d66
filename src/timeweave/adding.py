"""Documents in: each read, prepared, decided and written in a transaction of its own."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from timeweave.collecting import paused
from timeweave.documents import read
from timeweave.documents.field_check import require_fields
from timeweave.documents.notes import Notes
from timeweave.embedding.base import Embedder
from timeweave.errors import (
    BudgetError,
    ModelError,
    ModelUnavailableError,
    UnreadTextWarning,
    UsageError,
    missing_package,
)
from timeweave.evolution import decide_addition, decide_removal
from timeweave.indexes import Indexes
from timeweave.language.sentences import MAX_SENTENCE, unread_spans
from timeweave.lexicon.relations import Row, digest_of
from timeweave.outcomes import AddResult, Failure, PassedOver
from timeweave.records import (
    REREAD,
    RULES,
    Document,
    DocumentId,
    DocumentInfo,
    Markup,
    Prepared,
    Span,
    Usage,
    file_of,
    is_whole,
    reader_and_rows,
)
from timeweave.settings import FILE, ExtractionSettings
from timeweave.store.base import Store
from timeweave.tracing import each, traced
from timeweave.warned import warn

if TYPE_CHECKING:
    from timeweave.extraction.by_model.quadruples import QuadrupleExtractor
    from timeweave.llm.client import ModelClient

Source = str | Path | Sequence[str | Path] | Iterable[Document]
"""A file or a folder, several of them, or documents."""
Progress = Callable[[str, int], None]
"""Called after each document with its id and how many were handled so far."""

_HAD_ROWS = "relations"  # the setting of a store that was ever added to with rows of a user's


@dataclass(frozen=True, slots=True)
class Additions:
    """Takes documents into a store, as one ``operation`` of the ledger that began at ``recorded``.

    What lies in folder ``home``, which is the store's, is never taken for documents. With a ``client`` and its
    ``extractor`` a language model reads too. With ``reread`` documents are read although the store holds them. With
    ``follow_links`` symbolic links in a folder are followed out of it. ``markup`` says how all texts are written.
    ``relations`` stand before the rows of the packaged table of relations; with ``concepts`` there are facts of common
    nouns too.
    """

    store: Store
    indexes: Indexes
    embedder: Embedder
    home: Path
    operation: str
    recorded: dt.datetime
    extractor: QuadrupleExtractor | None = None
    client: ModelClient | None = None
    reread: bool = False
    follow_links: bool = False
    markup: Markup | None = None
    relations: tuple[Row, ...] = ()
    concepts: bool = False

    def asked(self, markup: str | None, *, reread: bool, follow_links: bool, concepts: bool | None = None) -> Additions:
        """These additions as a user asks for them.

        Raises:
            UsageError: texts are not written so.
        """
        try:
            written = None if markup is None else Markup(markup)
        except ValueError:
            known = ", ".join(known.value for known in Markup)
            raise UsageError(f"texts are not written as {markup!r}: say one of {known}") from None
        wanted = self.concepts if concepts is None else concepts
        return replace(self, reread=reread, follow_links=follow_links, markup=written, concepts=wanted)

    def read_by(self, client: ModelClient, wanted: ExtractionSettings) -> Additions:
        """These additions with a language model that reads too."""
        from timeweave.extraction.by_model.quadruples import ENTITY_TYPES, ExtractionOptions, QuadrupleExtractor

        options = ExtractionOptions(wanted.entity_types or ENTITY_TYPES, wanted.gleanings, wanted.temporal)
        return replace(self, client=client, extractor=QuadrupleExtractor(client, options))

    def run(
        self, source: Source, mapping: Mapping[str, str] | None, workers: int | None, progress: Progress | None
    ) -> AddResult:
        """Add ``source``; what is counted is on disk."""
        from timeweave.preparation import Reading, prepare_all

        started = time.perf_counter()
        tally = _Tally(progress)
        self.check(source, mapping)
        news = self._news(source, mapping, tally)
        reading = Reading(self.relations, self.concepts)
        how = prepare_all(news, self.embedder, workers=workers, extractor=self.extractor, reading=reading)
        try:
            with closing(how) as prepared:
                for document, outcome in prepared:
                    self._settle(document, outcome, tally)
        except (BudgetError, ModelUnavailableError) as error:
            tally.stopped = str(error)
        if tally.stopped is None:
            self._take_back(tally)
        if self.client is not None:
            tally.charge(self.client.usage())
        tally.notes.tell(self.recorded.date())
        tally.other_relations = self._of_other_rows()
        return tally.result((time.perf_counter() - started) * 1000)

    def _settle(self, document: Document, outcome: Prepared | Exception, tally: _Tally) -> None:
        if isinstance(outcome, ModelError):
            raise outcome  # it would fail at the next document too
        if isinstance(outcome, ImportError):
            raise missing_package("reading documents", outcome) from outcome
        if isinstance(outcome, Exception):
            why = f"could not be read: {type(outcome).__name__}: {outcome}"
            tally.failed.append(Failure(document.id, None, why))
            tally.note_part(document, tally.unfinished)
            tally.count(document.id)
            return
        if held(document, self.store) is None:
            tally.notes.document(document)
            tally.undated += [document.id] * (document.date is None)
        kind, usage = self._take_in(outcome)
        tally.note_part(document, tally.in_parts)
        tally.charge(usage)
        tally.count(document.id, kind)

    def _take_back(self, tally: _Tally) -> None:
        """Remove what was read whole of files whose parts are stored now, since they have got further entries."""
        with self.store.view() as view:
            known = [view.document(DocumentId(id_)) for id_ in sorted(tally.in_parts - tally.unfinished)]
        for info in known:
            if info is None or not is_whole(info.id, info.metadata):
                continue
            with self.store.transaction() as transaction:
                change = decide_removal(info.id, transaction, self.recorded)
                transaction.apply(self.indexes.added(transaction, change), operation=self.operation)
            tally.counts["replace"] += 1

    def _of_other_rows(self) -> int:
        """How many documents in the store were read with other rows in the table of relations."""
        rows = digest_of(self.relations)
        if self.store.setting(_HAD_ROWS) is None:  # then none was, and there is no need to look at each
            if not rows:
                return 0
            with self.store.transaction() as transaction:
                transaction.set_setting(_HAD_ROWS, rows)
        with self.store.view() as view:
            return sum(reader_and_rows(info.read_by)[1] != rows for info in view.documents())

    def _news(self, source: Source, mapping: Mapping[str, str] | None, tally: _Tally) -> Iterator[Document]:
        """The documents of ``source`` that the store does not hold just so; the others are counted at once."""
        for item in self.read(source, mapping):
            if isinstance(item, Failure):
                tally.failed.append(item)
            elif isinstance(item, PassedOver):
                tally.notes.passed_over(item)
            elif (known := held(item, self.store)) is None or self.reread:
                yield item
            else:
                tally.note_part(item, tally.in_parts)
                tally.by_rules += self.client is not None and reader_and_rows(known.read_by)[0] == RULES
                tally.count(item.id, "unchanged")

    def read(self, source: Source, mapping: Mapping[str, str] | None) -> Iterator[Document | Failure | PassedOver]:
        """The documents of ``source``, but for what lies in the store's folder, and the settings in or beside it."""
        for part in _parts(source):
            items = read(part, mapping=mapping, skip=self._skipped, follow_links=self.follow_links)
            for item in each("reading", items) if isinstance(part, str | Path) else items:
                if self.markup is not None and isinstance(item, Document) and not item.facts:
                    yield replace(item, markup=self.markup)
                else:
                    yield item

    def check(self, source: Source, mapping: Mapping[str, str] | None) -> None:
        """Look whether what ``mapping`` names is there, as far into the files of ``source`` as that takes.

        Raises:
            UsageError: when a field is in no file or record; quotes it and names those that are.
        """
        if mapping:
            paths = [part for part in _parts(source) if isinstance(part, (str, Path))] if _has_paths(source) else []
            require_fields(paths, mapping, skip=self._skipped, follow_links=self.follow_links)

    @property
    def _skipped(self) -> tuple[Path, Path]:
        return self.home, self.home.absolute().parent / FILE

    def _take_in(self, prepared: Prepared) -> tuple[str, Mapping[str, Usage]]:
        if unread := unread_spans(prepared.document.text):
            warn(_unread(prepared.document, unread), UnreadTextWarning, stacklevel=5)
        started = time.perf_counter()
        with paused(when=prepared.document.is_graph), traced("writing"), self.store.transaction() as transaction:
            with traced("deciding"):
                change = decide_addition(prepared, transaction, self.recorded, reread=self.reread)
            if change is None:
                return "unchanged", {}
            decided = time.perf_counter()
            transaction.apply(self.indexes.added(transaction, change), operation=self.operation)
            own = {
                "evolve": Usage(seconds=decided - started),
                "write": Usage(seconds=time.perf_counter() - decided),
            }
            for stage, used in own.items():
                transaction.charge(stage, used, operation=self.operation)
        return change.kind, {**prepared.usage, **own}


@dataclass(slots=True)
class _Tally:
    """What has come of an addition so far."""

    progress: Progress | None
    counts: dict[str, int] = field(default_factory=lambda: {"add": 0, "replace": 0, REREAD: 0, "unchanged": 0})
    failed: list[Failure] = field(default_factory=list)
    usage: dict[str, Usage] = field(default_factory=dict)
    notes: Notes = field(default_factory=Notes)
    handled: int = 0
    by_rules: int = 0
    other_relations: int = 0
    stopped: str | None = None
    undated: list[str] = field(default_factory=list)
    in_parts: set[str] = field(default_factory=set)  # files
    unfinished: set[str] = field(default_factory=set)  # files a part of which could not be read

    def note_part(self, document: Document, files: set[str]) -> None:
        """Add the file of a document to ``files``, if the document is a part of one."""
        if (file := file_of(document.id, document.metadata)) is not None:
            files.add(file)

    def count(self, id_: str, kind: str | None = None) -> None:
        if kind is not None:
            self.counts[kind] += 1
        self.handled += 1
        if self.progress is not None:
            self.progress(id_, self.handled)

    def charge(self, usage: Mapping[str, Usage]) -> None:
        for stage, used in usage.items():
            self.usage[stage] = self.usage.get(stage, Usage()) + used

    def result(self, elapsed_ms: float) -> AddResult:
        counts = self.counts
        return AddResult(
            added=counts["add"],
            unchanged=counts["unchanged"],
            replaced=counts["replace"],
            failed=tuple(self.failed),
            usage=self.usage,
            elapsed_ms=elapsed_ms,
            fallbacks=sum(used.fallbacks for used in self.usage.values()),
            stopped=self.stopped,
            reread=counts[REREAD],
            by_rules=self.by_rules,
            other_relations=self.other_relations,
            undated=tuple(self.undated),
        )


def _unread(document: Document, unread: Sequence[Span]) -> str:
    left_out = sum(span.end - span.start for span in unread)
    why = f"which go on for more than {MAX_SENTENCE:,} characters without the end of a sentence"
    return (
        f"{document.id!r}: {left_out:,} of {len(document.text):,} characters, from character {unread[0].start:,} on, "
        f"{why}, are stored and found by their words, but not read for facts: split them into sentences or lines"
    )


def _parts(source: Source) -> Iterator[str | Path | Iterable[Document]]:
    paths = [item for item in source if isinstance(item, str | Path)] if isinstance(source, Sequence) else []
    if isinstance(source, str) or not paths or len(paths) < len(cast("Sequence[object]", source)):
        yield cast("str | Path | Iterable[Document]", source)
    else:
        yield from paths


def _has_paths(source: Source) -> bool:
    """Whether there are files to look into; documents may come from an iterator that can be read once only."""
    return isinstance(source, (str, Path, Sequence))


def held(document: Document, store: Store) -> DocumentInfo | None:
    """The version of this document with just this content, if the store holds it."""
    from timeweave.preparation import content_digest

    with store.view() as view:
        known = view.document(DocumentId(document.id))
    return known if known is not None and known.digest == content_digest(document) else None

"""The facade: open a knowledge base, add and remove documents, search, ask, look at timelines and changes.

It wires the layers and holds the transactions; it decides nothing about time, facts or ranking.
"""

from __future__ import annotations

import datetime as dt
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from timeweave import answering, retrieval
from timeweave.documents import read
from timeweave.embedding import get_embedder
from timeweave.embedding.base import Embedder
from timeweave.errors import EmbedderMismatchError, NotFoundError, StoreError, UndatedDocumentWarning, UsageError
from timeweave.evolution import decide_addition, decide_removal
from timeweave.indexes import Indexes
from timeweave.language.names import canonical_key
from timeweave.records import (
    Document,
    DocumentId,
    DocumentInfo,
    EntityId,
    EntityInfo,
    Prepared,
    Problem,
    RecordedChange,
    ResolvedFact,
    Usage,
)
from timeweave.results import AddResult, Answer, Failure, SearchResult
from timeweave.retrieval import RetrievalOptions
from timeweave.store.base import Store, View
from timeweave.store.sqlite import SqliteStore
from timeweave.temporal.interval import Interval

Source = str | Path | Iterable[Document]
Progress = Callable[[str, int], None]
"""Called after each document with its id and how many were handled so far."""

EMBEDDER_SETTING = "embedder"


@dataclass(frozen=True, slots=True)
class Timeline:
    """The facts of an entity in order of time, each with its standing: holding, closed, restated or disputed.

    ``names`` holds what the entities among the facts' objects are called.
    """

    entity: EntityInfo
    relation: str | None
    as_of: dt.date | None
    facts: tuple[ResolvedFact, ...]
    names: Mapping[EntityId, str] = field(default_factory=dict)

    def object_name(self, resolved: ResolvedFact) -> str:
        """A fact's object as people write it: the entity's name, or the literal as it stands."""
        fact = resolved.fact
        return self.names.get(EntityId(fact.object), fact.object) if fact.object_is_entity else fact.object


@dataclass(frozen=True, slots=True)
class Stats:
    """Sizes of what is visible, what it takes on disk, the days it speaks of, and what each stage has cost (TK-07)."""

    counts: Mapping[str, int]
    bytes: int
    time_range: tuple[dt.date, dt.date] | None
    ledger: Mapping[str, Usage]
    embedder: str | None


class KnowledgeBase:
    """Dated documents and the temporal facts they state, on disk in one folder. A context manager."""

    def __init__(self, store: Store, embedder: Embedder | None = None, options: RetrievalOptions | None = None) -> None:
        self._store = store
        self._options = options or RetrievalOptions()
        self._indexes = Indexes(store.folder)
        self._given_embedder = embedder

    @property
    def embedder(self) -> Embedder:
        """The model that makes this store's vectors; loaded when first needed."""
        if self._given_embedder is None:
            self._given_embedder = get_embedder(self._store.setting(EMBEDDER_SETTING))
        return self._given_embedder

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Release files."""
        self._store.close()

    # -- writing ----------------------------------------------------------------------------------------------------

    def add(
        self,
        source: Source,
        *,
        mapping: Mapping[str, str] | None = None,
        workers: int | None = None,
        progress: Progress | None = None,
        now: dt.datetime | None = None,
    ) -> AddResult:
        """Take documents in, one transaction each: what this returns as added is on disk.

        ``source`` is a file, a folder, or documents; ``mapping`` renames fields of JSON Lines (target → source).
        The same content again is a no-op, a changed document with a known id a correction. Inputs that cannot be
        read are in the result's ``failed``; the others are added. ``now`` stands in for the clock.

        Raises:
            StoreError: the store cannot be written; what was acknowledged before stays.
        """
        # what reads documents is loaded when first needed: a question needs none of it
        from timeweave.preparation import prepare_all

        started = time.perf_counter()
        self._agree_on_embedder()
        failed: list[Failure] = []
        tally = {"add": 0, "replace": 0, "unchanged": 0}
        usage: dict[str, Usage] = {}
        handled = 0

        def fresh() -> Iterator[Document]:
            nonlocal handled
            for item in read(source, mapping=mapping, skip=(self._store.folder.parent,)):
                if isinstance(item, Failure):
                    failed.append(item)
                elif self._holds(item):
                    tally["unchanged"] += 1
                    handled += 1
                    if progress is not None:
                        progress(item.id, handled)
                else:
                    yield item

        for document, outcome in prepare_all(fresh(), self.embedder, workers=workers):
            if isinstance(outcome, Exception):
                failed.append(Failure(document.id, None, f"could not be read: {type(outcome).__name__}: {outcome}"))
            else:
                kind, cost = self._take_in(outcome, _instant(now))
                tally[kind] += 1
                for stage, used in cost.items():
                    usage[stage] = usage.get(stage, Usage()) + used
            handled += 1
            if progress is not None:
                progress(document.id, handled)
        elapsed = (time.perf_counter() - started) * 1000
        return AddResult(tally["add"], tally["unchanged"], tally["replace"], tuple(failed), usage, elapsed)

    def remove(self, *ids: str, now: dt.datetime | None = None) -> int:
        """Erase documents and all that only they supported; returns how many.

        Raises:
            NotFoundError: for the first id that the store does not hold; those before it are removed.
        """
        for id_ in ids:
            with self._store.transaction() as transaction:
                change = decide_removal(DocumentId(id_), transaction, _instant(now))
                transaction.apply(self._indexes.added(transaction, change))
        return len(ids)

    def _take_in(self, prepared: Prepared, recorded: dt.datetime) -> tuple[str, Mapping[str, Usage]]:
        if prepared.document.date is None:
            counts = f"it counts as observed on {recorded.date()}, the day it was added"
            warnings.warn(f"{prepared.document.id!r} has no date: {counts}", UndatedDocumentWarning, stacklevel=3)
        started = time.perf_counter()
        with self._store.transaction() as transaction:
            change = decide_addition(prepared, transaction, recorded)
            if change is None:
                return "unchanged", {}
            decided = time.perf_counter()
            transaction.apply(self._indexes.added(transaction, change))
            evolve = Usage(calls=1, seconds=decided - started)
            write = Usage(calls=1, seconds=time.perf_counter() - decided)
            transaction.charge("evolve", evolve)
            transaction.charge("write", write)
        return change.kind, {**prepared.usage, "evolve": evolve, "write": write}

    def _holds(self, document: Document) -> bool:
        from timeweave.preparation import content_digest

        with self._store.view() as view:
            known = view.document(DocumentId(document.id))
        return known is not None and known.digest == content_digest(document)

    def _agree_on_embedder(self) -> None:
        name = self._store.setting(EMBEDDER_SETTING)
        if name is None:
            with self._store.transaction() as transaction:
                transaction.set_setting(EMBEDDER_SETTING, self.embedder.name)
        elif name != self.embedder.name:
            raise EmbedderMismatchError(
                f"the store's vectors were made by {name!r}, not by {self.embedder.name!r}: use that embedder, or "
                f"change all vectors with `timeweave reembed`"
            )

    # -- reading ----------------------------------------------------------------------------------------------------

    def search(
        self,
        question: str,
        *,
        as_of: dt.date | str | None = None,
        mode: str = "auto",
        budget: int = 2000,
        limit: int | None = None,
        explain: bool = False,
        now: dt.date | None = None,
    ) -> SearchResult:
        """Evidence for a question, as it could be found on ``as_of``; at most ``budget`` tokens, ``limit`` spans.

        ``now`` is the day that "latest" and "last quarter" refer to: ``as_of`` where that is given, else today.
        """
        day = _day(as_of)
        with self._store.view(day) as view:
            return self._search(view, question, mode, budget, limit, explain, now)

    def ask(
        self,
        question: str,
        *,
        as_of: dt.date | str | None = None,
        mode: str = "auto",
        budget: int = 2000,
        limit: int | None = None,
        explain: bool = False,
        now: dt.date | None = None,
    ) -> Answer:
        """An answer with its citations, or a refusal that names what was missing; options as for `search`."""
        day = _day(as_of)
        started = time.perf_counter()
        with self._store.view(day) as view:
            result = self._search(view, question, mode, budget, limit, explain, now)
            answer = answering.answer(result, view=view)
        elapsed = (time.perf_counter() - started) * 1000
        return replace(answer, search=replace(answer.search, elapsed_ms=elapsed))

    def timeline(self, entity: str, relation: str | None = None, *, as_of: dt.date | str | None = None) -> Timeline:
        """The facts that have an entity as subject, in order of time, with supersession and disagreement.

        Raises:
            NotFoundError: no visible document mentions such an entity; the message names similar ones.
        """
        day = _day(as_of)
        with self._store.view(day) as view:
            found = self._entity(view, entity)
            kept = answering.timeline_facts(found.id, relation, view)
            objects = sorted({EntityId(r.fact.object) for r in kept if r.fact.object_is_entity})
            names = {key: info.name for key in objects if (info := view.entity(key)) is not None}
        return Timeline(found, relation, day, kept, names)

    def changes(self, *, since: dt.datetime | dt.date | None = None) -> list[RecordedChange]:
        """What was added, closed, contradicted and removed since an instant, and why."""
        if since is not None and not isinstance(since, dt.datetime):
            since = dt.datetime.combine(since, dt.time(), dt.UTC)
        with self._store.view() as view:
            return list(view.changes(since=since))

    def documents(self, *, as_of: dt.date | str | None = None) -> list[DocumentInfo]:
        """The visible documents, by id."""
        with self._store.view(_day(as_of)) as view:
            return list(view.documents())

    def stats(self, *, as_of: dt.date | str | None = None) -> Stats:
        """Sizes, time range and ledger."""
        with self._store.view(_day(as_of)) as view:
            size = sum(p.stat().st_size for p in self._store.folder.parent.rglob("*") if p.is_file())
            embedder = self._store.setting(EMBEDDER_SETTING)
            return Stats(view.counts(), size, view.time_range(), view.ledger(), embedder)

    def _search(
        self,
        view: View,
        question: str,
        mode: str,
        budget: int,
        limit: int | None,
        explain: bool,
        now: dt.date | None,
    ) -> SearchResult:
        started = time.perf_counter()
        result = retrieval.search(
            question,
            view=view,
            index=self._indexes.reader(view),
            embedder=self.embedder,
            now=now or view.as_of or dt.datetime.now(dt.UTC).date(),
            mode=mode,
            budget=budget,
            limit=limit,
            explain=explain,
            options=self._options,
        )
        return replace(result, elapsed_ms=(time.perf_counter() - started) * 1000)

    def _entity(self, view: View, name: str) -> EntityInfo:
        key = canonical_key(name)
        found = view.named([key]).get(key, ())
        if found:
            return found[0]
        near = self._indexes.reader(view).nearest_entities(self.embedder.embed([name])[0], 3)
        known = [info.name for id_, _ in near if (info := view.entity(EntityId(id_))) is not None]
        hint = f"; the nearest names are {', '.join(map(repr, known))}" if known else ": the store is empty"
        raise NotFoundError(f"no entity {name!r} in the store{hint}")

    # -- upkeep -----------------------------------------------------------------------------------------------------

    def check(self, *, repair: bool = False) -> list[Problem]:
        """Verify the store and its indexes; ``repair`` rebuilds what is derived and gives what is left."""
        problems = self._problems()
        if repair and any(p.repairable for p in problems):
            self.rebuild()
            problems = self._problems()
        return problems

    def rebuild(self, *, embedder: Embedder | None = None) -> None:
        """Make all that is derived anew from the stored documents, with another embedder if one is given."""
        from timeweave.preparation import prepare

        chosen = embedder or self.embedder
        with self._store.transaction() as transaction:
            self._indexes.rebuild(transaction, lambda document, held: prepare(document, chosen, statements=held))
            transaction.set_setting(EMBEDDER_SETTING, chosen.name)
        self._given_embedder = chosen

    def _problems(self) -> list[Problem]:
        problems = self._store.check()
        try:
            with self._store.view() as view:
                return problems + self._indexes.verify(view)
        except StoreError as error:
            return [*problems, Problem(str(error), error.path, repairable=False)]


def open_knowledge_base(
    path: str | Path = ".timeweave",
    *,
    embedder: str | Embedder | None = None,
    options: RetrievalOptions | None = None,
    create: bool = True,
    read_only: bool = False,
) -> KnowledgeBase:
    """Open the knowledge base in folder ``path``, or create it.

    ``embedder`` names a packaged model or is one; by default the one that the store remembers. ``options`` are the
    weights and switches of retrieval, where not the measured ones are wanted.

    Raises:
        StoreError: the folder is damaged, in use, read-only or from a newer version; see `timeweave.errors`.
    """
    chosen = get_embedder(embedder) if isinstance(embedder, str) else embedder
    store = SqliteStore.open(Path(path), create=create, read_only=read_only)
    return KnowledgeBase(store, chosen, options)


def _instant(now: dt.datetime | None) -> dt.datetime:
    """``now``, else the clock's; without a zone it is taken as UTC, as instants must compare."""
    if now is None:
        return dt.datetime.now(dt.UTC)
    if not isinstance(now, dt.datetime):
        raise UsageError(f"now is {now!r}: give a datetime.datetime")
    return now if now.tzinfo else now.replace(tzinfo=dt.UTC)


def _day(as_of: dt.date | str | None) -> dt.date | None:
    """A date, or the last day of a period written in normal form: what was known by the end of it."""
    if as_of is None or isinstance(as_of, dt.date):
        return as_of.date() if isinstance(as_of, dt.datetime) else as_of
    end = Interval.parse(as_of).end
    return None if end is None else end - dt.timedelta(days=1)

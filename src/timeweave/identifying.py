"""Who is who in a knowledge base: what is known of an entity and why, and what people decide about it (EK-03)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from timeweave.answering import timeline
from timeweave.embedders import StoreEmbedder
from timeweave.errors import ModelError, NotFoundError, UntrustedError, UsageError
from timeweave.evolution.identity.bearers import Link, Part
from timeweave.evolution.identity.decisions import Decision, Deed, decisions, in_force, record
from timeweave.evolution.identity.identified import IdentifiedView, identified
from timeweave.evolution.properties import By, Property, properties
from timeweave.indexes import Indexes
from timeweave.language.names import canonical_key
from timeweave.language.readable import readable
from timeweave.overviews import Timeline
from timeweave.records import DocumentId, EntityId, EntityInfo, is_concept
from timeweave.retrieval.identities import Identities, Near, bearers_of, names_near, namesakes, resolving
from timeweave.retrieval.synonyms import related
from timeweave.store.base import Store, View
from timeweave.temporal.given import day_of, instant


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entity that may be the same as another, by the score ``s``, and what speaks for and against it most."""

    entity: EntityInfo
    s: float
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """An entity as of a day: the names, in their documents, that mean it, the links that make it so, how many facts
    have it as an end, and who else might be the same.
    """

    entity: EntityInfo
    parts: tuple[Part, ...]
    links: tuple[Link, ...]
    facts: int
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class PropertyMap:
    """An entity with its values of each exclusive relation, side by side (EK-01)."""

    entity: EntityInfo
    properties: tuple[Property, ...]


@dataclass(frozen=True, slots=True)
class EntityList:
    """Entities as of a day, the most mentioned first, and how many there are in all."""

    entities: tuple[EntityInfo, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Entities:
    """Reads and decides who is who."""

    store: Store
    indexes: Indexes
    embedder: StoreEmbedder

    def most_mentioned(
        self, limit: int = 50, *, concepts: bool = False, as_of: dt.date | str | None = None
    ) -> EntityList:
        """The entities that documents name most, by what people decided; or the ``concepts`` that they tell most of."""
        with self.store.view(day_of(as_of)) as view:
            found = [info for info in identified(view).entities() if is_concept(info.id) is concepts]
        ordered = sorted(found, key=lambda info: (-info.mentions, info.id))
        return EntityList(tuple(ordered[:limit]), len(ordered))

    def called(self, name: str, *, as_of: dt.date | str | None = None) -> list[KnownEntity]:
        """All that bear a name, the most mentioned first, with what makes each of them one.

        Raises:
            NotFoundError: nothing visible is called so.
        """
        with self.store.view(day_of(as_of)) as view:
            seen = self._resolving(view)
            finder = Identities(view, self.indexes.reader(view), self.embedder.get())
            return [self._known(info, seen, finder) for info in bearers_of(seen, name, self._near(view))]

    def properties(self, name: str, *, by: str | None = None, as_of: dt.date | str | None = None) -> list[PropertyMap]:
        """The property maps of all that bear a name (EK-01), with ``by`` "document", "source", "region" or "window"
        grouped by the contexts in which values were told (EK-08).

        Raises:
            NotFoundError: nothing visible is called so.
            UsageError: there is no such kind of context.
        """
        if by is not None and by not in list(By):
            raise UsageError(f"values are not grouped by {by!r}: say one of {', '.join(map(repr, map(str, By)))}")
        chosen = None if by is None else By(by)
        with self.store.view(day_of(as_of)) as view:
            seen = self._resolving(view)
            found = bearers_of(seen, name, self._near(view))
            return [PropertyMap(info, properties(info.id, seen.as_view, chosen)) for info in found]

    def timeline(self, name: str, relation: str | None, view: View) -> Timeline:
        """The facts about whom ``name`` means, in order of time, and who else is called so; where the embedder may not
        or cannot be asked, by what people decided alone.

        Raises:
            NotFoundError: no visible document mentions such an entity; the message names similar ones.
        """
        try:
            seen = self._resolving(view)
            meant, *others = bearers_of(seen, name, self._near(view))
        except (UntrustedError, ModelError) as unasked:
            seen = identified(related(view).as_view)
            try:
                meant, *others = bearers_of(seen, name, None)
            except NotFoundError:
                raise unasked from None
        found = timeline(meant, relation, seen.as_view, seen.synonyms)
        return replace(found, others=tuple(others or namesakes(seen, meant)))

    def decisions(self, *, as_of: dt.date | str | None = None) -> list[tuple[Decision, bool]]:
        """What was decided, oldest first, and whether it is in force."""
        with self.store.view(day_of(as_of)) as view:
            made = decisions(view)
        valid = {d.number for d in in_force(made)}
        return [(d, d.number in valid or (d.deed is Deed.UNDO and not _is_undone(d, made))) for d in made]

    def merge(
        self, kept: str, *others: str, day: dt.date | str | None = None, now: dt.datetime | None = None
    ) -> list[Decision]:
        """Let names mean one entity, called as ``kept`` is, from ``day`` on (without one from today).

        Raises:
            NotFoundError: nothing is called so.
            UsageError: they mean one already, or a day lies ahead.
        """

        def made(view: IdentifiedView, at: Callable[..., Decision]) -> list[Decision]:
            first = _one(view, kept)
            found = [_one(view, other) for other in others]
            if same := next((o for o, id_ in zip(others, found, strict=True) if id_ == first), None):
                raise UsageError(f"{kept!r} and {same!r} mean one entity already: `entities NAME` says why")
            return [at(Deed.MERGE, entity=first, other=other) for other in found]

        return self._decide(made, day, now)

    def split(
        self,
        name: str,
        documents: Sequence[str] = (),
        *,
        as_: str = "",
        other: str = "",
        day: dt.date | str | None = None,
        now: dt.datetime | None = None,
    ) -> Decision:
        """Let ``documents`` mean another entity by ``name``, called ``as_``; or keep ``name`` and ``other`` apart,
        which were taken for one.

        Raises:
            NotFoundError: nothing is called so, or no such document names it.
            UsageError: neither documents nor another name, or both.
        """
        if bool(documents) == bool(other):
            raise UsageError("split needs documents that mean another by the name, or the name it is apart from")
        if documents and not canonical_key(as_):
            raise UsageError(f"split needs what the other {name!r} is called, such as {name + ' (elder)'!r}")

        def made(view: IdentifiedView, at: Callable[..., Decision]) -> list[Decision]:
            if other:
                return [at(Deed.SPLIT, entity=_key(view, name), other=_key(view, other))]
            key = _key(view, name)
            _require_named_in(view, key, name, documents)
            return [at(Deed.SPLIT, entity=key, documents=tuple(map(DocumentId, documents)), name=as_)]

        return self._decide(made, day, now)[0]

    def rename(
        self, name: str, new: str, *, day: dt.date | str | None = None, now: dt.datetime | None = None
    ) -> Decision:
        """Call an entity ``new``; it keeps its other names.

        Raises:
            NotFoundError: nothing is called ``name``.
            UsageError: ``new`` is no name.
        """
        called = " ".join(readable(new, "name").split())
        if not canonical_key(called):
            raise UsageError(f"{new!r} is no name: give words")
        return self._decide(lambda view, at: [at(Deed.RENAME, entity=_one(view, name), name=called)], day, now)[0]

    def undo(self, number: int, *, day: dt.date | str | None = None, now: dt.datetime | None = None) -> Decision:
        """Take a decision back, by its number.

        Raises:
            NotFoundError: there is no such decision.
            UsageError: it was taken back before.
        """
        return self._decide(lambda _, at: [at(Deed.UNDO, undoes=number)], day, now)[0]

    def _resolving(self, view: View) -> IdentifiedView:
        return resolving(view, self.indexes.reader(view), self.embedder.get())

    def _near(self, view: View) -> Near:
        return names_near(view, self.indexes.reader(view), self.embedder.get())

    def _decide(
        self,
        made: Callable[[IdentifiedView, Callable[..., Decision]], list[Decision]],
        day: dt.date | str | None,
        now: dt.datetime | None,
    ) -> list[Decision]:
        recorded = instant(now).astimezone(dt.UTC)
        counts_from = day_of(day) or recorded.date()
        if counts_from > recorded.date():
            raise UsageError(
                f"a decision cannot count from {counts_from}, which lies ahead: give today or a day before"
            )

        def at(deed: Deed, **said: object) -> Decision:
            return Decision(0, deed, counts_from, recorded, **said)  # type: ignore[arg-type]

        with self.store.transaction() as transaction:
            return [record(transaction, decision) for decision in made(identified(transaction), at)]

    def _known(self, info: EntityInfo, seen: IdentifiedView, finder: Identities) -> KnownEntity:
        bearers = seen.bearers
        root = bearers.root(info.id)
        parts = bearers.parts(root)
        facts = len(seen.facts_about([root]))
        own = {part.key for part in parts}
        near = [
            Candidate(other, found.s, found.why)
            for part in parts
            if part.documents is None
            for other, found in finder.candidates(part.key)
            if other.id not in own
        ]
        return KnownEntity(info, parts, tuple(bearers.links_of(root)), facts, tuple(near))


def _one(view: IdentifiedView, name: str) -> EntityId:
    return bearers_of(view, name)[0].id


def _key(view: IdentifiedView, name: str) -> EntityId:
    """The key of a name that documents use."""
    key = canonical_key(name)
    return key if view.below.entity(key) is not None else _one(view, name)


def _require_named_in(view: IdentifiedView, key: EntityId, name: str, documents: Sequence[str]) -> None:
    ordinals = {ordinal for ordinal, _ in view.mentions([key]).get(key, ())}
    naming = {info.id for info in view.below.info(ordinals).values()}
    for document in documents:
        if document not in naming:
            known = ", ".join(map(repr, sorted(naming)[:3]))
            raise NotFoundError(f"no document {document!r} names {name!r}: those that do are {known}")


def _is_undone(undo: Decision, made: Sequence[Decision]) -> bool:
    return any(d.deed is Deed.UNDO and d.undoes == undo.number for d in made)

"""Whom names mean by what the visible documents tell of their bearers (EK-03): looked up for the names that a request
asks for, and derived anew each time, so that it is right on any day.

Candidates are the nearest neighbours of Enc(type, name) among the visible entities, exact, and only those that are
neighbours of each other, and a name with the initials that a document declares for it ("Harlow Line (HL)"); a score
from `scoring.JOINED` on links them. Documents that use one name are linked from `scoring.TOGETHER` on.
Both lie far from θ: an answer that mixes two is worse than one that knows half.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np

from timeweave.embedding.base import Embedder
from timeweave.errors import NotFoundError
from timeweave.evolution.identity.bearers import Bearers, Link
from timeweave.evolution.identity.decisions import addressed_by, name_of, part_of
from timeweave.evolution.identity.identified import IdentifiedView, identified
from timeweave.evolution.identity.names import contradict, initials_of
from timeweave.evolution.identity.profiles import Profile, Told, profile
from timeweave.evolution.identity.scoring import (
    JOINED,
    THETA,
    TOGETHER,
    Score,
    components,
    is_borne_out,
    score,
    upper_bound,
)
from timeweave.language.concepts import concept_key
from timeweave.language.names import canonical_key
from timeweave.language.readable import readable
from timeweave.records import DocumentId, EntityId, EntityInfo, Fact, StatementKey
from timeweave.retrieval.base import Hit
from timeweave.retrieval.reading import Reading
from timeweave.retrieval.synonyms import related
from timeweave.store.base import View
from timeweave.store.canonical import most_mentioned_first

_QUOTED = 200  # characters of a name in a message
_NEIGHBOURS = 24
_STATEMENTS = 48  # that tell of a name, those nearest to it
_ENOUGH = 8  # words that a document must tell of one for it to be told from others
_DIVISIBLE = frozenset(["PERSON"])  # those of whom many have one name; places and bodies are known by theirs


_Divided = tuple[EntityId, tuple[DocumentId, ...], str, Link]
"""A bearer told apart: the part of the name, the documents that mean it, what it is called, why."""


class Reader(Protocol):
    """What is read of the indexes."""

    def dense(self, query: np.ndarray, k: int, *, entity: EntityId | None = None) -> Sequence[Hit]:
        """The ``k`` statements on ``entity`` of highest cosine, best first."""

    def nearest_entities(self, query: np.ndarray, k: int) -> Sequence[tuple[EntityId, float]]:
        """The ``k`` entities of highest cosine, best first."""

    def vectors(self, keys: Sequence[StatementKey]) -> np.ndarray:
        """One row per key."""


class Identities:
    """A `Finder` over a view of names; everything that it reads is kept while it lives, what it finds for all views of
    the same state and day.
    """

    def __init__(self, view: View, reader: Reader, embedder: Embedder) -> None:
        self._view = view
        self._reader = reader
        self._embedder = embedder
        self._reading = Reading(view)
        self._vectors: dict[EntityId, np.ndarray] = {}
        self._near: dict[EntityId, tuple[EntityId, ...]] = {}
        self._profiles: dict[EntityId, Profile] = {}
        self._links: dict[EntityId, Sequence[tuple[EntityInfo, Score]]] = {}
        self._initials: dict[EntityId, Sequence[EntityId]] = {}
        self._keys: dict[EntityId, Sequence[StatementKey]] = {}

    def __call__(self, bearers: Bearers, entity: EntityId) -> None:
        """Link ``entity`` with the names that mean it too, and tell those apart that bear its name."""
        known = self._view.entity(entity)
        if known is None:
            return
        component = self._component(known, bearers)
        most = self._most_mentioned([entity, *component])
        for other, link in sorted(component.items()):
            bearers.join(most, other, link)
        bearers.join(most, entity)
        if known.type in _DIVISIBLE and " " in entity and entity not in bearers.divided:
            for part, documents, name, link in self._view.kept(f"divided {entity}", lambda: self._divided(known)):
                bearers.part(entity, part, documents, name)
                bearers.links.append(link)

    def candidates(self, entity: EntityId) -> Sequence[tuple[EntityInfo, Score]]:
        """The names that may mean it too, with their scores, the likeliest first."""
        known = self._view.entity(entity)
        if known is None:
            return ()
        found = [(info, score(self.profile(known), self.profile(info))) for info in self._neighbours(known)]
        return sorted(found, key=lambda pair: (-pair[1].s, pair[0].id))

    def profile(self, info: EntityInfo) -> Profile:
        """What the visible documents tell of a name."""
        if info.id not in self._profiles:
            self._profiles[info.id] = self._profile(info, self._statements(info))
        return self._profiles[info.id]

    # -- names that mean one ----------------------------------------------------------------------------------------

    def _component(self, first: EntityInfo, bearers: Bearers) -> Mapping[EntityId, Link]:
        """The names that links lead to from ``first``, each with the link by which it was reached."""
        reached: dict[EntityId, Link] = {}
        waiting = [first]
        while waiting:
            known = waiting.pop()
            for other, found in self._linked(known):
                apart = bearers.are_apart(known.id, other.id)
                if other.id != first.id and other.id not in reached and not apart and self._agrees(known, other):
                    reached[other.id] = Link(known.id, other.id, True, found.s, found.why)
                    waiting.append(other)
        return reached

    def _agrees(self, a: EntityInfo, b: EntityInfo) -> bool:
        """Whether none of the names that could be one with ``a`` contradicts ``b``, nor the other way round: a name
        that may be short for two is neither's. Of declared initials only what else they are declared for counts.
        """
        is_declared = b.id in self._declared(a)
        return not any(
            contradict(one.name, one.type, other.name, other.type)
            for known, other in ((a, b), (b, a))
            for one, _ in self._linked(known)
            if one.id != other.id and (not is_declared or one.id in self._declared(known))
        )

    def _linked(self, known: EntityInfo) -> Sequence[tuple[EntityInfo, Score]]:
        """The names that may well mean the same one, by their contexts, too."""
        if known.id not in self._links:
            self._links[known.id] = self._view.kept(f"linked {known.id}", lambda: self._found_linked(known))
        return self._links[known.id]

    def _found_linked(self, known: EntityInfo) -> Sequence[tuple[EntityInfo, Score]]:
        here = self.profile(known)
        near = [(info, score(here, self.profile(info))) for info in self._neighbours(known)]
        return tuple(
            (info, found) for info, found in near if found.s >= JOINED and is_borne_out(here, self.profile(info))
        )

    def _neighbours(self, known: EntityInfo) -> Sequence[EntityInfo]:
        """The names near to one, to which it is near as well, and of which the context may say that they mean it."""
        near = dict.fromkeys((*self._nearest(known), *self._declared(known)))
        found = (self._view.entity(other) for other in near)
        likely = [
            info
            for info in found
            if info is not None
            and info.id != known.id
            and upper_bound(known.name, known.type, info.name, info.type) >= JOINED
        ]
        self._embed(likely)
        declared = self._declared(known)
        return [info for info in likely if info.id in declared or known.id in self._nearest(info)]

    def _declared(self, known: EntityInfo) -> Sequence[EntityId]:
        """The initials that documents say a name to have, where others use these alone, and the other way round."""
        if known.id not in self._initials:
            self._initials[known.id] = self._found_declared(known)
        return self._initials[known.id]

    def _found_declared(self, known: EntityInfo) -> Sequence[EntityId]:
        bearers = self._view.named({known.id}).get(known.id, ())
        initials = [key for key in initials_of(known.name) if self._view.entity(EntityId(key)) is not None]
        told = self._view.named(set(map(EntityId, initials)))
        full = [info.id for info in bearers if known.id in initials_of(info.name)]
        return [*full, *(key for key, named in told.items() if any(info.id == known.id for info in named))]

    def _nearest(self, info: EntityInfo) -> tuple[EntityId, ...]:
        if info.id not in self._near:
            found = self._reader.nearest_entities(self._vector(info), _NEIGHBOURS)
            self._near[info.id] = tuple(entity for entity, _ in found)
        return self._near[info.id]

    def _most_mentioned(self, entities: Iterable[EntityId]) -> EntityId:
        infos = (info for info in map(self._view.entity, entities) if info is not None)
        return most_mentioned_first(infos)[0].id

    # -- several of one name ----------------------------------------------------------------------------------------

    def _divided(self, known: EntityInfo) -> Sequence[_Divided]:
        """The bearers of a name beside its main one: documents that θ joins speak of one, and groups of these that tell
        enough are joined by all but a clear difference. The largest group keeps the plain name, with all that tell too
        little.
        """
        by_document = self._by_document(known)
        alone = {d: self._profile(known, keys) for d, keys in by_document.items()}
        joined = {group[0]: group for group in components(alone, THETA)}
        told = {
            first: self._profile(known, [k for d in group for k in by_document[d]]) for first, group in joined.items()
        }
        speaking = {first: p for first, p in told.items() if len(p.terms) >= _ENOUGH}
        groups = components(speaking, TOGETHER)
        groups.sort(key=lambda group: (-sum(len(joined[first]) for first in group), group[0]))
        found = []
        for group in groups[1:]:
            documents = tuple(sorted(d for first in group for d in joined[first]))
            name = f"{known.name} ({documents[0]})"
            apart = max((score(told[a], told[b]) for a in groups[0] for b in group), key=lambda found: found.s)
            link = Link(known.id, known.id, False, apart.s, apart.why, documents)
            found.append((part_of(known.id, name), documents, name, link))
        return tuple(found)

    def _by_document(self, known: EntityInfo) -> Mapping[DocumentId, list[StatementKey]]:
        keys = self._statements(known)
        infos = self._view.info({key.ordinal for key in keys})
        found: dict[DocumentId, list[StatementKey]] = defaultdict(list)
        for key in keys:
            found[infos[key.ordinal].id].append(key)
        return found

    # -- what is told -----------------------------------------------------------------------------------------------

    def _statements(self, info: EntityInfo) -> Sequence[StatementKey]:
        """The statements on a name that are nearest to it, by document id and position."""
        if info.id not in self._keys:
            hits = self._reader.dense(self._vector(info), _STATEMENTS, entity=info.id)
            self._keys[info.id] = sorted((hit.key for hit in hits), key=self._reading.place)
        return self._keys[info.id]

    def _profile(self, info: EntityInfo, keys: Sequence[StatementKey]) -> Profile:
        found = self._reading.statements(keys)
        statements = [found[key] for key in keys]
        words = [self._reading.words(key.ordinal, found[key].span) for key in keys]
        published = frozenset(i.observed.year for i in self._view.info({key.ordinal for key in keys}).values())
        told = Told(statements, words, self._reader.vectors(keys), self._facts(keys), published)
        types = {e: self._type(e) for e in {e for s in statements for e in s.entities}}
        return profile(info.id, info.name, info.type, self._vector(info), types, told)

    def _facts(self, keys: Iterable[StatementKey]) -> list[Fact]:
        stated = self._view.facts_stated_in(keys)
        return [f.fact for f in self._view.facts({id_ for ids in stated.values() for id_ in ids}).values()]

    def _type(self, entity: EntityId) -> str:
        info = self._view.entity(entity)
        return "" if info is None else info.type

    def _vector(self, info: EntityInfo) -> np.ndarray:
        self._embed([info])
        return self._vectors[info.id]

    def _embed(self, infos: Iterable[EntityInfo]) -> None:
        """Have the vectors of names at hand, those that are missing made at once."""
        missing = [info for info in infos if info.id not in self._vectors]
        told = [f"{info.name} ({info.type.lower()})" if info.type else info.name for info in missing]
        if missing:
            self._vectors.update(zip((info.id for info in missing), self._embedder.embed(told), strict=True))


def resolving(view: View, reader: Reader, embedder: Embedder) -> IdentifiedView:
    """``view`` with the names that are asked for resolved, by what people decided and by what documents tell; and with
    relations told by one of their names.
    """
    return identified(related(view).as_view, Identities(view, reader, embedder))


def namesakes(view: IdentifiedView, meant: EntityInfo) -> Sequence[EntityInfo]:
    """The others that bear a name of an entity: what it is called, and what its bearers are told apart of; the most
    mentioned first.
    """
    keys = {name_of(meant.id), canonical_key(meant.name)}
    view.seek(keys)
    found = {info.id: info for infos in view.named(keys).values() for info in infos if info.id != meant.id}
    return most_mentioned_first(found.values())


def _addressed(view: IdentifiedView, entity: EntityId) -> EntityInfo:
    view.seek([name_of(entity)])
    found = view.entity(entity)
    if found is None:
        when = "" if view.as_of is None else f" as of {view.as_of}"
        raise NotFoundError(f"no entity of the id {_shown(entity)}{when}: ask by a name, which tells all who bear it")
    return found


Near = Callable[[str], Sequence[str]]
"""What entities are called whose names are near to one."""


def names_near(view: View, reader: Reader, embedder: Embedder) -> Near:
    """The names of the three entities nearest to a name that nothing bears."""

    def near(name: str) -> Sequence[str]:
        found = reader.nearest_entities(embedder.embed([name])[0], 3)
        return [info.name for id_, _ in found if (info := view.entity(EntityId(id_))) is not None]

    return near


def bearers_of(view: IdentifiedView, name: str, near: Near | None = None) -> Sequence[EntityInfo]:
    """All entities that bear ``name``, the most mentioned first; where none does, the concept that it means. Of an
    address, as `address_of` gives it, the one that it is of.

    Raises:
        NotFoundError: nothing visible is called so; the message names what ``near`` finds.
    """
    if (addressed := addressed_by(readable(name, "name"))) is not None:
        return (_addressed(view, addressed),)
    key = canonical_key(name)
    view.seek([key, canonical_key(name.partition(" (")[0])])  # "John Smith (a letter)" is one of John Smith's
    concept = concept_key(name)
    found = view.named([key]).get(key, ()) or view.named([concept]).get(concept, ())
    if not found:
        known = near(name) if near is not None else []
        empty = ": the store is empty" if next(view.entities(), None) is None else "; `entities` lists what there is"
        hint = f"; the nearest names are {', '.join(map(repr, known))}" if known else empty
        raise NotFoundError(f"no entity {_shown(name)} in the store{hint}")
    return found


def _shown(name: str) -> str:
    return repr(name if len(name) <= _QUOTED else f"{name[:_QUOTED]}…")

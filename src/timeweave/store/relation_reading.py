"""Reading the SQLite store by relation, and keeping what was worked out of a view."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from timeweave.records import EntityId, Fact, FactId
from timeweave.store import queries, rows, symbols
from timeweave.store.fact_rows import read_facts
from timeweave.store.failures import guarded
from timeweave.store.parameters import numbers
from timeweave.store.shared import Shared

T = TypeVar("T")


class RelationReading:
    """The part of a `View` that looks at relations rather than at entities."""

    _connection: sqlite3.Connection
    _path: Path
    _day: int
    _sequence: int
    _shared: Shared

    @property
    def path(self) -> Path:
        """The database."""
        return self._path

    @guarded
    def lasting(self, relation: str, most: int) -> Sequence[tuple[FactId, EntityId]]:
        """Facts of a relation that last with their subjects, those of the smallest ids; by id."""
        key = symbols.find(self._connection, [relation]).get(relation, -1)
        found = self._all(queries.FACTS_LASTING, relation=key, most=most)
        texts = self._shared.symbols.texts(self._connection, {subject for _, subject in found})
        return tuple(sorted((rows.unpack_fact_id(id_), EntityId(texts[subject])) for id_, subject in found))

    @guarded
    def relations(self) -> Mapping[str, int]:
        """How many facts each relation has, but for quantities; by name."""
        counts = dict(self._all(queries.RELATIONS))
        texts = self._shared.symbols.texts(self._connection, counts)
        return {texts[key]: counts[key] for key in sorted(counts, key=lambda key: texts[key])}

    @guarded
    def sampled(self, relations: Iterable[str], most: int) -> Mapping[str, Sequence[Fact]]:
        """Of each relation the facts of the smallest ids; by id."""
        keys = numbers(symbols.find(self._connection, relations).values())
        chosen = [
            key
            for (key,) in self._connection.execute(
                queries.RELATIONS_SAMPLED, {"day": self._day, "relations": keys, "most": most}
            )
        ]
        facts = {s.fact.id: s.fact for s in read_facts(self._connection, chosen, self._day, self._shared.symbols)}
        found: dict[str, list[Fact]] = {}
        for _, fact in sorted(facts.items()):
            found.setdefault(fact.relation, []).append(fact)
        return {relation: tuple(found[relation]) for relation in sorted(found)}

    def kept(self, key: str, make: Callable[[], T], *, weight: Callable[[T], int] | None = None) -> T:
        """What ``make`` works out of this view, made once for all views of its state and day."""
        cache = self._shared.rows.worked_out if weight is None else self._shared.rows.weighed
        place = (self._sequence, self._day, key)
        held = cache.get(place)
        if held is None:
            made = make()
            held = (made,)
            cache.put(place, held, 1 if weight is None else weight(made))
        return cast("T", held[0])

    def _all(self, query: str, **values: int | str) -> list[tuple[Any, ...]]:
        return self._connection.execute(query, {"day": self._day, **values}).fetchall()

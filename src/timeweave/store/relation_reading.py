"""Reading the SQLite store by relation, and keeping what was worked out of a view."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from timeweave.records import FactId, SupportedFact
from timeweave.store import queries, rows, symbols
from timeweave.store.canonical import fact_order
from timeweave.store.failures import guarded
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

    def facts(self, ids: Iterable[FactId]) -> Mapping[FactId, SupportedFact]:
        """The visible facts among ``ids``."""
        raise NotImplementedError

    @guarded
    def facts_lasting(self, relation: str, most: int) -> Sequence[SupportedFact]:
        """Facts of a relation that last, those of the smallest ids; by (valid start, id)."""
        key = symbols.find(self._connection, [relation]).get(relation, -1)
        ids = [rows.unpack_fact_id(id_) for (id_,) in self._run(queries.FACTS_LASTING, relation=key, most=most)]
        return tuple(sorted(self.facts(ids).values(), key=fact_order))

    @guarded
    def relations(self) -> Mapping[str, int]:
        """How many facts each relation has, but for quantities; by name."""
        counts = dict(self._run(queries.RELATIONS))
        texts = self._shared.symbols.texts(self._connection, counts)
        return {texts[key]: counts[key] for key in sorted(counts, key=lambda key: texts[key])}

    def kept(self, key: str, make: Callable[[], T]) -> T:
        """What ``make`` works out of this view, made once for all views of its state and day."""
        place = (self._sequence, self._day, key)
        held = self._shared.rows.worked_out.get(place)
        if held is None:
            held = (make(),)
            self._shared.rows.worked_out.put(place, held)
        return cast("T", held[0])

    def _run(self, query: str, **values: int) -> list[tuple[Any, ...]]:
        return self._connection.execute(query, {"day": self._day, **values}).fetchall()

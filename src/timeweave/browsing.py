"""What a knowledge base holds, piece by piece: its documents, time nodes, facts, their number and cost."""

from __future__ import annotations

import bisect
import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from timeweave.errors import NotFoundError
from timeweave.evolution import relations_of, resolve
from timeweave.language.names import canonical_key
from timeweave.language.readable import readable
from timeweave.overviews import Called
from timeweave.records import Cost, DocumentId, DocumentInfo, EntityId, FactId, ResolvedFact, SupportedFact, TimeNode
from timeweave.store.base import Store, View
from timeweave.temporal.given import day_of

if TYPE_CHECKING:  # loaded when first asked
    from timeweave.drawing.statistics import GraphStatistics

_TOGETHER = 200
"""Facts that are read at once where many are passed over."""


@dataclass(frozen=True, slots=True)
class FactPage:
    """Some facts with their standing, by id, what they are called, and whether more follow the last of them."""

    facts: tuple[ResolvedFact, ...]
    more: bool
    called: Called


class Browsing:
    """The part of a knowledge base that shows what is in it."""

    _store: Store

    def documents(self, *, as_of: dt.date | str | None = None) -> list[DocumentInfo]:
        """The visible documents, by id."""
        with self._store.view(day_of(as_of)) as view:
            return list(view.documents())

    def document(self, id_: str, *, as_of: dt.date | str | None = None) -> tuple[DocumentInfo, str]:
        """The visible version of a document, with its stored text, in which all spans are counted.

        Raises:
            NotFoundError: none is visible under that id.
        """
        wanted = readable(id_, "document")
        with self._store.view(day_of(as_of)) as view:
            info = view.document(DocumentId(wanted))
            if info is None:
                when = "" if as_of is None else f" as of {as_of}"
                raise NotFoundError(f"no document {wanted!r}{when}: `documents` lists those that are there")
            return info, view.text(info.ordinal)

    def time_nodes(self, *, as_of: dt.date | str | None = None) -> list[TimeNode]:
        """The time nodes at or above a visible fact, in order of time, a year before its parts."""
        with self._store.view(day_of(as_of)) as view:
            return list(view.time_nodes())

    def facts(
        self,
        *,
        relation: str | None = None,
        after: str = "",
        limit: int = 50,
        as_of: dt.date | str | None = None,
    ) -> FactPage:
        """At most ``limit`` visible facts whose ids come after ``after``, by id; of one ``relation`` where it is given.

        What is known of one entity, and in order of time, is its `timeline`.
        """
        from timeweave.reports.telling import FactWords

        wanted = None if relation is None else canonical_key(readable(relation, "relation"))
        with self._store.view(day_of(as_of)) as view:
            ids: Sequence[FactId] = view.kept("facts by id", lambda: view.facts_of(np.flatnonzero(view.visible)))
            found: list[SupportedFact] = []
            for fact in _matching(ids[bisect.bisect_right(ids, after) :], wanted, view):
                found.append(fact)
                if len(found) > limit:
                    break
            standing = _standing(found[:limit], view)
            called = FactWords(view).called(one.fact for one in standing)
        return FactPage(tuple(standing), len(found) > limit, called)

    def graph(self, *, as_of: dt.date | str | None = None) -> GraphStatistics:
        """The size of the graph, as the paper's Table VIII counts it."""
        from timeweave.drawing.statistics import graph_statistics

        with self._store.view(day_of(as_of)) as view:
            return graph_statistics(view)

    def costs(self, *, as_of: dt.date | str | None = None) -> list[Cost]:
        """The ledger by operation, stage and what it was about (TK-07); as of a day without what it does not show."""
        with self._store.view(day_of(as_of)) as view:
            return list(view.costs())


def _matching(ids: Sequence[FactId], relation: str | None, view: View) -> Iterator[SupportedFact]:
    for start in range(0, len(ids), _TOGETHER):
        part = ids[start : start + _TOGETHER]
        known = view.facts(part)
        yield from (
            known[id_]
            for id_ in part
            if id_ in known and (relation is None or canonical_key(known[id_].fact.relation) == relation)
        )


def _standing(facts: Sequence[SupportedFact], view: View) -> list[ResolvedFact]:
    """``facts`` as they stand among all that bear on them."""
    ends = {f.fact.subject for f in facts} | {EntityId(f.fact.object) for f in facts if f.fact.object_is_entity}
    resolved = {r.fact.id: r for r in resolve(view.facts_about(sorted(ends)), relations_of(view))} if facts else {}
    return [resolved[f.fact.id] for f in facts if f.fact.id in resolved]

"""The graph of a knowledge base as pictures and in numbers."""

from __future__ import annotations

import abc
import datetime as dt
from typing import TYPE_CHECKING

from timeweave.language.names import canonical_key
from timeweave.results import Answer, SearchResult
from timeweave.store.base import Store
from timeweave.temporal.given import day_of

if TYPE_CHECKING:  # what draws is loaded when first needed
    from timeweave.drawing.statistics import GraphStatistics
    from timeweave.drawing.subgraph import Subgraph
    from timeweave.inquiring import Inquiries


class Picturing(abc.ABC):
    """The part of a knowledge base that shows its graph."""

    _store: Store

    @property
    @abc.abstractmethod
    def _inquiries(self) -> Inquiries: ...

    def subgraph(self, found: SearchResult | Answer) -> Subgraph:
        """What an answer rests on, or what a search with ``explain`` found, as facts under their time nodes (TG-22)."""
        from timeweave.drawing.subgraph import subgraph_of

        result = found.search if isinstance(found, Answer) else found
        with self._store.view(result.as_of) as view:
            seen = self._inquiries.identified(view)
            seen.seek([canonical_key(entity.surface) for entity in result.asked.entities])
            return subgraph_of(found, seen.as_view)

    def figure(self, found: SearchResult | Answer) -> str:
        """The same as an SVG document."""
        from timeweave.drawing.figure import draw

        return draw(self.subgraph(found))

    def graph(self, *, as_of: dt.date | str | None = None) -> GraphStatistics:
        """The size of the graph, as the paper's Table VIII counts it."""
        from timeweave.drawing.statistics import graph_statistics

        with self._store.view(day_of(as_of)) as view:
            return graph_statistics(view)

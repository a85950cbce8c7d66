"""Questions in: evidence found in a view of the store, and an answer made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from timeweave import answering
from timeweave.answering import AnswerOptions, Relevance
from timeweave.embedders import StoreEmbedder
from timeweave.errors import UsageError
from timeweave.evolution.identity.identified import IdentifiedView
from timeweave.indexes import Indexes
from timeweave.models import Clients
from timeweave.records import Report
from timeweave.results import Answer, SearchResult
from timeweave.retrieval import Query, RetrievalOptions, Sources, pose, retrieve
from timeweave.retrieval.base import Reranker
from timeweave.retrieval.identified_index import IdentifiedIndex
from timeweave.retrieval.identities import resolving
from timeweave.settings import Use
from timeweave.store.base import Store, View


@dataclass(frozen=True, slots=True)
class Inquiries:
    """Answers questions from a store; ``reranker`` is a cross-encoder, where one is installed."""

    store: Store
    indexes: Indexes
    embedder: StoreEmbedder
    options: RetrievalOptions
    answers: AnswerOptions
    reranker: Reranker | None = None

    def search(self, query: Query, view: View, clients: Clients) -> SearchResult:
        """Evidence among what ``view`` sees."""
        return self.find(query, view, clients)[0]

    def identified(self, view: View) -> IdentifiedView:
        """``view`` with the names that are asked for resolved."""
        return resolving(view, self.indexes.reader(view), self.embedder.get())

    def find(self, query: Query, view: View, clients: Clients) -> tuple[SearchResult, Relevance]:
        """Evidence, and how to weigh statements against the question."""
        return self._find(query, self.identified(view), clients)

    def _find(self, query: Query, seen: IdentifiedView, clients: Clients) -> tuple[SearchResult, Relevance]:
        view = seen.below
        reader = IdentifiedIndex(self.indexes.reader(view), seen)
        sources = Sources(
            seen.as_view,
            reader,
            self.embedder.get(),
            reports=lambda nodes: self._reports(nodes, view, clients),
            chunks=lambda: self.indexes.chunks(view),
            reranker=self.reranker,
            client=clients.get(Use.ANSWER),
        )
        posed = pose(query, sources, self.options)
        return retrieve(posed), Relevance(reader, posed.request.vector)

    def answer(self, query: Query, view: View, clients: Clients, min_confidence: float | None = None) -> Answer:
        """An answer from the evidence, or a refusal; without what it took, which the caller's clock knows.

        Raises:
            UsageError: ``min_confidence`` is no probability.
        """
        client = clients.get(Use.ANSWER)
        options = self.answers if min_confidence is None else replace(self.answers, min_confidence=min_confidence)
        if not 0.0 <= options.min_confidence <= 1.0:
            raise UsageError(f"min_confidence must lie between 0 and 1, not {options.min_confidence!r}")
        seen = self.identified(view)
        result, relevance = self._find(query, seen, clients)
        return answering.answer(result, view=seen.as_view, relevance=relevance, client=client, options=options)

    def _reports(self, nodes: Sequence[str], view: View, clients: Clients) -> Mapping[str, Report]:
        from timeweave.reports import Reports  # what makes them is loaded when a question needs one

        return Reports(self.store, clients.get(Use.INDEX)).of(nodes, view)

"""Questions in: evidence found in a view of the store, and an answer made of it."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from timeweave import answering, retrieval
from timeweave.answering import AnswerOptions
from timeweave.embedders import StoreEmbedder
from timeweave.indexes import Indexes
from timeweave.models import Clients
from timeweave.records import Report
from timeweave.results import Answer, SearchResult
from timeweave.retrieval import Asked, RetrievalOptions, Sources
from timeweave.retrieval.base import Reranker
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

    def search(self, asked: Asked, view: View, clients: Clients) -> SearchResult:
        """Evidence among what ``view`` sees."""
        started = time.perf_counter()
        sources = Sources(
            view,
            self.indexes.reader(view),
            self.embedder.get(),
            reports=lambda nodes: self._reports(nodes, view, clients),
            chunks=lambda: self.indexes.chunks(view),
            reranker=self.reranker,
            client=clients.get(Use.ANSWER),
        )
        result = retrieval.search(asked, sources, self.options)
        return replace(result, elapsed_ms=(time.perf_counter() - started) * 1000)

    def answer(self, asked: Asked, view: View, clients: Clients) -> Answer:
        """An answer from the evidence, or a refusal; without what it took, which the caller's clock knows."""
        client = clients.get(Use.ANSWER)
        return answering.answer(self.search(asked, view, clients), view=view, client=client, options=self.answers)

    def _reports(self, nodes: Sequence[str], view: View, clients: Clients) -> Mapping[str, Report]:
        from timeweave.reports import Reports  # what makes them is loaded when a question needs one

        return Reports(self.store, clients.get(Use.INDEX)).of(nodes, view)


def asked_on(view: View) -> dt.date:
    """The day on which a question is asked that says none: the view's, else today."""
    return view.as_of or dt.datetime.now(dt.UTC).date()

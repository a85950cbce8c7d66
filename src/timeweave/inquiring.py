"""Questions in: evidence found in a view of the store, and an answer made of it."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from timeweave import answering
from timeweave.answering import AnswerOptions, Relevance
from timeweave.answering.stories.spikes import (
    Spike,
    Spikes,
    Stories,
    floor_of,
    rolling_sums,
    spiking,
    threshold_of,
    with_stories,
    without_gaps,
)
from timeweave.embedders import StoreEmbedder
from timeweave.embedding.reader import Reader, ReadingOnce
from timeweave.errors import UsageError
from timeweave.evolution.identity.identified import IdentifiedView, identified
from timeweave.indexes import Indexes
from timeweave.models import Clients
from timeweave.records import EntityInfo, Report
from timeweave.results import Answer, SearchResult
from timeweave.retrieval import Query, RetrievalOptions, Sources, pose, retrieve
from timeweave.retrieval.base import Reranker
from timeweave.retrieval.identified_index import IdentifiedIndex
from timeweave.retrieval.identities import bearers_of, names_near, resolving
from timeweave.retrieval.router import AUTO, PASSAGES
from timeweave.settings import Use
from timeweave.store.base import Store, View
from timeweave.tracing import traced

_LEAST_DIGESTED = 2  # statements, fewer of which tell nothing in general of several times


@dataclass(frozen=True, slots=True)
class Inquiries:
    """Answers questions from a store; ``reranker`` is a cross-encoder, where one is installed, ``reader`` the packaged
    one, which says of sentences how well they answer.
    """

    store: Store
    indexes: Indexes
    embedder: StoreEmbedder
    options: RetrievalOptions
    answers: AnswerOptions
    reranker: Reranker | None = None
    reader: Reader = field(default_factory=Reader)

    def search(self, query: Query, view: View, clients: Clients) -> SearchResult:
        """Evidence among what ``view`` sees."""
        return self.find(query, view, clients)[0]

    def identified(self, view: View) -> IdentifiedView:
        """``view`` with the names that are asked for resolved."""
        return resolving(view, self.indexes.reader(view), self.embedder.get())

    def find(self, query: Query, view: View, clients: Clients) -> tuple[SearchResult, Relevance]:
        """Evidence, and how to weigh statements against the question."""
        return self._find(query, self.identified(view), clients, ReadingOnce(self.reader))

    def _find(
        self, query: Query, seen: IdentifiedView, clients: Clients, reader: ReadingOnce
    ) -> tuple[SearchResult, Relevance]:
        view = seen.below
        index = IdentifiedIndex(self.indexes.reader(view), seen)
        sources = Sources(
            seen.as_view,
            index,
            self.embedder.get(),
            reports=lambda nodes: self._reports(nodes, view, clients),
            chunks=lambda: self.indexes.chunks(view),
            reranker=self.reranker,
            reader=reader,
            client=clients.get(Use.ANSWER),
        )
        with traced("question"):
            posed = pose(query, sources, self.options)
        with traced("retrieval", mode=posed.mode):
            found = retrieve(posed)
        return found, Relevance(index, posed.request.vector, posed.request.question.text, reader)

    def answer(self, query: Query, view: View, clients: Clients, min_confidence: float | None = None) -> Answer:
        """An answer from the evidence, or a refusal; without what it took, which the caller's clock knows.

        Raises:
            UsageError: ``min_confidence`` is no probability.
        """
        client = clients.get(Use.ANSWER)
        options = self.answers if min_confidence is None else replace(self.answers, min_confidence=min_confidence)
        if not 0.0 <= options.min_confidence <= 1.0:
            raise UsageError(f"min_confidence must lie between 0 and 1, not {options.min_confidence!r}")
        seen, is_auto, reader = self.identified(view), query.mode == AUTO, ReadingOnce(self.reader)

        def answered(query: Query) -> Answer:
            result, relevance = self._find(query, seen, clients, reader)
            return answering.answer(
                result, view=seen.as_view, relevance=relevance, client=client, options=options, brief=is_auto
            )

        found = answered(query)
        is_thin = len(found.search.nodes) > 1 and len(found.citations) < _LEAST_DIGESTED
        if is_auto and is_thin and not found.refused:
            return answered(replace(query, mode=PASSAGES))  # it was no question for an account of a time
        return found

    def spikes(
        self,
        name: str,
        view: View,
        clients: Clients,
        counts: Mapping[dt.date, int] | None = None,
        stories: Stories = None,
    ) -> Spikes:
        """When an entity is spoken of far more than usual, by the articles of each day, or by ``counts``; each of the
        ``stories`` is a search for news of its own.

        Raises:
            NotFoundError: no visible document mentions such an entity.
        """
        seen, reader = self.identified(view), self.indexes.reader(view)
        entity = bearers_of(seen, name, names_near(view, reader, self.embedder.get()))[0]
        vector = self.embedder.get().embed([entity.name])[0]
        hits = IdentifiedIndex(reader, seen).dense(
            vector, entity.mentions + view.counts()["statements"], entity=entity.id
        )
        dated = {
            info.ordinal: info.observed
            for info in view.info(h.key.ordinal for h in hits).values()
            if info.published is not None
        }
        told = dict(Counter(dated.values())) if counts is None else dict(counts)
        if not told:
            return Spikes(entity, {}, {}, 0.0, ())
        last = max(told) if view.as_of is None else max(view.as_of, max(told))
        days = without_gaps(told, min(told), last)
        sums = rolling_sums(days)
        threshold = max(threshold_of(sums), floor_of(sums))
        found = list(spiking(days, sums, threshold))
        told_of = with_stories(found, stories)
        spikes = (self._with_story(entity, s, view, clients) if s.peak in told_of else s for s in found)
        return Spikes(entity, days, sums, threshold, tuple(spikes))

    def _with_story(self, entity: EntityInfo, spike: Spike, view: View, clients: Clients) -> Spike:
        """A spike with the first story of its peak."""
        question = f"{entity.name} {spike.peak.day} {spike.peak:%B %Y}"
        result, relevance = self.find(Query(question, mode="news"), view, clients)
        told = answering.answer(result, view=view, relevance=relevance)
        first = next((line for line in told.answer.splitlines() if line.startswith("- ")), "")
        if told.refused or not first:
            return spike
        return replace(spike, story=first.removeprefix("- ").replace(" [1]", ""), citation=told.citations[0])

    def entity(self, name: str, view: View) -> EntityInfo:
        """The entity that bears ``name``.

        Raises:
            NotFoundError: no visible document mentions such an entity; the message names similar ones.
        """

        def near(unknown: str) -> Sequence[str]:
            return names_near(view, self.indexes.reader(view), self.embedder.get())(unknown)

        return bearers_of(identified(view), name, near)[0]

    def _reports(self, nodes: Sequence[str], view: View, clients: Clients) -> Mapping[str, Report]:
        from timeweave.reports import Reports  # what makes them is loaded when a question needs one

        return Reports(self.store, clients.get(Use.INDEX)).of(nodes, view)

"""The facade: open a knowledge base, add and remove documents, search, ask, look at timelines and changes.

It wires the layers and holds the transactions; it decides nothing about time, facts or ranking.
"""

from __future__ import annotations

import datetime as dt
import functools
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self, Unpack, overload

from timeweave.browsing import Browsing
from timeweave.embedders import StoreEmbedder
from timeweave.embedding.base import Embedder
from timeweave.evolving import Evolving
from timeweave.indexes import Indexes
from timeweave.language.readable import readable
from timeweave.models import Clients, Models
from timeweave.overviews import Stats, Timeline
from timeweave.picturing import Picturing
from timeweave.records import Problem, Report
from timeweave.removing import Unknown, remove
from timeweave.results import Answer, SearchResult
from timeweave.settings import Settings, Use
from timeweave.store.base import Store
from timeweave.suggesting import Suggesting
from timeweave.temporal.given import day_of, instant
from timeweave.temporal.interval import Interval
from timeweave.upkeep import Upkeep

if TYPE_CHECKING:  # what reads documents, answers, makes reports is loaded when first needed: none needs the others
    from timeweave.adding import Additions, Progress, Source
    from timeweave.answering import AnswerOptions
    from timeweave.answering.stories.spikes import Spikes, Stories
    from timeweave.feeds import Visitor
    from timeweave.following import Following, How
    from timeweave.identifying import Entities
    from timeweave.inquiring import Inquiries
    from timeweave.interactions import InteractionsResult
    from timeweave.llm.speaking import Hear
    from timeweave.outcomes import AddEstimate, AddResult, ExportResult
    from timeweave.reports import PeriodReport, Reports, ReportsResult
    from timeweave.retrieval import RetrievalOptions
    from timeweave.retrieval.base import Reranker
    from timeweave.tuning import LabelledQuestion, Steps, Tuned


class KnowledgeBase(Evolving, Browsing, Picturing, Suggesting):
    """Dated documents and the temporal facts they state, on disk in one folder. A context manager."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder | None = None,
        options: RetrievalOptions | None = None,
        settings: Settings | None = None,
        models: Models | None = None,
        home: Path | None = None,
        answers: AnswerOptions | None = None,
        reranker: Reranker | None = None,
    ) -> None:
        self._store = store
        self._home = home or store.folder.parent
        self._indexes = Indexes(store.folder)
        self._settings = settings or Settings()
        self._embedder = StoreEmbedder(store, embedder, self._settings)
        self._models = models or Models(self._settings)
        self._how = options, answers, reranker
        self._upkeep = Upkeep(store, self._indexes, self._embedder)
        self._upkeep.resume()

    @property
    def embedder(self) -> Embedder:
        """The model that makes this store's vectors; loaded when first needed.

        Raises:
            EmbedderMismatchError: another one than that which made the vectors was asked for.
        """
        return self._embedder.get()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Release files, and delete those that nothing needs any more."""
        self._upkeep.leave()
        self._store.close()

    # -- writing ----------------------------------------------------------------------------------------------------

    @overload
    def add(
        self,
        source: Source,
        *,
        mapping: Mapping[str, str] | None = None,
        workers: int | None = None,
        progress: Progress | None = None,
        now: dt.datetime | None = None,
        reread: bool = False,
        follow_links: bool = False,
        markup: str | None = None,
        concepts: bool | None = None,
        dry_run: Literal[False] = False,
    ) -> AddResult: ...

    @overload
    def add(
        self,
        source: Source,
        *,
        mapping: Mapping[str, str] | None = None,
        workers: int | None = None,
        progress: Progress | None = None,
        now: dt.datetime | None = None,
        reread: bool = False,
        follow_links: bool = False,
        markup: str | None = None,
        concepts: bool | None = None,
        dry_run: Literal[True],
    ) -> AddEstimate: ...

    def add(
        self,
        source: Source,
        *,
        mapping: Mapping[str, str] | None = None,
        workers: int | None = None,
        progress: Progress | None = None,
        now: dt.datetime | None = None,
        reread: bool = False,
        follow_links: bool = False,
        markup: str | None = None,
        concepts: bool | None = None,
        dry_run: bool = False,
    ) -> AddResult | AddEstimate:
        """Take documents in, one transaction each: what this returns as added is on disk.

        ``source`` is files, folders, documents; ``mapping`` renames fields (target → source; `UsageError` if nowhere).
        The same content again is a no-op, a changed document with a known id a correction. Inputs that cannot be
        read are in the result's ``failed``; the others are added. ``now`` stands in for the clock. With a model for
        indexing, what it fails at is done by rules; a budget used up, or a silent server, ends it with ``stopped``: the
        same call again asks only what was not answered. With ``reread`` the same content is read anew. A symbolic link
        that leads out of a folder is refused unless ``follow_links``. ``markup`` says how texts are written; of common
        nouns there are facts with ``concepts``, as else the settings say. ``dry_run`` estimates and changes nothing.

        Raises:
            StoreError: the store cannot be written; what was acknowledged before stays.
            ModelError: the model cannot be used as it was asked for: key, name, address.
        """
        additions = self._additions(now).asked(markup, reread=reread, follow_links=follow_links, concepts=concepts)
        if dry_run:
            from timeweave.estimating import estimate

            return estimate(additions, source, mapping, progress)
        self._embedder.remember()
        try:
            return additions.run(source, mapping, workers, progress)
        finally:
            self._upkeep.erase()  # versions that were put in the place of others of their day

    def follow(
        self, feeds: Sequence[str], *, visitor: Visitor | None = None, workers: int | None = 1, **how: Unpack[How]
    ) -> Following:
        """What takes in feeds and pages of the web (NE-01): `Following.once` visits them, `rounds` again and again."""
        from timeweave.following import Following

        return Following.into(self._store, functools.partial(self.add, workers=workers), feeds, visitor, **how)

    def interactions(self, *subjects: str, variant: str = "m1") -> InteractionsResult:
        """Who acts with whom, and when (NE-05, NE-06): by the facts, with a model in its words, kept as facts."""
        from timeweave.interactions import run

        return run(subjects, variant, (self._store, self._indexes, self._embedder, self._inquiries), self._clients)

    def remove(self, *ids: str, now: dt.datetime | None = None, unknown: Unknown | None = None) -> int:
        """Erase documents and all that only they supported, from every file of the store; returns how many.

        One call for many documents writes each index file once. Where somebody who reads holds up the files, an
        `ErasurePendingWarning` says so: the documents are found no more, and the next command erases them.

        Raises:
            NotFoundError: for the first id that the store does not hold; those before it are removed. Where a list
                ``unknown`` is given, it gets such ids with their errors, and all others are removed.
        """
        try:
            return remove(ids, self._store, self._indexes, instant(now), unknown)
        finally:
            self._upkeep.erase()

    def _additions(self, now: dt.datetime | None) -> Additions:
        from timeweave.adding import Additions

        clients = self._clients("add", now)
        parts = self._store, self._indexes, self.embedder, self._home, clients.operation, instant(now)
        wanted, rows = self._settings.extraction, self._settings.relations
        made = Additions(*parts, relations=rows, concepts=wanted.concepts)
        return made if (client := clients.get(Use.INDEX)) is None else made.read_by(client, wanted)

    # -- reading ----------------------------------------------------------------------------------------------------

    @functools.cached_property
    def _inquiries(self) -> Inquiries:
        from timeweave.answering import AnswerOptions
        from timeweave.inquiring import Inquiries
        from timeweave.retrieval import RetrievalOptions

        options, answers, reranker = self._how
        how = options or RetrievalOptions(), answers or AnswerOptions()
        return Inquiries(self._store, self._indexes, self._embedder, *how, reranker)

    def search(
        self,
        question: str,
        *,
        as_of: dt.date | str | None = None,
        mode: str = "auto",
        budget: int | None = None,
        limit: int | None = None,
        explain: bool = False,
        now: dt.date | None = None,
    ) -> SearchResult:
        """Evidence for a question, as it could be found on ``as_of``; at most ``budget`` tokens, ``limit`` spans.

        Without a ``budget`` the mode's own holds. ``now`` is the day that "latest" and "last quarter" refer to:
        ``as_of`` where that is given, else today.
        """
        from timeweave.retrieval import Query

        clients = self._clients("search")
        with self._store.view(day_of(as_of)) as view:
            query = Query(question, now, mode, budget, limit, explain)
            return self._inquiries.search(query, view, clients)

    def ask(
        self,
        question: str,
        *,
        as_of: dt.date | str | None = None,
        mode: str = "auto",
        budget: int | None = None,
        limit: int | None = None,
        explain: bool = False,
        now: dt.date | None = None,
        min_confidence: float | None = None,
        hear: Hear | None = None,
    ) -> Answer:
        """An answer with its citations, or a refusal that names what was missing; options as for `search`, and
        ``min_confidence``, the probability of being right (0 to 1) below which an answer is refused. ``hear(text,
        anew=False)`` is told the words of a language model as they come; what it answers is checked only when it is
        whole, so what is given back counts.
        """
        from timeweave.retrieval import Query

        started, clients = time.perf_counter(), self._clients("ask", hear=hear)
        with self._store.view(day_of(as_of)) as view:
            query = Query(question, now, mode, budget, limit, explain)
            answer = self._inquiries.answer(query, view, clients, min_confidence)
            if answer.disagreement:
                answer = replace(answer, called=self._called(answer.disagreement, view))
        elapsed = (time.perf_counter() - started) * 1000
        search = replace(answer.search, elapsed_ms=elapsed)
        return replace(answer, search=search, usage={**answer.usage, **clients.usage()})

    def report(self, period: Interval | str, *, as_of: dt.date | str | None = None) -> PeriodReport:
        """What a time node's facts come to (TG-06), made now where there is none of the present facts.

        Raises:
            NotFoundError: no visible fact speaks of ``period``; the message names nodes that there are.
        """
        reports = self._reports(self._clients("report"))
        with self._store.view(day_of(as_of)) as view:
            return reports.period(readable(str(period), "period"), view)

    def reports(self, *, as_of: dt.date | str | None = None) -> Mapping[str, Report]:
        """The report of every time node, by its label; made now where there is none of the present facts."""
        reports = self._reports(self._clients("report"))
        with self._store.view(day_of(as_of)) as view:
            return reports.of([node.label for node in view.time_nodes()], view)

    def report_all(self, *, progress: Progress | None = None) -> ReportsResult:
        """Make every report that is missing or stale, the lowest time nodes first, and no other (TG-07).

        Raises:
            ModelError: the model cannot be reached, or the budget is spent; what was made stays.
            StoreError: the store cannot be written.
        """
        clients = self._clients("report")
        done = self._reports(clients).make_all(progress)
        return replace(done, usage=clients.usage())

    def timeline(self, entity: str, relation: str | None = None, *, as_of: dt.date | str | None = None) -> Timeline:
        """The facts about an entity, in order of time, with supersession and disagreement.

        Raises:
            NotFoundError: no visible document mentions such an entity; the message names similar ones.
        """
        with self._store.view(day_of(as_of)) as view:
            return self.entities.timeline(readable(entity, "name"), relation, view)

    @functools.cached_property
    def entities(self) -> Entities:
        """Who is who: what is known of entities and why, and what people decide about it (EK-03)."""
        from timeweave.identifying import Entities

        return Entities(self._store, self._indexes, self._embedder)

    def spikes(
        self,
        entity: str,
        *,
        as_of: dt.date | str | None = None,
        counts: Mapping[dt.date, int] | None = None,
        stories: Stories = None,
    ) -> Spikes:
        """The days on which an entity is spoken of, or by ``counts`` asked for, far more than usual (NE-12); with what
        happened then, of so many of the highest or of these peaks where ``stories`` says so.
        """
        with self._store.view(day_of(as_of)) as view:
            return self._inquiries.spikes(readable(entity, "name"), view, self._clients("spikes"), counts, stories)

    def export(self, path: str | Path, *, as_: str | None = None, as_of: dt.date | str | None = None) -> ExportResult:
        """Write the facts as of a day to a file, in the format that ``as_`` or its name says (`exchange.formats`)."""
        from timeweave.exporting import export

        with self._store.view(day_of(as_of)) as view:
            return export(view, Path(path), as_)

    def stats(self, *, as_of: dt.date | str | None = None) -> Stats:
        """Sizes, time range and ledger; the bytes are those on disk now, whatever the day."""
        with self._store.view(day_of(as_of)) as view:
            size = sum(p.stat().st_size for p in self._store.folder.parent.rglob("*") if p.is_file())
            return Stats(view.counts(), size, view.time_range(), view.ledger(), self._embedder.remembered)

    def _reports(self, clients: Clients) -> Reports:
        from timeweave.reports import Reports

        return Reports(self._store, clients.get(Use.INDEX))

    def _clients(self, kind: str, now: dt.datetime | None = None, hear: Hear | None = None) -> Clients:
        """The models of an operation that begins now."""
        began = instant(now).astimezone(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return Clients(self._models, self._store, f"{began} {kind}", hear)

    def tune(
        self,
        questions: Sequence[LabelledQuestion],
        *,
        folds: int = 5,
        trials: int | None = None,
        progress: Progress | None = None,
        steps: Steps | None = None,
        now: dt.date | None = None,
    ) -> Tuned:
        """Learn the weights of mode ``hybrid`` from labelled questions (TW-11); `timeweave.tuning.write_weights` keeps
        them. ``now`` stands in for the clock.

        Raises:
            MissingExtraError: the extra ``tune`` is not installed.
            UsageError: too few questions, folds or trials.
        """
        from timeweave.tuning import Gathering, tune

        today = now or dt.datetime.now(dt.UTC).date()
        ranked = self._inquiries.options.hybrid
        gathering = Gathering(self._store, self._indexes, self._embedder, ranked, today, progress)
        return tune(questions, gathering, folds=folds, trials=trials, steps=steps)

    # -- upkeep -----------------------------------------------------------------------------------------------------

    def check(self, *, repair: bool = False) -> list[Problem]:
        """Verify the store and its indexes; ``repair`` rebuilds what is derived and gives what is left."""
        return self._upkeep.repair() if repair else self._upkeep.problems()

    def rebuild(self, *, embedder: Embedder | None = None) -> None:
        """Make all that is derived anew from the stored documents, with another embedder if one is given."""
        self._upkeep.rebuild(embedder or self.embedder)

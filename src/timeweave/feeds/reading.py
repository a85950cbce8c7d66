"""A visit to a feed: what it tells that was not told before, as documents, and what to remember of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from timeweave.addresses import shown
from timeweave.errors import FetchError
from timeweave.feeds.entries import Entry, entries_of, page_of
from timeweave.feeds.state import FeedState
from timeweave.feeds.visiting import Visitor
from timeweave.outcomes import Failure
from timeweave.records import DateSource, Document
from timeweave.temporal.interval import Granularity

Known = Callable[[str], tuple[Document, dt.date] | None]
"""The last stored version of a document, and the day from which it counts."""

_MOST_PAGES = 100
"""Pages that one visit fetches; the next goes on with the rest."""

_MOST_SITEMAPS = 10
_TRIES = 3
_FAILED = "failed "
_LONGEST_WAIT = 86_400.0


@dataclass(slots=True)
class Round:
    """What came of visiting feeds: the states to remember once their documents are kept, the ids that were ``told``
    (what several feeds carry under one id is taken from the first), how many feeds were visited, told nothing new, or
    are not due.
    """

    states: dict[str, FeedState] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)
    visited: int = 0
    unchanged: int = 0
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class FeedReader:
    """Reads feeds by a ``visitor``. ``known`` looks up what is stored, ``mapping`` renames fields, with ``pages`` the
    pages that items link to are read in full; a feed that fails is left alone for ``every`` and longer each time.
    """

    visitor: Visitor
    known: Known
    mapping: Mapping[str, str] = field(default_factory=dict)
    pages: bool = False
    every: dt.timedelta = dt.timedelta(minutes=15)

    def read(self, states: Mapping[str, FeedState], done: Round) -> Generator[Document | Failure]:
        """What the feeds of ``states`` tell that was not told before; ``done`` is filled along the way."""
        for feed, state in states.items():
            if not state.is_due(self.visitor.clock.now()):
                done.waiting += 1
                continue
            done.visited += 1
            try:
                yield from self._visit(feed, state, done)
            except FetchError as error:
                wait = min(self.every.total_seconds() * 2 ** min(state.failures, 8), _LONGEST_WAIT)
                done.states[feed] = state.failed(self.visitor.clock.now(), max(wait, error.retry_after or 0.0))
                yield Failure(shown(feed), None, str(error))

    def _visit(self, feed: str, state: FeedState, done: Round) -> Iterator[Document | Failure]:
        fetched = self.visitor.visit(feed, state.conditions)
        if fetched.status == 304:
            done.unchanged += 1
            done.states[feed] = replace(state, failures=0, not_before="")
            return
        found, further = entries_of(feed, fetched, self.mapping, pages=self.pages)
        for address in further[:_MOST_SITEMAPS]:
            listed, _ = entries_of(address, self.visitor.visit(address), self.mapping)
            found += listed
        seen: dict[str, str] = {}
        yield from self._new(found, state.seen, seen, done.told)
        whole = all(isinstance(e, Failure) or _settled(seen.get(e.document.id, "")) for e in found)
        kept = fetched.headers if whole and not further else {}
        done.unchanged += all(state.seen.get(id_) == digest for id_, digest in seen.items()) and bool(seen)
        done.states[feed] = FeedState(kept.get("etag", ""), kept.get("last-modified", ""), seen)

    def _new(
        self, found: Iterable[Entry | Failure], before: Mapping[str, str], seen: dict[str, str], told: set[str]
    ) -> Iterator[Document | Failure]:
        """Entries that are new or changed; of those that need a page, as many as one visit may fetch."""
        left = _MOST_PAGES
        for entry in found:
            if isinstance(entry, Failure):
                yield entry
                continue
            id_, known = entry.document.id, before.get(entry.document.id, "")
            if known == entry.digest or (known.startswith(_FAILED) and _settled(known)):
                seen[id_] = known
                continue
            if id_ in told:
                seen[id_] = entry.digest
                continue
            if not entry.page:
                seen[id_] = entry.digest
                told.add(id_)
                yield self._as_stored(entry.document)
                continue
            if left <= 0:
                continue
            left -= 1
            read = self._page(entry)
            if isinstance(read, Failure):
                seen[id_] = _failed_again(known)
                yield read
                continue
            seen[id_] = entry.digest
            told.add(id_)
            yield self._as_stored(read)

    def _page(self, entry: Entry) -> Document | Failure:
        """The document with the text of its page; where that cannot be had, with what the feed holds of it."""
        try:
            read = page_of(entry, self.visitor.visit(entry.page))
        except FetchError as error:
            read = Failure(shown(entry.page), None, str(error))
        told = entry.document
        return told if isinstance(read, Failure) and told.text.strip() != told.title else read

    def _as_stored(self, document: Document) -> Document:
        """A document as it is to be kept: one whose words are known as it was, an update visible from its own day."""
        known = self.known(document.id)
        if known is None:
            return document
        stored, observed = known
        if (stored.text, stored.title) == (document.text, document.title):
            return stored
        stated = str(document.metadata.get("updated", ""))
        day = dt.date.fromisoformat(stated) if stated else self.visitor.clock.now().date()
        published = stored.metadata.get("published") or (str(stored.date) if stored.date else "")
        return replace(
            document,
            date=max(day, observed),
            date_precision=Granularity.DAY,
            date_source=DateSource.FEED if stated else DateSource.ADDED,
            metadata={**document.metadata, **({"published": published} if published else {})},
        )


def _settled(digest: str) -> bool:
    """Whether there is nothing left to try with an entry."""
    return bool(digest) and (not digest.startswith(_FAILED) or int(digest.removeprefix(_FAILED)) >= _TRIES)


def _failed_again(digest: str) -> str:
    before = int(digest.removeprefix(_FAILED)) if digest.startswith(_FAILED) else 0
    return f"{_FAILED}{before + 1}"

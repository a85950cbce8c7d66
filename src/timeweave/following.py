"""Feeds into a store: what they tell that is new, each document in a transaction of its own, then what to remember."""

from __future__ import annotations

import contextlib
import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypedDict, Unpack

from timeweave.errors import UsageError
from timeweave.feeds import FeedReader, FeedState, Round, Visitor
from timeweave.feeds.guard import checked_feed
from timeweave.feeds.state import PREFIX
from timeweave.outcomes import AddResult, Failure, FollowResult
from timeweave.records import Document, DocumentId
from timeweave.store.base import Store

Adding = Callable[[Iterable[Document | Failure], dt.datetime], AddResult]
"""Takes documents into the store as of an instant."""


class How(TypedDict, total=False):
    """How feeds are followed: how often, whether the pages that items link to are read in full, fields renamed."""

    every: dt.timedelta
    pages: bool
    mapping: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Following:
    """Follows ``feeds`` into ``store``: ``add`` takes documents in, ``visitor`` fetches, every ``every``.

    A process that dies between two documents leaves those that were kept and no word of the feeds, which are then read
    again: what is stored already is not stored twice.
    """

    store: Store
    add: Adding
    visitor: Visitor
    feeds: Sequence[str]
    every: dt.timedelta = dt.timedelta(minutes=15)
    pages: bool = False
    mapping: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def into(
        cls,
        store: Store,
        add: Callable[..., AddResult],
        feeds: Sequence[str],
        visitor: Visitor | None,
        **how: Unpack[How],
    ) -> Following:
        """What follows ``feeds`` into ``store`` by an ``add`` such as `KnowledgeBase.add`."""
        return cls(store, lambda told, now: add(told, now=now), visitor or Visitor(), tuple(feeds), **how)

    def __post_init__(self) -> None:
        if not self.feeds:
            raise UsageError("there is no feed to follow: name one or more, as https://HOST/PATH")
        if self.every < dt.timedelta(minutes=1):
            raise UsageError(f"every {self.every} is too often for any site: say 1m or more")
        for feed in self.feeds:
            checked_feed(feed)

    def once(self, *, at_once: bool = False) -> FollowResult:
        """Visit each feed that is due, with ``at_once`` those that are not as well, and keep what is new."""
        done, now = Round(), self.visitor.clock.now()
        states = {feed: FeedState.from_json(self.store.setting(PREFIX + feed)) for feed in dict.fromkeys(self.feeds)}
        if at_once:
            states = {feed: replace(state, not_before="") for feed, state in states.items()}
        reader = FeedReader(self.visitor, self._known, self.mapping, self.pages, self.every)
        with contextlib.closing(reader.read(states, done)) as told:
            added = self.add(told, now)
        if added.stopped is None:
            self._remember({feed: state for feed, state in done.states.items() if state != states[feed]})
        return FollowResult(added, done.visited, done.unchanged, done.waiting)

    def rounds(self, most: int | None = None) -> Iterator[FollowResult]:
        """Visit the feeds again and again, at most ``most`` times."""
        count = 0
        while most is None or count < most:
            began = self.visitor.clock.now()
            yield self.once()
            count += 1
            if count != most:
                took = (self.visitor.clock.now() - began).total_seconds()
                self.visitor.clock.sleep(max(0.0, self.every.total_seconds() - took))

    def _remember(self, states: Mapping[str, FeedState]) -> None:
        if states:
            with self.store.transaction() as transaction:
                for feed, state in states.items():
                    transaction.set_setting(PREFIX + feed, state.to_json())

    def _known(self, id_: str) -> tuple[Document, dt.date] | None:
        with self.store.view() as view:
            info = view.document(DocumentId(id_))
            return None if info is None else (view.original(info.ordinal), info.observed)

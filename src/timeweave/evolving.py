"""How what is known came about and is taken: the log of changes, and what each relation means for it."""

from __future__ import annotations

import datetime as dt
import functools
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from timeweave.errors import UsageError
from timeweave.language.readable import readable
from timeweave.overviews import Called
from timeweave.records import RecordedChange, ResolvedFact
from timeweave.store.base import Store, View
from timeweave.temporal.given import day_of, instant

if TYPE_CHECKING:  # what explains a fact is loaded when first asked
    from timeweave.evolution.explaining import Explanation
    from timeweave.overviews import RelationInfo, SourceInfo
    from timeweave.reports.telling import Wording

RECORDED, PUBLISHED = "recorded", "published"
HOW = 'days count by "recorded" or by "published"; give the place of a change in the same order'


class Evolving:
    """The part of a knowledge base that tells and corrects how facts evolve."""

    _store: Store

    def changes(
        self,
        *,
        since: dt.datetime | dt.date | None = None,
        until: dt.datetime | dt.date | None = None,
        entity: str | None = None,
        relation: str | None = None,
        kind: str | None = None,
        before: int | tuple[dt.date, int] | None = None,
        limit: int | None = None,
        as_of: dt.date | str | None = None,
        by: str = RECORDED,
    ) -> list[RecordedChange]:
        """What was added, closed, contradicted and removed since an instant, and why, in order of sequence.

        ``until`` is an instant that no longer counts, or the last day. With ``entity``, ``relation`` or ``kind`` (such
        as "closed") only changes with such events, and these alone; with ``as_of`` what was published by then, each
        change with what it did among that. With ``limit`` the newest so many, below the sequence ``before``: no more of
        the log is read than that, but for what is passed over.

        By "published" the days are those of publication: the changes come in their order (``before`` is the `day` and
        sequence of one), each with what it did to what had been published before, in whatever order documents were
        added; a day is worked out whole when it is first read. What has no such day, as a removal, counts from the day
        on which it was recorded, and tells only what it took away.

        Raises:
            UsageError: there is no such kind of event, or way to count days; ``before`` is of the other.
        """
        from timeweave.evolution.log import Wanted, newest
        from timeweave.evolution.published import Published, place_of

        wanted = Wanted.of(entity, relation, kind)
        few = wanted != Wanted()
        if by not in (RECORDED, PUBLISHED) or isinstance(before, int if by == PUBLISHED else tuple):
            raise UsageError(f"by {by!r} before {before!r}: {HOW}")
        with self._store.view(day_of(as_of)) as view:
            published = Published(view)
            if by == PUBLISHED:
                found = functools.partial(published.between, _day(since), _last_day(until))
                at = before if isinstance(before, tuple) else None
                return newest(found, place_of, wanted.narrowed, at, limit, few=few)
            if until is not None and not isinstance(until, dt.datetime):
                until = None if until == dt.date.max else until + dt.timedelta(days=1)
            read = functools.partial(view.changes, since=_midnight(since), until=_midnight(until))

            def told(change: RecordedChange) -> RecordedChange | None:
                known = change if view.as_of is None else published.as_told(change)
                return None if known is None else wanted.narrowed(known)

            below = before if isinstance(before, int) else None
            return newest(read, lambda change: change.sequence, told, below, limit, few=few)

    def in_words(self, changes: Iterable[RecordedChange], *, as_of: dt.date | str | None = None) -> Wording:
        """The events of changes as people write them: facts under the names that documents use."""
        from timeweave.reports.telling import Wording

        with self._store.view(day_of(as_of)) as view:
            return Wording.of(changes, view)

    def explain(self, fact: str, *, as_of: dt.date | str | None = None) -> Explanation:
        """Why a fact, given by its id or as the log words it, stands as it does (EK-04): its relation, the values
        beside it with their confidence C(o) and sources, and every decision of the log about it.

        Raises:
            NotFoundError: no visible fact is meant.
        """
        from timeweave.evolution.explaining import explain
        from timeweave.reports.telling import FactWords, Wording
        from timeweave.retrieval.synonyms import related

        with self._store.view(day_of(as_of)) as view:
            seen, words = related(view).as_view, FactWords(view)
            found = explain(readable(fact, "fact"), seen, words)
            wording = Wording.of_events(((decision.day, (decision.event,)) for decision in found.decisions), view)
            told = tuple(replace(decision, reason=wording.why(decision.event)) for decision in found.decisions)
            beside = {id_ for candidate in found.candidates for id_ in candidate.facts[:1]}
            facts = (found.fact.fact, *(r.fact for r in found.by), *(s.fact for s in seen.facts(beside).values()))
            called = words.called(facts)
        return replace(found, decisions=told, called=called)

    def _called(self, facts: Iterable[ResolvedFact], view: View) -> Called:
        """What facts are called in what ``view`` shows."""
        from timeweave.reports.telling import FactWords

        return FactWords(view).called(resolved.fact for resolved in facts)

    def relations(self, *, as_of: dt.date | str | None = None) -> list[RelationInfo]:
        """Every relation of the visible facts, with how many values it has at a time and why (EK-05), and the
        relation that it is by another name (EK-07); by name.
        """
        from timeweave.evolution.correcting import listed
        from timeweave.retrieval.synonyms import synonyms_of

        with self._store.view(day_of(as_of)) as view:
            return listed(view, synonyms_of(view))

    def set_relation(self, relation: str, values: str | None, *, now: dt.datetime | None = None) -> RelationInfo:
        """Say how many values ``relation`` has: "ever" one for ever, "one" one at a time, "many"; ``None`` takes back
        what was said. What that closes, disputes or reopens stands in the log. Gives the relation as it is then.

        Raises:
            UsageError: no such relation or number of values; quotes it and says what there is.
        """
        from timeweave.evolution.correcting import correct, relation_info, wanted
        from timeweave.retrieval.synonyms import synonyms_of

        with self._store.transaction() as transaction:
            name, number = wanted(relation, values, transaction)
            correct({name: number}, "you", transaction, instant(now))
        with self._store.view() as view:
            return relation_info(name, view, synonyms_of(view))

    def sources(self, *, as_of: dt.date | str | None = None) -> list[SourceInfo]:
        """Every source of the visible documents with how reliable it is, and on what it is doubted (EK-04); by name."""
        from timeweave.evolution.correcting import sources_listed

        with self._store.view(day_of(as_of)) as view:
            return sources_listed(view)

    def set_source(self, source: str, reliability: float | None, *, now: dt.datetime | None = None) -> SourceInfo:
        """Say how reliable a source is, from 0 to 1, below two thirds it is doubted; ``None`` takes back what was said.
        What that closes, disputes or reopens stands in the log. Gives the source as it is then.

        Raises:
            UsageError: no such source or number; quotes it and says what there is.
        """
        from timeweave.evolution.correcting import correct_source, source_info
        from timeweave.evolution.reliability import publisher

        with self._store.transaction() as transaction:
            correct_source(readable(source, "source"), reliability, transaction, instant(now))
        with self._store.view() as view:
            return source_info(publisher(source.strip()), view)

    def set_synonym(
        self,
        relation: str,
        other: str | None,
        verdict: str = "nothing",
        *,
        day: dt.date | str | None = None,
        now: dt.datetime | None = None,
    ) -> None:
        """Say that ``relation`` and ``other`` are the "same", one the "inverse" of the other, or "different", from
        ``day`` on (without one from today); "nothing" takes back what was said of the two, or without ``other`` of
        ``relation`` and any (EK-07).

        Raises:
            UsageError: no such relation or verdict, what is said is so already or stands against what was said of
                others, or a day lies ahead.
        """
        from timeweave.evolution.synonyms.saying import say
        from timeweave.retrieval.synonyms import synonyms_of

        today = instant(now).astimezone(dt.UTC).date()
        counts_from = day_of(day) or today
        if counts_from > today:
            raise UsageError(f"what is said counts from {counts_from} on, which lies ahead: give a day up to {today}")
        with self._store.transaction() as transaction:
            say(relation, other, verdict, counts_from, transaction, synonyms_of)


def _day(moment: dt.datetime | dt.date | None) -> dt.date | None:
    """The day of an instant."""
    return moment.date() if isinstance(moment, dt.datetime) else moment


def _last_day(until: dt.datetime | dt.date | None) -> dt.date | None:
    """The last day before an instant that no longer counts; a day as it is."""
    return (until - dt.timedelta(microseconds=1)).date() if isinstance(until, dt.datetime) else until


def _midnight(day: dt.datetime | dt.date | None) -> dt.datetime | None:
    """An instant as it is, a day as the one at which it begins."""
    return day if day is None or isinstance(day, dt.datetime) else dt.datetime.combine(day, dt.time(), dt.UTC)

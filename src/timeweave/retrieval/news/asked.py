"""A query as news is looked for: whom it means, on which day, and the query in full (NE-08)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from timeweave.evolution import merge_tenures, resolve
from timeweave.language.names import canonical_key
from timeweave.language.terms import index_terms
from timeweave.question import Question
from timeweave.question.telegraphic import NEWS_WORDS, words_of_query
from timeweave.records import EntityId, EntityInfo
from timeweave.store.base import View
from timeweave.temporal.interval import Granularity, Interval

_LONGEST = 5  # words of a name


@dataclass(frozen=True, slots=True)
class AskedNews:
    """``entities`` are those meant, the holder of a named office for its body; ``rest`` are the other words; ``day`` is
    the day asked about. ``holds`` says who held which office then.
    """

    entities: tuple[EntityInfo, ...]
    rest: str
    day: dt.date
    holds: tuple[tuple[str, str, str], ...] = ()

    @property
    def text(self) -> str:
        """The reformulated query: the names in full, and the day in words."""
        named = " and ".join(e.name for e in self.entities)
        told = " ".join(part for part in (named, self.rest) if part)
        return dated(told, self.day)

    @property
    def terms(self) -> frozenset[str]:
        """The index terms beside the names, without those that only say that news is wanted."""
        return frozenset(index_terms(self.rest)) - NEWS_WORDS


def dated(query: str, day: dt.date) -> str:
    """``query`` with its day in words."""
    return f"(Date: {day:%B} {day.day}, {day.year}) {query}"


def asked_news(question: Question, view: View, now: dt.date) -> AskedNews:
    """What ``question`` asks for, as put on the day ``now``."""
    days = [i for i in question.scope.intervals if i.granularity is Granularity.DAY and i.start is not None]
    dated = bool(days) and not question.scope.newest
    day = days[0].start if dated and days[0].start is not None else now
    named, rest = _of_question(question, view) if question.entities else _named(words_of_query(question), view)
    holders = [held for body in named for held in _holders(body, question, view, day)]
    if not holders:
        return AskedNews(tuple(named), rest, day)
    people = {info.id: info for _, _, info in holders}
    holds = tuple((body.name, role, info.name) for body, role, info in holders)
    bodies = {body.id for body, _, _ in holders}
    others = [e for e in named if e.id not in bodies]
    return AskedNews((*people.values(), *others), "", day, holds)


def asks_relation(question: Question, view: View) -> bool:
    """Whether the words beside the names are a relation or measure that is known of them: "Quillon revenue"."""
    words = frozenset(index_terms(" ".join(words_of_query(question, beside_names=True))))
    known = view.relations_about([e.id for e in question.entities]) if words else ()
    return any(terms and terms <= words for terms in (index_terms(relation).keys() for relation in known))


def _of_question(question: Question, view: View) -> tuple[list[EntityInfo], str]:
    known = [info for e in question.entities if (info := view.entity(e.id)) is not None]
    return known, " ".join(words_of_query(question, beside_names=True))


def _named(words: Sequence[str], view: View) -> tuple[list[EntityInfo], str]:
    """The names among words in small letters, the longest first, and what is left."""
    free = [True] * len(words)
    found: list[tuple[int, EntityInfo]] = []
    for size in range(min(_LONGEST, len(words)), 0, -1):
        for start in range(len(words) - size + 1):
            if not all(free[start : start + size]):
                continue
            key = canonical_key(" ".join(words[start : start + size]))
            bearers = view.named([key]).get(key, ()) if key else ()
            if bearers:
                free[start : start + size] = [False] * size
                found.append((start, max(bearers, key=lambda info: (info.mentions, info.id))))
    rest = " ".join(word for word, kept in zip(words, free, strict=True) if kept)
    named = {info.id: info for _, info in sorted(found, key=lambda item: item[0])}
    return list(named.values()), rest


def _holders(
    body: EntityInfo, question: Question, view: View, day: dt.date
) -> Iterator[tuple[EntityInfo, str, EntityInfo]]:
    """Who held the office that the query names beside its body, on the day."""
    on = Interval.day(day)
    for role in sorted(question.roles & set(view.relations_about([body.id]))):
        facts = [f for f in view.facts_about([body.id], relation=role) if f.fact.subject == body.id]
        held = [r for r in merge_tenures(resolve(facts)) if r.fact.object_is_entity and r.valid is not None]
        held = [r for r in held if r.valid is not None and r.valid.overlaps(on)]
        for resolved in sorted(held, key=lambda r: (-r.confidence, r.fact.object))[:1]:
            person = view.entity(EntityId(resolved.fact.object))
            if person is not None:
                yield body, role, person

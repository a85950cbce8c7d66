"""What was written in a period: the titles of its documents, those that come again and again told as one series."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from timeweave.language.terms import index_terms
from timeweave.lexicon.families import any_of
from timeweave.lexicon.numbers import MONTHS
from timeweave.records import (
    DocumentId,
    DocumentInfo,
    EntityId,
    PlacedSupport,
    ReportSentence,
    ResolvedFact,
    StatementKey,
)
from timeweave.reports.meaning import Meaning, meaning_of
from timeweave.reports.quoting import is_prose
from timeweave.reports.spoken import Spoken, cited
from timeweave.reports.timely import Timeliness, timeliness
from timeweave.reports.wording import at_period, period_in_words
from timeweave.temporal.interval import Interval

SECTION = "What was published"
_LEAST_WORDS = 3
_MOST_CHARACTERS = 110
_AGAIN = 0.5  # what a name counts for each headline before that has it
_NAMES = 6  # of a document that count
_CHANGING = re.compile(rf"\b(?:{any_of(MONTHS)}|[a-z]*\d[\w.]*|q[1-4])\b[,.]?|[^\w\s]", re.IGNORECASE)
_OPENING = 5  # statements in which a document says what it is about
_LEAST_SHARED = 2  # words of a title in the sentence that is quoted for its gist
_SHORTEST, _LONGEST = 40, 180
_OPENING_NUMBER = re.compile(r"^\d{4}-\d\d-\d\d[\s_-]*")


@dataclass(frozen=True, slots=True)
class _Headline:
    """A document by its title, with the facts for which the report reads it."""

    info: DocumentInfo
    title: str
    facts: tuple[ResolvedFact, ...]

    @property
    def day(self) -> Interval:
        """When it appeared."""
        return Interval.day(self.info.observed)


def headline_sentences(spoken: Spoken, told: str, most: int) -> Iterator[ReportSentence]:
    """The weightiest titles in order of time, then how many more there are; ``told`` was quoted before."""
    groups = _families(_headlines(spoken))
    if not groups:
        return
    chosen = sorted(_weightiest(groups, most), key=lambda g: (g[0].info.observed, g[0].info.id))
    for group in chosen:
        yield _in_words(group, spoken, told)
    rest = [h for g in groups if g not in chosen for h in g]
    if rest:
        rest.sort(key=lambda h: (h.info.observed, h.info.id))
        such = ":" if len(rest) == 1 else ", such as"
        text = f"And {len(rest):,} more{such} “{rest[0].title}”"
        yield cited(f"{text}.", [rest[0].facts[0]], SECTION)


def _headlines(spoken: Spoken) -> list[_Headline]:
    """Documents that appeared within the node under a title of their own, in order of time; copies count once.

    What reports on a period of its own is told by its figures, and what announces that something came out by that.
    """
    facts: dict[DocumentId, list[ResolvedFact]] = defaultdict(list)
    infos: dict[DocumentId, DocumentInfo] = {}
    announcing: set[DocumentId] = set()
    for resolved in spoken.facts.values():
        for place in resolved.supports:
            info = infos.setdefault(place.document_id, spoken.names.info(place))
            if spoken.node.holds(info.observed):
                facts[place.document_id].append(resolved)
            if meaning_of(resolved) is Meaning.PUBLICATION and resolved.fact.valid == Interval.day(info.observed):
                announcing.add(place.document_id)
    found: dict[str, _Headline] = {}
    for id_ in sorted(facts, key=lambda id_: (infos[id_].observed, id_)):
        info, title = infos[id_], _OPENING_NUMBER.sub("", " ".join(infos[id_].title.split()))
        if id_ in announcing or info.period is not None or info.published is None:
            continue
        if len(title.split()) >= _LEAST_WORDS and len(title) <= _MOST_CHARACTERS:
            found.setdefault(title.casefold(), _Headline(info, title, tuple(spoken.best_first(facts[id_]))))
    return list(found.values())


def _families(headlines: Sequence[_Headline]) -> list[list[_Headline]]:
    """Headlines that differ in a number or a month only are one group."""
    found: dict[str, list[_Headline]] = defaultdict(list)
    for headline in headlines:
        plain = " ".join(_CHANGING.sub(" ", headline.title.casefold()).split())
        found[plain or headline.title].append(headline)
    return list(found.values())


def _weightiest(groups: Sequence[list[_Headline]], most: int) -> list[list[_Headline]]:
    """Groups whose documents speak of what most documents of the period speak of, each name counting less each time."""
    names = [_names(group) for group in groups]
    spread = Counter(entity for every in names for entity in every)
    told: Counter[EntityId] = Counter()
    left = list(range(len(groups)))
    chosen: list[list[_Headline]] = []

    def weight(number: int) -> float:
        worths = sorted((math.log2(1 + spread[e]) * _AGAIN ** told[e] for e in names[number]), reverse=True)
        firm = sum(len(h.facts) for h in groups[number])
        return sum(worths[:_NAMES]) + math.log2(1 + firm)

    while left and len(chosen) < most:
        best = max(left, key=lambda number: (round(weight(number), 6), -number))
        left.remove(best)
        chosen.append(groups[best])
        told.update(names[best])
    return chosen


def _names(group: Sequence[_Headline]) -> set[EntityId]:
    found = {entity for h in group for r in h.facts for entity in r.fact.ends}
    return found | {entity for h in group for entity in h.info.entities}


def _in_words(group: Sequence[_Headline], spoken: Spoken, told: str) -> ReportSentence:
    first, last, node = group[0], group[-1], spoken.node
    if len(group) > 1:
        text = f"“{first.title}” {at_period(first.day, node)} and {len(group) - 1:,} more like it until "
        return cited(f"{text}{period_in_words(last.day, node)}.", [first.facts[0], last.facts[0]], SECTION)
    title = f"“{first.title}”" if first.day == node else f"“{first.title}” ({period_in_words(first.day, node)})"
    gist = _gist(first, spoken)
    if gist is None or gist[0] in told:
        return cited(f"{title}.", first.facts[:1], SECTION)
    words, facts = gist
    return cited(f"{title}: “{words}”", facts, SECTION)


def _gist(headline: _Headline, spoken: Spoken) -> tuple[str, list[ResolvedFact]] | None:
    """Of the first sentences of a document that state facts of the period the one with most words of its title."""
    stated: dict[StatementKey, list[ResolvedFact]] = defaultdict(list)
    places: dict[StatementKey, PlacedSupport] = {}
    for resolved in headline.facts:
        for place in resolved.supports:
            if place.document_id == headline.info.id:
                stated[place.key].append(resolved)
                places[place.key] = place
    wanted = {term for term in index_terms(headline.title) if not term.isdigit()}
    best: tuple[int, str, list[ResolvedFact]] = (_LEAST_SHARED - 1, "", [])
    for key in sorted((key for key in places if key.index < _OPENING), key=lambda key: key.index):
        words = spoken.names.sentence(places[key])
        held = len(wanted & set(index_terms(words)))
        if held <= best[0] or not is_prose(words, _SHORTEST, _LONGEST) or not spoken.are_said(stated[key]):
            continue
        if timeliness(words, places[key], spoken.node, spoken.names) is Timeliness.AT_THE_TIME:
            best = (held, words, stated[key])
    return (best[1], best[2]) if best[1] else None

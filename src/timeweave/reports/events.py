"""What happened in a period: deeds, who came and who went, what began and what ended; many of one kind together."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

from timeweave.evolution.relations import is_functional
from timeweave.records import FactStatus, PlacedSupport, ReportSentence, ResolvedFact
from timeweave.reports.meaning import (
    Meaning,
    began_in,
    ended_in,
    happened,
    in_past,
    is_listed,
    lasts,
    looks_back,
    meaning_of,
    tells_of_bounds,
    tells_of_coming,
    told_after,
)
from timeweave.reports.quoting import is_link
from timeweave.reports.spoken import Spoken, cited
from timeweave.reports.timely import Timeliness, timeliness
from timeweave.reports.wording import leads_to_object, listed, period_in_words, sentence
from timeweave.temporal.interval import Interval

HAPPENED = "What happened"
COMING = "Who came and who went"
LASTING = "What began and what ended"
_IN_ONE = 4  # things that one sentence lists by name
_LEAD = 6  # statements in which a document says what it is about
_BODY = 14  # statements behind which one document alone tells of what went before
_IN_LEAD = 1.5  # for a deed that a document begins with
_KNOWN = 1.0  # for a deed that is listed as one

_A_DAY = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?|-Q\d)?")

Said = Callable[[ResolvedFact], str]


@dataclass(frozen=True, slots=True)
class _Part:
    """What a sentence is made of: what all facts of a group share, what differs in each, and the day of all."""

    shared: str
    own: tuple[str, ...]
    facts: tuple[ResolvedFact, ...]
    when: str


def deed_sentences(spoken: Spoken, most: int) -> Iterator[ReportSentence]:
    """Deeds of the period, what one did to several together."""
    deeds = [r for r in _within(spoken, {Meaning.EVENT}) if _is_news(r, spoken)]
    groups = _grouped(deeds, lambda r: (r.fact.subject, _deed(r)))
    done_to = _object(spoken)
    yield from _told(spoken, groups, HAPPENED, most, lambda r: f"{spoken.name(r.fact.subject)} {_deed(r)}", done_to)


def coming_sentences(spoken: Spoken, most: int) -> Iterator[ReportSentence]:
    """Who joined and who left what, then whose office or membership begins or ends in the period."""
    deeds = [r for r in _within(spoken, {Meaning.ARRIVAL, Meaning.DEPARTURE}) if _is_news(r, spoken)]
    groups = _grouped(deeds, lambda r: (in_past(r.fact.relation), r.fact.object))
    done_to = _object(spoken)

    def deed(resolved: ResolvedFact) -> str:
        return f"{_deed(resolved)} {done_to(resolved)}".strip()

    sentences = list(_told(spoken, groups, COMING, most, deed, lambda resolved: spoken.name(resolved.fact.subject)))
    yield from sentences
    told = {(r.fact.subject, r.fact.object) for r in deeds} | {(r.fact.object, r.fact.subject) for r in deeds}
    tenures = [r for r in _changing(spoken, Meaning.TENURE) if (r.fact.subject, r.fact.object) not in told]
    yield from _lasting(spoken, tenures, COMING, most - len(sentences))


def lasting_sentences(spoken: Spoken, most: int) -> Iterator[ReportSentence]:
    """Other states that begin or end in the period."""
    states = [r for r in _changing(spoken, Meaning.STATE) if lasts(r.fact.relation)]
    yield from _lasting(spoken, states, LASTING, most)


def tenure_in_words(
    resolved: ResolvedFact, spoken: Spoken, within: Interval | None = None, *, since: bool = False
) -> str:
    """Who held what of whom: "Ada Poe, mayor of Leith, from 3 May until 9 June"; ``since`` when, where that is told."""
    fact = resolved.fact
    who, what = spoken.object(resolved), spoken.relation(resolved)
    if meaning_of(resolved) is Meaning.STATE or (is_functional(fact.relation) and leads_to_object(fact.relation)):
        told = _bounds(resolved, within, since=since).removeprefix(",")
        return f"{spoken.name(fact.subject)} {what} {who}{told}"
    if not _names_post(resolved):
        held = f"{spoken.name(fact.subject)}, {who if fact.relation.startswith('position') else f'{what} {who}'}"
    else:
        held = f"{who}, {what} of {spoken.name(fact.subject)}"
    return f"{held}{_bounds(resolved, within, since=since)}"


def _names_post(resolved: ResolvedFact) -> bool:
    """Whether the relation is the office and the object its holder; else the relation leads to what one belongs to."""
    return resolved.fact.object_is_entity and not leads_to_object(resolved.fact.relation)


def _bounds(resolved: ResolvedFact, within: Interval | None, *, since: bool) -> str:
    valid = resolved.valid
    if valid is None or valid.is_unit:
        return ""
    stated = resolved.fact.valid
    start = stated.start if stated is not None and since else None
    told = "" if start is None else f" from {period_in_words(Interval.unit(start, valid.granularity), within)}"
    end = valid.end
    if end is None:
        return f",{told} on" if told else ""
    if resolved.status is FactStatus.CLOSED:
        until = period_in_words(Interval.day(end), within)
    else:
        last = Interval(None, end, valid.granularity)
        until = period_in_words(Interval.parse(str(last).partition("/")[2]), within)
    return f",{told} until {until}" if told else f" until {until}"


def _is_news(resolved: ResolvedFact, spoken: Spoken) -> bool:
    """Whether a deed is told as one of the period: with its time, by several documents, or where one begins.

    What one document alone tells on its way is as likely of another time, and so is a deed that is not listed as one.
    """
    fact, places = resolved.fact, resolved.supports
    if fact.object_is_entity and spoken.name(fact.subject) in spoken.object(resolved):
        return False
    if _is_dated(resolved, spoken):
        return True
    reports = any(spoken.names.info(place).period is not None for place in places)
    timely = [place for place in places if _is_timely(place, spoken)]
    if len({s.document_id for s in timely}) > 1:
        return True
    early = any(reports or place.key.index < _BODY for place in timely)
    return early and is_listed(fact.relation)


def _is_timely(place: PlacedSupport, spoken: Spoken) -> bool:
    """Whether a sentence that names no day for a deed tells of it as news."""
    words = spoken.names.sentence(place)
    return (
        not looks_back(words)
        and not is_link(words)
        and timeliness(words, place, spoken.node, spoken.names) is Timeliness.AT_THE_TIME
    )


def _is_dated(resolved: ResolvedFact, spoken: Spoken) -> bool:
    """Whether a document states the time itself, and it is not the day or the period that it reports on."""
    valid = resolved.fact.valid
    if valid is None or valid.start is None or valid.start >= min(s.observed for s in resolved.supports):
        return False
    return all(spoken.names.info(place).period != valid for place in resolved.supports)


def _weight(group: Sequence[ResolvedFact], spoken: Spoken) -> float:
    """What deeds are worth: by documents that tell of them and of those concerned, by kind and place."""
    best = 0.0
    for resolved in group:
        concerned = sum(math.log2(1 + spoken.documents_about(entity)) for entity in resolved.fact.ends)
        lead = min(s.key.index for s in resolved.supports) < _LEAD
        told = 2 * (len({s.document_id for s in resolved.supports}) - 1)
        known = is_listed(resolved.fact.relation)
        best = max(best, concerned + told + _IN_LEAD * lead + _KNOWN * known)
    return best + math.log2(len(group))


def _deed(resolved: ResolvedFact) -> str:
    return told_after(resolved.fact.relation, alone=_has_day_only(resolved))


def _has_day_only(resolved: ResolvedFact) -> bool:
    fact = resolved.fact
    return not fact.object_is_entity and _A_DAY.fullmatch(fact.object) is not None


def _object(spoken: Spoken) -> Said:
    """What a deed was done to; nothing where only its day is told."""
    return lambda resolved: "" if _has_day_only(resolved) else spoken.object(resolved)


def _within(spoken: Spoken, meanings: set[Meaning]) -> list[ResolvedFact]:
    """Deeds of some meanings that were done within the node."""
    found = []
    for resolved in spoken.facts.values():
        when = happened(resolved) if meaning_of(resolved) in meanings else None
        if when is not None and spoken.node.contains(when) and spoken.names.is_said(resolved):
            found.append(resolved)
    return found


def _changing(spoken: Spoken, meaning: Meaning) -> list[ResolvedFact]:
    """States of a meaning that begin or end within the node.

    What is told in the present on a day began before: of a tenure only a sentence that says so tells of its beginning.
    """
    found = []
    for resolved in spoken.facts.values():
        if meaning_of(resolved) is not meaning or not spoken.names.is_said(resolved):
            continue
        begins = began_in(resolved, spoken.node) and _is_beginning(resolved, spoken, meaning)
        if begins or ended_in(resolved, spoken.node):
            found.append(resolved)
    return found


def _is_beginning(resolved: ResolvedFact, spoken: Spoken, meaning: Meaning) -> bool:
    sentences = [
        words
        for place in resolved.supports
        if timeliness(words := spoken.names.sentence(place), place, spoken.node, spoken.names) is not Timeliness.OTHER
        or _is_dated(resolved, spoken)
    ]
    valid = resolved.fact.valid
    lasted = meaning is Meaning.STATE or (valid is not None and valid.is_bounded)
    if lasted and _is_dated(resolved, spoken) and any(map(tells_of_bounds, sentences)):
        return True
    post = resolved.fact.relation if _names_post(resolved) else resolved.fact.object
    return meaning is Meaning.TENURE and any(tells_of_coming(words, post) for words in sentences)


def _lasting(spoken: Spoken, facts: Sequence[ResolvedFact], section: str, most: int) -> Iterator[ReportSentence]:
    said: set[str] = set()
    for resolved in spoken.best_first(facts):
        words = tenure_in_words(resolved, spoken, spoken.node, since=True)
        if len(said) < most and words not in said:
            said.add(words)
            yield cited(sentence(words), [resolved], section)


def _grouped(facts: Sequence[ResolvedFact], key: Callable[[ResolvedFact], Hashable]) -> list[list[ResolvedFact]]:
    groups: dict[Hashable, list[ResolvedFact]] = defaultdict(list)
    for resolved in facts:
        groups[key(resolved)].append(resolved)
    return list(groups.values())


def _told(
    spoken: Spoken, groups: Sequence[list[ResolvedFact]], section: str, most: int, shared: Said, own: Said
) -> Iterator[ReportSentence]:
    """A sentence for each of the worthiest groups, in order of time."""
    chosen = sorted(groups, key=lambda g: (-round(_weight(g, spoken), 6), g[0].fact.id))[:most]
    for group in sorted(chosen, key=lambda group: min((str(happened(r)), r.fact.id) for r in group)):
        part = _part(group, shared, own, spoken.node)
        text = f"{part.shared} {listed(part.own)}" if section == HAPPENED else f"{listed(part.own)} {part.shared}"
        text = f"{text.strip()}{part.when}"
        yield cited(sentence(text), part.facts, section)


def _part(group: Sequence[ResolvedFact], shared: Said, own: Said, node: Interval) -> _Part:
    """Each thing with its day; one day for all stands at the end."""
    ordered = sorted(group, key=lambda r: (str(happened(r)), r.fact.id))
    days = {r.fact.id: _day_in_words(r, node) for r in ordered}
    common = days[ordered[0].fact.id] if len(set(days.values())) == 1 else ""
    told: dict[str, ResolvedFact] = {}
    for resolved in ordered:
        told.setdefault(own(resolved) if common else f"{own(resolved)}{days[resolved.fact.id]}", resolved)
    names = list(told)
    rest = [f"{len(names) - _IN_ONE:,} more"] if len(names) > _IN_ONE else []
    return _Part(shared(ordered[0]), (*names[:_IN_ONE], *rest), tuple(told.values()), common)


def _day_in_words(resolved: ResolvedFact, node: Interval) -> str:
    when = happened(resolved)
    return "" if when is None or when == node else f" ({period_in_words(when, node)})"

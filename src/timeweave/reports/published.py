"""What came out in a period; many things of one series are one sentence: "12 releases, from 1.23 on 4 January to …"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from timeweave.language.numbering import Number, read_number
from timeweave.records import EntityId, ReportSentence, ResolvedFact
from timeweave.reports.meaning import Meaning, happened, meaning_of
from timeweave.reports.spoken import Spoken, cited, ends_first
from timeweave.reports.wording import at_period, counted, listed, period_in_words, sentence
from timeweave.temporal.interval import Interval

SECTION = "What came out"
_SERIES = 4  # that have a sentence of their own
_IN_A_ROW = 4  # from so many things on a series is told by its first and its last
_SINGLE = 6  # things that are told by name


@dataclass(frozen=True, slots=True)
class _Thing:
    """Something that came out, with all facts that say so of one day."""

    name: str
    number: Number | None
    series: EntityId
    day: Interval
    facts: tuple[ResolvedFact, ...]

    @property
    def mark(self) -> str:
        """What tells it from others of its series."""
        return self.number.text if self.number is not None else self.name


def publication_sentences(spoken: Spoken) -> Iterator[ReportSentence]:
    """Of each long series a sentence, the longest first; then what else came out, in order of time."""
    things = _things(spoken)
    series: dict[EntityId, list[_Thing]] = defaultdict(list)
    for thing in things:
        if thing.series:
            series[thing.series].append(thing)
    long = [key for key in series if len(series[key]) >= _IN_A_ROW]
    long = sorted(long, key=lambda key: (-len(series[key]), key))[:_SERIES]
    for key in long:
        yield _row(key, series[key], spoken)
    rest = [thing for thing in things if thing.series not in long]
    if rest:
        yield _singles(rest, spoken.node, more=bool(long))


def _things(spoken: Spoken) -> list[_Thing]:
    """What came out within the node, in order of time; one thing of one day counts once, however it is written."""
    found: dict[tuple[str, object], list[tuple[ResolvedFact, Number | None]]] = defaultdict(list)
    for resolved in spoken.facts.values():
        if meaning_of(resolved) is not Meaning.PUBLICATION or not spoken.names.is_said(resolved):
            continue
        day = happened(resolved)
        if day is None or not spoken.node.contains(day):
            continue
        written = dict(resolved.fact.qualifiers).get("number", "")
        number = read_number(written) if written else None
        what = (_family(resolved), number.key, number.early) if number is not None else resolved.fact.subject
        found[str(day), what].append((resolved, number))
    things = [_thing(rows) for rows in found.values()]
    return sorted(things, key=lambda t: (str(t.day), t.number.key if t.number else (), t.name))


def _thing(rows: Sequence[tuple[ResolvedFact, Number | None]]) -> _Thing:
    ordered = sorted(rows, key=lambda row: row[0].fact.id)
    best, number = ordered[0]
    name = dict(best.fact.qualifiers).get("name", str(best.fact.subject))
    day = happened(best)
    assert day is not None
    return _Thing(name, number, _family(best), day, tuple(resolved for resolved, _ in ordered))


def _family(resolved: ResolvedFact) -> EntityId:
    return EntityId(resolved.fact.object if resolved.fact.object_is_entity else "")


def _row(key: EntityId, things: Sequence[_Thing], spoken: Spoken) -> ReportSentence:
    first, last, node = things[0], things[-1], spoken.node
    points = sum(t.number is not None and t.number.is_point and t.number.key[2:] > (0,) for t in things)
    early = sum(t.number is not None and t.number.early for t in things)
    among = [counted(points, "point release", "point releases")] if points else []
    among += [counted(early, "early version", "early versions")] if early else []
    aside = f", {listed(among)} among them" if among else ""
    span = f"from {first.mark} {at_period(first.day, node)} to {last.mark} {at_period(last.day, node)}"
    text = f"{spoken.name(key)}: {counted(len(things), 'release', 'releases')} {span}{aside}"
    return cited(sentence(text), [r for t in ends_first(things) for r in t.facts], SECTION)


def _singles(things: Sequence[_Thing], node: Interval, *, more: bool) -> ReportSentence:
    told = list(things[:_SINGLE])
    facts = [r for t in told for r in t.facts]
    if len(things) == 1 and not more:
        (thing,) = things
        when = "" if thing.day == node else f" {at_period(thing.day, node)}"
        return cited(sentence(f"{thing.name} came out{when}"), facts, SECTION)
    parts = [t.name if t.day == node else f"{t.name} ({period_in_words(t.day, node)})" for t in told]
    rest = len(things) - len(told)
    parts += [f"{rest:,} more"] if rest else []
    return cited(sentence(f"{'Also ' if more else ''}{listed(parts)}"), facts, SECTION)

"""The figures of a period: what moved between the periods below, measures of those most told of, and single figures."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from timeweave.extraction.amounts.units import CURRENCIES
from timeweave.lexicon.outlook import GOALS, GUIDANCE
from timeweave.records import EntityId, ReportSentence, ResolvedFact, StatementKey
from timeweave.reports.measured import Measure, Told, courses, told_of
from timeweave.reports.quoting import is_prose
from timeweave.reports.spoken import Spoken, cited
from timeweave.reports.timely import Timeliness, timeliness
from timeweave.reports.wording import amount, at_period, levels_below, listed, outcome, period_in_words, sentence
from timeweave.temporal.hierarchy import as_node
from timeweave.temporal.interval import Granularity, Interval

SECTION = "Figures"
_COMMON = 3  # subjects and documents that tell of a measure: then it is one, and no misread phrase
_PLAIN = 2  # words of the name of a measure
_CURRENCIES = frozenset(CURRENCIES.values())
_AIMS = frozenset((*GUIDANCE, *GOALS))
_VERSION = re.compile(r"\d+\.\d+")
_MANY = 1000.0
_LEAST_WORTH = 1.0
_SHORTEST, _LONGEST = 40, 240
_RISES = 1.0  # for a figure that is told with its change


class FigureLimits:
    """The most sentences of each kind; ``measures`` per entity."""

    courses: int = 5
    entities: int = 8
    measures: int = 4
    quoted: int = 5


class Figures:
    """The measured facts of a report."""

    def __init__(self, spoken: Spoken) -> None:
        self._spoken = spoken
        self._settled = _settled(spoken)
        self._units = _usual_units(spoken)

    def sentences(self) -> Iterator[ReportSentence]:
        """Courses, then the measures of the entities with the most to tell, then sentences with other figures."""
        yield from self._courses()
        yield from self._measures()
        yield from self._quoted()

    def clause(self, told: Told) -> str:
        """The value and the change of a measure, with their time where it is not the node's."""
        spoken, value, change = self._spoken, told.value, told.change
        first = value or change
        assert first is not None
        clause = outcome(spoken.told_measure(first), value.fact if value else None, change.fact if change else None)
        if told.valid is None or told.valid == spoken.node:
            return clause
        return f"{clause} ({period_in_words(told.valid, spoken.node)})"

    def _courses(self) -> Iterator[ReportSentence]:
        """What a measure came to in one period below after another; days have figures of their own, not a course."""
        spoken = self._spoken
        if spoken.node.granularity is Granularity.MONTH:
            return
        order = {entity: position for position, entity in enumerate(spoken.order)}
        found = {m: rows for m, rows in courses(spoken.below).items() if (m.subject, m.relation) in self._settled}
        told_of_entities: set[EntityId] = set()
        told_of_relations: Counter[str] = Counter()

        def strength(measure: Measure) -> tuple[float, int, str, str]:
            worth = sum(spoken.worth[r.fact.id] for r in found[measure].values())
            return (-round(worth, 6), order[measure.subject], measure.relation, str(measure.marks))

        kept = 0
        for measure in sorted(found, key=strength):
            rows = found[measure]
            if kept == FigureLimits.courses:
                return
            told_before = measure.subject in told_of_entities or told_of_relations[measure.relation] == 2
            if told_before or not _moves(rows.values()) or not spoken.are_said(rows.values()):
                continue
            told_of_entities.add(measure.subject)
            told_of_relations[measure.relation] += 1
            kept += 1
            told = [f"{amount(r.fact)} {at_period(as_node(n), spoken.node)}" for n, r in rows.items()]
            name = spoken.told_measure(next(iter(rows.values())))
            text = f"{spoken.name(measure.subject)}, {name} by {levels_below(spoken.node)}: {listed(told)}"
            yield cited(sentence(text), rows.values(), SECTION)

    def _measures(self) -> Iterator[ReportSentence]:
        spoken = self._spoken
        told = 0
        for entity in spoken.order[: 4 * FigureLimits.entities]:
            own = [r for r in spoken.about[entity] if r.fact.subject == entity and self._is_of_node(r)]
            chosen = list(itertools.islice(self._telling(own), FigureLimits.measures))
            if chosen and told < FigureLimits.entities:
                told += 1
                text = f"{spoken.name(entity)}: {'; '.join(map(self.clause, chosen))}"
                yield cited(sentence(text), [r for entry in chosen for r in entry.facts], SECTION)

    def _telling(self, facts: Iterable[ResolvedFact]) -> Iterator[Told]:
        """The worthiest entry of each relation: one basis, one segment, one time."""
        relations: set[str] = set()
        for entry in told_of(facts, self._spoken.worth):
            relation = entry.measure.relation
            settled = (entry.measure.subject, relation) in self._settled
            usual = entry.value is None or _unit(entry.value) in self._units[relation]
            if (
                settled
                and usual
                and _is_plain(entry, self._spoken.node)
                and relation not in relations
                and self._spoken.are_said(entry.facts)
            ):
                relations.add(relation)
                yield entry

    def _is_of_node(self, resolved: ResolvedFact) -> bool:
        valid = resolved.fact.valid
        return resolved.fact.quantity is not None and valid is not None and self._spoken.node.contains(valid)

    def _quoted(self) -> Iterator[ReportSentence]:
        """Sentences of the sources with figures of what is told of one only, the weightiest first."""
        spoken = self._spoken
        stated: dict[StatementKey, list[ResolvedFact]] = defaultdict(list)
        places = {}
        for resolved in spoken.facts.values():
            fact = resolved.fact
            if self._is_of_node(resolved) and (fact.subject, fact.relation) not in self._settled:
                for place in resolved.supports:
                    stated[place.key].append(resolved)
                    places[place.key] = place
        worth = {key: self._weight(rows) for key, rows in stated.items()}
        ordered = sorted(stated, key=lambda k: (-round(worth[k], 6), places[k].document_id, places[k].span.start))
        told: set[str] = set()
        subjects: Counter[EntityId] = Counter()
        for key in ordered:
            if len(told) == FigureLimits.quoted or worth[key] < _LEAST_WORTH:
                return
            text, rows = spoken.names.sentence(places[key]), stated[key]
            document = places[key].document_id
            if document in told or subjects[rows[0].fact.subject] > 1 or not is_prose(text, _SHORTEST, _LONGEST):
                continue
            if timeliness(text, places[key], spoken.node, spoken.names) is not Timeliness.AT_THE_TIME:
                continue
            if spoken.are_said(rows):
                told.add(document)
                subjects[rows[0].fact.subject] += 1
                title = spoken.names.info(places[key]).title
                yield cited(sentence(f"{title}: “{text}”" if title else f"“{text}”"), rows, SECTION)

    def _weight(self, rows: Sequence[ResolvedFact]) -> float:
        """By unit, change and sources; and a little by how much is told of whose figures they are."""
        unit = max(map(_telling_unit, rows))
        moves = any(dict(r.fact.qualifiers).get("kind") == "change" for r in rows)
        sources = max(len({s.document_id for s in r.supports}) for r in rows) - 1
        weight = unit + _RISES * moves + sources if unit else 0.0
        spoken_of = max(len(self._spoken.about[r.fact.subject]) for r in rows)
        return weight + min(spoken_of, 10) / 10 if weight >= _LEAST_WORTH else 0.0


def _settled(spoken: Spoken) -> frozenset[tuple[EntityId, str]]:
    """Measures that are told of several by several documents, those of documents that report on a period, and plain
    ones in money of a period: what one sentence alone tells under a name of its own may be misread.
    """
    subjects: dict[str, set[EntityId]] = defaultdict(set)
    sources: dict[tuple[EntityId, str], set[str]] = defaultdict(set)
    clear: set[tuple[EntityId, str]] = set()
    for resolved in spoken.facts.values():
        fact = resolved.fact
        if fact.quantity is None:
            continue
        subjects[fact.relation].add(fact.subject)
        documents = {s.document_id for s in resolved.supports}
        sources[fact.subject, fact.relation] |= documents
        of_period = fact.valid is not None and fact.valid.granularity is not Granularity.DAY
        plain = of_period and _is_money(fact.quantity.unit) and len(fact.relation.split()) <= _PLAIN
        if plain or any(spoken.names.info(s).period is not None for s in resolved.supports):
            clear.add((fact.subject, fact.relation))
    return frozenset(
        key
        for key, documents in sources.items()
        if key in clear or (len(subjects[key[1]]) >= _COMMON <= len(documents) and len(key[1].split()) <= _PLAIN)
    )


def _is_plain(told: Told, node: Interval) -> bool:
    """Whether a measure tells what came to pass: no bound of a range, no goal, no change on a time to come."""
    if _AIMS.intersection(told.measure.relation.split()):
        return False
    qualifiers = [dict(r.fact.qualifiers) for r in told.facts]
    since = [q.get("change", "").partition("since ")[2] for q in qualifiers]
    starts = [Interval.parse(period).start for period in since if period]
    later = any(start is not None and node.end is not None and start >= node.end for start in starts)
    return not later and not any("bound" in q for q in qualifiers)


def _usual_units(spoken: Spoken) -> dict[str, frozenset[str]]:
    """In what kind of unit most values of each measure are told: what is told in another may be of something else."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for resolved in spoken.facts.values():
        fact = resolved.fact
        if fact.quantity is not None and dict(fact.qualifiers).get("kind", "value") == "value":
            found[fact.relation][_unit(resolved)] += 1
    return {
        relation: frozenset(unit for unit, number in units.items() if number == max(units.values()))
        for relation, units in found.items()
    }


def _unit(resolved: ResolvedFact) -> str:
    quantity = resolved.fact.quantity
    assert quantity is not None
    return "money" if _is_money(quantity.unit) else quantity.unit


def _telling_unit(resolved: ResolvedFact) -> float:
    """How much a reader learns from a number by its unit: nothing from a version, little from a small count."""
    quantity = resolved.fact.quantity
    assert quantity is not None
    if _is_money(quantity.unit):
        return 2.5
    if quantity.unit == "%":
        return 1.5
    if quantity.unit != "count":
        return 0.5
    if _VERSION.fullmatch(quantity.text):
        return 0.0
    return 1.5 if abs(quantity.value) >= _MANY else 0.4


def _is_money(unit: str) -> bool:
    return unit.partition("/")[0] in _CURRENCIES


def _moves(rows: Iterable[ResolvedFact]) -> bool:
    return len({r.fact.quantity.value for r in rows if r.fact.quantity is not None}) > 1

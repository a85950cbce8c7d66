"""The report of a time node without a model: an extractive digest, each sentence with the facts that carry it.

A pure function of the inputs: how much is told and of whom; what moved between the periods below; the measures of the
names most spoken of; who held which office; what was restated or is in dispute; and what else the sources say, in their
own words.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from timeweave.records import (
    EXTRACTIVE,
    EntityId,
    FactId,
    FactStatus,
    PlacedSupport,
    Report,
    ReportSentence,
    ReportVersion,
    ResolvedFact,
)
from timeweave.reports.contested import contested_sentences
from timeweave.reports.inputs import ReportInputs
from timeweave.reports.measured import Measure, Told, courses, told_of
from timeweave.reports.names import Names
from timeweave.reports.quoting import Quoting
from timeweave.reports.ranking import RankWeights, best_first, entities_of, is_held, weigh
from timeweave.reports.wording import (
    amount,
    at_period,
    counted,
    levels_below,
    listed,
    measure_in_words,
    outcome,
    period_in_words,
    sentence,
)
from timeweave.temporal.hierarchy import as_node
from timeweave.temporal.interval import Interval

PROMPT = "digest/1"
_PREPOSITIONS = frozenset(["in", "at", "by", "of", "on", "to", "for", "from", "with"])


@dataclass(frozen=True, slots=True)
class DigestLimits:
    """The most of each kind of sentence; ``measures`` per entity, ``holders`` in one sentence on offices."""

    prominent: int = 10
    named: int = 5
    courses: int = 5
    entities: int = 8
    measures: int = 4
    holders: int = 5
    contested: int = 3
    quotations: int = 4


def digest_report(
    inputs: ReportInputs,
    names: Names,
    *,
    prompt: str = PROMPT,
    weights: RankWeights | None = None,
    limits: DigestLimits | None = None,
) -> Report:
    """The extractive report of a node; ``prompt`` says what it stands in for, where a model failed."""
    digest = Digest(inputs, names, weights or RankWeights(), limits or DigestLimits())
    return Report(
        node=str(inputs.node),
        made_by=EXTRACTIVE,
        prompt=prompt,
        inputs=inputs.digest,
        sentences=tuple(digest.sentences()),
        counts=digest.counts(),
        prominent=digest.prominent(),
        documents=inputs.documents,
        children=tuple(ReportVersion(child.node, child.digest) for child in inputs.children),
    )


class Spoken:
    """The facts of a report by worth and by whom they are about."""

    def __init__(self, inputs: ReportInputs, weights: RankWeights) -> None:
        self.facts = inputs.all_facts()
        self.own = frozenset(r.fact.id for r in inputs.facts)
        self.worth = weigh(self.facts, self.own, weights)
        self.about: dict[EntityId, list[ResolvedFact]] = defaultdict(list)
        for resolved in self.facts.values():
            for entity in dict.fromkeys(entities_of(resolved)):
                self.about[entity].append(resolved)

    def with_most_to_tell(self) -> list[EntityId]:
        """All entities by the sum of what their facts are worth; ties by id."""
        sizes = {entity: sum(max(self.worth[r.fact.id], 0.0) for r in facts) for entity, facts in self.about.items()}
        return sorted(sizes, key=lambda entity: (-round(sizes[entity], 6), entity))


class Digest:
    """The sentences and counts of one report."""

    def __init__(self, inputs: ReportInputs, names: Names, weights: RankWeights, limits: DigestLimits) -> None:
        self._inputs = inputs
        self._names = names
        self._limits = limits
        self._spoken = Spoken(inputs, weights)
        self._order = self._spoken.with_most_to_tell()
        self._by_number = sorted(self._order, key=lambda entity: -len(self._spoken.about[entity]))
        numbers = {entity: len(facts) for entity, facts in self._spoken.about.items()}
        self._quoting = Quoting(names, self._spoken.worth, numbers)
        self._called: dict[EntityId, str] = {}

    @property
    def facts(self) -> Sequence[ResolvedFact]:
        """All facts of the node and below it."""
        return tuple(self._spoken.facts.values())

    @property
    def worth(self) -> Mapping[FactId, float]:
        """What each fact is worth (`ranking.weigh`)."""
        return self._spoken.worth

    def is_said(self, resolved: ResolvedFact) -> bool:
        """Whether a source says a fact to its readers (`Names.is_said`)."""
        return self._names.is_said(resolved)

    def phrase(self, rows: Sequence[ResolvedFact]) -> str:
        """One fact, or the value and the change of one measure, in words."""
        first, told = rows[0], told_of(rows, self._spoken.worth)
        if is_held(first):
            return self._holder(first)
        if told:
            return f"{self._name(first.fact.subject)}: {'; '.join(map(self._clause, told))}"
        return f"{self._name(first.fact.subject)} {self._told_measure(first)} {self._object(first)}"

    def quotations(self) -> Iterator[tuple[str, PlacedSupport, tuple[ResolvedFact, ...]]]:
        """Sentences of the sources on what is neither a figure nor an office, the best first."""
        return self._quoting.quotations(self._quotable())

    def counts(self) -> tuple[tuple[str, int], ...]:
        """How many facts, names, documents there are, and facts that were restated or are in dispute."""
        facts = self._spoken.facts.values()
        documents = {s.document_id for r in facts for s in r.supports}
        statuses = Counter(r.status for r in facts)
        return (
            ("facts", len(facts)),
            ("entities", len(self._spoken.about)),
            ("documents", len(documents)),
            ("restated", statuses[FactStatus.RESTATED]),
            ("disputed", statuses[FactStatus.DISPUTED]),
        )

    def prominent(self) -> tuple[tuple[str, int], ...]:
        """The names most spoken of, with their numbers of facts."""
        first = self._by_number[: self._limits.prominent]
        return tuple((self._name(entity), len(self._spoken.about[entity])) for entity in first)

    def sentences(self) -> Iterator[ReportSentence]:
        """The sentences of the digest, in their order; where figures are few, more of what else is said."""
        figures = [*self._courses(), *self._measures()]
        yield self._overview()
        yield from figures
        yield from self._offices()
        yield from self._contested()
        room = self._limits.entities - len(figures)
        yield from self._quoting.sentences(self._quotable(), self._limits.quotations + max(0, room) // 2)

    def _contested(self) -> Iterator[ReportSentence]:
        said = {
            id_: r
            for id_, r in self._spoken.facts.items()
            if r.status not in (FactStatus.RESTATED, FactStatus.DISPUTED) or self._names.is_said(r)
        }
        yield from contested_sentences(said, self._spoken.worth, self._name, self._measure, self._limits.contested)

    def _overview(self) -> ReportSentence:
        counts = dict(self.counts())
        first = self._by_number[: self._limits.named]
        told = listed([f"{self._name(entity)} ({len(self._spoken.about[entity]):,})" for entity in first])
        facts = counted(counts["facts"], "fact", "facts")
        among = counted(counts["entities"], "name", "names")
        sources = counted(counts["documents"], "document", "documents")
        text = f"{period_in_words(self._inputs.node)}: {facts} about {among} from {sources}, most about {told}."
        best = [best_first(self._spoken.about[entity], self._spoken.worth)[0] for entity in first]
        return _cited(text, best)

    def _courses(self) -> Iterator[ReportSentence]:
        """What a measure came to in one period below after another."""
        order = {entity: position for position, entity in enumerate(self._order)}
        found = courses(self._inputs.below)
        told_of_entities: set[EntityId] = set()
        told_of_relations: Counter[str] = Counter()

        def strength(measure: Measure) -> tuple[float, int, str, str]:
            rows = found[measure].values()
            worth = sum(self._spoken.worth[r.fact.id] for r in rows)
            return (-round(worth, 6), order[measure.subject], measure.relation, str(measure.marks))

        kept = 0
        for measure in sorted(found, key=strength):
            rows = found[measure]
            if kept == self._limits.courses:
                return
            told_before = measure.subject in told_of_entities or told_of_relations[measure.relation] == 2
            if told_before or not _moves(rows.values()) or not all(map(self._names.is_said, rows.values())):
                continue
            told_of_entities.add(measure.subject)
            told_of_relations[measure.relation] += 1
            kept += 1
            told = [f"{amount(r.fact)} {at_period(as_node(n), self._inputs.node)}" for n, r in rows.items()]
            name = self._told_measure(next(iter(rows.values())))
            text = f"{self._name(measure.subject)}, {name} by {levels_below(self._inputs.node)}: {listed(told)}"
            yield _cited(sentence(text), rows.values())

    def _measures(self) -> Iterator[ReportSentence]:
        """The measures of the entities with the most to tell, one sentence each."""
        told = 0
        for entity in self._order[: 4 * self._limits.entities]:
            own = [r for r in self._spoken.about[entity] if r.fact.subject == entity and r.fact.quantity is not None]
            chosen = list(itertools.islice(self._telling(own), self._limits.measures))
            if chosen and told < self._limits.entities:
                told += 1
                text = f"{self._name(entity)}: {'; '.join(map(self._clause, chosen))}"
                yield _cited(sentence(text), [r for entry in chosen for r in entry.facts])

    def _telling(self, facts: Iterable[ResolvedFact]) -> Iterator[Told]:
        """The worthiest entry of each relation: one basis, one segment, one time."""
        relations: set[str] = set()
        for entry in told_of(facts, self._spoken.worth):
            if entry.measure.relation not in relations and all(map(self._names.is_said, entry.facts)):
                relations.add(entry.measure.relation)
                yield entry

    def _clause(self, told: Told) -> str:
        value, change = told.value, told.change
        first = value or change
        assert first is not None
        clause = outcome(self._told_measure(first), value.fact if value else None, change.fact if change else None)
        if told.valid is None or told.valid == self._inputs.node:
            return clause
        return f"{clause} ({period_in_words(told.valid, self._inputs.node)})"

    def _offices(self) -> Iterator[ReportSentence]:
        """Who is told to hold which office, one sentence."""
        held = [r for r in self._spoken.facts.values() if is_held(r) and not _leads_to_object(r)]
        chosen: dict[tuple[EntityId, str], ResolvedFact] = {}
        for resolved in best_first(held, self._spoken.worth):
            chosen.setdefault((resolved.fact.subject, resolved.fact.object), resolved)
        turns: Counter[EntityId] = Counter()
        bodies: dict[str, set[EntityId]] = defaultdict(set)
        for resolved in held:
            bodies[resolved.fact.relation].add(resolved.fact.subject)
        # an office that only one body has may be a misread phrase
        likely_first = sorted(chosen.values(), key=lambda r: len(bodies[r.fact.relation]) == 1)
        ordered = []
        for position, resolved in enumerate(likely_first):
            turns[resolved.fact.subject] += 1
            ordered.append((turns[resolved.fact.subject], position, resolved))
        said = (r for *_, r in sorted(ordered, key=lambda row: row[:2]) if self._names.is_said(r))
        rows = list(itertools.islice(said, self._limits.holders))
        if rows:
            yield _cited(sentence(f"In office: {'; '.join(map(self._holder, rows))}"), rows)

    def _holder(self, resolved: ResolvedFact) -> str:
        fact = resolved.fact
        who = self._object(resolved)
        end = resolved.valid.end if resolved.valid is not None else None
        is_over = resolved.status is FactStatus.CLOSED
        until = f" until {period_in_words(Interval.day(end))}" if end is not None and is_over else ""
        office = self._names.measure(fact.relation, [resolved])
        if _leads_to_object(resolved):
            return f"{self._name(fact.subject)} {office} {who}{until}"
        return f"{who}, {office} of {self._name(fact.subject)}{until}"

    def _object(self, resolved: ResolvedFact) -> str:
        fact = resolved.fact
        return self._name(EntityId(fact.object)) if fact.object_is_entity else fact.object

    def _quotable(self) -> Sequence[ResolvedFact]:
        return [r for r in self._spoken.facts.values() if r.fact.quantity is None and not is_held(r)]

    def _name(self, entity: EntityId) -> str:
        if entity not in self._called:
            about = best_first(self._spoken.about[entity], self._spoken.worth)
            self._called[entity] = self._names.entity(entity, about[:8])
        return self._called[entity]

    def _measure(self, resolved: ResolvedFact) -> str:
        return measure_in_words(resolved.fact, self._names.measure(resolved.fact.relation, [resolved]))

    def _told_measure(self, resolved: ResolvedFact) -> str:
        segment = dict(resolved.fact.qualifiers).get("segment", "")
        aside = (
            f" ({self._names.entity(EntityId(segment), [resolved])})" if segment not in resolved.fact.relation else ""
        )
        return f"{self._measure(resolved)}{aside}"


def _leads_to_object(resolved: ResolvedFact) -> bool:
    """Whether a relation reads on to its object, as "headquartered in" does, and names no office."""
    return resolved.fact.relation.rpartition(" ")[2] in _PREPOSITIONS


def _moves(rows: Iterable[ResolvedFact]) -> bool:
    return len({r.fact.quantity.value for r in rows if r.fact.quantity is not None}) > 1


def _cited(text: str, facts: Iterable[ResolvedFact]) -> ReportSentence:
    return ReportSentence(text, tuple(dict.fromkeys(FactId(r.fact.id) for r in facts)))

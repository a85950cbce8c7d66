"""The figures that fill an answer's cells: from extracted facts first, else read from the sentences of the evidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from timeweave.answering.asking import Asking, periods_asked
from timeweave.answering.measures import Asked, MatchWeights, fits, share_of_words
from timeweave.answering.reading import Line, cite
from timeweave.extraction.numbers import find_amounts
from timeweave.indexes.terms import index_terms
from timeweave.records import EntityId, FactId, PlacedSupport, Quantity, SupportedFact
from timeweave.results import Citation, Value
from timeweave.retrieval.entities import NamedEntity
from timeweave.temporal.interval import Interval


@dataclass(frozen=True, slots=True)
class FigureWeights:
    """What speaks for one figure rather than another beside the fit of its measure, on the same scale.

    ``exact`` when its time is the cell's period, ``inside`` when it lies within, ``report`` when it stands in a
    report on that period, ``evidence`` when it stands in the evidence, the more the higher; ``sentence`` is what a
    figure loses that no rule of extraction stands behind.
    """

    match: MatchWeights = field(default_factory=MatchWeights)
    exact: float = 0.3
    inside: float = 0.15
    report: float = 0.25
    evidence: float = 0.2
    sentence: float = 0.2
    enough: float = 0.55


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A value for a cell, with how well it fits and where it stands."""

    entity: EntityId | None
    name: str
    period: Interval | None
    asked: Asked
    quantity: Quantity
    score: float
    citation: Citation
    fact: SupportedFact | None

    @property
    def text(self) -> str:
        """As the source writes it, with the sign that its words gave."""
        text = self.quantity.text
        return (
            f"negative {text}" if self.quantity.value < 0 and text[:1] not in "-(−" and "negative" not in text else text
        )

    def value(self) -> Value:
        """As a line of the answer's table."""
        period = None if self.period is None else str(self.period)
        return Value(period, self.name, self.text, self.quantity.value, self.quantity.unit)


Table = dict[tuple[EntityId | None, Interval | None, int], list[Figure]]
"""Figures of each (entity, period, number of the measure asked for), the best first."""


def fill_table(asking: Asking, weights: FigureWeights) -> Table:
    """The figures of each cell that has one, cells in the question's order: entities, then periods, then measures."""
    table: Table = {}
    for entity in asking.entities:
        facts = _figure_facts(asking, entity.id)
        lines = [line for line in asking.lines if entity.id in (*line.info.entities, *line.statement.entities)]
        for period in _periods(asking, facts, lines, weights):
            for number, asked in enumerate(asking.measures):
                figures = from_facts(asking, entity, period, asked, facts, weights)
                if not figures or figures[0].score < 1.0:
                    figures += from_lines(entity, period, asked, lines, weights)
                figures = [f for f in figures if f.score >= weights.enough]
                if figures:
                    table[entity.id, period, number] = sorted(figures, key=_rank)
    return table


def from_facts(
    asking: Asking,
    entity: NamedEntity,
    period: Interval | None,
    asked: Asked,
    facts: Iterable[SupportedFact],
    weights: FigureWeights,
) -> list[Figure]:
    """Figures that extraction found for one cell."""
    ranks = _evidence_ranks(asking)
    figures = []
    for known in facts:
        fit = fits(asked, known.fact, weights.match)
        if fit <= 0.0 or known.fact.quantity is None:
            continue
        bonus = time_fit(known.fact.valid, known.supports, period, asking, weights)
        if bonus is None:
            continue
        score = fit + bonus + weights.evidence / (1 + ranks[known.fact.id]) if known.fact.id in ranks else fit + bonus
        support = max(known.supports, key=lambda s: (s.confidence, s.observed, s.document_id, -s.span.start))
        citation = cite(support, asking.view)
        figures.append(
            Figure(
                entity.id,
                entity.surface,
                period or known.fact.valid,
                asked,
                known.fact.quantity,
                score,
                citation,
                known,
            )
        )
    return figures


def from_lines(
    entity: NamedEntity, period: Interval | None, asked: Asked, lines: Iterable[Line], weights: FigureWeights
) -> list[Figure]:
    """Figures read off sentences of the evidence that name the measure: the amount nearest to its words."""
    figures = []
    for line in lines:
        share = share_of_words(asked, line.terms)
        if share < weights.match.least_share:
            continue
        times = line.periods
        fit = _nearest(period, times, weights)
        amount = _amount_for(asked, line.text) if fit is not None else None
        if fit is None or amount is None:
            continue
        score = share - weights.sentence + fit + weights.evidence / (1 + line.rank)
        when = period or (times[0] if times else None)
        figures.append(Figure(entity.id, entity.surface, when, asked, amount, score, line.citation(), None))
    return figures


def time_fit(
    valid: Interval | None,
    supports: Sequence[PlacedSupport],
    period: Interval | None,
    asking: Asking,
    weights: FigureWeights,
) -> float | None:
    """What a figure's time adds for a cell's period; ``None`` when it is of another time."""
    if period is None:
        return 0.0
    infos = asking.view.info({s.key.ordinal for s in supports})
    reports = [i.period for i in infos.values() if i.period is not None]
    reported = any(period.contains(r) or r.contains(period) for r in reports)
    bonus = weights.report if reported else 0.0
    if valid is None:
        return bonus if reported else None
    if valid == period:
        return bonus + weights.exact
    if period.contains(valid):
        return bonus + weights.inside
    longer = valid.days is not None and period.days is not None and valid.days > period.days
    return bonus if valid.overlaps(period) and reported and not longer else None


def _nearest(period: Interval | None, times: Sequence[Interval], weights: FigureWeights) -> float | None:
    if period is None:
        return 0.0
    if times and times[0] == period:
        return weights.exact + weights.report
    if any(period.contains(t) for t in times):
        return weights.inside + weights.report
    return None


def _amount_for(asked: Asked, text: str) -> Quantity | None:
    """The amount that follows the measure's words most closely, else the one closest before them."""
    amounts = find_amounts(text)
    if not amounts:
        return None
    lowered = text.casefold()
    words = [w for w in asked.text.casefold().split() if index_terms(w)]
    ends = [lowered.find(w) + len(w) for w in words if w in lowered]
    anchor = max(ends, default=0)
    best = min(amounts, key=lambda a: (a.start - anchor if a.start >= anchor else 2 * (anchor - a.end) + 20, a.start))
    return Quantity(best.value, best.unit, best.text)


def _figure_facts(asking: Asking, entity: EntityId) -> list[SupportedFact]:
    intervals = asking.question.periods
    found: dict[FactId, SupportedFact] = {}
    for interval in intervals or (None,):
        for known in asking.view.facts_about([entity], within=interval):
            if known.fact.quantity is not None and known.fact.subject == entity:
                found[known.fact.id] = known
    return list(found.values())


def _periods(
    asking: Asking, facts: Iterable[SupportedFact], lines: Iterable[Line], weights: FigureWeights
) -> list[Interval | None]:
    if not asking.question.periods:
        return [None]
    known = [
        f.fact.valid
        for f in facts
        if f.fact.valid is not None and any(fits(a, f.fact, weights.match) > 0 for a in asking.measures)
    ]
    known += [line.info.period for line in lines if line.info.period is not None]
    return list(periods_asked(asking.question, known))


def _evidence_ranks(asking: Asking) -> dict[FactId, int]:
    ranks: dict[FactId, int] = {}
    for rank, evidence in enumerate(asking.result.evidence):
        for fact in evidence.facts:
            ranks.setdefault(fact, rank)
    return ranks


def _rank(figure: Figure) -> tuple[float, str, int]:
    return (-figure.score, figure.citation.document_id, figure.citation.start)

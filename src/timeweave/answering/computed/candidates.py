"""What may be the figure of one cell: facts that extraction found, and amounts in sentences of the evidence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.matching import MatchWeights, fits, share_of_words, unit_misfit, word_terms
from timeweave.answering.context.reading import Line
from timeweave.answering.context.units import MOST_PER_SHARE, Family, family_of
from timeweave.extraction.amounts.numbers import Amount, find_amounts
from timeweave.extraction.times.timing import looks_ahead
from timeweave.language.terms import index_terms
from timeweave.lexicon.changes import FALLING, FALLS, RISES, RISING, RISING_TOO
from timeweave.lexicon.families import any_of, forms, matching
from timeweave.lexicon.hedging import HEDGED
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.outlook import GUIDANCE
from timeweave.question.measures import AskedMeasure
from timeweave.records import DocumentInfo, EntityId, FactId, PlacedSupport, Quantity, Span, SupportedFact
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Interval

_WORD = lazily(r"[\w&]+(?:[-'’][\w&]+)*")
_MOVED_BEFORE = lazily(
    rf"\b(?:up|down|by|growth(?: rate)? (?:was|of|at)|{any_of(forms(RISING, FALLING, RISING_TOO), RISES, FALLS)})\s+"
    rf"(?:(?:of|by|{HEDGED}|to be|an?|another)\s+)*$",
    re.I,
)
_MOVED_AFTER = lazily(
    rf"[\s,-]*(?:year[- ](?:over|on)[- ]year|{any_of(RISES, FALLS)}|higher|lower|sequential\w*"
    r"|compared (?:to|with)|from (?:the |a )?(?:last|prior|same|year))\b",
    re.I,
)
_COMPARED = lazily(
    r"\b(?:(?:compared (?:to|with)|versus|vs\.?)\b[^;]{0,50}|(?:from|against)\s+(?:\w+\s+){0,2})$", re.IGNORECASE
)
_GUIDED = matching(GUIDANCE)
_NON_GAAP = lazily(r"\b(?:non-?gaap|adjusted)\b", re.IGNORECASE)
_GAAP = lazily(r"(?<!non-)(?<!non)\bgaap\b", re.IGNORECASE)
_WHOLE_OF_A_SHARE = lazily(
    r"(?:%|\bpercent(?:age)?) of (?:(?:our|the|its|total|net|overall|consolidated) )*(?:sales|revenues?|income)\b",
    re.IGNORECASE,
)
_MOST_AS_RATE = 1e4
_BEFORE, _AFTER = 110, 45  # characters about an amount in which its measure is named
_CUE = 34  # characters about an amount in which it is said to be a change


class FigureWeights:
    """What speaks for one figure rather than another beside the fit of its measure, on the same scale.

    ``exact`` when its time is the cell's period, ``inside`` when it lies within and ``closing`` when it lies at the end
    of it, ``report`` when it stands in a report on that period, ``evidence`` when it stands in the evidence, the more
    the higher; ``sentence`` is what a figure loses that no rule of extraction stands behind, ``whole`` and ``beside``
    how much of an amount's fit comes from its sentence and from the words about it, ``near`` from how near they are.
    A fact must fit by ``least_fit``, a sentence hold the share ``least_said`` of the measure's words, a figure reach
    ``enough`` in all. Within ``rivalry`` of the best of its cell it is a rival, which other cells decide; within
    ``equal`` they fit alike.
    """

    exact: float = 0.35
    inside: float = 0.05
    closing: float = 0.08
    report: float = 0.25
    evidence: float = 0.2
    sentence: float = 0.2
    whole: float = 0.5
    beside: float = 0.35
    near: float = 0.15
    other_time: float = 0.3
    other_family: float = 0.35
    longer: float = 0.3
    rivalry: float = 0.2
    equal: float = 0.06
    enough: float = 0.55
    least_fit: float = 0.4
    least_said: float = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A quantity with how well it fits a cell. ``span`` is where it stands, ``fact`` what extraction made of it."""

    quantity: Quantity
    score: float
    period: Interval | None
    ordinal: int
    span: Span
    fact: SupportedFact | None = None
    line: Line | None = None


class EntityFigures:
    """The facts with figures and the evidence of one entity, read once for all its cells."""

    def __init__(self, context: AnswerContext, entity: EntityId) -> None:
        self._facts = figure_facts(context, entity)
        self._infos = context.view.info({s.key.ordinal for f in self._facts for s in f.supports})
        self._lines = [line for line in context.lines if entity in (*line.info.entities, *line.statement.entities)]
        self._amounts: dict[int, list[Amount]] = {}
        self._ranks = _evidence_ranks(context)
        self._fitted: dict[str, list[tuple[float, SupportedFact]]] = {}
        self._read: dict[str, list[tuple[float, Line, Amount]]] = {}

    def periods(self, measures: Iterable[AskedMeasure]) -> list[Interval]:
        """The times that something is known of."""
        found = [known.fact.valid for asked in measures for _, known in self._fitting(asked)]
        return [v for v in found if v is not None] + [i.info.period for i in self._lines if i.info.period is not None]

    def candidates(self, asked: AskedMeasure, period: Interval | None) -> list[Candidate]:
        """All that may fill the cell of a measure and a period, the best first."""
        found = _with_their_lines([*self._from_facts(asked, period)], [*self._from_lines(asked, period)])
        money = any(_is_money(known.fact.quantity) for _, known in self._fitting(asked))
        found = [c for c in found if not _is_ruled_out(asked, c.quantity, money=money)]
        return sorted(found, key=lambda c: (-c.score, c.fact is None, self._place(c)))

    def _place(self, candidate: Candidate) -> tuple[str, int]:
        info = candidate.line.info if candidate.line else self._infos[candidate.ordinal]
        return info.id, candidate.span.start

    def _from_facts(self, asked: AskedMeasure, period: Interval | None) -> Iterator[Candidate]:
        for fit, known in self._fitting(asked):
            bonus = self._time_fit(known, period)
            if bonus is None or known.fact.quantity is None:
                continue
            rank = self._ranks.get(known.fact.id)
            score = fit + bonus + (FigureWeights.evidence / (1 + rank) if rank is not None else 0.0)
            support = max(known.supports, key=lambda s: (s.confidence, s.observed, s.document_id, -s.span.start))
            when = period or known.fact.valid
            yield Candidate(known.fact.quantity, score, when, support.key.ordinal, support.span, known)

    def _from_lines(self, asked: AskedMeasure, period: Interval | None) -> Iterator[Candidate]:
        for score, line, amount in self._reading(asked):
            times = line.periods
            fit = _line_time(period, times)
            if fit is None:
                continue
            total = score - FigureWeights.sentence + fit + FigureWeights.evidence / (1 + line.rank)
            span = line.clean.stored(Span(amount.start, amount.end))
            quantity = Quantity(amount.value, amount.unit or "count", amount.text)
            when = period or (times[0] if times else None)
            yield Candidate(quantity, total, when, line.info.ordinal, span, None, line)

    def _fitting(self, asked: AskedMeasure) -> list[tuple[float, SupportedFact]]:
        if asked.text not in self._fitted:
            scored = ((fits(asked, known.fact), known) for known in self._facts)
            self._fitted[asked.text] = [(fit, known) for fit, known in scored if fit >= FigureWeights.least_fit]
        return self._fitted[asked.text]

    def _reading(self, asked: AskedMeasure) -> list[tuple[float, Line, Amount]]:
        """The amounts of lines that name at least part of the measure, with how well each fits it."""
        if asked.text not in self._read:
            read = []
            for number, line in enumerate(self._lines):
                share = share_of_words(asked, _terms_stated(asked, line))
                if share < FigureWeights.least_said:
                    continue
                if number not in self._amounts:
                    found = find_amounts(line.text, find_expressions(line.text))
                    self._amounts[number] = [amount for amount in found if not _is_pronoun(amount)]
                amounts = self._amounts[number]
                read += [(s, line, a) for s, a in amounts_for(asked, line.text, amounts, share)]
            self._read[asked.text] = read
        return self._read[asked.text]

    def _time_fit(self, known: SupportedFact, period: Interval | None) -> float | None:
        """What a figure's time adds for a cell's period; ``None`` when it is of another time."""
        if period is None:
            return 0.0
        valid = known.fact.valid
        reported = any(info.reports_on(period) for info in self._stating(known.supports))
        bonus = FigureWeights.report if reported else 0.0
        if valid is None:
            return bonus if reported else None
        if valid.is_same_time(period):
            return bonus + FigureWeights.exact
        if period.contains(valid):
            return bonus + FigureWeights.inside + (FigureWeights.closing if valid.end == period.end else 0.0)
        longer = valid.days is not None and period.days is not None and valid.days > period.days
        return bonus if valid.overlaps(period) and reported and not longer else None

    def _stating(self, supports: Iterable[PlacedSupport]) -> Iterator[DocumentInfo]:
        return (self._infos[s.key.ordinal] for s in supports if s.key.ordinal in self._infos)


def _is_pronoun(amount: Amount) -> bool:
    """Whether a number may stand for a thing: "one replied", "one of my trophies"."""
    return amount.text.casefold() == "one" and amount.unit in ("", "count", None)


def _terms_stated(asked: AskedMeasure, line: Line) -> Set[str]:
    """The terms of a line; those of what something else is a share of ("14% of revenue") only where a share is."""
    if asked.share_of or asked.rate or not _WHOLE_OF_A_SHARE.search(line.text):
        return line.terms
    return frozenset(index_terms(_WHOLE_OF_A_SHARE.sub(" ", line.text)))


def _with_their_lines(facts: Sequence[Candidate], lines: Sequence[Candidate]) -> list[Candidate]:
    """Both, an amount that was found twice as the fact, which knows of other sources, with the better score."""
    best: dict[tuple[int, str], float] = {}
    for line in lines:
        place = (line.ordinal, line.quantity.text)
        best[place] = max(line.score, best.get(place, line.score))
    known = {(f.ordinal, f.quantity.text) for f in facts}
    raised = [replace(f, score=max(f.score, best.get((f.ordinal, f.quantity.text), f.score))) for f in facts]
    return [*raised, *(line for line in lines if (line.ordinal, line.quantity.text) not in known)]


def amounts_for(
    asked: AskedMeasure, text: str, amounts: Sequence[Amount], share: float
) -> Iterator[tuple[float, Amount]]:
    """Each amount of a sentence with how well it fits a measure of whose words the sentence holds ``share``."""
    named = [(m.start(), m.end(), terms) for m in _WORD.finditer(text) if (terms := asked.terms & word_terms(m[0]))]
    for index, amount in enumerate(amounts):
        begins = max(amounts[index - 1].end if index else 0, amount.start - _BEFORE)
        ends = min(amounts[index + 1].start if index + 1 < len(amounts) else len(text), amount.end + _AFTER)
        about = [(start, end, terms) for start, end, terms in named if begins <= start and end <= ends]
        beside = share_of_words(asked, {t for _, _, terms in about for t in terms})
        gap = min(
            (amount.start - e if e <= amount.start else s - amount.end + 20 for s, e, _ in about), default=_BEFORE
        )
        score = FigureWeights.whole * share + FigureWeights.beside * beside
        score += FigureWeights.near * max(0.0, 1 - gap / _BEFORE)
        wide = text[max(0, amount.start - 2 * _CUE) : amount.start]
        before, after = text[max(0, amount.start - _CUE) : amount.start], text[amount.end : amount.end + _CUE]
        moved = _MOVED_BEFORE.search(before) is not None or _MOVED_AFTER.match(after) is not None
        ahead = looks_ahead(text, amount.start) is not None or _GUIDED.search(wide) is not None
        score -= FigureWeights.other_time * (ahead != asked.expected)
        quantity = Quantity(amount.value, amount.unit or "count", amount.text)
        score -= MatchWeights.other_kind * ((moved or amount.unit in ("bp", "pp")) != asked.changed)
        score -= MatchWeights.other_unit * unit_misfit(asked, quantity)
        score -= FigureWeights.other_time * (_COMPARED.search(wide) is not None)
        score -= MatchWeights.other_basis * (_other_basis(asked, text) is not None)
        yield score, amount


def _other_basis(asked: AskedMeasure, text: str) -> re.Match[str] | None:
    """Where a sentence speaks of the basis only that is not asked for."""
    other, same = (_GAAP, _NON_GAAP) if asked.name.basis == "non-gaap" else (_NON_GAAP, _GAAP)
    return other.search(text) if asked.name.basis and not same.search(text) else None


def _is_money(quantity: Quantity | None) -> bool:
    return quantity is not None and family_of(quantity) is Family.MONEY


def _is_ruled_out(asked: AskedMeasure, quantity: Quantity, *, money: bool) -> bool:
    """Whether a quantity cannot be the measure: a sum of millions where it is per share, a rate where it is money."""
    family = family_of(quantity)
    if asked.per_share:
        return family in (Family.MONEY, Family.COUNT) and abs(quantity.value) >= MOST_PER_SHARE
    if asked.rate and family in (Family.MONEY, Family.COUNT) and abs(quantity.value) >= _MOST_AS_RATE:
        return True
    if not money or asked.changed or asked.rate or asked.share_of:
        return False
    return family in (Family.RATE, Family.STEP, Family.TIMES)


def _line_time(period: Interval | None, times: Sequence[Interval]) -> float | None:
    if period is None:
        return 0.0
    if times and times[0].is_same_time(period):
        return FigureWeights.exact + FigureWeights.report
    inside = [t for t in times if period.contains(t)]
    if inside:
        closing = FigureWeights.closing if any(t.end == period.end for t in inside) else 0.0
        return FigureWeights.inside + FigureWeights.report + closing
    return None


def figure_facts(context: AnswerContext, entity: EntityId) -> list[SupportedFact]:
    """The facts with a quantity that an entity has in the periods asked about."""
    found: dict[FactId, SupportedFact] = {}
    for interval in context.question.periods or (None,):
        for known in context.view.facts_about([entity], within=interval):
            if known.fact.quantity is not None and known.fact.subject == entity:
                found[known.fact.id] = known
    return list(found.values())


def _evidence_ranks(context: AnswerContext) -> Mapping[FactId, int]:
    ranks: dict[FactId, int] = {}
    for rank, evidence in enumerate(context.result.evidence):
        for fact in evidence.facts:
            ranks.setdefault(fact, rank)
    return ranks

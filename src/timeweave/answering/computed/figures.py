"""The figures that fill an answer's cells (entity, period, measure), the likeliest first."""

from __future__ import annotations

import math
import re
import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from timeweave.answering.computed.candidates import Candidate, EntityFigures, FigureWeights
from timeweave.answering.computed.restated import without_restated
from timeweave.answering.context.answer_context import MAX_PERIODS, AnswerContext, periods_asked
from timeweave.answering.context.reading import cite
from timeweave.answering.context.units import Family, are_alike, family_of, magnitude
from timeweave.extraction.amounts.numbers import find_amounts
from timeweave.extraction.amounts.units import NUMBER_WORDS
from timeweave.lexicon.hedging import HEDGED, IS_ABOUT
from timeweave.lexicon.lazy import lazily
from timeweave.question.measures import AskedMeasure
from timeweave.question.named_entity import NamedEntity
from timeweave.records import Citation, EntityId, FactId, Quantity, SupportedFact
from timeweave.temporal.interval import Interval

_MOST_RIVALS = 4
_LONGER_BEFORE = lazily(
    r"\b(?:year[- ]to[- ]date|full[- ](?:fiscal )?year|for (?:the|fiscal) year|annual\w*|(?:six|nine|twelve)[- ]months?"
    r"|first half|ytd|since|cumulative)\b(?!.*\bquarter)",
    re.IGNORECASE | re.DOTALL,
)
_LONGER_AFTER = lazily(
    r"(?:,? (?:or|and) \$?[\d.]+ (?:per|a) (?:diluted )?share,?)?[^.;]{0,24}?"
    r"\b(?:year[- ]to[- ]date|(?:for|in) the (?:full |fiscal )?year\b(?! ago)|for full|per year|annually"
    r"|in 20\d\d\b)",
    re.IGNORECASE,
)
_HEDGE = lazily(rf"\b{HEDGED}\s+(?:an? |the )?$", re.IGNORECASE)
_BETWEEN = lazily(r"\bbetween\s+$", re.IGNORECASE)
_ABBREVIATED = lazily(r"\b(?:Inc|Corp|Co|Ltd|Cos|Bros|[A-Z]\.[A-Z]|S\.A|N\.V|p\.l\.c)$")
_APART = lazily(r"\s*(?:above|below|ahead of|better than|short of|higher than|lower than)\b", re.IGNORECASE)
_PLANNED = lazily(
    r"[^.;]{0,16}?\b(?:guidance|target|commitment|(?:from|than|versus) (?:our |the )?(?:previous|prior) guidance)\b",
    re.IGNORECASE,
)
_AUTHORISED = lazily(
    r"\s+(?:new |additional )?(?:share |stock )?(?:(?:re)?purchase |buyback )?authori[sz]ation\b"
    r"|[^.;]{0,24}?\bremaining (?:under|on)\b",
    re.IGNORECASE,
)
_AUTHORISED_ASKED = lazily(r"\b(?:authori[sz]\w+|remaining)\b", re.IGNORECASE)
_OUTGOING = lazily(r"\b(?:use of cash|outflows?|loss|deficit) of\s+(?:\w+\s+)?$", re.IGNORECASE)
_OUTGOING_ASKED = lazily(r"\b(?:use of cash|outflows?|loss(?:es)?|deficit)\b", re.IGNORECASE)
_SPELT = lazily(rf"(?:{'|'.join(NUMBER_WORDS)})\b(?! hundred| thousand| million| billion)", re.IGNORECASE)
_SMALL = 20
_ALMOST_A_YEAR = 300  # days
_ALSO = lazily(rf",?\s*(?:or |\()(?:{IS_ABOUT} |nearly )?")


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A value for a cell, with where it stands.

    ``text`` is as the source writes it, ``period`` the cell's, ``spoken`` the time that the source speaks of.
    """

    entity: EntityId | None
    name: str
    period: Interval | None
    asked: AskedMeasure
    quantity: Quantity
    citation: Citation
    fact: SupportedFact | None
    text: str
    spoken: Interval | None = None

    @property
    def stands_for_part(self) -> bool:
        """Whether the source speaks of a part of the cell's period only: of a quarter where a year is asked about."""
        inside = self.spoken is not None and self.period is not None and self.period.contains(self.spoken)
        return inside and self.spoken != self.period


Cell = tuple[EntityId, Interval | None, int]
"""An entity, a period, and the number of the measure asked for."""

Table = dict[Cell, Figure]
"""The figure of each cell that has one, cells in the question's order: entities, then periods, then measures."""


def fill_table(context: AnswerContext) -> Table:
    """The likeliest figure of each cell, chosen with regard to the others.

    Figures of one measure have one kind of unit; those of one entity lie near each other over time, which decides
    between rivals; and no figure stands for two measures.
    """
    names = {e.id: e for e in context.entities}
    found: dict[Cell, list[Candidate]] = {}
    for entity in context.entities:
        figures = EntityFigures(context, entity.id)
        periods = _periods(context, figures.periods(context.measures))
        for period in periods:
            for number, asked in enumerate(context.measures):
                found[entity.id, period, number] = figures.candidates(asked, period)
    found = _of_one_kind(found)
    found = {cell: kept for cell, c in found.items() if (kept := [x for x in c if x.score >= FigureWeights.enough])}
    found = {cell: _as_said(c, cell, context) for cell, c in found.items()}
    chosen = _each_once(_in_line(found))
    return {cell: _figure(names[cell[0]], context.measures[cell[2]], c, context) for cell, c in chosen.items()}


def _periods(context: AnswerContext, known: Sequence[Interval]) -> Sequence[Interval | None]:
    if context.question.periods:
        return list(periods_asked(context.question, known))
    unit = context.question.scope_in_units.granularity
    if unit is None:
        return [None]
    units = {Interval.unit(k.start, unit) for k in known if k.start is not None}
    return sorted((u for u in units if any(u.contains(k) for k in known)), key=str)[-MAX_PERIODS:] or [None]


def _of_one_kind(found: Mapping[Cell, list[Candidate]]) -> dict[Cell, list[Candidate]]:
    """Figures of another kind of unit than most cells of their measure have lose for it."""
    votes: dict[int, dict[Family, float]] = defaultdict(lambda: defaultdict(float))
    cells: dict[int, int] = defaultdict(int)
    for (_, _, number), candidates in found.items():
        best: dict[Family, float] = {}
        for candidate in candidates:
            best.setdefault(_broad(candidate.quantity), candidate.score)
        cells[number] += bool(best)
        for family, score in best.items():
            votes[number][family] += score
    weighed: dict[Cell, list[Candidate]] = {}
    for cell, candidates in found.items():
        held = votes[cell[2]]
        if cells[cell[2]] > 1 and held:
            lead = max(held, key=lambda f: (held[f], f.value))
            candidates = [
                c if _broad(c.quantity) is lead else replace(c, score=c.score - FigureWeights.other_family)
                for c in candidates
            ]
            candidates.sort(key=lambda c: -c.score)
        weighed[cell] = candidates
    return weighed


def _broad(quantity: Quantity) -> Family:
    """The kind of unit, a big bare number taken for a sum of money."""
    dollars = Quantity(quantity.value, "USD", quantity.text)
    return Family.MONEY if are_alike(quantity, dollars) else family_of(quantity)


def _as_said(candidates: list[Candidate], cell: Cell, context: AnswerContext) -> list[Candidate]:
    """The likeliest with what their sentences say of them: of a longer time, a distance from something, an outflow."""
    period, asked = cell[1], context.measures[cell[2]]
    short = period is not None and period.days is not None and period.days < _ALMOST_A_YEAR
    weighed = []
    sentences: dict[FactId, str] = {}
    for candidate in _rivals(candidates, FigureWeights.rivalry + FigureWeights.longer):
        text, start, end = _sentence(candidate, context)
        if candidate.fact is not None:
            sentences[candidate.fact.fact.id] = text
        before, after = text[max(0, start - 60) : start], text[end : end + 40]
        longer = short and (_LONGER_BEFORE.search(before) or _LONGER_AFTER.match(after))
        apart = not asked.changed and _APART.match(after) is not None
        ahead = not asked.expected and _PLANNED.match(after) is not None
        ahead = ahead or (_AUTHORISED.match(after) is not None and not _AUTHORISED_ASKED.search(asked.text))
        score = candidate.score - FigureWeights.longer * (bool(longer) + apart + ahead)
        quantity = candidate.quantity
        if quantity.value > 0 and _OUTGOING.search(before) and not _OUTGOING_ASKED.search(asked.text):
            quantity = replace(quantity, value=-quantity.value)
        weighed.append(replace(candidate, score=score, quantity=quantity))
    weighed.sort(key=lambda c: -c.score)
    return _whole_first(without_restated(weighed, sentences), asked)


def _whole_first(candidates: list[Candidate], asked: AskedMeasure) -> list[Candidate]:
    """Of sums that fit equally well the greatest comes first: a part is never more than the whole."""
    first = candidates[0].quantity
    if asked.changed or _broad(first) is not Family.MONEY:
        return candidates
    equal = [
        c
        for c in candidates
        if c.score >= candidates[0].score - FigureWeights.equal
        and are_alike(first, c.quantity)
        and c.quantity.value > 0
    ]
    if len(equal) < 2 or first.value <= 0:
        return candidates
    greatest = max(equal, key=lambda c: magnitude(c.quantity))
    return [greatest, *(c for c in candidates if c is not greatest)]


def _rivals(candidates: Sequence[Candidate], within: float) -> list[Candidate]:
    return [c for c in candidates if c.score >= candidates[0].score - within][: 2 * _MOST_RIVALS]


def _in_line(found: Mapping[Cell, list[Candidate]]) -> dict[Cell, list[Candidate]]:
    """Where rivals of a cell differ, the one nearest to the entity's other values of the measure comes first."""
    rows: dict[tuple[EntityId, int], list[Cell]] = defaultdict(list)
    for cell in found:
        rows[cell[0], cell[2]].append(cell)
    settled = dict(found)
    for cells in rows.values():
        sizes = {c: _size(settled[c][0].quantity) for c in cells}
        for cell in cells:
            others = [s for c, s in sizes.items() if c != cell and s is not None]
            rivals = _rivals(found[cell], FigureWeights.rivalry)
            if len(others) < 2 or len(rivals) < 2:
                continue
            middle = statistics.median(others)
            first = found[cell][0]
            alike = [c for c in rivals if are_alike(first.quantity, c.quantity)]
            nearest = min(alike, key=lambda c: (_off(c.quantity, middle), -c.score))
            if _off(first.quantity, middle) > math.log(2) and _off(nearest.quantity, middle) < math.log(2):
                settled[cell] = [nearest, *(c for c in found[cell] if c is not nearest)]
    return settled


def _size(quantity: Quantity) -> float | None:
    return math.log(abs(magnitude(quantity))) if quantity.value else None


def _off(quantity: Quantity, middle: float) -> float:
    size = _size(quantity)
    return math.inf if size is None else abs(size - middle)


def _each_once(found: Mapping[Cell, list[Candidate]]) -> dict[Cell, Candidate]:
    """The first figure of each cell; one that stands for two things asked for goes to the one that it fits better."""
    chosen: dict[Cell, Candidate] = {}
    taken: set[tuple[int, int, str]] = set()
    for cell in sorted(found, key=lambda cell: -found[cell][0].score):
        free = [c for c in found[cell] if (c.ordinal, c.span.end, c.quantity.text) not in taken]
        if free:
            chosen[cell] = free[0]
            taken.add((free[0].ordinal, free[0].span.end, free[0].quantity.text))
    return {cell: chosen[cell] for cell in found if cell in chosen}


def _figure(entity: NamedEntity, asked: AskedMeasure, chosen: Candidate, context: AnswerContext) -> Figure:
    if chosen.line is not None:
        citation = chosen.line.citation()
    else:
        assert chosen.fact is not None
        places = (s for s in chosen.fact.supports if (s.key.ordinal, s.span) == (chosen.ordinal, chosen.span))
        citation = cite(next(places), context.view)
    quantity = chosen.quantity
    if quantity.value < 0 and _OUTGOING_ASKED.search(asked.text):  # a loss of 12, where the loss is asked for
        quantity = replace(quantity, value=-quantity.value)
        chosen = replace(chosen, quantity=quantity)
    return Figure(
        entity.id,
        name_in_question(entity, context),
        chosen.period,
        asked,
        quantity,
        citation,
        chosen.fact,
        _stated(chosen, context),
        _spoken(chosen),
    )


def name_in_question(entity: NamedEntity, context: AnswerContext) -> str:
    """An entity's name as the question writes it, with the stop of an abbreviation at its end."""
    name = entity.surface
    return f"{name}." if _ABBREVIATED.search(name) and context.question.goes_on_after(f"{name}.") else name


def _spoken(chosen: Candidate) -> Interval | None:
    if chosen.fact is not None:
        return chosen.fact.fact.valid
    return next(iter(chosen.line.periods), None) if chosen.line is not None else None


def _stated(chosen: Candidate, context: AnswerContext) -> str:
    """The amount as its sentence gives it: with "nearly" before it, and with the sign that the words gave it."""
    text, quantity = chosen.quantity.text, chosen.quantity
    if _SPELT.match(text) and family_of(quantity) in (Family.COUNT, Family.TIMES) and quantity.value < _SMALL:
        text = _SPELT.sub(f"{abs(quantity.value):g}", text, count=1)
    if quantity.value < 0 and text[:1] not in "-(−" and "negative" not in text and "minus" not in text:
        return f"negative {text}"
    sentence, start, end = _sentence(chosen, context)
    if " and " in text and _BETWEEN.search(sentence[max(0, start - 24) : start]):
        return f"between {text}"
    hedge = _HEDGE.search(sentence[max(0, start - 24) : start])
    also = _also(quantity, sentence[end : end + 48])
    return f"{' '.join(hedge[0].split())} {text}{also}" if hedge else f"{text}{also}"


def _also(quantity: Quantity, after: str) -> str:
    """The same amount in another unit, where the sentence goes on with it: " or $4.6 billion"."""
    joint = _ALSO.match(after)
    other = next(iter(find_amounts(after)), None) if joint else None
    if joint is None or other is None or other.start > joint.end() or other.unit in ("", quantity.unit):
        return ""
    if family_of(Quantity(other.value, other.unit, other.text)) not in (Family.MONEY, Family.PER_PIECE):
        return ""
    return " or " + other.text


def _sentence(chosen: Candidate, context: AnswerContext) -> tuple[str, int, int]:
    """The sentence of an amount, and where in it the amount stands."""
    if chosen.line is not None:
        clean = chosen.line.clean
        return clean.text, clean.clean(chosen.span.start), clean.clean(chosen.span.end)
    assert chosen.fact is not None
    key = next(s.key for s in chosen.fact.supports if (s.key.ordinal, s.span) == (chosen.ordinal, chosen.span))
    statement = context.view.statements([key])[key]
    stored = context.view.text(chosen.ordinal, statement.span)
    clean = context.view.layout(chosen.ordinal).clean(stored, statement.span.start)
    text, written, end = clean.text, chosen.quantity.text, clean.clean(chosen.span.end)
    start = text.rfind(written, clean.clean(chosen.span.start), end)
    return (text, start, start + len(written)) if start >= 0 else (text, end, end)

"""Answers worked out from cited figures: value, each, highest, lowest, first, last, change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from timeweave.answering.asking import Asking
from timeweave.answering.figures import Figure, FigureWeights, Table, fill_table
from timeweave.answering.kinds import Kind
from timeweave.evolution import resolve
from timeweave.records import FactStatus, ResolvedFact
from timeweave.results import Answer
from timeweave.temporal.interval import Interval

_WEIGHTS = FigureWeights()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The words of an answer, the figures that it states or rests on, and what is missing."""

    text: str
    figures: tuple[Figure, ...]
    warnings: tuple[str, ...] = ()


def compute(asking: Asking, weights: FigureWeights = _WEIGHTS) -> Answer | None:
    """An answer from figures, or ``None`` when the question does not ask for figures or none fits."""
    operator = OPERATORS.get(asking.kind)
    if operator is None or not asking.measures:
        return None
    table = fill_table(asking, weights)
    outcome = operator(asking, table) if table else None
    if outcome is None:
        return None
    return Answer(
        search=asking.result,
        answer=outcome.text,
        refused=False,
        method="computed",
        values=tuple(f.value() for f in outcome.figures),
        citations=tuple(dict.fromkeys(f.citation for f in outcome.figures)),
        disagreement=disagreement(asking, outcome.figures),
        warnings=(*asking.result.warnings, *outcome.warnings),
    )


def each(asking: Asking, table: Table) -> Outcome | None:
    """Every cell's value in the order asked: entities, then periods, then measures."""
    figures = _each_once(table)
    several = len({f.period for f in figures}) > 1
    names = len({f.entity for f in figures}) > 1
    parts = [_phrase(f, asking, with_period=several, with_name=names) for f in figures]
    return Outcome(_listed(parts), tuple(figures), missing(asking, table))


def extreme(sign: int) -> Callable[[Asking, Table], Outcome | None]:
    """The cell of the greatest (``sign`` 1) or least (-1) value, told by what tells the cells apart."""

    def pick(asking: Asking, table: Table) -> Outcome | None:
        figures = _comparable([found[0] for found in table.values()])
        if not figures:
            return None
        if len(figures) < 2 and _cells_asked(asking) > 1:
            return None
        best = max(sign * f.quantity.value for f in figures)
        winners = [f for f in figures if sign * f.quantity.value == best]
        others = [f for f in figures if f not in winners]
        text = _listed([_winner(f, asking, figures) for f in winners])
        return Outcome(text, (*winners, *others), missing(asking, table))

    return pick


def _cells_asked(asking: Asking) -> int:
    """At least how many cells the question compares; two, where it asks for the best of unnamed periods."""
    named = len(asking.entities)
    return named if named > 1 else 2 if asking.question.scope.granularity is not None else 1


def ordinal(place: int) -> Callable[[Asking, Table], Outcome | None]:
    """The value of each entity and measure at the first (0) or last (-1) of its periods."""

    def pick(asking: Asking, table: Table) -> Outcome | None:
        chosen: list[Figure] = []
        lines = {(entity, number): None for entity, _, number in table}
        for entity, number in lines:
            found = [f for (e, _, n), cell in table.items() if (e, n) == (entity, number) for f in cell]
            starts = sorted({str(f.period.start) for f in found if f.period is not None and f.period.start is not None})
            dated = [f for f in found if starts and f.period is not None and str(f.period.start) == starts[place]]
            chosen.extend(sorted(dated or found, key=lambda f: -f.score)[:1])
        parts = [_phrase(f, asking, with_period=True, with_name=len(lines) > 1) for f in chosen]
        return Outcome(_listed(parts), tuple(chosen), missing(asking, table)) if chosen else None

    return pick


def change(asking: Asking, table: Table) -> Outcome | None:
    """The difference between the first and the last period of one measure of one entity, in the same unit."""
    figures = _comparable([found[0] for found in table.values()])
    if len({f.entity for f in figures}) != 1 or len(figures) < 2:
        return each(asking, table)
    ordered = sorted(figures, key=lambda f: str(f.period.start) if f.period else "")
    first, last = ordered[0], ordered[-1]
    difference = last.quantity.value - first.quantity.value
    unit = first.quantity.unit
    share = f" ({difference / abs(first.quantity.value):+.1%})" if first.quantity.value and unit != "%" else ""
    amount = written(difference, unit if unit != "%" else "percentage points")
    begun, ended = _period(first.period, asking), _period(last.period, asking)
    text = f"{amount}{share}: from {first.text} in {begun} to {last.text} in {ended}"
    return Outcome(text, tuple(ordered), missing(asking, table))


OPERATORS: Mapping[Kind, Callable[[Asking, Table], Outcome | None]] = {
    Kind.VALUE: each,
    Kind.EACH: each,
    Kind.WHEN: each,
    Kind.HIGHEST: extreme(1),
    Kind.LOWEST: extreme(-1),
    Kind.FIRST: ordinal(0),
    Kind.LAST: ordinal(-1),
    Kind.CHANGE: change,
}
"""Which operator works out which kind of answer; kinds without one are not computed from figures."""


def missing(asking: Asking, table: Table) -> tuple[str, ...]:
    """The entities, and the periods that something is known of, that have no value for a measure."""
    warnings = []
    periods = list(dict.fromkeys(period for _, period, _ in table))
    for number, asked in enumerate(asking.measures):
        for entity in asking.entities:
            held = [p for p in periods if (entity.id, p, number) in table]
            if not held:
                warnings.append(f"no value found for {asked.text} of {entity.surface}")
            else:
                gaps = [p for p in periods if p not in held]
                warnings += [
                    f"no value found for {asked.text} of {entity.surface} in {_period(p, asking)}" for p in gaps
                ]
    return tuple(warnings)


def disagreement(asking: Asking, figures: Sequence[Figure]) -> tuple[ResolvedFact, ...]:
    """The standing of the facts behind ``figures`` where sources give other values for the same time."""
    told: dict[str, ResolvedFact] = {}
    for figure in figures:
        if figure.fact is None:
            continue
        fact = figure.fact.fact
        group = asking.view.facts_about([fact.subject], relation=fact.relation, within=fact.valid)
        same = [g for g in group if g.fact.valid == fact.valid and g.fact.qualifiers == fact.qualifiers]
        for resolved in resolve(same):
            if resolved.status in (FactStatus.DISPUTED, FactStatus.RESTATED):
                told[resolved.fact.id] = resolved
    return tuple(told.values())


def written(value: float, unit: str) -> str:
    """A computed number in words: 2.8e9 USD is "$2.8 billion"."""
    size, scale = next(
        ((v, w) for v, w in ((1e12, " trillion"), (1e9, " billion"), (1e6, " million")) if abs(value) >= v), (1.0, "")
    )
    number = f"{abs(value) / size:,.4g}" if size > 1 else f"{abs(value):,.6g}"
    sign = "-" if value < 0 else ""
    if unit.startswith("USD"):
        return f"{sign}${number}{scale}{unit.removeprefix('USD').replace('/', ' per ')}"
    if unit == "%":
        return f"{sign}{number}%"
    return f"{sign}{number}{scale} {unit}".removesuffix(" count").rstrip()


def _each_once(table: Table) -> list[Figure]:
    """The best figure of each cell; one that stands for two things asked for goes to the one that it fits better."""
    chosen: dict[object, Figure] = {}
    taken: set[object] = set()
    for cell in sorted(table, key=lambda cell: -table[cell][0].score):
        free = [f for f in table[cell] if (f.citation.document_id, f.citation.start, f.text) not in taken]
        if free:
            chosen[cell] = free[0]
            taken.add((free[0].citation.document_id, free[0].citation.start, free[0].text))
    return [chosen[cell] for cell in table if cell in chosen]


def _comparable(figures: Sequence[Figure]) -> list[Figure]:
    """Those in the unit that most figures have: dollars are not compared with percent."""
    units = [f.quantity.unit for f in figures]
    if not units:
        return []
    unit = max(dict.fromkeys(units), key=units.count)
    return [f for f in figures if f.quantity.unit == unit]


def _winner(figure: Figure, asking: Asking, figures: Sequence[Figure]) -> str:
    names = len({f.entity for f in figures}) > 1
    periods = len({f.period for f in figures}) > 1
    asks_value = (
        asking.question.text.lower().lstrip().startswith(("what was", "what is", "what were", "what has", "how much"))
    )
    where = " in ".join([*([figure.name] if names else []), *([_period(figure.period, asking)] if periods else [])])
    if asks_value or not where:
        return f"{figure.text}{f' ({where})' if where else ''}"
    return f"{where} ({figure.text})"


def _phrase(figure: Figure, asking: Asking, *, with_period: bool, with_name: bool) -> str:
    text = figure.text
    if with_period and figure.period is not None:
        text += f" in {_period(figure.period, asking)}"
    if with_name:
        text += f" ({figure.name})"
    return text


def _period(period: Interval | None, asking: Asking) -> str:
    """As people say it: Q4 2022 for 2022-Q4, in a fiscal calendar Q4 FY2022."""
    label = "" if period is None else asking.question.scope.label(period)
    year, dash, quarter = label.partition("-Q")
    return f"Q{quarter} {year}" if dash and len(quarter) == 1 else label


def _listed(parts: Sequence[str]) -> str:
    if len(parts) < 3:
        return " and ".join(parts)
    return f"{', '.join(parts[:-1])}, and {parts[-1]}"

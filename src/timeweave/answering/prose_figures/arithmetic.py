"""What follows from figures that are told: how far they lie apart, one over another, a part of a whole."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.units import UNITS, convertible, difference, is_currency, is_named_by, written
from timeweave.answering.prose_figures.fitting import Fit, corrects, fitting
from timeweave.answering.prose_figures.over_time import (
    ends_named,
    first_and_last,
    may_be_at_ends,
    of_ends,
    step_to,
)
from timeweave.answering.prose_figures.rows import Row
from timeweave.answering.prose_figures.settling import is_of, one_of, standing
from timeweave.answering.prose_figures.sides import between
from timeweave.answering.prose_figures.term_relations import dimension, holds
from timeweave.answering.prose_figures.values import FigureAnswer, Known, in_full, quantity_of, stated, value
from timeweave.answering.prose_figures.worked_back import way_of
from timeweave.extraction.amounts.standing import MOVING, Standing
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.question.conditions import Comparison
from timeweave.question.figures.phrases import OPPOSITES, asks_either_way, events_dated, numbers_said
from timeweave.question.figures.target import Form, TargetFigure
from timeweave.question.figures.words import MOVES
from timeweave.records import Quantity
from timeweave.temporal.interval import Interval

_RESULTS = frozenset(index_terms("result balance outcome bottom line"))


def change(context: AnswerContext, target: TargetFigure, rows: Sequence[Row], known: Known) -> FigureAnswer | None:
    """How far the figures of two times lie apart, or a change that a sentence tells; ``None`` where neither is told."""
    times = [e for e in context.question.scope.expressions if e.interval is not None]
    told = [e for e in times if _YEAR.search(e.text)] if len(times) > 2 else times
    named = sorted((e.interval for e in told if e.interval is not None), key=lambda i: str(i.start))
    level = replace(target, form=Form.VALUE, counted=False, points=False, terms=target.terms - MOVES)
    if level.head and level.head <= _RESULTS and any(_result_sign(r) for r in rows):
        level = replace(level, head=frozenset())
    fits = fitting(rows, level, known)
    holding = standing(fits, level)
    ends = ends_named(told)
    pair = of_ends(holding, ends, rows)
    if pair is not None:
        return _apart(*pair, target)
    pair = between(context, target, rows, known)
    if pair is not None:
        return _apart(*pair, target, sides=not target.named)
    span = _span(named)
    pair = _pair(fits, rows, target, span)
    if pair is not None and may_be_at_ends(pair, ends):
        return _apart(*pair, target)
    moved = [f for f in fits if f.row.standing is Standing.CHANGE and _suits(f.row, target)]
    moved = [f for f in moved if f.direct == 1.0 or not f.row.bearer]
    moved = [f for f in moved if not target.periods or any(is_of(f.row, p) for p in target.periods)]
    moved = [f for f in moved if not target.upward or way_of(f.row) != -target.upward]
    one = one_of(moved)
    if one is None:
        one = one_of([f for f in holding if f.row.verb in _LOST and any(is_of(f.row, p) for p in target.periods)], rows)
    if one is None:
        pair = _ends_of(holding, target, rows) or step_to(holding, target, rows)
        if pair is None and not (target.periods or target.named):
            pair = first_and_last(holding)
        return None if pair is None else _apart(*pair, target)
    text = stated(one.row)
    return FigureAnswer(f"{one.row.verb} {text}" if one.row.verb in _LOST else text, (one.row,))


def _ends_of(fits: Sequence[Fit], target: TargetFigure, rows: Sequence[Row]) -> tuple[Row, Row] | None:
    """What stood at the end of the period before the one asked about, and at its own end."""
    if len(target.periods) != 1 or not target.periods[0].is_unit:
        return None
    period = target.periods[0]
    at_end = [
        f for f in fits
        if f.row.time is not None and f.row.dated and f.row.time != period and _AT_END.search(f.row.segment)
    ]  # fmt: skip
    first = one_of([f for f in at_end if f.row.time is not None and f.row.time.end == period.start], rows)
    last = one_of([f for f in at_end if f.row.time is not None and f.row.time.end == period.end], rows)
    if first is None or last is None:
        return None
    corrected = corrects(first.row) or corrects(last.row)  # "the number is restated" names nobody
    theirs = first.row.bearer, last.row.bearer
    return None if all(theirs) and theirs[0].isdisjoint(theirs[1]) and not corrected else (first.row, last.row)


_AT_END = lazily(r"\b(?:at|for|by) the (?:end|close)\b", re.IGNORECASE)
_LOST = frozenset(["lost", "shed", "gained", "added"])
_YEAR = lazily(r"\d{4}")


def _span(named: Sequence[Interval]) -> Interval | None:
    """From the first to the last of the times that a question names."""
    starts = [i.start for i in named if i.start is not None]
    ends = [i.end for i in named if i.end is not None]
    return Interval(min(starts), max(ends)) if starts and ends and len(named) > 1 else None


def yes_no(context: AnswerContext, target: TargetFigure, rows: Sequence[Row], known: Known) -> FigureAnswer | None:
    """Whether a figure rose or fell, or meets a bound, as the question asserts; ``None`` where a range leaves it
    open.
    """
    condition = context.question.condition
    if condition is not None and condition.value is not None:
        bound = condition.unit or ""
        terms = frozenset(t for t in target.terms if not any(c.isdigit() for c in t))
        told = value(replace(target, form=Form.VALUE, terms=terms, counted=False), rows, known)
        if told is None or len(told.rows) != 1:
            return None
        amount = told.rows[0].amount
        if amount.unit != bound or amount.approx:
            return None
        ends = {condition.holds(v) for v in (amount.value, amount.high if amount.high is not None else amount.value)}
        return None if len(ends) > 1 else FigureAnswer(f"{'Yes' if ends.pop() else 'No'}: {told.text}", told.rows)
    upward = context.question.asserted in (Comparison.ROSE, Comparison.ABOVE)
    told = change(context, replace(target, form=Form.CHANGE, counted=False), rows, known)
    if told is None or context.question.asserted not in (Comparison.ROSE, Comparison.FELL) or len(told.rows) != 2:
        return None
    first, last = (r.amount for r in told.rows)
    low = last.value - (first.high if first.high is not None else first.value)
    high = (last.high if last.high is not None else last.value) - first.value
    if low * high <= 0:
        return None
    word = "rose" if low > 0 else "fell"
    if asks_either_way(context.question):
        return replace(told, text=f"It {word}: {told.text}")
    return replace(told, text=f"{'Yes' if (low > 0) == upward else 'No'}, it {word}: {told.text}")


def _suits(row: Row, target: TargetFigure) -> bool:
    unit = row.amount.unit
    if target.points:
        return unit in ("pp", "points", "bp")
    return unit == "%" if target.percent else unit not in ("%", "pp", "points", "bp")


def _pair(
    fits: Sequence[Fit], rows: Sequence[Row], target: TargetFigure, span: Interval | None
) -> tuple[Row, Row] | None:
    """The two figures of "from A to B" or "B, compared with A", where one sentence alone tells them of that time."""
    pairs = []
    for later in fits:
        if later.row.standing is not Standing.STATED:
            continue
        spanned = span is not None and later.row.time is not None and span.contains(later.row.time)
        if target.periods and not spanned and not any(is_of(later.row, p) for p in target.periods):
            continue
        earlier = [
            r for r in rows
            if r.line is later.row.line and r is not later.row and r.amount.unit == later.row.amount.unit
            and (r.standing is Standing.COMPARED or _AFTER_RESULT.search(_before(r)))
        ]  # fmt: skip
        if len(earlier) == 1:
            pairs.append((earlier[0], later.row))
    values = {(a.amount.value, b.amount.value) for a, b in pairs}
    return pairs[0] if len(values) == 1 else None


_RESULT = r"(?P<under>deficit|loss|shortfall)|(?P<over>surplus|profit|gain)"
_RESULT_OF = lazily(rf"\b(?:{_RESULT}) of\s+(?:\w+\s+){{0,2}}$", re.IGNORECASE)
_AFTER_RESULT = lazily(
    rf"\b(?:after|against|from|following|compared (?:to|with))\s+(?:an?\s+)?(?:\w+\s+)?(?:{_RESULT}) of\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)


def _before(row: Row) -> str:
    return row.line.text[max(0, row.amount.start - 48) : row.amount.start]


def _result_sign(row: Row) -> int:
    """-1 of a loss, 1 of a surplus, 0 of what is neither."""
    match = _RESULT_OF.search(_before(row))
    return 0 if match is None else -1 if match["under"] else 1


def _apart(first: Row, last: Row, target: TargetFigure, *, sides: bool = False) -> FigureAnswer | None:
    """How far two figures lie apart, with the width that ranges and rough figures give it."""
    a, b = first.amount, last.amount
    if first.line is last.line and a.scaled and b.scaled and "" in (a.unit, b.unit):
        a, b = (replace(x, unit=a.unit or b.unit) for x in (a, b))
    alike = convertible([quantity_of(a), quantity_of(b)])
    told_twice = target.upward and alike is not None and alike[0][0] == alike[0][1] and a.high is b.high is None
    if alike is None or told_twice or "over" in (a.approx, b.approx) or "under" in (a.approx, b.approx):
        return None
    (start, end), unit = _as_wanted(*alike, target)
    signs = _result_sign(first), _result_sign(last)
    if signs[0] * signs[1] < 0:
        if a.high is not None or b.high is not None:
            return None
        start, end = start * signs[0], end * signs[1]
    words = f"from {stated(first).removeprefix('from ')} to {stated(last)}"
    if sides:
        words = f"{stated(last)} against {stated(first)}"
    about = "about " if a.approx or b.approx else ""
    if a.high is not None or b.high is not None:
        return None if target.percent else _wide_apart(first, last, about, words)
    one, other = Quantity(start, unit, a.text), Quantity(end, unit, b.text)
    apart, share = difference(one, other, unit)
    if unit == "%":
        apart = f"{round(end - start, 9):+g} percentage points"
        share = f"{(end - start) / start:+.1%}" if start > 0 else ""
    elif abs(end - start) < 1e6 and not is_currency(unit):
        apart = f"{round(end - start, 9):+,.10g}" + ("" if unit == "count" else f" {unit}")
    if target.percent:
        if not share:
            return None
        apart = share
    verb = "rose by" if end > start else "fell by" if end < start else "changed by"
    text = f"{about}{apart} ({verb} {apart.lstrip('+-−')})"
    if sides and end != start:
        text = f"{about}{apart}"
    return FigureAnswer(f"{text}: {words}", (first, last), f"{stated(last)} − {stated(first)} = {about}{apart}")


def _wide_apart(first: Row, last: Row, about: str, words: str) -> FigureAnswer | None:
    """How far ranges lie apart, at least and at most; ``None`` where that has no one direction."""
    a, b = first.amount, last.amount
    low = b.value - (a.high if a.high is not None else a.value)
    high = (b.high if b.high is not None else b.value) - a.value
    if a.unit != b.unit or low * high < 0:
        return None
    unit = a.unit or "count"
    text = f"{about}{written(low, unit, signed=True)} to {written(high, unit, signed=True)}"
    return FigureAnswer(f"{text}: {words}", (first, last), f"{stated(last)} − {stated(first)} = {text}")


def _as_wanted(values: Sequence[float], unit: str, target: TargetFigure) -> tuple[tuple[float, float], str]:
    """Two figures in the unit that the question asks for, where theirs is of its kind."""
    for other in UNITS:
        if other != unit and is_named_by(other, target.terms | target.head) and not is_named_by(unit, target.asked):
            moved = convertible([*(Quantity(v, unit, "") for v in values), Quantity(0.0, other, "")])
            if moved is not None:
                return (moved[0][0], moved[0][1]), other
    return (values[0], values[1]), unit


def ratio(target: TargetFigure, rows: Sequence[Row], known: Known) -> FigureAnswer | None:
    """One figure over another, each of the same time and by whole."""
    if not target.per or not target.head:
        return None
    plain = replace(target, form=Form.VALUE, per=frozenset(), statistic=frozenset(), terms=target.terms - target.per)
    told = _over(plain, target, rows, known)
    if told is None and len(target.periods) == 1:  # what stood when it was told of, in the period
        told_then = [
            r for r in rows
            if r.time is not None and r.time.contains(target.periods[0])
            and target.periods[0].contains(Interval.day(r.line.info.observed))
        ]  # fmt: skip
        told = _over(replace(plain, periods=()), target, told_then, known)
    return told


_OUT_OF = lazily(r"\b(?:from|on|off|over|with|across)\s+(?:an? |the |about )?$", re.IGNORECASE)


def _over(plain: TargetFigure, target: TargetFigure, rows: Sequence[Row], known: Known) -> FigureAnswer | None:
    over = value(plain, [r for r in rows if not (r.amount.unit and is_named_by(r.amount.unit, target.per))], known)
    if over is None or len(over.rows) != 1:
        return None
    line = over.rows[0].line
    bases = [
        replace(r, standing=Standing.STATED)
        if r.line is line and r.standing is Standing.COMPARED and r.verb not in MOVING and _OUT_OF.search(_before(r))
        and r.amount.unit not in ("", over.rows[0].amount.unit) else r
        for r in rows
    ]  # fmt: skip
    under = value(replace(plain, head=target.per, counted=True), bases, known)
    if under is None:  # what is counted by what: a sentence that tells both need not say the rest twice
        beside = [r for r in bases if r.line is line and r.time == over.rows[0].time]
        under = value(
            replace(plain, head=target.per, counted=True, terms=frozenset(), names=frozenset()), beside, known
        )
    if under is None or len(under.rows) != 1:
        return None
    a, b = over.rows[0].amount, under.rows[0].amount
    if a.high or b.high or b.value <= 0 or a.start == b.start or {a.approx, b.approx} & {"over", "under"}:
        return None
    about = "about " if a.approx or b.approx else ""
    text = f"{about}{in_full(round(target.per_number * a.value / b.value, 2), a.unit or 'count')}"
    shown = f"{over.text} over {under.text}"
    return FigureAnswer(f"{text}: {shown}", (*over.rows, *under.rows), f"{a.text} / {b.text} = {text}")


def share(context: AnswerContext, target: TargetFigure, rows: Sequence[Row], known: Known) -> FigureAnswer | None:
    """A part over its whole, where one sentence tells both."""
    found = []
    named = events_dated(context.question)
    rate = target.head <= dimension("%")
    for whole in rows:
        said = whole.said - (frozenset() if rate else whole.head)
        lacking = {
            t for t in target.terms - named
            if not holds(said, t) and not holds(known[_key(whole)] - whole.line.terms, t)
        }  # fmt: skip
        figures = numbers_said(context.question)
        if not (lacking or figures) or whole.amount.unit or whole.standing is not Standing.STATED or whole.is_part:
            continue
        heads = {t for t in target.terms if holds(whole.head, t)} if rate else target.head
        if not heads or not all(holds(whole.head, h) for h in heads) or whole.inherits:
            continue
        if target.periods and not any(is_of(whole, p) for p in target.periods):
            continue
        for part in rows:
            same = part.line is whole.line and part is not whole and part.standing is Standing.STATED
            told = part.own | part.noun | frozenset(index_terms(part.verb if part.inherits else ""))
            if (
                same
                and not part.amount.unit
                and part.time == whole.time
                and all(holds(told, t) for t in lacking)
                and figures <= set(re.findall(r"\d+", part.segment))
            ):
                found.append((part, whole))
    found = found or list(_of_two(target, rows, known))
    values = {(p.amount.value, w.amount.value) for p, w in found}
    if len(values) != 1:
        return None
    part, whole = found[0]
    a, b = part.amount, whole.amount
    if a.high or b.high or not 0 <= a.value <= b.value or not b.value or {a.approx, b.approx} & {"over", "under"}:
        return None
    about = "about " if a.approx or b.approx else ""
    text = f"{about}{round(100 * a.value / b.value, 2):g}%"
    return FigureAnswer(f"{text}: {stated(part)} of {stated(whole)}", (part, whole), f"{a.text} / {b.text} = {text}")


def _of_two(target: TargetFigure, rows: Sequence[Row], known: Known) -> Iterator[tuple[Row, Row]]:
    """Each part with the whole that it makes with its opposite: "168 girls and 112 boys"."""
    for one, other in (*OPPOSITES, *((b, a) for a, b in OPPOSITES)):
        mine, theirs = frozenset(index_terms(one)), frozenset(index_terms(other))
        if not mine & (target.terms | target.head):
            continue
        meant = replace(
            target, form=Form.VALUE, counted=True, head=mine, terms=target.terms - mine - target.head,
            statistic=frozenset()
        )  # fmt: skip
        told = value(meant, _sharing(rows, mine, theirs), known)
        if told is None or len(told.rows) != 1:
            continue
        part = told.rows[0]
        rest = [r for r in rows if r.line is part.line and r.head & theirs and r.standing is part.standing]
        if len(rest) == 1 and rest[0].time == part.time and not (part.amount.unit or part.is_part or rest[0].is_part):
            whole = replace(
                part.amount,
                value=part.amount.value + rest[0].amount.value,
                text=f"{part.amount.text} + {rest[0].amount.text}",
            )
            yield part, replace(rest[0], amount=replace(whole, start=rest[0].amount.start, end=rest[0].amount.end))


def _sharing(rows: Sequence[Row], mine: frozenset[str], theirs: frozenset[str]) -> list[Row]:
    """The rows, with what the last of two opposites is followed by said of both: "168 girls and 112 boys enrolled"."""
    shared = []
    for row, after in itertools.zip_longest(rows, rows[1:]):
        joined = after is not None and after.line is row.line and row.head & mine and after.head & theirs
        joined = joined and re.fullmatch(r"\s+\w+\s+and\s+", row.line.text[row.amount.end : after.amount.start])
        shared.append(replace(row, own=row.own | after.own) if joined else row)
    return shared


def _key(row: Row) -> tuple[str, int]:
    return row.line.info.id, row.line.statement.index

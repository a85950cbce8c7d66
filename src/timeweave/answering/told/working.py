"""What follows from figures that are told: how far they lie apart, one over another, a part of a whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from timeweave.answering.asked.asking import Asking
from timeweave.answering.asked.conditions import Comparison, find_condition
from timeweave.answering.asked.units import convertible, difference, is_currency, written
from timeweave.answering.told.fitting import Fit, fitting, holds
from timeweave.answering.told.rows import Row
from timeweave.answering.told.settling import is_of, one_of, standing
from timeweave.answering.told.values import Known, Told, in_full, quantity_of, stated, value
from timeweave.answering.told.wanting import Form, WantedFigure
from timeweave.extraction.amounts.standing import Standing
from timeweave.records import Quantity
from timeweave.temporal.interval import Interval


def change(asking: Asking, wanted: WantedFigure, rows: Sequence[Row], known: Known) -> Told | None:
    """How far the figures of two times lie apart, or a change that a sentence tells; ``None`` where neither is told."""
    named = [e.interval for e in asking.question.scope.expressions if e.interval is not None]
    level = replace(wanted, form=Form.VALUE, counted=False, points=False)
    fits = fitting(rows, level, known)
    holding = standing(fits, level)
    if len(named) >= 2:
        first, last = (one_of([f for f in holding if is_of(f.row, p)], rows) for p in (named[0], named[-1]))
        if first is not None and last is not None:
            return _apart(first.row, last.row, wanted)
    span = _span(named)
    pair = _pair(fits, rows, wanted, span)
    if pair is not None:
        return _apart(*pair, wanted)
    moved = [f for f in fits if f.row.standing is Standing.CHANGE and _suits(f.row, wanted)]
    moved = [f for f in moved if f.direct == 1.0 or not f.row.bearer]
    moved = [f for f in moved if not wanted.periods or any(is_of(f.row, p) for p in wanted.periods)]
    one = one_of(moved)
    return None if one is None else Told(stated(one.row), (one.row,))


def _span(named: Sequence[Interval]) -> Interval | None:
    """From the first to the last of the times that a question names."""
    starts = [i.start for i in named if i.start is not None]
    ends = [i.end for i in named if i.end is not None]
    return Interval(min(starts), max(ends)) if starts and ends and len(named) > 1 else None


def yes_no(asking: Asking, wanted: WantedFigure, rows: Sequence[Row], known: Known) -> Told | None:
    """Whether a figure rose or fell, or meets a bound, as the question asserts; ``None`` where a range leaves it
    open.
    """
    condition = find_condition(asking.result.question, asking.question.scope.expressions)
    if condition is not None and condition.value is not None:
        bound = condition.unit or ""
        terms = frozenset(t for t in wanted.terms if not any(c.isdigit() for c in t))
        told = value(replace(wanted, form=Form.VALUE, terms=terms, counted=False), rows, known)
        if told is None or len(told.rows) != 1:
            return None
        amount = told.rows[0].amount
        if amount.unit != bound or amount.approx:
            return None
        ends = {condition.holds(v) for v in (amount.value, amount.high if amount.high is not None else amount.value)}
        return None if len(ends) > 1 else Told(f"{'Yes' if ends.pop() else 'No'}: {told.text}", told.rows)
    upward = asking.asserted in (Comparison.ROSE, Comparison.ABOVE)
    told = change(asking, replace(wanted, form=Form.CHANGE, counted=False), rows, known)
    if told is None or asking.asserted not in (Comparison.ROSE, Comparison.FELL) or len(told.rows) != 2:
        return None
    first, last = (r.amount for r in told.rows)
    low = last.value - (first.high if first.high is not None else first.value)
    high = (last.high if last.high is not None else last.value) - first.value
    if low * high <= 0:
        return None
    word = "rose" if low > 0 else "fell"
    if _EITHER_WAY.search(asking.result.question):
        return replace(told, text=f"It {word}: {told.text}")
    return replace(told, text=f"{'Yes' if (low > 0) == upward else 'No'}, it {word}: {told.text}")


_EITHER_WAY = re.compile(
    r"\b(?:rise or fall|fall or rise|increase or decrease|grow or shrink|up or down|or (?:fall|rise|decrease|drop"
    r"|shrink))\b",
    re.IGNORECASE,
)


def _suits(row: Row, wanted: WantedFigure) -> bool:
    unit = row.amount.unit
    if wanted.points:
        return unit in ("pp", "points", "bp")
    return unit == "%" if wanted.percent else unit not in ("%", "pp", "points", "bp")


def _pair(
    fits: Sequence[Fit], rows: Sequence[Row], wanted: WantedFigure, span: Interval | None
) -> tuple[Row, Row] | None:
    """The two figures of "from A to B" or "B, compared with A", where one sentence alone tells them of that time."""
    pairs = []
    for later in fits:
        if later.row.standing is not Standing.STATED:
            continue
        spanned = span is not None and later.row.time is not None and span.contains(later.row.time)
        if wanted.periods and not spanned and not any(is_of(later.row, p) for p in wanted.periods):
            continue
        earlier = [
            r for r in rows
            if r.line is later.row.line and r.standing is Standing.COMPARED and r.amount.unit == later.row.amount.unit
        ]  # fmt: skip
        if len(earlier) == 1:
            pairs.append((earlier[0], later.row))
    values = {(a.amount.value, b.amount.value) for a, b in pairs}
    return pairs[0] if len(values) == 1 else None


def _apart(first: Row, last: Row, wanted: WantedFigure) -> Told | None:
    """How far two figures lie apart, with the width that ranges and rough figures give it."""
    a, b = first.amount, last.amount
    alike = convertible([quantity_of(a), quantity_of(b)])
    if alike is None or "over" in (a.approx, b.approx) or "under" in (a.approx, b.approx):
        return None
    (start, end), unit = alike
    words = f"from {stated(first).removeprefix('from ')} to {stated(last)}"
    about = "about " if a.approx or b.approx else ""
    if a.high is not None or b.high is not None:
        if a.unit != b.unit:
            return None
        low = b.value - (a.high if a.high is not None else a.value)
        high = (b.high if b.high is not None else b.value) - a.value
        if wanted.percent or low * high < 0:
            return None
        text = f"{about}{written(low, unit, signed=True)} to {written(high, unit, signed=True)}"
        return Told(f"{text}: {words}", (first, last), f"{stated(last)} − {stated(first)} = {text}")
    one, other = Quantity(start, unit, a.text), Quantity(end, unit, b.text)
    apart, share = difference(one, other, unit)
    if unit == "%":
        apart = f"{round(end - start, 9):+g} percentage points"
        share = f"{(end - start) / start:+.1%}" if start > 0 else ""
    elif abs(end - start) < 1e6 and not is_currency(unit):
        apart = f"{round(end - start, 9):+,.10g}" + ("" if unit == "count" else f" {unit}")
    if wanted.percent:
        if not share:
            return None
        apart = share
    verb = "rose by" if end > start else "fell by" if end < start else "changed by"
    text = f"{about}{apart} ({verb} {apart.lstrip('+-−')})"
    return Told(f"{text}: {words}", (first, last), f"{stated(last)} − {stated(first)} = {about}{apart}")


def ratio(wanted: WantedFigure, rows: Sequence[Row], known: Known) -> Told | None:
    """One figure over another, each of the same time and by whole."""
    if not wanted.per or not wanted.head:
        return None
    plain = replace(wanted, form=Form.VALUE, per=frozenset(), statistic=frozenset())
    over = value(replace(plain, terms=wanted.terms - wanted.per), rows, known)
    under = value(replace(plain, head=wanted.per, terms=wanted.terms - wanted.per, counted=True), rows, known)
    if over is None or under is None or len(over.rows) != 1 or len(under.rows) != 1:
        return None
    a, b = over.rows[0].amount, under.rows[0].amount
    if a.high or b.high or b.value <= 0 or a is b or {a.approx, b.approx} & {"over", "under"}:
        return None
    about = "about " if a.approx or b.approx else ""
    text = f"{about}{in_full(round(wanted.per_number * a.value / b.value, 2), a.unit or 'count')}"
    shown = f"{over.text} over {under.text}"
    return Told(f"{text}: {shown}", (*over.rows, *under.rows), f"{a.text} / {b.text} = {text}")


def share(wanted: WantedFigure, rows: Sequence[Row], known: Known) -> Told | None:
    """A part over its whole, where one sentence tells both."""
    found = []
    for whole in rows:
        lacking = {
            t for t in wanted.terms if not holds(whole.said, t) and not holds(known[_key(whole)] - whole.line.terms, t)
        }
        if not lacking or whole.amount.unit or whole.standing is not Standing.STATED or whole.is_part:
            continue
        if not all(holds(whole.head, h) for h in wanted.head):
            continue
        if wanted.periods and not any(is_of(whole, p) for p in wanted.periods):
            continue
        for part in rows:
            same = part.line is whole.line and part is not whole and part.standing is Standing.STATED
            said = part.own | part.noun
            if same and not part.amount.unit and part.time == whole.time and all(holds(said, t) for t in lacking):
                found.append((part, whole))
    values = {(p.amount.value, w.amount.value) for p, w in found}
    if len(values) != 1:
        return None
    part, whole = found[0]
    a, b = part.amount, whole.amount
    if a.high or b.high or not 0 <= a.value <= b.value or not b.value or {a.approx, b.approx} & {"over", "under"}:
        return None
    about = "about " if a.approx or b.approx else ""
    text = f"{about}{round(100 * a.value / b.value, 2):g}%"
    return Told(f"{text}: {stated(part)} of {stated(whole)}", (part, whole), f"{a.text} / {b.text} = {text}")


def _key(row: Row) -> tuple[str, int]:
    return row.line.info.id, row.line.statement.index

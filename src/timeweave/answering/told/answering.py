"""Answers to questions for a figure: the one told of what, whom and when is asked, or what follows from those told."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from timeweave.answering.asked.asking import Asking
from timeweave.answering.asked.conditions import Comparison, find_condition
from timeweave.answering.asked.kinds import Kind
from timeweave.answering.asked.units import convertible, difference, is_currency, written
from timeweave.answering.told.fitting import Fit, all_rows, contexts, fitting, holds
from timeweave.answering.told.rows import Row
from timeweave.answering.told.settling import is_of, one_of, standing
from timeweave.answering.told.summing import may_sum, tile
from timeweave.answering.told.wanting import Form, WantedFigure, wanted_figure
from timeweave.extraction.amounts.numbers import Amount
from timeweave.extraction.amounts.standing import Standing
from timeweave.records import Quantity, Span
from timeweave.results import Answer, Citation, Value
from timeweave.temporal.interval import Interval

_HEDGE = re.compile(
    r"(?:\b(?:approximately|about|nearly|almost|roughly|around|some|more than|over|at least|less than|fewer than|up to|under"
    r"|just (?:over|under)|close to|an estimated|estimated at|no (?:more|less|fewer) than|as many as|at most|between|from"
    r"|exceed(?:ed|ing)|minus|circa|above|below|a good|in the region of)\s+(?:an? |the )?)+$",
    re.IGNORECASE,
)
_JOINTLY = re.compile(r"\b(?:together|combined|in all|in total|altogether|between them|total|both|jointly)\b", re.IGNORECASE)


Known = Mapping[tuple[str, int], frozenset[str]]
"""What is known when each sentence is read (`contexts`)."""


@dataclass(frozen=True, slots=True)
class _Told:
    """The words of an answer, the rows that it rests on, and how it was worked out."""

    text: str
    rows: tuple[Row, ...]
    calculation: str | None = None


def answer_told(asking: Asking, wanted: WantedFigure) -> Answer | None:
    """The figure asked for, stated or worked out of stated ones; ``None`` where the documents do not determine it."""
    rows = all_rows(asking.lines)
    known = contexts(asking.lines)
    told: _Told | None = None
    if wanted.complement:
        return None
    if wanted.form is Form.CHANGE:
        told = _change(asking, wanted, rows, known)
    elif wanted.form is Form.YES_NO:
        told = _yes_no(asking, wanted, rows, known)
    elif wanted.form is Form.RATIO:
        told = _value(wanted, rows, known, by_rate=True) or _ratio(wanted, rows, known)
    elif wanted.form is Form.SHARE:
        told = _value(wanted, rows, known, by_rate=True) or _share(wanted, rows, known)
    else:
        told = _value(wanted, rows, known)
    return None if told is None else _answer(asking, told)


def may_be_told(asking: Asking, wanted: WantedFigure) -> bool:
    """Whether a figure is meant: the question says so ("how many"), or some sentence gives one for what it names
    ("what was the enrolment"), where none does for others ("what was the version").
    """
    if wanted.certain:
        return True
    lengths = {"m", "km", "miles", "feet", "metres", "kilometres", "yards", "cm", "mm"}
    rows = all_rows(asking.lines)
    if wanted.measures_length:
        return any(row.amount.unit in lengths for row in rows)
    if asking.kind is Kind.LAST:  # "the latest version" is a name, not a number
        return False
    return bool(wanted.head) and bool(fitting(rows, wanted, contexts(asking.lines)))


def _value(wanted: WantedFigure, rows: Sequence[Row], known: Known, *, by_rate: bool = False) -> _Told | None:
    fits = standing(fitting(rows, wanted, known), rows, wanted)
    if by_rate:
        fits = [f for f in fits if f.row.amount.unit == "%" or "/" in f.row.amount.unit]
    if not wanted.periods:
        one = one_of(_newest(fits) if wanted.now else fits, rows)
        if one is None or _is_of_some(one.row, wanted, rows):
            return None
        return _Told(stated(one.row), (one.row,))
    found = [_of_period(fits, p, wanted, rows) for p in wanted.periods]
    if len(found) == 1:
        return found[0]
    if any(f is None for f in found):
        return None
    parts = [f for f in found if f is not None]
    each = [r for f in parts for r in f.rows]
    if wanted.summed:
        return _sum(each, wanted)
    text = "; ".join(f"{f.text} in {p}" for f, p in zip(parts, wanted.periods, strict=True))
    return _Told(text, tuple(each))


def _newest(fits: Sequence[Fit]) -> Sequence[Fit]:
    """Those of the newest document that tells what holds as it is told, where any does."""
    told = [f for f in fits if f.row.is_present] or list(fits)
    last = max((f.row.line.info.observed for f in told), default=None)
    return [f for f in told if f.row.line.info.observed == last]


def _is_of_some(row: Row, wanted: WantedFigure, rows: Sequence[Row]) -> bool:
    """Whether all of several are asked for together, and the amount is that of one of them."""
    if _JOINTLY.search(row.line.text):
        return False
    beside = [
        r for r in rows
        if r.line is row.line and r is not row and r.inherits and r.head == row.head and r.time == row.time
        and r.standing is Standing.STATED and not r.is_part
    ]  # fmt: skip
    return wanted.joint or (wanted.summed and bool(beside))


def _of_period(fits: Sequence[Fit], period: Interval, wanted: WantedFigure, rows: Sequence[Row]) -> _Told | None:
    exact = [f for f in fits if is_of(f.row, period)]
    if exact:
        one = one_of(exact, rows)
        if one is not None and len(wanted.periods) == 1 and _is_of_some(one.row, wanted, rows):
            return None
        return None if one is None else _Told(stated(one.row), (one.row,))
    inside = [f for f in fits if f.row.time is not None and period.contains(f.row.time)]
    by_time: dict[Interval, list[Fit]] = {}
    for fit in inside:
        assert fit.row.time is not None
        by_time.setdefault(fit.row.time, []).append(fit)
    chosen = [one_of(group, rows) for group in by_time.values()]
    if any(c is None for c in chosen):
        return None
    parts = sorted((c.row for c in chosen if c is not None), key=lambda r: str(r.time))
    return _sum(parts, wanted) if tile(parts, period) else None


def _sum(parts: Sequence[Row], wanted: WantedFigure) -> _Told | None:
    if len(parts) < 2 or not may_sum(parts, wanted.head):
        return None
    if any(r.amount.approx in ("over", "under") for r in parts):
        return None
    lows = convertible([_quantity(r.amount) for r in parts])
    if lows is None:
        return None
    low, unit = sum(lows[0]), lows[1]
    wide = any(r.amount.high is not None for r in parts)
    if wide and len({r.amount.unit for r in parts}) > 1:
        return None
    high = sum(r.amount.high if r.amount.high is not None else r.amount.value for r in parts) if wide else low
    about = "about " if any(r.amount.approx for r in parts) else ""
    total = _figure(low, unit) if low == high else f"between {_figure(low, unit)} and {_figure(high, unit)}"
    shown = " + ".join(f"{stated(r)} ({r.time})" for r in parts)
    return _Told(f"{about}{total} in all: {shown}", tuple(parts), f"{shown} = {about}{total}")


def _figure(value: float, unit: str) -> str:
    """A number in full, for sums are exact."""
    if abs(value) < 1e6 and not is_currency(unit):
        number = f"{value:,.10g}"
        return number if unit == "count" else f"{number} {unit}" if unit != "%" else f"{number}%"
    return written(value, unit)


def _change(asking: Asking, wanted: WantedFigure, rows: Sequence[Row], known: Known) -> _Told | None:
    named = [e.interval for e in asking.question.scope.expressions if e.interval is not None]
    level = replace(wanted, form=Form.VALUE, counted=False, points=False)
    fits = fitting(rows, level, known)
    holding = standing(fits, rows, level)
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
    return None if one is None else _Told(stated(one.row), (one.row,))


def _span(named: Sequence[Interval]) -> Interval | None:
    """From the first to the last of the times that a question names."""
    starts = [i.start for i in named if i.start is not None]
    ends = [i.end for i in named if i.end is not None]
    return Interval(min(starts), max(ends)) if starts and ends and len(named) > 1 else None


def _yes_no(asking: Asking, wanted: WantedFigure, rows: Sequence[Row], known: Known) -> _Told | None:
    """Whether a figure rose or fell, or meets a bound, as the question asserts; ``None`` where a range leaves it open."""
    condition = find_condition(asking.result.question, asking.question.scope.expressions)
    if condition is not None and condition.value is not None:
        bound = condition.unit or ""
        terms = frozenset(t for t in wanted.terms if not any(c.isdigit() for c in t))
        told = _value(replace(wanted, form=Form.VALUE, terms=terms, counted=False), rows, known)
        if told is None or len(told.rows) != 1:
            return None
        amount = told.rows[0].amount
        if amount.unit != bound or amount.approx:
            return None
        ends = {condition.holds(v) for v in (amount.value, amount.high if amount.high is not None else amount.value)}
        return None if len(ends) > 1 else _Told(f"{'Yes' if ends.pop() else 'No'}: {told.text}", told.rows)
    upward = asking.asserted in (Comparison.ROSE, Comparison.ABOVE)
    told = _change(asking, replace(wanted, form=Form.CHANGE, counted=False), rows, known)
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


_EITHER_WAY = re.compile(r"\b(?:rise or fall|fall or rise|increase or decrease|grow or shrink|up or down|or (?:fall|rise|decrease|drop|shrink))\b", re.IGNORECASE)


def _suits(row: Row, wanted: WantedFigure) -> bool:
    unit = row.amount.unit
    if wanted.points:
        return unit in ("pp", "points", "bp")
    return unit == "%" if wanted.percent else unit not in ("%", "pp", "points", "bp")


def _pair(fits: Sequence[Fit], rows: Sequence[Row], wanted: WantedFigure, span: Interval | None) -> tuple[Row, Row] | None:
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


def _apart(first: Row, last: Row, wanted: WantedFigure) -> _Told | None:
    """How far two figures lie apart, with the width that ranges and rough figures give it."""
    a, b = first.amount, last.amount
    alike = convertible([_quantity(a), _quantity(b)])
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
        return _Told(f"{text}: {words}", (first, last), f"{stated(last)} − {stated(first)} = {text}")
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
    return _Told(f"{text}: {words}", (first, last), f"{stated(last)} − {stated(first)} = {about}{apart}")


def _quantity(amount: Amount) -> Quantity:
    return Quantity(amount.value, amount.unit or "count", amount.text)


def _ratio(wanted: WantedFigure, rows: Sequence[Row], known: Known) -> _Told | None:
    """One figure over another, each of the same time and by whole."""
    if not wanted.per or not wanted.head:
        return None
    plain = replace(wanted, form=Form.VALUE, per=frozenset(), statistic=frozenset())
    over = _value(replace(plain, terms=wanted.terms - wanted.per), rows, known)
    under = _value(replace(plain, head=wanted.per, terms=wanted.terms - wanted.per, counted=True), rows, known)
    if over is None or under is None or len(over.rows) != 1 or len(under.rows) != 1:
        return None
    a, b = over.rows[0].amount, under.rows[0].amount
    if a.high or b.high or b.value <= 0 or a is b or {a.approx, b.approx} & {"over", "under"}:
        return None
    about = "about " if a.approx or b.approx else ""
    text = f"{about}{_figure(round(wanted.per_number * a.value / b.value, 2), a.unit or 'count')}"
    shown = f"{over.text} over {under.text}"
    return _Told(f"{text}: {shown}", (*over.rows, *under.rows), f"{a.text} / {b.text} = {text}")


def _share(wanted: WantedFigure, rows: Sequence[Row], known: Known) -> _Told | None:
    """A part over its whole, where one sentence tells both."""
    found = []
    for whole in rows:
        lacking = {t for t in wanted.terms if not holds(whole.said, t) and not holds(known[_key(whole)] - whole.line.terms, t)}
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
    return _Told(f"{text}: {stated(part)} of {stated(whole)}", (part, whole), f"{a.text} / {b.text} = {text}")


def _key(row: Row) -> tuple[str, int]:
    return row.line.info.id, row.line.statement.index


def stated(row: Row) -> str:
    """The amount as its sentence gives it, with what hedges it before and what it counts behind."""
    text, amount = row.line.text, row.amount
    hedge = _HEDGE.search(text[max(0, amount.start - 32) : amount.start])
    words = amount.text if amount.value or amount.text[:1].isdigit() else f"0 ({amount.text} {_following(row)})"
    if amount.unit == "" and amount.value:
        words = f"{words} {_following(row)}".strip()
    loss = re.search(r"\b(loss|deficit|shortfall) of\s+(?:\w+\s+){0,2}$", text[max(0, amount.start - 40) : amount.start], re.IGNORECASE)
    said = f"{' '.join(hedge[0].split())} {words}" if hedge else words
    return f"{loss[1]} of {said}" if loss else said


def _following(row: Row) -> str:
    """The words that an amount counts, up to the end of their phrase."""
    tail = row.line.text[row.amount.end :]
    match = re.match(r"\s*((?:[A-Za-z][\w’'-]*\s+){0,3}?[A-Za-z][\w’'-]*)(?=[\s.,;:)]|$)", tail)
    word = "" if match is None else match[1]
    return word if row.head and any(holds(row.head, t) for t in _terms(word)) else ""


def _terms(text: str) -> frozenset[str]:
    from timeweave.language.terms import index_terms

    return frozenset(index_terms(text))


def _answer(asking: Asking, told: _Told) -> Answer:
    citations = tuple(dict.fromkeys(_citation(r) for r in told.rows))
    return Answer(
        search=asking.result,
        answer=told.text,
        refused=False,
        method="computed",
        values=tuple(
            Value(None if r.time is None else str(r.time), "", stated(r), r.amount.value, r.amount.unit or "count", citations.index(_citation(r)))
            for r in told.rows
        ),
        citations=citations,
        warnings=asking.result.warnings,
        calculation=told.calculation,
    )


def _citation(row: Row) -> Citation:
    start = row.line.statement.span.start
    return row.line.citation(Span(start, row.line.statement.span.end))

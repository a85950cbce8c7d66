"""What follows from figures that are told: how far they lie apart, one over another, a part of a whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from timeweave.answering.asked.asking import Asking
from timeweave.answering.asked.units import convertible, difference, is_currency, is_named_by, written
from timeweave.answering.told.fitting import Fit, fitting, holds
from timeweave.answering.told.kin import dimension
from timeweave.answering.told.rows import Row
from timeweave.answering.told.settling import is_of, one_of, standing
from timeweave.answering.told.values import Known, Told, in_full, quantity_of, stated, value
from timeweave.answering.told.wanting import Form, WantedFigure
from timeweave.extraction.amounts.standing import MOVING, Standing
from timeweave.language.terms import index_terms
from timeweave.question.conditions import Comparison, find_condition
from timeweave.records import Quantity
from timeweave.temporal.interval import Interval

_MOVES = frozenset(index_terms(" ".join(MOVING)))
_RESULTS = frozenset(index_terms("result balance outcome bottom line"))
_SIDES = re.compile(r"\b(?:than|ahead of|behind)\b", re.IGNORECASE)


def _between(asking: Asking, wanted: WantedFigure, rows: Sequence[Row], known: Known) -> tuple[Row, Row] | None:
    """The figures of the two times without a year, or of the two names, that a question sets side by side."""
    level = replace(wanted, form=Form.VALUE, counted=False, points=False, statistic=frozenset())
    if wanted.points:  # of what there are points may stand sentences before them
        level = replace(level, head=frozenset(), terms=level.terms | level.head)
    sides: list[WantedFigure] = []
    if len(wanted.named) == 2 and not wanted.periods:
        sides = [replace(level, named=frozenset({n})) for n in wanted.named]
    match = _SIDES.search(asking.result.question)
    if match is not None and not sides:
        behind = frozenset(index_terms(asking.result.question[match.end() :])) & wanted.names
        ahead = wanted.names - behind
        away = {t for t in ahead if t not in index_terms(asking.result.question[match.end() :])}
        if behind and away and wanted.names <= behind | away:
            sides = [
                replace(level, terms=level.terms - other, names=level.names - other, asked=level.asked - other)
                for other in (frozenset(away), behind)
            ]
    if not sides:
        return None
    found = [value(_without_dimension(s, rows), rows, known) for s in sides]
    if any(t is None or len(t.rows) != 1 for t in found):
        return None
    one, other = (t.rows[0] for t in found if t is not None)
    if one is other:
        return None
    if wanted.named and one.time is not None and other.time is not None and str(other.time) < str(one.time):
        one, other = other, one
    return one, other


def _without_dimension(wanted: WantedFigure, rows: Sequence[Row]) -> WantedFigure:
    """What is wanted without the words of the unit that it is wanted in, and of what that unit measures."""
    units = {r.amount.unit for r in rows if r.amount.unit and is_named_by(r.amount.unit, wanted.terms | wanted.head)}
    words = frozenset(
        t for t in wanted.terms | wanted.head if any(is_named_by(u, {t}) or t in dimension(u) for u in units)
    )
    return replace(wanted, terms=wanted.terms - words, head=wanted.head - words)


def change(asking: Asking, wanted: WantedFigure, rows: Sequence[Row], known: Known) -> Told | None:
    """How far the figures of two times lie apart, or a change that a sentence tells; ``None`` where neither is told."""
    named = [e.interval for e in asking.question.scope.expressions if e.interval is not None]
    level = replace(wanted, form=Form.VALUE, counted=False, points=False, terms=wanted.terms - _MOVES)
    if level.head and level.head <= _RESULTS and any(_result_sign(r) for r in rows):
        level = replace(level, head=frozenset())
    fits = fitting(rows, level, known)
    holding = standing(fits, level)
    if len(named) >= 2:
        first, last = (one_of([f for f in holding if is_of(f.row, p)], rows) for p in (named[0], named[-1]))
        if first is not None and last is not None:
            return _apart(first.row, last.row, wanted)
    pair = _between(asking, wanted, rows, known)
    if pair is not None:
        return _apart(*pair, wanted)
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
            if r.line is later.row.line and r is not later.row and r.amount.unit == later.row.amount.unit
            and (r.standing is Standing.COMPARED or _AFTER_RESULT.search(_before(r)))
        ]  # fmt: skip
        if len(earlier) == 1:
            pairs.append((earlier[0], later.row))
    values = {(a.amount.value, b.amount.value) for a, b in pairs}
    return pairs[0] if len(values) == 1 else None


_RESULT = r"(?P<under>deficit|loss|shortfall)|(?P<over>surplus|profit|gain)"
_RESULT_OF = re.compile(rf"\b(?:{_RESULT}) of\s+(?:\w+\s+){{0,2}}$", re.IGNORECASE)
_AFTER_RESULT = re.compile(
    rf"\b(?:after|against|from|following|compared (?:to|with))\s+(?:an?\s+)?(?:\w+\s+)?(?:{_RESULT}) of\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)


def _before(row: Row) -> str:
    return row.line.text[max(0, row.amount.start - 48) : row.amount.start]


def _result_sign(row: Row) -> int:
    """-1 of a loss, 1 of a surplus, 0 of what is neither."""
    match = _RESULT_OF.search(_before(row))
    return 0 if match is None else -1 if match["under"] else 1


def _apart(first: Row, last: Row, wanted: WantedFigure) -> Told | None:
    """How far two figures lie apart, with the width that ranges and rough figures give it."""
    a, b = first.amount, last.amount
    if first.line is last.line and a.scaled and b.scaled and "" in (a.unit, b.unit):
        a, b = (replace(x, unit=a.unit or b.unit) for x in (a, b))
    alike = convertible([quantity_of(a), quantity_of(b)])
    if alike is None or "over" in (a.approx, b.approx) or "under" in (a.approx, b.approx):
        return None
    (start, end), unit = alike
    signs = _result_sign(first), _result_sign(last)
    if signs[0] * signs[1] < 0:
        if a.high is not None or b.high is not None:
            return None
        start, end = start * signs[0], end * signs[1]
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
    plain = replace(wanted, form=Form.VALUE, per=frozenset(), statistic=frozenset(), terms=wanted.terms - wanted.per)
    told = _over(plain, wanted, rows, known)
    if told is None and len(wanted.periods) == 1:  # what stood when it was told of, in the period
        told_then = [
            r for r in rows
            if r.time is not None and r.time.contains(wanted.periods[0])
            and wanted.periods[0].contains(Interval.day(r.line.info.observed))
        ]  # fmt: skip
        told = _over(replace(plain, periods=()), wanted, told_then, known)
    return told


_OUT_OF = re.compile(r"\b(?:from|on|off|over|with|across)\s+(?:an? |the |about )?$", re.IGNORECASE)


def _over(plain: WantedFigure, wanted: WantedFigure, rows: Sequence[Row], known: Known) -> Told | None:
    over = value(plain, rows, known)
    if over is None or len(over.rows) != 1:
        return None
    line = over.rows[0].line
    bases = [
        replace(r, standing=Standing.STATED)
        if r.line is line and r.standing is Standing.COMPARED and r.verb not in MOVING and _OUT_OF.search(_before(r))
        and r.amount.unit not in ("", over.rows[0].amount.unit) else r
        for r in rows
    ]  # fmt: skip
    under = value(replace(plain, head=wanted.per, counted=True), bases, known)
    if under is None:  # what is counted by what: a sentence that tells both need not say the rest twice
        beside = [r for r in bases if r.line is line and r.time == over.rows[0].time]
        under = value(
            replace(plain, head=wanted.per, counted=True, terms=frozenset(), names=frozenset()), beside, known
        )
    if under is None or len(under.rows) != 1:
        return None
    a, b = over.rows[0].amount, under.rows[0].amount
    if a.high or b.high or b.value <= 0 or a.start == b.start or {a.approx, b.approx} & {"over", "under"}:
        return None
    about = "about " if a.approx or b.approx else ""
    text = f"{about}{in_full(round(wanted.per_number * a.value / b.value, 2), a.unit or 'count')}"
    shown = f"{over.text} over {under.text}"
    return Told(f"{text}: {shown}", (*over.rows, *under.rows), f"{a.text} / {b.text} = {text}")


def share(asking: Asking, wanted: WantedFigure, rows: Sequence[Row], known: Known) -> Told | None:
    """A part over its whole, where one sentence tells both."""
    found = []
    named = _of_times(asking)
    rate = wanted.head <= dimension("%")
    for whole in rows:
        said = whole.said - (frozenset() if rate else whole.head)
        lacking = {
            t for t in wanted.terms - named
            if not holds(said, t) and not holds(known[_key(whole)] - whole.line.terms, t)
        }  # fmt: skip
        if not lacking or whole.amount.unit or whole.standing is not Standing.STATED or whole.is_part:
            continue
        heads = {t for t in wanted.terms if holds(whole.head, t)} if rate else wanted.head
        if not heads or not all(holds(whole.head, h) for h in heads) or whole.inherits:
            continue
        if wanted.periods and not any(is_of(whole, p) for p in wanted.periods):
            continue
        for part in rows:
            same = part.line is whole.line and part is not whole and part.standing is Standing.STATED
            told = part.own | part.noun | frozenset(index_terms(part.verb if part.inherits else ""))
            if same and not part.amount.unit and part.time == whole.time and all(holds(told, t) for t in lacking):
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


def _of_times(asking: Asking) -> frozenset[str]:
    """The terms of the events that name a time with its date: "the May 2018 election"."""
    question = asking.result.question
    ends = [e.end for e in asking.question.scope.expressions if e.interval is not None]
    words = [m[1] for end in ends if (m := re.match(r"\s([a-z]+)\b(?=\s*[?,]|\s*$)", question[end:]))]
    return frozenset(index_terms(" ".join(words)))


def _key(row: Row) -> tuple[str, int]:
    return row.line.info.id, row.line.statement.index

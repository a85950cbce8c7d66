"""Intervals, granularities and their normal form."""

from __future__ import annotations

import datetime as dt
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.errors import TemporalError
from timeweave.temporal.interval import (
    ALWAYS,
    MAX_YEAR,
    Granularity,
    Interval,
    add_months,
    days_in_month,
    next_unit,
    unit_start,
)

DAYS = st.dates(dt.date(1, 1, 1), dt.date(MAX_YEAR, 12, 31))
NEAR = st.dates(dt.date(1999, 1, 1), dt.date(2004, 12, 31))
GRANULARITIES = st.sampled_from(list(Granularity))


@st.composite
def intervals(draw: st.DrawFn, days: st.SearchStrategy[dt.date] = DAYS) -> Interval:
    granularity = draw(GRANULARITIES)
    first, last = sorted((draw(days), draw(days)))
    start, end = unit_start(first, granularity), next_unit(unit_start(last, granularity), granularity)
    return Interval(start if draw(st.booleans()) else None, end if draw(st.booleans()) else None, granularity)


UNITS = st.builds(Interval.unit, DAYS, GRANULARITIES)
PROBES = [dt.date(1998, 1, 1) + dt.timedelta(days=step) for step in range(0, 3000, 11)]


def held(interval: Interval) -> set[dt.date]:
    return {day for day in PROBES if interval.holds(day)}


@given(intervals())
def test_what_is_written_is_read_back(interval: Interval) -> None:
    """TK-02: parse is the inverse of str on every interval, whatever its bounds and granularity."""
    assert Interval.parse(str(interval)) == interval


@pytest.mark.parametrize(
    ("text", "start", "end", "granularity"),
    [
        ("2024", "2024-01-01", "2025-01-01", Granularity.YEAR),
        ("2024-Q1", "2024-01-01", "2024-04-01", Granularity.QUARTER),
        ("2024-Q4", "2024-10-01", "2025-01-01", Granularity.QUARTER),
        ("2024-03", "2024-03-01", "2024-04-01", Granularity.MONTH),
        ("2024-12", "2024-12-01", "2025-01-01", Granularity.MONTH),
        ("2024-02-29", "2024-02-29", "2024-03-01", Granularity.DAY),
        ("2023-Q3/2024-Q1", "2023-07-01", "2024-04-01", Granularity.QUARTER),
        ("2019-05/..", "2019-05-01", None, Granularity.MONTH),
        ("../2021", None, "2022-01-01", Granularity.YEAR),
        ("2023-03/2023", "2023-03-01", "2024-01-01", Granularity.MONTH),
        ("2023/2023-03", "2023-01-01", "2023-04-01", Granularity.MONTH),
        (" 2024 ", "2024-01-01", "2025-01-01", Granularity.YEAR),
    ],
)
def test_the_normal_form_names_these_days(text: str, start: str, end: str | None, granularity: Granularity) -> None:
    """TK-02: a month stays a month, a run includes both its ends, '..' is open."""
    begin = dt.date.fromisoformat(start) if start else None
    assert Interval.parse(text) == Interval(begin, dt.date.fromisoformat(end) if end else None, granularity)


@pytest.mark.parametrize(
    "text",
    [
        "", "20", "24-Q1", "2024-Q0", "2024-Q5", "2024-13", "2024-00", "2023-02-29", "2024-04-31", "2024-1",
        "2024-Q1-01", "0000", "0000-Q1", "9999", "9999-Q4", "2024/2023", "2024-Q2/2024-Q1", "2024-02/2024-01-31",
        "2024/", "/2024", "2024/2025/2026", "2024-05-17T10:00", "٢٠٢٤", "FY2024", "now", "2024–2025",
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_quoted(text: str) -> None:
    """TK-02: a text that is no period raises TemporalError with the text in the message."""
    with pytest.raises(TemporalError) as error:
        Interval.parse(text)
    assert repr(text) in str(error.value)


@given(st.text() | st.from_regex(r"[0-9Qq./ -]{0,24}", fullmatch=True))
def test_any_text_parses_or_raises_quoting_it(text: str) -> None:
    """TK-02: nothing but TemporalError, and the input in it, comes out of parse."""
    raised = None
    try:
        interval = Interval.parse(text)
        assert Interval.parse(str(interval)) == interval
    except TemporalError as error:
        raised = error
    assert raised is None or repr(text) in str(raised)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("2024", "year"), ("2024-05", "month"), ("2024-05-20", "day"), ("2024-Q2", "quarter"),
    ],
)  # fmt: skip
def test_a_month_is_not_taken_for_a_day_or_a_year(text: str, says: str) -> None:
    """TK-02, peers sec. 4 bug 1: "2024-05" keeps its precision."""
    assert Interval.parse(text).granularity == says
    assert str(Interval.parse(text)) == text


def test_an_interval_is_never_empty() -> None:
    """TK-02: an end that is not after the start is refused."""
    with pytest.raises(TemporalError, match="empty"):
        Interval(dt.date(2024, 1, 1), dt.date(2024, 1, 1))


def test_a_bound_falls_on_a_boundary_of_its_granularity() -> None:
    """TK-02: mid-month is no boundary of a quarter."""
    with pytest.raises(TemporalError, match="2024-02-15 is not the boundary of a quarter"):
        Interval(dt.date(2024, 2, 15), None, Granularity.QUARTER)


@pytest.mark.parametrize("bounds", [(dt.date.max, None), (None, dt.date.max), (dt.date(9999, 1, 1), None)])
def test_days_after_the_last_year_are_refused(bounds: tuple[dt.date | None, dt.date | None]) -> None:
    """TK-02: what could not be written in normal form is not an interval."""
    with pytest.raises(TemporalError, match="9998"):
        Interval(*bounds)


@given(st.dates(), GRANULARITIES)
def test_every_day_has_its_unit_or_says_why_not(day: dt.date, granularity: Granularity) -> None:
    """TK-02: a unit holds its day; the last days of the calendar raise TemporalError, nothing else."""
    if day.year > MAX_YEAR:
        with pytest.raises(TemporalError):
            Interval.unit(day, granularity)
    else:
        unit = Interval.unit(day, granularity)
        assert unit.holds(day)
        assert unit.is_unit


def test_there_is_one_always() -> None:
    """TK-02: an interval without bounds has no precision to state."""
    assert Interval(None, None, Granularity.YEAR) == ALWAYS == Interval.parse("../..")


@given(intervals(NEAR), intervals(NEAR))
def test_intersection_holds_what_both_hold(a: Interval, b: Interval) -> None:
    """TK-02: intersection and overlap agree with the days themselves, and commute."""
    both = a.intersection(b)
    assert both == b.intersection(a)
    assert (both is not None) == a.overlaps(b) == b.overlaps(a)
    assert held(a) & held(b) == (held(both) if both else set())
    if both:
        assert a.contains(both)
        assert b.contains(both)


@given(intervals(NEAR), intervals(NEAR), intervals(NEAR))
def test_containment_is_a_partial_order(a: Interval, b: Interval, c: Interval) -> None:
    """TK-02: reflexive, transitive, and what is contained overlaps."""
    assert a.contains(a)
    if a.contains(b):
        assert a.overlaps(b)
        assert held(b) <= held(a)
        if b.contains(c):
            assert a.contains(c)
        if b.contains(a):
            assert (a.start, a.end) == (b.start, b.end)


@given(UNITS, GRANULARITIES)
def test_units_tile_a_coarser_unit(unit: Interval, granularity: Granularity) -> None:
    """TK-02: the finer units of a unit follow each other without gap from its start to its end."""
    parts = list(unit.units(granularity))
    if granularity.rank > unit.granularity.rank:
        assert parts == []
    else:
        assert parts[0].start == unit.start
        assert parts[-1].end == unit.end
        assert all(a.end == b.start for a, b in itertools.pairwise(parts))


def test_only_whole_units_are_enumerated() -> None:
    """TK-02: a quarter that sticks out of the interval is not among its quarters."""
    quarters = Interval.parse("2023-02/2023-11").units(Granularity.QUARTER)
    assert [str(q) for q in quarters] == ["2023-Q2", "2023-Q3"]


def test_open_intervals_have_no_enumeration() -> None:
    """TK-02: an open bound is named in the error."""
    with pytest.raises(TemporalError, match=r"2023-Q4/\.\."):
        list(Interval.parse("2023-Q4/..").units(Granularity.QUARTER))


@given(DAYS, st.integers(-200_000, 200_000))
def test_moving_by_months_keeps_the_day_or_the_end_of_month(day: dt.date, months: int) -> None:
    """TK-02: the month moves exactly, the day is held to the month's length, out of range raises TemporalError."""
    target = day.year * 12 + day.month - 1 + months
    if not 12 <= target < 120_000:
        with pytest.raises(TemporalError, match=str(day)):
            add_months(day, months)
    else:
        moved = add_months(day, months)
        assert moved.year * 12 + moved.month - 1 == target
        assert moved.day == min(day.day, days_in_month(moved.year, moved.month))


def test_length_in_days() -> None:
    """TK-02: a leap year has 366 days, an open interval no length."""
    assert Interval.year(2024).days == 366
    assert Interval.month(2023, 2).days == 28
    assert Interval.parse("2024/..").days is None
    assert not Interval.parse("2024/..").is_bounded


def test_a_hull_keeps_the_unit_that_holds_the_other() -> None:
    """TK-02: a month of a year adds nothing to it; two years are one stretch, whatever their order."""
    year, month = Interval.year(2019), Interval.month(2019, 3)
    assert year.hull(month) == month.hull(year) == year
    assert str(Interval.year(2021).hull(month)) == "2019-03/2021-12"
    assert str(Interval.parse("../2018").hull(year)) == "../2019"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2024-Q1/2024-Q2", "2024-01/2024-06", True),
        ("2024", "2024-01-01/2024-12-31", True),
        ("2024-02/2025-01", "2024-01-29/2025-01-26", True),  # a fiscal year of 52 weeks
        ("2024-Q2", "2024-04-01/2024-06-29", True),
        ("2024-05", "2024-05-01/2024-05-29", False),  # too short to be of whole weeks
        ("2024-Q1/2024-Q2", "2024-Q2", False),
        ("2024", "2024-01-15/2024-12-31", False),
        ("2024-01/..", "2024-01/..", True),
        ("2024-01/..", "2024-01/2024-12", False),
    ],
)
def test_the_same_time_told_otherwise(one: str, other: str, same: bool) -> None:
    assert Interval.parse(one).is_same_time(Interval.parse(other)) is same

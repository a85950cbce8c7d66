"""Fiscal calendars and reporting periods."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.errors import TemporalError
from timeweave.temporal.calendars import FiscalCalendar, FiscalPeriod, read_fiscal
from timeweave.temporal.interval import Granularity, Interval

CALENDARS = st.builds(FiscalCalendar, st.integers(1, 12), st.booleans())
PERIODS = st.builds(
    lambda year, part: FiscalPeriod(year, *part),
    st.integers(3, 9990),
    st.sampled_from([(1, 4), (1, 2), (3, 2), (1, 1), (2, 1), (3, 1), (4, 1)]),
)
OCTOBER = FiscalCalendar(10)


@pytest.mark.parametrize(
    ("calendar", "period", "days"),
    [
        (FiscalCalendar(10), FiscalPeriod(2024), "2023-Q4/2024-Q3"),
        (FiscalCalendar(10), FiscalPeriod(2024, 1, 1), "2023-Q4"),
        (FiscalCalendar(10), FiscalPeriod(2024, 4, 1), "2024-Q3"),
        (FiscalCalendar(10), FiscalPeriod(2024, 3, 2), "2024-Q2/2024-Q3"),
        (FiscalCalendar(2), FiscalPeriod(2024, 1, 1), "2023-02/2023-04"),
        (FiscalCalendar(2), FiscalPeriod(2024, 4, 1), "2023-11/2024-01"),
        (FiscalCalendar(2, named_by_start=True), FiscalPeriod(2023, 4, 1), "2023-11/2024-01"),
        (FiscalCalendar(4, named_by_start=True), FiscalPeriod(2023), "2023-Q2/2024-Q1"),
        (FiscalCalendar(), FiscalPeriod(2024), "2024"),
        (FiscalCalendar(), FiscalPeriod(2024, 3, 1), "2024-Q3"),
    ],
)
def test_a_fiscal_period_names_these_days(calendar: FiscalCalendar, period: FiscalPeriod, days: str) -> None:
    """TK-04: FY N ends in N unless named by its start, for years that start in any month."""
    assert calendar.interval(period) == Interval.parse(days)


@given(CALENDARS, PERIODS)
def test_days_lead_back_to_their_fiscal_period(calendar: FiscalCalendar, period: FiscalPeriod) -> None:
    """TK-04: period → interval → period is the identity in any fiscal calendar."""
    assert calendar.period_of(calendar.interval(period)) == period


@given(CALENDARS, st.dates(dt.date(10, 1, 1), dt.date(9980, 12, 31)))
def test_every_day_lies_in_its_fiscal_quarter_and_year(calendar: FiscalCalendar, day: dt.date) -> None:
    """TK-04: the quarter of a day holds it and lies in the year of that day."""
    quarter, year = calendar.interval(calendar.quarter_of(day)), calendar.interval(calendar.year_of(day))
    assert quarter.holds(day)
    assert year.contains(quarter)


@given(CALENDARS, st.integers(3, 9990))
def test_four_fiscal_quarters_make_a_fiscal_year(calendar: FiscalCalendar, year: int) -> None:
    """TK-04: the quarters follow each other from the year's first to its last day, and years follow each other."""
    quarters = [calendar.interval(FiscalPeriod(year, n, 1)) for n in (1, 2, 3, 4)]
    whole = calendar.interval(FiscalPeriod(year))
    assert [q.start for q in quarters[1:]] == [q.end for q in quarters[:3]]
    assert (quarters[0].start, quarters[3].end) == (whole.start, whole.end)
    assert calendar.interval(FiscalPeriod(year + 1)).start == whole.end


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("FY2024", "FY2024"),
        ("FY 24", "FY2024"),
        ("FY99", "FY1999"),
        ("fiscal 2024", "FY2024"),
        ("the fiscal year 2023", "FY2023"),
        ("2024 fiscal year", "FY2024"),
        ("financial year 2023/24", "FY2024"),
        ("FY2023-24", "FY2024"),
        ("Q1 FY24", "FY2024-Q1"),
        ("3QFY24", "FY2024-Q3"),
        ("FY24Q3", "FY2024-Q3"),
        ("fiscal Q2 2024", "FY2024-Q2"),
        ("first quarter of fiscal 2024", "FY2024-Q1"),
        ("third fiscal quarter of 2024", "FY2024-Q3"),
        ("the last quarter of fiscal 2020", "FY2020-Q4"),
        ("second half of FY24", "FY2024-H2"),
        ("H1 FY2025", "FY2025-H1"),
        ("fiscal third quarter", "FY2024-Q3"),
        ("fiscal fourth quarter", "FY2023-Q4"),
        ("last fiscal year", "FY2023"),
        ("this fiscal quarter", "FY2024-Q3"),
        ("next fiscal quarter", "FY2024-Q4"),
        ("previous fiscal quarter", "FY2024-Q2"),
    ],
)
def test_fiscal_expressions(text: str, label: str) -> None:
    """TK-03, TK-04: forms of fiscal periods, read on 2024-05-01 in a year that starts in October."""
    assert str(read_fiscal(text, dt.date(2024, 5, 1), OCTOBER)) == label


@pytest.mark.parametrize(
    "text", ["", "FY", "fiscal year", "Q5 FY24", "third half of FY24", "revenue", "FY2024 2025 2026"]
)
def test_what_is_no_fiscal_period_is_quoted(text: str) -> None:
    """TK-04: the error quotes the input and shows a form that works."""
    with pytest.raises(TemporalError) as error:
        read_fiscal(text, dt.date(2024, 5, 1))
    assert repr(text) in str(error.value)
    assert "FY2024" in str(error.value)


def test_a_fiscal_quarter_without_year_needs_a_date() -> None:
    """TK-04: nothing is guessed from the clock."""
    with pytest.raises(TemporalError, match="fiscal third quarter"):
        read_fiscal("fiscal third quarter")


@given(st.text() | st.from_regex(r"[fyqhFYQH0-9 /-]{0,16}", fullmatch=True))
def test_any_text_reads_or_raises_quoting_it(text: str) -> None:
    """TK-04: nothing but TemporalError comes out, with the input in it."""
    raised = None
    try:
        read_fiscal(text)
    except TemporalError as error:
        raised = error
    assert raised is None or repr(text) in str(raised)


def test_reading_in_a_fiscal_calendar_gives_its_days() -> None:
    """TK-04: the same words mean other days for another filer."""
    assert OCTOBER.read("Q1 FY24") == Interval.parse("2023-Q4")
    assert FiscalCalendar().read("Q1 FY24") == Interval.parse("2024-Q1")
    assert FiscalCalendar(2).read("FY2024") == Interval.parse("2023-02/2024-01")


@pytest.mark.parametrize("month", [0, 13])
def test_a_fiscal_year_starts_in_a_month(month: int) -> None:
    """TK-04: there is no month 0 or 13."""
    with pytest.raises(TemporalError, match=str(month)):
        FiscalCalendar(month)


def test_a_quarter_that_no_calendar_quarter_is_has_month_bounds() -> None:
    """TK-02, TK-04: the granularity is one whose boundaries the bounds are."""
    assert FiscalCalendar(2).interval(FiscalPeriod(2024, 1, 1)).granularity is Granularity.MONTH
    assert OCTOBER.interval(FiscalPeriod(2024)).granularity is Granularity.QUARTER

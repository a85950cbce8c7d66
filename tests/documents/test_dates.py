"""Publication dates and reporting periods from texts, addresses, names and metadata."""

from __future__ import annotations

import contextlib
import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.documents.dates import (
    by_name_or_properties,
    date_in_address,
    date_in_name,
    loose_publication,
    period_in_name,
    publication,
    reporting_period,
)
from timeweave.errors import TemporalError
from timeweave.records import DateSource


@pytest.mark.parametrize(
    ("text", "day", "precision"),
    [
        ("2024-03-05", "2024-03-05", "day"),
        ("2024-03-05T23:30:00-05:00", "2024-03-05", "day"),
        ("2024-03-05T10:00:00Z", "2024-03-05", "day"),
        ("2024-03-05 10:00:00.123456", "2024-03-05", "day"),
        ("20240305", "2024-03-05", "day"),
        ("2024-02", "2024-02-29", "month"),
        ("2024-Q1", "2024-03-31", "quarter"),
        ("2024", "2024-12-31", "year"),
    ],
)
def test_a_date_is_the_last_day_it_can_mean(text: str, day: str, precision: str) -> None:
    """A coarse date stands for its last day, so no as-of looks ahead (TK-05); a date-time for its day as written."""
    found = publication(text, DateSource.GIVEN)
    assert (found.date.isoformat(), found.precision.value) == (day, precision)


@pytest.mark.parametrize("text", ["", "soon", "2024-02-30", "2024-13", "05/03/2024", "2023/2024", "9999", "1714521600"])
def test_a_bad_date_is_quoted(text: str) -> None:
    """What is no date raises with the text and how to write one."""
    with pytest.raises(TemporalError, match="write 2024-03-05") as error:
        publication(text, DateSource.GIVEN)
    assert repr(text) in str(error.value)


@given(st.text())
def test_any_text_is_a_date_or_a_temporal_error(text: str) -> None:
    """No text raises anything else; the loose reading never raises."""
    loose_publication(text, DateSource.FEED)
    with contextlib.suppress(TemporalError):
        publication(text, DateSource.GIVEN)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("March 12, 2024", "2024-03-12"),
        ("12th of March 2024", "2024-03-12"),
        ("Tue, 12 Mar 2024 10:00 EST", "2024-03-12"),
        ("2024/03/12 10:00:00 -0700", "2024-03-12"),
        ("2024-03-12 10:00:00 +0000", "2024-03-12"),
        ("13/03/2024", "2024-03-13"),
        ("03/13/2024", "2024-03-13"),
        ("31.12.2023", "2023-12-31"),
        ("Sept. 2024", "2024-09-30"),
        ("1710244800", "2024-03-12"),
        ("12/03/2024", None),
        ("30 February 2024", None),
        ("March", None),
    ],
)
def test_dates_are_read_as_people_write_them(text: str, day: str | None) -> None:
    """Words, zones and seconds; what may be two days is none."""
    found = loose_publication(text, DateSource.METADATA)
    assert (found.date.isoformat() if found else None) == day


def test_mail_dates_are_read_loosely() -> None:
    """RFC 822 gives the day in the zone as written: late on 7 May in New York is 7 May."""
    found = loose_publication("Tue, 07 May 2024 23:10:00 -0400", DateSource.FEED)
    assert found is not None
    assert found.date == dt.date(2024, 5, 7)


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("https://news.example/2024/05/07/title", "2024-05-07"),
        ("https://news.example/world/2024/may/07/title", "2024-05-07"),
        ("https://news.example/a/2024-05-07-title.html", "2024-05-07"),
        ("https://news.example/a/20240507/title", "2024-05-07"),
        ("https://news.example/2024/02/title", "2024-02-29"),
        ("https://news.example/2024/02/31/title", "2024-02-29"),
    ],
)
def test_a_web_address_may_date(url: str, day: str) -> None:
    """The common forms of dated addresses are read; a day that does not exist leaves the month."""
    found = date_in_address(url)
    assert found is not None
    assert (found.date.isoformat(), found.source) == (day, DateSource.URL)


@pytest.mark.parametrize("url", ["https://news.example/a/123456789", "https://news.example/p/2024", "/19/05/07/"])
def test_numbers_in_an_address_are_no_dates(url: str) -> None:
    """Article numbers and lone years do not date."""
    assert date_in_address(url) is None


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("2024-05-07-foo.txt", "2024-05-07"),
        ("notes/foo_20240507.md", "2024-05-07"),
        ("2024/05/07/foo.md", "2024-05-07"),
        ("2024-05-newsletter.md", "2024-05-31"),
        ("19-Mar-2014.txt", "2014-03-19"),
        ("March 19, 2014 - title.txt", "2014-03-19"),
        ("2019-2-12-ferries.md", "2019-02-12"),
        ("notes 19-03-2014.md", "2014-03-19"),
        ("notes 03-04-2014.md", None),
        ("2014/03-19-title.md", "2014-03-19"),
        ("2014/03/19-title.md", "2014-03-19"),
        ("wire/2014/0319/title.md", "2014-03-19"),
        ("wire/2014/1340/title.md", None),
        ("wire/2014/0319.md", None),
        ("minutes/2014/board/03-19-title.md", "2014-03-19"),
        ("2014/09-london/09-29.md", "2014-09-29"),
        ("2013/old/2014/board/03_19.md", "2014-03-19"),
        ("2014/board/02-30-title.md", None),
        ("2014/board/19-title.md", None),
        ("2014/board/march-19.md", "2014-03-19"),
        ("2014/board/03 March.md", "2014-03-31"),
        ("2014/board/14 March.md", "2014-03-14"),
        ("2014/09/09-29.md", "2014-09-29"),
        ("2014/09/09-notes.md", "2014-09-09"),
        ("2014/board/marching.md", None),
        ("2012/august-wilson.md", None),
        ("2021/lecture/01-02-intro.md", None),
        ("board/03-19-title.md", None),
        ("meetings/2014-09/sept-23.md", "2014-09-23"),
        ("meetings/2014-09/oct-2.md", "2014-09-30"),
        ("2014/march-2.md", "2014-03-02"),
        ("2014/CG-03-19.md", "2014-03-19"),
        ("agendas/2014/03-Mar/19-wg.md", "2014-03-19"),
        ("agendas/2014/03 - March/wg.md", "2014-03-31"),
        ("agendas/2014/03-May/19-wg.md", None),
        ("2014/0319.html.md", None),
        ("2014/lab-01-10.md", None),
        ("2014/release-10-04.md", None),
        ("2014/theresa-may-10.md", None),
        ("2014/0930-keynote.md", None),
        ("2014/1932.md", None),
        ("2014/board/special_meeting_03-19.md", "2014-03-19"),
        ("2014/board/notes march 19.md", "2014-03-19"),
        ("2014/CG-19.md", None),
        ("2014/CG-03-19-2.md", None),
        ("2014/CG-13-19.md", None),
        ("2014/lesson-03-19.md", None),
        ("2014/day-01-02.md", None),
        ("board/CG-03-19.md", None),
        ("minutes March 2014.md", "2014-03-31"),
        ("2014-09/agenda.md", "2014-09-30"),
        ("releases/1.88.0.md", None),
        ("decade-2014.md", None),
        ("report_2024Q1.txt", None),
        ("1984.txt", None),
        ("part-2024-19.txt", None),
        ("id-120240507.txt", None),
    ],
)
def test_a_file_name_may_date(name: str, day: str | None) -> None:
    """Days and months in a name date it; a lone year or another number does not."""
    found = date_in_name(name)
    assert (found.date.isoformat() if found else None) == day


@pytest.mark.parametrize(
    ("name", "period"),
    [
        ("report_2024Q1.txt", "2024-Q1"),
        ("q3-2023-results.pdf", "2023-Q3"),
        ("2024-H2.md", "2024-Q3/2024-Q4"),
        ("2024-h3.md", None),
        ("faq12024.md", None),
        ("2024-05-07.txt", None),
    ],
)
def test_a_file_name_may_say_the_period(name: str, period: str | None) -> None:
    """A quarter or half-year in a name is what the document reports on, not when it appeared (TK-04)."""
    found = period_in_name(name)
    assert (str(found) if found else None) == period


def test_year_and_quarter_in_the_metadata_make_the_period() -> None:
    """Both together name the reporting period (TK-04); one alone does not."""
    assert str(reporting_period({"year": 2024, "quarter": "Q2"})) == "2024-Q2"
    assert str(reporting_period({"year": "2023", "quarter": 4})) == "2023-Q4"
    assert reporting_period({"year": 2024}) is None
    assert reporting_period({"year": 2024, "quarter": "second"}) is None


@pytest.mark.parametrize(
    ("name", "stated", "day"),
    [
        ("2022-10-10/talk.pdf", "2022-10-20", "2022-10-10"),
        ("minutes 12 March 2024.docx", "2016-04-20", "2024-03-12"),
        ("agenda-2024-03-12.pdf", "2024-03-05", "2024-03-05"),
        ("report-2024-03.pdf", "2024-04-02", "2024-04-02"),
        ("talk.pdf", "2022-10-20", "2022-10-20"),
        ("2022-10-10.pdf", None, "2022-10-10"),
        ("11 September 2001 report.pdf", "2004-07-22", "2004-07-22"),
        ("Postmortem of 2024-01-15 outage.docx", "2024-06-01", "2024-06-01"),
        ("Contract expires 2030-12-31.pdf", "2024-03-01", "2024-03-01"),
    ],
)
def test_the_day_in_a_name_goes_before_what_properties_state(name: str, stated: str | None, day: str) -> None:
    """Those of a copy or a template; papers are made before their meeting."""
    found = by_name_or_properties(name, None if stated is None else publication(stated, DateSource.METADATA))
    assert found is not None
    assert str(found.date) == day

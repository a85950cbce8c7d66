"""When a fiscal year starts, as metadata and sentences say it."""

from __future__ import annotations

import pytest

from timeweave.temporal.fiscal_start import metadata_calendar, named_month, stated_starts


@pytest.mark.parametrize(
    ("metadata", "month"),
    [
        ({"fiscal_year_start": 2}, 2),
        ({"fiscal_year_start": "2"}, 2),
        ({"fiscal_year_start": "02-01"}, 2),
        ({"fiscal_year_start": "--02-01"}, 2),
        ({"fiscal_year_start": "2024-02-01"}, 2),
        ({"fiscal_year_start": "February"}, 2),
        ({"fiscal_year_start": "1 February"}, 2),
        ({"fiscal_year_end": "January 31"}, 2),
        ({"fiscal_year_end": "09-28"}, 10),
        ({"fiscal_year_end": 12}, 1),
        ({"fiscal_year_end": "January 3"}, 1),
    ],
)
def test_metadata_name_the_month(metadata: dict[str, object], month: int) -> None:
    """TK-04: a number, a name, a day of the first or of the last month; the turn of the month nearest to it counts."""
    calendar = metadata_calendar(metadata)
    assert calendar is not None
    assert calendar.start_month == month


@pytest.mark.parametrize("value", [None, True, 0, 13, "soon", "", [2], "13-01", 2.5])
def test_what_is_no_month_gives_no_calendar(value: object) -> None:
    """TK-04: metadata of another meaning are left alone."""
    assert metadata_calendar({"fiscal_year_start": value}) is None


@pytest.mark.parametrize(
    ("text", "month"),
    [
        ("The company's fiscal year begins on 1 February and is named after its end.", 2),
        ("Our fiscal year ends January 31.", 2),
        ("for the fiscal year ended September 30, 2024", 10),
        ("for the fiscal year ended September 28, 2024", 10),
        ("The new fiscal year of Halden Marine Systems began on 1 February 2024.", 2),
        ("Its financial year runs from April to March.", 4),
    ],
)
def test_sentences_name_the_month(text: str, month: int) -> None:
    """TK-04: the phrases by which filers state their fiscal year."""
    assert [s.calendar.start_month for s in stated_starts(text)] == [month]


@pytest.mark.parametrize(
    "text", ["Fiscal year 2024 began well.", "The fiscal year ended.", "In fiscal year 2024 we may grow."]
)
def test_other_sentences_state_no_start(text: str) -> None:
    """TK-04: a fiscal year that is only mentioned starts nowhere."""
    assert list(stated_starts(text)) == []


def test_a_month_has_a_name() -> None:
    """TK-04: what a fact holds is read back; other literals are none."""
    february = named_month("february")
    assert february is not None
    assert february.start_month == 2
    assert named_month("2") is None

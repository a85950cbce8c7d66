"""The line of a text that dates it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.documents.date_lines import opening_date


@pytest.mark.parametrize(
    "text",
    [
        "March 12, 2024\n\nDear Ann,\nthe ferries start.",
        "Minutes of the Finance Committee, 12 March 2024\n\nPresent: Ann",
        "Minutes of the meeting held on Tuesday, 12th March 2024 at 7pm\n\nPresent: Ann",
        "Meeting of 12 March 2024\n\nPresent: Ann",
        "# Board Meeting – 12 March 2024\n\nPresent: Ann",
        "Regular Meeting Minutes - March 12, 2024 (Approved)\n\nPresent: Ann",
        "12 March 2024: Board meeting\n\nPresent: Ann",
        "**Date:** Tuesday, March 12, 2024 10:00 am\nPresent: Ann",
        "Harbour news\n\nPosted on March 12, 2024 by Ann Lee\n\nText",
        "LONDON, March 12, 2024 /PRNewswire/ -- Acme said that it had grown.",
        "PORT LORNE, Ont. (March 12, 2024) - Acme said that it had grown.",
        "Date: 2024-3-12\nText",
        "# Call 9\n\n### Meeting Date/Time: Thursday 2024/3/12 at [14:00 GMT](https://times.example/"
        + "a" * 200
        + ")\n\nText",
        "Call 9 <!-- omit in toc -->\n\nDate and time: 12 March 2024 <!-- omit in toc -->\n\nText",
        "Meeting date: 12 March 2024\n\nPresent: Ann\n\n# Next meeting\n\n9 April 2024.\n\n# Annex\n"
        + "\nA word.\n" * 9,
        "Minutes\n\n12 March 2024\n\nPresent: Ann\n\nSigned,\nAnn\n9 April 2024",
        "---\ntitle: Episode 4\n---\n\n### Harvest  (2024-03-12)  \n### By Ann Lee\n\nWelcome to the barn.",
        "# Harvest (Tue, 12 Mar 2024 17:55:30)\n\nWelcome to the barn.",
        "- Date: 2024-03-12\n- Place: the barn",
        "## Issue 1-17, March 12, 2024\n\n## Of ferries\n\nText",
        "Vol. 3, No. 13, 12 March 2024\n\nText",
        "+ **Date:** Mar 12, 2024\n\nText",
        "Issue 13\n\n10-12 March 2024\n\nText",
        "Fair\n\nDate: March 10–12, 2024\n\nText",
        "## Tuesday, March 12, 2024 (+07)\n\nText",
        "This is Talk of the Barn, episode 4, recorded March 12, 2024.\n\nWelcome.",
        "Recorded: March 12, 2024\n\nWelcome.",
    ],
)
def test_a_date_line_or_title_dates(text: str) -> None:
    """Alone, behind its label, in the title of minutes, as a dateline: it is the day of the document."""
    found = opening_date(text)
    assert found is not None
    assert str(found.date) == "2024-03-12"


@pytest.mark.parametrize(
    "text",
    [
        "On March 12, 2024 the ferries started.\nMore.",
        "The ferries started on March 12, 2024.",
        "The Battle of Hastings, 14 October 1966\n\nIt was a film.",
        "# The Battle of Hastings (14 October 1966)\n\nIt was a film.",
        "# Changes\n\n## Harbour (2024-03-12)\n\n- quay\n\n## Ferry (2024-02-12)\n\n- boat",
        "The Battle of Hastings (2024-03-12)\n\nIt was a film.",
        "12 March 2024 was a cold day for a meeting.",
        "Date: 12/03/2024\nText",
        "Meeting moved to 12 March 2024\n\nText",
        "From 12 March 2024 to 14 March 2024\n\nText",
        "- 12 March 2024\n- a fair",
        "The album was recorded live on March 3, 1965.\n\nIt sold well.",
        "The show was recorded March 12, 2024 and sent a week later.",
        "# Log\n\n12 March 2024\nFog.\n\n13 March 2024\nSun.",
        "Last updated: 12 March 2024",
        "Date: 12 March 2024\nFog.\n\nDate: 13 March 2024\nSun.\n\nDate: 14 March 2024\nRain.",
        "\n".join(["A line of text."] * 13) + "\n12 March 2024",
    ],
)
def test_other_dates_do_not(text: str) -> None:
    """Prose, ambiguous figures, further dates of a log, and what stands far down date nothing."""
    assert opening_date(text) is None


@given(st.text(alphabet="123/-., ()\nMarchDate:of2024", max_size=300))
def test_no_text_raises(text: str) -> None:
    """Any text gives a date or none."""
    opening_date(text, text[:50])


@pytest.mark.parametrize(
    "table",
    [
        "| Opened | 12 June 1930 |\n|---|---|\n| Length | 500 m |",
        "| Founding | 3 May 1899 |\n|---|---|\n| Fire | 4 June 1910 |\n| Rebuilding | 1 July 1912 |",
    ],
)
def test_a_cell_of_a_table_dates_nothing(table: str) -> None:
    assert opening_date(f"{table}\n\nThe Mill Bridge was repaired twice.") is None


def test_a_letterhead_is_dated_by_what_labels_its_date() -> None:
    head = (
        "|  | The Quay, Inc. 2 West St. |\n| --- | --- |\n| For Immediate Release: November 22, 2024 | quay.example |"
    )
    found = opening_date(f"{head}\n\nTHE QUAY REPORTS ITS THIRD QUARTER")
    assert found is not None
    assert str(found.date) == "2024-11-22"


@pytest.mark.parametrize(
    ("title", "date", "precision"),
    [
        ("Quay 2024-03-12 Interim Meeting Minutes", "2024-03-12", "day"),
        ("Berths101: 12 March 2024 Quay WG Minutes", "2024-03-12", "day"),
        ("Minutes - March 2024", "2024-03-31", "month"),
        ("Harbour newsletter, March 2024", "2024-03-31", "month"),
        ("March 2024 Interim Meeting Notes", "2024-03-31", "month"),
        ("What to expect before the 12 March 2024 minutes", None, ""),
        ("How the 12 March 2024 hearing changed the quay", None, ""),
        ("The flood of March 2024", None, ""),
        ("Notes on the October 1917 revolution", None, ""),
        ("Change log since January 2015", None, ""),
        ("Errata for the 2021-04-21 meeting minutes", None, ""),
        ("Minutes of January and March 2024 - March 2024, January 2024", None, ""),
    ],
)
def test_the_title_of_a_record_dates_it(title: str, date: str | None, precision: str) -> None:
    """Around its day, or by its month alone, which stands for its last day."""
    found = opening_date("Present: Ann\n\nInk was discussed.", title)
    assert (found and str(found.date), found and str(found.precision)) == (date, precision or None)


@pytest.mark.parametrize(
    ("days", "title", "date"),
    [
        (("4 November 2024", "7 November 2024"), "Quay WG agenda", "2024-11-07"),
        (("4 November 2024", "7 November 2024"), "Sayings", None),
        (("4 November 2024", "4 December 2024"), "Quay WG agenda", None),
        (("4 November 2024", "11 November 2024"), "Quay WG minutes", None),
    ],
)
def test_a_meeting_of_several_days_is_of_its_last(days: tuple[str, ...], title: str, date: str | None) -> None:
    text = (
        "".join(f"## {day}\n\n- boats\n- ink, and who pays for it\n\n" for day in days)
        + "Ends.\n\nA.\n\nB.\n\nC.\n\nD."
    )
    found = opening_date(text, title)
    assert (found and str(found.date)) == date

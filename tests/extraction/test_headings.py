"""A heading's time holds for what stands below it."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.extraction.pipeline import extract
from timeweave.extraction.times.headings import day_of
from timeweave.records import Document, Markup

LOG = """# Changes

The notes of the ferry simulator.

## [1.2.0] - 2020-01-14

### Added

- A slower ferry for night trips.
- In March 2019 the old pier was measured again.

## [1.1.0] - 2019-08-02

- The tide tables are read at start.

## Roadmap

- Nothing is planned.
"""


def test_what_stands_below_a_heading_with_a_day_is_of_that_day() -> None:
    document = Document("log.md", LOG, date=dt.date(2021, 5, 5), markup=Markup.MARKDOWN)
    told = {LOG[s.span.start : s.span.end]: str(s.valid) for s in extract(document).statements}
    assert told["A slower ferry for night trips."] == "2020-01-14"
    assert told["In March 2019 the old pier was measured again."] == "2019-03"
    assert told["The tide tables are read at start."] == "2019-08-02"
    assert told["The notes of the ferry simulator."] == "2021-05-05"
    assert told["Nothing is planned."] == "2021-05-05"


def test_headings_are_no_statements() -> None:
    document = Document("log.md", LOG, date=dt.date(2021, 5, 5), markup=Markup.MARKDOWN)
    assert not {"Changes", "Added", "Roadmap"} & {LOG[s.span.start : s.span.end] for s in extract(document).statements}


DIARY = """# Log

## 2024-09-12

The lodger moved in with us today.

## Saturday, 14 September 2024

Last week the roof was mended. The stove was sold on 1 August.

## Battle of 3 May 1915

Today the field is a park.
"""


def test_today_is_the_day_of_the_entry_in_a_diary() -> None:
    document = Document("log.md", DIARY, date=dt.date(2026, 11, 23), markup=Markup.MARKDOWN)
    told = {DIARY[s.span.start : s.span.end]: str(s.valid) for s in extract(document).statements}
    assert told["The lodger moved in with us today."] == "2024-09-12"
    assert told["Last week the roof was mended."] == "2024-09-02/2024-09-08"
    assert told["The stove was sold on 1 August."] == "2024-08-01"
    assert told["Today the field is a park."] == "2026-11-23"


NOTES = """# December 20

The council met with the auditor today.

# January 3

The budget was passed. The auditor came back yesterday.

## May

Nothing was said of it.
"""


@pytest.mark.parametrize("dated", [dt.date(2022, 1, 31), dt.date(2021, 12, 31)])
def test_the_year_of_a_heading_without_one_is_the_last_before_its_document(dated: dt.date) -> None:
    document = Document("notes.md", NOTES, date=dated, markup=Markup.MARKDOWN)
    told = {NOTES[s.span.start : s.span.end]: str(s.valid) for s in extract(document).statements}
    assert told["The council met with the auditor today."] == "2021-12-20"
    assert told["The budget was passed."] == "2022-01-03"
    assert told["The auditor came back yesterday."] == "2022-01-02"
    assert told["Nothing was said of it."] == "2022-01-03"


@pytest.mark.parametrize(
    ("heading", "dated", "day"),
    [
        ("April 3", "2021-12-31", "2021-04-03"),
        ("February 3", "2021-12-31", None),
        ("29 Feb", "2024-06-30", "2024-02-29"),
        ("Tuesday, 3rd of August", "2021-08-31", "2021-08-03"),
        ("March 12", "2021-02-01", None),
        ("March 2 to 4", "2021-03-31", None),
        ("May 3 & 4", "2021-05-31", None),
        ("May 4th be with you", "2021-05-31", None),
        ("9 am", "2021-05-31", None),
        ("3 days later", "2021-05-31", None),
        ("Monday", "2021-05-31", None),
        ("2020-01-14", "2021-05-31", "2020-01-14"),
    ],
)
def test_what_heading_is_a_day(heading: str, dated: str, day: str | None) -> None:
    found = day_of(heading, dt.date.fromisoformat(dated))
    assert found == (None if day is None else dt.date.fromisoformat(day))


def test_a_label_in_bold_dates_nothing_below_it() -> None:
    text = "# Council\n\n**Next meeting: 12 June 2025**\n\n- The Harbour Council thanked Ada Quill for her work.\n"
    document = Document("notes.md", text, date=dt.date(2024, 9, 30), markup=Markup.MARKDOWN)
    told = {text[s.span.start : s.span.end]: str(s.valid) for s in extract(document).statements}
    assert told["The Harbour Council thanked Ada Quill for her work."] == "2024-09-30"


def test_a_heading_without_a_year_in_an_undated_document_tells_no_day() -> None:
    document = Document("notes.md", NOTES, markup=Markup.MARKDOWN)
    told = {NOTES[s.span.start : s.span.end]: s.valid for s in extract(document).statements}
    assert told["The budget was passed."] is None


MINUTES = """# Harbour Council

{lines}

## 2024-09-12

The Harbour Council met with Ada Quill. The Harbour Council has hired Bo Stern.

## 2024-09-19

The Harbour Council approved the Quay Plan. In May 2023 the Harbour Council bought Crane Works.
The chair noted that the Harbour Council originally rejected the Dune Plan.
The Harbour Council first visited Lorne Hall.
"""


def test_what_is_told_in_an_entry_of_a_log_happened_on_its_day() -> None:
    text = MINUTES.format(lines="What the council did, week by week, is told below. " * 12)
    found = extract(Document("log.md", text, date=dt.date(2024, 9, 30), markup=Markup.MARKDOWN)).facts
    told = {(f.relation, f.object): str(f.valid) for f in found if f.subject == "harbour council"}
    assert told[("met with", "ada quill")] == "2024-09-12"
    assert told[("approved", "quay plan")] == "2024-09-19"
    assert told[("acquired", "crane works")] == "2023-05"
    assert told[("rejected", "dune plan")] == told[("visited", "lorne hall")] == "None"

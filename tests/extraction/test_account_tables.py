"""Tables as filings and annual reports have them: shares of a whole, parts of a measure, roll-forwards, officers."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.extraction.pipeline import extract
from timeweave.records import Document

DAY = dt.date(2025, 2, 20)


def told(text: str, **about: object) -> set[str]:
    """The facts of a report of Orrin Mills in words."""
    document = Document("d", text, date=DAY, entities=("Orrin Mills",), **about)  # type: ignore[arg-type]
    return {fact.text for fact in extract(document).facts}


def test_a_column_that_begins_with_a_hundred_percent_tells_shares() -> None:
    """Figures without a sign of their own are shares of the first row, which tells nothing of itself."""
    facts = told(
        "Statement as a percentage of revenue:\n\n| | 2024 | 2023 |\n|---|---|---|\n| Revenue | 100.0% | 100.0% |\n"
        "| Wages | 41.5 | 43.0 |\n| Net income | 9.1% | 8.0% |\n"
    )
    assert "orrin mills: wages as % of revenue 41.5% (value, actual) [2024]" in facts
    assert "orrin mills: net income as % of revenue 8.0% (value, actual) [2023]" in facts
    assert not any("revenue 100.0%" in fact for fact in facts)


def test_a_row_that_is_a_share_is_one_of_the_row_above() -> None:
    facts = told(
        "Expenses:\n\n| ($ in millions) | 2024 | 2023 |\n|---|---|---|\n| Research | 62 | 55 |\n"
        "| % of net revenue | 9% | 8% |\n"
        "| % of women in management | 30 | 31 |\n| Marketing | 40 | 41 |\n"
        "| As a percentage of net revenue | 6% | 7% |\n"
    )
    assert "orrin mills: research as % of net revenue 9% (value, actual) [2024]" in facts
    assert any(fact.startswith("orrin mills: % of women in management") for fact in facts)
    assert "orrin mills: marketing as % of net revenue 7% (value, actual) [2023]" in facts


@pytest.mark.parametrize(
    "caption",
    [
        "Revenue by Product Line",
        "The following table shows our revenue by reportable segment for 2024 and 2023 (in millions):",
        "The table below summarizes revenue by geographic area based on where goods are made:",
    ],
)
def test_a_caption_parts_its_measure_among_the_rows(caption: str) -> None:
    """Rows are parts of the revenue and no measures; their total, by whatever name, is that of the whole."""
    facts = told(
        f"{caption}\n\n| | 2024 | 2023 |\n|---|---|---|\n| Oat Flour | $310 | $280 |\n| Rye & Spelt | 95 | 90 |\n"
        "| Total revenue | $405 | $370 |\n"
    )
    scale = " million" if "millions" in caption else ""
    assert f"orrin mills: revenue $310{scale} (value, actual, oat flour) [2024]" in facts
    assert f"orrin mills: revenue $90{scale} (value, actual, rye & spelt) [2023]" in facts
    assert f"orrin mills: revenue $405{scale} (value, actual) [2024]" in facts


def test_what_is_no_part_stays_a_measure() -> None:
    """A caption of a period, of a method or of several measures parts nothing."""
    for caption in ("Results by the end of 2024", "Costs and revenue by segment", "Information by segment"):
        facts = told(f"{caption}\n\n| | 2024 | 2023 |\n|---|---|---|\n| Wages | $310 | $280 |\n| Rent | 95 | 90 |\n")
        assert "orrin mills: wages $310 (value, actual) [2024]" in facts, caption


def test_columns_of_changes_beside_periods_are_no_figures() -> None:
    facts = told(
        "Costs (in millions)\n\n| | 2024 | 2023 | $ Change | % Change |\n|---|---|---|---|---|\n"
        "| Wages | $31 | $28 | $3 | 11% |\n"
    )
    assert facts == {
        "orrin mills: wages $31 million (value, actual) [2024]",
        "orrin mills: wages $28 million (value, actual) [2023]",
    }


def test_columns_of_one_day_with_headings_of_their_own_are_measures_of_their_own() -> None:
    """Under one day stand gross, what was written off, and net; the currency is told at the first figure alone."""
    facts = told(
        "Equipment (in millions)\n\n| | Gross, June 30, 2024 | Net, June 30, 2024 |\n|---|---|---|\n"
        "| Mills | $29 | $21 |\n| Barns | 8 | 3 |\n"
    )
    assert "orrin mills: mills gross $29 million (value, actual) [2024-06-30]" in facts
    assert "orrin mills: barns net $3 million (value, actual) [2024-06-30]" in facts


def test_a_roll_forward_is_of_the_time_between_its_balances() -> None:
    facts = told(
        "Reserve (in thousands)\n\n| ($ in thousands) | Reserve | Surplus |\n|---|---|---|\n"
        "| Balance at December 31, 2023 | 40 | 7 |\n"
        "| Additions | 12 | 1 |\n| Payments | (5) | — |\n| Balance at December 31, 2024 | 47 | 8 |\n"
    )
    assert "orrin mills: additions $12 thousand (value, actual, reserve) [2024]" in facts
    assert "orrin mills: payments -$5 thousand (value, actual, reserve) [2024]" in facts
    assert "orrin mills: balance $8 thousand (value, actual, surplus) [2024-12-31]" in facts


def test_rows_of_days_and_of_fiscal_years_are_times() -> None:
    """Ranges of days are rows of their time; what is due in years to come is of these, and later of all after."""
    facts = told(
        "Purchases\n\n| Period | Number of Shares Purchased |\n|---|---|\n"
        "| October 28, 2024 - November 24, 2024 | 25 |\n"
        "| November 25, 2024 – December 22, 2024 | 10 |\n| Total | 35 |\n\n"
        "Future payments\n\n| | Payments |\n|---|---|\n| 2026 | 354 |\n| 2027 | 236 |\n"
        "| 2028 and thereafter | 84 |\n| Total | 674 |\n"
    )
    assert "orrin mills: number of shares purchased 25 (value, actual) [2024-10-28/2024-11-24]" in facts
    assert "orrin mills: payments 236 (value, actual) [2027]" in facts
    assert "orrin mills: payments 84 (value, actual) [2028/..]" in facts


def test_an_estimate_of_a_time_that_is_over_is_no_guidance() -> None:
    """How a fair value was found is no forecast; a budget stays one, and so does what is expected of next year."""
    facts = told(
        "Values (in millions)\n\n| | 2024 | 2026 |\n|---|---|---|\n| Estimated fair value | $7 | $9 |\n"
        "| Budgeted wages | $3 | $4 |\n"
    )
    assert "orrin mills: fair value $7 million (value, actual) [2024]" in facts
    assert "orrin mills: fair value $9 million (value, guidance) [2026]" in facts
    assert "orrin mills: wages $3 million (value, guidance) [2024]" in facts


def test_pages_and_plurals_in_brackets_are_no_figures_and_no_seconds() -> None:
    facts = told("Contents\n\n| Item | Page |\n|---|---|\n| Business | 4 |\n| Risk Factors | 13 |\n")
    assert not facts
    facts = told("Shops\n\n| Town | Mill(s) |\n|---|---|\n| Aldby | 3 |\n| Corrin | 5 |\n")
    assert not any("seconds" in fact for fact in facts)


def test_parts_of_sums_with_one_name_are_told_apart() -> None:
    """Goods and services stand under sales and under cost of sales, each summed up."""
    facts = told(
        "Accounts (in millions)\n\n| | 2024 | 2023 |\n|---|---|---|\n| Net sales: | | |\n| Goods | $30 | $28 |\n"
        "| Services | 5 | 4 |\n"
        "| Total net sales | 35 | 32 |\n| Cost of sales: | | |\n| Goods | 20 | 19 |\n| Services | 2 | 2 |\n"
        "| Total cost of sales | 22 | 21 |\n"
    )
    assert "orrin mills: net sales $30 million (value, actual, goods) [2024]" in facts
    assert "orrin mills: cost of sales $2 million (value, actual, services) [2023]" in facts


def test_who_holds_an_office_today_stands_in_tables_of_officers() -> None:
    """Of the day that the caption names, else of the document's; of the body that a column of the table names."""
    rows = "| Ada Quill | 51 | President and Chief Executive Officer |\n| Ben Orr | 44 | General Counsel |\n"
    facts = told(f"Our officers as of January 15, 2025:\n\n| Name | Age | Position(s) |\n|---|---|---|\n{rows}")
    assert "orrin mills: chief executive officer ada quill [2025-01-15/..]" in facts
    assert "orrin mills: president ada quill [2025-01-15/..]" in facts
    assert "orrin mills: general counsel ben orr [2025-01-15/..]" in facts
    facts = told(
        "Our directors:\n\n| Name | Position | Company |\n|---|---|---|\n| Cy Dunn | Treasurer | Harrow Bank |\n"
        "| Di Falk | Retired | Aldby FC |\n"
    )
    assert {fact for fact in facts if "cy dunn" in fact} == {"harrow bank: treasurer cy dunn [2025-02-20/..]"}
    assert not any("di falk" in fact for fact in facts)


@pytest.mark.parametrize(
    ("table", "right"),
    [
        ("| Metric | 2024 |\n|---|---|\n| Availability | 100% |\n| CPU load | 42% |\n", "orrin mills: cpu load 42%"),
        ("| Month | Uptime |\n|---|---|\n| Jan 2024 | 100% |\n| Feb 2024 | 99.98% |\n", "orrin mills: uptime 100%"),
        (
            "| | 2023 | 2024 |\n|---|---|---|\n| Occupancy | 100% | 98% |\n| Guests | 40 | 42 |\n",
            "orrin mills: guests 40",
        ),
    ],
)
def test_a_first_figure_of_a_hundred_percent_is_no_whole_by_itself(table: str, right: str) -> None:
    """Shares are told of revenue and the like: not of availability, a month, or an occupancy."""
    facts = told(f"Figures:\n\n{table}")
    assert any(fact.startswith(right) for fact in facts), facts
    assert not any("as %" in fact for fact in facts)


def test_what_a_column_says_of_its_standing_is_no_part_of_the_measure() -> None:
    facts = told(
        "Accounts ($ in millions)\n\n| | Budget 2024 | Actual 2024 | 2023 (audited) |\n|---|---|---|---|\n"
        "| Property tax | 42 | 43 | 41 |\n"
    )
    assert facts == {
        "orrin mills: property tax $42 million (value, guidance) [2024]",
        "orrin mills: property tax $43 million (value, actual) [2024]",
        "orrin mills: property tax $41 million (value, actual) [2023]",
    }


def test_an_expectation_beside_what_came_of_it_stays_one() -> None:
    facts = told("Visits\n\n| | Expected 2024 | Actual 2024 |\n|---|---|---|\n| Visits | 400 | 520 |\n")
    assert "orrin mills: visits 400 (value, guidance) [2024]" in facts
    assert "orrin mills: visits 520 (value, actual) [2024]" in facts


def test_columns_headed_total_are_figures_and_rows_behind_a_total_are_no_parts() -> None:
    facts = told("Medals 2024\n\n| Country | Gold | Total |\n|---|---|---|\n| Norway | 16 | 37 |\n| Chile | 1 | 5 |\n")
    assert any("total 37" in fact for fact in facts), facts
    facts = told(
        "Revenue by segment (in millions of EUR)\n\n| | 2024 | 2023 |\n|---|---|---|\n| Rail | 30 | 28 |\n"
        "| Road | 10 | 9 |\n| Total revenue | 40 | 37 |\n| Operating margin (%) | 12 | 11 |\n"
    )
    assert "orrin mills: revenue €30 million (value, actual, rail) [2024]" in facts
    assert not any("operating margin)" in fact for fact in facts), facts


def test_rows_alike_but_for_a_day_are_balances_only_where_they_say_so() -> None:
    """Two inspections enclose no time, and what stands between them has its own."""
    facts = told(
        "Works\n\n| Work | Cost |\n|---|---|\n| Inspection 3 May 2021 | 500 |\n| Repair of roof | 4,000 |\n"
        "| Inspection 3 May 2024 | 600 |\n"
    )
    assert not any("2021-05" in fact and "4,000" in fact for fact in facts), facts


@pytest.mark.parametrize(
    "table",
    [
        "Former executive officers:\n\n| Name | Position |\n|---|---|\n| Ada Quill | Treasurer |\n",
        "Our officers:\n\n| Name | Position | Director since |\n|---|---|---|\n| Ada Quill | Treasurer | 2015 |\n",
        "Our officers:\n\n| Year | Name | Position |\n|---|---|---|\n| 1998 | Ada Quill | Treasurer |\n",
        "Board meeting attendance 2023:\n\n| Name | Position |\n|---|---|\n| Ada Quill | Chair |\n",
        "Cast:\n\n| Name | Role |\n|---|---|\n| Ada Quill | The President |\n",
        "Our leadership:\n\n| Name | Position | Party |\n|---|---|---|\n| Ada Quill | Treasurer | Green Alliance |\n",
        "Board of Directors:\n\n| Name | Position |\n|---|---|\n| Ada Quill | Chief Executive of Orca Group |\n",
        "Our officers:\n\n| Name | Position |\n|---|---|\n| Ada Quill | Chair (retired 2019) |\n",
        "Officers proposed for election:\n\n| Name | Position |\n|---|---|\n| Ada Quill | Chair |\n",
        "Our officers:\n\n| Name | Position |\n|---|---|\n| Vacant | Treasurer |\n| Ada Quill | Former Treasurer |\n",
    ],
)
def test_who_held_an_office_at_another_time_or_elsewhere_is_no_officer_of_the_day(table: str) -> None:
    assert not any("ada quill" in fact or "vacant" in fact for fact in told(table))


def test_a_time_within_another_is_the_time_of_its_row() -> None:
    """The day of a season, the month of a year; but not the end of a plan of an earlier day."""
    facts = told(
        "Rain\n\n| Year | Month | Rain (mm) |\n|---|---|---|\n| 2023 | January | 52 |\n| 2023 | February | 43 |\n"
    )
    assert any("52 mm" in fact and "[2023-01]" in fact for fact in facts), facts


def test_seconds_stay_seconds() -> None:
    facts = told("Runs\n\n| Case | Runtime(s) |\n|---|---|\n| Small Grid | 12.4 |\n| Large Grid | 40.0 |\n")
    assert any("12.4 seconds" in fact for fact in facts), facts


def test_headings_go_on_in_rows_that_say_units_or_a_time() -> None:
    """Years beside "Amounts in millions", and names of columns beside the time that they are of."""
    facts = told(
        "Statements of Earnings\n\n| | Three Months Ended March 31 | |\n|---|---|---|\n"
        "| Amounts in millions | 2025 | 2024 |\n"
        "| Net sales | $19 | $20 |\n"
    )
    assert "orrin mills: net sales $20 million (value, actual) [2024-Q1]" in facts
    facts = told(
        "Reserve (in thousands)\n\n| Six Months Ended June 28, 2024 | Before-Tax Amount | After-Tax Amount |\n"
        "|---|---|---|\n"
        "| Translation losses | $4 | $3 |\n"
    )
    assert any("$4 thousand" in fact and "2024-06-28]" in fact for fact in facts), facts


def test_blocks_of_a_table_are_of_the_times_that_stand_above_them() -> None:
    facts = told(
        "Costs (in millions)\n\n| ($ in millions) | North | South |\n|---|---|---|\n"
        "| Year ended December 31, 2024 | | |\n"
        "| Wages | 5 | 6 |\n| Year ended December 31, 2023 | | |\n| Wages | 3 | 4 |\n"
    )
    assert any("$5 million" in fact and fact.endswith("[2024]") for fact in facts), facts
    assert any("$4 million" in fact and fact.endswith("[2023]") for fact in facts), facts


def test_columns_of_parts_beside_the_consolidated_whole() -> None:
    facts = told(
        "Segments (in millions)\n\n| | Oats | Rye | Eliminations | Consolidated |\n|---|---|---|---|---|\n"
        "| Net revenues: | | | | |\n| Third party | $30 | $10 | — | $40 |\n| Operating income | 6 | 2 | (1) | 7 |\n"
    )
    assert any("third-party net revenue $30 million (value, actual, oats)" in fact for fact in facts), facts
    assert any("operating income $7 million (value, actual) [" in fact for fact in facts), facts


def test_what_a_document_declares_for_its_tables_goes_for_those_that_say_nothing() -> None:
    """And for columns of money alone; a table with the headings of one before has its unit, and no more of it."""
    rows = "| Wages | $31 | $28 |\n"
    facts = told(
        "Amounts in millions of dollars except per share amounts.\n\n## Costs\n\n| | 2024 | 2023 |\n"
        f"|---|---|---|\n{rows}"
    )
    assert "orrin mills: wages $31 million (value, actual) [2024]" in facts
    head = "| | Oats | Rye | Barley | Consolidated |\n|---|---|---|---|---|\n"
    facts = told(
        f"Costs in 2024 (in thousands)\n\n{head}| Wages | $31 | $28 | $27 | $86 |\n\nSee note 12.\n\n"
        f"{head}| Rent | $8 | $7 | $6 | $21 |\n"
    )
    assert "orrin mills: rent $8 thousand (value, actual, oats) [2025-02-20]" in facts
    times = "| | 2024 | 2023 | 2022 | 2021 |\n|---|---|---|---|---|\n"
    facts = told(
        f"Costs (in thousands)\n\n{times}| Wages | $31 | $28 | $27 | $86 |\n\nSee note 12.\n\n"
        f"{times}| Rent | $8 | $7 | $6 | $21 |\n"
    )
    assert "orrin mills: rent $8 (value, actual) [2024]" in facts


def test_statements_of_a_release_are_of_the_company_that_it_names_first() -> None:
    """By weeks in words; whatever stands in their corner, and not of "Unaudited" or "Statements of Income"."""
    text = (
        "The Quillon Mills, Inc. 12 Mill Road\n\n# CONSOLIDATED STATEMENTS OF INCOME\n\n(Amounts in Thousands)\n\n"
        "(Unaudited)\n\n"
        "| ASSETS | Thirteen Weeks Ended November 2, 2024 | Thirteen Weeks Ended October 28, 2023 |\n|---|---|---|\n"
        "| Net sales | $293 | $303 |\n| Other income/(expense), net | 4 | 5 |\n"
    )
    facts = {fact.text for fact in extract(Document("d", text, date=DAY)).facts}
    assert "quillon mills: net sales $293 thousand (value, actual) [2024-08-04/2024-11-02]" in facts, facts
    assert any("other income net" in fact for fact in facts), facts

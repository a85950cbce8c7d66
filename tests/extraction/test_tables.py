"""Tables as facts: grids, units, periods, bearers, tenures."""

from __future__ import annotations

import datetime as dt
import time

import pytest

from timeweave.extraction.pipeline import extract
from timeweave.extraction.tables.values import read_number, read_unit, shown, split_unit
from timeweave.records import Document, Extraction

DAY = dt.date(2024, 3, 1)


def told(text: str, **about: object) -> set[str]:
    """The facts of a document in words."""
    return {fact.text for fact in read(text, **about).facts}


def read(text: str, **about: object) -> Extraction:
    return extract(Document("d", text, date=DAY, **about))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("phrase", "name", "scale"),
    [
        ("$ in millions", "USD", 1e6),
        ("In millions, except per share data", "", 1e6),
        ("€m", "EUR", 1e6),
        ("£ thousand", "GBP", 1e3),
        ("USD bn", "USD", 1e9),
        ("m", "m", 1.0),
        ("000s", "", 1e3),
        ("tonnes per hectare", "tonnes/hectare", 1.0),
        ("%", "%", 1.0),
    ],
)
def test_units_of_headings(phrase: str, name: str, scale: float) -> None:
    unit = read_unit(phrase)
    assert unit is not None
    assert (unit.name, unit.scale) == (name, scale)


@pytest.mark.parametrize("phrase", ["n = 212", "Net revenue", "2023", "loss", "restated"])
def test_what_is_no_unit(phrase: str) -> None:
    assert read_unit(phrase) is None


@pytest.mark.parametrize(
    ("heading", "bare", "unit"),
    [
        ("Price (EUR)", "Price", "EUR"),
        ("Gross margin %", "Gross margin", "%"),
        ("rain_mm", "rain", "mm"),
        ("no2_ug_m3", "no2", "µg/m³"),
        ("Weight, kg", "Weight", "kg"),
        ("Total: $325,000", "Total: $325,000", ""),
        ("Won", "Won", ""),
        ("Velpatine (n = 212)", "Velpatine (n = 212)", ""),
    ],
)
def test_headings_without_their_unit(heading: str, bare: str, unit: str) -> None:
    words, found = split_unit(heading)
    assert (words, found.name) == (bare, unit)


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("1,204", 1204),
        ("1 204", 1204),
        ("84\u202f210.5", 84210.5),
        ("(42.6)", -42.6),
        ("$ (0.65)", -0.65),
        ("−3.1%", -3.1),
        ("+6.5%", 6.5),
        ("38,400 vehicles", 38400),
        ("1.2M", 1.2),
        (".5", 0.5),
    ],
)
def test_figures_of_cells(cell: str, value: float) -> None:
    number = read_number(cell)
    assert number is not None
    assert number.value == value


@pytest.mark.parametrize("cell", ["n/a", "–", "2:11:04", "3–5", "Liberal", "14 May 2020", "v2.1", "12 Main Street", ""])
def test_cells_that_are_no_figure(cell: str) -> None:
    assert read_number(cell) is None


def test_a_figure_is_shown_with_its_unit() -> None:
    unit = read_unit("$ millions")
    number = read_number("(42.6)")
    assert unit is not None
    assert number is not None
    assert shown(number, unit) == "-$42.6 million"


ACCOUNTS = """# Belmora Foods

(In millions, except per share data)

| | Year ended December 31, | |
|---|---|---|
| | 2023 | 2022 |
| Net revenue | $ 2,418.6 | $ 2,250.3 |
| Operating income (loss) | 214.7 | (18.3) |
| Diluted earnings per share | $ 2.31 | n/a |
| Headcount | 812 | 799 |
"""


def test_accounts_have_measures_in_rows_and_periods_in_columns() -> None:
    facts = told(ACCOUNTS, entities=("Belmora Foods",))
    assert "belmora foods: net revenue $2,250.3 million (value, actual) [2022]" in facts
    assert "belmora foods: operating income -$18.3 million (value, actual) [2022]" in facts
    assert "belmora foods: earnings per share $2.31 per share (value, actual) [2023]" in facts
    assert "belmora foods: headcount 812 (value, actual) [2023]" in facts
    assert len(facts) == 7


def test_a_unit_stands_above_further_remarks() -> None:
    """Statements say "(unaudited)" below what they count in, and their name above both."""
    above = "Statements of Operations\n\n(In millions, except per share data)\n\n(unaudited)"
    text = ACCOUNTS.replace("(In millions, except per share data)", above)
    assert "belmora foods: net revenue $2,250.3 million (value, actual) [2022]" in told(
        text, entities=("Belmora Foods",)
    )


def test_values_are_in_the_base_unit() -> None:
    by_text = {fact.text: fact.quantity for fact in read(ACCOUNTS, entities=("Belmora Foods",)).facts}
    quantity = by_text["belmora foods: net revenue $2,418.6 million (value, actual) [2023]"]
    assert quantity is not None
    assert (quantity.value, quantity.unit) == (2_418_600_000, "USD")


def test_the_row_is_what_is_cited() -> None:
    found = read(ACCOUNTS, entities=("Belmora Foods",))
    statements = {s.index: s for s in found.statements}
    assert all(support.span == statements[support.statement].span for support in found.supports)
    assert any("2,250.3" in ACCOUNTS[s.span.start : s.span.end] for s in found.supports)


def test_headings_are_no_statements() -> None:
    spans = [ACCOUNTS[s.span.start : s.span.end] for s in read(ACCOUNTS, entities=("Belmora Foods",)).statements]
    assert not any(span.endswith("2022") or "Year ended" in span for span in spans)


def test_things_in_rows_and_measures_in_columns() -> None:
    table = "| Model | Battery (mAh) | Price | Built |\n|---|---|---|---|\n| Kestrel 7 | 4,800 | $649 | 2021 |\n"
    assert told(table) == {
        "kestrel 7: battery 4,800 mAh (value, actual) [2024-03-01]",
        "kestrel 7: price $649 (value, actual) [2024-03-01]",
    }


def test_a_blank_label_is_that_of_the_row_above() -> None:
    table = "| School | Year | Pupils |\n|---|---|---|\n| Mill Lane | 2020 | 312 |\n| | 2021 | 305 |\n"
    assert told(table) == {
        "mill lane: pupils 312 (value, actual) [2020]",
        "mill lane: pupils 305 (value, actual) [2021]",
    }


def test_the_same_label_under_two_headings_of_rows_is_kept_apart() -> None:
    table = (
        "| £m | 2022 | 2023 |\n|---|---|---|\n| Assets | | |\n| Current | 5 | 6 |\n| Liabilities | | |\n"
        "| Current | 3 | 4 |\n"
    )
    facts = told(table, entities=("Corvane",))
    assert "corvane: current assets £6 million (assets, value, actual) [2023]" in facts
    assert "corvane: current liabilities £4 million (liabilities, value, actual) [2023]" in facts


def test_what_is_expected_is_no_actual_figure() -> None:
    facts = told("| USD m | 2023 | 2024E |\n|---|---|---|\n| Revenue | 5 | 6 |\n", entities=("Dorrance",))
    assert "dorrance: revenue $6 million (value, guidance) [2024]" in facts
    assert "dorrance: revenue $5 million (value, actual) [2023]" in facts


def test_office_holders_are_tenures() -> None:
    table = (
        "| Office | Holder | From | Until |\n|---|---|---|---|\n| Treasurer | Anton Bree | 2012 | 2018 |\n"
        "| Treasurer | Maud Selwyn | 2018 | present |\n| Treasurer | TBD | n/a | |\n"
    )
    assert told(table, entities=("Gliding Club",)) == {
        "gliding club: treasurer anton bree [2012/2017]",
        "gliding club: treasurer maud selwyn [2018/..]",
    }


def test_ragged_rows_and_cells_without_a_figure_say_nothing() -> None:
    table = "| Town | 2010 | 2020 |\n|---|---|---|\n| Keldon | 5 |\n| Ely | n/a | – | 7 | 8 |\n| 12 |\n"
    facts = told(f"# Population\n\n{table}")
    assert facts == {"keldon: population 5 (value, actual) [2010]"}


def test_a_column_of_references_is_no_figure() -> None:
    table = "| | Note | 2023 | 2022 |\n|---|---|---|---|\n| Revenue | 3 | 84 210 | 79 655 |\n"
    facts = told(f"### Accounts (in € thousand)\n\n{table}", entities=("Brantwood",))
    assert facts == {
        "brantwood: revenue €84 210 thousand (value, actual) [2023]",
        "brantwood: revenue €79 655 thousand (value, actual) [2022]",
    }


def test_sentences_in_cells_are_read_as_before() -> None:
    table = (
        "| Year | Event |\n|---|---|\n| 2019 | Acme Corp said that its revenue was $5 million in 2019, a record. |\n"
    )
    facts = read(table, entities=("Acme Corp",)).facts
    assert any(f.relation == "revenue" and f.quantity and f.quantity.value == 5e6 for f in facts)


def test_the_cost_grows_with_the_cells() -> None:
    def seconds(rows: int) -> float:
        body = "".join(f"| place {i} | {i} | {i + 1} |\n" for i in range(rows))
        started = time.perf_counter()
        read("| Site | 2010 | 2020 |\n|---|---|---|\n" + body)
        return time.perf_counter() - started

    seconds(50)
    assert seconds(1600) < 12 * seconds(400) + 1


def test_a_table_below_another_of_its_width_goes_on_with_it() -> None:
    """Its caption is that of the one above; another table has its own."""
    first = "Sales by region in 2022 (in $ million)\n\n| Region | Sales |\n|---|---|\n| North | $40 |\n\n"
    going_on = "| Region | Costs |\n|---|---|\n| North | $30 |\n"
    other = "| Plant | Employees | Lines |\n|---|---|---|\n| Oslo | 300 | 4 |\n"
    assert any("$30 million" in fact and "[2022]" in fact for fact in told(first + going_on))
    assert not any("300" in fact and "[2022]" in fact for fact in told(first + other))


def test_a_sentence_above_a_remark_is_no_caption() -> None:
    text = "Acme was founded in 1998 by Ann Lee.\n\n(in $ million)\n\n| Region | Sales |\n|---|---|\n| North | $40 |\n"
    facts = told(text)
    assert any("$40 million" in fact for fact in facts)
    assert not any("$40" in fact and "1998" in fact for fact in facts)


@pytest.mark.parametrize(
    ("label", "unit"),
    [("Net income per share, diluted", "share"), ("Book value per common share outstanding", "share")],
)
def test_what_a_figure_is_per(label: str, unit: str) -> None:
    facts = told(f"| $ | 2023 |\n|---|---|\n| {label} | $1.20 |\n", entities=("Corvane",))
    assert any(f"$1.20 per {unit} (" in fact for fact in facts)

"""Word, Excel, PowerPoint, OpenDocument, RTF and EPUB files, as their programs and converters write them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from openpyxl.styles import Font

from timeweave.documents import read
from timeweave.documents.number_formats import shown
from timeweave.outcomes import Failure
from timeweave.records import DateSource, Document, Markup

FILES = Path(__file__).parent / "files"
Only = Callable[[Path], Document]
ROUTES = """| Route | 2022 | 2023 |
| --- | --- | --- |
| Lorne–Aldermoor | 12,300 | 14,100 |
| Lorne–Fenbury | 8,000 | 9,250 |"""


@pytest.mark.parametrize("name", ["pier.docx", "pier.odt", "pier.epub"])
def test_the_structure_of_a_text_is_kept(name: str, only: Only) -> None:
    """Headings, lists in lists, a captioned table, a quotation, code and a footnote are kept; links are words."""
    document = only(FILES / name)
    assert document.markup is Markup.MARKDOWN
    assert (document.title, document.metadata["author"]) == ("The pier of Port Lorne", "Jo Lee")
    for part in (
        "# Background\n\nThe council voted on Tuesday.[^1] It costs 5 * 3 = 15 and ",
        "1. First step\n2. Second step\n   - inner one\n   - inner two",
        f"Passengers by route\n\n{ROUTES}",
        "> We heard of it from the newspaper.",
        "\n    return x\n```",
        "## Outlook\n\nWork starts in the autumn, see the plan.",
        "10⁶",
        "\n\n[^1]: The vote was 7 to 2.",
    ):
        assert part in document.text
    assert "x.example" not in document.text
    assert "Gone" not in document.text  # struck out


def test_a_book_is_dated_by_its_publication(only: Only) -> None:
    """The date of a book is that of its metadata; its table of contents is not read."""
    document = only(FILES / "pier.epub")
    assert (document.date, document.date_source) == (dt.date(2024, 5, 7), DateSource.METADATA)
    assert document.text.count("Background") == 1


def test_what_was_deleted_and_comments_are_not_read(only: Only) -> None:
    """Tracked insertions are text, deletions and comments are not; a caption below its table goes above it."""
    document = only(FILES / "minutes.docx")
    assert "The fee stays at 12 crowns. It will be looked at in May." in document.text
    assert "rises to 15" not in document.text
    assert "Are we sure" not in document.text
    assert "1. First point\n2. Second point\n\n- A bullet" in document.text
    assert "Table 1: Fees\n\n| Year | Fee" in document.text
    assert "| 2022 | 11 | x\\|y |" in document.text
    assert "\\# not a heading, 2 * 3 and a_b_c \\<b>" in document.text
    assert (document.title, str(document.date), document.date_source) == ("Minutes", "2023-04-03", DateSource.METADATA)
    assert document.metadata["modified"] == "2023-04-05T09:00:00Z"


def test_a_transcript_of_a_meeting_is_a_conversation(only: Only) -> None:
    """A name with a time above each turn makes it one; times within the recording are no dates."""
    document = only(FILES / "meeting.docx")
    assert document.markup is Markup.CONVERSATION
    assert document.text == "Ann Lee: Good morning.\nBob Ray: Shall we begin?\nAnn Lee: Yes."
    assert str(document.date) == "2024-03-05"


def test_sheets_are_sections_with_tables(only: Only) -> None:
    """Numbers stand as shown, dates in ISO form; headers of two rows become one; a hidden sheet is not read."""
    document = only(FILES / "figures.xlsx")
    assert document.text == (
        "# Revenue\n\nRevenue by route, million crowns\n\n"
        "| Route | 2022 H1 | 2022 H2 | 2023 H1 | 2023 H2 |\n| --- | --- | --- | --- | --- |\n"
        "| Aldermoor | 1,234.5 | 1,300.0 | 1,400.3 | 1,500.0 |\n"
        "| Fenbury | 10.00 kr | 11.00 kr | 12.00 kr | (13.00 kr) |"
        "\n\nSource: harbour office\n\n"
        "| Day | Share | Cost |\n| --- | --- | --- |\n| 2024-03-05 | 12.5% | €1,234,567 |\n"
        "| 2024-03-06 14:30 | 100% | 0.5 |\n\n# Notes\n\nOnly a note."
    )
    assert document.metadata["sheets"] == ["Revenue", "Notes"]
    assert (document.title, str(document.date), document.markup) == ("Figures", "2024-02-01", Markup.MARKDOWN)


def test_a_workbook_of_another_writer(tmp_path: Path, only: Only, fails: Callable[[Path], str]) -> None:
    """Tables side by side are two; formulas without results are named with the remedy."""
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (["City", "People", None, "River", "Length"], ["Lorne", 41000, None, "Dun", 12.5]):
        sheet.append(row)
    sheet["A1"].font = Font(bold=True)
    book.save(tmp_path / "a.xlsx")
    text = only(tmp_path / "a.xlsx").text
    assert "| City | People |\n| --- | --- |\n| Lorne | 41000 |" in text
    assert "| River | Length |\n| --- | --- |\n| Dun | 12.5 |" in text
    formulas = openpyxl.Workbook()
    formulas.active["A1"] = "=1+1"
    formulas.save(tmp_path / "b.xlsx")
    message = fails(tmp_path / "b.xlsx")
    assert "formulas whose results were never saved" in message or "no cells" in message


def test_rows_beyond_what_a_document_holds_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first rows are a document, and one line says how many were not read."""
    book = openpyxl.Workbook()
    for number in range(40):
        book.active.append([f"row {number}", number])
    book.save(tmp_path / "a.xlsx")
    monkeypatch.setattr("timeweave.documents.sheet.MOST_ROWS", 10)
    document, failure = read(tmp_path / "a.xlsx")
    assert isinstance(document, Document)
    assert "row 9" in document.text
    assert "row 10" not in document.text
    assert isinstance(failure, Failure)
    assert "30 more rows" in failure.error


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (0.1256, "0%", "13%"),
        (-5, "0.0", "-5.0"),
        (-1234, "#,##0;[Red](#,##0)", "(1,234)"),
        (1234, '"$"#,##0', "$1,234"),
        (1500000, '0.0,,"M"', "1.5M"),
        (12.5, '#,##0.00 [$€-1]', "12.50 €"),
        (7, "000", "007"),
        (0.5, "General", "0.5"),
        (1e21, "General", "1e+21"),
        (1.5, "0.##", "1.5"),
        (2, "# ?/?", "2"),
        (0, '#,##0;-#,##0;"none"', "0"),
        (12345, "0.00E+00", "1.23E+04"),
    ],
)  # fmt: skip
def test_numbers_stand_as_their_format_shows_them(value: float, code: str, text: str) -> None:
    """Thousands, decimals, percents, currencies, brackets and millions."""
    assert shown(value, code) == text


def test_slides(only: Only) -> None:
    """Titles are headings, indented points lists in lists, charts and tables tables; a hidden slide is not read."""
    document = only(FILES / "review.pptx")
    assert document.text == (
        "# Traffic\n\n- More passengers\n  - Most of them in July\n\nNotes: Thank the crew.\n\n# Numbers\n\n"
        "|  | Passengers |\n| --- | --- |\n| 2022 | 41000 |\n| 2023 | 48200 |\n\n"
        "| Route | Boats |\n| --- | --- |\n| Fenbury | 3 |"
    )
    assert (document.title, str(document.date), document.metadata["author"]) == ("Review", "2024-01-09", "Ann Lee")


def test_slides_of_another_writer(only: Only) -> None:
    """Notes follow their slide."""
    text = only(FILES / "plan.pptx").text
    assert "# Why\n\n- The pier is old\n  - built in 1911\n- Costs rise\n\nNotes: Say that the vote was 7 to 2." in text
    assert "# Figures\n\n| Route | 2022 |" in text


def test_a_spreadsheet_of_open_document(only: Only) -> None:
    """Cells stand as they are shown."""
    assert only(FILES / "fees.ods").text == "# Fees\n\n| Year | Fee |\n| --- | --- |\n| 2023 | € 12.00 |"


def test_rich_text(only: Only, write: Callable[[str, str | bytes], Path]) -> None:
    """Paragraphs, items and tables of RTF; title and day of making where it states them."""
    text = only(FILES / "pier.rtf").text
    assert ROUTES in text
    assert "1. First step\n2. Second step\n- inner one" in text
    rtf = r"{\rtf1\ansi{\info{\title Caf\'e9 report}{\author Ann}{\creatim\yr2023\mo4\dy3\hr9}}Words of it.\par}"
    document = only(write("a.rtf", rtf))
    assert (document.title, document.text, str(document.date)) == ("Café report", "Words of it.", "2023-04-03")

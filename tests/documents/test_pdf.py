"""PDF files."""

from __future__ import annotations

import datetime as dt
import io
import re
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest

from timeweave.records import DateSource, Document, Markup

FILES = Path(__file__).parent / "files"
Write = Callable[[str, str | bytes], Path]
Pdf = Callable[..., bytes]
LINES = [
    "The harbour office of Port Lorne said that the ferry pier would be re-",
    "built by 2026 at a cost of 12 million.",
    "Work starts soon.",
]


def test_text_pages_title_and_date(write: Write, only: Callable[[Path], Document], pdf: Pdf) -> None:
    """Lines of a paragraph are joined; title and date come from the metadata."""
    content = pdf([LINES, ["The second page."]], title="Pier report", created="D:20240507233000-05'00'")
    document = only(write("pier.pdf", content))
    assert document.text == (
        "The harbour office of Port Lorne said that the ferry pier would be rebuilt by 2026 at a cost of 12 million."
        "\n\nWork starts soon.\n\nThe second page."
    )
    assert (document.id, document.title, document.metadata) == ("pier.pdf", "Pier report", {"pages": 2})
    assert (document.date, document.date_source) == (dt.date(2024, 5, 7), DateSource.METADATA)


def test_without_metadata_the_name_may_date(write: Write, only: Callable[[Path], Document], pdf: Pdf) -> None:
    """A date in the name stands in; a quarter in the name is the period (TK-04)."""
    document = only(write("2024-05-07 pier 2024Q1.pdf", pdf([LINES])))
    assert (str(document.date), str(document.period)) == ("2024-05-07", "2024-Q1")
    assert document.date_source is DateSource.FILE_NAME


def test_two_columns_are_read_one_after_the_other(only: Callable[[Path], Document]) -> None:
    """Running heads and feet are left out, hyphens at line ends undone; headings, lists and a ruled table are kept."""
    document = only(FILES / "two-columns.pdf")
    text = document.text
    assert (document.title, str(document.date), document.markup) == ("Ferry report", "2024-05-07", Markup.MARKDOWN)
    assert text.startswith(
        "# Ferry report\n\n## 1 Introduction\n\nLorem ipsum dolor sit amet, consectetur adipiscing elit"
    )
    assert "omnis voluptas assumenda est, omnis dolor repellendus. Temporibus autem" in text
    assert "The harbour office counted 48,200 passengers in 2023.\n\n### 1.1 Traffic of ferries\n\n" in text
    assert "- Second item of the list\n- Third item" in text
    assert (
        "Table 1: Passengers by route\n\n| Route | 2022 | 2023 |\n| --- | --- | --- |\n"
        "| Lorne–Aldermoor | 12,300 | 14,100 |\n| Lorne–Fenbury | 8,000 | 9,250 |"
    ) in text
    for furniture in ("Annual report 2023", "Confidential", "\x02", "\ufffe"):
        assert furniture not in text


def test_columns_of_figures_are_a_table(only: Callable[[Path], Document]) -> None:
    """A table without rules is told by where its cells stand; page numbers and the running head are left out."""
    text = only(FILES / "review.pdf").text
    assert "# Annual review\n\n# Traffic\n\nThe ferry pier of Port Lorne" in text
    assert (
        "| Route | 2022 | 2023 |\n| --- | --- | --- |\n| Fenbury | 8,000 | 9,250 |\n| Aldermoor | 12,300 | 14,100 |"
        in text
    )
    assert "Harbour Office Annual Review" not in text
    assert text.count("# ") == 3
    assert not re.search(r"^\d$", text, re.M)


def test_an_encrypted_pdf_says_so(write: Write, fails: Callable[[Path], str], pdf: Pdf) -> None:
    """A password is needed: the failure says how to be rid of it."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf([LINES])))
    writer.encrypt("secret", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    assert "is encrypted: remove its password" in fails(write("a.pdf", out.getvalue()))


def test_a_scanned_pdf_says_so(write: Write, fails: Callable[[Path], str], pdf: Pdf) -> None:
    """Pages without text are named with the remedy."""
    assert "no text on its 2 page(s)" in fails(write("a.pdf", pdf([[], []])))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not a PDF: it holds nothing"),
        (b"<html><body>hi</body></html>", "is not a PDF: it holds an HTML page"),
        (b"%PDF-1.4\nnothing that parses", "is a damaged PDF"),
    ],
)
def test_what_is_no_pdf_is_named(write: Write, fails: Callable[[Path], str], content: bytes, message: str) -> None:
    """A file that is not what its name says gets a failure."""
    assert message in fails(write("a.pdf", content))

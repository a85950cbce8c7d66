"""PDF files."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest

from timeweave.records import DateSource, Document

Write = Callable[[str, str | bytes], Path]
Pdf = Callable[..., bytes]
LINES = [
    "The harbour office of Port Lorne said that the ferry pier would be re-",
    "built by 2026 at a cost of 12 million.",
    "Work starts soon.",
]


def test_text_pages_title_and_date(write: Write, only: Callable[[Path], Document], pdf: Pdf) -> None:
    """Lines of a paragraph are joined, pages parted by a form feed; title and date come from the metadata."""
    content = pdf([LINES, ["The second page."]], title="Pier report", created="D:20240507233000-05'00'")
    document = only(write("pier.pdf", content))
    assert document.text == (
        "The harbour office of Port Lorne said that the ferry pier would be rebuilt by 2026 at a cost of 12 million.\n"
        "Work starts soon.\n\f\nThe second page."
    )
    assert (document.id, document.title, document.metadata) == ("pier.pdf", "Pier report", {"pages": 2})
    assert (document.date, document.date_source) == (dt.date(2024, 5, 7), DateSource.METADATA)


def test_without_metadata_the_name_may_date(write: Write, only: Callable[[Path], Document], pdf: Pdf) -> None:
    """A date in the name stands in; a quarter in the name is the period (TK-04)."""
    document = only(write("2024-05-07 pier 2024Q1.pdf", pdf([LINES])))
    assert (str(document.date), str(document.period)) == ("2024-05-07", "2024-Q1")
    assert document.date_source is DateSource.FILE_NAME


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

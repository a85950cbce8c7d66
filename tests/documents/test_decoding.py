"""Encodings, and the one form of text that is stored."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.documents.decoding import clean, offsets_after_cleaning
from timeweave.records import Document

Write = Callable[[str, str | bytes], Path]
TEXT = "Le café “Zürich” was shut – the naïve owner paid 12 € for it.\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
def test_common_encodings_are_recognised(write: Write, only: Callable[[Path], Document], encoding: str) -> None:
    """Marked and unmarked Unicode and the Western code page give the same text."""
    assert only(write("a.txt", TEXT.encode(encoding))).text == TEXT


def test_latin_1_is_recognised(write: Write, only: Callable[[Path], Document]) -> None:
    """Text in ISO 8859-1 reads as written."""
    text = "Señor Núñez vendió su compañía en Málaga; el año pasado ganó poco."
    assert only(write("a.txt", text.encode("latin-1"))).text == text


def test_text_is_normalised_once(write: Write, only: Callable[[Path], Document]) -> None:
    r"""Line ends become \n and NULs go; nothing else changes, not even spaces or form feeds."""
    text = "  One.\r\nTwo.\rThree.\0 Four.\fFive.  \n" + "filler words here\n" * 10
    assert only(write("a.txt", text)).text == "  One.\nTwo.\nThree. Four.\fFive.  \n" + "filler words here\n" * 10


@given(st.text(st.sampled_from("ab\r\n\0\ud800😀")))
def test_offsets_follow_cleaning(text: str) -> None:
    """Cleaning is idempotent and storable, and every kept character is found at its moved offset."""
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    cleaned.encode("utf-8")
    moved = offsets_after_cleaning(text)
    assert (moved(0), moved(len(text))) == (0, len(cleaned))
    for offset, character in enumerate(text):
        if character in "ab😀":
            assert cleaned[moved(offset)] == character


def test_a_stray_byte_costs_one_character(write: Write, only: Callable[[Path], Document]) -> None:
    """One byte of another code page in a UTF-8 file does not make the rest unreadable."""
    document = only(write("a.txt", "Zürich, Málaga, ".encode() + "café".encode("latin-1") + " und München".encode()))
    assert document.text == "Zürich, Málaga, caf\ufffd und München"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b" \n\t\n", "is empty"),
        (b"\xff\xfe\x41", "cannot be decoded"),
        (b"\x00\x01\x02\x03binary\x00\x00\xff" * 20, "holds binary data"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 40, "holds a PNG image, not text"),
        (b"<!DOCTYPE html><html><body>Hi</body></html>", "holds an HTML page, not text: rename it to end in .html"),
        (b"%PDF-1.4\nbinary", "holds a PDF, not text: rename it to end in .pdf"),
        (b"PK\x03\x04rest", "holds a ZIP archive"),
    ],
)
def test_what_is_no_text_is_named(write: Write, fails: Callable[[Path], str], content: bytes, message: str) -> None:
    """A file that is not what its name says gets a failure with what it is and what to do."""
    assert message in fails(write("a.txt", content))

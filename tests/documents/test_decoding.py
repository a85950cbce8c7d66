"""Encodings, and the one form of text that is stored."""

from __future__ import annotations

import datetime as dt
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from timeweave.documents import read
from timeweave.documents.decoding import clean, offsets_after_cleaning
from timeweave.errors import DecodingWarning
from timeweave.records import Document

Write = Callable[[str, str | bytes], Path]
TEXT = "Le café “Zürich” was shut – the naïve owner paid 12 € for it.\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_common_encodings_are_recognised(write: Write, only: Callable[[Path], Document], encoding: str) -> None:
    """Marked and unmarked Unicode give the same text, and no warning."""
    assert only(write("a.txt", TEXT.encode(encoding))).text == TEXT


SPANISH = "Señor Núñez vendió su compañía en Málaga; el año pasado ganó poco."
RUSSIAN = "Компания сообщила о росте выручки на 5 процентов в марте 2021 года. Директор ушёл. " * 8
GREEK = "Η εταιρεία ανακοίνωσε έσοδα πέντε εκατομμυρίων τον Μάρτιο του 2021. " * 3


@pytest.mark.parametrize(
    ("text", "encoding", "said"),
    [
        (TEXT, "cp1252", "cp1252"),
        (SPANISH, "latin-1", "cp1252"),
        ("café", "cp1252", "cp1252"),
        (RUSSIAN, "cp1251", "cp1251"),
        (RUSSIAN, "koi8-r", "koi8_r"),
        (GREEK, "iso8859-7", "cp1253"),
    ],
)
def test_a_guess_is_said(write: Write, only: Callable[[Path], Document], text: str, encoding: str, said: str) -> None:
    """Text in a code page that nothing declares reads as written, with a warning that names the guess and where."""
    data = text.encode(encoding)
    first = next(i for i, byte in enumerate(data) if byte > 127)
    with pytest.warns(DecodingWarning, match=rf"a.txt' is not all UTF-8 \(byte {first} .*: read as {said}, .* a guess"):
        assert only(write("a.txt", data)).text == text


@pytest.mark.parametrize(
    "data",
    [
        b"\xc3\x28 revenue \xa0\xa1 grew \xe2\x28\xa1 in 2021",
        "Zürich und München hätten größere Büros".encode("cp437"),
        "東京の会社は三月に売上高を発表した。".encode("shift_jis"),
        bytes(range(32, 256)) * 2,
    ],
)
def test_a_poor_guess_is_refused(write: Write, fails: Callable[[Path], str], data: bytes) -> None:
    """Bytes that fit many alphabets, and none well, become no letters of any of them."""
    error = fails(write("a.txt", data))
    assert "is not UTF-8 (byte" in error
    assert "save it as UTF-8 text" in error


@settings(max_examples=300)
@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=300), st.binary(min_size=1, max_size=3))
def test_damage_becomes_no_letters(text: str, damage: bytes) -> None:
    """Up to three bad bytes amid English are replaced or Western, or refused: never letters of another alphabet."""
    whole = text[:150].encode() + damage + text[150:].encode()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", DecodingWarning)
        path = Path(folder) / "a.txt"
        path.write_bytes(whole)
        for item in read(path):
            if isinstance(item, Document) and not _is_utf_8(whole):
                known = set(whole.decode("utf-8", "ignore"))
                assert all(ord(c) < 0x180 or c in known or not c.isalpha() for c in item.text)


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@pytest.mark.parametrize("charset", ["utf-7", "idna", "unicode_escape", "rot13", "zlib", "nonsense", "punycode"])
def test_a_page_cannot_choose_how_bytes_become_text(write: Write, fails: Callable[[Path], str], charset: str) -> None:
    """A declared charset that is none of texts is refused, and quoted."""
    page = f'<!doctype html><html><head><meta charset="{charset}"></head><body><p>{SPANISH}</p></body></html>'
    assert f"declares the unknown encoding {charset!r}" in fails(write("a.html", page.encode("cp1252")))


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
    data = "Zürich, Málaga, ".encode() + "café".encode("latin-1") + " und München".encode()
    with pytest.warns(DecodingWarning, match=r"\(byte 21 does not fit\): 1 such byte became U\+FFFD"):
        document = only(write("a.txt", data))
    assert document.text == "Zürich, Málaga, caf\ufffd und München"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b" \n\t\n", "is empty"),
        (b"\xff\xfe\x41", "cannot be decoded"),
        (b"\x00\x01\x02\x03binary\x00\x00\xff" * 20, "holds binary data"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 40, "holds a PNG image, not text"),
        (
            b"<!DOCTYPE html>\n<html><p>Hi</p></html>\n\n# Notes",
            "holds an HTML page, not text: rename it to end in .html",
        ),
        (b"%PDF-1.4\nbinary", "holds a PDF, not text: rename it to end in .pdf"),
        (b"PK\x03\x04rest", "holds a ZIP archive"),
    ],
)
def test_what_is_no_text_is_named(write: Write, fails: Callable[[Path], str], content: bytes, message: str) -> None:
    """A file that is not what its name says gets a failure with what it is and what to do."""
    assert message in fails(write("a.txt", content))


@pytest.mark.parametrize("name", ["a.txt", "2018-01-17-notes.md", "notes", "a.rst"])
def test_a_page_that_is_called_a_text_is_read_as_the_page_that_it_is(
    write: Write, only: Callable[[Path], Document], name: str
) -> None:
    """What a program wrote as HTML is often kept under the suffix of its source: its head and its tags are no text."""
    page = (
        '\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Oyster lines</title><meta name="date" '
        'content="2018-01-16"/><script>var text = 1;</script></head><body><p>The north line was moved to Clam Bay.</p>'
        "</body></html>"
    )
    document = only(write(name, page.encode()))
    assert (document.text, document.title) == ("The north line was moved to Clam Bay.", "Oyster lines")
    assert document.date == dt.date(2018, 1, 16)

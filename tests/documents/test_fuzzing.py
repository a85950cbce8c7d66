"""Every reader on what hypothesis makes of its own syntax: read, or named with its source, within a bound of CPU."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from timeweave.documents import document_from_json, document_to_json, read
from timeweave.documents.dates import date_in_address, date_in_name, loose_publication, period_in_name, publication
from timeweave.errors import TemporalError
from timeweave.outcomes import Failure, PassedOver
from timeweave.records import DateSource, Document

from .conftest import make_pdf

pytestmark = pytest.mark.filterwarnings("ignore::timeweave.errors.DecodingWarning")

BOUND = 2.0  # seconds of CPU for a file of a few kilobytes
WORDS = [
    "2024",
    "Q1 2024 ",
    "March ",
    "5",
    "$",
    "%",
    "é",
    "\u202e",
    "\x85",
    "\u2028",
    "\0",
    "\x1b[2J",
    "漢",
    " ",
    "\n",
    "\t",
]
SYNTAX: dict[str, list[str]] = {
    "a.txt": [
        "--", "\n\n", "===\n", "Acme Corp Q1 2024 Earnings Call\n\n", "\r", "\x0c", ".",
    ],
    "a.md": [
        "---\n", "title: ", "date: ", "entities: [", "]", "&a ", "*a", "!!binary ", "? ", "# ", "## ", "...\n", ": ",
        "- ",
    ],
    "a.html": [
        "<", ">", "</", "<p>", "<b a='", '"', "<!--", "-->", "<![CDATA[", "&#", "&amp;", "<table>", "<td>", "<html>",
        "<script type='application/ld+json'>", '{"datePublished":', "</script>", "<meta charset=", "<time datetime=",
        "<meta name='date' content='", "<title>", "<body>", "<h1>", "<link rel=canonical href='",
    ],
    "a.jsonl": [
        '{"', '"id":', '"text":', '"date":', '"period":', '"entities":', '"metadata":', '"timeweave":', "{", "}",
        "[", "]", ",", ":", "\\ud800", "\\u0000", "1e999", "-0", "null", "true", "NaN", '"',
        '{"id":"a","text":"b"}\n',
    ],
    "b.jsonl": [
        '{"subject":"a","relation":"b","object":"c"', ',"valid_from":"', ',"valid_until":"', ',"confidence":', "}\n",
        '"', "9999", "-44", "2024-00-00", "2", "1e9", '{"subject":',
    ],
    "a.csv": [
        "id,text\n", "a,", '"', '""', ";", ",", "\r\n", "date", "entities", "metadata", "{",
        "subject,relation,object\n",
    ],
    "a.tsv": [
        "a\tb\tc\t2020\t2021\n", "\t", "subject\trelation\tobject\tvalid_from\n", "-", "00", '"', "\r\n", "0.5",
    ],
    "a.xml": [
        "<rss version='2.0'><channel>", "<item>", "</item>", "<title>", "</title>", "<description>", "<![CDATA[",
        "]]>", "<pubDate>", "<guid>", "<!DOCTYPE r [", "<!ENTITY a '", "&a;", "]>",
        "<feed xmlns='http://www.w3.org/2005/Atom'>", "<entry>", "<content type='xhtml'>", "<link href='",
        "<?xml version='1.0' encoding='",
    ],
    "a.pdf": [
        "%PDF-1.4\n", "1 0 obj\n", "endobj\n", "<<", ">>", "/Kids [", "]", "2 0 R ", "/Type /Page ", "/Length ",
        "stream\n", "endstream\n", "xref\n", "trailer ", "/Root 1 0 R", "/Prev 9", "startxref\n", "%%EOF", "(", ")",
        "/Filter /LZWDecode ",
    ],
}  # fmt: skip


def holds(path: Path, data: bytes) -> None:
    """The bytes at ``path`` give documents in the stored form or failures with words and a source."""
    path.write_bytes(data)
    started = time.process_time()
    items = list(read(path))
    assert time.process_time() - started < BOUND
    for item in items:
        if isinstance(item, Failure):
            assert item.source == str(path)
            assert 0 < len(item.error) < 2_000
            item.error.encode()
        elif isinstance(item, PassedOver):
            assert item.source == str(path)
        else:
            assert list(read([item])) == [item]
            assert document_from_json(json.loads(json.dumps(document_to_json(item))), "again") == item


def fuzz(folder: Path, name: str, examples: int) -> None:
    list(read(warm(folder, name)))  # what a format loads is no cost of a file
    pieces = st.one_of(
        st.sampled_from([*SYNTAX[name], *WORDS]),
        st.text(max_size=6),
        st.sampled_from(SYNTAX[name]).map(lambda p: p * 40),
    )
    body = st.lists(pieces, max_size=40).map("".join).map(lambda t: t.encode("utf-8", "surrogatepass"))
    head = st.sampled_from([SYNTAX[name][0].encode(), b""])

    @settings(max_examples=examples)
    @given(head, body, st.binary(max_size=8))
    def any_bytes_hold(start: bytes, middle: bytes, end: bytes) -> None:
        holds(folder / name, start + middle + end)

    any_bytes_hold()


def warm(folder: Path, name: str) -> Path:
    path = folder / name
    page = "<html><body><p>The harbour opened in May.</p></body></html>"
    item = "<rss version='2.0'><channel><item><title>A</title></item></channel></rss>"
    starts = {
        "a.html": page,
        "a.xml": item,
        "a.pdf": make_pdf([["A."]]).decode("latin-1"),
        "a.md": "---\ntitle: A\n---\nB.",
    }
    path.write_text(starts.get(name, "A."), encoding="latin-1")
    return path


@pytest.mark.parametrize("name", SYNTAX)
def test_any_file_is_read_or_named(tmp_path: Path, name: str) -> None:
    """Two hundred files of each format's own syntax, put together at random."""
    fuzz(tmp_path, name, 200)


@pytest.mark.slow
@pytest.mark.parametrize("name", SYNTAX)
def test_any_of_many_files_is_read_or_named(tmp_path: Path, name: str) -> None:
    """As above, with two thousand files of each format."""
    fuzz(tmp_path, name, 2_000)


@settings(max_examples=150)
@given(st.data())
def test_a_pdf_with_bytes_changed_is_read_or_named(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """A sound PDF of which a few bytes are others, or missing."""
    whole = bytearray(make_pdf([["The harbour opened."], ["In May."]], title="A", created="D:20240101"))
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    holds(tmp_path_factory.getbasetemp() / "changed.pdf", bytes(whole))


@settings(max_examples=400)
@given(
    st.lists(
        st.sampled_from([*WORDS, "-", "/", ":", "T", "Z", "+01:00", "Mon, ", "Jan", "31", "00", "h1", "Q", "٢"]),
        max_size=20,
    )
)
def test_any_text_is_a_date_or_none(parts: list[str]) -> None:
    """Dates in fields, addresses and names are read, or refused with the text quoted, and raise nothing else."""
    text = "".join(parts)
    said = repr(text[:80])
    try:
        assert 1 <= publication(text, DateSource.GIVEN).date.year <= 9998
    except TemporalError as error:
        said = str(error)
    assert repr(text[:80]) in said
    for reader in (date_in_address, date_in_name, period_in_name):
        reader(text)
    loose_publication(text, DateSource.GIVEN)


@settings(max_examples=100)
@given(
    st.text(max_size=30), st.text(max_size=60), st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=3)
)
def test_any_document_from_python_is_taken_or_named(identity: str, text: str, metadata: dict[str, str]) -> None:
    """Whatever characters its fields have, a document is put into the stored form or fails with words."""
    (item,) = read([Document(identity, text, title=text, metadata=metadata, source=identity)])
    assert isinstance(item, Failure | PassedOver) or list(read([item])) == [item]

"""Files made to cost, to mislead or to reach out: each is read or named, at a sane cost, and touches nothing else."""

from __future__ import annotations

import csv
import gzip
import http.server
import json
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from timeweave.documents import read, source_file
from timeweave.outcomes import Failure
from timeweave.records import Document

from .conftest import make_pdf

Write = Callable[[str, str | bytes], Path]
BOUND = 20.0  # seconds of CPU that no file here may take; most take a tenth


def taken(path: Path) -> list[Document | Failure]:
    """What the file gives, within the bound."""
    started = time.process_time()
    items = list(read(path))
    assert time.process_time() - started < BOUND
    return items


def texts(items: list[Document | Failure]) -> list[str]:
    return [item.text for item in items if isinstance(item, Document)]


def errors(items: list[Document | Failure]) -> list[str]:
    return [item.error for item in items if isinstance(item, Failure)]


BODY = "<html><body><p>The harbour opened in May 2023.</p>"


@pytest.mark.parametrize(
    "markup",
    [
        BODY + "<div>" * 100_000 + "end",
        BODY + "<b>" * 100_000,
        BODY + "<table><tr><td>" * 20_000,
        BODY + "<!--" * 200_000,
        BODY + "<a " * 200_000,
        BODY + "<a b='" * 100_000,
        BODY + "<![CDATA[" * 100_000,
        BODY + "<" * 300_000,
        BODY + "&#1" * 100_000,
        '<html><head><script type="application/ld+json">' + '{"a":' * 50_000 + "</script></head>" + BODY,
    ],
    ids=["divs", "bold", "tables", "comments", "tags", "quotes", "cdata", "less", "references", "linked-data"],
)
def test_markup_without_end_costs_little(write: Write, markup: str) -> None:
    """Elements nested or opened a hundred thousand times are read as far as they go."""
    items = taken(write("a.html", markup))
    assert len(items) == 1


@pytest.mark.parametrize("name", ["a.html", "a.xml"])
def test_an_element_has_no_thousands_of_attributes(write: Write, name: str) -> None:
    """What parsers take the square of the time for is refused, and the number said."""
    attributes = " ".join(f"a{i}='1'" for i in range(100_000))
    page = f"<html><body><p {attributes}>Text.</p></body></html>"
    feed = f'<rss version="2.0"><channel><item><title {attributes}>Text.</title></item></channel></rss>'
    (error,) = errors(taken(write(name, page if name == "a.html" else feed)))
    assert "with 100,000 attributes" in error


def feed(title: str, doctype: str = "") -> str:
    return (
        f'<?xml version="1.0"?>{doctype}<rss version="2.0"><channel><item><title>{title}</title></item></channel></rss>'
    )


def test_entities_do_not_multiply(write: Write) -> None:
    """A billion laughs and one long entity said often are stopped, and the feed is named as not well-formed."""
    laughs = "".join(f'<!ENTITY l{i + 1} "{f"&l{i};" * 10}">' for i in range(9))
    items = taken(write("a.xml", feed("&l9;", f'<!DOCTYPE r [<!ENTITY l0 "ha">{laughs}]>')))
    assert sum(map(len, texts(items))) < 1_000
    assert any("not well-formed" in error for error in errors(items))
    long = "x" * 3_000
    items = taken(write("b.xml", feed("A" + "&e;" * 20_000, f'<!DOCTYPE r [<!ENTITY e "{long}">]>')))
    assert sum(map(len, texts(items))) < 1_000_000


@pytest.fixture
def listening() -> Iterator[tuple[str, list[str]]]:
    """An address on this machine, and the paths that were asked for there."""
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'<!ENTITY x "LEAKED">')

        def log_message(self, *args: object) -> None:
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()


def test_nothing_that_a_file_names_is_opened(write: Write, listening: tuple[str, list[str]], tmp_path: Path) -> None:
    """External entities, document types, frames, images, style sheets and links name files and servers in vain."""
    address, asked = listening
    secret = tmp_path / "secret"
    secret.write_text("LEAKED")
    doctypes = [
        f'<!DOCTYPE r [<!ENTITY x SYSTEM "{secret.as_uri()}">]>',
        f'<!DOCTYPE r [<!ENTITY x SYSTEM "{address}/entity">]>',
        f'<!DOCTYPE rss SYSTEM "{address}/evil.dtd">',
        f'<!DOCTYPE r [<!ENTITY % p SYSTEM "{secret.as_uri()}"> %p;]>',
        f'<!DOCTYPE r [<!ENTITY % p SYSTEM "{address}/parameter"> %p;]>',
    ]
    folder = tmp_path / "in"
    folder.mkdir()
    for number, doctype in enumerate(doctypes):
        (folder / f"{number}.xml").write_text(feed("A &x; title", doctype))
        (folder / f"{number}.html").write_text(f"{doctype}<html><body><p>A &x; page.</p></body></html>")
    (folder / "url.xml").write_text(f"{address}/feed <rss>")
    (folder / "page.html").write_text(
        f'<html><head><link rel="stylesheet" href="{address}/style"><base href="{address}/"></head><body>'
        f'<iframe src="{secret.as_uri()}"></iframe><img src="{address}/image"><p>A page of text.</p></body></html>'
    )
    (folder / "front.md").write_text(
        f"---\ntitle: !!python/object/apply:os.system ['touch {tmp_path}/made']\n---\nA.\n"
    )
    items = taken(folder)
    assert "LEAKED" not in repr(items)
    assert asked == []
    assert not (tmp_path / "made").exists()


def pdf_of(drawn: bytes, *, kids: int = 1, **changes: bytes) -> bytes:
    """A PDF of ``kids`` pages that draw one stream; ``changes`` replace objects by name."""
    objects = {
        "catalog": b"<< /Type /Catalog /Pages 2 0 R >>",
        "pages": b"<< /Type /Pages /Kids [" + b"4 0 R " * kids + b"] /Count %d >>" % kids,
        "font": b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        "page": b"<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>",
        "content": b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(drawn), drawn),
        **changes,
    }
    out, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects.values(), 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    xref = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n%b" % (len(objects) + 1, table)
    return bytes(out + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, xref))


DRAWN = b"BT /F1 11 Tf 60 780 Td (Hello harbour.) Tj ET"
SMALL = zlib.compress(DRAWN)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (pdf_of(SMALL, pages=b"<< /Type /Pages /Kids [2 0 R 4 0 R] /Count 2 >>"), "cyclic"),
        (pdf_of(SMALL, page=b"<< /Type /Pages /Kids [2 0 R] /Count 1 >>"), "cyclic"),
        (pdf_of(SMALL, pages=b"<< /Type /Pages /Kids 2 0 R /Count 1 >>"), "is a damaged PDF"),
        (pdf_of(zlib.compress(b" " * 200_000_000)), "decompressing"),
        (pdf_of(SMALL, content=b"<< /Length 99999999999 >>\nstream\n" + DRAWN + b"\nendstream"), "length"),
        (pdf_of(SMALL, content=b"<< /Length 5 0 R >>\nstream\n" + DRAWN + b"\nendstream"), "loop"),
        (pdf_of(zlib.compress(DRAWN + b"BT /F1 9 Tf " + b"(Hi) Tj T* " * 300_000 + b"ET")), "draws more than 20 times"),
        (pdf_of(SMALL, catalog=b"<< /Type /Catalog /A " + b"[" * 50_000 + b"]" * 50_000 + b" >>"), "is a damaged PDF"),
        (b"%PDF-1.4\n" + b"1 0 obj << /A 1 >> endobj\n" * 50_000, "is a damaged PDF"),
        (make_pdf([["A."]]).replace(b"/Root", b"/Encrypt << /Filter /Standard /V 5 /R 6 >> /Root"), "PDF"),
    ],
    ids=["kids", "tree", "no-kids", "bomb", "length", "own-length", "drawing", "nesting", "objects", "encrypted"],
)
def test_a_hostile_pdf_is_named(write: Write, data: bytes, message: str) -> None:
    """Loops, bombs, lengths that are lies and pages drawn ten thousand times end in one failure."""
    items = taken(write("a.pdf", data))
    assert len(items) == 1
    assert message in "".join(errors(items))


def test_what_a_pdf_would_run_is_passed_over(write: Write) -> None:
    """A script, a count that is a lie and a thousand pages of one stream leave the text as it is."""
    script = b"<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>"
    assert texts(taken(write("a.pdf", pdf_of(SMALL, catalog=script)))) == ["Hello harbour."]
    many = b"<< /Type /Pages /Kids [4 0 R] /Count 1000000000 >>"
    assert texts(taken(write("b.pdf", pdf_of(SMALL, pages=many)))) == ["Hello harbour."]
    (text,) = texts(taken(write("c.pdf", pdf_of(SMALL, kids=1_000))))
    assert text.count("Hello harbour.") == 1_000


def test_bad_lines_of_json_cost_themselves(write: Write) -> None:
    """Each line that no document can be made of is named, in order, and the others are read."""
    bad = [
        '{"id":"a","text":"b","m":' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"id":"b","text":"b","m":NaN}',
        '{"id":"c","text":"b","m":-Infinity}',
        '{"id":"d","text":"b","m":1e400}',
        '{"id":"e","text":"one","text":"two"}',
        '{"id":"f","text":"b","m":{"k":1,"k":2}}',
        '{"id":"g","text":"b","date":1' + "0" * 400 + "}",
        '{"id":1' + "0" * 5_000 + ',"text":"b"}',
        '{"id":"' + "x" * 100_000 + '","text":"b"}',
        '{"id":"' + "\\u0000" * 9 + '","text":"b"}',
        '{"id":"h","text":"b","date":"0000-01-01"}',
        '{"id":"i","text":"b","date":"9999-12-31"}',
        '{"id":"j","text":"b","date":"99999"}',
        '{"id":"k","text":"b","date":"-0044-03-15"}',
        '{"id":"l","text":"b","date":"٢٠٢٤-٠١-٠١"}',
    ]
    good = '{{"id":"good {}","text":"Fine.","n":1{}}}'
    lines = [line for n, b in enumerate(bad) for line in (b, good.format(n, "0" * 400))]
    items = taken(write("a.jsonl", "\n".join(lines)))
    failed = [item.line for item in items if isinstance(item, Failure)]
    assert [line for line in failed if line] == [n for n in range(1, 2 * len(bad), 2) if n not in (17, 19)]
    assert len(failed) == len(bad)  # what no id can be is found when the line is no more known
    assert len(texts(items)) == len(bad)
    assert all(len(error) < 400 for error in errors(items))
    assert "the key 'text' stands twice" in errors(items)[4]


def test_strange_characters_are_kept_in_a_form_that_can_be_stored(write: Write) -> None:
    """Lone surrogates are replaced and NULs go; what steers the direction of text, or has no width, stays text."""
    line = json.dumps({"id": "../../etc/passwd", "text": "a\ud800b\0c \u202egnp.exe\u202c \u200bd"})
    (document,) = taken(write("a.jsonl", line))
    assert isinstance(document, Document)
    assert (document.id, document.text) == ("../../etc/passwd", "a\ufffdbc \u202egnp.exe\u202c \u200bd")


def test_a_table_loses_no_row_without_a_word(write: Write) -> None:
    """A quote that is never closed, and two columns of one name, are failures; formulas are text."""
    rows = 'id,text\na,first\nb,"never closed\n' + "c,row\n" * 1_000
    items = taken(write("a.csv", rows))
    assert texts(items) == ["first"]
    assert "a quote that opens in this row is never closed" in errors(items)[0]
    assert [item.line for item in items if isinstance(item, Failure)] == [3]
    assert "two columns 'text'" in errors(taken(write("b.csv", "id,text,text\na,b,c\n")))[0]
    assert texts(taken(write("c.csv", "id,text\na,\"=cmd|' /C calc'!A0\"\n"))) == ["=cmd|' /C calc'!A0"]
    assert texts(taken(write("d.csv", 'id,text\na,"closed at the end"'))) == ["closed at the end"]


def test_a_long_field_is_read(write: Write) -> None:
    """Fifty megabytes in a cell are a long document; the limit of the csv module is put back."""
    before = csv.field_size_limit()
    assert list(map(len, texts(taken(write("a.csv", b'id,text\na,"' + b"word " * 10_000_000 + b'"\nb,x\n'))))) == [
        50_000_000,
        1,
    ]
    assert csv.field_size_limit() == before


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.csv.gz", "a.txt"])
def test_what_unpacks_to_more_than_fits_is_refused(write: Write, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A line, or a file, of more characters than are held at once is a failure, before it is held."""
    head = b'{"id":"a","text":"' if "jsonl" in name else b'id,text\na,"' if "csv" in name else b""
    data = head + b"0" * (source_file.LARGEST + 10)
    (error,) = errors(taken(write(name, gzip.compress(data, 1) if name.endswith(".gz") else data)))
    assert f"more than {source_file.LARGEST:,}" in error


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("spaces.md", "# a" + " " * 50_000 + "x\n\nText."),
        ("hashes.md", "# a" + " #" * 50_000 + "x\n\nText."),
        ("aliases.md", "---\na: &a [x,x,x]\n" + "".join(f"b{i}: &b{i} [*a,*a]\n" for i in range(900)) + "---\nText."),
        ("nested.md", "---\na: " + "[" * 20_000 + "\n---\nText."),
        ("front.md", "---\n" + "a: b\n" * 50_000 + "Text."),
        ("tabs.txt", "a" + "\t" * 100_000 + "b"),
        ("lines.txt", "a" + "\n" * 300_000 + "b"),
        ("digits.txt", "2024" * 50_000),
        ("quarter.txt", "Q1 " * 50_000 + "2024\n\nText."),
        ("earnings.txt", "Acme " * 50_000 + "Q1 2024 earnings call\n\nText."),
        ("a" * 200 + "2024-" * 8 + ".txt", "Text."),
    ],
)
def test_no_text_makes_a_pattern_run_away(write: Write, name: str, text: str) -> None:
    """Headings, front matter, titles and dates are looked for in time that grows as the text does."""
    assert len(taken(write(name, text))) == 1


def test_a_file_that_changes_while_it_is_read_is_read_or_named(write: Write) -> None:
    """One that is cut off or removed after it was listed gives what is there then, or a failure."""
    write("a.txt", "First.")
    gone, cut = write("b.txt", "Second."), write("c.jsonl", '{"id":"1","text":"x"}\n' * 5)
    items = read(gone.parent)
    assert isinstance(next(items), Document)
    gone.unlink()
    cut.write_text('{"id":"1","te')
    failed = list(items)
    assert [Path(item.source).name for item in failed if isinstance(item, Failure)] == ["b.txt", "c.jsonl"]

"""HTML pages."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest

from timeweave.records import DateSource, Document
from timeweave.temporal.interval import Granularity

Write = Callable[[str, str | bytes], Path]

STORY = """<p>The council of Port Lorne voted on Tuesday to rebuild the old ferry pier, at a cost of 12 million
crowns. Work starts in the autumn and is to last two years, the harbour office said.</p>
<p>Traders on the quay fear for their summer. “We heard of it from the newspaper,” said one of them.</p>"""


def page(head: str = "", body: str = STORY, html: str = 'lang="en-GB"') -> str:
    return (
        f"<!doctype html>\n<html {html}><head><title>Pier to be rebuilt | Courier</title>{head}</head><body>"
        f'<nav><a href="/">Home</a> <a href="/sport">Sport</a></nav><article><h1>Pier to be rebuilt</h1>'
        f"{body}</article>"
        "<footer>Copyright 2031 Courier. All rights reserved.</footer></body></html>"
    )


def test_the_main_text_without_the_rest(write: Write, only: Callable[[Path], Document]) -> None:
    """Navigation and footer go, the story stays; title, language, address and site are read."""
    head = (
        '<meta property="og:site_name" content="Port Lorne Courier">'
        '<meta property="og:title" content="Pier to be rebuilt">'
        '<link rel="canonical" href="https://courier.example/2024/05/07/pier"><meta name="author" content="Jo Lee">'
    )
    document = only(write("a.html", page(head)))
    assert "voted on Tuesday" in document.text
    assert "“We heard of it" in document.text
    assert "Sport" not in document.text
    assert "Copyright" not in document.text
    assert (document.id, document.title, document.language) == ("a.html", "Pier to be rebuilt", "en")
    assert document.source == "https://courier.example/2024/05/07/pier"
    assert document.metadata == {"site": "Port Lorne Courier", "author": "Jo Lee"}
    assert (document.date, document.date_source) == (dt.date(2024, 5, 7), DateSource.URL)


@pytest.mark.parametrize(
    ("head", "body", "name", "day", "precision", "source"),
    [
        (
            '<meta property="article:published_time" content="2024-05-07T23:30:00-05:00">'
            '<meta property="article:modified_time" content="2024-09-01">',
            "", "a.html", "2024-05-07", "day", "metadata",
        ),
        (
            '<script type="application/ld+json">{"@graph": [{"dateModified": "2024-06-01", '
            '"datePublished": "2024-05-06"}]}'
            "</script>",
            "", "a.html", "2024-05-06", "day", "metadata",
        ),
        ('<meta name="dcterms.issued" content="2024-05">', "", "a.html", "2024-05-31", "month", "metadata"),
        (
            "", '<time itemprop="datePublished" datetime="2024-05-04">4 May</time>',
            "a.html", "2024-05-04", "day", "metadata",
        ),
        ("", "", "2024-05-03-pier.html", "2024-05-03", "day", "file name"),
        ("", '<p class="date">Published: May 2, 2024</p>', "a.html", "2024-05-02", "day", "text"),
    ],
)  # fmt: skip
def test_the_publication_date_and_where_it_was_found(
    write: Write,
    only: Callable[[Path], Document],
    head: str,
    body: str,
    name: str,
    day: str,
    precision: str,
    source: str,
) -> None:
    """Metadata go before the name, and that before the text; the day is that of the zone as written."""
    document = only(write(name, page(head, body + STORY)))
    assert str(document.date) == day
    assert document.date_precision is Granularity(precision)
    assert document.date_source is DateSource(source)


def test_a_page_without_date_is_undated(write: Write, only: Callable[[Path], Document]) -> None:
    """The year of a copyright notice is not taken for a date."""
    document = only(write("a.html", page()))
    assert (document.date, document.date_source) == (None, DateSource.ADDED)


def test_a_declared_code_page_is_believed(write: Write, only: Callable[[Path], Document]) -> None:
    """Bytes that are not UTF-8 are read in the encoding that the page names."""
    html = page('<meta charset="iso-8859-2">', STORY.replace("Port Lorne", "Łódź").replace("“", "").replace("”", ""))
    assert "Łódź" in only(write("a.html", html.encode("iso-8859-2"))).text


def test_a_short_page_still_gives_its_text(write: Write, only: Callable[[Path], Document]) -> None:
    """Where no main part can be told apart, all visible text is the text."""
    document = only(
        write("a.htm", "<html><body><b>Closed</b> on Monday<br>Open on Tuesday<script>x()</script></body></html>")
    )
    assert "Closed on Monday" in document.text
    assert "Open on Tuesday" in document.text
    assert "x()" not in document.text


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"%PDF-1.7\nstuff", "holds a PDF, not HTML"),
        (b"<html><body><script>draw()</script></body></html>", "shows no text"),
        (b"", "shows no text"),
        (b"\x00\x01\x02" * 100, "holds binary data"),
        (b'<meta charset="klingon"> caf\xe9', "unknown encoding"),
    ],
)
def test_what_is_no_page_is_named(write: Write, fails: Callable[[Path], str], content: bytes, message: str) -> None:
    """A file that is not what its name says gets a failure."""
    assert message in fails(write("a.html", content))

"""HTML pages."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import lxml.html
import pytest

from timeweave.documents.elements import to_markdown
from timeweave.records import DateSource, Document, Markup
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


@pytest.mark.parametrize(
    ("body", "day"),
    [
        ("<p>The lease ends on 2025-06-17.</p>", None),
        ('<p><a href="/b.pdf">Backup 2025-06-17.pdf</a></p>', None),
        ('<div class="post-meta">7 May 2024</div>', "2024-05-07"),
        ('<p>By Jo Lee, <time datetime="2024-05-07T10:00Z">last Tuesday</time></p>', "2024-05-07"),
        ("<ul><li><em>Date</em>: Tue, 7 May 2024 15:45:21 -0400</li><li>From: Jo Lee</li></ul>", "2024-05-07"),
    ],
)
def test_what_a_page_is_about_does_not_date_it(
    write: Write, only: Callable[[Path], Document], body: str, day: str | None
) -> None:
    """Only what its mark-up or a line at its top calls its date."""
    document = only(write("a.html", page(body=f"{body}{STORY}" if day else f"{STORY}{body}")))
    assert (document.date and str(document.date)) == day


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


TABLE = """<table><caption>Passengers</caption><thead><tr><th rowspan="2">Route</th><th colspan="2">Year</th></tr>
<tr><th>2022</th><th>2023</th></tr></thead><tbody><tr><td rowspan="2">Fenbury</td><td>8,000</td><td>9,250</td></tr>
<tr><td>1|2</td><td><a href="/x">14,100</a><br>Estimate</td></tr></tbody></table>"""
STRUCTURE = f"""<h2>Plan <a class="headerlink" href="#plan">¶</a></h2>{STORY}<p>Two steps:</p>
<ol><li>Dig<ul><li>by hand</li></ul></li><li>Build</li></ol>{TABLE}
<blockquote><p>It was *time*.</p></blockquote><div class="highlight-python"><pre>def f():\n    return 1</pre></div>
<p>Seen<sup><a href="#fn1" id="r1">1</a></sup> at 10<sup>6</sup> <del>gone</del>
<a href="https://x.example/a">by Jo</a><img src="a.png" alt="A boat"></p>
<ul class="share"><li><a href="/1">Like it now</a></li><li><a href="/2">Send it on</a></li>
<li><a href="/3">Pin it up</a></li></ul>
<ol><li id="fn1">By the office. <a href="#r1">↩</a></li></ol>"""


def test_structure_is_kept(write: Write, only: Callable[[Path], Document]) -> None:
    """Headings, lists, tables with their spans, quotations, code and footnotes come as Markdown; links as words."""
    document = only(write("a.html", page(body=STRUCTURE)))
    assert document.markup is Markup.MARKDOWN
    for part in (
        "# Pier to be rebuilt\n\n## Plan\n\nThe council of Port Lorne voted on Tuesday to rebuild the old ferry pier",
        "Two steps:\n\n1. Dig\n   - by hand\n2. Build",
        "Passengers\n\n| Route | Year 2022 | Year 2023 |\n| --- | --- | --- |\n| Fenbury | 8,000 | 9,250 |\n"
        "| Fenbury | 1\\|2 | 14,100; Estimate |",
        "> It was \\*time\\*.",
        "```python\ndef f():\n    return 1\n```",
        "Seen[^1] at 10⁶ by Jo",
        "[^1]: By the office.",
    ):
        assert part in document.text
    for gone in ("¶", "gone", "x.example", "A boat", "Pin it up", "Sport", "Copyright", "↩"):
        assert gone not in document.text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>1. Not an item</p>", "1\\. Not an item"),
        ("<p>- nor this</p>", "\\- nor this"),
        ("<p># nor a heading</p>", "\\# nor a heading"),
        ("<p>a_b_c, 2 * 3, *x*, [a](b), &lt;b&gt;, `c`</p>", "a_b_c, 2 * 3, \\*x\\*, \\[a](b), \\<b>, \\`c\\`"),
        ("<p>One<br>Two<br>and three</p>", "One\n\nTwo and three"),
        ("<dl><dt>Fare</dt><dd>12 crowns</dd></dl>", "- Fare: 12 crowns"),
        ("<table><tr><th>Name</th><td>Lorne</td></tr><tr><th>Age</th><td>9</td></tr></table>",
         "|  |  |\n| --- | --- |\n| Name | Lorne |\n| Age | 9 |"),
        ("<table><tr><td><h2>Top</h2></td><td><p>Words.</p></td></tr></table>", "## Top\n\nWords."),
        ("<pre>```</pre>", "````\n```\n````"),
        ("<p>H<sub>2</sub>O <code>a*b</code></p>", "H2O `a*b`"),
        ('<p hidden>no</p><p style="display: none">no</p>Yes', "Yes"),
    ],
)  # fmt: skip
def test_elements_as_markdown(html: str, text: str) -> None:
    """Words that look like mark-up are escaped; tables that only arrange a page are none."""
    assert to_markdown(lxml.html.fragment_fromstring(html, create_parent="div")) == text


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


def test_a_title_that_names_the_site_behind_the_heading_is_the_heading(
    write: Write, only: Callable[[Path], Document]
) -> None:
    assert only(write("a.html", page())).title == "Pier to be rebuilt"
    other = page().replace("<h1>Pier to be rebuilt</h1>", "<h1>Pier</h1>")
    assert only(write("b.html", other)).title == "Pier to be rebuilt | Courier"


FILED = """<div style="display:none"><ix:header><ix:hidden><ix:nonNumeric name="dei:AmendmentFlag">false</ix:nonNumeric>
</ix:hidden></ix:header></div><p>Sales at the quay were $<ix:nonFraction name="x:Sales" scale="6">293.6</ix:nonFraction>
million for <span>the <ix:nonNumeric name="x:Unit">quarter</ix:nonNumeric></span>, of which half was fish.</p>
<table><tr><td></td><td></td><td></td><td></td><td></td><td></td><td></td></tr>
<tr><td></td><td></td><td colspan="5">Three Months Ended June 30,</td></tr>
<tr><td></td><td></td><td colspan="2">2025</td><td></td><td colspan="2">2024</td></tr>
<tr><td>Sales</td><td></td><td>$</td><td><ix:nonFraction name="x:Sales">293</ix:nonFraction></td><td></td><td>$</td>
<td>303</td></tr>
<tr><td>Upkeep</td><td></td><td colspan="2">(<ix:nonFraction name="x:Cost">86</ix:nonFraction>)</td><td></td>
<td>(80</td><td>)</td></tr><tr><td>Growth</td><td></td><td>(3</td><td>)%</td><td></td><td>4</td><td>%</td></tr></table>"""


def test_marked_up_figures_stand_in_their_sentences(write: Write, only: Callable[[Path], Document]) -> None:
    """Elements of another vocabulary are part of the line; what is hidden in a filing's header is not read."""
    text = only(write("a.html", page(body=STORY + FILED))).text
    assert "Sales at the quay were $293.6 million for the quarter, of which half was fish." in text
    assert "false" not in text


def test_signs_and_empty_columns_of_a_table_are_no_columns(write: Write, only: Callable[[Path], Document]) -> None:
    """Rows above the first that is named head a table that marks none; "$", ")" and "%" go to their figures."""
    wanted = """|  | Three Months Ended June 30, 2025 | Three Months Ended June 30, 2024 |
| --- | --- | --- |
| Sales | $293 | $303 |
| Upkeep | (86) | (80) |
| Growth | (3)% | 4% |"""
    assert wanted in only(write("a.html", page(body=STORY + FILED))).text


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        # columns with headers of their own stay apart, though no row fills both
        (
            "<tr><th>Day</th><th>Debit</th><th>Credit</th></tr><tr><td>Mon</td><td>3</td><td></td></tr>"
            "<tr><td>Tue</td><td></td><td>4</td></tr>",
            "| Day | Debit | Credit |\n| --- | --- | --- |\n| Mon | 3 |  |\n| Tue |  | 4 |",
        ),
        # an empty column that has a header is one that nothing is known of
        (
            "<tr><th>Pier</th><th>Built</th><th>Closed</th></tr><tr><td>East</td><td>1880</td><td></td></tr>",
            "| Pier | Built | Closed |\n| --- | --- | --- |\n| East | 1880 |  |",
        ),
        # a first row that names something heads its columns alone
        (
            "<tr><td>Pier</td><td>Length</td></tr><tr><td>East</td><td>90</td></tr>",
            "| Pier | Length |\n| --- | --- |\n| East | 90 |",
        ),
        # a first row of names, with rows of years and of no more than figures below it
        (
            "<tr><td>Mayor</td><td>From</td><td>To</td></tr><tr><td>Ann Lee</td><td>1999</td><td>2003</td></tr>"
            "<tr><td>Bob Ray</td><td>2003</td><td>2011</td></tr>",
            "| Mayor | From | To |\n| --- | --- | --- |\n| Ann Lee | 1999 | 2003 |\n| Bob Ray | 2003 | 2011 |",
        ),
        (
            "<tr><td></td><td>2024</td><td>2023</td></tr><tr><td></td><td>10</td><td>9</td></tr>"
            "<tr><td>Costs</td><td>5</td><td>4</td></tr>",
            "|  | 2024 | 2023 |\n| --- | --- | --- |\n|  | 10 | 9 |\n| Costs | 5 | 4 |",
        ),
        # a dash between scores is no sign, and a tick no measure
        (
            "<tr><td>Match</td><td>Home</td><td></td><td>Away</td></tr><tr><td>1 May</td><td>3</td><td>-</td>"
            "<td>2</td></tr>",
            "| 1 May | 3 | - | 2 |",
        ),
        (
            "<tr><td>Plan</td><td>Calls</td><td></td><td>Texts</td></tr><tr><td>Basic</td><td>x</td><td>x</td><td></td>"
            "</tr><tr><td>Pro</td><td>x</td><td></td><td>x</td></tr>",
            "| Basic | x | x |  |\n| Pro | x |  | x |",
        ),
        # two days below one heading
        (
            '<tr><td>Shift</td><td colspan="2">Monday</td></tr><tr><td>Early</td><td>Ann</td><td></td></tr>'
            "<tr><td>Late</td><td></td><td>Bob</td></tr>",
            "| Early | Ann |  |\n| Late |  | Bob |",
        ),
        # two values below one header are two columns
        (
            '<tr><td></td><td colspan="2">Berths</td></tr><tr><td>East</td><td>3</td><td>4</td></tr>'
            "<tr><td>West</td><td>5</td><td>6</td></tr>",
            "|  | Berths | Berths |\n| --- | --- | --- |\n| East | 3 | 4 |\n| West | 5 | 6 |",
        ),
    ],
)
def test_columns_that_say_something_stay(
    write: Write, only: Callable[[Path], Document], rows: str, wanted: str
) -> None:
    """Only what holds nothing, or a sign of a figure, is joined."""
    assert wanted in only(write("a.html", page(body=f"{STORY}<table>{rows}</table>"))).text


def test_elements_of_a_page_of_its_own_are_blocks(write: Write, only: Callable[[Path], Document]) -> None:
    """Names with a hyphen are those of components, which stand below one another."""
    body = f"{STORY}<x-part>Alice Moor became chair in 2022.</x-part><x-part>Bob Lane left in 2023.</x-part>"
    assert "in 2022.\n\nBob Lane left" in only(write("a.html", page(body=body))).text


def test_only_pages_of_print_have_furniture(write: Write, only: Callable[[Path], Document]) -> None:
    """Years above entries, ranks, and repeated lines of a page that is not broken into pages are its text."""
    entries = "".join(f"<div>{n}</div><p>The club won cup {n} again.</p><p>Carried.</p>" for n in range(1, 9))
    told = only(write("a.html", page(body=STORY + entries))).text.split("\n\n")
    assert told.count("Carried.") == 8
    assert "7" in told
    breaks = '<hr style="page-break-after:always"/>'
    printed = "".join(f"<p>The club won cup {n} again.</p><div>{n}</div>{breaks}" for n in range(1, 9))
    told = only(write("b.html", page(body=STORY + printed))).text.split("\n\n")
    assert "7" not in told
    assert "The club won cup 7 again." in told


def test_the_lines_of_minutes_are_no_comments_of_readers(write: Write, only: Callable[[Path], Document]) -> None:
    """Each spoken line is of the class "comment", with headings between; below an article such a thread goes."""
    said = "".join(
        f'<div class="comment"><span>Ann Lee</span>: the pier stays shut in week {n}</div>' for n in range(9)
    )
    minutes = f'<h2 class="topic">Topic: Pier</h2>{said}<h2 class="topic">Topic: Boats</h2>{said}'
    names = "".join(f'<a href="https://x.example/{n}">Bo Ek {n}</a>, ' for n in range(6))
    minutes = f"<div><dl><dt>Present</dt><dd>{names}</dd></dl></div>{minutes}"
    document = only(write("minutes.html", f"<html><body><h1>Call of the harbour</h1>{minutes}</body></html>"))
    assert document.text.count("Ann Lee: the pier stays shut") == 18
    assert "- Present: Bo Ek 0, Bo Ek 1" in document.text
    thread = f'<div class="thread"><h3>What readers say</h3>{said}</div>'
    document = only(write("story.html", page(body=STORY + thread)))
    assert "voted on Tuesday" in document.text
    assert "stays shut" not in document.text


def test_lists_of_titles_are_the_text_of_a_digest(write: Write, only: Callable[[Path], Document]) -> None:
    """Links with a word on each go from between the lines as menus, titles stay; so do titles beside an article."""
    talk = ' (<a href="https://x.example/talk">the forum</a>)'

    def lists(name: str) -> str:
        items = "".join(f'<li><a href="https://x.example/{n}">{name} {n}</a>{talk}</li>' for n in range(5))
        return "".join(f"<li>Of {kind}:<ul>{items}</ul></li>" for kind in ("boats", "piers", "tides", "winds"))

    def digest(name: str) -> str:
        more = "<li>Three readers wrote to us at length about the new opening hours of the harbour office.</li>"
        told = (
            "<h1>News</h1><p>This week many spoke of the harbour, and of what it costs to keep it open in winter.</p>"
        )
        return f"<div>{told}<ul>{lists(name)}{more}</ul><p>Sent every Monday by the office.</p></div>"

    title = "A harbour opens its gates for"
    assert only(write("digest.html", f"<html><body>{digest(title)}</body></html>")).text.count(title) == 20
    assert "Pier 3" not in only(write("menu.html", f"<html><body>{digest('Pier')}</body></html>")).text
    assert title not in only(write("story.html", page(body=f"{STORY}<ul>{lists(title)}</ul>"))).text


def test_pages_of_old_keep_what_their_mark_up_misplaces(write: Write, only: Callable[[Path], Document]) -> None:
    """Rows of a layout table within ``font``, and a list of definitions that is never closed."""
    rows = f"<tr><td>Issue 13, 10 Mar 2002</td></tr><tr><td>{STORY}</td></tr>"
    table = f"<table><tr><td><table><font size=-1>{rows}</font></table></td></tr></table>"
    document = only(write("a.html", f"<html><body>{table}</body></html>"))
    assert "Issue 13, 10 Mar 2002\n\nThe council" in document.text
    terms = "<dl><dt>Topics<dd><ol><li>Pier<li>Boats</ol><dt>Chair<dd>Ann Lee<div>The chair spoke of tides.</div>"
    document = only(write("b.html", f"<html><body>{terms}<h2>Pier</h2><div>It stays shut.</div></body></html>"))
    assert document.text.startswith("- Topics:\n  1. Pier\n  2. Boats\n- Chair: Ann Lee")
    assert "The chair spoke of tides." in document.text
    assert "## Pier\n" in document.text
    assert "It stays shut." in document.text


def test_a_button_between_readers_comments_makes_no_minutes_of_them(
    write: Write, only: Callable[[Path], Document]
) -> None:
    comments = "".join(
        f'<div class="comment">Reader {n} says that nobody asked for it.</div><div class="reply">Reply</div>'
        for n in range(4)
    )
    assert "nobody asked" not in only(write("a.html", page(body=STORY + comments))).text

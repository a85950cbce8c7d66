"""What sites keep in fields and show between title and text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from timeweave.documents import read
from timeweave.outcomes import PassedOver
from timeweave.records import DateSource, Document

Write = Callable[[str, str | bytes], Path]
Only = Callable[..., Document]
BODY = "The harbour opened to ferries on Monday."


@pytest.mark.parametrize(
    "front",
    [
        "---\ntitle: Ferries\nsummary: Ann Lee runs the new line.\n---\n",
        "---\ntitle: Ferries\ndescription: >-\n  Ann Lee runs\n  the new line.\n---\n",
        "+++\ntitle = 'Ferries'\n[extra]\nteaser = 'Ann Lee runs the new line.'\n+++\n",
        '{\n  "title": "Ferries",\n  "excerpt": "Ann Lee runs the new line."\n}\n\n',
        "Title: Ferries\nDate: 2014-03-19\nSummary: Ann Lee runs the new line.\n\n",
    ],
)
def test_a_standfirst_is_text(write: Write, only: Only, front: str) -> None:
    """Whatever its key and form, it stands above the text, a paragraph of its own."""
    assert only(write("post.md", f"{front}{BODY}\n")).text.strip() == f"Ann Lee runs the new line.\n\n{BODY}"


def test_each_says_something_new(write: Write, only: Only) -> None:
    """Subtitle, then summary; what is said twice, or by the text, once; a cut excerpt is of the text."""
    front = (
        "---\ntitle: Ferries\nsummary: Ann Lee runs the new line.\nsubtitle: Across the strait in an hour\n"
        "description: Ann Lee runs the new line.\nexcerpt: The harbour opened to ferries…\n---\n"
    )
    document = only(write("post.md", front + BODY))
    assert document.text == f"Across the strait in an hour\n\nAnn Lee runs the new line.\n\n{BODY}"
    assert document.metadata["summary"] == "Ann Lee runs the new line."


@pytest.mark.parametrize(
    "summary",
    [
        "News of the week of 4 May 2014",
        "Ferries, May 2014",
        "true",
        "3",
        "[]",
        "{a: b}",
        "https://a.example/x.png",
        "'{{ page.excerpt | strip_html }} and more words'",
        "images/header photo big.jpg",
        "'TODO: write what it is about'",
        "'TODO Put a broad summary here. Used in links.'",
        "''",
    ],
)
def test_what_tells_nothing_is_left_out(write: Write, only: Only, summary: str) -> None:
    assert only(write("post.md", f"---\ntitle: Ferries\nsummary: {summary}\n---\n{BODY}")).text == BODY


@pytest.mark.parametrize(
    ("author", "byline"),
    [
        ("author: Ann Lee, Head of Delivery", "By Ann Lee, Head of Delivery"),
        ("author: 'Ann Lee (CEO)'", "By Ann Lee (CEO)"),
        ("authors:\n  - {name: Ann Lee, role: Policy Advisor}\n  - name: Bo Ek", "By Ann Lee, Policy Advisor; Bo Ek"),
        ("author: {name: Ann Lee, title: Chair}", "By Ann Lee, Chair"),
        ("author: Ann Lee", ""),
        ("author: 'Ann Lee, Jo King, Bo Bishop'", ""),
        ("author: 'Ann Lee, Design'", ""),
        ("author: {title: Chair}", ""),
        ("author: {name: Ann Lee, roles: [Chair, Treasurer]}", "By Ann Lee, Chair and Treasurer"),
        ("author: 'Ann Lee, Head of Delivery <ann@lee.example>'", "By Ann Lee, Head of Delivery"),
        ("author: 'Ann Lee (former CEO of Acme)'", ""),
        ("author: 'Ann Lee, Judge Judy'", ""),
        ("author: '{{ site.job }}, Director'", ""),
    ],
)
def test_who_wrote_it_as_what(write: Write, only: Only, author: str, byline: str) -> None:
    """A byline is text where it tells an office; names alone are no sentence."""
    text = only(write("post.md", f"---\ntitle: Ferries\n{author}\n---\n{BODY}")).text
    assert text == (f"{byline}\n\n{BODY}" if byline else BODY)


def test_a_summary_alone_is_a_document(write: Write, only: Only) -> None:
    """What has no text but says what it is about is read; the page of a section is not."""
    front = "---\ntitle: Ferries\nsummary: Ann Lee runs the new line.\n---\n"
    assert only(write("outage.md", front)).text == "Ann Lee runs the new line."
    assert [type(found) for found in read(write("_index.md", front))] == [PassedOver]
    assert only(write("index-funds.md", front)).title == "Ferries"
    assert [type(found) for found in read(write("alone.md", "---\ntitle: Ferries\n---\n"))] == [PassedOver]


@pytest.mark.parametrize(
    ("summary", "told"),
    [
        ("'<p>Ann <b>Lee</b> runs <img src=\"x\"> it &amp; more.</p>'", "Ann Lee runs it & more."),
        ("|\n  # Ann Lee\n  runs the new line.\n  ```\n  make", "Ann Lee runs the new line. ``` make"),
        ("'> Ann Lee runs it <!-- the new line.'", "Ann Lee runs it"),
        ("'-5 degrees were measured if a<b holds'", "-5 degrees were measured if a<b holds"),
        ("https://a.example has opened a bakery", "https://a.example has opened a bakery"),
        ("and/or rules were changed in v2.10", "and/or rules were changed in v2.10"),
        (
            "安李经营着横跨海峡的新渡轮航线，每天往返四次，夏季。",
            "安李经营着横跨海峡的新渡轮航线，每天往返四次，夏季。",
        ),
    ],
)
def test_it_is_one_paragraph_without_mark_up(write: Write, only: Only, summary: str, told: str) -> None:
    """A fence, comment or heading in it takes nothing of the text."""
    document = only(write("post.md", f"---\ntitle: Ferries\nsummary: {summary}\n---\n{BODY}"))
    assert document.text == f"{told}\n\n{BODY}"


@pytest.mark.parametrize(
    "excerpt", ["The harbour opened to ferries on Monday", "The harbour opened to fer...", "The harbour opened&hellip;"]
)
def test_an_excerpt_of_marked_up_text(write: Write, only: Only, excerpt: str) -> None:
    """The words are those of the text without targets of links, and the last may be cut."""
    body = "The [harbour](https://a.example/harbour) opened _to_ **ferries** on Monday."
    assert only(write("post.md", f"---\ntitle: Boats\nexcerpt: {excerpt}\n---\n{body}")).text == body


@pytest.mark.parametrize("summary", ["Published 4 May 1911 by nobody at all", "The harbour meeting held 4 May 1911"])
def test_a_summary_dates_nothing(write: Write, only: Only, summary: str) -> None:
    document = only(write("post.md", f"---\ntitle: Ferries\nsummary: {summary}\n---\n{BODY}"))
    assert (document.date, document.date_source) == (None, DateSource.ADDED)
    assert summary in document.text


def test_dates_are_looked_for_in_the_text_alone(write: Write, only: Only) -> None:
    """A day that a summary begins with is not the day of the text."""
    front = "---\ntitle: Ferries\nsummary: 4 May 1911, the day the harbour burned down.\n---\n"
    assert only(write("post.md", f"{front}Published: 19 March 2014\n\n{BODY}")).date.year == 2014

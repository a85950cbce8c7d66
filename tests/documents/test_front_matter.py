"""What stands above a text, in every form that sites use."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from timeweave.documents import read
from timeweave.outcomes import Failure, PassedOver
from timeweave.records import DateSource, Document, Markup

Write = Callable[[str, str | bytes], Path]
Only = Callable[..., Document]
BODY = "The harbour opened to ferries."


@pytest.mark.parametrize(
    ("front", "day"),
    [
        ("---\ntitle: Ferries\ndate: 2019-02-12T23:30:00-08:00\n---\n", "2019-02-12"),
        ("---\ntitle: Ferries\ndate: 2014-03-19 10:00:00 +0000\nlastmod: 2020-01-01\n---\n", "2014-03-19"),
        ("---\ntitle: Ferries\ndate: March 19, 2014\n---\n", "2014-03-19"),
        ("---\ntitle: Ferries\nlastmod: 2020-01-01\npubDate: Wed, 19 Mar 2014 10:00:00 GMT\n---\n", "2014-03-19"),
        ("---\ntitle: Ferries\nlastmod: 2020-01-01\n---\n", "2020-01-01"),
        ("---\ntitle: Ferries\nlastmod: 2020-01-01\nsource_published_at: 2014-03-19T10:00:00Z\n---\n", "2014-03-19"),
        ("---\ntitle: Ferries\nparams:\n  publish_date: 2014-3-9\n---\n", "2014-03-09"),
        ("+++\ntitle = 'Ferries'\ndate = 2014-03-19T10:00:00-07:00\n+++\n", "2014-03-19"),
        ("+++\ntitle = 'Ferries'\ndate = 2014-03-19\n[extra]\nteam = 'x'\n+++\n", "2014-03-19"),
        ("+++\ntitle = 'Ferries'\n[extra]\ndate = 2014-03-19\n+++\n", "2014-03-19"),
        ("+++\ntitle = 'Ferries'\npath = '2014/03/19/ferries'\n+++\n", "2014-03-19"),
        ("+++\ntitle = 'Ferries'\naliases = ['news/2014/03/19/ferries.html']\n+++\n", "2014-03-19"),
        ('{\n  "title": "Ferries",\n  "date": "2014-03-19T10:00:00Z"\n}\n\n', "2014-03-19"),
        (';;;\n"title": "Ferries",\n"published": "2014-03-19"\n;;;\n', "2014-03-19"),
        ("Title: Ferries\nDate: 2014-03-19 10:20\nCategory: Port\nAuthor: Ann Lee\n\n", "2014-03-19"),
    ],
)
def test_a_post_is_dated_by_what_stands_above_it(write: Write, only: Only, front: str, day: str) -> None:
    """YAML, TOML, JSON and header lines give title and date; the text is what follows."""
    document = only(write("post.md", f"{front}{BODY}\n"))
    assert (document.title, document.text.strip(), str(document.date)) == ("Ferries", BODY, day)
    assert document.date_source is DateSource.FRONT_MATTER


@pytest.mark.parametrize(
    ("name", "title", "stated", "day"),
    [
        ("2021-02-15.md", "2021-02-15", "2023-01-04T03:07:45.395Z", "2021-02-15"),
        ("moon.md", "July 20, 1969", "2019-07-20", "2019-07-20"),
        ("1945-05-08.md", "The end of a war", "2020-05-08", "2020-05-08"),
        ("2021-02-15.md", "Minutes", "2021-03-01", "2021-03-01"),
        ("2021-02-15.md", "Minutes", "2021-02-10", "2021-02-10"),
        ("2021-02-15-minutes.md", "Minutes", "2023-01-04", "2023-01-04"),
        ("2021-02.md", "Minutes", "2023-01-04", "2023-01-04"),
        ("members-2021-02-15.md", "Member Meeting 2021-02-15", "2023-01-04", "2021-02-15"),
        ("members-2021-02-15.md", "Member Meeting 2021-02-16", "2023-01-04", "2023-01-04"),
        ("2021-02-15-w.md", "Postmortem: outage of February 15, 2021", "2021-04-20", "2021-04-20"),
        ("2021-02-15-w.md", "Remembering February 15, 2021", "2023-01-04", "2023-01-04"),
        ("2021-02-15-z.md", "Quay", "20210216", "2021-02-16"),
        ("2021-02-15-quay.md", "Quay", "2021-02-16T04:21:48Z", "2021-02-15"),
        ("2021-02-15-quay.md", "Quay", "1613449308", "2021-02-15"),
        ("2021-02-15-quay.md", "Quay", "2021-02-16", "2021-02-16"),
    ],
)
def test_what_is_called_by_a_day_is_of_that_day(
    write: Write, only: Only, name: str, title: str, stated: str, day: str
) -> None:
    """A wiki states when a page was last changed, or moved there: what the page is called by lies long before."""
    path = write(name, f'---\ntitle: "{title}"\ndate: {stated}\n---\n{BODY}\n')
    assert str(only(path).date) == day


@pytest.mark.parametrize(
    ("stated", "author"),
    [
        ("author: Ann Lee", "Ann Lee"),
        ("authors: [Ann Lee, Bo Ek]", "Ann Lee, Bo Ek"),
        ("authors:\n  - name: Ann Lee\n    url: https://a.example\n  - name: Bo Ek", "Ann Lee, Bo Ek"),
        ("author:\n  name: Ann Lee", "Ann Lee"),
        ("author: Ann Lee <ann@lee.example>", "Ann Lee"),
    ],
)
def test_authors_are_named_in_one_way(write: Write, only: Only, stated: str, author: str) -> None:
    """A text, a list and objects give `author` in the metadata."""
    assert only(write("a.md", f"---\n{stated}\n---\n{BODY}")).metadata["author"] == author


def test_tags_and_language(write: Write, only: Only) -> None:
    """Tags are a list wherever they stand, a language is its code."""
    document = only(write("a.md", f"+++\nlang = 'en-GB'\n[taxonomies]\ntags = ['port', 'ferries']\n+++\n{BODY}"))
    assert (document.metadata["tags"], document.language) == (["port", "ferries"], "en")


@pytest.mark.parametrize(
    ("front", "message"),
    [
        ("+++\ntitle = Ferries\n+++\n", "not valid TOML .*put an empty line before the first '\\+\\+\\+'"),
        ("+++\ntitle = 'Ferries'\n\nText", "never closed"),
        ('{\n  "title": "Ferries",\n  date\n}\n', "not valid JSON"),
        (";;;\ntitle\n;;;\n", "not valid JSON"),
        ("---\ntitle: a: b\n---\n", "not valid YAML"),
        ("+++\ndate = 'soon'\n+++\n", "'soon' is not a date"),
    ],
)
def test_damaged_front_matter_is_one_line_and_the_rest_is_read(
    write: Write, tmp_path: Path, front: str, message: str
) -> None:
    """The file is named with what is wrong, and the others of the folder are read."""
    write("a.md", f"{front}{BODY}")
    write("b.md", f"+++\ndate = 2014-03-19\n+++\n{BODY}")
    failed, other = read(tmp_path)
    assert isinstance(failed, Failure)
    assert re.search(message, failed.error)
    assert "\n" not in failed.error
    assert isinstance(other, Document)
    assert str(other.date) == "2014-03-19"


def test_the_index_of_a_section_is_passed_over(write: Write) -> None:
    """Front matter without text is no document and no failure; an empty file is one."""
    (item,) = read(write("_index.md", "+++\ntitle = 'Blog'\nsort_by = 'date'\n+++\n"))
    assert isinstance(item, PassedOver)
    assert "without text" in item.why
    (empty,) = read(write("empty.md", "\n"))
    assert isinstance(empty, Failure)


@pytest.mark.parametrize(
    "text",
    [
        "{{< figure >}}\n\nText of it.",
        '{"id": 1}\n{"id": 2}',
        "+++ this is a plus line\nText of it.",
        "Ann: Hello there\nBo: Hi Ann\n\nAnn: Bye",
        "Note: the ferry is late\nPlace: the harbour\n\nText of it.",
        ";;; a comment of Lisp\n(car x)",
    ],
)
def test_text_that_only_looks_alike_stays_text(write: Write, only: Only, text: str) -> None:
    """Shortcodes, JSON lines, conversations and notes lose none of their lines."""
    assert only(write("a.txt", text)).text == text


def test_restructured_text_has_its_fields_below_the_title(write: Write, only: Only) -> None:
    """Pelican's reStructuredText: the fields go, the title stays in the text."""
    document = only(write("a.rst", f"Ferries\n#######\n\n:date: 2014-03-19 10:20\n:tags: port, sea\n\n{BODY}\n"))
    assert (document.title, str(document.date)) == ("Ferries", "2014-03-19")
    assert document.metadata["tags"] == ["port", "sea"]
    assert ":date:" not in document.text


@pytest.mark.parametrize(
    "front",
    [
        '---\ntitle: "The pier opens"\ndate: 2021-05-04\nauthor: Ann Lee\n---\n',
        '+++\r\ntitle = "The pier opens"\r\ndate = 2021-05-04\r\nauthor = "Ann Lee"\r\n+++\r\n',
    ],
)
def test_front_matter_above_html(write: Write, only: Only, front: str) -> None:
    """It says what the page is, as above Markdown; all that stands below it is text, without tags and targets."""
    body = '<p>The <a href="/quay">quay</a> opened &amp; was full.</p>\n<table><tr><th>Year</th><th>Boats</th></tr>'
    body += "<tr><td>2020</td><td>14</td></tr></table><script>evil()</script>"
    document = only(write("pier.html", front + body))
    assert (document.title, str(document.date), document.markup) == ("The pier opens", "2021-05-04", Markup.MARKDOWN)
    assert document.date_source is DateSource.FRONT_MATTER
    assert document.metadata["author"] == "Ann Lee"
    assert document.text == "The quay opened & was full.\n\n| Year | Boats |\n| --- | --- |\n| 2020 | 14 |"


def test_ruby_in_a_text_is_not_read(write: Write, only: Only) -> None:
    """``.html.erb`` and ``.html.md.erb`` are HTML and Markdown with code that writes more."""
    front = "---\ntitle: The pier\ndate: 2021-05-04\n---\n"
    page = only(
        write("a.html.erb", f"{front}<p>It <%= opens(\n1 > 0) %>is shut.</p><% all.each do |x| %><b>x</b><% end %>")
    )
    assert (page.title, page.text) == ("The pier", "It is shut.\n\nx")
    notes = only(write("b.html.md.erb", f"{front}## Boats\n\n<%= list %>\n\nFour *boats* sail.\n"))
    assert (notes.title, notes.markup) == ("The pier", Markup.MARKDOWN)
    assert "list" not in notes.text
    assert "Four *boats* sail." in notes.text


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("a.html", "---\ntitle: [\n---\n<p>Text.</p>", "its front matter is not valid YAML"),
        ("a.html", "---\ntitle: a\n---\n<p " + " ".join(f"a{n}=1" for n in range(2_000)) + ">x</p>", "attributes"),
        ("a.json.erb", "<%= list.to_json %>", "has the format '.erb', which is not read"),
        ("a.html.erb", "<%= list %>", "is empty"),
    ],
)
def test_damaged_templates(write: Write, fails: Callable[..., str], name: str, content: str, error: str) -> None:
    """One line says what is wrong."""
    assert error in fails(write(name, content))

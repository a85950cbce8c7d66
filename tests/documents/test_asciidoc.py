"""AsciiDoc as people write it: headers in every form, labels over lines, tables without spaces, hostile lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from timeweave.records import Document

Write = Callable[[str, str | bytes], Path]
Only = Callable[..., Document]


@pytest.mark.parametrize(
    "text",
    [
        "////\nLicense\n////\n= Minutes\nAnn Lee <a@x.example>\nv1.0, 2024-03-05\n",
        "Minutes\n=======\nAnn Lee <a@x.example>\n:date: 2024-03-05\n",
        "= Minutes\nAnn Lee\n////\nv9, 2011-01-01\n////\n:revdate: 2024-03-05\n",
        "ifdef::draft[]\n:draft: yes\nendif::[]\n= Minutes\nAnn Lee\n5 March 2024\n",
        ":title: Draft\n:date: 2024-03-05\n= Minutes\nAnn Lee\n",
    ],
)
def test_headers(write: Write, only: Only, text: str) -> None:
    """Comments and conditions may stand around a title, which may be underlined; its author and date are fields."""
    document = only(write("a.adoc", f"{text}\nIt rained.\n"))
    assert (document.title, document.metadata["author"], str(document.date)) == ("Minutes", "Ann Lee", "2024-03-05")
    assert document.text == "# Minutes\n\nIt rained."


def test_what_is_remarked_of_a_revision(write: Write, only: Only) -> None:
    """It is text, below the header; the attributes after it are fields."""
    text = "= T\nAnn Lee\nv2: the board met in Oslo and appointed Ada Brook.\n:date: 2024-03-05\n\nText.\n"
    document = only(write("a.adoc", text))
    assert (document.metadata["author"], str(document.date)) == ("Ann Lee", "2024-03-05")
    assert document.text == "# T\n\nthe board met in Oslo and appointed Ada Brook.\n\nText."


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("It met.footnote:[The board met\non 4 May.] So", "It met.[^1] So\n\n[^1]: The board met on 4 May."),
        ("see https://x.example[the long\nreport] now", "see the long report now"),
        ("see link:a.html[other\npage] now", "see other page now"),
        (":url: https://x.example/a\n\nsee {url}[the report] and `{url}`", "see the report and `{url}`"),
        (":u: https://x.example\n:v: {u}/b\n\nsee {v}[it], {u}", "see it, https://x.example"),
        ("\\{v} stays, {nbsp}it does", "\\{v} stays, it does"),
        ("welcome author:alee[Ann Lee] and plugin:git[], at 10:30[am]", "welcome Ann Lee and git, at 10:30[am]"),
        (
            "The rule is key:value[0], text:word[citation needed]",
            "The rule is key:value[0], text:word[citation needed]",
        ),
        ("see jira:HV-123[window=new] now", "see jira:HV-123[window=new] now"),
        ("NOTE that this is plain prose.", "NOTE that this is plain prose."),
        ("NOTE: mind it.", "Note: mind it."),
        ("[NOTE]\nmind it.", "Note: mind it."),
    ],
)
def test_marks_within_lines(write: Write, only: Only, text: str, written: str) -> None:
    """Labels may be wrapped; attributes are replaced before links are read; admonitions have a colon."""
    assert only(write("a.adoc", f"{text}\n")).text == written


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("|===\n|a|b|c\n|1|2|3\n|===", ["a | b | c", "1 | 2 | 3"]),
        ("[cols=2]\n|===\n|a\n|b\n|1\n|2\n|===", ["a | b", "1 | 2"]),
        ('[cols="2"]\n|===\n|a\n|b\n|1\n|2\n|===', ["a | b", "1 | 2"]),
        ('[cols="²"]\n|===\n|a\n|b\n|===', ["a", "b"]),
        ("|===\n0+|z |y\n0*|1 .0+|2\n|===", ["z | y", "1 | 2"]),
        ("!===\n!a|b !c\n!1 !2\n!===", ["a\\|b | c", "1 | 2"]),
    ],
)
def test_cells_and_columns(write: Write, only: Only, text: str, rows: list[str]) -> None:
    """Cells need no space between them, one number is how many columns there are, and no cell spans nothing."""
    assert only(write("a.adoc", f"{text}\n")).text.split("\n")[2:] == [f"| {row} |" for row in rows]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("One\ninclude::x[]\ntwo\nifdef::x[]\nthree\nendif::[]\nfour", "One two three four"),
        ("One\nimage::a.png[a boat]\ntwo", "One two"),
        ("- one\nifdef::x[]\n- two\nendif::[]\n- three", "- one\n- two\n- three"),
        ("One\n'''\ntwo", "One\n\ntwo"),
        ("- one\n'''\ntwo", "- one\n\ntwo"),
        ("[[q]]\n[quote, Ann Lee, Board minutes]\n____\nText.\n____", "> Text.\n\n— Ann Lee, Board minutes"),
        ("[quote#q.big, Ann Lee]\n[.lead]\n____\nText.\n____", "> Text.\n\n— Ann Lee"),
        ("[[c]]\n[source,ruby]\n[#d]\n----\na\n----", "```ruby\na\n```"),
        ("Text.\n\n.A last word", "Text.\n\nA last word"),
        (".First\n.Second\nText.", "First Second\n\nText."),
        ("Text.\n\n////\nnever closed", "Text.\n\nnever closed"),
        ("Text.\n\n////\nclosed\n////\nMore.", "Text.\n\nMore."),
        ("== Code\n----\na\n----", "## Code\n\n```\na\n```"),
        ("----\na <1>\nb // <2>\nc # <.>\n----", "```\na\nb\nc\n```"),
    ],
)
def test_lines_between_blocks(write: Write, only: Only, text: str, written: str) -> None:
    """Directives and rules are no text wherever they stand; anchors leave options alone; no words are lost."""
    assert only(write("a.adoc", f"{text}\n")).text == written


def test_items_that_continue_with_items(write: Write, only: Only) -> None:
    """An item of the same list after a line ``+`` is the next one, however many there are; another is within."""
    assert only(write("a.adoc", "* a\n+\n" * 2_000)).text == "\n".join(["- a"] * 2_000)
    assert only(write("b.adoc", "* a\n+\n. b\n+\n* c\n")).text == "- a\n  1. b\n- c"
    marks = ("*", "**", "***", "****", "*****", "******", ".", "..", "...", "....", ".....", "......", "-", "1.", "•")
    deep = "".join(f"{mark} a\n+\n" for mark in marks)
    nested = "".join(f"{deep}{'=' * length}\n" for length in range(4, 40))
    assert only(write("c.adoc", nested)).text.startswith("- a\n  - a\n    - a")


@pytest.mark.parametrize(
    "text",
    [
        "= T\n" + "1" * 50_000 + "x y",
        "= T\n" + "1 " * 50_000 + "x y",
        "----\n" + "a" + " " * 200_000 + "b\n----",
        "----\n" + "a" + "# " * 50_000 + "b\n----",
        "image::" + "[" * 100_000,
        "include::" + "[" * 100_000,
        "|===\n" + "|" * 20_000 + "\n|===",
        ":a: " + "x" * 900 + "\n\nb" + "{a}" * 50_000,
        ":a: x{a}{a}\n" * 500 + "\nb {a}",
    ],
)
def test_hostile_lines(write: Write, only: Only, text: str) -> None:
    """They are read to their end, and what attributes stand for has its bounds."""
    assert len(only(write("a.adoc", f"{text}\n\nThe end.\n")).text) < 2_000_000

"""Text and Markdown with front matter."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from timeweave.documents import read
from timeweave.documents.titles import title_of, without_comments
from timeweave.records import DateSource, Document, Markup
from timeweave.temporal.interval import Granularity

Write = Callable[[str, str | bytes], Path]
Only = Callable[..., Document]


def test_front_matter_has_the_keys_of_the_native_form(write: Write, only: Only) -> None:
    """All fields are read, others go to metadata, the text is what follows."""
    document = only(
        write(
            "a.md",
            "---\nid: 007\ntitle: 1984\ndate: 2024-05-07T23:00:00-05:00\nperiod: 2024-Q1\n"
            "entities: [Acme Corp, 3M]\nsource: Port Lorne Courier\nlanguage: en\nfiscal_year_start: 2\n"
            "reviewed: 2024-06-01\n---\n\n# Heading\n\nText.\n",
        )
    )
    assert document == Document(
        id="007",
        text="# Heading\n\nText.\n",
        title="1984",
        date=dt.date(2024, 5, 7),
        period=document.period,
        entities=("Acme Corp", "3M"),
        source="Port Lorne Courier",
        metadata={"fiscal_year_start": 2, "reviewed": "2024-06-01"},
        date_source=DateSource.FRONT_MATTER,
        markup=Markup.MARKDOWN,
    )
    assert str(document.period) == "2024-Q1"


def test_a_month_in_front_matter_stands_for_its_last_day(write: Write, only: Only) -> None:
    """`date: 2024-02` is not known before the end of February (TK-05)."""
    document = only(write("a.txt", "---\ndate: 2024-02\n---\nText."))
    assert (document.date, document.date_precision) == (dt.date(2024, 2, 29), Granularity.MONTH)


def test_rules_are_not_front_matter(write: Write, only: Only) -> None:
    """Prose between two rules stays text."""
    text = "---\nJust a line between rules\n---\nMore."
    assert only(write("a.md", text)).text == text


@pytest.mark.parametrize(
    ("front", "message"),
    [
        ("title: a: b", "front matter is not valid YAML"),
        ("date: soon", "'soon' is not a date"),
        ("period: [2024]", "'period' is"),
        ("text: here", "has 'text' in its front matter"),
        ("entities: {a: b}", "'entities' is"),
        (
            "a: &a [1]\n" + "\n".join(f"{y}: &{y} [" + ",".join([f"*{x}"] * 8) + "]" for x, y in pairwise("abcdefg")),
            "more than 10000 values",
        ),
        ("a: &a [*a]", "front matter|nested"),
    ],
)
def test_bad_front_matter_is_named(write: Write, fails: Callable[[Path], str], front: str, message: str) -> None:
    """A field that cannot be read, broken YAML and a bomb of aliases are failures."""
    import re

    assert re.search(message, fails(write("a.md", f"---\n{front}\n---\nText.")))


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("a.md", "Intro\n\n## The heading ##\n\nText.", "The heading"),
        ("a.md", '---\ntitle: "The harbour&#39;s ferries &amp; more"\n---\nText.', "The harbour's ferries & more"),
        ("a.md", "---\ntitle: Rock&reggae &amp;lt;\n---\nText.", "Rock&reggae &lt;"),
        ("a.md", "Changelog\n=========\n\n## 2024-03-12\n\nText.", "Changelog"),
        ("a.md", "# 2024-03-12\n\nText.", ""),
        ("a.md", "### Minutes of 21 March\n\n## Budget\n\nText.", "Minutes of 21 March"),
        ("a.txt", "August 9\n\nText.", ""),
        ("a.txt", "A headline of its own\n\nText.", "A headline of its own"),
        ("a.txt", "A headline\n==========\nText.", "A headline"),
        ("a.txt", "A sentence that stands alone.\n\nText.", ""),
        ("a.txt", "Text that runs on\nover two lines.", ""),
    ],
)
def test_titles(write: Write, only: Only, name: str, text: str, title: str) -> None:
    """A heading or a headline is the title; nothing is guessed from running text."""
    assert only(write(name, text)).title == title


def test_the_name_may_date_or_say_the_period(write: Write, only: Only) -> None:
    """Front matter goes before the name; a quarter in the name is the period, not the date (TK-04)."""
    dated = only(write("2024-05-07-foo.txt", "Text."))
    assert (dated.date, dated.date_source, dated.period) == (dt.date(2024, 5, 7), DateSource.FILE_NAME, None)
    assert only(write("2024-05-08-foo.txt", "---\ndate: 2024-01-01\n---\nText.")).date == dt.date(2024, 1, 1)
    report = only(write("report_2024Q1.txt", "Text."))
    assert (report.date, report.date_source, str(report.period)) == (None, DateSource.ADDED, "2024-Q1")


def test_a_text_of_50_mb_is_one_document(tmp_path: Path, only: Only) -> None:
    """Size alone is no reason to fail."""
    path = tmp_path / "big.txt"
    path.write_text("It was sunny in Port Lorne today.\n" * 1_500_000)
    assert len(only(path).text) == 51_000_000


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("# A title ##  ", "A title"),
        ("#  A # b", "A # b"),
        ("## #", ""),
        ("# Nominal unions for C#", "Nominal unions for C#"),
        ("# Pier##", "Pier"),
        ("# --\n\n# Boats", "Boats"),
        ("# https://a.example/b", ""),
        ("---", ""),
        ("<https://a.example/b>", ""),
        ("https://a.example/b; last accessed: 20250121", ""),
        ("<!-- [draft]\n# Of others\n-->", ""),
        ("# **Call 42** of [the board](https://a.example/b) <!-- no contents -->", "Call 42 of the board"),
        ("# `timeit` in snake_case [draft]", "timeit in snake_case [draft]"),
        ("### Minutes of 21 March 2019", "Minutes of 21 March 2019"),
        ("# August 9", ""),
        ("# Tuesday, 9 August 2021", ""),
        ("# 9 August in pictures", "9 August in pictures"),
    ],
)
def test_the_title_of_a_heading(line: str, title: str) -> None:
    """The marks that may close a heading are no part of it, nor is mark-up."""
    assert title_of(without_comments(f"{line}\n\nText."), markdown=True) == title


def test_what_a_comment_holds_is_neither_title_nor_date(write: Write, only: Only) -> None:
    """However long it is, the heading and the day below it are those at the top; the text keeps it."""
    steps = "\n".join(f"{n}. Add your name to the list" for n in range(40))
    text = (
        f"<!--\n\n# How to join\n\nDate: 2 May 2019\n\n{steps}\n-->\n\n# Harbour call\n\n**Date & Time:** 3 May 2021\n"
    )
    document = only(write("agenda.md", text))
    assert (document.title, str(document.date)) == ("Harbour call", "2021-05-03")
    assert document.text == text
    assert only(write("undated.md", text.replace("3 May 2021", "soon"))).date is None
    assert only(write("open.md", "<!-- never closed\n\n# Boats\n\nText.\n")).title == "Boats"


@pytest.mark.parametrize(
    ("name", "heading", "title"),
    [
        ("2021-05-04-board_call.md", "# Attendees", "Board call"),
        ("Regular Meeting 2011 01 11.md", "## Time and Location:", "Regular Meeting"),
        ("0003-ferry-fares.md", "# Summary", "Ferry fares"),
        ("bip-0379.md", "# Abstract", "Bip 0379"),
        ("ferry-call/index.md", "# Agenda", "Ferry call"),
        ("2021-05-04.md", "# Attendees", "Attendees"),
        ("19-Mar-2014.md", "# Minutes", "Minutes"),
        ("2021-05-04-board_call.md", "# Attendees of the ball", "Attendees of the ball"),
    ],
)
def test_a_section_that_all_have_is_no_title(write: Write, only: Only, name: str, heading: str, title: str) -> None:
    """The name of the file is, or of its folder, where it has words; what fields state stands."""
    document = next(iter(read(write(name, f"{heading}\n\nAnn Lee and Bo Ek were there.\n").parents[name.count("/")])))
    assert isinstance(document, Document)
    assert document.title == title
    stated = only(write("a/board-call.md", f"---\ntitle: Summary\n---\n{heading}\n\nText.\n"))
    assert stated.title == "Summary"


def test_a_heading_of_blanks_keeps_nobody_busy() -> None:
    """A first line of four thousand blanks and marks is looked through once."""
    began = time.process_time()
    for middle in (" ", " #", "\t", "# "):
        title_of("# a" + middle * 2000 + "x\x00", markdown=True)
        title_of("# " + middle * 2000, markdown=True)
    assert time.process_time() - began < 1.0


@pytest.mark.parametrize("suffix", [".Rmd", ".qmd"])
def test_markdown_with_code_that_is_run(write: Write, only: Only, suffix: str) -> None:
    path = write(f"2024-03-12-tides{suffix}", "---\ntitle: Tides\n---\n\nThe gauge rose.\n\n```{r}\nplot(tides)\n```\n")
    document = only(path)
    assert (document.title, document.date, document.markup) == ("Tides", dt.date(2024, 3, 12), Markup.MARKDOWN)


@pytest.mark.parametrize("made", ['"`r Sys.Date()`"', "today", "last-modified"])
def test_a_day_that_is_worked_out_when_a_page_is_made_is_no_date(write: Write, only: Only, made: str) -> None:
    document = only(write("2024-03-12-tides.qmd", f"---\ndate: {made}\n---\n\nThe gauge rose.\n"))
    assert document.date == dt.date(2024, 3, 12)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Holt School District  \n12 Quay St  \n\n**Board of Education Minutes**  \n**May 4, 2021**\n\nWords.", 0),
        ("D\n05/04/2021\n\nHolt School District\n\n        Board of Education Minutes\n   May 4, 2021\n\nWords.", 0),
        ("**Ann Lee:** Hello.\n\nMore words here.", ""),
        ("**May 4, 2021**\n\nMore words here.", ""),
        ("Harlow Council Meeting\n\n**Members Present**\n\nAnn Lee", "Harlow Council Meeting"),
        ("Annual Review of Acme Corp\n====\n\n**Key Figures**\n\nWords.", "Annual Review of Acme Corp"),
        ("It rained all day.\nWe stayed in.\n\n**Key Takeaways**\n\nStay in.", ""),
        ("**Harbour News**\n\n# The Quay Reopens\n\nMore words here.", "The Quay Reopens"),
        ("It rained. The committee took minutes\nand went home.", ""),
    ],
)
def test_a_title_without_the_mark_of_a_heading(text: str, title: str | int) -> None:
    """A line in bold above all else, or one that says of what kind the document is."""
    assert title_of(text, markdown=True) == ("Board of Education Minutes" if title == 0 else title)


def test_who_speaks_first_in_a_chat_is_no_title_of_it() -> None:
    chat = "".join(f"**{who}** 2 May 2022, 09:1{i}\n\nHello?\n\n" for i, who in enumerate(("Ann", "Bob", "Ann", "Bob")))
    assert title_of(chat, markdown=True) == ""
    assert title_of("# Board, 5 May, 19:30\n\nWe met.\n", markdown=True) == "Board, 5 May, 19:30"

"""Mail: single messages and boxes."""

from __future__ import annotations

import datetime as dt
import mailbox
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from timeweave.documents import read
from timeweave.extraction.pipeline import extract
from timeweave.outcomes import Failure
from timeweave.records import DateSource, Document, Markup

Write = Callable[[str, str | bytes], Path]
Only = Callable[[Path], Document]
REPLY = """Hi Bob,

the harbour office agreed to the new timetable yesterday, and it will hold
from June on. Two things remain:

- the fare
- the winter service

On 3 March 2024 Bob wrote:
> Has the office decided? We would need to know before the
> end of the month.
>> I asked them twice.

Ann
{delimiter}
Ann Lee, harbour office
Phone: 555-0199
""".replace("{delimiter}", "-- ")
LISTED = """We moved to pier 3 on Monday.

_______________________________________________
Harbour mailing list
Harbour at lists.example
https://lists.example/listinfo/harbour
"""


def message(text: str = REPLY, *, html: str = "", subject: str = "Re: Timetable", number: int = 1) -> EmailMessage:
    made = EmailMessage()
    made["Subject"], made["From"], made["To"] = subject, "Ann Lee <ann@x.example>", "Bob <bob@x.example>"
    made["Date"] = "Tue, 05 Mar 2024 23:30:00 -0500"
    made["Message-ID"] = f"<{number}@x.example>"
    if text:
        made.set_content(text)
    if html and text:
        made.add_alternative(html, subtype="html")
    elif html:
        made.set_content(html, subtype="html")
    return made


def test_a_message(write: Write, only: Only) -> None:
    """Wrapped lines are joined, quotations and lists kept; subject, people and date are read."""
    made = message()
    made.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename="plan.pdf")
    document = only(write("a.eml", made.as_bytes()))
    assert "the new timetable yesterday, and it will hold from June on. Two things remain:" in document.text
    assert "- the fare\n- the winter service" in document.text
    assert "> Has the office decided? We would need to know before the end of the month." in document.text
    assert "> > I asked them twice." in document.text
    assert "> On 3 March 2024 Bob wrote:\n\n> Has the office decided?" in document.text
    assert "555-0199" not in document.text
    assert "PDF" not in document.text
    assert (document.title, document.markup) == ("Re: Timetable", Markup.MARKDOWN)
    assert (document.date, document.date_source) == (dt.date(2024, 3, 5), DateSource.METADATA)
    assert document.metadata["from"] == "Ann Lee <ann@x.example>"
    assert document.metadata["attachments"] == ["plan.pdf"]
    assert document.metadata["sent"] == "2024-03-05T23:30:00-05:00"


def test_what_a_list_adds_is_no_text(write: Write, only: Only) -> None:
    """The foot that a mailing list puts under each message goes."""
    assert only(write("a.eml", message(LISTED).as_bytes())).text == "We moved to pier 3 on Monday."


INLINE = """Bob wrote:

    >> Has the office decided on the fare?
    > It has, I think.

It decided on 4 crowns yesterday.
"""


def test_a_reply_states_what_it_does_not_quote(write: Write, only: Only) -> None:
    """What it quotes was said on another day; what answers no message may be all that is known of its quotation."""
    made = message(INLINE)
    first = only(write("a.eml", made.as_bytes()))
    made["In-Reply-To"] = "<0@x.example>"
    reply = only(write("b.eml", made.as_bytes()))
    quoted = "> Bob wrote:\n\n> > Has the office decided on the fare?\n\n> It has, I think."
    assert first.text == reply.text == f"{quoted}\n\nIt decided on 4 crowns yesterday."
    told = [[d.text[s.span.start : s.span.end] for s in extract(d).statements] for d in (first, reply)]
    assert told[1] == ["It decided on 4 crowns yesterday."]
    assert "Has the office decided on the fare?" in told[0]
    assert not any("wrote" in statement for statement in told[0])


@pytest.mark.parametrize(
    "text",
    [
        "Run this:\n\n--\n-- Table of users\n--\n\nThe migration happens on 9 March 2024.",
        "Sure.\n\n-- \nAnn\n\n-----Original Message-----\nFrom: Bob\n\nThe board meets on 7 March 2024 in Bern.",
        "_____________\nPlease note that the list of members moves to a new place on 1 April 2024.\n"
        + "More.\n\n" * 20,
        "-- \nAnn Lee, harbour office",
    ],
)
def test_lines_that_only_look_like_an_end_end_nothing(text: str, write: Write, only: Only) -> None:
    told = only(write("a.eml", message(text).as_bytes())).text
    assert told.split()[-1].strip(".") in text.split()[-1]


def test_own_paragraphs_are_no_attribution(write: Write, only: Only) -> None:
    """Who wrote what is quoted stands in one line or two of names, days and addresses."""
    text = "On Friday the treasurer, Carl Moss, resigned.\n\nHis reasons are known.\n\nDana Wood wrote:\n> I am sad."
    told = only(write("a.eml", message(text).as_bytes())).text
    assert told.startswith(
        "On Friday the treasurer, Carl Moss, resigned.\n\nHis reasons are known.\n\n> Dana Wood wrote:"
    )


def test_plain_text_is_preferred_and_a_page_read_else(write: Write, only: Only) -> None:
    """Of two forms the plain one is read; one that has only a page gives its structure."""
    html = "<html><body><h2>News</h2><p>It <b>opens</b>.</p><table><tr><th>A</th><th>B</th></tr>"
    html += "<tr><td>1</td><td>2</td></tr></table></body></html>"
    assert only(write("a.eml", message("Plain.", html=html).as_bytes())).text == "Plain."
    text = only(write("b.eml", message("", html=html).as_bytes())).text
    assert text == "## News\n\nIt opens.\n\n| A | B |\n| --- | --- |\n| 1 | 2 |"


def test_a_box_holds_a_document_for_each_message(tmp_path: Path) -> None:
    """Ids are those of the messages; one without text is named with its line, and the others are read."""
    box = mailbox.mbox(tmp_path / "all.mbox")
    for number, text in enumerate(["First.\nFrom here on.\n", "", "Third.\n"]):
        box.add(message(text, subject=f"Mail {number}", number=number))
    box.flush()
    first, empty, third = read(tmp_path / "all.mbox")
    assert isinstance(first, Document)
    assert isinstance(third, Document)
    assert [first.id, third.id] == ["0@x.example", "2@x.example"]
    assert (first.text.split("\n")[-1], third.title) == ("From here on.", "Mail 2")
    assert isinstance(empty, Failure)
    assert empty.line
    assert "'Mail 1' has no text" in empty.error


def test_broken_mail(write: Write, only: Only, fails: Callable[[Path], str]) -> None:
    """Unknown charsets, broken headers and missing dates leave the words; what is no mail is named."""
    raw = (
        b"Subject: =?klingon?q?x?=\nFrom: <<<@\nDate: soon\nContent-Type: text/plain; charset=nope\n\nCaf\xe9 opens.\n"
    )
    document = only(write("2024-02-01 a.eml", raw))
    assert (document.text, str(document.date)) == ("Café opens.", "2024-02-01")
    assert "no header of a message" in fails(write("b.eml", "just words\n"))
    assert "holds a PDF" in fails(write("c.eml", b"%PDF-1.4"))
    assert "is not a box of mail" in fails(write("d.mbox", "words\n"))


def test_hostile_pages_in_mail(write: Write, only: Only, fails: Callable[[Path], str]) -> None:
    """An element with thousands of attributes is refused, one without end read as far as it goes."""
    attributes = " ".join(f"a{i}='1'" for i in range(20_000))
    page = f"<html><body><p {attributes}>Text.</p></body></html>"
    assert "with 20,000 attributes" in fails(write("a.eml", message("", html=page).as_bytes()))
    assert "Opens." in only(write("b.eml", message("", html="<p>Opens.</p>" + "<div>\n" * 20_000).as_bytes())).text

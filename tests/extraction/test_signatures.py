"""Who signs a document, and as what: the closing lines of letters, newsletters and filings."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.extraction.pipeline import extract
from timeweave.records import Document, Markup
from timeweave.temporal.interval import Granularity

DAY = dt.date(2024, 5, 7)
LETTER = "The pool will open again in June. Please bring a towel.\n\n"


def signed(text: str, markup: Markup = Markup.MARKDOWN, title: str = "Letter") -> set[str]:
    """The offices that a text of the seventh of May 2024 tells, as "person: office" or "person: office of body"."""
    found = extract(Document(id="d", text=text, title=title, date=DAY, markup=markup))
    offices = {
        f"{f.subject}: {f.object}" if f.relation == "position held" else f"{f.object}: {f.relation} of {f.subject}"
        for f in found.facts
        if f.relation == "position held" or (f.object_is_entity and str(f.valid) == "2024-05-07/..")
    }
    spans = [found.statements[s.statement].span for s in found.supports]
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    return offices


@pytest.mark.parametrize(
    ("closing", "told"),
    [
        ("Yours sincerely,\nJane Doe OBE\nTreasurer, Otter Trust", "jane doe: treasurer of otter trust"),
        ("Yours sincerely,\n\nJane Doe\n\nTreasurer", "jane doe: treasurer"),
        ("Kind regards\n\nJane Doe, Club Secretary", "jane doe: club secretary"),
        ("Best wishes,\n\nTim Hysom\n\nCaptain - Otter Rowing Club", "tim hysom: captain of otter rowing club"),
        ("Yours faithfully\n\nJane Doe\n\nPresident and CEO", "jane doe: chief executive officer"),
    ],
)
@pytest.mark.parametrize("markup", [Markup.MARKDOWN, Markup.PLAIN])
def test_who_signs_a_letter_holds_the_office_below_the_name(closing: str, told: str, markup: Markup) -> None:
    """On one line or on two, with letters behind the name, and the body before or behind the office, or nowhere."""
    plain = closing.replace("*", "").replace("_", "") if markup is Markup.PLAIN else closing
    assert told in signed(LETTER + plain, markup)


OWN = "I was glad to see my crew on the water again. I will send the dates of all races to you before June.\n\n"


@pytest.mark.parametrize(
    ("closing", "told"),
    [
        ("**Jane Doe**\n\n_Captain_", {"jane doe: captain"}),
        ("Jane Doe, Club Captain", {"jane doe: club captain"}),
    ],
)
def test_who_speaks_in_a_text_signs_it_without_a_farewell(closing: str, told: set[str]) -> None:
    """Below a sentence, and nowhere but at the end; a text of nobody's own ends with two lines of anything."""
    assert signed(OWN + closing) == told
    if "\n" in closing:
        assert signed(LETTER + closing) == set()
        assert signed(f"{OWN}“Row well.”\n\n{closing}") == set()
        assert signed(f"{OWN}Dates\n\n{closing}") == set()
        assert signed(f"{OWN}{closing}\n\nMore to come in June, when the lamps are lit.") == set()


@pytest.mark.parametrize(
    "closing",
    [
        "Former Treasurer",
        "Outgoing Chair",
        "Next Captain",
        "Past President, Otter Rowing Club",
        "Immediate Past Chair",
        "Candidate for Mayor",
        "Not the Treasurer",
        "for the Treasurer",
        "Assistant to the Director",
        "Treasurer (until 2019)",
        "President (1998-2003)",
        "Treasurer (retired)",
        "HR",
        "Ex-Treasurer",
        "President-Elect",
        "Would-Be Treasurer",
        "Shadow Minister",
        "Assistant Editor, Otter Gazette",
    ],
)
def test_what_is_not_held_now_is_no_office_of_who_signs(closing: str) -> None:
    """Over, to come, another's, or no office at all."""
    assert signed(f"{LETTER}Kind regards,\n\nJane Doe\n\n{closing}") == set()


def test_lines_are_read_together_only_where_nothing_stands_between() -> None:
    """A list of offices names each before its holder, and a heading begins something else."""
    assert signed(f"{LETTER}Thanks,\n\nChair\n\nJane Doe\n\nTreasurer\n\nBo Ekman") == set()
    several = "Jane Doe\n\nTreasurer\n\nBo Ekman\n\nSecretary"
    assert signed(f"{LETTER}Thanks,\n\n{several}") == {"jane doe: treasurer", "bo ekman: secretary"}
    assert signed(f"Globex Inc.\n\nDear Sirs,\n\n{LETTER}Thanks,\n\nJane Doe\n\nTreasurer") == {"jane doe: treasurer"}
    assert signed(f"{LETTER}Thanks,\n\nBexhill Rowing\n\nSecretary") == set()
    assert signed(f"{LETTER}Thanks,\n\nJane Doe\n\n## Vacancies\n\nTreasurer") == set()
    assert signed(f"{LETTER}Thanks,\n\nJane Doe\n\nTreasurer", title="Nominations 2024") == set()


def test_only_a_day_says_when_an_office_was_signed_with() -> None:
    """A text of a year may be of any day in it."""
    text = f"{LETTER}Thanks,\n\nJane Doe\n\nTreasurer"
    year = Document(
        id="d", text=text, title="Letter", date=DAY, date_precision=Granularity.YEAR, markup=Markup.MARKDOWN
    )
    assert [f for f in extract(year).facts if f.relation == "position held"] == []


def test_signatures_side_by_side_are_told_of_nobody() -> None:
    """Their offices stand below each, in columns of a table that says nothing of it."""
    rows = "| /s/ MARIA LOPEZ | /s/ BO EKMAN |\n| --- | --- |\n| Maria Lopez | Bo Ekman |\n| Director | Treasurer |\n"
    assert signed(f"{LETTER}{rows}") == set()
    half = "| By: /s/ Jane Doe | By: Bo Ekman |\n| --- | --- |\n| Treasurer | Chair |\n"
    assert signed(f"{LETTER}{half}") == set()
    assert signed(f"{LETTER}See https://forms.example.org/s/abc today\n\nJane Doe\n\nTreasurer\n\n{LETTER}") == set()


@pytest.mark.parametrize(
    "closing",
    [
        "We thanked Jane Doe, who met the captain",
        "Happy Rowing\n\nCaptain's Log",
        "Jane Doe\n\nRainy Days and the Director's Cut",
        "Annual Dinner\n\nTreasurer",
        "Thanks,\n\nthe treasurer",
        "Jane Doe\n\nPlease write to the secretary!",
        "Otter Rowing Club\n\nSecretary",
        "Captain - Otter Rowing Club",
        "Kind regards\n\nVice Chair\n\nTreasurer",
    ],
)
def test_what_is_no_signature_tells_of_no_office(closing: str) -> None:
    """Sentences, names of bodies and of things, and an office without somebody."""
    assert signed(LETTER + closing) == set()


def test_far_above_the_end_nothing_is_a_signature() -> None:
    """Two lines of a text that goes on are a picture's caption, and a letter there is quoted, of any day."""
    more = "\n\n".join(f"Lamp {number} was lit, and we went home." for number in range(20))
    assert signed(f"Jane Doe\n\nTreasurer\n\n{more}") == set()
    assert signed(f"Many thanks\n\nJane Doe\n\nTreasurer\n\n{more}") == set()
    assert signed(f"{more}\n\nMany thanks\n\nJane Doe\n\nTreasurer\n\nEnclosed: a map") == {"jane doe: treasurer"}


FILING = """Pursuant to the requirements of the Act, the registrant has duly caused this report to be signed.

|  | ACME HOLDINGS, INC. (Registrant) |
| --- | --- |
| Date: May 7, 2024 | By: /s/ MARIA LOPEZ |
|  | Name: Maria Lopez |
|  | Title: Executive Vice President and Chief Financial Officer (Principal Financial Officer) |

Pursuant to the requirements of the Act, this report has been signed below by the following persons.

| Signature | Title | Date |
| --- | --- | --- |
| /s/ BO EKMAN | Co-Chief Executive Officer and Director | May 7, 2024 |
| /s/ CYRIL A. TALBOT | Director | May 7, 2024 |

/s/ Stone & Reed LLP

We have served as the auditor since 2004.
"""


def test_a_filing_is_signed_in_cells_of_tables_for_the_firm_above() -> None:
    """Each office of each who signs, also in rows below others; an auditor's firm is nobody (TG-03)."""
    assert signed(FILING) == {
        "maria lopez: executive vice president of acme holdings",
        "maria lopez: chief financial officer of acme holdings",
        "bo ekman: co-chief executive officer of acme holdings",
        "bo ekman: director of acme holdings",
        "cyril a talbot: director of acme holdings",
    }


def test_a_filing_of_plain_text_is_signed_by_its_lines() -> None:
    """As they were sent in before there were pages."""
    text = "The mill was sold.\n\nACME HOLDINGS INC.\n\nBy: /s/ Maria Lopez\nName: Maria Lopez\nTitle: Treasurer\n"
    assert signed(text, Markup.PLAIN) == {"maria lopez: treasurer of acme holdings"}

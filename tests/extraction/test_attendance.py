"""The rolls of minutes as facts: who was there, who was not, who led and who wrote, in the shapes that minutes have."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave import Document
from timeweave.blocks import read_layout
from timeweave.documents.normalising import normalised
from timeweave.extraction.pipeline import extract
from timeweave.extraction.relations.attendance import is_attendance
from timeweave.lexicon.meetings import ATTENDED, MINUTED, MISSED, PARTS
from timeweave.records import Fact, Markup

DAY = dt.date(2024, 8, 30)


def parts(text: str, *, title: str = "", identity: str = "minutes", markdown: bool = True) -> list[Fact]:
    """The facts of attendance in a document."""
    document = Document(identity, text, title=title, date=DAY, markup=Markup.MARKDOWN if markdown else Markup.PLAIN)
    return [f for f in extract(normalised(document, "test")).facts if f.relation in PARTS]


def told(text: str, *, title: str = "Harbour Board meeting, 30 August 2024", **how: object) -> set[tuple[str, str]]:
    """Whom the facts name, with the deed."""
    return {(str(f.subject), f.relation) for f in parts(text, title=title, **how)}  # type: ignore[arg-type]


def there(*names: str) -> set[tuple[str, str]]:
    """These attended."""
    return {(name, ATTENDED) for name in names}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Present: Ann Lee, Bo Ek and Cy van der Mott\n\nThe budget.", ["ann lee", "bo ek", "cy van der mott"]),
        ("## Present\n\n* Ann Lee (Chair)\n* Bo Ek @boek (Board)\n* Zoë Núñez\n", ["ann lee", "bo ek", "zoe nunez"]),
        ("## Attendees\n\n**Members**\n\n@annlee\n@bo-ek\n\n## Agenda\n\n* Budget", ["annlee", "bo ek"]),
        ("**Attendees:**\n\n| Name | Body |\n| - | - |\n| Ann Lee | Quay |\n| Bo Ek | Port |\n", ["ann lee", "bo ek"]),
        ("## Attendance\n\n- Council: Ann, Bo Ek\n- Facilitator of next time: open\n\n## Budget", ["ann", "bo ek"]),
        ("Attendees:\n\n- Ann Lee (Quay)\n- Bo hernandez (Port)\n- open points", ["ann lee", "bo hernandez"]),
        ("Board members in attendance were:\n\n- Ann Lee\n- Bo Ek\n\n## Budget\n\n- Dredging", ["ann lee", "bo ek"]),
    ],
)
def test_the_shapes_of_rolls(text: str, names: list[str]) -> None:
    """Lists in a line, below a heading, in groups, in a table, by handles; and nobody else of the document."""
    assert told(text) == there(*names)


def test_a_table_that_marks_who_came() -> None:
    """Where rows have a mark those without one were not there; a row's other cells name nobody."""
    rows = "| | Name/Place | Id |\n| - | - | - |\n| x | Ann Lee (Quay, **Board**) | al |\n| | Bo Ek (Port) | be |\n"
    assert told(
        f"# Attendance ((mark an “X” if you are here)\n\n{rows}| x | Cy Mott | |\n\n### Agenda\n\n* Dredging"
    ) == there("ann lee", "cy mott")


def test_a_person_to_a_line_has_an_affiliation_behind_a_comma() -> None:
    """Also where the lines have no marks of a list; behind a handle stands whose it is."""
    lines = "Ann Lee, Quay Trust\nBo Ek, observer\n@cymott (Cy Mott - member)\n@port/board"
    assert told(f"## Present\n\n{lines}\n\n## Agenda\n\n* Dredging") == there("ann lee", "bo ek", "cy mott")


def test_what_stands_below_a_roll_is_none() -> None:
    """A list under the same heading, behind a paragraph, names no people of the roll."""
    text = (
        "# Attendance (add yourself)\n\n* Ann Lee (Quay)\n* Bo Ek (Port)\n\nAgenda:\n\n* Harbour Update (Bo)\n* SLSA\n"
    )
    assert told(text) == there("ann lee", "bo ek")


def test_several_meetings_in_one_file() -> None:
    """Each roll is of the day of its entry, whatever the level of the headings that each entry has."""
    entry = "# {0}\n\n# Attendance\n\n* {1}\n* Bo Ek\n\n# Notes\n\nThe budget was read.\n\n"
    text = entry.format("2024-02-05", "Ann Lee") + entry.format("2024-01-08", "Cy Mott")
    document = normalised(Document("2024", text, title="2024 Board Meeting Notes", markup=Markup.MARKDOWN), "test")
    found = {(str(f.subject), str(f.valid)) for f in extract(document).facts if f.relation == ATTENDED}
    assert found == {
        ("ann lee", "2024-02-05"), ("bo ek", "2024-02-05"), ("cy mott", "2024-01-08"), ("bo ek", "2024-01-08")
    }  # fmt: skip


def test_what_is_said_behind_a_name_counts() -> None:
    """Who is listed with apologies was not there; where commas stand behind each name, ";" parts them."""
    assert told("Present: Ann Lee, Bo Ek (absent), Cy Mott - apologies") == {
        *there("ann lee"), ("bo ek", MISSED), ("cy mott", MISSED)
    }  # fmt: skip
    assert told("Present: Ann Lee, Chair; B Ek, Clerk") == there("ann lee", "b ek")


def test_what_else_a_form_has_names_nobody_of_a_roll() -> None:
    """Below a roll stand places and tasks; an office beside a word of its own, and last time's chair, are no part."""
    form = "Attendees: Ann Lee, Bo Ek\nLocation: Reykjavik\nTopics: Kafka, Postgres\nProject lead: Cy Mott"
    assert told(form) == there("ann lee", "bo ek")
    assert told("The last meeting was chaired by Ann Lee.") == set()


def test_meetings_under_headings_that_tell_their_days() -> None:
    """A roll is of the day of its heading; below that of the next meeting nobody was anywhere yet."""
    text = (
        "## Meeting of 5 January 2024\n\nPresent: Ann Lee\n\n## Meeting held on 2 February 2024\n\nPresent: Bo Ek\n\n"
        "## Next meeting 12 September 2024\n\nRegrets: Cy Mott\n"
    )
    found = {(str(f.subject), str(f.valid)) for f in parts(text, title="Harbour Board meetings")}
    assert found == {("ann lee", "2024-01-05"), ("bo ek", "2024-02-02")}


def test_a_premiere_is_no_meeting() -> None:
    """What prose tells of somebody who attended something is of a roll where that is a meeting."""
    extraction = extract(Document("d", "Ann Lee attended the premiere of Dune on 7 February 2024.", date=DAY))
    assert not any(map(is_attendance, extraction.facts))


def test_nobody_was_at_a_meeting_that_was_called_off() -> None:
    """Its roll is that of the form."""
    assert told("Present: Ann Lee, Bo Ek", title="Board meeting 2024-08-30 (canceled)") == set()


def test_who_is_addressed_is_whom_the_text_knows() -> None:
    """A form of address before a name belongs to the person's, as elsewhere in the text."""
    text = "Present: Cllr Mrs D Clements (Chair), Cllr T Ryves\n\nCllr T Ryves spoke of the bench."
    document = normalised(Document("minutes", text, title="Board meeting", date=DAY, markup=Markup.MARKDOWN), "test")
    extraction = extract(document)
    there_was = {f.subject for f in extraction.facts if f.relation == ATTENDED}
    assert there_was <= {m.entity for m in extraction.mentions if "Ryves" in m.surface or "Clements" in m.surface}
    assert all(s.statement < len(extraction.statements) for s in extraction.supports)


def test_a_plain_text_is_read_by_its_lines() -> None:
    """Without mark-up a label and the lines below it are a roll; an empty line ends it."""
    text = "Harbour Board meeting\n\nAttendees:\nAnn Lee\nBo Ek\n\nBudget\nDredging"
    assert told(text, markdown=False) == there("ann lee", "bo ek")


def test_those_absent_guests_the_chair_and_the_scribe() -> None:
    """Each has his own part, also where labels run into each other; a guest is one."""
    text = "Present: Ann Lee, Bo Ek\nObservers: Una Moss\nRegrets: Cy Mott\nChair: Ann Lee\nScribe: Bo Ek\n\nIt rained."
    found = parts(text, title="Harbour Board meeting")
    assert {(str(f.subject), f.relation) for f in found} == {
        *there("ann lee", "bo ek", "una moss"), ("cy mott", MISSED), ("ann lee", "chaired"), ("bo ek", MINUTED)
    }  # fmt: skip
    assert [str(f.subject) for f in found if dict(f.qualifiers).get("as") == "observer"] == ["una moss"]


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("The meeting was led by Ann Lee.", ("ann lee", "presided over")),
        ("Moderator: Ann Lee", ("ann lee", "moderated")),
        ("Minutes taken by: Ann Lee", ("ann lee", MINUTED)),
        ("Note taker: Ann Lee", ("ann lee", MINUTED)),
    ],
)
def test_who_leads_and_who_writes(line: str, part: tuple[str, str]) -> None:
    """By a label or a sentence."""
    assert told(f"{line}\n\nThe budget was read.") == {part}


@pytest.mark.parametrize(
    "text",
    [
        "Present: This was not logged\n\nThe budget was read.",
        "Present: none\n\nThe budget was read.",
        "## Minutes\n\n* Ann: budget\n* Bo: dredging",
        "Part 1: Ann Lee, Bo Ek",
        "Members not present: Ann Lee, Bo Ek",
        "Invited attendees: Ann Lee, Bo Ek",
        "Next chair: Ann Lee",
        "Minutes approved: Ann Lee, Bo Ek",
        "Apologies: Neighbourhood Planning, Budget Review",
        "Attendees: 14 people from 3 towns",
    ],
)
def test_what_is_no_roll(text: str) -> None:
    """Sentences, numbers, subjects of talk and words alone name nobody."""
    assert told(text) == set()


def test_only_meetings_have_rolls() -> None:
    """What is no meeting by its title, first heading and path gives no attendance; nor what has no day."""
    text = "Present: Ann Lee, Bo Ek\n\nA fine evening."
    assert parts(text, title="Our garden", identity="garden") == []
    assert parts(text, title="Our garden", identity="meetings/2024-08-30.md")
    undated = Document("minutes", text, title="Harbour Board meeting", markup=Markup.MARKDOWN)
    assert not [f for f in extract(normalised(undated, "test")).facts if f.relation in PARTS]


@pytest.mark.parametrize(
    ("title", "called"),
    [
        ("Harbour Board monthly meeting, August 30, 2024", "Harbour Board monthly meeting"),
        ("Minutes of the Quay Council Meeting 2024-08-30", "Quay Council Meeting"),
        ("Harbour Call #86 Notes", "Harbour Call"),
        ("30th August 2024 101st Harbour Meeting", "Harbour Meeting"),
        ("Dredging Working Group", "Dredging Working Group meeting"),
        ("2024-08-30", "meeting"),
    ],
)
def test_what_a_meeting_is_called(title: str, called: str) -> None:
    """As its title calls it, without its day and number, so that all meetings of a body are called the same."""
    assert {f.object for f in parts("Present: Ann Lee, Bo Ek", title=title)} == {called}


def test_a_roll_is_of_its_day_and_place() -> None:
    """The fact holds on the day of the meeting and cites the name in the stored text."""
    text = "## Present\n\n* **Ann Lee** ([@annlee](https://example.org/annlee))\n* Bo Ek\n"
    document = normalised(Document("minutes", text, title="Board meeting", date=DAY, markup=Markup.MARKDOWN), "test")
    extraction = extract(document)
    found = {f.id: f for f in extraction.facts if f.relation == ATTENDED}
    cited = {
        str(found[s.fact].subject): text[s.span.start : s.span.end] for s in extraction.supports if s.fact in found
    }
    assert cited == {"ann lee": "Ann Lee", "bo ek": "Bo Ek"}
    assert {str(f.valid) for f in found.values()} == {"2024-08-30"}


def test_lines_of_a_form_stay_lines() -> None:
    """In Markdown a label that begins a line goes on with no name of the line above; a wrapped sentence goes on."""
    text = "Chair: Ann Lee\nScribe: Bo Ek\n\nThe budget was read\nby the clerk."
    layout = read_layout(Document("minutes", text, markup=Markup.MARKDOWN))
    assert layout.clean(text).text == "Chair: Ann Lee\nScribe: Bo Ek\n\nThe budget was read by the clerk."


def test_minutes_of_a_body_of_one_word_are_read() -> None:
    for title, line in (("Board Minutes", "Acme Company"), ("Acme Company", "Minutes of the meeting of 5 March 2024")):
        assert told(f"{line}\n\nPresent: Ann Lee (Chair), Bo Ek\n", title=title) == there("ann lee", "bo ek")


def test_a_meeting_is_called_by_no_heading_below_its_roll() -> None:
    text = "Roll Call\nPresent: Ann Lee and Bo Ek\n\n# Student Council Reports (F-1)\n\nThere were none.\n"
    assert {f.object for f in parts(text, identity="minutes/2024-08-30/minutes.md")} == {"meeting"}

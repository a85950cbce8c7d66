"""Offices that a sentence tells by what its document has told before, and by whose document it is."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave import Document
from timeweave.extraction.issuing import body_that_met, is_of_meeting, issuing_body
from timeweave.extraction.pipeline import extract
from timeweave.extraction.times.meeting_day import day_of_meeting
from timeweave.language.name_types import told_type


def offices(text: str, day: str, title: str = "") -> set[str]:
    """The facts of a document that tell of offices, in words."""
    document = Document(id="d", text=text, title=title, date=dt.date.fromisoformat(day))
    return {fact.text for fact in extract(document).facts}


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Alder Lane Housing Association: minutes of 3 May 2019", "Alder Lane Housing Association"),
        ("Quiet Harbour devblog: One year of Drift", "Quiet Harbour"),
        ("Norwick Grid status – storm damage", "Norwick Grid"),
        ("Holt Ferry parish Council - October", "Holt Ferry parish Council"),
        ("Saving our school: a plan", None),
        ("Season Preview: Norwick at home", None),
        ("Weekly Status: green", None),
        ("Ann Lee newsletter: spring", None),
        ("Saving Our Library: a plan", None),
        ("Neural Network: a primer", None),
        ("Supreme Court: Smith v Jones", None),
        ("Ann Lee: a portrait", None),
        ("Rust 1.41.0: what is new", None),
        ("A new chief", None),
    ],
)
def test_whose_document_it_is_by_its_title(title: str, body: str | None) -> None:
    """TG-03: by the noun that a name ends with, or the kind of document behind it; a person issues none."""
    found = issuing_body(title)
    assert (None if found is None else found.surface) == body


@pytest.mark.parametrize(
    ("title", "opening", "body"),
    [
        ("Core Team Meeting 2020-10-15", "## Attendees", "Core Team"),
        ("Annual Harbour Committee Meeting, May", "", "Harbour Committee"),
        ("General Dental Council meeting", "", "General Dental Council"),
        ("City Council calls on Harbour Trust chair to resign", "", None),
        ("30 minutes of exercise a day", "British Heart Foundation\n\nAnn Lee says that walking helps.", None),
        ("Minutes May 2024", "Report of the Finance Committee\n\nTreasurer: Ann Lee", None),
        ("Agenda", "Present: Ann Lee (Chair)\n\n## Finance Committee\n\nBo Ek gave a report.", None),
        ("Council Meeting Minutes May 2021", "\n## HOLT VALLEY COUNCIL\n\nMay 5", "Holt Valley Council"),
        ("2019_02_minutes", "**Friends of the Holt Society**\nPresent: Ann Lee", "Friends of the Holt Society"),
        ("Informal July meeting", "Meridian Center for Health\n\nAnn met the Parks Department", None),
        ("A walk in Holt", "HOLT VALLEY COMMUNITY COUNCIL", None),
        ("Agenda", "Where the council meets", None),
        ("Minutes of Holt Parish Council", "Held in the hall", "Holt Parish Council"),
        ("MINUTES OF THE ANNUAL MEETING OF HOLT PARISH COUNCIL", "", "Holt Parish Council"),
        ("DRAFT Minutes of Holt Valley Trust - May 2011", "", "Holt Valley Trust"),
        ("Agenda for the July 6th call of the Core Working Group", "", "Core Working Group"),
        ("Holt PC - May Meeting", "MINUTES OF HOLT PARISH COUNCIL MEETING HELD AT THE HALL", "Holt Parish Council"),
        ("Holt Parish Council", "DRAFT\n\nMinutes of Holt Parish Council Meeting held in", "Holt Parish Council"),
        ("Holt Parish Council 7th May 2014 at 7:30pm", "Councillors present: Ann Lee", "Holt Parish Council"),
        ("Holt Annual General Parish Council Meeting", "", "Holt Parish Council"),
        ("Holt Parish Council", "It has planted a hundred trees.", None),
        ("A few minutes of Holt Parish Council", "", "Holt Parish Council"),
        ("30 minutes of Holt Parish Council", "", None),
        ("Minutes of Holt Parish Council Planning Committee", "", "Holt Parish Council Planning Committee"),
        ("Minutes of Holt Council and Dene Council", "", None),
        ("Holt Annual Parish Council Minutes", "", "Holt Parish Council"),
        ("Minutes of the Holt Chess Club committee meeting", "", "Holt Chess Club"),
        ("Holt Parish council meeting", "", "Holt Parish council"),
        ("June Jones Foundation meeting", "", "June Jones Foundation"),
        ("Holt Annual Show Committee minutes", "", "Holt Annual Show Committee"),
        ("Release notes for the Apache Software Foundation", "", None),
        ("Notes from the Labour Party conference", "", None),
        ("Holt Village School", "Attendance at school is compulsory", None),
        ("Minutes of the February meeting", "Where it met\n\nMinutes of the May Parish Council meeting", None),
    ],
)  # fmt: skip
def test_whose_minutes_they_are_by_a_line_above_them(title: str, opening: str, body: str | None) -> None:
    """TG-03: where the title names none, a line of its own does, in capitals too; what is no meeting has none."""
    found = body_that_met(title, opening)
    assert (None if found is None else found.surface) == body


@pytest.mark.parametrize(
    ("title", "text", "told"),
    [
        (
            "North Somerset Council: minutes of 7 May",
            "Ann Lee is the chair of Somerset Council.",
            "somerset council: chair ann lee",
        ),
        (
            "Holt Parish Council: minutes of 7 May",
            "Kent County Council will close the road. The Council has appointed Ann Lee as chief executive.",
            "council: chief executive officer ann lee",
        ),
        (
            "Acme Corporation: earnings call",
            "We welcome our new chief executive Ann Lee.",
            "acme: chief executive officer ann lee",
        ),
        ("Holt Parish Council: minutes of 7 May", "US President: Joe Biden", "joe biden: position held us president"),
        (
            "Holt Parish Council: minutes of 7 May",
            "Members of Holt Rotary Club gave a talk. The treasurer, Ann Lee, said that it needs volunteers.",
            "",
        ),
    ],
)
def test_other_bodies_keep_their_officers_in_minutes(title: str, text: str, told: str) -> None:
    """TG-03: a body that bears a part of the name of the one that met is another, and so is one just spoken of."""
    found = offices(text, "2024-05-07", title)
    assert any(fact.startswith(told) for fact in found) or not told, found
    assert not any("parish council" in fact or "north somerset" in fact for fact in found), found


MINUTES = """HOLT VALLEY COMMUNITY COUNCIL
Minutes of 4 April 2018
Jan Orr convened the meeting at 6:30 PM. People attending introduced themselves and
the report was approved by the Council. Mo Rae, senior planner, spoke of the plans.
Officers elected by the Board are as follows:
Tom Stark – President
Joe Amann- Vice-President
Kath Moor – Secretary
Ella Beck – Treasurer

Lisa Orme is now chair of the committee on parks.
Notes submitted by Kath Moor, Secretary
"""


def test_the_officers_of_minutes_are_those_of_the_body_that_met() -> None:
    """TG-03: names below one another, each with its office; who came from elsewhere holds none there, and "the Council"
    is the one that met.
    """
    told = offices(MINUTES, "2018-04-04", "Council Meeting Minutes April 2018")
    assert {text for text in told if text.startswith("holt valley")} == {
        "holt valley community council: president tom stark [2018-04-04/..]",
        "holt valley community council: vice president joe amann [2018-04-04/..]",
        "holt valley community council: secretary kath moor [2018-04-04/..]",
        "holt valley community council: treasurer ella beck [2018-04-04/..]",
    }
    assert "mo rae: position held senior planner [2018-04-04/..]" in told
    assert not any("position held" in text and "moor" in text for text in told)
    document = Document(id="d", text=MINUTES, title="Council Meeting Minutes April 2018")
    assert "council" not in {mention.entity for mention in extract(document).mentions}


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("Harlow Sound Line", "Harlow Sound Line carried cars.", "ORG"),
        ("Nora Task", "The chair, Nora Task, opened the meeting.", "PERSON"),
        ("Nora Task", "Treasurer Nora Task put arrears at nine pounds.", "PERSON"),
        ("Vera Lind", "Vera Lind conducted her last concert.", "PERSON"),
        ("Acme Brill", "Acme Brill sold shoes.", ""),
        ("Wells Fargo", "Wells Fargo chairman Tim Ash resigned on Monday.", ""),
        ("Crane Motors", "Crane Motors, who made cars, hired Kim Hay as director.", ""),
    ],
)
def test_a_name_is_of_a_person_or_a_body_by_what_stands_beside_it(name: str, text: str, kind: str) -> None:
    """EK-02: where the recogniser errs, the words of a name and those about it tell."""
    assert told_type(name, text) == kind


@pytest.mark.parametrize(
    ("day", "title", "text", "told", "not_told"),
    [
        (
            "2015-03-19",
            "Alder Lane Housing Association: general meeting",
            "The chair, Nora Task, opened at 7 pm. Treasurer Piet Wend asked for more.",
            {"chair nora task [2015-03-19/..]", "treasurer piet wend [2015-03-19/..]"},
            set(),
        ),
        (
            "2020-09-07",
            "Head nurse",
            "Agnes Bell handed over to Dina Roy on 1 September 2020. Ms Roy, the third head nurse of St Ebba's Hospital"
            " in a decade, had led the children's ward.",
            {
                "st ebbas hospital: head nurse dina roy [2020-09-01/..]",
                "st ebbas hospital: head nurse agnes bell [../2020-09-01]",
            },
            {"head nurse roy "},
        ),
        (
            "2014-08-29",
            "Change at the top",
            "Tor Brek will retire as chief executive of Harlow Sound Line on 31 October. The board has chosen Cam"
            " Auber, chief financial officer since 2010, to succeed him.",
            {"harlow sound line: chief executive officer cam auber [2014-11-01/..]"},
            {"cam auber [2010/..]: chief executive"},
        ),
        (
            "2021-02-17",
            "Harlow Sound Line: results",
            "Captain Runa Skei, who left the bridge in 2018, will take over as chief executive on 1 March.",
            {"chief executive officer runa skei [2021-03-01/..]"},
            {"[2018"},
        ),
        (
            "2016-10-24",
            "Election",
            "Ras Okaf won the election in Velmouth and takes office as mayor on 1 November 2016. Clara Holt, mayor for"
            " twelve years, did not stand again.",
            {"velmouth: mayor clara holt [2004/..]"},
            set(),
        ),
        (
            "2018-10-29",
            "A change of hands",
            "Yuki Stran stepped down as maintainer of Quillpost on 26 October 2018. Bram Veld, a contributor since"
            " 2016, is the new maintainer.",
            {"quillpost: maintainer bram veld [2018-10-29/..]"},
            {"bram veld [2016"},
        ),
        (
            "2013-06-17",
            "Farewell",
            "Vera Lind conducted her last concert with the Tessal Philharmonic on 14 June 2013. Marco Delin succeeds"
            " her as principal conductor on 1 September.",
            {
                "tessal philharmonic: principal conductor marco delin [2013-09-01/..]",
                "marco delin: succeeded vera lind",
            },
            set(),
        ),
        (
            "2018-05-03",
            "Alder Lane Food Bank: report",
            "Tess Wain and treasurer Cliff Amad both say that the hall, where we have been since 2011, is full.",
            {"treasurer cliff amad [2018-05-03/..]"},
            {"cliff amad [2011"},
        ),
        (
            "2015-10-25",
            "End of year report",
            "The club held its general meeting this week with outgoing Captain Keith Paxman handing over to Jeremy"
            " Milbank.",
            {
                "keith paxman: position held captain [../2015-10-25]",
                "jeremy milbank: position held captain [2015-10-19/..]",
            },
            {"keith paxman: position held captain [2015"},
        ),
        (
            "2015-10-25",
            "Notes",
            "The meeting thanked outgoing Secretary Rosa Diaz and welcomed her successor, Karl Benz.",
            {
                "rosa diaz: position held secretary [../2015-10-25]",
                "karl benz: position held secretary [2015-10-25/..]",
                "karl benz: succeeded rosa diaz",
            },
            set(),
        ),
        (
            "2015-10-25",
            "Notes",
            "Incoming chair Mia Wong thanked the retiring treasurer, Tom Fox, for his work.",
            {"mia wong: position held chair [2015-10-25/..]", "tom fox: position held treasurer [../2015-10-25]"},
            set(),
        ),
        (
            "2018-04-05",
            "Opening day",
            "Holt Rowing Club met. Club Chairman Stephen Nichols gave a speech.",
            {"stephen nichols: position held "},
            {"club: chairman"},
        ),
        (
            "2008-11-03",
            "2008/09 Committee",
            "In the AGM held 23 October the following were voted in:\n\n- Chairman: Tess Gill\n- Captain: Sarah Watts",
            {"tess gill: position held chairman", "sarah watts: position held captain"},
            {"agm: "},
        ),
        (
            "2020-01-01",
            "Notes",
            "Outgoing treasurer Ann Lee of Acme Ltd spoke. Ann Lee's successor, Bo Ek said, will be named in May.",
            {"acme: treasurer ann lee [../2020-01-01]"},
            {"succeeded", "bo ek: position"},
        ),
        (
            "2025-01-20",
            "Notes",
            "Lena Fischer handed over the chair to Sofia Lang. Ann Lee handed the chair to Bo Ek for the next item. Cy"
            " Falk passed the job to Dee Orr.",
            {
                "sofia lang: position held chair [2025-01-20/..]",
                "lena fischer: position held chair [../2025-01-20]",
                "sofia lang: succeeded lena fischer",
            },
            {"bo ek: position", "dee orr: position"},
        ),
        ("2020-01-01", "Club notes", "\u2022 Captain: Bo Ek", {"bo ek: position held captain"}, set()),
        (
            "2020-01-06",
            "A derby",
            "Ann Lee follows Bo Ek on the pitch, and Cy Falk handed over to Dee Orr at half-time.",
            set(),
            {"succeeded", "position held"},
        ),
    ],
)
def test_an_office_is_told_by_what_was_told_before(
    day: str, title: str, text: str, told: set[str], not_told: set[str]
) -> None:
    """TG-03, EK-02: by the document's title and body, whom somebody follows, and since when it is so."""
    facts = "\n".join(sorted(offices(text, day, title)))
    assert all(words in facts for words in told), facts
    assert not any(words in facts for words in not_told), facts


@pytest.mark.parametrize(
    ("title", "text", "told", "not_told"),
    [
        (
            "Ridge Valley Choir: minutes",
            "Tom Bar was elected chair. Ann Lee followed Tom Bar into the room. Tom Bar passed the minutes to Jo Ek.",
            {"ridge valley choir: chair tom bar"},
            {"chair ann lee", "chair jo ek", "succeeded"},
        ),
        (
            "Match report",
            "The captain, Dan Roe, scored twice. Dan Roe was replaced by Tim Ash after 70 minutes.",
            set(),
            {"captain tim ash", "tim ash: position held"},
        ),
        ("Captain", "The vote went from Ann Lee to Bo Ek. Ann Lee passed the microphone to Bo Ek.", set(), {"captain"}),
        (
            "Ridge Valley Choir: newsletter",
            "Marlow Orchestra has a new conductor. Piet Vos was appointed conductor in March 2020. The prime minister,"
            " Boris Hale, came.",
            set(),
            {"ridge valley choir: conductor", "ridge valley choir: prime minister"},
        ),
        (
            "Bolt Ltd: letter to shareholders",
            "Sam Roe, chairman of Crane plc, joined our board. The chairman, Kim Hay, welcomed him.",
            {"crane: chairman sam roe"},
            {"crane: chairman kim hay"},
        ),
        (
            "Obituary",
            "She studied at Marlow College. Ann Lee became bishop in 2001 and captain in 1999.",
            set(),
            {"marlow college: bishop", "marlow college: captain"},
        ),
        (
            "Notes",
            "Ann Lee, who is mayor of Dunmore for four years, came. Cy Falk is treasurer for two years from 2020.",
            {"dunmore: mayor ann lee [2020-06-10/..]"},
            {"[2016", "[2018"},
        ),
        (
            "Venture",
            "Dary Else, president of Steel Works, will be president of the new company. Tonight's Norwick Petroleum"
            " Institute report is awaited. The Norwick Petroleum Institute elected Kim Hay chairman.",
            {"steel works: president dary else", "norwick petroleum institute: chairman kim hay"},
            {"tonights"},
        ),
        (
            "News",
            "Effective 1 September 2020, Priya Nair will become president of Westfield College. Jan Krol became"
            " director of the Science Museum, where he had begun as a guide, in 2016.",
            {"westfield college: president priya nair [2020-09-01/..]", "science museum: director jan krol [2016/..]"},
            set(),
        ),
        (
            "Match",
            "Leeds Rovers captain Tom Reed limped off. Reed was replaced by Sam Long, who scored twice. Ann Lee is the"
            " chair of Mersey Trust. Ann Lee hands over to Bo Ek on Friday for the second part.",
            {"leeds rovers: captain tom reed"},
            {"captain sam long", "chair bo ek"},
        ),
        (
            "Notes",
            "Bo Ek is treasurer of Mersey Trust. In 2018 Ann Lee succeeded Bo Ek as member for Wirral.",
            {"mersey trust: treasurer bo ek"},
            {"treasurer ann lee"},
        ),
        (
            "Notes",
            "Mayor Lena Fisk, who was born in Poland, flew to Paris on 3 May 2019.",
            set(),
            {"poland: mayor", "paris: mayor"},
        ),
        (
            "Notes",
            "Our headteacher Mrs Lee retires in July. Her brother, John Lee, was mayor.",
            set(),
            {"headteacher john lee", "john lee: position held headteacher"},
        ),
    ],
)
def test_not_every_passing_on_is_one_of_an_office(title: str, text: str, told: set[str], not_told: set[str]) -> None:
    """TG-03: a room, a ball, another body's conductor, a term to come and another of the name change no office."""
    facts = "\n".join(sorted(offices(text, "2020-06-10", title)))
    assert all(words in facts for words in told), facts
    assert not any(words in facts for words in not_told), facts


def test_a_long_title_costs_nothing() -> None:
    """TG-03: blanks of a scraped page do not make the search for a body slow."""
    assert issuing_body(" " * 200_000 + "x") is None
    assert issuing_body("A " * 200_000) is None


@pytest.mark.parametrize(
    ("told", "facts"),
    [
        (
            "Ann Lee proposed Bo Ek as treasurer, which was carried.",
            {"holt parish council: treasurer bo ek [2019-05-03/..]"},
        ),
        (
            "Reappointment of Cllr Ann Lee as Chair and Cllr Bo Ek as Vice Chair;",
            {
                "holt parish council: chair ann lee [2019-05-03/..]",
                "holt parish council: vice chair bo ek [2019-05-03/..]",
            },
        ),
        (
            "It was agreed that Bo Ek should remain as secretary, all in favour.",
            {"holt parish council: secretary bo ek [2019-05-03/..]"},
        ),
    ],
)
def test_elections_in_minutes(told: str, facts: set[str]) -> None:
    """TG-03: who is proposed holds an office where the proposal is said to be taken."""
    assert facts <= offices(told, "2019-05-03", "Holt Parish Council: minutes")


@pytest.mark.parametrize(
    ("told", "facts"),
    [
        ("Ann Lee was elected as Security Officer.", {"ann lee: position held security officer"}),
        (
            "Ann Lee was elected as Documentation Officer (uncontested)",
            {"ann lee: position held documentation officer"},
        ),
        ("Ann Lee was re-elected in the role of Events Officer.", {"ann lee: position held events officer"}),
        ("Ann Lee will take the newly introduced role of Docs Lead.", {"ann lee: position held docs lead"}),
        ("We welcome the new documentation officer, Ann Lee.", {"ann lee: position held documentation officer"}),
        ("In the end Ann Lee, the Press Officer, spoke.", {"ann lee: position held press officer"}),
        ("Ann Lee will continue as community lead.", {"ann lee: position held community lead"}),
        (
            "We thank Ann Lee as Infrastructure Lead, Bo Ek as Events Officer, and Jo Kay as treasurer for their work.",
            {
                "ann lee: position held infrastructure lead",
                "bo ek: position held events officer",
                "jo kay: position held treasurer",
            },
        ),
        (
            "The team stays, with Ann Lee as chair, Bo Ek as treasurer and Jo Kay as secretary.",
            {"ann lee: position held chair", "bo ek: position held treasurer", "jo kay: position held secretary"},
        ),
        ("Nominations: Ann Lee as chair, Bo Ek as treasurer and Jo Kay as secretary.", set()),
        ("It would be good to have new faces, with Ann Lee as chair.", set()),
        ("Ann Lee will lead the talks, and Bo Ek took the lead.", set()),
        ("Ann Lee tendered her resignation as clerk.", {"ann lee: position held clerk"}),
        ("They regret the resignation of Ann Lee as treasurer.", {"ann lee: position held treasurer"}),
        ("Ann Lee tendered her resignation as clerk and will not be back.", {"ann lee: position held clerk"}),
    ],
)
def test_offices_of_a_kind_and_lists_of_them(told: str, facts: set[str]) -> None:
    """TG-03: what a word before them says of what they are; several in one sentence; none that is but proposed."""
    found = {text.partition(" [")[0] for text in offices(told, "2019-05-03") if "position held" in text}
    assert found == facts


@pytest.mark.parametrize(
    "told",
    [
        "The board turned down the resignation of Ann Lee as treasurer of Acme.",
        "Protesters demanded the resignation of Ann Lee as mayor of Holt.",
        "Ann Lee offered her resignation as chair, but the board refused it.",
        "The cast shone, with Ann Lee as captain, and Bo Ek as team lead.",
        "In their fantasy team they picked Ann Lee, and Bo Ek as captain.",
        "They refuse to serve with Ann Lee as captain.",
        "Nobody thinks Ann Lee will stay on as captain.",
        "Ann Lee is the points lead.",
        "The board did not accept the resignation of Ann Lee as treasurer.",
    ],
)
def test_what_is_wanted_played_or_refused_is_no_office(told: str) -> None:
    assert not any(office in fact for fact in offices(told, "2024-05-01") for office in OFFICES_OF_CASES), told


OFFICES_OF_CASES = ("position held", ": treasurer", ": mayor", ": chair", ": captain")


def test_all_of_a_list_of_officers_are_of_its_time() -> None:
    told = "The first committee was formed in 1962, with Ann Lee as chair, Bo Ek as treasurer and Jo Kay as secretary."
    found = {fact for fact in offices(told, "2024-05-01") if "position held" in fact}
    assert len(found) == 3
    assert all(fact.endswith("[1962]") for fact in found), found


@pytest.mark.parametrize(
    ("title", "text", "day"),
    [
        ("Holt Council meeting", "Minutes of the meeting held on 7th May 2024 at 7pm", "2024-05-07"),
        ("Minutes of 7 May 2024", "Ann Lee spoke.", "2024-05-07"),
        ("Holt Council meeting", "HELD AT THE SCHOOL\nTUESDAY 7TH MAY 2024", "2024-05-07"),
        ("Holt Council meeting", "Held on 7 May 2024\n\n## Minutes of the meeting of 2 April 2024", "2024-05-07"),
        ("Holt Council meeting", "1. Minutes of 7 May 2024 were approved.", None),
        ("Holt Council meeting", "Date of the next meeting: 7 May 2024", None),
        ("Acme earnings call", "For the quarter ended March 31, 2024 sales rose.", None),
        ("Town hall meeting", "On May 7, 2024, a storm hit Holt.", None),
        ("A storm in Holt", "The meeting was held on 7 May 2024.", None),
        ("Holt Council meeting", "Held on 7 May 2022", None),
        ("Holt Council meetings", "## Meeting of 7 May 2024\n\nAnn came.\n\n## Meeting of 4 June 2024", None),
    ],
)
def test_the_day_of_a_meeting_is_that_of_its_minutes(title: str, text: str, day: str | None) -> None:
    """TG-03: as the title or the opening says, and neither of the meeting before nor of what is told there."""
    found = day_of_meeting(Document(id="d", text=text, title=title, date=dt.date(2024, 6, 20)))
    assert (found and str(found)) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("# Team meeting 2024-06-13\n\nAnn Lee came.", None),
        ("# Team meeting 2024-06-13\n\nHeld on 18 June 2024 in the hall.", "2024-06-18"),
    ],
)
def test_a_title_may_be_that_of_the_minutes_before(text: str, day: str | None) -> None:
    """Of a file that is called by its own day."""
    document = Document(id="2024-06-20.md", text=text, title="Team meeting 2024-06-13", date=dt.date(2024, 6, 20))
    assert (found := day_of_meeting(document)) == (day and dt.date.fromisoformat(day)), found


def test_who_was_there_was_so_on_the_day_of_the_meeting() -> None:
    text = "Minutes of the meeting held on 7 May 2024\n\nPresent: Ann Lee (Chair), Bo Ek"
    assert "ann lee: attended Holt Council meeting [2024-05-07]" in offices(text, "2024-06-20", "Holt Council meeting")


@pytest.mark.parametrize(
    "title", ["Release 1" + ".1" * 60 + "x", "2024-05-01/" * 12 + ": diary", "Wordle " + "-".join("9" * 90)]
)
def test_a_title_of_numbers_costs_nothing(title: str) -> None:
    """It would never end where numbers and what stands between them could be read in two ways."""
    assert not is_of_meeting(title)


def test_the_word_that_says_of_what_an_office_is_names_nothing_else() -> None:
    """What the text has as a name elsewhere ("Documentation") is a part of the office here."""
    text = (
        "- Daniel Beck was elected as Security Officer\n- Mark Waite was elected as Documentation Officer (uncontested)"
        "\n\nMark Waite will take the newly introduced role of Documentation officer."
    )
    assert "mark waite: position held documentation officer [2019-12-16/..]" in offices(text, "2019-12-16")


def test_who_resigns_leaves() -> None:
    (told,) = offices("Ann Lee tendered her resignation as clerk.", "2019-05-03")
    assert told == "ann lee: position held clerk [../2019-05-03]"


@pytest.mark.parametrize(
    "told",
    [
        "Ann Lee proposed Bo Ek as treasurer.",
        "Ann Lee proposed Bo Ek as treasurer, which was put off.",
        "Bo Ek wants to remain as secretary.",
        "Ann Lee proposed Bo Ek as treasurer, which was not seconded and not agreed.",
        "Ann Lee proposed Bo Ek for treasurer; it was agreed to defer the election.",
        "It was proposed that Bo Ek be treasurer, and it was agreed to ask him.",
        "Bo Ek should remain as secretary until a replacement is agreed.",
        "The election dragged on for hours and Bo Ek as secretary counted.",
    ],
)
def test_what_is_only_proposed_is_no_office(told: str) -> None:
    assert not {f for f in offices(told, "2019-05-03", "Holt Parish Council: minutes") if "holt parish council" in f}

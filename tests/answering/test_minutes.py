"""Minutes: the document of the day that a question names comes first, and the list under the heading that it names."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave.knowledge_base import KnowledgeBase
from timeweave.records import Document, Markup


def _minutes(day: str, present: str, absent: str, rest: str) -> Document:
    people = "".join(f"* {name}\n" for name in present.split(", "))
    text = f"# Harbour Committee Meeting {day}\n\n## Present\n\n{people}\nApologies: {absent}\n\n{rest}\n"
    return Document(f"{day}.md", text, date=dt.date.fromisoformat(day), markup=Markup.MARKDOWN)


PAGES = [
    _minutes(
        "2023-02-01", "Ada Quill, Bo Stern (chair), Cy Mott", "Dee Lark",
        "## Actions\n\n* Bo to ask for quotes\n* Cy to paint the crane\n",
    ),
    _minutes(
        "2023-03-01", "Ada Quill, Dee Lark", "Bo Stern, Cy Mott",
        "## Actions\n\n* Dee to write to the council\n* Ada to book the hall\n\nAttendance was low.\n",
    ),
    _minutes("2023-04-05", "Bo Stern, Cy Mott, Dee Lark", "Ada Quill", "The meeting was attended by two visitors.\n"),
]  # fmt: skip


@pytest.fixture(scope="module")
def minutes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with timeweave.open(tmp_path_factory.mktemp("minutes")) as kb:
        kb.add(PAGES)
        yield kb


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who attended the harbour committee meeting on 1 March 2023?", ["Ada Quill", "Dee Lark"]),
        ("Who was present at the meeting of 2023-02-01?", ["Ada Quill", "Bo Stern (chair)", "Cy Mott"]),
        ("Who took part in the meeting on 5 April 2023?", ["Bo Stern", "Cy Mott", "Dee Lark"]),
        ("Who was absent on 1 March 2023?", ["Bo Stern, Cy Mott"]),
        ("What were the actions of 1 February 2023?", ["Bo to ask for quotes", "Cy to paint the crane"]),
    ],
)
def test_a_list_is_found_under_the_heading_that_is_asked_for(
    minutes: KnowledgeBase, question: str, told: list[str]
) -> None:
    answer = minutes.ask(question)
    assert [v.text for v in answer.values] == told
    (citation,) = answer.citations
    page = next(p for p in PAGES if p.id == citation.document_id)
    assert page.text[citation.start : citation.end] == citation.quote
    assert all(value in " ".join(citation.quote.split()) for value in told)


@pytest.mark.parametrize("question", ["Who attended the meeting on 8 March 2023?", "Who was bored on 1 March 2023?"])
def test_no_list_is_given_for_another_day_or_another_thing(minutes: KnowledgeBase, question: str) -> None:
    answer = minutes.ask(question)
    assert answer.refused or not any("Present" in v.text or "Ada Quill" in v.text for v in answer.values)


def test_what_a_document_of_the_day_says_comes_first(minutes: KnowledgeBase) -> None:
    """The words of the question stand in minutes of other days."""
    found = minutes.search("Who attended the meeting on 1 February 2023?", budget=60)
    assert {e.document_id for e in found.evidence[:2]} == {"2023-02-01.md"}
    before = minutes.search("Who attended the meeting on 1 February 2023?", as_of="2023-01-31", budget=60)
    assert not before.evidence


def test_labelled_lines_of_a_plain_text_are_its_lists(tmp_path: Path) -> None:
    text = (
        "ALLOTMENT SOCIETY\nMinutes of the meeting held on 6 June 2023\n\n"
        "Present: Bea Holt (Chair), Ned Carr\nIn attendance: Mrs Pym (Warden)\nApologies: Sol Reed\n\n"
        "1. Hedges\nThe hedges will be cut in July.\n"
    )
    path = tmp_path / "minutes-2023-06-06.txt"
    path.write_text(text)
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([path])
        kb.add(PAGES)
        answer = kb.ask("Who attended the meeting on 6 June 2023?")
        absent = kb.ask("Who sent apologies on 6 June 2023?")
    assert [v.text for v in answer.values] == ["Bea Holt (Chair), Ned Carr", "Mrs Pym (Warden)"]
    assert [v.text for v in absent.values] == ["Sol Reed"]


LOG = """# August 9

- The Harbour Council had a meeting with the crane inspector, Ezra Moll.

# August 16

- The Harbour Council looked at the accounts of the ferry.
"""


def test_the_day_of_an_entry_is_told_once(tmp_path: Path) -> None:
    """A log leaves out the year; its heading is the time, and not said again before the words below it."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document("log.md", LOG, date=dt.date(2021, 8, 31), markup=Markup.MARKDOWN)])
        answer = kb.ask("When did the Harbour Council meet with Ezra Moll?", min_confidence=0.0)
    assert answer.answer.startswith("2021-08-09: The Harbour Council had a meeting")


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """Minutes of a board over two years, with its officers as a list and its balance as a figure under a heading."""
    pages = [
        Document(
            f"{day}.md",
            f"# Board meeting {day}\n\n## Present\n\n- {present}\n\n## Officers\n\n{officers}\n\n"
            f"### Balance\n\n{balance}\n\n"
            "## Action items\n\n- Treasurer: Bo to send the invoices\n- Secretary: publish the minutes\n",
            date=dt.date.fromisoformat(day),
            markup=Markup.MARKDOWN,
        )
        for day, present, officers, balance in (
            (
                "2023-01-12",
                "Cy Mott - Vice President",
                "- Treasurer: Dee Lark\n- Secretary: Ada Quill",
                "USD 140,312.50",
            ),
            ("2024-01-11", "Jo Voss (President)", "- Treasurer: Bo Stern\n- Secretary: Ada Quill", "USD 191,776.00"),
        )
    ]
    with timeweave.open(tmp_path_factory.mktemp("board")) as kb:
        kb.add(pages, workers=1)
        yield kb


@pytest.mark.parametrize(
    ("question", "as_of", "told"),
    [
        ("Who is the treasurer?", None, "Bo Stern"),
        ("Who is the treasurer?", "2023-06-01", "Dee Lark"),
        ("Who was secretary in 2023?", None, "Ada Quill"),
        ("Who is the vice president?", None, "Cy Mott"),
        ("What is Bo Stern's role?", None, "treasurer"),
    ],
)
def test_officers_are_listed(board: KnowledgeBase, question: str, as_of: str | None, told: str) -> None:
    """TG-14, TK-05: lists of officers and of those present say who held what on the day of the minutes."""
    assert board.ask(question, as_of=as_of).answer == told


def test_a_figure_under_a_heading(board: KnowledgeBase) -> None:
    """A value that is a paragraph of its own is what the heading above it says."""
    for as_of, told in (("2023-06-01", "140,312.50"), (None, "191,776.00")):
        answer = board.ask("What does the balance stand at?", as_of=as_of, min_confidence=0.2)
        assert told in answer.answer


OFFICERS = [
    Document(
        f"{day}.md",
        f"**HOLT VALLEY COMMUNITY COUNCIL**\n\nMeeting of {day}. The treasurer's report of {teller} was approved.\n\n"
        f"{told}\n",
        title="Council Meeting Minutes",
        date=dt.date.fromisoformat(day),
        markup=Markup.MARKDOWN,
    )
    for day, teller, told in (
        (
            "2018-04-04", "Jan Orr",
            "Elected were:\nTom Stark – President\nElla Beck – Treasurer\n\nNotes by Kath Moor, Secretary",
        ),
        ("2019-05-01", "Pat Poe", "Roads were spoken of.\n\nNotes by Kath Moor, Secretary"),
        (
            "2021-04-21", "Pat Poe",
            "Election of officers:\n\n- Mel Davis, President\n- Lin Webb, Secretary\n- Liz Kern, Treasurer",
        ),
        ("2021-06-16", "Dee Lark", "Dee Lark gave them a heads up on roads.\n\nMinutes by Lin Webb, Secretary"),
    )
]  # fmt: skip


@pytest.fixture(scope="module")
def council(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with timeweave.open(tmp_path_factory.mktemp("council")) as kb:
        kb.add(OFFICERS)
        yield kb


@pytest.mark.parametrize(
    ("question", "as_of", "told"),
    [
        ("Who is the treasurer?", None, "Liz Kern"),
        ("Who is the president of the community council?", "2018-10-01", "Tom Stark"),
        ("Name the council's secretary as of January 2020.", None, "Kath Moor"),
        ("Who was the secretary in January 2022?", None, "Lin Webb"),
        ("Who was president before Mel Davis?", None, "Tom Stark"),
    ],
)
def test_who_held_an_office_of_the_body_whose_minutes_they_are(
    council: KnowledgeBase, question: str, as_of: str | None, told: str
) -> None:
    """EK-06: a secretary who takes over ends the other's time; "the treasurer's report" of somebody ends nobody's."""
    assert council.ask(question, as_of=as_of).answer == told


def test_who_took_over_in_the_minutes_of_a_team_follows_who_held_it_before(tmp_path: Path) -> None:
    """EK-06: an agenda without a body says who is treasurer, the minutes of the team who is later."""
    agenda = "## Agenda\n\n- Roles\n\n## Present\n\n- Alistair Lynn\n- Dan Hay\n\n- Treasurer: Alistair (unopposed)\n"
    later = (
        "# Core Team Meeting 2019-01-23\n\n## Present\n\n- Tyler Ward\n\nA vote was held. Tyler is elected Treasurer.\n"
    )
    other = "# Core Team Meeting 2019-02-06\n\nThe hall of Norwick was booked for the day.\n"
    with timeweave.open(tmp_path) as kb:
        for day, title, text in (
            ("2018-08-08", "Agenda", agenda),
            ("2019-01-23", "Core Team Meeting 2019-01-23", later),
            *((f"2019-0{m}-06", f"Competition Team Meeting {m}", other) for m in range(2, 9)),
        ):
            kb.add(Document(f"{day}.md", text, title=title, date=dt.date.fromisoformat(day), markup=Markup.MARKDOWN))
        assert kb.ask("Who was the treasurer in November 2018?").answer == "Alistair Lynn"
        assert kb.ask("Who was the treasurer in March 2019?").answer == "Tyler Ward"


_OFFICERS = ("Ada Quill", "Bo Stern", "Cy Mott", "Dee Larkin", "Eli Vance", "Fay Ortega")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """Two minutes a year of a club that has another treasurer each year."""
    with timeweave.open(tmp_path_factory.mktemp("club")) as kb:
        kb.add(
            Document(
                f"{2014 + year}-{month:02d}-10.md",
                f"# Meeting\n\nTreasurer: {name}\n\nThe boats were painted and the roof was mended.\n",
                title="Meeting",
                date=dt.date(2014 + year, month, 10),
                markup=Markup.MARKDOWN,
            )
            for year, name in enumerate(_OFFICERS)
            for month in (2, 9)
        )
        yield kb


@pytest.mark.parametrize("question", ["Who is the treasurer?", "Who looks after the club's money?"])
def test_an_office_that_many_have_held_in_turn_is_one(club: KnowledgeBase, question: str) -> None:
    """EK-05: six holders in as many years follow each other, by the office's name and by what its holder does."""
    assert club.ask(question).answer == "Fay Ortega"
    assert club.ask(question, as_of="2016-12-31").answer == "Cy Mott"


def test_officers_of_many_bodies_are_not_of_one(tmp_path: Path) -> None:
    """Six who are told of once each, all in a month, hold no office of one body."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(
            Document(
                f"{number}.md", f"# Visit\n\nTreasurer: {name}\n\nWe saw their boats.\n", title="Visit",
                date=dt.date(2014, 2, 10 + number), markup=Markup.MARKDOWN,
            )
            for number, name in enumerate(_OFFICERS)
        )  # fmt: skip
        assert kb.ask("Who is the treasurer?").method != "computed"


def test_another_club_is_not_ours(tmp_path: Path) -> None:
    """EK-05: "the rowing club" is the one whose minutes they are, another that is named in small letters is not."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(
            Document(
                f"{day}.md", "Treasurer: Ann Lee\n\nThe boats of Harbour Rowing Club were painted.\n",
                title="Harbour Rowing Club: minutes", date=dt.date.fromisoformat(day), markup=Markup.MARKDOWN,
            )
            for day in ("2014-03-01", "2015-03-01", "2016-03-01")
        )  # fmt: skip
        kb.add([Document("note.md", "We met Acme Rowing Club.", title="Note", date=dt.date(2015, 5, 1))])
        assert kb.ask("Who is the treasurer of the rowing club?").answer == "Ann Lee"
        assert kb.ask("Who is the treasurer of acme rowing club?").refused


def test_a_seat_that_many_hold_at_once_is_no_ones(tmp_path: Path) -> None:
    """EK-05: six trustees of 2015 and 2019 do not follow each other."""
    told = " ".join(f"{name} is a trustee of Acme Trust." for name in _OFFICERS)
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(Document(f"{year}.md", told, title="Acme Trust news", date=dt.date(year, 1, 1)) for year in (2015, 2019))
        assert kb.ask("Who is the trustee?").method != "computed"


MINUTES_LATE = {
    "2024-03-20": "Minutes of the meeting held on 12 February 2024\n\nPresent: Ann Lee (Chair), Bo Ek",
    "2024-05-06": "Minutes of the meeting held on 8 April 2024\n\nPresent: Ann Lee (Chair), Jo Kay",
}


@pytest.mark.parametrize(
    ("question", "day"),
    [
        ("When was the first meeting of Holt Parish Council?", "12 February 2024"),
        ("When did Holt Parish Council last meet?", "8 April 2024"),
        ("What is the date of the latest Holt Parish Council meeting?", "8 April 2024"),
        ("When were the minutes of the last meeting published?", "6 May 2024"),
    ],
)
def test_minutes_are_of_the_day_of_their_meeting(tmp_path: Path, question: str, day: str) -> None:
    """TG-14: which they may be published long after; when that was is asked for by its name."""
    folder = tmp_path / "minutes"
    folder.mkdir()
    for number, (published, text) in enumerate(MINUTES_LATE.items()):
        lines = f"---\ntitle: Holt Parish Council meeting\ndate: {published}\n---\n\n{text}\n\nThe fence was mended.\n"
        (folder / f"notes{number}.md").write_text(lines)
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(folder, now=dt.datetime(2025, 1, 1, tzinfo=dt.UTC), workers=1)
        assert day in kb.ask(question).answer

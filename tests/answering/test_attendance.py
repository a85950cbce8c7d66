"""Who was at meetings, led them and took their minutes: counted over the rolls of all minutes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import KnowledgeBase

ROLLS = {
    "2023-11-06": "Present: Ann Lee, Bo, Una Moss\nChair: Ann Lee\nScribe: Una Moss",
    "2024-01-08": "Present: Ann Lee, Bo Ek, Cy Mott\nRegrets: Una Moss\nChair: Ann Lee\nScribe: Bo Ek",
    "2024-02-05": "Present: Ann, Cy Mott\nObservers: Dee Lark\nChair: Ann Lee\nScribe: Cy Mott",
    "2024-03-04": "Present: Bo Ek, Cy Mott, Una Moss\nRegrets: Ann Lee\nChair: Bo Ek\nScribe: Cy Mott",
}


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder = tmp_path_factory.mktemp("minutes")
    for day, roll in ROLLS.items():
        text = f"# Quay Council meeting {day}\n\n{roll}\n\n## Budget\n\nThe dredging of the harbour was discussed.\n"
        (folder / f"{day}.md").write_text(text)
    with timeweave.open(tmp_path_factory.mktemp("kb")) as opened:
        opened.add(folder, now=dt.datetime(2025, 1, 1, tzinfo=dt.UTC), workers=1)
        yield opened


MEETING = "(Quay Council meeting)"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many council meetings did Ann Lee attend in 2024?", f"2: 8 January 2024; 5 February 2024 {MEETING}"),
        ("How often did Cy Mott take the minutes?", f"2: 5 February 2024; 4 March 2024 {MEETING}"),
        ("When did Bo Ek first attend a council meeting?", f"2023-11-06 {MEETING}"),
        ("When was Una Moss last present at a meeting?", f"2024-03-04 {MEETING}"),
        ("Which meetings did Ann Lee miss in 2024?", f"4 March 2024 {MEETING}"),
        ("Who chaired the meeting on 4 March 2024?", "Bo Ek (4 March 2024)"),
        ("Who took notes on 8 January 2024?", "Bo Ek (8 January 2024)"),
        ("Who chaired most council meetings?", "Ann Lee (3 of 4 meetings)"),
        (
            "Who attended the meetings in the first half of 2024?",
            "Cy Mott (3), Ann Lee (2), Bo Ek (2), Dee Lark (1), Una Moss (1) (3 meetings)",
        ),
        ("How many people attended the meeting of 5 February 2024?", "3: Ann Lee, Cy Mott, Dee Lark (5 February 2024)"),
        (
            "Which meeting of 2024 had the fewest people?",
            f"8 January 2024; 5 February 2024; 4 March 2024 {MEETING}: 3 people",
        ),
        ("Which people were at every meeting of 2024?", "Cy Mott (3 of 3 meetings)"),
        ("How many meetings did Bo Ek miss?", f"1: 5 February 2024 {MEETING}, whose lists do not name Bo Ek"),
        ("In how many meetings of 2024 is Dee Lark listed as present?", f"1: 5 February 2024 {MEETING}"),
        ("How many meetings were chaired by Ann Lee in 2024?", f"2: 8 January 2024; 5 February 2024 {MEETING}"),
        ("Did Bo Ek attend all meetings of 2024?", f"No: 2 of 3 meetings, 8 January 2024; 4 March 2024 {MEETING}"),
        ("Did Cy Mott attend all meetings of 2024?", f"Yes: 8 January 2024; 5 February 2024; 4 March 2024 {MEETING}"),
        ("Was Bo Ek at the meeting of 8 January 2024?", f"Yes: 8 January 2024 {MEETING}"),
        ("Who observed the council meeting on 5 February 2024?", "Dee Lark (5 February 2024)"),
        ("Did Una Moss attend the meeting on 4 March 2024?", f"Yes: 4 March 2024 {MEETING}"),
        ("Did Una Moss attend the meeting on 8 January 2024?", f"No: absent from 8 January 2024 {MEETING}"),
        (
            "Did Dee Lark attend the meeting on 4 March 2024?",
            f"No: Dee Lark is not named for 4 March 2024 {MEETING}",
        ),
    ],
)
def test_over_all_rolls(kb: KnowledgeBase, question: str, told: str) -> None:
    """Counted, first and last, who and how often; a first name is whose it can only be."""
    answer = kb.ask(question, as_of="2024-12-31")
    assert answer.answer == told
    assert answer.citations


def test_a_roll_in_the_words_of_the_minutes(kb: KnowledgeBase) -> None:
    """Who was at one meeting is told as its minutes have it."""
    answer = kb.ask("Who attended the council meeting on 8 January 2024?", as_of="2024-12-31").answer
    assert answer.startswith("Present: Ann Lee, Bo Ek, Cy Mott")


def test_who_leads_a_meeting_holds_no_office_by_that(kb: KnowledgeBase) -> None:
    """A question for an office is not answered with the meetings that somebody led."""
    answer = kb.ask("Who followed Ann Lee as chair?", as_of="2024-12-31")
    assert "meeting" not in answer.answer or answer.refused


def test_two_bodies_on_one_day_are_two_meetings(tmp_path: Path) -> None:
    """And minutes without a name count for a body where mostly its people are there."""
    rolls = {
        "a": ("Harbour Board meeting 4 March 2024", "Rita Moore, Ann Lee"),
        "b": ("Quay Council meeting 4 March 2024", "Rita Moore, Bo Ek"),
        "minutes-2024-03-11": ("2024-03-11", "Una Moss, Dee Lark, Rita Moore"),
    }
    for name, (title, there) in rolls.items():
        (tmp_path / f"{name}.md").write_text(f"# {title}\n\nPresent: {there}\n\nThe dredging was discussed.\n")
    with timeweave.open(tmp_path / "kb") as opened:
        opened.add(tmp_path, now=dt.datetime(2025, 1, 1, tzinfo=dt.UTC), workers=1)
        every = opened.ask("How many meetings did Rita Moore attend in March 2024?").answer
        of_one = opened.ask("How many Harbour Board meetings did Rita Moore attend?").answer
    assert every.startswith("3: ")
    assert of_one.startswith("1: 4 March 2024")


def test_as_of_a_day_before(kb: KnowledgeBase) -> None:
    """Later minutes are not known yet."""
    assert kb.ask("Who chaired most council meetings?", as_of="2024-01-31").answer == "Ann Lee (2 of 2 meetings)"


@pytest.mark.parametrize(
    "question",
    [
        "How many budget meetings did Ann Lee attend?",
        "Which meetings did Cy Mott miss in 2024?",
        "When did Ed Poole attend a council meeting?",
        "Who attended the council meeting on 9 January 2024?",
        "Who was absent from the meeting on 5 February 2024?",
    ],
)
def test_what_no_roll_tells_is_refused(kb: KnowledgeBase, question: str) -> None:
    """Meetings of another name, a deed that no list tells, somebody in none."""
    assert kb.ask(question, as_of="2024-12-31").refused

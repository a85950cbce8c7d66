"""Which texts are conversations, and their turns: speakers, times, questions, clean words."""

from __future__ import annotations

import datetime as dt

import pytest
from blocks.talks import OTHERS, TALKS

from timeweave.blocks import read_layout
from timeweave.extraction.pipeline import extract
from timeweave.records import Block, BlockKind, Document, Layout, Markup

SPEAKERS = {
    "transcript with a time after the name": "Ana Ruiz, Tom Beck, Ana Ruiz, Tom Beck",
    "meeting tool": "Priya Nair, Leo, Priya Nair, Leo, Dana",
    "pasted from a team chat": "Maya Chen, Omar Haddad, Maya Chen, Omar Haddad, Maya Chen",
    "pasted from another team chat": "Jane Doe, Victor Lund, Jane Doe, Victor Lund",
    "Markdown interview": "Interviewer, Nora Quist, Interviewer, Nora Quist",
    "Markdown interview, colon outside": "Sam, Dr. Lena Ortiz, Sam, Dr. Lena Ortiz",
    "questions and answers": "Q, A, Q, A, Q, A",
    "numbered speakers": "SPEAKER 1, SPEAKER 2, SPEAKER 1, SPEAKER 2",
    "committee minutes": "MS. SMITH, MR. OKAFOR, CHAIR LEE, MS. SMITH, MR. OKAFOR, MS. SMITH, CHAIR LEE",
    "hearing record": "The CHAIRMAN, Mr. BRADY, Dr. HAYES, Mr. BRADY, Dr. HAYES",
    "phone export": "Gran, Ivy, Gran, Ivy",
    "day lines in a chat": "ines, paul, ines, paul, ines",
    "old chat": "kestrel, moth, kestrel, moth",
    "friends": "Caroline, Melanie, Caroline, Melanie",
    "support call": "Agent, Customer, Agent, Customer",
    "podcast with offsets": "Hanna Weiss, Pete Alvarez, Hanna Weiss, Pete Alvarez",
    "name above the time": "Ann Lee, Bob Ray, Ann Lee, Bob Ray, Ann Lee",
    "exporter of a game chat": "annlee, bobray, annlee, bobray",
    "headings with moments": "Ann Lee, Bob Ray, Ann Lee, Bob Ray",
    "strong names with moments": "Ann Lee, Bob Ray, Ann Lee, Bob Ray",
    "talk with an assistant": "User, Assistant, User, Assistant",
    "comments on a ticket": "annlee, bobray, annlee, bobray",
    "time before strong names": "Ann Lee, Bob Ray, Ann Lee, Bob Ray",
    "time in code before strong names": "Ann Lee, Bob Ray, Ann Lee, Bob Ray",
    "HTML": "Ann Lee, Bob Ray, Ann Lee, Bob Ray",
    "exported, in HTML": "ann, bob9, ann, bob9",
}
TIMES = {
    "transcript with a time after the name": ("2024-06-10T14:02", 0),
    "meeting tool": ("2024-06-10T14:04", 4),
    "pasted from a team chat": ("2024-03-05T08:55", 3),
    "pasted from another team chat": ("2024-06-10T14:12", 3),
    "phone export": ("2024-03-13T08:02", 2),
    "day lines in a chat": ("2024-03-15T00:00", 3),
    "old chat": ("2019-11-02T18:49", 3),
    "name above the time": ("2024-06-10T10:47", 1),
    "exporter of a game chat": ("2021-05-10T15:46", 1),
    "headings with moments": ("2021-05-10T10:46", 1),
    "strong names with moments": ("2021-05-10T10:46", 1),
    "comments on a ticket": ("2021-05-13", 3),
    "time before strong names": ("2024-06-10T10:48", 3),
    "time in code before strong names": ("2024-06-10T10:48", 3),
    "HTML": ("2024-06-10T10:48", 3),
    "exported, in HTML": ("2022-06-06T18:33:46", 1),
}
DAY = dt.date(2024, 6, 10)


def _layout(text: str, markup: Markup | None = None) -> Layout:
    return read_layout(Document("d", text, date=DAY, markup=markup))


def _messages(layout: Layout) -> list[Block]:
    return [block for block in layout.blocks if block.kind is BlockKind.MESSAGE]


def _words(text: str, layout: Layout, block: Block) -> str:
    return layout.words(text[block.span.start : block.span.end], block.span.start)


@pytest.mark.parametrize("name", TALKS)
def test_the_turns_of_a_conversation_are_found_with_their_speakers(name: str) -> None:
    assert ", ".join(block.speaker for block in _messages(_layout(TALKS[name]))) == SPEAKERS[name]


@pytest.mark.parametrize("name", TALKS)
def test_a_turn_is_read_as_its_speaker_and_words(name: str) -> None:
    layout = _layout(TALKS[name])
    for block in _messages(layout):
        words = _words(TALKS[name], layout, block)
        assert words.startswith(f"{block.speaker}: ")
        assert "**" not in words


@pytest.mark.parametrize("name", TALKS)
def test_messages_have_the_times_that_are_written_at_them_or_above_them(name: str) -> None:
    times = [block.time for block in _messages(_layout(TALKS[name]))]
    if name not in TIMES:
        assert set(times) == {None}
    else:
        written, index = TIMES[name]
        seconds = dt.timedelta(minutes=1)
        assert abs(times[index] - dt.datetime.fromisoformat(written)) < seconds
        assert None not in times


@pytest.mark.parametrize("name", OTHERS)
def test_what_only_looks_like_a_conversation_is_none(name: str) -> None:
    assert not _messages(_layout(OTHERS[name]))


def test_what_a_user_calls_a_conversation_is_one() -> None:
    text = "Ann: The pump is dead.\nBo: Ordered a new one.\n"
    assert not _messages(_layout(text))
    assert [b.speaker for b in _messages(_layout(text, Markup.CONVERSATION))] == ["Ann", "Bo"]
    assert not _messages(_layout(TALKS["friends"], Markup.PLAIN))


def test_a_turn_leads_to_the_question_that_it_answers_across_a_line_with_a_day() -> None:
    text = TALKS["day lines in a chat"].replace("next month i think", "soon. can you come?")
    layout = _layout(text)
    last = _messages(layout)[3]
    assert last.speaker == "paul"
    assert layout.blocks[last.lead].speaker == "ines"


def test_a_day_is_read_as_the_conversation_writes_days() -> None:
    american = "[3/4/24, 9:15:02 PM] Al: Did you call?\n[3/4/24, 9:16:00 PM] Cy: I will.\n"
    american += "[3/14/24, 8:00:00 AM] Al: You forgot?\n[3/14/24, 8:01:00 AM] Cy: I did.\n"
    assert _messages(_layout(american))[0].time == dt.datetime(2024, 3, 4, 21, 15, 2)
    european = american.replace("3/4/24", "4.3.24").replace("3/14/24", "14.3.24").replace(" PM", "").replace(" AM", "")
    assert _messages(_layout(european))[0].time == dt.datetime(2024, 3, 4, 9, 15, 2)


def test_what_is_sent_at_once_is_one_turn_without_mark_up_and_pictures() -> None:
    text = TALKS["exported, in HTML"]
    layout = _layout(text)
    said = [" ".join(_words(text, layout, block).split()) for block in _messages(layout)]
    assert said[:3] == [
        "ann: Shall we move the launch to Friday?",
        "bob9: @ann Yes, main is ready.",
        "ann: Then I'll tell https://printers.example today",
    ]
    assert layout.blocks[_messages(layout)[1].lead].speaker == "ann"
    apart = _layout(text.replace("18:34:13", "18:37:13"))
    assert [b.speaker for b in _messages(apart)] == ["ann", "bob9", "ann", "ann", "bob9"]


def test_a_time_in_what_somebody_says_is_no_head_of_a_turn() -> None:
    text = "Ann 10:00\nShall we meet at\n10:30\nor is that too late for you?\nBob 10:01\nIt is fine by me.\n"
    text += "Ann 10:02\nThank you!\nBob 10:03\nYou know where I am?\n"
    assert [b.speaker for b in _messages(_layout(text))] == ["Ann", "Bob", "Ann", "Bob"]


def test_what_is_sent_after_midnight_is_of_the_next_day() -> None:
    text = "**Bob** 10 May 2021 23:59\n\nGood night to you.\n\n**Bob** 11 May 2021 00:01\n\nI am still here!\n\n"
    text += "**Ann** 11 May 2021 00:02\n\nMe too.\n\n**Ann** 11 May 2021 09:00\n\nDid you use :memory: there?\n"
    layout = _layout(text)
    found = _messages(layout)
    assert [(b.speaker, str(b.time)) for b in found[:2]] == [
        ("Bob", "2021-05-10 23:59:00"),
        ("Bob", "2021-05-11 00:01:00"),
    ]
    assert _words(text, layout, found[-1]) == "Ann: Did you use :memory: there?"


@pytest.mark.parametrize("name", TALKS)
def test_every_turn_is_read(name: str) -> None:
    found = extract(Document("d", TALKS[name], date=DAY))
    for block in _messages(_layout(TALKS[name])):
        assert any(block.span.start <= s.span.start < block.span.end for s in found.statements)


def test_a_turn_may_run_over_paragraphs() -> None:
    text = TALKS["committee minutes"]
    layout = _layout(text)
    assert _words(text, layout, _messages(layout)[3]).endswith("The drawings do not show it.")

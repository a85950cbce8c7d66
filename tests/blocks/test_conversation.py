"""Which texts are conversations, and their turns: speakers, times, questions, clean words."""

from __future__ import annotations

import datetime as dt

import pytest
from blocks.talks import OTHERS, TALKS

from timeweave.blocks import read_layout
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
}
TIMES = {
    "transcript with a time after the name": ("2024-06-10T14:02", 0),
    "meeting tool": ("2024-06-10T14:04", 4),
    "pasted from a team chat": ("2024-03-05T08:55", 3),
    "pasted from another team chat": ("2024-06-10T14:12", 3),
    "phone export": ("2024-03-13T08:02", 2),
    "day lines in a chat": ("2024-03-15T00:00", 3),
    "old chat": ("2019-11-02T18:49", 3),
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


def test_a_turn_may_run_over_paragraphs() -> None:
    text = TALKS["committee minutes"]
    layout = _layout(text)
    assert _words(text, layout, _messages(layout)[3]).endswith("The drawings do not show it.")

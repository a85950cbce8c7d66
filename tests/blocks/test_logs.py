"""Logs of a chat between the paragraphs of a Markdown page, and how channels write turns."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.blocks import read_layout
from timeweave.blocks.logs import find_logs
from timeweave.records import Block, BlockKind, Document, Markup

DAY = dt.date(2020, 1, 2)
LOG = """\
19:00 < ann> hi all
19:00 -!- bob [~b@host] has joined #harbour
19:01 <@bob> hi ann, did you read the plan?
19:01 ℹ bob_ is now known as bob
19:02 < cy> I did not
19:02 < ann> bob: yes, I did. We merged it yesterday
19:03  * cy waves to you
19:04 < ann> thanks, that is all
"""
PAGE = f"""\
# Review

The plan moves the *quay*.

## Log

{{% irc %}}
{LOG}{{% endirc %}}

## Next

We meet on Friday.
"""


def _read(text: str, markup: Markup | None = Markup.MARKDOWN) -> list[tuple[Block, str]]:
    layout = read_layout(Document("d", text, date=DAY, markup=markup))
    return [(b, layout.words(text[b.span.start : b.span.end], b.span.start)) for b in layout.blocks]


def test_the_turns_of_a_log_stand_among_the_blocks_of_its_page() -> None:
    found = _read(PAGE)
    assert [(b.kind, words) for b, words in found] == [
        (BlockKind.HEADING, "Review"),
        (BlockKind.PARAGRAPH, "The plan moves the quay."),
        (BlockKind.HEADING, "Log"),
        (BlockKind.MESSAGE, "ann: hi all"),
        (BlockKind.MESSAGE, "bob: hi ann, did you read the plan?"),
        (BlockKind.MESSAGE, "cy: I did not"),
        (BlockKind.MESSAGE, "ann: bob: yes, I did. We merged it yesterday"),
        (BlockKind.MESSAGE, "cy: waves to you"),
        (BlockKind.MESSAGE, "ann: thanks, that is all"),
        (BlockKind.HEADING, "Next"),
        (BlockKind.PARAGRAPH, "We meet on Friday."),
    ]


def test_a_turn_has_its_speaker_its_time_its_heading_and_the_question_that_it_answers() -> None:
    """Who is addressed asked it, though another spoke between."""
    blocks = [block for block, _ in _read(PAGE)]
    answer = blocks[6]
    assert (answer.speaker, answer.time, answer.heading, answer.lead) == (
        "ann",
        dt.datetime(2020, 1, 2, 19, 2),
        2,
        4,
    )
    assert blocks[-1].heading == 9


def test_what_is_clean_reads_on_across_a_log() -> None:
    layout = read_layout(Document("d", PAGE, date=DAY, markup=Markup.MARKDOWN))
    words = layout.words(PAGE, 0)
    assert "Log\n\nann: hi all" in words
    assert "that is all\n\nNext\n\nWe meet" in words
    assert [mark for mark in ("irc", "-!-", "19:", "<") if mark in words] == []


def test_a_log_alone_is_a_conversation() -> None:
    assert [words for b, words in _read(LOG, None) if b.kind is BlockKind.MESSAGE][:2] == [
        "ann: hi all",
        "bob: hi ann, did you read the plan?",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "# Day\n\n09:00 Doors: open\n10:00 Welcome: by the chair\n11:00 Talk: on quays\n12:00 Lunch: in the hall\n",
        "# Log\n\n12:01 <ann> hi\n\nOne line is quoted, and you can see what I mean.\n",
        "# Times\n\n- 12:00 * start\n- 12:30 * end\n",
        "```\n12:00:01 INFO: started\n12:00:02 INFO: ready\n12:00:03 WARN: slow\n12:00:04 INFO: done\n```\n",
    ],
)
def test_a_timetable_and_a_single_line_are_no_logs(text: str) -> None:
    assert not find_logs(text)


def test_two_logs_under_their_own_headings_are_two() -> None:
    assert len(find_logs(f"# One\n\n{LOG}\n# Two\n\n{LOG}")) == 2

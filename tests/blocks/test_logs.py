"""Logs of a chat between the paragraphs of a Markdown page, and how channels write turns."""

from __future__ import annotations

import datetime as dt
import itertools

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


def test_the_markdown_of_a_turn_is_no_word_of_it() -> None:
    log = LOG.replace("I did not", "I *did* not see [the plan](http://x.org/a_b) of `quay` &amp; pier")
    assert "cy: I did not see the plan of quay & pier" in [words for _, words in _read(f"# Log\n\n{log}")]


def test_a_line_that_holds_a_day_dates_the_log_below() -> None:
    block = _read(f"# Notes\n\n## 2019-05-06\n\n{LOG}")[2][0]
    assert block.time == dt.datetime(2019, 5, 6, 19, 0)


def test_prose_after_a_turn_is_nobodys() -> None:
    """What follows an empty line is not said by who spoke last; what follows at once is."""
    page = f"{LOG}\nThe Lords rejected the quay.\n\n{LOG.rstrip()}\nand I mean all\n"
    words = [words for _, words in _read(page)]
    assert "The Lords rejected the quay." in words
    assert words[-1].split("\n") == ["ann: thanks, that is all", "and I mean all"]


def test_a_fence_around_a_log_is_read_with_it_and_blocks_stay_apart() -> None:
    found = _read(f"Before.\n\n```irc\n$ irssi --log\n{LOG}$ exit\n```\n\nAfter.\n")
    assert [words for _, words in found][:2] == ["Before.", "ann: hi all"]
    assert found[-1][1] == "After."
    assert all(a.span.end <= b.span.start for (a, _), (b, _) in itertools.pairwise(found))


def test_many_who_join_break_no_log() -> None:
    joins = "".join(f"19:00 -!- u{n} has joined\n" for n in range(9))
    assert len(find_logs(LOG.replace("19:02 < cy>", f"{joins}19:02 < cy>"))) == 1


def test_what_is_commented_out_is_no_log() -> None:
    assert not find_logs(f"Text.\n\n<!--\n{LOG}-->\n")


@pytest.mark.parametrize(
    "text",
    [
        "# Day\n\n09:00 Talk: How do we pay?\n10:00 Break: coffee\n10:30 Talk: What is it to us?\n11:00 Break: tea\n",
        "```\n12:00:01 kernel: up\n12:00:02 init: you start us\n12:00:03 kernel: ready?\n12:00:04 init: yes\n```\n",
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

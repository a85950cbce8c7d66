"""Recordings written down line by line, each line with its time, are running text."""

from __future__ import annotations

import pytest

from timeweave.blocks import read_layout
from timeweave.blocks.recordings import find_recordings
from timeweave.records import BlockKind, Document

SAID = (
    "We began in spring with a mill that nobody had run, and the",
    "stones had to be dressed. The first flour",
    "went to the school in Ulm. Then the river",
    "rose, and the wheel stood still until",
    "April. We lost the whole harvest of",
    "the **lower** field. After that the town",
    "lent us a pump, which we still have",
    "today. It runs on Sundays. Thanks to all",
    "who came and helped us through the year.",
)
WHOLE = " ".join(SAID).replace("**", "")
HEADS = [
    "[00:00:{:02d}] {}",
    "**[0:00:{0:02d}-0:00:59](https://example.org/mill#t=0:00:{0:02d}):**  {1}  ",
    "0:{:02d}\n{}",
    "(0:{:02d}) {}\n",
    "00:{:02d} --> 00:59 {}",
    "- 0:{:02d} – {}",
]


def transcript(head: str, step: int = 4) -> str:
    lines = [head.format(step * number, words) for number, words in enumerate(SAID)]
    return "# The mill\n\n" + "\n".join(lines) + "\n\n## Links\n\nSee the page of the mill.\n"


@pytest.mark.parametrize("head", HEADS)
def test_lines_with_their_times_are_running_text(head: str) -> None:
    """Sentences run on over lines and times, and what stands around is read as ever."""
    text = transcript(head)
    layout = read_layout(Document("d", text))
    assert layout.words(text) == f"The mill\n\n{WHOLE}\n\nLinks\n\nSee the page of the mill."
    kinds = [block.kind for block in layout.blocks]
    assert kinds == [BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.PARAGRAPH]
    said = layout.blocks[1]
    assert layout.blocks[said.heading or 0].span.start < said.span.start
    assert text[said.span.start : said.span.end].startswith("We began")
    assert text[said.span.start : said.span.end].endswith("through the year.")


def test_chapters_go_on_from_their_times() -> None:
    """What follows a recording under another heading is of it too, however short; a line may begin with a figure."""
    first = "\n".join(f"0:{4 * number:02d} {words}" for number, words in enumerate(SAID))
    text = f"# One\n\n{first}\n\n# Two\n\n1:00 The town paid\n1:03 2,000 marks in\n1:05 2021 for it.\n"
    said = f"{WHOLE}\n\nTwo\n\nThe town paid 2,000 marks in 2021 for it."
    assert read_layout(Document("d", text)).words(text).rstrip() == f"One\n\n{said}"


def test_counted_cues_are_running_text() -> None:
    """As files of subtitles have them, in a text."""
    cues = (f"{n + 1}\n00:00:{4 * n:02d},000 --> 00:00:{4 * n + 3:02d},500\n{words}\n" for n, words in enumerate(SAID))
    text = "\n".join(cues)
    assert read_layout(Document("d", text)).words(text).rstrip() == WHOLE


def test_blanks_without_end_cost_no_more_than_their_length() -> None:
    """Of a line that is read for its ends."""
    lines = "\n".join(f"0:{4 * number:02d} {words}" for number, words in enumerate(SAID))
    text = f"{lines}\n0:40 we met{' ' * 100_000}x and went"
    assert read_layout(Document("d", text)).blocks


def test_long_recordings_are_paragraphs_of_whole_sentences() -> None:
    """Each ends with a sentence, within a line too; where none ends, with a line."""
    lines = [f"[00:0{n // 60}:{n % 60:02d}] and so they went. It rained in the hills above" for n in range(0, 300, 3)]
    text = "\n".join(lines)
    layout = read_layout(Document("d", text))
    read = [layout.words(text[b.span.start : b.span.end], b.span.start) for b in layout.blocks]
    assert len(read) > 3
    assert all(words.endswith("so they went.") and words[:3] in ("and", "It ") for words in read[:-1])
    assert "\n\n".join(read) == layout.words(text)
    endless = "\n".join(line.replace(".", "") for line in lines)
    assert len(read_layout(Document("d", endless)).blocks) > 1


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"{hour:02d}:00 Coffee in the main hall for all members" for hour in range(9, 20)),  # a programme
        "\n".join(f"{n}:00 Intro" for n in range(12)),  # chapters
        "\n".join(f"09:{5 * n:02d} Bo Ek opens the session on glass with a talk on kilns." for n in range(12)),
        "\n".join(f"14:00:{4 * n:02d} Ann Lee reset the alarm and left the room." for n in range(12)),  # a log
        "\n".join(f"0:{4 * n:02d} Speaker 1: {words}" for n, words in enumerate(SAID)),
        "\n".join(f"0:{4 * n:02d} Élodie: {words}" for n, words in enumerate(SAID)),
        "\n".join(f"0:{4 * n:02d} Ann Lee\n{words}" for n, words in enumerate(SAID)),
        "\n".join(f"[00:00:{4 * n:02d}] Ann: {words}" for n, words in enumerate(SAID)),  # a conversation
        "\n".join(f"[00:00:{4 * n:02d}] {words}" for n, words in enumerate(SAID[:7])),  # too few
        "\n".join(f"[00:00:{59 - 4 * n:02d}] {words}" for n, words in enumerate(SAID)),  # not in order
        "\n\nThe match.\n\n".join(f"0:{4 * n:02d} {words}" for n, words in enumerate(SAID)),  # with words between
        "",
        "0:00",
    ],
)
def test_other_lines_with_times_are_not(text: str) -> None:
    assert find_recordings(text) == []


def test_marks_without_end_are_passed_over() -> None:
    """A run of marks, of brackets or of digits costs no more than its length."""
    for mark in ("*", "[", "(", "0:0", "0:00 ", "0:00\n", "0:00-", "(0:00)("):
        assert find_recordings(mark * 20_000) == []

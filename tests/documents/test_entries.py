"""Files of dated entries, read as a document for each day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from timeweave.documents import read
from timeweave.documents.entries import in_entries
from timeweave.records import DateSource, Document, GivenFact, Markup, Span

Write = Callable[[str, str | bytes], Path]


def documents(path: Path) -> Sequence[Document]:
    return [item for item in read(path) if isinstance(item, Document)]


def days(path: Path) -> Sequence[str | None]:
    return [item.date.isoformat() if item.date else None for item in documents(path)]


DIARY = "# Allotment\n\n## 2 March 2024\n\nDug the bed.\n\n## 14 April 2024\n\nPlanted beans.\n\n"


def test_each_entry_is_a_document_of_its_day(write: Write) -> None:
    """It has the words below its heading, the title of the file, and its own day."""
    first, second = documents(write("diary.md", DIARY))
    assert (first.id, first.text, first.title) == (
        "diary.md#2024-03-02",
        "## 2 March 2024\n\nDug the bed.",
        "Allotment",
    )
    assert (first.date, first.date_source) == (dt.date(2024, 3, 2), DateSource.TEXT)
    assert (second.id, second.date, second.markup) == ("diary.md#2024-04-14", dt.date(2024, 4, 14), Markup.MARKDOWN)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (DIARY.replace("2 March", "Sat, 2 March").replace("## 14 April 2024", "## 2024-04-14: beans"), 2),
        (DIARY.replace("## 2 March 2024", "2024-03-02\n----------").replace("## 14 April 2024", "2024-04-14\n---"), 2),
        (DIARY.replace("## 2 March 2024", "**2 March 2024**").replace("## 14 April 2024", "**14 April 2024**"), 2),
        (DIARY.replace("## ", ""), 2),
        ("# 2024\n\n## 2 March\n\nDug.\n\n## 14 April\n\nPlanted.\n\n# 2025\n\n## 3 March\n\nDug again.\n", 3),
        ("# Log\n\n## March 2024\n\n### 2 March 2024\n\nDug.\n\n## April 2024\n\n### 14 April 2024\n\nSown.\n", 2),
        ("# Changes\n\n## [1.1.0] - 2024-04-14\n\n- Beans.\n\n## [1.0.0] - 2024-03-02\n\n- A bed.\n", 2),
        (
            "Version 1.1\n---\n\nReleased 2024-04-14\n\nBeans.\n\nVersion 1.0\n---\n\nReleased 2024-03-02\n\nBed.\n",
            2,
        ),
        (DIARY.replace("## ", "## Minutes of ").replace("Minutes of 14", "Sprint 12 – 14"), 2),
        (DIARY + "## 1 May 2031\n\nA fair.\n", 3),  # what is to come stands outside
        ("# Club\n\n[2024-03-02 10:00] Ann: Hi!\n[2024-03-02 10:01] Bob: Hello.\n[2024-04-14 9:00] Ann: Beans?\n", 2),
    ],
)
def test_entries_are_told_by_their_days(text: str, found: int, write: Write) -> None:
    """By headings of any level, lines in bold, lines alone, stamps of messages; of a year above, of versions."""
    told = days(write("diary.md", text))
    assert len(told) == found
    assert "2024-03-02" in told


@pytest.mark.parametrize(
    "text",
    [
        "---\ndate: 2024-04-14\n---\n" + DIARY,  # says when it was written
        "Date: 1 May 2024\n\n" + DIARY,
        DIARY.replace("2024", "2031"),  # of days to come
        "# Beds\n\nPublished: March 5, 2021\n\n"
        + DIARY.replace("2024", "2020").replace("beans.", "beans. " * 20),  # says in a line when it was written
        "# Reform\n\n" + DIARY.replace("2024", "1989").replace("bed.", "bed, as papers of 2014 show."),  # looks back
        DIARY.replace("## ", "## Actions due "),  # of other days than their own
        "# Ann\n\n## Born 2 March 1984\n\nIn Oslo.\n\n## Married 5 June 2010\n\nTo Bob.\n",
        DIARY.replace("beans", "beans. " * 20) + "## Tools\n\nA spade.\n\n## Seeds\n\nPeas.\n",  # mostly no days
        "- 2 March 2024\n---\nDug.\n\n- 14 April 2024\n---\nSown.\n",  # rules below items
        "# Host\n\n[2024-03-02 10:00] It was started.\n[2024-04-14 10:00] It was stopped.\n",  # nobody speaks
        "# Report\n\n" + "The allotment was run well. " * 20 + "\n\n## History\n\n" + DIARY.replace("## ", "### "),
        "# Beds\n\n## 14 April 2024\n\n## 2 March 2024\n\n",  # headings alone
        DIARY + DIARY.replace("2 March", "9 March").replace("14 April", "10 March") + DIARY,  # back and forth
        "# Beds\n\n```\n## 2 March 2024\nDug.\n\n## 14 April 2024\nSown.\n```\n",  # in code
        DIARY.replace("14 April", "2 March"),  # one day
    ],
)
def test_other_documents_are_whole(text: str, write: Write) -> None:
    """Those that state their day, or whose lines are mostly no days, not in order, to come, in code, or of one day."""
    (document,) = documents(write("diary.md", text))
    assert document.id == "diary.md"


def test_what_stands_outside_of_entries_is_kept(write: Write) -> None:
    """It is a document of its own that has the file's name and the newest day; a part of the file that comes again in
    each entry belongs to it.
    """
    text = "Kept by Ann Lee.\n\n" + DIARY.replace("Dug", "## Work\n\nDug").replace("Planted", "## Work\n\nPlanted")
    outside, first, second = documents(write("diary.md", text))
    assert (outside.id, outside.date) == ("diary.md", dt.date(2024, 4, 14))
    assert outside.text == "Kept by Ann Lee.\n\n# Allotment"
    assert first.text.endswith("## Work\n\nDug the bed.")
    assert second.text.endswith("## Work\n\nPlanted beans.")


def test_the_targets_of_links_belong_to_no_entry(write: Write) -> None:
    """They stand at the foot and change with each entry, which changes no other."""
    text = "# Changelog\n\n## [1.1] - 2024-04-14\n\nBeans.\n\n## [1.0] - 2024-03-02\n\nBeds.\n"
    first, second = documents(write("diary.md", f"{text}\n[1.1]: https://a.org/1.1\n[1.0]: https://a.org/1.0\n"))
    assert (first.text, second.text) == ("## [1.0] - 2024-03-02\n\nBeds.", "## [1.1] - 2024-04-14\n\nBeans.")


def test_a_fence_ends_at_one_as_long(write: Write) -> None:
    code = "```\n## 5 May 2024\n\nNothing.\n```python\n## 6 May 2024\n\nNothing.\n````\n\n"
    assert days(write("diary.md", DIARY.replace("## 14", code + "## 14"))) == ["2024-03-02", "2024-04-14"]


def test_entries_of_one_day_are_one_document(write: Write) -> None:
    """Wherever they stand, so that ids are those of days."""
    text = DIARY + "## 14 April 2024\n\nWatered them.\n"
    _, second = documents(write("diary.md", text))
    assert second.text == "## 14 April 2024\n\nPlanted beans.\n\n## 14 April 2024\n\nWatered them."


def test_a_file_called_after_a_year_holds_its_days(write: Write) -> None:
    """Which leaves the year out of its headings; days of another year are none of its entries."""
    text = "# Notes\n\n## 2 March\n\nDug.\n\n## 14 April\n\nSown.\n"
    assert days(write("notes-2024-04.md", text)) == ["2024-04-30"]
    assert days(write("2024/notes.md", text)) == ["2024-12-31"]
    assert days(write("2024-notes/notes.md", text.replace("March", "March 2024").replace("April", "April 2024"))) == [
        "2024-03-02",
        "2024-04-14",
    ]


def test_a_chat_in_a_note_is_read_as_one(write: Write) -> None:
    """Each day of it is a conversation, however few its messages."""
    text = "# Club\n\n[2024-03-02 10:00] Ann: I dug the bed.\n[2024-04-14 09:00] Ann: I planted beans.\n"
    first, second = documents(write("club.md", text))
    assert first.markup is second.markup is Markup.CONVERSATION
    assert second.text == "[2024-04-14 09:00] Ann: I planted beans."


def test_each_version_is_of_what_the_file_is_of(write: Write) -> None:
    """A part of a changelog has the subject of the changelog."""
    text = "# Changelog\n\n## 1.1.0 (2024-04-14)\n\n- Beans.\n\n## 1.0.0 (2024-03-02)\n\n- A bed.\n"
    assert [d.entities for d in documents(write("ferry-CHANGELOG.md", text))] == [("ferry",), ("ferry",)]


def test_a_graph_is_whole() -> None:
    """Its facts stand at their places in its text."""
    fact = GivenFact("Ann Lee", "dug", "the bed", None, Span(0, len(DIARY)))
    graph = Document(id="beds.ttl", text=DIARY, facts=(fact,))
    assert in_entries(graph, dt.date(2026, 1, 1)) == [graph]


def test_a_stamp_that_may_be_of_two_days_divides_nothing(write: Write) -> None:
    """Nothing is guessed where the day may be the month."""
    text = "# Club\n\n03/02/2024, 10:00 - Ann: Dug.\n04/05/2024, 10:00 - Ann: Sown.\n"
    assert [d.id for d in documents(write("club.md", text))] == ["club.md"]

"""Fields of front matter that no table knows: shown where they say something to people."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from timeweave.documents import read
from timeweave.documents.further_fields import further_fields
from timeweave.outcomes import PassedOver
from timeweave.records import Document

Write = Callable[[str, str | bytes], Path]
Only = Callable[..., Document]


def test_they_stand_above_the_text_in_one_line(write: Write, only: Only) -> None:
    front = (
        "---\ntitle: Outage of the ferry site\ndate: 2024-05-03\nsummary: A disk was full for a day.\nlayout: report\n"
        "product: Timetable\nstart_time: 2024-05-01T19:00:00Z\nhosts: [ann, bob]\nticket: 1204\n---\n"
    )
    document = only(write("post.md", f"{front}The site was down.\n"))
    assert document.text.split("\n\n") == [
        "A disk was full for a day.",
        "Product: Timetable; Start time: 1 May 2024, 19:00 UTC; Hosts: ann, bob; Ticket: 1204",
        "The site was down.\n",
    ]
    assert str(document.date) == "2024-05-03"


def test_the_notice_of_an_event_is_of_its_day_once_it_is_over(write: Write, only: Only) -> None:
    """Where it states no other day; pages show when it takes place, so that is read, too."""
    front = "---\ntitle: Clothes swap\nlocation: Quay 3\ntime: {}\n---\nBring what you never wear.\n"
    held = only(write("swap.md", front.format("2021-04-21T16:30:00Z")))
    assert str(held.date) == "2021-04-21"
    assert held.text.startswith("Location: Quay 3; Time: 21 April 2021, 16:30 UTC\n")
    coming = only(write("fair.md", front.format("2998-04-21T16:30:00Z")))
    assert coming.date is None
    assert coming.text.startswith("Location: Quay 3; Time: 21 April 2998, 16:30 UTC\n")
    stated = only(write("stated.md", front.format("2021-04-21T16:30:00Z\ndate: 2021-04-02")))
    assert str(stated.date) == "2021-04-02"
    lasting = only(write("talk.md", "---\ntitle: A talk\ntime: 45 minutes\n---\nOn tides.\n"))
    assert (lasting.date, lasting.text.strip()) == (None, "On tides.")


@pytest.mark.parametrize(
    "fields",
    [
        {"period": "2023-Q4", "entities": ["Quillon"], "source": "Reuters", "fiscal_year_start": 2},
        {"layout": "post", "permalink": "/a/", "draft": False, "weight": 10, "tags": ["a", "b"]},
        {"title": "T", "author": "Ann Lee", "date": "2024-05-01", "description": "About it all", "categories": "x"},
        {
            "feature_image": "quay.png",
            "og_title": "Ferries",
            "twitterAlt": "A quay",
            "nav_order": 3,
            "imageAlt": "Quay",
        },
        {"source_fetched_at": "2026-05-04T19:51:05Z", "uuid": "00b7f759-21f8", "revision": "2faa5b5179"},
        {"site": "https://a.example", "contact": "ann@a.example", "macro": "{{ page.x }}", "where": "a/b/c"},
        {"featured": "true", "place": "", "venue": None, "people": []},
        {"venue": "x" * 200},
        {
            1: "one",
            "_private": "ann",
            "true": "e",
            "api_token": "abc",
            "secret": "hunter2",
            "reading_time": float("nan"),
        },
    ],
)
def test_what_is_for_programs_or_known_is_not_shown(fields: dict[str, object]) -> None:
    assert further_fields(fields) == ""


def test_a_name_given_as_an_object_and_short_keys_are_words() -> None:
    told = further_fields({"pr": 17, "meetingHost": {"name": "Ann Lee"}, "doi": "x", "place": "Hall 2; Leeds"})
    assert told == "PR: 17; Meeting host: Ann Lee; Place: Hall 2, Leeds"


def test_what_people_write_is_shown_as_they_write_it(write: Write, only: Only) -> None:
    """YAML's own numbers are none to people, and an offset belongs to a time."""
    front = (
        "---\nstart: 19:30\nversion: 1.10\nseason: 2023-2024\ncost: $2.5 million\nruntime: Node.js\n"
        "opened_on: 2024-05-01T19:00:00-05:00\nlocation: {city: Leeds, country: UK}\n---\n"
    )
    assert only(write("post.md", f"{front}The site was down.\n")).text.split("\n\n")[0] == (
        "Start: 19:30; Version: 1.10; Season: 2023-2024; Cost: $2.5 million; Runtime: Node.js; "
        "Opened on: 1 May 2024, 19:00 UTC-05:00; Location: Leeds, UK"
    )


def test_a_chat_with_front_matter_keeps_its_speakers(write: Write, only: Only) -> None:
    chat = "---\nvenue: Hall 2\n---\nAnn: hi you\nBob: hi\nAnn: are we on?\nBob: yes we are\n"
    assert only(write("chat.txt", chat)).text.startswith("Ann: hi you")


def test_front_matter_alone_is_no_document_by_them(write: Write) -> None:
    """Only a summary is text of its own."""
    assert [type(found) for found in read(write("a.md", "---\nvenue: Hall 2\n---\n"))] == [PassedOver]

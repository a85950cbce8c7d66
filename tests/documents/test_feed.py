"""RSS and Atom files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from timeweave.documents import read
from timeweave.outcomes import Failure
from timeweave.records import DateSource, Document

Write = Callable[[str, str | bytes], Path]

RSS = """<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Courier</title><link>https://courier.example</link><language>en-gb</language>
<item><title>Pier &amp; ferry</title><link>https://courier.example/pier</link><guid isPermaLink="false">tag:1</guid>
<pubDate>Tue, 07 May 2024 23:10:00 -0400</pubDate>
<description>&lt;p&gt;The council voted.&lt;/p&gt;&lt;p&gt;Work starts soon.&lt;/p&gt;</description></item>
<item><title>No date here</title>
<link>https://courier.example/2024/06/01/market</link><description>Stalls open.</description></item>
<item><title></title><description></description></item>
<item><link>https://courier.example/x</link><description>Only text, no title.</description></item>
</channel></rss>"""

ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Notes</title><id>urn:feed</id>
<entry><id>urn:1</id><title>First</title><updated>2024-06-02T01:00:00Z</updated><published>2024-05-31T23:59:00+02:00</published>
<content type="html">&lt;div&gt;Body one&lt;/div&gt;</content></entry>
<entry><id>urn:2</id><title>Second</title><updated>2024-06-03T01:00:00Z</updated><summary>Sum</summary></entry></feed>"""


def test_an_rss_item_is_a_document(write: Write) -> None:
    """Its id is the guid, else the link; its day that of the zone as written; an empty item is named."""
    first, second, empty, third = read(write("feed.xml", RSS))
    assert isinstance(first, Document)
    assert (first.id, first.title, first.source) == ("tag:1", "Pier & ferry", "https://courier.example/pier")
    assert first.text == "Pier & ferry\n\nThe council voted.\nWork starts soon."
    assert (str(first.date), first.date_source, first.language) == ("2024-05-07", DateSource.FEED, "en")
    assert isinstance(second, Document)
    assert (second.id, str(second.date), second.date_source) == (
        "https://courier.example/2024/06/01/market", "2024-06-01", DateSource.URL,
    )  # fmt: skip
    assert isinstance(empty, Failure)
    assert "item 3" in empty.error
    assert isinstance(third, Document)
    assert third.text == "Only text, no title."


def test_an_atom_entry_is_a_document(write: Write) -> None:
    """Published goes before updated."""
    first, second = read(write("notes.atom", ATOM))
    assert isinstance(first, Document)
    assert (first.id, first.text, str(first.date)) == ("urn:1", "First\n\nBody one", "2024-05-31")
    assert isinstance(second, Document)
    assert str(second.date) == "2024-06-03"


def test_a_broken_feed_gives_what_can_be_read(write: Write) -> None:
    """The items before the damage are documents, and a failure says that others may be missing."""
    items = list(read(write("feed.rss", RSS[: RSS.index("<item><title></title>")])))
    assert [item.id for item in items if isinstance(item, Document)][:1] == ["tag:1"]
    assert isinstance(items[-1], Failure)
    assert "not well-formed" in items[-1].error


def test_other_xml_is_named(write: Write, fails: Callable[[Path], str]) -> None:
    """XML that is no feed, and a feed without items, are failures with what to do."""
    assert "not an RSS or Atom feed" in fails(write("a.xml", "<note><to>you</to></note>"))
    assert "feed without items" in fails(write("b.xml", '<rss version="2.0"><channel><title>x</title></channel></rss>'))

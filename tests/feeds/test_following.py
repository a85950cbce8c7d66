"""Feeds into a store: every format, only what is new, updates from their own day, nothing lost or doubled."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest

import timeweave
from timeweave.errors import UsageError
from timeweave.feeds import Visitor
from timeweave.feeds.entries import Entry, page_of
from timeweave.feeds.fetching import Fetched
from timeweave.feeds.state import FeedState
from timeweave.outcomes import FollowResult
from timeweave.records import DateSource, Document

from .conftest import Site, SteppedClock

PAGE = """<html lang="en"><head><title>Harbour vote</title>
<meta property="article:published_time" content="2024-05-06T09:00:00Z"></head>
<body><nav><a href="/">Home</a><a href="/all">All stories</a></nav><article><h1>Harbour vote</h1>
<p>The council of Port Lorne voted on Monday to widen the harbour, after a debate of nine hours in the town hall.</p>
<p>Mayor Irma Holt said that work would begin in the autumn and cost 40 million crowns over three years.</p></article>
<footer>Subscribe to our newsletter. All rights reserved.</footer></body></html>"""


def rss(*items: tuple[str, str, str]) -> str:
    """A feed of (guid, title, text), all published on 6 May 2024."""
    rows = "".join(
        f"<item><guid>{guid}</guid><title>{title}</title><pubDate>Mon, 06 May 2024 08:00:00 GMT</pubDate>"
        f"<description>{text}</description></item>"
        for guid, title, text in items
    )
    return f'<rss version="2.0"><channel><title>Courier</title>{rows}</channel></rss>'


def follow(folder: Path, visitor: Visitor, *feeds: str, pages: bool = False) -> FollowResult:
    with timeweave.open(folder) as kb:
        return kb.follow(feeds, visitor=visitor, pages=pages).once()


def stored(folder: Path, as_of: str | None = None) -> dict[str, tuple[str, str, str, str]]:
    """By id: title, text, day and where the day was found."""
    with timeweave.open(folder) as kb, kb._store.view(as_of and dt.date.fromisoformat(as_of)) as view:
        found = {info.id: view.original(info.ordinal) for info in view.documents()}
    return {id_: (d.title, d.text, str(d.date), d.date_source.value) for id_, d in found.items()}


def test_each_format_is_read_with_its_dates(site: Site, visitor: Visitor, tmp_path: Path) -> None:
    """NE-01: RSS, Atom, JSON Feed, the news entries of sitemaps, pages and JSON Lines."""
    feeds = [
        site.put("/rss", rss(("7", "Pier", "The pier of Port Lorne reopened."))),
        site.put(
            "/atom",
            '<feed xmlns="http://www.w3.org/2005/Atom"><title>N</title><entry><id>urn:1</id><title>Ferry</title>'
            "<updated>2024-05-07T01:00:00Z</updated><published>2024-05-05T01:00:00Z</published>"
            "<summary>The ferry sank.</summary></entry></feed>",
        ),
        site.put(
            "/feed.json",
            json.dumps(
                {
                    "version": "https://jsonfeed.org/version/1.1",
                    "title": "Notes",
                    "items": [
                        {
                            "id": "9",
                            "title": "Market",
                            "content_html": "<p>Stalls open.</p>",
                            "date_published": "2024-05-04T10:00:00Z",
                        }
                    ],
                }
            ),
        ),
        site.put(
            "/news.xml",
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">'
            f"<url><loc>{site.url('/vote')}</loc><news:news><news:publication><news:name>C</news:name><news:language>en"
            "</news:language></news:publication><news:publication_date>2024-05-06</news:publication_date>"
            f"<news:title>Harbour vote</news:title></news:news></url>"
            f"<url><loc>{site.url('/about')}</loc></url></urlset>",
        ),
        site.put("/page", PAGE.replace("Harbour vote", "Harbour again"), content_type="text/html"),
        site.put("/lines", '{"id": "http://c.example/l", "text": "The lock was repaired.", "date": "2024-05-03"}\n'),
    ]
    site.put("/vote", PAGE, content_type="text/html")
    done = follow(tmp_path, visitor, *feeds)
    assert done.added.failed == ()
    found = stored(tmp_path)
    days = {id_.removeprefix(site.url("")): (title, day, source) for id_, (title, _, day, source) in found.items()}
    assert days == {
        "/rss#7": ("Pier", "2024-05-06", "feed"),
        "urn:1": ("Ferry", "2024-05-05", "feed"),
        "/feed.json#9": ("Market", "2024-05-04", "feed"),
        "/vote": ("Harbour vote", "2024-05-06", "feed"),
        "/page": ("Harbour again", "2024-05-06", "metadata"),
        "http://c.example/l": ("", "2024-05-03", "given"),
    }
    text = found[site.url("/vote")][1]
    assert "widen the harbour" in text
    assert "newsletter" not in text
    assert "All stories" not in text
    assert not site.asked("/about")


def test_only_what_has_changed_is_asked_for(site: Site, visitor: Visitor, tmp_path: Path) -> None:
    """NE-01: The ETag and the time of the last change are handed back; a feed that stands still costs no body."""
    feed = site.put("/rss", rss(("1", "Pier", "It opened.")), etag='"a"', last_modified="Mon, 06 May 2024 09:00:00 GMT")
    assert follow(tmp_path, visitor, feed).added.added == 1
    again = follow(tmp_path, visitor, feed)
    assert (again.visited, again.unchanged, again.added.added) == (1, 1, 0)
    first, second = site.asked("/rss")
    assert "if-none-match" not in first
    assert (second["if-none-match"], second["if-modified-since"]) == ('"a"', "Mon, 06 May 2024 09:00:00 GMT")


def test_an_update_is_visible_from_its_own_day(
    site: Site, visitor: Visitor, clock: SteppedClock, tmp_path: Path
) -> None:
    """NE-01: what a story said before is what a question as of before sees; it stays one document."""
    feed = site.put("/rss", rss(("tag:1", "Pier", "The pier of Port Lorne is shut.")))
    follow(tmp_path, visitor, feed)
    clock.sleep(2 * 86_400)
    site.put("/rss", rss(("tag:1", "Pier", "The pier of Port Lorne is open again.")))
    assert follow(tmp_path, visitor, feed).added.replaced == 1
    assert stored(tmp_path, "2024-05-08")["tag:1"][1].endswith("is shut.")
    assert stored(tmp_path, "2024-05-09")["tag:1"][1:] == (
        "Pier\n\nThe pier of Port Lorne is open again.", "2024-05-09", DateSource.ADDED.value,
    )  # fmt: skip
    for _ in range(2):
        clock.sleep(86_400)
        assert follow(tmp_path, visitor, feed).added.replaced == 0


def test_feeds_that_number_their_items_alike_do_not_mix(site: Site, visitor: Visitor, tmp_path: Path) -> None:
    a = site.put("/a", rss(("1", "Pier", "It opened.")))
    b = site.put("/b", rss(("1", "Ferry", "It sank.")))
    assert follow(tmp_path, visitor, a, b).added.added == 2
    assert set(stored(tmp_path)) == {f"{a}#1", f"{b}#1"}


def test_a_feed_that_fails_is_left_alone_for_longer_and_longer(
    site: Site, visitor: Visitor, clock: SteppedClock, tmp_path: Path
) -> None:
    """And does not keep others from being read."""
    broken, good = site.put("/broken", "", 500), site.put("/good", rss(("1", "Pier", "It opened.")))
    done = follow(tmp_path, visitor, broken, good)
    assert done.added.added == 1
    assert "status 500" in done.added.failed[0].error
    for wait in (15, 30, 60):
        clock.sleep(60 * wait - 1)
        assert follow(tmp_path, visitor, broken).waiting == 1
        clock.sleep(1)
        assert follow(tmp_path, visitor, broken).waiting == 0


def test_a_page_that_fails_is_tried_three_times(
    site: Site, visitor: Visitor, clock: SteppedClock, tmp_path: Path
) -> None:
    """A page that comes later is read then, and the sitemap is asked for in full until it has."""
    entries = "".join(
        f"<url><loc>{site.url(path)}</loc><n:news><n:publication_date>2024-05-06</n:publication_date><n:title>{path}"
        "</n:title></n:news></url>"
        for path in ("/late", "/never")
    )
    site.put("/map", f'<urlset xmlns:n="http://www.google.com/schemas/sitemap-news/0.9">{entries}</urlset>', etag='"m"')
    feed = site.url("/map")
    assert len(follow(tmp_path, visitor, feed).added.failed) == 2
    site.put("/late", PAGE, content_type="text/html")
    assert follow(tmp_path, visitor, feed).added.added == 1
    for _ in range(3):
        follow(tmp_path, visitor, feed)
    assert len(site.asked("/never")) == 3
    assert set(stored(tmp_path)) == {site.url("/late")}


def test_items_are_read_in_full_where_that_is_wanted(site: Site, visitor: Visitor, tmp_path: Path) -> None:
    """With ``pages`` the text is that of the page; where that is missing, what the feed says stands."""
    linked = rss(("tag:1", "Harbour", "The council voted.")).replace(
        "<guid>", f"<link>{site.url('/vote')}</link><guid>"
    )
    feed = site.put("/rss", linked)
    follow(tmp_path / "a", visitor, feed, pages=True)
    assert stored(tmp_path / "a")["tag:1"][1] == "Harbour\n\nThe council voted."
    site.put("/vote", PAGE, content_type="text/html")
    follow(tmp_path / "b", visitor, feed, pages=True)
    title, text, day, source = stored(tmp_path / "b")["tag:1"]
    assert "nine hours" in text
    assert (title, day, source) == ("Harbour", "2024-05-06", "feed")


def test_a_page_of_dated_sections_is_read_whole() -> None:
    """It is the one document of its item, whatever its headings are."""
    told = {
        2: "The harbour was closed in the night, since the wind had torn two boats from the quay.",
        3: "Wardens opened it again by noon, when all that lay in the way had been brought ashore.",
        4: "Insurers counted forty hulls with damage, most of them small and none of them lost for good.",
    }
    sections = "".join(f"<h2>{day} May 2024</h2><p>{text}</p>" for day, text in told.items())
    page = f"<html><body><article><h1>Storm</h1>{sections}</article></body></html>"
    entry = Entry(Document(id="tag:1", text="A storm."), "")
    read = page_of(entry, Fetched("https://a.org/storm", 200, body=page.encode()))
    assert isinstance(read, Document)
    assert [text for text in told.values() if text not in read.text] == []


def test_what_is_no_feed_is_named(site: Site, visitor: Visitor, tmp_path: Path) -> None:
    image = site.put("/a", b"\x89PNG\r\n\x1a\n")
    site.put("/map", '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>x</loc></url></urlset>')
    png, plain = follow(tmp_path, visitor, image, site.url("/map")).added.failed
    assert "holds a PNG image: name a feed" in png.error
    assert "a sitemap without news entries" in plain.error


@pytest.mark.parametrize("state", ["{", "[]", '{"seen": 3}', '{"not_before": "soon"}', '{"other": 1}'])
def test_a_state_that_was_tampered_with_is_as_none(state: str) -> None:
    """A received store may hold anything in its place: then the feed is read as if for the first time."""
    assert FeedState.from_json(state) == FeedState()


def test_what_cannot_be_followed_is_said(tmp_path: Path) -> None:
    with timeweave.open(tmp_path) as kb:
        for feeds, every, why in (
            ([], 15, "no feed"),
            (["news.xml"], 15, "no address"),
            (["http://a.example"], 0, "too often"),
        ):
            with pytest.raises(UsageError, match=why):
                kb.follow(feeds, every=dt.timedelta(minutes=every))


def test_what_several_feeds_carry_is_one_story(
    site: Site, visitor: Visitor, clock: SteppedClock, tmp_path: Path
) -> None:
    """Under one id, though each says it in its own frame; nor is it taken for an update later."""
    feeds = [
        site.put(f"/{n}", rss(("tag:agency", "Bridge", f"The bridge is shut. Read on in paper {n}."))) for n in (1, 2)
    ]
    assert follow(tmp_path, visitor, *feeds).added.added == 1
    for _ in range(2):
        clock.sleep(86_400)
        done = follow(tmp_path, visitor, *feeds)
        assert (done.added.replaced, done.unchanged) == (0, 2)

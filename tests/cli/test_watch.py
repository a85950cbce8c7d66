"""`timeweave watch` and `add` of addresses, against a server on this machine."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import run

FEED = b"""<rss version="2.0"><channel><title>Courier</title><item><guid>tag:1</guid><title>Pier</title>
<pubDate>Mon, 06 May 2024 08:00:00 GMT</pubDate><description>The pier of Port Lorne reopened.</description></item>
</channel></rss>"""


@pytest.fixture
def feed() -> Iterator[str]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(404 if self.path == "/robots.txt" else 200)
            self.end_headers()
            self.wfile.write(FEED)

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/feed"
    server.shutdown()
    server.server_close()


def test_a_feed_is_added_and_watched(feed: str, tmp_path: Path) -> None:
    """NE-01: A private host is refused until it is named; with --json each round is a line."""
    refused = run("add", feed, cwd=tmp_path)
    assert refused.status == 1
    assert "name the host with --allow-private 127.0.0.1" in " ".join(refused.err.split())
    assert run("add", feed, cwd=tmp_path).status == 1  # who asks again is not put off
    (tmp_path / "note.txt").write_text("The ferry of Port Lorne sank in May 2024.")
    added = run("add", "note.txt", feed, "--allow-private", "127.0.0.1", "--json", cwd=tmp_path, TIMEWEAVE_KB="other")
    assert (added.status, added.json["added"]) == (0, 2)
    watched = run("watch", feed, "--allow-private", "127.0.0.1", "--rounds", "1", "--json", cwd=tmp_path)
    assert watched.status == 0
    line = json.loads(watched.out.strip())
    assert (line["visited"], line["quiet"], line["added"], line["failed"]) == (0, 0, 0, [])  # it failed just now
    assert line["waiting"] == 1


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("watch", "feed.xml"), "feed 'feed.xml' is no address: give it as https://HOST/PATH"),
        (("watch", "https://a.example/f", "--every", "often"), "--every: 'often' is no duration: say 15m, 2h or 1d"),
        (("watch", "https://a.example/f", "--every", "5s"), "too often for any site: say 1m or more"),
        (("add", "https://a.example/f", "--dry-run"), "--dry-run fetches nothing"),
    ],
)
def test_what_cannot_be_watched_is_said(args: tuple[str, ...], why: str, tmp_path: Path) -> None:
    ran = run(*args, cwd=tmp_path)
    assert ran.status == 2
    assert why in " ".join(ran.err.split())

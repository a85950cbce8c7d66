"""Fetching from a real server: what is refused, how much is taken, how politely."""

from __future__ import annotations

import gzip
import socket
import time

import pytest

from timeweave.errors import FetchError, UsageError
from timeweave.feeds import Visitor
from timeweave.feeds.fetching import Limits
from timeweave.feeds.guard import Guard, checked_feed, is_public

from .conftest import HOST, Reply, Site, SteppedClock


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.20.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("no address", False),
    ],
)
def test_which_addresses_are_public(address: str, public: bool) -> None:
    """Neither those of private networks, nor those that hold one, nor what names this machine or many."""
    assert is_public(address) is public


@pytest.mark.parametrize(
    "url", ["ftp://a.example/x", "https://", "https://me:word@a.example/", "http://a b/", "file:///etc"]
)
def test_what_is_no_address_is_said(url: str) -> None:
    with pytest.raises(UsageError, match="feed"):
        checked_feed(url)


def test_a_private_host_is_refused_unless_named(site: Site, visitor: Visitor) -> None:
    """And nothing was asked of it, not even robots.txt."""
    url = site.put("/a", "x")
    with pytest.raises(FetchError, match=r"no public address: name the host with --allow-private 127\.0\.0\.1"):
        Visitor(Guard()).visit(url)
    assert not site.requests
    assert visitor.visit(url).body == b"x"


def test_a_redirect_to_a_private_host_is_refused(site: Site, clock: SteppedClock) -> None:
    """NE-01: The host that was named may be private, where it leads to may not: each step is looked at."""
    site.put("/a", "", 302, location=f"http://localhost:{site.port}/secret")
    site.put("/secret", "kept")
    with pytest.raises(FetchError, match=r"'localhost' leads to .* no public address"):
        Visitor(Guard((HOST,)), clock=clock).visit(site.url("/a"))
    assert not site.asked("/secret")


def test_a_name_that_resolves_anew_to_a_private_address_gains_nothing(site: Site, clock: SteppedClock) -> None:
    """DNS rebinding: each resolution is checked, and the connection goes to the address that was."""
    answers = iter(["93.184.215.14", "127.0.0.1", "127.0.0.1"])
    connected: list[str] = []

    def resolve(host: str, port: int, **_: object) -> list[object]:
        connected.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), port))]

    guard = Guard(resolve=resolve)
    assert guard.place("http://rebound.example/x").address == "93.184.215.14"
    with pytest.raises(FetchError, match=r"leads to 127\.0\.0\.1"):
        Visitor(guard, clock=clock, limits=Limits(silence=0.2, seconds=0.3)).visit(
            f"http://rebound.example:{site.port}/x"
        )
    assert not site.requests


def test_one_private_address_among_public_ones_is_enough_to_refuse() -> None:
    def resolve(host: str, port: int, **_: object) -> list[object]:
        return [(0, 0, 0, "", (address, port)) for address in ("93.184.215.14", "10.0.0.1")]

    with pytest.raises(FetchError, match=r"10\.0\.0\.1"):
        Guard(resolve=resolve).place("https://mixed.example/")


def test_the_connection_goes_to_the_address_that_was_checked(site: Site, clock: SteppedClock) -> None:
    """The name is not resolved again by what connects, and the server is told the name."""
    site.put("/a", "here")

    def resolve(host: str, port: int, **_: object) -> list[object]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    guard = Guard(("nowhere.invalid",), resolve=resolve)
    assert Visitor(guard, clock=clock).visit(f"http://nowhere.invalid:{site.port}/a").body == b"here"
    assert site.asked("/a")[0]["host"] == f"nowhere.invalid:{site.port}"


def test_redirects_are_followed_and_end(site: Site, visitor: Visitor) -> None:
    """Five of them, to addresses of the web alone: what leads round in a circle, or to a file, is given up."""
    site.put("/a", "", 301, location="/b")
    site.put("/b", "", 307, location=site.url("/c"))
    site.put("/c", "there")
    assert visitor.visit(site.url("/a")).url == site.url("/c")
    site.put("/round", "", 302, location="/round")
    with pytest.raises(FetchError, match="more than 5 times"):
        visitor.visit(site.url("/round"))
    site.put("/file", "", 302, location="file:///etc/passwd")
    with pytest.raises(FetchError, match="no address of the web"):
        visitor.visit(site.url("/file"))


def test_what_is_too_long_is_broken_off(site: Site, visitor: Visitor) -> None:
    """Also where it is packed: fifty kilobytes are the most, however few bytes they come in."""
    site.put("/long", b"x" * 50_001)
    with pytest.raises(FetchError, match="more than 50,000 bytes"):
        visitor.visit(site.url("/long"))
    site.put("/bomb", gzip.compress(b"\0" * 30_000_000), content_encoding="gzip")
    with pytest.raises(FetchError, match="more than 50,000 bytes"):
        visitor.visit(site.url("/bomb"))
    site.put("/packed", gzip.compress(b"plain"), content_encoding="gzip")
    assert visitor.visit(site.url("/packed")).body == b"plain"


def test_what_takes_too_long_is_broken_off(site: Site, visitor: Visitor) -> None:
    """A byte now and then keeps no connection open."""
    site.pages["/slow"] = Reply(b"x" * 1_000, drip=0.1)
    began = time.monotonic()
    with pytest.raises(FetchError, match="took more than 2 seconds"):
        visitor.visit(site.url("/slow"))
    assert time.monotonic() - began < 4


def test_robots_are_honoured(site: Site, visitor: Visitor) -> None:
    """NE-01: Rules for this program before those for all, wildcards, the longest rule; asked for once."""
    site.put(
        "/robots.txt", "User-agent: *\nDisallow: /\n\nUser-agent: timeweave\nDisallow: /*?\nDisallow: /x\nAllow: /x/y\n"
    )
    for path in ("/a", "/x/y"):
        site.put(path, "read")
        assert visitor.visit(site.url(path)).body == b"read"
    for path in ("/a?page=2", "/x/z"):
        with pytest.raises(FetchError, match=r"robots\.txt does not allow it"):
            visitor.visit(site.url(path))
        assert not site.asked(path)
    assert len(site.asked("/robots.txt")) == 1


def test_robots_that_fail_close_the_site_until_tomorrow(site: Site, visitor: Visitor, clock: SteppedClock) -> None:
    site.put("/robots.txt", "", 503)
    site.put("/a", "read")
    with pytest.raises(FetchError, match=r"robots\.txt cannot be read"):
        visitor.visit(site.url("/a"))
    site.put("/robots.txt", "", 404)
    clock.sleep(90_000)
    assert visitor.visit(site.url("/a")).body == b"read"


def test_visits_keep_the_pause_that_a_site_wants(site: Site, visitor: Visitor, clock: SteppedClock) -> None:
    site.put("/robots.txt", "User-agent: *\nCrawl-delay: 7\n")
    for path in ("/a", "/b", "/c"):
        site.put(path, "read")
        visitor.visit(site.url(path))
    assert clock.slept == [7.0, 7.0, 7.0]


def test_a_server_that_wants_fewer_visits_is_told_apart(site: Site, visitor: Visitor) -> None:
    site.put("/a", "", 429, retry_after="120")
    with pytest.raises(FetchError, match="status 429: it wants to be asked again in 120 seconds") as caught:
        visitor.visit(site.url("/a"))
    assert caught.value.retry_after == 120
    site.put("/b", "", 503, retry_after="Tue, 07 May 2024 12:10:00 GMT")
    with pytest.raises(FetchError, match="in 600 seconds"):
        visitor.visit(site.url("/b"))

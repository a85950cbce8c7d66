"""Visits to sites: with what their robots.txt allows, no faster than they like, through redirects that are checked."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from email.utils import parsedate_to_datetime
from urllib.parse import urldefrag, urljoin, urlsplit

from timeweave.addresses import shown
from timeweave.errors import FetchError
from timeweave.feeds.clock import Clock, SystemClock
from timeweave.feeds.fetching import Fetched, Limits, fetch
from timeweave.feeds.guard import Guard
from timeweave.feeds.robots import KEPT, LARGEST, Rules, rules_of

PAUSE = 1.0
"""Seconds between two visits to a host that names none itself; none at hosts of one's own."""

_MOST_REDIRECTS = 5
_MOVED = frozenset((301, 302, 303, 307, 308))
_LONGEST_WAIT = 86_400.0


class Visitor:
    """Asks sites for what they hold, one request at a time; ``robots`` off is for an API that one may ask whatever its
    robots.txt says to crawlers.
    """

    def __init__(
        self,
        guard: Guard | None = None,
        *,
        clock: Clock | None = None,
        limits: Limits | None = None,
        pause: float = PAUSE,
        robots: bool = True,
    ) -> None:
        self.clock = clock or SystemClock()
        self._guard = guard or Guard()
        self._limits = limits or Limits()
        self._pause = pause
        self._heeds_robots = robots
        self._rules: dict[str, Rules] = {}
        self._visited: dict[str, dt.datetime] = {}

    def visit(
        self, url: str, headers: Mapping[str, str] | None = None, *, secret: Mapping[str, str] | None = None
    ) -> Fetched:
        """What ``url`` holds now, or that it has not changed (status 304), wherever it has moved to.

        ``secret`` are headers for the site of ``url`` alone: another that it leads to does not get them.

        Raises:
            FetchError: it cannot be had; with ``retry_after`` where the server says when to come again.
        """
        here = url
        for _ in range(_MOST_REDIRECTS + 1):
            rules = self._rules_for(here)
            if not rules.allows(here):
                why = "the site's robots.txt does not allow it" if rules.parsed else "its robots.txt cannot be read"
                raise FetchError(f"{shown(here)!r} is not visited: {why}")
            self._wait(here, rules.delay)
            own = secret if secret and _site(here) == _site(url) else {}
            fetched = fetch(here, self._guard, self._limits, {**(headers or {}), **own})
            if fetched.status not in _MOVED:
                return self._usable(fetched)
            here = _target(fetched)
        raise FetchError(f"{shown(url)!r} leads from one address to the next, more than {_MOST_REDIRECTS} times")

    def allows_private(self, url: str) -> bool:
        """Whether the host of ``url`` may be on a private network."""
        return self._guard.allows_private(urlsplit(url).hostname or "")

    def _usable(self, fetched: Fetched) -> Fetched:
        if fetched.status in (200, 304):
            return fetched
        wait = _retry_after(fetched.headers.get("retry-after", ""), self.clock.now())
        later = "" if wait is None else f": it wants to be asked again in {wait:g} seconds"
        raise FetchError(f"{shown(fetched.url)!r} answers with status {fetched.status}{later}", retry_after=wait)

    def _rules_for(self, url: str) -> Rules:
        site = _site(url)
        known = self._rules.get(site)
        now = self.clock.now()
        if not self._heeds_robots:
            return Rules(now)
        if known is None or now - known.read > KEPT:
            self._rules[site] = known = rules_of(self._robots(f"{site}/robots.txt"), now)
        return known

    def _robots(self, url: str) -> Fetched | None:
        """robots.txt, through redirects; ``None`` where it cannot be had.

        Raises:
            FetchError: it leads where no request may go.
        """
        here = url
        limits = replace(self._limits, bytes=min(LARGEST, self._limits.bytes))
        for _ in range(_MOST_REDIRECTS + 1):
            self._guard.place(here)
            self._wait(here, 0.0)
            try:
                fetched = fetch(here, self._guard, limits)
            except FetchError:
                return None
            if fetched.status not in _MOVED:
                return fetched
            here = _target(fetched)
        return None

    def _wait(self, url: str, delay: float) -> None:
        host = urlsplit(url).hostname or ""
        pause = max(delay, 0.0 if self._guard.allows_private(host) else self._pause)
        last = self._visited.get(host)
        if last is not None and pause:
            self.clock.sleep(max(0.0, pause - (self.clock.now() - last).total_seconds()))
        self._visited[host] = self.clock.now()


def _site(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _target(fetched: Fetched) -> str:
    to = fetched.headers.get("location", "")
    if not to:
        raise FetchError(f"{shown(fetched.url)!r} has moved and does not say where")
    return urldefrag(urljoin(fetched.url, to)).url


def _retry_after(said: str, now: dt.datetime) -> float | None:
    """Seconds to wait, of a number or a date; none where it is neither."""
    if said.strip().isdecimal():
        return min(float(said), _LONGEST_WAIT)
    try:
        at = parsedate_to_datetime(said)
    except (TypeError, ValueError):
        return None
    at = at if at.tzinfo else at.replace(tzinfo=dt.UTC)
    return min(max((at - now).total_seconds(), 0.0), _LONGEST_WAIT)

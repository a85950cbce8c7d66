"""What a site asks of programs that visit it: robots.txt (RFC 9309), read once a day."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from protego import Protego

from timeweave.feeds.fetching import AGENT, Fetched

LARGEST = 512_000
"""Bytes of a robots.txt that are read: the standard wants 500 KiB at least."""

KEPT = dt.timedelta(hours=24)
"""How long what it says may be kept."""

_LONGEST_DELAY = 60.0


@dataclass(frozen=True, slots=True)
class Rules:
    """What a site's robots.txt says, read at ``read``; without ``parsed`` all or nothing is ``open``."""

    read: dt.datetime
    open: bool = True
    parsed: Protego | None = None

    def allows(self, url: str) -> bool:
        """Whether ``url`` may be visited."""
        return self.open if self.parsed is None else bool(self.parsed.can_fetch(url, AGENT))

    @property
    def delay(self) -> float:
        """The seconds that it wants between two visits; 0 where it says nothing."""
        stated = None if self.parsed is None else self.parsed.crawl_delay(AGENT)
        return min(float(stated or 0.0), _LONGEST_DELAY)


def rules_of(fetched: Fetched | None, now: dt.datetime) -> Rules:
    """What a fetched robots.txt says: where there is none all is open, where the server fails nothing."""
    if fetched is None or fetched.status >= 500 or fetched.status == 429:
        return Rules(now, open=False)
    if fetched.status != 200:
        return Rules(now)
    return Rules(now, parsed=Protego.parse(fetched.body.decode("utf-8", "replace")))

"""What is remembered of a feed between two visits."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace

PREFIX = "feed "
"""What the name of the setting begins with that holds a feed's state; its address follows."""


@dataclass(frozen=True, slots=True)
class FeedState:
    """``etag`` and ``modified`` are handed back to the server; ``seen`` has a digest of each entry that the feed holds;
    ``failures`` counts those in a row, and the feed is not visited before ``not_before``.
    """

    etag: str = ""
    modified: str = ""
    seen: Mapping[str, str] = field(default_factory=dict)
    failures: int = 0
    not_before: str = ""

    @property
    def conditions(self) -> dict[str, str]:
        """The headers that ask for what has changed alone."""
        given = {"If-None-Match": self.etag, "If-Modified-Since": self.modified}
        return {name: value for name, value in given.items() if value}

    def is_due(self, now: dt.datetime) -> bool:
        """Whether the feed may be visited."""
        return not self.not_before or now >= dt.datetime.fromisoformat(self.not_before)

    def failed(self, now: dt.datetime, wait: float) -> FeedState:
        """After a visit that came to nothing: not again for ``wait`` seconds."""
        until = (now + dt.timedelta(seconds=wait)).isoformat()
        return replace(self, failures=self.failures + 1, not_before=until)

    def to_json(self) -> str:
        """As it is stored."""
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True)

    @classmethod
    def from_json(cls, text: str | None) -> FeedState:
        """As it was stored; the first state where nothing usable was."""
        try:
            data = json.loads(text) if text else {}
            made = cls(**data)
            if made.not_before:
                dt.datetime.fromisoformat(made.not_before)
            return made if isinstance(made.seen, dict) else cls()
        except (TypeError, ValueError):
            return cls()

"""What the commands that read feeds share: their options, and which arguments are addresses."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from timeweave.errors import UsageError

if TYPE_CHECKING:
    from timeweave.feeds import Visitor

_WEB = "Web"
_EVERY = re.compile(r"(\d{1,6}) ?(s|m|min|h|d)", re.ASCII)
_UNITS = {"s": 1, "m": 60, "min": 60, "h": 3_600, "d": 86_400}

Pages = Annotated[
    bool, typer.Option("--pages", help="Read the pages that items of feeds link to in full.", rich_help_panel=_WEB)
]
AllowPrivate = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-private", metavar="HOST", help="A host that may be on a private network.", rich_help_panel=_WEB
    ),
]


def feeds_among(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """The addresses of the web among ``arguments``, and the paths."""
    from timeweave.feeds.guard import is_web_address

    feeds = [a for a in arguments if is_web_address(a)]
    return feeds, [a for a in arguments if not is_web_address(a)]


def visitor(private: Sequence[str] | None) -> Visitor:
    """What fetches, on private networks from the hosts ``private`` alone."""
    from timeweave.feeds import Visitor
    from timeweave.feeds.guard import Guard

    return Visitor(Guard(tuple(private or ())))


def duration(text: str) -> dt.timedelta:
    """A duration such as ``15m``, ``2h``, ``1d``.

    Raises:
        UsageError: it is none.
    """
    match = _EVERY.fullmatch(text.strip().casefold())
    if match is None:
        raise UsageError(f"--every: {text!r} is no duration: say 15m, 2h or 1d")
    return dt.timedelta(seconds=int(match[1]) * _UNITS[match[2]])

"""Sections as lines, and lines as fields: what the tasks' data look like."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from timeweave.errors import TemporalError
from timeweave.temporal import Interval

_MARK = re.compile(r"[A-Z]{1,2}\d+")
_WORD = re.compile(r"\w+(?:[.,'’&-]\w+)*")
_COMMON = frozenset(
    re.findall(
        r"\w+",
        "a about all also among an and any are as at be been before after between but by can could did do does during "
        "each every for from had has have how if in into is it its many more most much no not of on only or other our "
        "over say said since so some such than that the their them then there these they this those through to under "
        "until up was we were what when where which while who whom whose why will with within would year years quarter "
        "quarters month months you your",
    )
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of data that can be cited: ``E1 | source | … | text``."""

    mark: str
    fields: tuple[str, ...]
    text: str

    @property
    def period(self) -> Interval | None:
        """The last field before the text, where it is a period."""
        return as_interval(self.fields[-1]) if self.fields else None


def lines(section: str, fields: int) -> Iterator[Line]:
    """The lines of ``section`` that begin with a mark, with ``fields`` fields between it and the text.

    What follows on lines without a mark belongs to the text above.
    """
    pending: Line | None = None
    for row in section.splitlines():
        parts = [part.strip() for part in row.split("|", fields + 1)]
        if len(parts) >= 2 and _MARK.fullmatch(parts[0]):
            if pending is not None:
                yield pending
            pending = Line(parts[0], tuple(parts[1:-1]), parts[-1])
        elif pending is not None and row.strip():
            pending = Line(pending.mark, pending.fields, f"{pending.text} {row.strip()}")
    if pending is not None:
        yield pending


def settings(section: str) -> Mapping[str, str]:
    """Lines ``name: value``."""
    pairs = (row.partition(":") for row in section.splitlines())
    return {name.strip(): value.strip() for name, colon, value in pairs if colon}


def as_interval(text: str) -> Interval | None:
    """``text`` as a period in normal form, if it is one."""
    try:
        return Interval.parse(text)
    except TemporalError:
        return None


def as_day(text: str) -> dt.date | None:
    """The day at the beginning of ``text``, if there is one."""
    try:
        return dt.date.fromisoformat(text.strip()[:10])
    except ValueError:
        return None


def telling_words(text: str) -> frozenset[str]:
    """The words of ``text`` that say what it is about, without plurals and cases."""
    words = (word for word in _WORD.findall(text.casefold()) if len(word) > 1 or word.isdigit())
    return frozenset(_stem(word) for word in words if word not in _COMMON)


def _stem(word: str) -> str:
    word = word.removesuffix("'s").removesuffix("’s")
    if word[-1:].isdigit():
        return word
    for suffix in ("ing", "ed", "es", "s"):
        if word.endswith(suffix) and len(word) - len(suffix) > 2 and not word.endswith("ss"):
            return word.removesuffix(suffix)
    return word

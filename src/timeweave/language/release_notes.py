"""Release notes and changelogs: the version that a heading names, and the day on which it came out.

"## [1.2.0] - 2020-01-14", "0.28.1 (6th December, 2024)", "Atlas 4.2 release notes"; the day may stand on the line
below: "Released 2022-04-28".
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.language.numbering import Number, read_number
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.releasing import CHANGELOG_WORDS, EARLY, NOT_OUT, PARTS, RELEASES
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Granularity

_LONGEST = 100  # characters of a heading
_SHORT = 3  # words of a title that may be a name
_MORE_WORDS = 8  # words of a heading beside name, number and day
_STAGE = rf"(?:[-. ]?(?:{any_of(EARLY)}|release candidate|post|a|b|c)[-. ]?\d*\b)?"
_HEADING = lazily(
    r"^[#=*_\s]*(?:(?P<name>[^\W\d][\w.+#&/@'’-]*(?: (?!v?\d)[\w.+#&/@'’-]+){0,4}?)(?:,|:)? )??"
    rf"(?:(?:{any_of(RELEASES)}|ver\.?|v\.?)(?: |(?=\d)))?"
    rf"\[?(?P<number>v?\d+(?:\.\d+)+{_STAGE})\]?(?P<rest>(?![\w.]).*)$",
    re.IGNORECASE,
)
_YEAR = lazily(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_WORD = lazily(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_PARTS = lazily(r"[\W_]+")
_RELEASED = frozenset({"released", "release", "published"})
_SAYS_OUT = frozenset({"released", "release", "date", "published", "publication", "on", "the", "of"})
_GENERIC = frozenset(CHANGELOG_WORDS)


@dataclass(frozen=True, slots=True)
class Release:
    """A version with the series that its heading names, if it does, and its day, if the heading tells it.

    ``alone`` says that the heading is the version and no more, which may be that of release notes without days; the
    number of a section of a text has its title behind it.
    """

    series: str
    number: Number
    day: dt.date | None
    alone: bool


def release_of(heading: str) -> Release | None:
    """What came out by a heading of release notes; ``None`` where it is none, or says that it is not out."""
    if len(heading) > _LONGEST or not (found := _HEADING.match(heading)):
        return None
    number = read_number(found["number"].strip())
    day, rest = _without_day(found["rest"])
    words = [w.casefold() for w in _WORD.findall(rest)]
    name = _named(found["name"] or "")
    if number is None or len(words) > _MORE_WORDS or not NOT_OUT.isdisjoint(words) or name.casefold().endswith(PARTS):
        return None
    return Release(name, number, day, not words and not name)


def is_bare_release(heading: str) -> bool:
    """Whether a heading is a version without a name, as above each entry of a changelog: "1.2.0 (2020-01-14)"."""
    release = release_of(heading)
    return release is not None and not release.series


def day_of_release(line: str) -> dt.date | None:
    """The day that a line below such a heading tells: "Released 2022-04-28", "Released on May 5 2019, codename Ale"."""
    if len(line) > _LONGEST:
        return None
    day, rest = _without_day(line)
    words = [w.casefold() for w in _WORD.findall(rest)]
    if not words or (words[0] in _RELEASED and len(words) <= _MORE_WORDS and not line.rstrip().endswith(".")):
        return day
    return day if _SAYS_OUT.issuperset(words) else None


def says_unreleased(line: str) -> bool:
    """Whether a line below such a heading says that the version is not out."""
    return any(w.casefold() in NOT_OUT for w in _WORD.findall(line[:_LONGEST])[:1])


def series_named(title: str, path: str) -> str:
    """What a changelog is one of, by its title, else its file's name, else the folder in which it lies.

    Empty where none of them says it: ``Changelog``, ``CHANGES.md``.
    """
    stem, *folders = reversed(path.rsplit(".", 1)[0].split("/"))
    whole = ""
    for told in (title, stem, *folders):
        parts = [p for p in _PARTS.split(told) if p]
        own = " ".join(p for p in parts if p.casefold() not in _GENERIC and not p.isdigit())
        if own and (len(own.split()) < len(parts) or told in folders):
            return own
        if told == title and len(parts) <= _SHORT and release_of(title) is None:
            whole = own
    return whole


def _without_day(text: str) -> tuple[dt.date | None, str]:
    """The one day of ``text`` with its year, and what is left of it."""
    found = [
        e
        for e in find_expressions(text, None)
        if e.interval is not None and e.interval.granularity is Granularity.DAY and e.interval.is_unit
    ]
    days = {e.interval.start for e in found if e.interval is not None and _YEAR.search(e.text)}
    for expression in reversed(found):
        text = text[: expression.start] + text[expression.end :]
    return (days.pop() if len(days) == 1 else None), text


def _named(name: str) -> str:
    """The name of a series without what says that these are its notes: "What's new in Atlas"."""
    words: Sequence[str] = name.split()
    while words and words[0].casefold().strip(":,") in _GENERIC:
        words = words[1:]
    while words and words[-1].casefold().strip(":,") in _GENERIC:
        words = words[:-1]
    return " ".join(words).strip(" ,:")

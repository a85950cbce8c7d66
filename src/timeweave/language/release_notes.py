"""Release notes and changelogs: the versions that headings number, with the days on which they came out.

"## [1.2.0] - 2020-01-14", "0.28.1 (6th December, 2024)", "ferry-core@1.2.0", "Atlas 4.2 release notes"; the day may
stand on the line below: "Released 2022-04-28". A heading that says more ("2.1 Survey of 5 May") is of another text.
"""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from timeweave.language.numbering import Number, read_number
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.releasing import (
    BESIDE_VERSIONS,
    CHANGE_KINDS,
    CHANGELOG_WORDS,
    CHANGELOGS,
    EARLY,
    FOLDERS,
    NOT_OUT,
    PARTS,
    RELEASES,
)
from timeweave.records import is_entry
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Granularity

_LONGEST = 100  # characters of a heading
_MORE_WORDS = 8  # words behind the number, or behind the day of a line below: "Released 2019-05-05, codename Ale"
_SHORT = 3  # words of a title that may be a name, and of a heading that sorts changes
_DATED, _ALONE = 2, 3  # versions that make a text release notes: with their days, or as headings and no more
_IN_ORDER = 0.8  # of neighbouring versions with days, of which the later has the higher number
_STAGE = rf"(?:[-. ]?(?:{any_of(EARLY)}|release candidate|post|a|b|c)[-. ]?\d*\b)?"
_NAMED = r"(?P<name>@?[^\W\d][\w.+#&/'’-]*?(?: (?!v?\d)[\w.+#&/'’-]+?){0,4}?)"
_CALLED = rf"(?P<called>(?:{any_of(RELEASES)}|ver|v)\.? ?(?=\d))"
_HEADING = lazily(
    rf"^[#=*_\s]*\[?(?:{_NAMED}(?:(?:,|:)? |[-@/](?=v?\d)))??{_CALLED}?"
    rf"(?P<number>\d+(?:\.\d+)+{_STAGE}|(?<=[vV])\d+|(?<=[a-z] )\d+{_STAGE})\]?(?P<rest>(?![\w.%]|,\d).*)$",
    re.IGNORECASE,
)
_CALENDAR = lazily(r"((?:19|20)\d\d)\.(\d\d?)\.(\d\d?)")
_DOTTED_DAY = lazily(r"\d\d?\.\d\d?\.(?:19|20)\d\d")
_QUOTED = lazily(r"[\"“‘'][^\"”’']{1,40}[\"”’']|\bcode[- ]?name[sd]?:? [\w '’-]{1,40}", re.IGNORECASE)
_LINK = lazily(r"\]?\([^()\s]*://[^()\s]*\)|https?://\S+")
_NOT_OUT = lazily(rf"\b{any_of(NOT_OUT)}\b|\b[yY]{{4}}\b|[xX?]{{4}}", re.IGNORECASE)
_YEAR = lazily(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_WORD = lazily(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_OF_FOLDERS = lazily(r"v?\d[\d.x]*|\d+\.x", re.IGNORECASE)
_RELEASED = frozenset({"released", "release", "published"})
_SAYS_OUT = _RELEASED | {"date", "publication", "on", "the", "of"}
_GENERIC = frozenset(CHANGELOG_WORDS)
_FOLDERS = _GENERIC | frozenset(FOLDERS)
_SORTING = frozenset(word for forms in CHANGE_KINDS.values() for word in forms)


@dataclass(frozen=True, slots=True)
class Release:
    """A version with the series that its heading names, if it does, and its day, if the heading tells it.

    ``called`` says that the heading calls it a version ("v1.2", "Version 3").
    """

    series: str
    number: Number
    day: dt.date | None
    called: bool = False


def release_of(heading: str) -> Release | None:
    """The version that a heading numbers; ``None`` where it says anything else, or that the version is not out."""
    if len(heading) > _LONGEST and "://" in heading:
        heading = _LINK.sub("", heading)
    if len(heading) > _LONGEST or not (found := _HEADING.match(heading)) or _NOT_OUT.search(heading):
        return None
    number = read_number(found["number"].strip())
    name = _stripped(found["name"] or "")
    if number is None or _DOTTED_DAY.fullmatch(found["number"]) or not _is_name(name):
        return None
    if len(found["rest"].split()) > _MORE_WORDS:
        return None
    day, rest = _without_day(_QUOTED.sub(" ", _LINK.sub(" ", found["rest"])))
    if not BESIDE_VERSIONS.issuperset(w.casefold() for w in _WORD.findall(rest)) or re.search(r"\d", rest):
        return None
    return Release(name, number, day or _of_calendar(found["number"]), found["called"] is not None)


def day_of_release(line: str) -> dt.date | None:
    """The day that a line below such a heading tells: "Released 2022-04-28", "Released on May 5 2019, codename Ale"."""
    if len(line) > _LONGEST:
        return None
    day, rest = _without_day(line)
    words = [w.casefold() for w in _WORD.findall(rest)]
    if not words or (words[0] in _RELEASED and len(words) <= _MORE_WORDS and not line.rstrip().endswith(".")):
        return day
    return day if _SAYS_OUT.issuperset(words) else None


def releases_among(headings: Sequence[str], below: Sequence[str], called: str) -> Mapping[int, Release]:
    """The versions that ``headings`` of a text number, by their places; none where the text is no release notes.

    ``below`` is the line under each, ``called`` are title and path of the text. Release notes are called so, or sort
    what they tell by kinds ("Added"), or call their versions so, or tell days on which higher numbers came later. Of an
    entry of release notes one version is enough.
    """
    found: dict[int, Release] = {}
    for place, (heading, line) in enumerate(zip(headings, below, strict=True)):
        release = release_of(heading)
        if release is not None and not _says_unreleased(line):
            found[place] = release if release.day is not None else replace(release, day=day_of_release(line))
    dated = [r for r in found.values() if r.day is not None]
    signs = (
        _says_changelog(called)
        or any(map(_says_changelog, headings[:1]))
        or any(map(_sorts_changes, headings))
        or 2 * sum(r.called for r in found.values()) > len(found)
    )
    if len(dated) >= (1 if is_entry(called) else _DATED) and (signs or _in_order(dated)):
        return found
    return found if signs and len(found) >= _ALONE else {}


def common_series(releases: Iterable[Release], title: str, path: str) -> str:
    """What a text of release notes is of: what most of its headings say, else its title, file or folder; else empty."""
    named = Counter(r.series for r in releases)
    if not named:
        return ""
    series, count = named.most_common(1)[0]
    return series if series and 2 * count > named.total() else series_named(title, path)


def series_named(title: str, path: str) -> str:
    """What a changelog is one of, by its title, else its file's name, else the folder in which it lies.

    Empty where none of them says it: ``Changelog``, ``CHANGES.md``.
    """
    if _says_changelog(title) and (name := _stripped(title)):
        return name
    stem, *folders = reversed(re.sub(r"^\w+://", "", path).rsplit(".", 1)[0].split("/"))
    own = _stripped(stem, "-_ ")
    if own and own != stem:
        return own
    if title and len(title.split()) <= _SHORT and not _says_changelog(title) and release_of(title) is None:
        return title
    return next((f for f in folders if f and f.casefold() not in _FOLDERS and not _OF_FOLDERS.fullmatch(f)), "")


def _says_changelog(text: str) -> bool:
    return CHANGELOGS.search(text) is not None


def _sorts_changes(heading: str) -> bool:
    words = [w.casefold() for w in _WORD.findall(heading)]
    return 0 < len(words) <= _SHORT and words[0] in _SORTING


def _says_unreleased(line: str) -> bool:
    return len(line) <= _LONGEST and _NOT_OUT.search(line) is not None and _without_day(line)[0] is None


def _in_order(releases: Sequence[Release]) -> bool:
    """Whether of most neighbours the one that came later has the higher number."""
    by_series: dict[str, list[Release]] = {}
    for release in releases:
        by_series.setdefault(release.series, []).append(release)
    pairs = [pair for of_one in by_series.values() for pair in itertools.pairwise(of_one)]
    fits = sum(
        (a.number.key > b.number.key) == (str(a.day) > str(b.day)) for a, b in pairs if a.number.key != b.number.key
    )
    return bool(pairs) and fits >= _IN_ORDER * len(pairs)


def _of_calendar(number: str) -> dt.date | None:
    """The day that a version is called by: "2024.01.15"."""
    found = _CALENDAR.fullmatch(number)
    try:
        return dt.date(*map(int, found.groups())) if found else None
    except ValueError:
        return None


def _without_day(text: str) -> tuple[dt.date | None, str]:
    """The one day of ``text`` with its year, and what is left of it without any time."""
    found = [e for e in find_expressions(text, None) if e.interval is not None]
    days = {
        e.interval.start
        for e in found
        if e.interval is not None
        and e.interval.granularity is Granularity.DAY
        and e.interval.is_unit
        and _YEAR.search(e.text)
    }
    for expression in reversed(found):
        text = text[: expression.start] + text[expression.end :]
    return (days.pop() if len(days) == 1 else None), text


def _is_name(name: str) -> bool:
    """Whether words before a number may name what is released: "Ferry", "ferry-core", "The Night Ferry", and no clause,
    nor a part of a text or plan.
    """
    words = name.split()
    if not words:
        return True
    if words[-1].casefold() in PARTS:
        return False
    return len(words) == 1 or not (words[-1].isalpha() and words[-1].islower())


def _stripped(name: str, between: str = " ") -> str:
    """A name without the words at its ends that say that these are release notes: "What's new in Atlas"."""
    parts = re.split(rf"([{re.escape(between)}]+)", name)  # words, and what stands between them
    while parts and parts[0].casefold().strip(":,") in _GENERIC:
        parts = parts[2:]
    while parts and parts[-1].casefold().strip(":,") in _GENERIC:
        parts = parts[:-2]
    return "".join(parts).strip(" ,:-–—_")

"""Things that are numbered in a series: "Rust 1.31.0", "the third edition of the Atlas", "2023 annual report".

Versions and counts are ordered by `packaging.version`, so that 1.31 is 1.31.0 and 1.12 is not 1.12.1; what is numbered
by a year, quarter or month is ordered by time.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from dataclasses import dataclass

from packaging.version import InvalidVersion, Version

from timeweave.language.names import canonical_key
from timeweave.language.terms import STOP_WORDS
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import MEASURED_BY, MONTHS, ORDINALS, SHORT_MONTHS
from timeweave.lexicon.releasing import EARLY, KINDS, NUMBERED
from timeweave.records import EntityId


class Scheme(enum.StrEnum):
    """What numbers of a series count: places and versions, or periods."""

    NUMBER = "number"
    PERIOD = "period"


_SHORT_STAGES = {"a": "alpha", "b": "beta", "rc": "rc"}
_STAGES = ("nightly", "dev", "alpha", "beta", "preview", "candidate", "rc")


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a series as written, with what orders it; ``early`` is a stage before it is out ("1.0 beta")."""

    text: str
    scheme: Scheme
    key: tuple[int, ...]
    early: bool = False

    @property
    def is_point(self) -> bool:
        """Whether a third or later part is counted: 1.27.1, not 1.27 nor 1.27.0."""
        return self.scheme is Scheme.NUMBER and len(self.key) > 2 and not self.early

    def same(self, other: Number) -> bool:
        """Whether both are one number, however written."""
        return (self.scheme, self.key, self.early) == (other.scheme, other.key, other.early)

    def at_stage(self, stage: str) -> Number:
        """The number at a stage before it is out, which is sorted before it: "alpha", "beta 2"."""
        rank = next((i for i, name in enumerate(_STAGES) if name in stage.casefold()), len(_STAGES))
        place = re.search(r"(?:alpha|beta|rc|candidate|preview)[ .-]?(\d+)", stage, re.IGNORECASE)
        return Number(self.text, self.scheme, (*self.key, -1, rank, int(place[1]) if place else 0), early=True)

    def is_point_of(self, other: Number) -> bool:
        """Whether this is a point release of ``other``."""
        width = max(len(other.key), 2)
        padded = (*other.key, *(0,) * (width - len(other.key)))
        return len(self.key) > width and self.key[:width] == padded


@dataclass(frozen=True, slots=True)
class Thing:
    """What is published: its name, the series that it belongs to, and its number there, if it has one.

    ``family`` is the key of the series; empty where the thing stands alone. ``start`` and ``end`` are its place.
    """

    name: str
    family: EntityId
    number: Number | None
    start: int
    end: int
    series: str = ""


_EARLY = rf"(?i:{any_of(EARLY)})"
_DOTTED = r"\d+(?:\.\d+)+"
_STAGE = rf"(?:[ .-]?(?:{_EARLY}|release candidate)(?:[ .-]?\d+)?\b)?"
_VERSION = rf"(?:[vV]\.? ?)?(?:{_DOTTED}|\d{{1,4}})(?![\d%])(?!\.\d){_STAGE}"
_ORDINAL = rf"(?:{any_of(ORDINALS)}|\d{{1,3}}(?:st|nd|rd|th))"
_YEAR = r"(?:19|20)\d\d"
_MONTH = any_of(month.capitalize() for month in MONTHS)
_QUARTER = rf"(?:Q[1-4][ /-]?{_YEAR}|{_YEAR}[ /-]?Q[1-4]|(?:first|second|third|fourth) quarter(?: of)? {_YEAR})"
_PERIOD = rf"(?:{_QUARTER}|{_MONTH} {_YEAR}|{_YEAR}(?:[-/–]\d\d(?:\d\d)?)?)"
_COUNTED = any_of(NUMBERED)
_KIND = any_of(KINDS)
_WORD = r"(?:[A-Z][\w+#'’&/-]*\+*|[a-z]+[A-Z]\w*|[A-Z]\.)"
_NAME = rf"{_WORD}(?: (?:(?:of|the|for|de|&|in|and|on) (?:the )?)?{_WORD}){{0,6}}"
_LOWER = r"(?<![\w-])[a-z][\w]*(?:-\w+)*"
_MORE = rf"(?P<more>(?:,? \(?(?:and|&) {_DOTTED}(?! ?{_EARLY})\b\)?)?)"

_PATTERNS = tuple(
    lazily(pattern)
    for pattern in (
        # "version of Rust, 1.31.0", "Rust release of the year, 1.6", "1.0 release of Rust"
        rf"(?P<name>{_NAME}) (?:release|version)(?: of the year)?,? (?P<number>[vV]?{_DOTTED}{_STAGE})",
        rf"\b(?:versions?|releases?|editions?|updates?) (?:of|to|for) (?:the )?(?P<name>{_NAME}|{_LOWER})(?:,|:)? "
        rf"(?P<number>[vV]?{_DOTTED}{_STAGE}){_MORE}",
        rf"\b(?P<number>{_DOTTED}{_STAGE}) (?:release|version) of (?:the )?(?P<name>{_NAME})",
        # "version 3 of the Atlas", "the third season of Harbour Lights", "Harbour Lights, season 3"
        rf"\b(?i:{_COUNTED}) (?P<number>{_VERSION}) of (?:the )?[\"“‘']?(?P<name>{_NAME})",
        rf"\b(?P<number>(?i:{_ORDINAL})) (?:\w+ )?(?P<counted>(?i:{_COUNTED})) of (?:the |our )?"
        rf"[\"“‘']?(?P<name>{_NAME})",
        rf"(?P<name>{_NAME})[\"”’']?[,:]? (?:the )?(?P<number>(?i:{_ORDINAL})) (?P<counted>(?i:{_COUNTED}))\b",
        rf"(?P<name>{_NAME})[\"”’']?[,:]? (?P<counted>(?i:{_COUNTED})) (?P<number>{_VERSION})",
        # "annual report 2023", "2023 annual report", "Labour Market Bulletin, Q2 2024"
        rf"(?P<number>{_PERIOD}) (?P<name>(?:(?!(?i:edition|version)\b)[\w-]+ ){{0,4}}(?i:{_KIND})s?)\b(?! {_YEAR})",
        rf"(?P<name>(?:{_NAME} )?(?i:{_KIND}))s?(?:,| for(?: the)?| of)? (?P<number>{_PERIOD})\b",
        rf"(?P<number>{_YEAR}) (?P<counted>edition|issue) of (?:the )?(?P<name>{_NAME})",
        # "Rust 1.31.0 and 1.31.1", "rustup 1.18.1"
        rf"(?P<name>{_NAME})[,:]? (?P<number>{_VERSION}){_MORE}",
        rf"(?P<name>{_LOWER}) (?P<number>[vV]?{_DOTTED}{_STAGE}){_MORE}",
    )
)
_NO_NAMES = STOP_WORDS.union(
    NUMBERED,
    (f"{word}s" for word in NUMBERED),
    MONTHS,
    SHORT_MONTHS,
    "hello today around nearly over only until since along alongside including plus versus via per within".split(),  # noqa: SIM905
)
_LEADING = lazily(
    r"^(?:(?:(?:commits|changes|fixes|features|highlights|notes) (?:in|of|for|since)|announcing|introducing|launching"
    r"|presenting|unveiling|releasing|the|our|its|their|her|his|a|an|new|latest|today|hello|meet)\s+)+",
    re.IGNORECASE,
)
_SINGLE = {f"{re.sub('y$', 'ie', kind)}s": kind for kind in KINDS}
_MONTH_NUMBERS = {month: number for number, month in enumerate(MONTHS, 1)}
_NAMED_MONTH = lazily(rf"^(?i:{any_of(MONTHS)})\b")
_MEASURED = lazily(rf"\s*(?:%|{any_of(MEASURED_BY)}\b)", re.IGNORECASE)
_STAGE_WORD = lazily(rf"(?:{_EARLY}|release candidate)", re.IGNORECASE)


def read_number(text: str) -> Number | None:
    """The number that ``text`` writes; ``None`` where it is none."""
    plain = text.strip().casefold()
    if plain in ORDINALS:
        return Number(text, Scheme.NUMBER, (ORDINALS[plain],))
    if counted := re.fullmatch(r"(\d+)(?:st|nd|rd|th)", plain):
        return Number(text, Scheme.NUMBER, (int(counted[1]),))
    year = re.search(rf"\b{_YEAR}", text)
    if year and re.fullmatch(_PERIOD, text, re.IGNORECASE):
        return Number(text, Scheme.PERIOD, (int(year[0]), *_part_of_year(plain)))
    early = _STAGE_WORD.search(plain) is not None
    bare = re.sub(r"[ .-]*(?:nightly|preview|candidate|release candidate|pre-?release|dev).*$", "", plain)
    try:
        version = Version(re.sub(r"\s+", "", bare))
    except InvalidVersion:
        return None
    number = Number(text, Scheme.NUMBER, _trimmed(version.release))
    if not early and version.pre is not None:  # "2.0b1"
        return number.at_stage(f"{_SHORT_STAGES[version.pre[0]]} {version.pre[1]}")
    return number.at_stage(plain) if early else number


def things_in(text: str) -> Iterator[Thing]:
    """The numbered things that ``text`` names, in order, none inside another."""
    taken: list[tuple[int, int]] = []
    found: list[Thing] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            new = list(_numbered(match))
            if new:
                taken.append(match.span())
                found += new
    yield from sorted(found, key=lambda thing: thing.start)


def family_key(name: str) -> EntityId:
    """The key of a series by its name; a plural is the series of the single thing: "annual reports"."""
    key = canonical_key(_LEADING.sub("", name.strip()))
    rest, _, last = key.rpartition(" ")
    single = _SINGLE.get(last, last)
    return EntityId(f"{rest} {single}".strip())


def _numbered(match: re.Match[str]) -> Iterator[Thing]:
    name = _LEADING.sub("", match["name"]).strip(" ,:'’")
    number = read_number(match["number"])
    if number is None or not name or name.casefold() in _NO_NAMES or _MEASURED.match(match.string, match.end("number")):
        return
    if name.islower() and name.endswith("ing"):  # "paying 8.50"
        return
    fields = match.groupdict()
    if number.scheme is Scheme.NUMBER and _NAMED_MONTH.match(name):
        return
    family = family_key(name)
    counted = fields.get("counted") or ""
    written = number.text.strip()
    shown = _shown(name, written, counted)
    yield Thing(shown, family, number, match.start(), match.end(), name)
    for more in re.findall(_DOTTED, fields.get("more") or ""):
        second = read_number(more)
        if second is not None:
            yield Thing(f"{name} {more}", family, second, match.start(), match.end(), name)


def _shown(name: str, number: str, counted: str) -> str:
    """A thing in words: "Harbour Lights, season 3", "Halden Atlas, third edition"."""
    if not counted:
        return f"{name} {number}"
    placed = number[0].isalpha() or number[-1].isalpha()
    return f"{name}, {number} {counted}" if placed else f"{name}, {counted} {number}"


def _trimmed(release: tuple[int, ...]) -> tuple[int, ...]:
    kept = list(release)
    while len(kept) > 1 and kept[-1] == 0:
        kept.pop()
    return tuple(kept)


def _part_of_year(text: str) -> tuple[int, ...]:
    """What orders a quarter or a month within its year: the month in which it ends."""
    if quarter := re.search(r"q([1-4])", text):
        return (3 * int(quarter[1]),)
    if place := re.match(r"(\w+) quarter", text):
        return (3 * ORDINALS[place[1]],)
    named = _NAMED_MONTH.match(text)
    return (_MONTH_NUMBERS[named[0].casefold()],) if named else ()

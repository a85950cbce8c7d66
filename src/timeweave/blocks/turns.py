"""The shapes in which conversations are written down, and the turns that a text has in each.

A shape is an expression for the head of a turn: who speaks and, in most, when; the words follow up to the next head.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from timeweave.lexicon.families import words
from timeweave.lexicon.speaking import ADDRESS, CONTRIBUTING, CONTRIBUTIONS, NO_SPEAKERS, PARTS

_CLOCK = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\.\d{1,3})?(?:[ \u00a0\u202f]?[AaPp]\.?[Mm]\.?)?"
_DAY = (
    r"(?:\d{4}-\d{2}-\d{2}|\d{1,4}[./]\d{1,2}[./]\d{2,4}|\d{1,2}-[A-Z][a-z]{2}-\d{2,4}|(?:[A-Z][a-z]{2,8},? )?"
    r"(?:\d{1,2}\.? [A-Z][a-z]{2,8}|[A-Z][a-z]{2,8}\.? \d{1,2})(?:,? \d{4})?|[Tt]oday|[Yy]esterday)"
)
_MOMENT = rf"(?:{_DAY}(?:,|T| at)?[ \u00a0]?)?{_CLOCK}(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d))?"
_NAME = r"[^\W\d_][^:\n\[\]<>|*#`\"“”?!;/\\()]{0,59}?"
_ASIDE = r"(?:[ ]?\((?P<aside>[^()\n:]{1,60})\))?"
_WORD_IN_CAPITALS = r"[A-Z][A-Z0-9'’.-]*"
_TITLE = rf"(?:{'|'.join(ADDRESS)})"
_GAP = r"[ \t]*"
_STANDING = r"[ @+%&~!]?"  # before a nickname: who may do what in a channel
_DRESS = r"(?:<[^<>\n]{1,200}>|[ \t*_`#~,()\[\]|•·–—-]){0,12}"  # what Markdown and HTML put around a name or a time
_ACTS = r"\*{1,3}[ \t]+"  # before a nickname: "* ann waves"
_LONGEST_NAME = 6  # words
_PARTICLES = frozenset(words("van von de der den da di du del la le bin al of"))  # within a name


@dataclass(frozen=True, slots=True)
class Shape:
    """``head`` finds the start of a turn; ``runs_on`` says that a turn may have paragraphs after its first,
    ``is_marked`` that the head is nothing that plain prose or a list of fields would have, ``is_named`` that what looks
    like no name is none: headings have moments beside them, too.
    """

    head: re.Pattern[str]
    runs_on: bool = False
    is_marked: bool = False
    is_named: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn's head from ``start`` of the text, the name of its speaker at ``name``, and where its words begin."""

    start: int
    name: int
    speaker: str
    words: int
    moment: str
    aside: str


def _shape(head: str, *, runs_on: bool = False, is_marked: bool = False, is_named: bool = False) -> Shape:
    return Shape(re.compile(head, re.MULTILINE), runs_on, is_marked, is_named)


_HEAD = (
    rf"^{_GAP}(?:\[(?P<moment>{_MOMENT})\]|\((?P<moment2>{_MOMENT})\)|(?P<moment3>{_MOMENT})(?:{_GAP}[-–—|])?)[ \t]+"
)
_NICKNAME = rf"<{_STANDING}(?P<handle>\w[^<>\n]{{0,40}})>|{_ACTS}(?P<actor>\w[^\s<>:*]{{0,40}})(?=[ \t])"
_STAMPED = _shape(rf"{_HEAD}(?:{_NICKNAME}|(?P<speaker>{_NAME}){_ASIDE}:(?=\s)){_GAP}", is_marked=True)
_STAMPED_AFTER = _shape(
    rf"^{_GAP}(?P<speaker>{_NAME}){_GAP}[\[(](?P<moment>{_MOMENT})[\])]{_GAP}:(?=\s){_GAP}", is_marked=True
)
_CAPTION = _shape(
    rf"^{_GAP}(?:(?P<speaker>{_NAME})(?:[ \t]+(?:[-–—|•·]{_GAP})?|{_GAP},{_GAP})[\[(]?(?P<moment>{_MOMENT})[\])]?"
    rf"|[\[(](?P<moment2>{_MOMENT})[\])][ \t]+(?P<speaker2>{_NAME})(?:#\d{{4}})?){_GAP}:?{_GAP}\n\s*(?=\S)",
    runs_on=True,
    is_marked=True,
)
_STRONG = _shape(
    rf"^{_GAP}(?P<mark>\*\*|__)(?P<speaker>{_NAME}){_ASIDE}{_GAP}(?::(?P=mark)|(?P=mark)"
    rf"(?:[ ]?[\[(](?P<moment>{_MOMENT})[\])])?[ ]?:)(?=\s){_GAP}",
    runs_on=True,
    is_marked=True,
)
_BELOW = rf"{_DRESS}:?{_DRESS}\n\s*(?:> )?(?:<[^<>\n]{{1,200}}>\s*)?(?=\S)"
_REPLY = r"(?:[ >↳→└╰─]|&nbsp;){0,12}"  # before what answers a message above
_MARKS_FIRST = rf"^{_REPLY}(?=#{{1,6}} |\*\*|__|<[a-zA-Z])"
_DRESSED = _shape(
    rf"{_MARKS_FIRST}{_DRESS}(?P<speaker>{_NAME})[*_]{{0,3}}(?=[ \t<,(\[–—-]){_DRESS}(?P<moment>{_MOMENT}){_BELOW}",
    runs_on=True,
    is_marked=True,
    is_named=True,
)
_TIME_FIRST = _shape(
    rf"^[ ]{{0,3}}(?:[-*+] )?{_DRESS}(?P<moment>{_MOMENT}){_DRESS}(?P<mark>\*\*|__)(?P<speaker>{_NAME}):?(?P=mark)"
    rf":?(?=\s){_GAP}",
    runs_on=True,
    is_marked=True,
    is_named=True,
)
_CONTRIBUTED = _shape(
    rf"^[ ]{{0,3}}{_DRESS}@?(?:(?P<speaker>{_NAME})(?:[*_]{{2}})? (?:{'|'.join(CONTRIBUTING)})"
    rf"|(?:{'|'.join(w.title() for w in CONTRIBUTIONS)}) (?:by|from) (?:\*\*)?@?(?P<speaker2>{_NAME})(?:\*\*)?)"
    rf"(?: |, )(?:on |at )?{_DRESS}(?P<moment>{_MOMENT}|{_DAY}){_BELOW}",
    runs_on=True,
    is_marked=True,
    is_named=True,
)
_PART = _shape(rf"{_MARKS_FIRST}{_DRESS}(?P<speaker>(?i:{'|'.join(PARTS)})){_BELOW}", runs_on=True)
_OVER_TIME = _shape(
    rf"^{_GAP}(?P<speaker>{_NAME}){_GAP}\n{_GAP}[\[(]?(?P<moment>{_MOMENT})[\])]?{_GAP}\n\s*(?=\S)",
    runs_on=True,
    is_marked=True,
    is_named=True,
)
_CAPITALS = _shape(
    rf"^{_GAP}(?:\d{{1,2}}[ \t]+)?"
    rf"(?P<speaker>(?:{_TITLE.upper()}\.? )?{_WORD_IN_CAPITALS}(?: {_WORD_IN_CAPITALS}){{0,4}}){_ASIDE}:(?=\s){_GAP}",
    runs_on=True,
)
_RECORD = _shape(
    rf"^{_GAP}(?P<speaker>{_TITLE.title()}\.? {_WORD_IN_CAPITALS}(?: {_WORD_IN_CAPITALS})?)"
    rf"(?: of [A-Z][a-z]+(?: [A-Z][a-z]+)?)?\.(?=\s){_GAP}",
    runs_on=True,
    is_marked=True,
)
_STAMP = rf"(?:\[(?P<moment>\d[^\]\n]{{3,40}})\]{_GAP})?"
_LABEL = _shape(rf"^{_GAP}{_STAMP}(?P<speaker>{_NAME}){_ASIDE}:(?=\s){_GAP}")
_INTERVIEW = _shape(rf"^{_GAP}(?P<speaker>{_NAME}){_ASIDE}:(?=\s){_GAP}", runs_on=True)

MARKED_UP = (_STRONG, _DRESSED, _TIME_FIRST, _CONTRIBUTED, _PART)
"""The shapes that conversations have in Markdown: the speaker in strong words, or marked with the time, above what was
said.
"""
SHAPES = (_STAMPED, _STAMPED_AFTER, _CAPTION, _OVER_TIME, *MARKED_UP, _RECORD, _CAPITALS, _LABEL, _INTERVIEW)
NOTICE = re.compile(rf"\n{_GAP}[\[(]?{_MOMENT}[\])]?[ \t]+(?:-!-|=!=|\*{{3}}|<?--+>?|[ℹ→←⇐⇒•])[ \t][^\n]*")
"""What a server says between the turns of a log: who came, left, and is called otherwise."""
_BY_NICKNAME = _shape(rf"{_HEAD}(?:{_NICKNAME}){_GAP}", is_marked=True)
_IN_BRACKETS = _shape(
    rf"^{_GAP}\[(?P<moment>{_MOMENT})\][ \t]+(?P<speaker>{_NAME}){_ASIDE}:(?=\s){_GAP}", is_marked=True
)
LOGS = (_BY_NICKNAME, _IN_BRACKETS, _STAMPED_AFTER)
"""The shapes of logs that a page may quote, a line a turn: a time and a name alone head the rows of a timetable too."""


def turns(text: str, shape: Shape) -> Sequence[Turn]:
    """The turns of ``text`` in one shape."""
    return list(_turns(text, shape))


def _turns(text: str, shape: Shape) -> Iterator[Turn]:
    for match in shape.head.finditer(text):
        found = match.groupdict()
        group = next(g for g in ("speaker", "speaker2", "handle", "actor") if found.get(g))
        moment = next((found[g] for g in ("moment", "moment2", "moment3") if found.get(g)), "") or ""
        speaker = match[group].strip(" \t,-–—•·")
        if speaker and len(speaker.split()) <= _LONGEST_NAME and (not shape.is_named or _is_name(speaker)):
            yield Turn(match.start(), match.start(group), speaker, match.end(), moment, found.get("aside") or "")


def _is_name(label: str) -> bool:
    """Whether a label looks like a name: one word that heads nothing, or several that all begin with capitals."""
    first, *others = label.split()
    if not others:
        return first.casefold() not in NO_SPEAKERS
    return all(word[0].isupper() or word in _PARTICLES or not word[0].isalpha() for word in (first, *others))

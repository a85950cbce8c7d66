"""Who was at a meeting, who was not, who led it and who took its minutes, as facts of the day on which it was.

The meeting is called as the title of its minutes calls it: "ann lee: attended Council meeting [2024-08-30]".
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from timeweave.extraction.facts import make_fact
from timeweave.extraction.relations.rolls import Listed, rolls
from timeweave.extraction.statements import Draft, Drafts, FoundFact
from timeweave.extraction.times.anchors import Anchors
from timeweave.language.dictionary import is_word
from timeweave.language.names import canonical_key
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.meetings import A_MEETING, ABSENT, GATHERINGS, PARTS, PRESENT
from timeweave.lexicon.states import BODIES_AT_LARGE
from timeweave.records import Block, BlockKind, Document, EntityId, Fact, Span
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import MAX_YEAR, Granularity, Interval

if TYPE_CHECKING:
    from timeweave.language.mentions import Names

LISTED = 0.9  # confidence of a name in a roll

_MOST_WORDS = 8  # of what a meeting is called
_WORD = lazily(r"[^\W\d_][\w'’-]*")
_ISO = lazily(r"[(\[]?\b\d{4}([-/. ])\d{1,2}\1\d{1,2}\b[)\]]?")
_OF_FORMS = lazily(r"\b(?:date|time|info|details|links)\b", re.I)  # what a form has for headings
_APART = lazily(r"\s*(?:[;|:,]|\s[–—-](?:\s|$)|\(\s*\))\s*")
_NUMERAL = lazily(r"#?\d+(?:st|nd|rd|th)?|week-of")
_OF_MINUTES = lazily(
    r"\b(?:(?:draft|approved|raw)\s+)?(?:minutes|notes|agenda|summary|doc)\b(?: (?:of|for|from)(?: the)?\b)?",
    re.I,
)
_CALLED_OFF = lazily(r"\b(?:cancell?ed|postponed|called off)\b", re.I)
_OF_ROLLS = frozenset((*PRESENT, *ABSENT)) - {"participant", "participants", "participated", "missing"}
_MET = frozenset((*GATHERINGS, *(f"{word}s" for word in GATHERINGS), "telcon", "telcons", "telecon", "f2f", "standup"))
_BODIES = frozenset((*BODIES_AT_LARGE, "wg", "tag", "sig"))


def add_attendance(
    document: Document, blocks: Sequence[tuple[int, Block, Span]], names: Names, anchors: Anchors, drafts: list[Draft]
) -> None:
    """Give ``drafts`` who attended, missed, led and minuted the meeting that ``document`` tells of.

    ``blocks`` have their index and their place in the text that is read. Nothing is added where the document is not
    of a meeting by its title, path or headings, where the meeting was called off, or no day is told.
    """
    headings = [document.text[s.start : s.end] for _, b, s in blocks if b.kind is BlockKind.HEADING]
    listed = list(rolls(document.text, blocks))
    first = min((person.span.start for _, person in listed), default=0)
    above = [document.text[s.start : s.end] for _, b, s in blocks if b.kind is BlockKind.HEADING and s.end <= first]
    meeting = _called(document.title, headings, above, document.id)
    if not meeting or _CALLED_OFF.search(" ".join((document.title, *headings[:1]))):
        return
    is_dated = document.date is not None and document.date_precision is Granularity.DAY
    placed = Drafts(drafts)
    told: set[tuple[str, str, str]] = set()
    for part, person in listed:
        if not _is_somebody(person, names, document.title):
            continue
        day = _day(person.span.start, anchors)
        if day is None or day.year > MAX_YEAR or not (is_dated or anchors.is_entry(person.span.start)):
            continue
        entity = _entity(person, names)
        key = (str(entity), part.relation, str(day))
        if key in told:
            continue
        told.add(key)
        marks = (("as", part.guise),) if part.guise else ()
        fact = make_fact(
            entity, part.relation, meeting, object_is_entity=False, valid=Interval.day(day), qualifiers=marks
        )
        draft = placed.covering(person.span, person.line, Interval.day(day))
        draft.facts.append(FoundFact(fact, person.span, LISTED))
        draft.named += ((entity, person.name, "PERSON"),)
        draft.entities = tuple(dict.fromkeys([*draft.entities, entity]))


def is_attendance(fact: Fact) -> bool:
    """Whether a fact tells what somebody had to do with a meeting on its day, as rolls do: not with a premiere."""
    of_a_day = fact.valid is not None and fact.valid.days == 1
    is_part = fact.relation in PARTS and not fact.object_is_entity and of_a_day
    return is_part and not _MET.isdisjoint(_WORD.findall(fact.object.casefold()))


def _day(at: int, anchors: Anchors) -> dt.date | None:
    """The day of the meeting that a place of its minutes is of: that of the heading above, where it has one; ``None``
    where that is still to come, as of the next meeting.
    """
    day, section = anchors.date(at), anchors.section(at)
    if section is None or section.days != 1 or section.start is None:
        return day
    return section.start if day is None or section.start <= day else None


def _is_somebody(person: Listed, names: Names, title: str) -> bool:
    """Whether a name in a list is somebody's: not that of the place or body of the title, nor words alone that the text
    does not know as a person ("Neighbourhood Planning").
    """
    if re.search(rf"(?<!\w){re.escape(person.name)}(?!\w)", title):
        return False
    parts = person.name.casefold().split()
    if (len(parts) == 1 and not person.alone) or not all(is_word(part.strip(".'’")) for part in parts):
        return True
    return any(m.type == "PERSON" for m in names.within(person.span))


def _entity(person: Listed, names: Names) -> EntityId:
    """Whom the document means by a name and how it is addressed, as resolved there; else who is called so."""
    near = names.within(Span(person.line.start, person.span.end))
    ends_so = (m for m in near if m.span.end == person.span.end and m.span.start <= person.span.start)
    mention = next((m for m in ends_so if m.surface.endswith(person.name)), None)
    return canonical_key(person.name) if mention is None else mention.entity


def _called(title: str, headings: Sequence[str], above: Sequence[str], identity: str) -> str:
    """What a meeting is called by the title of its minutes or the first of the headings ``above`` who was there,
    without its day and number; empty where it is none.
    """
    where = set(_WORD.findall(f"{title} {' '.join(headings)} {re.sub(r'[_/-]', ' ', identity)}".casefold()))
    if not where & (_MET | _OF_ROLLS):
        return ""
    for name in (title, *(heading for heading in above[:1] if not _OF_FORMS.search(heading))):
        for part in _APART.split(_OF_MINUTES.sub(" ", _without_days(name))):
            plain = " ".join(part.split()).strip(" .()[]-–—")
            said = set(_WORD.findall(plain.casefold()))
            if said & (_MET | _BODIES) and len(plain.split()) <= _MOST_WORDS:
                named = plain if said & _MET else f"{plain} meeting"
                return A_MEETING if named.casefold() == A_MEETING else named
    return A_MEETING


def _without_days(title: str) -> str:
    """A title without its days and what it numbers."""
    shown = _ISO.sub(" ", re.sub(r"[*_`]", " ", title))
    kept = list(shown)
    for expression in find_expressions(shown, None):
        if not any(c.isdigit() for c in expression.text):  # "monthly"
            continue
        kept[expression.start : expression.end] = " " * (expression.end - expression.start)
    words = [word for word in "".join(kept).split() if not _NUMERAL.fullmatch(word.strip(",.:()"))]
    while words and words[-1].casefold().strip(",") in ("on", "of", "held", "from", "for", "the", "at"):
        words.pop()
    return " ".join(words)

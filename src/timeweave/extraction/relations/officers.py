"""Who holds which office by a line that says nothing else: bylines, lists of officers, those present and what they are.

"By Ann Lee, Head of Delivery and Bo Ek, Policy Advisor", "Treasurer: Ann Lee", "Ann Lee - Vice President of Acme".
Those who were at a meeting stand among others who hold no office: "Present: Ann Lee (Chair), Bo Ek".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from timeweave.extraction.relations.groups import Named, Surroundings
from timeweave.extraction.relations.offices import offices, spelled
from timeweave.language.dictionary import is_word
from timeweave.language.job_titles import is_job_title
from timeweave.language.name_types import ends_as_a_body
from timeweave.language.names import canonical_key
from timeweave.language.proper_nouns import is_not_a_name
from timeweave.lexicon.families import any_of, matching
from timeweave.lexicon.meetings import HOW_THERE
from timeweave.lexicon.name_parts import HONORIFICS
from timeweave.lexicon.offices import CANDIDACIES, HELD_AS, NO_LONGER, NO_TITLE, OF_COMMITTEES
from timeweave.lexicon.states import BODIES_AT_LARGE

_CAPITAL = r"(?:[A-Z\u00c0-\u00de\u0100-\u024f][\w’'.-]*)"
_PARTICLE = r"(?:(?:van|von|de|der|den|da|di|du|del|la|le|bin|al) )?"
FULL_NAME = rf"{_CAPITAL}(?: {_PARTICLE}{_CAPITAL}){{1,3}}"
"""A regular expression for the name of a person: two to four words with capitals."""
_KNOWN = rf"{_CAPITAL}(?: {_PARTICLE}{_CAPITAL}){{0,3}}"  # whom the text may have named before: "Ann"
_AND = r"(?:; |,? and |,? & )"
_NAMES, _ALL_KNOWN = (rf"{name}(?:(?:, |{_AND}){name}){{0,20}}" for name in (FULL_NAME, _KNOWN))
_CALLED = rf"(?!(?i:{any_of(NO_TITLE, NO_LONGER)})\b)[\w.'’_-]{{2,24}}"
# "(acting)", "(AL)", "(annie)"
_BESIDE = rf"(?: \((?:(?i:{any_of(HELD_AS)})\b[^()\d]{{0,60}}|[A-Z]{{1,4}}|{_CALLED})\)\.?)"
_LABELLED = re.compile(
    r"\|? ?(?P<office>(?:[A-Z]\w{1,6}\. )?[^:;,.()–—|]{2,60}?)(?:: (?:[-–] )?| [-–—] | ?\| ?)"
    rf"(?P<names>{_NAMES}|(?<=: ){_ALL_KNOWN}){_BESIDE}? ?\|?"
)
_EACH, _EACH_KNOWN = re.compile(FULL_NAME), re.compile(_KNOWN)
_BEFORE = re.compile(
    r"(?:written )?by |(?:those )?(?:present|attend(?:ees|ing|ance)|in attendance|officers|participants): ",
    re.IGNORECASE,
)
_COMMITTEE = rf"(?i:(?:vice[ -])?{any_of(OF_COMMITTEES)})"
_SET_OFF = re.compile(
    rf"(?P<name>{FULL_NAME})(?:(?:,| ?[-–—]|:) (?P<office>[^;,()]{{2,80}}?)| \((?P<aside>[^()]{{2,80}})\)"
    rf"|[-–—](?P<joined>{_COMMITTEE}))"
    rf"(?:(?:,| at| for| with) (?:the )?(?P<body>[A-Z][^;,()]{{1,60}}?))?(?={_AND}{_CAPITAL}|, {_CAPITAL}|$)"
)
_ATTENDING = re.compile(  # as a line begins, or in capitals
    r"(?:^\W*(?:\d{1,2}\W+)?(?i:(?:those |also |members |councillors )?(?:present|attending|attendance|in attendance"
    r"|attendees|apologies(?: for absence)?))|\b(?:PRESENT|ATTENDING|ATTENDANCE))(?: \([^()]{1,40}\))?:[ –-]*"
)
_HOW_THERE = re.compile(rf" \((?:(?:{any_of(HOW_THERE)})\b|(?:from|until|by|at) \d)[^()]{{0,60}}\)$", re.IGNORECASE)
_GUESTS = re.compile(r"\b(?:guests?|visitors?|observers?|also (?:present|attending|in attendance))\b", re.IGNORECASE)
_OF_OTHERS = re.compile(  # behind an office: it is that of the body named there
    rf",? (?:of|from|for|at) |, (?:the )?(?:[A-Z][\w’'-]* ){{0,5}}(?i:{any_of(BODIES_AT_LARGE)})\b(?! [a-z])"
)
_ADDRESSED = rf"(?:(?:{any_of(HONORIFICS, ('Rev', 'Sir', 'Dame'))})\b\.? )*"
_THERE = re.compile(
    rf"(?<![\w(]){_ADDRESSED}(?P<name>(?:[A-Z]\.? ){{0,3}}{_CAPITAL}(?: {_PARTICLE}{_CAPITAL}){{0,3}})"
    r"(?: \([A-Z]{1,4}\))?"
    r"(?: \((?P<aside>[A-Za-z -]{2,40})\)| [–-] (?P<office>[A-Za-z -]{2,40}?)(?=[,;.(]|$| and ))"
)
_TWO_NAMES = 4  # words of two people
_CANDIDACY = matching(CANDIDACIES)
_LONGEST = 400  # characters of a line that says nothing else
_OF = re.compile(r" of (?:the )?(?P<body>[A-Z].*)$")
_BETWEEN = re.compile(_AND)
_BETWEEN_ASIDES = re.compile(rf"{_AND}|, ")
_NOBODY = frozenset({"GPE", "LOC", "FAC", "NORP", "EVENT", "DATE", "LAW", "PRODUCT", "WORK", "WORK_OF_ART"})


class Held(NamedTuple):
    """That a person holds an office, of ``body`` where that is named, in characters ``start`` to ``end``."""

    person: Named
    office: str
    body: Named | None
    start: int
    end: int


def officers(place: Surroundings) -> Iterator[Held]:
    """The offices that a line tells, where it does so from end to end, or lists who was at a meeting; of the body that
    the words name which introduce the line, where they name one.
    """
    words = _HOW_THERE.sub("", place.words.rstrip())
    there = _ATTENDING.search(words)
    is_line = len(words) <= _LONGEST and (words.endswith(").") or not words.endswith((".", "!", "?")))
    told = list(_line(place, words, there)) if is_line else []
    yield from told or ([] if there is None else _those_there(place, words, there.end()))


def _line(place: Surroundings, words: str, there: re.Match[str] | None) -> Iterator[Held]:
    """The offices of a line that says nothing else; ``there`` is where it begins to list who was at a meeting."""
    labelled = None if is_of_candidates(place.title) else _LABELLED.fullmatch(words)
    label = labelled["office"].lstrip("-–• ") if labelled else ""
    if labelled and (office := next(filter(_is_label, (label, label.removesuffix("s"))), "")):
        for name in _EACH_KNOWN.finditer(words, labelled.start("names"), labelled.end("names")):
            if person := person_at(place, name.start(), name.end()):
                yield Held(person, spelled(office), _body_of(place, office, is_list=True), 0, len(words))
        return
    before = _BEFORE.match(words)
    found = list(_set_off(words, before.end() if before else 0))
    if not found or found[-1].end() != len(words):
        return
    for match in found:
        part = next(name for name in ("office", "aside", "joined") if match[name])
        office = match[part]
        person = person_at(place, match.start("name"), match.end("name"))
        if person is not None and is_job_title(office):
            office, body = _parted(place, office, match.start(part), match.span("body"))
            body = body or _body_of(place, office, is_list=there is None)
            yield Held(person, spelled(office), body, match.start(), match.end())


def is_of_candidates(title: str) -> bool:
    """Whether a page lists who stands for which office."""
    return _CANDIDACY.search(title) is not None


def _is_label(words: str) -> bool:
    """Whether a word before a colon is an office: "Clerk" is, which behind a name may be another's."""
    return is_job_title(words) or words.casefold() in OF_COMMITTEES


def _body_of(place: Surroundings, office: str, *, is_list: bool) -> Named | None:
    """Whose office it is: of the body that the words name which introduce the line; else, of what every body that meets
    has, of the one whose minutes they are. A president among those present may be another's, in a list of officers not.
    """
    named = office.casefold().replace("-", " ")
    is_own = named.split()[-1] in OF_COMMITTEES or (is_list and named in ("president", "vice president"))
    return place.introduced or (place.issuer if is_own else None)


def _those_there(place: Surroundings, words: str, at: int) -> Iterator[Held]:
    """The offices of those who were at a meeting, as its minutes list them after ``at``; those of guests are not of the
    body that met.
    """
    guests = _GUESTS.search(words, at)
    for match in _THERE.finditer(words, at, guests.start() if guests else len(words)):
        office, end = match["office"] or match["aside"], match.end("name")
        begin = _last_named(words, match.start("name"), end)
        starts = [start for start in (match.start(), begin) if place.mention(start, end) is not None]
        person = person_at(place, (*starts, begin)[0], end)
        if person is not None and _is_label(office):
            is_of_others = _OF_OTHERS.match(words, match.end()) is not None
            several = list(offices(office))
            for named in several if len(several) > 1 else [spelled(office)]:  # "Parish Clerk and Financial Officer"
                body = None if is_of_others else _body_of(place, named, is_list=False)
                yield Held(person, named, body, match.start(), match.end())


def _last_named(words: str, start: int, end: int) -> int:
    """Where the last of the names begins that a roll without commas has in a row: "Gail Reeve Helen Orr (Clerk)"."""
    parts = words[start:end].split(" ")
    return end - len(" ".join(parts[-2:])) if len(parts) == _TWO_NAMES and all(map(str.istitle, parts)) else start


def _parted(place: Surroundings, office: str, at: int, body: tuple[int, int]) -> tuple[str, Named | None]:
    """An office and its body, where what is said behind it is one that the text knows: "CEO of Acme", "CEO, Acme"."""
    of = _OF.search(office)
    behind = [] if of is None else [(office[: of.start()], (at + of.start("body"), at + len(office)))]
    for words, span in (*behind, (office, body)):
        if span[0] >= 0 and place.kind_of(*span) not in ("", "PERSON"):
            return words, place.body(*span)
    return office, None


def _set_off(words: str, at: int) -> Iterator[re.Match[str]]:
    """The names with what is set off behind each, one after the other; what has only a name is passed over."""
    while at < len(words):
        match = _SET_OFF.match(words, at)
        end = match.end() if match else alone.end() if (alone := _EACH.match(words, at)) else -1
        if match is not None:
            yield match
        apart = _BETWEEN_ASIDES if words[end - 1 : end] == ")" else _BETWEEN
        between = apart.match(words, end) if end >= 0 else None
        if between is None:
            return
        at = between.end()


def person_at(place: Surroundings, start: int, end: int) -> Named | None:
    """Who is named there; ``None`` where that is known as something else, or is but words ("Any Questions")."""
    mention, surface = place.mention(start, end), place.words[start:end]
    if mention is not None and mention.type == "PERSON":
        return Named(mention.entity)
    plain = (part.strip(".'’").casefold() for part in surface.split())
    parts = [part for part in plain if len(part) > 1]  # an initial is none
    if (mention is None and len(parts) == 1) or ends_as_a_body(surface):
        return None
    are_words = any(map(is_not_a_name, parts)) or all(map(is_word, parts))
    if are_words or (mention is not None and (mention.type in _NOBODY or any(map(is_word, parts)))):
        return None
    return Named(canonical_key(surface), surface) if mention is None else Named(mention.entity)

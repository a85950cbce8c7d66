"""Who holds which office by a line that says nothing else: bylines, lists of officers, those present and what they are.

"By Ann Lee, Head of Delivery and Bo Ek, Policy Advisor", "Treasurer: Ann Lee", "Ann Lee - Vice President of Acme".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from timeweave.extraction.relations.groups import Named, Surroundings
from timeweave.extraction.relations.offices import spelled
from timeweave.language.names import canonical_key
from timeweave.lexicon.offices import ALSO_OF_BODIES, tells_office

_CAPITAL = r"(?:[A-Z\u00c0-\u00de\u0100-\u024f][\w’'.-]*)"
_NAME = rf"{_CAPITAL}(?: (?:(?:van|von|de|der|den|da|di|du|del|la|le|bin|al) )?{_CAPITAL}){{1,3}}"
_AND = r"(?:; |,? and |,? & )"
_LABELLED = re.compile(
    rf"(?P<office>[^:;,.()]{{2,60}}): (?P<names>{_NAME}(?:(?:, |{_AND}){_NAME}){{0,8}})(?: \([^()]*\))?"
)
_EACH = re.compile(_NAME)
_BY = re.compile(r"(?:[Ww]ritten )?[Bb]y ")
_SET_OFF = re.compile(
    rf"(?P<name>{_NAME})(?:(?:,| [-–—]|:) (?P<office>[^;,()]{{2,80}}?)| \((?P<aside>[^()]{{2,80}})\))"
    rf"(?:(?:,| at| for| with) (?:the )?(?P<body>[A-Z][^;,()]{{1,60}}?))?(?={_AND}{_CAPITAL}|$)"
)
_OF = re.compile(r" of (?:the )?(?P<body>[A-Z].*)$")
_BETWEEN = re.compile(_AND)


class Held(NamedTuple):
    """That a person holds an office, of ``body`` where that is named, in characters ``start`` to ``end``."""

    person: Named
    office: str
    body: Named | None
    start: int
    end: int


def officers(place: Surroundings) -> Iterator[Held]:
    """The offices that a line tells, where it does so from end to end."""
    words = place.words.rstrip()
    if labelled := _LABELLED.fullmatch(words):
        office = next(filter(tells_office, (labelled["office"], labelled["office"].removesuffix("s"))), "")
        for name in _EACH.finditer(words, labelled.start("names"), labelled.end("names")) if office else ():
            yield Held(_person(place, name.start(), name.end()), spelled(office), None, 0, len(words))
        return
    by = _BY.match(words)
    found = list(_set_off(words, by.end() if by else 0))
    if not found or found[-1].end() != len(words):
        return
    for match in found:
        office = match["office"] or match["aside"] or ""
        person = _person(place, match.start("name"), match.end("name"))
        is_body = place.kind_of(match.start("name"), match.end("name")) not in ("", "PERSON")
        if tells_office(office) and not (is_body and ALSO_OF_BODIES & set(office.casefold().split())):
            at = match.start("office") if match["office"] else match.start("aside")
            body = place.body(match.start("body"), match.end("body")) if match["body"] else None
            of = None if body else _OF.search(office)
            if of is not None and place.kind_of(at + of.start("body"), at + len(office)) not in ("", "PERSON"):
                office, body = office[: of.start()], place.body(at + of.start("body"), at + len(office))
            yield Held(person, spelled(office), body, match.start(), match.end())


def _set_off(words: str, at: int) -> Iterator[re.Match[str]]:
    """The names with what is set off behind each, one after the other; what has only a name is passed over."""
    while at < len(words):
        match = _SET_OFF.match(words, at)
        end = match.end() if match else alone.end() if (alone := _EACH.match(words, at)) else -1
        if match is not None:
            yield match
        between = _BETWEEN.match(words, end) if end >= 0 else None
        if between is None:
            return
        at = between.end()


def _person(place: Surroundings, start: int, end: int) -> Named:
    mention = place.mention(start, end)
    surface = place.words[start:end]
    return Named(canonical_key(surface), surface) if mention is None else Named(mention.entity)

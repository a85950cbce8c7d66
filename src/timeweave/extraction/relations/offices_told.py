"""What a document has told of offices up to a sentence, which need not say it again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from timeweave.extraction.relations.offices import HELD, is_office, offices
from timeweave.extraction.statements import FoundFact
from timeweave.language.dictionary import is_word
from timeweave.language.mentions import NamedMention
from timeweave.language.name_types import may_be_a_person
from timeweave.lexicon.families import forms, words
from timeweave.lexicon.offices import NOT_OF_BODIES, OF_COMMITTEES, OF_MANY, OF_PLACES, OF_WHOLE_BODIES
from timeweave.lexicon.states import TAKING_IN
from timeweave.records import EntityId
from timeweave.temporal.interval import Interval

_OF_ONE_SEAT = OF_COMMITTEES.union(OF_WHOLE_BODIES)
_LONGEST = 6  # words of a title that is the name of an office: "A new chief justice", "Head nurse"
_NO_TITLES = frozenset((*words("old former last names seeks needs gets picks hires"), *forms(TAKING_IN)))


class Held(NamedTuple):
    """An office of a body, ``None`` where none is told, and when its holder's time in it is told to begin or end."""

    office: str
    body: EntityId | None
    since: Interval | None = None
    until: Interval | None = None


@dataclass(slots=True)
class OfficesTold:
    """The offices that a document has told of so far.

    ``of_title`` is the one that its title names alone ("Head nurse"), ``issuer`` the body that brings the document out,
    whose offices those are that are said to be of nobody, of its minutes (``are_minutes``) but those that a body which
    meets has; ``alone`` is the one body that it names, ``place`` the one place of its title; ``vacated`` are those that
    the sentence before tells to be left, each with its bodies, ``near`` the bodies that it names.
    """

    of_title: Held | None = None
    issuer: EntityId | None = None
    are_minutes: bool = False
    alone: EntityId | None = None
    place: EntityId | None = None
    near: Set[EntityId] = frozenset()
    vacated: Mapping[str, Set[EntityId]] = field(default_factory=dict)
    _held: dict[EntityId, Held] = field(default_factory=dict)

    def follow(self, facts: Iterable[FoundFact], named: Iterable[NamedMention]) -> None:
        """Go on past a sentence with its ``facts`` and whom it names."""
        self.near = _bodies(named)
        left: dict[str, set[EntityId]] = {}
        for fact in (found.fact for found in facts):
            if fact.relation == HELD:
                self._held[fact.subject] = Held(fact.object, None)
            elif fact.object_is_entity and is_office(fact.relation):
                is_over = fact.valid is not None and fact.valid.start is None and fact.valid.end is not None
                since, until = (None, fact.valid) if is_over else (fact.valid, None)
                self._held[EntityId(fact.object)] = Held(fact.relation, fact.subject, since, until)
                if is_over:
                    left.setdefault(fact.relation, set()).add(fact.subject)
        self.vacated = left

    def pause(self) -> None:
        """Go on past a sentence that tells nothing."""
        self.vacated, self.near = {}, frozenset()

    def body_of(self, office: str, named: Iterable[NamedMention], *, is_sure: bool) -> EntityId | None:
        """Whose an office is that a sentence tells without its body, which names ``named``: of whom the document is;
        else of the body that has it by what was told before; or, where the sentence is sure to tell of the document's
        own ("their new captain"), of the one body that the document names, there or in the sentence before. A mayor is
        of the one place. ``None`` where another body is spoken of.
        """
        head = office.split()[-1]
        bodies = {held.body for held in self._held.values() if held.office == office and held.body is not None}
        told = bodies.pop() if len(bodies) == 1 and head not in OF_MANY else None
        if head in OF_PLACES:
            return told or self.place
        near = _bodies(named) | self.near
        if self.are_minutes and self.issuer is not None and not is_sure:
            return self.issuer if head in OF_COMMITTEES and not near - {self.issuer} else told
        if head in NOT_OF_BODIES or near - {self.issuer or self.alone}:
            return None
        if head in OF_MANY or (head in _OF_ONE_SEAT and _is_of_initials(office)):
            return told
        if self.issuer is not None or told is not None:
            return self.issuer or told
        return self.alone if is_sure and self.alone in near else None

    def passed_on(self, old: EntityId, new: EntityId) -> Held | None:
        """The office that ``new`` has after ``old`` where no sentence names it: the one that either held, else the
        title's; ``since`` is when ``new`` took it up, ``until`` when ``old`` left it, where that was told.
        """
        left, taken = self._held.get(old), self._held.get(new)
        known = left or taken or self.of_title
        if known is None:
            return None
        same = taken is not None and taken.office == known.office
        return Held(known.office, known.body, taken.since if taken and same else None, left.until if left else None)


def _is_of_initials(office: str) -> bool:
    """Whether what stands before the office of a body is no word, and so may be what another body is called in short:
    "QZRB chair".
    """
    return not all(is_word(part) for word in office.split()[:-1] for part in word.split("-") if part)


def _bodies(named: Iterable[NamedMention]) -> frozenset[EntityId]:
    """The bodies among those named; what looks like the name of a person is taken for one here."""
    return frozenset(m.entity for m in named if m.type == "ORG" and not may_be_a_person(m.surface))


def offices_told(
    title: str,
    issuer: EntityId | None,
    bodies: Set[EntityId],
    places: Set[EntityId] = frozenset(),
    *,
    are_minutes: bool = False,
) -> OfficesTold:
    """What a document has told when it begins, which will name ``bodies`` and ``places``."""
    named = list(offices(title)) if len(title.split()) <= _LONGEST and is_office(title.casefold()) else []
    alone = named[0] if len(named) == 1 and _NO_TITLES.isdisjoint(title.casefold().split()) else None
    only = next(iter(bodies)) if len(bodies) == 1 else None
    place = next(iter(places)) if len(places) == 1 else None
    return OfficesTold(None if alone is None else Held(alone, issuer or only), issuer, are_minutes, only, place)

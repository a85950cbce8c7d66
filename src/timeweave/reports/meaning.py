"""What a fact means for time: a deed of a day, somebody's coming or going, a state that lasts, a measure."""

from __future__ import annotations

import datetime as dt
import enum
import re
from functools import lru_cache

from timeweave.extraction.relations.attendance import is_attendance
from timeweave.extraction.relations.offices import is_office
from timeweave.extraction.relations.publications import is_publication
from timeweave.lexicon.families import Verb, any_of, matching
from timeweave.lexicon.happening import (
    ARRIVING,
    BEFORE,
    HAPPENING,
    LASTING,
    LEAVING,
    MEMBERSHIPS,
    PREPOSITIONS,
    STANDING,
    UNDERGONE,
)
from timeweave.records import ResolvedFact
from timeweave.temporal.interval import Interval

_AUXILIARY = re.compile(
    r"^(?:was|were|is|are|has been|have been|has|have|had|got|be|been)(?: (?:now|newly|recently))? "
)
_PAST = re.compile(r"[a-z]{3,}ed")
_BEGUN = re.compile(rf"\b(?:{any_of(form for verb in ARRIVING for form in verb)}|newly|welcomes?)\b", re.IGNORECASE)
_TOLD_BACK = re.compile(r"\b(?:was|were|had been|been) (?:\w+ )?$", re.IGNORECASE)
_BOUNDS = re.compile(r"\b(?:since|until|between|from .{3,20} to)\b", re.IGNORECASE)
_BEFORE = matching(BEFORE)
_NEAR = 40  # characters behind the verb in which the post is named
_ANY = re.IGNORECASE
_DAY = dt.timedelta(days=1)


class Meaning(enum.StrEnum):
    """What a relation says of the time that it is told of."""

    PUBLICATION = "publication"
    ARRIVAL = "arrival"
    DEPARTURE = "departure"
    EVENT = "event"
    TENURE = "tenure"
    STATE = "state"
    ATTENDANCE = "attendance"
    MEASURE = "measure"


def meaning_of(resolved: ResolvedFact) -> Meaning:
    """What a fact means for time."""
    fact = resolved.fact
    if fact.quantity is not None:
        return Meaning.MEASURE
    if is_attendance(fact):
        return Meaning.ATTENDANCE
    return Meaning.PUBLICATION if is_publication(fact) else meaning_of_relation(fact.relation)


@lru_cache(maxsize=4096)
def meaning_of_relation(relation: str) -> Meaning:
    """What a relation that gives no figure means for time."""
    if relation in MEMBERSHIPS or is_office(relation):
        return Meaning.TENURE
    plain = _AUXILIARY.sub("", relation)
    for family, meaning in ((ARRIVING, Meaning.ARRIVAL), (LEAVING, Meaning.DEPARTURE), (HAPPENING, Meaning.EVENT)):
        found = _verb(plain, family)
        if found is not None and not _stands(plain):
            is_going_on = meaning is Meaning.EVENT and found[1] == found[0].gerund
            return Meaning.STATE if is_going_on else meaning
    first, _, rest = plain.partition(" ")
    stands = _stands(plain) or (rest.split()[:1] and rest.split()[0] in PREPOSITIONS and plain == relation)
    return Meaning.EVENT if _PAST.fullmatch(first) and not stands else Meaning.STATE


@lru_cache(maxsize=4096)
def in_past(relation: str) -> str:
    """A deed as it is told afterwards: "joining" and "joins" are "joined"."""
    for family in (ARRIVING, LEAVING, HAPPENING):
        if (found := _verb(relation, family)) is not None:
            verb, form = found
            return (verb.past if form in (verb.third, verb.gerund) else form) + relation[len(form) :]
    return relation


def told_after(relation: str, *, alone: bool) -> str:
    """A deed in the past: "founded" without an object and "elected to" are "was founded" and "was elected to"."""
    past = in_past(relation)
    words = past.split()
    done_to = alone or (len(words) > 1 and words[1] in PREPOSITIONS)
    return f"was {past}" if done_to and past == relation and _verb(past, UNDERGONE) is not None else past


@lru_cache(maxsize=4096)
def is_listed(relation: str) -> bool:
    """Whether a deed is one that the lexicon lists, and not only a past that ends as most do."""
    plain = _AUXILIARY.sub("", relation)
    return any(_verb(plain, family) is not None for family in (ARRIVING, LEAVING, HAPPENING))


def tells_of_coming(sentence: str, post: str) -> bool:
    """Whether a sentence says that somebody takes up a post, not only that he has it: "named Ada Poe as treasurer"."""
    words = post.split()
    if not words:
        return False
    short = "".join(word[0] for word in words) if len(words) > 1 else post
    return any(
        re.search(rf"\b(?:{re.escape(post)}|{re.escape(short)})\b", sentence[found.end() : found.end() + _NEAR], _ANY)
        for found in _BEGUN.finditer(sentence)
        if not _TOLD_BACK.search(sentence[: found.start()])
    )


def tells_of_bounds(sentence: str) -> bool:
    """Whether a sentence says since when or until when something is so."""
    return _BOUNDS.search(sentence) is not None


def looks_back(sentence: str) -> bool:
    """Whether a sentence tells of what was before the time of its document."""
    return _BEFORE.search(sentence) is not None


def lasts(relation: str) -> bool:
    """Whether a relation reads on to its object as states do: "played for", "married to"; also "married"."""
    _, _, rest = relation.partition(" ")
    return relation in LASTING or rest.split(" ")[0] in PREPOSITIONS


def happened(resolved: ResolvedFact) -> Interval | None:
    """When a deed was done: the time told of it, or where that is open the day or longer period in which it begins."""
    valid = resolved.fact.valid
    if valid is None or valid.start is None:
        return None
    return valid if valid.end is not None else valid.first_unit


def began_in(resolved: ResolvedFact, node: Interval) -> bool:
    """Whether a state that lasts longer than the period in which it is told begins within ``node``."""
    valid = resolved.valid
    lasts = valid is not None and not valid.is_unit
    return lasts and valid is not None and valid.start is not None and node.holds(valid.start)


def ended_in(resolved: ResolvedFact, node: Interval) -> bool:
    """Whether a state is told to have ended within ``node``, before the day of the document that tells of it."""
    valid = resolved.fact.valid
    if valid is None or valid.is_unit or valid.end is None:
        return False
    if valid.end >= min(s.observed for s in resolved.supports):
        return False
    return node.holds(valid.end - _DAY) and (valid.start is None or not node.contains(valid))


def _stands(relation: str) -> bool:
    first, _, rest = relation.partition(" ")
    return first in STANDING and (not rest or rest.split()[0] in PREPOSITIONS)


def _verb(relation: str, family: tuple[Verb, ...]) -> tuple[Verb, str] | None:
    """The verb of a family that a relation begins with in other than its base form, and that form."""
    padded = f"{relation} "
    for verb in family:
        for form in (verb.past, verb.participle, verb.gerund, verb.third):
            if padded.startswith(f"{form} "):
                return verb, form
    return None

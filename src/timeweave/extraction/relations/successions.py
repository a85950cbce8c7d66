"""Who follows whom in an office, also where the sentence does not name it: "Ann Lee hands over to Bo Ek"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from timeweave.extraction.relations.masking import MaskedSentence
from timeweave.extraction.relations.offices import HELD, is_office, offices
from timeweave.extraction.relations.offices_told import Held, OfficesTold
from timeweave.extraction.relations.patterns import is_supposed, pattern
from timeweave.extraction.relations.relation import Relation
from timeweave.extraction.times.validity import Aspect
from timeweave.lexicon.families import any_of
from timeweave.lexicon.numbers import MONTHS
from timeweave.lexicon.offices import NAMED_TO, SEATS, SUCCEEDS
from timeweave.records import EntityId
from timeweave.temporal.interval import Interval

_AS_OFFICE = r" as <det><role role>(?:<of><b body>)?"
_AS = rf"(?:{_AS_OFFICE})?"
_POST = rf"(?:{any_of(SEATS, ('chair', 'command', 'leadership', 'helm', 'reins', 'post', 'office', 'role', 'job'))})"
_WHEN = (
    rf"(?:in|on|from|since|by|at|with effect from) (?:the (?:end|start|beginning)\b|(?:early |late |mid-?)?"
    rf"(?:\d|(?:{any_of(word.title() for word in MONTHS)})\b|spring|summer|autumn|winter|Christmas|Easter))"
)
_DATED = re.compile(rf" {_WHEN}(?!.{{0,30}}\bas\b)", re.IGNORECASE)
_FOR_GOOD = re.compile(rf" ?(?:[,.;)]|$)|{_DATED.pattern}", re.IGNORECASE)
"""What follows a succession that is one in an office: "into the room" and "after 70 minutes" tell of another."""
_REPLACING = re.compile(r"\breplac", re.IGNORECASE)  # which is also done on the pitch, and for a day


_SAID = r"(?= ?(?:[,.;)]|$)| (?:and|who|as|in|on|from)\b)"  # what stands behind a name that is all that is said


class Succession(NamedTuple):
    """How one is told: ``tells`` says that the words alone tell of an office, whichever it is."""

    words: re.Pattern[str]
    tells: bool


_SUCCESSIONS = (
    Succession(pattern(rf"<new person>(?:,? who)? (?!to )(?:\w+ )?{SUCCEEDS} <old person>{_AS}", any_case=True), True),
    Succession(pattern(rf"<new person> (?:follows|followed) <old person>{_AS}", any_case=True), False),
    Succession(
        pattern(
            r"<old person>,? (?:has |had |is |will )?hand(?:ed|s|ing)?(?: over)? "
            rf"(?:(?:the )?(?P<seat>{_POST})(?: of [^.;\ue000-\ue3ff]{{1,30}})? (?:over |on )?)?to <new person>{_AS}",
            any_case=True,
        ),
        False,
    ),
    Succession(
        pattern(
            rf"<old person> (?:has |had |is |will )?pass(?:ed|es|ing)?(?: on| over)? (?:the )?(?P<seat>{_POST}) "
            rf"(?:over |on )?to <new person>{_AS}",
            any_case=True,
        ),
        False,
    ),
    Succession(
        pattern(
            rf"\b{_POST}(?: of [^.;\ue000-\ue3ff]{{1,30}})? pass(?:ed|es) from <old person> to <new person>",
            any_case=True,
        ),
        False,
    ),
    Succession(
        pattern(
            rf"\b{NAMED_TO} <new person>(?:, [^.;]{{3,80}},)? to (?:succeed|replace|follow) <old person>{_AS}",
            any_case=True,
        ),
        True,
    ),
    Succession(
        pattern(
            rf"<old person>(?:,? who)? (?:was|is|will be) (?:succeeded|replaced) by <new person>{_AS}", any_case=True
        ),
        True,
    ),
    Succession(pattern(rf"<old person>(?:['’]s)? successor{_AS},? (?:is |was |will be )?<new person>{_SAID}"), True),
)


def _succession(words: str) -> Aspect:
    """How a succession is told: as to come, in passing, or as news."""
    if " will " in words:
        return Aspect.AHEAD
    return Aspect.ONCE if " who " in words else Aspect.EVENT


def successions(
    sentence: MaskedSentence, subject: EntityId | None, before: OfficesTold, left: Mapping[EntityId, Held]
) -> Iterator[Relation]:
    """Who follows whom, and in which office: the one named, else the one that the sentence tells to be ``left``, or
    that either held by what ``before`` tells.
    """
    for words, tells in _SUCCESSIONS:
        for match in words.finditer(sentence.text):
            groups = match.groupdict()
            new, old = sentence.mention(groups["new"]).entity, sentence.mention(groups["old"]).entity
            if new == old or is_supposed(sentence.text, match.start()):
                continue
            told = _succession(match.group())
            named = groups.get("b")
            body = sentence.mention(named).entity if named else subject
            lasting = _DATED if _REPLACING.search(match.group()) else _FOR_GOOD
            is_for_good = lasting.match(sentence.text, match.end()) is not None
            named_too = offices(groups.get("role") or (_of_seat(groups.get("seat") or "") if is_for_good else ""))
            known = [
                Held(office, body or before.body_of(office, sentence.mentions, is_sure=True)) for office in named_too
            ]
            if not known and old in left and is_for_good:
                known = [left[old]]
            passed_on = before.passed_on(old, new) if is_for_good and not known else None
            if not (tells or known or passed_on):
                continue  # the one may follow or be handed over to the other in anything
            yield Relation(new, "succeeded", old, True, told, match.start(), match.end())
            for office in known or ([passed_on] if passed_on else []):
                yield from _changed_hands(office, old, new, told, match.span())


def _of_seat(seat: str) -> str:
    """The office that is handed over by what it is called: "chair", of "the captaincy" the captain's, of "job" none."""
    called = seat.casefold()
    return SEATS.get(called) or (called if is_office(called) else "")


def _changed_hands(held: Held, old: EntityId, new: EntityId, told: Aspect, span: tuple[int, int]) -> Iterator[Relation]:
    """That ``new`` takes up an office, unless that was told, and that ``old`` leaves it, unless that was; each on the
    day on which the other is told to.
    """
    if held.body in {new, old}:
        return
    left = None if held.until is None or held.until.end is None else Interval(held.until.end, None)
    taken = None if held.since is None or held.since.start is None else Interval(None, held.since.start)
    if taken is None:
        begun = Aspect.AHEAD if told is Aspect.AHEAD else Aspect.START
        yield _in_office(held, new, begun, span, left)
    if told is not Aspect.AHEAD and held.until is None:
        yield _in_office(held, old, Aspect.END, span, taken)


def _in_office(held: Held, holder: EntityId, aspect: Aspect, span: tuple[int, int], valid: Interval | None) -> Relation:
    if held.body is None:
        return Relation(holder, HELD, held.office, False, aspect, *span, valid)
    return Relation(held.body, held.office, holder, True, aspect, *span, valid)

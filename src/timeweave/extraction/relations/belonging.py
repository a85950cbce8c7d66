"""Who joins and leaves which body, and who takes up and leaves an office in it that several may hold.

"Ann Lee and Bob Ray have joined the finance committee", "please welcome Ann Lee to the choir", "Ann Lee is stepping
down as co-lead of the parser team": a beginning or an end each, of that person and that body. Who is only away for a
while, or only means to go, has not left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from timeweave.extraction.relations.groups import BODIES, PEOPLE, Named, Surroundings
from timeweave.extraction.relations.offices import offices
from timeweave.extraction.relations.patterns import is_supposed
from timeweave.extraction.relations.relation import is_moved, names_an_occasion
from timeweave.extraction.times.validity import Aspect
from timeweave.lexicon.families import Verb, any_of, forms
from timeweave.lexicon.offices import HEADS
from timeweave.lexicon.states import (
    A_WHILE,
    BEFORE_SHARED,
    GROUPS,
    HONOURED,
    JOINING,
    LEADING_A_GROUP,
    LEAVING,
    PARTING_FROM,
    PUTTING_OUT,
    SHARED_OFFICES,
    TAKING_IN,
)

MEMBER, LEADER = "member of", "leader"


class Belonging(NamedTuple):
    """That somebody began or ceased to belong, told at ``start`` to ``end``; ``verb`` is where it is said."""

    subject: Named
    relation: str
    object: Named
    aspect: Aspect
    start: int
    end: int
    verb: int


_HELPING = (
    r"(?: (?:has|have|had|is|are|was|were|will|be|been|being|also|recently|now|officially|formally|just|since|then"
    r"|later|both|all|today|finally|soon|\w+ly|going to|set to|to be|(?:has |have )?(?:decided|chosen|opted) to)"
    r"|['’]ll){0,5}"
)
_CLAUSE = r"(?:,? who(?: [^,.;]{1,60},(?= ))?|, (?:a|an|the|our|its|his|her) [^,.;]{1,50},(?= ))?"
_WHO = rf"(?P<p>{PEOPLE}){_CLAUSE}{_HELPING}"
_AND_WHO = rf"^\W*(?P<p>{PEOPLE}) (?:has|have|had|is|are|was|were|will)\b[^;:]{{1,140}}? and{_HELPING}"
_IN = rf"(?P<b>{BODIES})"
_SAID = r"(?: (?:\w+ly|back|up))?"
_LIKE = r"(?:(?:the|a|an|our|its|one of) )?(?:[\w-]+(?:/[\w-]+)? ){0,2}?"
_OF = r"(?:of|to|on|in|at|for)"


def _any(*families: Iterable[Verb]) -> str:
    """The verbs as they stand after somebody; what is no finite form stands after "will" or "to"."""
    every = [verb for family in families for verb in family]
    finite = any_of(form for verb in every for form in verb if form != verb.base)
    return rf"(?i:{finite}|(?:(?<=will )|(?<=['’]ll )|(?<= to )){any_of(v.base for v in every)})"


_IN_CHARGE = rf"(?i:(?:co-?)?(?:{HEADS})|{any_of(SHARED_OFFICES)})"
_OFFICE = rf"(?:the |a |an |our |its |their |his |her )?(?P<o>(?:[\w.’'-]+ ){{0,4}}?{_IN_CHARGE})\b(?: {_OF} {_IN})?"
_POST = r"(?:(?:his|her|their|its|the) (?:role|position|post|job|duties)(?: as| of)? )?"
_DONE = r"(?:(?:been|be|being|was|were|is|are) (?:\w+ly )?)"
_BECOMING = (
    r"(?:(?i:becom(?:e|es|ing)|became|serv(?:e|es|ing) as|started as|starting as|taking over as|takes? over as"
    rf"|took over as)|{_DONE}(?:chosen|named|appointed|elected|selected|announced|made)(?: as)?)"
)
_STEPPING = _any(PARTING_FROM)
_TAKEN = rf"{_DONE}(?i:{any_of(verb.participle for verb in TAKING_IN)})"
_OUT = rf"{_DONE}(?i:{any_of(verb.participle for verb in PUTTING_OUT)})"
_WELCOME = r"(?i:welcom(?:e|es|ed|ing))"

_TEAM = rf"(?P<b>(?:[\w./-]+ ){{0,4}}?(?i:{any_of(GROUPS)}))"

_MEMBERSHIPS = tuple(
    (re.compile(words.replace("<who>", who)), aspect)
    for who in (_WHO, _AND_WHO)
    for words, aspect in (
        (rf"<who> {_any(JOINING)}{_SAID} {_IN}", Aspect.START),
        (rf"(?i:joining) [^.;]{{1,40}} (?:on|at|in) {_IN} (?:is|are) (?P<p>{PEOPLE})", Aspect.START),
        (rf"{_WELCOME} (?P<p>{PEOPLE}) (?:to|into|onto) {_IN}", Aspect.START),
        (rf"(?i:\bwelcom)[^.;]{{1,80}} and (?P<p>{PEOPLE}) (?:to|into|onto) {_IN}", Aspect.START),
        (rf"{_WELCOME} (?P<p>{PEOPLE}) as {_LIKE}members? {_OF} {_IN}", Aspect.START),
        (rf"<who> {_BECOMING} {_LIKE}members? of {_IN}", Aspect.START),
        (rf"(?P<p>{PEOPLE}) (?:is|are|remains?|has been|have been) (?:still )?{_LIKE}members? of {_IN}", Aspect.STATE),
        (rf"<who> {_BECOMING} (?:a |an |the )?{_TEAM} members?\b", Aspect.START),
        (rf"(?P<p>{PEOPLE}) (?:is|are|remains?) (?:still )?(?:a |an |the )?{_TEAM} members?\b", Aspect.STATE),
        (rf"^\W*(?P<p>{PEOPLE}), (?P<b>(?i:{any_of(GROUPS)})) member\W*$", Aspect.START),
        (rf"\bformer {_TEAM} members? (?P<p>{PEOPLE})", Aspect.FORMER),
        (rf"<who> {_TAKEN} (?:to|into|onto) {_IN}", Aspect.START),
        (rf"(?i:new|added) {_TEAM} members?[^:.;]{{0,20}}: (?P<p>{PEOPLE})", Aspect.START),
        (rf"(?i:new|latest) members? {_OF} {_IN}(?: is|,|:| ?[-–—]) (?P<p>{PEOPLE})", Aspect.START),
        (rf"(?i:\bjoining) {_IN}(?: (?:in|on|at|since) [^,.;]{{1,20}})?, (?P<p>(?:he|she|they)\b)", Aspect.START),
        (rf"<who> {_any(LEAVING)} {_IN}", Aspect.END),
        (rf"<who> {_STEPPING}{_SAID} from {_IN}", Aspect.END),
        (rf"<who> {_OUT} (?:from|by) {_IN}", Aspect.END),
        (rf"<who> {_STEPPING} (?:from|as) (?:the |a |an )?{_LIKE}{_TEAM} member\b", Aspect.END),
        (rf"<who> no longer (?:be )?(?:serving )?{_LIKE}(?:member of|part of|on) {_IN}", Aspect.END),
        (rf"(?P<p>{PEOPLE}),? (?:formerly|previously|once) {_LIKE}(?:member|part) of {_IN}", Aspect.FORMER),
        (rf"(?P<p>{PEOPLE}) used to be {_LIKE}(?:member|part) of {_IN}", Aspect.FORMER),
    )
    if who == _WHO or "<who>" in words
)
_OFFICES = tuple(
    (re.compile(words), aspect)
    for words, aspect in (
        (
            rf"{_WHO} {_any(JOINING)} (?:(?!as\b)[\w.’'-]+ ){{1,6}}as {_OFFICE}",
            Aspect.START,
        ),
        (rf"{_WHO} {_BECOMING} {_OFFICE}", Aspect.START),
        (rf"{_WELCOME} (?P<p>{PEOPLE}) as {_OFFICE}", Aspect.START),
        (rf"{_WHO} {_STEPPING} (?:from|as) {_POST}(?:as )?{_OFFICE}", Aspect.END),
        (rf"{_WHO} no longer (?:be |serve as |serving as )?{_OFFICE}", Aspect.END),
    )
)
_LEADS = (
    (re.compile(rf"{_WHO} (?i:{any_of(v.gerund for v in LEADING_A_GROUP)}) {_IN}"), Aspect.START),
    (re.compile(rf"(?P<p>{PEOPLE}) (?i:{any_of(v.third for v in LEADING_A_GROUP)}) {_IN}"), Aspect.STATE),
)
_LEFT_ALL = re.compile(
    rf"{_WHO} {_STEPPING} from all (?:of )?(?:his|her|their) [^.;]{{0,25}}\b(?:positions|roles|duties|posts|offices)\b"
)
_LEFT_IT = re.compile(rf"{_WHO} {_STEPPING}(?= to [a-z]|[.,;!]| for | after | and |$)")
_JOINED_IT = re.compile(rf"{_WHO} joined(?: us(?: back)?(?= on | in |[.,;!(])|(?=[,.;!]))")
_ALUMNI = re.compile(
    rf"\b(?:grant(?:ed|ing)?|gave|given) (?P<p>{PEOPLE}) (?:their|his|her) [^.;]{{0,30}}?(?:{any_of(HONOURED)}) status"
)
_OF_WHAT_IS_MEANT = (
    (_JOINED_IT, Aspect.START, 300),
    (_ALUMNI, Aspect.END, 2000),
    (_LEFT_ALL, Aspect.END, 0),
    (_LEFT_IT, Aspect.END, 0),
)
"""What names no body: it is the one of the title, or one that was named not long before."""

_CUE = re.compile(
    rf"\b(?i:{any_of(forms(JOINING, LEAVING, PARTING_FROM, LEADING_A_GROUP), SHARED_OFFICES, HONOURED)}"
    r"|welcom|members?|as"
    rf"|{any_of(v.participle for v in (*TAKING_IN, *PUTTING_OUT))})"
)
_IF = re.compile(r"\b(?:if|unless|whether|in case|would(?! like to\b)|could|might)\b", re.IGNORECASE)
_AS_OFFICE = re.compile(rf" as (?:the |a |an |our |its )?(?:[\w-]+ ){{0,2}}?(?i:{any_of(SHARED_OFFICES)})\b(?! of| on)")
_AWAY = re.compile(A_WHILE)
_LET_GO = re.compile(r"\breleased\b")  # of a product it is that it came out
_GROUP = re.compile(rf"\b(?i:{any_of(GROUPS)})\b")
_GROUP_NAMED = re.compile(rf"\w (?!(?<=\bthe )|(?<=\btheir )|(?<=\bits ))(?i:{any_of(GROUPS)})\b")
_BEFORE = re.compile(rf"^(?i:(?:{any_of(BEFORE_SHARED)} )+)")
_SHARED = re.compile(rf"(?i:{any_of(SHARED_OFFICES)})")


def belonging(place: Surroundings) -> Iterator[Belonging]:
    """What a sentence tells of who belongs to what, each pair and relation once."""
    if not _CUE.search(place.words):
        return
    seen: set[tuple[str, str, str, Aspect]] = set()
    for told in (*_memberships(place), *_in_office(place), *_led(place)):
        key = (told.subject.entity, told.relation, told.object.entity, told.aspect)
        if key not in seen and told.subject.entity and told.object.entity and told.subject.entity != told.object.entity:
            seen.add(key)
            yield told


def _memberships(place: Surroundings) -> Iterator[Belonging]:
    left = False
    for words, aspect in _MEMBERSHIPS:
        for match in words.finditer(place.words):
            if not _is_told(place, match, aspect) or _is_as_office(place, match):
                continue
            if _LET_GO.search(match.group()) and place.is_thing(match.start("p"), match.end("p")):
                continue
            left = left or aspect is Aspect.END
            bodies = list(place.bodies(match.start("b"), match.end("b")))
            if not _GROUP.search(match["b"]) and not place.is_somebody(match.start("p"), match.end("p")):
                continue
            for person in place.people(match.start("p"), match.end("p")):
                for body in bodies:
                    yield Belonging(person, MEMBER, body, aspect, match.start(), match.end(), _verb(match))
    for words, aspect, reach in _OF_WHAT_IS_MEANT:
        for match in () if left and words is _LEFT_IT else words.finditer(place.words):
            meant = place.meant(match.start(), reach=reach)
            if meant is not None and _is_told(place, match, aspect):
                for person in place.people(match.start("p"), match.end("p")):
                    yield Belonging(person, MEMBER, meant, aspect, match.start(), match.end(), _verb(match))


def _is_as_office(place: Surroundings, match: re.Match[str]) -> bool:
    """Whether somebody joins another in an office, and no body: "joining Ann Lee as co-lead"."""
    return _AS_OFFICE.match(place.words, match.end()) is not None and not _GROUP.search(match["b"])


def _in_office(place: Surroundings) -> Iterator[Belonging]:
    for words, aspect in _OFFICES:
        for match in words.finditer(place.words):
            office = _office(place, match)
            if office is None or not _is_told(place, match, aspect):
                continue
            name, body = office
            for person in place.people(match.start("p"), match.end("p")):
                yield Belonging(body, name, person, aspect, match.start(), match.end(), _verb(match))


def _led(place: Surroundings) -> Iterator[Belonging]:
    for words, aspect in _LEADS:
        for match in words.finditer(place.words):
            bodies = list(place.bodies(match.start("b"), match.end("b")))
            if not _is_told(place, match, aspect) or not _GROUP_NAMED.search(match["b"]):
                continue
            for person in place.people(match.start("p"), match.end("p")):
                for body in bodies:
                    yield Belonging(body, LEADER, person, aspect, match.start(), match.end(), _verb(match))


def _office(place: Surroundings, match: re.Match[str]) -> tuple[str, Named] | None:
    """The office that a match names, in one spelling, and its body: "compiler team co-lead", "chair of the board"."""
    words, start = match["o"], match.start("o")
    group = _GROUP.search(words)
    if match["b"] is not None:
        body = next(place.bodies(match.start("b"), match.end("b")), None)
    elif group is not None and group.end() < len(words):
        body = place.body(start, start + group.end())
        words = words[group.end() :]
    elif _SHARED.search(words):
        body = place.meant(start)
    else:
        return None
    words = _BEFORE.sub("", words.strip())
    if body is None or not words:
        return None
    shared = _SHARED.fullmatch(words)
    if shared is not None:
        return words.casefold().removesuffix("s"), body
    return next(((office, body) for office in offices(words)), None)


def _is_told(place: Surroundings, match: re.Match[str], aspect: Aspect) -> bool:
    """Whether the words stand for themselves; an end is none where somebody is only away."""
    if is_supposed(place.words, match.start()) or _IF.search(place.words, 0, _verb(match)):
        return False
    if names_an_occasion(place.words, match.end()) or is_moved(place.words):
        return False
    near = place.words[match.start() : match.end() + 45]
    return aspect is not Aspect.END or _AWAY.search(near) is None


def _verb(match: re.Match[str]) -> int:
    """Where, after who is told of, it is told what: a time in "Ann Lee, who came in 2019, left" is not that of it."""
    groups = match.groupdict()
    if groups.get("o") is None and groups.get("b") is None:
        return match.end() - 1
    told = match.start("o") if groups.get("o") else match.start("b")
    return max(told, match.start()) if told >= match.end("p") else match.start()

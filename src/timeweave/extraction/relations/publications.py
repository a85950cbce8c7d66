"""Events of publication: that something came out on a day, as a title or a sentence announces it.

A thing that is numbered in a series ("Rust 1.31.0", "2023 annual report") is `RELEASED` as part of that series, which
is the fact's object; one that stands alone has the day for its object. What is planned, denied, or told of another time
without a day is no event.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from timeweave.extraction.facts import make_fact
from timeweave.extraction.statements import Draft, FoundFact
from timeweave.language.names import canonical_key
from timeweave.language.numbering import Thing, family_key, read_number, things_in
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import DAYS, MONTHS, NUMBERS, ORDINALS
from timeweave.lexicon.releasing import (
    AHEAD,
    APPEARING,
    DENYING,
    EARLIER,
    EARLY,
    FRESH,
    GLAD,
    KINDS,
    NUMBERED,
    OUT,
    PARTS,
    RELEASES,
    RELEASING,
)
from timeweave.records import Document, EntityId, Fact, Span
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import MAX_YEAR, Granularity, Interval

RELEASED = "released"
"""The relation of a thing that came out to its series, or to its day."""

ANNOUNCED = 0.9  # confidence of what a title announces, or a sentence that says so of today
TOLD = 0.8  # of what is told with its day
_OPENING = 6  # sentences of a document in which it may announce something of its own day
_SPEAKING = 40  # of which it may speak of what its title names
_NEAR = 90  # characters between what announces and what is announced

_GERUNDS = any_of(v.gerund for v in RELEASING)
_PRESENT = any_of((v.third for v in RELEASING), (v.gerund for v in RELEASING))
_DONE = any_of((v.participle for v in RELEASING), ["prepared", "put out", "brought out", "made available"])
_PAST = any_of((v.past for v in RELEASING), (v.past for v in APPEARING), ["opened"])
_NOUN = r"(?:release|launch|availability|publication|arrival|completion|premiere|opening|debut)"
_CUES = lazily(
    rf"(?:\b(?:{any_of(GLAD)} to|excitedly|proudly) (?:now )?{any_of(v.base for v in RELEASING)}\b"
    rf"|\b(?:we|team|today|i)\b[^.;]{{0,40}}?\b(?:announce|present|introduce|release|launch|publish)\b"
    rf"|\b(?:is|are|['’]re|['’]m|am|today)\b[^.;]{{0,25}}?\b{_GERUNDS}\b"
    rf"|^\W*{_PRESENT}\b"
    rf"|\b(?:has|have|['’]ve) (?:just |now |today |finally |also )?{_DONE}\b"
    rf"|\btoday marks the (?:[\w-]+ )?{_NOUN})",
    re.IGNORECASE,
)
_PAST_CUE = lazily(rf"\b{_PAST}\b(?! by\b)", re.IGNORECASE)
_IS_OUT = lazily(
    rf"[\"”’',)]*(?: (?:stable|final|itself|{any_of(NUMBERED)}),?)?(?:, (?:by|from|the|our|a) [^,.;]{{1,60}},)?"
    rf" (?P<be>is|are|has been|have been|was|were|comes?|came|goes|went|hits?|opens?|opened|launche[sd]|appear(?:s|ed)"
    r"|debut(?:s|ed)|arrives?|arrived|premieres?|premiered)\b"
    r"(?: (?:now|finally|officially|today|first|also|both))*"
    rf"(?: (?P<out>{any_of(OUT, (v.participle for v in RELEASING), ['unveiled', 'opened'])}))?\b"
    r"(?! (?:to|for) (?:test|review|comment|pre-?order))",
    re.IGNORECASE,
)
_SELF_OUT = lazily(r"open|launch|appear|debut|arriv|premier|hit", re.IGNORECASE)
_IS_PAST = lazily(r"was|were|came|went|\w+ed", re.IGNORECASE)
_NOT_NOW = lazily(rf"\b(?:{any_of(AHEAD, DENYING)}|\w+n['’]t)\b", re.IGNORECASE)
_EARLIER = lazily(rf"\b{any_of(EARLIER)}\b", re.IGNORECASE)
_ELSEWHERE = lazily(r"[.;!?](?: |$)|\bthat\b")
_ANNIVERSARY = lazily(r"\b(?:ago today|anniversary|birthday)\b", re.IGNORECASE)
_BREAK = lazily(r"[.;!?](?: |$)")

_TITLE_BEFORE = lazily(
    rf"^(?:{_PRESENT}|present|meet|say hello to|(?:out|available|live|on sale) now|now (?:available|out|open|on sale)"
    rf"|now in (?P<early>{any_of(EARLY)})|new release|released|just released)(?::| -| –)? (?=\S)",
    re.IGNORECASE,
)
_TITLE_AFTER = lazily(
    rf"[\"”’']*(?:(?::| –| -|,) (?:now )?(?:out now|available|out|released)|(?: (?:is|are))?(?: now| finally)?"
    rf" {any_of(OUT, ['released', 'launches', 'launched', 'published', 'opens'])})"
    r"(?: (?:now|today|worldwide|again))?[.!]?$",
    re.IGNORECASE,
)
_PART = lazily(rf"\b{any_of(PARTS)}$", re.IGNORECASE)
_VERSION = any_of(RELEASES)
_TITLE_OF = lazily(rf"^(?:the )?{_NOUN} of (?:the )?", re.IGNORECASE)
_BY_WHOM = lazily(rf"^[\w.'’& -]{{2,40}}? (?:{any_of((v.third for v in RELEASING), ['opens'])}) ", re.IGNORECASE)
_ALONE = lazily(
    r"^(?:(?:[Tt]he|[Oo]ur|[Ii]ts|[Mm]y|[Aa]n?) )?[\"“‘']?(?P<name>"
    r"(?!(?:The|Our|Its|My|An?|New) )(?:[A-Z][\w+#'’&.-]*|[a-z]+[A-Z]\w*)"
    r"(?: (?:(?:of|the|for|and|&|in|on|de) )*[A-Z0-9][\w+#'’&.-]*){0,6}(?: [a-z-]+){0,2}?)[\"”’]?"
    r"(?=$|[,:;!?(–]| - | (?:and|for|is|are|in|with|to|from|by|at|on)\b)"
)
_STANDS_ALONE = lazily(
    r"[\"”’)*]*(?:$|[,:;.!?(&–]| (?![a-z])| (?:stable|final|edition|and|is|are|for|with|by|from|in|on|at|to|as)\b)"
)
_STAGE_BEFORE = lazily(
    rf"\b(?P<stage>{any_of(EARLY)})(?: (?:version|release|build)s?)?(?: of| for)?(?: the)? ?$", re.IGNORECASE
)
_STAGE_BEHIND = lazily(rf"[\s-]*(?:\w+ )?(?P<stage>{any_of(EARLY)})\b", re.IGNORECASE)
_QUOTED = lazily(r"[\"“‘](?P<name>[^\"”’]{2,60})[\"”’]")
_OF_KIND = lazily(
    rf"\b(?:(?P<place>(?i:{any_of(ORDINALS)}|debut)) )?(?:(?:new|latest|studio|solo|special|temporary|major|[a-z-]+) )?"
    rf"(?P<kind>(?i:{any_of(KINDS)})),? (?:called |titled |entitled |named )?"
    r"(?:[\"“‘](?P<quoted>[^\"”’]{2,60})[\"”’]"
    r"|(?P<name>[A-Z][\w'’&-]*(?: (?:(?:of|the|and|in|to|on) )*[A-Z][\w'’&-]*){0,6}))"
)
_ARTICLE = lazily(r"^(?:the|an?|our) ", re.IGNORECASE)
_NO_THING = lazily(
    rf"^(?:{any_of(DAYS, MONTHS, NUMBERS, ['today', 'we', 'our', 'new', 'the', 'support', 'changes'])})$",
    re.IGNORECASE,
)
_NO_WORK = lazily(
    r" as (?:[\w-]+ ){0,4}[\w-]+$|\b(?:members?|support|survey results|changes|plans?|nominees|team|teams|group|groups"
    r"|wg|sig|council|committee|commission|foundation|association|initiative|meeting|selections|directors?|freeze|leads?|fellow|winners?|speakers?|grants?|hires?|partnership)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Event:
    """A thing that came out on a day, and the sentence (by number) that says so; a title's has none yet."""

    thing: Thing
    day: Interval
    sentence: int | None
    confidence: float


def add_publications(document: Document, drafts: Sequence[Draft]) -> None:
    """Give ``drafts`` the events of publication that the document announces, each thing once for each day."""
    if document.date is None or document.date_precision is not Granularity.DAY or not drafts:
        return
    if document.date.year > MAX_YEAR:
        return
    today = Interval.day(document.date)
    texts = [document.text[d.span.start : d.span.end] for d in drafts]
    found = [_Event(thing, today, None, ANNOUNCED) for thing in titled(document.title) or _named(document, texts)]
    for index, sentence in enumerate(texts):
        found += _told(sentence, index, today)
    for event in _each_once(found):
        at = event.sentence if event.sentence is not None else _announcing(event.thing, texts)
        draft = drafts[at]
        draft.facts += _facts(event, draft.span)
        draft.named += ((canonical_key(event.thing.name), event.thing.name, ""),)
        if event.thing.family:
            draft.named += ((event.thing.family, event.thing.series or str(event.thing.family), ""),)


def titled(title: str) -> list[Thing]:
    """What a title announces."""
    plain = re.sub(r"[*_`]", "", title).strip()
    if plain.endswith("?") or _NOT_NOW.search(plain):
        return []
    before = _TITLE_BEFORE.match(plain) or _TITLE_OF.match(plain) or _BY_WHOM.match(plain)
    after = None if before else _TITLE_AFTER.search(plain)
    if not before and not after:
        return []
    rest = plain[before.end() :] if before else plain[: after.start()] if after else ""
    early = before.groupdict().get("early") if before else None
    numbered = [t for t in things_in(rest) if not _BREAK.search(rest[: t.start]) and _STANDS_ALONE.match(rest, t.end)]
    if numbered:
        return [_in_stage(t, rest, early or "") for t in numbered]
    if plain.isupper():  # where all is in capitals, none of them tells a name
        return []
    of_kind = _of_kind(rest)
    if of_kind:
        return of_kind
    alone = _QUOTED.match(rest) or _ALONE.match(rest)
    if alone is None or _NO_WORK.search(rest) or _NO_THING.match(alone["name"]):
        return []
    return [Thing(_ARTICLE.sub("", alone["name"]).rstrip(".,'’"), EntityId(""), None, *alone.span())]


def _named(document: Document, texts: Sequence[str]) -> list[Thing]:
    """The version that is all of a title ("Atlas 3.5"), where the document speaks of it as of what has just come."""
    title = re.sub(r"[*_`]", "", document.title).strip()
    things = [t for t in things_in(title) if t.number is not None and "." in t.number.text and not t.start]
    if len(things) != 1 or _PART.search(things[0].series) or re.search(r"\w", title[things[0].end :]):
        return []
    thing = things[0]
    called = any_of(filter(None, (thing.series, thing.name, thing.number.text if thing.number else "")))
    this_one = lazily(
        rf"\b(?:this|(?:the|our|a|an) (?:\w+ )?{any_of(FRESH)})(?: (?:\w+|{called})){{0,2}} {_VERSION}\b"
        rf"(?! of (?!{called}))|\bthe (?:{called}) {_VERSION}\b",
        re.IGNORECASE,
    )
    stated = (str(v) for v in document.metadata.values() if isinstance(v, str))
    told = (text for text in (*texts[:_SPEAKING], *stated) if this_one.search(text))
    return [_in_stage(thing, title)] if any(not _NOT_NOW.search(text) for text in told) else []


def _in_stage(thing: Thing, text: str, stage: str = "") -> Thing:
    """The thing at the stage that stands before it, or just behind: "the alpha version of Rust 1.0"."""
    number = thing.number
    if number is None or number.early:
        return thing
    near = _STAGE_BEFORE.search(text[: thing.start]) or _STAGE_BEHIND.match(text, thing.end)
    stage = stage or (near["stage"] if near else "")
    if not stage:
        return thing
    return replace(thing, name=f"{thing.name} {stage.casefold()}", number=number.at_stage(stage))


def _of_kind(text: str) -> list[Thing]:
    """What is called by its kind and its name: "our third album, Night Trains"."""
    found = []
    for match in _OF_KIND.finditer(text):
        name, kind = match["quoted"] or match["name"], match["kind"].casefold()
        if _NO_THING.match(name):
            continue
        place = {"debut": "first"}.get((match["place"] or "").casefold(), match["place"] or "")
        number = read_number(place) if place else None
        found.append(Thing(name, family_key(kind), number, *match.span(), series=kind))
    return found


def _told(sentence: str, index: int, today: Interval) -> Iterator[_Event]:
    """What a sentence says to be out today, if it stands where a document announces, or on a day that it states."""
    things = [_in_stage(thing, sentence) for thing in things_in(sentence)]
    things += [t for t in _of_kind(sentence) if all(t.end <= o.start or o.end <= t.start for o in things)]
    if not things:
        return
    for thing in things:
        when = _when(sentence, thing, today)
        if when is None or when.start is None or today.start is None or when.start > today.start:
            continue
        if when == today and index >= _OPENING:
            continue
        yield _Event(thing, when, index, ANNOUNCED if when == today else TOLD)


def _when(sentence: str, thing: Thing, today: Interval) -> Interval | None:
    """The day on which a sentence says that a thing came out; ``None`` where it does not say so."""
    if _ANNIVERSARY.search(sentence):
        return None
    clause = sentence[: thing.end]
    after = _IS_OUT.match(sentence, thing.end)
    if after is not None and (after["out"] or _SELF_OUT.match(after["be"])):
        around = clause[-60:] + sentence[thing.end : after.end() + 40]
        if _NOT_NOW.search(around):
            return None
        return _day_told(sentence, today, past=_IS_PAST.match(after["be"]) is not None)
    lead = sentence[max(0, thing.start - 160) : thing.start]
    cue = next((m for m in reversed(list(_CUES.finditer(lead))) if len(lead) - m.end() <= _NEAR), None)
    if cue is not None:
        between = lead[cue.end() :]
        if _NOT_NOW.search(lead) or _ELSEWHERE.search(between) or _EARLIER.search(lead[cue.start() :]):
            return None
        return _day_told(sentence, today, past=False)
    past = next((m for m in reversed(list(_PAST_CUE.finditer(lead))) if len(lead) - m.end() <= _NEAR // 2), None)
    if past is None or _NOT_NOW.search(lead) or _BREAK.search(lead[past.end() :]):
        return None
    return _day_told(sentence, today, past=True)


def _day_told(sentence: str, today: Interval, *, past: bool) -> Interval | None:
    """The one day that a sentence tells; today where it tells none, unless it speaks of the past."""
    days = [
        e.interval
        for e in find_expressions(sentence, today.start)
        if e.interval is not None and e.interval.granularity is Granularity.DAY and e.interval.is_unit
    ]
    if len(set(days)) > 1:
        return None
    if days:
        return days[0]
    return None if past else today


def _each_once(events: Sequence[_Event]) -> list[_Event]:
    """Each thing once, as it is written most fully; what the title says of today counts first."""
    kept: list[_Event] = []
    for event in events:
        same = next((i for i, other in enumerate(kept) if _is_same(event.thing, other.thing)), None)
        if same is None:
            kept.append(event)
            continue
        held = kept[same]
        if held.day == event.day:
            fuller = max(held.thing, event.thing, key=lambda t: (t.family != "", t.number is not None, len(t.name)))
            at = event.sentence if held.sentence is None else held.sentence
            kept[same] = replace(held, thing=fuller, sentence=at)
    return kept


def _is_same(one: Thing, other: Thing) -> bool:
    if one.number is not None and other.number is not None:
        return one.family == other.family and one.number.same(other.number)
    return canonical_key(one.name) == canonical_key(other.name)


def is_publication(fact: Fact) -> bool:
    """Whether a fact tells that its subject came out, on a day or in a series, and not that it released a thing."""
    is_day = not fact.object_is_entity and fact.valid is not None and fact.object == str(fact.valid)
    return fact.relation == RELEASED and (is_day or "name" in dict(fact.qualifiers))


def _announcing(thing: Thing, texts: Sequence[str]) -> int:
    """The sentence that bears out a title: the first that has the thing's number or name, else the first."""
    written = thing.number.text if thing.number is not None else thing.name
    wanted = lazily(rf"(?<![\w.]){re.escape(written)}(?!\w|\.\d)", re.IGNORECASE)
    bearing = [i for i, text in enumerate(texts[: 2 * _OPENING]) if wanted.search(text)]
    return next((i for i in bearing if _CUES.search(texts[i])), bearing[0] if bearing else 0)


def _facts(event: _Event, span: Span) -> list[FoundFact]:
    thing, number = event.thing, event.thing.number
    marks = [("name", thing.name)]
    if number is not None:
        marks.append(("number", number.text))
        marks += [("stage", thing.name.removeprefix(thing.series).strip())] if number.early else []
    series = thing.family if thing.family and thing.family != canonical_key(thing.name) else EntityId("")
    fact = make_fact(
        canonical_key(thing.name),
        RELEASED,
        series or str(event.day),
        object_is_entity=bool(series),
        valid=event.day,
        qualifiers=tuple(marks),
    )
    return [FoundFact(fact, span, event.confidence)]

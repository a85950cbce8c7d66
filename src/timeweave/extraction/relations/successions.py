"""Who follows whom in an office, also where the sentence does not name it: "Ann Lee hands over to Bo Ek"."""

from __future__ import annotations

from collections.abc import Iterator

from timeweave.extraction.relations.masking import MaskedSentence
from timeweave.extraction.relations.offices import HELD, offices
from timeweave.extraction.relations.offices_told import Held, OfficesTold
from timeweave.extraction.relations.patterns import is_supposed, pattern
from timeweave.extraction.relations.relation import Relation
from timeweave.extraction.times.validity import Aspect
from timeweave.lexicon.offices import NAMED_TO, SUCCEEDS
from timeweave.records import EntityId
from timeweave.temporal.interval import Interval

_AS_OFFICE = r" as <det><role role>(?:<of><b body>)?"
_AS = rf"(?:{_AS_OFFICE})?"
_SUCCESSIONS = (
    pattern(
        rf"<new person>(?:,? who)? (?!to )(?:\w+ )?{SUCCEEDS}"
        rf" <old person>{_AS}",
        any_case=True,
    ),
    pattern(
        rf"<new person> (?:follows|followed|(?:has |had )?stepped into the shoes of) <old person>{_AS}",
        any_case=True,
    ),
    pattern(
        r"<old person> (?:has |had |is |will )?(?:hand(?:ed|s|ing)?|pass(?:ed|es|ing)?)(?: [^.;\ue000-\ue3ff]{1,40})?"
        rf"(?: over| on)? to <new person>{_AS}",
        any_case=True,
    ),
    pattern(r"\b(?:pass(?:ed|es)|went|goes|moves|moved) from <old person> to <new person>", any_case=True),
    pattern(
        rf"\b{NAMED_TO} <new person>(?:, [^.;]{{3,80}},)? to (?:succeed|replace|follow) <old person>{_AS}",
        any_case=True,
    ),
    pattern(rf"<old person>(?:,? who)? (?:was|is|will be) (?:succeeded|replaced) by <new person>{_AS}", any_case=True),
)
_OF_OFFICES_ALONE = frozenset(_SUCCESSIONS[1:4])


def _succession(words: str) -> Aspect:
    """How a succession is told: as to come, in passing, or as news."""
    if " will " in words:
        return Aspect.AHEAD
    return Aspect.ONCE if " who " in words else Aspect.EVENT


def successions(sentence: MaskedSentence, subject: EntityId | None, before: OfficesTold) -> Iterator[Relation]:
    """Who follows whom, and in which office: the one named, else the one that either held by what ``before`` tells."""
    for words in _SUCCESSIONS:
        for match in words.finditer(sentence.text):
            groups = match.groupdict()
            new, old = sentence.mention(groups["new"]).entity, sentence.mention(groups["old"]).entity
            if new == old or is_supposed(sentence.text, match.start()):
                continue
            told = _succession(match.group())
            named = groups.get("b")
            body = sentence.mention(named).entity if named else subject
            named_too = offices(groups.get("role") or "")
            known = [Held(office, body or before.body_of(office, is_sure=True)) for office in named_too]
            passed_on = None if known else before.passed_on(old, new)
            if words in _OF_OFFICES_ALONE and not known and passed_on is None:
                continue  # the one may follow or be handed over to the other in anything
            yield Relation(new, "succeeded", old, True, told, match.start(), match.end())
            for office in known or ([] if passed_on is None else [passed_on]):
                yield from _changed_hands(office, old, new, told, match.span())


def _changed_hands(held: Held, old: EntityId, new: EntityId, told: Aspect, span: tuple[int, int]) -> Iterator[Relation]:
    """That ``new`` has an office and ``old`` has it no more; on the day on which that was told to end."""
    if held.body in {new, old}:
        return
    until = None if held.until is None else held.until.end
    since = None if until is None else Interval(until, None)
    over = None if held.since is None or held.since.start is None else Interval(None, held.since.start)
    begun = Aspect.AHEAD if told is Aspect.AHEAD else Aspect.START
    if over is None and held.body is None:
        yield Relation(new, HELD, held.office, False, begun, *span, since)
    elif over is None and held.body is not None:
        yield Relation(held.body, held.office, new, True, begun, *span, since)
    if told is Aspect.AHEAD or held.until is not None:
        return
    if held.body is None:
        yield Relation(old, HELD, held.office, False, Aspect.END, *span, over)
    else:
        yield Relation(held.body, held.office, old, True, Aspect.END, *span, over)

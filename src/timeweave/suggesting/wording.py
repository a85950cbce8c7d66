"""Facts as questions that they answer: offices, events, publications, meetings and measures with plain names."""

from __future__ import annotations

import datetime as dt
import enum
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from timeweave.extraction.relations.publications import RELEASED
from timeweave.lexicon.offices import OFFICES
from timeweave.lexicon.relations import Time, Values, relations
from timeweave.overviews import Timeline
from timeweave.records import EntityId, Fact, ResolvedFact
from timeweave.records.concepts import is_concept
from timeweave.records.stored import FactStatus
from timeweave.temporal.interval import Granularity, Interval

AT_MEETINGS = {
    "attended": "attended",
    "chaired": "chaired",
    "took minutes of": "took the minutes of",
}
"""Of what is true of a meeting on its day, how a question says it."""
COUNTED = "count"

OF_PERSONS = frozenset({"married", "divorced", "succeeded", "defeated"})
"""Events whose object may be somebody."""

_MEASURE = re.compile(r"(?!.*\b(?:of|by|that)\b)[a-z]{3,}(?: [a-z]{2,}){0,3}")
_COUNTED = re.compile(r"[a-z]{3,}(?: [a-z]{3,})?s")
_NAME = re.compile(r"(?=.*[A-Z])[^\W_][\w.,&'’+# -]{1,48}")
_ORDINALS = ("first", "second", "third", "fourth")
_PLAIN = {"modality": "actual", "kind": "value", "basis": "gaap", "stage": "final"}  # what goes without saying
_TOLD = {"name", "number"}  # qualifiers that are told in the value


class Kind(enum.Enum):
    """What a question asks for."""

    OFFICE = "office"
    PUBLICATION = "publication"
    MEETING = "meeting"
    EVENT = "event"
    MEASURE = "measure"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question of a ``kind`` made of a fact about ``entity``, and in what words an answer may say what the fact says.
    ``relation`` is that of the fact, which has ``changed`` where it was superseded, restated or disputed.
    """

    kind: Kind
    question: str
    expected: tuple[str, ...]
    relation: str
    entity: EntityId
    changed: bool
    start: dt.date


def candidates(line: Timeline, is_person: Callable[[EntityId], bool]) -> Iterator[Candidate]:
    """The questions that the facts of a timeline make, in its order; what is done to somebody is asked of no thing."""
    for resolved in line.facts:
        if resolved.valid is None or resolved.valid.start is None or _takes_one_for_a_thing(resolved.fact, is_person):
            continue
        for kind, rule in _RULES.items():
            if (asked := rule(resolved, line)) is not None:
                changed = resolved.status is not FactStatus.HOLDS
                yield Candidate(kind, *asked, resolved.fact.relation, line.entity.id, changed, resolved.valid.start)
                break


_Asked = tuple[str, tuple[str, ...]]


def _office(resolved: ResolvedFact, line: Timeline) -> _Asked | None:
    """Who held an office that one holds at a time, at some time in his tenure."""
    fact, table = resolved.fact, relations()
    is_office = fact.relation.split()[-1] in OFFICES and table.values(fact.relation) is Values.ONE
    body, holder = _named(fact.subject, line), line.object_name(resolved)
    if not is_office or not fact.object_is_entity or body is None or not _NAME.fullmatch(holder) or _marked(resolved):
        return None
    return f"Who was {fact.relation} of {body} {_when(_a_time_of(resolved.valid))}?", (holder,)


def _publication(resolved: ResolvedFact, _: Timeline) -> _Asked | None:
    """When something came out."""
    name = dict(resolved.fact.qualifiers).get("name", "")
    if resolved.fact.relation != RELEASED or not _NAME.fullmatch(name) or _marked(resolved):
        return None
    return _dated(f"When was {name} released?", resolved)


def _meeting(resolved: ResolvedFact, line: Timeline) -> _Asked | None:
    """Who did something at a meeting of a day."""
    fact = resolved.fact
    told, who = AT_MEETINGS.get(fact.relation), _named(fact.subject, line)
    is_day = resolved.valid is not None and resolved.valid.is_unit and resolved.valid.granularity is Granularity.DAY
    meeting = line.object_name(resolved)
    if told is None or who is None or not is_day or not _NAME.fullmatch(meeting):
        return None
    return f"Who {told} the {meeting} {_when(resolved.valid)}?", (who,)


def _event(resolved: ResolvedFact, line: Timeline) -> _Asked | None:
    """When something happened between two that have names."""
    fact = resolved.fact
    row = relations().rows.get(fact.relation)
    verb = next((said for said in row.says if not said.startswith("be ")), None) if row else None
    who, whom = _named(fact.subject, line), _named(EntityId(fact.object), line) if fact.object_is_entity else None
    if (
        row is None
        or row.time is Time.HOLDS
        or row.symmetric
        or verb is None
        or who is None
        or whom is None
        or _marked(resolved)
    ):
        return None
    return _dated(f"When did {who} {verb} {whom}?", resolved)


def _measure(resolved: ResolvedFact, line: Timeline) -> _Asked | None:
    """How much it was in a period that was over when it was told, how many there were."""
    fact, who, valid = resolved.fact, _named(resolved.fact.subject, line), resolved.valid
    if fact.quantity is None or who is None or valid is None or not valid.is_unit or _marked(resolved):
        return None
    if valid.end is None or all(support.observed < valid.end for support in resolved.supports):
        return None
    when = _when(valid)
    if fact.quantity.unit == COUNTED:
        said = f"How many {fact.relation} did {who} have {when}?" if _COUNTED.fullmatch(fact.relation) else ""
    else:
        owner = f"{who}’" if who.endswith("s") else f"{who}’s"
        verb = "were" if re.search(r"[^s]s$", fact.relation) else "was"
        said = f"What {verb} {owner} {fact.relation} {when}?" if _MEASURE.fullmatch(fact.relation) else ""
    return (said, (fact.quantity.text,)) if said else None


_RULES: Mapping[Kind, Callable[[ResolvedFact, Timeline], _Asked | None]] = {
    Kind.OFFICE: _office,
    Kind.PUBLICATION: _publication,
    Kind.MEETING: _meeting,
    Kind.EVENT: _event,
    Kind.MEASURE: _measure,
}


def _takes_one_for_a_thing(fact: Fact, is_person: Callable[[EntityId], bool]) -> bool:
    """Whether somebody stands where the table of relations wants no person: "took part in Ann Lee"."""
    row = relations().rows.get(fact.relation)
    is_event = row is not None and row.time is not Time.HOLDS and fact.relation not in OF_PERSONS
    return is_event and fact.object_is_entity and is_person(EntityId(fact.object))


def _named(entity: EntityId, line: Timeline) -> str | None:
    """What people call an entity, where that is a name."""
    name = line.entity.name if entity == line.entity.id else line.names.get(entity, "")
    return name if _NAME.fullmatch(name) and not is_concept(entity) else None


def _marked(resolved: ResolvedFact) -> bool:
    """Whether qualifiers say that it is of a part, a plan, a change or the like."""
    return any(_PLAIN.get(name) != value and name not in _TOLD for name, value in resolved.fact.qualifiers)


def _a_time_of(valid: Interval | None) -> Interval:
    """A month in the middle of a time, or the one after its start where no end is known; as for years and quarters."""
    assert valid is not None
    assert valid.start is not None
    unit = Granularity.MONTH if valid.granularity is Granularity.DAY else valid.granularity
    if valid.end is None:
        first = Interval.unit(valid.start, unit)
        return Interval.unit(valid.start if first.end is None else first.end, unit)
    return Interval.unit(valid.start + (valid.end - valid.start) / 2, unit)


def _dated(asked: str, resolved: ResolvedFact) -> _Asked | None:
    valid = resolved.valid
    if valid is None or not valid.is_unit:
        return None
    return asked, (str(valid), _when(valid).split(" ", 1)[1])


def _when(valid: Interval | None) -> str:
    """A unit of the calendar with its preposition: "in the first quarter of 2024", "on 4 March 2024"."""
    assert valid is not None
    assert valid.start is not None
    start = valid.start
    if valid.granularity is Granularity.YEAR:
        return f"in {start.year}"
    if valid.granularity is Granularity.QUARTER:
        return f"in the {_ORDINALS[(start.month - 1) // 3]} quarter of {start.year}"
    return f"on {start.day} {start:%B %Y}" if valid.granularity is Granularity.DAY else f"in {start:%B %Y}"

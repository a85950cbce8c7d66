"""Who was at meetings, led them or took their minutes, when and how often: counted over the lists that minutes have."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from timeweave.answering.catalogue import names_of_most, told_parts
from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import cite
from timeweave.answering.extractive.sentences import as_answer, in_words
from timeweave.answering.refusal import refuse
from timeweave.answering.tabled import answer_listed
from timeweave.language.terms import index_terms
from timeweave.lexicon.meetings import A_MEETING, ATTENDED, MISSED
from timeweave.question.attendance import AttendanceAsked, End, Wanted
from timeweave.records import EntityId, Span, SupportedFact
from timeweave.results import Answer, Value
from timeweave.temporal.interval import Interval

_MOST_NAMED = 20  # people who are told
_MOST_DAYS = 8  # days that are told one by one
_CITED = 12
_NEARLY_ALL = 0.8
_ASIDE = 60  # characters behind a name that may say whose person it is
_SURE = 0.9


_Meeting = tuple[str, str]
"""The day of a meeting and what it is called."""


@dataclass(frozen=True, slots=True)
class _Part:
    """That somebody had a part in a meeting on a day: ``person``, whom the list calls ``named``."""

    named: EntityId
    person: EntityId
    day: Interval
    meeting: str
    told: SupportedFact


def answer_attendance(context: AnswerContext) -> Answer | None:
    """The answer by all lists of who was there; ``None`` where the question is for something else, a word of it is
    explained by no meeting, name or title, or no list tells.
    """
    asked = context.question.attendance
    if asked is None:
        return None
    every = _parts(asked, context)
    people = [e for e in context.entities if e.id in {end for part in every for end in (part.person, part.named)}]
    if not every or not (asked.sure or people):
        return None
    named = {part.person for part in every for e in people if e.id in (part.person, part.named)}
    spoken = [f"{e.surface} {context.name_of(e.id)}" for e in people]
    left = asked.terms - index_terms(" ".join((*spoken, *_bodies_of_most(every, context)))).keys()
    known = _of_meeting(left, every, named, context)
    periods = context.question.periods
    found = [part for part in known if not periods or any(period.overlaps(part.day) for period in periods)]
    if not found:
        return _of_no_list(asked, known, context)
    told = [part for part in found if part.told.fact.relation in asked.relations]
    mine = [part for part in (found if asked.wanted is Wanted.WHETHER else told) if not named or part.person in named]
    if asked.wanted is Wanted.WHETHER:
        return _whether(asked, mine, told, named, context)
    if asked.wanted in (Wanted.LARGEST, Wanted.SMALLEST):
        return None if named else _by_size(asked, told, context)
    if asked.wanted is Wanted.WHO and asked.relations <= {ATTENDED, MISSED} and len(_held(told)) == 1:
        listed = answer_listed(context)  # as the minutes have it, in groups
        if listed is not None:
            return listed
    if asked.relations == {MISSED} and named and asked.wanted in (Wanted.WHICH, Wanted.WHEN, Wanted.COUNT):
        return _missed(asked, found, named, context)
    if (named and asked.wanted not in (Wanted.WHO, Wanted.MOST, Wanted.EACH)) or asked.people:
        return _told(asked, mine, named, context)
    if not named and asked.wanted in (Wanted.WHO, Wanted.MOST, Wanted.EACH):
        return _told(asked, told, named, context)
    return None


def _bodies_of_most(parts: Sequence[_Part], context: AnswerContext) -> Sequence[str]:
    """The names in the question that most minutes bear: that of the body that meets."""
    return names_of_most(context, len({part.told.supports[0].document_id for part in parts}))


def _of_no_list(asked: AttendanceAsked, known: Sequence[_Part], context: AnswerContext) -> Answer | None:
    """That no minutes of a day have a list, where those of others do; ``None`` where the question may be for else."""
    periods = context.question.periods
    of_one_day = bool(periods) and all(period.days == 1 for period in periods)
    if not (known and asked.sure and of_one_day) or asked.wanted not in (Wanted.WHO, Wanted.COUNT, Wanted.WHETHER):
        return None
    if any(period.overlaps(Interval.day(line.info.observed)) for line in context.lines for period in periods):
        return None
    if any(v is not None and p.overlaps(v) for line in context.lines if (v := line.statement.valid) for p in periods):
        return None
    days = " or ".join(in_words(period) for period in periods)
    return refuse(context, (f"missing: no list says who was at a meeting on {days}",), method="computed")


def _parts(asked: AttendanceAsked, context: AnswerContext) -> Sequence[_Part]:
    """Everybody's parts that the question may be about, by day."""
    every = [
        _Part(told.fact.subject, told.fact.subject, told.fact.valid, told.fact.object, told)
        for told in told_parts(context.view)
        if told.fact.valid is not None
    ]
    in_full = _in_full(part.named for part in every)
    names = defaultdict(set)
    for part in every:
        names[part.day].add(part.meeting)
    both = asked.wanted is Wanted.WHETHER or MISSED in asked.relations
    relations = asked.relations | (frozenset({ATTENDED, MISSED}) if both else frozenset())
    found = [
        replace(part, person=in_full.get(part.named, part.named), meeting=_called(part.meeting, names[part.day]))
        for part in every
        if part.told.fact.relation in relations and asked.guise in ("", dict(part.told.fact.qualifiers).get("as"))
    ]
    return sorted(found, key=lambda part: (str(part.day), part.person, part.meeting))


def _called(meeting: str, names: Set[str]) -> str:
    """What a meeting is called: one without a name as the only other of its day."""
    others = names - {A_MEETING}
    return next(iter(others)) if meeting == A_MEETING and len(others) == 1 else meeting


def _in_full(named: Iterable[EntityId]) -> Mapping[EntityId, EntityId]:
    """Those whom lists call by one name alone, with whoever bears it as the first of his names: where that is one, or
    nearly all who bear it are.
    """
    bearers: dict[str, Counter[EntityId]] = defaultdict(Counter)
    alone = set()
    for person in named:
        first, _, rest = str(person).partition(" ")
        if rest:
            bearers[first][person] += 1
        else:
            alone.add(person)
    found = {}
    for person in alone & bearers.keys():
        [(bearer, times)] = bearers[str(person)].most_common(1)
        if times >= _NEARLY_ALL * bearers[str(person)].total():
            found[person] = bearer
    return found


def _of_meeting(
    left: Set[str], parts: Sequence[_Part], named: Set[EntityId], context: AnswerContext
) -> Sequence[_Part]:
    """The parts in meetings whose names, or whose documents' titles, have the words of the question that are left, or
    what stands beside the name of whom it names: "Ann Lee of Acme".

    A body may be called by more words than its meetings are. What is called but a meeting counts where most of the
    others have those words: minutes of one body that have no title.
    """
    left = left - {term for part in parts if part.person in named for term in _beside(part, context)}
    bodies = [index_terms(e.surface).keys() for e in context.entities]
    titles: dict[tuple[str, str], bool] = {}
    for part in parts:
        document = part.told.supports[0].document_id
        if (key := (part.meeting, document)) not in titles:
            info = context.view.document(document)
            titled = "" if info is None else info.title
            known = frozenset(index_terms(f"{part.meeting} {titled} {document}"))
            titles[key] = left <= known.union(*(body for body in bodies if body & known))
    called = [part for part in parts if titles[part.meeting, part.told.supports[0].document_id]]
    called_so = [fits for (meeting, _), fits in titles.items() if meeting != A_MEETING]
    if not called_so or 2 * sum(called_so) <= len(called_so):
        return called
    people = {part.person for part in called}
    unnamed = _held(
        part
        for part in parts
        if part.meeting == A_MEETING and not titles[part.meeting, part.told.supports[0].document_id]
    )
    alike = [part for there in unnamed.values() if _are_mostly(there, people) for part in there]
    return sorted([*called, *alike], key=lambda part: (str(part.day), part.person, part.meeting))


def _are_mostly(there: Sequence[_Part], people: Set[EntityId]) -> bool:
    return 2 * len({part.person for part in there} & people) > len({part.person for part in there})


def _beside(part: _Part, context: AnswerContext) -> Set[str]:
    """The terms of the line in which a roll names somebody, from the name on."""
    support = part.told.supports[0]
    info = context.view.document(support.document_id)
    end = support.span.end if info is None else min(support.span.end + _ASIDE, info.length)
    told = context.view.text(support.key.ordinal, Span(support.span.start, end))
    return index_terms(told.partition("\n")[0]).keys()


def _missed(
    asked: AttendanceAsked, found: Sequence[_Part], named: Set[EntityId], context: AnswerContext
) -> Answer | None:
    """The meetings from which somebody is told to have been absent, else those between the first and the last that he
    was at whose lists do not name him.
    """
    told = [part for part in found if part.person in named and part.told.fact.relation == MISSED]
    there = _held(part for part in found if part.told.fact.relation == ATTENDED)
    mine = sorted(held for held, parts in there.items() if any(p.person in named for p in parts))
    apart = [held for held in there if mine and mine[0] < held < mine[-1] and held not in mine]
    days = {**_held(told), **{held: there[held][:1] for held in apart}}
    days = {held: days[held] for held in sorted(days)}
    if not days:
        return _told(asked, (), named, context)
    many = f"{len(days)}: " if asked.wanted is Wanted.COUNT else ""
    unnamed = "" if told else f", whose lists do not name {context.name_of(next(iter(named)))}"
    said = f"{many}{_listed(days)}{unnamed}"
    return _answer(said, [parts[0] for parts in days.values()], context, counted=f"{len(there)} lists of who was there")


def _by_size(asked: AttendanceAsked, parts: Sequence[_Part], context: AnswerContext) -> Answer:
    """The meeting at which most people were, or the fewest, and how many."""
    sizes = {day: len({part.person for part in there}) for day, there in _held(parts).items()}
    chosen = max(sizes.values()) if asked.wanted is Wanted.LARGEST else min(sizes.values())
    days = {day: there for day, there in _held(parts).items() if sizes[day] == chosen}
    return _answer(f"{_listed(days)}: {chosen} people", [there[0] for there in days.values()], context)


def _told(
    asked: AttendanceAsked, parts: Sequence[_Part], named: Set[EntityId], context: AnswerContext
) -> Answer | None:
    if not parts:
        whom = " or ".join(context.name_of(person) for person in sorted(named)) or "anybody"
        return refuse(context, (f"missing: no list of a meeting says so of {whom}",), method="computed")
    if asked.wanted in (Wanted.MOST, Wanted.EACH):
        return _most(parts, context, each=asked.wanted is Wanted.EACH)
    if asked.wanted is Wanted.WHO or asked.people:
        return None if named and asked.wanted is Wanted.WHO else _who(asked, parts, context)
    days = _held(parts)
    if asked.end is not None and asked.wanted is not Wanted.COUNT:
        [chosen] = _at_end(days, asked.end).values()
        return _answer(f"{as_answer(chosen[0].day)} ({chosen[0].meeting})", chosen[:1], context)
    told = _listed(days)
    counted = f"{len(days)}: {told}" if asked.wanted is Wanted.COUNT else told
    return _answer(counted, [ps[0] for ps in days.values()], context, counted=f"{len(days)} lists of who was there")


def _held(parts: Iterable[_Part]) -> Mapping[_Meeting, Sequence[_Part]]:
    """The parts of each meeting; of two on one day by their names."""
    held: dict[_Meeting, list[_Part]] = defaultdict(list)
    for part in parts:
        held[str(part.day), part.meeting].append(part)
    return held


def _at_end(held: Mapping[_Meeting, Sequence[_Part]], end: End | None) -> Mapping[_Meeting, Sequence[_Part]]:
    """The first or the last of some meetings, or all."""
    if end is None:
        return held
    chosen = min(held) if end is End.FIRST else max(held)
    return {chosen: held[chosen]}


def _listed(held: Mapping[_Meeting, Sequence[_Part]]) -> str:
    """Meetings with their days; of many the first and the last."""
    names = {name for _, name in held}
    told = [in_words(there[0].day) + ("" if len(names) == 1 else f" ({name})") for (_, name), there in held.items()]
    if len(told) > _MOST_DAYS:
        told = [f"{told[0]} to {told[-1]}"]
    return "; ".join(told) + (f" ({next(iter(names))})" if len(names) == 1 else "")


def _who(asked: AttendanceAsked, parts: Sequence[_Part], context: AnswerContext) -> Answer | None:
    """Those who were there, each once; how often, where several meetings are meant."""
    days = _at_end(_held(parts), asked.end)
    often: dict[EntityId, int] = defaultdict(int)
    for day in days.values():
        for person in {part.person for part in day}:
            often[person] += 1
    ranked = sorted(often, key=lambda person: (-often[person], str(person)))
    told = [context.name_of(p) + (f" ({often[p]})" if len(days) > 1 else "") for p in ranked[:_MOST_NAMED]]
    more = len(ranked) - len(told)
    listed = ", ".join(told) + (f" and {more} more" if more else "")
    alone = next(iter(days.values()))[0] if len(days) == 1 else None
    when = f"{len(days)} meetings" if alone is None else in_words(alone.day)
    answer = f"{len(ranked)}: {listed}" if asked.people else listed
    of_each = {part.person: part for parts in days.values() for part in parts}
    return _answer(f"{answer} ({when})", [of_each[p] for p in ranked], context)


def _most(parts: Sequence[_Part], context: AnswerContext, *, each: bool) -> Answer | None:
    """Whoever was there most often, and how often; with ``each`` at every meeting."""
    often: dict[EntityId, set[_Meeting]] = defaultdict(set)
    for part in parts:
        often[part.person].add((str(part.day), part.meeting))
    most = max(map(len, often.values()))
    first = [p for p in sorted(often, key=str) if len(often[p]) == most]
    total = len(_held(parts))
    if each and most < total:
        return refuse(context, (f"missing: nobody is on all {total} lists",), method="computed")
    told = f"{', '.join(context.name_of(p) for p in first[:_MOST_NAMED])} ({most} of {total} meetings)"
    shown = [next(part for part in reversed(parts) if part.person == p) for p in first]
    return _answer(told, shown, context, counted=f"{total} lists of who was there")


def _whether(
    asked: AttendanceAsked, mine: Sequence[_Part], found: Sequence[_Part], named: Set[EntityId], context: AnswerContext
) -> Answer | None:
    """Yes with the days; no, where the lists of the time name others and not whom the question names."""
    if len(named) != 1:
        return None
    so = [p for p in mine if p.told.fact.relation in asked.relations]
    if asked.each and len(_held(so)) < len(_held(found)):
        told = f"No: {len(_held(so))} of {len(_held(found))} meetings, {_listed(_held(so))}"
        return _answer(told if so else "No", so or found[:1], context)
    if so:
        return _answer(f"Yes: {_listed(_held(so))}", so, context)
    if mine:
        deed = "absent from" if mine[0].told.fact.relation == MISSED else "was at"
        return _answer(f"No: {deed} {_listed(_held(mine))}", mine, context)
    others = [p for p in found if p.told.fact.relation in asked.relations] if context.question.periods else []
    said = f"No: {context.name_of(next(iter(named)))} is not named for {_listed(_held(others))}"
    return _answer(said, [ps[0] for ps in _held(others).values()], context) if others else None


def _answer(words: str, shown: Sequence[_Part], context: AnswerContext, *, counted: str | None = None) -> Answer:
    return Answer(
        search=context.result,
        answer=words,
        refused=False,
        method="computed",
        values=tuple(Value(str(p.day), p.meeting, context.name_of(p.person), None, None) for p in shown),
        citations=tuple(dict.fromkeys(cite(p.told.supports[0], context.view) for p in shown[:_CITED])),
        warnings=context.result.warnings,
        calculation=counted,
        confidence=_SURE,
    )

"""The standing of facts among the others that are visible: closed, restated, disputed, or holding (TK-05, EK-06).

`resolve` is a pure function of a set of facts. It is applied to the facts visible on a day, so that what a later
document superseded still holds for an earlier ``as_of``, and taking a document back reopens what it had closed.
"""

from __future__ import annotations

import datetime as dt
import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace

from timeweave.evolution.confidence import pooled_confidence
from timeweave.evolution.endings import Endings, endings
from timeweave.evolution.relations import DECLARED, RelationModel, is_measured_value, same_seat
from timeweave.evolution.reliability import publisher, publishers
from timeweave.extraction.relations.offices import is_office
from timeweave.lexicon.relations import Values
from timeweave.records import FactId, FactStatus, ResolvedFact, SupportedFact, is_concept
from timeweave.temporal.interval import Granularity, Interval

_DOUBT = 0.25  # what the word of a doubted source weighs beside that of another
_ROUNDING = 0.005  # two figures closer than half a per cent are one figure, rounded differently


def resolve(facts: Iterable[SupportedFact], relations: RelationModel = DECLARED) -> list[ResolvedFact]:
    """The standing of each of ``facts`` among them all, in order of (valid start, id).

    ``relations`` says which have one object at a time, or for ever. Of the latter two objects contradict each other,
    whenever they are told: both are *disputed*. Of the former an open interval ends where the next object's begins
    (EK-06: closed, not deleted), and where the same object is said to have ended. Of all others it ends where a source
    says so of that very state, of all between the two, or of one of the two itself (`evolution.endings`); what is told
    to hold after that is a state of its own. Values of one measure for one period that differ by more than rounding
    are *restated* when the same source published them one after the other, else *disputed*; a disputed candidate's
    confidence is its share of what speaks for all of them.
    """
    tenures: dict[tuple[str, str], list[SupportedFact]] = defaultdict(list)
    figures: dict[tuple[object, ...], list[SupportedFact]] = defaultdict(list)
    candidates: dict[tuple[str, str, bool], list[SupportedFact]] = defaultdict(list)
    resolved: list[ResolvedFact] = []
    facts = sorted(facts, key=_canonical)
    for supported in facts:
        fact = supported.fact
        if is_measured_value(fact):
            unit = fact.quantity.unit if fact.quantity else ""
            figures[fact.subject, fact.relation, fact.qualifiers, fact.valid, unit].append(supported)
        elif is_concept(fact.subject):  # of a kind much is true side by side
            resolved.append(_standing(supported))
        elif (values := relations.values(fact.relation)) is Values.ONE and fact.valid is not None:
            tenures[fact.subject, same_seat(fact.relation)[0]].append(supported)
        elif values is Values.EVER and fact.quantity is None:
            candidates[fact.subject, fact.relation, fact.object_is_entity].append(supported)
        else:
            resolved.append(_standing(supported))
    for (_, relation), group in tenures.items():
        doubted = relations.doubted(relation) if _is_contested(group) else frozenset()
        resolved.extend(_resolve_told(group, doubted))
    for group in figures.values():
        resolved.extend(_resolve_figures(group))
    for group in candidates.values():
        doubted = relations.doubted(group[0].fact.relation) if _is_contested(group) else frozenset()
        resolved.extend(_resolve_candidates(group, doubted))
    told = endings(facts)
    return sorted((_ended(r, told) for r in resolved), key=lambda r: (_start(r.fact.valid), r.fact.id))


def _ended(resolved: ResolvedFact, told: Endings) -> ResolvedFact:
    """A state that holds, closed where its end is told and comes before any that was found."""
    ending = told.of(resolved.fact) if resolved.status in {FactStatus.HOLDS, FactStatus.CLOSED} else None
    if ending is None or resolved.valid is None or (resolved.valid.end is not None and resolved.valid.end <= ending[0]):
        return resolved
    end, closer = ending
    return replace(resolved, valid=_until(resolved.valid, end), status=FactStatus.CLOSED, by=(closer,))


def _standing(
    supported: SupportedFact,
    status: FactStatus = FactStatus.HOLDS,
    *,
    by: Sequence[FactId] = (),
    share: float = 1.0,
) -> ResolvedFact:
    confidence = pooled_confidence(supported.supports) * share
    return ResolvedFact(supported.fact, supported.supports, supported.fact.valid, status, confidence, tuple(by))


def _is_contested(group: Sequence[SupportedFact]) -> bool:
    """Whether several sources tell several objects, so that it matters which of them are doubted."""
    return len({s.fact.object for s in group}) > 1 and len(frozenset().union(*map(publishers, group))) > 1


def _resolve_told(group: Sequence[SupportedFact], doubted: Set[str]) -> list[ResolvedFact]:
    """Tenures as they follow one another; what only doubted sources tell closes nothing that others tell of: where
    another holds, it is disputed.
    """
    others = [s for s in group if not publishers(s) <= doubted]
    if not doubted or not others or len(others) == len(group):
        return _resolve_tenures(group)
    first = min(_start(s.fact.valid) for s in others)
    late = [s for s in group if publishers(s) <= doubted and _start(s.fact.valid) >= first]
    resolved = _resolve_tenures([s for s in group if s not in late])
    holders = _holders(group)
    return [*resolved, *(_against(supported, resolved, holders) for supported in late)]


def _against(supported: SupportedFact, resolved: Sequence[ResolvedFact], holders: Mapping[str, str]) -> ResolvedFact:
    """What only doubted sources tell, disputed by those that hold on its first day."""
    day, holder = _start(supported.fact.valid), holders[supported.fact.object]
    holding = [r for r in resolved if r.valid is not None and r.valid.holds(day)]
    rivals = [r for r in holding if holders[r.fact.object] != holder]
    if not rivals:
        return _standing(supported)
    own = pooled_confidence(supported.supports) * _DOUBT
    share = own / (own + sum(r.confidence for r in rivals))
    return _standing(supported, FactStatus.DISPUTED, by=[r.fact.id for r in rivals], share=share * _DOUBT)


def _resolve_tenures(group: Sequence[SupportedFact]) -> list[ResolvedFact]:
    """Close open tenures at the stated end of the same holder's, else at the start of the next holder's."""
    holders = _holders(group)
    resolved = []
    for supported in group:
        valid, holder = supported.fact.valid, holders[supported.fact.object]
        assert valid is not None
        others = [o for o in group if holders[o.fact.object] != holder and _starts_with(o.fact.valid, valid)]
        later = {id(o): _took_over(supported, o, group, holders) for o in others}
        rivals = [o for o in others if later[id(o)] is None]
        followers = [o for o in others if later[id(o)] is True]
        if followers and valid.start is not None:  # on the day of a handover both are named
            until = _until(valid, valid.start + dt.timedelta(days=1))
            closed = _standing(supported, FactStatus.CLOSED, by=(followers[0].fact.id,))
            resolved.append(replace(closed, valid=until))
        elif rivals:
            total = pooled_confidence(supported.supports) + sum(pooled_confidence(r.supports) for r in rivals)
            share = pooled_confidence(supported.supports) / total
            by = [r.fact.id for r in rivals]
            resolved.append(_standing(supported, FactStatus.DISPUTED, by=by, share=share))
        elif valid.end is None and (ending := _ending(supported, group, holders)) is not None:
            end, closer = ending
            closed = replace(_standing(supported, FactStatus.CLOSED, by=(closer,)), valid=_until(valid, end))
            resolved.append(closed)
        else:
            resolved.append(_standing(supported))
    return resolved


def _resolve_candidates(group: Sequence[SupportedFact], doubted: Set[str]) -> list[ResolvedFact]:
    """Objects of a relation that has one for ever, side by side: each as sure as its share of what speaks for all."""
    resolved = []
    for supported in group:
        rivals = [o for o in group if not _is_one_value(supported.fact.object, o.fact.object)]
        if not rivals:
            resolved.append(_standing(supported))
            continue
        alike = [o for o in group if _is_one_value(supported.fact.object, o.fact.object)]
        own = _all_that_speaks(alike, doubted)
        objects = sorted({r.fact.object for r in rivals})
        total = own + sum(_all_that_speaks([r for r in rivals if r.fact.object == name], doubted) for name in objects)
        by = [r.fact.id for r in rivals]
        resolved.append(replace(_standing(supported, FactStatus.DISPUTED, by=by), confidence=own * own / total))
    return resolved


def _all_that_speaks(facts: Sequence[SupportedFact], doubted: Set[str]) -> float:
    told = [
        replace(s, confidence=s.confidence * _DOUBT) if publisher(s.source) in doubted else s
        for supported in facts
        for s in supported.supports
    ]
    return pooled_confidence(told)


def _is_one_value(one: str, other: str) -> bool:
    """Whether two objects are the same, one perhaps told more exactly: "1976" and "1976-05-02"."""
    shorter, longer = sorted((one, other), key=len)
    return longer == shorter or (shorter[:4].isdigit() and longer.startswith(f"{shorter}-"))


def _holders(group: Sequence[SupportedFact]) -> dict[str, str]:
    """Each object with the one that it stands for: "jeff leitzell" and "jeffrey p leitzell" hold one office as one."""
    holders: dict[str, str] = {}
    are_people = is_office(group[0].fact.relation)
    for name in sorted({s.fact.object for s in group}, key=lambda name: (len(name), name)):
        holders[name] = next((h for h in holders.values() if are_people and _one_person(h, name)), name)
    return holders


def _one_person(one: str, other: str) -> bool:
    a, b = one.split(), other.split()
    if len(a) < 2 or len(b) < 2 or a[-1] != b[-1]:
        return False
    return a[0].startswith(b[0]) or b[0].startswith(a[0])


def _took_over(
    one: SupportedFact, other: SupportedFact, group: Sequence[SupportedFact], holders: Mapping[str, str]
) -> bool | None:
    """Whether, of two holders named from the same day on, ``other`` followed ``one``; told by who is named else when.

    ``None`` when neither or both are named before and after: they contradict each other.
    """
    days: dict[str, list[dt.date]] = defaultdict(list)
    for supported in group:
        days[holders[supported.fact.object]].append(_start(supported.fact.valid))
    day = _start(one.fact.valid)
    mine, its = days[holders[one.fact.object]], days[holders[other.fact.object]]
    if (min(mine) < day) != (min(its) < day):
        return min(mine) < day
    if (max(mine) > day) != (max(its) > day):
        return max(its) > day
    return None


def _ending(
    supported: SupportedFact, group: Sequence[SupportedFact], holders: Mapping[str, str]
) -> tuple[dt.date, FactId] | None:
    """The first day that ``supported`` no longer holds and the fact that says so; the earliest, ties by id."""
    start = _start(supported.fact.valid)
    candidates = []
    for other in group:
        valid = other.fact.valid
        assert valid is not None
        if holders[other.fact.object] == holders[supported.fact.object]:
            if valid.end is not None and valid.end > start:
                candidates.append((valid.end, other.fact.id))
        elif valid.start is not None and valid.start > start:
            candidates.append((valid.start, other.fact.id))
    return min(candidates, default=None)


def _resolve_figures(group: Sequence[SupportedFact]) -> list[ResolvedFact]:
    """Values of one measure for one period, told apart by what was published when and by whom."""
    resolved = []
    for supported in group:
        others = [o for o in group if _contradict(supported, o)]
        replaced_by = [o for o in others if _republished(supported, o)]
        disputed_by = [o for o in others if not _republished(o, supported)]
        if replaced_by:
            resolved.append(_standing(supported, FactStatus.RESTATED, by=[o.fact.id for o in replaced_by]))
        elif disputed_by:
            own = pooled_confidence(supported.supports)
            share = own / (own + sum(pooled_confidence(o.supports) for o in disputed_by))
            by = [o.fact.id for o in disputed_by]
            resolved.append(_standing(supported, FactStatus.DISPUTED, by=by, share=share))
        else:
            resolved.append(_standing(supported))
    return resolved


def _contradict(one: SupportedFact, other: SupportedFact) -> bool:
    """Whether two values differ by more than rounding and come from different documents.

    One that gives two values for what reads as one measure means two: of a segment, of a part of the period.
    """
    a, b = one.fact.quantity, other.fact.quantity
    assert a is not None
    assert b is not None
    if abs(a.value - b.value) <= _ROUNDING * max(abs(a.value), abs(b.value)):
        return False
    return {s.document_id for s in one.supports}.isdisjoint(s.document_id for s in other.supports)


def _republished(old: SupportedFact, new: SupportedFact) -> bool:
    """Whether ``new`` is the later word of a source on what it had said before: ``old``."""
    pairs = itertools.product(old.supports, new.supports)
    return new.observed > old.observed and any(publisher(a.source) == publisher(b.source) for a, b in pairs)


def _starts_with(one: Interval | None, other: Interval) -> bool:
    return one is not None and one.start is not None and one.start == other.start


def _until(valid: Interval, end: dt.date) -> Interval:
    """``valid`` closed at ``end``, at the finest granularity that both bounds allow."""
    for granularity in (valid.granularity, Granularity.MONTH):
        if end == Interval.unit(end, granularity).start:
            return Interval(valid.start, end, granularity)
    return Interval(valid.start, end, Granularity.DAY)


def _start(valid: Interval | None) -> dt.date:
    return valid.start if valid is not None and valid.start is not None else dt.date.min


def _canonical(supported: SupportedFact) -> tuple[dt.date, str]:
    return (_start(supported.fact.valid), supported.fact.id)

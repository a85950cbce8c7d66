"""What a document's arrival, correction or removal does to the store, as a `Change` (TK-08): decided, not yet done.

Only the groups of facts that the document touches are read and compared, so that the cost follows the document.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from timeweave.errors import NotFoundError
from timeweave.evolution.endings import ENDING_RELATIONS, ends_thing, is_open_state, is_parting, tells_end
from timeweave.evolution.relations import RelationModel, is_measured_value, relations_of, same_seat
from timeweave.evolution.resolution import resolve
from timeweave.evolution.shifting import facts_of, model_after, shifted, told_of_turn
from timeweave.records import (
    REREAD,
    Change,
    Chunk,
    DocumentId,
    DocumentInfo,
    EntityId,
    Event,
    Fact,
    FactEvent,
    FactId,
    FactStatus,
    PlacedSupport,
    Prepared,
    ResolvedFact,
    Span,
    StatementKey,
    SupportedFact,
)
from timeweave.store.base import Transaction, View
from timeweave.store.time_nodes import stamps
from timeweave.temporal.hierarchy import ancestors
from timeweave.temporal.interval import Interval

_TRANSITIONS = {
    FactStatus.CLOSED: Event.CLOSED,
    FactStatus.DISPUTED: Event.DISPUTED,
    FactStatus.RESTATED: Event.RESTATED,
}


def decide_addition(
    prepared: Prepared, current: Transaction, recorded: dt.datetime, *, reread: bool = False
) -> Change | None:
    """The change that takes ``prepared`` in; ``None`` when the same content is there already.

    The last added version of a document counts from its own observation day on. An earlier version stays visible to
    ``as_of`` dates before that day; one that was observed no earlier is erased. With ``reread`` what is there already
    is replaced by what was read from it now.
    """
    document_id = DocumentId(prepared.document.id)
    versions = current.versions(document_id)
    if versions and versions[-1].digest == prepared.digest:
        return _rereading(prepared, versions[-1], current, recorded) if reread else None
    observed = prepared.document.date or recorded.date()
    ordinal = current.next_ordinal
    arriving = _arriving(prepared, ordinal, observed)
    stated = _facts_stated_by(current, versions[-1:])
    events = events_between(current, stated, leaving=versions[-1:], arriving=arriving)
    return Change(
        kind="replace" if versions else "add",
        document_id=document_id,
        recorded=recorded,
        added=prepared,
        ordinal=ordinal,
        observed=observed,
        # Versions that are kept rise in observation day, each ended by the next: only the last one's end moves.
        superseded=tuple((v.ordinal, observed) for v in [v for v in versions if v.observed < observed][-1:]),
        removed=tuple(v.ordinal for v in versions if v.observed >= observed),
        events=events,
        stale_nodes=_stale_nodes(current, events, stated, arriving),
        usage=prepared.usage,
    )


def _rereading(prepared: Prepared, known: DocumentInfo, current: Transaction, recorded: dt.datetime) -> Change:
    """The change that puts ``prepared`` in the place of the version with its content, observed as that was."""
    ordinal = current.next_ordinal
    arriving = _arriving(prepared, ordinal, known.observed)
    stated = _facts_stated_by(current, [known])
    events = events_between(current, stated, leaving=[known], arriving=arriving)
    read = {id_: {_reading(s) for s in fact.supports} for id_, fact in arriving.items()}
    before = {
        id_: {_reading(s) for s in fact.supports if s.key.ordinal == known.ordinal}
        for id_, fact in current.facts(stated).items()
    }
    other = {id_ for id_ in before.keys() | read.keys() if before.get(id_) != read.get(id_)}
    return Change(
        kind=REREAD,
        document_id=known.id,
        recorded=recorded,
        added=prepared,
        ordinal=ordinal,
        observed=known.observed,
        removed=(known.ordinal,),
        events=tuple(replace(e, why=f"{e.why} (read anew by {prepared.extraction.read_by})") for e in events),
        stale_nodes=_stale_nodes(current, events, other, {id_: arriving[id_] for id_ in other & arriving.keys()}),
        usage=prepared.usage,
    )


def _reading(support: PlacedSupport) -> tuple[Span, float, dt.date]:
    """What a support says of a fact, wherever its version stands."""
    return (support.span, support.confidence, support.observed)


def decide_removal(document_id: DocumentId, current: Transaction, recorded: dt.datetime) -> Change:
    """The change that erases every version of a document, and all that only it supported.

    Raises:
        NotFoundError: when the store holds no such document.
    """
    versions = current.versions(document_id)
    if not versions:
        raise NotFoundError(f"no document {document_id!r} in the store: `stats` says what it holds")
    stated = _facts_stated_by(current, versions[-1:])
    events = events_between(current, stated, leaving=versions[-1:], arriving={})
    return Change(
        kind="remove",
        document_id=document_id,
        recorded=recorded,
        removed=tuple(v.ordinal for v in versions),
        events=events,
        stale_nodes=_stale_nodes(current, events, stated, {}),
    )


def _arriving(prepared: Prepared, ordinal: int, observed: dt.date) -> dict[FactId, SupportedFact]:
    """The document's own facts, supported as they will be once it is stored."""
    document, extraction = prepared.document, prepared.extraction
    facts = {f.id: f for f in extraction.facts}
    supports: dict[FactId, list[PlacedSupport]] = defaultdict(list)
    for s in extraction.supports:
        chunk: Chunk = extraction.chunks[extraction.statements[s.statement].chunk]
        seen = max(observed, s.observed) if s.observed else observed
        key = StatementKey(ordinal, s.statement)
        place = PlacedSupport(DocumentId(document.id), key, chunk.id, s.span, s.confidence, seen, document.source)
        supports[s.fact].append(place)
    return {id_: SupportedFact(facts[id_], tuple(places)) for id_, places in supports.items()}


def events_between(
    current: View,
    leaving_facts: set[FactId],
    *,
    leaving: Sequence[DocumentInfo],
    arriving: Mapping[FactId, SupportedFact],
) -> tuple[FactEvent, ...]:
    """What comes about where versions leave ``current`` with ``leaving_facts`` and others arrive; by fact id."""
    leaving_ordinals = {v.ordinal for v in leaving}
    known = current.facts([*arriving, *leaving_facts])
    remaining = _after(known, leaving_ordinals, arriving)
    model = relations_of(current)
    later, touched = model_after(current, {id_: remaining.get(id_) for id_ in {**known, **arriving}})
    turned = shifted(model, later, touched)
    before = _with_groups(current, {**facts_of(turned, current), **known}, arriving, model)
    after = _after(before, leaving_ordinals, arriving)
    events = list(_support_events(known, after, arriving, leaving_facts))
    relations = {id_: s.fact.relation for id_, s in (before | after).items()}
    for event in standing_events(resolve(before.values(), model), resolve(after.values(), later)):
        relation = relations[event.fact]
        events.append(event if relation not in turned else told_of_turn(event, relation, model, later))
    return tuple(sorted(events, key=lambda e: (e.fact, e.event)))


def _facts_stated_by(current: Transaction, versions: Iterable[DocumentInfo]) -> set[FactId]:
    return set(current.facts_of(v.ordinal for v in versions))


def _with_groups(
    current: View,
    known: Mapping[FactId, SupportedFact],
    arriving: Mapping[FactId, SupportedFact],
    model: RelationModel,
) -> dict[FactId, SupportedFact]:
    """``known`` with all facts that one of them or of ``arriving`` could close, restate or dispute."""
    touched = [supported.fact for supported in (*known.values(), *arriving.values())]
    wanted: dict[str, list[Fact]] = defaultdict(list)
    for fact in touched:
        if is_measured_value(fact) or model.is_exclusive(fact.relation):
            for relation in same_seat(fact.relation):
                wanted[relation].append(fact)
        elif is_open_state(fact) or tells_end(fact):
            wanted[fact.relation].append(fact)
    group = dict(known)
    for relation in sorted(wanted):
        facts = wanted[relation]
        subjects = sorted({f.subject for f in facts})
        for supported in current.facts_about(subjects, relation=relation, within=_covering(facts)):
            if supported.fact.subject in subjects:
                group[supported.fact.id] = supported
    return _with_endings(current, touched, group)


def _with_endings(
    current: View, touched: Sequence[Fact], group: Mapping[FactId, SupportedFact]
) -> dict[FactId, SupportedFact]:
    """``group`` with what may end the open states among ``touched``, and the states that those of them may end."""
    whole = dict(group)
    states = sorted({end for fact in touched if is_open_state(fact) for end in fact.ends})
    for relation in sorted(ENDING_RELATIONS) if states else ():
        whole |= {s.fact.id: s for s in current.facts_about(states, relation=relation)}
    ended = {EntityId(fact.subject) for fact in touched if ends_thing(fact)}
    parted = {frozenset(fact.ends) for fact in touched if is_parting(fact)}
    for supported in current.facts_about(sorted(ended.union(*parted))) if ended or parted else ():
        ends = frozenset(supported.fact.ends)
        if ends & ended or ends in parted:
            whole[supported.fact.id] = supported
    return whole


def _covering(facts: Sequence[Fact]) -> Interval | None:
    """The time in which measured values can meet ``facts``; ``None`` for all time, as tenures end from afar."""
    starts = [f.valid.start for f in facts if f.valid and f.valid.start and is_measured_value(f)]
    ends = [f.valid.end for f in facts if f.valid and f.valid.end]
    return Interval(min(starts), max(ends)) if len(starts) == len(ends) == len(facts) else None


def _after(
    before: Mapping[FactId, SupportedFact], leaving: set[int], arriving: Mapping[FactId, SupportedFact]
) -> dict[FactId, SupportedFact]:
    after = {}
    for id_ in {**before, **arriving}:
        kept = [s for s in before[id_].supports if s.key.ordinal not in leaving] if id_ in before else []
        new = arriving[id_].supports if id_ in arriving else ()
        places = sorted((*kept, *new), key=lambda s: (s.observed, s.document_id, s.span.start))
        if places:
            fact = arriving[id_].fact if id_ in arriving else before[id_].fact
            after[id_] = SupportedFact(fact, tuple(places))
    return after


def _support_events(
    known: Mapping[FactId, SupportedFact],
    after: Mapping[FactId, SupportedFact],
    arriving: Mapping[FactId, SupportedFact],
    leaving: set[FactId],
) -> Iterable[FactEvent]:
    for id_, supported in arriving.items():
        if id_ not in known:
            yield FactEvent(Event.ADDED, id_, supported.fact.text, "stated for the first time")
        elif id_ not in leaving:
            others = sources_in_words(known[id_])
            yield FactEvent(Event.MERGED, id_, supported.fact.text, f"also stated by {others}")
    for id_ in leaving - set(arriving):
        if id_ not in known:
            continue
        fact = known[id_].fact
        if id_ in after:
            why = f"one document less states it; still stated by {sources_in_words(after[id_])}"
            yield FactEvent(Event.UNSUPPORTED, id_, fact.text, why)
        else:
            yield FactEvent(Event.REMOVED, id_, fact.text, "no document states it any more")


def standing_events(before: Sequence[ResolvedFact], after: Sequence[ResolvedFact]) -> list[FactEvent]:
    """Facts that remain and stand otherwise than before."""
    earlier = {r.fact.id: r for r in before}
    texts = {r.fact.id: r.fact.text for r in (*before, *after)}
    events = []
    for now in after:
        was = earlier.get(now.fact.id)
        if (
            (was.status, was.valid, was.by) == (now.status, now.valid, now.by)
            if was
            else now.status is FactStatus.HOLDS
        ):
            continue
        if now.status is FactStatus.HOLDS:
            assert was is not None
            event = Event.REOPENED if was.status is FactStatus.CLOSED else Event.SETTLED
            gone = "; ".join(texts[b] for b in was.by)
            events.append(FactEvent(event, now.fact.id, now.fact.text, f"no longer stands against it: {gone}", was.by))
        else:
            why = "; ".join(texts[b] for b in now.by)
            verb = f"{now.status} by" if now.status is not FactStatus.CLOSED else f"closed to {now.valid} by"
            events.append(FactEvent(_TRANSITIONS[now.status], now.fact.id, now.fact.text, f"{verb}: {why}", now.by))
    return events


def _stale_nodes(
    current: Transaction,
    events: Iterable[FactEvent],
    leaving_facts: set[FactId],
    arriving: Mapping[FactId, SupportedFact],
) -> tuple[str, ...]:
    """The time nodes that the facts with an event are stamped with, and their ancestors (TG-07).

    A fact that both versions of a document state has no event, but is read from another place now.
    """
    ids = {e.fact for e in events} | leaving_facts
    facts: list[Fact] = [s.fact for s in current.facts(ids).values()]
    facts += [s.fact for s in arriving.values()]
    stamped = {node for fact in facts for node in stamps(fact.valid)}
    return tuple(sorted({str(n) for node in stamped for n in (node, *ancestors(node))}))


def sources_in_words(supported: SupportedFact) -> str:
    """Who states a fact: three names at most, and how many more there are."""
    return in_words(sorted(supported.sources))


def in_words(names: Sequence[str]) -> str:
    """Three names at most, and how many more there are."""
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")

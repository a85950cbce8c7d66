"""Why a fact stands as it does: its relation, the values beside it, what was decided of it and when (EK-04)."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from timeweave.errors import NotFoundError
from timeweave.evolution.candidates import Candidate, candidates
from timeweave.evolution.published import Published
from timeweave.evolution.relations import RelationModel, Said, evidence_of, relations_of, same_seat
from timeweave.evolution.reliability import Reliability
from timeweave.evolution.resolution import resolve
from timeweave.language.names import canonical_key
from timeweave.overviews import Called
from timeweave.records import EntityId, Fact, FactEvent, FactId, RecordedChange, ResolvedFact, SupportedFact
from timeweave.store.base import View

_ID = re.compile(r"[0-9a-f]{32}")
_TIME = re.compile(r" \[[^\]]*\]$")
_SHOWN = 200  # characters of what was given, in a message


@dataclass(frozen=True, slots=True)
class Decision:
    """A line of the log about a fact: the number, instant and day of its change, the document, what happened, and the
    reason as people write it.
    """

    sequence: int
    recorded: dt.datetime
    document: str
    event: FactEvent
    day: dt.date
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A fact with its standing; how many values its relation has and why (``said``); the values that were told
    (``candidates``), the surest first; the facts that closed, restated or dispute it; how reliable the sources are
    that were judged; and what the log says of it, the oldest first. ``called``: what facts and names are called.
    """

    fact: ResolvedFact
    said: Said
    candidates: tuple[Candidate, ...]
    by: tuple[ResolvedFact, ...]
    sources: Mapping[str, Reliability]
    doubted: frozenset[str]
    decisions: tuple[Decision, ...]
    called: Called = field(default_factory=Called)

    def value(self, candidate: Candidate) -> str:
        """What one of the values is called."""
        return self.called.names.get(EntityId(candidate.object), candidate.object)


def explain(asked: str, view: View, words: Callable[[Fact], str]) -> Explanation:
    """Why the fact that somebody asks for, by its id or by its words, stored or as people write them, stands so.

    Raises:
        NotFoundError: no visible fact is meant; quotes it and says how to write one.
    """
    fact = _meant(asked, view, words).fact
    model = relations_of(view)
    ends = [fact.subject, *([EntityId(fact.object)] if fact.object_is_entity else [])]
    resolved = {r.fact.id: r for r in resolve(view.facts_about(ends), model)}
    seat = set(same_seat(fact.relation))
    group = [r for r in resolved.values() if r.fact.subject == fact.subject and r.fact.relation in seat]
    own = resolved[fact.id]
    day = view.as_of or max(s.observed for r in group for s in r.supports)
    sources = sources_of(group, seat, model, view)
    found = candidates(group, model.values(fact.relation), sources, day)
    by = tuple(resolved[id_] for id_ in own.by if id_ in resolved)
    told = model.doubted(fact.relation) & frozenset(sources)
    return Explanation(own, model.said(fact.relation), tuple(found), by, sources, told, _decisions(own, view))


def _meant(asked: str, view: View, in_words: Callable[[Fact], str]) -> SupportedFact:
    wanted = asked.strip()
    if _ID.fullmatch(wanted) and (found := view.facts([FactId(wanted)])):
        return found[FactId(wanted)]
    subject, _, told = wanted.partition(":")
    about = [f for f in view.facts_about([canonical_key(subject)]) if f.fact.subject == canonical_key(subject)]
    words = f"{canonical_key(subject)}: {' '.join(told.casefold().split())}"
    exact = [f for f in about if f.fact.text.casefold() == words]
    alike = exact or [f for f in about if _TIME.sub("", f.fact.text.casefold()) == _TIME.sub("", words)]
    alike = alike or [f for f in about if in_words(f.fact).casefold() == wanted.casefold()]
    alike = alike or [f for f in about if told.strip() and f.fact.text.casefold().startswith(words)]
    if alike:
        return alike[-1]
    shown = wanted if len(wanted) <= _SHOWN else f"{wanted[:_SHOWN]}…"
    known = [f.fact.text for f in about[:3]]
    hint = f"; of it is known {'; '.join(map(repr, known))}" if known else ""
    how = 'write it as `timeweave changes` shows it, "SUBJECT: RELATION OBJECT", or give its id'
    raise NotFoundError(f"no visible fact {shown!r}: {how}{hint}")


def sources_of(
    group: Sequence[ResolvedFact], seat: set[str], model: RelationModel, view: View
) -> Mapping[str, Reliability]:
    """The sources that were judged where the relation can be contradicted."""
    if not any(model.is_exclusive(r.fact.relation) for r in group):
        return {}
    found: dict[str, Reliability] = {}
    for name in sorted(seat):
        for source, reliability in evidence_of(name, view).sources.items():
            found[source] = found.get(source, Reliability()) + reliability
    return found


def _decisions(own: ResolvedFact, view: View) -> tuple[Decision, ...]:
    """What the log tells of a fact; as of a day what came about on the days on which it, or what it met, was told."""
    log: Iterable[RecordedChange] = view.changes()
    if view.as_of is not None:
        recorded = [(change, event) for change in log for event in change.events if event.fact == own.fact.id]
        causes = view.facts({own.fact.id, *own.by, *(cause for _, event in recorded for cause in event.by)})
        told = {support.observed for fact in causes.values() for support in fact.supports}
        log = Published(view).on_days(told | {change.day for change, _ in recorded})
    return tuple(
        Decision(change.sequence, change.recorded, change.document_id, event, change.day)
        for change in log
        for event in change.events
        if event.fact == own.fact.id
    )

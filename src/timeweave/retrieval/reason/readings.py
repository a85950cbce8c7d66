"""The readings of a logical form in a graph: which entities, which relation, which way, and the facts that match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from timeweave.errors import TemporalError
from timeweave.lexicon.reasoning import names_a_time
from timeweave.question.logical.form import Anchor, Clause, LogicalForm, Role, Wants
from timeweave.records import EntityId, SupportedFact
from timeweave.retrieval.reason.grounding import Candidate, Mentioned
from timeweave.retrieval.reason.relevance import Meanings
from timeweave.retrieval.reason.spans import hull
from timeweave.store.base import View
from timeweave.temporal.interval import Interval

_BEHIND = 0.15  # of s_rel behind the best relation, within which another is a reading of its own
_MOST = 8


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading: ``seed`` is the entity that the facts are about, ``other`` a second one where the question names
    two; ``forward`` says that the seed is the subject. ``anchors`` are the facts by which the question dates itself,
    ``among`` what each of the names that it gives to choose from may mean.
    """

    seed: Candidate
    relation: str
    relevance: float
    forward: bool
    facts: tuple[SupportedFact, ...]
    other: Candidate | None = None
    anchors: tuple[SupportedFact, ...] = ()
    barred: frozenset[str] = frozenset()
    among: tuple[frozenset[str], ...] = ()

    @property
    def score(self) -> float:
        """s_init · s_rel."""
        return self.seed.relevance * (self.other.relevance if self.other else 1.0) * self.relevance

    def answer_end(self, fact: SupportedFact) -> str:
        """The end of a fact that is not the seed."""
        return fact.fact.object if self.forward else fact.fact.subject


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds the readings of a form among what ``view`` sees; ``width`` entities and relations are tried."""

    view: View
    meanings: Meanings
    width: int = 5

    def readings(self, form: LogicalForm, mentions: Sequence[Mentioned]) -> list[Reading]:
        """All readings that have facts, the likeliest first."""
        numbers = form.main.mentions
        if len(numbers) == 1:
            found = self._of_one(form, mentions)
        elif len(numbers) >= 2 and form.wants is not Wants.ENTITY:
            found = self._of_two(form, mentions)
        elif form.alternatives and not numbers:
            found = self._of_alternatives(form, mentions)
        else:
            found = []
        if form.alternatives:
            meant = (mentions[n].candidates[: self.width] for n in form.alternatives)
            among = tuple(frozenset(str(c.entity.id) for c in candidates) for candidates in meant)
            found = [replace(reading, among=among) for reading in found]
        if form.anchor is not None:
            found = [r for reading in found for r in self._anchored(reading, form.anchor, mentions)]
        return sorted(found, key=lambda r: (-r.score, r.relation, not r.forward))[:_MOST]

    def _of_one(self, form: LogicalForm, mentions: Sequence[Mentioned]) -> list[Reading]:
        ((number, role),) = form.main.roles
        found: list[Reading] = []
        for candidate in mentions[number].candidates[: self.width]:
            name, best = candidate.entity.id, 0.0
            within = None if form.anchor is not None else hull(form.periods)
            for relation, relevance in self._scored(form.main.words, self.view.relations_about([name]))[: self.width]:
                if relevance < best - _BEHIND:
                    break  # of a hub no more is read than what may be meant
                facts = self.view.facts_about([name], relation=relation, within=within)
                directed = _directed(candidate, relation, relevance, facts, role)
                best = max(best, relevance if directed else 0.0)
                found += directed
        best = max((r.relevance for r in found), default=0.0)
        return [r for r in found if r.relevance >= best - _BEHIND]

    def _of_two(self, form: LogicalForm, mentions: Sequence[Mentioned]) -> list[Reading]:
        (first, role), (second, role_of_second) = form.main.roles[:2]
        found: list[Reading] = []
        for one in mentions[first].candidates[: self.width]:
            for two in mentions[second].candidates[: self.width]:
                between = facts_between(one.entity.id, two.entity.id, self.view)
                for relation, relevance in self._scored(form.main.words, {s.fact.relation for s in between}):
                    facts = [s for s in between if s.fact.relation == relation]
                    part = role if role is not Role.ANY else _opposite(role_of_second)
                    found += _directed(one, relation, relevance, facts, part, two)
        best = max((r.relevance for r in found), default=0.0)
        return [r for r in found if r.relevance >= best - _BEHIND]

    def _of_alternatives(self, form: LogicalForm, mentions: Sequence[Mentioned]) -> list[Reading]:
        """What the clause tells of each of the names to choose from: "who was born earlier, Ann Lee or Tom Pike"."""
        meant = [c for n in form.alternatives for c in mentions[n].candidates[: self.width]]
        told: dict[str, list[SupportedFact]] = {}
        for candidate in meant:
            for s in self.view.facts_about([candidate.entity.id]):
                if s.fact.subject == candidate.entity.id:
                    told.setdefault(s.fact.object if names_a_time(s.fact.object) else s.fact.relation, []).append(s)
        scored = self._scored(form.main.words, told)[: self.width]
        return [
            Reading(meant[0], relation, relevance, False, tuple(map(by_its_date, told[relation])))
            for relation, relevance in scored
            if self.meanings.tells(form.main.words, relation)
        ]

    def _anchored(self, reading: Reading, anchor: Anchor, mentions: Sequence[Mentioned]) -> list[Reading]:
        """A reading with the facts of its anchor; none where there are none."""
        if not anchor.clause.roles:
            return []
        facts, barred = self._anchors(reading, anchor, mentions)
        if not facts:
            return []
        return [replace(reading, anchors=tuple(facts), barred=barred)]

    def _anchors(
        self, reading: Reading, anchor: Anchor, mentions: Sequence[Mentioned]
    ) -> tuple[list[SupportedFact], frozenset[str]]:
        clause = anchor.clause
        number = clause.mentions[0]
        if clause.words or len(clause.mentions) > 1:
            told = self._told_by(clause, reading, mentions)
            seed = reading.seed.entity.id
            same_deed = all(
                s.fact.relation == reading.relation and seed in (s.fact.subject, s.fact.object) for s in told
            )
            return told, frozenset({mentions[number].best.entity.id} if same_deed else ())
        for candidate in mentions[number].candidates[: self.width]:
            found, barred = self._in_its_place(candidate.entity.id, reading, like_agent=anchor.like_agent)
            if found:
                return found, barred
        return [], frozenset()

    def _in_its_place(
        self, name: EntityId, reading: Reading, *, like_agent: bool
    ) -> tuple[list[SupportedFact], frozenset[str]]:
        """The facts in which ``name`` stands where the answer does, or the seed; ``like_agent`` where it is their
        subject: "after Ann Lee did".
        """
        if reading.other is None:
            in_place = [s for s in reading.facts if reading.answer_end(s) == name]
            if in_place and not (like_agent and reading.forward):
                return in_place, frozenset({name})
            if like_agent and not reading.forward:
                return [], frozenset()
        about = self.view.facts_about([name], relation=reading.relation)
        if reading.other is None:
            return [s for s in about if (s.fact.subject == name) == reading.forward], frozenset()
        beside = reading.facts[0].fact
        alike = [s for s in about if (s.fact.subject, s.fact.object) == (name, beside.object)]
        if not alike and not like_agent:
            alike = [s for s in about if (s.fact.subject, s.fact.object) == (beside.subject, name)]
        return alike, frozenset()

    def _told_by(self, clause: Clause, reading: Reading, mentions: Sequence[Mentioned]) -> list[SupportedFact]:
        """The facts that a clause with a verb of its own tells of."""
        first = mentions[clause.mentions[0]].best
        named = [mentions[n].best for n in clause.mentions[1:2]]
        others = named or [reading.seed, *([reading.other] if reading.other is not None else [])]
        role = dict(clause.roles)[clause.mentions[0]]
        as_known: list[SupportedFact] = []
        for other in others:
            found = self._between(clause.words or reading.relation, first, other)
            as_said = [
                s for s in found if role is Role.ANY or (s.fact.subject == first.entity.id) == (role is Role.AGENT)
            ]
            if as_said:
                return as_said
            as_known = as_known or found
        return as_known

    def _between(self, words: str, first: Candidate, other: Candidate) -> list[SupportedFact]:
        """The facts that join two entities, else those of the first, of the relation that the words tell best."""
        between = facts_between(first.entity.id, other.entity.id, self.view)
        between = between or list(self.view.facts_about([first.entity.id]))
        scored = self._scored(words, {s.fact.relation for s in between})
        return [s for s in between if s.fact.relation == scored[0][0]] if scored else []

    def _scored(self, words: str, relations: Iterable[str]) -> list[tuple[str, float]]:
        scored = self.meanings.of_each(words, relations)
        return sorted(scored, key=lambda item: (-item[1], item[0]))


def facts_between(one: EntityId, other: EntityId, view: View) -> list[SupportedFact]:
    """The facts that join two entities, either way, in order of time."""
    infos = [view.entity(one), view.entity(other)]
    rarer = min((i for i in infos if i is not None), key=lambda i: i.mentions, default=None)
    if rarer is None:
        return []
    ends = {one, other}
    return [s for s in view.facts_about([rarer.id]) if {s.fact.subject, s.fact.object} == ends]


def by_its_date(supported: SupportedFact) -> SupportedFact:
    """A fact whose object is a date, dated by it where it has no time of its own."""
    fact = supported.fact
    if fact.object_is_entity or (fact.valid is not None and fact.valid.start is not None):
        return supported
    try:
        return replace(supported, fact=replace(fact, valid=Interval.parse(fact.object)))
    except TemporalError:
        return supported


def _directed(
    seed: Candidate,
    relation: str,
    relevance: float,
    facts: Iterable[SupportedFact],
    role: Role,
    other: Candidate | None = None,
) -> list[Reading]:
    """Readings one for each direction that the role of the seed allows and that has facts."""
    ways = {Role.AGENT: (True,), Role.PATIENT: (False,), Role.ANY: (True, False)}[role]
    found = []
    facts = list(facts)
    for forward in ways:
        end = "subject" if forward else "object"
        matching = tuple(s for s in facts if getattr(s.fact, end) == seed.entity.id)
        if matching:
            found.append(Reading(seed, relation, relevance, forward, matching, other))
    return found


def _opposite(role: Role) -> Role:
    return {Role.AGENT: Role.PATIENT, Role.PATIENT: Role.AGENT, Role.ANY: Role.ANY}[role]

"""Whether what a path answers is of the kind that a question asks for (ER-04).

By what the graph says of it: what "award received" leads to is an award, who has a date of birth is a person; and of
people and places, of which a graph often says no more than their names, by these.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from timeweave.language.name_classes import Meanings, by_meaning
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.reasoning import KIND_RELATIONS, MEMBERS, OF_PEOPLE, OF_PLACES, names_a_time
from timeweave.question.logical.form import LogicalForm
from timeweave.records import EntityId, Fact, SupportedFact
from timeweave.retrieval.reason.relevance import alike

OTHER_KIND = 0.8
"""What an answer is worth that nothing says to be of the kind asked for."""
_ANSWERS = 3  # of a path that are looked at
_PREPOSITION = lazily(r"\s(?:of|for|in|at|on|to|from|by|with)(?:\s|$)|,")
_PARTICIPLES = lazily(r"(?:\s+(?:\w+ed|held|won|given|made))+$")
_BRACKETS = lazily(r"\([^)]*\)")
_PLACES = frozenset(("GPE", "LOC", "FAC", "ORG"))


@dataclass(eq=False)
class AnswerKinds:
    """Compares answers with the kind that ``form`` asks for; ``neighbours`` are the facts about an entity, ``name`` is
    what it is called, ``meanings`` embeds names.
    """

    form: LogicalForm
    neighbours: Callable[[EntityId], Sequence[SupportedFact]]
    name: Callable[[str], str]
    meanings: Meanings
    _classes: dict[str, str] = field(default_factory=dict)

    @property
    def asked(self) -> bool:
        """Whether the question says what kind of thing it asks for."""
        return bool(self.form.asks_person or self.form.asks_place or self.form.kind)

    def worth(self, relation: str, ends: Sequence[str], *, forward: bool) -> float:
        """1 where some of the ``ends`` of a relation are of the kind that is asked for, else less."""
        ends = ends[:_ANSWERS]
        if self.form.kind:
            fits = any(self._is_called(relation if forward else "", end) for end in ends)
        elif self.form.asks_person:
            fits = any(self._is_person(end) for end in ends)
        elif self.form.asks_place:
            fits = any(self._is_place(relation if forward else "", end) for end in ends)
        else:
            return 1.0
        return 1.0 if fits else OTHER_KIND

    def _is_called(self, relation: str, end: str) -> bool:
        """Whether a thing, what it is said to be, or a relation that leads to it is called by the noun of the kind."""
        noun = index_terms(self.form.kind)
        name = self.name(end)
        told = {*_kinds_of(relation), "" if name == name.lower() else _head(name)}
        for s in self._about(end):
            if s.fact.object == end:
                told.update(_kinds_of(s.fact.relation))
            elif s.fact.relation in KIND_RELATIONS:
                told.add(_head(s.fact.object))
        return any(alike(t, u) > 0 for word in told for u in index_terms(word) for t in noun)

    def _is_person(self, end: str) -> bool:
        about = self._about(end)
        if any(s.fact.subject == end and not OF_PEOPLE.isdisjoint(_words_of(s.fact)) for s in about):
            return True
        return self._class(end) == "PERSON" and not any(_says_kind(s, end) for s in about)

    def _is_place(self, relation: str, end: str) -> bool:
        leading = (s.fact.relation for s in self._about(end) if s.fact.object == end)
        if any(not OF_PLACES.isdisjoint(told.split()) for told in (relation, *leading)):
            return True
        return self._class(end) in _PLACES

    def _about(self, end: str) -> Sequence[SupportedFact]:
        return self.neighbours(EntityId(end))

    def _class(self, end: str) -> str:
        if end not in self._classes:
            (self._classes[end],) = by_meaning([self.name(end)], self.meanings)
        return self._classes[end]


@functools.cache
def _kinds_of(relation: str) -> tuple[str, ...]:
    """What a relation leads to, by its name: "award" of "award received", "team" of "member of sports team"."""
    parts = [_PARTICIPLES.sub("", part) for part in _PREPOSITION.split(_BRACKETS.sub("", relation))]
    heads = [words[-1] for part in parts if (words := part.split())]
    return tuple(heads[:2] if heads and heads[0] in MEMBERS else heads[:1])


def _head(name: str) -> str:
    """The word that says what a name names: "award" of "film award for best actor"."""
    words = _PREPOSITION.split(name, maxsplit=1)[0].split()
    return words[-1].casefold() if words else ""


def _says_kind(supported: SupportedFact, end: str) -> bool:
    return supported.fact.subject == end and supported.fact.relation in KIND_RELATIONS


def _words_of(fact: Fact) -> Iterable[str]:
    """The words of a relation, and of what it dates: "significant event: date of birth"."""
    return f"{fact.relation} {fact.object if names_a_time(fact.object) else ''}".split()

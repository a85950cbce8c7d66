"""What the sources say beside figures and offices: a few of their own sentences, chosen by the facts they state."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from timeweave.records import EntityId, FactId, PlacedSupport, ReportSentence, ResolvedFact, StatementKey
from timeweave.reports.names import Names
from timeweave.reports.ranking import entities_of
from timeweave.reports.wording import sentence

_SHORTEST, _LONGEST = 80, 280  # characters
_LONGEST_WORD = 32
_NOT_PROSE = frozenset('"“”„«»|{}<>[]/')
_PROMINENT = 0.1
_MOST_NAMES = 4  # more make a list, of those who speak or of places


@dataclass(frozen=True, slots=True)
class _Candidate:
    place: PlacedSupport
    facts: tuple[ResolvedFact, ...]
    score: float


class Quoting:
    """Chooses sentences to quote by what their facts are worth and how many facts there are about their subjects."""

    def __init__(self, names: Names, worth: Mapping[FactId, float], numbers: Mapping[EntityId, int]) -> None:
        self._names = names
        self._worth = worth
        self._numbers = numbers

    def sentences(self, facts: Sequence[ResolvedFact], most: int) -> Iterator[ReportSentence]:
        """The best sentences that state ``facts``, no two about the same entity or in the same words."""
        spoken_of: set[str] = set()
        said: set[str] = set()
        for text, place, stated in self.quotations(facts):
            if len(said) == most:
                return
            subjects = {r.fact.subject for r in stated}
            if subjects & spoken_of or text in said:
                continue
            spoken_of |= subjects
            said.add(text)
            title = self._names.document(place).title
            source = f"{title}: " if title else ""
            yield ReportSentence(sentence(f"{source}“{text}”"), tuple(r.fact.id for r in stated))

    def quotations(
        self, facts: Sequence[ResolvedFact]
    ) -> Iterator[tuple[str, PlacedSupport, tuple[ResolvedFact, ...]]]:
        """The sentences that state ``facts``, the best first, each with its place and what it states."""
        for candidate in self._candidates(facts):
            text = self._names.sentence(candidate.place)
            if _is_telling(text) and all(map(self._names.is_said, candidate.facts)):
                yield text, candidate.place, candidate.facts

    def _candidates(self, facts: Iterable[ResolvedFact]) -> list[_Candidate]:
        stated: dict[StatementKey, dict[FactId, tuple[PlacedSupport, ResolvedFact]]] = defaultdict(dict)
        for resolved in facts:
            for place in resolved.supports:
                stated[place.key][resolved.fact.id] = (place, resolved)
        found = []
        for rows in stated.values():
            ordered = [rows[id_] for id_ in sorted(rows)]
            resolved_facts = tuple(resolved for _, resolved in ordered)
            if len({e for r in resolved_facts for e in entities_of(r)}) <= _MOST_NAMES:
                found.append(_Candidate(ordered[0][0], resolved_facts, self._score(resolved_facts)))
        return sorted(found, key=lambda c: (-round(c.score, 6), c.place.document_id, c.place.span.start))

    def _score(self, facts: Iterable[ResolvedFact]) -> float:
        rows = list(facts)
        firm = max(self._worth[r.fact.id] for r in rows)
        spoken_of = max(self._numbers.get(r.fact.subject, 0) for r in rows)
        return firm + _PROMINENT * math.log2(1 + spoken_of)


def _is_telling(text: str) -> bool:
    """Whether a sentence is one that a source says itself: no list, no mark-up, nothing put in another's mouth."""
    if not _SHORTEST <= len(text) <= _LONGEST or not text[0].isalnum() or text[-1] not in ".!":
        return False
    return not _NOT_PROSE.intersection(text) and max(map(len, text.split())) <= _LONGEST_WORD

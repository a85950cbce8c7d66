"""What the sources say beside figures and offices: a few of their own sentences, chosen by the facts they state."""

from __future__ import annotations

import itertools
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from timeweave.records import EntityId, FactId, PlacedSupport, ReportSentence, ResolvedFact, StatementKey
from timeweave.reports.names import Names
from timeweave.reports.timely import Timeliness, timeliness
from timeweave.reports.wording import sentence
from timeweave.temporal.interval import Interval

SECTION = "In the words of the sources"
_TRIED = 40  # sentences that are looked at for one that is quoted
_SHORTEST, _LONGEST = 60, 280  # characters
_LONGEST_WORD = 32
_NOT_PROSE = frozenset('"“”„«»|{}<>[]/')
_LABEL = re.compile(r"[^:.!?“”]{2,60}:[^\W\d_]")
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

    def sentences(
        self, facts: Sequence[ResolvedFact], node: Interval, most: int, told: str = ""
    ) -> Iterator[ReportSentence]:
        """The best sentences that state ``facts`` and speak of the period ``node``, those written in it first, no two
        about the same entity or in the same words, and none that ``told`` has quoted.
        """
        spoken_of: set[str] = set()
        said: set[str] = set()
        for text, place, stated in self._timely(facts, node, most):
            if len(said) == most:
                return
            subjects = {r.fact.subject for r in stated}
            if subjects & spoken_of or text in said or text in told:
                continue
            spoken_of |= subjects
            said.add(text)
            title = self._names.document(place).title
            source = f"{title}: " if title else ""
            yield ReportSentence(sentence(f"{source}“{text}”"), tuple(r.fact.id for r in stated), SECTION)

    def _timely(
        self, facts: Sequence[ResolvedFact], node: Interval, most: int
    ) -> Iterator[tuple[str, PlacedSupport, tuple[ResolvedFact, ...]]]:
        looked_back = []
        for text, place, stated in itertools.islice(self.quotations(facts), _TRIED * most):
            match timeliness(text, place, node, self._names):
                case Timeliness.AT_THE_TIME:
                    yield text, place, stated
                case Timeliness.LOOKED_BACK:
                    looked_back.append((text, place, stated))
        yield from looked_back

    def quotations(
        self, facts: Sequence[ResolvedFact]
    ) -> Iterator[tuple[str, PlacedSupport, tuple[ResolvedFact, ...]]]:
        """The sentences that state ``facts``, the best first, each with its place and what it states."""
        for candidate in self._candidates(facts):
            text = self._names.sentence(candidate.place)
            if is_prose(text) and all(map(self._names.is_said, candidate.facts)):
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
            if len({e for r in resolved_facts for e in r.fact.ends}) <= _MOST_NAMES:
                found.append(_Candidate(ordered[0][0], resolved_facts, self._score(resolved_facts)))
        return sorted(found, key=lambda c: (-round(c.score, 6), c.place.document_id, c.place.span.start))

    def _score(self, facts: Iterable[ResolvedFact]) -> float:
        rows = list(facts)
        firm = max(self._worth[r.fact.id] for r in rows)
        spoken_of = max(self._numbers.get(r.fact.subject, 0) for r in rows)
        return firm + _PROMINENT * math.log2(1 + spoken_of)


def is_prose(text: str, shortest: int = _SHORTEST, longest: int = _LONGEST) -> bool:
    """Whether a sentence is one that a source says itself: no list, no mark-up, nothing put in another's mouth."""
    if not shortest <= len(text) <= longest or not text[0].isalnum() or text[-1] not in ".!":
        return False
    return not is_link(text) and not _NOT_PROSE.intersection(text) and max(map(len, text.split())) <= _LONGEST_WORD


def is_link(text: str) -> bool:
    """Whether a line only leads to another text, as "More: the storm in pictures" does: a label and no space behind."""
    return _LABEL.match(text) is not None

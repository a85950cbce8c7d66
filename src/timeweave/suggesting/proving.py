"""Candidates are asked, as whoever reads them would, and offered where they are answered as their facts say."""

from __future__ import annotations

import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from timeweave.errors import NotFoundError
from timeweave.identifying import Entities
from timeweave.inquiring import Inquiries
from timeweave.language.names import canonical_key
from timeweave.models import Clients, Models
from timeweave.records import EntityId
from timeweave.results import Answer
from timeweave.retrieval import Query
from timeweave.settings import Settings
from timeweave.store.base import View
from timeweave.suggesting.suggestions import Suggestion
from timeweave.suggesting.wording import Candidate, Kind, candidates

MOST = 6
"""Questions that are offered."""
CONFIDENT = 0.55
"""The least probability of being right with which one must be answered."""

_LOOKED_AT = 16  # entities, the most spoken of
_ASKED = 24  # questions at most
_SECONDS = 12.0  # of one call, after which no other is asked
_OF_ONE, _FAILED = 2, 3  # questions of one relation that are offered, and that are asked in vain
_OF_KIND = _ABOUT_ONE = 3  # questions of one kind that are offered, and about one entity
_FEW = 3  # facts of a measure, fewer of which are no sign that it is one
_PERSON = "person"  # the type of who is one, however it is spelt
_LONGEST = 300  # characters of an answer


@dataclass(slots=True)
class Proving:
    """How far the candidates of a state and a day have been asked, in their order."""

    left: Iterator[Candidate]
    offered: list[tuple[Candidate, Suggestion]] = field(default_factory=list)
    failed: Counter[str] = field(default_factory=Counter)
    asked: int = 0
    guard: threading.Lock = field(default_factory=threading.Lock)

    def go_on(self, inquiries: Inquiries, view: View) -> Sequence[Suggestion]:
        """What is offered, after others were asked for some seconds where that is not enough."""
        deadline = time.monotonic() + _SECONDS
        with self.guard:
            while len(self.offered) < MOST and self.asked < _ASKED and time.monotonic() < deadline:
                one = next(self.left, None)
                if one is None:
                    break
                if self.failed[one.relation] < _FAILED and _adds(one, [other for other, _ in self.offered]):
                    self._ask(one, inquiries, view)
            return tuple(suggestion for _, suggestion in self.offered)

    def _ask(self, one: Candidate, inquiries: Inquiries, view: View) -> None:
        self.asked += 1
        answer = _answered(one, inquiries, view)
        if answer is None:
            self.failed[one.relation] += 1
        else:
            self.offered.append((one, Suggestion(one.question, answer.answer, answer.confidence)))


def suggested(entities: Entities, view: View) -> Iterator[Candidate]:
    """The questions that the facts about those most spoken of make."""

    def is_person(entity: EntityId) -> bool:
        known = view.entity(entity)
        return known is not None and known.type.casefold() == _PERSON

    for known in entities.most_mentioned(_LOOKED_AT, as_of=view.as_of).entities:
        try:
            yield from candidates(entities.timeline(known.name, None, view), is_person)
        except NotFoundError:
            continue


def _answered(one: Candidate, inquiries: Inquiries, view: View) -> Answer | None:
    """What ``one`` is answered, where that is what its fact says."""
    unaided = Clients(Models(Settings()), inquiries.store, "suggest")
    answer = inquiries.answer(Query(one.question), view, unaided)
    if answer.refused or answer.confidence < CONFIDENT or len(answer.answer) > _LONGEST:
        return None
    said = f" {canonical_key(answer.answer)} "
    return answer if any(f" {canonical_key(words)} " in said for words in one.expected) else None


def _adds(one: Candidate, offered: Sequence[Candidate]) -> bool:
    """Whether a question is not one more of what others ask already."""
    return (
        sum(other.relation == one.relation for other in offered) < _OF_ONE
        and sum(other.kind is one.kind for other in offered) < _OF_KIND
        and sum(other.entity == one.entity for other in offered) < _ABOUT_ONE
    )


def mixed(found: Iterable[Candidate]) -> Iterator[Candidate]:
    """A question of each kind in turn, and of a kind of each relation, those first of which most facts are; of a
    relation those of what changed and the newest first.
    """
    kinds: dict[Kind, dict[str, list[Candidate]]] = {kind: defaultdict(list) for kind in Kind}
    for one in {c.question: c for c in found}.values():
        kinds[one.kind][one.relation].append(one)
    measures = kinds[Kind.MEASURE]
    kinds[Kind.MEASURE] = {name: asked for name, asked in measures.items() if len(asked) >= _FEW}
    return _in_turn([_in_turn(_ranked(of_kind.values())) for of_kind in kinds.values()])


def _ranked(relations: Iterable[list[Candidate]]) -> list[Iterator[Candidate]]:
    ordered = sorted(relations, key=lambda asked: (-len(asked), asked[0].relation))
    return [iter(sorted(asked, key=lambda c: (c.changed, c.start), reverse=True)) for asked in ordered]


def _in_turn(sources: Iterable[Iterator[Candidate]]) -> Iterator[Candidate]:
    turns = deque(sources)
    while turns:
        source = turns.popleft()
        if (one := next(source, None)) is not None:
            yield one
            turns.append(source)

"""Entities that lead from what answers one half of a question to what answers the other.

"Who was the first president of the association that published the journal?" names the journal; what is said of it
names the association, which the question does not; what is said of that, on its own page above all, names the
president. Word n-grams in common, which the evidence graph goes by, do not join the two.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from timeweave.language.names import canonical_key
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.records import ChunkKey, DocumentInfo, EntityId, StatementKey
from timeweave.retrieval.base import Hit, Request
from timeweave.retrieval.kernels.hops import Neighbours
from timeweave.retrieval.reading import Reading

_OWN_PAGE, _MENTION = 1.0, 0.15
_RARE = 20  # documents: an entity that more of them mention leads nowhere but to its own page
_COMMON = 200  # documents: one that more of them mention leads nowhere
_DEPTH = 50  # statements on an entity that are looked at
_CALLED = 20  # statements that hold the words of a name, among which its page is looked for
_STARTS = 2  # statements of a chunk whose entities are followed: those nearest to the question
_QUALIFIED = lazily(r"\s*\([^()]*\)\s*$")


@dataclass(frozen=True, slots=True)
class Bridge:
    """Two statements on one entity, how surely ``start`` leads to ``end``, in [0, 1], and the latter's cosine to the
    question.
    """

    entity: EntityId
    start: StatementKey
    end: StatementKey
    weight: float
    cosine: float


def bridges(starts: Sequence[StatementKey], request: Request, reading: Reading) -> list[Bridge]:
    """From each of ``starts`` to the statements of other documents on the entities that it mentions and the question
    does not, nearest to the question first.

    The fewer documents mention an entity, the heavier it weighs; a statement in the document that bears the entity's
    name as title weighs most, others only where the entity is rare.
    """
    statements = reading.statements(starts)
    found = []
    for start, statement in statements.items():
        for entity in statement.entities:
            if not request.question.spells(entity):
                found += [
                    Bridge(entity, start, hit.key, weight, hit.score)
                    for hit, weight in _led_to(entity, request, reading)
                    if hit.key.ordinal != start.ordinal
                ]
    return found


def marks(found: Sequence[Bridge], worth: Mapping[StatementKey, float]) -> dict[StatementKey, float]:
    """For each statement that a bridge leads to the most that one is worth: its weight times that of its start."""
    best: dict[StatementKey, float] = {}
    for bridge in found:
        best[bridge.end] = max(best.get(bridge.end, 0.0), bridge.weight * worth[bridge.start])
    return best


def chunk_bridges(keys: Sequence[ChunkKey], request: Request, reading: Reading) -> Neighbours:
    """Edges between chunks (``keys``, by row) as `follow` asks for them: by the bridges from the statements of a chunk
    that are nearest to the question, each chunk at the weight of the heaviest that leads to it.
    """

    def neighbours(row: int) -> tuple[np.ndarray, np.ndarray]:
        heaviest: dict[ChunkKey, float] = {}
        found = bridges(_nearest_of(keys[row], request, reading), request, reading)
        statements = reading.statements(b.end for b in found)
        for bridge in found:
            chunk = ChunkKey(bridge.end.ordinal, statements[bridge.end].chunk)
            heaviest[chunk] = max(heaviest.get(chunk, 0.0), bridge.weight)
        rows = [r for r, key in enumerate(keys) if key in heaviest] if heaviest else []
        return np.array(rows, np.int64), np.array([heaviest[keys[r]] for r in rows], np.float64)

    return neighbours


def _nearest_of(chunk: ChunkKey, request: Request, reading: Reading) -> list[StatementKey]:
    length = reading.infos([chunk.ordinal])[chunk.ordinal].statements
    only = request.only([chunk.ordinal])
    hits = [h.key for h in request.index.dense(request.vector, length, documents=only)]
    statements = reading.statements(hits)
    return [key for key in hits if statements[key].chunk == chunk.index][:_STARTS]


def _led_to(entity: EntityId, request: Request, reading: Reading) -> list[tuple[Hit, float]]:
    """The statements on an entity that it leads to, nearest to the question first, with the weight of each."""
    known = request.view.entity(entity)
    if known is None or known.documents > _COMMON:
        return []
    documents = int(np.count_nonzero(request.view.visible))
    rarity = math.log(1.0 + documents / known.documents) / math.log(1.0 + documents)
    hits = list(request.index.dense(request.vector, _DEPTH, entity=entity))
    infos = reading.infos(h.key.ordinal for h in hits)
    own = {o for o, i in infos.items() if _is_page_of(entity, i)}
    if not own and (page := _page_called(entity, request, reading)) is not None:
        own = {page}
        on_page = request.index.dense(request.vector, _DEPTH, documents=request.only([page]))
        hits += [h for h in on_page if h not in hits]
    mention = _MENTION if known.documents <= _RARE else 0.0
    weights = [rarity * (_OWN_PAGE if h.key.ordinal in own else mention) for h in hits]
    return [(hit, weight) for hit, weight in zip(hits, weights, strict=True) if weight > 0.0]


def _page_called(entity: EntityId, request: Request, reading: Reading) -> int | None:
    """The document that bears an entity's name as title, where its text calls it by a longer one."""
    hits = request.index.lexical(index_terms(entity), _CALLED)
    infos = reading.infos(h.key.ordinal for h in hits)
    return next((h.key.ordinal for h in hits if _is_page_of(entity, infos[h.key.ordinal])), None)


def _is_page_of(entity: EntityId, info: DocumentInfo) -> bool:
    return canonical_key(_QUALIFIED.sub("", info.title)) == entity

"""Small worlds of documents, drawn by hypothesis, and a plain reference that says what the indexes must give."""

from __future__ import annotations

import datetime as dt
import math
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from hypothesis import strategies as st
from storekit.memory import MemoryStore

from timeweave.indexes import Indexes
from timeweave.indexes.quantised import coded
from timeweave.records import (
    Change,
    Chunk,
    ChunkId,
    Document,
    DocumentId,
    EntityId,
    Extraction,
    Mention,
    Prepared,
    Span,
    Statement,
    StatementKey,
)
from timeweave.records.vectors import PartedVectors
from timeweave.temporal.interval import Interval

DIMENSIONS = 12
RECORDED = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)
PERIODS = ["2020", "2020-Q2", "2020-06", "2020-06-15", "2021/2023", "2021-05/..", "../2020", "2022-Q4", "2022-12-31"]
TERMS = ["margin", "profit", "revenu", "2.8", "ceo", "plant"]
ENTITIES = [EntityId("acme"), EntityId("globex"), EntityId("ville")]


@dataclass(frozen=True)
class Row:
    """One statement as the reference sees it."""

    valid: Interval | None
    entities: tuple[EntityId, ...]
    terms: Mapping[str, int]
    vector: np.ndarray


@dataclass(frozen=True)
class World:
    """Documents with their rows, in some order of adding, and the days on which they are observed."""

    documents: Sequence[tuple[str, dt.date, Sequence[Row]]]


# few distinct vectors, so that ties are common and their order matters; in the bits that are kept of them
_POOL = np.random.default_rng(7).standard_normal((9, DIMENSIONS)).astype(np.float32)
VECTORS = coded(_POOL / np.linalg.norm(_POOL, axis=1, keepdims=True)).vectors

_SUMS = [(0, 1), (2, 3, 4), (5, 5), (1, 0)]  # the first and the last are one
_NONE = len(VECTORS)
_PARTS = {bytes(v.data): (i,) for i, v in enumerate(VECTORS)}
_PUT_TOGETHER = PartedVectors.of(VECTORS, np.asarray([[*sum_, _NONE, _NONE][:3] for sum_ in _SUMS]))[:]
_PARTS |= {bytes(v.data): parts for v, parts in zip(_PUT_TOGETHER, _SUMS, strict=True)}

rows = st.builds(
    Row,
    valid=st.sampled_from([None, *map(Interval.parse, PERIODS)]),
    entities=st.lists(st.sampled_from(ENTITIES), max_size=2, unique=True).map(tuple),
    terms=st.dictionaries(st.sampled_from(TERMS), st.integers(1, 3), max_size=4),
    vector=st.sampled_from([*VECTORS, *_PUT_TOGETHER]),
)
days = st.dates(dt.date(2024, 1, 1), dt.date(2024, 1, 9))


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Up to 14 documents, added in an order that says nothing."""
    count = draw(st.integers(0, 14))
    ids = draw(st.permutations([f"d{i}" for i in range(count)]))
    return World([(id_, draw(days), draw(st.lists(rows, max_size=5))) for id_ in ids])


@contextmanager
def memory_store() -> Iterator[MemoryStore]:
    """An empty one, whose index files lie in memory where the system allows it: flushing is not what is tested."""
    memory = Path("/dev/shm")
    with (
        tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder,
        MemoryStore(Path(folder)) as store,
    ):
        yield store


def prepared(id_: str, held: Sequence[Row]) -> Prepared:
    """A document with these statements."""
    text = "." * max(1, len(held))
    statements = tuple(Statement(i, 0, Span(i, i + 1), row.valid, row.entities) for i, row in enumerate(held))
    entities = sorted({e for row in held for e in row.entities})
    described = [VECTORS[len(entity) % len(VECTORS)] for entity in entities]
    return Prepared(
        document=Document(id_, text),
        digest=f"{id_}:{hash(tuple(map(str, statements)))}",
        extraction=Extraction(
            chunks=(Chunk(ChunkId(f"{id_}#0"), 0, Span(0, len(text)), 1),),
            statements=statements,
            mentions=tuple(Mention(e, e, "", 1) for e in entities),
            aliases=(),
            facts=(),
            supports=(),
        ),
        vectors=vectors_of(held),
        entity_vectors=np.asarray(described, np.float32).reshape(-1, DIMENSIONS),
        terms=tuple(dict(row.terms) for row in held),
        usage={},
    )


def vectors_of(held: Sequence[Row]) -> np.ndarray | PartedVectors:
    """Those of the rows, put together of their parts where a row has several."""
    parts = [_PARTS.get(bytes(row.vector.data), ()) for row in held]
    if max(map(len, parts), default=0) < 2:
        return np.asarray([row.vector for row in held], np.float32).reshape(-1, DIMENSIONS)
    return PartedVectors.of(VECTORS, np.asarray([[*row, _NONE, _NONE][:3] for row in parts]))


def put(store: MemoryStore, indexes: Indexes, id_: str, day: dt.date, held: Sequence[Row]) -> int:
    """Add a document, or a new version of one; returns its ordinal."""
    with store.transaction() as transaction:
        older = [v.ordinal for v in transaction.versions(DocumentId(id_))[-1:]]
        change = Change(
            kind="replace" if older else "add",
            document_id=DocumentId(id_),
            recorded=RECORDED,
            added=prepared(id_, held),
            ordinal=transaction.next_ordinal,
            observed=day,
            superseded=tuple((o, day) for o in older),
        )
        transaction.apply(indexes.added(transaction, change))
        assert change.ordinal is not None
        return change.ordinal


def take_back(store: MemoryStore, indexes: Indexes, id_: str) -> None:
    """Remove a document with all its versions, from the index files too."""
    with store.transaction() as transaction:
        gone = tuple(v.ordinal for v in transaction.versions(DocumentId(id_)))
        change = Change("remove", DocumentId(id_), RECORDED, removed=gone)
        transaction.apply(indexes.added(transaction, change))
    with store.transaction() as transaction:
        indexes.purge(transaction)


class Reference:
    """What the indexes must give, worked out row by row from the definition."""

    def __init__(self, documents: Mapping[str, tuple[int, Sequence[Row]]]) -> None:
        self.rows = {
            (id_, i): (StatementKey(ordinal, i), row)
            for id_, (ordinal, held) in sorted(documents.items())
            for i, row in enumerate(held)
        }

    def passing(
        self, scope: Sequence[Interval] = (), entity: EntityId | None = None, documents: np.ndarray | None = None
    ) -> dict[tuple[str, int], tuple[StatementKey, Row]]:
        return {
            place: (key, row)
            for place, (key, row) in self.rows.items()
            if (not scope or (row.valid is not None and any(i.overlaps(row.valid) for i in scope)))
            and (entity is None or entity in row.entities)
            and (documents is None or bool(documents[key.ordinal]))
        }

    def dense(self, query: np.ndarray, k: int, **filters: object) -> list[tuple[StatementKey, float]]:
        found = self.passing(**filters)  # type: ignore[arg-type]
        scored = {place: float(row.vector.astype(float) @ query.astype(float)) for place, (_, row) in found.items()}
        # scores that differ by rounding alone are ties, told apart by document and position
        best = sorted(found, key=lambda place: (-round(scored[place], 9), place))[:k]
        return [(found[place][0], scored[place]) for place in best]

    def lexical(self, terms: Sequence[str], k: int, **filters: object) -> list[tuple[StatementKey, float]]:
        found = self.passing(**filters)  # type: ignore[arg-type]
        every = [row for _, row in self.rows.values()]
        total = sum(sum(row.terms.values()) for row in every)
        average = total / len(every) if total else 1.0
        scored = {}
        for place, (_, row) in found.items():
            score = 0.0
            for term in sorted(set(terms) & set(row.terms)):
                holding = sum(term in r.terms for r in every)
                idf = math.log((len(every) - holding + 0.5) / (holding + 0.5) + 1)
                tf, length = row.terms[term], sum(row.terms.values())
                norm = 1.5 * (1 - 0.75 + 0.75 * (length / average))
                score += idf * (tf * (1.5 + 1) / (tf + norm))
            if set(terms) & set(row.terms):
                scored[place] = score
        best = sorted(scored, key=lambda place: (-scored[place], place))[:k]
        return [(found[place][0], scored[place]) for place in best]

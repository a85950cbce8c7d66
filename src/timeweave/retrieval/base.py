"""What retrievers read and give: the index port, the request, the finding (ports of this layer)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Unpack

import numpy as np

from timeweave.embedding.reader import AnswerReader
from timeweave.question import Question
from timeweave.records import ChunkKey, EntityId, Report, StatementKey
from timeweave.records.evidence import EvidenceGraph
from timeweave.records.filters import Filters
from timeweave.records.reasoning import Reasoned
from timeweave.results import Evidence
from timeweave.store.base import View


class Hit(Protocol):
    """A statement with its score."""

    @property
    def key(self) -> StatementKey:
        """Which statement."""

    @property
    def score(self) -> float:
        """Cosine or BM25."""


class IndexReader(Protocol):
    """Ranked reading of the visible statements; scores and order depend on nothing else (TK-05)."""

    def dense(self, query: np.ndarray, k: int, **filters: Unpack[Filters]) -> Sequence[Hit]:
        """The ``k`` statements of highest cosine, best first."""

    def lexical(self, terms: Collection[str], k: int, **filters: Unpack[Filters]) -> Sequence[Hit]:
        """The ``k`` statements of highest BM25 among those that hold a term, best first."""

    def parted(self, keys: Sequence[StatementKey], terms: Collection[str]) -> np.ndarray:
        """What each of ``terms``, in alphabetical order (columns), adds to the BM25 of each of ``keys`` (rows)."""

    def cosines(self, query: np.ndarray, keys: Sequence[StatementKey]) -> np.ndarray:
        """The cosine of each of ``keys`` (each once) to ``query``, as `dense` has it."""

    def idf(self, terms: Iterable[str]) -> Mapping[str, float]:
        """BM25's weight of each term among the visible statements."""

    def nearest_entities(self, query: np.ndarray, k: int) -> Sequence[tuple[EntityId, float]]:
        """The ``k`` entities of highest cosine, best first."""


class ChunkReader(Protocol):
    """The visible chunks as rows, by document id and position; scores of every one of them, which depend on nothing
    else (TK-05).
    """

    @property
    def keys(self) -> Sequence[ChunkKey]:
        """The chunk of each row."""

    @property
    def days(self) -> np.ndarray:
        """The day on which each row's document was published (`datetime.date.toordinal`, int32); 0 where it bears no
        date.
        """

    def lexical(self, terms: Collection[str] | Mapping[str, float]) -> np.ndarray:
        """BM25 of each row (float64), with the statistics of the visible chunks; 0 where it holds no term."""

    def dense(self, query: np.ndarray) -> np.ndarray:
        """Cosine of each row's vector (the mean of its statements' vectors) to ``query`` (float64)."""

    def semantic(self, terms: Mapping[str, int]) -> np.ndarray:
        """Cosine of each row to the terms of a question in the truncated SVD of TF-IDF (TW-02; float64)."""

    def evidence(self) -> EvidenceGraph:
        """Which rows say the same (TW-04)."""


ChunkSource = Callable[[], ChunkReader]
"""The chunks of the request's view, read when they are first asked for."""

Reranker = Callable[[str, Sequence[str]], np.ndarray]
"""How well each text answers a question, by a model that reads both together (a cross-encoder); higher is better."""

ReportReader = Callable[[Sequence[str]], Mapping[str, Report]]
"""The reports of time nodes, by label, as they stood on the view's day; nodes that have none are left out."""


class SaidRoute(Protocol):
    """A way to an answer as a model says it: the name to begin at, and a subgoal in words for each hop."""

    @property
    def start(self) -> str:
        """A name of the question."""

    @property
    def subgoals(self) -> Sequence[str]:
        """What leads on, hop by hop."""


class Decomposition(Protocol):
    """The routes of a question by a model (ER-01), with what to know of them."""

    @property
    def routes(self) -> Sequence[SaidRoute]:
        """None where the model gave none that can be used."""

    @property
    def warnings(self) -> Sequence[str]:
        """Why there are none."""


RouteSource = Callable[[], Decomposition]
"""The routes of the request's question, asked for when they are needed."""


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """A question with all that a retriever may read. ``vector`` is the question's embedding, ``budget`` in tokens,
    ``now`` the day on which it is asked, ``reports`` whom to ask for the reports of time nodes, ``chunks`` for the
    chunks of the view, ``routes`` for those of a model; ``reader`` says of statements how well they answer,
    ``reranker`` is a cross-encoder of chunks, where one is installed.
    """

    question: Question
    vector: np.ndarray
    view: View
    index: IndexReader
    embed: Callable[[Sequence[str]], np.ndarray]
    budget: int
    limit: int | None = None
    explain: bool = False
    now: dt.date | None = None
    reports: ReportReader | None = None
    chunks: ChunkSource | None = None
    reranker: Reranker | None = None
    reader: AnswerReader | None = None
    routes: RouteSource | None = None

    def only(self, ordinals: Iterable[int]) -> np.ndarray:
        """These documents, boolean by ordinal."""
        documents = np.zeros(len(self.view.visible), np.bool_)
        documents[list(ordinals)] = True
        return documents

    def searched(
        self, terms: Collection[str], depth: int, vector: np.ndarray | None = None, **filters: Unpack[Filters]
    ) -> tuple[dict[StatementKey, float], dict[StatementKey, float]]:
        """The statements that are nearest in meaning, to the question or to ``vector``, and in words, with how near."""
        dense = self.index.dense(self.vector if vector is None else vector, depth, **filters)
        return {h.key: h.score for h in dense}, {h.key: h.score for h in self.index.lexical(terms, depth, **filters)}


@dataclass(frozen=True, slots=True)
class Finding:
    """Evidence in descending order of use with the tokens it holds, what the reader should know, and, on request,
    how it was found (plain JSON values). ``reports``, ``nodes`` and ``facets`` are of global retrieval, as in
    `SearchResult`, ``reasoned`` of reasoning over the graph.
    """

    evidence: tuple[Evidence, ...] = ()
    tokens: int = 0
    warnings: tuple[str, ...] = ()
    explanation: Mapping[str, Any] = field(default_factory=dict)
    reports: tuple[Report, ...] = ()
    nodes: tuple[str, ...] = ()
    facets: tuple[tuple[str, str], ...] = ()
    reasoned: Reasoned | None = None


Retriever = Callable[[Request], Finding]

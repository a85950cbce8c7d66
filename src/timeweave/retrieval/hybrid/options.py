"""What mode ``hybrid`` can be set to: the parameters of TWE-RAG, and what stands beside them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

from timeweave.errors import UsageError
from timeweave.retrieval.hybrid.halting import AgreementOver
from timeweave.retrieval.twe import TweOptions

Dense = Literal["neural", "svd"]
Recency = Literal["learned", "pattern"]
Centrality = Literal["degree", "pagerank", "none"]
AgesFrom = Literal["newest", "now"]
_KINDS = {
    "dense": Dense,
    "recency": Recency,
    "centrality": Centrality,
    "ages_from": AgesFrom,
    "agreement_over": AgreementOver,
}


@dataclass(frozen=True, slots=True)
class StatementShares:
    """What counts for a statement besides its own words, meaning and names.

    ``chunk`` times what words, meaning and centrality give its chunk, over the best, which is little, for they stand in
    its own score too; ``boost`` times its chunk's temporal boost. Where the question names cells: ``outside`` of the
    budget is kept for what the ranking of chunks brings up, and there ``time`` is added for speaking of the time that
    the question names, or standing in a report on it.
    """

    chunk: float = 0.1
    boost: float = 1.0
    outside: float = 0.5
    time: float = 0.5


MEASURED = TweOptions(gamma=0.1, tau_min=365.0)
"""The paper's parameters but for two: τ_min as its own grid found best, and less centrality, which lifts what many
repeat above what answers (`benchmarks/results/twe.json`)."""


@dataclass(frozen=True, slots=True)
class HybridOptions:
    """How chunks are scored, how many are kept, and what is done with them.

    ``fold_copies`` counts copies of one text as one source in the centrality, which the paper does not.
    ``asked_time`` takes the end of the time that a question names, where that is past, for t_now. Ages are counted
    from there, or (``ages_from = "newest"``) from the newest that may answer, where that is earlier.
    ``agreement_over`` says of what agree(k) is a share: of the rows read, as in the paper, with which θ_a = 0.8 hardly
    ever halts, or of what is attainable (`halting.attained`), with which it does.
    ``hops`` edges of the evidence graph are followed from the first ``hop_starts`` chunks, each handing on up to
    ``hop_share`` of a score; ``entity_hops`` as many along entities (`passages.bridges`) from the first chunk alone.
    ``rerank`` reads the first ``rerank_depth`` chunks again before, where a cross-encoder is installed and their margin
    is small.
    """

    twe: TweOptions = MEASURED
    dense: Dense = "neural"
    recency: Recency = "learned"
    centrality: Centrality = "degree"
    fold_copies: bool = True
    asked_time: bool = True
    ages_from: AgesFrom = "newest"
    halting: bool = True
    agreement_over: AgreementOver = "read"
    hops: int = 0
    hop_share: float = 0.5
    hop_starts: int = 5
    entity_hops: int = 1
    rerank: bool = True
    rerank_depth: int = 30
    shares: StatementShares = StatementShares()

    def __post_init__(self) -> None:
        """Refuse what there is not.

        Raises:
            UsageError: naming the option.
        """
        for name, kind in _KINDS.items():
            if getattr(self, name) not in get_args(kind):
                known = ", ".join(map(repr, get_args(kind)))
                raise UsageError(f"{name} {getattr(self, name)!r} does not exist: use one of {known}")
        for name in ("hops", "hop_share", "hop_starts", "entity_hops", "rerank_depth"):
            if not 0 <= getattr(self, name) < math.inf:
                raise UsageError(f"{name} {getattr(self, name)!r} does not fit: give a number of 0 or more")

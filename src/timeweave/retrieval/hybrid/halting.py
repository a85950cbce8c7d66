"""How many of the ranked chunks are kept: at 30, 60 or 100, by margin and agreement (TWE-RAG, section 2.5; TW-09)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from timeweave.records.sparse import SparseRows
from timeweave.retrieval.twe import TweOptions, agreement, halts, margin

AgreementOver = Literal["read", "attainable"]


@dataclass(frozen=True, slots=True)
class Stage:
    """What was seen at ``k`` chunks: m_k, agree(k), and whether that was enough."""

    k: int
    margin: float
    agreement: float
    halted: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """How many chunks are kept of those of the last stage, and the stages that were tried."""

    k: int
    of: int
    stages: tuple[Stage, ...]

    @property
    def saved(self) -> float:
        """The share of the last stage's chunks that nobody needs to read."""
        return 1.0 - self.k / self.of if self.of else 0.0


def keep(
    ranked: np.ndarray,
    scores: np.ndarray,
    weights: SparseRows | None,
    options: TweOptions,
    over: AgreementOver = "read",
) -> Kept:
    """Go through the stages until one halts; the last one always does, as does one that holds every row.

    ``ranked`` are rows, best first, with their scores S. Without ``weights`` nothing halts before the last stage. A
    corpus of fewer rows than the first stage is kept whole, and nothing is saved. ``over`` says of what agree(k) is a
    share: of the ``k`` rows read, as the paper has it, or of what is attainable (`attained`).
    """
    of = min(options.stages[-1], len(ranked))
    if not of or weights is None:
        return Kept(of, of, ())
    corroborating, _ = weights.row(ranked[0])
    marks = np.isin(ranked[:of], corroborating)
    inside = scores[ranked[:of]]
    stages: list[Stage] = []
    for k in options.stages:
        m = margin(inside, k)
        a = agreement(marks, k) if over == "read" else attained(marks, k, len(corroborating))
        stages.append(Stage(min(k, of), m, a, halts(m, a, options)))
        if stages[-1].halted or k >= of:
            break
    return Kept(stages[-1].k, of, tuple(stages))


def attained(corroborates: np.ndarray, k: int, corroborating: int) -> float:
    """agree(k) over what is attainable: of d_1 and the ``corroborating`` rows that there are in all, or the first ``k``
    of them, the share that stands among the first ``k``.

    Of 30 rows 24 must share words with d_1 for the paper's agree(30) to be above 0.8, which no corpus gives that does
    not consist of copies. Over what is attainable 0.8 says that reading on can bring little more agreement; where
    nothing bears d_1 out nothing can, and the margin alone decides.
    """
    marks = corroborates[:k]
    most = min(len(marks), 1 + corroborating)
    return (1.0 + float(marks[1:].sum())) / most if most else 0.0

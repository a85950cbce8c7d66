"""Recall@5, mean reciprocal rank and halting of a setting, over the parts of a set (TWE-RAG, section 4)."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import figures
import numpy as np
from twe_parts import Parts, Setting, score

from timeweave.retrieval.hybrid.halting import AgreementOver, keep
from timeweave.retrieval.twe import TweOptions

FIRST = 5
"""The k of Recall@k."""


@dataclass(frozen=True, slots=True, eq=False)
class Ranks:
    """For each piece of evidence of a question the rank of the first chunk that holds it; infinite where none does."""

    pieces: tuple[float, ...]

    def recall(self, k: int) -> float:
        """The share of the pieces that the first ``k`` chunks hold."""
        return statistics.fmean(rank <= k for rank in self.pieces)

    def reciprocal(self, k: float = np.inf) -> float:
        """1 over the rank of the first chunk that holds any piece, 0 where it is not among the first ``k``."""
        best = min(self.pieces)
        return 1.0 / best if best <= k else 0.0


def ranks(scores: np.ndarray, relevant: Iterable[np.ndarray]) -> Ranks:
    """Ties go to the row that comes first, as in a stable sort."""
    return Ranks(tuple(min((rank_of(scores, row) for row in rows.tolist()), default=np.inf) for rows in relevant))


def rank_of(scores: np.ndarray, row: int) -> int:
    """From 1."""
    own = scores[row]
    return 1 + int((scores > own).sum()) + int((scores[:row] == own).sum())


def measure(parts: Sequence[Parts], setting: Setting) -> dict:
    """Recall@5 and MRR with their intervals."""
    return summarise(parts, [score(p, setting) for p in parts])


def summarise(parts: Sequence[Parts], scores: Sequence[np.ndarray]) -> dict:
    """Recall@5 and MRR of scores, one array a question."""
    groups = [p.asked.group for p in parts]
    found = [ranks(s, p.relevant) for p, s in zip(parts, scores, strict=True)]
    return {
        f"recall@{FIRST}": figures.mean([r.recall(FIRST) for r in found], groups),
        "mrr": figures.mean([r.reciprocal() for r in found], groups),
    }


def measure_by(parts: Sequence[Parts], scored: Callable[[Parts], np.ndarray]) -> dict:
    """As `measure`, of any scores."""
    return summarise(parts, [scored(p) for p in parts])


def quick(parts: Sequence[Parts], setting: Setting) -> dict[str, float]:
    """The means alone, for grids of many settings."""
    found = [ranks(score(p, setting), p.relevant) for p in parts]
    return {
        f"recall@{FIRST}": round(statistics.fmean(r.recall(FIRST) for r in found), 4),
        "mrr": round(statistics.fmean(r.reciprocal() for r in found), 4),
    }


def halted(
    parts: Sequence[Parts],
    setting: Setting,
    thresholds: Iterable[tuple[float, float]],
    over: AgreementOver = "read",
) -> list[dict]:
    """For each (θ_m, θ_a) the chunks kept and saved, and what is found among those kept; ``over`` as in `keep`.

    The first row keeps all 100. What is cut off lies behind rank 30, so that Recall@5 cannot change; what may be lost
    is evidence further down: ``recall of kept``.
    """
    kept: list[list[int]] = []
    found, saved = [], []
    pairs = list(thresholds)
    for p in parts:
        scores = score(p, setting)
        ranked = np.argsort(-scores, kind="stable")
        options = [_thresholds(setting.twe, *pair) for pair in pairs]
        rows = [
            keep(ranked, scores, None, setting.twe),
            *(keep(ranked, scores, p.rows.weights, o, over) for o in options),
        ]
        kept.append([row.k for row in rows])
        saved.append([row.saved for row in rows])
        found.append(ranks(scores, p.relevant))
    return [
        {
            "theta_m": pair[0] if pair else None,
            "theta_a": pair[1] if pair else None,
            "k": round(statistics.fmean(row[i] for row in kept), 2),
            "saved": round(statistics.fmean(row[i] for row in saved), 4),
            "halted": round(statistics.fmean(row[i] > 0 for row in saved), 4),
            f"recall@{FIRST}": round(statistics.fmean(r.recall(FIRST) for r in found), 4),
            "mrr": round(statistics.fmean(r.reciprocal(row[i]) for r, row in zip(found, kept, strict=True)), 4),
            "recall of kept": round(statistics.fmean(r.recall(row[i]) for r, row in zip(found, kept, strict=True)), 4),
        }
        for i, pair in enumerate([None, *pairs])
    ]


def _thresholds(options: TweOptions, theta_m: float, theta_a: float) -> TweOptions:
    return replace(options, theta_m=theta_m, theta_a=theta_a)

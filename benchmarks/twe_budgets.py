"""Modes ``auto`` and ``hybrid`` beside each other: evidence found within equal budgets of tokens, and how fast."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from pathlib import Path

import figures
from plain import Found
from twe_parts import hybrid
from twe_sets import RankedSet

import timeweave
from timeweave.retrieval import RetrievalOptions
from timeweave.retrieval.twe import TweOptions

COMPARED = 150
"""Questions of each set, spread over all."""

WITHIN_ALL = ("auto", "hybrid")
"""What is compared within every budget; the others within the smallest."""

VARIANTS: Mapping[str, tuple[str, RetrievalOptions]] = {
    "auto": ("auto", RetrievalOptions()),
    "hybrid": ("hybrid", RetrievalOptions()),
    "hybrid, dense by SVD": ("hybrid", hybrid(dense="svd")),
    "hybrid, without decay": ("hybrid", hybrid(twe=TweOptions(delta_base=0.0))),
    "hybrid, two hops": ("hybrid", hybrid(hops=2)),
    "hybrid, read again": ("hybrid", hybrid(rerank=True)),
}


def run(folder: Path, asked: RankedSet) -> dict:
    """Variant → budget → share of evidence found, and the median of milliseconds; of `COMPARED` questions."""
    questions = asked.questions[:: max(1, len(asked.questions) // COMPARED)][:COMPARED]
    in_order = sorted(questions, key=lambda q: (str(q.as_of), q.id))
    groups = [q.group for q in in_order]
    rows: dict = {}
    shares: dict[int, list[float]] = {}
    for name, (mode, options) in VARIANTS.items():
        with timeweave.open(folder, create=False, read_only=True, options=options) as kb:
            for budget in asked.budgets if name in WITHIN_ALL else asked.budgets[:1]:
                found, millis = [], []
                for q in in_order:
                    result = kb.search(q.text, mode=mode, as_of=q.as_of, now=asked.now, budget=budget)
                    spans = [Found(e.document_id, e.start, e.end, e.text) for e in result.evidence]
                    found.append(q.share_found(spans))
                    millis.append(result.elapsed_ms)
                rows.setdefault(name, {})[str(budget)] = {
                    "found": figures.mean(found, groups),
                    "over_auto": figures.difference(found, shares.setdefault(budget, found), groups),
                    "ms_p50": round(statistics.median(millis), 1),
                }
    return rows

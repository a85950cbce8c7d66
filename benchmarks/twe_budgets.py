"""Modes ``auto`` and ``hybrid`` beside each other: evidence found within equal budgets of tokens, and how fast."""

from __future__ import annotations

import datetime as dt
import itertools
import statistics
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import figures
from plain import Found
from twe_parts import embedder, hybrid, reading
from twe_sets import GoldQuestion, RankedSet

from timeweave.retrieval import RetrievalOptions, searching
from timeweave.retrieval.router import AUTO, choose, route
from timeweave.retrieval.searching import Posed, Sources, pose
from timeweave.retrieval.twe import TweOptions

COMPARED = 300
"""Questions of each set, spread over all."""

WITHIN_ALL = ("auto", "hybrid")
"""What is compared within every budget; the others within the smallest."""

VARIANTS: Mapping[str, tuple[str, RetrievalOptions]] = {
    "auto": ("auto", RetrievalOptions()),
    "hybrid": ("hybrid", RetrievalOptions()),
    "hybrid, dense by SVD": ("hybrid", hybrid(dense="svd")),
    "hybrid, without decay": ("hybrid", hybrid(twe=TweOptions(delta_base=0.0))),
    "hybrid, two hops": ("hybrid", hybrid(hops=2)),
}


def run(folder: Path, asked: RankedSet) -> dict:
    """Variant → budget → share of evidence found, and the median of milliseconds; of `COMPARED` questions.

    Each is read and embedded once for all variants and budgets, and the milliseconds of that count for each.
    """
    count = min(COMPARED, len(asked.questions))
    questions = [asked.questions[n * len(asked.questions) // count] for n in range(count)]
    in_order = sorted(questions, key=lambda q: (str(q.as_of), q.id))
    groups = [q.group for q in in_order]
    cases = [
        (name, budget) for name in VARIANTS for budget in (asked.budgets if name in WITHIN_ALL else asked.budgets[:1])
    ]
    found: dict[tuple[str, int], list[float]] = {case: [] for case in cases}
    millis: dict[tuple[str, int], list[float]] = {case: [] for case in cases}
    for q, posed, elapsed in read(folder, in_order, asked.now):
        for name, budget in cases:
            mode, options = VARIANTS[name]
            started = time.perf_counter()
            chosen = route(AUTO, posed.request.question) if mode == AUTO else mode
            finding = choose(chosen, options)(replace(posed.request, budget=budget))
            millis[name, budget].append(elapsed + (time.perf_counter() - started) * 1000)
            spans = [Found(e.document_id, e.start, e.end, e.text) for e in finding.evidence]
            found[name, budget].append(q.share_found(spans))
    rows: dict = {}
    for name, budget in cases:
        rows.setdefault(name, {})[str(budget)] = {
            "found": figures.mean(found[name, budget], groups),
            "over_auto": figures.difference(found[name, budget], found["auto", budget], groups),
            "ms_p50": round(statistics.median(millis[name, budget]), 1),
        }
    return rows


def read(
    folder: Path, questions: list[GoldQuestion], now: dt.date | None
) -> Iterator[tuple[GoldQuestion, Posed, float]]:
    """Each question as a search reads it, and in how many milliseconds; those of one day share a view."""
    with reading(folder) as (store, indexes):
        for day, asked in itertools.groupby(questions, key=lambda q: q.as_of):
            with store.view(day) as view:
                index, chunks = indexes.reader(view), indexes.chunks(view)
                sources = Sources(view, index, embedder(), chunks=lambda c=chunks: c)
                today = day or now or dt.datetime.now(dt.UTC).date()
                for q in asked:
                    started = time.perf_counter()
                    posed = pose(searching.Query(q.text, today), sources)
                    yield q, posed, (time.perf_counter() - started) * 1000

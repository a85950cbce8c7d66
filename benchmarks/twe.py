"""Time-weighted evidence retrieval (TWE-RAG) measured as in sections 4 to 6 of its paper: tables, plots, latency.

    python benchmarks/twe.py --data PATH [--sets realtimeqa ect-qa timeqa multihop-rag pat-questions scaling]
                             [--kb realtimeqa=READY] [--limit 100] [--sizes 1000 10000 100000] [--plots-only]

PATH holds the folders of the sets, and ``reuters21578`` for scaling. Ranked are chunks; ``twe_sets`` says for each set
which are relevant. Recall@5 is the mean share of a question's pieces of evidence that the first five chunks hold, MRR
the mean of 1 over the rank of the first chunk that holds any. Of a ready knowledge base that holds the first articles
only, RealTimeQA's questions up to the last day are asked. Questions of ECT-QA, TimeQA and MultiHop-RAG bear no day:
ages count from the newest document, and TimeQA's pages have no dates, so that no decay can move them.

Questions are read, embedded and scored once; every grid weighs the same arrays. Whole sets, one after the other:

    python benchmarks/twe.py --data PATH --sets ect-qa --kb ect-qa=ect.kb
    python benchmarks/twe.py --data PATH --sets timeqa --kb timeqa=timeqa.kb
    python benchmarks/twe.py --data PATH --sets pat-questions --kb pat-questions=pat

The first run of each builds the knowledge base in its folder; each writes its own part of the results.

Writes ``results/twe.json``, of the sets that were measured, and ``results/twe/*.svg``.
Intervals: bootstrap over companies, pages, days of a quiz, facts.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import figures
import machine
import twe_budgets
import twe_current
import twe_plots
import twe_scaling
import twe_scores
from stores import prepared
from twe_parts import CENTRALITIES, DEGREE, FOLDED, MODE, PLAIN, SEED, Collected, Parts, Setting, collect, reading
from twe_sets import SETS, RankedSet

GAMMAS = (0.0, 0.3, 0.5, 1.0, 2.0)
DELTAS = (0.0, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
TAUS = (30.0, 90.0, 180.0, 365.0, 730.0)
THETAS = tuple((m, a) for m in (0.0, 0.25, 0.5, 0.75, 1.0) for a in (0.0, 0.05, 0.1, 0.2, 0.4, 0.8))

METHODS: Mapping[str, Setting] = {
    "BM25 only": PLAIN.but(beta=0.0),
    "dense (SVD)": replace(PLAIN.but(alpha=0.0), dense="svd"),
    "dense (neural)": PLAIN.but(alpha=0.0),
    "hybrid (SVD)": replace(PLAIN, dense="svd"),
    "hybrid (neural)": PLAIN,
    "S (SVD), the seed's defaults": replace(SEED, dense="svd"),
    "S (neural), the seed's defaults": SEED,
    "S as mode hybrid": MODE,
}
STAGES = {
    "BM25 only": ("lexical",),
    "dense (SVD)": ("dense, SVD",),
    "dense (neural)": ("dense, neural",),
    "hybrid (SVD)": ("lexical", "dense, SVD"),
    "hybrid (neural)": ("lexical", "dense, neural"),
    "S (SVD), the seed's defaults": ("lexical", "dense, SVD", "weigh and rank"),
    "S (neural), the seed's defaults": ("lexical", "dense, neural", "weigh and rank"),
    "S as mode hybrid": ("lexical", "dense, neural", "weigh and rank"),
}
DECAYS = ((0.0, 90.0), (0.25, 365.0), (0.5, 365.0), (1.0, 365.0), (2.5, 90.0), (2.5, 365.0), (5.0, 365.0))
WAYS: Sequence[tuple[Literal["pattern", "learned"], Literal["now", "reference"], int | None]] = (
    ("pattern", "now", None),
    ("learned", "now", None),
    ("learned", "reference", None),
    ("learned", "reference", 10),
)
CURRENT, SCALING = "pat-questions", "scaling"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="needed but for --plots-only")
    every = [*SETS, CURRENT, SCALING]
    parser.add_argument("--sets", nargs="+", choices=every, default=every)
    parser.add_argument("--limit", type=int, help="only so many questions of each set; facts of pat-questions")
    parser.add_argument("--kb", action="append", default=[], help="SET=FOLDER: read it if there, else build it there")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(twe_scaling.SIZES), help="chunks, for scaling")
    parser.add_argument("--plots-only", action="store_true", help="draw results/twe.json again")
    args = parser.parse_args()
    path = machine.RESULTS / ("twe.json" if args.limit is None else "twe.sample.json")
    known = json.loads(path.read_text()) if path.exists() else {}
    known.pop("machine", None)
    if not args.plots_only:
        if args.data is None:
            parser.error("--data PATH is needed")
        ready = {name: Path(folder) for name, _, folder in (given.partition("=") for given in args.kb)}
        for name in args.sets:
            started = time.perf_counter()
            known[name] = run(name, args, ready.get(name))
            print(f"{name}: {time.perf_counter() - started:.0f} s", flush=True)
            print(machine.write("twe", known, sample=args.limit), flush=True)
    if args.limit is None:
        for drawn in twe_plots.draw(known, machine.RESULTS / "twe"):
            print(drawn)


def run(name: str, args: argparse.Namespace, kb: Path | None) -> dict:
    """All tables of one set."""
    if name == SCALING:
        return twe_scaling.run(args.data, args.sizes)
    if name == CURRENT:
        return twe_current.run(args.data / name, args.limit, kb)
    asked = SETS[name](args.data / name, args.limit)
    with prepared(kb, asked.documents) as folder:
        asked = within(folder, asked)
        collected = collect(folder, asked.questions, asked.now)
        measured = tables(asked, collected)
        measured["budgets"] = twe_budgets.run(folder, asked)
    print_summary(name, measured)
    return measured


def within(folder: Path, asked: RankedSet) -> RankedSet:
    """Without questions of days after the newest document that the knowledge base holds."""
    with reading(folder) as (store, _), store.view() as view:
        newest = max((info.observed for info in view.documents()), default=None)
    kept = [q for q in asked.questions if q.as_of is None or newest is None or q.as_of <= newest]
    return replace(asked, questions=kept)


def tables(asked: RankedSet, collected: Collected) -> dict:
    """What the paper's tables 4.1 to 4.4 hold, of one set."""
    parts = collected.parts
    last = max(parts, key=lambda p: len(p.rows.chunks)).rows
    return {
        "relevant": asked.relevant,
        "questions": len(parts),
        "pieces": round(statistics.fmean(len(p.relevant) for p in parts), 2),
        "held by no chunk": sum(not len(rows) for p in parts for rows in p.relevant),
        "chunks": len(last.chunks),
        "edges": int(len(last.weights.data) // 2),
        "chunks with an edge": int((last.centralities[DEGREE] > 0).sum()),
        "asked for the newest, by pattern": round(statistics.fmean(p.pattern == 1.0 for p in parts), 4),
        "r(q) learned, mean": round(statistics.fmean(p.learned for p in parts), 4),
        "ms_p50": {stage: round(statistics.median(ms), 3) for stage, ms in collected.milliseconds.items()},
        "methods": methods(parts, collected.milliseconds),
        "centrality": centralities(parts),
        "decay": decays(parts),
        "heat map": heat_map(parts),
        "halting": twe_scores.halted(parts, MODE, THETAS),
        "halting, agreement over what is attainable": twe_scores.halted(parts, MODE, THETAS, "attainable"),
    }


def methods(parts: Sequence[Parts], milliseconds: Mapping[str, Sequence[float]]) -> dict:
    """Table 4.1."""
    rows = {}
    for name, setting in METHODS.items():
        ms = [sum(of) for of in zip(*(milliseconds[stage] for stage in STAGES[name]), strict=True)]
        rows[name] = {**twe_scores.measure(parts, setting), "ms_p50": round(statistics.median(ms), 2)}
    return rows


def centralities(parts: Sequence[Parts]) -> dict:
    """Table 4.2, over the hybrid score without decay: name of the centrality → γ → figures."""
    return {
        name: {str(g): twe_scores.measure(parts, replace(PLAIN, centrality=name).but(gamma=g)) for g in GAMMAS}
        for name in CENTRALITIES
    }


def decays(parts: Sequence[Parts]) -> list[dict]:
    """Table 4.3, of S with γ = 0.5 over folded copies: by whose r(q), whether ages count from the end of a time that is
    asked about, and whether the decay counts for all chunks or for the first ten alone.
    """
    rows = []
    for recency, since, within in WAYS:
        for delta, tau in DECAYS:
            setting = Setting(centrality=FOLDED, recency=recency, since=since, within=within)
            row = {"recency": recency, "ages from": since, "within": within, "delta_base": delta, "tau_min": tau}
            rows.append({**row, **twe_scores.measure(parts, setting.but(delta_base=delta, tau_min=tau))})
    return rows


def heat_map(parts: Sequence[Parts]) -> list[dict]:
    """Section 4.5: δ × τ_min of the seed's S."""
    return [
        {"delta_base": d, "tau_min": t, **twe_scores.quick(parts, SEED.but(delta_base=d, tau_min=t))}
        for d in DELTAS
        for t in TAUS
    ]


def print_summary(name: str, measured: dict) -> None:
    print(f"{name}: {measured['questions']} questions, {measured['chunks']} chunks; relevant: {measured['relevant']}")
    for method, row in measured["methods"].items():
        print(f"  {method:34s} {shown(row)} {row['ms_p50']} ms")
    for centrality, by_gamma in measured["centrality"].items():
        print(f"  γ, {centrality}: " + ", ".join(f"{g}: {row['recall@5']['mean']:.3f}" for g, row in by_gamma.items()))
    for row in measured["decay"]:
        way = f"{row['recency']}, from {row['ages from']}, {row['within'] or 'all'}"
        print(f"  {way:32s} {row['delta_base']} / {row['tau_min']:.0f}: {shown(row)}")
    for row in measured["halting"]:
        if row["theta_m"] in {None, 0.5}:
            print(f"  halting {row}")
    for row in measured["halting, agreement over what is attainable"]:
        if (row["theta_m"], row["theta_a"]) == (0.5, 0.8):
            print(f"  halting over what is attainable {row}")
    for variant, by_budget in measured["budgets"].items():
        found = ", ".join(f"{b}: {figures.shown(r['found'])} {r['ms_p50']} ms" for b, r in by_budget.items())
        print(f"  {variant:24s} {found}")


def shown(row: Mapping) -> str:
    """Both figures, for a line of a summary."""
    return f"Recall@5 {figures.shown(row['recall@5'])} MRR {figures.shown(row['mrr'])}"


if __name__ == "__main__":
    main()

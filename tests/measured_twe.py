"""The tables of figures on time-weighted evidence retrieval, made of what the benchmarks wrote."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

RESULTS = Path(__file__).resolve().parents[1] / "benchmarks" / "results"
SETS = {"realtimeqa": "RealTimeQA", "ect-qa": "ECT-QA", "timeqa": "TimeQA", "multihop-rag": "MultiHop-RAG"}
DAYS = {"2022-06-30": "as of then, the earlier", "2024-01-15": "weeks after the later", "2024-12-15": "a year after"}
HALTING = ((0.5, 0.8), (0.5, 0.4), (0.5, 0.05))  # thresholds of margin and agreement; the first are the seed's
BANDS = ((128, 2, 1), (64, 1, 2), (128, 1, 3), (256, 1, 4))  # bands, rows, meetings

Row = tuple[str, ...]
Table = tuple[str, Row, Iterable[Row]]


def measured(name: str) -> dict:
    """What a benchmark wrote; nothing where it has not run."""
    path = RESULTS / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def readme_rows() -> Iterator[tuple[str, str, str]]:
    """For the README's table."""
    found = measured("twe")
    kept = ("S as mode hybrid", "BM25 only", "dense (neural)")
    for key, title in _sets(found).items():
        methods = found[key]["methods"]
        cells = [_mean(methods[name]["recall@5"]) for name in kept]
        what = "evidence held by the first five chunks: mode hybrid (BM25; dense)"
        yield what, title, f"{cells[0]} ({cells[1]}; {cells[2]})"
    cases = found.get("pat-questions", {}).get("cases", {})
    for case, by in cases.items():
        cells = [_mean(by["whole"][day]["marked"]["answer holds the right value"]) for day in DAYS]
        what = "“current …”, one fact and its later successor: the right value of the day; weeks after; a year after"
        yield what, f"PAT-Questions, {case}: ask", "; ".join(cells)
    sizes = found.get("scaling", {}).get("sizes", {})
    for size in sorted(sizes, key=int)[-1:]:
        ms = sizes[size]["ms_p50"]
        cells = f"{ms['hybrid']:.0f} ms ({ms['BM25 only']:.0f} ms)"
        yield "ranking of all chunks, p50, embedding the question included (BM25 alone)", f"{int(size):,} chunks", cells


def tables() -> Iterator[Table]:
    """Title, header and rows of each table of docs/quality.md."""
    found = measured("twe")
    yield _methods(found)
    yield _centrality(found)
    yield _decay(found)
    yield from _current(found)
    yield _halting(found)
    yield _budgets(found)
    yield _scaling(found)
    yield _bands(measured("evidence_graph"))
    yield _recency(measured("recency"))


def _sets(found: Mapping) -> dict[str, str]:
    return {key: title for key, title in SETS.items() if key in found}


def _mean(figure: Mapping) -> str:
    return "–" if figure["mean"] is None else f"{figure['mean']:.3f}"


def _both(figures: Mapping) -> str:
    return f"{_mean(figures['recall@5'])}, {_mean(figures['mrr'])}"


def _methods(found: Mapping) -> Table:
    sets = _sets(found)
    names = next((found[key]["methods"] for key in sets), {})
    header = ("ranking of chunks", *(f"{title} ({found[key]['questions']:,})" for key, title in sets.items()))
    rows = [(name, *(_both(found[key]["methods"][name]) for key in sets)) for name in names]
    return "Time-weighted retrieval: Recall@5 and MRR over chunks (questions)", header, rows


def _centrality(found: Mapping) -> Table:
    sets = _sets(found)
    first = next((found[key]["centrality"] for key in sets), {})
    rows = [
        (kind, gamma, *(_both(found[key]["centrality"][kind][gamma]) for key in sets))
        for kind, by_gamma in first.items()
        for gamma in by_gamma
    ]
    return "Weight γ of centrality: Recall@5 and MRR, no decay", ("centrality", "γ", *sets.values()), rows


def _decay(found: Mapping) -> Table:
    sets = _sets(found)
    first = next((found[key]["decay"] for key in sets), [])
    rows = []
    for place, point in enumerate(first):
        ways = [point["recency"], f"ages from {point['ages from']}"]
        ways += [] if point["within"] is None else [f"the first {point['within']} only"]
        cells = [_both(found[key]["decay"][place]) for key in sets]
        rows.append((", ".join(ways), f"{point['delta_base']:g}", f"{point['tau_min']:g}", *cells))
    header = ("r(q)", "δ_base", "τ_min, days", *sets.values())
    return "Decay on questions of every kind: Recall@5 and MRR", header, rows


def _current(found: Mapping) -> Iterator[Table]:
    cases = found.get("pat-questions", {}).get("cases", {})
    header = ("what", *DAYS.values())
    for case, by in cases.items():
        rows = [
            (name, *(_mean(of_day[day]["marked"]["first"]) for day in DAYS)) for name, of_day in by["ranked"].items()
        ]
        whole = next(iter(by["whole"].values()))["marked"]
        rows += [(what, *(_mean(by["whole"][day]["marked"][what]) for day in DAYS)) for what in whole]
        yield f"“Current” and “latest”, {case}: the right document comes first of all", header, rows


def _halting(found: Mapping) -> Table:
    rows = [
        (
            title,
            f"{m:g}, {a:g}",
            f"{p['k']:.1f}",
            f"{p['saved']:.3f}",
            f"{p['recall@5']:.3f}",
            f"{all_:.3f}, {kept:.3f}",
        )
        for key, title in _sets(found).items()
        for all_ in [p["recall of kept"] for p in found[key]["halting"] if p["theta_m"] is None]
        for m, a in HALTING
        for p in found[key]["halting"]
        if (p["theta_m"], p["theta_a"]) == (m, a)
        for kept in [p["recall of kept"]]
    ]
    header = ("data", "θ_m, θ_a", "chunks kept", "saved", "Recall@5", "recall of 100, of those kept")
    return "Halting at 30, 60, 100 chunks", header, rows


def _budgets(found: Mapping) -> Table:
    rows = [
        (title, mode, f"{int(budget):,}", _mean(of["found"]), f"{of['over_auto']['mean']:+.3f}")
        for key, title in _sets(found).items()
        for mode, by_budget in found[key]["budgets"].items()
        for budget, of in by_budget.items()
    ]
    return "Evidence within a budget, by mode", ("data", "mode", "tokens", "found", "over auto"), rows


def _scaling(found: Mapping) -> Table:
    sizes = found.get("scaling", {}).get("sizes", {})
    stages = ("hybrid", "BM25 only", "embedding", "lexical", "dense", "decay, sum and rank")
    once = ("open", "graph", "SVD fit")
    rows = [
        (
            f"{int(size):,}",
            *(f"{of['ms_p50'][stage]:.1f}" for stage in stages),
            *(f"{of['once_ms'][what]:,.0f}" for what in once),
            f"{of['append_ms_p50']:.0f}",
        )
        for size, of in sizes.items()
    ]
    header = ("chunks", *stages, *(f"{what}, once a view" for what in once), "append")
    return "Milliseconds by number of chunks, p50", header, rows


def _bands(graph: Mapping) -> Table:
    rows = [
        (
            name,
            f"{p['bands']} × {p['rows']}, {p['meetings']} or more",
            f"{p['recall']:.3f}",
            f"{p['recall_by_similarity']['0.05-0.1']:.3f}",
            f"{p['share_of_weight']:.4f}",
            f"{p['candidates_per_chunk']:.0f}",
        )
        for name, corpus in graph.get("corpora", {}).items()
        if corpus["chunks"] == 10_000
        for p in corpus["bands"]
        if (p["bands"], p["rows"], p["meetings"]) in BANDS
    ]
    header = (
        "10,000 chunks of",
        "bands × rows, meetings",
        "recall",
        "of J 0.05–0.1",
        "of the weight",
        "candidates a chunk",
    )
    return "Edges J > 0.05 that MinHash bands find", header, rows


def _recency(learned: Mapping) -> Table:
    shown = ("macro_f1", "macro_f1_coarse", "spearman", "spearman_within_origins", "mean_error")
    rows = [
        (name, *(f"{of[key]['mean']:.3f} ({of[key]['interval'][0]:.3f}–{of[key]['interval'][1]:.3f})" for key in shown))
        for name, of in learned.get("grouped", {}).items()
    ]
    header = ("r(q)", "macro-F1, 12 classes", "3 classes", "Spearman", "within one origin", "mean error")
    return (
        f"How fast the answer changes: RecencyQA, {learned.get('questions', 0):,} questions, unseen groups",
        header,
        rows,
    )

"""The figures of `twe.py`, drawn of its results alone: the same file gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

mpl.use("Agg")
STYLE = {
    "svg.hashsalt": "twe",
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
}
COLOURS = ("#4269d0", "#efb118", "#ff725c", "#6cc5b0", "#3ca951", "#9c6b4e", "#a463f2", "#97a0ab")
GENERAL = ("realtimeqa", "ect-qa", "timeqa", "multihop-rag")
NAMES = {"realtimeqa": "RealTimeQA", "ect-qa": "ECT-QA", "timeqa": "TimeQA", "multihop-rag": "MultiHop-RAG"}
HARD = "ten against one"


def draw(results: Mapping, folder: Path) -> Iterator[Path]:
    """Those figures for which there are results."""
    sets = [name for name in GENERAL if name in results]
    current, scaling = results.get("pat-questions"), results.get("scaling")
    with plt.rc_context(STYLE):
        if sets:
            yield _written(_methods(results, sets), folder / "methods.svg")
            yield _written(_centrality(results, sets), folder / "centrality.svg")
            yield _written(_halting(results, sets), folder / "halting.svg")
            yield _written(_budgets(results, sets), folder / "budgets.svg")
        if current:
            yield _written(_temporal(current), folder / "temporal.svg")
        if sets and current:
            yield _written(_decay(results, sets, current), folder / "decay.svg")
            yield _written(_sensitivity(results, sets, current), folder / "sensitivity.svg")
        if scaling:
            yield _written(_scaling(scaling), folder / "scaling.svg")


def _written(figure: Figure, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    plt.close(figure)
    # matplotlib ends some lines with a blank
    path.write_text("\n".join(line.rstrip() for line in path.read_text().splitlines()) + "\n")
    return path


def _methods(results: Mapping, sets: Sequence[str]) -> Figure:
    figure, panels = plt.subplots(2, 1, figsize=(9, 6), sharex=True)
    methods = list(results[sets[0]]["methods"])
    for panel, measure, title in zip(panels, ("recall@5", "mrr"), ("Recall@5", "MRR"), strict=True):
        rows = {m: [results[s]["methods"][m][measure] for s in sets] for m in methods}
        _bars(panel, rows, [f"{NAMES[s]}\n{results[s]['questions']:,} questions" for s in sets])
        panel.set_title(f"{title}, chunks ranked by each method (95 % intervals)")
        panel.set_ylabel(title)
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return figure


def _budgets(results: Mapping, sets: Sequence[str]) -> Figure:
    figure, panels = plt.subplots(1, len(sets), figsize=(2.6 * len(sets) + 1, 3.6), sharey=True, squeeze=False)
    for panel, name in zip(panels[0], sets, strict=True):
        variants = results[name]["budgets"]
        budget = next(iter(next(iter(variants.values()))))
        _bars(panel, {v: [by[budget]["found"]] for v, by in variants.items()}, [f"{int(budget):,} tokens"])
        panel.set_title(NAMES[name])
    panels[0][0].set_ylabel("share of the evidence returned")
    figure.legend(*panels[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return figure


def _bars(panel: Axes, rows: Mapping[str, Sequence[Mapping]], labels: Sequence[str]) -> None:
    width = 0.86 / len(rows)
    for number, (name, found) in enumerate(rows.items()):
        means = [f["mean"] for f in found]
        spread = [[f["mean"] - f["ci95"][0] for f in found], [f["ci95"][1] - f["mean"] for f in found]]
        places = np.arange(len(found)) + (number - (len(rows) - 1) / 2) * width
        panel.bar(places, means, 0.9 * width, color=COLOURS[number % len(COLOURS)], label=name)
        panel.errorbar(places, means, np.maximum(spread, 0), fmt="none", ecolor="#444444", elinewidth=0.8)
    panel.set_xticks(range(len(labels)), labels)
    panel.set_ylim(0, 1)
    panel.grid(axis="y", color="#dddddd", linewidth=0.6)


def _centrality(results: Mapping, sets: Sequence[str]) -> Figure:
    figure, panels = plt.subplots(1, len(sets), figsize=(2.6 * len(sets) + 1, 3.3), squeeze=False)
    for panel, name in zip(panels[0], sets, strict=True):
        for colour, (centrality, by_gamma) in zip(COLOURS, results[name]["centrality"].items(), strict=False):
            values = [row["recall@5"]["mean"] for row in by_gamma.values()]
            line = "o--" if "folded" in centrality else "o-"
            panel.plot([float(g) for g in by_gamma], values, line, color=colour, markersize=4, label=centrality)
        middle = np.mean(panel.get_ylim())
        half = max(0.05, np.ptp(panel.get_ylim()) / 2)
        panel.set_ylim(max(0, middle - half), min(1.005, middle + half))
        panel.grid(color="#dddddd", linewidth=0.6)
        panel.set_title(NAMES[name])
        panel.set_xlabel("γ")
    panels[0][0].set_ylabel("Recall@5")
    figure.suptitle("Weight of the centrality, over BM25 + dense without decay", x=0.01, ha="left", fontweight="bold")
    figure.legend(*panels[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return figure


def _halting(results: Mapping, sets: Sequence[str]) -> Figure:
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6))
    for colour, name in zip(COLOURS, sets, strict=False):
        whole, *rows = results[name]["halting"]
        chosen = [row for row in rows if row["theta_m"] == 0.5]
        left.plot([r["theta_a"] for r in chosen], [r["saved"] for r in chosen], "o-", color=colour, label=NAMES[name])
        lost = [(r["saved"], whole["recall of kept"] - r["recall of kept"]) for r in rows]
        right.scatter(*zip(*lost, strict=True), color=colour, s=18, label=NAMES[name])
    left.set(
        title="Saved at θ_m = 0.5",
        xlabel="θ_a (agreement needed)",
        ylabel="saved, share of the 100 chunks",
        ylim=(-0.02, 0.75),
    )
    right.set(
        title="What is lost with it, all θ",
        xlabel="saved, share of the 100 chunks",
        ylabel="recall of the kept chunks, lost",
    )
    for panel in (left, right):
        panel.grid(color="#dddddd", linewidth=0.6)
    left.legend()
    return figure


def _temporal(current: Mapping) -> Figure:
    figure, panels = plt.subplots(1, len(current["cases"]), figsize=(11, 4.2), sharey=True, squeeze=False)
    for panel, (case, measured) in zip(panels[0], current["cases"].items(), strict=True):
        days = list(next(iter(measured["ranked"].values())))
        names = ("as of a day before the change", "weeks after it", "a year after it")
        for number, (day, name) in enumerate(zip(days, names, strict=True)):
            found = [by_day[day]["marked"]["first"]["mean"] for by_day in measured["ranked"].values()]
            places = np.arange(len(found)) + (number - 1) * 0.27
            panel.barh(places, found, 0.25, color=COLOURS[number], label=name)
        panel.set_yticks(range(len(measured["ranked"])), measured["ranked"])
        panel.set_xlim(0, 1)
        panel.set_title(case.capitalize())
        panel.set_xlabel("right document ranked first")
        panel.grid(axis="x", color="#dddddd", linewidth=0.6)
    panels[0][0].invert_yaxis()
    figure.suptitle("Temporal accuracy: “current”, “latest”, “currently”", x=0.01, ha="left", fontweight="bold")
    figure.legend(*panels[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return figure


def _decay(results: Mapping, sets: Sequence[str], current: Mapping) -> Figure:
    grid = {(r["delta_base"], r["tau_min"]): r for r in current["cases"][HARD]["grid"]}
    dated = [s for s in sets if s != "timeqa"]
    figure, panels = plt.subplots(1, len(dated), figsize=(3.4 * len(dated), 3.8), sharey=True, squeeze=False)
    for panel, name in zip(panels[0], dated, strict=True):
        for colour, tau in zip(COLOURS, (30.0, 90.0, 365.0, 730.0), strict=False):
            rows = [r for r in results[name]["heat map"] if r["tau_min"] == tau]
            temporal = [
                (grid[r["delta_base"], tau]["soon"] + grid[r["delta_base"], tau]["year after"]) / 2 for r in rows
            ]
            general = [r["recall@5"] for r in rows]
            panel.plot(
                general, temporal, "o-", color=colour, markersize=4, linewidth=1, label=f"τ_min = {tau:.0f} days"
            )
            if tau == 365.0:
                for row, x, y in zip(rows, general, temporal, strict=True):
                    panel.annotate(
                        f"{row['delta_base']:g}", (x, y), textcoords="offset points", xytext=(5, 3), fontsize=7
                    )
        panel.set_title(NAMES[name])
        panel.set_xlabel("general accuracy (Recall@5)")
        panel.grid(color="#dddddd", linewidth=0.6)
    panels[0][0].set_ylabel("temporal accuracy (right first)")
    title = "What a decay gains and costs; numbers are δ_base at τ_min = 365 days"
    figure.suptitle(title, x=0.01, ha="left", fontweight="bold")
    figure.legend(*panels[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    return figure


def _sensitivity(results: Mapping, sets: Sequence[str], current: Mapping) -> Figure:
    grid = current["cases"][HARD]["grid"]
    maps = [("Temporal, weeks after", grid, "soon"), ("Temporal, a year after", grid, "year after")]
    maps += [(f"{NAMES[s]}, Recall@5", results[s]["heat map"], "recall@5") for s in sets if s != "timeqa"]
    figure, panels = plt.subplots(1, len(maps), figsize=(2.5 * len(maps) + 0.6, 3.7), squeeze=False)
    for panel, (title, rows, value) in zip(panels[0], maps, strict=True):
        deltas = sorted({r["delta_base"] for r in rows})
        taus = sorted({r["tau_min"] for r in rows})
        cells = {(r["delta_base"], r["tau_min"]): r[value] for r in rows}
        shown = np.array([[cells[d, t] for t in taus] for d in deltas])
        panel.imshow(
            shown, cmap="Blues", aspect="auto", origin="lower", vmin=shown.min() - 0.02, vmax=shown.max() + 0.02
        )
        bright = (shown.min() + shown.max()) / 2
        for (row, column), cell in np.ndenumerate(shown):
            colour = "white" if cell > bright else "#222222"
            panel.text(column, row, f"{cell:.2f}", ha="center", va="center", fontsize=7, color=colour)
        panel.set_xticks(range(len(taus)), [f"{t:.0f}" for t in taus])
        panel.set_yticks(range(len(deltas)), [f"{d:g}" for d in deltas])
        panel.set_title(title, fontsize=9)
        panel.set_xlabel("τ_min (days)")
        panel.spines[:].set_visible(False)
        panel.tick_params(length=0)
    panels[0][0].set_ylabel("δ_base")
    return figure


def _scaling(scaling: Mapping) -> Figure:
    rows = scaling["sizes"]
    sizes = [int(size) for size in rows]
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.6))
    wanted = ("hybrid", "hybrid, SVD", "BM25 only", "embedding", "dense", "dense, SVD", "graph", "decay, sum and rank")
    for colour, stage in zip(COLOURS, wanted, strict=False):
        bold = stage in {"hybrid", "BM25 only"}
        values = [row["ms_p50"][stage] for row in rows.values()]
        left.plot(sizes, values, "o-", color=colour, markersize=4, linewidth=2.2 if bold else 1, label=stage)
    left.set(title="A question, by stage (median)", ylabel="milliseconds")
    once = list(next(iter(rows.values()))["once_ms"])
    for colour, stage in zip(COLOURS, once, strict=False):
        values = [row["once_ms"][stage] / 1000 for row in rows.values()]
        right.plot(sizes, values, "o-", color=colour, markersize=4, linewidth=1.2, label=f"{stage}, once a view")
    append = [row["append_ms_p50"] / 1000 for row in rows.values()]
    right.plot(sizes, append, "s--", color="#222222", markersize=4, label="taking in a document")
    right.set(title="Once for each view; and an addition", ylabel="seconds")
    for panel in (left, right):
        panel.set(xscale="log", yscale="log", xlabel="chunks")
        panel.set_xticks(sizes, [f"{size:,}" for size in sizes])
        panel.minorticks_off()
        panel.grid(color="#dddddd", linewidth=0.6)
        panel.legend(fontsize=7, loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=3)
    return figure

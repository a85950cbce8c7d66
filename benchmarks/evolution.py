"""What is taken for true as of a day, where facts change and sources err (PAT-Questions, arXiv 2402.11034).

    python benchmarks/evolution.py contradictions --data FOLDER [--subjects N]
    python benchmarks/evolution.py prose --data FOLDER [--subjects N]
    python benchmarks/evolution.py rebuilt --data FOLDER [--subjects N]

*contradictions*: wrong values are injected into 0 to 50 % of the subjects by rare sources and by old documents
(`evolution_data`). Counted is how often the value that holds as of each of the two days of the data is the right one:
of several that stand side by side the one of the highest C(o). Beside it what the same tellings give by their dates
alone: the latest, the first, the most frequent. Drawn in ``results/evolution.svg``.

*prose*: a graph of December 2021 is evolved by prose of December 2023 (`evolution_prose`), of which ten documents in
twelve name a subject and hold no answer. Counted is how often the question of the data is answered rightly as of either
day; and whether all timelines are the same when everything is added in the reverse order.

*rebuilt*: of the graph of December 2021 the facts of 60 % of the subjects are kept, and what was left out is told by
prose of that autumn (EvoKG, section 5: "only 60% of nodes are retained", and D.2). Counted is which share of the facts
left out stands in the timelines again, and how often the questions are answered rightly by the whole graph, by what was
kept, and by what was kept with the prose.

Written to ``results/evolution.json``, each beside what was measured of the others before.
"""

from __future__ import annotations

import argparse
import collections
import json
import random
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import evolution_data as data
import evolution_prose
import figures
import machine
import texts

import timeweave
import timeweave.wire
from timeweave.evolution import relations_of
from timeweave.language.names import canonical_key

SHARES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
KEPT = 0.6
"""Of the subjects of a graph that is down-sampled."""
WAYS = ("timeweave", "latest", "first", "majority")


def believed(kb: timeweave.KnowledgeBase, course: data.Course, day: data.dt.date) -> str:
    """The key of the value that holds on ``day`` as far as was known then; of several side by side that of the highest
    C(o).
    """
    rows = [r for r in kb.timeline(course.subject, as_of=day).facts if r.fact.relation == course.relation]
    held = [r for r in rows if r.valid is not None and r.valid.holds(day) and r.fact.subject == key(course.subject)]
    standing = [r for r in held if r.status != "disputed"] or held
    values = {r.fact.object for r in standing}
    if len(values) <= 1:
        return next(iter(values), "")
    ranked = kb.explain(standing[0].fact.id, as_of=day).candidates
    return next(c.object for c in ranked if c.object in values)


def key(name: str) -> str:
    return str(canonical_key(name))


def by_dates(tellings: Sequence[data.Telling], day: data.dt.date) -> dict[str, str]:
    """What the tellings of one course up to ``day`` give by their dates alone."""
    known = sorted((t for t in tellings if t.day <= day), key=lambda t: (t.day, t.source, t.value))
    counts = collections.Counter(t.value for t in known)
    most = max(counts, key=lambda value: (counts[value], value), default="")
    return {"latest": known[-1].value, "first": known[0].value, "majority": most} if known else dict.fromkeys(WAYS, "")


def contradictions(folder: Path, most: int) -> dict:
    chosen = data.courses(folder, most)
    measured = {}
    for share in SHARES:
        tellings = data.told(chosen, share)
        of: dict[data.Course, list[data.Telling]] = collections.defaultdict(list)
        for telling in tellings:
            of[telling.course].append(telling)
        right: dict[str, list[float]] = {way: [] for way in WAYS}
        groups: list[str] = []
        with tempfile.TemporaryDirectory() as home, timeweave.open(Path(home) / "kb") as kb:
            kb.add(data.documents(tellings), workers=1)
            for course in chosen:
                for day in data.ASKED:
                    told = {"timeweave": believed(kb, course, day), **by_dates(of[course], day)}
                    groups.append(course.subject)
                    for way in WAYS:
                        right[way].append(float(key(told[way]) == key(course.on(day))))
            doubted = sorted({n for r in kb.relations() for n in _doubted(kb, r.name)})
            kinds = {r.name: {"values": str(r.values), "by": r.by, "why": r.why} for r in kb.relations()}
        measured[f"{share:.0%}"] = {
            **{way: figures.mean(values, groups) for way, values in right.items()},
            "doubted": doubted,
            "relations": kinds,
        }
        line = "  ".join(f"{way} {figures.shown(measured[f'{share:.0%}'][way])}" for way in WAYS)
        print(f"{share:4.0%}  {line}  doubted: {len(doubted)}", flush=True)
    return {"subjects": len(chosen), "wrong values": measured}


def _doubted(kb: timeweave.KnowledgeBase, relation: str) -> frozenset[str]:
    with kb._store.view() as view:
        return relations_of(view).doubted(relation)


def prose(folder: Path, most: int) -> dict:
    chosen, asked = data.courses(folder, most), evolution_prose.questions(folder)
    documents = [evolution_prose.graph(chosen), *evolution_prose.prose(chosen)]
    right: dict[str, list[float]] = collections.defaultdict(list)
    lines = []
    with tempfile.TemporaryDirectory() as home, timeweave.open(Path(home) / "kb") as kb:
        kb.add(documents, workers=1)
        for course in chosen:
            for day in data.ASKED:
                gold = course.on(day) if day == data.ASKED[1] else course.earlier
                answer = kb.ask(asked[course.subject, course.relation], as_of=day)
                is_right = _is_right(answer, gold)
                kind = "changed" if course.earlier != course.later else "unchanged"
                for group in ("all", f"{day:%Y}", f"{day:%Y}, {kind}", course.relation):
                    right[group].append(float(is_right))
                lines.append((course.subject, course.relation, f"{day:%Y}", gold, answer.answer, is_right))
        timelines = [_timeline(kb, course) for course in chosen]
    with tempfile.TemporaryDirectory() as home, timeweave.open(Path(home) / "kb") as kb:
        kb.add(documents[::-1], workers=1)
        same = timelines == [_timeline(kb, course) for course in chosen]
    for line in lines:
        if not line[-1]:
            print(" | ".join(map(str, line[:-1])))
    found = {group: figures.mean(values) for group, values in sorted(right.items())}
    for group, figure in found.items():
        print(f"{group:28s} {figures.shown(figure)}")
    print(f"the reverse order gives the same: {same}")
    return {"subjects": len(chosen), "documents": len(documents), "right": found, "same in reverse order": same}


def rebuilt(folder: Path, most: int) -> dict:
    return rebuilt_of(data.courses(folder, most), evolution_prose.questions(folder))


def rebuilt_of(chosen: Sequence[data.Course], asked: Mapping[tuple[str, str], str]) -> dict:
    """What is left of a graph that is down-sampled, and what prose brings back (EK-11)."""
    kept = random.Random(0).sample(chosen, round(KEPT * len(chosen)))
    left_out = [course for course in chosen if course not in kept]
    texts_of = list(evolution_prose.prose(left_out, year=data.ASKED[0].year))
    graphs = {"whole graph": [evolution_prose.graph(chosen)], "down-sampled": [evolution_prose.graph(kept)]}
    graphs["rebuilt"] = [*graphs["down-sampled"], *texts_of]
    found: dict = {"subjects": len(chosen), "left out": len(left_out), "documents": len(texts_of)}
    for name, documents in graphs.items():
        with tempfile.TemporaryDirectory() as home, timeweave.open(Path(home) / "kb") as kb:
            kb.add(documents, workers=1)
            recovered = [float(_holds(kb, course)) for course in left_out]
            right: dict[str, list[float]] = collections.defaultdict(list)
            for course in chosen:
                answer = kb.ask(asked[course.subject, course.relation], as_of=data.ASKED[0])
                for group in ("all", "left out" if course in left_out else "kept"):
                    right[group].append(float(_is_right(answer, course.earlier)))
        found[name] = {"recovered": figures.mean(recovered), "right": {g: figures.mean(r) for g, r in right.items()}}
        print(f"{name:14s} recovered {figures.shown(found[name]['recovered'])}", end="  ")
        print("  ".join(f"{group} {figures.shown(figure)}" for group, figure in found[name]["right"].items()))
    return found


def _holds(kb: timeweave.KnowledgeBase, course: data.Course) -> bool:
    """Whether a timeline has the fact of December 2021, by any name of its relation."""
    try:
        rows = kb.timeline(course.subject, as_of=data.ASKED[0]).facts
    except timeweave.TimeweaveError:
        return False
    return any({r.fact.subject, r.fact.object} == {key(course.subject), key(course.earlier)} for r in rows)


def _is_right(answer: timeweave.results.Answer, gold: str) -> bool:
    longest = 3 * len(gold.split()) + 3
    return not answer.refused and texts.holds_any(answer.answer, [gold.removeprefix("The ")], longest=longest)


def _timeline(kb: timeweave.KnowledgeBase, course: data.Course) -> dict:
    return timeweave.wire.timeline_to_json(kb.timeline(course.subject))


def draw(measured: Mapping, path: Path) -> None:
    """Accuracy against the share of subjects with a wrong value."""
    import twe_plots
    from matplotlib import pyplot as plt

    with plt.rc_context(twe_plots.STYLE | {"svg.hashsalt": "evolution"}):
        figure, axes = plt.subplots(figsize=(5.2, 3.2))
        for way, colour in zip(WAYS, twe_plots.COLOURS, strict=False):
            found = [measured[f"{share:.0%}"][way] for share in SHARES]
            axes.plot([100 * s for s in SHARES], [f["mean"] for f in found], "o-", color=colour, label=way)
            low, high = zip(*(f["ci95"] for f in found), strict=True)
            axes.fill_between([100 * s for s in SHARES], low, high, color=colour, alpha=0.15, linewidth=0)
        axes.set_xlabel("% of subjects with a wrong value")
        axes.set_title("right value as of the day")
        axes.set_ylim(0, 1.02)
        axes.legend(loc="lower left")
        twe_plots._written(figure, path)


MEASURES = {"contradictions": contradictions, "prose": prose, "rebuilt": rebuilt}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=list(MEASURES))
    parser.add_argument("--data", type=Path, required=True, help="the folder of PAT-Questions")
    parser.add_argument("--subjects", type=int, default=100)
    args = parser.parse_args()
    kept = machine.RESULTS / "evolution.json"
    known = json.loads(kept.read_text()) if kept.exists() else {}
    found = {
        **known,
        args.what: MEASURES[args.what](args.data, args.subjects),
    }
    if args.what == "contradictions":
        draw(found["contradictions"]["wrong values"], machine.RESULTS / "evolution.svg")
    machine.write("evolution", {name: found[name] for name in MEASURES if name in found})


if __name__ == "__main__":
    main()

"""Trains and measures the arbiter: how probable it is that an answer is right, each set left out in turn.

    python benchmarks/arbiter.py gather --data PATH --kbs FOLDER --out PROPOSALS [--sets timeqa rust]
    python benchmarks/arbiter.py train --proposals PROPOSALS

``gather`` puts every question of `arbiter_sets` to a knowledge base of its set (FOLDER/SET.kb: read if it is there,
else built there) and writes what all answerers propose, with features and whether it is right, to PROPOSALS/SET.jsonl.
``train`` writes the model that the package ships, ``results/arbiter.json`` and a risk-coverage curve for each set.

Trees are fitted to single proposals, those of a question together weighing 1 and a set the root of its questions, a
fifth of that where there are several sets of its kind, twice that for figures. Whether confidence is right is
measured on the proposal that is chosen: by folds of groups (questions of one page), and with all sets of one kind
left out. The curve from sums to probabilities is fitted to the folds, and of text as it was published to trees that
have not seen the set; text that the reader has read (`TAUGHT`) has no part in it, nor in any measure.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime as dt
import hashlib
import json
import tempfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import machine
import numpy as np
import texts
from arbiter_sets import KIN, OPEN, SETS, TAUGHT, Labelled, Store
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

import timeweave
from timeweave.answering.answerers import put_forward
from timeweave.answering.arbiter.features import read_all
from timeweave.answering.arbiter.model import VALUE_UNIT, ModelJson, TreeJson
from timeweave.answering.attributed import attributed
from timeweave.answering.context.answer_context import AnswerContext, prepare
from timeweave.answering.extractive.leading import with_times
from timeweave.answering.extractive.sentences import clause_about, quoted_answer, ranked_lines
from timeweave.answering.options import MIN_CONFIDENCE
from timeweave.retrieval import Query

VERSION = 1
OF_A_KIND = 0.2  # the weight of a set of which there are several of one kind
OF_FIGURES = 2.0  # of the only set that asks for figures in prose, beside 23 of published text
OF_TAUGHT = 0.3  # text that the reader was trained on: there its word is surer than on new text
FOLDS = 5
READ = 40  # lines of a question that are written
BOUNDS = (0.0, 0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7)
SETTINGS = {
    "max_iter": 140,
    "learning_rate": 0.08,
    "max_leaf_nodes": 8,
    "min_samples_leaf": 40,
    "l2_regularization": 5.0,
    "max_features": 0.4,
    "random_state": 0,
}
ROOT = Path(__file__).resolve().parents[1]
MODEL = ROOT / "src" / "timeweave" / "answering" / "arbiter" / "model.json"
PICTURE = ROOT / "docs" / "risk-coverage.svg"


@dataclass(frozen=True, slots=True)
class Case:
    """A question with its proposals: their features, and which are right."""

    group: str
    answerable: bool
    features: Sequence[Mapping[str, float]]
    right: Sequence[bool]


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The proposals of a set as rows of numbers; ``question`` is the number of the case that each is of."""

    values: np.ndarray
    right: np.ndarray
    question: np.ndarray
    weight: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class Chosen:
    """For each case the sum of the trees of what is chosen (minus infinity where nothing is), and if it is right."""

    score: np.ndarray
    right: np.ndarray


def gather(data: Path, kbs: Path | None, out: Path, names: Sequence[str]) -> None:
    """Write the proposals of each set."""
    out.mkdir(parents=True, exist_ok=True)
    for name in names:
        with (out / f"{name}.jsonl").open("w", encoding="utf-8") as lines:
            for store in SETS[name](data):
                for row in _proposals(store, kbs):
                    lines.write(json.dumps(row, ensure_ascii=False) + "\n")
        print(f"gathered {name}", flush=True)


def _proposals(store: Store, kbs: Path | None) -> Iterator[dict]:
    with _opened(store, kbs) as kb:
        for asked in store.questions:
            yield _row(kb, asked)


@contextlib.contextmanager
def _opened(store: Store, kbs: Path | None) -> Iterator[timeweave.KnowledgeBase]:
    ready = kbs / f"{store.name}.kb" if kbs is not None and store.recorded is None else None
    if ready is not None and ready.exists():
        with timeweave.open(ready, create=False, read_only=True) as kb:
            yield kb
        return
    with tempfile.TemporaryDirectory() as scratch, timeweave.open(ready or Path(scratch) / "kb") as kb:
        kb.add(store.documents, now=store.recorded)
        yield kb


def _day(text: str | None) -> dt.date | None:
    return None if text is None else dt.date.fromisoformat(text)


def _row(kb: timeweave.KnowledgeBase, asked: Labelled) -> dict:
    """What is proposed to a question, by the same steps as for an answer."""
    with kb._store.view(_day(asked.as_of)) as view:
        question = Query(asked.text, budget=asked.budget)
        result, relevance = kb._inquiries.find(question, view, kb._clients("ask"))
        context = prepare(result, view, relevance)
        proposals = () if result.nodes else put_forward(context).proposals
        features = read_all(context, proposals)
        return {
            "id": asked.id,
            "group": asked.group,
            "question": asked.text,
            "answerable": asked.answerable,
            "lines": [] if result.nodes else list(_lines(context, asked)),
            "proposals": [
                {
                    "by": p.answerer,
                    "answer": p.answer.answer,
                    "right": asked.is_right(attributed(with_times(p.answer, context), context).answer),
                    "features": f,
                }
                for p, f in zip(proposals, features, strict=True)
            ],
        }


def _lines(context: AnswerContext, asked: Labelled) -> Iterator[dict]:
    """The lines nearest to the question, with whether each by itself answers it: what the reader learns from."""
    for line in ranked_lines(context)[:READ]:
        span = clause_about(line, context)
        said = line.text if span is None else attributed(quoted_answer(context, [(line, span)]), context).answer
        near = round(context.weighing.nearness(line), 4)
        yield {**asdict(line.excerpt), "near": near, "right": asked.is_right(said)}


def read(folder: Path) -> dict[str, list[Case]]:
    """The sets that were gathered."""
    return {
        name: [
            Case(
                row["group"],
                row["answerable"],
                [p["features"] for p in row["proposals"]],
                [p["right"] and row["answerable"] for p in row["proposals"]],
            )
            for row in texts.read_lines(folder / f"{name}.jsonl")
        ]
        for name in SETS
        if (folder / f"{name}.jsonl").exists()
    }


def rows_of(cases: Sequence[Case], names: Sequence[str], times: float) -> Rows:
    column = {name: number for number, name in enumerate(names)}
    count = sum(len(case.features) for case in cases)
    values = np.zeros((count, len(names)), np.float32)
    right, question, weight = np.zeros(count), np.zeros(count, np.int64), np.zeros(count)
    row = 0
    for number, case in enumerate(cases):
        for features, is_right in zip(case.features, case.right, strict=True):
            for name, value in features.items():
                values[row, column[name]] = value
            right[row], question[row], weight[row] = is_right, number, 1 / len(case.features)
            row += 1
    return Rows(values, right, question, times * weight / np.sqrt(len(cases)))


def fit(parts: Sequence[tuple[Rows, np.ndarray]]) -> HistGradientBoostingClassifier:
    """Trees over those rows of each part that its mask picks."""
    values = np.vstack([rows.values[mask] for rows, mask in parts])
    right = np.concatenate([rows.right[mask] for rows, mask in parts])
    weight = np.concatenate([rows.weight[mask] for rows, mask in parts])
    return HistGradientBoostingClassifier(**SETTINGS).fit(values, right, sample_weight=weight / weight.mean())


def every(rows: Rows) -> np.ndarray:
    return np.ones(len(rows.right), bool)


def choose(rows: Rows, scores: np.ndarray, cases: int) -> Chosen:
    """The proposal of the highest score for each case."""
    score, right = np.full(cases, -np.inf), np.zeros(cases, bool)
    for number, value, is_right in zip(rows.question, scores, rows.right, strict=True):
        if value > score[number]:
            score[number], right[number] = value, bool(is_right)
    return Chosen(score, right)


def by_folds(all_rows: Mapping[str, Rows], cases: Mapping[str, Sequence[Case]]) -> dict[str, Chosen]:
    """What is chosen by trees that have not seen the group of a question."""
    fold = {
        name: np.array([zlib.crc32(f"{name} {cases[name][q].group}".encode()) % FOLDS for q in rows.question], int)
        for name, rows in all_rows.items()
    }
    scores = {name: np.zeros(len(rows.right)) for name, rows in all_rows.items()}
    for number in range(FOLDS):
        trees = fit([(rows, fold[name] != number) for name, rows in all_rows.items()])
        for name, rows in all_rows.items():
            if (mine := fold[name] == number).any():
                scores[name][mine] = trees.decision_function(rows.values[mine])
    return {name: choose(rows, scores[name], len(cases[name])) for name, rows in all_rows.items()}


def left_out(all_rows: Mapping[str, Rows], cases: Mapping[str, Sequence[Case]]) -> dict[str, Chosen]:
    """What is chosen in each set by trees that have seen no set of its kind."""
    found = {}
    for kind in dict.fromkeys(KIN.get(name, name) for name in all_rows if name not in TAUGHT):
        mine = [name for name in all_rows if KIN.get(name, name) == kind]
        trees = fit([(rows, every(rows)) for name, rows in all_rows.items() if name not in mine])
        for name in mine:
            found[name] = choose(all_rows[name], trees.decision_function(all_rows[name].values), len(cases[name]))
    return found


def curve_of(chosen: Mapping[str, Chosen]) -> tuple[float, float]:
    """Slope and intercept of log-odds over sums (Platt), each set weighing as it does for the trees."""
    some = {name: c.score > -np.inf for name, c in chosen.items()}
    scores = np.concatenate([c.score[some[name]] for name, c in chosen.items()])
    right = np.concatenate([c.right[some[name]] for name, c in chosen.items()])
    weight = np.concatenate([np.full(some[n].sum(), times_of(n) / np.sqrt(len(c.score))) for n, c in chosen.items()])
    fitted = LogisticRegression(C=1e3).fit(scores[:, None], right, sample_weight=weight)
    return round(float(fitted.coef_[0, 0]), 4), round(float(fitted.intercept_[0]), 4)


def times_of(name: str) -> float:
    """How many times the weight of others a set has."""
    return OF_A_KIND if name in KIN else OF_TAUGHT if name in TAUGHT else OF_FIGURES if name == "figures" else 1.0


def confidences(chosen: Chosen, curve: tuple[float, float]) -> np.ndarray:
    with np.errstate(over="ignore"):
        return 1 / (1 + np.exp(-(curve[0] * chosen.score + curve[1])))


def calibration_error(confidence: np.ndarray, right: np.ndarray) -> float:
    """Expected calibration error over ten equal bins (Guo et al., 2017)."""
    if not len(right):
        return 0.0
    bins = np.minimum((confidence * 10).astype(int), 9)
    gaps = [(bins == b).mean() * abs(confidence[bins == b].mean() - right[bins == b].mean()) for b in np.unique(bins)]
    return round(float(sum(gaps)), 4)


def figures_of(chosen: Chosen, cases: Sequence[Case], curve: tuple[float, float]) -> dict:
    """Right of the answerable, right of those given, refused of the unanswerable at several bounds; calibration."""
    confidence = confidences(chosen, curve)
    answerable = np.array([c.answerable for c in cases])
    some = chosen.score > -np.inf
    told: dict = {
        "questions": len(cases),
        "answerable": int(answerable.sum()),
        "expected_calibration_error": calibration_error(confidence[some], chosen.right[some]),
        "best_possible": round(float(np.mean([any(c.right) for c in cases if c.answerable])), 4),
    }
    if 0 < chosen.right[some].sum() < some.sum():
        told["auc"] = round(float(roc_auc_score(chosen.right[some], confidence[some])), 4)
    for bound in BOUNDS:
        given = some & (confidence >= bound)
        told[f"at {bound}"] = {
            "given": int(given.sum()),
            "right": round(float(chosen.right[given].sum() / max(1, answerable.sum())), 4),
            "right_among_given": round(float(chosen.right[given].mean()), 4) if given.any() else None,
            "refused_unanswerable": round(float(1 - given[~answerable].mean()), 4) if (~answerable).any() else None,
        }
    return told


def exported(
    trees: HistGradientBoostingClassifier, names: Sequence[str], curve: tuple[float, float], made: str
) -> ModelJson:
    nodes = [stage[0].nodes for stage in trees._predictors]
    return ModelJson(
        version=VERSION,
        made_from=made,
        features=list(names),
        bias=round(float(trees._baseline_prediction.ravel()[0]), 6),
        curve=curve,
        trees=[_tree(rows) for rows in nodes],
        about="made by benchmarks/arbiter.py",
    )


def _tree(nodes: np.ndarray) -> TreeJson:
    leaf = nodes["is_leaf"].astype(bool)
    return TreeJson(
        feature=[-1 if end else int(f) for f, end in zip(nodes["feature_idx"], leaf, strict=True)],
        threshold=[0.0 if end else round(float(t), 5) for t, end in zip(nodes["num_threshold"], leaf, strict=True)],
        left=[int(n) for n in nodes["left"]],
        right=[int(n) for n in nodes["right"]],
        value=[round(float(v) / VALUE_UNIT) if end else 0 for v, end in zip(nodes["value"], leaf, strict=True)],
    )


def draw(chosen: Mapping[str, Chosen], curve: tuple[float, float], path: Path) -> None:
    """The share that is wrong of the answers given, the surest first, over the share of questions answered."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "timeweave"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4.5))
    for name, one in chosen.items():
        order = np.argsort(-confidences(one, curve), kind="stable")[: int((one.score > -np.inf).sum())]
        if len(order):
            ranks = np.arange(1, len(order) + 1)
            axes.plot(
                ranks / len(one.score),
                1 - np.cumsum(one.right[order]) / ranks,
                label=name,
                linewidth=2.4 if "," in name else 1.2,
            )
    axes.set(xlabel="coverage: share of questions answered", ylabel="risk: share of answers wrong", xlim=(0, 1))
    axes.set_ylim(0, 1)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8, ncols=2)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def together(chosen: Mapping[str, Chosen], cases: Mapping[str, Sequence[Case]]) -> tuple[Chosen, list[Case]]:
    """What is chosen in all sets of text as it was published."""
    some = [name for name in chosen if name in OPEN]
    score = np.concatenate([chosen[name].score for name in some])
    right = np.concatenate([chosen[name].right for name in some])
    return Chosen(score, right), [case for name in some for case in cases[name]]


def train(folder: Path) -> None:
    cases = read(folder)
    names = sorted({n for of_set in cases.values() for case in of_set for f in case.features for n in f})
    all_rows = {name: rows_of(of_set, names, times_of(name)) for name, of_set in cases.items()}
    folds, out = by_folds(all_rows, cases), left_out(all_rows, cases)
    shown = {name: out[name] if name in OPEN else chosen for name, chosen in folds.items() if name not in TAUGHT}
    curve = curve_of(shown)
    trees = fit([(rows, every(rows)) for rows in all_rows.values()])
    made = hashlib.sha256(json.dumps([[n, len(c)] for n, c in cases.items()] + [SETTINGS]).encode())
    for rows in all_rows.values():
        made.update(rows.values.tobytes() + rows.right.tobytes() + rows.weight.tobytes())
    model = exported(trees, names, curve, made.hexdigest()[:16])
    MODEL.write_text(json.dumps(model, separators=(",", ":")) + "\n", encoding="utf-8")
    result = {
        "min_confidence": MIN_CONFIDENCE,
        "features": len(names),
        "curve": curve,
        "by folds": {name: figures_of(c, cases[name], curve) for name, c in folds.items() if name not in TAUGHT},
        "left out": {name: figures_of(c, cases[name], curve) for name, c in out.items()},
        "open": [name for name in out if name in OPEN],
        "open, left out": figures_of(*together(out, cases), curve),
    }
    published = {"published text, left out": together(out, cases)[0]}
    draw({name: c for name, c in shown.items() if name not in OPEN} | published, curve, PICTURE)
    print_summary(result)
    print(machine.write("arbiter", result))


def print_summary(result: dict) -> None:
    parts = {part: result[part] for part in ("by folds", "left out")}
    for part, sets in (parts | {"left out": parts["left out"] | {"OPEN": result["open, left out"]}}).items():
        for name, told in sets.items():
            at = told[f"at {MIN_CONFIDENCE}"]
            print(
                f"{part:17s} {name:14s} error {told['expected_calibration_error']:.3f} auc {told.get('auc', 0):.3f} "
                f"right {told['at 0.0']['right']:.3f} of {told['best_possible']:.3f}; at {MIN_CONFIDENCE}: "
                f"right {at['right']:.3f}, of given {at['right_among_given']}, refused {at['refused_unanswerable']}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    one = steps.add_parser("gather")
    one.add_argument("--data", type=Path, required=True)
    one.add_argument("--kbs", type=Path, help="a folder of knowledge bases")
    one.add_argument("--out", type=Path, required=True)
    one.add_argument("--sets", nargs="+", choices=list(SETS), default=list(SETS))
    other = steps.add_parser("train")
    other.add_argument("--proposals", type=Path, required=True)
    args = parser.parse_args()
    if args.step == "gather":
        gather(args.data, args.kbs, args.out, args.sets)
    else:
        train(args.proposals)


if __name__ == "__main__":
    main()

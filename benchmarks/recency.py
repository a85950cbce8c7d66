"""The learned recency r(q) (TW-06): trains it on RecencyQA, measures it, and makes the data file that is shipped.

    python benchmarks/recency.py --data PATH/TO/questions.jsonl.gz [--write] [--embedder]

RecencyQA labels English questions with how often their answer changes. A question can have several labels, for
the contexts in which it is asked; the distribution is what is learned and what r(q) is compared with. Near-duplicates
by template, and questions that tell of one rare name, stay in one fold; the second split leaves a whole origin out.
Results go to ``benchmarks/results/recency.json``; with ``--write`` the model of all questions goes to
``src/timeweave/question/recency/model.json``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import machine
import numpy as np
from recency_training import (
    LABELS,
    Fitted,
    Labelled,
    Settings,
    digest,
    fit,
    groups,
    known,
    matrix_of,
    read,
    regression,
    written,
)
from scipy import sparse
from scipy.stats import spearmanr

import timeweave.retrieval
from timeweave.question.recency import held_to_words, recency_by_pattern
from timeweave.question.recency.features import features
from timeweave.question.recency.model import PERIODS, RECENCIES
from timeweave.question.recency.words import asks_of_closed_time, says_now

SHIPPED = Path(timeweave.retrieval.__file__).parent / "recency" / "model.json"
REPEATS, FOLDS, DRAWS = 3, 5, 300
EMBEDDING_WEIGHT = 4.0
R = np.array(RECENCIES)
# faster than a month, slower, never
COARSE = np.array([0 if days < PERIODS["A-Month"] else 1 if label != "Never" else 2 for label, days in PERIODS.items()])

Predict = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""Trains on rows and gives the distribution over the labels of others."""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--write", action="store_true", help="make the shipped data file anew")
    arguments.add_argument("--embedder", action="store_true", help="also with the packaged embedder's vector")
    asked = arguments.parse_args()
    data, settings = read(asked.data), Settings()
    group = groups(data.questions)
    if asked.write:
        model = fit(data, np.arange(len(group)), group, settings)
        SHIPPED.write_text(written(model, digest(data, settings), len(group)), encoding="utf-8")
    ways: dict[str, Predict] = {
        "learned": lambda rows, asked: learned(data, group, settings, rows, asked),
        "pattern": lambda rows, asked: by_pattern(data, rows, asked),
        "majority": lambda rows, asked: np.repeat(data.shares[rows].mean(axis=0)[None], len(asked), axis=0),
        "origin known": lambda rows, asked: by_origin(data, rows, asked),
    }
    if asked.embedder:
        vectors = embedded(data.questions)
        ways["learned, with the embedding"] = lambda rows, asked: learned(data, group, settings, rows, asked, vectors)
    figures = {
        "questions": len(group),
        "groups": int(group.max()) + 1,
        "largest_group": int(np.bincount(group).max()),
        "grouped": {name: grouped(data, group, way) for name, way in ways.items() if name != "majority"},
        "majority": constant(grouped(data, group, ways["majority"])),
        "seed_values": averaged([against(pattern_values(data), target(data), data.origins)]),
        "origin_left_out": {name: left_out(data, way) for name, way in ways.items() if name != "origin known"},
        "with_rules": with_rules(data, group, settings),
    }
    print(machine.write("recency", figures))


def learned(
    data: Labelled,
    group: np.ndarray,
    settings: Settings,
    rows: np.ndarray,
    asked: np.ndarray,
    vectors: np.ndarray | None = None,
) -> np.ndarray:
    """The shipped kind of model; with ``vectors``, these beside its features."""
    found = [features(data.questions[row]) for row in asked]
    if vectors is None:
        return fit(data, rows, group, settings).shares(found)
    trained = [features(data.questions[row]) for row in rows]
    names = known(trained, group[rows], settings.min_groups)
    both = [
        sparse.csr_array(sparse.hstack([matrix_of(features, names), EMBEDDING_WEIGHT * vectors[of]]))
        for features, of in ((trained, rows), (found, asked))
    ]
    classes, coefficients, intercepts = regression(both[0], data.shares[rows], group[rows], settings)
    logits = np.full((len(asked), len(LABELS)), -20.0)
    logits[:, classes] = both[1] @ coefficients.T + intercepts
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def by_pattern(data: Labelled, rows: np.ndarray, asked: np.ndarray) -> np.ndarray:
    """The mean distribution of the training questions for which the pattern says the same."""
    said = np.array([says_now(question) for question in data.questions])
    means = [data.shares[rows[said[rows] == value]].mean(axis=0) for value in (False, True)]
    return np.array([means[int(value)] for value in said[asked]])


def by_origin(data: Labelled, rows: np.ndarray, asked: np.ndarray) -> np.ndarray:
    """The mean distribution of the training questions of the same origin: what style alone would give."""
    means = {o: data.shares[rows[data.origins[rows] == o]].mean(axis=0) for o in set(data.origins[asked])}
    return np.array([means[origin] for origin in data.origins[asked]])


def embedded(questions: Sequence[str]) -> np.ndarray:
    from timeweave.embedding import get_embedder

    return get_embedder().embed(list(questions))


def target(data: Labelled) -> np.ndarray:
    return data.shares @ R


def pattern_values(data: Labelled) -> np.ndarray:
    return np.array([recency_by_pattern(question) for question in data.questions])


def folds(group: np.ndarray, seed: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Rows to learn from and rows to ask, five times; whole groups, the largest first into the emptiest fold."""
    order = np.random.default_rng(seed).permutation(int(group.max()) + 1)
    sizes, fold_of, filled = np.bincount(group), np.zeros(len(order), dtype=int), np.zeros(FOLDS)
    for one in sorted(order, key=lambda g: -sizes[g]):  # stable: chance decides among groups of one size
        fold_of[one] = np.argmin(filled)
        filled[fold_of[one]] += sizes[one]
    for fold in range(FOLDS):
        yield np.flatnonzero(fold_of[group] != fold), np.flatnonzero(fold_of[group] == fold)


def out_of_fold(group: np.ndarray, way: Predict, seed: int) -> np.ndarray:
    """The distribution for each question by a model that saw none of its group."""
    shares = np.zeros((len(group), len(LABELS)))
    for rows, asked in folds(group, seed):
        shares[asked] = way(rows, asked)
    return shares


def grouped(data: Labelled, group: np.ndarray, way: Predict) -> dict[str, object]:
    """Figures of repeated cross-validation by group, with 95% intervals from draws of groups."""
    runs = [out_of_fold(group, way, seed) for seed in range(REPEATS)]
    means = averaged([judged(shares, data) for shares in runs])
    members = [np.flatnonzero(group == one) for one in range(int(group.max()) + 1)]
    chance = np.random.default_rng(0)
    draws = []
    for draw in range(DRAWS):
        rows = np.concatenate([members[g] for g in chance.integers(0, len(members), len(members))])
        drawn = Labelled([data.questions[row] for row in rows], data.shares[rows], data.origins[rows])
        draws.append(judged(runs[draw % REPEATS][rows], drawn))
    return {
        name: {"mean": round(value, 3), "interval": [round(float(bound), 3) for bound in bounds]}
        for name, value in means.items()
        for bounds in [np.nanpercentile([one[name] for one in draws], [2.5, 97.5])]
    }


def constant(figures: Mapping[str, object]) -> dict[str, object]:
    """Without ρ: what says the same of all questions ranks none."""
    return {name: figure for name, figure in figures.items() if not name.startswith("spearman")}


def left_out(data: Labelled, way: Predict) -> dict[str, dict[str, float]]:
    """Figures on each origin by what learned from the others."""
    figures = {}
    for origin in sorted(set(data.origins.tolist())):
        asked = np.flatnonzero(data.origins == origin)
        shares = way(np.flatnonzero(data.origins != origin), asked)
        one = Labelled([data.questions[row] for row in asked], data.shares[asked], data.origins[asked])
        figures[origin] = {"questions": len(asked), **averaged([judged(shares, one)])}
    return figures


def judged(shares: np.ndarray, data: Labelled) -> dict[str, float]:
    """Macro-F1 over the classes and the coarse classes, and how the expected r agrees with the labels'."""
    said, true = shares.argmax(axis=1), data.shares.argmax(axis=1)
    return {
        "macro_f1": macro_f1(true, said),
        "macro_f1_coarse": macro_f1(COARSE[true], COARSE[said]),
        **against(shares @ R, target(data), data.origins),
    }


def against(values: np.ndarray, wanted: np.ndarray, origins: np.ndarray) -> dict[str, float]:
    """Spearman's ρ over all questions, the mean of that within each origin, mean error and bias."""
    within = [rho(values[origins == origin], wanted[origins == origin]) for origin in sorted(set(origins.tolist()))]
    return {
        "spearman": rho(values, wanted),
        "spearman_within_origins": float(np.mean(within)),
        "mean_error": float(np.abs(values - wanted).mean()),
        "bias": float((values - wanted).mean()),
    }


def with_rules(data: Labelled, group: np.ndarray, settings: Settings) -> dict[str, object]:
    """What the rules make of it, and how well the learned r is calibrated: labelled r by tenths of it."""
    learned, held = np.zeros(len(group)), np.zeros(len(group))
    for rows, asked in folds(group, seed=0):
        model = fit(data, rows, group, settings)

        def r_of(text: str, model: Fitted = model) -> float:
            return float(model.shares([features(text)])[0] @ R)

        for row in asked:
            learned[row] = r_of(data.questions[row])
            held[row] = held_to_words(data.questions[row], None, r_of)
    now = np.array([says_now(question) for question in data.questions])
    closed = np.array([asks_of_closed_time(question) for question in data.questions]) & ~now
    wanted = target(data)
    tenths = np.minimum((learned * 10).astype(int), 9)
    return {
        name: {
            "questions": int(of.sum()),
            **{
                what: round(float(r[of].mean()), 3)
                for what, r in {"labelled": wanted, "learned": learned, "held": held}.items()
            },
        }
        for name, of in {"says now": now, "closed time": closed}.items()
    } | {
        "learned": averaged([against(learned, wanted, data.origins)]),
        "held": averaged([against(held, wanted, data.origins)]),
        "calibration": [
            {"from": tenth / 10, "questions": int(of.sum()), "labelled": round(float(wanted[of].mean()), 3)}
            for tenth in range(10)
            for of in [tenths == tenth]
            if of.any()
        ],
    }


def macro_f1(true: np.ndarray, said: np.ndarray) -> float:
    """The mean F1 of the classes that occur in ``true``."""
    scores = []
    for one in sorted(set(true.tolist())):
        right = np.sum((true == one) & (said == one))
        scores.append(2 * right / (np.sum(true == one) + np.sum(said == one)))
    return float(np.mean(scores))


def rho(values: np.ndarray, wanted: np.ndarray) -> float:
    if np.all(values == values[0]) or np.all(wanted == wanted[0]):
        return 0.0
    return float(spearmanr(values, wanted).statistic)


def averaged(runs: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {name: round(float(np.mean([run[name] for run in runs])), 3) for name in runs[0]}


if __name__ == "__main__":
    main()

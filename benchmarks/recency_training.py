"""Trains the small model of how fast answers change on RecencyQA's labelled questions, and groups near-duplicates."""

from __future__ import annotations

import gzip
import hashlib
import itertools
import json
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import sparse

from timeweave.question.recency.features import features
from timeweave.question.recency.model import PERIODS, STEPS_PER_UNIT, ModelJson

LABELS = list(PERIODS)
VERSION = 1
ALIKE = 0.5  # Jaccard of word pairs, names masked, from which questions are of one template
SHARED_NAME = 12  # questions that a name may stand in to tie them together: more is a place or a firm known to all

_NAMES = re.compile(r"(?<=[\w,] )[A-Z][\w’'.&-]*(?: (?:of |the |de |and )?[A-Z0-9][\w’'.&-]*)*")
_CALLED = re.compile(r"(?<=[\w,'“] )(?:[A-Z][\w’.&-]*)(?: [A-Z0-9][\w’.&-]*)+|'[^']{2,40}'(?!\w)")
_QUOTED = re.compile(r"'[^']{2,40}'(?!\w)|“[^”]+”")


@dataclass(frozen=True, slots=True)
class Settings:
    """``strength``: the inverse of the L2 penalty; a feature counts that is in questions of ``min_groups`` groups."""

    strength: float = 1.0
    min_groups: int = 3
    iterations: int = 1000


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """Questions with the distribution of their labels over `LABELS` (one row each, summing to 1) and their origin."""

    questions: list[str]
    shares: np.ndarray
    origins: np.ndarray


def read(path: Path) -> Labelled:
    """The questions of a RecencyQA file (JSONL, may be gzipped), in the order of their text."""
    content = path.read_bytes()
    lines = (gzip.decompress(content) if path.suffix == ".gz" else content).decode("utf-8").splitlines()
    records = sorted((json.loads(line) for line in lines), key=lambda r: (r["question"], r["source"], r["q_id"]))
    shares = np.array([[r["label_distribution"].get(label, 0.0) for label in LABELS] for r in records])
    return Labelled(
        [r["question"] for r in records],
        shares / shares.sum(axis=1, keepdims=True),
        np.array([r["source"] for r in records]),
    )


def groups(questions: Sequence[str]) -> np.ndarray:
    """A number for each question; near-duplicates by template share it, and those that tell of one rare name."""
    leader = list(range(len(questions)))

    def find(row: int) -> int:
        while leader[row] != row:
            leader[row] = leader[leader[row]]
            row = leader[row]
        return row

    pairs = [_masked_pairs(q) for q in questions]
    holding: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for row, own in enumerate(pairs):
        shared = Counter(other for pair in own for other in holding[pair])
        for other, count in shared.items():
            if count / len(own | pairs[other]) >= ALIKE:
                leader[find(row)] = find(other)
        for pair in own:
            holding[pair].append(row)
    named: defaultdict[str, list[int]] = defaultdict(list)
    for row, question in enumerate(questions):
        for name in _CALLED.findall(question):
            named[name.strip("'")].append(row)
    for rows in named.values():
        if len(rows) <= SHARED_NAME:
            for row in rows[1:]:
                leader[find(row)] = find(rows[0])
    numbers: dict[int, int] = {}  # in the order of their first questions, whichever row leads
    return np.array([numbers.setdefault(find(row), len(numbers)) for row in range(len(questions))])


def _masked_pairs(question: str) -> set[tuple[str, str]]:
    text = question.strip().strip('"').strip()
    text = re.sub(r"\d+", "0", _NAMES.sub(" NAMEX ", _QUOTED.sub(" NAMEX ", text)))
    words = ["^", *re.findall(r"\w+", text.lower()), "$"]
    return set(itertools.pairwise(words))


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """Weights (feature × class) and biases in whole steps, as they are shipped."""

    names: list[str]
    weights: np.ndarray
    bias: np.ndarray

    def shares(self, found: Sequence[Sequence[str]]) -> np.ndarray:
        """The predicted distribution for each question's features."""
        logits = (matrix_of(found, self.names) @ self.weights + self.bias) / STEPS_PER_UNIT
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        return shares / shares.sum(axis=1, keepdims=True)


def fit(data: Labelled, rows: np.ndarray, group: np.ndarray, settings: Settings) -> Fitted:
    """The model of the questions in ``rows``, which lie in the groups that ``group`` gives for all questions."""
    found = [features(data.questions[row]) for row in rows]
    names = known(found, group[rows], settings.min_groups)
    return _in_steps(names, *regression(matrix_of(found, names), data.shares[rows], group[rows], settings))


def known(found: Sequence[Sequence[str]], group: np.ndarray, min_groups: int) -> list[str]:
    """The features that occur in several groups, in alphabetical order."""
    spread: defaultdict[str, set[int]] = defaultdict(set)
    for names, of in zip(found, group.tolist(), strict=True):
        for name in names:
            spread[name].add(of)
    return sorted(name for name, of in spread.items() if len(of) >= min_groups)


def regression(
    matrix: sparse.csr_array, shares: np.ndarray, group: np.ndarray, settings: Settings
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Classes, coefficients and intercepts of a multinomial logistic regression.

    A question counts once for each of its labels, by its share, and the less the more are like it: by the root of the
    size of its group.
    """
    from sklearn.linear_model import LogisticRegression

    weight = np.bincount(group)[group] ** -0.5
    row, label = np.nonzero(shares)
    model = LogisticRegression(C=settings.strength, max_iter=settings.iterations)
    model.fit(matrix[row], label, sample_weight=shares[row, label] * (weight / weight.mean())[row])
    return model.classes_, model.coef_, model.intercept_


def _in_steps(names: list[str], classes: np.ndarray, coefficients: np.ndarray, intercepts: np.ndarray) -> Fitted:
    if len(coefficients) == 1:  # two classes: one side of the boundary
        coefficients, intercepts = np.vstack([-coefficients, coefficients]) / 2, np.array([-1.0, 1.0]) * intercepts / 2
    weights = np.zeros((len(names), len(LABELS)), dtype=np.int64)
    bias = np.full(len(LABELS), -20 * STEPS_PER_UNIT, dtype=np.int64)  # a class that was never seen
    weights[:, classes] = np.rint(coefficients.T * STEPS_PER_UNIT)
    bias[classes] = np.rint(intercepts * STEPS_PER_UNIT)
    return Fitted(names, weights, bias)


def matrix_of(found: Sequence[Sequence[str]], names: list[str]) -> sparse.csr_array:
    """A row for each question, 1 where it has the feature of a column."""
    place = {name: column for column, name in enumerate(names)}
    cells = [(row, place[name]) for row, one in enumerate(found) for name in one if name in place]
    rows, columns = (np.array(side, dtype=np.int64) for side in (zip(*cells, strict=True) if cells else ((), ())))
    return sparse.csr_array((np.ones(len(cells)), (rows, columns)), shape=(len(found), len(names)))


def digest(data: Labelled, settings: Settings) -> str:
    """What the shipped file is made from: every question, its labels, the settings and the version of the features."""
    content = json.dumps([VERSION, LABELS, repr(settings), data.questions, data.shares.round(6).tolist()])
    return hashlib.sha256(content.encode()).hexdigest()


def written(fitted: Fitted, made_from: str, questions: int) -> str:
    """The shipped file: one feature a line, so that a change shows."""
    head: ModelJson = {
        "version": VERSION,
        "about": f"made by benchmarks/recency.py from {questions} questions of RecencyQA; weights in hundredths",
        "made_from": made_from,
        "labels": LABELS,
        "bias": fitted.bias.tolist(),
        "weights": {},
    }
    kept = [(n, w) for n, w in zip(fitted.names, fitted.weights.tolist(), strict=True) if any(w)]
    lines = ",\n".join(f"{json.dumps(n)}:{json.dumps(w, separators=(',', ':'))}" for n, w in kept)
    return json.dumps(head, indent=1).removesuffix("{}\n}") + "{\n" + lines + "\n}}\n"

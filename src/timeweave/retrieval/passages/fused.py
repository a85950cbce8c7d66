"""Rankings by meaning and by words put on one scale, with the weights that say what counts how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from timeweave.records import StatementKey
from timeweave.retrieval.kernels.fusion import scaled_to_best, weighted_sum
from timeweave.retrieval.reading import Reading

Ranking = list[tuple[StatementKey, float]]


@dataclass(frozen=True, slots=True)
class PassageWeights:
    """What counts how much; ``dense`` times a cosine, ``lexical`` times BM25 over the best BM25 of the group.

    ``valid`` is added for a statement that speaks of the cell's period, ``report`` for one that stands in a report on
    it, ``document`` times the standing of its document among those found. ``outside`` is the share of the budget
    kept for what lies outside the cells.

    The ``story_`` weights are those of narrative text, where the page is half the find: ``story_valid`` and
    ``story_document`` as above, ``story_near`` times the score of the better of the two statements beside.
    """

    dense: float = 1.0
    lexical: float = 0.6
    valid: float = 0.2
    report: float = 0.2
    document: float = 0.3
    outside: float = 0.15
    story_valid: float = 0.4
    story_document: float = 1.0
    story_near: float = 0.2


@dataclass(frozen=True, slots=True)
class PassageOptions:
    """``depth`` is how many statements each single ranking contributes.

    The rest are switches for ablation: without ``use_time`` the question's periods are words like others, without
    ``use_cells`` nothing is ranked but the question as a whole against everything.
    """

    weights: PassageWeights = PassageWeights()
    depth: int = 100
    use_time: bool = True
    use_cells: bool = True


def fuse(
    dense: Mapping[StatementKey, float],
    lexical: Mapping[StatementKey, float],
    weights: PassageWeights,
    marks: Sequence[tuple[float, Mapping[StatementKey, float]]],
) -> dict[StatementKey, float]:
    """A statement that only words found counts as being as far away as the last that meaning found."""
    floor = min(dense.values(), default=0.0)
    cosines = {**dict.fromkeys(lexical, floor), **dense}
    return weighted_sum([(weights.dense, cosines), (weights.lexical, scaled_to_best(lexical)), *marks])


def ordered(scores: Mapping[StatementKey, float], reading: Reading) -> Ranking:
    """Best first; ties by document id and position."""
    reading.infos(dict.fromkeys(k.ordinal for k in scores))
    items = list(scores.items())
    values = np.fromiter(scores.values(), np.float64, len(items))
    order = np.argsort(-values, kind="stable")
    ranked = [items[i] for i in order.tolist()]
    same = np.flatnonzero(np.diff(values[order]) == 0)  # few: only those are worth looking where they stand
    for run in np.split(same, np.flatnonzero(np.diff(same) > 1) + 1) if len(same) else ():
        first, end = int(run[0]), int(run[-1]) + 2
        ranked[first:end] = sorted(ranked[first:end], key=lambda item: reading.place(item[0]))
    return ranked


def standing(scores: Mapping[StatementKey, float], best_of: int = 3) -> dict[int, float]:
    """How well each document (by ordinal) answers: its best statements' scores added up, the best document at 1."""
    found: dict[int, list[float]] = {}
    for key, score in scores.items():
        found.setdefault(key.ordinal, []).append(score)
    return scaled_to_best({o: sum(sorted(s, reverse=True)[:best_of]) for o, s in found.items()})


def lifted(scores: Mapping[StatementKey, float], near: float) -> dict[StatementKey, float]:
    """Each score with ``near`` times that of the better of the statements right before and after it."""
    return {
        key: score + near * max(scores.get(StatementKey(key.ordinal, key.index + step), 0.0) for step in (-1, 1))
        for key, score in scores.items()
    }

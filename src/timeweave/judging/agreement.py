"""How far ratings agree: a judge's with people's (Pearson), people's with one another (Krippendorff's alpha); and
whether longer answers are rated higher (NE-13).
"""

from __future__ import annotations

import json
import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from timeweave.errors import MissingExtraError, UsageError
from timeweave.judging.judges import CRITERIA, LEAST, MOST

HumanRatings = Mapping[str, Mapping[str, Mapping[str, int]]]
"""Criterion → rater → id of an answer → rating."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """``pearson`` of a judge's ratings with the mean of people's, ``same`` the share of equal ones (rounded), over
    ``answers`` that both have rated; ``alpha`` is Krippendorff's (interval) among people. ``None`` where it is not
    defined: too few ratings, or all alike.
    """

    answers: int
    pearson: float | None
    same: float | None
    alpha: float | None


def read_ratings(path: Path) -> HumanRatings:
    """Ratings of people, JSON Lines with ``id``, ``rater``, ``criterion`` and ``rating``.

    Raises:
        UsageError: the file cannot be read, or a line holds no such rating; quotes it.
    """
    found: dict[str, dict[str, dict[str, int]]] = {criterion: {} for criterion in CRITERIA}
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise UsageError(f"ratings {str(path)!r} cannot be read: {error}") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            criterion, rating = row["criterion"], row["rating"]
            if criterion not in CRITERIA or type(rating) is not int or not LEAST <= rating <= MOST:
                raise ValueError(f"criterion {criterion!r}, rating {rating!r}")
            found[criterion].setdefault(str(row["rater"]), {})[str(row["id"])] = rating
        except (KeyError, TypeError, ValueError) as error:
            shown = f"{path}:{number}: {line[:80]!r} ({error})"
            raise UsageError(f"{shown}: write id, rater, criterion ({', '.join(CRITERIA)}) and rating 0 to 2") from None
    return found


def agreement(judged: Mapping[str, int], people: Mapping[str, Mapping[str, int]]) -> Agreement:
    """How far a judge's ratings by answer agree with those of people, by rater and answer."""
    by_answer: dict[str, list[int]] = defaultdict(list)
    for ratings in people.values():
        for id_, rating in ratings.items():
            by_answer[id_].append(rating)
    both = sorted(judged.keys() & by_answer.keys())
    ours = [float(judged[id_]) for id_ in both]
    theirs = [statistics.fmean(by_answer[id_]) for id_ in both]
    same = statistics.fmean(round(t) == o for o, t in zip(ours, theirs, strict=True)) if both else None
    return Agreement(len(both), _pearson(ours, theirs), same, _alpha(people))


def lengths_by_rating(rated: Sequence[tuple[int, str]]) -> dict[int, tuple[float, float]]:
    """The mean and median length in characters of the answers of each rating."""
    lengths: dict[int, list[int]] = defaultdict(list)
    for rating, response in rated:
        lengths[rating].append(len(response))
    return {r: (statistics.fmean(found), statistics.median(found)) for r, found in sorted(lengths.items())}


def _pearson(ours: Sequence[float], theirs: Sequence[float]) -> float | None:
    if len(ours) < 2 or len(set(ours)) < 2 or len(set(theirs)) < 2:
        return None
    return float(np.corrcoef(ours, theirs)[0, 1])


def _alpha(people: Mapping[str, Mapping[str, int]]) -> float | None:
    rows = [(rater, id_, rating) for rater, ratings in people.items() for id_, rating in ratings.items()]
    items = [id_ for _, id_, _ in rows]
    shared = [row for row in rows if items.count(row[1]) > 1]
    if len({rating for *_, rating in shared}) < 2:
        return None
    try:
        from nltk.metrics import AnnotationTask, interval_distance
    except ImportError:
        raise MissingExtraError("Krippendorff's alpha", "judge") from None
    return float(AnnotationTask(data=shared, distance=interval_distance).alpha())

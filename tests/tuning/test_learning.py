"""Learning weights: towards what ranks better, never further than the questions carry, the same every time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from timeweave.retrieval.twe import TweOptions
from timeweave.tuning.judging import Bench, Judged, Quality
from timeweave.tuning.learning import Learned, learn
from timeweave.tuning.weights import weights_of

NOW = 738_000
DEFAULTS = weights_of(TweOptions())


def worlds(count: int, *, newest_is_right: bool = False, all_equal: bool = False) -> list[Judged]:
    """Questions over 20 rows. What is right has the best BM25 and is old, or else is the newest."""
    rng = np.random.default_rng(3)
    found = []
    for number in range(count):
        bm25, dense = rng.random(20) * 0.8, np.full(20, 0.5)
        ages = rng.permutation(20) * 50 + 1
        right = int(np.argmin(ages)) if newest_is_right else int(np.argmax(ages))
        if not newest_is_right:
            bm25[right] = 1.0
        if all_equal:
            bm25, ages = np.zeros(20), np.full(20, 50)
        found.append(Judged(f"q{number}", bm25, dense, np.zeros(20), NOW - ages, NOW, 1.0, (np.array([right]),)))
    return found


def learned(questions: Sequence[Judged]) -> Learned:
    return learn(Bench(questions, TweOptions()), folds=3, trials=24)


def test_time_weighs_less_where_the_old_is_right() -> None:
    """TW-11: where the newest is wrong, δ falls, and questions that were not learned from gain by it."""
    found = learned(worlds(24))
    assert found.weights.delta_base < 1.0
    assert found.defaults.mean < 0.7
    assert found.held_out.mean > 0.95
    assert found.tuned.mean > 0.95
    assert found.is_better
    assert [fold.questions for fold in found.folds] == [8, 8, 8]


def test_the_defaults_stay_where_nothing_is_better() -> None:
    """Where the newest is right already, and where all weights rank alike, the weights are the defaults."""
    assert learned(worlds(24, newest_is_right=True)).weights == DEFAULTS
    alike = learned(worlds(24, all_equal=True))
    assert alike.weights == DEFAULTS
    assert alike.held_out == alike.defaults
    assert alike.is_better


def test_chance_leads_nowhere() -> None:
    """TW-11: where any row may be right, what ranks a fifth better by chance is not strayed to."""
    rng = np.random.default_rng(2)
    by_chance = [replace(one, gold=(rng.integers(0, 20, 1),)) for one in worlds(24)]
    found = learned(by_chance)
    assert found.weights == DEFAULTS
    assert not found.is_other
    assert replace(found, weights=replace(DEFAULTS, alpha=0.9)).is_other


def test_the_order_of_questions_does_not_matter() -> None:
    """The same questions in any order give the same weights and the same figures, to the last bit."""
    questions = worlds(24)
    assert learned(questions) == learned(questions[::-1])


def test_a_fold_is_ranked_by_what_the_others_taught() -> None:
    """TW-11: the weights that a fold is judged by are those that the other questions give when they stand alone, and
    what is told of questions not learned from is how these rank them, though all together would teach something else.

    Of every other question, which are the first fold of two, the newest is right; of the others the old.
    """
    ordered = Bench(worlds(24), TweOptions()).judged
    newest = {one.id: one for one in worlds(24, newest_is_right=True)}
    questions = [one if number % 2 else newest[one.id] for number, one in enumerate(ordered)]
    found = learn(Bench(questions, TweOptions()), folds=2, trials=24)
    held_out = []
    for fold, part, others in zip(found.folds, (questions[::2], questions[1::2]), (1, 0), strict=True):
        assert fold.weights == learned(questions[others::2]).weights != found.weights
        table = Bench(part, TweOptions()).table(fold.weights)
        assert (fold.tuned.mrr, fold.tuned.recall) == pytest.approx(tuple(table.mean(axis=0)))
        held_out.append(table.mean())
    assert found.held_out.mean == pytest.approx(np.mean(held_out))
    assert found.spread == pytest.approx(np.std(held_out, ddof=1))
    shown = [Bench(questions, TweOptions()).means(f.weights)[n::2] for n, f in enumerate(found.folds)]
    gains = np.concatenate(shown) - np.concatenate(
        [Bench(questions, TweOptions()).means(DEFAULTS)[n::2] for n in (0, 1)]
    )
    assert found.error == pytest.approx(gains.std(ddof=1) / 24**0.5)
    assert not found.is_better


@pytest.mark.parametrize(("held_out", "better"), [(0.5, True), (0.49, False)])
def test_better_is_no_worse_on_questions_not_learned_from(held_out: float, better: bool) -> None:
    """It is the figure of the folds that decides, not that of the questions learned from."""
    quality = Quality(held_out, held_out)
    found = Learned(DEFAULTS, DEFAULTS, Quality(0.5, 0.5), Quality(0.9, 0.9), quality, 0.0, 0.0, ())
    assert found.is_better is better

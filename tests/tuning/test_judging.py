"""How well weights rank a question's gold: ranks and means by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from timeweave.retrieval.twe import TweOptions
from timeweave.tuning.judging import Bench, Judged, Quality, pooled
from timeweave.tuning.weights import Weights

PLAIN = TweOptions(gamma=0.0, delta_base=0.0)
NOW = 738_000


def judged(
    id_: str, bm25: list[float], dense: list[float], gold: list[list[int]], ages: list[int] | None = None
) -> Judged:
    days = NOW - np.array(ages or [0] * len(bm25))
    return Judged(
        id_,
        np.array(bm25),
        np.array(dense),
        np.zeros(len(bm25)),
        days,
        NOW,
        1.0,
        tuple(np.array(rows) for rows in gold),
    )


def test_each_piece_of_gold_has_its_best_rank() -> None:
    """S = 1.5, 1.0, 1.0, 0.9: row 2 equals row 1, which comes first; of rows 3 and 0 the better counts."""
    one = judged("q", [1.0, 0.5, 0.0, 0.4], [0.5, 0.5, 1.0, 0.5], [[2], [3, 0]])
    assert one.scores(PLAIN).tolist() == [1.5, 1.0, 1.0, 0.9]
    assert one.ranks(PLAIN) == [3, 1]
    assert one.quality(PLAIN) == (1.0, 1.0)


def test_recall_is_of_the_first_five() -> None:
    """Gold at ranks 2 and 6: reciprocal rank 1/2, one of two within five; at rank 5 it is within, at 6 it is not."""
    falling = [1.0, 0.9, 0.8, 0.7, 0.6, 0.5]
    assert judged("q", falling, [0.0] * 6, [[1], [5]]).quality(PLAIN) == (0.5, 0.5)
    assert judged("q", falling, [0.0] * 6, [[4], [5]]).quality(PLAIN) == (0.2, 0.5)


def test_time_weighs_as_in_the_mode() -> None:
    """TW-07, TW-08: δ · exp(-age / τ) is added: at r(q) = 1 and age τ_min = 90 it is 2.5 / e = 0.92."""
    one = judged("q", [1.0, 0.5], [0.0, 0.0], [[1]], ages=[90, 0])
    assert one.scores(TweOptions(gamma=0.0)).tolist() == [1.0 + 2.5 * float(np.exp(-1.0)), 3.0]
    assert one.ranks(TweOptions(gamma=0.0)) == [1]
    assert one.ranks(PLAIN) == [2]


def test_each_part_has_its_weight() -> None:
    """TW-08: 2 · 0.5 + 0.5 · 1.0 + 0.25 · 0.4 = 1.6."""
    one = replace(judged("q", [0.5], [1.0], [[0]]), centrality=np.array([0.4]))
    options = TweOptions(alpha=2.0, beta=0.5, gamma=0.25, delta_base=0.0)
    assert one.scores(options).tolist() == pytest.approx([1.6])


def test_what_is_maximised_is_the_mean_of_both_measures() -> None:
    """(1/2 + 1/2) / 2 and (1/3 + 1) / 2."""
    halves = judged("a", [1.0, 0.9, 0.8, 0.7, 0.6, 0.5], [0.0] * 6, [[1], [5]])
    third = judged("b", [1.0, 0.9, 0.8], [0.0] * 3, [[2]])
    bench = Bench([halves, third], TweOptions())
    means = dict(zip((one.id for one in bench.judged), bench.means(Weights(1, 1, 0, 0, 90, 730)), strict=True))
    assert means == {"a": 0.5, "b": (1 / 3 + 1) / 2}
    assert Quality(mrr=0.5, recall=0.25).mean == 0.375


def test_a_large_corpus_is_cut_to_what_may_come_first() -> None:
    """Of 20,000 rows a part is kept, with all gold; what stands among the first hundred keeps its rank."""
    rng = np.random.default_rng(1)
    rows = 20_000
    whole = Judged(
        "q",
        rng.random(rows),
        rng.random(rows),
        rng.random(rows),
        NOW - rng.integers(0, 3_000, rows),
        NOW,
        0.5,
        (np.array([7]), *(np.array([row]) for row in range(100, 140))),
    )
    cut = pooled(whole, TweOptions())
    assert len(cut.days) < rows / 2
    for options in (TweOptions(), PLAIN, TweOptions(alpha=0.3, beta=1.7, gamma=0.1, delta_base=0.4, tau_min=30)):
        first = np.argsort(-whole.scores(options), kind="stable")[:100]
        kept = {float(score) for score in cut.scores(options)}
        assert all(float(score) in kept for score in whole.scores(options)[first])
        gold = [whole.scores(options)[rows].tolist() for rows in whole.gold]
        assert [cut.scores(options)[rows].tolist() for rows in cut.gold] == gold
        pairs = zip(whole.ranks(options), cut.ranks(options), strict=True)
        assert all(a == b for a, b in pairs if a <= 100)
    assert pooled(cut, TweOptions()) is cut

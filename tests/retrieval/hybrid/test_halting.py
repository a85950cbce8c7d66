"""How many ranked chunks are kept, on graphs made by hand."""

from __future__ import annotations

import numpy as np
import pytest
from matrices import sparse

from timeweave.records.sparse import SparseRows
from timeweave.retrieval.hybrid.halting import Stage, attained, keep
from timeweave.retrieval.twe import TweOptions

SEED = TweOptions()


def star(leaves: int, rows: int) -> SparseRows:
    """Row 0 with an edge to each of rows 1 to ``leaves``."""
    weights = np.zeros((rows, rows))
    weights[0, 1 : leaves + 1] = weights[1 : leaves + 1, 0] = 0.25
    return sparse(weights)


def falling(rows: int, step: float) -> np.ndarray:
    """Scores 3, 3 - step, 3 - 2 step, …"""
    return 3.0 - step * np.arange(rows)


def test_halts_at_30() -> None:
    """TW-09: m_30 = 29 · 0.03125 = 0.90625 > 0.5, and d_1 with 24 neighbours among the next 29: agree = 25/30 = 0.833
    > 0.8. So 30 of 100 are kept and 1 - 30/100 = 0.7 is saved.
    """
    kept = keep(np.arange(120), falling(120, 0.03125), star(24, 120), SEED)
    assert kept.stages == (Stage(30, 0.90625, pytest.approx(25 / 30), True),)
    assert (kept.k, kept.of, kept.saved) == (30, 100, pytest.approx(0.7))


def test_without_a_margin_it_goes_on() -> None:
    """TW-09: all agree, but m_30 = 29 · 0.015625 = 0.453125 ≤ 0.5; m_60 = 59 · 0.015625 = 0.921875 > 0.5 halts at 60,
    where 1 - 60/100 = 0.4 is saved.
    """
    kept = keep(np.arange(120), falling(120, 0.015625), star(119, 120), SEED)
    assert [(s.k, s.margin, s.agreement, s.halted) for s in kept.stages] == [
        (30, 0.453125, 1.0, False),
        (60, 0.921875, 1.0, True),
    ]
    assert (kept.k, kept.saved) == (60, pytest.approx(0.4))


def test_without_agreement_all_100_are_kept() -> None:
    """TW-09: d_1 with 23 neighbours: agree = 24/30 = 0.8, not above 0.8; then 24/60 = 0.4 and 24/100 = 0.24."""
    kept = keep(np.arange(120), falling(120, 0.03125), star(23, 120), SEED)
    assert [s.agreement for s in kept.stages] == [pytest.approx(0.8), pytest.approx(0.4), pytest.approx(0.24)]
    assert [s.halted for s in kept.stages] == [False, False, False]
    assert (kept.k, kept.saved) == (100, 0.0)


def test_marks_follow_the_ranking() -> None:
    """TW-09: d_1 is the first of the ranking, not the first row: row 2, with rows 0 and 3 as its neighbours. That
    rows 0 and 3 bear out row 1 says nothing of it.
    """
    weights = np.zeros((4, 4))
    weights[2, 0] = weights[0, 2] = weights[2, 3] = weights[3, 2] = 0.5
    weights[0, 1] = weights[1, 0] = weights[3, 1] = weights[1, 3] = 0.5
    options = TweOptions(stages=(2, 3, 4))
    kept = keep(np.array([2, 0, 1, 3]), np.array([2.75, 2.5, 3.0, 2.25]), sparse(weights), options)
    assert [(s.k, s.margin, s.agreement) for s in kept.stages] == [
        (2, 0.25, 1.0),  # rows 2, 0: 2/2
        (3, 0.5, pytest.approx(2 / 3)),  # rows 2, 0, 1
        (4, 0.75, 0.75),  # rows 2, 0, 1, 3: 3/4
    ]


def test_fewer_rows_than_a_stage() -> None:
    """TW-09: of 3 rows all are kept, and nothing is saved, for nothing more could be read: 1 - 3/3 = 0."""
    kept = keep(np.arange(3), falling(3, 0.5), star(2, 3), SEED)
    assert (kept.k, kept.of, kept.saved) == (3, 3, 0.0)
    assert kept.stages == (Stage(3, 1.0, 1.0, True),)
    # without a margin, 2 · 0.125 = 0.25, no later stage is tried, which would hold the same rows
    kept = keep(np.arange(3), falling(3, 0.125), star(2, 3), SEED)
    assert (kept.k, kept.stages) == (3, (Stage(3, 0.25, 1.0, False),))


def test_as_many_rows_as_a_stage() -> None:
    """TW-09: of 30 rows without a margin, 29 · 0.015625 = 0.453125, the first stage has seen them all."""
    kept = keep(np.arange(30), falling(30, 0.015625), star(29, 30), SEED)
    assert (kept.k, kept.stages) == (30, (Stage(30, 0.453125, 1.0, False),))


def test_without_a_graph_nothing_halts() -> None:
    """TW-09: switched off, the 100 of the last stage are kept."""
    kept = keep(np.arange(120), falling(120, 0.03125), None, SEED)
    assert (kept.k, kept.saved, kept.stages) == (100, 0.0, ())


def test_nothing_to_rank() -> None:
    """An empty store: nothing is kept and nothing is saved."""
    kept = keep(np.arange(0), np.zeros(0), sparse(np.zeros((0, 0))), SEED)
    assert (kept.k, kept.of, kept.saved, kept.stages) == (0, 0, 0.0, ())


def test_agreement_over_what_is_attainable() -> None:
    """TW-09: d_1 with 4 neighbours, 3 of them among the next 29: of the 5 that agree at most 4 are read: 4/5 = 0.8, not
    above 0.8. All of them among the first 60: 5/5 = 1 halts at 60. Over the rows read it is 4/30, 5/60 and 5/100.
    """
    weights = np.zeros((120, 120))
    for row in (3, 7, 20, 45):
        weights[0, row] = weights[row, 0] = 0.25
    graph = sparse(weights)
    kept = keep(np.arange(120), falling(120, 0.03125), graph, SEED, "attainable")
    assert [(s.k, s.agreement, s.halted) for s in kept.stages] == [(30, 0.8, False), (60, 1.0, True)]
    kept = keep(np.arange(120), falling(120, 0.03125), graph, SEED)
    assert [s.agreement for s in kept.stages] == [pytest.approx(4 / 30), pytest.approx(5 / 60), pytest.approx(0.05)]


def test_the_most_that_is_attainable() -> None:
    """TW-09: nothing bears d_1 out: 1/1; of 99 that do 30 rows hold 29: 30/30; of 3 rows 2: 2/3. Nothing of nothing."""
    assert attained(np.zeros(30, bool), 30, 0) == 1.0
    assert attained(np.ones(100, bool), 30, 99) == 1.0
    assert attained(np.array([False, True, False]), 30, 9) == pytest.approx(2 / 3)
    assert attained(np.zeros(0, bool), 30, 0) == 0.0

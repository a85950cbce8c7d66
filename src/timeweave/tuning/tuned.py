"""Tuning from labelled questions to weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.errors import UsageError
from timeweave.outcomes import Failure
from timeweave.retrieval.hybrid.options import MEASURED
from timeweave.tuning.gathering import Gathering
from timeweave.tuning.judging import Bench
from timeweave.tuning.labelled import LabelledQuestion
from timeweave.tuning.learning import Learned, Steps, learn, require_extra
from timeweave.tuning.weights import weights_of

FEWEST = 10
"""Questions with gold in the store, without which nothing is learned."""
TRIALS = 60
_FEWEST_TRIALS = 10


@dataclass(frozen=True, slots=True)
class Tuned:
    """What came of tuning: ``questions`` were tuned on, ``failed`` names gold that the store lacks."""

    questions: int
    trials: int
    learned: Learned
    failed: tuple[Failure, ...]


def tune(
    questions: Sequence[LabelledQuestion],
    gathering: Gathering,
    *,
    folds: int = 5,
    trials: int | None = None,
    steps: Steps | None = None,
) -> Tuned:
    """Learn α, β, γ, δ_base, τ_min and τ_max for mode ``hybrid`` from labelled questions.

    Maximised is the mean of MRR and Recall@5 (`Quality`) of all chunks in order of S; copies, halting, hops and
    reading again play no part. ``folds`` is for telling what the weights are worth on other questions, ``trials`` how
    many weights are tried for each fold, and for all questions. What is compared with, and not strayed from without
    need, are the defaults of the mode (`MEASURED`), whatever is set.

    Raises:
        MissingExtraError: the extra ``tune`` is not installed.
        UsageError: too few questions, folds or trials.
        IndexDamagedError: the store has no index of chunks, or a damaged one.
    """
    require_extra()
    trials = TRIALS if trials is None else trials
    if folds < 2 or trials < _FEWEST_TRIALS:
        raise UsageError(f"folds {folds} and trials {trials} are too few: give at least 2, and {_FEWEST_TRIALS}")
    judged, failed = gathering.judge(questions)
    fewest = max(FEWEST, 2 * folds)
    if len(judged) < fewest:
        first = f" ({failed[0].error})" if failed else ""
        raise UsageError(
            f"tuning with {folds} folds takes {fewest} questions whose gold is in the store, not {len(judged)} of "
            f"{len(questions)}{first}: label more with what answers them, as 'documents' or 'evidence'"
        )
    set_ = gathering.options.twe
    bench = Bench(judged, weights_of(MEASURED).within(set_))
    return Tuned(len(judged), trials, learn(bench, folds, trials, steps), tuple(failed))

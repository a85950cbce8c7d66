"""The script that makes the shipped recency model: same file from the same questions, and honest folds."""

from __future__ import annotations

import gzip
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from timeweave.question.recency.features import features
from timeweave.question.recency.model import PERIODS, Change, from_json

BENCHMARKS = str(Path(__file__).resolve().parents[1] / "benchmarks")
FAST = ["gate", "platform", "queue", "score", "tide", "wind"]
NEVER = ["novel", "opera", "poem", "statue", "treaty", "fresco"]


@pytest.fixture(autouse=True)
def benchmarks() -> Iterator[None]:
    """The scripts import one another by their bare names."""
    sys.path.insert(0, BENCHMARKS)
    yield
    sys.path.remove(BENCHMARKS)


def made_up() -> list[dict]:
    """Questions of two kinds, one of which has two labels."""
    asked = [
        (f"What is the {w} {v}?", {"An-Hour": 0.75, "A-Day": 0.25}) for w in FAST for v in ("showing", "doing now")
    ]
    asked += [(f"Who made the {w} {v}?", {"Never": 1.0}) for w in NEVER for v in ("first", "of old")]
    return [
        {"q_id": n, "question": q, "source": "ab"[n % 2], "label_distribution": labels}
        for n, (q, labels) in enumerate(asked)
    ]


def file_of(records: list[dict], path: Path) -> Path:
    path.write_bytes(gzip.compress("\n".join(json.dumps(r) for r in records).encode()))
    return path


def trained(path: Path) -> str:
    from recency_training import Settings, digest, fit, groups, read, written

    data, settings = read(path), Settings(min_groups=2)
    group = groups(data.questions)
    model = fit(data, np.arange(len(group)), group, settings)
    return written(model, digest(data, settings), len(group))


def test_the_same_questions_give_the_same_file(tmp_path: Path) -> None:
    """Byte for byte, in whatever order they stand in the data set; other labels give another digest."""
    records = made_up()
    once = trained(file_of(records, tmp_path / "a.jsonl.gz"))
    assert trained(file_of(records, tmp_path / "a.jsonl.gz")) == once
    random.Random(3).shuffle(records)
    assert trained(file_of(records, tmp_path / "b.jsonl.gz")) == once
    records[0]["label_distribution"] = {"A-Year": 1.0}
    assert json.loads(trained(file_of(records, tmp_path / "c.jsonl.gz")))["made_from"] != json.loads(once)["made_from"]


def likeliest(change: Change) -> str:
    return list(PERIODS)[max(range(len(change.shares)), key=change.shares.__getitem__)]


def test_what_was_learned_stands_in_the_file(tmp_path: Path) -> None:
    """Read back, the file tells the two kinds apart, in the shares of their labels."""
    model = from_json(json.loads(trained(file_of(made_up(), tmp_path / "a.jsonl.gz"))))
    fast = model.changes(features("What is the lift doing now?"))
    assert likeliest(fast) == "An-Hour"
    assert fast.shares[0] > fast.shares[2] > fast.shares[11]  # an hour before a day, never last
    assert likeliest(model.changes(features("Who made the lift of old?"))) == "Never"


def test_near_duplicates_share_a_group() -> None:
    """Names are masked and pairs of words compared: one template is one group, and so is one rare name."""
    from recency_training import groups

    first, same, named, other = groups(
        [
            "Who is the head coach of Marlow Rovers?",
            "Who is the head coach of Arden Park United?",
            "Why did fans of Arden Park United protest?",
            "How deep is the lake?",
        ]
    ).tolist()
    assert first == same == named != other


def test_no_fold_is_predicted_from_its_own_groups() -> None:
    """Each question is predicted once, by a model that saw no question of its group."""
    from recency import out_of_fold

    group = np.array([0, 0, 1, 2, 2, 3, 4, 5, 6, 7])
    predicted = []

    def way(rows: np.ndarray, asked: np.ndarray) -> np.ndarray:
        assert not set(group[rows]) & set(group[asked])
        predicted.extend(asked.tolist())
        return np.ones((len(asked), 12)) / 12

    out_of_fold(group, way, seed=0)
    assert sorted(predicted) == list(range(10))


def test_macro_f1_by_hand() -> None:
    """2 · right / (true + said): class 0 has 2 · 1 / (2 + 1), class 1 has 2 · 1 / (1 + 2); a class that is never said
    has 0, and one that is said but never true does not count.
    """
    from recency import macro_f1

    assert macro_f1(np.array([0, 0, 1]), np.array([0, 1, 1])) == pytest.approx((2 / 3 + 2 / 3) / 2)
    assert macro_f1(np.array([0, 0, 1]), np.array([0, 2, 2])) == pytest.approx((2 / 3 + 0) / 2)

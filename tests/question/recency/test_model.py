"""The shipped model of how fast answers change: its arithmetic, its file, and what it tells apart."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from importlib.resources import files

import pytest

from timeweave.question.recency.features import features
from timeweave.question.recency.model import PERIODS, RECENCIES, changes, from_json, recency_of, shipped


def test_recency_of_a_period_is_linear_in_the_logarithm_of_its_days() -> None:
    """1 at a day and below, 0 at a century; a year is ln 365 = 5.900 of ln 36,500 = 10.505, so 1 - 0.5617 = 0.438."""
    assert recency_of(1 / 24) == recency_of(1.0) == 1.0
    assert recency_of(36500.0) == 0.0
    assert recency_of(365.0) == pytest.approx(0.4383, abs=1e-4)
    assert list(RECENCIES) == sorted(RECENCIES, reverse=True)


def model(bias: list[int], weights: dict[str, list[int]]):
    return from_json({"version": 1, "made_from": "", "labels": list(PERIODS), "bias": bias, "weights": weights})


def test_shares_are_the_softmax_of_the_summed_weights() -> None:
    """Two classes in play: logits ln 3 and 0 in hundredths (110 → 1.1, e^1.1 = 3.004) give 0.7503 and 0.2497."""
    far = [-10000] * 12
    bias = [*far[:8], 0, *far[9:11], 0]  # a year, and never
    tiny = model(bias, {"w league": [0] * 8 + [110, 0, 0, 0]})
    change = tiny.changes(["w league", "w unheard"])
    assert change.shares[8] == pytest.approx(math.exp(1.1) / (math.exp(1.1) + 1))
    assert change.recency == pytest.approx(0.7503 * 0.4383, abs=1e-4)
    assert tiny.changes([]).recency == pytest.approx(0.5 * 0.4383, abs=1e-4)


def test_features_of_a_question() -> None:
    """Words, pairs, signs and the asking, each once; case and digits do not count."""
    assert features("Who WON in 2015?") == (
        "w who",
        "w won",
        "w in",
        "w 0000",
        "p ^ who",
        "p who won",
        "p won in",
        "p in 0000",
        "p 0000 $",
        "s contest",
        "a who",
        "a who none",
    )
    assert features("who won in 1987") == features("Who WON in 2015?")
    assert {"s figures", "a how many", "a how many perfect"} <= set(features("How many ships have they?"))
    assert "s superlative" in features("the fastest ship")
    assert "s superlative" not in features("the interest rate")


def test_signs_of_a_question() -> None:
    """Of two tenses the first of past, present, perfect and future counts; a short word in "-est" is no superlative;
    a typographic apostrophe is one.
    """
    assert "a who past" in features("Who is the one that was chosen?")
    assert "s superlative" in features("Which is the oldest town?")
    assert "s superlative" not in features("Where is the west gate of the nest?")
    assert features("What is today’s rate?") == features("What is today's rate?")


def test_large_weights_are_no_overflow() -> None:
    """exp(1000) is beyond a float: shares are those of the differences, here 1 and 0."""
    shares = model([100_000, *[0] * (len(PERIODS) - 1)], {}).changes(()).shares
    assert shares == pytest.approx((1.0, *[0.0] * (len(PERIODS) - 1)))


def test_the_shipped_file_is_small_and_says_what_made_it() -> None:
    """Under 200 KB, with a version and the digest of the questions and settings that it was made from."""
    content = files("timeweave.question.recency").joinpath("model.json").read_bytes()
    data = json.loads(content)
    assert len(content) < 200_000
    assert data["version"] == 1
    assert len(data["made_from"]) == 64
    assert data["labels"] == list(PERIODS)
    assert shipped().made_from == data["made_from"]
    assert all(len(row) == len(PERIODS) for row in data["weights"].values())


def test_the_shipped_model_gives_what_its_file_says() -> None:
    """TW-06: shares summed by hand from the file; a distribution over the classes."""
    data = json.loads(files("timeweave.question.recency").joinpath("model.json").read_text("utf-8"))
    question = "Who wrote the novel?"
    rows = [data["weights"][name] for name in features(question) if name in data["weights"]]
    logits = [(b + sum(row[c] for row in rows)) / 100 for c, b in enumerate(data["bias"])]
    exps = [math.exp(logit) for logit in logits]
    assert changes(question).shares == pytest.approx([e / sum(exps) for e in exps])
    assert sum(changes(question).shares) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("slower", "faster"),
    [
        ("Who wrote the novel?", "Who is the head coach of the team?"),
        ("When did the war end?", "Who is the mayor of Marlow?"),
        ("Where was the painter born?", "What is the price of copper?"),
        ("Who invented the telegraph?", "How many followers does the singer have?"),
        ("Who is the king of Norway?", "What is the status of the flight?"),
    ],
)
def test_what_changes_faster_has_a_higher_recency(slower: str, faster: str) -> None:
    """TW-06: settled facts come below offices, offices below what moves daily, by a clear step."""
    assert changes(faster).recency > changes(slower).recency + 0.1


def test_the_model_is_read_only_when_it_is_asked() -> None:
    """Importing the retriever reads no weights, and asking imports neither scipy nor scikit-learn."""
    code = (
        "import sys; from timeweave.question.recency import learned_recency\n"
        "from timeweave.question.recency.model import shipped\n"
        "assert shipped.cache_info().currsize == 0\n"
        "before = set(sys.modules); learned_recency('Who leads Quillon in 2015?')\n"
        "assert shipped.cache_info().currsize == 1\n"
        "assert not {m for m in set(sys.modules) - before if m.startswith(('scipy', 'sklearn', 'onnxruntime'))}\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=240)

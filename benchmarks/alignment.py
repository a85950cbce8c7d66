"""Which names are one entity: pairs of names in contexts, decided by the contextual score (EK-03).

    python benchmarks/alignment.py make --data ../shared/data     makes alignment.jsonl.gz, learns the weights
    python benchmarks/alignment.py measure                        measures the shipped weights on the pairs

`alignment_pairs` says how the pairs are made. What is learned and every threshold is of entities that no pair of
``alignment.jsonl.gz`` is made of. Two others stand beside: the name key only (one where the keys are equal), and the
cosine of Enc(type, name, description) only.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import alignment_pairs
import figures
import machine
import numpy as np
from alignment_pairs import Entity, Pair

from timeweave.embedding import get_embedder
from timeweave.evolution.identity import scoring

PAIRS = Path(__file__).resolve().parent / "alignment.jsonl.gz"
MODEL = Path(scoring.__file__).with_name("model.json")
COMMON = MODEL.with_name("common.json")
NUMBER = 2000
LEARNED_FROM = 6000
NEAREST = 24  # neighbours that are candidates
SPEAKS_FOR = (
    *(
        "meaning",
        "shared names",
        "shared roles",
        "shared words",
        "share of their words",
        "shared years",
        "same letters",
    ),
    *("same core", "fields alike", "acronym", "first the same", "first in short", "first by its letter", "a slip"),
    *("spelling", "share of words"),
)
SPEAKS_AGAINST = (
    *("no shared name", "no shared place", "years apart", "types differ", "numbers differ", "one number more"),
    *("each has its own", "fields differ", "firsts differ", "middles differ", "surnames differ", "nothing shared"),
    *("words beyond", "one word", "short", "much told apart"),
)


def common_items(found: Sequence[Entity]) -> dict[str, dict[str, float]]:
    """The words and names that many contexts hold, each with its share of them."""
    contexts = [context for entity in found for context in entity.contexts]
    words = Counter(term for context in contexts for term in context.terms)
    names = Counter(name for context in contexts for name in context.others | context.places)
    return {
        kind: {i: round(n / len(contexts), 4) for i, n in sorted(counts.items()) if n > scoring.RARE * len(contexts)}
        for kind, counts in (("words", words), ("names", names))
    }


def regression(rows: np.ndarray, truth: np.ndarray, *, penalty: float = 0.01, steps: int = 40) -> np.ndarray:
    """Weights of a logistic regression with L2 penalty (none on the first column), by Newton's method; the rows that
    are true weigh as much as those that are not.
    """
    weights = np.zeros(rows.shape[1])
    share = truth.mean()
    heavy = np.where(truth > 0, 0.5 / share, 0.5 / (1 - share))
    ridge = np.full(rows.shape[1], penalty * len(rows))
    ridge[0] = 1e-6
    for _ in range(steps):
        p = 1.0 / (1.0 + np.exp(-np.clip(rows @ weights, -30, 30)))
        gradient = rows.T @ ((p - truth) * heavy) + ridge * weights
        hessian = (rows * (p * (1 - p) * heavy)[:, None]).T @ rows + np.diag(ridge)
        weights -= np.linalg.solve(hessian, gradient)
    return weights


def learned(made: Sequence[Pair]) -> dict[str, dict[str, float]]:
    """Weights for one name and for two."""
    weights = {}
    for kind in (scoring.ONE_NAME, scoring.TWO_NAMES):
        weights[kind] = fitted([p for p in made if scoring.model_of(p.a, p.b) == kind])
    own = weights[scoring.TWO_NAMES]
    told = [context_part(p, own) for p in made if p.a.key != p.b.key]
    own[scoring.CONTEXT_AT_MOST] = round(float(np.quantile(told, 0.995)), 2)
    return weights


def fitted(made: Sequence[Pair]) -> dict[str, float]:
    """Weights by feature; a feature that would speak against what it says is left out."""
    found = [scoring.features(p.a, p.b) for p in made]
    truth = np.array([float(p.is_one) for p in made])
    names = ["bias", *sorted({name for row in found for name in row} - {"bias"})]
    while True:
        rows = np.array([[row.get(name, 0.0) for name in names] for row in found])
        weights = dict(zip(names, regression(rows, truth, penalty=0.001).tolist(), strict=True))
        wrong = [n for n in names if (n in SPEAKS_FOR and weights[n] < 0) or (n in SPEAKS_AGAINST and weights[n] > 0)]
        if not wrong:
            return {name: round(weight, 2) for name, weight in weights.items()}
        names = [name for name in names if name not in wrong]


def context_part(pair: Pair, weights: dict[str, float]) -> float:
    """What of a pair's score is not of its names and types."""
    found = scoring.features(pair.a, pair.b)
    said = scoring.of_names(pair.a.name, pair.a.type, pair.b.name, pair.b.type)
    return sum(value * weights.get(name, 0.0) for name, value in found.items() if name not in said)


def enc(made: Sequence[Pair]) -> list[float]:
    """The cosine of Enc(type, name, description) of each pair."""
    embedder = get_embedder()
    names = sorted({f"{p.type} {p.name}".strip() for pair in made for p in (pair.a, pair.b)})
    vectors = dict(zip(names, embedder.embed(names), strict=True))
    found = []
    for pair in made:
        a, b = (vectors[f"{p.type} {p.name}".strip()] + p.meaning for p in (pair.a, pair.b))
        found.append(float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b))))
    return found


def neighbours(names: int = 100_000, dimensions: int = 384) -> dict:
    """What the exact scan for candidates costs at a size at which an approximate index would still earn little."""
    draw = np.random.default_rng(0)
    vectors = draw.standard_normal((names, dimensions), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    took = []
    for vector in vectors[:20]:
        began = time.perf_counter()
        np.argpartition(-(vectors @ vector), NEAREST)
        took.append((time.perf_counter() - began) * 1000)
    return {"names": names, "k": NEAREST, "median_ms": round(statistics.median(took), 2), "recall": 1.0}


def best_threshold(made: Sequence[Pair], scores: Sequence[float]) -> float:
    """The one of highest F1."""
    return max(np.linspace(0.3, 0.98, 69), key=lambda t: f1(made, [s >= t for s in scores])["f1"])


def f1(made: Sequence[Pair], decided: Sequence[bool]) -> dict:
    """Of deciding that two are one."""
    hits = sum(p.is_one and d for p, d in zip(made, decided, strict=True))
    precision = hits / max(sum(decided), 1)
    recall = hits / max(sum(p.is_one for p in made), 1)
    both = 2 * precision * recall / max(precision + recall, 1e-9)
    return {"precision": round(precision, 4), "recall": round(recall, 4), "f1": round(both, 4)}


def measured(made: Sequence[Pair], decided: Sequence[bool]) -> dict:
    """F1 over all, and the share that is right of each kind."""
    kinds = {p.kind: [] for p in made}
    for pair, one in zip(made, decided, strict=True):
        kinds[pair.kind].append(float(pair.is_one == one))
    return {**f1(made, decided), "right": {kind: figures.mean(right) for kind, right in sorted(kinds.items())}}


def main() -> None:
    """Make the pairs and the weights, or measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make")
    making.add_argument("--data", type=Path, required=True)
    commands.add_parser("measure")
    arguments = parser.parse_args()
    if arguments.command == "make":
        found = alignment_pairs.entities(arguments.data, get_embedder())
        alignment_pairs.write(alignment_pairs.pairs([e for e in found if e.is_kept], NUMBER, 0), PAIRS)
        others = [e for e in found if not e.is_kept]
        COMMON.write_text(json.dumps(common_items(others), ensure_ascii=False, separators=(",", ":")) + "\n")
        scoring.common.cache_clear()
        training = alignment_pairs.pairs(others, LEARNED_FROM, 1)
        threshold = best_threshold(training, enc(training))
        model = {"about": "benchmarks/alignment.py make", "cosine": round(float(threshold), 2), **learned(training)}
        MODEL.write_text(json.dumps(model, indent=1) + "\n")
        scoring.shipped.cache_clear()
        print(f"{len(found)} entities, {len(training)} pairs to learn from")
    made = alignment_pairs.read(PAIRS)
    threshold = json.loads(MODEL.read_text())["cosine"]
    scores = [scoring.score(p.a, p.b).s for p in made]
    result = {
        "pairs": len(made),
        "theta": scoring.THETA,
        "contextual score": measured(made, [s >= scoring.THETA for s in scores]),
        "name key only": measured(made, [p.a.key == p.b.key for p in made]),
        "embedding only": {"threshold": threshold, **measured(made, [s >= threshold for s in enc(made)])},
    }
    result["candidates, exact scan"] = neighbours()
    print(json.dumps(result, indent=1))
    machine.write("alignment", result)


if __name__ == "__main__":
    main()

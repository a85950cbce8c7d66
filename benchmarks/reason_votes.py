"""Learns which of the answers that paths of a graph lead to is right (ER-06): `retrieval/reason/votes.json`.

    python benchmarks/reason_votes.py --data PATH [--kbs DIR] [--folds 5] [--write]

PATH holds ``timequestions``, whose facts are imported as ``reason.py`` does, ``icews14``, asked in the wordings of
``reason_wordings.py``, and ``pat-questions``, whose questions of two hops (of December 2021) are made a graph: of each
the value that holds, or held before, and what is told of it. A question that is explored has up to forty verdicts,
each a path with its answers; one is right where it holds a gold answer. Questions of two hops are explored whether or
not they are read step by step. A conditional logit (McFadden, 1974) learns to take a right verdict from TimeQuestions
and every fifth question of two hops, with weights for questions for a time and for all others that are drawn to one
another. Printed is how many questions are right by the scores of paths alone, and by weights that have seen no question
with the same gold answers, of events none at all. ``--write`` learns from all.
"""

from __future__ import annotations

import argparse
import gzip
import json
import tempfile
import tomllib
import zlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import event_graph
import machine
import numpy as np
import reason_wordings
import texts
from reason import FULL, HEAD, Asked, answerable, named, plain, store
from scipy.optimize import minimize

from timeweave.question.logical.form import Wants
from timeweave.retrieval.reason import votes
from timeweave.retrieval.reason.reasoning import answer_text, planned, walk
from timeweave.retrieval.searching import Query, Sources, pose

SHIPPED = Path(votes.__file__).with_name("votes.json")
EACH = 5  # only each so-manieth question of two hops is asked; the graph holds all of them
LABELS = {
    "P6": "head of government", "P35": "head of state", "P54": "member of sports team", "P108": "employer",
    "P488": "chairperson", "P286": "head coach", "P102": "member of political party", "P127": "owned by",
    "P39": "position held", "P1365": "replaces", "P19": "place of birth", "P115": "home venue", "P69": "educated at",
    "P159": "headquarters location", "P112": "founded by", "P26": "spouse", "P27": "country of citizenship",
    "P17": "country", "P169": "chief executive officer", "P1037": "director / manager",
}  # fmt: skip
"""What Wikidata calls the properties of PAT-Questions."""
APART, ALL = 0.01, 0.01  # how dear weights are, those of times beside all others, and all of them


Weights = tuple[np.ndarray, np.ndarray]
"""Of questions for something else, and of those for a time."""


@dataclass(frozen=True, eq=False)
class Explored:
    """A question with the features of its verdicts (verdicts × features), and which of them are right; none where
    it is read whole or step by step, and ``otherwise`` whether what is answered then is right.
    """

    asked: Asked
    wants_time: bool
    features: np.ndarray
    right: np.ndarray
    otherwise: bool

    @property
    def tells(self) -> bool:
        """Whether there is something to learn from: right verdicts and wrong ones."""
        return bool(self.right.any() and not self.right.all())

    def fold(self, folds: int) -> int:
        return zlib.crc32("|".join(sorted(self.asked.gold)).encode()) % folds


def explored(asked: Asked, sources: Sources, names: list[str], *, freely: bool) -> Explored:
    plan = planned(pose(Query(asked.text), sources).request, FULL)
    exact = None if freely else plan.along_chain()
    is_read = exact is not None
    exact = exact if is_read or freely else plan.exactly()
    right = exact is not None and named(answer_text(exact), asked.gold)
    wants_time = plan.form.wants in (Wants.TIME, Wants.DURATION)
    guide = None if is_read or (exact is not None and exact.exact) else plan.guide()
    if guide is not None:
        judge, verdicts, _ = walk(guide, plan)
        compared = votes.candidates(verdicts)
        if compared and judge.meanings is not None:
            rows = votes.features(compared, plan.form, judge.asked, judge.meanings)
            names[:] = sorted(rows[0])
            texts = ("; ".join(text for text, _ in v.answers) for v in compared)
            hits = np.array([named(text, asked.gold) for text in texts])
            return Explored(asked, wants_time, np.array([[r[n] for n in names] for r in rows], float), hits, right)
    return Explored(asked, wants_time, np.zeros((0, 0)), np.zeros(0, bool), right)


def learned(questions: Sequence[Explored]) -> Weights:
    """The weights of questions for something else, and of those for a time."""
    told = [q for q in questions if q.tells]
    every = np.vstack([q.features for q in told])
    spread = every.std(axis=0) + 1e-9
    size = every.shape[1]

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        whole, gradient = 0.0, np.zeros_like(weights)
        for q in told:
            scaled = q.features / spread
            sums = scaled @ (weights[:size] + weights[size:] * q.wants_time)
            chances = np.exp(sums - sums.max())
            chances /= chances.sum()
            of_right = chances * q.right
            whole -= np.log(of_right.sum())
            step = scaled.T @ (chances - of_right / of_right.sum())
            gradient += np.concatenate([step, step * q.wants_time])
        dear = np.concatenate([np.full(size, ALL), np.full(size, APART)])
        return whole / len(told) + float(dear @ weights**2), gradient / len(told) + 2 * dear * weights

    found = minimize(loss, np.zeros(2 * size), jac=True, method="L-BFGS-B").x
    return found[:size] / spread, (found[:size] + found[size:]) / spread


def chosen_rightly(q: Explored, weights: Weights | None) -> bool:
    """Whether the verdict that is taken is right; without weights the one of the best score, the first."""
    if not len(q.right):
        return q.otherwise
    return bool(q.right[0 if weights is None else int((q.features @ weights[q.wants_time]).argmax())])


def accuracy(questions: Sequence[Explored], right: Sequence[bool]) -> dict:
    by_kind = defaultdict(list)
    for q, hit in zip(questions, right, strict=True):
        by_kind[q.asked.kind].append(hit)
    return {
        "accuracy": round(sum(right) / len(right), 3),
        "by type": {kind: round(sum(hits) / len(hits), 3) for kind, hits in by_kind.items()},
    }


def timequestions(data: Path) -> tuple[str, list[Asked]]:
    """The facts as a table, and the questions of which a gold answer occurs in them."""
    facts = gzip.decompress((data / "timequestions" / "facts.tsv.gz").read_bytes()).decode()
    return facts, list(answerable(data / "timequestions" / "questions_dev.jsonl.gz", plain(facts)))


def two_hops(data: Path) -> tuple[str, list[Asked]]:
    """The facts of the questions of two hops as a table, and every few of the questions."""
    rows: dict[str, None] = {}
    asked = []
    for q in texts.read_lines(data / "pat-questions" / "Dec2021_multihop.jsonl.gz"):
        first, second = (LABELS[p] for p in q["relations"])
        valid = "\t2019" if "previous" in q["question"] or " before " in q["question"] else "2020\t"
        for middle in q["intermediate entities"]:
            rows[f"{q['subject']['subLabel']}\t{first}\t{middle['Label']}\t{valid}"] = None
            rows |= {f"{middle['Label']}\t{second}\t{a}\t\t": None for a in q["text answers"]}
        asked.append(Asked("two hops", q["question"], tuple(g for a in q["text answers"] if (g := plain(a)))))
    return HEAD + "".join(f"{row}\n" for row in rows), [q for q in asked[::EACH] if q.gold]


def events(data: Path) -> tuple[str, list[Asked]]:
    """Events of a year as a table, and questions about them in wordings that the reading was not built on."""
    table = HEAD + "".join(f"{row}\n" for row in dict.fromkeys(event_graph.icews14(data / "icews14")))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "icews.tsv"
        path.write_text(table, encoding="utf-8")
        sets = tomllib.loads(reason_wordings.WORDINGS.read_text())
        asked = (q for name in sets for q in reason_wordings.questions(path, name, 5))
        return table, [Asked(q.kind, q.text, tuple(plain(g) for g in q.gold)) for q in asked]


SETS = {"timequestions": timequestions, "two hops": two_hops, "events": events}
LEARNED = {"timequestions": 1, "two hops": 5}
"""From which sets the vote is learned, and from which of their questions: each so-manieth."""
FREELY = ("two hops",)


def gathered(name: str, data: Path, home: Path, names: list[str]) -> list[Explored]:
    """The questions of a set, each with the verdicts of its graph."""
    facts, asked = SETS[name](data)
    table = home.with_suffix(".facts") / "facts.tsv"
    table.parent.mkdir(parents=True, exist_ok=True)
    table.write_text(facts, encoding="utf-8")
    with store(home, table) as sources:
        return [explored(q, sources, names, freely=name in FREELY) for q in asked]


def measured(name: str, questions: Sequence[Explored], by_fold: Sequence[Weights], whole: Weights) -> dict:
    """How many of a set are right, by how the answer is taken."""
    some = sum(bool(q.right.any()) or q.otherwise for q in questions)
    seen = name in LEARNED
    left_out = [chosen_rightly(q, by_fold[q.fold(len(by_fold))] if seen else whole) for q in questions]
    return {
        "questions": len(questions),
        "explored": sum(len(q.right) > 0 for q in questions),
        "some verdict right": round(some / len(questions), 3),
        "by scores of paths": accuracy(questions, [chosen_rightly(q, None) for q in questions]),
        "by the vote, left out": accuracy(questions, left_out),
    }


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--kbs", type=Path, help="keep the stores here, and take those that are there")
    arguments.add_argument("--folds", type=int, default=5)
    arguments.add_argument("--write", action="store_true")
    given = arguments.parse_args()
    names: list[str] = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.kbs or Path(scratch)
        sets = {name: gathered(name, given.data, folder / f"{name}.kb", names) for name in SETS}
    questions = [q for name, every in LEARNED.items() for q in sets[name][::every]]
    by_fold = [learned([q for q in questions if q.fold(given.folds) != fold]) for fold in range(given.folds)]
    entity, time = whole = learned(questions)
    figures = {name: measured(name, asked, by_fold, whole) for name, asked in sets.items()}
    print(json.dumps(figures, indent=1))
    print(machine.write("reason_votes", figures))
    if given.write:
        shipped: votes.WeightsJson = {
            "about": "conditional logit over verdicts of exploration; benchmarks/reason_votes.py",
            "entity": {n: round(float(w), 4) for n, w in zip(names, entity, strict=True)},
            "time": {n: round(float(w), 4) for n, w in zip(names, time, strict=True)},
        }
        SHIPPED.write_text(f"{json.dumps(shipped, indent=1)}\n", encoding="utf-8")


if __name__ == "__main__":
    main()

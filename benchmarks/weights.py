"""The weights of what is fused, by cross-validation on the development halves of ECT-QA and TimeQA.

    python benchmarks/weights.py --ect PATH/TO/ect-qa --ect-kb READY --timeqa PATH/TO/timeqa --timeqa-kb READY

A coordinate search over a small grid runs on all folds but one and is judged on that one. Questions on one company or
of one page stay in one fold. What is searched for is remembered per question, so that weighing anew searches no more.
The result is written to ``benchmarks/results/weights.json``: figures with the weights as they are, with those of the
folds (on questions that they were not chosen on), what each fold chose, and how the figure moves with each weight.
"""

from __future__ import annotations

import argparse
import collections
import datetime as dt
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import ect_qa_data
import figures
import machine
import numpy as np
import texts
import timeqa

from timeweave.embedding import get_embedder
from timeweave.embedding.base import Embedder
from timeweave.indexes import Indexes
from timeweave.question import read_question
from timeweave.results import Evidence
from timeweave.retrieval.base import IndexReader, Request
from timeweave.retrieval.entity_lookup import IndexedEntities
from timeweave.retrieval.passages.fused import PassageOptions, PassageWeights
from timeweave.retrieval.passages.passages import retrieve_passages
from timeweave.retrieval.reading import Reading
from timeweave.store.base import View
from timeweave.store.sqlite import SqliteStore
from timeweave.temporal.scope import query_scope

NOW = dt.date(2026, 1, 1)
FOLDS = 4
ROUNDS = 2

Grid = Mapping[str, tuple[float, ...]]
Score = Callable[[Sequence[Evidence]], float]

CELLS: Grid = {
    "lexical": (0.3, 0.6, 0.9),
    "valid": (0.1, 0.2, 0.4),
    "report": (0.1, 0.2, 0.4),
    "outside": (0.05, 0.15, 0.3),
}
NARRATIVE: Grid = {
    "story_valid": (0.2, 0.4, 0.6),
    "story_document": (0.5, 1.0, 1.5),
    "story_near": (0.0, 0.2, 0.4),
}


class Remembering:
    """An index whose answers are kept: the next weighing asks for most of them again."""

    def __init__(self, index: IndexReader) -> None:
        self._index = index
        self._kept: dict[tuple, Any] = {}

    def dense(self, query: np.ndarray, k: int, **filters: Any) -> Any:
        return self._keep("dense", query.tobytes(), k, filters, lambda: self._index.dense(query, k, **filters))

    def lexical(self, terms: Any, k: int, **filters: Any) -> Any:
        words = tuple(sorted(terms))
        return self._keep("lexical", words, k, filters, lambda: self._index.lexical(terms, k, **filters))

    def parted(self, keys: Sequence[Any], terms: Any) -> np.ndarray:
        query = (tuple(keys), tuple(sorted(terms)))
        return self._keep("parted", query, 0, {}, lambda: self._index.parted(keys, terms))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._index, name)

    def _keep(self, kind: str, query: Any, k: int, filters: Mapping[str, Any], ask: Callable[[], Any]) -> Any:
        documents = filters.get("documents")
        scope = tuple(filters.get("scope", ()))
        key = (kind, query, k, scope, filters.get("entity"), None if documents is None else documents.tobytes())
        if key not in self._kept:
            self._kept[key] = ask()
        return self._kept[key]


@dataclass(frozen=True, slots=True)
class Case:
    """A question as the retriever gets it, what its evidence is worth, and what it hangs together with."""

    request: Request
    reading: Reading
    score: Score
    group: str


def understood(text: str, view: View, index: IndexReader, embedder: Embedder, budget: int) -> Request:
    """The request that a search for ``text`` makes, with an index and an embedder that remember."""
    kept: dict[tuple[str, ...], np.ndarray] = {}

    def embed(wanted: Sequence[str]) -> np.ndarray:
        if tuple(wanted) not in kept:
            kept[tuple(wanted)] = embedder.embed(list(wanted))
        return kept[tuple(wanted)]

    vector = embedder.embed([text])[0]
    lookup = IndexedEntities(view, index, embedder, vector)
    question = read_question(text, query_scope(text, now=NOW), lookup)
    return Request(question, vector, view, Remembering(index), embed, budget)


def ect_cases(data: Path, view: View, index: IndexReader, embedder: Embedder, every: int) -> list[Case]:
    """Answerable questions at 1,000 tokens, worth the share of their evidence that is found."""

    def scored(asked: ect_qa_data.GoldQuestion) -> Score:
        def score(evidence: Sequence[Evidence]) -> float:
            by_document = collections.defaultdict(list)
            for e in evidence:
                by_document[e.document_id].append((e.start, e.end, e.text))
            return statistics.fmean(texts.is_found(g.text, by_document[g.document_id]) for g in asked.evidence)

        return score

    cases = []
    for asked in [q for q in ect_qa_data.questions(data) if q.evidence][::every]:
        request = understood(asked.text, view, index, embedder, 1000)
        cases.append(Case(request, Reading(view), scored(asked), asked.company))
    return cases


def timeqa_cases(data: Path, view: View, index: IndexReader, embedder: Embedder, every: int) -> list[Case]:
    """Answerable questions at 400 tokens, worth 1 when a gold span stands whole in one stretch."""
    return [
        Case(
            understood(asked.text, view, index, embedder, 400),
            Reading(view),
            lambda evidence, asked=asked: float(timeqa.is_found(asked, evidence)),
            asked.page,
        )
        for asked in [q for q in timeqa.read(data)[1] if q.gold][::every]
    ]


class Trial:
    """Scores of all cases under given weights, each setting tried once."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self.cases = cases
        groups = sorted({c.group for c in cases})
        self.folds = np.array([groups.index(c.group) % FOLDS for c in cases])
        self._tried: dict[PassageWeights, np.ndarray] = {}

    def scores(self, weights: PassageWeights) -> np.ndarray:
        if weights not in self._tried:
            options = PassageOptions(weights=weights)
            found = [c.score(retrieve_passages(c.request, options, c.reading).evidence) for c in self.cases]
            self._tried[weights] = np.array(found)
        return self._tried[weights]

    def search(self, grid: Grid, chosen_on: np.ndarray) -> PassageWeights:
        """From the weights as they are, one at a time to what is best on the given questions; ties stay."""
        best = PassageWeights()
        for _ in range(ROUNDS):
            before = best
            for name, values in grid.items():
                for value in values:
                    tried = replace(best, **{name: value})
                    if self.scores(tried)[chosen_on].mean() > self.scores(best)[chosen_on].mean() + 1e-9:
                        best = tried
            if best == before:
                break
        return best

    def report(self, grid: Grid) -> dict:
        """Figures with the weights as they are and as each fold chose them on the other questions."""
        now = PassageWeights()
        as_is, held_out, chosen = self.scores(now), np.zeros(len(self.cases)), []
        for fold in range(FOLDS):
            weights = self.search(grid, self.folds != fold)
            held_out[self.folds == fold] = self.scores(weights)[self.folds == fold]
            chosen.append({name: asdict(weights)[name] for name in grid})
        groups = [c.group for c in self.cases]
        moved = {
            name: {str(v): round(float(self.scores(replace(now, **{name: v})).mean()), 4) for v in values}
            for name, values in grid.items()
        }
        return {
            "weights": {name: asdict(now)[name] for name in grid},
            "as_they_are": figures.mean(as_is.tolist(), groups),
            "chosen_by_the_other_folds": figures.mean(held_out.tolist(), groups),
            "folds": chosen,
            "one_weight_moved": moved,
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("ect", "ect-kb", "timeqa", "timeqa-kb"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1, help="only one question in so many")
    args = parser.parse_args()
    embedder, result = get_embedder(None), {"folds": FOLDS, "every": args.every}
    with ExitStack() as stack:
        sets = [
            ("ect_qa_at_1000", args.ect_kb, args.ect, ect_cases, CELLS),
            ("timeqa_at_400", args.timeqa_kb, args.timeqa, timeqa_cases, NARRATIVE),
        ]
        for name, folder, data, cases_of, grid in sets:
            started = time.perf_counter()
            store = SqliteStore.open(folder, create=False, read_only=True)
            stack.callback(store.close)
            view = stack.enter_context(store.view())
            cases = cases_of(data, view, Indexes(store.folder).reader(view), embedder, args.every)
            result[name] = Trial(cases).report(grid)
            print(name, len(cases), f"{time.perf_counter() - started:.0f} s", flush=True)
            for figure in ("as_they_are", "chosen_by_the_other_folds"):
                print(" ", figure, figures.shown(result[name][figure]), flush=True)
    machine.write("weights", result)


if __name__ == "__main__":
    main()

"""How well readers tell what answers a question, side by side, on published text that none of them learned from.

    python benchmarks/reader_scores.py PROPOSALS [NAME=READER.onnx …]

PROPOSALS is what `arbiter.py gather` wrote of the sets of `arbiter_sets.OPEN`. Of each question the nearest lines are
read, each right or not by itself, and, without their documents, the answers put forward in words of the text. The
packaged reader is measured beside those that are named, as `reader_graph.py` writes them; ``results/reader.json`` has
what came of it. It takes some six minutes a reader on one core.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import machine
import numpy as np
import texts
from arbiter_sets import OPEN
from sklearn.metrics import roc_auc_score

from timeweave.answering.arbiter.features import QUOTING
from timeweave.answering.extractive.sentences import READING
from timeweave.embedding.minilm import open_graph
from timeweave.embedding.reader import GRAPH, AnswerReader, Excerpt, Reader

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

READ = 24  # lines
PACKAGED = "packaged"


@dataclass(frozen=True, slots=True)
class Read:
    """The texts read with one question: which are right, how near each is, and what the reader says of each."""

    answerable: bool
    right: np.ndarray
    near: np.ndarray
    said: np.ndarray


class GraphReader(Reader):
    """A reader of another graph than the packaged one."""

    def __init__(self, graph: Path) -> None:
        super().__init__(threads=1)
        self._opened = open_graph(graph, 1)

    @property
    def _session(self) -> InferenceSession:
        return self._opened


def gathered(folder: Path) -> Iterator[dict]:
    for name in sorted(OPEN):
        yield from texts.read_lines(folder / f"{name}.jsonl")


def of_lines(row: dict, reader: AnswerReader) -> Read:
    """The nearest lines of a question."""
    lines = row["lines"][:READ]
    said = reader(row["question"], [Excerpt(x["text"], x["about"]) for x in lines])
    return _read(row, lines, [x["near"] for x in lines], said)


def of_answers(row: dict, reader: AnswerReader) -> Read:
    """The answers put forward in words of the text."""
    answers = [p for p in row["proposals"] if p["by"] in QUOTING]
    said = reader(row["question"], [Excerpt(" ".join(p["answer"].split())) for p in answers])
    return _read(row, answers, [0.0] * len(answers), said)


def _read(row: dict, some: Sequence[Mapping], near: Sequence[float], said: np.ndarray) -> Read:
    right = np.array([x["right"] and row["answerable"] for x in some], bool)
    return Read(row["answerable"], right, np.array(near), said)


def figures(reads: Sequence[Read]) -> dict:
    """Of questions with a right text: how often the first is right, and one of three. Of all: the areas under the
    curve of every text, of the first one, and of whether the question can be answered.
    """
    some = [r for r in reads if len(r.said)]
    mixed = [r for r in some if r.right.any()]

    def first(worth: Callable[[Read], np.ndarray], number: int = 1) -> float:
        return round(float(np.mean([r.right[np.argsort(-worth(r), kind="stable")[:number]].any() for r in mixed])), 3)

    def area(right: Sequence[bool] | np.ndarray, said: Sequence[float] | np.ndarray) -> float:
        return round(float(roc_auc_score(right, said)), 3)

    best = [float(r.said.max()) for r in some]
    return {
        "questions": len(mixed),
        "first right": first(lambda r: r.said),
        "first right, with nearness": first(lambda r: r.near + READING * r.said),
        "first right, by nearness": first(lambda r: r.near),
        "one of three right": first(lambda r: r.said, 3),
        "area": area(np.concatenate([r.right for r in some]), np.concatenate([r.said for r in some])),
        "area, first right": area([r.right[r.said.argmax()] for r in some], best),
        "area, answerable": area([r.answerable for r in some], best),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("proposals", type=Path)
    parser.add_argument("others", nargs="*", metavar="NAME=READER.onnx")
    given = parser.parse_args()
    graphs = {PACKAGED: GRAPH} | {name: Path(path) for name, path in (other.split("=", 1) for other in given.others)}
    rows = list(gathered(given.proposals))
    result = {}
    for name, graph in graphs.items():
        reader = GraphReader(graph)
        result[name] = {
            "lines": figures([of_lines(row, reader) for row in rows]),
            "answers": figures([of_answers(row, reader) for row in rows]),
        }
        print(name, json.dumps(result[name]), flush=True)
    print(machine.write("reader", result))


if __name__ == "__main__":
    main()

"""The second stage of training the reader: questions about text as it was published, with the lines read for each.

    pip install torch onnx
    python benchmarks/reader_adapting.py PROPOSALS UPDATES.npz [--leave-out SET …] [--steps 420]
    python benchmarks/reader_graph.py UPDATES.npz [--out READER.onnx]

PROPOSALS is what `arbiter.py gather` wrote: of each question the lines, the nearest first, and which of them hold
the answer. Training goes on from the packaged reader (transfer, then adapt: TANDA, Garg et al. 2020), three steps
in ten on pages and small worlds that it knows, so that it does not lose them. Of the lines that do not answer those
that are nearest to the question are drawn first.

What the arbiter learns of a set must come from a reader that was not trained on its questions: train one for each
third of the sets (``--leave-out``), and gather those sets with ``arbiter.py gather --reader``. Says, of the sets
left out, how often the first line is right before and after. On two cores without AMX a step of 120 texts takes
some two seconds.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import reader
import torch
from arbiter_sets import OPEN
from onnx import load, numpy_helper
from reader import Drawing, Group, Tensors, Tokenizing

from timeweave.embedding.reader import GRAPH

KNOWN = ("timeqa", "menatqa", "posts", "talk", "worlds", "plain worlds")
OF_KNOWN = 0.3  # of the questions of a step
QUESTIONS, TEXTS = 10, 12  # of a step
LINES = 40  # of a question
FEWEST = 5  # lines, else there is nothing to choose
RATE, WARMING = 3e-4, 30
NEAREST = 0.7  # of those lines that do not answer and are nearest
SHOWN = {(True, False): 0.95, (False, False): 0.05}


def packaged_updates() -> Tensors:
    """The low-rank updates of the packaged reader."""
    graph = load(str(GRAPH), load_external_data=False).graph
    held = {t.name: numpy_helper.to_array(t) for t in graph.initializer if t.name.endswith("_half")}
    return {name.removesuffix("_half"): torch.tensor(a.astype(np.float32)) for name, a in held.items()}


def groups(proposals: Path, sets: Sequence[str], tokens: Tokenizing, lines: int) -> list[Group]:
    reader.READ = lines
    return [g for name in sets for g in reader.read_lines(proposals / f"{name}.jsonl", tokens)]


class Adapting(Drawing):
    """Steps of questions drawn from two pools, each with some lines that answer and the nearest of the others."""

    def __init__(self, published: Sequence[Group], known: Sequence[Group], tokens: Tokenizing) -> None:
        super().__init__([*published, *known], tokens)
        self._published = [g for g in published if len(g.parts) >= FEWEST]
        self._known = known

    def step(self) -> tuple[list[reader.Row], torch.Tensor, torch.Tensor]:
        draw = self._draw
        pools = (self._known if draw.random() < OF_KNOWN else self._published for _ in range(QUESTIONS))
        return self._step([draw.choice(pool) for pool in pools])

    def _chosen(self, group: Group) -> list[int]:
        told, rest = ([int(i) for i in np.flatnonzero(group.right == is_right)] for is_right in (True, False))
        self._draw.shuffle(told)
        told = told[: self._draw.choice([1, 1, 2, 3])]
        most = TEXTS - len(told)
        near, others = rest[:most], rest[most:]
        self._draw.shuffle(others)
        first = [place for place in near if self._draw.random() < NEAREST]
        return [*told, *first, *others, *(place for place in near if place not in first)][:TEXTS]


def adapt(updates: Tensors, drawing: Adapting, steps: int) -> None:
    base = reader.base_weights()
    parameters = [t.requires_grad_(True) for t in updates.values()]
    method = torch.optim.AdamW(parameters, lr=RATE, weight_decay=0.01)
    started = time.monotonic()
    values: list[float] = []
    for number in range(1, steps + 1):
        for some in method.param_groups:
            some["lr"] = RATE * min(1, number / WARMING) * (0.02 + 0.49 * (1 + math.cos(math.pi * number / steps)))
        rows, right, counts = drawing.step()
        value = reader.loss(reader.by_length(base, updates, rows), right, counts)
        method.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        method.step()
        values.append(value.item())
        if number % 50 == 0:
            print(f"{number} loss {np.mean(values[-50:]):.3f} after {time.monotonic() - started:.0f} s", flush=True)
    for tensor in parameters:
        tensor.requires_grad_(False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("proposals", type=Path)
    parser.add_argument("updates", type=Path)
    parser.add_argument("--leave-out", nargs="+", default=[])
    parser.add_argument("--steps", type=int, default=420)
    given = parser.parse_args()
    reader.TEXTS, reader.SHOWN = TEXTS, SHOWN
    tokens = Tokenizing()
    updates = packaged_updates()
    left = groups(given.proposals, given.leave_out, tokens, 24)
    if left:
        print("before", json.dumps(reader.told_of(left, reader.base_weights(), updates)), flush=True)
    published = groups(given.proposals, sorted(OPEN - set(given.leave_out)), tokens, LINES)
    known = groups(given.proposals, KNOWN, tokens, LINES)
    adapt(updates, Adapting(published, known, tokens), given.steps)
    reader.save(updates, given.updates)
    if left:
        print("after", json.dumps(reader.told_of(left, reader.base_weights(), updates)), flush=True)


if __name__ == "__main__":
    random.seed(0)
    main()

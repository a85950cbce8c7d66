"""Trains the reader: all layers of the packaged MiniLM, read as a cross-encoder.

    pip install torch
    python benchmarks/reader.py ONE.npz --groups GROUPS.jsonl [--steps 4800] [--leave-out SET …]
    python benchmarks/reader.py OTHER.npz --groups GROUPS.jsonl --steps 4600 --rate 1e-4 --joined 0.15 --seed 1
    python benchmarks/reader.py TRAINED.npz --mean ONE.npz OTHER.npz
    python benchmarks/reader_graph.py TRAINED.npz
    python benchmarks/reader_scores.py PROPOSALS

GROUPS are of `reader_data.py`. A step reads 64 questions with eight texts each, some without what they are about; the
loss is that of each text alone and of the right ones among those of their question. Texts that seem to answer are shown
more often. Of one question in five a year, a name or an opposite is changed, so that what answered it answers it no
more; of ``--joined`` of them one or two texts are lengthened by another. The table of words stays as it is. Sets that
are left out are never trained on. ``--mean`` takes the mean of the weights of several (Wortsman et al. 2022). A step
takes 26 ms on a large graphics card (an H200) that does nothing else, without a card some ten seconds.

The packaged reader is the mean of these two, but their heads had begun apart (each drawn by its seed): what it says
orders texts better than either and lies nearer to 0 than log-odds do. Heads begin alike now.
"""

from __future__ import annotations

import argparse
import calendar
import math
import random
import re
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import texts
import torch
from minilm_graph import LAYERS, packaged_weights
from reader_data import WRITTEN
from reader_graph import BIASED, NORMS, place
from torch.nn import functional

from timeweave.embedding.minilm import WEIGHTS, packaged
from timeweave.embedding.reader import ABOUT_TOKENS, QUESTION_TOKENS, part_row
from timeweave.language.tokens import shared_tokenizer

HEADS, WIDE = 12, 384
INNER = 64  # units of the head
QUESTIONS, TEXTS = 64, 8  # of a step
TEXT_TOKENS, JOINED_TOKENS = 80, 96  # trained on
HEAD_RATE = 1e-3
DROPPED = 0.1  # of the activations
CHANGED = 0.22  # of the questions
WITH_ABOUT = 0.75  # of the texts are shown with what they are about
TEMPTED = 0.6  # of the texts that seem to answer are shown before others
WARM = 200  # steps until the rate is whole
EPSILON = 1e-12  # of the norms
HEAD = ("seg", "c1", "c2", "W1", "W2")
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
MOST = {
    "wiki": 4000,
    "reddit": 3000,
    "amazon": 2500,
    "realtimeqa": 1800,
    "friends": 2000,
    "policy": 700,
    "covid": 700,
}  # questions of a set in one round; of others all
TIMES = 4  # that each question over published text is read in a round, and each that was made of it
MONTHS = tuple(calendar.month_name)[1:]
OPPOSITES = (
    ("first", "last"),
    ("before", "after"),
    ("increase", "decrease"),
    ("highest", "lowest"),
    ("largest", "smallest"),
    ("joined", "left"),
    ("opened", "closed"),
    ("won", "lost"),
    ("bought", "sold"),
    ("started", "ended"),
)
_YEAR = re.compile(r"\b(?:1[89]\d\d|20[0-4]\d)\b")
_NAME = re.compile(r"(?<!^)\b[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)*")
Tensors = dict[str, torch.Tensor]
Tokens = list[int]
Row = tuple[Tokens, Tokens]


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """A question with its texts: of each what it is about and its words, as tokens; ``right`` says which of them
    answer it, ``tempting`` how much each seems to, ``told`` are the words of those that do.
    """

    name: str
    question: str
    asked: Tokens
    parts: Sequence[tuple[Tokens, Tokens]]
    right: np.ndarray
    tempting: Sequence[int]
    told: str


class Tokenizing:
    """Texts as tokens."""

    def __init__(self) -> None:
        self._tokenizer = shared_tokenizer()

    def __call__(self, some: Sequence[str]) -> list[Tokens]:
        return [list(e.ids) for e in self._tokenizer.encode_batch(list(some), add_special_tokens=False)]

    def group(self, name: str, question: str, items: Sequence[Sequence]) -> Group:
        about, words = (self([i[place] for i in items]) for place in range(2))
        parts = [(a[:ABOUT_TOKENS], w[:TEXT_TOKENS]) for a, w in zip(about, words, strict=True)]
        told = " ".join(text for _, text, is_right, _ in items if is_right)
        right = np.array([bool(is_right) for _, _, is_right, _ in items])
        tempting = [grade for *_, grade in items]
        return Group(name, question, self([question])[0][:QUESTION_TOKENS], parts, right, tempting, told)


def base_weights() -> Tensors:
    """The packaged weights as floats; of each layer the matrices "qkvoif" with their biases, and its norms."""
    held, linear = packaged_weights(packaged(*WEIGHTS))
    names = iter(linear)
    prefix = "inner.embeddings"
    found = {
        "type": held[f"{prefix}.token_type_embeddings.weight"][0],
        "gain": held[f"{prefix}.LayerNorm.weight"],
        "bias": held[f"{prefix}.LayerNorm.bias"],
    }
    for name, table in (("word", "word_embeddings"), ("place", "position_embeddings")):
        weight = f"{prefix}.{table}.weight"
        found[name] = held[f"{weight}_q"].astype(np.float32) * held[f"{weight}_scale"]
    for layer in range(LAYERS):
        for kind, bias in BIASED.items():
            matrix = next(names)
            found[f"{layer}{kind}"] = held[f"{matrix}_q"].astype(np.float32) * held[f"{matrix}_scale"]
            found[f"{layer}{kind}+"] = held[f"{place(layer)}.{bias}.bias"]
        for number, norm in NORMS.items():
            found[f"{layer}gain{number}"] = held[f"{place(layer)}.{norm}.LayerNorm.weight"]
            found[f"{layer}bias{number}"] = held[f"{place(layer)}.{norm}.LayerNorm.bias"]
    return {name: torch.tensor(np.asarray(value, np.float32), device=DEVICE) for name, value in found.items()}


def first_weights(base: Tensors) -> Tensors:
    """What is trained, as it begins: the layers as they are packaged, and a head."""
    draw = np.random.default_rng(0)
    made = {"seg": np.zeros((3, WIDE)), "c1": np.zeros(INNER), "c2": np.array(-1.0)}
    made |= {"W1": draw.normal(0, 0.03, (3 * WIDE, INNER)), "W2": draw.normal(0, 0.1, (INNER, 1))}
    layers = {name: value.clone() for name, value in base.items() if name[0].isdigit()}
    head = {name: torch.tensor(value, dtype=torch.float32, device=DEVICE) for name, value in made.items()}
    return {name: value.requires_grad_() for name, value in (head | layers).items()}


def scores(base: Tensors, trained: Tensors, rows: Sequence[Row], *, training: bool = False) -> torch.Tensor:
    """One score for each row of tokens with their parts."""
    ids, segments, mask = padded(rows)
    count, width = ids.shape
    dropped = DROPPED if training else 0.0

    def product(x: torch.Tensor, name: str) -> torch.Tensor:
        return functional.linear(x, trained[name].t().bfloat16(), trained[f"{name}+"].bfloat16())

    def dropping(x: torch.Tensor) -> torch.Tensor:
        return functional.dropout(x, dropped, training)

    def normed(x: torch.Tensor, layer: int, number: str) -> torch.Tensor:
        gain, bias = trained[f"{layer}gain{number}"], trained[f"{layer}bias{number}"]
        return functional.layer_norm(x, (WIDE,), gain, bias, EPSILON)

    typed = functional.one_hot(segments, len(trained["seg"])).float() @ trained["seg"]  # an index's gradient is slow
    x = base["word"][ids] + base["place"][:width] + base["type"] + typed
    x = functional.layer_norm(x, (WIDE,), base["gain"], base["bias"], EPSILON)
    seen = mask[:, None, None, :] != 0
    for layer in range(LAYERS):
        half = x.bfloat16()
        query, key, value = (product(half, f"{layer}{k}").view(count, width, HEADS, -1).transpose(1, 2) for k in "qkv")
        looks = functional.scaled_dot_product_attention(query, key, value, attn_mask=seen, dropout_p=dropped)
        attended = looks.transpose(1, 2).reshape(count, width, WIDE)
        x = normed(x + dropping(product(attended, f"{layer}o").float()), layer, "1")
        inner = functional.gelu(product(x.bfloat16(), f"{layer}i"))
        x = normed(x + dropping(product(inner, f"{layer}f").float()), layer, "2")

    def mean(part: int) -> torch.Tensor:
        of_part = (mask * (segments == part)).float()
        return (x * of_part[..., None]).sum(1) / of_part.sum(1, keepdim=True).clamp(min=1)

    question, text = mean(0), mean(1)
    read = dropping(torch.cat([question * text, text, x[:, 0]], -1))
    return (torch.tanh(read @ trained["W1"] + trained["c1"]) @ trained["W2"])[:, 0] + trained["c2"]


def padded(rows: Sequence[Row]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Token ids, parts and mask, in a width of eighths."""
    width = -(-max(len(tokens) for tokens, _ in rows) // 8) * 8
    ids, segments, mask = (np.zeros((len(rows), width), np.int64) for _ in range(3))
    for row, (tokens, parts) in enumerate(rows):
        ids[row, : len(tokens)], segments[row, : len(tokens)], mask[row, : len(tokens)] = tokens, parts, 1
    return torch.tensor(ids).to(DEVICE), torch.tensor(segments).to(DEVICE), torch.tensor(mask).to(DEVICE)


def loss(read: torch.Tensor, right: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """Of each text alone, and of the right ones among those of their question (half as much)."""
    alone = (functional.binary_cross_entropy_with_logits(read, right, reduction="none") * counts).sum() / counts.sum()
    low, none = read.new_tensor(-1e9), read.new_zeros(())
    among = torch.where(counts > 0, read, low).view(-1, TEXTS)
    rights, all_of = right.view(-1, TEXTS), counts.view(-1, TEXTS)
    mixed = (rights.sum(1) > 0) & ((all_of - rights).sum(1) > 0)
    missed = torch.logsumexp(among, 1) - torch.logsumexp(torch.where(rights > 0, among, low), 1)
    return alone + 0.5 * torch.where(mixed, missed, none).sum() / mixed.sum().clamp(min=1)


class Drawing:
    """Steps without end, in rounds; questions of like length together."""

    def __init__(self, groups: Sequence[Group], tokens: Tokenizing, joined: float, seed: int) -> None:
        self._draw = random.Random(seed)
        self._tokens = tokens
        self._joined = joined
        self._by_set: dict[str, list[Group]] = defaultdict(list)
        self._names: dict[str, list[str]] = defaultdict(list)
        for group in groups:
            self._by_set[group.name].append(group)
            self._names[group.name] += [n for n in _NAME.findall(group.question) if n not in MONTHS]

    def __iter__(self) -> Iterator[tuple[list[Row], torch.Tensor, torch.Tensor]]:
        draw = self._draw
        while True:
            chosen = [
                group
                for name, some in self._by_set.items()
                for group in draw.sample(some, min(len(some), MOST.get(name, len(some))))
                for _ in range(TIMES if name.startswith(WRITTEN) else 1)
            ]
            draw.shuffle(chosen)
            for start in range(0, len(chosen), 64 * QUESTIONS):
                alike = sorted(chosen[start : start + 64 * QUESTIONS], key=_length)
                batches = [alike[k : k + QUESTIONS] for k in range(0, len(alike) - QUESTIONS + 1, QUESTIONS)]
                draw.shuffle(batches)
                yield from map(self._step, batches)

    def _step(self, batch: Sequence[Group]) -> tuple[list[Row], torch.Tensor, torch.Tensor]:
        rows: list[Row] = []
        right: list[float] = []
        counts: list[float] = []
        for group in batch:
            asked, is_changed = self._asked(group)
            shows_about = self._draw.random() < WITH_ABOUT
            chosen = self._chosen(group)
            told = [(*group.parts[n], bool(group.right[n]) and not is_changed) for n in chosen]
            if len(told) > 3 and self._draw.random() < self._joined:
                self._join(told)
            for about, words, is_right in told:
                rows.append(part_row(asked, about if shows_about else [], words))
                right.append(float(is_right))
            empty = TEXTS - len(chosen)
            rows += rows[-1:] * empty
            right += [0.0] * empty
            counts += [1.0] * len(chosen) + [0.0] * empty
        return rows, torch.tensor(right, device=DEVICE), torch.tensor(counts, device=DEVICE)

    def _join(self, told: list[tuple[Tokens, Tokens, bool]]) -> None:
        """Lengthen one or two of the texts by another; right where either is, so what is right is never cut."""
        every = list(told)
        for first in self._draw.sample(range(len(told)), self._draw.choice([1, 2])):
            about, words, is_right = every[first]
            _, more, is_more_right = every[self._draw.choice([n for n in range(len(every)) if n != first])]
            if len(words) + len(more) <= JOINED_TOKENS or not is_more_right:
                shown = about if self._draw.random() < 0.5 else []
                told[first] = shown, [*words, *more][:JOINED_TOKENS], is_right or is_more_right

    def _chosen(self, group: Group) -> list[int]:
        told, rest = ([int(i) for i in np.flatnonzero(group.right == is_right)] for is_right in (True, False))
        for some in (told, rest):
            self._draw.shuffle(some)
        grades = [g if g != 1 or self._draw.random() < TEMPTED else 0 for g in group.tempting]
        rest.sort(key=grades.__getitem__, reverse=True)
        return (told[: self._draw.choice([1, 1, 2, 2, 3])] + rest)[:TEXTS]

    def _asked(self, group: Group) -> tuple[Tokens, bool]:
        """The question, or one that differs in a word that what answers it has too; and whether it does."""
        if group.right.any() and self._draw.random() < CHANGED:
            changes = list(self._changes(group))
            if changes:
                start, end, word = self._draw.choice(changes)
                changed = f"{group.question[:start]}{word}{group.question[end:]}"
                return self._tokens([changed])[0][:QUESTION_TOKENS], changed != group.question
        return group.asked, False

    def _changes(self, group: Group) -> Iterator[tuple[int, int, str]]:
        question, told = group.question, group.told
        for found in _YEAR.finditer(question):
            if found.group() in told:
                other = int(found.group()) + self._draw.choice([-5, -3, -2, -1, 1, 2, 3, 5])
                yield found.start(), found.end(), str(other)
        for found in _NAME.finditer(question):
            name = found.group()
            if name in told:
                others = MONTHS if name in MONTHS else self._names[group.name]
                if others:
                    yield found.start(), found.end(), self._draw.choice(others)
        for pair in OPPOSITES:
            for word, other in (pair, pair[::-1]):
                for found in re.finditer(rf"\b{word}\b", question):
                    if re.search(rf"\b{word}\b", told):
                        yield found.start(), found.end(), other


def _length(group: Group) -> float:
    return len(group.asked) + float(np.median([len(words) for *_, words in group.parts]))


def train(drawing: Drawing, out: Path, steps: int, rate: float) -> None:
    base = base_weights()
    trained = first_weights(base)
    parts = [({"params": [v for n, v in trained.items() if (n in HEAD) is head]}, head) for head in (False, True)]
    rates = [HEAD_RATE if head else rate for _, head in parts]
    method = torch.optim.AdamW([part for part, _ in parts], weight_decay=0.01)
    started = time.monotonic()
    values: list[float] = []
    for number, (rows, right, counts) in enumerate(drawing, 1):
        if number > steps:
            break
        share = min(1, number / WARM) * (0.02 + 0.49 * (1 + math.cos(math.pi * number / steps)))
        for parameters, whole in zip(method.param_groups, rates, strict=True):
            parameters["lr"] = whole * share
        value = loss(scores(base, trained, rows, training=True), right, counts)
        method.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(list(trained.values()), 1.0)
        method.step()
        values.append(value.item())
        if number % 100 == 0:
            print(f"{number} loss {np.mean(values[-100:]):.3f} after {time.monotonic() - started:.0f} s", flush=True)
            save(trained, out)
    save(trained, out)


def save(trained: Tensors, out: Path) -> None:
    np.savez(out, **{name: value.detach().cpu().numpy().astype(np.float16) for name, value in trained.items()})


def mean_of(paths: Sequence[Path], out: Path) -> None:
    """The mean of each weight."""
    held = [np.load(path) for path in paths]
    mean = {name: np.mean([some[name].astype(np.float32) for some in held], axis=0) for name in held[0]}
    np.savez(out, **{name: value.astype(np.float16) for name, value in mean.items()})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trained", type=Path)
    parser.add_argument("--groups", type=Path)
    parser.add_argument("--steps", type=int, default=4800)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--joined", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--mean", type=Path, nargs="+")
    parser.add_argument("--leave-out", nargs="+", default=[])
    given = parser.parse_args()
    tokens = Tokenizing()
    if given.groups is not None:
        rows = [row for row in texts.read_lines(given.groups) if row["set"] not in given.leave_out]
        groups = [tokens.group(r["set"], r["question"], r["items"]) for r in rows]
        torch.manual_seed(given.seed)
        train(Drawing(groups, tokens, given.joined, given.seed), given.trained, given.steps, given.rate)
    if given.mean is not None:
        mean_of(given.mean, given.trained)


if __name__ == "__main__":
    main()

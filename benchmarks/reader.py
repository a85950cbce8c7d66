"""Trains the reader: low-rank updates (LoRA) of the upper layers of the packaged MiniLM, read as a cross-encoder.

    pip install jax optax
    python benchmarks/reader.py GROUPS.jsonl UPDATES.npz [--steps 1000] [--minutes 48] [--leave-out SET …]
    python benchmarks/reader_graph.py UPDATES.npz

GROUPS are of `reader_data.py`. A step reads eight questions with six texts each; the loss is that of each text alone
and of the right ones among those of their question. Sets that are left out are never trained on, and what is printed
for them is: the share of questions whose first text is right (of those with some right and some wrong), and the area
under the curve over all their texts. On two cores a step takes some three seconds.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from minilm_graph import LAYERS, packaged_weights
from sklearn.metrics import roc_auc_score

from timeweave.embedding.minilm import WEIGHTS, open_tokenizer, packaged
from timeweave.embedding.reader import QUESTION_TOKENS, TEXT_TOKENS

RANK = 16
FIRST = 3  # layer that is updated
HEADS, WIDE = 12, 384
INNER = 48  # units of the head
QUESTIONS, TEXTS = 8, 6  # of a step
RIGHT = 3  # of them at most
MOST = {"realtimeqa": 2000}  # questions of a set in one round, else:
MOST_OF_OTHERS = 900
WIDTHS = (32, 48, 64, 80, 96)
HELD_BACK = 300  # questions of the sets trained on, to see how it goes
RATE = 1.5e-3
CLS, SEP = 101, 102
BLOGS = ("rust", "letsencrypt", "elixir", "crystal", "servo", "beacon-calls")
Tensors = dict[str, jax.Array]


@dataclass(frozen=True, slots=True)
class Group:
    """A question with its texts as tokens; ``right`` says which of them answer it."""

    name: str
    asked: list[int]
    texts: list[list[int]]
    right: list[bool]


def read_groups(path: Path) -> list[Group]:
    tokenizer = open_tokenizer()
    tokenizer.no_padding()
    tokenizer.no_truncation()

    def tokens(texts: Sequence[str], most: int) -> list[list[int]]:
        return [list(e.ids)[:most] for e in tokenizer.encode_batch(texts, add_special_tokens=False)]

    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        Group(r["set"], tokens([r["question"]], QUESTION_TOKENS)[0], tokens(r["texts"], TEXT_TOKENS), r["right"])
        for r in rows
    ]


def base_weights() -> Tensors:
    """The packaged weights as floats; of each layer the matrices "qkvoif" with their biases, and its norms."""
    held, linear = packaged_weights(packaged(*WEIGHTS))
    names = iter(linear)
    prefix = "inner.embeddings"
    words = held[f"{prefix}.word_embeddings.weight_q"].astype(np.float32)
    places = held[f"{prefix}.position_embeddings.weight_q"].astype(np.float32)
    found = {
        "word": words * held[f"{prefix}.word_embeddings.weight_scale"],
        "place": places * held[f"{prefix}.position_embeddings.weight_scale"],
        "type": held[f"{prefix}.token_type_embeddings.weight"][0],
        "gain": held[f"{prefix}.LayerNorm.weight"],
        "bias": held[f"{prefix}.LayerNorm.bias"],
    }
    biases = {
        "q": "attention.self.query",
        "k": "attention.self.key",
        "v": "attention.self.value",
        "o": "attention.output.dense",
        "i": "intermediate.dense",
        "f": "output.dense",
    }
    for layer in range(LAYERS):
        at = f"inner.encoder.layer.{layer}"
        for kind, bias in biases.items():
            matrix = next(names)
            found[f"{layer}{kind}"] = held[f"{matrix}_q"].astype(np.float32) * held[f"{matrix}_scale"]
            found[f"{layer}{kind}+"] = held[f"{at}.{bias}.bias"]
        for norm, name in (("1", "attention.output"), ("2", "output")):
            found[f"{layer}gain{norm}"] = held[f"{at}.{name}.LayerNorm.weight"]
            found[f"{layer}bias{norm}"] = held[f"{at}.{name}.LayerNorm.bias"]
    return {name: jnp.asarray(value, jnp.float32) for name, value in found.items()}


def first_updates(base: Tensors) -> Tensors:
    """Updates that change nothing yet, and a head."""
    draw = np.random.default_rng(0)
    made: dict[str, Any] = {}
    for layer in range(FIRST, LAYERS):
        for kind in "qkvoif":
            rows, columns = base[f"{layer}{kind}"].shape
            made[f"{layer}{kind}A"] = draw.normal(0, 1 / math.sqrt(rows), (rows, RANK))
            made[f"{layer}{kind}B"] = np.zeros((RANK, columns))
    made |= {"seg": np.zeros(WIDE), "c1": np.zeros(INNER), "c2": np.array(-1.0)}
    made |= {"W1": draw.normal(0, 0.03, (3 * WIDE, INNER)), "W2": draw.normal(0, 0.1, (INNER, 1))}
    return {name: jnp.asarray(value, jnp.float32) for name, value in made.items()}


def scores(base: Tensors, updates: Tensors, ids: jax.Array, segments: jax.Array, mask: jax.Array) -> jax.Array:
    """One score for each row of tokens."""

    def product(x: jax.Array, name: str) -> jax.Array:
        y = x @ base[name] + base[f"{name}+"]
        return y + (x @ updates[f"{name}A"]) @ updates[f"{name}B"] if f"{name}A" in updates else y

    def split(y: jax.Array) -> jax.Array:
        return y.reshape(rows, tokens, HEADS, -1).transpose(0, 2, 1, 3)

    rows, tokens = ids.shape
    x = base["word"][ids] + base["place"][:tokens] + base["type"] + segments[..., None] * updates["seg"]
    x = normed(x, base["gain"], base["bias"])
    unseen = (1 - mask)[:, None, None, :] * -1e9
    for layer in range(LAYERS):
        query, key, value = (split(product(x, f"{layer}{kind}")) for kind in "qkv")
        looks = jax.nn.softmax(query @ key.swapaxes(-1, -2) / math.sqrt(WIDE / HEADS) + unseen, -1)
        seen = (looks @ value).transpose(0, 2, 1, 3).reshape(rows, tokens, WIDE)
        x = normed(x + product(seen, f"{layer}o"), base[f"{layer}gain1"], base[f"{layer}bias1"])
        inner = jax.nn.gelu(product(x, f"{layer}i"), approximate=False)
        x = normed(x + product(inner, f"{layer}f"), base[f"{layer}gain2"], base[f"{layer}bias2"])
    question, text = (
        (x * part[..., None]).sum(1) / jnp.maximum(part.sum(1, keepdims=True), 1)
        for part in (mask * (1 - segments), mask * segments)
    )
    read = jnp.concatenate([question * text, text, x[:, 0]], -1)
    return (jnp.tanh(read @ updates["W1"] + updates["c1"]) @ updates["W2"])[:, 0] + updates["c2"]


def normed(x: jax.Array, gain: jax.Array, bias: jax.Array) -> jax.Array:
    centred = x - x.mean(-1, keepdims=True)
    return centred * jax.lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-12) * gain + bias


def loss(read: jax.Array, right: jax.Array, counts: jax.Array) -> jax.Array:
    """Of each text alone, and of the right ones among those of their question (half as much)."""
    alone = jnp.maximum(read, 0) - read * right + jnp.log1p(jnp.exp(-jnp.abs(read)))
    among = jnp.where(counts > 0, read, -1e9).reshape(-1, TEXTS)
    rights, all_of = right.reshape(-1, TEXTS), counts.reshape(-1, TEXTS)
    mixed = (rights.sum(1) > 0) & ((all_of - rights).sum(1) > 0)
    missed = jax.nn.logsumexp(among, 1) - jax.nn.logsumexp(jnp.where(rights > 0, among, -1e9), 1)
    listwise = jnp.where(mixed, missed, 0).sum() / jnp.maximum(mixed.sum(), 1)
    return (alone * counts).sum() / counts.sum() + 0.5 * listwise


def packed(pairs: Sequence[tuple[list[int], list[int]]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Token ids, segments and mask of pairs of a question and a text, in the narrowest width that holds them."""
    longest = max(len(asked) + len(text) for asked, text in pairs) + 3
    width = next(w for w in WIDTHS if w >= longest)
    ids = np.zeros((len(pairs), width), np.int32)
    segments, mask = np.zeros((len(pairs), width), np.float32), np.zeros((len(pairs), width), np.float32)
    for row, (asked, text) in enumerate(pairs):
        whole = [CLS, *asked, SEP, *text, SEP]
        ids[row, : len(whole)] = whole
        mask[row, : len(whole)] = 1
        segments[row, len(asked) + 2 : len(whole)] = 1
    return ids, segments, mask


def steps_of(groups: Sequence[Group], draw: random.Random) -> Iterator[tuple[np.ndarray, ...]]:
    """Rounds of steps without end, questions of like length together."""
    while True:
        by_set: dict[str, list[Group]] = defaultdict(list)
        for group in groups:
            by_set[group.name].append(group)
        chosen = [
            g
            for name, some in by_set.items()
            for g in draw.sample(some, min(len(some), MOST.get(name, MOST_OF_OTHERS)))
        ]
        draw.shuffle(chosen)
        for start in range(0, len(chosen), 32 * QUESTIONS):
            alike = sorted(chosen[start : start + 32 * QUESTIONS], key=lambda g: len(g.asked) + max(map(len, g.texts)))
            batches = [alike[k : k + QUESTIONS] for k in range(0, len(alike) - QUESTIONS + 1, QUESTIONS)]
            draw.shuffle(batches)
            for batch in batches:
                yield step_of(batch, draw)


def step_of(batch: Sequence[Group], draw: random.Random) -> tuple[np.ndarray, ...]:
    pairs: list[tuple[list[int], list[int]]] = []
    right: list[float] = []
    counts: list[float] = []
    for group in batch:
        told = [i for i, is_right in enumerate(group.right) if is_right]
        rest = [i for i, is_right in enumerate(group.right) if not is_right]
        draw.shuffle(told)
        draw.shuffle(rest)
        kept = (told[:RIGHT] + rest)[:TEXTS]
        empty = TEXTS - len(kept)
        pairs += [(group.asked, group.texts[i]) for i in [*kept, *kept[:1] * empty]]
        right += [float(group.right[i]) for i in kept] + [0.0] * empty
        counts += [1.0] * len(kept) + [0.0] * empty
    return (*packed(pairs), np.asarray(right, np.float32), np.asarray(counts, np.float32))


def train(groups: Sequence[Group], out: Path, steps: int, minutes: float, left_out: frozenset[str]) -> None:
    draw = random.Random(0)
    base = base_weights()
    known = [g for g in groups if g.name not in left_out]
    draw.shuffle(known)
    watched = {"held back": known[:HELD_BACK], "left out": [g for g in groups if g.name in left_out]}
    updates = first_updates(base)
    rate = optax.warmup_cosine_decay_schedule(0, RATE, 100, steps, 1e-5)
    method = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(rate, weight_decay=0.01))
    state = method.init(updates)

    @jax.jit
    def improved(updates: Tensors, state: Any, ids: Any, segments: Any, mask: Any, right: Any, counts: Any) -> Any:
        value, slope = jax.value_and_grad(lambda u: loss(scores(base, u, ids, segments, mask), right, counts))(updates)
        change, state = method.update(slope, state, updates)
        return optax.apply_updates(updates, change), state, value

    read = jax.jit(lambda u, *tokens: scores(base, u, *tokens))
    started = time.monotonic()
    values: list[float] = []
    for number, step in enumerate(steps_of(known[HELD_BACK:], draw), 1):
        updates, state, value = improved(updates, state, *step)
        values.append(float(value))
        over = number >= steps or time.monotonic() - started > 60 * minutes
        if number % 50 == 0:
            print(f"{number} loss {np.mean(values[-50:]):.3f} after {time.monotonic() - started:.0f} s", flush=True)
        if number % 250 == 0 or over:
            np.savez(out, **{name: np.asarray(value) for name, value in updates.items()})
            for name, some in watched.items():
                print(f"{number} {name}: {told_of(some, updates, read)}", flush=True)
        if over:
            return


def told_of(groups: Sequence[Group], updates: Tensors, read: Any) -> Mapping[str, float]:
    found, rights, first = [], [], []
    for group in groups:
        pairs = [(group.asked, text) for text in group.texts]
        pairs += pairs[:1] * (-len(pairs) % 8)  # few shapes to compile for
        values = np.asarray(read(updates, *packed(pairs)))[: len(group.texts)]
        found += list(values)
        rights += group.right
        if any(group.right) and not all(group.right):
            first.append(group.right[int(values.argmax())])
    return {"first right": round(float(np.mean(first)), 3), "auc": round(float(roc_auc_score(rights, found)), 3)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", type=Path)
    parser.add_argument("updates", type=Path)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=48.0)
    parser.add_argument("--leave-out", nargs="*", default=list(BLOGS))
    given = parser.parse_args()
    train(read_groups(given.groups), given.updates, given.steps, given.minutes, frozenset(given.leave_out))


if __name__ == "__main__":
    main()

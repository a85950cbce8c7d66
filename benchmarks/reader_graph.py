"""The packaged all-MiniLM-L6-v2, trained on as a cross-encoder, as a graph of 8-bit products: what the package ships.

    python benchmarks/reader_graph.py TRAINED.npz [--out src/timeweave/embedding/reader.onnx]

``TRAINED.npz`` is what `reader.py` trains: the matrices, biases and norms of all layers, and a head. The table of words
is the packaged embedder's own, and stays in its file, as it does for `minilm_graph.py`; the matrices of the layers get
8 bits, with a scale a column. A question and a text are read as one, so that each word of the one sees those of the
other.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from minilm_graph import LAYERS, GraphBuilder, packaged_weights, with_weights_left
from onnx import TensorProto, helper

from timeweave.embedding.minilm import WEIGHTS, packaged
from timeweave.embedding.reader import GRAPH

if TYPE_CHECKING:
    from onnx import ValueInfoProto

BIASED = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "o": "attention.output.dense",
    "i": "intermediate.dense",
    "f": "output.dense",
}
"""The matrices of a layer, in the order in which they are used, by what their biases are called."""
NORMS = {"1": "attention.output", "2": "output"}


def place(layer: int) -> str:
    """What the packaged tensors of a layer are called."""
    return f"inner.encoder.layer.{layer}"


class ReaderBuilder(GraphBuilder):
    """Inputs ``ids``, ``mask`` and ``segments`` (1 for the tokens of the text), output ``scores`` (× 1)."""

    inputs = ("ids", "mask", "segments")

    def __init__(self, weights: Mapping[str, np.ndarray], linear: list[str], trained: Mapping[str, np.ndarray]) -> None:
        super().__init__({**weights, **dict(_in_place(linear, trained))}, linear)
        self._trained = trained

    def _fine_products(self, x: str, weights: Sequence[str]) -> Sequence[str]:
        """Without what rounding leaves over, which moves a score by 0.04 on average for a quarter of the time."""
        codes = self._quantised(x)
        return [self._product(codes, weight) for weight in weights]

    def _typed(self, first: str) -> str:
        moved = self._node("Gather", [self._given("seg"), "segments"], "moved")
        return self._node("Add", [moved, first], "typed")

    def _output(self, hidden: str) -> ValueInfoProto:
        """Of the mean over the question times that over the text, that over the text, and the first token."""
        self._node("Cast", ["mask"], "mask_flat", to=TensorProto.FLOAT)
        self._node("Unsqueeze", ["mask_flat", "last_axis"], "of_any")
        self._constant("token_axis", np.array([1]))
        question, text = (self._mean(hidden, self._part(number)) for number in range(2))
        self._constant("first_at", np.array([0]))
        self._constant("first_end", np.array([1]))
        self._node("Slice", [hidden, "first_at", "first_end", "token_axis"], "first_3d")
        self._node("Squeeze", ["first_3d", "token_axis"], "first_token")
        both = self._node("Mul", [question, text], "both")
        self._node("Concat", [both, text, "first_token"], "read", axis=-1)
        inner = self._node("MatMul", ["read", self._given("W1")], "head_inner")
        active = self._node("Tanh", [self._node("Add", [inner, self._given("c1")], "head_sum")], "head_active")
        outer = self._node("MatMul", [active, self._given("W2")], "head_outer")
        self._node("Add", [outer, self._given("c2")], "scores")
        return helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["texts", 1])

    def _part(self, number: int) -> str:
        """1 for the tokens of a part, 0 for others and for padding."""
        same = self._node("Equal", ["segments", self._constant(f"part_{number}", np.int64(number))], f"is_{number}")
        flat = self._node("Cast", [same], f"is_{number}_flat", to=TensorProto.FLOAT)
        wide = self._node("Unsqueeze", [flat, "last_axis"], f"is_{number}_wide")
        return self._node("Mul", [wide, "of_any"], f"of_{number}")

    def _mean(self, hidden: str, part: str) -> str:
        summed = self._node(
            "ReduceSum", [self._node("Mul", [hidden, part], f"{part}_held"), "token_axis"], f"{part}_sum", keepdims=0
        )
        count = self._node("ReduceSum", [part, "token_axis"], f"{part}_count", keepdims=0)
        self._constant("at_least_one", np.float32(1))
        return self._node("Div", [summed, self._node("Max", [count, "at_least_one"], f"{part}_many")], f"{part}_mean")

    def _given(self, name: str) -> str:
        """A trained tensor, kept in half precision."""
        half = self._constant(f"{name}_half", self._trained[name].astype(np.float16))
        return self._node("Cast", [half], f"{name}_full", to=TensorProto.FLOAT)


def _in_place(linear: list[str], trained: Mapping[str, np.ndarray]) -> Iterator[tuple[str, np.ndarray]]:
    """What was trained, by the names of the packaged tensors; ``linear`` are the matrices in the order of their use."""
    names = iter(linear)
    for layer in range(LAYERS):
        for kind, bias in BIASED.items():
            matrix = next(names)
            codes, scales = in_8_bits(trained[f"{layer}{kind}"].astype(np.float32))
            yield f"{matrix}_q", codes
            yield f"{matrix}_scale", scales
            yield f"{place(layer)}.{bias}.bias", trained[f"{layer}{kind}+"].astype(np.float32)
        for number, norm in NORMS.items():
            for name, part in (("weight", "gain"), ("bias", "bias")):
                yield f"{place(layer)}.{norm}.LayerNorm.{name}", trained[f"{layer}{part}{number}"].astype(np.float32)


def in_8_bits(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Codes from -127 to 127, and what a step of each column is worth."""
    scales = np.maximum(np.abs(matrix).max(axis=0), 1e-9) / 127
    return np.clip(np.rint(matrix / scales), -127, 127).astype(np.int8), scales.astype(np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trained", type=Path)
    parser.add_argument("--out", type=Path, default=GRAPH)
    given = parser.parse_args()
    path = packaged(*WEIGHTS)
    weights, linear = packaged_weights(path)
    with np.load(given.trained) as trained:
        model = ReaderBuilder(weights, linear, dict(trained)).model()
    given.out.write_bytes(with_weights_left(model, path).SerializeToString(deterministic=True))


if __name__ == "__main__":
    main()

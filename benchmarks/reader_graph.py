"""The packaged all-MiniLM-L6-v2 as a cross-encoder, with low-rank updates of its layers: what the package ships.

    python benchmarks/reader_graph.py UPDATES.npz   writes src/timeweave/embedding/reader.onnx

``UPDATES.npz`` is what `reader.py` trains. The 8-bit matrices stay in the packaged model's file, as those of
`minilm_graph.py` do; beside each product of an updated layer stands that of its update (LoRA, Hu et al. 2022), in
floats. A question and a text are read as one, so that each word of the one sees those of the other.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from minilm_graph import GraphBuilder, packaged_weights, with_weights_left
from onnx import TensorProto, helper

from timeweave.embedding.minilm import WEIGHTS, packaged
from timeweave.embedding.reader import GRAPH

if TYPE_CHECKING:
    from onnx import ValueInfoProto


class ReaderBuilder(GraphBuilder):
    """Inputs ``ids``, ``mask`` and ``segments`` (1 for the tokens of the text), output ``scores`` (× 1)."""

    inputs = ("ids", "mask", "segments")

    def __init__(self, weights: Mapping[str, np.ndarray], linear: list[str], updates: Mapping[str, np.ndarray]) -> None:
        super().__init__(weights, linear)
        self._updates = updates

    def _typed(self, first: str) -> str:
        moved = self._node("Gather", [self._given("seg"), "segments"], "moved")
        return self._node("Add", [moved, first], "typed")

    def _updated(self, product: str, layer: int, kind: str, x: str) -> str:
        name = f"{layer}{kind}"
        if f"{name}A" not in self._updates:
            return product
        down = self._node("MatMul", [x, self._given(f"{name}A")], f"{name}_down")
        up = self._node("MatMul", [down, self._given(f"{name}B")], f"{name}_up")
        return self._node("Add", [product, up], f"{name}_updated")

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
        half = self._constant(f"{name}_half", self._updates[name].astype(np.float16))
        return self._node("Cast", [half], f"{name}_full", to=TensorProto.FLOAT)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("updates", type=Path)
    given = parser.parse_args()
    path = packaged(*WEIGHTS)
    weights, linear = packaged_weights(path)
    with np.load(given.updates) as updates:
        model = ReaderBuilder(weights, linear, dict(updates)).model()
    GRAPH.write_bytes(with_weights_left(model, path).SerializeToString(deterministic=True))


if __name__ == "__main__":
    main()

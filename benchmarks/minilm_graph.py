"""all-MiniLM-L6-v2 as a graph of 8-bit integer products, made of the packaged int8 weights: what the package ships.

    python benchmarks/minilm_graph.py   writes src/timeweave/embedding/minilm.onnx

The packaged model keeps its weights in 8 bits but multiplies in 32-bit floats. Here each token's activations are
quantised on the fly (one scale per token, so that a row does not depend on its neighbours) and multiplied by the
8-bit weights as they are, which today's processors do several times faster. What goes into and out of attention is
the most sensitive to rounding: there the rounding's remainder is multiplied too, as a second byte.

The graph holds what is small; its 8-bit matrices stay where they are, in the packaged model's file, each by its place
there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from onnx import TensorProto, helper, load, numpy_helper

from timeweave.embedding import minilm
from timeweave.embedding.minilm import DIMENSIONS, GRAPH, WEIGHTS, packaged

if TYPE_CHECKING:
    from onnx import ModelProto, NodeProto, ValueInfoProto

LAYERS = 6
HEADS = 12

_EPSILON = 1e-12  # of the model's layer norms
_MICROSOFT = "com.microsoft"
_LEFT_FROM = 4096  # bytes of a matrix that stays in the packaged file


def integer_model(path: Path) -> ModelProto:
    """The graph: inputs ``ids`` and ``mask`` (int64, texts × tokens), output ``hidden`` (× dimensions)."""
    weights, linear = packaged_weights(path)
    return with_weights_left(GraphBuilder(weights, linear).model(), path)


def packaged_weights(path: Path) -> tuple[Mapping[str, np.ndarray], list[str]]:
    """The packaged tensors by name, and the names of the matrices of the layers in the order in which they are used:
    of each layer query, key, value, output of attention, and both of what follows it.
    """
    source = load(str(path))
    weights = {i.name: numpy_helper.to_array(i) for i in source.graph.initializer}
    linear = [n.input[1] for n in source.graph.node if n.op_type == "MatMul" and f"{n.input[1]}_q" in weights]
    return weights, linear


def with_weights_left(model: ModelProto, path: Path) -> ModelProto:
    """The graph with those of its 8-bit matrices that stand in the packaged file left there."""
    held = path.read_bytes()
    for tensor in model.graph.initializer:
        if len(tensor.raw_data) >= _LEFT_FROM and tensor.data_type == TensorProto.INT8 and tensor.raw_data in held:
            _leave(tensor, path.name, held)
    return model


def _leave(tensor: TensorProto, file: str, held: bytes) -> None:
    """Have a tensor read from where its bytes stand in ``file``, which holds them once."""
    if held.count(tensor.raw_data) != 1:
        raise ValueError(f"{tensor.name} does not stand once in {file}")
    place = {"location": file, "offset": held.find(tensor.raw_data), "length": len(tensor.raw_data)}
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    for key, value in place.items():
        tensor.external_data.add(key=key, value=str(value))


class GraphBuilder:
    """Builds the graph of integer products, node by node."""

    inputs = ("ids", "mask")
    """All int64, texts × tokens."""

    def __init__(self, weights: Mapping[str, np.ndarray], linear: list[str]) -> None:
        self._weights = weights
        self._linear = iter(linear)
        self._nodes: list[NodeProto] = []
        self._constants: dict[str, TensorProto] = {}

    def model(self) -> ModelProto:
        self._constant("one", np.float32(1))
        self._constant("int8_max", np.float32(127))
        self._constant("fine_step", np.float32(1 / 254))
        self._constant("zero_point", np.uint8(128))
        self._constant("last_axis", np.array([-1]))
        self._constant("smallest", np.float32(1e-9))
        hidden = self._embeddings()
        self._node("Cast", ["mask"], "mask_int", to=TensorProto.INT32)
        for layer in range(LAYERS):
            hidden = self._layer(layer, hidden)
        output = self._output(hidden)
        inputs = [helper.make_tensor_value_info(n, TensorProto.INT64, ["texts", "tokens"]) for n in self.inputs]
        graph = helper.make_graph(self._nodes, "minilm", inputs, [output], list(self._constants.values()))
        opsets = [helper.make_opsetid("", 18), helper.make_opsetid(_MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=9)

    def _output(self, hidden: str) -> ValueInfoProto:
        self._node("Identity", [hidden], "hidden")
        return helper.make_tensor_value_info("hidden", TensorProto.FLOAT, ["texts", "tokens", DIMENSIONS])

    def _embeddings(self) -> str:
        prefix = "inner.embeddings"
        self._constant("first", np.int64(0))
        self._constant("step", np.int64(1))
        self._constant("only_axis", np.array([0]))
        self._node("Shape", ["ids"], "length_1d", start=1, end=2)
        self._node("Squeeze", ["length_1d", "only_axis"], "length")
        self._node("Range", ["first", "length", "step"], "positions")
        words = self._looked_up(f"{prefix}.word_embeddings.weight", "ids")
        places = self._looked_up(f"{prefix}.position_embeddings.weight", "positions")
        types = self._constant("first_type", self._weights[f"{prefix}.token_type_embeddings.weight"][0])
        placed = self._node("Add", [self._node("Add", [places, self._typed(types)], "placed"), words], "embedded")
        return self._normed(placed, f"{prefix}.LayerNorm")

    def _typed(self, first: str) -> str:
        """What tells the parts of a text apart; here it has but one."""
        return first

    def _updated(self, product: str, *_: object) -> str:
        """A product of a layer, as it is; behind it come the layer, one of "qkvoif", and what was multiplied."""
        return product

    def _looked_up(self, table: str, index: str) -> str:
        codes = self._constant(f"{table}_q", self._weights[f"{table}_q"])
        scales = self._constant(f"{table}_scale", self._weights[f"{table}_scale"])
        rows = self._node("Gather", [codes, index], f"{table}_rows")
        floats = self._node("Cast", [rows], f"{table}_floats", to=TensorProto.FLOAT)
        return self._node("Mul", [floats, self._node("Gather", [scales, index], f"{table}_s")], f"{table}_found")

    def _layer(self, number: int, x: str) -> str:
        prefix = f"inner.encoder.layer.{number}"
        weights = self._weights
        products = self._fine_products(x, [next(self._linear) for _ in "qkv"])
        query, key, value = (
            self._updated(product, number, kind, x) for kind, product in zip("qkv", products, strict=True)
        )
        parts = [weights[f"{prefix}.attention.self.{name}.bias"] for name in ("query", "key", "value")]
        bias = self._constant(f"{prefix}.attention.bias", np.concatenate(parts))
        attended = self._node(
            "MultiHeadAttention",
            [query, key, value, bias, "mask_int"],
            f"{prefix}.attended",
            domain=_MICROSOFT,
            num_heads=HEADS,
        )
        (output,) = self._fine_products(attended, [next(self._linear)])
        output = self._updated(output, number, "o", attended)
        output = self._biased(output, f"{prefix}.attention.output.dense")
        y = self._normed(self._node("Add", [output, x], f"{prefix}.sum"), f"{prefix}.attention.output.LayerNorm")
        inner = self._updated(self._product(self._quantised(y), next(self._linear)), number, "i", y)
        inner_bias = self._constant(f"{prefix}.inner.bias", weights[f"{prefix}.intermediate.dense.bias"])
        active = self._node("BiasGelu", [inner, inner_bias], f"{prefix}.active", domain=_MICROSOFT)
        outer = self._product(self._quantised(active), next(self._linear))
        outer = self._biased(self._updated(outer, number, "f", active), f"{prefix}.output.dense")
        return self._normed(self._node("Add", [outer, y], f"{prefix}.sum2"), f"{prefix}.output.LayerNorm")

    def _quantised(self, x: str) -> tuple[str, str]:
        """Each token's activations as unsigned bytes around 128, and what one step of them is worth."""
        largest = self._node("ReduceMax", [self._node("Abs", [x], f"{x}_abs"), "last_axis"], f"{x}_max", keepdims=1)
        step = self._node("Div", [self._node("Max", [largest, "smallest"], f"{x}_top"), "int8_max"], f"{x}_step")
        steps = self._node("Div", [x, step], f"{x}_steps")
        return self._node("QuantizeLinear", [steps, "one", "zero_point"], f"{x}_bytes"), step

    def _fine_products(self, x: str, weights: Sequence[str]) -> Sequence[str]:
        """Of what goes into and out of attention, with what rounding leaves over."""
        fine = self._finely_quantised(x)
        return [self._fine_product(fine, weight) for weight in weights]

    def _finely_quantised(self, x: str) -> tuple[tuple[str, str], tuple[str, str]]:
        """As `_quantised`, and what that rounding left over, in bytes of its own."""
        codes, step = self._quantised(x)
        whole = self._node("DequantizeLinear", [codes, "one", "zero_point"], f"{x}_whole")
        rest = self._node("Sub", [f"{x}_steps", whole], f"{x}_rest")
        rest_codes = self._node("QuantizeLinear", [rest, "fine_step", "zero_point"], f"{x}_rest_bytes")
        return (codes, step), (rest_codes, self._node("Mul", [step, "fine_step"], f"{x}_fine_step"))

    def _fine_product(self, fine: tuple[tuple[str, str], tuple[str, str]], weight: str) -> str:
        coarse, rest = fine
        return self._node("Add", [self._product(coarse, weight), self._product(rest, weight, "_rest")], f"{weight}_sum")

    def _product(self, quantised: tuple[str, str], weight: str, suffix: str = "") -> str:
        codes, step = quantised
        matrix = self._constant(f"{weight}_q", self._weights[f"{weight}_q"])
        scales = self._weights[f"{weight}_scale"].reshape(-1)
        zeros = self._constant(f"{weight}_zero", np.zeros(len(scales), np.int8))
        inputs = [codes, matrix, "one", self._constant(f"{weight}_scale", scales), "zero_point", zeros]
        raw = self._node("MatMulIntegerToFloat", inputs, f"{weight}{suffix}_raw", domain=_MICROSOFT)
        return self._node("Mul", [raw, step], f"{weight}{suffix}_out")

    def _biased(self, x: str, name: str) -> str:
        return self._node("Add", [x, self._constant(f"{name}.bias", self._weights[f"{name}.bias"])], f"{name}.out")

    def _normed(self, x: str, name: str) -> str:
        gain = self._constant(f"{name}.weight", self._weights[f"{name}.weight"])
        bias = self._constant(f"{name}.bias", self._weights[f"{name}.bias"])
        return self._node("LayerNormalization", [x, gain, bias], f"{name}.out", axis=-1, epsilon=_EPSILON)

    def _constant(self, name: str, value: np.ndarray | np.generic) -> str:
        self._constants[name] = numpy_helper.from_array(np.array(value, order="C"), name)
        return name

    def _node(self, operator: str, inputs: list[str], output: str, *, domain: str = "", **attributes: Any) -> str:
        self._nodes.append(helper.make_node(operator, inputs, [output], None, None, domain, **attributes))
        return output


def main() -> None:
    weights = packaged(*WEIGHTS)
    GRAPH.write_bytes(integer_model(weights).SerializeToString(deterministic=True))
    digest = hashlib.sha256(weights.read_bytes()).hexdigest()
    if digest != minilm.DIGEST:
        print(f"the packaged weights are others now: DIGEST in {minilm.__file__} must be {digest}")


if __name__ == "__main__":
    main()

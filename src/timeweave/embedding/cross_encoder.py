"""A cross-encoder on disk: it reads a question and a text together and says how well the one answers the other.

The files are those that any exporter of sequence classification writes: `model.onnx` and `tokenizer.json`.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from timeweave.embedding.sessions import session_options
from timeweave.errors import UsageError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Encoding, Tokenizer

MAX_TOKENS = 512
_QUESTION_SHARE = 0.5  # of the tokens; a longer question is cut to it
_BATCH_TEXTS = 16
_TYPES = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}


class CrossEncoder:
    """Scores pairs with the model in ``folder``; what is too long for both loses the end of the text first.

    A model of one label gives its value, one of two ("no", "yes") by how much the second is above the first.
    ``threads`` bounds the threads of one call; by default one per core.
    """

    def __init__(self, folder: Path, *, threads: int | None = None) -> None:
        self._folder = folder
        self._threads = threads or 0

    def __call__(self, question: str, texts: Sequence[str]) -> np.ndarray:
        """One float64 per text; the higher the better.

        Raises:
            UsageError: the model does not take a pair, or does not give one score for it.
        """
        scores = np.zeros(len(texts), np.float64)
        if not texts:
            return scores
        question = self._cut(question)
        encoded = self._tokenizer.encode_batch([(question, text) for text in texts])
        for batch in _batches([len(e.ids) for e in encoded]):
            scores[batch] = self._score([encoded[place] for place in batch])
        return scores

    def _cut(self, question: str) -> str:
        ends = [end for _, end in self._uncut.encode(question, add_special_tokens=False).offsets]
        room = int(self._length * _QUESTION_SHARE)
        return question if len(ends) <= room else question[: ends[room - 1]]

    def _score(self, encoded: Sequence[Encoding]) -> np.ndarray:
        width = max(len(e.ids) for e in encoded)
        rows = {
            "input_ids": [e.ids + [self._padding] * (width - len(e.ids)) for e in encoded],
            "attention_mask": [e.attention_mask + [0] * (width - len(e.ids)) for e in encoded],
            "token_type_ids": [e.type_ids + [0] * (width - len(e.ids)) for e in encoded],
        }
        taken = {i.name: np.asarray(rows[i.name], _TYPES[i.type]) for i in self._session.get_inputs()}
        output = self._session.get_outputs()[0].name
        (given,) = self._session.run([output], taken)
        values = np.asarray(given, np.float64)
        if values.shape in {(len(encoded),), (len(encoded), 1)}:
            return values.reshape(-1)
        if values.shape == (len(encoded), 2):
            return np.asarray(values[:, 1] - values[:, 0])
        raise UsageError(
            f"the model {str(self._folder / 'model.onnx')!r} gives {output!r} of shape {values.shape} for "
            f"{len(encoded)} texts, not one score for each: export a cross-encoder of one or two labels"
        )

    @functools.cached_property
    def _length(self) -> int:
        own = self._read_tokenizer().truncation
        return min(MAX_TOKENS, int(own["max_length"])) if own else MAX_TOKENS

    @functools.cached_property
    def _padding(self) -> int:
        own = self._read_tokenizer().padding
        return int(own["pad_id"]) if own else 0

    @functools.cached_property
    def _uncut(self) -> Tokenizer:
        tokenizer = self._read_tokenizer()
        tokenizer.no_padding()
        tokenizer.no_truncation()
        return tokenizer

    @functools.cached_property
    def _tokenizer(self) -> Tokenizer:
        tokenizer = self._read_tokenizer()
        tokenizer.no_padding()
        tokenizer.enable_truncation(self._length, strategy="only_second")
        return tokenizer

    def _read_tokenizer(self) -> Tokenizer:
        from tokenizers import Tokenizer

        text = self._tokenizer_text
        try:
            return Tokenizer.from_str(text)
        except Exception as error:  # the library raises nothing narrower
            path = str(self._folder / "tokenizer.json")
            raise UsageError(f"the tokenizer {path!r} cannot be read: export it again ({error})") from error

    @functools.cached_property
    def _tokenizer_text(self) -> str:
        return _tokenizer_text(self._folder / "tokenizer.json")

    @functools.cached_property
    def _session(self) -> InferenceSession:
        from onnxruntime import InferenceSession
        from onnxruntime.capi import onnxruntime_pybind11_state as states

        options = session_options(self._threads)
        path = str(self._folder / "model.onnx")
        try:
            session = InferenceSession(path, options, providers=["CPUExecutionProvider"])
        except (
            states.Fail,
            states.InvalidArgument,
            states.InvalidGraph,
            states.InvalidProtobuf,
            states.NoModel,
            states.NotImplemented,
            states.RuntimeException,
        ) as error:
            raise UsageError(f"the model {path!r} cannot be read: export it to ONNX again ({error})") from error
        inputs = {i.name: i.type for i in session.get_inputs()}
        known = {"input_ids", "attention_mask", "token_type_ids"}
        other = sorted(name for name, type_ in inputs.items() if name not in known or type_ not in _TYPES)
        if other or "input_ids" not in inputs:
            raise UsageError(
                f"the model {path!r} takes {sorted(inputs)}: a cross-encoder takes whole numbers as 'input_ids' and, "
                "if it likes, 'attention_mask' and 'token_type_ids'"
            )
        return session


def open_cross_encoder(folder: str | Path, *, threads: int | None = None) -> CrossEncoder:
    """The cross-encoder in ``folder``, loaded and tried on one pair.

    Raises:
        UsageError: the folder or a file in it is missing or cannot be read, or the model is of another form.
    """
    folder = Path(folder).expanduser()
    require_files(folder)
    encoder = CrossEncoder(folder, threads=threads)
    encoder("question", ["text"])
    return encoder


def require_files(folder: Path) -> None:
    """Raises UsageError where ``folder`` or a file of a cross-encoder in it is missing."""
    if not folder.is_dir():
        raise UsageError(f"no folder {str(folder)!r} for a reranker: name one that holds model.onnx and tokenizer.json")
    missing = [name for name in ("model.onnx", "tokenizer.json") if not (folder / name).is_file()]
    if missing:
        raise UsageError(f"the reranker's folder {str(folder)!r} has no {' and no '.join(missing)}: put it there")


def _tokenizer_text(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8")
        read = json.loads(text)
    except (OSError, ValueError) as error:
        raise UsageError(f"the tokenizer {str(path)!r} cannot be read: export it again ({error})") from error
    if not isinstance(read, dict) or not isinstance(read.get("model"), dict):
        raise UsageError(f"the tokenizer {str(path)!r} holds no 'model': export it with the library 'tokenizers'")
    return text


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Positions in batches of like length, longest first; a function of ``lengths`` alone."""
    ordered = sorted(range(len(lengths)), key=lambda place: (-lengths[place], place))
    for start in range(0, len(ordered), _BATCH_TEXTS):
        yield ordered[start : start + _BATCH_TEXTS]

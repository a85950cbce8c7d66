"""Embedding models of OpenAI, or of any server that speaks its protocol: ``openai:MODEL``. Needs the extra `llm`."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Annotated, Any
from urllib.parse import urlsplit

import numpy as np
import openai
from pydantic import BaseModel, Field, ValidationError

from timeweave.addresses import AT, OPENAI, require_plain, shown, split_name
from timeweave.errors import ModelError, ModelUnavailableError, RateLimitedError, UsageError
from timeweave.records import Usage
from timeweave.replies import bound_replies, counted

PROVIDER = "openai:"
_KEY = "OPENAI_API_KEY"
_URL = "OPENAI_BASE_URL"
_NO_KEY = "none"  # for servers that want none; the library insists on one

_BATCH_TEXTS = 256
_BATCH_CHARACTERS = 100_000
_LONGEST = 8_000  # characters; the common models take 8,191 tokens
_FOR_BLANK = "."  # servers refuse empty texts
_RETRIES = 5
_TIMEOUT = 60.0  # seconds
_MOST_QUOTED = 300
_SENT_ON = "nothing is sent there; give that address, if you trust it"
_BYTES_PER_TOKEN = 4


class _Vector(BaseModel, strict=True):
    """One vector of a reply."""

    index: Annotated[int, Field(ge=0)]
    embedding: Annotated[list[Annotated[float, Field(allow_inf_nan=False)]], Field(min_length=1)]


class _Reply(BaseModel, strict=True):
    """As much of a reply as is read, held against its types."""

    data: list[_Vector]
    usage: Any = None


class RemoteEmbedder:
    """The embedding model called ``model`` at ``url``; texts beyond 8,000 characters are cut, blank ones read as a dot.

    A request that meets a 429 or a server's error is made again up to five times, after the wait that the server asks
    for (up to two minutes), else after growing ones.

    Raises:
        ModelError: there is no key, and no address of a server that may need none.
    """

    def __init__(self, model: str, url: str | None = None) -> None:
        key = os.environ.get(_KEY)
        if not key and url is None:
            raise ModelError(
                f"embedder {PROVIDER + model!r} needs a key: set {_KEY}, or give the address of another server"
            )
        self._model = model
        self._key = key or _NO_KEY
        self._name = f"{PROVIDER}{model}" + (f"{AT}{shown(url)}" if url else "")
        # whoever is named gets the texts, and nobody that they are sent on to
        http_client = openai.DefaultHttpxClient(follow_redirects=False)
        bound_replies(http_client, _TIMEOUT)
        self._client = openai.OpenAI(
            api_key=self._key,
            # given even where it is OpenAI's own, for else the library would read the environment again
            base_url=url or OPENAI,
            max_retries=_RETRIES,
            timeout=_TIMEOUT,
            http_client=http_client,
        )
        self._dimensions: int | None = None
        self._usage = Usage()
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"RemoteEmbedder({self._name!r})"

    @property
    def name(self) -> str:
        """``openai:MODEL``, with ``at URL`` where it is not OpenAI's own; never a key."""
        return self._name

    @property
    def dimensions(self) -> int:
        """Length of a vector; asked of the server when first needed."""
        if self._dimensions is None:
            self.embed(["dimensions"])
        assert self._dimensions is not None
        return self._dimensions

    def spent(self) -> Usage:
        """What the requests since this was last called have cost."""
        with self._lock:
            spent, self._usage = self._usage, Usage()
        return spent

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """One float32 row of unit length per text (texts × dimensions).

        Raises:
            RateLimitedError: the server wanted fewer requests, again and again.
            ModelUnavailableError: it could not be reached, or failed, again and again.
            ModelError: what no repetition mends: a wrong key, an unknown model, vectors of another length than before.
        """
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        sent = [text[:_LONGEST] if text.strip() else _FOR_BLANK for text in texts]
        rows = np.vstack([self._rows(batch) for batch in _batches(sent)])
        if self._dimensions not in (None, rows.shape[1]):
            raise ModelError(
                f"embedder {self._name!r} gave vectors of {rows.shape[1]} numbers, before of {self._dimensions}: "
                "its server must keep to one model"
            )
        self._dimensions = rows.shape[1]
        return rows

    def _rows(self, texts: list[str]) -> np.ndarray:
        answer = self._asked(texts)
        if isinstance(answer, ModelError):
            raise answer  # here, so that no traceback leads to the server's error, which may quote the key
        return answer

    def _asked(self, texts: list[str]) -> np.ndarray | ModelError:
        began = time.monotonic()
        try:
            response = self._client.embeddings.with_raw_response.create(
                model=self._model, input=texts, encoding_format="float"
            )
            content = response.content
        except openai.OpenAIError as error:
            return self._translated(error)
        except UnicodeEncodeError:
            return ModelError(f"embedder {self._name!r}: check that its key is one line of plain ASCII")
        try:
            found = _Reply.model_validate_json(content)
        except ValidationError:
            found = None
        self._charge(texts, found, time.monotonic() - began, response.retries_taken)
        if found is None:
            return ModelUnavailableError(f"embedder {self._name!r}: its server sent what are no vectors")
        data = sorted(found.data, key=lambda item: item.index)
        rows = [item.embedding for item in data]
        if [item.index for item in data] != list(range(len(texts))):
            return ModelError(f"embedder {self._name!r} gave {len(rows)} vectors for {len(texts)} texts")
        if len({len(row) for row in rows}) != 1:
            return ModelError(f"embedder {self._name!r} gave vectors of different lengths")
        matrix = np.asarray(rows, np.float64)
        lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
        if not (np.isfinite(lengths) & (lengths > 0)).all():
            return ModelError(
                f"embedder {self._name!r} gave vectors without a direction, of zeros or numbers too large"
            )
        return np.asarray(matrix / lengths, np.float32)

    def _charge(self, texts: list[str], found: _Reply | None, seconds: float, retries: int) -> None:
        """What a request has cost; the tokens are estimated where its server counts none, or what cannot be."""
        tokens = counted(found.usage.get("prompt_tokens") if found and isinstance(found.usage, dict) else None)
        if tokens is None:
            tokens = sum(len(text.encode("utf-8", "replace")) for text in texts) // _BYTES_PER_TOKEN
        with self._lock:
            self._usage += Usage(1, tokens, seconds=seconds, retries=retries)

    def _translated(self, error: openai.OpenAIError) -> ModelError:
        name = f"embedder {self._name!r}"
        match error:
            case openai.RateLimitError(code="insufficient_quota"):
                return ModelError(f"{name}: the account's quota is used up")
            case openai.RateLimitError():
                return RateLimitedError(f"{name}: its server wants fewer requests (429)", _retry_after(error))
            case openai.AuthenticationError() | openai.PermissionDeniedError():
                return ModelError(f"{name}: its server does not accept the key ({error.status_code}): set {_KEY}")
            case openai.NotFoundError():
                return ModelError(f"{name}: no such model at this address (404): check its name and the address")
            case openai.APITimeoutError():
                return ModelUnavailableError(f"{name} did not answer within {_TIMEOUT:.0f} seconds")
            case openai.APIStatusError() if error.response.is_redirect:
                return ModelError(f"{name}: its server sends on to another address ({error.status_code}): {_SENT_ON}")
            case openai.APIStatusError() if error.status_code >= 500:
                return ModelUnavailableError(f"{name}: its server failed ({error.status_code})")
            case openai.APIStatusError():
                reason = str(error.message).replace(self._key, "***")[:_MOST_QUOTED]
                return ModelError(f"{name}: the request was turned down ({error.status_code}): {reason}")
        return ModelUnavailableError(f"{name} could not be reached: check the address and that its server runs")


def load(name: str, url: str | None = None) -> RemoteEmbedder:
    """The embedder called ``name``: ``openai:MODEL``, with its address after it or in ``url`` or ``OPENAI_BASE_URL``.

    Raises:
        UsageError: the name or the address is not of this form.
        ModelError: there is no key.
    """
    model, named = split_name(name.removeprefix(PROVIDER))
    address = url or named or os.environ.get(_URL) or None
    if not model:
        raise UsageError(f"embedder {name!r}: write openai:MODEL, for example 'openai:text-embedding-3-small'")
    if address is not None and (urlsplit(address).scheme not in ("http", "https") or not urlsplit(address).netloc):
        raise UsageError(f"address {shown(address)!r}: write it with http:// or https://")
    return RemoteEmbedder(require_plain(model), address)


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        if batch and (len(batch) == _BATCH_TEXTS or size + len(text) > _BATCH_CHARACTERS):
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += len(text)
    if batch:
        yield batch


def _retry_after(error: openai.RateLimitError) -> float | None:
    """The seconds that the server asked for, where it says so in seconds."""
    try:
        seconds = float(error.response.headers.get("retry-after", ""))
    except ValueError:
        return None
    return seconds if 0 <= seconds < math.inf else None

"""Embedding models of OpenAI, or of any server that speaks its protocol: ``openai:MODEL``. Needs the extra `llm`."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

import numpy as np
import openai

from timeweave.addresses import AT, require_plain, shown, split_name
from timeweave.embedding import OPENAI
from timeweave.errors import ModelError, ModelUnavailableError, RateLimitedError, UsageError
from timeweave.records import Usage

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
        self._client = openai.OpenAI(
            api_key=self._key,
            # given even where it is OpenAI's own, for else the library would read the environment again
            base_url=url or OPENAI,
            max_retries=_RETRIES,
            timeout=_TIMEOUT,
            # whoever is named gets the texts, and nobody that they are sent on to
            http_client=openai.DefaultHttpxClient(follow_redirects=False),
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
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.asarray(rows / np.maximum(norms, 1e-12), np.float32)

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
            found = response.parse()
        except openai.OpenAIError as error:
            return self._translated(error)
        except UnicodeEncodeError:
            return ModelError(f"embedder {self._name!r}: check that its key is one line of plain ASCII")
        tokens = found.usage.prompt_tokens if found.usage else 0
        seconds = time.monotonic() - began
        with self._lock:
            self._usage += Usage(1, tokens, seconds=seconds, retries=response.retries_taken)
        data = sorted(found.data or (), key=lambda item: item.index)
        rows = [item.embedding for item in data]
        if [item.index for item in data] != list(range(len(texts))) or len({len(row) for row in rows}) != 1:
            return ModelError(f"embedder {self._name!r} gave {len(rows)} vectors for {len(texts)} texts")
        matrix = np.asarray(rows, np.float32)
        if not np.isfinite(matrix).all():
            return ModelError(f"embedder {self._name!r} gave vectors with values that are no numbers")
        return matrix

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
        return float(error.response.headers.get("retry-after", ""))
    except ValueError:
        return None

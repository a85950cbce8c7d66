"""One completion of a model: within a budget and limits, over as many attempts as it takes."""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from timeweave.errors import ModelSilentError, ModelUnavailableError, RateLimitedError
from timeweave.llm.base import ChatModel, Completion, Message, SpeakingModel
from timeweave.llm.budget import Amount, Budget
from timeweave.llm.limits import Limiter, Limits
from timeweave.llm.prices import list_price
from timeweave.records import Usage
from timeweave.replies import counted
from timeweave.tracing import traced

MOST_COMPLETION_TOKENS = 4096
"""What a model may write where its parameters do not say (``max_tokens``)."""

_BYTES_PER_TOKEN = 4.0
_FEWEST_BYTES_PER_TOKEN = 2.0
_LEAST_BYTES_PER_TOKEN = 0.5  # where a short prompt is counted with what its server puts before it
_TOKENS_PER_MESSAGE = 8


class Caller:
    """Calls one model. May be used from several threads at once."""

    def __init__(self, model: ChatModel, budget: Budget, limits: Limits) -> None:
        self._model = model
        self._budget = budget
        self._limits = limits
        self._limiter = Limiter(limits)
        self._bytes_per_token = _FEWEST_BYTES_PER_TOKEN
        self._lock = threading.Lock()

    @property
    def most_completion(self) -> int:
        """The most tokens that the model may write."""
        most = self._model.parameters.get("max_tokens")
        return most if isinstance(most, int) else MOST_COMPLETION_TOKENS

    def wake(self) -> None:
        """Let those who wait see that they were stopped."""
        self._limiter.wake()
        self._budget.wake()

    def completion(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any],
        key: str,
        stop: threading.Event,
        *,
        again: Callable[[ModelUnavailableError], None],
        begin: Callable[[], Callable[[str], None]] | None = None,
    ) -> tuple[Completion, Usage]:
        """A completion, and what it cost; ``again`` is told of each attempt that failed and is followed by another.
        What ``begin`` gives at the beginning of an attempt hears its text as it comes.

        Raises:
            Stopped: ``stop`` was set, while it waited or rested.
            ModelError: as `ModelClient.ask`.
        """
        began = time.monotonic()
        failing_since = math.inf
        for attempt in range(1, self._limits.attempts + 1):
            self._limiter.check(self._model.name)
            try:
                completion, usage = self._called(messages, schema, stop, begin)
            except RateLimitedError as error:
                asked_for = error.retry_after or 0.0
                if attempt == self._limits.attempts or asked_for > self._limits.longest_wait:
                    self._limiter.failed()
                    raise
                again(error)
                self._limiter.hold_back(max(asked_for, self._limits.wait_before(attempt + 1, key)))
            except ModelUnavailableError as error:
                failing_since = min(failing_since, time.monotonic())
                if self._is_hopeless(error, attempt, began):
                    raise self._judged(error, attempt, failing_since) from None
                again(error)
                self._limiter.rest(self._limits.wait_before(attempt + 1, key), stop)
            else:
                self._limiter.succeeded()
                return completion, usage
        raise AssertionError("the last attempt returns or raises")

    def _is_hopeless(self, error: ModelUnavailableError, attempt: int, began: float) -> bool:
        """Whether trying again is of no use; where nobody ever was at an address, nobody is waited for."""
        waited = time.monotonic() - began > self._limits.patience
        is_nobody = isinstance(error, ModelSilentError) and not self._limiter.has_answered
        return waited or attempt == self._limits.attempts or is_nobody

    def _judged(self, error: ModelUnavailableError, attempts: int, since: float) -> ModelUnavailableError:
        """What an ask that was given up tells: of itself, or of the model."""
        in_a_row = self._limiter.failed(since)
        if isinstance(error, ModelSilentError):
            return ModelSilentError(f"{error} (tried {attempts} time{'s' * (attempts > 1)})")
        if in_a_row < self._limits.failures:
            return error
        return ModelSilentError(f"{error}; so it was {in_a_row} times in a row, each asked {attempts} times")

    def _called(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any],
        stop: threading.Event,
        begin: Callable[[], Callable[[str], None]] | None,
    ) -> tuple[Completion, Usage]:
        """One call within budget and limits."""
        with self._lock:
            most_prompt = tokens(messages, schema, self._bytes_per_token)
        most = self._amount(most_prompt, self.most_completion)
        self._budget.reserve(most, stop)
        cost = Amount()
        try:
            with self._limiter.slot(stop):
                began = time.monotonic()
                with traced("model"):
                    said = self._said(messages, schema, begin)
                completion = self._counted(said, messages, schema)
                seconds = time.monotonic() - began
            cost = self._amount(completion.prompt_tokens, completion.completion_tokens)
        finally:
            self._budget.settle(most, cost)
        self._learn(completion, messages)
        return completion, Usage(
            calls=1,
            prompt_tokens=completion.prompt_tokens,
            completion_tokens=completion.completion_tokens,
            seconds=seconds,
            usd=cost.usd,
        )

    def _said(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any],
        begin: Callable[[], Callable[[str], None]] | None,
    ) -> Completion:
        if begin is not None and isinstance(self._model, SpeakingModel):
            return self._model.speak(messages, schema, begin())
        return self._model.complete(messages, schema)

    def _counted(self, completion: Completion, messages: Sequence[Message], schema: Mapping[str, Any]) -> Completion:
        """The completion in whole characters, with its tokens estimated where its server does not count them, or to
        numbers that cannot be.
        """
        # half a character, as a model that is cut off may leave, could neither be kept nor be shown to it
        completion = replace(completion, text=completion.text.encode("utf-8", "replace").decode("utf-8"))
        asked, said = counted(completion.prompt_tokens), counted(completion.completion_tokens)
        if not (asked or said):
            asked = said = None
        if asked is None:
            asked = tokens(messages, schema)
        if said is None:
            said = math.ceil(len(completion.text.encode()) / _BYTES_PER_TOKEN)
        return replace(completion, prompt_tokens=asked, completion_tokens=said)

    def _learn(self, completion: Completion, messages: Sequence[Message]) -> None:
        """Remember the densest prompt, so that what is set aside for the next ones is enough."""
        sent = sum(len(message.text.encode()) for message in messages)
        with self._lock:
            found = max(_LEAST_BYTES_PER_TOKEN, sent / max(1, completion.prompt_tokens))
            self._bytes_per_token = min(self._bytes_per_token, found)

    def _amount(self, prompt_tokens: int, completion_tokens: int) -> Amount:
        usd = list_price(self._model.name, prompt_tokens, completion_tokens) or 0.0
        return Amount(prompt_tokens + completion_tokens, usd)


def tokens(messages: Sequence[Message], schema: Mapping[str, Any], bytes_per_token: float = _BYTES_PER_TOKEN) -> int:
    """How many tokens a prompt has at most, if none stands for fewer bytes than given."""
    sent = sum(len(message.text.encode()) for message in messages) + len(json.dumps(schema))
    return math.ceil(sent / bytes_per_token) + _TOKENS_PER_MESSAGE * len(messages)

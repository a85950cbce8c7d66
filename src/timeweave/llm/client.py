"""Asking a model for values: kept responses, budget, limits, and repair of what cannot be used."""

from __future__ import annotations

import functools
import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from pydantic import BaseModel

from timeweave.errors import ModelError, ModelOutputError, ModelUnavailableError, UsageError
from timeweave.llm.base import ChatModel, Completion, Message, Purpose, ResponseStore
from timeweave.llm.batches import in_order
from timeweave.llm.budget import Budget
from timeweave.llm.calling import Caller, tokens
from timeweave.llm.keeping import OneAtATime, response_key
from timeweave.llm.limits import Limits, Stopped
from timeweave.llm.prices import list_price
from timeweave.llm.speaking import Speech
from timeweave.llm.structured import opening, read, repair, schema_of
from timeweave.prompts import Filled
from timeweave.records import Usage

T = TypeVar("T", bound=BaseModel)

DEFAULT_LIMITS = Limits()
_log = logging.getLogger(__name__)


def no_problems(_: BaseModel) -> Sequence[str]:
    """The check of a value that needs none."""
    return ()


@dataclass(frozen=True, slots=True)
class Ask(Generic[T]):
    """A task with its data, the value wanted, what it is for, and a check that returns problems in words."""

    filled: Filled
    output: type[T]
    purpose: Purpose
    check: Callable[[T], Sequence[str]] = no_problems


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a call is expected to take; ``usd`` is ``None`` where no price is known. One that is ``cached`` is free."""

    prompt_tokens: int
    completion_tokens: int
    usd: float | None
    cached: bool


class ModelClient:
    """One model, asked for values of schemas. May be used from several threads at once.

    Only responses that were found valid are kept, under all that decides them (`keeping`), so that asking again costs
    nothing. Every call is charged to the ledger of ``responses`` at once. ``speech`` hears, while they come, the words
    of outputs that name in ``spoken`` the fields that hold them.

    Raises:
        UsageError: the budget bounds the price of a model whose price is not known.
    """

    def __init__(
        self,
        model: ChatModel,
        responses: ResponseStore | None = None,
        *,
        budget: Budget | None = None,
        limits: Limits = DEFAULT_LIMITS,
        speech: Speech | None = None,
    ) -> None:
        if budget is not None and budget.usd is not None and list_price(model.name, 1, 1) is None:
            raise UsageError(f"no price is known for model {model.name!r}: bound its tokens instead of its price")
        self._model = model
        self._responses = responses
        self._limits = limits
        self._speech = speech
        self._caller = Caller(model, budget or Budget(), limits)
        self._one_at_a_time = OneAtATime()
        self._usage: dict[str, Usage] = {}
        self._lock = threading.Lock()
        self._storing = threading.Lock()

    @property
    def name(self) -> str:
        """The model's name (`ChatModel.name`)."""
        return self._model.name

    def ask(
        self,
        filled: Filled,
        output: type[T],
        purpose: Purpose,
        *,
        check: Callable[[T], Sequence[str]] = no_problems,
    ) -> T:
        """A value of ``output``, a pydantic model, in which ``check`` finds no problem.

        What cannot be used (malformed, truncated, empty, refused, against the schema, or with problems that ``check``
        puts in words) is shown to the model, which is asked again.

        Raises:
            ModelOutputError: it never said anything that could be used.
            ModelUnavailableError: it could not be reached, or its server failed, again and again.
            ModelSilentError: nothing answers at its address, or it has failed at one ask after the other.
            RateLimitedError: its provider wants to be left alone for longer than is waited.
            BudgetError: the next call could exceed the budget.
            ModelError: what no repetition mends: a wrong key, an unknown model.
        """
        return self._answer(Ask(filled, output, purpose, check), threading.Event())

    def ask_all(self, asks: Iterable[Ask[T]]) -> Iterator[T | ModelError]:
        """The values of many asks, in their order; an error stands where there is none.

        ``asks`` is read as room becomes free, in the thread that reads the values. When that stops (an interrupt, or
        the iterator is closed), calls under way are given up at once, and what was answered before is kept.
        """
        stop = threading.Event()

        def answer(ask: Ask[T]) -> T | ModelError:
            try:
                return self._answer(ask, stop)
            except ModelError as error:
                return error

        def wake() -> None:
            self._caller.wake()
            with self._storing:  # from here on nobody touches the store, which the reader may close
                pass

        return in_order(answer, asks, threads=self._limits.concurrency, stop=stop, wake=wake)

    def fell_back(self, purpose: Purpose) -> None:
        """Count that rules did a model's part."""
        self._charge(purpose, Usage(fallbacks=1), threading.Event())

    def usage(self) -> Mapping[str, Usage]:
        """What each stage has cost since this client was made."""
        with self._lock:
            return dict(self._usage)

    def estimate(self, filled: Filled, output: type[BaseModel]) -> Estimate:
        """What asking is expected to take, by the length of the prompt."""
        messages, schema = opening(filled), schema_of(output)
        key = response_key(self._model, filled.prompt.version, schema, messages)
        if self._responses is not None and self._responses.response(key) is not None:
            return Estimate(0, 0, 0.0, cached=True)
        prompt = tokens(messages, schema)
        completion = min(self._caller.most_completion, len(filled.user.encode()) // 8 + 50)
        return Estimate(prompt, completion, list_price(self.name, prompt, completion), cached=False)

    def _answer(self, ask: Ask[T], stop: threading.Event) -> T:
        messages, schema = opening(ask.filled), schema_of(ask.output)
        key = response_key(self._model, ask.filled.prompt.version, schema, messages)
        with self._one_at_a_time.holding(key):
            kept = self._kept(ask, key, stop)
            return kept if kept is not None else self._asked(ask, key, messages, stop)

    def _kept(self, ask: Ask[T], key: str, stop: threading.Event) -> T | None:
        if self._responses is None:
            return None
        with self._store_open(stop):
            text = self._responses.response(key)
        if text is None:
            return None
        value = read(Completion(text, 0, 0), ask.output, ask.check).value
        if value is not None:
            self._charge(ask.purpose, Usage(cache_hits=1), stop)
        return value

    def _asked(self, ask: Ask[T], key: str, messages: tuple[Message, ...], stop: threading.Event) -> T:
        def again(error: ModelUnavailableError) -> None:
            _log.info("%s about %s is asked again: %s", ask.filled.prompt.version, ask.purpose.about, error)
            self._charge(ask.purpose, Usage(retries=1), stop)

        fields, speech = getattr(ask.output, "spoken", None), self._speech
        begin = None if fields is None or speech is None else functools.partial(speech.begin, fields)
        problems: tuple[str, ...] = ()
        for turn in range(self._limits.repairs + 1):
            completion, usage = self._caller.completion(
                messages, schema_of(ask.output), key, stop, again=again, begin=begin
            )
            usage = replace(usage, retries=usage.retries + (turn > 0))
            found = read(completion, ask.output, ask.check)
            if found.value is not None:
                self._charge(ask.purpose, usage, stop, key, completion.text)
                return found.value
            self._charge(ask.purpose, usage, stop)
            problems = found.problems
            _log.debug("%s about %s cannot be used: %s", ask.filled.prompt.version, ask.purpose.about, problems)
            messages = repair(ask.filled, completion, problems)
        raise ModelOutputError(
            f"model {self.name!r} said nothing usable for {ask.filled.prompt.version} about {ask.purpose.about!r} in "
            f"{self._limits.repairs + 1} attempts; of the last: {'; '.join(problems)}"
        )

    def _charge(
        self, purpose: Purpose, usage: Usage, stop: threading.Event, key: str | None = None, text: str = ""
    ) -> None:
        with self._lock:
            self._usage[purpose.stage] = self._usage.get(purpose.stage, Usage()) + usage
        if self._responses is None:
            return
        with self._store_open(stop):
            if key is None:
                self._responses.charge(purpose, usage)
            else:
                self._responses.keep_response(key, text, purpose, usage)

    @contextmanager
    def _store_open(self, stop: threading.Event) -> Iterator[None]:
        """The store, which an abandoned call must not touch any more."""
        with self._storing:
            if stop.is_set():
                raise Stopped
            yield

"""The models of a knowledge base: which one indexes, answers and judges, each made when first needed (TG-23)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from timeweave.errors import UntrustedError
from timeweave.records import Usage
from timeweave.settings import ModelSettings, Settings, Use
from timeweave.store.base import Store

if TYPE_CHECKING:  # importing a provider's library takes longer than answering a question
    from timeweave.llm.base import ChatModel, ResponseStore
    from timeweave.llm.budget import Budget
    from timeweave.llm.client import ModelClient
    from timeweave.llm.speaking import Hear


class Models:
    """The language models that settings name, or that were given. One budget holds for all of them."""

    def __init__(self, settings: Settings, given: Mapping[Use, ChatModel] | None = None) -> None:
        self._settings = settings
        self._made: dict[Use, ChatModel] = dict(given or {})
        self._budget: Budget | None = None

    def has(self, use: Use) -> bool:
        """Whether a model was chosen for this use."""
        return use in self._made or use in self._settings.models

    def require(self, use: Use) -> None:
        """Make sure that the model for this use can be made, where one was chosen. Raises as `client`."""
        if self.has(use):
            self._model(use)

    def client(self, use: Use, responses: ResponseStore, hear: Hear | None = None) -> ModelClient | None:
        """A client of the model for this use, whose costs count from now on; ``None`` where none was chosen. ``hear``
        is told the words of answers as they come.

        Raises:
            UsageError: its provider does not exist, or needs an extra that is not installed.
            UntrustedError: a file that nobody approved names its address.
            ModelError: it cannot be used as it was asked for.
        """
        if not self.has(use):
            return None
        from timeweave.llm.client import ModelClient
        from timeweave.llm.limits import Limits
        from timeweave.llm.speaking import Speech

        concurrency = self._settings.concurrency
        limits = Limits() if concurrency is None else Limits(concurrency=concurrency)
        speech = None if hear is None else Speech(hear)
        return ModelClient(self._model(use), responses, budget=self._shared_budget(), limits=limits, speech=speech)

    def _model(self, use: Use) -> ChatModel:
        if use not in self._made:
            chosen = self._settings.models[use]
            if chosen.refused is not None:
                raise UntrustedError(chosen.refused)
            twin = next((u for u, m in self._settings.models.items() if m == chosen and u in self._made), None)
            self._made[use] = self._made[twin] if twin else _opened(chosen)
        return self._made[use]

    def _shared_budget(self) -> Budget | None:
        from timeweave.llm.budget import Budget

        tokens, usd = self._settings.budget_tokens, self._settings.budget_usd
        if self._budget is None and (tokens is not None or usd is not None):
            self._budget = Budget(tokens=tokens, usd=usd)
        return self._budget


def _opened(chosen: ModelSettings) -> ChatModel:
    from timeweave.llm.choosing import open_model

    named_by = None if chosen.named_by is None else str(chosen.named_by)
    return open_model(chosen.model, chosen.url, named_by=named_by, **chosen.options)


class Clients:
    """The clients of one operation, which the ledger names; each is made when first asked for.

    To be made before the operation reads: a response to what was read before a removal is not kept after it.
    """

    def __init__(self, models: Models, store: Store, operation: str, hear: Hear | None = None) -> None:
        self.operation = operation
        self._hear = hear
        self._models = models
        self._responses = store.responses(operation) if any(models.has(use) for use in Use) else None
        self._made: dict[Use, ModelClient | None] = {}

    def get(self, use: Use) -> ModelClient | None:
        """The client for this use; ``None`` where no model was chosen for it. Raises as `Models.client`."""
        if use not in self._made:
            self._made[use] = None if self._responses is None else self._models.client(use, self._responses, self._hear)
        return self._made[use]

    def usage(self) -> Mapping[str, Usage]:
        """What the operation has cost so far, by stage."""
        total: dict[str, Usage] = {}
        for client in self._made.values():
            for stage, used in (client.usage() if client is not None else {}).items():
                total[stage] = total.get(stage, Usage()) + used
        return total

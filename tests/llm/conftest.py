"""A store, and clients of the test endpoint whose waits are short."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from modelserver import TestEndpoint

from timeweave.llm.budget import Budget
from timeweave.llm.choosing import open_model
from timeweave.llm.client import ModelClient
from timeweave.llm.limits import Limits
from timeweave.store.sqlite import SqliteStore

sys.path.insert(0, str(Path(__file__).parent))

OPERATION = "2026-01-31T12:00:00Z add"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """An empty store on disk."""
    with SqliteStore.open(tmp_path / "kb") as opened:
        yield opened


@pytest.fixture
def make_client(endpoint: TestEndpoint, store: SqliteStore) -> Callable[..., ModelClient]:
    """Makes a client of the endpoint that keeps responses in the store: options of the model, and of its limits."""

    def make(
        *, budget: Budget | None = None, limits: dict[str, Any] | None = None, **options: float | str | bool
    ) -> ModelClient:
        model = open_model("openai:rules", endpoint.url, **{"timeout": 120.0, **options})
        chosen = Limits(**{"first_wait": 0.001, **(limits or {})})
        return ModelClient(model, store.responses(OPERATION), budget=budget, limits=chosen)

    return make

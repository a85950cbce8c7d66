"""Stores filled by the rules' own extraction, without vectors, which reports do not read."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import numpy as np
import pytest
from modelserver import TestEndpoint
from storekit.memory import MemoryStore

from timeweave.evolution import decide_addition, decide_removal
from timeweave.extraction.pipeline import extract
from timeweave.llm.choosing import open_model
from timeweave.llm.client import ModelClient
from timeweave.llm.limits import Limits
from timeweave.preparation import content_digest
from timeweave.records import Change, Document, DocumentId, Prepared
from timeweave.store.base import Store
from timeweave.store.sqlite import SqliteStore
from timeweave.temporal.interval import Interval

RECORDED = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)


def quarterly(company: str, quarter: str, revenue: str, *more: str, date: str, id_: str = "") -> Document:
    """A company's account of one quarter."""
    text = " ".join((f"{company} reported revenue of {revenue} for the quarter.", *more))
    return Document(
        id=id_ or f"{company.split()[0].lower()}-{quarter}",
        text=text,
        title=f"{company} {quarter}",
        date=dt.date.fromisoformat(date),
        period=Interval.parse(quarter),
        entities=(company,),
    )


CORPUS = (
    quarterly("Halden Optics", "2022-Q4", "$70 million", date="2023-02-01"),
    quarterly("Halden Optics", "2023-Q1", "$80 million", "Gross margin was 41%.", date="2023-05-02"),
    quarterly("Halden Optics", "2023-Q2", "$84 million", "Gross margin was 43%.", date="2023-08-01"),
    quarterly("Brightwater", "2023-Q1", "$310 million", date="2023-05-04"),
    quarterly("Brightwater", "2023-Q2", "$298 million", date="2023-08-03"),
)


def prepared(document: Document) -> Prepared:
    """What preparation makes of a document, less the vectors."""
    found = extract(document)
    statements, entities = len(found.statements), len({m.entity for m in found.mentions})
    vectors = np.zeros((statements, 2), np.float32), np.zeros((entities, 2), np.float32)
    return Prepared(document, content_digest(document), found, *vectors, ({},) * statements, {})


def add(store: Store, *documents: Document) -> list[Change]:
    """Take documents in; returns what each changed."""
    changes = []
    for document in documents:
        with store.transaction() as transaction:
            change = decide_addition(prepared(document), transaction, RECORDED)
            assert change is not None
            transaction.apply(change)
            changes.append(change)
    return changes


def remove(store: Store, id_: str) -> Change:
    """Take a document back."""
    with store.transaction() as transaction:
        change = decide_removal(DocumentId(id_), transaction, RECORDED)
        transaction.apply(change)
    return change


class Asking(Protocol):
    """A client of the test endpoint whose responses are kept in a store, as one operation."""

    def __call__(self, store: Store, *, concurrency: int = 2) -> ModelClient: ...


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each kind."""
    made = MemoryStore() if request.param == "memory" else SqliteStore.open(tmp_path / "kb")
    with made:
        yield made


@pytest.fixture
def asking(endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch) -> Asking:
    """Makes clients of the endpoint."""
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    model = open_model("openai:rules", endpoint.url)

    def client(store: Store, *, concurrency: int = 2) -> ModelClient:
        return ModelClient(model, store.responses("test"), limits=Limits(concurrency, attempts=2, first_wait=0.01))

    return client

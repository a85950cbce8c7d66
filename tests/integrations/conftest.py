"""A store that the retrievers of other frameworks are tried on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

import timeweave
from timeweave import Document, KnowledgeBase

DOCUMENTS = (
    Document("board-2021", "Corvel Ltd named Ines Calder as chief executive officer.", date=dt.date(2021, 3, 2)),
    Document("board-2023", "Corvel Ltd named Tomas Reyk as chief executive officer.", date=dt.date(2023, 5, 9)),
    Document(
        "results-2022",
        "Corvel Ltd reported revenue of $12 million for the second quarter of 2022.",
        date=dt.date(2022, 7, 20),
    ),
    Document(
        "results-2023",
        "Corvel Ltd reported revenue of $17 million for the second quarter of 2023.",
        date=dt.date(2023, 7, 19),
    ),
    Document("plant", "Corvel Ltd opened a plant in Port Alden in March 2022.", date=dt.date(2022, 3, 30)),
)


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """Five documents about one company."""
    with timeweave.open(tmp_path_factory.mktemp("integrations") / "kb") as base:
        base.add(DOCUMENTS, workers=1)
        yield base

"""A small world told in dated documents, in a real store with the real index and embedder."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.temporal.interval import Interval

RECORDED = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)


def report(company: str, period: str, day: str, *sentences: str) -> Document:
    """A quarterly report."""
    return Document(
        id=f"{company.split()[0].lower()}-{period}",
        text=" ".join(sentences),
        title=f"{company} {period} results",
        date=dt.date.fromisoformat(day),
        period=Interval.parse(period),
        entities=(company,),
    )


REPORTS = [
    report("Halden Optics Inc.", "2023-Q1", "2023-04-20", "Revenue was $3.7 billion, down 17% sequentially.",
           "GAAP gross margin was 31.2% and non-GAAP gross margin was 33.0%.", "We opened a plant in Port Alden."),
    report("Halden Optics Inc.", "2023-Q2", "2023-07-20", "Revenue was $3.1 billion.",
           "Free cash flow was $120 million.",
           "We expect revenue of $5 billion for the third quarter of 2023."),
    report("Halden Optics Inc.", "2023-Q3", "2023-10-20", "Revenue was $2.8 billion.",
           "Free cash flow was $90 million.",
           "We began work on a second plant because demand for lenses is strong."),
    report("Brightwater Ltd", "2023-Q3", "2023-10-25", "Revenue was $4.2 billion.", "Free cash flow was $75 million."),
]  # fmt: skip


@pytest.fixture(scope="session")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """The reports, and a news item on who leads Brightwater."""
    news = [
        Document("news-1", "Brightwater Ltd named Mara Ellison as chief executive officer.", date=dt.date(2022, 3, 1)),
        Document("news-2", "Brightwater Ltd named Tomas Reyk as chief executive officer.", date=dt.date(2023, 9, 1)),
    ]
    with timeweave.open(tmp_path_factory.mktemp("kb")) as opened:
        opened.add([*REPORTS, *news], now=RECORDED, workers=1)
        yield opened


@pytest.fixture
def reports() -> dict[str, str]:
    """The text of each report by document id."""
    return {r.id: r.text for r in REPORTS}

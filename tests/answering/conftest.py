"""A small world told in dated documents, in a real store with the real index and embedder."""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from injections import BYSTANDER, INJECTIONS
from modelserver import Fault, TestEndpoint
from sections import parse_sections

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.answering import Relevance, answer
from timeweave.answering.options import AnswerOptions
from timeweave.embedding import Embedder, get_embedder
from timeweave.embedding.reader import Reader
from timeweave.indexes import Indexes
from timeweave.llm.budget import Budget
from timeweave.llm.choosing import open_model
from timeweave.llm.client import ModelClient
from timeweave.llm.limits import Limits
from timeweave.reports import Reports
from timeweave.results import Answer
from timeweave.retrieval import Query, Sources, pose, retrieve
from timeweave.store.sqlite import SqliteStore
from timeweave.temporal.interval import Interval

RECORDED = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)
READER = Reader()


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
def kb_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the reports are, and news items on who leads Brightwater."""
    news = [
        Document("news-1", "Brightwater Ltd named Mara Ellison as chief executive officer.", date=dt.date(2022, 3, 1)),
        Document("news-2", "Brightwater Ltd named Tomas Reyk as chief executive officer.", date=dt.date(2023, 9, 1)),
    ]
    folder = tmp_path_factory.mktemp("kb")
    with timeweave.open(folder) as opened:
        opened.add([*REPORTS, *news], now=RECORDED, workers=1)
    return folder


@pytest.fixture(scope="session")
def kb(kb_path: Path) -> Iterator[KnowledgeBase]:
    """The knowledge base of the reports and the news."""
    with timeweave.open(kb_path) as opened:
        yield opened


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    """The default one, loaded once."""
    return get_embedder()


class Models:
    """Questions put to a copy of a knowledge base with the model of a test endpoint, whose waits are short."""

    def __init__(self, folder: Path, endpoint: TestEndpoint, embedder: Embedder, timeout: float = 120.0) -> None:
        self._folder = folder
        self._embedder = embedder
        self._endpoint = endpoint
        self._model = open_model("openai:rules", endpoint.url, timeout=timeout)

    def client(self, store: SqliteStore, *, budget: Budget | None = None) -> ModelClient:
        """A client that keeps its responses in ``store``."""
        limits = Limits(first_wait=0.001, attempts=2)
        return ModelClient(self._model, store.responses("2024-06-01T00:00:00Z ask"), budget=budget, limits=limits)

    def ask(
        self,
        question: str,
        *,
        as_of: dt.date | None = None,
        mode: str = "auto",
        tokens: int | None = None,
        options: AnswerOptions | None = None,
        budget: Budget | None = None,
    ) -> Answer:
        """An answer; ``tokens`` is the budget of the search. Reports are made without the model."""
        with SqliteStore.open(self._folder) as store, store.view(as_of) as view:
            client = self.client(store, budget=budget)
            reader = Indexes(store.folder).reader(view)
            sources = Sources(
                view,
                reader,
                self._embedder,
                reports=lambda nodes: Reports(store).of(nodes, view),
                client=client,
            )
            result = retrieve(pose(Query(question, as_of or RECORDED.date(), mode, tokens), sources))
            relevance = Relevance(reader, self._embedder.embed([question])[0], question, READER)
            options = options or AnswerOptions()
            return answer(result, view=view, relevance=relevance, client=client, options=options)

    def forget(self) -> None:
        """Leave out what it was shown so far."""
        self._endpoint.forget()

    @property
    def tasks(self) -> set[str]:
        """What it was asked to do."""
        return {call.task for call in self._endpoint.calls}

    def said_to_it(self, *tasks: str) -> str:
        """All that the model was shown for some tasks."""
        calls = self._endpoint.calls_of(*tasks) if tasks else self._endpoint.calls
        return "\n".join(turn.text for call in calls for turn in call.turns)

    def evidence_shown(self) -> str:
        """The data that it was shown, without the question and what it said itself."""
        sections = (parse_sections(turn.text) for call in self._endpoint.calls for turn in call.turns[:2])
        return "\n".join(text for found in sections for name, text in found.items() if name != "question")


@pytest.fixture
def models(kb_path: Path, tmp_path: Path, endpoint: TestEndpoint, embedder: Embedder) -> Models:
    """The small world with a model."""
    return Models(Path(shutil.copytree(kb_path, tmp_path / "kb")), endpoint, embedder)


@pytest.fixture
def impatient(kb_path: Path, tmp_path: Path, endpoint: TestEndpoint, embedder: Embedder) -> Models:
    """The same with a model that is given up after a fraction of a second."""
    return Models(Path(shutil.copytree(kb_path, tmp_path / "kb")), endpoint, embedder, 0.2)


@pytest.fixture
def reports() -> dict[str, str]:
    """The text of each report by document id."""
    return {r.id: r.text for r in REPORTS}


@pytest.fixture(scope="session")
def orders_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where documents are that give orders to a model, beside one that does not."""
    folder = tmp_path_factory.mktemp("orders")
    with timeweave.open(folder) as opened:
        opened.add([BYSTANDER, *(injection.document for injection in INJECTIONS)], now=RECORDED, workers=1)
    return folder


@pytest.fixture(scope="session")
def obeyed(orders_path: Path, embedder: Embedder) -> Iterator[Models]:
    """Those documents with a model that obeys whatever it is told."""
    with TestEndpoint() as endpoint:
        endpoint.misbehave(Fault.GULLIBLE, times=None)
        yield Models(orders_path, endpoint, embedder)


@pytest.fixture
def ordered(obeyed: Models) -> Models:
    """The same, with nothing shown to the model yet."""
    obeyed.forget()
    return obeyed

"""NE-14, NE-15: the sweep over the top-k runs whole on a few articles, with a local search API and a local model."""

from __future__ import annotations

import datetime as dt
import gzip
import json
import sys
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from modelserver import TestEndpoint

BENCHMARKS = str(Path(__file__).resolve().parents[1] / "benchmarks")
ARTICLES = {
    "https://n.example/1": ("2024/05/01", "Irma Holt met Ada Brandt in Corrin. Fog lay on the harbour of Port Lorne."),
    "https://n.example/2": ("2024/05/03", "Irma Holt sued Quillon Motors over the quay. It rained for days in Corrin."),
    "https://n.example/3": ("2024/05/09", "Irma Holt sued Valgate Tools over the bridge. Snow fell on the high pass."),
}
FOUND = [
    {"name": "Later", "url": "https://w.example/1", "on": "2024-05-09", "snippet": "Irma Holt sued Quillon Motors."},
    {"name": "Suit", "url": "https://w.example/2", "on": "2024-05-04", "snippet": "Quillon Motors was sued."},
]


@pytest.fixture(autouse=True)
def benchmarks() -> Iterator[None]:
    """The scripts import one another by their bare names."""
    sys.path.insert(0, BENCHMARKS)
    yield
    sys.path.remove(BENCHMARKS)


@pytest.fixture
def search_api() -> Iterator[tuple[str, list[str]]]:
    """The template of a search API on this machine, and the queries that it got."""
    queries: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            body = json.dumps({"items": FOUND}).encode()
            if parts.path == "/robots.txt":
                body = b""
            else:
                queries.extend(parse_qs(parts.query)["q"])
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/s?q={{query}}", queries
    server.shutdown()
    server.server_close()


def write(path: Path, rows: Sequence[object]) -> None:
    with gzip.open(path, "wt") as lines:
        lines.writelines(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    articles = [{"url": u, "title": "News", "publish_date": d, "text": t} for u, (d, t) in ARTICLES.items()]
    write(tmp_path / "articles_2022H2.jsonl.gz", articles)
    write(tmp_path / "articles_2023.jsonl.gz", [])
    asked = {
        "question_id": "1",
        "question_date": "2024/05/06",
        "question_sentence": "Whom did Irma Holt sue?",
        "choices": ["Ada Brandt", "Quillon Motors"],
        "answer": ["1"],
        "retrieved_urls": list(ARTICLES),
    }
    write(tmp_path / "questions_2022_2023.jsonl.gz", [asked])
    return tmp_path


def sweep(data: Path, monkeypatch: pytest.MonkeyPatch, *more: str) -> dict[str, Any]:
    import machine
    import news_sweep

    monkeypatch.setattr(machine, "RESULTS", data / "results")
    days = ["--from", "2024-05-01", "--until", "2024-05-31", "--subjects", "3"]
    monkeypatch.setattr(sys, "argv", ["news_sweep.py", "--data", str(data), *days, *more])
    news_sweep.main()
    found: dict[str, Any] = json.loads((data / "results" / "news_sweep.json").read_text())
    return found


def test_each_system_over_its_top_k(
    data: Path, monkeypatch: pytest.MonkeyPatch, search_api: tuple[str, list[str]]
) -> None:
    """NE-14, NE-15: chunks, M1, M2, union, hybrid and WebRAG, each as far as it goes; nothing later is found."""
    template, queries = search_api
    fields = ["--field", "results=items", "--field", "title=name", "--field", "date=on"]
    measured = sweep(data, monkeypatch, "--search", template, *fields, "--allow-private", "127.0.0.1")
    systems = measured["systems"]
    kinds = ("NewsRAG", "M1", "M2", "union", "hybrid")
    assert list(systems) == [f"{k}, {s}" for s in ("temporal", "generic", "back-off") for k in kinds] + ["WebRAG"]
    assert {n: list(s["top"]) for n, s in systems.items() if "," not in n or n.endswith("generic")} == {
        **{f"{k}, generic": ["1", "3", "5", "10", "20"] for k in kinds[1:]},
        "NewsRAG, generic": ["1", "3", "5", "10"],
        "WebRAG": ["1", "3", "5", "10"],
    }
    assert all(system["late"] == 0 for system in systems.values())
    for name in ("NewsRAG, generic", "M1, generic", "union, generic", "hybrid, generic", "WebRAG"):
        assert systems[name]["top"]["3"]["in_words"]["mean"] == 1.0, name
    assert systems["WebRAG"]["top"]["1"]["tokens"] < 10
    tokens = {kind: systems[f"{kind}, generic"]["top"]["3"]["tokens"] for kind in kinds}
    assert tokens["union"] < tokens["hybrid"] != tokens["NewsRAG"]  # some of each
    assert queries == ["(Date: May 6, 2024) Whom did Irma Holt sue?"]
    assert measured["model"] is None


def test_with_a_model_interactions_and_answers_are_its_own(
    data: Path, monkeypatch: pytest.MonkeyPatch, endpoint: TestEndpoint
) -> None:
    """NE-15: M1 and M2 by the model's prompts, answers from the top-k alone."""
    model = ["--llm", "openai:rules", "--llm-url", endpoint.url, "--strategies", "generic"]
    measured = sweep(data, monkeypatch, *model)
    assert measured["model"] == "openai:rules"
    assert {call.task for call in endpoint.calls} == {"interactions_subject", "interactions_pair", "news"}
    top = measured["systems"]["M1, generic"]["top"]["10"]
    assert [top[name]["mean"] for name in ("answered_right", "in_words", "in_quotes")] == [1.0, 1.0, 1.0]


def test_what_was_told_later_counts_as_late() -> None:
    """NE-15: by the day of its document, whatever day the entry gives; a search that fails is counted."""
    import news_sweep
    from news_data import GoldQuestion, Piece

    from timeweave.errors import FetchError
    from timeweave.retrieval.news.datastore import Passage

    day = dt.date(2024, 5, 6)
    asked = [GoldQuestion(i, "Who?", "", i, (Piece("", answers=("Ada",)),), ("Ada",), day) for i in "ab"]

    def find(q: GoldQuestion) -> list[Passage]:
        if q.id == "b":
            raise FetchError("gone")
        return [Passage(day, "Nobody came.", "new"), Passage(day, "Irma met her.", "old", quote="Irma met Ada.")]

    measured = news_sweep.measure(asked, (1, 2), find, {"new": dt.date(2024, 5, 7), "old": day})
    assert (measured["late"], measured["failed"]) == (1, 1)
    means = {k: (row["in_words"]["mean"], row["in_quotes"]["mean"]) for k, row in measured["top"].items()}
    assert means == {"1": (0.0, 0.0), "2": (0.0, 0.5)}

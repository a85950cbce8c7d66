"""What OpenTelemetry is told of the stages within a request and an ingest: names, places and numbers, no words."""

from __future__ import annotations

import datetime as dt
import pickle
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from modelserver import Fault, TestEndpoint
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

import timeweave
from timeweave import Document, preparation
from timeweave.server.running import Plan, warm
from timeweave.tracing import Keeping, each, tell, traced

from .conftest import Served, serving

ASK = "/v1/kb/alpha/ask"
WHO = "Who is the chief executive officer of Acme Robotics?"
WHY = "Why was Müller Werke interested in Zürich?"
DAY = dt.date(2024, 5, 9)
STAGES = {"question", "retrieval", "weighing", "digest", "news", "answerers", "arbiter"}


@pytest.fixture
def exported() -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    provider = trace.get_tracer_provider()
    if not isinstance(provider, TracerProvider):
        provider = TracerProvider()
        trace.set_tracer_provider(provider)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    yield exporter
    exporter.shutdown()


def paths(spans: list[ReadableSpan]) -> dict[str, ReadableSpan]:
    """Each span by the names from its topmost on."""
    by_id = {span.context.span_id: span for span in spans}

    def path(span: ReadableSpan) -> str:
        above = by_id.get(span.parent.span_id) if span.parent is not None else None
        return span.name if above is None else f"{path(above)}/{span.name}"

    return {path(span): span for span in spans}


def until(exported: InMemorySpanExporter, last: str, trace_id: int | None = None) -> list[ReadableSpan]:
    """The spans of a trace, or all, as soon as there is one called ``last``."""
    deadline = time.monotonic() + 60
    while True:
        spans = [s for s in exported.get_finished_spans() if trace_id in (None, s.context.trace_id)]
        if any(span.name == last for span in spans):
            return spans
        assert time.monotonic() < deadline, {span.name for span in spans}
        time.sleep(0.02)


def traced_post(url: str, path: str, body: dict, exported: InMemorySpanExporter, who: str | None = None) -> dict:
    import httpx2

    trace_id = secrets.token_hex(16)
    headers = {"traceparent": f"00-{trace_id}-b7ad6b7169203331-01"}
    headers |= {} if who is None else {"Authorization": f"Bearer {who}"}
    assert httpx2.post(f"{url}{path}", json=body, headers=headers, timeout=60, trust_env=False).status_code == 200
    name = path.split("/")[-1]
    route = f"POST /v1/kb/{{name}}/{name}"
    return paths(until(exported, route, int(trace_id, 16)))


def test_stages_of_a_question_are_below_its_request(served: Served, exported: InMemorySpanExporter) -> None:
    found = traced_post(served.url, ASK, {"question": WHO}, exported, served.tokens["read"])
    top = "POST /v1/kb/{name}/ask"
    assert {top, f"{top}/ask", f"{top}/write", *(f"{top}/ask/{stage}" for stage in STAGES)} == set(found)
    assert found[f"{top}/ask/retrieval"].attributes["timeweave.mode"] in ("passages", "reason", "auto")
    assert found[f"{top}/ask/arbiter"].attributes["timeweave.proposals"] >= 1
    assert not any("model" in path.split("/") for path in found)
    children = [found[f"{top}/ask/{stage}"] for stage in STAGES]
    ask = found[f"{top}/ask"]
    assert all(ask.start_time <= span.start_time <= span.end_time <= ask.end_time for span in children)
    whole = "".join(span.to_json() for span in exported.get_finished_spans())
    assert "Acme" not in whole
    assert "chief executive" not in whole


def test_calls_of_a_model_are_stages_too(
    made_stores: Path, exported: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch, endpoint: TestEndpoint
) -> None:
    """Each attempt is one, also of those that are made at once."""
    monkeypatch.setenv("TIMEWEAVE_LLM", "openai:rules")
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    endpoint.misbehave(Fault.MALFORMED, task="answer")
    with serving(Plan(made_stores / "alpha", None, None)) as (url, server):
        warm(server)
        endpoint.forget()
        found = traced_post(url, "/v1/kb/default/ask", {"question": WHY}, exported)
        before = len(endpoint.calls_of("answer"))
        account = {"question": "How did Acme Robotics develop over 2023 and 2024?", "mode": "global"}
        of_account = traced_post(url, "/v1/kb/default/ask", account, exported)
    assert "POST /v1/kb/{name}/ask/ask/model" in found
    assert before == 2
    spans = [span for span in exported.get_finished_spans() if span.name == "model"]
    assert len(spans) >= before + len(endpoint.calls_of("points", "synthesis"))
    assert endpoint.calls_of("points")
    assert "POST /v1/kb/{name}/ask/ask/model" in of_account
    ask = of_account["POST /v1/kb/{name}/ask/ask"].context.trace_id
    assert sum(span.context.trace_id == ask for span in spans) >= len(endpoint.calls_of("points", "synthesis"))
    assert "Müller" not in "".join(span.to_json() for span in exported.get_finished_spans())


def test_stages_of_an_ingest(served: Served, exported: InMemorySpanExporter) -> None:
    """Files are read; each document is extracted, embedded and written."""
    text = "Ms Whisper was appointed chair of Hidden Holdings in May 2024."
    with served.client("write") as client:
        sent = {"files": ("whispered.txt", text.encode())}
        assert client.post("/v1/kb/beta/documents?wait=60", files=sent).json()["added"] == 1
    found = paths(until(exported, "ingest"))
    assert {"ingest/reading", "ingest/add"} <= set(found)
    assert {f"ingest/add/{stage}" for stage in ("extraction", "embedding", "writing")} <= set(found)
    assert "ingest/add/writing/deciding" in found
    assert found["ingest/add/extraction"].attributes["timeweave.characters"] == len(text)
    whole = "".join(span.to_json() for span in exported.get_finished_spans())
    assert "hisper" not in whole
    assert "Hidden" not in whole


def test_stages_in_other_processes_are_told_here(
    tmp_path: Path, exported: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each document is extracted and embedded below what was going on here, at the time at which that was done there;
    of one that fails there is nothing.
    """
    monkeypatch.setattr(preparation, "_PARALLEL_FROM", 100)  # characters: two of these
    texts = [f"Ms Whisper was appointed chair of Hidden Holdings {n} in May 2024." for n in range(3)]
    with timeweave.open(tmp_path / "kb") as kb, traced("outer"):
        added = kb.add([Document(str(n), text, date=DAY) for n, text in enumerate(texts)], workers=2)
    assert added.added == 3
    spans = exported.get_finished_spans()
    (outer,) = [span for span in spans if span.name == "outer"]
    for stage, number in (("extraction", "characters"), ("embedding", "statements")):
        found = [span for span in spans if span.name == stage]
        assert [span.attributes[f"timeweave.{number}"] > 0 for span in found] == [True] * 3
        for span in found:
            assert span.parent.span_id == outer.context.span_id
            assert outer.start_time < span.start_time < span.end_time < outer.end_time
    assert "hisper" not in "".join(span.to_json() for span in spans)


def test_what_is_kept_for_another_process_has_its_order(exported: InMemorySpanExporter) -> None:
    """Spans below spans stay there."""

    def work(task: int) -> int:
        with traced("above", number=task), traced("below"):
            return task + 1

    result, stages = pickle.loads(pickle.dumps(Keeping(work)(1)))
    assert (result, exported.get_finished_spans()) == (2, ())
    tell(stages)
    found = paths(list(exported.get_finished_spans()))
    assert set(found) == {"above", "above/below"}
    assert found["above"].attributes == {"timeweave.number": 1}
    assert found["above"].start_time <= found["above/below"].start_time <= found["above/below"].end_time


def test_an_error_is_told_by_its_kind(served: Served, exported: InMemorySpanExporter) -> None:
    """What could not be found is not quoted."""
    assert served.get("/v1/kb/alpha/timeline", entity="Whispered Name").status_code == 404
    failed = [s for s in until(exported, "GET /v1/kb/{name}/timeline") if s.name == "timeline"]
    assert [(span.status.status_code, span.status.description) for span in failed] == [
        (trace.StatusCode.ERROR, "NotFoundError")
    ]
    assert "Whispered" not in "".join(span.to_json() for span in exported.get_finished_spans())


def test_the_tools_of_models_are_traced_without_words(served: Served, exported: InMemorySpanExporter) -> None:
    """A call by a name that there is and by one that there is not."""
    accepts = {"Accept": "application/json, text/event-stream"}
    with served.client("read", **accepts) as client:
        for tool, given in (("ask", {"question": "Who whispered it?", "kb": "alpha"}), ("whispered", {})):
            params = {"name": tool, "arguments": given}
            body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            assert client.post("/mcp", json=body).status_code == 200
    spans = until(exported, "POST /mcp")
    assert {"question", "answerers"} <= {span.name for span in spans}
    assert "hispered" not in "".join(span.to_json() for span in exported.get_finished_spans())


def test_each_item_is_a_span(exported: InMemorySpanExporter) -> None:
    with traced("outer"):
        assert list(each("making", iter("ab"))) == ["a", "b"]
    assert sorted(paths(list(exported.get_finished_spans()))) == ["outer", "outer/making"]


OFF = """
import datetime as dt, sys, warnings
import timeweave
from timeweave import Document
from timeweave.tracing import below, traced

with timeweave.open(sys.argv[1]) as kb:
    kb.add([Document("a", "Ada Brook was appointed chair of Acme in May 2024.", date=dt.date(2024, 5, 9))], workers=1)
    assert kb.ask("Who is chair of Acme?").answer
assert traced("a") is traced("b")
assert below(print) is print
assert not [name for name in sys.modules if name.startswith("opentelemetry")]
"""


def test_nothing_is_loaded_for_it(tmp_path: Path) -> None:
    """Where nobody looks on there is no span, nor any module of OpenTelemetry."""
    subprocess.run([sys.executable, "-c", OFF, str(tmp_path / "kb")], check=True, timeout=120)

"""The server against its own OpenAPI document, and against being killed: by tools that make up requests, and by -9."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx2
import pytest

import timeweave
from timeweave.server import told
from timeweave.server.describing import EXAMPLES

from .conftest import Served

HELD = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,"
    "response_headers_conformance,unsupported_method,ignored_auth"
)
CONFIG = """
[parameters]
"path.name" = "alpha"
"""


def test_the_document_describes_every_route(served: Served) -> None:
    """Each has words, responses with schemas, and the problems that it may answer with."""
    document = served.get("/openapi.json", None).json()
    operations = [(path, method, one) for path, known in document["paths"].items() for method, one in known.items()]
    assert len(operations) > 25
    scheme = document["components"]["securitySchemes"]["token"]
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
    for path, method, one in operations:
        assert one["description"], (path, method)
        good = [code for code in one["responses"] if code.startswith("2")]
        content = one["responses"][good[0]]["content"]
        assert content, (path, method)
        if path != "/metrics":
            assert content["application/json"]["schema"], (path, method)
            assert content["application/json"]["example"], (path, method)
        assert one.get("security", []) == ([] if path in ("/healthz", "/readyz") else [{"token": []}]), (path, method)
        assert "application/problem+json" in one["responses"]["422"]["content"]
        assert "application/problem+json" in one["responses"]["401"]["content"]


def test_examples_are_what_comes_back(served: Served) -> None:
    """Each fits its schema and has the fields of a response of the running server, no more and no fewer."""
    for name, example in EXAMPLES.items():
        if name != "Problem":
            getattr(told, name).model_validate(example, strict=True)
    base = "/v1/kb/alpha"
    asked = {"question": "Who was chief executive officer of Acme Robotics in 2023?"}
    document, fact = "press/2023-05-09", served.get(f"{base}/facts").json()["items"][0]["id"]
    got = {
        "Timeline": served.get(f"{base}/timeline", entity="Acme Robotics"),
        "Spikes": served.get(f"{base}/spikes", entity="Acme Robotics"),
        "Report": served.get(f"{base}/report", period="2024"),
        "KnownEntities": served.get(f"{base}/entities/one", name="Acme Robotics"),
        "Explanation": served.get(f"{base}/facts/{fact}"),
        "WholeDocument": served.get(f"{base}/documents/{document}"),
        "Ingest": served.post(f"{base}/documents?wait=30", {"documents": [{"id": "x"}]}),
        "KnowledgeBases": served.get("/v1/kb"),
        "Status": served.get("/healthz"),
        "Problem": served.get(f"{base}/stats", asof="2024"),
        **{name: served.post(f"{base}/{name.lower()}", asked) for name in ("Search", "Figure")},
        "Answer": served.post(f"{base}/ask", asked),
    }
    for route in ("periods", "entities", "relations", "facts", "changes", "stats", "documents", "ingests"):
        got[route.capitalize()] = served.get(f"{base}/{route}")
    for name, given in got.items():
        assert given.json().keys() == EXAMPLES[name].keys(), name
        for key, value in EXAMPLES[name].items():
            if isinstance(value, list) and value and isinstance(value[0], dict) and given.json()[key]:
                assert value[0].keys() <= given.json()[key][0].keys() | {"level", "text", "times"}, (name, key)


@pytest.mark.slow
def test_no_request_that_is_made_up_breaks_the_server(served: Served, tmp_path: Path) -> None:
    """Whatever is sent, by the schema and against it: no 5xx, and what comes back is what the document says."""
    config = tmp_path / "schemathesis.toml"
    config.write_text(CONFIG)
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "--config-file", config, "run", f"{served.url}/openapi.json"),
        *("-H", f"Authorization: Bearer {served.tokens['write']}", "--checks", HELD, "--max-examples", "8"),
        *("--phases", "examples,coverage,fuzzing", "--generation-deterministic", "--no-shrink"),
        *("--request-timeout", "30", "--workers", "1", "--max-time", "150", "--suppress-health-check", "all"),
    ]
    environment = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
    done = subprocess.run(
        [str(part) for part in command], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=400
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert served.get("/readyz", None).status_code == 200


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def command(home: Path, port: int) -> subprocess.Popen[str]:
    """A server in a process of its own, once it is ready."""
    words = [sys.executable, "-m", "timeweave", "serve", "--kb", str(home), "--no-auth", "--port", str(port)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    deadline = time.monotonic() + 90
    while True:
        assert process.poll() is None, "the server ended"
        assert time.monotonic() < deadline
        try:
            if httpx2.get(f"http://127.0.0.1:{port}/readyz", trust_env=False).status_code == 200:
                return process
        except httpx2.TransportError:
            pass
        time.sleep(0.1)


def document(id_: str) -> dict[str, str]:
    return {"id": id_, "date": "2024-05-02", "text": f"The mill {id_} of Delta Mills opened in Sarn in May 2024."}


@pytest.mark.slow
def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    """Killed again and again in the middle of uploads: every document that was acknowledged is there afterwards, and
    the store is sound.
    """
    home, port = tmp_path / "kb", free_port()
    timeweave.open(home).close()
    acknowledged: list[str] = []
    for round_ in range(3):
        process = command(home, port)
        url = f"http://127.0.0.1:{port}/v1/kb/default/documents"

        def send(round_: int = round_, url: str = url) -> None:
            for n in range(200):
                ids = [f"r{round_}-{n}-{m}" for m in range(3)]
                try:
                    given = httpx2.post(url, json={"documents": [document(id_) for id_ in ids]}, trust_env=False)
                except httpx2.TransportError:
                    return
                if given.status_code == 202:
                    acknowledged.extend(ids)

        sender = threading.Thread(target=send)
        sender.start()
        time.sleep(0.7 + 0.4 * round_)
        process.kill()
        process.wait(30)
        sender.join(30)
    assert len(acknowledged) > 10
    process = command(home, port)
    try:
        url = f"http://127.0.0.1:{port}/v1/kb/default"
        deadline = time.monotonic() + 240
        while True:
            waiting = httpx2.get(f"{url}/ingests", params={"limit": 500}, trust_env=False).json()["items"]
            if all(one["state"] == "done" for one in waiting):
                break
            assert not [one for one in waiting if one["state"] == "failed"]
            assert time.monotonic() < deadline
            time.sleep(0.5)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
    with timeweave.open(home, read_only=True) as kb:
        there = {info.id for info in kb.documents()}
        assert set(acknowledged) <= there
        assert kb.check() == []
    assert not list((home / "ingests").glob(".*.part"))


@pytest.mark.slow
def test_a_server_that_is_told_to_stop_leaves_nothing_half_done(tmp_path: Path) -> None:
    """SIGTERM in the middle of an ingest: the documents in hand are finished, the rest waits on disk, status 0."""
    home, port = tmp_path / "kb", free_port()
    timeweave.open(home).close()
    process = command(home, port)
    url = f"http://127.0.0.1:{port}/v1/kb/default"
    body = {"documents": [document(f"n{n}") for n in range(60)]}
    place = httpx2.post(f"{url}/documents", json=body, trust_env=False).headers["location"]
    time.sleep(1.0)
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0
    job = json.loads(next((home / "ingests").glob("2*/job.json")).read_text())
    with timeweave.open(home, read_only=True) as kb:
        assert kb.stats().counts["documents"] == job["done"]
        assert kb.check() == []
    process = command(home, port)
    try:
        deadline = time.monotonic() + 120
        while (known := httpx2.get(f"http://127.0.0.1:{port}{place}", trust_env=False).json())["state"] != "done":
            assert time.monotonic() < deadline
            time.sleep(0.2)
        assert (known["added"], known["unchanged"], known["done"]) == (60, 0, 60)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)

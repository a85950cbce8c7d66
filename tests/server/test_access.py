"""Who may do what, and what strangers get: tokens, names of the server, other sites, floods."""

from __future__ import annotations

import contextlib
import json
import logging
import re
import shutil
import socket
import stat
import threading
import time
from pathlib import Path
from typing import Any

import httpx2
import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

import timeweave
from timeweave.errors import NoStoreError, UsageError
from timeweave.server import operations
from timeweave.server.limits import Limits
from timeweave.server.observing import LOG, JsonLines
from timeweave.server.running import Plan, is_loopback
from timeweave.server.tokens import TokenFile

from .conftest import SECRET, Served, made_tokens, serving

READING = ("stats", "documents", "facts", "entities", "relations", "periods", "changes", "ingests", "documents/secret")


def raw(served: Served, data: bytes, patience: float = 10.0) -> bytes:
    """What a server answers to bytes: its head and what comes with it."""
    got = b""
    with (
        socket.create_connection(served.address, timeout=patience) as connection,
        contextlib.suppress(ConnectionError),
    ):
        connection.sendall(data)
        while b"\r\n\r\n" not in got and (part := connection.recv(65_536)):
            got += part
    return got


def test_nothing_is_told_without_a_token(served: Served) -> None:
    """401 with how to get one, on every route that reads or writes."""
    for route in ("/v1/kb", "/metrics", *(f"/v1/kb/beta/{route}" for route in READING)):
        given = served.get(route, None)
        assert given.status_code == 401, route
        assert given.headers["www-authenticate"].startswith("Bearer")
        assert "token create" in given.json()["remedy"]
        assert "Gamma" not in given.text
    for method, route in (("PUT", "/v1/kb/x"), ("DELETE", "/v1/kb/beta"), ("DELETE", "/v1/kb/beta/documents/secret")):
        with served.client(None) as client:
            assert client.request(method, route).status_code == 401
    assert served.post("/v1/kb/beta/documents", {"documents": [{}]}, None).status_code == 401
    assert served.post("/v1/kb/beta/ask", {"question": "x"}, None).status_code == 401


def test_a_token_does_what_its_scope_says(served: Served) -> None:
    """Reading, writing and making are told apart; each scope has those before it."""
    body = {"documents": [{"id": "scope", "text": "x", "date": "2024-01-01"}]}
    with served.client("read") as client:
        assert client.get("/v1/kb/alpha/stats").status_code == 200
        refused = client.post("/v1/kb/alpha/documents", json=body)
        assert refused.status_code == 403
        assert "--scope write" in refused.json()["remedy"]
        assert client.delete("/v1/kb/alpha/documents/notes/last").status_code == 403
        assert client.put("/v1/kb/more").status_code == 403
    with served.client("write") as client:
        assert client.get("/v1/kb/alpha/stats").status_code == 200
        assert client.delete("/v1/kb/alpha").status_code == 403


def test_a_token_for_one_knowledge_base_reaches_no_other(served: Served) -> None:
    """Not by any route, nor by ids of the other; one that is not there looks the same as one that is."""
    for route in READING:
        given = served.get(f"/v1/kb/beta/{route}", "alpha")
        assert given.status_code == 403, route
        assert (
            given.json()["detail"].replace("beta", "gamma")
            == served.get(f"/v1/kb/gamma/{route}", "alpha").json()["detail"]
        )
    secret = served.get("/v1/kb/beta/facts").json()["items"][0]["id"]
    assert served.get(f"/v1/kb/beta/facts/{secret}").status_code == 200
    assert served.get(f"/v1/kb/alpha/facts/{secret}", "alpha").status_code == 404
    assert served.get("/v1/kb/alpha/documents/secret", "alpha").status_code == 404
    asked = served.post("/v1/kb/alpha/ask", {"question": "Who bought Beta Holdings?"}, "alpha").text
    assert "Gamma" not in asked
    assert SECRET not in asked


def test_counts_name_no_knowledge_base_of_others(served: Served) -> None:
    """A token for one sees its counts and those of the process; one for all sees all."""
    for base in ("alpha", "beta"):
        body = {"documents": [{"id": "counted", "text": "Delta Mills opened in Sarn.", "date": "2024-05-02"}]}
        assert served.post(f"/v1/kb/{base}/documents?wait=30", body).status_code == 200
    whole, own = served.get("/metrics").text, served.get("/metrics", "alpha").text
    kinds = ("timeweave_documents", "timeweave_ingest_queue", "timeweave_ingested_total", "timeweave_ingested_created")
    for kind in kinds:
        assert f'{kind}{{kb="alpha"' in own, kind
        assert f'{kind}{{kb="beta"' in whole, kind
    assert "timeweave_requests_total{" in own
    assert "beta" not in own


def test_ingests_of_another_knowledge_base_are_not_there(served: Served) -> None:
    """Their ids lead to nothing elsewhere."""
    made = served.post("/v1/kb/alpha/documents?wait=30", {"documents": [{"id": "own"}]}).json()["id"]
    assert served.get(f"/v1/kb/alpha/ingests/{made}").status_code == 200
    assert served.get(f"/v1/kb/beta/ingests/{made}").status_code == 404
    with served.client() as client:
        assert client.delete(f"/v1/kb/beta/ingests/{made}").status_code == 404
        assert client.delete(f"/v1/kb/alpha/ingests/{made}").status_code == 409


def test_a_token_that_is_revoked_opens_nothing(served: Served) -> None:
    """From the next request on, while the server runs; one that is made is good at once."""
    file = TokenFile(served.folder / "tokens.json")
    made, secret = file.create("later", "read", ())
    with httpx2.Client(base_url=served.url, headers={"Authorization": f"Bearer {secret}"}, trust_env=False) as client:
        assert client.get("/v1/kb/alpha/stats").status_code == 200
        file.revoke(made.id)
        refused = client.get("/v1/kb/alpha/stats")
    assert refused.status_code == 401
    assert "revoked" in refused.json()["detail"]
    with pytest.raises(UsageError, match="no token"):
        file.revoke(made.id)


@pytest.mark.parametrize("given", ["Bearer", "Bearer tw_", "Basic YTpi", "tw_x", "Bearer " + "x" * 5000])
def test_a_token_that_is_none_opens_nothing(served: Served, given: str) -> None:
    """Nor does the digest of one, nor one with more behind it."""
    digest = json.loads((served.folder / "tokens.json").read_text())["tokens"][0]["digest"]
    longer = f"Bearer {served.tokens['admin']}x"
    for words in (given, f"Bearer {digest}", longer, longer[:-2]):
        with httpx2.Client(base_url=served.url, headers={"Authorization": words}, trust_env=False) as client:
            assert client.get("/v1/kb").status_code == 401


def test_tokens_are_kept_as_digests_for_their_owner_alone(tmp_path: Path) -> None:
    """The file holds no token and is read by nobody else; a damaged one is named."""
    file, secrets = made_tokens(tmp_path / "in" / "tokens.json")
    text = file.path.read_text()
    assert all(secret not in text and secret[3:] not in text for secret in secrets.values())
    assert all(len(secret) == 46 for secret in secrets.values())
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert [token.name for token in file.tokens()] == ["read", "write", "admin", "alpha"]
    file.path.write_text("{")
    with pytest.raises(UsageError, match="damaged"):
        file.tokens()
    for name, scope in (("", "read"), ("x", "root"), ("\x1b[31m", "read")):
        with pytest.raises(UsageError):
            TokenFile(tmp_path / "other.json").create(name, scope, ())


def test_guessing_is_slowed_and_does_not_lock_out(made_stores: Path, tmp_path: Path) -> None:
    """Some wrong tokens from one address, then 429; a right one from there still opens."""
    file, secrets = made_tokens(tmp_path / "tokens.json")
    with serving(Plan(made_stores / "alpha", None, file, limits=Limits(guesses=5, rate=0))) as (url, _):
        statuses = []
        with httpx2.Client(base_url=url, trust_env=False) as client:
            for n in range(12):
                statuses.append(client.get("/v1/kb", headers={"Authorization": f"Bearer tw_{n}"}).status_code)
            waiting = client.get("/v1/kb", headers={"Authorization": "Bearer tw_z"})
            right = client.get("/v1/kb", headers={"Authorization": f"Bearer {secrets['read']}"})
    assert statuses[:5] == [401] * 5
    assert 429 in statuses
    assert int(waiting.headers["retry-after"]) > 0
    assert right.status_code == 200


def test_one_caller_cannot_take_all(made_stores: Path, tmp_path: Path) -> None:
    """Beyond its rate a caller waits; another is served meanwhile."""
    file, secrets = made_tokens(tmp_path / "tokens.json")
    plan = Plan(made_stores / "alpha", None, file, limits=Limits(rate=1, burst=5))
    with serving(plan) as (url, _), httpx2.Client(base_url=url, trust_env=False) as client:

        def get(who: str) -> httpx2.Response:
            return client.get("/v1/kb/default/stats", headers={"Authorization": f"Bearer {secrets[who]}"})

        flood = [get("read").status_code for _ in range(8)]
        assert flood.count(429) >= 2
        assert get("read").headers["retry-after"] == "1"
        assert get("write").status_code == 200


def test_requests_that_nobody_waits_for_hold_up_nobody(
    made_stores: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is in line for a client that has gone is never done; with all that one caller asks another is served."""
    release, done, told = threading.Event(), [], operations.timeline

    def held(kb: Any, asked: operations.Told, *rest: Any, **more: Any) -> Any:
        done.append(asked.entity)
        release.wait(60)
        return told(kb, asked, *rest, **more)

    monkeypatch.setattr(operations, "timeline", held)
    shutil.copytree(made_stores / "alpha", tmp_path / "kb", ignore=shutil.ignore_patterns("*.lock"))
    file, secrets = made_tokens(tmp_path / "tokens.json")
    plan = Plan(tmp_path / "kb", None, file, limits=Limits(threads=3, rate=0))
    with serving(plan) as (url, server), contextlib.ExitStack() as opened:

        def ask(entity: str) -> socket.socket:
            address = url.removeprefix("http://").split(":")
            connection = opened.enter_context(socket.create_connection((address[0], int(address[1])), timeout=60))
            head = f"GET /v1/kb/default/timeline?entity={entity}&spikes=true HTTP/1.1\r\nHost: x\r\n"
            connection.sendall(f"{head}Authorization: Bearer {secrets['read']}\r\n\r\n".encode())
            return connection

        def until(held: int, begun: int) -> None:
            deadline = time.monotonic() + 60
            while server.pool.held != held or len(done) != begun:
                assert time.monotonic() < deadline, (server.pool.held, done)
                time.sleep(0.01)

        kept = [ask("Acme%20Robotics") for _ in range(2)]
        until(2, 2)
        left = [ask("Bern") for _ in range(6)]
        until(8, 2)
        bearer = {"Authorization": f"Bearer {secrets['write']}"}
        with httpx2.Client(base_url=url, headers=bearer, trust_env=False, timeout=60) as other:
            assert other.get("/v1/kb/default/stats").status_code == 200
        for connection in left:
            connection.close()
        until(2, 2)
        release.set()
        assert all(connection.recv(12) == b"HTTP/1.1 200" for connection in kept)
        until(0, 2)
    assert done == ["Acme Robotics"] * 2


def test_without_tokens_only_this_machine_is_served(made_stores: Path, tmp_path: Path) -> None:
    """No tokens: refused with how to make one. No authentication beyond loopback: refused."""
    none = TokenFile(tmp_path / "none.json")
    with pytest.raises(UsageError, match="token create"):
        Plan(made_stores / "alpha", None, none).check()
    for host in ("0.0.0.0", "192.168.1.4", "example.org", "::"):
        with pytest.raises(UsageError, match="token create"):
            Plan(made_stores / "alpha", None, None, host=host).check()
    with pytest.raises(NoStoreError):
        Plan(None, tmp_path / "nowhere", None).check()
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "127.0.0.2", "1.1.1.1")] == [True] * 4 + [
        False
    ]


def test_no_other_site_and_no_other_name_uses_a_server_without_tokens(made_stores: Path) -> None:
    """A page elsewhere can neither post a form here nor have its name lead here."""
    plan = Plan(made_stores / "alpha", None, None)
    with serving(plan) as (url, _), httpx2.Client(base_url=url, trust_env=False) as client:
        assert client.get("/v1/kb").status_code == 200
        rebound = client.get("/v1/kb", headers={"Host": "attacker.example"})
        assert rebound.status_code == 421
        form = {"files": ("a.txt", b"x")}
        posted = client.post("/v1/kb/default/documents", files=form, headers={"Origin": "https://attacker.example"})
        assert posted.status_code == 403
        assert client.get("/v1/kb/default/ingests").json()["items"] == []
        for origin in ("null", "http://127.0.0.1.attacker.example", "http://[", "https://127.0.0.1:1"):
            assert client.get("/v1/kb", headers={"Origin": origin}).status_code in (400, 403)
        assert client.get("/v1/kb", headers={"Origin": url}).status_code == 200
        assert "access-control-allow-origin" not in client.get("/v1/kb").headers


def test_an_origin_that_is_named_is_let_in(made_stores: Path) -> None:
    """With what a browser asks before; any other is not."""
    friend = "https://friend.example"
    plan = Plan(made_stores / "alpha", None, None, origins=(friend,))
    with serving(plan) as (url, _), httpx2.Client(base_url=url, trust_env=False) as client:
        asks = {"Origin": friend, "Access-Control-Request-Method": "POST"}
        assert client.options("/v1/kb/default/ask", headers=asks).headers["access-control-allow-origin"] == friend
        assert client.get("/v1/kb", headers={"Origin": friend}).headers["access-control-allow-origin"] == friend
        assert client.get("/v1/kb", headers={"Origin": "https://other.example"}).status_code == 403


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../app.py",
        "/assets/%2e%2e/app.py",
        "/assets/..%2f..%2fapp.py",
        "/assets//etc/passwd",
        "/v1/kb/../../etc/stats",
        "/v1/kb/%2e%2e/stats",
        "/v1/kb/..%2f..%2fetc/stats",
        "/v1/kb/Alpha/stats",
        "/v1/kb/alpha%00/stats",
        "/v1/kb/alpha/ingests/..%2f..%2fstore.db",
        "/v1/kb/alpha/documents/..%2f..%2f..%2fetc%2fpasswd",
    ],
)
def test_no_address_leads_out(served: Served, path: str) -> None:
    """Sent as it stands: 404 or 422, a problem, and none of the server's paths in it."""
    token = served.tokens["admin"].encode()
    head = b"GET " + path.encode() + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer " + token
    given = raw(served, head + b"\r\n\r\n")
    assert re.match(rb"HTTP/1\.1 4(04|22) ", given), given
    assert b"root:" not in given
    assert str(served.folder).encode() not in given


def test_a_link_in_the_folder_is_no_knowledge_base(served: Served, tmp_path: Path) -> None:
    """It could lead to anybody's."""
    timeweave.open(tmp_path / "kb").close()
    link = served.folder / "stores" / "linked"
    link.symlink_to(tmp_path / "kb")
    try:
        assert served.get("/v1/kb/linked/stats").status_code == 404
        assert "linked" not in served.get("/v1/kb").text
    finally:
        link.unlink()


def test_huge_headers_are_refused(served: Served) -> None:
    """At once, and the server goes on."""
    given = raw(served, b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Big: " + b"a" * 200_000 + b"\r\n\r\n")
    assert not given or given.startswith(b"HTTP/1.1 400 ")  # it may be cut off while it still sends
    assert served.get("/healthz").status_code == 200


def test_a_client_that_is_slow_is_given_up(served: Served) -> None:
    """Headers that do not end, a body that does not come: neither holds its place for long."""
    began = time.monotonic()
    with socket.create_connection(served.address, timeout=15) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n")
        assert connection.recv(1) == b""
    assert time.monotonic() - began < 14
    token = served.tokens["admin"].encode()
    head = b"POST /v1/kb/alpha/ask HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n"
    given = raw(served, head + b"Authorization: Bearer " + token + b'\r\n\r\n{"question"')
    assert given.startswith(b"HTTP/1.1 408 ")


def test_errors_are_problems_with_a_remedy(served: Served) -> None:
    """Of routes, methods and the facade alike."""
    with served.client() as client:
        for given, status in (
            (client.get("/nothing"), 404),
            (client.get("/assets/nothing.js"), 404),
            (client.patch("/v1/kb/alpha/stats"), 405),
            (client.get("/v1/kb/alpha/report", params={"period": "someday"}), 422),
            (client.get("/v1/kb/alpha/timeline"), 422),
            (client.get("/v1/kb/alpha/facts", params={"limit": 0}), 422),
        ):
            assert given.status_code == status
            assert given.headers["content-type"] == "application/problem+json"
            problem = given.json()
            assert problem["status"] == status
            assert problem["remedy"]
            assert problem["type"].startswith("urn:timeweave:problem:")


def test_the_log_holds_no_secret_and_no_words(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    """A line of JSON for each request, with its route, status and time; no token, question, id or text."""
    caplog.set_level(logging.INFO, LOG)
    served.post("/v1/kb/alpha/ask", {"question": "Who whispered the unspeakable?"})
    served.get("/v1/kb/alpha/documents/notes/last")
    served.get("/v1/kb/alpha/timeline", entity="unmentionable")
    lines = [JsonLines().format(record) for record in caplog.records if record.name == LOG]
    asked = next(json.loads(line) for line in lines if "/ask" in line)
    assert asked["route"] == "/v1/kb/{name}/ask"
    assert asked["status"] == 200
    assert asked["ms"] > 0
    whole = "\n".join(lines)
    for hidden in ("whispered", "unmentionable", "notes/last", served.tokens["admin"], "Acme"):
        assert hidden not in whole


def test_spans_tell_the_stages(served: Served) -> None:
    """With an SDK installed a request is a span with its route, and what it called and wrote are below it."""
    exporter = InMemorySpanExporter()
    provider = trace.get_tracer_provider()
    if not isinstance(provider, TracerProvider):
        provider = TracerProvider()
        trace.set_tracer_provider(provider)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    with served.client(traceparent=parent) as client:
        assert client.post("/v1/kb/alpha/search", json={"question": "Who whispered it?"}).status_code == 200
    name, trace_id = "POST /v1/kb/{name}/search", int(parent.split("-")[1], 16)
    found: dict[str, Any] = {}
    deadline = time.monotonic() + 30
    while name not in found:
        assert time.monotonic() < deadline, list(found)
        spans = [span for span in exporter.get_finished_spans() if span.context.trace_id == trace_id]
        found = {span.name: span for span in spans}
        time.sleep(0.02)
    whole = found[name]
    parents = {span.context.span_id: span.parent.span_id for span in spans}
    for stage in ("search", "write"):
        above = found[stage].context.span_id
        while above in parents and above != whole.context.span_id:  # the framework may have spans between
            above = parents[above]
        assert above == whole.context.span_id, stage
    assert "whispered" not in "".join(span.to_json() for span in exporter.get_finished_spans())

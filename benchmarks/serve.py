"""Requests a second and milliseconds of scoped searches over HTTP, alone and during an ingest, and memory over time.

    python benchmarks/serve.py PATH/TO/KB [--seconds 10] [--soak 90] [--only-soak]

A copy of the knowledge base is served by `timeweave serve` in a process of its own. Questions are of its own words:
"What happened with E in Y?" of the entities that are mentioned most and the years that hold facts, in an order that is
always the same. Each client is a thread of this process with one connection, and asks the next question when it has an
answer. The ingest takes in the store's own texts, cut to 4,000 characters, under new ids; only requests that began
while it ran are counted. Memory is what the server holds of the machine's (VmRSS), `cpu_ms` the time of cores that it
took for a request, which says more than seconds do where others use the machine.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import itertools
import json
import os
import random
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import machine

import timeweave

CLIENTS = (1, 8, 64)
NOBODY = 0
BASE = "/v1/kb/default"
CUT = 4_000


class Connection:
    """One client's connection."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def call(self, method: str, path: str, body: dict | None = None) -> tuple[int, dict]:
        headers = {"Content-Type": "application/json"}
        self._connection.request(method, path, None if body is None else json.dumps(body), headers)
        given = self._connection.getresponse()
        return given.status, json.loads(given.read() or b"{}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kb", type=Path)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--soak", type=float, default=90.0)
    parser.add_argument("--only-soak", action="store_true", help="written to serve_soak.json")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        home = Path(name) / "kb"
        shutil.copytree(given.kb, home, ignore=shutil.ignore_patterns("ingests"))
        questions, held = questions_of(home)
        with server(home) as (process, port):
            for question in questions[:20]:
                Connection(port).call("POST", f"{BASE}/search", {"question": question})
            if given.only_soak:
                soak = soaked(process.pid, port, questions, given.soak)
                print(machine.write("serve_soak", {"store": held, "soak": soak}).read_text())
                return
            alone = {str(n): working(process.pid, port, n, questions, seconds(given.seconds)) for n in CLIENTS}
            during = {str(n): while_ingesting(port, n, questions, given.seconds) for n in (NOBODY, *CLIENTS)}
            soak = soaked(process.pid, port, questions, given.soak)
    path = machine.write("serve", {"store": held, "alone": alone, "during_ingest": during, "soak": soak})
    print(path.read_text())


def questions_of(home: Path) -> tuple[list[str], dict]:
    """Questions of entities and years, and what the store holds."""
    with timeweave.open(home) as kb:
        names = [one.name for one in kb.entities.most_mentioned(40).entities]
        years = [node.label for node in kb.time_nodes() if node.granularity.value == "year" and node.facts >= 3]
        counts = kb.stats().counts
    asked = [f"What happened with {name} in {year}?" for name, year in itertools.product(names, years[-6:])]
    random.Random(7).shuffle(asked)
    return asked, {key: counts[key] for key in ("documents", "chunks", "facts")}


@contextlib.contextmanager
def server(home: Path) -> Iterator[tuple[subprocess.Popen, int]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = ["serve", "--kb", str(home), "--no-auth", "--rate", "0", "--port", str(port)]
    process = subprocess.Popen([sys.executable, "-m", "timeweave", *words], stderr=subprocess.DEVNULL)
    try:
        while True:
            with contextlib.suppress(OSError):
                if Connection(port).call("GET", "/readyz")[0] == 200:
                    break
            if process.poll() is not None:
                raise SystemExit("the server ended")
            time.sleep(0.1)
        yield process, port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def seconds(many: float) -> Callable[[], bool]:
    end = time.monotonic() + many
    return lambda: time.monotonic() < end


def load(port: int, clients: int, questions: list[str], going: Callable[[], bool]) -> dict:
    """So many clients as long as it is going."""
    took: list[float] = []
    failed: list[float] = []
    asked = itertools.cycle(questions)
    guard = threading.Lock()

    def client() -> None:
        connection = Connection(port)
        while going():
            with guard:
                question = next(asked)
            began = time.perf_counter()
            status, _ = connection.call("POST", f"{BASE}/search", {"question": question})
            (took if status == 200 else failed).append((time.perf_counter() - began) * 1000)

    threads = [threading.Thread(target=client) for _ in range(clients)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    while not threads and going():
        time.sleep(0.1)
    elapsed = time.perf_counter() - began
    return {"requests_per_second": round(len(took) / elapsed, 1), **percentiles(took), "refused": len(failed)}


def working(pid: int, port: int, clients: int, questions: list[str], going: Callable[[], bool]) -> dict:
    """The same, with the server's time of cores for each request."""
    before = cores(pid)
    found = load(port, clients, questions, going)
    return {**found, "cpu_ms": round((cores(pid) - before) * 1000 / max(found["requests"], 1), 1)}


def cores(pid: int) -> float:
    """Seconds of all cores that a process has used."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def percentiles(took: list[float]) -> dict:
    if len(took) < 2:
        return {"requests": len(took)}
    cut = statistics.quantiles(took, n=100, method="inclusive")
    return {"requests": len(took), **{f"p{p}_ms": round(cut[p - 1], 1) for p in (50, 95, 99)}}


def while_ingesting(port: int, clients: int, questions: list[str], least: float) -> dict:
    """The same beside an ingest that lasts as long."""
    connection = Connection(port)
    listed = connection.call("GET", f"{BASE}/documents?limit=200")[1]["items"]
    texts = [connection.call("GET", f"{BASE}/documents/{quoted(one['id'])}")[1] for one in listed[:60]]
    mark = f"{clients}-{time.time_ns()}"
    documents = [
        {"id": f"bench-{mark}-{n}", "date": one["observed"], "text": one["text"][:CUT]}
        for n, one in enumerate(itertools.islice(itertools.cycle(texts), 400))
    ]
    place = connection.call("POST", f"{BASE}/documents", {"documents": documents})[1]["id"]
    began = time.monotonic()
    end = began + least

    def going() -> bool:
        return time.monotonic() < end

    found = load(port, clients, questions, going)
    connection = Connection(port)
    state = connection.call("GET", f"{BASE}/ingests/{place}")[1]
    elapsed = time.monotonic() - began
    connection.call("DELETE", f"{BASE}/ingests/{place}")
    was_at_work = state["state"] == "running"
    return {**found, "ingested_per_second": round(state["done"] / elapsed, 2), "ingest_at_work_all_along": was_at_work}


def quoted(id_: str) -> str:
    from urllib.parse import quote

    return quote(id_)


def soaked(pid: int, port: int, questions: list[str], many: float) -> dict:
    """Four clients for so long, and the server's memory every five seconds."""
    memory: list[float] = []
    going = seconds(many)

    def watch() -> None:
        while going():
            said = Path(f"/proc/{pid}/status").read_text()
            memory.append(round(int(said.split("VmRSS:")[1].split()[0]) / 1024, 1))
            time.sleep(5)

    watcher = threading.Thread(target=watch)
    watcher.start()
    found = working(pid, port, 4, questions, going)
    watcher.join()
    return {"clients": 4, "seconds": many, **found, "rss_mb": memory}


if __name__ == "__main__":
    main()

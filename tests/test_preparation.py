"""Preparing documents: nothing is lost, misreported or left running when a process is killed or a model stops."""

from __future__ import annotations

import dataclasses
import datetime as dt
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from modelserver import TestEndpoint

import timeweave
from timeweave import Document, preparation
from timeweave.embedding import get_embedder
from timeweave.errors import BudgetError, DocumentError, UsageError
from timeweave.extraction.by_model.quadruples import ExtractionOptions, QuadrupleExtractor
from timeweave.lexicon.relations import Row
from timeweave.llm.budget import Budget
from timeweave.llm.choosing import open_model
from timeweave.llm.client import ModelClient
from timeweave.llm.limits import Limits
from timeweave.preparation import prepare, prepare_all
from timeweave.records import GRAPH_FROM, GivenFact, Prepared, Span
from timeweave.store.sqlite import SqliteStore
from timeweave.temporal.interval import Interval

linux = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="reads processes from /proc")


def corpus(count: int) -> list[Document]:
    """Documents of 70,000 characters, so that three are enough for processes to be used."""
    return [Document(id=f"d{i}", text=f"Ostra Foods opened store {i} in Port Alden. " * 1700) for i in range(count)]


def test_what_the_index_holds_of_chunks_is_made_before_the_lock_is_taken():
    """TK-05: terms, shingles and bands are of the document alone, so that the index has nothing to read: the heading
    counts among the terms once, and no shingle is of it.
    """
    document = Document(id="d", text="Ostra Foods opened in Port Alden.", title="Stores")
    words = prepare(document, get_embedder(None)).chunk_words
    assert words is not None
    assert words.terms == ({"alden": 1, "food": 1, "open": 1, "ostra": 1, "port": 1, "store": 1},)
    assert [len(shingles) for shingles in words.shingles] == [4]
    assert [len(bands) for bands in words.bands] == [128]


def events(count: int) -> Document:
    """A document with a line and a given fact for each of ``count`` events."""
    told = [("Norland", "visit", f"Town {i % 7}") for i in range(count)]
    lines = [f"{s}: {r}: {o} (2010-05-02)" for s, r, o in told]
    starts = itertools.accumulate([0, *(len(line) + 1 for line in lines)])
    day = Interval.day(dt.date(2010, 5, 2))
    facts = [GivenFact(*t, day, Span(at, at + len(line))) for t, line, at in zip(told, lines, starts, strict=False)]
    return Document(id="g", text="\n".join(lines), facts=tuple(facts))


def test_lines_of_a_large_graph_have_their_vectors_from_their_parts() -> None:
    """EK-10: names and relations are embedded once each, the lines put together of them; fewer lines are sentences."""
    embedder = get_embedder(None)
    large = prepare(events(GRAPH_FROM), embedder)
    parts = embedder.embed(["Norland", "visit", "Town 3", "2010"]).sum(axis=0)
    assert len(large.vectors) == GRAPH_FROM
    assert float(large.vectors[3:4][0] @ parts / np.linalg.norm(parts)) > 0.999
    sentence = "Norland: visit: Town 3 (2010-05-02)"
    assert float(prepare(events(9), embedder).vectors[3] @ embedder.embed([sentence])[0]) > 0.999


def test_what_is_described_alike_is_embedded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """EK-10: a name that is an entity and a part of every line costs one text."""
    embedder, asked = get_embedder(None), []
    plain = embedder.embed
    monkeypatch.setattr(embedder, "embed", lambda texts: (asked.extend(texts), plain(texts))[1])
    prepare(events(GRAPH_FROM), embedder)
    assert len(asked) == len(set(asked))
    assert {"Norland", "visit", "2010"} <= set(asked)


def test_lines_of_a_large_graph_share_no_shingles() -> None:
    """EK-10: nearly all pairs of their chunks would be joined as saying the same."""
    words = prepare(events(GRAPH_FROM), get_embedder(None)).chunk_words
    assert words is not None
    assert {len(shingles) for shingles in words.shingles} == {0}


def processes_below(parent: int) -> list[int]:
    """The worker processes of ``parent``."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal() and (stat := read(folder / "stat")):
            is_worker = b"LokyProcess" in read(folder / "cmdline")
            if is_worker and int(stat.rpartition(b")")[2].split()[1]) == parent:
                found.append(int(folder.name))
    return sorted(found)


def read(path: Path) -> bytes:
    """What a file of /proc holds; nothing, if its process has ended meanwhile."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def wait_until(is_so: object, seconds: float = 240.0) -> None:
    """Return once ``is_so()`` holds; fail after ``seconds``."""
    end = time.monotonic() + seconds
    while not is_so():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.02)


@linux
@pytest.mark.slow
def test_a_killed_worker_costs_no_document() -> None:
    """A worker ended by the system takes none of the documents under way with it, nor their order (TK-08)."""
    documents = corpus(5)
    killed: list[int] = []

    def kill_one() -> None:
        wait_until(lambda: processes_below(os.getpid()))
        killed.append(processes_below(os.getpid())[0])
        os.kill(killed[0], signal.SIGKILL)

    killer = threading.Thread(target=kill_one)
    killer.start()
    outcomes = list(prepare_all(documents, get_embedder(None), workers=2))
    killer.join()
    assert killed
    assert [document.id for document, _ in outcomes] == ["d0", "d1", "d2", "d3", "d4"]
    assert all(isinstance(outcome, Prepared) for _, outcome in outcomes)


@linux
@pytest.mark.slow
def test_a_document_that_kills_its_worker_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What no process survives is reported with the likely reason and a remedy; what came with it is prepared."""
    monkeypatch.setattr("timeweave.preparation._prepare_with", lethal_for_d1)
    prepared = prepare_all(corpus(4), get_embedder(None), workers=2)
    outcomes = {document.id: outcome for document, outcome in prepared}
    assert isinstance(outcomes.pop("d1"), DocumentError)
    assert outcomes == {"d0": "d0", "d2": "d2", "d3": "d3"}


def lethal_for_d1(embedder: str, relations: Sequence[Row], document: Document) -> str:
    """Stands in for preparation; ends the process that reads the second document."""
    import os
    import signal

    if document.id == "d1":
        os.kill(os.getpid(), signal.SIGKILL)
    return document.id


@pytest.mark.parametrize("workers", [0, -2, "two"])
def test_a_number_of_workers_that_is_none(workers: int) -> None:
    """The value is quoted, before any document is read."""
    with pytest.raises(UsageError, match=f"{workers!r} workers"):
        next(prepare_all(corpus(1), get_embedder(None), workers=workers))


SCRIPT = """
import sys, timeweave
from test_preparation import corpus
timeweave.open(sys.argv[1]).add(corpus(40), workers=2)
"""


@linux
@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_its_parent(tmp_path: Path, number: signal.Signals) -> None:
    """Whatever ends a parallel add, no process of it stays; the script needs no main guard."""
    script = tmp_path / "adding.py"
    script.write_text(SCRIPT)
    folders = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    environment = {**os.environ, "PYTHONPATH": folders}
    # A group of its own, and SIGINT not ignored as it is where the tests themselves run in the background.
    parent = subprocess.Popen(
        [sys.executable, str(script), str(tmp_path / "kb")],
        env=environment,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    wait_until(lambda: len(processes_below(parent.pid)) == 2)
    workers = processes_below(parent.pid)
    parent.send_signal(number)
    parent.wait(240)
    wait_until(lambda: not any(b"LokyProcess" in read(Path(f"/proc/{worker}/cmdline")) for worker in workers))


def test_what_other_rules_read_is_rebuilt_as_it_was_stored(tmp_path, monkeypatch):
    """TK-08: when the rules of reading have changed, a repair brings back the index of what is stored."""
    document = Document("a", "Acme had revenue of $5 million in 2024-Q1. It opened a plant.", date=dt.date(2024, 4, 2))
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([document])
        before = kb.search("revenue of Acme in 2024-Q1", now=dt.date(2024, 6, 1)).evidence
    for segment in (tmp_path / "kb" / "segments").iterdir():
        segment.unlink()
    today = preparation.extract

    def other_rules(read: Document, **options: bool):
        found = today(read, **options)
        return dataclasses.replace(found, statements=found.statements[:1])

    monkeypatch.setattr(preparation, "extract", other_rules)
    with timeweave.open(tmp_path / "kb") as kb:
        assert kb.check(repair=True) == []
        assert kb.search("revenue of Acme in 2024-Q1", now=dt.date(2024, 6, 1)).evidence == before


def stories(count: int) -> list[Document]:
    """Short documents that a model finds something in."""
    text = (
        "Ostra Foods sent a crate of plums to Carver Mills in March 2021. "
        "For Port Alden there were {} of those that Ostra Foods had left over, in May 2022."
    )
    return [Document(f"s{i}", text.format(i + 2), date=dt.date(2024, 5, 7)) for i in range(count)]


def extractor_of(
    endpoint: TestEndpoint, store: SqliteStore | None = None, *, budget: Budget | None = None, gleanings: int = 0
) -> QuadrupleExtractor:
    responses = None if store is None else store.responses("2026-01-31T12:00:00Z add")
    limits = Limits(concurrency=4, first_wait=0.001)
    client = ModelClient(open_model("openai:rules", endpoint.url), responses, budget=budget, limits=limits)
    return QuadrupleExtractor(client, ExtractionOptions(gleanings=gleanings))


def facts_of(outcome: object) -> set[str]:
    assert isinstance(outcome, Prepared)
    return {fact.text for fact in outcome.extraction.facts}


def test_what_a_model_adds_is_embedded_too(endpoint: TestEndpoint) -> None:
    """TG-02, TK-07: vectors and terms are of the enriched statements; the model's calls are charged by its client."""
    documents = [*stories(3), Document("empty", "")]
    embedder = get_embedder(None)
    outcomes = list(prepare_all(documents, embedder, extractor=extractor_of(endpoint)))
    assert [document.id for document, _ in outcomes] == ["s0", "s1", "s2", "empty"]
    for document, outcome in outcomes:
        assert isinstance(outcome, Prepared)
        by_rules = prepare(document, embedder)
        assert facts_of(by_rules) <= facts_of(outcome)
        assert len(outcome.vectors) == len(outcome.terms) == len(outcome.extraction.statements)
        assert len(outcome.entity_vectors) == len(outcome.entities)
        assert outcome.usage["extract"].calls == 0
        assert outcome.digest == by_rules.digest
    assert facts_of(outcomes[0][1]) > facts_of(prepare(documents[0], embedder))


def test_an_interrupted_preparation_goes_on_where_it_was(endpoint: TestEndpoint, tmp_path: Path) -> None:
    """TK-08: what was answered before an interrupt is not asked again, and the result is that of one go."""
    documents, embedder = stories(30), get_embedder(None)
    before = set(threading.enumerate())
    with SqliteStore.open(tmp_path / "kb") as store:

        def interrupted() -> list[str]:
            done = []
            for document, _ in prepare_all(documents, embedder, extractor=extractor_of(endpoint, store)):
                done.append(document.id)
                if len(done) == 5:
                    raise KeyboardInterrupt
            return done

        with pytest.raises(KeyboardInterrupt):
            interrupted()
        for thread in set(threading.enumerate()) - before:
            if thread.name == "timeweave-ask":  # what it was asking is given up, not kept
                thread.join(240)
        with store.view() as view:
            answered = view.ledger()["extract"].calls
        assert 5 <= answered < 30
        endpoint.forget()
        extractor = extractor_of(endpoint, store)
        again = list(prepare_all(documents, embedder, extractor=extractor))
    assert len(endpoint.calls) == 30 - answered
    whole = list(prepare_all(documents, embedder, extractor=extractor_of(endpoint)))
    assert [facts_of(outcome) for _, outcome in again] == [facts_of(outcome) for _, outcome in whole]


def test_a_budget_ends_it_after_what_is_complete(endpoint: TestEndpoint) -> None:
    """TK-07: documents whose questions were all answered come out whole, then the reason why no more do."""
    outcomes: list[tuple[Document, object]] = []
    extractor = extractor_of(endpoint, budget=Budget(tokens=40_000), gleanings=1)
    with pytest.raises(BudgetError):
        outcomes.extend(prepare_all(stories(40), get_embedder(None), extractor=extractor))
    answered = len(endpoint.calls_of("glean"))
    assert 0 < len(outcomes) < 40
    assert answered - 8 < len(outcomes) <= answered  # questions go ahead by twice as many as are asked at once
    assert [document.id for document, _ in outcomes] == [f"s{i}" for i in range(len(outcomes))]
    assert all(isinstance(outcome, Prepared) for _, outcome in outcomes)


@linux
@pytest.mark.slow
def test_processes_read_while_the_model_is_asked(endpoint: TestEndpoint) -> None:
    """TG-02: rules and vectors in other processes, the model asked from this one: the same as all in one."""
    documents = [*stories(4), *corpus(3)]
    endpoint.misbehave("malformed", times=None, when=lambda request: "store 2 in" in request.sections["text"])
    embedder = get_embedder(None)
    extractor = extractor_of(endpoint)
    outcomes = list(prepare_all(documents, embedder, workers=2, extractor=extractor))
    assert [document.id for document, _ in outcomes] == [document.id for document in documents]
    alone = list(prepare_all(documents[:4], embedder, workers=1, extractor=extractor_of(endpoint)))
    for (_, one), (_, other) in zip(outcomes, alone, strict=False):
        assert facts_of(one) == facts_of(other)
    assert facts_of(outcomes[-1][1]) == facts_of(prepare(documents[-1], embedder))

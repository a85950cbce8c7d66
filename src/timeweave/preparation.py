"""Document → `Prepared`: chunking, extraction, index terms and vectors, for one document or many on all cores.

A function of the document alone, so that it can run in any process, in any order, before the store is even open.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import json
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from timeweave.documents.jsonl import document_to_json
from timeweave.embedding import get_embedder
from timeweave.embedding.base import Embedder
from timeweave.errors import DocumentError, UsageError
from timeweave.extraction.pipeline import extract
from timeweave.indexes.terms import index_terms
from timeweave.language.names import canonical_key
from timeweave.records import Document, Extraction, Prepared, Statement, Usage

if TYPE_CHECKING:
    Outcome = Prepared | Exception

_PARALLEL_FROM = 200_000  # characters; below that starting processes costs more than they save
_KILLED = (
    "the process that prepared it was killed, probably for want of memory: "
    "split the document, or add it with workers=1 where more memory is free"
)
_WATCH_EVERY = 1.0  # seconds
_WINDOW = 6  # documents under way per worker: keeps workers busy, and memory bounded


def content_digest(document: Document) -> str:
    """Identifies a document's content: its text, dates and everything else that was handed in."""
    content = json.dumps(document_to_json(document), sort_keys=True, ensure_ascii=False)
    return hashlib.blake2b(content.encode(), digest_size=16).hexdigest()


def description(document: Document, statement: Statement) -> str:
    """The words by which a statement is found: the sentence, headed by what its document is about (TG-05).

    Without the header "We generated $2.3 billion of free cash flow" is the same in every company's report. It is the
    bare name: a legal form tells nothing, and embedding is most of what adding a document costs.
    """
    sentence = document.text[statement.span.start : statement.span.end]
    subject = canonical_key(document.entities[0] if document.entities else document.title)
    return f"{subject}: {sentence}" if subject and subject not in sentence.casefold() else sentence


def prepare(document: Document, embedder: Embedder, *, statements: Sequence[Statement] | None = None) -> Prepared:
    """Chunk, extract and embed one document; with ``statements``, those in place of what extraction finds."""
    started = time.perf_counter()
    extraction = extract(document)
    if statements is not None:
        extraction = replace(extraction, statements=tuple(statements))
    extracted = time.perf_counter()
    texts = [description(document, s) for s in extraction.statements]
    terms = tuple(index_terms(text) for text in texts)
    vectors, entity_vectors = _embed(texts, extraction, embedder)
    embedded = time.perf_counter()
    return Prepared(
        document=document,
        digest=content_digest(document),
        extraction=extraction,
        vectors=vectors,
        entity_vectors=entity_vectors,
        terms=terms,
        usage={
            "extract": Usage(calls=1, seconds=extracted - started),
            "embed": Usage(calls=1, seconds=embedded - extracted),
        },
    )


def _embed(texts: list[str], extraction: Extraction, embedder: Embedder) -> tuple[np.ndarray, np.ndarray]:
    """Vectors of the statements and of the entities, each of which is described by its name and type."""
    names: dict[str, tuple[int, str, str]] = {}
    for mention in extraction.mentions:
        candidate = (-mention.count, mention.surface, mention.type)
        names[mention.entity] = min(names.get(mention.entity, candidate), candidate)
    entities = [f"{surface} ({kind.lower()})" if kind else surface for _, (_, surface, kind) in sorted(names.items())]
    rows = embedder.embed([*texts, *entities])
    return rows[: len(texts)], rows[len(texts) :]


def prepare_all(
    documents: Iterable[Document], embedder: Embedder, *, workers: int | None = None
) -> Iterator[tuple[Document, Outcome]]:
    """Prepare ``documents`` and give them back in their order, each with what came of it or the error it met.

    ``workers`` processes are used when there is enough to do; by default one per core. An embedder that is not
    one of the named ones cannot be made anew in another process, and keeps the work in this one.

    Raises:
        UsageError: when ``workers`` is no number of processes.
    """
    if workers is not None and (not isinstance(workers, int) or workers < 1):
        raise UsageError(f"{workers!r} workers cannot work: give 1 or more, or None for one per core")
    count = workers if workers is not None else len(os.sched_getaffinity(0))
    stream = iter(documents)
    head, size = [], 0
    while size < _PARALLEL_FROM and (document := next(stream, None)) is not None:
        head.append(document)
        size += len(document.text)
    rest = itertools.chain(head, stream)
    if count < 2 or len(head) < 2 or size < _PARALLEL_FROM or not _is_named(embedder):
        for document in rest:
            yield document, _attempt(functools.partial(prepare, document, embedder))
    else:
        yield from _prepare_in_processes(rest, embedder.name, count)


def _prepare_in_processes(
    documents: Iterable[Document], embedder: str, workers: int
) -> Iterator[tuple[Document, Outcome]]:
    """Prepare in ``workers`` processes; when one is killed, the document that it cannot bear fails, and no other."""
    stream = iter(documents)
    while suspects := (yield from _prepare_until_broken(stream, embedder, workers, workers * _WINDOW)):
        alone = iter(suspects)
        while unbearable := (yield from _prepare_until_broken(alone, embedder, workers=1, window=1)):
            for document in unbearable:
                yield document, DocumentError(_KILLED, source=document.id)


def _prepare_until_broken(
    documents: Iterator[Document], embedder: str, workers: int, window: int
) -> Generator[tuple[Document, Outcome], None, list[Document]]:
    """Prepare ``documents`` until a process is killed; returns those that were then under way, in their order."""
    # loky, since the standard pool imports the caller's main module again and so breaks unguarded scripts
    from loky import ProcessPoolExecutor

    pending: deque[tuple[Document, Future[Prepared]]] = deque()
    pool = ProcessPoolExecutor(max_workers=workers, initializer=_end_with, initargs=(os.getpid(),))
    try:
        for document in itertools.chain(documents, itertools.repeat(None)):
            if document is not None:
                pending.append((document, _submitted(pool, embedder, document)))
            elif not pending:
                break
            if document is None or len(pending) >= window:
                first, future = pending[0]
                outcome = _attempt(future.result)
                if isinstance(outcome, BrokenExecutor):
                    return [waiting for waiting, _ in pending]
                pending.popleft()
                yield first, outcome
        return []
    finally:  # an interrupt or a consumer that stops must not wait for work that nobody will take
        pool.shutdown(wait=True, kill_workers=bool(pending))


def _submitted(pool: Executor, embedder: str, document: Document) -> Future[Prepared]:
    try:
        return pool.submit(_prepare_with, embedder, document)
    except BrokenExecutor as error:
        future: Future[Prepared] = Future()
        future.set_exception(error)
        return future


def _end_with(parent: int) -> None:
    """Let this process end when ``parent`` has: one that is killed cannot tell its workers to stop."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_WATCH_EVERY)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _prepare_with(embedder: str, document: Document) -> Prepared:
    return prepare(document, _single_threaded(embedder))


@functools.cache
def _single_threaded(embedder: str) -> Embedder:
    return get_embedder(embedder, threads=1)


def _is_named(embedder: Embedder) -> bool:
    return type(embedder).__module__.startswith("timeweave.embedding.")


def _attempt(work: Callable[[], Prepared]) -> Outcome:
    try:
        return work()
    except Exception as error:  # noqa: BLE001 - the rim of one document in a batch: it is reported, the rest goes on
        return error

"""The one writer of a knowledge base: a thread that takes its ingests in, one after the other."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from timeweave.documents.reading import read_file
from timeweave.documents.source_file import SourceFile
from timeweave.errors import (
    AmbiguousTimeWarning,
    DecodingWarning,
    LanguageWarning,
    StoreError,
    TimeweaveError,
    UnreadTextWarning,
)
from timeweave.knowledge_base import KnowledgeBase
from timeweave.outcomes import AddResult, Failure, PassedOver
from timeweave.records import Document, Markup
from timeweave.server.problems import over_http, problem_of
from timeweave.server.spool import CANCELLED, DONE, FAILED, QUEUED, RUNNING, Job, Spool
from timeweave.tracing import each, traced
from timeweave.warned import heard

GIVEN = "documents"
"""What the documents of a JSON request are called as an input, in failures."""
_TOGETHER = 8  # documents of one addition
_CHARACTERS = 8_000  # of one addition, after which no document is added to it
_ATTEMPTS = 20  # after which what ended the process that often, without getting any further, is given up
_PATIENCE = 5.0  # seconds before a store that cannot be written now is tried again
_OF_DOCUMENTS = (AmbiguousTimeWarning, DecodingWarning, LanguageWarning, UnreadTextWarning)
_FOR_NOW = (StoreError, OSError)  # what is none of the documents' fault: they wait until it is mended


@dataclass(frozen=True, slots=True)
class _Batch:
    """Documents that are added together, and all inputs that were read for them."""

    documents: list[Document]
    failed: list[Failure]
    handled: int


class Worker:
    """Takes in the ingests of ``spool``; ``told`` hears of each batch."""

    def __init__(self, kb: KnowledgeBase, spool: Spool, told: Callable[[AddResult], None]) -> None:
        self._kb = kb
        self._spool = spool
        self._told = told
        self._news = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="timeweave-ingest", daemon=True)

    def start(self) -> None:
        """Begin with what is waiting."""
        self._news.set()
        self._thread.start()

    def wake(self) -> None:
        """There is something new."""
        self._news.set()

    def stop(self, patience: float) -> None:
        """Finish the documents in hand, leave the rest on disk, and wait for that at most ``patience`` seconds."""
        self._stop.set()
        self._news.set()
        if self._thread.is_alive():
            self._thread.join(patience)

    def _run(self) -> None:
        while not self._stop.is_set():
            self._news.wait()
            self._news.clear()
            while not self._stop.is_set() and (waiting := self._spool.waiting()):
                try:
                    self._attempt(waiting[0])
                except _FOR_NOW:
                    self._stop.wait(_PATIENCE)

    def _attempt(self, job: Job) -> None:
        if job.attempts >= _ATTEMPTS:
            said = f"the server ended {_ATTEMPTS} times while it was at work on this: add its documents one by one"
            self._over(job, FAILED, said)
            return

        def begin(known: Job) -> None:
            known.state = RUNNING
            known.attempts += 1
            known.error = None

        self._spool.update(job, begin, durable=True)
        try:
            with traced("ingest", ingest=job.id):
                self._take_in(job)
            if job.state == RUNNING:  # told to stop in the middle of it
                self._spool.update(job, _wait_again)
        except _FOR_NOW as error:
            said = problem_of(error).detail if isinstance(error, StoreError) else "a file cannot be read or written"

            def put_off(known: Job) -> None:
                _wait_again(known)
                known.error = said

            self._spool.update(job, put_off)
            raise
        except TimeweaveError as error:
            problem = problem_of(error)
            self._over(job, FAILED, f"{problem.detail}: {problem.remedy}")
        except Exception as error:  # noqa: BLE001 - the outer rim: one ingest may not end the others
            if self._stop.is_set():  # the store may be closed by now
                self._spool.update(job, _wait_again)
            else:
                self._over(job, FAILED, f"the server failed at it ({type(error).__name__}): tell the operator")

    def _take_in(self, job: Job) -> None:
        with heard(functools.partial(self._hear, job)):
            for batch in each("reading", _batches(self._inputs(job), job.done)):
                if job.state == CANCELLED:
                    return
                result = self._add(job, batch)
                if result is not None and result.stopped is not None:
                    self._over(job, FAILED, result.stopped)
                    return
                if self._stop.is_set():
                    return
        if job.state == RUNNING:
            self._over(job, DONE, None)

    def _hear(self, job: Job, message: str, category: type[Warning]) -> None:
        """Keep a warning of what was sent, under the names that were given."""
        if category in _OF_DOCUMENTS:
            for own, name in job.files:
                message = message.replace(str(self._spool.folder / job.id / own), name)
            self._spool.update(job, lambda known: known.warn(over_http(message)))

    def _add(self, job: Job, batch: _Batch) -> AddResult | None:
        result = None
        if batch.documents:
            with traced("add", documents=len(batch.documents)):
                result = self._kb.add(batch.documents, workers=1)

        def count(known: Job) -> None:
            for failure in batch.failed:
                known.fail(failure.source, failure.line, failure.error)
            if result is not None:
                known.added += result.added
                known.unchanged += result.unchanged
                known.replaced += result.replaced
                known.add_undated(result.undated)
                for failure in result.failed:
                    known.fail(failure.source, failure.line, failure.error)
            known.done += batch.handled
            known.attempts = 1

        self._spool.update(job, count)
        if result is not None:
            self._told(result)
        return result

    def _over(self, job: Job, state: str, error: str | None) -> None:
        def end(known: Job) -> None:
            if known.state != CANCELLED:
                known.state, known.error = state, error

        self._spool.update(job, end)

    def _inputs(self, job: Job) -> Iterator[Document | Failure]:
        """The documents of all that was sent, and failures under the names that were given; always in this order."""
        for own, name in job.files:
            path = self._spool.folder / job.id / own
            for item in read_file(SourceFile(path, name), job.mapping):
                if isinstance(item, Document):
                    yield _written(item, job.markup)
                else:
                    yield _named(item, path, name)


def _wait_again(job: Job) -> None:
    if job.state == RUNNING:
        job.state, job.attempts = QUEUED, 0


def _written(document: Document, markup: str | None) -> Document:
    return document if markup is None or document.facts else replace(document, markup=Markup(markup))


def _named(item: Failure | PassedOver, path: Path, name: str) -> Failure:
    """A failure that names the input, and no file of ours."""
    why = item.error if isinstance(item, Failure) else f"{item.why}: it is no document"
    return Failure(name, item.line if isinstance(item, Failure) else None, over_http(why.replace(str(path), name)))


def _batches(inputs: Iterator[Document | Failure], skip: int) -> Iterator[_Batch]:
    documents: list[Document] = []
    failed: list[Failure] = []
    for number, item in enumerate(inputs):
        if number < skip:
            continue
        if isinstance(item, Failure):
            failed.append(item)
        else:
            documents.append(item)
        full = len(documents) >= _TOGETHER or sum(len(d.text) for d in documents) >= _CHARACTERS
        if full or len(failed) >= _TOGETHER:
            yield _Batch(documents, failed, len(documents) + len(failed))
            documents, failed = [], []
    if documents or failed:
        yield _Batch(documents, failed, len(documents) + len(failed))

"""Document → `Prepared`: chunking, extraction, index terms and vectors, for one document or many on all cores.

A function of the document alone (and of what a language model says of it, where one is used), so that it can run in any
process, in any order, before the store is even open.
"""

from __future__ import annotations

import bisect
import functools
import hashlib
import itertools
import json
import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from timeweave.blocks import in_context
from timeweave.collecting import paused
from timeweave.documents.jsonl import document_to_json
from timeweave.embedding import get_embedder
from timeweave.embedding.base import Embedder, Metered
from timeweave.embedding.minilm import MiniLmEmbedder
from timeweave.errors import DocumentError, ModelError, UsageError
from timeweave.extraction.pipeline import extract
from timeweave.indexes.chunk_words import chunk_words
from timeweave.language.name_classes import Meanings
from timeweave.language.names import canonical_key
from timeweave.language.sentences import unread_spans
from timeweave.language.terms import index_terms
from timeweave.lexicon.relations import Row, adding, digest_of
from timeweave.preparation.graph_lines import parts_of_lines, put_together
from timeweave.preparation.processes import KilledError, attempt, in_processes
from timeweave.records import (
    ChunkWords,
    Document,
    Extraction,
    Layout,
    Mention,
    Prepared,
    Statement,
    Usage,
    is_concept,
    with_rows,
)
from timeweave.tracing import traced

if TYPE_CHECKING:
    from timeweave.extraction.by_model.quadruples import QuadrupleExtractor
    from timeweave.records.vectors import PartedVectors

    Outcome = Prepared | Exception

R = TypeVar("R")

_PARALLEL_FROM = 200_000  # characters; below that starting processes costs more than they save
_KILLED = (
    "the process that prepared it was killed, probably for want of memory: "
    "split the document, or add it with workers=1 where more memory is free"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """How rules read documents: ``relations`` stand before the rows of the packaged table of relations, and with
    ``concepts`` what is told of common nouns is taken for facts too.
    """

    relations: tuple[Row, ...] = ()
    concepts: bool = False


AS_PACKAGED = Reading()


def content_digest(document: Document) -> str:
    """Identifies a document's content: its text, dates and everything else that was handed in."""
    content = json.dumps(document_to_json(document), sort_keys=True, ensure_ascii=False)
    return hashlib.blake2b(content.encode(), digest_size=16).hexdigest()


def description(document: Document, layout: Layout, statement: Statement) -> str:
    """The words by which a statement is found: the sentence, headed by what its document is about (TG-05) and by
    what it is to be read with.

    Without the header "We generated $2.3 billion of free cash flow" is the same in every company's report. It is the
    bare name: a legal form tells nothing, and embedding is most of what adding a document costs.
    """
    span = statement.span
    sentence = in_context(layout, document.text, span)
    subject = canonical_key(document.entities[0] if document.entities else document.title)
    return f"{subject}: {sentence}" if subject and subject not in sentence.casefold() else sentence


def prepare(
    document: Document,
    embedder: Embedder,
    *,
    statements: Sequence[Statement] | None = None,
    reading: Reading = AS_PACKAGED,
) -> Prepared:
    """Chunk, extract and embed one document; with ``statements``, those in place of what extraction finds."""
    with paused(when=document.is_graph):
        read = _read(document, reading, embedder.embed if isinstance(embedder, MiniLmEmbedder) else None)
        if statements is not None:
            read = replace(read, extraction=_with_statements(read.extraction, statements))
        return _embedded(read, embedder)


@dataclass(frozen=True, slots=True)
class _Read:
    """A document with what was found in it, the seconds that reading it took, and which rows of a user they had."""

    document: Document
    extraction: Extraction
    chunk_words: ChunkWords
    seconds: float
    rows: str


def _read(document: Document, reading: Reading, meanings: Meanings | None = None) -> _Read:
    started = time.perf_counter()
    with traced("extraction", characters=len(document.text)), adding(reading.relations):
        extraction = extract(document, concepts=reading.concepts, meanings=meanings)
    words = chunk_words(document, extraction.chunks, extraction.layout)
    return _Read(document, extraction, words, time.perf_counter() - started, digest_of(reading.relations))


def _with_statements(extraction: Extraction, statements: Sequence[Statement]) -> Extraction:
    """An extraction with stored statements, and with the entities that only they name: a model may have found them."""
    known = {m.entity for m in extraction.mentions}
    further = sorted({e for s in statements for e in s.entities} - known)
    mentions = (*extraction.mentions, *(Mention(entity, str(entity), "", 1) for entity in further))
    return replace(extraction, statements=tuple(statements), mentions=mentions)


def _embedded(read: _Read, embedder: Embedder) -> Prepared:
    """What was read, with its index terms and vectors."""
    started = time.perf_counter()
    document, extraction = read.document, read.extraction
    texts = [description(document, extraction.layout, s) for s in extraction.statements]
    terms = tuple(index_terms(text) for text in texts)
    if isinstance(embedder, Metered):
        embedder.spent()  # by others, until now
    with traced("embedding", statements=len(texts)):
        vectors, entity_vectors = _vectors(read, texts, embedder)
    cost = embedder.spent() if isinstance(embedder, Metered) else Usage(calls=1)
    return Prepared(
        document=document,
        digest=content_digest(document),
        extraction=replace(extraction, read_by=with_rows(extraction.read_by, read.rows)),
        vectors=vectors,
        entity_vectors=entity_vectors,
        terms=terms,
        chunk_words=read.chunk_words,
        usage={
            "extract": Usage(seconds=read.seconds),
            "embed": replace(cost, seconds=time.perf_counter() - started),
        },
    )


def _vectors(read: _Read, texts: Sequence[str], embedder: Embedder) -> tuple[np.ndarray | PartedVectors, np.ndarray]:
    """Vectors of the statements and of the entities, each of which is described by its name and type; what is described
    alike is embedded once.

    What is stored unread is found by its words: all of it has one vector, that of the document's title. Lines of a
    large graph have theirs from their parts.
    """
    names: dict[str, tuple[int, str, str]] = {}
    for mention in read.extraction.mentions:
        if is_concept(mention.entity):
            continue
        candidate = (-mention.count, mention.surface, mention.type)
        names[mention.entity] = min(names.get(mention.entity, candidate), candidate)
    entities = [f"{surface} ({kind.lower()})" if kind else surface for _, (_, surface, kind) in sorted(names.items())]
    parts = parts_of_lines(read.document)
    lines = [parts.get(s.span, ()) for s in read.extraction.statements]
    unread = itertools.repeat(False) if all(lines) else _unread(read)
    described = [
        "" if line else read.document.title if is_unread else text
        for text, line, is_unread in zip(texts, lines, unread, strict=False)
    ]
    own = (text for text, line in zip(described, lines, strict=True) if not line)
    wanted = list(dict.fromkeys([*own, *entities, *itertools.chain.from_iterable(lines)]))
    rows, places = embedder.embed(wanted), {text: row for row, text in enumerate(wanted)}
    of_entities = rows[[places[entity] for entity in entities]]
    of_texts = [places.get(text, 0) for text in described]
    return put_together(rows, of_texts, lines, places) if any(lines) else rows[of_texts], of_entities


def _unread(read: _Read) -> list[bool]:
    """Of each statement whether it holds text that is stored and not read."""
    clean = read.extraction.layout.clean(read.document.text)
    stretches = [clean.stored(span) for span in unread_spans(clean.text)]
    starts = [stretch.start for stretch in stretches]
    before = (bisect.bisect_right(starts, s.span.start) - 1 for s in read.extraction.statements)
    return [
        i >= 0 and s.span.end <= stretches[i].end and not s.entities
        for s, i in zip(read.extraction.statements, before, strict=True)
    ]


def prepare_all(
    documents: Iterable[Document],
    embedder: Embedder,
    *,
    workers: int | None = None,
    extractor: QuadrupleExtractor | None = None,
    reading: Reading = AS_PACKAGED,
) -> Generator[tuple[Document, Outcome]]:
    """Prepare ``documents`` and give them back in their order, each with what came of it or the error it met.

    ``workers`` processes are used when there is enough to do; by default one per core. An embedder that is not
    one of the named ones cannot be made anew in another process, and keeps the work in this one. With an ``extractor``,
    a language model adds to what rules find, asked from this process about several documents at once; what it charges
    to the ledger is not in `Prepared.usage`.

    Raises:
        UsageError: when ``workers`` is no number of processes.
        BudgetError, ModelError: as `QuadrupleExtractor.enrich_all`; what was given back before is complete.
    """
    count, stream = _shared_out(documents, workers)
    embedding = count if _is_named(embedder) else 1
    if extractor is None:
        if embedding > 1:
            yield from _in_processes(functools.partial(_prepare_with, embedder.name, reading), stream, count)
        else:
            for document in stream:
                yield document, attempt(functools.partial(prepare, document, embedder, reading=reading))
        return
    stopped: list[ModelError] = []
    with closing(_rules(stream, count, reading)) as rules, closing(_enriched(rules, extractor, stopped)) as enriched:
        yield from _embeddings(enriched, embedder, embedding)
    if stopped:
        raise stopped[0]


def _shared_out(documents: Iterable[Document], workers: int | None) -> tuple[int, Iterator[Document]]:
    """How many processes to use, 1 where starting more does not pay, and the documents."""
    if workers is not None and (not isinstance(workers, int) or workers < 1):
        raise UsageError(f"{workers!r} workers cannot work: give 1 or more, or None for one per core")
    stream = iter(documents)
    head: list[Document] = []
    size = 0
    while size < _PARALLEL_FROM and (document := next(stream, None)) is not None:
        head.append(document)
        size += len(document.text)
    count = workers if workers is not None else len(os.sched_getaffinity(0))
    pays = len(head) > 1 and size >= _PARALLEL_FROM
    return count if pays else 1, itertools.chain(head, stream)


def _rules(
    documents: Iterable[Document], workers: int, reading: Reading
) -> Generator[tuple[Document, _Read | Exception]]:
    """What rules find in each document."""
    read = functools.partial(_read, reading=reading)
    if workers > 1:
        yield from _in_processes(read, documents, workers)
        return
    for document in documents:
        yield document, attempt(functools.partial(read, document))


def _enriched(
    found: Iterable[tuple[Document, _Read | Exception]], extractor: QuadrupleExtractor, stopped: list[ModelError]
) -> Generator[tuple[Document, _Read | Exception]]:
    """What rules and the model find in each; ends early, with the reason in ``stopped``, where no more can be asked.

    So those that are complete by then are still embedded.
    """
    by_rules: deque[_Read | Exception] = deque()

    def rules() -> Iterator[tuple[Document, Extraction | Exception]]:
        for document, outcome in found:
            by_rules.append(outcome)
            yield document, outcome.extraction if isinstance(outcome, _Read) else outcome

    try:
        for document, extraction in extractor.enrich_all(rules()):
            read = by_rules.popleft()
            if isinstance(read, _Read) and not isinstance(extraction, Exception):
                yield document, replace(read, extraction=extraction)
            else:
                yield document, extraction if isinstance(extraction, Exception) else read
    except ModelError as error:
        stopped.append(error)


def _embeddings(
    found: Iterable[tuple[Document, _Read | Exception]], embedder: Embedder, workers: int
) -> Iterator[tuple[Document, Outcome]]:
    """Each document prepared, or the error that it met."""
    if workers == 1:
        for document, read in found:
            if isinstance(read, Exception):
                yield document, read
            else:
                yield document, attempt(functools.partial(_embedded, read, embedder))
        return
    failed: deque[Exception] = deque()

    def tasks() -> Iterator[_Read | Document]:
        for document, read in found:
            if isinstance(read, Exception):
                failed.append(read)
                yield document
            else:
                yield read

    for task, outcome in in_processes(functools.partial(_embed_with, embedder.name), tasks(), workers):
        if isinstance(task, Document):
            yield task, failed.popleft()
        else:
            assert outcome is not None
            yield task.document, _bearable(task.document, outcome)


def _in_processes(
    work: Callable[[Document], R], documents: Iterable[Document], workers: int
) -> Iterator[tuple[Document, R | Exception]]:
    for document, outcome in in_processes(work, documents, workers):
        yield document, _bearable(document, outcome)


def _bearable(document: Document, outcome: R | Exception) -> R | Exception:
    return DocumentError(_KILLED, source=document.id) if isinstance(outcome, KilledError) else outcome


def _prepare_with(embedder: str, reading: Reading, document: Document) -> Prepared:
    return prepare(document, _single_threaded(embedder), reading=reading)


def _embed_with(embedder: str, read: _Read | Document) -> Prepared | None:
    return _embedded(read, _single_threaded(embedder)) if isinstance(read, _Read) else None


@functools.cache
def _single_threaded(embedder: str) -> Embedder:
    return get_embedder(embedder, threads=1)


def _is_named(embedder: Embedder) -> bool:
    return type(embedder).__module__.startswith("timeweave.embedding.")

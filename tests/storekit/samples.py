"""Small `Prepared` values and changes, built by hand: for the conformance suite, and for any test that needs a store.

What a document says is spelled out sentence by sentence; nothing here reads text.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from timeweave.language.names import canonical_key
from timeweave.records import (
    AliasClaim,
    Change,
    Chunk,
    ChunkId,
    Document,
    DocumentId,
    DocumentInfo,
    DocumentVersion,
    EntityId,
    Extraction,
    Fact,
    FactId,
    Mention,
    Prepared,
    Quantity,
    Report,
    ReportSentence,
    ReportVersion,
    Span,
    Statement,
    Support,
    Usage,
)
from timeweave.store.base import Transaction
from timeweave.store.erasing import nodes_above
from timeweave.temporal.interval import Interval

DIMENSIONS = 8
RECORDED = dt.datetime(2024, 6, 1, 12, tzinfo=dt.UTC)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One statement: its words, the period it speaks of, the names it mentions, and the facts that it states."""

    text: str
    valid: str | None = None
    names: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    observed: dt.date | None = None


def make_fact(
    subject: str,
    relation: str,
    object_: str,
    valid: str | None = None,
    *,
    literal: bool = False,
    quantity: Quantity | None = None,
    qualifiers: Sequence[tuple[str, str]] = (),
    text: str | None = None,
) -> Fact:
    """A fact whose id is a digest of all but its wording; ``valid`` is a period in normal form."""
    key = canonical_key(subject)
    target = object_ if literal else canonical_key(object_)
    interval = Interval.parse(valid) if valid else None
    content = repr((key, relation, target, literal, str(interval), tuple(qualifiers)))
    return Fact(
        id=FactId(hashlib.blake2b(content.encode(), digest_size=16).hexdigest()),
        subject=key,
        relation=relation,
        object=target,
        object_is_entity=not literal,
        valid=interval,
        text=text if text is not None else f"{subject} {relation} {object_}",
        quantity=quantity,
        qualifiers=tuple(sorted(qualifiers)),
    )


def make_prepared(
    document_id: str,
    *sentences: Sentence,
    date: dt.date | None = None,
    title: str = "",
    source: str = "",
    entities: tuple[str, ...] = (),
    aliases: Sequence[tuple[str, str]] = (),
    kind: str = "ORG",
) -> Prepared:
    """A document that says ``sentences``, two of them to a chunk, and claims ``aliases`` (alias name, entity name)."""
    text = " ".join(s.text for s in sentences)
    document = Document(document_id, text, title=title, date=date, source=source, entities=entities)
    extraction = _extraction(document_id, sentences, aliases, kind)
    vectors = np.tile(np.eye(1, DIMENSIONS, dtype=np.float32), (len(sentences), 1))
    names = len({m.entity for m in extraction.mentions})
    return Prepared(
        document=document,
        digest=_digest(document, sentences),
        extraction=extraction,
        vectors=vectors,
        entity_vectors=np.tile(np.eye(1, DIMENSIONS, dtype=np.float32), (names, 1)),
        terms=tuple(Counter(s.text.lower().split()) for s in sentences),
        usage={"extract": Usage(calls=1)},
    )


def _digest(document: Document, sentences: Sequence[Sentence]) -> str:
    """Of the fields that every version of the store has known, so that stores of before can be compared."""
    written = repr((document, sentences)).replace(", markup=None", "")
    return hashlib.blake2b(written.encode(), digest_size=16).hexdigest()


def make_addition(
    transaction: Transaction, prepared: Prepared, *, recorded: dt.datetime = RECORDED, observed: dt.date | None = None
) -> Change:
    """The change that takes ``prepared`` in and supersedes what the store holds of the same document."""
    day = observed or prepared.document.date or recorded.date()
    document_id = DocumentId(prepared.document.id)
    versions = transaction.versions(document_id)
    return Change(
        kind="replace" if versions else "add",
        document_id=document_id,
        recorded=recorded,
        added=prepared,
        ordinal=transaction.next_ordinal,
        observed=day,
        superseded=tuple((v.ordinal, day) for v in versions if v.observed < day),
        removed=tuple(v.ordinal for v in versions if v.observed >= day),
        stale_nodes=_stale_nodes(transaction, versions),
        usage=prepared.usage,
    )


def make_removal(transaction: Transaction, document_id: str, *, recorded: dt.datetime = RECORDED) -> Change:
    """The change that erases every version of a document."""
    id_ = DocumentId(document_id)
    versions = transaction.versions(id_)
    removed = tuple(v.ordinal for v in versions)
    stale = _stale_nodes(transaction, versions)
    return Change(kind="remove", document_id=id_, recorded=recorded, removed=removed, stale_nodes=stale)


def make_report(
    node: str, text: str, *facts: Fact, inputs: str = "", made_by: str = "openai:some-model", prompt: str = "report/1"
) -> Report:
    """A report of one sentence on ``facts``; ``inputs`` is by default a digest of what else is given."""
    return Report(
        node=node,
        made_by=made_by,
        prompt=prompt,
        inputs=inputs or hashlib.blake2b(repr((node, facts)).encode(), digest_size=16).hexdigest(),
        sentences=(ReportSentence(text, tuple(fact.id for fact in facts)),),
        counts=(("facts", len(facts)), ("entities", 1), ("documents", 1)),
        prominent=tuple((fact.subject, 1) for fact in facts),
        documents=(DocumentVersion(DocumentId("first"), "0a"),),
        children=(ReportVersion(f"{node}-child", "0b"),),
    )


def _stale_nodes(transaction: Transaction, versions: Sequence[DocumentInfo]) -> tuple[str, ...]:
    """The nodes that read the facts of the last of ``versions``, which is the current one."""
    stated = transaction.facts_of(v.ordinal for v in versions[-1:])
    return tuple(sorted(nodes_above(s.fact.valid for s in transaction.facts(stated).values())))


def _extraction(
    document_id: str, sentences: Sequence[Sentence], aliases: Sequence[tuple[str, str]], kind: str
) -> Extraction:
    statements, supports, facts, spans = [], [], {}, []
    mentions: Counter[tuple[EntityId, str]] = Counter()
    start = 0
    for index, sentence in enumerate(sentences):
        span = Span(start, start + len(sentence.text))
        spans.append(span)
        start = span.end + 1
        named = tuple(canonical_key(name) for name in sentence.names)
        mentions.update((canonical_key(name), name) for name in sentence.names)
        valid = Interval.parse(sentence.valid) if sentence.valid else None
        statements.append(Statement(index, index // 2, span, valid, named))
        for fact in sentence.facts:
            facts[fact.id] = fact
            supports.append(Support(fact.id, index, span, 0.9, sentence.observed))
    runs = [spans[i : i + 2] for i in range(0, len(spans), 2)]
    chunks = [
        Chunk(ChunkId(f"{document_id}#{i}"), i, Span(run[0].start, run[-1].end), 10) for i, run in enumerate(runs)
    ]
    claims = [AliasClaim(canonical_key(alias), canonical_key(name)) for alias, name in aliases]
    counted = [Mention(entity, surface, kind, n) for (entity, surface), n in sorted(mentions.items())]
    return Extraction(
        tuple(chunks), tuple(statements), tuple(counted), tuple(claims), tuple(facts.values()), tuple(supports)
    )

"""A store in memory with hand-made extraction, for tests of what is read from it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest
from storekit.memory import MemoryStore

from timeweave.language.names import canonical_key
from timeweave.records import (
    AliasClaim,
    Change,
    Chunk,
    ChunkId,
    Document,
    DocumentId,
    Extraction,
    Mention,
    Prepared,
    Span,
    Statement,
)
from timeweave.store.base import View

DAY = dt.date(2024, 1, 1)


def prepared(
    document: Document,
    mentions: Sequence[tuple[str, int]],
    aliases: Sequence[tuple[str, str]],
    people: Sequence[str] = (),
) -> Prepared:
    """A document of one statement that mentions names so many times, of bodies but for those of ``people``, and claims
    alias → name.
    """
    span = Span(0, len(document.text))
    keys = tuple(canonical_key(name) for name, _ in mentions)
    extraction = Extraction(
        chunks=(Chunk(ChunkId(f"{document.id}#0"), 0, span, 10),),
        statements=(Statement(0, 0, span, None, keys),),
        mentions=tuple(
            Mention(canonical_key(n), n, "PERSON" if n in people else "ORG", count) for n, count in mentions
        ),
        aliases=tuple(AliasClaim(canonical_key(a), canonical_key(n)) for a, n in aliases),
        facts=(),
        supports=(),
    )
    rows = len({m.entity for m in extraction.mentions})
    vectors = np.zeros((1, 2), np.float32), np.zeros((rows, 2), np.float32)
    return Prepared(document, document.id, extraction, *vectors, ({},), {})


@pytest.fixture
def naming_view() -> Iterator[Callable[..., View]]:
    """A view of one document that mentions names and claims aliases."""
    store = MemoryStore()
    opened = []

    def view(*mentions: tuple[str, int], aliases: Sequence[tuple[str, str]] = (), people: Sequence[str] = ()) -> View:
        document = Document("d", "text", date=DAY)
        recorded = dt.datetime(2024, 1, 2, tzinfo=dt.UTC)
        with store.transaction() as transaction:
            made = prepared(document, mentions, aliases, people)
            ordinal = transaction.next_ordinal
            transaction.apply(Change("add", DocumentId("d"), recorded, added=made, ordinal=ordinal, observed=DAY))
        context = store.view()
        opened.append(context)
        return context.__enter__()

    yield view
    for context in opened:
        context.__exit__(None, None, None)
    store.close()

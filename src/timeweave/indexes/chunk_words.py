"""What the index holds of the words of chunks: a function of the document alone, best made before the lock is taken."""

from __future__ import annotations

from collections.abc import Sequence

from timeweave.indexes.evidence.bands import bands_of
from timeweave.language.shingles import shingle_hashes, words_of
from timeweave.language.terms import index_terms
from timeweave.records import PLAIN, Chunk, ChunkWords, Document, Layout, Prepared


def chunk_words(document: Document, chunks: Sequence[Chunk], layout: Layout = PLAIN) -> ChunkWords:
    """Of the chunks of a document: each is found by the words of its text, and once by those of what its document is
    about; its shingles are of its text alone. Lines of a large graph have none: nearly all of its chunks would share
    some, and pairs of them grow with its square.
    """
    heading = "\n".join((document.title, *document.entities))
    texts = [layout.words(document.text[c.span.start : c.span.end], c.span.start) for c in chunks]
    shingles = tuple(shingle_hashes([] if document.is_graph else words_of(text)) for text in texts)
    terms = tuple(index_terms(f"{heading}\n{text}") for text in texts)
    return ChunkWords(terms, shingles, tuple(bands_of(shingles)))


def chunk_words_of(prepared: Prepared) -> ChunkWords:
    """Those that were made with the document, else made now."""
    return prepared.chunk_words or chunk_words(
        prepared.document, prepared.extraction.chunks, prepared.extraction.layout
    )

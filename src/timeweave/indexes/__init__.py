"""Dense and lexical indexes over statements and chunks: immutable files, kept up with each `Change`."""

from __future__ import annotations

from timeweave.indexes.chunks.reader import ChunkReader
from timeweave.indexes.lexical import Bm25
from timeweave.indexes.maintenance import Indexes
from timeweave.indexes.reader import Hit, IndexReader

__all__ = ["Bm25", "ChunkReader", "Hit", "IndexReader", "Indexes"]

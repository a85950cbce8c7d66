"""Dense and lexical indexes over statements: immutable files, kept up with each `Change`, read as of any day."""

from __future__ import annotations

from timeweave.indexes.lexical import Bm25
from timeweave.indexes.maintenance import Indexes
from timeweave.indexes.reader import Hit, IndexReader

__all__ = ["Bm25", "Hit", "IndexReader", "Indexes"]

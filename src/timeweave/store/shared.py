"""What the readers of one store keep for one another: symbols, the days of all versions, and rows read lately.

A committed version's rows never change and its ordinal is never given out again, so that what one reader read serves
the next, whatever day or state either sees: whether the version is visible there is for the reader to say. In bytes:
some 10 MB of blocks of text, 12 MB of statements, 10 MB of the rest; 20 MB of what weighs most, once a long log was
read by days of publication.

A transaction needs one of its own, for what it writes may be rolled back and its ordinals given to other documents.
"""

from __future__ import annotations

from collections.abc import Sequence

from timeweave.records import Chunk, DocumentInfo, EntityId, EntityInfo, Layout, Statement, StatementKey
from timeweave.store.remembered import Remembered
from timeweave.store.symbols import SymbolCache
from timeweave.store.visibility import Visibility


class RowCache:
    """``blocks`` of decompressed text go by ordinal and number, ``chunks``, ``layouts`` and ``infos`` by ordinal.

    What visible documents say of an entity (nothing, or one value), and what is worked out of a view, goes by the
    number of the last change and of the day as well, for it may differ between them.
    """

    def __init__(self) -> None:
        self.blocks: Remembered[tuple[int, int], str] = Remembered(2_048)
        self.statements: Remembered[StatementKey, Statement] = Remembered(32_768)
        self.chunks: Remembered[int, Sequence[Chunk]] = Remembered(16_384)
        self.layouts: Remembered[int, Layout] = Remembered(4_096)
        self.infos: Remembered[int, DocumentInfo] = Remembered(4_096)
        self.worked_out: Remembered[tuple[int, int, str], tuple[object]] = Remembered(2_048)
        self.weighed: Remembered[tuple[int, int, str], tuple[object]] = Remembered(65_536)
        self.entities: Remembered[tuple[int, int, EntityId], tuple[EntityInfo, ...]] = Remembered(8_192)


class Shared:
    """What was committed: symbols, the days of all versions, and rows that were read lately."""

    def __init__(self) -> None:
        self.symbols = SymbolCache()
        self.visibility: Visibility | None = None
        self.rows = RowCache()

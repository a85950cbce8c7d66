"""The chunks of a store as its views see them, kept from one question to the next."""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from timeweave.errors import IndexDamagedError
from timeweave.indexes.chunks.kept_fit import latent_space
from timeweave.indexes.chunks.reader import ChunkReader
from timeweave.indexes.chunks.rows import ChunkRows, ChunkTable
from timeweave.indexes.evidence.graph import EvidenceSegments
from timeweave.indexes.lexical import Bm25
from timeweave.indexes.opened import OpenWords
from timeweave.indexes.segment_file import repairing
from timeweave.store.base import View

_KEPT = 4  # readers; each may hold a graph, and some 100 MB of an SVD of 100,000 chunks


class ChunkState:
    """Chunks of segments that do not change; a reader for each set of visible documents."""

    def __init__(
        self, folder: Path, segments: Sequence[OpenWords], evidence: EvidenceSegments, parameters: Bm25
    ) -> None:
        self._folder = folder
        self._evidence = evidence
        self._parameters = parameters
        self._table = ChunkTable(segments)
        self._readers: OrderedDict[bytes, ChunkReader] = OrderedDict()

    def reader(self, view: View) -> ChunkReader:
        """What ``view`` sees.

        Raises:
            IndexDamagedError: the chunks of a visible document are in no segment.
        """
        visible = view.visible
        key = np.packbits(visible).tobytes()
        known = self._readers.get(key)
        if known is None:
            self._require_all(view)
            space = functools.partial(latent_space, folder=self._folder, keep=view.as_of is None)
            known = ChunkReader(ChunkRows(self._table, visible), self._parameters, space, self._evidence.graph)
            self._readers[key] = known
            if len(self._readers) > _KEPT:
                self._readers.popitem(last=False)
        else:
            self._readers.move_to_end(key)
        return known

    def _require_all(self, view: View) -> None:
        lacking = view.visible.copy()
        lacking[self._table.ordinals[self._table.ordinals < len(lacking)]] = False
        if any(view.chunks(ordinal) for ordinal in np.flatnonzero(lacking).tolist()):
            raise lacks_chunks(self._folder)


def lacks_chunks(folder: Path) -> IndexDamagedError:
    """The error for a store whose chunks are not all in the index."""
    why = "the chunks of some documents are in no index, since an earlier version of the program wrote them"
    return IndexDamagedError(f"{why}: {repairing(folder)} makes it, without embedding anew", path=str(folder))

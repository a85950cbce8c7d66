"""Which chunks say the same (TWE-RAG, section 2.2): a graph over what one view sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from scipy.sparse import csr_array


@dataclass(frozen=True, slots=True, eq=False)
class EvidenceGraph:
    """The visible chunks as rows, by document id and position.

    ``weights`` (rows × rows, symmetric, float64, sorted indices) holds the Jaccard similarity of word 3-grams of each
    pair above θ_edge; chunks of one document have no edge. ``voices`` (one int per row) numbers who speaks: copies of
    one text, and the chunks of one document, have one number.
    """

    weights: csr_array
    voices: np.ndarray

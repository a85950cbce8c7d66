"""Which objects stand out beside a subject: TF-IDF of co-occurrence in chunks (NE-06)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from timeweave.interactions.chunking import NewsChunk
from timeweave.records import EntityId


def target_pairs(
    subjects: Sequence[EntityId], chunks: Sequence[NewsChunk], most: int
) -> list[tuple[EntityId, EntityId, float]]:
    """For each subject the ``most`` objects of highest TF-IDF, best first.

    TF is the share of the subject's chunks that mention the object, IDF the logarithm of all chunks over those that
    mention it: what stands beside everybody stands out beside nobody, and is left out.
    """
    frequency = Counter(entity for chunk in chunks for entity in chunk.entities)
    found = []
    for subject in dict.fromkeys(subjects):
        own = [chunk for chunk in chunks if subject in chunk.entities]
        beside = Counter(entity for chunk in own for entity in chunk.entities - {subject})
        weights = {e: count / len(own) * math.log(len(chunks) / frequency[e]) for e, count in beside.items()}
        best = sorted((-w, e) for e, w in weights.items() if w > 0)[:most]
        found += [(subject, entity, -weight) for weight, entity in best]
    return found


def batches(chunks: Sequence[NewsChunk], k: int) -> list[tuple[NewsChunk, ...]]:
    """Chunks in order of time, ``k`` together; the last batch has what is left."""
    ordered = sorted(chunks, key=lambda c: (c.day, c.places[0].info.id, c.places[0].sentences[0].index))
    return [tuple(ordered[start : start + k]) for start in range(0, len(ordered), k)]

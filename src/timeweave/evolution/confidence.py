"""How sure the visible sources make us of a fact."""

from __future__ import annotations

from collections.abc import Iterable

from timeweave.records import PlacedSupport

_CEILING = 0.99  # however many repeat it, a fact that was read by rules is not certain


def pooled_confidence(supports: Iterable[PlacedSupport]) -> float:
    """The noisy-or of independent sources, each counted once with its best support; in [0, 0.99]."""
    best: dict[str, float] = {}
    for support in supports:
        source = support.source or support.document_id
        best[source] = max(best.get(source, 0.0), min(support.confidence, _CEILING))
    doubt = 1.0
    for source in sorted(best):
        doubt *= 1.0 - best[source]
    return min(1.0 - doubt, _CEILING)

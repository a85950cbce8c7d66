"""Rankings are the same whatever order their scores came in."""

from __future__ import annotations

import itertools
from typing import cast

import pytest

from timeweave.records import StatementKey
from timeweave.retrieval.passages.fused import ordered
from timeweave.retrieval.reading import Reading


class Places:
    """Documents whose ids are in the reverse order of their ordinals."""

    def infos(self, ordinals: object) -> None:
        """Nothing is to be read."""

    def place(self, key: StatementKey) -> tuple[str, int]:
        """Where a statement stands."""
        return f"d{9 - key.ordinal}", key.index


@pytest.mark.parametrize(
    "scores", [(1.0, 1.0, 1.0, 1.0), (2.0, 1.0, 1.0, 0.5), (1.0, 0.5, 0.5, 0.5), (0.5, 0.5, 2.0, 2.0)]
)
def test_ties_are_broken_by_document_and_position(scores: tuple[float, ...]) -> None:
    """TK-05: also at the beginning, at the end, and of two runs side by side; no score at all is no ranking."""
    keys = [StatementKey(0, 1), StatementKey(0, 0), StatementKey(1, 3), StatementKey(2, 2)]
    told = list(zip(keys, scores, strict=True))
    reading = cast("Reading", Places())
    right = sorted(told, key=lambda item: (-item[1], Places().place(item[0])))
    assert all(ordered(dict(given), reading) == right for given in itertools.permutations(told))
    assert ordered({}, reading) == []

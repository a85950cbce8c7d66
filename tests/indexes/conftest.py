"""Makes `index_worlds` importable."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from storekit.memory import MemoryStore

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def store() -> Iterator[MemoryStore]:
    """An empty one."""
    from index_worlds import memory_store

    with memory_store() as empty:
        yield empty

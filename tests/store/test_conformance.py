"""Both stores keep every promise of the port."""

import pytest
from storekit.memory import MemoryStore
from storekit.testkit import StoreConformance

from timeweave.store.sqlite import SqliteStore


class TestMemoryStore(StoreConformance):
    @pytest.fixture
    def store(self):
        with MemoryStore() as store:
            yield store


class TestSqliteStore(StoreConformance):
    @pytest.fixture
    def store(self, tmp_path):
        with SqliteStore.open(tmp_path / "kb") as store:
            yield store

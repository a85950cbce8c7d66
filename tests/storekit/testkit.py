"""The conformance suite of the `Store` port: what every store promises, for pytest.

Subclass `StoreConformance` in a test module and give it a fixture ``store`` that yields an empty store::

    class TestMyStore(StoreConformance):
        @pytest.fixture
        def store(self, tmp_path):
            with MyStore.open(tmp_path) as store:
                yield store

The values that it adds are built by `storekit.samples`, of use to other tests too.
"""

from __future__ import annotations

from storekit.testkit_derived import DerivedConformance
from storekit.testkit_reading import ReadingConformance
from storekit.testkit_writing import WritingConformance


class StoreConformance(ReadingConformance, WritingConformance, DerivedConformance):
    """Every promise of the port; see `timeweave.store.base`."""

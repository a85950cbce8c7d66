"""Makes `store_strategies` importable, and the conformance suite's asserts as telling as those of tests."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
pytest.register_assert_rewrite(*(f"storekit.testkit_{part}" for part in ("reading", "writing", "derived")))

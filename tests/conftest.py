"""Fixtures and settings that all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "default", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("default")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The public data sets, which users of the project need not have."""
    given = os.environ.get("TIMEWEAVE_SHARED")
    folder = Path(given) if given else Path(__file__).resolve().parents[2] / "shared"
    if not (folder / "data").is_dir():
        pytest.skip(f"no data sets at {folder}: set TIMEWEAVE_SHARED to the folder that holds data/")
    return folder / "data"

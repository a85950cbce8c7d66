"""Fixtures and settings that all tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from timeweave.llm.testing import TestEndpoint

settings.register_profile(
    "default", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("default")


@pytest.fixture(scope="session", autouse=True)
def no_certificates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Servers of tests speak no TLS, and each client would read all certificates of the machine: 60 ms apiece."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SSL_CERT_FILE", raising=False)
        patch.setenv("SSL_CERT_DIR", str(tmp_path_factory.mktemp("certificates")))
        yield


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The public data sets, which users of the project need not have."""
    given = os.environ.get("TIMEWEAVE_SHARED")
    folder = Path(given) if given else Path(__file__).resolve().parents[2] / "shared"
    if not (folder / "data").is_dir():
        pytest.skip(f"no data sets at {folder}: set TIMEWEAVE_SHARED to the folder that holds data/")
    return folder / "data"


@pytest.fixture
def endpoint() -> Iterator[TestEndpoint]:
    """A model's server on this machine, which answers by rules and goes wrong on request."""
    with TestEndpoint() as running:
        yield running

"""Fixtures and settings that all tests share."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from modelserver import TestEndpoint
from naming import naming_view  # noqa: F401 - a fixture

settings.register_profile(
    "default", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("default")


OURS = {"TIMEWEAVE_SHARED", "TIMEWEAVE_UPDATE_DOCS"}
"""What the tests themselves are told by."""

STRANGE = ("TIMEWEAVE_", "OPENAI_", "COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "TTY_", "SSL_CERT_")
"""What a shell may set that models, terminals and clients would heed."""


@pytest.fixture(scope="session", autouse=True)
def surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No setting of the caller's shell reaches a test, nor does a proxy stand before the servers on this machine.

    These speak no TLS, and each client would read all certificates of the machine: 60 ms apiece.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name in set(os.environ) - OURS:
            if name.startswith(STRANGE) or name.lower().endswith("_proxy"):
                patch.delenv(name)
        patch.setenv("SSL_CERT_DIR", str(tmp_path_factory.mktemp("certificates")))
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        yield


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The public data sets, which users of the project need not have."""
    given = os.environ.get("TIMEWEAVE_SHARED")
    folder = Path(given) if given else Path(__file__).resolve().parents[2] / "shared"
    if not (folder / "data").is_dir():
        pytest.skip(f"no data sets at {folder}: set TIMEWEAVE_SHARED to the folder that holds data/")
    return folder / "data"


@pytest.fixture(scope="session", autouse=True)
def open_files() -> None:
    """Room for the connections of hundreds of models in one process: many systems allow 1,024 files unless asked."""
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 16_384 if most == resource.RLIM_INFINITY else min(16_384, most)
    if allowed not in (resource.RLIM_INFINITY, most) and allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


@pytest.fixture
def endpoint() -> Iterator[TestEndpoint]:
    """A model's server on this machine, which answers by rules and goes wrong on request."""
    with TestEndpoint() as running:
        yield running

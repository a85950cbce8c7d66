"""What is said where the framework of an integration is not installed."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [("langchain", "langchain_core", "langchain"), ("llamaindex", "llama_index", "llamaindex")],
)
def test_a_missing_framework_is_one_line_with_the_command(module: str, package: str, extra: str) -> None:
    """Importing an integration without its framework says which extra to install, and has no cause above it."""
    code = f"import sys; sys.modules[{package!r}] = None; import timeweave.integrations.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert "MissingExtraError" in last
    assert f"pip install 'timeweave[{extra}]'" in last
    assert "During handling" not in done.stderr

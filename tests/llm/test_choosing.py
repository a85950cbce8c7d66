"""Models by name."""

from __future__ import annotations

import subprocess
import sys

import pytest
from asks import Times, about

from timeweave.errors import MissingExtraError, ModelError, UsageError
from timeweave.llm.choosing import open_model
from timeweave.llm.structured import opening, schema_of

URL = "http://127.0.0.1:9/v1"


@pytest.fixture(autouse=True)
def no_keys(monkeypatch):
    """No key and no address in the environment."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("gpt", {}, "write PROVIDER:MODEL"),
        (":m", {}, "write PROVIDER:MODEL"),
        ("openai:", {}, "write PROVIDER:MODEL"),
        ("openai:m", {"url": "127.0.0.1:9"}, "http://"),
        ("openai:m", {"url": URL, "heat": 1}, "no model option 'heat'"),
        ("openai:m", {"url": URL, "context": 5}, "only a local model"),
        ("anthropic:claude", {"url": URL}, "has an address of its own: write 'openai:claude'"),
        ("local:/nowhere/model.gguf", {}, "no model file '/nowhere/model.gguf'"),
    ],
)
def test_what_is_no_model(name, arguments, words):
    """A wrong name, address or option is told before anything is asked."""
    with pytest.raises(UsageError, match=words):
        open_model(name, **arguments)


def test_openai_needs_a_key_or_an_address():
    """Without either the error says what to set."""
    with pytest.raises(ModelError, match="set OPENAI_API_KEY, or give the address"):
        open_model("openai:gpt-5-mini")


def test_the_address_can_come_from_the_environment(monkeypatch, endpoint):
    """`OPENAI_BASE_URL` is the address where none is given, and part of the name."""
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    model = open_model("openai:rules")
    assert model.name == f"openai:rules at {endpoint.url}"
    assert model.complete(opening(about(1969)), schema_of(Times)).text
    assert len(endpoint.calls) == 1


def test_a_provider_whose_package_is_missing():
    """The error is the command that installs it."""
    with pytest.raises(UsageError, match=r"pip install 'pydantic-ai-slim\[mistral\]'"):
        open_model("mistral:mistral-large-latest")


def test_a_provider_that_does_not_exist():
    """A made-up provider is refused by name."""
    with pytest.raises(UsageError, match="'nobody:m': no provider 'nobody' is known; there are openai, anthropic"):
        open_model("nobody:m")


@pytest.mark.parametrize(("name", "missing"), [("openai:m", "llm"), ("local:{file}", "llm")])
def test_without_the_extra(monkeypatch, tmp_path, name, missing):
    """Where pydantic-ai is not installed, the error is the command that installs the extra."""
    (tmp_path / "model.gguf").write_bytes(b"GGUF")
    monkeypatch.setitem(sys.modules, "pydantic_ai.models.openai", None)
    with pytest.raises(MissingExtraError) as raised:
        open_model(name.format(file=tmp_path / "model.gguf"), None if "local" in name else URL)
    assert raised.value.extra == missing


def test_without_the_local_extra(monkeypatch, tmp_path):
    """Where llama.cpp is not installed, the error names the extra ``local``."""
    (tmp_path / "model.gguf").write_bytes(b"GGUF")
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(MissingExtraError, match=r"timeweave\[local\]"):
        open_model(f"local:{tmp_path / 'model.gguf'}")


def test_nothing_of_a_provider_is_imported_before_a_model_is_opened():
    """A program that asks no model does not pay for one."""
    code = "import sys, timeweave.llm.client; print(sorted({'pydantic_ai', 'openai', 'xllamacpp'} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"

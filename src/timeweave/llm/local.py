"""A GGUF file on this machine, served on a loopback port by llama.cpp in a process of its own."""

from __future__ import annotations

import atexit
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import httpx2
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from timeweave.errors import ModelError
from timeweave.llm.base import Completion, Message
from timeweave.llm.provider import Parameters, ProviderModel

_PROGRAM = "timeweave.llm.local_server"
_ADDRESS = "http://"


class LocalServer:
    """llama.cpp's server for one file: started when its address is first asked for, stopped when the program ends.

    ``context`` is how many tokens a conversation may have, prompt and answer together. A process of its own can be
    stopped in the middle of an answer, and takes nothing with it when it fails.
    """

    def __init__(self, path: Path, context: int) -> None:
        self.path = path
        self.context = context
        self._process: subprocess.Popen[str] | None = None
        self._address = ""
        self._lock = threading.Lock()

    def url(self) -> str:
        """Where it speaks OpenAI's protocol; it is started anew if it has ended.

        Raises:
            ModelError: the file is no model that llama.cpp can load.
        """
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self._start()
            return f"{self._address}/v1"

    def close(self) -> None:
        """Stop it; requests under way are broken off."""
        atexit.unregister(self.close)
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _start(self) -> None:
        atexit.unregister(self.close)
        atexit.register(self.close)
        # -P: no module of the folder that we happen to stand in is one of the program's
        # a session of its own: an interrupt of the program is no business of the server's
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-P", "-m", _PROGRAM, str(self.path), str(self.context)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline().strip()
        if not said.startswith(_ADDRESS):
            self.close()
            raise ModelError(f"model file {str(self.path)!r} cannot be loaded: {said or 'llama.cpp gave no reason'}")
        self._address = said


class LocalModel:
    """The model of a `LocalServer` as a `ChatModel`, asked one thing at a time: it has no more to give."""

    def __init__(self, server: LocalServer, parameters: Parameters, *, timeout: float) -> None:
        self._server = server
        self._timeout = timeout
        self._sent = dict(parameters)
        self._at: tuple[str, ProviderModel] | None = None
        self._lock = threading.Lock()
        self.name = f"local:{server.path.name}"
        self.parameters: Mapping[str, float | str | bool] = MappingProxyType(
            {**parameters, "context": server.context, "bytes": server.path.stat().st_size}
        )

    def __repr__(self) -> str:
        return f"LocalModel({self.name!r})"

    def complete(self, messages: Sequence[Message], schema: Mapping[str, object]) -> Completion:
        """The next turn (`ChatModel.complete`)."""
        with self._lock:
            return self._running().complete(messages, schema)

    def speak(
        self, messages: Sequence[Message], schema: Mapping[str, object], hear: Callable[[str], None]
    ) -> Completion:
        """The next turn, heard while it comes (`SpeakingModel.speak`)."""
        with self._lock:
            return self._running().speak(messages, schema, hear)

    def _running(self) -> ProviderModel:
        url = self._server.url()
        if self._at is None or self._at[0] != url:
            # neither the environment's key nor its proxy: what is asked does not leave the machine
            direct = httpx2.AsyncClient(trust_env=False)
            provider = OpenAIProvider(base_url=url, api_key="local", http_client=direct)
            chat = OpenAIChatModel("local", provider=provider)
            self._at = url, ProviderModel(chat, self.name, self._sent, timeout=self._timeout)
        return self._at[1]

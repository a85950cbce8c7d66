"""The HTTP server: routes, and the wire's forms of answers, streams and errors."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from modelserver import wire_forms
from modelserver.bag_of_words import embedding
from modelserver.conversation import Request, read_request
from modelserver.misbehaving import Fault, Misbehaviour, Plan
from modelserver.recorded import Call
from modelserver.replying import Reply, failed, reply
from modelserver.tasks import Answerer

CHAT, EMBEDDINGS, MODELS = "/v1/chat/completions", "/v1/embeddings", "/v1/models"
_MODELS = ("rules", "bag-of-words")


class Server(ThreadingHTTPServer):
    """Answers on 127.0.0.1, each connection on a thread of its own."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(
        self, port: int, plan: Plan, tasks: Mapping[str, Answerer], record: Callable[[Call], None], key: str | None
    ) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.plan, self.tasks, self.record, self.key = plan, tasks, record, key
        self.closing = threading.Event()
        self.most_at_once = 0
        self._open_requests = 0
        self._lock = threading.Lock()
        self._connections: set[socket.socket] = set()
        self._thread: threading.Thread | None = None

    @property
    def port(self) -> int:
        """The one that it listens on."""
        return int(self.server_address[1])

    def start(self) -> None:
        """Answer on a thread of its own."""
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening, and break off what is open."""
        self.closing.set()
        if self._thread is not None:
            self.shutdown()
            self._thread.join()
        self.server_close()
        with self._lock:
            for connection in self._connections:
                _break_off(connection)

    def connected(self, connection: socket.socket) -> None:
        """Remember an open connection, or break it off where it was accepted just before the end."""
        with self._lock:
            self._connections.add(connection)
            if self.closing.is_set():
                _break_off(connection)

    def disconnected(self, connection: socket.socket) -> None:
        """Forget a closed one."""
        with self._lock:
            self._connections.discard(connection)

    @contextlib.contextmanager
    def being_answered(self) -> Iterator[None]:
        """Count a request until its answer begins."""
        with self._lock:
            self._open_requests += 1
            self.most_at_once = max(self.most_at_once, self._open_requests)
        try:
            yield
        finally:
            with self._lock:
                self._open_requests -= 1

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no error of the server."""


def _break_off(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):  # the other side was faster
        connection.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "timeweave-testing"
    wbufsize = -1  # a whole response in one packet
    disable_nagle_algorithm = True
    server: Server
    _open: contextlib.ExitStack

    def setup(self) -> None:
        super().setup()
        self.server.connected(self.connection)

    def finish(self) -> None:
        with contextlib.suppress(OSError):  # what is unsent when the client goes away
            super().finish()
        self.server.disconnected(self.connection)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the base class's
        """Say nothing."""

    def do_GET(self) -> None:
        with contextlib.ExitStack() as self._open:
            self._open.enter_context(self.server.being_answered())
            if self.path.rstrip("/") == MODELS:
                self.server.record(Call("models", "", {}, (), "", 0, 0, 200))
                self._send(200, wire_forms.models(_MODELS))
            else:
                self._fail(failed(404, f"no {self.path!r} here", "not_found"))

    def do_POST(self) -> None:
        with contextlib.ExitStack() as self._open:
            self._open.enter_context(self.server.being_answered())
            content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if self.server.key is not None and self._key() != self.server.key:
                self._fail(failed(401, f"Incorrect API key provided: {self._key()}", "invalid_api_key"))
                return
            try:
                body = json.loads(content)
                if not isinstance(body, dict):
                    raise ValueError("the body must be a JSON object")
                self._answer(body)
            except (ValueError, UnicodeDecodeError) as error:
                self._fail(failed(400, str(error), "invalid_request"))

    def _answer(self, body: Mapping[str, Any]) -> None:
        match self.path.rstrip("/"):
            case "/v1/chat/completions":
                self._chat(read_request(body))
            case "/v1/embeddings":
                self._embeddings(body)
            case _:
                self._fail(failed(404, f"no {self.path!r} here", "not_found"))

    def _chat(self, request: Request) -> None:
        misbehaviour = self.server.plan.next(request)
        said = reply(request, self.server.tasks, misbehaviour, self._key())
        prompt_tokens = self._recorded(request, said, misbehaviour)
        if prompt_tokens is None:
            return
        fault = None if misbehaviour is None else misbehaviour.fault
        if request.streams and fault not in (Fault.TAMPERED, Fault.ENDLESS, Fault.UNSTREAMED):
            events = list(wire_forms.stream(request, said, prompt_tokens, fault))
            pause = misbehaviour.seconds if misbehaviour is not None and fault is Fault.TRICKLING else 0.0
            self._stream(events, closes=said.closes, pause=pause)
        else:
            self._give(wire_forms.completion(request, said, prompt_tokens), said, misbehaviour)

    def _embeddings(self, body: Mapping[str, Any]) -> None:
        given = body.get("input")
        texts = [given] if isinstance(given, str) else given
        if not isinstance(texts, list) or not texts or not all(isinstance(text, str) and text for text in texts):
            raise ValueError("'input' must be a text or a list of texts, none of them empty")
        request = wire_forms.embedding_request(body, texts)
        misbehaviour = self.server.plan.next(request)
        said = Reply() if misbehaviour is None else reply(request, {"embeddings": dict}, misbehaviour, self._key())
        prompt_tokens = self._recorded(request, said, misbehaviour)
        if prompt_tokens is not None:
            is_short = misbehaviour is not None and misbehaviour.fault is Fault.WRONG_SCHEMA
            vectors = [embedding(text) for text in texts[is_short:]]
            self._give(wire_forms.embeddings(body, vectors, prompt_tokens), said, misbehaviour)

    def _give(self, value: object, said: Reply, misbehaviour: Misbehaviour | None) -> None:
        """Send an answer, or what a test makes of it."""
        if misbehaviour is not None and misbehaviour.fault is Fault.TAMPERED:
            how = misbehaviour.tampered
            self._send_bytes(how.status, how.body(value), how.headers)
        elif misbehaviour is not None and misbehaviour.fault is Fault.ENDLESS:
            self._trickle(misbehaviour.seconds)
        else:
            self._send(200, value, closes=said.closes)

    def _trickle(self, seconds: float) -> None:
        """White space without end, as may stand before any JSON value."""
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Connection", "close")
        self.end_headers()
        self._open.close()
        with contextlib.suppress(OSError):  # the client has had enough
            while not self.server.closing.wait(seconds):
                self.wfile.write(b" ")
                self.wfile.flush()
        self.close_connection = True

    def _recorded(self, request: Request, said: Reply, misbehaviour: Misbehaviour | None) -> int | None:
        """Keep the call and wait as long as is to be waited: its prompt tokens, or ``None`` where no answer follows."""
        prompt_tokens = request.prompt_tokens() if said.status == 200 else 0
        self.server.record(_call(request, said, misbehaviour, prompt_tokens))
        if said.seconds or said.hangs:
            self.server.closing.wait(None if said.hangs else said.seconds)
        if said.hangs:
            self.close_connection = True
            return None
        if said.error is not None:
            self._fail(said)
            return None
        return prompt_tokens

    def _key(self) -> str:
        return (self.headers.get("Authorization") or "").removeprefix("Bearer ")

    def _fail(self, said: Reply) -> None:
        self._send(said.status, {"error": said.error}, headers=said.headers)

    def _send(
        self, status: int, value: object, *, headers: Mapping[str, str] | None = None, closes: bool = False
    ) -> None:
        content = json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
        self._send_bytes(status, content, headers or {}, closes=closes)

    def _send_bytes(self, status: int, content: bytes, headers: Mapping[str, str], *, closes: bool = False) -> None:
        self.send_response(status)
        given = {"Content-Type": "application/json", "Content-Length": str(len(content)), **headers}
        for name, text in given.items():
            self.send_header(name, text)
        self.end_headers()
        self._open.close()  # one who has the answer may ask again before this thread goes on
        self.wfile.write(content[: len(content) // 2] if closes else content)
        self.wfile.flush()
        self.close_connection = self.close_connection or closes

    def _stream(self, events: list[str], *, closes: bool, pause: float) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self._open.close()
        self.wfile.flush()
        for event in events[: len(events) // 2] if closes else events:
            if pause:
                self.server.closing.wait(pause)
            content = f"data: {event}\n\n".encode("utf-8", "surrogatepass")
            self.wfile.write(b"%x\r\n%s\r\n" % (len(content), content))
            self.wfile.flush()
        if closes:
            self.close_connection = True
        else:
            self.wfile.write(b"0\r\n\r\n")


def _call(request: Request, said: Reply, misbehaviour: Misbehaviour | None, prompt_tokens: int) -> Call:
    return Call(
        task=request.task,
        model=request.model,
        sections={name: len(text) for name, text in request.sections.items()},
        turns=request.turns,
        text=said.text,
        prompt_tokens=prompt_tokens,
        completion_tokens=said.completion_tokens,
        status=said.status,
        attempt=request.attempt,
        fault=misbehaviour.fault if misbehaviour else None,
        streams=request.streams,
    )

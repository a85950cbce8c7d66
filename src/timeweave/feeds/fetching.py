"""One request: to an address that was checked, bounded in bytes and in time, with no redirect followed."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, urlsplit

import certifi
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError
from urllib3.response import BaseHTTPResponse

from timeweave.addresses import shown
from timeweave.errors import FetchError
from timeweave.feeds.guard import PORTS, Guard

AGENT = "timeweave"
"""The name that robots.txt may call the program by."""

_BLOCK = 1 << 16
_ACCEPTED = "application/feed+json, application/atom+xml, application/rss+xml, application/xml, text/html, */*;q=0.5"
_PLAIN_PATH = "/%:=&?~#+!$,;'@()*[]"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one request may take: ``bytes`` of a body as unpacked, ``silence`` seconds without a byte, ``seconds`` in
    all.
    """

    bytes: int = 20_000_000
    silence: float = 20.0
    seconds: float = 60.0


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came back: the status, the headers by their names in small letters, the body unpacked."""

    url: str
    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


def fetch(url: str, guard: Guard, limits: Limits, headers: Mapping[str, str] | None = None) -> Fetched:
    """Ask for ``url`` once.

    Raises:
        FetchError: it may not be asked for, nothing usable came, or it took more than ``limits``.
    """
    place, parts = guard.place(url), urlsplit(url)
    if parts.scheme == "https":
        connection: HTTPConnection = HTTPSConnection(
            place.address,
            place.port,
            server_hostname=place.host,
            assert_hostname=place.host,
            cert_reqs="CERT_REQUIRED",
            ca_certs=certifi.where(),
            timeout=limits.silence,
        )
    else:
        connection = HTTPConnection(place.address, place.port, timeout=limits.silence)
    named = f"[{place.host}]" if ":" in place.host else place.host
    whole = {
        "Host": named if place.port == PORTS[parts.scheme] else f"{named}:{place.port}",
        "User-Agent": f"{AGENT}/0.1 (reads feeds)",
        "Accept": _ACCEPTED,
        "Accept-Encoding": "gzip",
        **(headers or {}),
    }
    target = quote(parts.path or "/", safe=_PLAIN_PATH) + (
        f"?{quote(parts.query, safe=_PLAIN_PATH)}" if parts.query else ""
    )
    try:
        with _ended_after(connection, limits.seconds) as late:
            connection.request("GET", target, headers=whole, preload_content=False, decode_content=False)
            response = connection.getresponse()
            said = {name.casefold(): value for name, value in response.headers.items()}
            return Fetched(url, response.status, said, _body(response, said, limits, url))
    except (HTTPError, OSError, ValueError, zlib.error) as error:
        if late.is_set():
            raise FetchError(f"{shown(url)!r} took more than {limits.seconds:g} seconds") from None
        raise FetchError(f"{shown(url)!r} cannot be fetched: {_reason(error)}") from None
    finally:
        connection.close()


def _body(response: BaseHTTPResponse, headers: Mapping[str, str], limits: Limits, url: str) -> bytes:
    """The body, unpacked as it comes: a few bytes may stand for gigabytes."""
    coding = headers.get("content-encoding", "identity").strip().casefold()
    if coding not in ("identity", "", "gzip", "x-gzip"):
        raise FetchError(f"{shown(url)!r} comes packed as {coding!r}, which was not asked for")
    unpack = zlib.decompressobj(16 + zlib.MAX_WBITS) if "gzip" in coding else None
    parts: list[bytes] = []
    left, began = limits.bytes, time.monotonic()
    while part := response.read1(_BLOCK):
        plain = part if unpack is None else unpack.decompress(part, left + 1)
        left -= len(plain)
        if left < 0:
            raise FetchError(f"{shown(url)!r} has more than {limits.bytes:,} bytes")
        if time.monotonic() - began > limits.seconds:
            raise FetchError(f"{shown(url)!r} took more than {limits.seconds:g} seconds")
        parts.append(plain)
    if unpack is not None and parts and not unpack.eof:
        raise FetchError(f"{shown(url)!r} breaks off")
    return b"".join(parts)


class _ended_after:  # noqa: N801 - read as a phrase
    """Within it, a connection is cut once ``seconds`` have passed; it gives the event that says so."""

    def __init__(self, connection: HTTPConnection, seconds: float) -> None:
        self._late = threading.Event()
        self._timer = threading.Timer(seconds, self._cut, (connection,))
        self._timer.daemon = True

    def _cut(self, connection: HTTPConnection) -> None:
        self._late.set()
        with contextlib.suppress(OSError):
            if connection.sock is not None:
                connection.sock.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> threading.Event:
        self._timer.start()
        return self._late

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()


def _reason(error: BaseException) -> str:
    return str(error).rpartition(": ")[2] or type(error).__name__

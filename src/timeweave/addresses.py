"""Addresses that text and keys are sent to: read, compared, shown without secrets, announced before first used."""

from __future__ import annotations

import logging
import threading
from urllib.parse import SplitResult, urlsplit, urlunsplit

from timeweave.errors import UsageError

AT = " at "
"""Stands between a model's name and its address, where it is not the provider's own."""

ON_THIS_MACHINE = "local:"
"""What the name of a model that is a file begins with."""

OPENAI = "https://api.openai.com/v1"
"""The address of ``openai:MODEL`` where no other is given."""

NETWORK_LOG = "timeweave.network"
"""The logger that says where text is sent to: a warning where a file or a store of the data names it, else a note."""

SECRET_WORDS = ("key", "token", "secret", "password", "authorization")

_PORTS = {"http": 80, "https": 443}
_SCHEME = "://"
_log = logging.getLogger(NETWORK_LOG)
_announced: set[tuple[str, str, str | None]] = set()
_lock = threading.Lock()


def checked(url: str, whose: str) -> str:
    """``url``, where it is an address of HTTP; ``whose`` it is stands in the error.

    Raises:
        UsageError: it is none, or holds a secret, which would end up in names and messages.
    """
    try:
        parts = urlsplit(url)
        has_host = bool(parts.hostname) and parts.port != 0
    except ValueError:  # a bracket that is not closed, a port that is no number: a secret may stand anywhere in it
        raise UsageError(f"{whose} cannot be read: give it as http://HOST:PORT/PATH") from None
    if parts.username or parts.password or any(word in parts.query.casefold() for word in SECRET_WORDS):
        raise UsageError(f"{whose} holds a secret: leave it out, and set the provider's environment variable")
    if parts.scheme not in _PORTS or not has_host or not (url.isascii() and url.isprintable() and " " not in url):
        raise UsageError(f"{whose} is {shown(url)!r}: give it as http://HOST:PORT/PATH, in plain ASCII")
    return url


def is_address(url: str) -> bool:
    """Whether `checked` gives ``url`` back."""
    try:
        return checked(url, "an address") == url
    except UsageError:
        return False


def normal(url: str) -> str:
    """``url`` as it compares with others: scheme and host in small letters, with its port, no slash at its end."""
    parts = urlsplit(url)
    port = parts.port or _PORTS.get(parts.scheme)
    return urlunsplit((parts.scheme, f"{parts.hostname}:{port}", parts.path.rstrip("/"), parts.query, ""))


def shown(url: str) -> str:
    """``url`` without what may be a secret in it: a user, a password, a query."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "***"
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path.rstrip("/"), "", ""))


def split_name(name: str) -> tuple[str, str | None]:
    """The name of a model, and the address that may stand behind it (``openai:MODEL at URL``)."""
    model, _, url = name.partition(AT)
    return model, url or None


def require_plain(name: str) -> str:
    """``name``, where it names a model and nothing else: some providers' clients take an address in its place, and
    send it the key.

    Raises:
        UsageError: it holds an address.
    """
    if _SCHEME in name:
        raise UsageError(
            f"model {shown_name(name)!r} holds an address: name the model alone, and give the address apart"
        )
    return name


def shown_name(name: str) -> str:
    """A model's name without what may be a secret in an address within it."""
    before, scheme, _ = name.partition(_SCHEME)
    return f"{before}{scheme}…" if scheme else name


def announce(model: str, url: str | None, named_by: str | None) -> None:
    """Say once a process for whoever named it, before anything is sent, which address gets text of documents and
    questions.

    ``named_by`` is the file or store of the data that switched the model on: then it is a warning, for whoever runs
    the program may not know of it. ``None`` is an argument, the environment or the user's own file: then a note.
    """
    name, address = split_name(model)[0], shown(url) if url else "its provider's"
    if name.startswith(ON_THIS_MACHINE):
        return
    with _lock:
        if (name, address, named_by) in _announced:
            return
        _announced.add((name, address, named_by))
    said = f"{name} gets text of documents and questions, at {address}{_through(url)}"
    if named_by is None:
        _log.info("%s", said)
    else:
        _log.warning("%s: named by %r", said, named_by)


def _through(url: str | None) -> str:
    """The proxy that the environment names for an address."""
    from urllib.request import getproxies, proxy_bypass  # which loads all of HTTP: few commands send anything

    parts: SplitResult = urlsplit(url or "https://provider")
    proxies = getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    if not proxy or (url is not None and proxy_bypass(parts.netloc)):
        return ""
    return f", through the proxy {shown(proxy)}"

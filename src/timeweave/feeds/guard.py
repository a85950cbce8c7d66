"""Which machines may be asked: none on a private network, unless its host is named, whatever a name resolves to.

A name is resolved once, every address of it is looked at, and the connection is made to an address that was looked at:
an answer that changes in between (DNS rebinding) changes nothing.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import SplitResult, urlsplit

from timeweave.addresses import shown
from timeweave.errors import FetchError, UsageError

PORTS = {"http": 80, "https": 443}

Resolver = Callable[..., Sequence[Any]]
"""`socket.getaddrinfo`, or what stands in for it."""

_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def is_web_address(text: str) -> bool:
    """Whether ``text`` begins as an address of the web does."""
    return text.casefold().startswith(("http://", "https://"))


def checked_feed(url: str) -> str:
    """``url``, where it is an address that can be asked for.

    Raises:
        UsageError: it is none, or holds a password.
    """
    parts = _split(url)
    if parts is None or parts.scheme not in PORTS or not parts.hostname or not url.isprintable() or " " in url:
        raise UsageError(f"feed {shown(url)!r} is no address: give it as https://HOST/PATH")
    if parts.username or parts.password:
        raise UsageError(f"feed {shown(url)!r} holds a password: leave it out; only feeds open to all are read")
    return url


@dataclass(frozen=True, slots=True)
class Place:
    """A checked place on the network: the host as named, its port, and the address to connect to."""

    host: str
    port: int
    address: str


@dataclass(frozen=True, slots=True)
class Guard:
    """Lets requests through to public addresses, and to any address of the hosts in ``private``."""

    private: Collection[str] = ()
    resolve: Resolver = field(default=socket.getaddrinfo)

    def allows_private(self, host: str) -> bool:
        """Whether the addresses of ``host`` may be private."""
        return host.casefold() in {name.casefold() for name in self.private}

    def place(self, url: str) -> Place:
        """Where ``url`` is asked for.

        Raises:
            FetchError: it is no address of the web, its name is not known, or it leads to a private network.
        """
        parts = _split(url)
        if parts is None or parts.scheme not in PORTS or not parts.hostname:
            raise FetchError(f"{shown(url)!r} is no address of the web")
        host, port = parts.hostname, parts.port or PORTS[parts.scheme]
        try:
            found = self.resolve(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise FetchError(f"{shown(url)!r}: the host {host!r} is not known ({error})") from None
        addresses = [str(entry[4][0]) for entry in found]
        if not addresses:
            raise FetchError(f"{shown(url)!r}: the host {host!r} has no address")
        closed = [a for a in addresses if not is_public(a)]
        if closed and not self.allows_private(host):
            raise FetchError(
                f"{shown(url)!r}: {host!r} leads to {closed[0]}, which is no public address: "
                f"name the host with --allow-private {host} if that is meant"
            )
        return Place(host, port, addresses[0])


def is_public(address: str) -> bool:
    """Whether ``address`` is one of the public network, also where it stands within an IPv6 address."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.sixtofour is not None or ip.teredo is not None or ip.is_site_local:
            return False
        inner = ip.ipv4_mapped or (ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF) if ip in _NAT64 else None)
        if inner is not None:
            return is_public(str(inner))
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        return parts if parts.port != 0 else None
    except ValueError:  # a bracket that is not closed, a port that is no number
        return None

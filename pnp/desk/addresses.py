"""Who may speak to the server: the parts of Host and Origin compared with the addresses that it serves;
and those by which other machines of the network reach this one.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

_HOST = re.compile(r"(\[[0-9a-f:]{2,45}\]|[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?::([0-9]{1,5}))?", re.IGNORECASE)

LOCAL = ("127.0.0.1", "localhost", "[::1]")
"""Names of this machine for itself."""

HTTP_PORT = 80
"""What a browser leaves out."""
ELSEWHERE = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737): a datagram socket towards it shows which of ours would be used; nothing is
sent."""


class Address(NamedTuple):
    """A name or number of a machine, in lower case, and a port."""

    host: str
    port: int


def parse_host(text: str) -> Address | None:
    """The address that a Host header names; None when it isn't one."""
    found = _HOST.fullmatch(text)
    return Address(found[1].lower(), int(found[2] or HTTP_PORT)) if found else None


def parse_origin(text: str) -> Address | None:
    """The address of a page that came over plain HTTP; None for any other origin, such as "null"."""
    scheme, sign, rest = text.partition("://")
    return parse_host(rest) if sign and scheme.lower() == "http" else None


def is_served(headers: Iterable[tuple[bytes, bytes]], served: Collection[Address], *, needs_origin: bool) -> bool:
    """Whether a request is meant for one of the addresses `served`, and comes from a page of theirs.

    headers       as ASGI gives them: names in lower case
    needs_origin  also where none is sent: for sockets and whatever changes something
    """
    rows = [(name, value.decode("latin-1")) for name, value in headers]
    hosts = [parse_host(value) for name, value in rows if name == b"host"]
    origins = [parse_origin(value) for name, value in rows if name == b"origin"]
    if len(hosts) != 1 or hosts[0] not in served:
        return False
    return origins == hosts or (not origins and not needs_origin)


def served_addresses(port: int, others: Sequence[str] = ()) -> frozenset[Address]:
    """This machine's own names with `port`, and those by which `others` reach it."""
    return frozenset(Address(host, port) for host in (*LOCAL, *others))


def machine_addresses() -> tuple[str, ...]:
    """This machine's address in its network, then its name; empty without a network."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(ELSEWHERE)
            number = probe.getsockname()[0]
    except OSError:
        return ()
    return (number, socket.gethostname().lower())

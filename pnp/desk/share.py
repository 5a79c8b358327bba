"""The addresses by which other machines of the network reach this one."""

from __future__ import annotations

import socket

ELSEWHERE = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737): a datagram socket towards it shows which of ours would be used; nothing is
sent."""


def machine_addresses() -> tuple[str, ...]:
    """This machine's address in its network, then its name; empty without a network."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(ELSEWHERE)
            number = probe.getsockname()[0]
    except OSError:
        return ()
    return (number, socket.gethostname().lower())

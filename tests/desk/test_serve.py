"""`pnp serve` at the shell: what it says without its libraries, and of a port that is taken."""

from __future__ import annotations

import socket
import sys

import pytest

from pnp.cli import run
from pnp.desk.run import listening
from pnp.errors import PnpError


def test_without_its_libraries_it_says_how_to_install_them(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pnp.desk.run", None)
    assert run(["serve", "the-ford"]) == 3
    assert capsys.readouterr().err == "pnp: pnp serve needs more libraries: pip install 'pnp-wargames[serve]'\n"


def test_a_port_that_is_taken_is_told():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PnpError, match=rf"port {port} .* another with --port"):
            listening(port, ["127.0.0.1"])


def test_only_this_machine_is_listened_to():
    sockets = listening(None, ["127.0.0.1", "::1"])
    try:
        assert sockets[0].getsockname()[0] == "127.0.0.1"
        assert {listener.getsockname()[1] for listener in sockets} == {sockets[0].getsockname()[1]}
    finally:
        for listener in sockets:
            listener.close()

"""A run of the server: sockets on this machine, rooms, and the addresses to print."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import anyio
import uvicorn

from pnp import __version__
from pnp.desk.addresses import LOCAL, served_addresses
from pnp.desk.campaigns.room import CampaignRoom
from pnp.desk.connection import MESSAGE_BYTES, Pages
from pnp.desk.play.hall import Hall
from pnp.desk.preview.room import PreviewRoom
from pnp.desk.rooms import Message, Room
from pnp.desk.seats import Seat, Seats
from pnp.desk.server import desk_app
from pnp.errors import PnpError
from pnp.sources import load_game
from pnp.sources.settings import read_settings

PORT = 8137
"""The first that is tried."""


class DeskRun:
    """All that one run serves: the seats, and the pages with their rooms.

    output  where saved games and logs go
    Raises SourceError when the game in `folder` can't be read.
    """

    def __init__(self, folder: Path, output: Path) -> None:
        self.game = load_game(folder)
        self.seats = Seats(side.id for side in self.game.info.sides)
        self._send: Callable[[Seat | None, Message], None] = lambda seat, message: None
        self.preview = PreviewRoom(self.game, output, self.tell, read_settings())
        self.campaigns = CampaignRoom(self.game, output, self.tell)
        self.hall = Hall(self.game, output, self.tell)
        rooms: dict[str, Room] = {"preview": self.preview, "play": self.hall, "tests": self.campaigns}
        self.pages = Pages(rooms, self.greet)

    def greet(self, seat: Seat) -> Message:
        """What a page is about, and who sits before it."""
        return {
            "kind": "hello", "game": self.game.id, "title": self.game.info.title, "author": seat.side is None,
            "side": seat.side, "version": __version__,
        }  # fmt: skip

    def tell(self, seat: Seat | None, message: Message) -> None:
        """Send a message from any thread: what rooms are given as their `Tell`."""
        self._send(seat, message)

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Any) -> Any:
        """While the server runs: messages from other threads reach its pages."""
        token = anyio.lowlevel.current_token()
        self._send = lambda seat, message: anyio.from_thread.run_sync(self.pages.tell, seat, message, token=token)
        self.preview.start()
        yield
        self._send = lambda seat, message: None
        await anyio.to_thread.run_sync(self.campaigns.stop)
        await anyio.to_thread.run_sync(self.preview.stop)


def listening(port: int | None, hosts: Iterable[str]) -> list[socket.socket]:
    """Sockets that listen at one port of each of `hosts`.

    port  None = PORT, or any other when that is taken
    Raises PnpError when none is free.
    """
    hosts = list(hosts)
    for wanted in (port,) if port is not None else (PORT, 0):
        try:
            return _bound(wanted, hosts)
        except OSError as error:
            failure = error
    raise PnpError(f"port {port} of this machine can't be used: {failure.strerror}; try another with --port")


def _bound(port: int, hosts: list[str]) -> list[socket.socket]:
    first = _listener(hosts[0], port)
    sockets = [first]
    for host in hosts[1:]:
        with contextlib.suppress(OSError):  # a machine without IPv6
            sockets.append(_listener(host, first.getsockname()[1]))
    return sockets


def _listener(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if ":" in host:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind((host, port))
        listener.listen(64)
    except OSError:
        listener.close()
        raise
    return listener


def serve(desk: DeskRun, sockets: list[socket.socket], others: Iterable[str] = ()) -> None:
    """Run until Ctrl-C.

    others  names by which machines of the network reach this one
    """
    port = sockets[0].getsockname()[1]
    app = desk_app(desk.pages, desk.seats, served_addresses(port, tuple(others)), desk.lifespan)
    config = uvicorn.Config(
        app, log_level="error", access_log=False, server_header=False, proxy_headers=False, ws="websockets-sansio",
        ws_max_size=MESSAGE_BYTES, limit_concurrency=64, timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16384,
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=sockets)


def address_of(seat: Seat, port: int, host: str = LOCAL[0]) -> str:
    """The first address of a seat's page, which holds its token."""
    return f"http://{host}:{port}/s/{seat.id}/?token={seat.token}"

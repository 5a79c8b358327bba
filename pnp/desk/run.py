"""A run of the server: sockets on this machine, rooms, and the addresses to print."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import anyio
import uvicorn

from pnp import __version__
from pnp.desk.addresses import LOCAL, served_addresses
from pnp.desk.connection import MESSAGE_BYTES, Pages
from pnp.desk.open_game import OpenGame
from pnp.desk.rooms import Message, Room, ServedFile, Told
from pnp.desk.seats import Seat, Seats
from pnp.desk.server import desk_app
from pnp.errors import PnpError

PORT = 8137
"""The first that is tried."""


class DeskRun:
    """All that one run serves: the open game, the seats, and the pages.

    games     id -> folder of those that can be opened
    output    where saved games, logs and campaigns go
    announce  told the seats of a game that is opened later
    """

    def __init__(
        self, folder: Path, output: Path, games: Mapping[str, Path] | None = None,
        announce: Callable[[Seats], None] = lambda seats: None,
    ) -> None:  # fmt: skip
        self.output, self.games, self.announce = output, games or {}, announce
        self._send: Callable[..., None] = lambda *arguments: None
        self._lock = threading.RLock()
        self.current = self._opened(folder)
        self.seats = Seats(self.current.sides)
        self.chooser = Chooser(self.games, self.open)
        self.pages = Pages(self._rooms(), self.greet)

    def greet(self, seat: Seat) -> Message:
        """What a page is about, and who sits before it."""
        told, is_author = self.current.told(), seat.side is None
        return {
            **told, "rooms": [name for name in told["rooms"] if is_author or name == "play"],
            "games": list(self.games) if is_author else [], "author": is_author, "side": seat.side,
            "version": __version__,
        }  # fmt: skip

    def open(self, folder: Path) -> None:
        """Another game in the place of the one that is open, or the same one read anew.

        Pages of the former game's sides are closed. Raises PnpError while a campaign is played.
        """
        with self._lock:
            former = self.current
            if former.campaigns is not None and former.campaigns.is_playing:
                raise PnpError("test games are being played: stop them, or wait for their report")
            self.current = self._opened(folder)
            self.current.start()
            self.pages.rooms = self._rooms()
            self.seats.seat(self.current.sides)
            former.stop()
            self.announce(self.seats)
            self._send(self.pages.dismiss, [*self.seats])

    def _opened(self, folder: Path) -> OpenGame:
        def tell(seat: Seat | None, message: Message) -> None:
            if self.current is opened:  # a room of the former game may still be thinking
                self._send(self.pages.tell, seat, message)

        def mended() -> None:  # its room ends the thread that calls this
            threading.Thread(target=self.open, args=(folder,), name="pnp desk opener", daemon=True).start()

        opened = OpenGame(folder, self.output, tell, mended)
        return opened

    def _rooms(self) -> dict[str, Room]:
        return {**self.current.rooms, "chooser": self.chooser}

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Any) -> Any:
        """While the server runs: messages from other threads reach its pages."""
        token = anyio.lowlevel.current_token()
        self._send = lambda send, *arguments: anyio.from_thread.run_sync(send, *arguments, token=token)
        self.current.start()
        yield
        self._send = lambda *arguments: None
        await anyio.to_thread.run_sync(self.current.stop)


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


class Chooser:
    """Answers `open-game`.

    games     id -> folder
    open_game opens the game in a folder; raises PnpError when something would be lost
    """

    def __init__(self, games: Mapping[str, Path], open_game: Callable[[Path], None]) -> None:
        self.games, self.open_game = games, open_game

    def handle(self, seat: Seat, message: Message) -> Told:
        """Open the game that is named."""
        folder = self.games.get(str(message.get("game")))
        if folder is None:
            raise PnpError(f"there is no game {str(message.get('game'))[:80]!r}")
        self.open_game(folder)
        return [(seat, {"kind": "done", "re": message.get("id")})]

    def join(self, seat: Seat) -> None:
        """A page is there."""

    def leave(self, seat: Seat) -> None:
        """The last page has gone."""

    def picture(self, seat: Seat, name: str) -> ServedFile | None:
        """There is none."""

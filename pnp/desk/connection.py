"""The socket of a page: bounds, dispatch by the kind of message, and what all pages are told."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import anyio
from starlette.websockets import WebSocket, WebSocketDisconnect

from pnp.desk.rooms import Message, Room, Told
from pnp.desk.seats import Seat
from pnp.errors import PnpError, SourceError

MESSAGE_BYTES = 64 * 1024
MESSAGES_A_SECOND = 50
SOCKETS = 8
WAITING_MESSAGES = 256
"""A page that doesn't read loses its socket, and asks anew when it is back."""

KINDS = {
    "preview": frozenset({"look", "hit", "find", "problems", "sheets"}),
    "play": frozenset({"seat", "table", "why", "odds", "do", "undo", "advice", "rule", "save", "step", "stop"}),
    "tests": frozenset({"campaigns", "play-campaign", "stop-campaign", "lend-log"}),
    "chooser": frozenset({"open-game"}),
}
"""Room -> the kinds of messages that it answers."""

NO_SEAT, TOO_MANY, TOO_LARGE, NOT_JSON, TOO_FAST = 4003, 4008, 1009, 1003, 4029
"""Codes with which a socket is closed."""


@dataclass(eq=False)
class _Page:
    """An open page: whose it is, and what it is still to be sent; None at last when its seat is gone."""

    seat: Seat
    queue: deque[str | None] = field(default_factory=deque)
    filled: anyio.Event = field(default_factory=anyio.Event)

    def put(self, text: str | None) -> None:
        self.queue.append(text)
        self.filled.set()

    async def send_on(self, socket: WebSocket) -> None:
        """Send what is in the queue, for as long as the socket is open."""
        while True:
            while self.queue:
                if len(self.queue) > WAITING_MESSAGES:
                    return await socket.close(TOO_MANY, "the page doesn't read")
                text = self.queue.popleft()
                if text is None:
                    return await socket.close(NO_SEAT, "another game is open")
                await socket.send_text(text)
            self.filled = anyio.Event()
            await self.filled.wait()


class Pages:
    """The open pages, and the rooms that answer them.

    rooms  by the names of KINDS
    greet  the first message to a page: what it is about
    """

    def __init__(self, rooms: Mapping[str, Room], greet: Callable[[Seat], Message]) -> None:
        self.greet = greet
        self.rooms = rooms
        self._locks = {name: anyio.Lock() for name in KINDS}
        self._open: dict[WebSocket, _Page] = {}

    def room(self, seat: Seat, name: str) -> Room | None:
        """The room `name` if there is one that a seat may enter: that of one side may play, and nothing else."""
        return self.rooms.get(name) if seat.side is None or name == "play" else None

    def tell(self, seat: Seat | None, message: Message) -> None:
        """Send `message` to each page of a seat; None: to all that see the preview. Called in the server's thread."""
        text = json.dumps(message, ensure_ascii=False)
        for page in self._open.values():
            if page.seat == seat or (seat is None and page.seat.side is None):
                page.put(text)

    def dismiss(self, seats: Collection[Seat]) -> None:
        """Close the pages of all others than `seats`, and greet these anew: another game is open."""
        for page in self._open.values():
            stays = any(page.seat is seat for seat in seats)  # one of the same name may be another game's
            page.put(json.dumps(self.greet(page.seat), ensure_ascii=False) if stays else None)

    def opened(self, socket: Any, seat: Seat) -> _Page:
        """The page of `seat` behind a socket."""
        return self._open.setdefault(socket, _Page(seat))

    async def serve(self, socket: WebSocket, seat: Seat) -> None:
        """Answer the page behind `socket` until it goes."""
        if len(self._open) >= SOCKETS:
            await socket.accept()  # a browser tells its page why a socket was closed, and not why it wasn't opened
            return await socket.close(TOO_MANY, f"{SOCKETS} pages are open already")
        page = self.opened(socket, seat)
        try:
            await socket.accept()
            page.put(json.dumps(self.greet(seat), ensure_ascii=False))
            await self._call("join", seat)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(page.send_on, socket)
                await self._receive(socket, page)
                tasks.cancel_scope.cancel()
        except* (WebSocketDisconnect, RuntimeError):  # the page went while it was sent something
            pass
        finally:
            del self._open[socket]
            if not any(other.seat == seat for other in self._open.values()):
                with anyio.CancelScope(shield=True):
                    await self._call("leave", seat)

    async def _receive(self, socket: WebSocket, page: _Page) -> None:
        """Answer message after message. One that breaks a bound ends the socket."""
        times: deque[float] = deque(maxlen=MESSAGES_A_SECOND)
        while (received := await socket.receive())["type"] != "websocket.disconnect":
            text, now = received.get("text") or "", monotonic()
            if len(times) == MESSAGES_A_SECOND and now - times[0] < 1:
                return await socket.close(TOO_FAST, f"more than {MESSAGES_A_SECOND} messages a second")
            times.append(now)
            if len(text.encode("utf-8", "replace")) > MESSAGE_BYTES:
                return await socket.close(TOO_LARGE, f"a message of more than {MESSAGE_BYTES // 1024} KiB")
            message = read_message(text)
            if message is None:
                return await socket.close(NOT_JSON, "a message is a JSON object with its kind")
            for seat, answer in await self._answer(page.seat, message):
                self.tell(seat, answer)

    async def _answer(self, seat: Seat, message: Message) -> Told:
        """What the room of the message says to it."""
        name = next((name for name, kinds in KINDS.items() if message["kind"] in kinds), "")
        room = self.room(seat, name)
        if room is None:
            return [(seat, refusal(message, f"nothing here answers {message['kind'][:80]!r}"))]
        try:
            async with self._locks[name]:
                return await anyio.to_thread.run_sync(room.handle, seat, message)
        except SourceError as error:
            return [(seat, refusal(message, "; ".join(map(str, error.problems))))]
        except (PnpError, OSError) as error:
            return [(seat, refusal(message, str(error)))]

    async def _call(self, method: str, seat: Seat) -> None:
        for name in self.rooms:
            if (room := self.room(seat, name)) is not None:
                async with self._locks[name]:
                    await anyio.to_thread.run_sync(getattr(room, method), seat)


def read_message(text: str) -> Message | None:
    """The message that `text` is; None when it isn't one."""
    try:
        message: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) and isinstance(message.get("kind"), str) else None


def refusal(message: Message, text: str) -> Message:
    """The answer to a message that can't be done."""
    return {"kind": "error", "re": message.get("id"), "text": text}

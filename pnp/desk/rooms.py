"""What a room of the desk is to the server: messages in, messages out, pictures by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from pnp.desk.seats import Seat

Message = dict[str, Any]
"""A JSON object with its `kind`; one that asks has an `id`, the answer names it in `re`."""

Told = list[tuple[Seat, Message]]
"""Messages, each for a seat."""

Tell = Callable[[Seat | None, Message], None]
"""Sends a message to a seat, or to all that see the preview (None), from any thread."""


class ServedFile(NamedTuple):
    """What is sent to a browser.

    saved_as  name under which the browser saves it instead of showing it; "" = shown, and kept: its name says what is
              in it
    """

    media_type: str
    data: bytes
    saved_as: str = ""


class Room(Protocol):
    """A room: plain Python without sockets. The server calls it in a thread, one call at a time."""

    def handle(self, seat: Seat, message: Message) -> Told:
        """The answer to `message`, and what other seats must be told. Raises PnpError for what can't be done."""

    def join(self, seat: Seat) -> None:
        """A page of `seat` is there."""

    def leave(self, seat: Seat) -> None:
        """The last page of `seat` has gone."""

    def picture(self, seat: Seat, name: str) -> ServedFile | None:
        """The picture `name` as far as `seat` may see it, called from any thread; None where there is none."""

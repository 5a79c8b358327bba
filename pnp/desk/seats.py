"""Seats: who sits before a page, and the token that opens it."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

TOKEN_BYTES = 24
"""192 bits: more than the 128 that can't be guessed."""

AUTHOR = "author"
"""Id of the seat of whoever started the server."""


@dataclass(frozen=True)
class Seat:
    """One who has a page of the desk.

    id     part of the address of the page
    side   the only side that it may take and see; None = may choose any, and sees the preview
    token  opens the page; made anew in each run
    """

    id: str
    side: str | None
    token: str = field(repr=False, compare=False)


class Seats:
    """The seats of one run: the author's, and one for each side of the game that is open."""

    def __init__(self, sides: Iterable[str] = ()) -> None:
        self._seats = {AUTHOR: Seat(AUTHOR, None, _token())}
        self.seat(sides)

    def seat(self, sides: Iterable[str]) -> None:
        """New seats for the sides of another game; the former ones are nobody's any more, the author's stays."""
        seats = [self.author, *(Seat(f"side-{side}", side, _token()) for side in sides)]
        self._seats = {seat.id: seat for seat in seats}

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._seats.values())

    @property
    def author(self) -> Seat:
        """The seat of whoever started the server."""
        return self._seats[AUTHOR]

    def opened_by(self, seat_id: str, token: str) -> Seat | None:
        """The seat `seat_id` if `token` opens it; the time taken doesn't depend on how much of it is right."""
        seat = self._seats.get(seat_id)
        opens = hmac.compare_digest(token.encode("utf-8", "replace"), (seat.token if seat else _token()).encode())
        return seat if opens else None


def _token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)

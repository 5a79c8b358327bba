"""A page of the Play room without a browser: it keeps its table as the messages of the room change it."""

from __future__ import annotations

import itertools
import json
from typing import Any

from pnp.desk.play.hall import Hall
from pnp.desk.seats import AUTHOR, Seat

_ids = itertools.count()


class Page:
    """A seat's page: what it was sent, and the table as it stands there."""

    def __init__(self, hall: Hall, side: str | None = None) -> None:
        self.hall = hall
        self.seat = Seat(f"side-{side}" if side else AUTHOR, side, "token")
        self.others: list[Page] = []
        self.table: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        hall.join(self.seat)

    def send(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The answer to a message; what others are told reaches them, what the room tells besides is taken in."""
        message = {"kind": kind, "id": f"m{next(_ids)}", "v": self.table.get("v"), **fields}
        answer: dict[str, Any] = {}
        for seat, told in self.hall.handle(self.seat, message):
            page = next(page for page in (self, *self.others) if page.seat == seat)
            told = json.loads(json.dumps(told))
            page.heard.append(told)
            if page is self and told.get("re") == message["id"]:
                answer = told
            page.take(told)
        return answer

    def take(self, message: dict[str, Any]) -> None:
        """Put what is told into the table."""
        if message["kind"] == "table":
            self.table = message
        elif message["kind"] == "change":
            assert message["from"] == self.table["v"]
            self.table |= {**message["set"], "v": message["v"]}
            if "order" in message:
                known = {unit["id"]: unit for unit in (*self.table["units"], *message["units"])}
                self.table["units"] = [known[unit] for unit in message["order"]]
            if "log" in message:
                kept = self.table["log"][: message["log"]["keep"]]
                self.table["log"] = [*kept, *message["log"]["lines"]]

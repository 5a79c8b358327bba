"""The log as one side may read it: in words, decisions included, its lines numbered among themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pnp.desk.play.viewpoint import Viewpoint
from pnp.referee.state import Record

PLACED_HIDDEN = "{place}: {count} face down."

Lines = list[dict[str, Any]]


@dataclass
class Story:
    """What one side has read so far, so that only what is new is put in words.

    Units that others have placed face down are told by their places when all are placed: order and number of the lines
    would tell as much as names.
    """

    _told: Lines = field(default_factory=list)
    _last: Record | None = None
    _read: int = 0
    _knows: object = None
    _head: dict[str, Any] = field(default_factory=dict)
    _secret: bool = False

    def of(self, view: Viewpoint) -> Lines:
        """The log of a state."""
        self._forget_unless_it_goes_on(view)
        end: Lines = []
        for line in view.rules.lines_from(view.state, self._read):
            if line.kind == "end":  # has no record, so it is read again each time
                end = [{"n": len(self._told) + 1, **self._head, **view.line(line)}]
                break
            if line.kind == "do":
                phase, side, before = str(line.data["phase"]), str(line.data["side"]), self._head["side"]
                self._head = {"turn": line.data["turn"], "phase": phase, "side": side}
                secret = phase in view.set_up_phases and side != view.side and view.hides(side)
                if secret and not (self._secret and side == before):
                    self._tell(self._placed(view, side))
                self._secret = secret
            if not self._secret and (text := view.line(line)):
                self._tell(iter([text]))
        records = view.state.records
        self._read, self._last = len(records), records[-1] if records else None
        return [*self._told, *end]

    def _forget_unless_it_goes_on(self, view: Viewpoint) -> None:
        """Begin anew where decisions were taken back, or the side knows more or less than before."""
        records = view.state.records
        goes_on = self._read <= len(records) and (not self._read or records[self._read - 1] is self._last)
        if not goes_on or self._knows != view.hidden or self._secret:
            self._told, self._read, self._last, self._secret = [], 0, None, False
            self._head = {"turn": 1, "phase": "", "side": ""}
        self._knows = view.hidden

    def _tell(self, texts: Iterator[dict[str, Any]]) -> None:
        for text in texts:
            self._told.append({"n": len(self._told) + 1, **self._head, **text})

    def _placed(self, view: Viewpoint, side: str) -> Iterator[dict[str, Any]]:
        """What can be told of units placed face down: how many there are in each place."""
        rule = next((line.rule for line in view.rules.scenario.placements if line.side == side), "")
        for place in view.rules.spaces:
            units = view.sight.units_in(place)
            if count := sum(unit in view.hidden and view.sight.side_of(unit) == side for unit in units):
                text = PLACED_HIDDEN.format(place=view.sight.place(place), count=count)
                yield {"kind": "event", "event": "place", "text": text, "rule": rule}

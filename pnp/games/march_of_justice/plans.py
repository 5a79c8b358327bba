"""Where the units of a side should stand at the end of their movement: the arrangement that is worth most."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from pnp.games.march_of_justice.board import RUSSIA, WAGNER, MarchBoard
from pnp.games.march_of_justice.forecast import Defenders, Series, defenders_in
from pnp.games.march_of_justice.odds import fresh
from pnp.games.march_of_justice.state import MarchState, army
from pnp.referee.dice import bits
from pnp.referee.kit.advice.standpoint import Standpoint

KEPT = 16
"""Places of one unit that are looked at: those worth most by themselves."""

VARIETY = 0.1
"""A place is worth up to so much more by a whim of the player's."""


class Part(NamedTuple):
    """Where one unit stands, with its marker on `mark` (-1: it has none), its strength then, and what that is worth."""

    to: int
    mark: int
    sp: int
    worth: float


class Staff(ABC):
    """Leads a side: arranges its units, and says what places and contacts are worth.

    goal    the capital; near: locations next to it
    danger  by location the strength that could strike it in the enemy's next turn
    whim    what the player prefers this turn, by location
    """

    danger: list[int]
    whim: Callable[[int], float]

    def __init__(self, view: Standpoint) -> None:
        self.view, self.side = view, view.side
        self.board: MarchBoard = view.kit.board  # type: ignore[assignment]
        self.goal = self.board.base[RUSSIA]
        self.near = self.board.neighbours[self.goal]
        self._kept: tuple[Any, Mapping[int, Part]] | None = None
        self._series: tuple[Any, Series] | None = None

    # Arrangements -------------------------------------------------------------------------------------------

    def arrangement(self, state: MarchState) -> Mapping[int, Part]:
        """The best arrangement, by unit: kept while the position is on its way to it, else made anew."""
        own = army(self.board, state, self.side) & state.present
        key = state.turn, own, state.side, state.momentum, state.reduced, state.occupied[1 - self.side]
        if self._kept is None or self._kept[0] != key or not self._followed(state, self._kept[1]):
            self.survey(state)
            self._kept = key, self._arranged(state, list(bits(own)))
        return self._kept[1]

    def _followed(self, state: MarchState, parts: Mapping[int, Part]) -> bool:
        """Whether what has been done so far is part of it."""
        settled = state.shifted if self.shifting(state) else -1
        return all(
            (not state.moved >> unit & 1 or state.at[unit] == part.to)
            and (part.mark < 0 or not settled >> unit & 1 or state.marks[self.board.marker_of[unit]] == part.mark)
            for unit, part in parts.items()
        )

    def shifting(self, state: MarchState) -> bool:
        """Whether markers of the track can still move."""
        return self.view.kit.runs(state, "adjustment")

    def _arranged(self, state: MarchState, units: list[int]) -> Mapping[int, Part]:
        """Each unit where it is worth most by itself, then where it is worth most with the others."""
        options = {
            unit: sorted(self.options(state, unit), key=lambda part: (-part.worth, part.to))[:KEPT] for unit in units
        }  # fmt: skip
        parts = {unit: options[unit][0] for unit in units}
        for unit in [*units, *units]:
            others = [part for other, part in parts.items() if other != unit]
            parts[unit] = max(options[unit], key=lambda part: part.worth + self.together(state, [*others, part]))
        return parts

    def reach(self, state: MarchState, unit: int, points: int) -> int:
        """Where a unit can be after moving, its own place included."""
        if state.moved >> unit & 1:
            return 1 << state.at[unit]
        marked = state.barred if self.side == WAGNER else 0
        return self.board.travel[unit].reach(state.at[unit], points, state.occupied[1 - self.side], marked)

    def survey(self, state: MarchState) -> None:
        """Note what the position holds before units are arranged."""
        board, self.danger = self.board, [0] * self.board.count
        self.whim = self.view.whims(state, "places")
        for unit in bits(army(board, state, 1 - self.side) & board.assault & state.present):
            marker, near = board.marker_of[unit], 0
            points = state.ma[unit] if marker < 0 else board.track[max(state.marks[marker] - board.marker_shift, 0)].ma
            for space in bits(board.travel[unit].reach(state.at[unit], points, 1 << self.goal)):
                near |= board.neighbours[space]
            for space in bits(near):
                self.danger[space] += state.sp[unit] + (marker >= 0)

    @abstractmethod
    def options(self, state: MarchState, unit: int) -> Iterable[Part]:
        """What a unit can do."""

    @abstractmethod
    def together(self, state: MarchState, parts: Collection[Part]) -> float:
        """What an arrangement is worth besides its parts."""

    @abstractmethod
    def standing(self, state: MarchState, unit: int, space: int) -> float:
        """What it is worth to have a unit in a space after this turn."""

    def progress(self, state: MarchState) -> float:
        """How far the side's march has come, by the places of its units; 0 for a side that defends."""
        return 0.0

    # Contacts -----------------------------------------------------------------------------------------------

    def series(self, state: MarchState, spot: int) -> tuple[Series, Defenders]:
        """The contacts that can still be started on `spot`, and whom they meet."""
        board = self.board
        units = state.units_within(board.neighbours[spot]) & fresh(board, state, self.side)
        defenders = defenders_in(board, state, spot, 1 - self.side)
        key = state.turn, spot, units, state.momentum, state.reduced, defenders, state.occupied[1 - self.side]
        if self._series is None or self._series[0] != key:
            self._series = key, Series(board, state, self.side, spot, units, self.left(state, spot, defenders))
        return self._series[1], defenders

    @abstractmethod
    def left(self, state: MarchState, spot: int, defenders: Defenders) -> Callable[[Defenders], float]:
        """What it is worth to stop with some of the defenders of `spot` left, as a function of these."""

    def force(self, state: MarchState, spot: int, defence: int, parts: Collection[Part]) -> int:
        """The column and the modifiers of one contact by `parts`, added up."""
        board, places = self.board, [part.to for part in parts]
        flank, river = len(places) - max(map(places.count, places)), any(board.across[spot] >> at & 1 for at in places)
        drm = board.modifiers.found(self.side, spot, state.momentum, flank, river)[1]
        return board.contact.odds(sum(part.sp for part in parts), defence).value + drm

"""A short way to set up a Combat Phase of Winter War: units in hexes, whose phase it is, what the dice show.

The ground: 2465 is open Finnish land south of the Mannerheim Line, with 2464, 2565, 2364, 2365 around it; 2566 is
Soviet, next to Leningrad (2667); 2463 is a fortification, entered from 2464 and 2564 without a river.
"""

from __future__ import annotations

from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.state import WinterState, empty, pass_through, put
from pnp.games.winter_war.supply import settle
from tests.games.conftest import Situation

SIDES = {"soviet": SOVIET, "finnish": FINNISH}


class Fight(Situation):
    """A Combat Phase; units that are not named have been eliminated."""

    def __init__(self, rules, units, *, side="soviet", turn=1, dice=(), held=(), open_phase=True):
        """held: hexes that Soviet units were the last to pass."""
        self.rules, board = rules, rules.board
        self.state = state = WinterState(rules)
        state.turn = turn
        empty(board, state)
        rules.start_streams(state, 0)
        standing = {unit: hex_ for hex_, names in units.items() for unit in names}
        for index, name in enumerate(board.units):
            place = standing.pop(name, None)
            if place is None:
                put(
                    board,
                    state,
                    1 << index,
                    board.box["finnish-forces"]
                    if board.dummies >> index & 1
                    else board.eliminated[board.side_of[index]],
                )
                continue
            put(board, state, 1 << index, board.places.index(place))
            if board.places.index(place) < board.count:
                pass_through(board, state, board.side_of[index], 1 << board.places.index(place))
        assert not standing, standing
        for name in held:
            pass_through(board, state, SOVIET, 1 << board.spaces.index(name))
        settle(board, state)
        state.dice_script = list(dice)[::-1]
        self.side = SIDES[side]
        if open_phase:
            rules.fighting.open_phase(state, self.side)

    def odds(self):
        """The two strengths of the last attack, and its column."""
        line = self.events("odds")[-1]
        return line.get("odds"), line.get("column")

    def results(self):
        """The codes of all results so far."""
        return [line.get("code") for line in self.events("result")]

    def place_of(self, unit):
        """Where a unit is."""
        return self.rules.places[self.state.at[self.rules.units.index(unit)]]

    def isolated(self, unit):
        """Whether a unit is isolated now."""
        settle(self.rules.board, self.state)
        return bool(self.state.isolated >> self.rules.units.index(unit) & 1)

"""A short way to set up a Combat Phase of Winter War: units in hexes, whose phase it is, what the dice show.

The ground: 2465 is open Finnish land south of the Mannerheim Line, with 2464, 2565, 2364, 2365 around it; 2566 is
Soviet, next to Leningrad (2667); 2463 is a fortification, entered from 2464 and 2564 without a river.
"""

from __future__ import annotations

from pnp.games.winter_war.board import FINNISH, SOVIET
from tests.games.conftest import Situation

SIDES = {"soviet": SOVIET, "finnish": FINNISH}


class Fight(Situation):
    """A Combat Phase, or a state before any phase is open; units that are not named have been eliminated."""

    def __init__(self, rules, units, *, side="soviet", turn=1, dice=(), held=(), open_phase=True):
        """held: hexes that Soviet units were the last to pass."""
        self.rules, board, kit = rules, rules.board, rules.kit
        self.state = state = rules.STATE(rules)
        rules.start_streams(state, 0)
        state.turn, state.points, state.stock = turn, [0, 0], [0, 0]
        kit.clear(state)
        rules.assembly.control.at_start(state)
        standing = {unit: hex_ for hex_, names in units.items() for unit in names}
        for index, name in enumerate(board.units):
            lost = board.forces[FINNISH] if board.dummies >> index & 1 else board.eliminated[board.side_of[index]]
            place = standing.pop(name, None)
            kit.put(state, 1 << index, lost if place is None else board.place_index[place])
        assert not standing, standing
        for name in held:
            state.seize(SOVIET, 1 << board.space_index[name])
        state.dice_script = list(dice)[::-1]
        self.side = state.side = SIDES[side]
        if open_phase:
            self.open(f"{side}-combat")

    def open(self, phase):
        """Begin a phase."""
        self.rules.assembly.turn.open(self.state, phase, None)
        self.rules.kit.run(self.state)
        return self

    def odds(self):
        """The two strengths of the last attack, and its column."""
        line = self.events("fight")[-1]
        return line.get("odds"), line.get("column")

    def results(self):
        """The codes of all results of combat so far."""
        return [line.get("code") for line in self.events("result") if line.get("column") != "event"]

    def place_of(self, unit):
        """Where a unit is."""
        return self.rules.places[self.state.at[self.rules.units.index(unit)]]

    def isolated(self, unit):
        """Whether a unit is isolated now."""
        return bool(self.state.isolated >> self.rules.units.index(unit) & 1)

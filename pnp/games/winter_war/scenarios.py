"""Scenarios A to E: what comes from abroad.

Rule: Scenario A, Scenario B, Scenario C, Scenario D, Scenario E
"""

from __future__ import annotations

from typing import Any

from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.combat import WinterCombat
from pnp.games.winter_war.kit import WinterKit
from pnp.games.winter_war.tables import LANDING, NARVIK, SWEDEN, VOLUNTEERS
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.kit.decisions import Decision


class Scenarios:
    """What each scenario brings. D is seen to when the Finnish reinforcements arrive."""

    def __init__(self, kit: WinterKit, combat: WinterCombat) -> None:
        self.kit, self.combat = kit, combat
        self.beach = kit.tables.calls[f"Scenario {LANDING}"].spaces
        self.landing = kit.own_decision(Decision(
            "landing", "accept", "Scenario A", lambda state: 1, self._attack_from_sea, (),
            may_end=lambda state: True, end=self._sail_home, within=("interphase",),
        ))  # fmt: skip
        kit.operation("landing:ashore", self._ashore)

    def bring(self, state: Any, letter: str) -> bool:
        """What a scenario brings. True while the Finnish player must decide about it.

        Rule: Scenario A, Scenario B, Scenario C, Scenario D, Scenario E
        """
        called = self.kit.tables.calls[f"Scenario {letter}"]
        units = called.units & state.units_in[self.kit.board.events[FINNISH]]
        if letter == LANDING:
            return self._land(state, units)
        state.scenario = self.kit.tables.letters.index(letter)
        if letter in (SWEDEN, NARVIK):
            self._arrive(state, units, called.spaces, f"Scenario {letter}")
        elif letter == VOLUNTEERS:
            self._hurry(state, called.units)
        return False

    def _arrive(self, state: Any, units: int, spaces: Plane, rule: str) -> None:
        """`units` are put on the one hex of `spaces`."""
        self.kit.place(state, units, spaces.bit_length() - 1, "arrive", rule)
        state.seize(FINNISH, spaces)

    # A: the landing -----------------------------------------------------------------------------------------

    def _land(self, state: Any, units: int) -> bool:
        """The Allied units land where no Soviet unit is; where one is the Finnish player may have them attack.

        Odds that are not allowed leave no choice: it is no scenario.
        Rule: Scenario A, Combat N
        """
        if not state.occupied[SOVIET] & self.beach:
            state.scenario = self.kit.tables.letters.index(LANDING)
            self._arrive(state, units, self.beach, "Scenario A")
            return False
        state.afloat = units
        if not self.combat.enough(state, units, self.beach):
            state.afloat = 0
            return False
        return self.kit.ask(state, self.landing, FINNISH)

    def _attack_from_sea(self, state: Any, _: int) -> None:
        """The landing is fought for, at once.

        Rule: Scenario A
        """
        state.scenario = self.kit.tables.letters.index(LANDING)
        self.combat.fight_from_sea(state, self.beach)

    def _ashore(self, state: Any) -> None:
        """Who has won the beach lands; the others sail home.

        Rule: Scenario A
        """
        units = 0 if state.occupied[SOVIET] & self.beach else state.afloat
        state.afloat = 0
        state.frames.pop()
        if units:
            self._arrive(state, units, self.beach, "Scenario A")

    @staticmethod
    def _sail_home(state: Any) -> None:
        """No landing: it counts as no scenario.

        Rule: Scenario A
        """
        state.afloat = 0

    # C ------------------------------------------------------------------------------------------------------

    def _hurry(self, state: Any, units: int) -> None:
        """The volunteers join the next turn's reinforcements, if they are still to come.

        Rule: Scenario C
        """
        board = self.kit.board
        later = [board.waiting(FINNISH, turn) for turn in range(state.turn + 2, self.kit.scenario.turns + 1)]
        for unit in bits(units):
            if state.at[unit] in later:
                self.kit.place(state, 1 << unit, board.waiting(FINNISH, state.turn + 1), "hurry", "Scenario C")

"""Odds of an attack: who can attack whom, column shifts, overruns and breakdowns. Strengths and shifts are declared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pnp.games.russian_portfolio.board import AXIS
from pnp.games.russian_portfolio.ground import PortfolioKit
from pnp.games.russian_portfolio.movement import operations_number
from pnp.games.russian_portfolio.retreats import FORCED, LED, WILLING, Retreats
from pnp.games.russian_portfolio.state import AMPHIBIOUS, PortfolioState
from pnp.referee.combat import OddsTable
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.kit.procedures.combat import Combat
from pnp.referee.kit.procedures.odds import AttackOdds
from pnp.referee.kit.sentences import Part
from pnp.referee.kit.state import KitState
from pnp.referee.masks import union

CODES = AE, X, AD, S, D1, D4, DX, DE, BR = ("AE", "X", "AD", "S", "D1", "D4", "DX", "DE", "BR")
"""Results, worst for the attacker first."""

ACROSS = "X.B.2"
"""The case of the shift that amphibious tanks do without."""


class PortfolioCombat(Combat):
    """What an attack can do.

    number  phase -> 0 for the initial attacks, or the number of the reserve phase
    """

    kit: PortfolioKit
    table: OddsTable

    def __init__(self, kit: PortfolioKit, *given: Any) -> None:
        super().__init__(kit, *given)
        self.board, self.numbers, self.retreats = kit.board, kit.numbers, Retreats(kit)
        self.last, self.cells = len(self.table.ratios) - 1, self._cells[0]
        self.number = operations_number(kit, "assault")
        self.trapped, self.cut_short = (one.codes for one in self.source.trapped)
        self.overrun = self.source.upgrades[0].codes

    # What its results do ------------------------------------------------------------------------------------

    OWN_VERBS = dict.fromkeys(
        ("give-way", "may-retreat", "drive", "spend", "scatter", "scatter-if-held"), (True, False)
    )

    def own_deed(self, part: Part) -> Callable[[KitState], None]:
        """Retreats of three kinds, units that are Spent or Dispersed.

        Rule: XIII.C.2, XIII.C.4, XIII.C.5, XIII.C.6, XIII.C.7, XIII.D.2
        """
        kit, modes = self.kit, {"give-way": FORCED, "may-retreat": WILLING, "drive": LED}

        def deed(state: Any) -> None:
            frame = state.frames[-1]
            units = frame[part.subject] & state.present
            if part.verb in modes:
                self.retreats.after_attack(state, units, modes[part.verb])
            elif part.verb == "spend":
                kit.spend(state, units, "XIII.C.5")
            elif part.verb == "scatter":
                kit.disperse(state, units, "XIII.C.2")
            elif kit.enemies_at(state, state.side) >> frame["hex"] & 1:
                kit.disperse(state, units, "XIII.C.4")

        return deed

    def _decisions(self) -> None:
        """Attacks are allocated and resolved in procedures of this game's own."""

    # Who attacks whom ---------------------------------------------------------------------------------------

    def able(self, state: PortfolioState) -> int:
        """Units of the side on turn that may still be allocated to an attack.

        Rule: XIII.A.1, XIII.A.2
        """
        return (
            self.board.own[state.side] & state.ready & ~state.committed() & ~state.frames[0].get("fought", 0)
            & ~self.movement.waiting(state)
        )

    def attackable(self, state: PortfolioState, unit: int) -> Plane:
        """Hexes beside a unit that it could attack if enemies stood there.

        Rule: XIII.A.2, X.B.4, X.D.1, XVI.B.5
        """
        board, here = self.board, state.at[unit]
        near = board.zoned.near[here] & ~self.kit.banned(state, unit)
        if (board.armor | board.cavalry) >> unit & 1:
            near &= ~board.halved[state.weather][here]
        return near

    def exposed(self, state: PortfolioState, units: int) -> Plane:
        """Enemy hexes that any of some units could attack."""
        if not units:
            return 0
        facing, friends = self.kit.facing(state, state.side), state.occupied[state.side]
        units &= state.units_within((facing.zones | facing.scattered) & friends)
        return facing.hexes & union(self.attackable(state, unit) for unit in bits(units))

    def beside(self, state: PortfolioState, units: int, spaces: Plane, chosen: int = 0) -> int:
        """Those of `units` that can attack all of `spaces` beside those who are `chosen`: of each hex one armored unit
        attacks into swamp or mountains, be it in several waves.

        Rule: XIII.A.5, XII.2
        """
        board, able = self.board, 0
        near = board.zoned.near[spaces.bit_length() - 1] if spaces else 0
        heavy = spaces & board.heavy
        if heavy:
            for target, force in zip(state.targets, state.forces, strict=True):
                chosen |= force if target & heavy else 0
        taken = state.spaces_of(chosen & board.armor) if heavy else 0
        for unit in bits(units & ~chosen & state.units_within(near & state.occupied[state.side])):
            second = heavy and taken >> state.at[unit] & 1 and board.armor >> unit & 1
            if not second and not spaces & ~self.attackable(state, unit):
                able |= 1 << unit
        return able

    def possible(self, state: PortfolioState, units: int, spaces: Plane, chosen: int = 0) -> bool:
        """Whether `chosen` and some of `units` could attack `spaces` at odds that the table has.

        Rule: XIII.B.4
        """
        force, rest = chosen, units
        while more := self.beside(state, rest, spaces, force):
            best = max(bits(more), key=lambda unit: (self.board.attack[unit], -unit))
            force |= 1 << best
            rest = more & ~(1 << best)
        return bool(force) and self.ratio(state, force, spaces).allowed

    # What it comes to ---------------------------------------------------------------------------------------

    def against(self, state: PortfolioState, space: int, units: int, attackers: int) -> int:
        """The defence factors of some of the units in a hex.

        Rule: XIII.B.2
        """
        return self._strength(state, units, attackers & state.present, 1 << space, attacking=False)  # type: ignore[return-value]

    def ratio(self, state: PortfolioState, attackers: int, spaces: Plane, marks: int = 0) -> AttackOdds:
        """The odds of an attack.

        Rule: XIII.A.6, XIII.B.3, XIII.B.4, XVI.B.2
        """
        odds = self.odds(state, attackers, spaces)
        if not marks & AMPHIBIOUS:
            return odds
        shifts = tuple(shift for shift in odds.shifts if shift[0] != ACROSS)
        return replace(odds, column=self._shifted(odds.basic, sum(by for _, by in shifts)), shifts=shifts)

    def may_swim(self, state: PortfolioState, attackers: int, spaces: Plane) -> bool:
        """Whether this can be the German attack that crosses a river freely.

        Rule: XVI.B.2
        """
        first = state.side == AXIS and state.turn == self.board.first and not self.number.get(state.phase, 1)
        free = not state.amphibious and not any(mark & AMPHIBIOUS for mark in state.marks)
        german = first and free and not attackers & ~self.board.german
        return german and ACROSS in dict(self.odds(state, attackers, spaces).shifts)

    def can_retreat(self, state: Any, unit: int, spaces: int) -> bool:
        """Whether a defender could retreat so many hexes, and may.

        Rule: XIII.C.12, XIII.D.6
        """
        if state.frames[0]["fast"] >> state.at[unit] & 1:
            return False
        return self.retreats.length(state, unit, state.frames[-1]["against"]) >= spaces

    # After the die ------------------------------------------------------------------------------------------

    def overruns(self, state: PortfolioState, attackers: int, space: int) -> bool:
        """Whether the armor that is left of attackers overruns who is in a hex.

        Rule: XIII.C.11, XIV.D
        """
        left = attackers & state.present
        return bool(left) and self.upgraded(state, DX, left, 1 << space)[0] != DX

    def breaks_down(self, state: PortfolioState, die: int) -> bool:
        """Whether attacking armor breaks down with this die.

        Rule: XIII.C.13
        """
        name = "axis-breakdown" if state.side == AXIS else "russian-breakdown"
        return die <= self.numbers[name] + self.number.get(state.phase, 0)

"""Odds of an attack: who can attack whom, strengths with terrain, column shifts, overruns and breakdowns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.games.russian_portfolio.board import AXIS, FROST, GOOD, RUSSIAN, SNOW
from pnp.games.russian_portfolio.ground import PortfolioKit
from pnp.games.russian_portfolio.movement import PortfolioMovement, operations_number
from pnp.games.russian_portfolio.state import AMPHIBIOUS, PortfolioState
from pnp.model.tables import ResultsTable
from pnp.referee.combat import logged_cells, odds_table
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.masks import union

CODES = AE, X, AD, S, D1, D4, DX, DE, BR = ("AE", "X", "AD", "S", "D1", "D4", "DX", "DE", "BR")
"""Results, worst for the attacker first."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """The strengths of an attack, and the columns to which they lead.

    basic  -1 below the first column; final: the same after all shifts, -1 likewise
    shifts what moves it: rule -> columns
    """

    attack: int
    defence: int
    basic: int
    final: int
    shifts: Mapping[str, int]

    @property
    def allowed(self) -> bool:
        """Whether such an attack may be made.

        Rule: XIII.B.4
        """
        return self.basic >= 0 and self.final >= 0


class Odds:
    """What an attack can do.

    table   the Combat Results Table
    number  phase -> 0 for the initial attacks, or the number of the reserve phase
    """

    def __init__(self, kit: PortfolioKit, movement: PortfolioMovement) -> None:
        self.kit, self.board, self.numbers, self.movement = kit, kit.board, kit.numbers, movement
        table = next(t for t in kit.game.charts.tables if t.id == "combat-results")
        assert isinstance(table, ResultsTable)
        self.table = odds_table(table)
        self.cells = logged_cells(self.table)
        self.last = len(self.table.ratios) - 1
        self.number = operations_number(kit, "assault")

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
            near &= ~board.halved[self.kit.frozen(state)][here]
        return near

    def exposed(self, state: PortfolioState, units: int) -> Plane:
        """Enemy hexes that any of some units could attack."""
        near = union(self.attackable(state, unit) for unit in bits(units))
        return near & self.kit.enemies_at(state, state.side)

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
        for unit in bits(units & ~chosen):
            here = state.at[unit]
            second = heavy and taken >> here & 1 and board.armor >> unit & 1
            if near >> here & 1 and not second and not spaces & ~self.attackable(state, unit):
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

    # Strengths ----------------------------------------------------------------------------------------------

    def attack(self, state: PortfolioState, attackers: int, spaces: Plane) -> int:
        """The attack factors against some hexes; halved together where they lead across a lake or a strait.

        Rule: XIII.B.1, X.B.4
        """
        board, full, half = self.board, 0, 0
        narrow = board.halved[self.kit.frozen(state)]
        for unit in bits(attackers):
            if narrow[state.at[unit]] & spaces:
                half += board.attack[unit]
            else:
                full += board.attack[unit]
        return full + half // 2

    def defence(self, state: PortfolioState, space: int, units: int, attackers: int) -> int:
        """The defence factors of some of the units in a hex; who is Dispersed has nothing of the terrain.

        Rule: XIII.B.2, X.B.1, X.B.3, X.B.5, X.B.9, X.B.10, X.B.11
        """
        board, numbers = self.board, self.numbers
        fresh, here = units & ~state.dispersed, 1 << space
        total = sum(board.defence[unit] for unit in bits(units))
        if not fresh:
            return total
        soviet = board.own[RUSSIAN]
        if here & (board.major | board.mountains):
            total += numbers["major-city-army"] * (fresh & (board.armies | board.fronts)).bit_count()
            total += numbers["major-city-corps"] * (fresh & board.infantry & ~board.large).bit_count()
        if here & board.swamp[self.kit.frozen(state)]:
            total += numbers["swamp"] * (fresh & soviet & (board.armies | board.fronts)).bit_count()
        if here & board.hills:
            total += numbers["hills"] * (fresh & board.infantry).bit_count()
        if board.stalin[space] and not state.spaces_of(attackers) & ~board.stalin[space]:
            total += numbers["stalin-army"] * (fresh & soviet & board.armies).bit_count()
            total += numbers["stalin-front"] * (fresh & soviet & board.fronts).bit_count()
        return total + self._of_place(state, here, fresh)

    def _of_place(self, state: PortfolioState, here: Plane, fresh: int) -> int:
        """What a hex gives to all who defend it together, one of them not Dispersed.

        Rule: X.B.1, X.B.6, X.B.7, X.B.8
        """
        board, numbers, total = self.board, self.numbers, 0
        if fresh & board.infantry:
            total += numbers["city"] if here & board.features["city"] else 0
            side = board.side_of[fresh.bit_length() - 1]
            total += numbers["fortress"] if here & board.features["fortress"] & state.held[side] else 0
        if fresh & board.own[RUSSIAN]:
            total += numbers["factory"] if here & board.features["tank-factory"] & ~state.lost_factories else 0
            if here & board.victory_cities & ~state.taken:
                total += numbers["victory-city"] * board.weight[here.bit_length() - 1]
        return total

    def ratio(self, state: PortfolioState, attackers: int, spaces: Plane, marks: int = 0) -> Ratio:
        """The odds of an attack.

        Rule: XIII.A.6, XIII.B.3, XIII.B.4, XIII.B.5
        """
        foes = self.board.own[1 - state.side]
        attack = self.attack(state, attackers, spaces)
        defence = sum(self.defence(state, one, state.units_in.get(one, 0) & foes, attackers) for one in bits(spaces))
        basic = self.table.column(attack, defence) if attack else -1
        shifts = self.shifts(state, attackers, spaces, marks)
        final = min(basic + sum(shifts.values()), self.last)
        return Ratio(attack, defence, basic, final if basic >= 0 else -1, shifts)

    def shifts(self, state: PortfolioState, attackers: int, spaces: Plane, marks: int) -> dict[str, int]:
        """Column shifts by the rules that make them.

        Rule: X.B.2, XVI.B.1, XVI.B.2, VI.B.3
        """
        numbers, shifts = self.numbers, {}
        if not marks & AMPHIBIOUS and self.all_cross(state, attackers, spaces):
            shifts["X.B.2"] = -numbers["river-shift"]
        initial = state.turn == self.board.first and not self.number.get(state.phase, 1)
        if state.side == AXIS and initial:
            shifts["XVI.B.1"] = numbers["surprise-shift"]
        winter = state.winter and state.winter <= state.turn < state.winter + numbers["winter-turns"]
        if state.side == RUSSIAN and winter and not spaces & ~self.board.north:
            shifts["VI.B.3"] = numbers["winter-shift"]
        return shifts

    def all_cross(self, state: PortfolioState, attackers: int, spaces: Plane) -> bool:
        """Whether every attacker has a river between itself and all that it attacks.

        Rule: X.B.2
        """
        river = self.board.river[self.kit.frozen(state)]
        return bool(attackers) and all(not spaces & ~river[state.at[unit]] for unit in bits(attackers))

    def may_swim(self, state: PortfolioState, attackers: int, spaces: Plane) -> bool:
        """Whether this can be the German attack that crosses a river freely.

        Rule: XVI.B.2
        """
        first = state.side == AXIS and state.turn == self.board.first and not self.number.get(state.phase, 1)
        free = not state.amphibious and not any(mark & AMPHIBIOUS for mark in state.marks)
        return first and free and not attackers & ~self.board.german and self.all_cross(state, attackers, spaces)

    # After the die ------------------------------------------------------------------------------------------

    def overruns(self, state: PortfolioState, attackers: int, space: int) -> bool:
        """Whether the armor among attackers overruns who is in a hex.

        Rule: XIII.C.11, XIV.D, X.B.5, X.B.8, X.B.9, X.B.10, X.B.11
        """
        kit, board, numbers = self.kit, self.board, self.numbers
        weather = state.weather in (GOOD, FROST) or (state.weather == SNOW and state.side == RUSSIAN)
        barred = board.major | board.features["fortress"] | board.rough[kit.frozen(state)]
        armor = attackers & board.armor & ~(state.dry and state.dry & kit.thirsty(state, state.side))
        if not weather or barred >> space & 1 or not armor:
            return False
        defenders = state.units_in.get(space, 0) & board.own[1 - state.side]
        strength = sum(board.attack[unit] for unit in bits(armor))
        strength -= sum(board.defence[unit] for unit in bits(defenders & board.armor))
        others = defenders & ~board.armor
        need = numbers["overrun-ratio"] * self.defence(state, space, others & ~state.dispersed, attackers)
        need += numbers["overrun-dispersed"] * self.defence(state, space, others & state.dispersed, attackers)
        return strength > 0 and strength >= need

    def breaks_down(self, state: PortfolioState, die: int) -> bool:
        """Whether attacking armor breaks down with this die.

        Rule: XIII.C.13
        """
        name = "axis-breakdown" if state.side == AXIS else "russian-breakdown"
        return die <= self.numbers[name] + self.number.get(state.phase, 0)

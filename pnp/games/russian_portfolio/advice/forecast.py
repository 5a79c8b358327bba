"""What an attack brings: the forecast of a force against a hex, wherever its units are to stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.games.russian_portfolio.board import PortfolioBoard
from pnp.games.russian_portfolio.odds import ACROSS, AD, AE, BR, D1, D4, DE, DX, PortfolioCombat, S, X
from pnp.games.russian_portfolio.retreats import Retreats
from pnp.games.russian_portfolio.state import PortfolioState
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.kit.advice.standpoint import Standpoint
from pnp.referee.masks import mask_of

NEVER = -99.0
"""What an attack is worth that the table doesn't have."""

DISPERSED = 0.5
"""What it is worth to Disperse a unit, in parts of what it is worth to eliminate it."""

Stand = tuple[int, int]
"""A unit, and the hex from which it attacks."""


class Forecasts:
    """Attacks of a side at one moment, weighed in factors of units.

    zones   hexes in the zones of control of the side
    column  added to the column of every attack: surprise, winter
    """

    def __init__(self, view: Standpoint, state: PortfolioState) -> None:
        kit: Any = view.kit
        assembly: Any = view.assembly
        self.kit, self.state, self.side = kit, state, view.side
        self.board: PortfolioBoard = kit.board
        self.odds: PortfolioCombat = assembly.odds
        self.retreats: Retreats = assembly.retreats
        self.foes, self.weather = self.board.own[1 - self.side], state.weather
        self.zones: Plane = kit.zones(state, 1 - self.side)
        self._defence: dict[int, int] = {}
        self._shifts: dict[int, int] = {}

    def defenders(self, target: int) -> int:
        """The enemies in a hex."""
        return self.state.units_in.get(target, 0) & self.foes

    def defence(self, target: int) -> int:
        """Their defence factors, with the ground."""
        if target not in self._defence:
            self._defence[target] = self.odds.against(self.state, target, self.defenders(target), 0)
        return self._defence[target]

    def can_strike(self, unit: int, here: int, target: int) -> bool:
        """Whether a unit could attack a hex from another."""
        board = self.board
        barred = (board.armor | board.cavalry) >> unit & 1 and board.halved[self.weather][here] >> target & 1
        return bool(board.zoned.near[here] >> target & 1) and not barred

    def column(self, force: Sequence[Stand], target: int) -> int:
        """The column of an attack, below 0 when it may not be made."""
        board, halved, river = self.board, self.board.halved[self.weather], self.board.river[self.weather]
        attack = sum(board.attack[u] for u, here in force if not halved[here] >> target & 1)
        attack += sum(board.attack[u] for u, here in force if halved[here] >> target & 1) // 2
        basic = self.odds.table.column(attack, self.defence(target)) if attack else -1
        if target not in self._shifts:
            applied = self.odds.shifts(self.state, 1 << force[0][0], self.defenders(target), 1 << target)
            self._shifts[target] = sum(by for rule, by in applied if rule != ACROSS)
        shift = self._shifts[target] - all(river[here] >> target & 1 for _, here in force)
        return min(basic + shift, self.odds.last) if basic >= 0 else -1

    def refuge(self, target: int, force: Sequence[Stand]) -> int:
        """How many hexes the defenders could retreat."""
        board, state, kit = self.board, self.state, self.kit
        stands = mask_of(here for _, here in force)
        covered = self.zones | board.zoned.spread(stands)
        friends = state.occupied[1 - self.side]
        free = board.land & ~(covered & ~friends) & ~stands & ~kit.enemies_at(state, 1 - self.side)
        for _, here in force:
            free &= ~board.zoned.near[here]
        layer, steps = 1 << target, 0
        for ring in self.retreats.rings(target)[1:]:
            layer = board.fled[self.weather].spread(layer) & free & ring
            if not layer:
                break
            steps += 1
        return steps

    def value(self, force: Sequence[Stand], target: int, place: float) -> float:
        """Factors that an attack wins on the average, those that it loses taken off; `place` is for the hex."""
        column = self.column(force, target)
        if column < 0:
            return NEVER
        units, defenders = mask_of(unit for unit, _ in force), self.defenders(target)
        overrun = self.odds.overruns(self.state, units, target)
        odds, refuge, value = self.odds, self.refuge(target, force), 0.0
        total, number = self.board.worth(defenders), defenders.bit_count()
        loss = 2.0 * min(self.defence(target), sum(self.board.attack[unit] for unit, _ in force))
        for unit in bits(defenders):
            worth = self.board.worth(1 << unit)
            share = worth / total if total else 1.0
            at = min(column + (self.state.dispersed >> unit & 1), self.odds.last)
            gains = {
                AE: -loss * share - 0.8 * len(force) / number, X: worth - 1.1 * loss * share + place / number,
                AD: -0.8 * len(force) / number, S: -0.3, D1: 1.0 + place / number,
                D4: DISPERSED * worth + 1.0 + place / number, DX: (DISPERSED + 0.05) * worth + 1.0 + place / number,
                DE: worth + 1.0 + place / number, BR: worth + 2.0 + place / number,
            }  # fmt: skip
            for die in range(1, 7):
                code = self.odds.table.result(at, die)
                changed = odds.trapped if not refuge else odds.cut_short if refuge < 2 else {}
                code = changed.get(code, code)
                code = odds.overrun.get(code, code) if overrun else code
                value += gains.get(code, 0.0) / 6
        return value

    def obliged(self, here: int, but: Plane) -> bool:
        """Whether who attacks from a hex must attack an army or front there as well.

        Rule: XIII.A.3
        """
        return bool(self.board.zoned.near[here] & self.kit.facing(self.state, self.side).halters & ~but)

"""How to lead Russia in the two-player game: hold the capital, strike where it pays, cut the main road."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from pnp.games.march_of_justice.board import RUSSIA, WAGNER
from pnp.games.march_of_justice.forecast import Defenders
from pnp.games.march_of_justice.odds import strength
from pnp.games.march_of_justice.plans import VARIETY, Part, Staff
from pnp.games.march_of_justice.state import MarchState, army
from pnp.referee.dice import bits

SHORT, EMPTY = 0.5, 20.0
"""Less for each strength point that could come against the capital beyond those in it, and for leaving it empty."""

CUT, RISK, FAR, BASE = 2.0, 0.8, 0.1, 2.0
"""One unit on the main road; the part of that which the enemy's strength there can take away; more for each location
from the capital; how many times that the enemy's base counts."""

OPEN, NEARER, BLOW = 50.0, 0.05, 0.3
"""The enemy's base while nobody bars the main road; each location nearer to the capital; each point of column and
modifiers beyond the first of the best attack."""


class RussiaStaff(Staff):
    """Leads Russia."""

    def survey(self, state: MarchState) -> None:
        """Note how strong each enemy stack is besides."""
        super().survey(state)
        foes = army(self.board, state, WAGNER)
        self._foes = {s: strength(state, state.units_in[s] & foes) for s in bits(state.occupied[WAGNER])}

    def options(self, state: MarchState, unit: int) -> Iterator[Part]:
        """Each location that it can reach; who only defends adds no strength elsewhere."""
        for to in bits(self.reach(state, unit, state.ma[unit])):
            sp = state.sp[unit] if self.board.assault >> unit & 1 or to == self.goal else 0
            yield Part(to, -1, sp, self.standing(state, unit, to) + VARIETY * self.whim(to))

    def standing(self, state: MarchState, unit: int, space: int) -> float:
        """Near the capital; in the enemy's base when that wins.

        Rule: 11.0
        """
        wins = space == self.board.base[WAGNER] and not self.board.road & state.occupied[WAGNER]
        return OPEN * wins - NEARER * self.board.steps[self.goal][space]

    def together(self, state: MarchState, parts: Collection[Part]) -> float:
        """The garrison of the capital, the best attack, and one unit that is in the way where few can strike it.

        Rule: 6.2, 11.0
        """
        board, cut, blow = self.board, 0.0, 1
        held = sum(part.sp for part in parts if part.to == self.goal)
        for part in parts:
            if board.road >> part.to & 1 and part.to != self.goal:
                safe = 1 - RISK * max(1 - part.sp / max(self.danger[part.to], 1), 0)
                worth = CUT * (safe + FAR * board.steps[self.goal][part.to])
                cut = max(cut, worth * (BASE if part.to == board.base[WAGNER] else 1))
        for spot, defence in self._foes.items():
            near = [part for part in parts if part.sp and board.neighbours[spot] >> part.to & 1]
            blow = max(blow, self.force(state, spot, defence, near)) if near else blow
        return cut + BLOW * (blow - 1) - (SHORT * max(self.danger[self.goal] - held, 0) if held else EMPTY)

    def left(self, state: MarchState, spot: int, defenders: Defenders) -> Callable[[Defenders], float]:
        """More for each step that is gone, and for the empty location; all for one that opens the main road.

        Rule: 11.0
        """
        board, before = self.board, _weight(defenders)
        cleared = 0.35 * before + (0.1 if self.near >> spot & 1 else 0.05)
        if state.occupied[RUSSIA] >> board.base[WAGNER] & 1 and not board.road & state.occupied[WAGNER] & ~(1 << spot):
            cleared = 1.0
        return lambda rest: before - _weight(rest) if rest else cleared


def _weight(defenders: Defenders) -> float:
    return sum([sp + (2 if below >= 0 else 1) for sp, below, _ in defenders]) * 0.05

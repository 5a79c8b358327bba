"""Supply status: pockets, what is lost in them, and one stack that the air force feeds."""

from __future__ import annotations

from typing import Any

from pnp.games.russian_portfolio.board import AXIS, GOOD, RUSSIAN
from pnp.games.russian_portfolio.ground import PortfolioKit
from pnp.model.info import Phase
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.kit.state import KitState
from pnp.referee.records import event


class Isolation:
    """The supply status of a side. The frame of the phase holds the units in `pockets` that still count, those of the
    pocket that is judged now (`pocket`) and what it still owes (`owes`).
    """

    def __init__(self, kit: PortfolioKit) -> None:
        self.kit, self.board = kit, kit.board
        self._hardy = kit.board.cavalry & kit.board.own[RUSSIAN]
        self.fly = kit.plain(
            "air-supply", "air-supply", "XIV.B.2", self.landing, self._fly, "no-stack-to-feed", may_end=lambda s: True
        )
        self.shrink = kit.shrink("pocket-shrink", "XIV.B.2", self._dying, self._shrunk)
        self.loss = kit.plain(
            "pocket-loss", "lose-unit", "XIV.B.2", self._dying, self._lose, "not-to-be-lost", besides=(self.shrink,)
        )
        kit.operation("pocket:fly", lambda s: kit.ask(s, self.fly, s.side))
        kit.operation("pocket:next", self._next)
        kit.operation("pocket:loss", self._lose_more)

    def begin(self, state: Any, phase: Phase) -> None:
        """Find out who is isolated; Russian cavalry lives off the land.

        Rule: XIV.B.2
        """
        units, rivals = (units & ~self._hardy for units in self.kit.judged(state, state.side))
        if units:
            event(state, "cut-off", "XIV.B.2", units)
        state.frames[-1] |= {"pockets": units, "pocket": 0, "owes": 0}
        state.agenda.append("pocket:next")
        if state.side == AXIS and state.weather == GOOD:
            state.agenda.append("pocket:fly")
        self.kit.share_fortresses(state, rivals)

    def landing(self, state: Any) -> Plane:
        """Hexes of isolated stacks of Germans.

        Rule: XIV.B.2
        """
        return state.spaces_of(state.frames[0].get("pockets", 0) & self.board.german)

    def _fly(self, state: KitState, space: int) -> None:
        fed = state.units_in[space] & self.board.german
        event(state, "air-supplied", "XIV.B.2", fed, space)
        state.frames[0]["pockets"] &= ~fed

    def _next(self, state: Any) -> None:
        """The next pocket: isolated units in hexes that touch.

        Rule: XIV.B.2
        """
        frame = state.frames[0]
        left = frame["pockets"] & state.present
        if not left:
            return
        first = (left & -left).bit_length() - 1
        hexes = self.board.around.connected(1 << state.at[first], state.spaces_of(left))
        pocket = state.units_on(left, hexes)
        frame["pockets"], frame["pocket"] = left & ~pocket, pocket
        frame["owes"] = -(-sum(self.board.attack[unit] for unit in bits(pocket)) // 2)
        state.agenda += ["pocket:next", "pocket:loss"]

    def _lose_more(self, state: KitState) -> bool:
        return state.frames[0]["owes"] > 0 and bool(self._dying(state)) and self.kit.ask(state, self.loss, state.side)

    def _dying(self, state: KitState) -> int:
        return state.frames[0].get("pocket", 0) & state.present

    def _lose(self, state: KitState, unit: int) -> None:
        self._paid(state, self.board.attack[unit])
        self.kit.lose(state, 1 << unit, "XIV.B.2")

    def _shrunk(self, state: Any, front: int, army: int) -> None:
        state.frames[0]["pocket"] |= 1 << army
        self._paid(state, self.board.attack[front] - self.board.attack[army])

    @staticmethod
    def _paid(state: KitState, factors: int) -> None:
        state.frames[0]["owes"] = max(state.frames[0]["owes"] - factors, 0)
        state.agenda.append("pocket:loss")

"""Tactical advances into a cleared hex, beyond it and beside it."""

from __future__ import annotations

from typing import Any

from pnp.games.russian_portfolio.board import MUD, RUSSIAN, SNOW
from pnp.games.russian_portfolio.ground import PortfolioKit
from pnp.games.russian_portfolio.odds import BR, CODES, D4, DE, DX
from pnp.games.russian_portfolio.state import PortfolioState
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of
from pnp.referee.records import event

SHORT, RUNNING, FREE = range(3)
"""How an advance deals with zones of control: after most results, after D4 and DX, after DE and BR."""

Ends = dict[int, tuple[bool, Plane]]
"""Hex -> whether the unit is Dispersed there, and the hexes that it passes."""


class Advances:
    """Advances of the attackers of one attack. The frame of the attack holds the cleared hex (`hex`), the factors that
    must enter it (`due`) and those that have (`paid`), the units that have `gone`, the `best` result and the `unit`
    that goes.
    """

    def __init__(self, kit: PortfolioKit) -> None:
        self.kit, self.board, self.numbers = kit, kit.board, kit.numbers
        self.unit = kit.own_decision(Decision(
            "advance-unit", "advance", "XIII.D.3", self.able, self._choose,
            (
                Reason("XIII.D.3", "no-attacker", lambda s: s.frames[-1]["attackers"]),
                Reason("XIII.D.3", "may-not-advance", self.able),
            ),
            may_end=lambda s: not s.choices or s.frames[-1].get("paid", 0) >= s.frames[-1].get("due", 0),
            unended=lambda s: ("XIII.D.3", "must-advance"),
        ))  # fmt: skip
        self.space = kit.own_decision(Decision(
            "advance-to", "advance-to", "XIII.E", self._spaces, self._go,
            (
                Reason("XIII.E", "enemy-there", lambda s: ~kit.enemies_at(s, s.side)),
                Reason("XIII.E", "no-advance-there", self._spaces),
            ),
        ))  # fmt: skip
        kit.operation("advance:next", lambda s: kit.ask(s, self.unit, s.side))

    def reach(self, state: PortfolioState, unit: int, manner: int) -> int:
        """How many hexes a unit advances.

        Rule: XIII.E.1
        """
        numbers, side = self.numbers, self.board.side_of[unit]
        if state.weather == MUD:
            return numbers["advance-mud"]
        if state.weather == SNOW:
            return numbers["advance-snow-russian" if side == RUSSIAN else "advance-snow"]
        return numbers["advance-armor" if manner == FREE and self.board.armor >> unit & 1 else "advance"]

    def manner(self, best: int) -> int:
        """How zones of control bind after a result, given as 1 + its index."""
        code = CODES[best - 1] if best else ""
        return FREE if code in (DE, BR) else RUNNING if code in (D4, DX) else SHORT

    def _same(self, state: PortfolioState, side: int, one: int, other: int) -> tuple[bool, bool]:
        """Whether two hexes lie in the zone of the same enemy, and whether one that stops everybody is among these.

        Rule: XIII.E.2
        """
        near = self.board.zoned.near
        facing = self.kit.facing(state, side)
        both = near[one] & near[other] & facing.holders
        return bool(both), bool(both & facing.halters)

    def ends(self, state: PortfolioState, unit: int, goal: int, best: int, *, duty: bool) -> Ends:
        """Where an attacker can end its advance; it can't pass a full hex either.

        duty  the first hex is compulsory
        Rule: XII.3, XIII.E.2, XIII.E.3, XIII.E.4, XIII.E.5, XIII.E.6
        """
        kit, board = self.kit, self.board
        side, here, weather = board.side_of[unit], state.at[unit], state.weather
        free = kit.room_for(state, unit) & ~kit.enemies_at(state, side) & ~kit.banned(state, unit)
        near, manner = board.walked[weather].near, self.manner(best)
        ends: Ends = {}
        if near[here] >> goal & 1 and free >> goal & 1:
            same, halting = self._same(state, side, here, goal)
            tired = same and (manner < FREE or halting)
            if duty or not same or (manner > SHORT and not halting):
                ends[goal] = tired, 1 << goal
                if not tired:
                    self._go_on(state, unit, goal, 1 << goal, self.reach(state, unit, manner) - 1, manner, ends, free)
        if not duty:
            empty = near[here] & board.around.near[goal] & free & ~state.occupied[side]
            for beside in bits(empty):
                if beside not in ends and not self._same(state, side, here, beside)[0]:
                    ends[beside] = False, 1 << beside
        return ends

    def _go_on(
        self, state: PortfolioState, unit: int, at: int, passed: Plane, left: int, manner: int, ends: Ends, free: Plane
    ) -> None:  # fmt: skip
        """Add where the advance leads from `at` with `left` hexes to go."""
        kit, board = self.kit, self.board
        side = board.side_of[unit]
        if left < 1 or kit.halting(state, side) >> at & 1:
            return
        if manner == SHORT and kit.zones(state, side) >> at & 1:
            return
        for beside in bits(board.walked[state.weather].near[at] & free):
            same, halting = self._same(state, side, at, beside)
            if halting or passed >> beside & 1:
                continue
            tired = same and manner < FREE
            if beside not in ends or (ends[beside][0] and not tired):
                ends[beside] = tired, passed | 1 << beside
            if not tired:
                self._go_on(state, unit, beside, passed | 1 << beside, left - 1, manner, ends, free)

    def begin(self, state: PortfolioState) -> None:
        """The cleared hex is open to those who attacked it."""
        state.agenda.append("advance:next")

    def _duty(self, state: KitState) -> bool:
        frame = state.frames[-1]
        return frame["paid"] < frame["due"]

    def able(self, state: Any) -> int:
        """Attackers that can advance now.

        Rule: XIII.D.3
        """
        frame = state.frames[-1]
        units = frame.get("attackers", 0) & state.present & ~state.dispersed & ~frame.get("gone", 0)
        goal, best, duty = frame.get("hex", 0), frame.get("best", 0), frame.get("paid", 0) < frame.get("due", 0)
        return mask_of(unit for unit in bits(units) if self.ends(state, unit, goal, best, duty=duty))

    def _choose(self, state: KitState, unit: int) -> None:
        state.frames[-1]["unit"] = unit
        self.kit.settle(state, self.space, state.side, self._spaces(state))

    def _ends_now(self, state: Any) -> Ends:
        frame = state.frames[-1]
        return self.ends(state, frame["unit"], frame["hex"], frame["best"], duty=self._duty(state))

    def _spaces(self, state: KitState) -> Plane:
        return mask_of(self._ends_now(state))

    def _go(self, state: Any, space: int) -> None:
        frame = state.frames[-1]
        unit = frame["unit"]
        tired, passed = self._ends_now(state)[space]
        event(state, "advance", "XIII.E.1", 1 << unit, space, (("from", self.board.places[state.at[unit]]),))
        self.kit.put(state, 1 << unit, space)
        self.kit.enter(state, state.side, passed)
        if passed >> frame["hex"] & 1:
            frame["paid"] += self.board.attack[unit]
        frame["gone"] |= 1 << unit
        if tired:
            self.kit.disperse(state, 1 << unit, "XIII.E.3")
        state.agenda.append("advance:next")



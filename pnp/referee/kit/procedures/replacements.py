"""Replacements: points that turn reduced units to their fronts and bring lost ones back."""

from __future__ import annotations

from pnp.model.info import Phase
from pnp.model.procedures import ReplacementsSource
from pnp.referee.dice import bits
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.kit import Kit, cite
from pnp.referee.kit.procedures.stacking import Stacking
from pnp.referee.kit.procedures.supply import Supply
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of
from pnp.referee.records import event


class Replacements:
    """The replacements of a game; `stock` of the state holds the points of each side."""

    def __init__(self, kit: Kit, source: ReplacementsSource, stacking: Stacking, supply: Supply) -> None:
        self.kit, self.source, self.rule, self.stacking, self.supply = kit, source, source.rule, stacking, supply
        board, sides, mistakes = kit.board, kit.board.sides, kit.mistakes
        for key in ("points", "at"):
            for side in getattr(source, key):
                mistakes.known("side", side, sides, source, key, side)
        self._income = [mistakes.amount(source.points.get(side, 0), source, "points", side) for side in sides]
        if source.saved:
            kit.saved_income = self._income
        self._restore = mistakes.amount(source.restore, source, "restore")
        rebuild = mistakes.amount(source.rebuild, source, "rebuild") if source.rebuild is not None else -1
        for name in source.costs:
            mistakes.known("unit type", name, board.types, source, "costs", name)
        for side in source.points if rebuild >= 0 or source.costs else ():
            if side in sides and side not in source.at:
                message = f"nothing says where lost units of {side!r} come back"
                mistakes.add(message, source.where("at") or source.where(), f"add '{side}: …' to 'at'")
        self._rebuild = [source.costs.get(counter.group.type or "", rebuild) for counter in board.counters]
        self._may = [kit.filters.units(source.units, side).of if source.units else None for side in range(len(sides))]
        self._entries = [kit.filters.places(source.at.get(side), index).of for index, side in enumerate(sides)]
        self.unit = kit.decision(Decision(
            "replacement-unit", "choose-unit", self.rule, self.able, self._choose,
            (
                Reason(self.rule, "not-yours", lambda state: board.own[state.side]),
                Reason(self.rule, "needs-nothing", self._wanting),
                Reason(self.rule, "too-dear", self._affordable),
                Reason(self.rule, "no-room", self.able),
            ),
            may_end=lambda state: True,
        ), source)  # fmt: skip
        self.space = kit.decision(Decision(
            "replacement-space", "place-at", self.rule, self.goals, self._place_at,
            (
                Reason(self.rule, "not-an-entry", lambda state: self._entries[state.side](state)),
                Reason(self.rule, "enemy-there", lambda state: ~kit.enemies_at(state, state.side)),
                Reason(self.rule, "closed", lambda state: ~board.closed(board.season(state.turn))),
                *stacking.reasons(lambda state: (state.side, state.frames[-1]["unit"])),
            ),
        ), source)  # fmt: skip
        kit.operation("replacements:next", lambda state: kit.ask(state, self.unit, state.side))

    def begin(self, state: KitState, phase: Phase) -> None:
        """Open the phase: the side gets its points."""
        saved = state.stock[state.side] if self.source.saved else 0
        income = self._income[state.side]
        state.stock[state.side] = saved + income
        if income:
            extra = (("by", self.kit.board.sides[state.side]), ("value", income))
            event(state, "replacement-points", self.rule, 0, -1, extra)
        state.agenda.append("replacements:next")

    def _wanting(self, state: KitState) -> int:
        """Units of the side that are reduced or lost, and of a kind that may be replaced."""
        own = self.kit.board.own[state.side]
        reduced = self.kit.on_map(state, state.reduced & own)
        if reduced and self.source.supplied:
            reduced &= ~self.supply.lacking(state, state.side)
        lost = state.units_in[self.kit.lost_at[state.side]] & own & state.gone
        may = self._may[state.side]
        units = reduced | mask_of(unit for unit in bits(lost) if self._rebuild[unit] >= 0)
        return units & may(state) if may else units

    def _affordable(self, state: KitState) -> int:
        stock = state.stock[state.side]
        return mask_of(unit for unit in bits(self._wanting(state)) if self.cost(state, unit) <= stock)

    def cost(self, state: KitState, unit: int) -> int:
        """Points that it costs to restore or to rebuild a unit."""
        return self._restore if state.at[unit] < self.kit.board.count else self._rebuild[unit]

    def able(self, state: KitState) -> int:
        """Units for which the points suffice, and for which there is room."""
        count = self.kit.board.count
        return mask_of(
            unit for unit in bits(self._affordable(state)) if state.at[unit] < count or self._goals(state, unit)
        )

    def _goals(self, state: KitState, unit: int) -> int:
        board = self.kit.board
        goals = self._entries[state.side](state) & board.land & ~board.closed(board.season(state.turn))
        return goals & ~self.kit.enemies_at(state, state.side) & ~self.stacking.full(state, state.side, unit)

    def goals(self, state: KitState) -> int:
        """Spaces where the chosen unit may come back."""
        return self._goals(state, state.frames[-1]["unit"])

    def _choose(self, state: KitState, unit: int) -> None:
        state.frames[-1]["unit"] = unit
        if state.at[unit] >= self.kit.board.count:
            self.kit.ask(state, self.space, state.side)
            return
        state.stock[state.side] -= self._restore
        state.reduced &= ~(1 << unit)
        event(state, "restore", cite(self.source, "restore"), 1 << unit, state.at[unit])
        state.agenda.append("replacements:next")

    def _place_at(self, state: KitState, space: int) -> None:
        unit = state.frames[-1]["unit"]
        state.stock[state.side] -= self._rebuild[unit]
        self.kit.put(state, 1 << unit, space)
        state.gone &= ~(1 << unit)
        if self.source.returns == "reduced":
            state.reduced |= 1 << unit & self.kit.board.two_steps
        event(state, "rebuild", cite(self.source, "rebuild"), 1 << unit, space)
        state.agenda.append("replacements:next")

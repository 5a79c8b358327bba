"""Retreats: the beaten units go together, the Russian ones by choice, the Ukrainian ones as the system says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.games.putins_war.board import RUSSIA
from pnp.games.putins_war.state import WarKit, WarState
from pnp.model.procedures import RetreatSource
from pnp.referee.dice import bits
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.procedures.retreat import Retreat
from pnp.referee.kit.procedures.stacking import Stacking
from pnp.referee.kit.procedures.zones import Zones
from pnp.referee.records import event


def surplus(standing: int, arriving: int, limit: int) -> int:
    """How many of `arriving` units find no room beside `standing` ones."""
    return min(arriving, max(0, standing + arriving - limit))


class WarRetreat(Retreat):
    """The retreats. The frame of the fight holds `retreating` (Russian units), `refuge` (where to) and `surplus` (how
    many find no room there). The questions of the kit, unit by unit, are not asked.
    """

    def __init__(self, kit: WarKit, source: RetreatSource, stacking: Stacking, zones: Zones) -> None:
        self.kit, self.board, self.source, self.rule = kit, kit.board, source, source.rule
        self.stacking, self.zones = stacking, zones
        board = kit.board
        self.where = kit.own_decision(Decision(
            "retreat", "retreat-to", self.rule, self.refuges, self._to,
            (
                Reason("5.5", "must-leave", lambda state: ~state.frames[-1]["spaces"], self._about),
                Reason("5.5", "not-next-to-fight", self._around, self._about),
                Reason("5.5", "not-controlled", lambda state: state.held[RUSSIA], self._about),
            ),
        ))  # fmt: skip
        self.unit = kit.own_decision(Decision(
            "retreat-surplus", "lose-unit", "Clarifications.1", lambda state: state.frames[-1]["retreating"],
            self._lose,
            (Reason("Clarifications.1", "not-retreating", lambda state: state.frames[-1]["retreating"]),),
        ))  # fmt: skip
        self.near = board.neighbours
        kit.operation("retreat:where", lambda state: kit.settle(state, self.where, RUSSIA, self.refuges(state)))
        kit.operation("retreat:surplus", lambda state: kit.ask(state, self.unit, RUSSIA))

    def start(self, state: Any, units: int, spaces: int) -> None:
        """All units of one side in the fight retreat.

        Rule: 5.5, Clarifications.2
        """
        if units & self.board.ukrainian:
            self._by_the_system(state, units)
        elif units:
            state.frames[-1]["retreating"] = units
            if self.refuges(state):
                state.agenda.append("retreat:where")
            else:
                self.kit.lose(state, units, self.rule)

    # Russia -------------------------------------------------------------------------------------------------

    def _around(self, state: Any) -> int:
        """Areas next to the fight."""
        return self.near[state.frames[-1]["area"]]

    def refuges(self, state: Any) -> int:
        """Areas to which the Russian units can retreat: adjacent to the fight and controlled.

        Rule: 5.5, 6.1
        """
        return self.near[state.frames[-1]["area"]] & state.held[RUSSIA]  # type: ignore[no-any-return]

    def _about(self, state: Any, space: int) -> Mapping[str, object]:
        return {"place": self.board.spaces[space], "area": self.board.spaces[state.frames[-1]["area"]]}

    def _to(self, state: Any, space: int) -> None:
        """The Russian units go to `space`; those above the stacking limit are eliminated, by choice.

        Rule: 5.5, Clarifications.1
        """
        frame, board = state.frames[-1], self.board
        there, units = (state.units_in.get(space, 0) & board.mobile).bit_count(), frame["retreating"]
        too_many = surplus(there, units.bit_count(), board.stack_limit)
        if too_many == units.bit_count():
            self.kit.lose(state, units, "Clarifications.1")
        elif too_many:
            frame["refuge"], frame["surplus"] = space, too_many
            state.agenda.append("retreat:surplus")
        else:
            self._arrive(state, units, space)

    def _arrive(self, state: WarState, units: int, space: int) -> None:
        event(state, "retreat", self.rule, units, space, (("from", self.board.places[state.frames[-1]["area"]]),))
        self.kit.put(state, units, space)

    def _lose(self, state: Any, unit: int) -> None:
        """One retreating unit that finds no room.

        Rule: Clarifications.1
        """
        frame = state.frames[-1]
        self.kit.lose(state, 1 << unit, "Clarifications.1")
        frame["retreating"] &= ~(1 << unit)
        frame["surplus"] -= 1
        if frame["surplus"]:
            state.agenda.append("retreat:surplus")
        else:
            self._arrive(state, frame["retreating"], frame["refuge"])

    # Ukraine ------------------------------------------------------------------------------------------------

    def _by_the_system(self, state: WarState, units: int) -> None:
        """The Ukrainian units go together to the adjacent area worth most, or are eliminated. A garrison there goes
        back to the stock.

        Most victory points, Red Star areas last, then the first in the alphabet. Rule: Clarifications.2, 6.3
        """
        board, area, inside = self.board, state.frames[-1]["area"], state.units_in.get
        space = min(
            (s for s in bits(self.near[area]) if not inside(s, 0) & board.mobile), default=-1,
            key=lambda s: (board.stars >> s & 1, -board.points[s], board.spaces[s]),
        )  # fmt: skip
        if space < 0:
            self.kit.lose(state, units, "Clarifications.2")
            return
        event(state, "retreat", "Clarifications.2", units, space, (("from", board.places[area]),))
        if removed := state.units_in.get(space, 0) & board.garrisons:
            self.kit.put(state, removed, board.stock)
            event(state, "remove-garrison", "6.3", removed, space)
        self.kit.put(state, units, space)

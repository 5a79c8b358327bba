"""Activation: where units can go, what counts against it, and what an entry brings about."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.games.putins_war.board import RUSSIA, WarBoard
from pnp.games.putins_war.state import WarKit, WarState, air_targets
from pnp.referee.kit.decisions import Reason
from pnp.referee.kit.procedures.groups import GroupMovement
from pnp.referee.kit.reach import Hindrance
from pnp.referee.records import event


def ground_targets(board: WarBoard, state: WarState, unit: int) -> int:
    """Areas that a ground unit can enter: the adjacent ones, and other ports from a port.

    Rule: 4.4, Ports
    """
    space = state.at[unit]
    targets = board.neighbours[space]
    return targets | by_sea(board, space) if board.sea >> unit & 1 else targets


def by_sea(board: WarBoard, space: int) -> int:
    """Areas to which some units can go by sea from an area.

    Rule: Ports
    """
    return board.ports & ~(1 << space) if board.ports >> space & 1 else 0


class WarMovement(GroupMovement):
    """As often as wanted, units of one area and Air Force go to one area, and fight for it.

    entered  what follows when units have entered an area where others stood
    """

    kit: WarKit
    entered: Callable[[WarState, int, int, int], None]

    # Who can go, and where to -------------------------------------------------------------------------------

    def unfit(self) -> tuple[Reason, ...]:
        """Why units can't be activated at all.

        Rule: 4.2, 4.3, 4.8, 2.4, Clarifications.3
        """
        board, everyone = self.kit.board, self.kit.board.all_units

        def waiting(state: WarState, unit: int) -> Mapping[str, object]:
            return {"unit": board.units[unit], "most": board.arrivals, "first": board.arrivals_from}

        return (
            Reason("4.8", "not-russian", lambda state: everyone & ~board.ukrainian),
            Reason("2.4", "garrison-stays", lambda state: everyone & ~board.garrisons),
            Reason("Clarifications.3", "eliminated", lambda state: ~state.units_in[board.eliminated]),
            Reason("4.2", "in-reserve", lambda state: ~state.units_in[board.reserve], waiting),
            Reason("4.3", "not-on-map", lambda state: state.present),
            Reason("4.3", "activated", lambda state: ~self.moved(state)),
        )

    def moved(self, state: WarState) -> int:  # type: ignore[override]
        """Units activated in this turn."""
        return state.activated

    def hindrance(self, state: WarState, side: int) -> Hindrance:  # type: ignore[override]
        """Nothing is in the way of Russian units: they fight where they go."""
        return _NOTHING

    def movable(self, state: WarState) -> int:  # type: ignore[override]
        """Units that can start an activation.

        Rule: 4.3
        """
        return self.reaching(state, self.free(state), -1)

    def free(self, state: WarState) -> int:  # type: ignore[override]
        """Units on the map that are not activated yet."""
        return state.present & self.kit.board.mobile & ~state.activated

    def reaching(self, state: WarState, units: int, goals: int) -> int:  # type: ignore[override]
        """Those of `units` that can go to one of `goals`; a ground unit can always go somewhere.

        Rule: 4.3, 4.5
        """
        board, at, able = self.kit.board, state.at, 0
        flyers = units & board.air
        ground = units ^ flyers
        if goals < 0:
            able, ground = ground, 0
        while ground:
            space = at[ground.bit_length() - 1]
            together = ground & state.units_in[space]
            ground ^= together
            if goals & board.neighbours[space]:
                able |= together
            elif goals & by_sea(board, space):
                able |= together & board.sea
        if flyers:
            goals &= air_targets(board, state)
            while flyers:
                low = flyers & -flyers
                flyers ^= low
                if board.near[at[low.bit_length() - 1]] & goals:
                    able |= low
        return able

    def goals_of(self, state: WarState, unit: int, hindrance: Hindrance) -> int:  # type: ignore[override]
        """Areas that `unit`, on the map, can enter.

        Rule: 4.4, 4.5
        """
        board = self.kit.board
        if board.air >> unit & 1:
            return board.near[state.at[unit]] & air_targets(board, state)
        return ground_targets(board, state, unit)

    # Why not ------------------------------------------------------------------------------------------------

    def _reasons(self) -> tuple[Reason, ...]:
        """Why a unit can't go to an area.

        Rule: 4.4, 4.5, Ports
        """
        board = self.kit.board

        def reason(rule: str, key: str, units: int, passes: Callable[[WarState, int], int]) -> Reason:
            return self._reason(rule, key, lambda state, unit: passes(state, unit) if units >> unit & 1 else -1)

        def elsewhere(state: WarState, unit: int) -> int:
            return ~(1 << state.at[unit])

        def beside(state: WarState, unit: int) -> int:
            seaborne = board.sea >> unit & 1 and board.ports >> state.at[unit] & 1
            return -1 if seaborne else board.neighbours[state.at[unit]]

        return (
            reason("4.4", "stands-there", board.troops, elsewhere),
            reason("4.4", "not-adjacent", board.troops, beside),
            reason("Ports", "no-port", board.troops, lambda state, unit: ground_targets(board, state, unit)),
            reason("4.5", "stands-there", board.air, elsewhere),
            reason("4.5", "too-far", board.air, lambda state, unit: board.near[state.at[unit]]),
            reason("4.5", "no-air-target", board.air, lambda state, unit: air_targets(board, state)),
        )

    def naming(self, state: WarState, unit: int, space: int) -> Mapping[str, object]:  # type: ignore[override]
        """What a sentence names, the range of Air Force included."""
        board = self.kit.board
        origin = board.places[state.at[unit]]
        return {**super().naming(state, unit, space), "range": board.air_range, "origin": origin}

    # What is done -------------------------------------------------------------------------------------------

    def _move(self, state: WarState, space: int) -> None:  # type: ignore[override]
        """The chosen units enter `space`, and what that brings about follows.

        Rule: 4.4, 4.5, 6.1, Ports
        """
        board, present_there, held = self.kit.board, state.units_in.get(space, 0), state.held[RUSSIA]
        units = self.dissolve(state)
        ground, air = units & board.troops, units & board.air
        state.activated |= units
        event(state, "activate", "4.3", units)
        if ground:
            origin = state.at[ground.bit_length() - 1]
            adjacent = board.neighbours[origin] >> space & 1
            event(state, "move", "4.4" if adjacent else "Ports", ground, space, (("from", board.places[origin]),))
        if air:
            event(state, "fly", "4.5", air, space)
        self.kit.put(state, units, space)
        if lost := held & ~state.held[RUSSIA]:
            event(state, "give-up", "6.1", 0, lost.bit_length() - 1)
        state.agenda.append("activation:done")
        self.entered(state, space, units, present_there)


_NOTHING = Hindrance(0, 0)

"""Activation: which units go together, where they can go, and how they get there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pnp.games.putins_war.board import RUSSIA, WarBoard
from pnp.games.putins_war.combat import WarCombat
from pnp.games.putins_war.state import WarKit, WarState, air_targets
from pnp.games.putins_war.victory import WarVictory
from pnp.model.info import Phase
from pnp.referee.dice import bits
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.records import event


def ground_targets(board: WarBoard, state: WarState, unit: int) -> int:
    """Areas that a ground unit can enter: the adjacent ones, and other ports from a port.

    Rule: 4.4, Ports
    """
    space = state.at[unit]
    targets = board.neighbours[space]
    if board.sea >> unit & 1 and board.ports >> space & 1:
        targets |= board.ports & ~(1 << space)
    return targets


def targets_of(board: WarBoard, state: WarState, unit: int) -> int:
    """Areas that `unit`, on the map, can enter.

    Rule: 4.4, 4.5
    """
    if board.air >> unit & 1:
        return board.near[state.at[unit]] & air_targets(board, state)
    return ground_targets(board, state, unit)


class Activation:
    """The phase of activations: as often as wanted, units of one area and Air Force go to one area.

    The frame of an activation holds `chosen` (units), `origin` (area of its ground units, -1 while there are none),
    `targets` (areas that all of them can enter) and `joinable` (units that can go with them).
    """

    def __init__(self, kit: WarKit, combat: WarCombat, victory: WarVictory) -> None:
        self.kit, self.board, self.combat, self.victory = kit, kit.board, combat, victory
        unfit = tuple(self._unfit())
        self.unit = kit.own_decision(Decision(
            "activation", "choose-unit", "4.3", self.movable, self._begin,
            (*unfit, Reason("4.5", "nowhere-to-go", self.movable)), may_end=lambda state: True,
        ))  # fmt: skip
        joinable = _register("joinable")
        join = Decision(
            "joining", "choose-unit", "4.3", joinable, self._join,
            (
                Reason("4.3", "chosen-already", lambda state: ~state.frames[-1]["chosen"]),
                *unfit,
                Reason("4.3", "other-area", self._of_the_area, self._areas),
                Reason("4.4", "no-common-target", lambda state: joinable(state) | ~self.board.troops),
                Reason("4.5", "no-common-target", joinable),
            ),
        )  # fmt: skip
        self.target = kit.own_decision(Decision(
            "target", "move-to", "4.3", _register("targets"), self._move, tuple(self._unreachable()), besides=(join,),
        ))  # fmt: skip
        kit.operation("activation:next", lambda state: kit.ask(state, self.unit, RUSSIA))
        kit.operation("activation:done", self._done)

    def begin(self, state: WarState, phase: Phase) -> None:
        """Open the phase."""
        state.agenda.append("activation:next")

    def _done(self, state: WarState) -> bool:
        """After an activation: look for victory, go on.

        Rule: 3.1, 4.3
        """
        return not self.victory.won(state) and self.kit.ask(state, self.unit, RUSSIA)

    # Who can go ---------------------------------------------------------------------------------------------

    def movable(self, state: Any) -> int:
        """Units that can start an activation.

        Rule: 4.3
        """
        board = self.board
        units: int = state.present & board.mobile & ~state.activated
        flyers = units & board.air
        return units ^ flyers | self._flying(state, flyers, air_targets(board, state)) if flyers else units

    def _flying(self, state: WarState, flyers: int, targets: int) -> int:
        """Those of `flyers` that have one of `targets` in range."""
        at, near, units = state.at, self.board.near, 0
        while flyers:
            low = flyers & -flyers
            flyers ^= low
            if near[at[low.bit_length() - 1]] & targets:
                units |= low
        return units

    def joinable(self, state: WarState, chosen: int, origin: int, targets: int) -> int:
        """Units that can join those `chosen`, whose ground units come from `origin`, on the way to one of `targets`.

        Rule: 4.3, 4.5
        """
        board = self.board
        units = state.present & board.mobile & ~(state.activated | chosen)
        ground = units & board.troops
        if origin >= 0:
            joining = ground & state.units_in[origin]
            if joining and not targets & board.neighbours[origin]:
                joining &= board.sea if board.ports >> origin & 1 else 0
        else:
            joining = 0
            for unit in bits(ground):
                if targets & ground_targets(board, state, unit):
                    joining |= 1 << unit
        flyers = units & board.air
        if flyers:
            joining |= self._flying(state, flyers, targets & air_targets(board, state))
        return joining

    def _unfit(self) -> Iterator[Reason]:
        """Why units can't be activated at all.

        Rule: 4.2, 4.3, 4.8, 2.4, Clarifications.3
        """
        board, everyone = self.board, self.board.all_units

        def waiting(state: Any, unit: int) -> Mapping[str, object]:
            return {"unit": board.units[unit], "most": board.arrivals, "first": board.arrivals_from}

        yield Reason("4.8", "not-russian", lambda state: everyone & ~board.ukrainian)
        yield Reason("2.4", "garrison-stays", lambda state: everyone & ~board.garrisons)
        yield Reason("Clarifications.3", "eliminated", lambda state: ~state.units_in[board.eliminated])
        yield Reason("4.2", "in-reserve", lambda state: ~state.units_in[board.reserve], waiting)
        yield Reason("4.3", "not-on-map", lambda state: state.present)
        yield Reason("4.3", "activated", lambda state: ~state.activated)  # type: ignore[attr-defined]

    def _of_the_area(self, state: Any) -> int:
        """Units from the area of the activation, and all Air Force."""
        origin = state.frames[-1]["origin"]
        return state.units_in[origin] | ~self.board.troops if origin >= 0 else -1

    def _areas(self, state: Any, unit: int) -> Mapping[str, object]:
        """The area of a unit, and that of the activation."""
        spaces = self.board.spaces
        return {"unit": self.board.units[unit], "space": spaces[state.at[unit]],
                "origin": spaces[state.frames[-1]["origin"]]}  # fmt: skip

    # Where to -----------------------------------------------------------------------------------------------

    def _unreachable(self) -> Iterator[Reason]:
        """Why the chosen units can't go somewhere together.

        Rule: 4.4, 4.5, Ports
        """
        board = self.board

        def chosen(state: Any, units: int) -> Iterable[int]:
            return bits(state.frames[-1]["chosen"] & units)

        def by_sea(state: Any, unit: int) -> bool:
            return bool(board.sea >> unit & 1 and board.ports >> state.at[unit] & 1)

        def about(units: int, hinders: Any) -> Any:
            """What the sentence names: the first of the chosen `units` that `hinders` the choice of an area."""

            def named(state: Any, space: int) -> Mapping[str, object]:
                unit = next((u for u in chosen(state, units) if hinders(state, u) >> space & 1), 0)
                return {"unit": board.units[unit], "space": board.spaces[space], "range": board.air_range,
                        "origin": board.places[state.at[unit]]}  # fmt: skip

            return named

        def reason(rule: str, key: str, units: int, hinders: Any) -> Reason:
            def passes(state: Any) -> int:
                allowed = -1
                for unit in chosen(state, units):
                    allowed &= ~hinders(state, unit)
                return allowed

            return Reason(rule, key, passes, about(units, hinders))

        def here(state: Any, unit: int) -> int:
            return int(1 << state.at[unit])

        yield reason("4.4", "already-there", board.troops, here)
        yield reason("4.4", "not-adjacent", board.troops,
                     lambda state, unit: 0 if by_sea(state, unit) else ~board.neighbours[state.at[unit]])  # fmt: skip
        yield reason("Ports", "no-port", board.troops, lambda state, unit: ~ground_targets(board, state, unit))
        yield reason("4.5", "already-there", board.air, here)
        yield reason("4.5", "too-far", board.air, lambda state, unit: ~board.near[state.at[unit]])
        yield reason("4.5", "no-air-target", board.air, lambda state, unit: ~air_targets(board, state))

    # What is done -------------------------------------------------------------------------------------------

    def _begin(self, state: Any, unit: int) -> None:
        """The first unit of an activation.

        Rule: 4.3
        """
        board, bit = self.board, 1 << unit
        origin, targets = state.at[unit] if bit & board.troops else -1, targets_of(board, state, unit)
        joinable = self.joinable(state, bit, origin, targets)
        state.frames.append({"chosen": bit, "origin": origin, "targets": targets, "joinable": joinable})
        self.kit.ask(state, self.target, RUSSIA)

    def _join(self, state: Any, unit: int) -> None:
        """One more unit of the activation.

        Rule: 4.3
        """
        frame = state.frames[-1]
        frame["chosen"] |= 1 << unit
        frame["targets"] &= targets_of(self.board, state, unit)
        if self.board.troops >> unit & 1:
            frame["origin"] = state.at[unit]
        frame["joinable"] = self.joinable(state, frame["chosen"], frame["origin"], frame["targets"])
        self.kit.ask(state, self.target, RUSSIA)

    def _move(self, state: Any, space: int) -> None:
        """The chosen units enter `space`, and what that brings about follows.

        Rule: 4.4, 4.5, 6.1, Ports
        """
        board, frame, present_there = self.board, state.frames.pop(), state.units_in.get(space, 0)
        units, origin, held = frame["chosen"], frame["origin"], state.held[RUSSIA]
        state.activated |= units
        ground, air = units & board.troops, units & board.air
        event(state, "activate", "4.3", units)
        if ground:
            by_sea = not board.neighbours[origin] >> space & 1
            event(state, "move", "Ports" if by_sea else "4.4", ground, space, (("from", board.places[origin]),))
        if air:
            event(state, "fly", "4.5", air, space)
        self.kit.put(state, units, space)
        if lost := held & ~state.held[RUSSIA]:
            event(state, "give-up", "6.1", 0, lost.bit_length() - 1)
        state.agenda.append("activation:done")
        self.combat.enter(state, space, units, present_there)


def _register(name: str) -> Any:
    """What reads a register of the innermost frame."""
    return lambda state: state.frames[-1][name]

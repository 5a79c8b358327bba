"""Special events F to L.

Rule: Event F, Event G, Event H, Event J, Event K, Event L
"""

from __future__ import annotations

from typing import Any

from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.kit import WinterKit
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.procedures.stacking import Stacking
from pnp.referee.records import event


def _nothing(state: Any, rule: str) -> bool:
    """An event that can't be carried out is none."""
    event(state, "no-event", rule)
    return False


class Events:
    """The special events: what their declared effects do. It may leave a player something to decide.

    drop  the decision about the paradrop, which is taken at the end of a Soviet player-turn
    """

    def __init__(self, kit: WinterKit, stacking: Stacking) -> None:
        self.kit, self.tables, self.board, self.stacking = kit, kit.tables, kit.board, stacking
        tables, board = self.tables, self.board
        self.drop = kit.own_decision(Decision(
            "paradrop", "place-at", "Event F", self.drop_spaces, self._drop,
            (
                Reason("Event F", "not-in-range", lambda state: tables.droppable),
                Reason("Event F", "enemy-there", lambda state: ~state.occupied[FINNISH]),
                Reason("Event F", "closed", lambda state: kit.enterable(state, self._paratroops(state))),
                Reason("Event F", "zone-there", lambda state: ~state.zoc[FINNISH]),  # type: ignore[attr-defined]
                Reason("Stacking", "full", self.drop_spaces),
            ),
            may_end=lambda state: True,
        ))  # fmt: skip
        self.volunteers = kit.plain(
            "volunteers", "place-at", "Event G", self.volunteer_spaces, self._place_volunteers, "not-a-city-for-it",
            within=("interphase",),
        )  # fmt: skip
        self.climate = kit.own_decision(Decision(
            "climate", "lose-unit", "Event L", self.exposed, self._freeze,
            (
                Reason("Event L", "not-soviet", lambda state: board.own[SOVIET]),
                Reason("Event L", "not-on-map", lambda state: state.present),
                Reason("Event L", "never-attacks", lambda state: tables.armed),
                Reason("Event L", "too-strong", self._weak),
                Reason("Event L", "isolated-first", self.exposed),
            ), within=("interphase",),
        ))  # fmt: skip
        for name, operation in (
            ("paratroops", self._paratroops_come), ("volunteers", self._volunteers_come), ("supply", self._more_supply),
            ("replacements", self._replacements), ("cease-fire", self._truce), ("climate", self._climate),
        ):  # fmt: skip
            kit.effect(name, operation)
        kit.operation("climate:next", lambda state: kit.ask(state, self.climate, FINNISH))

    # F: the paradrop ----------------------------------------------------------------------------------------

    def _paratroops(self, state: Any) -> int:
        """The paratroops that wait; -1 for none."""
        return (self.tables.calls["Event F"].units & state.units_in[self.board.airfield]).bit_length() - 1  # type: ignore

    def _paratroops_come(self, state: Any) -> bool:
        """The paratroops wait in Leningrad, once a game.

        Rule: Event F
        """
        units = self.tables.calls["Event F"].units & state.units_in[self.board.events[SOVIET]]
        if not units:
            return _nothing(state, "Event F")
        self.kit.place(state, units, self.board.airfield, "arrive", "Event F")
        return False

    def drop_spaces(self, state: Any) -> Plane:
        """Where the waiting paratroops can be dropped; none when they don't wait, or Leningrad is lost.

        Rule: Event F, Stacking
        """
        unit = self._paratroops(state)
        if not self.kit.optional or unit < 0 or not state.held[SOVIET] >> self.board.leningrad & 1:
            return 0
        ground = self.tables.droppable & self.kit.enterable(state, unit)
        full = self.stacking.full(state, SOVIET, unit)
        return ground & ~(state.occupied[FINNISH] | state.zoc[FINNISH] | full)  # type: ignore[no-any-return]

    def _drop(self, state: Any, space: int) -> None:
        """The paratroops land on `space`.

        Rule: Event F
        """
        self.kit.place(state, 1 << self._paratroops(state), space, "drop", "Event F")

    # G: Finnish volunteers ----------------------------------------------------------------------------------

    def _volunteers_come(self, state: Any) -> bool:
        """One unit of volunteers is put in one of two cities.

        Rule: Event G
        """
        units = self.tables.calls["Event G"].units & state.units_in[self.board.events[FINNISH]]
        if not units:
            return _nothing(state, "Event G")
        state.frames[0]["unit"] = (units & -units).bit_length() - 1
        spaces = self.volunteer_spaces(state)
        if spaces & (spaces - 1):
            return self.kit.ask(state, self.volunteers, FINNISH)
        if not spaces:
            return _nothing(state, "Event G")
        self._place_volunteers(state, spaces.bit_length() - 1)
        return False

    def volunteer_spaces(self, state: Any) -> Plane:
        """Cities that are in Finnish hands and have room.

        Rule: Event G, Stacking
        """
        cities = self.tables.calls["Event G"].spaces & state.held[FINNISH]
        return cities & ~self.stacking.full(state, FINNISH, state.frames[0]["unit"])  # type: ignore[no-any-return]

    def _place_volunteers(self, state: Any, space: int) -> None:
        """Put the volunteers on the map.

        Rule: Event G
        """
        self.kit.place(state, 1 << state.frames[0].pop("unit"), space, "arrive", "Event G")

    # H, J, K ------------------------------------------------------------------------------------------------

    def _more_supply(self, state: Any) -> bool:
        """A supply city feeds more, if a scenario is in force.

        Rule: Event H
        """
        if not state.scenario or state.logistics:
            return _nothing(state, "Event H")
        state.logistics = state.stale = 1
        capacity = (("value", self.board.parameter["more-capacity"]),)
        event(state, "capacity", "Event H", 0, self.board.supply[self.board.growing], capacity)
        return False

    def _replacements(self, state: Any) -> bool:
        """One lost unit joins the Soviet reinforcements of the next turn.

        Rule: Event J
        """
        return not self.kit.rebuild(state, "Event J", SOVIET, state.turn + 1) and _nothing(state, "Event J")

    def _truce(self, state: Any) -> None:
        """The Finnish player may end the game after the next turn.

        Rule: Event K
        """
        state.truce = state.turn + 1
        event(state, "truce", "Event K", 0, -1, (("value", state.truce),))

    # L: severe climate --------------------------------------------------------------------------------------

    def _climate(self, state: Any) -> None:
        """No railway runs next turn, and Soviet units are lost.

        Rule: Event L
        """
        state.frozen = state.turn + 1
        state.frames[0]["owed"] = self.board.parameter["severe-climate"]
        event(state, "climate", "Event L", 0, -1, (("value", state.frozen),))
        state.agenda.append("climate:next")

    def _weak(self, state: Any) -> int:
        """Units on the map no stronger than what is left to lose."""
        units = 0
        for unit in bits(self.board.own[SOVIET] & self.tables.armed & state.present):
            if self.board.attack[unit] <= state.frames[0]["owed"]:
                units |= 1 << unit
        return units

    def exposed(self, state: Any) -> int:
        """Soviet units of which the next must be lost: no stronger than what is left to lose, isolated ones first.

        Rule: Event L
        """
        units = self._weak(state)
        return units & state.isolated or units

    def _freeze(self, state: Any, unit: int) -> None:
        """`unit` is lost.

        Rule: Event L
        """
        state.frames[0]["owed"] -= self.board.attack[unit]
        self.kit.lose(state, 1 << unit, "Event L")
        state.agenda.append("climate:next")

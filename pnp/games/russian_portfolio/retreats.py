"""Retreats: rings of hexes around the attacked one, what bars them, and what is preferred.

After so many steps a retreating unit stands so many hexes from the attacked hex, since each step leads away from it:
the ring on which it ends tells how far it has gone.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from pnp.games.russian_portfolio.ground import Facing, PortfolioKit
from pnp.games.russian_portfolio.state import BOUND, PortfolioState
from pnp.referee.dice import bits, roll
from pnp.referee.hexes import Plane
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.state import KitState
from pnp.referee.masks import latest, union
from pnp.referee.records import event

WILLING, FORCED, LED, SLIPPING = range(4)
"""Why a unit retreats: of its own accord, by D1, by D4 as the attacker chooses, or before it is attacked."""


class Retreats:
    """Retreats of both kinds. Their frame holds the units that are still to go (`fleeing`), the hex `origin`, the hexes
    of the attackers (`against`), the `mode`, and the `unit` that goes now.
    """

    def __init__(self, kit: PortfolioKit) -> None:
        self.kit, self.board, self.numbers = kit, kit.board, kit.numbers
        self.longest = self.numbers["long-retreat"]
        self.rings = cache(self._ringed)
        self._near = cache(lambda origin: union(self.rings(origin)[1:]))
        self._ways, self._opened = latest(self._layers), latest(self._opening)
        self._away = latest(lambda weather, *planes: self.board.flights[weather].away(*planes))
        self.space = kit.own_decision(Decision(
            "retreat-space", "retreat-to", "XIII.D.4", self.options, self._go,
            (
                Reason("XIII.D.4.c", "enemy-there", lambda s: ~kit.enemies_at(s, self._owner(s))),
                Reason("XIII.D.4.b", "not-away", self._in_reach),
                Reason("XIII.D.4", "no-retreat-there", self._legal),
                Reason("XIII.D.5", "better-refuge", self.options),
            ),
            may_end=lambda s: not s.choices or s.frames[-1].get("mode") in (WILLING, LED), end=self._stay,
            end_verb="stay",
        ))  # fmt: skip
        self.excess = kit.plain("retreat-excess", "lose-unit", "XII.3", self._too_many, self._take_off, "no-surplus")
        kit.operation("retreat:next", self._next)
        kit.operation("retreat:excess", self._excess)

    @staticmethod
    def _owner(state: KitState) -> int:
        """Only units of the side that doesn't attack retreat.

        Rule: XIII.D.7
        """
        return 1 - state.side

    # Where to -----------------------------------------------------------------------------------------------

    def _ringed(self, origin: int) -> list[Plane]:
        """The hexes at each distance from one."""
        return self.board.around.layers(1 << origin, -1, self.longest)

    def ways(self, state: PortfolioState, unit: int, origin: int, against: Plane) -> list[Plane]:
        """Where a unit can be after one step, after two …; ends where it can't go on.

        Rule: XIII.D.4.a, XIII.D.4.b, XIII.D.4.c, XIII.D.4.d, XIII.D.4.e, XIII.D.4.f, X.B.4
        """
        kit = self.kit
        free, beyond = self._open(state, self.board.side_of[unit], against)
        banned = kit.banned(state, unit)
        return self._ways(state.at[unit], origin, state.weather, free & ~banned, beyond & ~banned)

    def _layers(self, start: int, origin: int, weather: int, free: Plane, beyond: Plane) -> list[Plane]:
        links, rings = self.board.fled[weather], self.rings(origin)
        layers = [links.near[start] & free & rings[1]]
        while layers[-1] and len(layers) < self.longest:
            layers.append(links.spread(layers[-1]) & beyond & rings[len(layers) + 1])
        return [layer for layer in layers if layer]

    def _open(self, state: PortfolioState, side: int, against: Plane) -> tuple[Plane, Plane]:
        """Hexes open to a retreat from units in the hexes `against`; those not beside Dispersed enemies, either."""
        facing, friends = self.kit.facing(state, side), state.occupied[side]
        return self._opened(facing, friends, state.pending(), against, state.weather)

    def _opening(
        self, facing: Facing, friends: Plane, pending: Plane, against: Plane, weather: int
    ) -> tuple[Plane, Plane]:  # fmt: skip
        board = self.board
        free = board.land & ~(facing.hexes | facing.zones & ~friends | pending)
        narrow = board.halved[weather]
        for hex_ in bits(against):
            free &= ~(board.zoned.near[hex_] & ~narrow[hex_])
        return free, free & ~(facing.scattered & ~friends)

    def length(self, state: PortfolioState, unit: int, against: Plane) -> int:
        """How many hexes a unit can retreat from where it stands."""
        return len(self.ways(state, unit, state.at[unit], against))

    def slipping(self, state: PortfolioState, units: int) -> int:
        """Those of some units of the defender that can step back before they are attacked, were it to a bad place.

        Rule: XIII.D.8
        """
        kit, steps = self.kit, self.numbers["short-retreat"]
        free, beyond = self._open(state, self._owner(state), 0)
        weather = state.weather
        slips = self._away(weather, free, *[beyond] * steps)
        able = state.units_on(units, slips)
        for unit in bits(able & kit.restrained(state)):
            start, banned = state.at[unit], kit.banned(state, unit)
            if not self._near(start) & banned:
                continue
            if len(self._layers(start, start, weather, free & ~banned, beyond & ~banned)) <= steps:
                able ^= 1 << unit
        return able

    def _far(self, layers: list[Plane]) -> Plane:
        return union(layers[self.numbers["short-retreat"] :])

    def _legal(self, state: Any) -> Plane:
        """Hexes where the unit can end its retreat, the bad ones too."""
        frame = state.frames[-1]
        layers = self.ways(state, frame["unit"], frame["origin"], frame["against"])
        if frame["mode"] == SLIPPING:
            return self._far(layers)
        return union(layers)

    def _in_reach(self, state: KitState) -> Plane:
        return self._near(state.frames[-1]["origin"])

    def options(self, state: Any) -> Plane:
        """Hexes where the unit can end its retreat.

        Rule: XIII.D.5
        """
        return self._better(state, state.frames[-1]["unit"], self._legal(state))

    def _better(self, state: PortfolioState, unit: int, spaces: Plane) -> Plane:
        """Those hexes with room for a unit, where there are any, and of these those in supply."""
        roomy = spaces & self.kit.room_for(state, unit)
        spaces = roomy or spaces
        if not spaces & spaces - 1:
            return spaces
        return spaces & self.kit.reached(state, self.board.nation_of[unit]) or spaces

    # Going --------------------------------------------------------------------------------------------------

    def begin(self, state: PortfolioState, units: int, origin: int, against: Plane, mode: int) -> None:
        """Units of a hex retreat, one after the other."""
        self.kit.push_frame(state, fleeing=units, origin=origin, against=against, mode=mode, unit=-1)
        state.agenda.append("retreat:next")

    def after_attack(self, state: PortfolioState, units: int, mode: int) -> None:
        """Units retreat from an attack, unless No Retreat is ordered where the attacker doesn't lead them.

        Rule: XIII.B.6, XIII.C.3, XIII.C.12, XIII.D.2
        """
        frame = state.frames[-1]
        if units and (mode == LED or not state.frames[0]["fast"] >> frame["hex"] & 1):
            self.begin(state, units, frame["hex"], frame["against"], mode)

    def begin_slip(self, state: PortfolioState, unit: int) -> None:
        """A unit steps back before it is attacked."""
        state.frames[0]["slipped"] = state.frames[0].get("slipped", 0) | 1 << unit
        self.begin(state, 1 << unit, state.at[unit], 0, SLIPPING)

    def _next(self, state: Any) -> bool:
        """The next unit decides, or the enemy for it; the frame closes after the last.

        Rule: XIII.D.1
        """
        frame = state.frames[-1]
        fleeing = frame["fleeing"] & state.present
        if not fleeing:
            state.frames.pop()
            return False
        frame["unit"] = (fleeing & -fleeing).bit_length() - 1
        frame["fleeing"] = fleeing & fleeing - 1
        state.agenda.append("retreat:next")
        if self.kit.ask(state, self.space, state.side if frame["mode"] == LED else self._owner(state)):
            return True
        self._stay(state)
        return False

    def _stay(self, state: Any) -> None:
        frame = state.frames[-1]
        if frame["mode"] == LED:
            self.kit.disperse(state, 1 << frame["unit"], "XIII.C.7")

    def _go(self, state: Any, space: int) -> None:
        """Move the unit; a long retreat disperses it, and few open hexes can cost it.

        Rule: XIII.C.6, XIII.C.7, XIII.D.6
        """
        frame, numbers = state.frames[-1], self.numbers
        unit = frame["unit"]
        bit, origin, mode = 1 << unit, frame["origin"], frame["mode"]
        self._bind(state, unit, origin)
        if mode == LED:
            open_ = len(self.ways(state, unit, origin, frame["against"]))
            if open_ <= numbers["risky-retreat"] and roll(state, 6, "retreat", "XIII.D.6") >= numbers["risky-die"]:
                self.kit.lose(state, bit, "XIII.D.6")
                return
        gone = next(steps for steps, ring in enumerate(self.rings(origin)) if ring >> space & 1)
        rule = "XIII.D.8" if mode == SLIPPING else "XIII.D.4.b"
        event(state, "retreat", rule, bit, space, (("from", self.board.spaces[origin]),))
        self.kit.put(state, bit, space)
        if mode in (LED, SLIPPING) or gone > numbers["short-retreat"]:
            self.kit.disperse(state, bit, "XIII.C.7" if mode == LED else "XIII.C.6")
        else:
            self.kit.spend(state, bit, "XIII.C.6")
        if self._too_many(state):
            state.agenda.append("retreat:excess")

    def _bind(self, state: PortfolioState, unit: int, origin: int) -> None:
        """Attacks that have kept a retreat from a hex can't be called off any more.

        Rule: XIII.A.7
        """
        beside = self.board.around.near[origin]
        for number, target in enumerate(state.targets):
            if target & beside:
                state.marks[number] |= BOUND

    # Too many in a hex --------------------------------------------------------------------------------------

    def _too_many(self, state: Any) -> int:
        """Units in the hex to which one has retreated, one of which is lost.

        Rule: XII.3
        """
        here = state.at[state.frames[-1]["unit"]]
        units = state.units_in[here]
        return 0 if here >= self.board.count or self.kit.together(units, here) else units

    def _excess(self, state: KitState) -> bool:
        units = self._too_many(state)
        return bool(units) and self.kit.ask(state, self.excess, self.board.side_of[units.bit_length() - 1])

    def _take_off(self, state: KitState, unit: int) -> None:
        self.kit.lose(state, 1 << unit, "XII.3")
        state.agenda.append("retreat:excess")

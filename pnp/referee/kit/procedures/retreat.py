"""Retreats: units give way, space by space, away from where they stood."""

from __future__ import annotations

from functools import reduce
from operator import or_

from pnp.model.procedures import RetreatSource
from pnp.referee.dice import bits
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.kit import Kit, cite
from pnp.referee.kit.procedures.stacking import Stacking
from pnp.referee.kit.procedures.zones import Zones
from pnp.referee.kit.state import KitState
from pnp.referee.records import event


class Retreat:
    """The retreats of a game. The innermost frame holds `retreating`, `steps`, and of the unit on its way `unit`,
    `from` and `walked`.
    """

    def __init__(self, kit: Kit, source: RetreatSource, stacking: Stacking, zones: Zones) -> None:
        self.kit, self.source, self.rule = kit, source, source.rule
        self.stacking, self.zones = stacking, zones
        self._into = [kit.filters.places(source.into, side).of for side in range(len(kit.board.sides))]
        if source.into is not None:
            board = kit.board
            open_spaces = reduce(or_, (board.land & ~board.closed(season) for season in range(board.seasons)))
            if not any(kit.filters.places(source.into, side).most & open_spaces for side in range(len(board.sides))):
                kit.mistakes.add("no unit may enter these places", source.where("into"), "correct it, or take it out")
        if "enemies" not in source.not_into:
            hint = "write [enemies], or [enemies, zones]"
            kit.mistakes.add("a unit can't retreat into the enemy", source.where("not_into"), hint)
        self.taken = source.forced == "taken"
        self.unit = kit.decision(Decision(
            "retreat-unit", "retreat-unit", self.rule, lambda state: state.frames[-1]["retreating"], self._choose,
            (Reason(self.rule, "does-not-retreat", lambda state: state.frames[-1]["retreating"]),),
        ), source)  # fmt: skip
        self.space = kit.decision(Decision(
            "retreat-space", "retreat-to", self.rule, self.goals, self._walk,
            (
                Reason(self.rule, "not-adjacent", self._beside),
                Reason(self.rule, "enemy-there", lambda state: ~self._enemies(state, self._side(state))),
                Reason(self.rule, "closed", lambda state: kit.enterable(state, state.frames[-1]["unit"])),
                Reason(self.rule, "no-retreat-there", lambda state: self.allowed(state, self._side(state))),
                Reason(zones.rule, "zone-there", lambda state: ~self._zoned(state, self._side(state))),
                Reason(self.rule, "not-away", self._away),
                Reason(stacking.rule, "full", self._with_room),
                Reason(self.rule, "no-way-on", self.goals),
            ),
        ), source)  # fmt: skip
        kit.operation("retreat:next", self._next)
        kit.operation("retreat:step", self._step)

    def start(self, state: KitState, units: int, spaces: int) -> None:
        """Put the retreat of `units` over so many spaces on the agenda; who isn't on the map can't retreat."""
        state.frames[-1] |= {"retreating": units & state.present, "steps": spaces}
        state.agenda.append("retreat:next")

    def _next(self, state: KitState) -> bool:
        frame = state.frames[-1]
        units = frame["retreating"]
        if not units:
            return False
        if self.taken and not any(self.goals_of(state, unit, frame["steps"]) for unit in bits(units)):
            frame["retreating"] = 0
            self._without_way(state, units)
            return False
        if units & units - 1:
            return self.kit.ask(state, self.unit, self._decider(state))
        self._choose(state, units.bit_length() - 1)
        return False

    def _decider(self, state: KitState) -> int:
        side = self._owner(state)
        return side if self.source.by == "owner" else state.frames[-1]["attacker"] ^ side ^ state.frames[-1]["defender"]

    def _owner(self, state: KitState) -> int:
        units = state.frames[-1]["retreating"]
        unit = units.bit_length() - 1 if units else state.frames[-1]["unit"]
        return self.kit.board.side_of[unit]

    def _choose(self, state: KitState, unit: int) -> None:
        frame = state.frames[-1]
        frame["retreating"] &= ~(1 << unit)
        frame |= {"unit": unit, "from": state.at[unit], "walked": 0}
        state.agenda += ["retreat:next", "retreat:step"]

    def _step(self, state: KitState) -> bool:
        frame = state.frames[-1]
        unit, bit = frame["unit"], 1 << frame["unit"]
        if frame["walked"] < frame["steps"]:
            side = self.kit.board.side_of[unit]
            goals = self.goals(state)
            if self.taken and goals and not goals & goals - 1:
                self._walk(state, goals.bit_length() - 1)
                return False
            if goals:
                decider = side if self.source.by == "owner" else frame["attacker"] ^ side ^ frame["defender"]
                return self.kit.ask(state, self.space, decider)
            if not frame["walked"] or self.source.length == "exact":
                self._without_way(state, bit)
                return False
        self.arrive(state, unit, frame["from"], self.rule)
        return False

    def arrive(self, state: KitState, unit: int, start: int, rule: str) -> None:
        """Record the end of a retreat; who ends it on friendly units may be their guest."""
        bit, here = 1 << unit, state.at[unit]
        if self.source.onto_others == "guests":
            phase, own = state.frames[0], self.kit.board.own[self.kit.board.side_of[unit]]
            guests = phase.get("guests", 0) & ~bit
            phase["guests"] = guests | bit if state.units_in[here] & own & ~bit else guests
        event(state, "retreat", rule, bit, here, (("from", self.kit.board.places[start]),))

    def _without_way(self, state: KitState, units: int) -> None:
        rule = cite(self.source, "without-way")
        if self.source.without_way == "eliminate":
            self.kit.lose(state, units, rule)
        elif self.source.without_way == "reduce":
            self.kit.reduce(state, units, rule)
        else:
            for unit, place in self.kit.places_of(state, units):
                event(state, "stand", rule, 1 << unit, place)

    def _walk(self, state: KitState, space: int) -> None:
        frame = state.frames[-1]
        self.kit.put(state, 1 << frame["unit"], space)
        frame["walked"] += 1
        state.agenda.append("retreat:step")

    # Where to -----------------------------------------------------------------------------------------------

    def _enemies(self, state: KitState, side: int) -> int:
        return self.kit.enemies_at(state, side)

    def allowed(self, state: KitState, side: int) -> int:
        """Spaces into which units of a side may retreat."""
        return self._into[side](state)

    def _zoned(self, state: KitState, side: int) -> int:
        if "zones" not in self.source.not_into:
            return 0
        zoned = self.zones.against(state, side)
        return zoned & ~state.occupied[side] if self.source.friends_open_zones else zoned

    def _side(self, state: KitState) -> int:
        return self.kit.board.side_of[state.frames[-1]["unit"]]

    def _beside(self, state: KitState) -> int:
        here = state.at[state.frames[-1]["unit"]]
        return self.kit.board.links[self.kit.board.season(state.turn)].near[here]

    def _away(self, state: KitState) -> int:
        """Spaces one link farther from where the retreat began."""
        frame = state.frames[-1]
        return self._ring(frame["from"], frame["walked"] + 1)

    def _ring(self, start: int, steps: int) -> int:
        links = self.kit.board.links[0]
        if steps == 1:
            return links.near[start]
        return links.flood(1 << start, -1, steps) & ~links.flood(1 << start, -1, steps - 1)

    def _with_room(self, state: KitState) -> int:
        frame = state.frames[-1]
        if self.source.through_friends and frame["walked"] + 1 < frame["steps"]:
            return -1
        unit = frame["unit"]
        return ~self.stacking.full(state, self.kit.board.side_of[unit], unit)

    def goals(self, state: KitState) -> int:
        """Spaces to which the unit on its way can take its next step, and go on to the end."""
        frame = state.frames[-1]
        return self.goals_of(state, frame["unit"], frame["steps"], frame["from"], frame["walked"])

    def goals_of(self, state: KitState, unit: int, steps: int, start: int = -1, walked: int = 0) -> int:
        """Spaces to which a unit could take its next step, and go on to the end.

        start, walked  where its retreat began and how far it has gone; -1: it begins where it stands
        """
        board, side, left = self.kit.board, self.kit.board.side_of[unit], steps - walked
        start = state.at[unit] if start < 0 else start
        near = board.links[board.season(state.turn)]
        free = self.kit.enterable(state, unit) & self.allowed(state, side)
        free &= ~(self._enemies(state, side) | self._zoned(state, side))
        last = free & ~self.stacking.full(state, side, unit)
        if left == 1:
            return near.near[state.at[unit]] & self._ring(start, walked + 1) & last
        through = free if self.source.through_friends else last
        layers = [1 << state.at[unit]]
        for step in range(1, left + 1):
            ring = self._ring(start, walked + step)
            layers.append(near.spread(layers[-1]) & ring & (through if step < left else last))
        while len(layers) > 1 and not layers[-1] and self.source.length == "up-to":
            layers.pop()
            layers[-1] &= last if len(layers) > 1 else -1
        goals = layers[-1]
        for layer in reversed(layers[1:-1]):
            goals = near.spread(goals) & layer
        return goals if len(layers) > 1 else 0

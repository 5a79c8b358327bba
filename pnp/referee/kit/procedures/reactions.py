"""Reactions: what the other side may do when a unit on the move comes near, before the move goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from pnp.model.procedures import Reaction, ReactionsSource, Strength
from pnp.referee.dice import bits
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.filters import Reading
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.combat import Combat
from pnp.referee.kit.procedures.fights import DefensiveFire
from pnp.referee.kit.procedures.movement import Movement, Way
from pnp.referee.kit.procedures.retreat import Retreat
from pnp.referee.kit.reach import reachable
from pnp.referee.kit.sentences import FIRING, MOVERS
from pnp.referee.kit.state import KitState
from pnp.referee.records import event


@dataclass(slots=True)
class _Ready:
    """A reaction made ready.

    may     by side: units that may react; None: all
    against by side: units on the move that set it off; None: all
    at      by side: spaces whose entering sets it off; None: all
    holds   by side: whether its condition holds
    points  for a reaction move
    fire    the fight; None: it doesn't fire
    """

    source: Reaction
    may: list[Reading | None]
    against: list[Reading | None]
    at: list[Reading | None]
    holds: list[Callable[[KitState], bool]]
    points: int = 0
    fire: DefensiveFire | None = None

    @property
    def register(self) -> str:
        """Where the units that have reacted are kept."""
        return f"reacted-{self.source.id}"[:40]


class Reactions:
    """The reactions of a game.

    A move goes along a way on which nobody can react, if the points suffice for one, else along the cheapest. It is
    interrupted in each space where the other side can react, and goes on with the points that are left, unless the unit
    must stop.

    kinds  decision -> "fire" or "leave" where it is about a unit that may do so, "space" where about its place

    The frame of a march holds the `movers`, the space where they are (`here`), where they began (`begun`) and where
    they go (`goal`), the points `spent`, the last space on the way that had `room` for them, whether they are `halted`,
    `forced` to march, and the `target` of an overrun; and `unit`, the one that reacts.
    """

    def __init__(
        self, kit: Kit, source: ReactionsSource, movement: Movement, combat: Combat | None, retreat: Retreat | None
    ) -> None:  # fmt: skip
        self.kit, self.source, self.rule, self.movement, self.retreat = kit, source, source.rule, movement, retreat
        self.stacking, self.zones = movement.stacking, movement.zones
        self._spaces: dict[str, Decision] = {}
        self.kinds: dict[str, str] = {}
        self.reactions = [self._compile(one, combat) for one in source.each]
        for ready in self.reactions:
            name = ready.source.id
            if f"reaction-{name}" in self.kinds:
                hint = "give it a name of its own"
                kit.mistakes.add(f"two reactions are called {name!r}", ready.source.where("id"), hint)
            self._decisions(ready)
        kit.operation("march:on", self._on)
        kit.operation("march:end", self._end)
        kit.operation("reaction:fired", self._fired)
        kit.operation("reaction:retreated", lambda state: state.frames.pop() and None)

    # What is compiled ---------------------------------------------------------------------------------------

    def _compile(self, source: Reaction, combat: Combat | None) -> _Ready:
        kit, filters, sides = self.kit, self.kit.filters, range(len(self.kit.board.sides))
        ready = _Ready(
            source,
            [filters.units(source.units, side).of if source.units else None for side in sides],
            [filters.units(source.against, side).of if source.against else None for side in sides],
            [filters.places(source.at, side).of if source.at else None for side in sides],
            [filters.condition(source.when, kit.options, side) for side in sides],
        )
        if sum(what is not None for what in (source.fire, source.move, source.retreat)) != 1:
            hint = "give one of 'fire', 'move' and 'retreat'; for two write two reactions"
            kit.mistakes.add("a reaction does one thing", source.where(), hint)
        if source.within == "zone" and self.zones.source is None:
            kit.mistakes.add("no unit has a zone of control", source.where("within"), "add 'zones:', or write a number")
        if source.retreat is not None and self.retreat is None:
            kit.mistakes.add("a retreat needs 'retreat'", source.where("retreat"), "add 'retreat:' to procedures.yaml")
        if source.move is not None:
            ready.points = kit.mistakes.amount(source.move, source, "move")
        if source.fire is not None:
            ready.fire = self._compile_fire(source, combat)
        return ready

    def _compile_fire(self, source: Reaction, combat: Combat | None) -> DefensiveFire | None:
        fire = source.fire
        assert fire is not None
        if combat is None:
            self.kit.mistakes.add("fire needs 'combat'", source.where("fire"), "add 'combat:' to procedures.yaml")
            return None
        if (fire.table is None) == (not fire.roll):
            hint = "add 'roll: {1-4: nothing, 5-6: reduce movers}', or 'table:' and 'results:'"
            self.kit.mistakes.add("fire is thrown for in one way", source.where("fire"), hint)
            return None
        strength = combat.source.strength
        if fire.strength is not None:
            strength = Strength(attack=fire.strength, defence=strength.defence)
            known = {key for counter in self.kit.board.counters for key, _ in counter.factors}
            if not self.kit.mistakes.known("factor", fire.strength, known, fire, "strength"):
                strength = combat.source.strength
        return DefensiveFire(
            self.kit, combat, f"reaction:{source.id}", fire, ("roll", fire.roll), verbs=FIRING, subjects=MOVERS,
            rule=source.rule, rules={}, strength=strength, column=fire.column, times=fire.times, shifts=fire.shifts,
            die=fire.die,
        )  # fmt: skip

    def _decisions(self, ready: _Ready) -> None:
        """The decisions of one reaction: which unit, and where it moves."""
        kit, board, source, rule = self.kit, self.kit.board, ready.source, ready.source.rule
        name = f"reaction-{source.id}"

        def asked(state: KitState) -> int:
            frame = state.frames[-1]
            return self._able(state, ready, frame["by"], frame["movers"], frame["here"])

        self.kinds[name] = "fire" if source.fire is not None else "leave"
        unit = kit.decision(Decision(
            name, "choose-unit", rule, asked, lambda state, unit: self._react(state, ready, unit),
            (
                Reason(rule, "not-yours", lambda state: board.own[state.frames[-1]["by"]]),
                Reason(rule, "not-on-map", lambda state: kit.on_map(state, board.all_units)),
                Reason(rule, "never-reacts", lambda state: self._may(state, ready, state.frames[-1]["by"])),
                Reason(rule, "reacted", lambda state: ~self._reacted(state, ready)),
                Reason(rule, "not-set-off", lambda state: self._near(
                    state, ready, state.frames[-1]["by"], state.frames[-1]["here"])),
                Reason(rule, "nothing-to-do", asked),
            ),
            may_end=lambda state: True,
        ), self.source)  # fmt: skip
        for side in range(len(board.sides)):
            kit.operation(f"{name}:{side}", self._asker(unit, side))
        if source.move is None:
            return

        def goals(state: KitState) -> int:
            return self._goals(state, ready, state.frames[-1]["unit"])

        space = kit.decision(Decision(
            f"{name}-space", "move-to", rule, goals, lambda state, space: self._move_to(state, ready, space),
            (
                Reason(rule, "stands-there", lambda state: ~(1 << state.at[state.frames[-1]["unit"]])),
                Reason(rule, "enemy-there", lambda state: ~kit.enemies_at(state, state.frames[-1]["by"])),
                Reason(rule, "out-of-reaction", goals),
            ),
        ), self.source)  # fmt: skip
        self._spaces[source.id], self.kinds[space.id] = space, "space"

    def _asker(self, decision: Decision, side: int) -> Callable[[KitState], bool]:
        def ask(state: KitState) -> bool:
            frame = state.frames[-1]
            frame["by"], frame["movers"] = side, self._standing(state)
            return bool(frame["movers"]) and not frame["halted"] and self.kit.ask(state, decision, side)

        return ask

    # Who can react ------------------------------------------------------------------------------------------

    def _may(self, state: KitState, ready: _Ready, side: int) -> int:
        """Units of the kind that reacts."""
        may = ready.may[side]
        return may(state) if may else -1

    def _reacted(self, state: KitState, ready: _Ready) -> int:
        """Units that can't react any more."""
        if ready.source.once == "phase":
            return state.frames[0].get(ready.register, 0)
        return state.frames[-1].get(ready.register, 0)

    def _near(self, state: KitState, ready: _Ready, side: int, here: int) -> int:
        """Units of a side near enough to react to what enters `here`."""
        kit = self.kit
        if ready.source.within == "zone":
            return self.zones.exerting(state, state.side, here)
        spaces = kit.board.links[kit.board.season(state.turn)].flood(1 << here, -1, ready.source.within)
        return state.units_within(spaces & state.occupied[side])

    def _waiting(self, state: KitState, ready: _Ready, side: int, movers: int) -> int:
        """Units of a side that could react to `movers`, wherever these go."""
        against = ready.against[side]
        if not ready.holds[side](state) or (against is not None and not against(state) & movers):
            return 0
        units = self.kit.on_map(state, self.kit.board.own[side]) & self._may(state, ready, side)
        return units & ~self._reacted(state, ready)

    def _able(self, state: KitState, ready: _Ready, side: int, movers: int, here: int) -> int:
        """Units of a side that can react when `movers` have entered `here`."""
        at, units = ready.at[side], self._waiting(state, ready, side, movers)
        if not units or (at is not None and not at(state) >> here & 1):
            return 0
        units &= self._near(state, ready, side, here)
        able = 0
        for unit in bits(units):
            if ready.fire is not None:
                able |= 1 << unit if self._can_fire(state, ready.fire, unit, movers, here) else 0
            elif ready.source.move is not None:
                able |= 1 << unit & ~self.kit.board.immobile if self._goals(state, ready, unit) else 0
            elif self.retreat is not None and self.retreat.goals_of(state, unit, ready.source.retreat or 1):
                able |= 1 << unit
        return able

    def _can_fire(self, state: KitState, fire: DefensiveFire, unit: int, movers: int, here: int) -> bool:
        """Whether a unit can fire, and the table has a column for it."""
        if not fire.capable_of(state, self.kit.board.side_of[unit]) >> unit & 1:
            return False
        if not fire.thrown or fire.any_odds:
            return True
        state.frames.append({"movers": movers})
        column = fire.odds(state, 1 << unit, 1 << here).column
        state.frames.pop()
        return column >= 0

    def _goals(self, state: KitState, ready: _Ready, unit: int) -> int:
        """Spaces to which a unit can move in reaction."""
        movement, side = self.movement, self.kit.board.side_of[unit]
        hindrance = movement.hindrance_of(state, unit, movement.hindrance(state, side))
        mover = movement.movers[self.kit.board.season(state.turn)][unit]
        goals = reachable(mover, state.at[unit], ready.points, hindrance) if ready.points else 0
        if goals and self.stacking.each_move:
            goals &= ~self.stacking.full(state, side, unit)
        return goals

    def _dangers(self, state: KitState, movers: int) -> int:
        """Spaces where the other side could react to `movers`."""
        kit, spaces = self.kit, 0
        for side in kit.board.hostile[state.side]:
            for ready in self.reactions:
                units = self._waiting(state, ready, side, movers)
                if units:
                    at = ready.at[side]
                    spaces |= self._covered(state, ready, units) & (at(state) if at else -1)
        return spaces

    def _covered(self, state: KitState, ready: _Ready, units: int) -> int:
        """Spaces near enough to any of `units`."""
        kit, spaces = self.kit, 0
        season = kit.board.season(state.turn)
        for unit in bits(units):
            if ready.source.within != "zone":
                spaces |= 1 << state.at[unit]
            elif kit.exerts is not None:
                spaces |= kit.exerts[season][unit][state.at[unit]]
        if ready.source.within == "zone":
            return spaces
        return kit.board.links[season].flood(spaces, -1, ready.source.within)

    # The march ----------------------------------------------------------------------------------------------

    def begin(self, state: KitState, units: int, goal: int, *, forced: bool = False, target: int = -1) -> None:
        """Units of one space begin to move to `goal`, be it for an overrun of `target`."""
        here = state.at[units.bit_length() - 1]
        frame = self.kit.push_frame(
            state, movers=units, all=units, here=here, begun=here, goal=goal, room=here, halted=0, forced=int(forced),
            went_on=int("spent" in state.frames[-1]), spent=state.frames[-1].get("spent", 0),
        )  # fmt: skip
        if target >= 0:
            frame["target"] = target
        state.agenda += ["march:end", "march:on"]

    def _standing(self, state: KitState) -> int:
        """The movers that are still where they have come."""
        frame = state.frames[-1]
        return frame["movers"] & state.units_in[frame["here"]]

    def _path(self, state: KitState) -> Way:
        """The rest of the way of the movers."""
        frame, movement = state.frames[-1], self.movement
        unit = min(bits(frame["movers"]), key=lambda one: (movement.points(state, one), one))
        fresh = frame["here"] == frame["begun"]
        if "target" in frame:
            assert movement.overrun is not None
            path = movement.overrun.way(state, unit, frame["target"])[:-1]
            return path if path and path[-1][0] == frame["goal"] else ()
        hindrance = movement.hindrance_of(state, unit, movement.hindrance(state, state.side))
        if not fresh and hindrance.stop >> frame["here"] & 1:
            return ()
        more = movement.forced_points if frame["forced"] else 0
        dangers = self._dangers(state, frame["movers"]) & ~(1 << frame["goal"])
        safe = replace(hindrance, barred=hindrance.barred | dangers)
        at_least_one = fresh and not frame["went_on"]
        return movement.way_to(state, unit, frame["goal"], safe, more=more) or movement.way_to(
            state, unit, frame["goal"], hindrance, more=more, at_least_one=at_least_one
        )

    def _on(self, state: KitState) -> None:
        """Go on to the next space where the other side can react, or to the end."""
        frame, kit = state.frames[-1], self.kit
        movers = frame["movers"] = self._standing(state)
        if not movers or frame["halted"] or frame["here"] == frame["goal"]:
            return
        path = self._path(state)
        if not path:
            return
        size = sum(kit.sizes[unit] for unit in bits(movers)) if self.stacking.each_move else 0
        set_off = next((step for step in path if self._set_off(state, movers, step[0])), path[-1])
        for space, _ in path[: path.index(set_off) + 1]:
            if not size or size <= self.stacking.room(state, state.side, space):
                frame["room"] = space
        space, cost = set_off
        reactions = self._set_off(state, movers, space)
        self.movement.step(state, movers, space)
        frame["here"], frame["spaces"] = space, 1 << space
        frame["spent"] += cost
        if reactions:
            state.agenda += ["march:on", *reversed(reactions)]

    def _set_off(self, state: KitState, movers: int, space: int) -> list[str]:
        """The reactions, by operation, that `movers` set off when they enter a space."""
        return [
            f"reaction-{ready.source.id}:{side}" for side in self.kit.board.hostile[state.side]
            for ready in self.reactions if self._able(state, ready, side, movers, space)
        ]  # fmt: skip

    def _end(self, state: KitState) -> None:
        """The march is over; who could not go to its end goes on elsewhere, if it can."""
        movers, frame = self._standing(state), state.frames.pop()
        state.frames[-1]["moved"] |= frame["all"]
        here, goal, movement = frame["here"], frame["goal"], self.movement
        if not movers:
            return
        if here == goal:
            if frame["forced"] and here != frame["begun"]:
                movement.suffer_march(state, movers.bit_length() - 1)
            return
        if self.stacking.each_move and self.stacking.room(state, state.side, here) < 0:
            movement.step(state, movers, frame["room"])
            here, frame["halted"] = frame["room"], 1
        event(state, "halt", self.rule, movers, here)
        if not frame["halted"] and "target" not in frame:
            movement.go_on(state, movers, frame["spent"])

    # What a reaction does -----------------------------------------------------------------------------------

    def _react(self, state: KitState, ready: _Ready, unit: int) -> None:
        """A unit reacts; then its side is asked for another one."""
        frame, kit = state.frames[-1], self.kit
        side = frame["by"]
        where = state.frames[0] if ready.source.once == "phase" else frame
        where[ready.register] = where.get(ready.register, 0) | 1 << unit
        again = f"reaction-{ready.source.id}:{side}"
        battle = {
            "attacker": side, "defender": state.side, "attackers": 1 << unit, "defenders": frame["movers"],
            "movers": frame["movers"], "spaces": 1 << frame["here"], "lost": 0,
        }  # fmt: skip
        if ready.fire is not None:
            kit.push_frame(state, **battle)
            state.agenda += [again, "reaction:fired", f"{ready.fire.name}:decide"]
        elif ready.source.move is not None:
            frame["unit"] = unit
            kit.ask(state, self._spaces[ready.source.id], side)
        else:
            assert self.retreat is not None
            kit.push_frame(state, **battle | {
                "attacker": state.side, "defender": side, "attackers": frame["movers"], "defenders": 1 << unit,
            })  # fmt: skip
            state.agenda += [again, "reaction:retreated"]
            self.retreat.start(state, 1 << unit, ready.source.retreat or 1)

    def _move_to(self, state: KitState, ready: _Ready, space: int) -> None:
        frame = state.frames[-1]
        self.movement.step(state, 1 << frame.pop("unit"), space, ready.source.rule)
        state.agenda.append(f"reaction-{ready.source.id}:{frame['by']}")

    def _fired(self, state: KitState) -> None:
        """Note whether the fire has stopped the move."""
        battle = state.frames.pop()
        state.frames[-1]["halted"] |= battle.get("stopped", 0)

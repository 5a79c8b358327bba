"""Overruns: units on the move attack an enemy-held space, enter it when it is cleared, and go on."""

from __future__ import annotations

from collections.abc import Callable

from pnp.model.procedures import OverrunSource
from pnp.referee.dice import bits
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.declared import fraction
from pnp.referee.kit.kit import Kit, cite
from pnp.referee.kit.procedures.combat import Combat
from pnp.referee.kit.procedures.fights import FightInMove
from pnp.referee.kit.procedures.movement import Movement, Way
from pnp.referee.kit.reach import Hindrance, way
from pnp.referee.kit.sentences import FIGHTERS, OVERRUNNING
from pnp.referee.kit.state import KitState
from pnp.referee.records import event


class Overrun:
    """The overruns of a game.

    The unit that is moved names the space; others that stand with it may join. Together they go to the last space
    before it and fight from there.

    The frame of an overrun holds `unit` and `attackers`, the `spaces` attacked (one), `begun` and `via`, the spaces
    where it begins and from where they fight, the points `paid` with it and the units that have `moved` before; then a
    frame of the battle.
    """

    def __init__(self, kit: Kit, source: OverrunSource, movement: Movement, combat: Combat) -> None:
        self.kit, self.source, self.rule, self.movement = kit, source, source.rule, movement
        self.stacking, self.zones = movement.stacking, movement.zones
        board, filters = kit.board, kit.filters
        sides = range(len(board.sides))
        self._may = [filters.units(source.units, side).of if source.units else None for side in sides]
        self._against = [filters.units(source.against, side).of if source.against else None for side in sides]
        self._at = [filters.places(source.at, side).of if source.at else None for side in sides]
        self._holds = [filters.condition(source.when, kit.options, side) if source.when else None for side in sides]
        if source.across:
            board.check_links(source.across)
        self._near = [board.links_where(source.across, season).near for season in range(board.seasons)]
        self._cost = kit.mistakes.amount(source.cost, source, "cost") * kit.parts
        self._least = fraction(source.least) if source.least is not None else None
        if source.table is None and source.least is None:
            hint = "add 'least: 6' for odds of 6-1, or 'table:' and 'results:'"
            kit.mistakes.add("nothing decides an overrun", source.where(), hint)
        self.fight = FightInMove(
            kit, combat, "overrun", source, ("cleared", source.cleared), verbs=OVERRUNNING, subjects=FIGHTERS,
            rule=source.rule, rules={}, times=(*combat.source.times, *source.times),
            shifts=(*combat.source.shifts, *source.shifts), die=(*combat.source.die, *source.die),
        )  # fmt: skip
        self.attacker = kit.decision(Decision(
            "overrun-attacker", "choose-unit", self.rule, self.joinable, self._join,
            (
                Reason(self.rule, "not-yours", lambda state: board.own[state.side]),
                Reason(self.rule, "not-on-map", lambda state: kit.on_map(state, board.all_units)),
                Reason(self.rule, "elsewhere", lambda state: state.units_in[state.frames[-1]["begun"]]),
                Reason(self.rule, "chosen-already", lambda state: ~state.frames[-1]["attackers"]),
                Reason(movement.rule, "moved", lambda state: ~state.frames[-1]["moved"]),
                Reason(self.rule, "never-overruns", self._capable),
                Reason(self.rule, "cannot-follow", self.joinable),
            ),
            may_end=lambda state: self._suffices(state) or not self.joinable(state), end_verb="fight",
            unended=lambda state: (cite(source, "too-weak"), "too-weak"),
        ), source)  # fmt: skip
        kit.operation("overrun:join", lambda state: kit.ask(state, self.attacker, state.side))
        kit.operation("overrun:go", self._go)
        kit.operation("overrun:strike", self._strike)
        kit.operation("overrun:after", self._after)
        kit.operation("overrun:close", self._close)

    # What can be overrun ------------------------------------------------------------------------------------

    def _capable(self, state: KitState) -> int:
        """Units that may overrun by their kind."""
        may = self._may[state.side]
        units = self.fight.capable(state) & self.movement.mobile(state)
        return units & may(state) if may else units

    def _exposed(self, state: KitState) -> int:
        """Spaces with enemies that may be overrun at all."""
        side = state.side
        holds, at, against = self._holds[side], self._at[side], self._against[side]
        if holds is not None and not holds(state):
            return 0
        spaces = self.kit.enemies_at(state, side)
        if at is not None:
            spaces &= at(state)
        if against is not None:
            for space in bits(spaces):
                if state.units_in[space] & ~against(state):
                    spaces &= ~(1 << space)
        return spaces

    def permitted(self, state: KitState, unit: int) -> int:
        """Spaces that a unit may overrun by its kind and theirs, however far."""
        return self._exposed(state) if self._capable(state) >> unit & 1 else 0

    def _hindrance(self, state: KitState, space: int) -> Hindrance:
        """What is in the way to an overrun of `space`."""
        side, kind = state.side, self.source.zones
        if kind == "others":
            zoned = self.zones.besides(state, side, state.units_in[space])
        else:
            zoned = self.zones.against(state, side) if kind == "all" else 0
        return self.movement.hindered(state, side, self.kit.enemies_at(state, side) & ~(1 << space), zoned)

    def way(self, state: KitState, unit: int, space: int) -> Way:
        """The way of a unit to an overrun of `space`, which comes last; empty where none leads there."""
        movement, stacking, season = self.movement, self.stacking, self.kit.board.season(state.turn)
        points = movement.points_left(state, unit) - self._cost
        last, here = self._near[season][space], 1 << state.at[unit]
        if stacking.each_move:
            full = stacking.full(state, state.side, unit)
            if full >> space & 1:
                return ()
            last &= ~full | here
        mover = movement.movers[season][unit]
        if points < 1 or not last or not (mover.undisturbed(state.at[unit], points, False).reach >> space & 1):
            return ()
        hindrance = movement.hindrance_of(state, unit, self._hindrance(state, space))
        return way(mover, state.at[unit], space, points, hindrance, last=last)

    def reachable(self, state: KitState, unit: int) -> int:
        """Spaces that a unit may overrun and has the points for."""
        spaces = self.permitted(state, unit)
        for space in bits(spaces):
            if not self.way(state, unit, space):
                spaces &= ~(1 << space)
        return spaces

    def targets(self, state: KitState, unit: int) -> int:
        """Spaces that a unit can overrun, with those who could join it."""
        spaces = self.reachable(state, unit)
        if self._least is None and self._any_odds:
            return spaces
        for space in bits(spaces):
            if not self._enough(state, *self.strongest(state, unit, space), space):
                spaces &= ~(1 << space)
        return spaces

    def able(self, state: KitState, units: int) -> int:
        """Those of `units` that can overrun something."""
        able = 0
        for unit in bits(units & self._capable(state)):
            if self.targets(state, unit):
                able |= 1 << unit
        return able

    @property
    def _any_odds(self) -> bool:
        """Whether there are no odds too low for the table."""
        return not self.fight.thrown or self.fight.any_odds

    def _enough(self, state: KitState, units: int, via: int, space: int) -> bool:
        """Whether units are strong enough that fight from `via`."""
        if self._least is None and self._any_odds:
            return True
        scene = state.copy(records=False)
        self.kit.put(scene, units, via)
        odds = self.fight.odds(scene, units, 1 << space)
        if self._least is not None and odds.attack < self._least * odds.defence:
            return False
        return self._any_odds or odds.column >= 0

    # Who takes part -----------------------------------------------------------------------------------------

    def strongest(self, state: KitState, unit: int, space: int) -> tuple[int, int]:
        """A unit and, strongest first, those who could join it as far as there is room; and from where they fight."""
        path, force = self.way(state, unit, space), 1 << unit
        via = path[-2][0] if len(path) > 1 else state.at[unit]
        others = self._others(state, unit, space, path, state.frames[-1]["moved"])
        attack = self.fight.attack
        for other in sorted(bits(others), key=lambda one: (-attack[one], one)):
            if self._room(state, force | 1 << other, space, via, state.at[unit]):
                force |= 1 << other
        return force, via

    def _others(self, state: KitState, unit: int, space: int, path: Way, moved: int) -> int:
        """Units that stand with `unit` and have not moved, and can go its way."""
        if not self.source.together:
            return 0
        others = 0
        units = state.units_in[state.at[unit]] & self.kit.board.own[state.side] & self._capable(state) & ~moved
        for other in bits(units & ~(1 << unit)):
            if self._can_go(state, other, space, path):
                others |= 1 << other
        return others

    def _can_go(self, state: KitState, unit: int, space: int, path: Way) -> bool:
        """Whether a unit has the points for the way of another one, and may go there."""
        if path[-1][1] + self._cost > self.movement.points_left(state, unit):
            return False
        barred = self.movement.hindrance_of(state, unit, self._hindrance(state, space)).barred
        near, here = self.movement.movers[self.kit.board.season(state.turn)][unit].near, state.at[unit]
        for there, _ in path:
            if barred >> there & 1 or not near[here] >> there & 1:
                return False
            here = there
        return True

    def _room(self, state: KitState, units: int, space: int, via: int, begun: int) -> bool:
        """Whether units find room in the space that they attack, and in the one from where they do."""
        if not self.stacking.each_move:
            return True
        size = sum(self.kit.sizes[unit] for unit in bits(units))
        if size > self.stacking.room(state, state.side, space):
            return False
        return via == begun or size <= self.stacking.room(state, state.side, via)

    def joinable(self, state: KitState) -> int:
        """Units that can still join the overrun."""
        frame = state.frames[-1]
        space = frame["spaces"].bit_length() - 1
        path = self.way(state, frame["unit"], space)
        others = self._others(state, frame["unit"], space, path, frame["moved"]) & ~frame["attackers"]
        for other in bits(others):
            if not self._room(state, frame["attackers"] | 1 << other, space, frame["via"], frame["begun"]):
                others &= ~(1 << other)
        return others

    def _suffices(self, state: KitState) -> bool:
        """Whether the attackers chosen so far are strong enough."""
        frame = state.frames[-1]
        return self._enough(state, frame["attackers"], frame["via"], frame["spaces"].bit_length() - 1)

    # What is done -------------------------------------------------------------------------------------------

    def begin(self, state: KitState, unit: int, space: int) -> None:
        """A unit begins an overrun."""
        path, around = self.way(state, unit, space), state.frames[-1]
        spent = around.get("spent", 0)
        self.kit.push_frame(
            state, unit=unit, attackers=1 << unit, spaces=1 << space, begun=state.at[unit],
            via=path[-2][0] if len(path) > 1 else state.at[unit], paid=spent + path[-1][1] + self._cost,
            moved=around["moved"], spent=spent,
        )  # fmt: skip
        state.agenda += ["movement:next", "overrun:close", "overrun:strike", "overrun:go", "overrun:join"]

    def _join(self, state: KitState, unit: int) -> None:
        state.frames[-1]["attackers"] |= 1 << unit
        state.agenda.append("overrun:join")

    def _go(self, state: KitState) -> None:
        """All go to the space before the one that they attack."""
        frame = state.frames[-1]
        state.frames[-2]["moved"] |= frame["attackers"]
        if frame["via"] == frame["begun"]:
            return
        if self.movement.march is None:
            self.movement.step(state, frame["attackers"], frame["via"])
        else:
            target = frame["spaces"].bit_length() - 1
            self.movement.march.begin(state, frame["attackers"], frame["via"], target=target)

    def _strike(self, state: KitState) -> None:
        """Open the battle; where too few are left, the overrun is off."""
        frame = state.frames[-1]
        space, units = frame["spaces"].bit_length() - 1, self._left(state, frame["attackers"])
        if not units or not self._enough(state, units, frame["via"], space):
            self._fail(state, units)
            return
        self.fight.open_battle(state, frame["spaces"], state.side, units)
        state.agenda += ["overrun:after", "overrun:decide"]

    def _left(self, state: KitState, units: int) -> int:
        """Those of `units` that stand where the overrun is fought from."""
        return units & state.units_in[state.frames[-1]["via"]]

    def _fail(self, state: KitState, units: int) -> None:
        frame = state.frames[-1]
        frame["attackers"] = 0
        if units:
            event(state, "halt", self.rule, units, frame["via"])

    def _after(self, state: KitState) -> None:
        """Those who are left enter the space, if it is cleared."""
        battle, frame = state.frames.pop(), state.frames[-1]
        units, space = self._left(state, battle["attackers"]), frame["spaces"].bit_length() - 1
        if not units or self.kit.enemies_at(state, state.side) >> space & 1:
            self._fail(state, units)
            return
        self.movement.step(state, units, space, self.rule)
        frame["attackers"] = 0 if battle.get("stopped") else units

    def _close(self, state: KitState) -> None:
        """The move of those who have entered goes on."""
        frame = state.frames.pop()
        if frame["attackers"] and self.source.goes_on:
            self.movement.go_on(state, frame["attackers"], frame["paid"])

    # Why not ------------------------------------------------------------------------------------------------

    def reasons(self) -> tuple[Reason, ...]:
        """Why a space with enemies can't be overrun by the chosen unit; other spaces pass."""
        kit = self.kit

        def passes(allowed: Callable[[KitState, int], int]) -> Callable[[KitState], int]:
            return lambda state: ~kit.enemies_at(state, state.side) | allowed(state, state.frames[-1]["unit"])

        tests = {
            "never-overruns": self.permitted, "overrun-too-far": self.reachable, "overrun-too-weak": self.targets
        }  # fmt: skip
        return tuple(Reason(cite(self.source, key), key, passes(allowed)) for key, allowed in tests.items())

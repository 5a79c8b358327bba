"""Operational movement: points and bonus points, rivers, and zones of control by the enemies that exert them;
units that their owner gives up, and fronts that become armies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

from pnp.games.russian_portfolio.board import AXIS, MUD, RUSSIAN, SNOW
from pnp.games.russian_portfolio.ground import Facing, PortfolioKit
from pnp.games.russian_portfolio.state import PortfolioState
from pnp.model.info import Phase
from pnp.referee.dice import bits
from pnp.referee.hexes import HexLinks, Plane
from pnp.referee.kit.decisions import Reason
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.movement import Movement
from pnp.referee.kit.state import KitState
from pnp.referee.masks import latest, mask_of, union
from pnp.referee.records import event


class Marches(NamedTuple):
    """Where a unit can go.

    layers  hexes outside of enemy zones by the points that they cost; the first holds its own
    open    all these but its own
    clean   hexes in enemy zones that it enters with its own points; tired: those that disperse it
    over    hexes outside of zones that it enters without enough points, dispersed
    """

    layers: Sequence[Plane]
    open: Plane
    clean: Plane
    tired: Plane
    over: Plane

    @property
    def all(self) -> Plane:
        """All of them."""
        return self.open | self.clean | self.tired | self.over


def operations_number(kit: Kit, procedure: str) -> dict[int, int]:
    """Phase -> how many phases with this procedure come before it in the turn: the number of a reserve phase.

    Rule: V.6, XIII.G
    """
    phases = [index for index, phase in enumerate(kit.game.info.all_phases) if phase.procedure == procedure]
    return {index: number for number, index in enumerate(phases)}


class PortfolioMovement(Movement):
    """Movement in the initial phase and the reserve phases; who has moved is Spent when the attacks are over.

    Rule: XI.A.1, XI.A.3, VII.A
    """

    kit: PortfolioKit

    def begin(self, state: Any, phase: Phase) -> None:
        """Judge supply and fuel where anybody can still act. Nobody has moved, unless a position says so.

        Rule: V.4, V.5, XIV.B.1, XIV.D
        """
        own, kit = self.kit.board.own[state.side], self.kit
        if not own & state.ready:
            return
        super().begin(state, phase)
        (isolated, rivals), thirsty = kit.judged(state, state.side), kit.thirsty(state, state.side)
        for name, units, kept in (("cut-off", isolated, state.drained), ("thirsty", thirsty, state.dry)):
            if newly := units & ~kept:
                event(state, name, "XIV.B.1" if name == "cut-off" else "XIV.D", newly)
        state.drained = state.drained & ~own | isolated
        state.dry = state.dry & ~own | thirsty
        kit.share_fortresses(state, rivals)

    def hindrance(self, state: Any, side: int) -> Any:
        """What faces a side; `faults` compares what is kept of it."""
        return self.kit.facing(state, side)

    def faults(self, state: Any) -> list[str]:
        """What is kept of what faces each side and is out of date; who has been turned over since doesn't count."""
        for side in (AXIS, RUSSIAN):
            self.kit.facing(state, side)
        return super().faults(state)

    # Who moves ----------------------------------------------------------------------------------------------

    def unfit(self) -> tuple[Reason, ...]:
        """Why a unit can't be moved at all now."""
        return (
            *super().unfit(),
            Reason("VII.B", "dispersed", lambda state: ~state.dispersed),
            Reason("VII.A", "spent", lambda state: ~state.spent),
            Reason("XVI.B.3", "no-orders", lambda state: ~self.waiting(state)),
        )

    def waiting(self, state: PortfolioState) -> int:
        """Soviet units that are too far from the German border to act in the initial phase of the first turn.

        Rule: XVI.B.3
        """
        number = self._reserve.get(state.phase, self._reserve_attack.get(state.phase, 0))
        if state.turn > self.kit.board.first or state.side != RUSSIAN or number:
            return 0
        own = self.kit.board.own[RUSSIAN] & state.present
        return own & ~state.units_on(own, self._border)

    def moved(self, state: Any) -> int:
        """Units that have moved in this operations phase."""
        return state.moved

    def mark(self, state: Any, units: int) -> None:
        """Write down that units have moved."""
        state.moved |= units

    def free(self, state: Any) -> int:
        """Units that may still be moved."""
        return self.kit.board.own[state.side] & state.ready & ~state.moved & ~self.waiting(state)

    # How far ------------------------------------------------------------------------------------------------

    def __init__(self, kit: Kit, *given: object) -> None:
        self._reserve, self._reserve_attack = operations_number(kit, "movement"), operations_number(kit, "assault")
        board = cast(PortfolioKit, kit).board
        self._border = board.around.flood(board.regions["germany"], -1, board.parameter["frozen-range"])
        self._last_marches, self._rim = latest(self._marches), latest(HexLinks.spread)
        super().__init__(kit, *given)  # type: ignore[arg-type]
        GivingUp(self.kit)
        self.unit = kit.own_decision(replace(self.unit, besides=self.kit.giving_up))

    def allowance(self, state: PortfolioState, unit: int) -> tuple[int, int]:
        """Own points of a unit and its bonus in this phase.

        Rule: VI.B.2, XI.C, XIII.G, XIV.B.1, XIV.D
        """
        board, numbers = self.kit.board, self.kit.numbers
        points, side, bit = board.movement[unit], board.side_of[unit], 1 << unit
        bonus = numbers["axis-bonus" if side == AXIS else "russian-bonus"]
        if state.dry & bit:
            points, bonus = min(points, numbers["fuel-points"]), 0
        if state.drained & bit:
            points, bonus = min(points, numbers["isolated-points"]), 0
        if state.weather in (MUD, SNOW) and not board.finns & bit:
            points = (points + (state.weather == SNOW and side == RUSSIAN)) // 2
        late = self._reserve.get(state.phase, 0)
        if not late:
            return points, bonus
        taken = min(points, late)
        return points - taken, max(bonus - (late - taken), 0)

    def points(self, state: Any, unit: int) -> int:
        """All points of a unit."""
        return sum(self.allowance(state, unit))

    def marches(self, state: PortfolioState, unit: int) -> Marches:
        """Where a unit can go, wherever there is room.

        Rule: XI.A.2, XI.A.4, XI.A.5, XI.B.1, XI.B.3, XI.C, X.A.2
        """
        kit = self.kit
        side = kit.board.side_of[unit]
        return self._last_marches(
            unit, state.at[unit], *self.allowance(state, unit), state.weather,
            kit.facing(state, side), state.occupied[side], kit.banned(state, unit),
        )  # fmt: skip

    def _marches(
        self, unit: int, start: int, points: int, bonus: int, weather: int, facing: Facing, friends: Plane,
        banned: Plane,
    ) -> Marches:  # fmt: skip
        board = self.kit.board
        walked = board.walked[weather]
        free = board.land & ~(facing.hexes | banned)
        zoned = free & facing.zones
        open_ = free ^ zoned
        layers = walked.layers(1 << start, open_, points + bonus)
        beside = walked.near[start]
        over = beside & open_ if points + bonus < 1 else 0
        entered = union(layers[1:])
        rim = (entered | 1 << start) & self._rim(walked, facing.zones)
        if not rim:
            return Marches(layers, entered, 0, 0, over)
        toll = 0 if board.traits["crosses"] >> unit & 1 else 1
        forbidden, dispersing = self._same_zone(unit, start, weather, facing, friends)
        tired = beside & zoned & ~forbidden
        dry, wet = board.dry[weather], board.wet[weather]
        # The first step can lead from the zone of an enemy into the same.
        clean = (dry.near[start] if points > 0 else 0) | (wet.near[start] if points > toll else 0)
        clean &= tired & ~dispersing
        for links, more, edge in ((dry, 1, rim), (wet, 1 + toll, rim & board.banks[weather])):
            if edge:
                own, last = max(points - more, 0) + 1, max(points + bonus - more, 0) + 1
                clean |= links.spread(edge & union(layers[1:own])) & zoned
                tired |= links.spread(edge & union(layers[own:last])) & zoned
        return Marches(layers, entered, clean, tired & ~clean, over)

    def _same_zone(
        self, unit: int, start: int, weather: int, facing: Facing, friends: Plane
    ) -> tuple[Plane, Plane]:  # fmt: skip
        """Hexes beside a unit that it can't enter because they lie in the zone of an enemy in whose zone it stands;
        and those that it can enter so, but is dispersed.

        Pure armor slips past one hex far; so does who is not armor, and is dispersed. A friend in the hex is enough for
        anybody, also for those that stood with armor which has gone ahead.
        Rule: XI.B.2
        """
        board = self.kit.board
        near = board.zoned.near[start]
        holding = near & facing.holders
        if not holding:
            return 0, 0
        same = board.zoned.spread(holding) & board.walked[weather].near[start] & ~(friends | facing.hexes)
        if not same:
            return 0, 0
        barred = board.zoned.spread(facing.halters & near) | board.rough[weather]
        barred |= board.river[weather][start] | board.halved[weather][start]
        slips = same & ~barred
        return same & barred, 0 if board.armor >> unit & 1 else slips

    def _forbidden(self, state: PortfolioState, unit: int) -> Plane:
        """Hexes beside a unit that it can't enter, see `_same_zone`."""
        kit, side = self.kit, self.kit.board.side_of[unit]
        facing, friends = kit.facing(state, side), state.occupied[side]
        return self._same_zone(unit, state.at[unit], state.weather, facing, friends)[0]

    def goals_of(self, state: Any, unit: int, hindrance: object = None) -> int:
        """Hexes where a unit can end its move.

        Rule: XII.1, XII.3
        """
        return self.marches(state, unit).all & self.kit.room_for(state, unit)

    def goals(self, state: KitState) -> int:
        """Hexes where the chosen unit can go."""
        return self.goals_of(state, state.frames[-1]["unit"])

    def movable(self, state: Any) -> int:
        """Units that can still move: a look at the free neighbours tells of most."""
        units = self.free(state)
        if not units:
            return 0
        kit, board = self.kit, self.kit.board
        facing, friends = kit.facing(state, state.side), state.occupied[state.side]
        empty = board.land & ~(facing.hexes | friends | facing.zones)
        hemmed = friends & ~board.walked[state.weather].spread(empty)
        for unit in bits(units & (state.units_within(hemmed) | kit.restrained(state))):
            if not self._steps(state, unit) and not self.goals_of(state, unit):
                units ^= 1 << unit
        return units

    def _steps(self, state: PortfolioState, unit: int) -> Plane:
        """Hexes beside a unit that it can enter, were it dispersed there."""
        kit, side = self.kit, self.kit.board.side_of[unit]
        facing = kit.facing(state, side)
        beside = kit.board.walked[state.weather].near[state.at[unit]] & ~(facing.hexes | kit.banned(state, unit))
        if empty := beside & ~(facing.zones | state.occupied[side]):
            return empty
        beside &= kit.room_for(state, unit)
        return beside and (beside & ~facing.zones or beside & ~self._forbidden(state, unit))

    # What is done -------------------------------------------------------------------------------------------

    def way(self, state: PortfolioState, unit: int, goal: int, marches: Marches) -> Plane:
        """The hexes of a way with the fewest points to a goal, its own included."""
        board, weather = self.kit.board, state.weather
        near = board.walked[weather].near
        here, way, last = goal, 1 << goal, len(marches.layers)
        toll = not board.traits["crosses"] >> unit & 1
        if marches.open >> goal & 1:
            last = next(spent for spent, layer in enumerate(marches.layers) if layer >> goal & 1)
        else:
            across = board.river[weather][goal]
            forbidden = self._forbidden(state, unit)
            _, last, here = min(
                (spent + 1 + (toll and across >> one & 1), spent, one)
                for spent, layer in enumerate(marches.layers) for one in bits(layer & near[goal])
                if spent or len(marches.layers) == 1 or not forbidden >> goal & 1
            )  # fmt: skip
            way |= 1 << here
        for layer in marches.layers[last - 1 : 0 : -1] if last else ():
            beside = near[here] & layer
            way |= beside & -beside
            here = (beside & -beside).bit_length() - 1
        return way & ~(1 << state.at[unit])

    def _move(self, state: Any, space: int) -> None:
        kit = self.kit
        unit = state.frames[-1]["unit"]
        side, marches = kit.board.side_of[unit], self.marches(state, unit)
        passed = self.way(state, unit, space, marches)
        tired = (marches.tired | marches.over) >> space & 1
        event(state, "move", self.rule, 1 << unit, space, (("from", kit.board.places[state.at[unit]]),))
        kit.put(state, 1 << unit, space)
        kit.enter(state, side, passed)
        self.mark(state, 1 << unit)
        if tired:
            kit.disperse(state, 1 << unit, "XI.A.5")
        state.agenda.append("movement:next")

    def _reasons(self) -> tuple[Reason, ...]:
        """Why the chosen unit can't go to a hex."""
        kit, board = self.kit, self.kit.board

        def chosen(state: Any) -> int:
            return state.frames[-1]["unit"]

        return (
            self._reason(self.rule, "stands-there", lambda state, unit: ~(1 << state.at[unit])),
            Reason("XI.A.4", "enemy-there", lambda state: ~kit.enemies_at(state, state.side)),
            Reason("X.D.1", "never-leaves", lambda state: ~kit.banned(state, chosen(state))),
            Reason("X.A.1", "closed", lambda state: mask_of(
                i for i, near in enumerate(board.walked[state.weather].near) if near
            )),
            Reason("XII.1", "full", lambda state: kit.room_for(state, chosen(state))),
            Reason("XI.B.2", "zone-to-zone", lambda state: ~self._forbidden(state, chosen(state))),
            Reason("XI.A.2", "too-far", self.goals),
        )  # fmt: skip


class GivingUp:
    """Stands open beside the choices of each phase of a side; then these go on. Units that are to attack do so first.

    Rule: IX.A.3, XIV.C, XIII.A.7
    """

    def __init__(self, kit: PortfolioKit) -> None:
        self.kit, self.board = kit, kit.board
        self.whom = kit.plain(
            "give-up-unit", "lose-unit", "XIV.C", self._own, self._give_up, "not-yours",
            may_end=lambda s: True, end=self._go_on,
        )  # fmt: skip
        ask = lambda state, _: kit.ask(state, self.whom, state.side) and None  # noqa: E731
        kit.giving_up = (
            kit.plain("give-up", "give-up", "XIV.C", self.allowed, ask, "not-now"),
            kit.shrink("front-shrink", "XIV.C", self._own, lambda s, front, army: self._go_on(s)),
        )
        self._procedures = [phase.procedure for phase in kit.game.info.all_phases]

    def allowed(self, state: KitState) -> int:
        """1 where units can be given up: in the first turn only before all operations."""
        early = state.turn == self.board.first and self._procedures[state.phase] in ("movement", "assault")
        return int(bool(self._own(state)) and not early)

    def _own(self, state: Any) -> int:
        return self.board.own[state.side] & state.present & ~state.attacking()

    def _go_on(self, state: KitState) -> None:
        allocating = self._procedures[state.phase] == "assault" and not state.frames[0]["fixed"]
        state.agenda.append("assault:allocate" if allocating else f"{self._procedures[state.phase]}:next")

    def _give_up(self, state: KitState, unit: int) -> None:
        self.kit.lose(state, 1 << unit, "XIV.C")
        self._go_on(state)

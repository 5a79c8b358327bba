"""Other ways to move: by rail, by sea, strategic; and forced marches beyond the allowance."""

from __future__ import annotations

from collections.abc import Callable

from pnp.model.procedures import Forced, ModeSource
from pnp.referee.dice import roll
from pnp.referee.hex_movement import Mover
from pnp.referee.kit.board import Costs
from pnp.referee.kit.declared import Spot, fraction
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.supply import Supply
from pnp.referee.kit.reach import Hindrance, reachable
from pnp.referee.kit.sentences import MARCHING, MOVERS, Grammar, Part, Parts
from pnp.referee.kit.state import KitState


class Mode:
    """A way to move besides the usual one. The frame of the phase counts the units that have used it."""

    def __init__(
        self, kit: Kit, source: ModeSource, supply: Supply, costs_of: Callable[[int, int], Costs]
    ) -> None:  # fmt: skip
        """costs_of: points for the usual steps of a side in a season."""
        self.kit, self.source, self.rule, self.supply = kit, source, source.rule, supply
        board = kit.board
        self._register = f"mode-{source.id}"[:40]
        self._may = kit.filters.units(source.units).of if source.units else None
        sides = range(len(board.sides))
        between = [kit.filters.places(source.between, side) for side in sides] if source.between else []
        self._between = [places.of for places in between]
        self._ever_between = [places.most & board.land for places in between]
        self._within = [kit.filters.places(source.within, side).of for side in sides] if source.within else None
        self._holds = kit.filters.condition(source.when, kit.options) if source.when else None
        self._times = fraction(source.times)
        self._capacity = kit.mistakes.amount(source.capacity, source, "capacity") if source.capacity is not None else -1
        self._points: list[int] | None = None
        if source.allowance is not None:
            self._points, self._reduced_points = board.allowances(source.allowance, source, "allowance")
        if source.along is not None:
            kit.mistakes.known("road", source.along, board.way_spaces, source, "along")
        if source.between is not None and (source.along or source.step or source.allowance):
            hint = "take 'along', 'step' and 'allowance' out"
            kit.mistakes.add("a way from place to place has no steps", source.where("between"), hint)
        self._movers = [
            [self._mover(costs_of(side, season), season) for side in range(len(board.sides))]
            for season in range(board.seasons)
        ]

    def _mover(self, costs: Costs, season: int) -> Mover:
        board, source = self.kit.board, self.source
        if source.along is not None:
            along = {
                pair for link in board.graph.links.values() if source.along in (*link.ways, link.kind)
                for one, other in [tuple(board.space_index[name] for name in link.spaces)]
                for pair in ((one, other), (other, one))
            }  # fmt: skip
            costs = {pair: (source.step or 1) * self.kit.parts for pair in costs if pair in along}
        elif source.step is not None:
            costs = dict.fromkeys(costs, source.step * self.kit.parts)
        return Mover(board.count, costs, board.land & ~board.closed(season))

    def goals(self, state: KitState, unit: int, usual: int, hindrance: Hindrance) -> int:
        """Spaces to which this mode leads a unit with so many usual points."""
        if self.used_up(state) or not self.holds(state):
            return 0
        return self.within_reach(state, unit, usual, hindrance, apart=self.source.apart)

    def holds(self, state: KitState) -> bool:
        """Whether its condition holds."""
        return self._holds is None or self._holds(state)

    def used_up(self, state: KitState) -> bool:
        """Whether as many units as may have used it in this phase."""
        return state.frames[0].get(self._register, 0) == self._capacity

    def within_reach(self, state: KitState, unit: int, usual: int, hindrance: Hindrance, *, apart: bool) -> int:
        """Spaces to which it leads a unit with so many usual points while its condition holds and its capacity lasts.

        apart  whether enemy zones of control bar it
        """
        if self._may and not self._may(state) >> unit & 1:
            return 0
        here, board = state.at[unit], self.kit.board
        side = board.side_of[unit]
        barred = hindrance.barred | (hindrance.zones if apart else 0)
        if apart and hindrance.zones >> here & 1:
            return 0
        if self._within:
            barred |= board.land & ~self._within[side](state)
            if barred >> here & 1:
                return 0
        if self._between:
            ports = self._between[side](state)
            return ports & board.land & ~barred & ~(1 << here) if ports >> here & 1 else 0
        points = int(self._allowance(state, unit, usual) * self._times)
        mover = self._movers[board.season(state.turn)][side]
        return reachable(mover, here, points, Hindrance(
            board.land, barred, hindrance.zones, hindrance.stops, hindrance.between, hindrance.cost, hindrance.leaving,
            hindrance.halts,
        ))  # fmt: skip

    def shut_places(self, state: KitState, unit: int) -> int:
        """Places between which it leads at other times, not now, for a unit in one of those that are open."""
        side = self.kit.board.side_of[unit]
        ever = self._ever_between[side] if self._between else self.kit.board.land
        if ever == self.kit.board.land or (self._may and not self._may(state) >> unit & 1):
            return 0
        now = self._between[side](state)
        return ever & ~now if now >> state.at[unit] & 1 else 0

    def _allowance(self, state: KitState, unit: int, usual: int) -> int:
        """The points of a unit, before they are multiplied."""
        if self._points is None:
            return usual
        points = (self._reduced_points if state.reduced >> unit & 1 else self._points)[unit]
        return (self.supply.points(points) if state.cut_off >> unit & 1 else points) * self.kit.parts

    def use(self, state: KitState) -> None:
        """Count a unit that has used it."""
        state.frames[0][self._register] = state.frames[0].get(self._register, 0) + 1


class ForcedMarch:
    """Points beyond the allowance, and the die that decides what they cost."""

    def __init__(self, kit: Kit, source: Forced) -> None:
        self.kit, self.source, self.rule = kit, source, source.rule
        self.points = kit.mistakes.amount(source.points, source, "points") * kit.parts
        self._may = kit.filters.units(source.units).of if source.units else None
        grammar = Grammar(kit.mistakes, MARCHING, MOVERS, 6)
        thrown = grammar.roll(source.roll, Spot(source, ("roll",)))
        self._rows: tuple[Parts, ...] = thrown.rows if thrown else ()

    def may(self, state: KitState, unit: int) -> bool:
        """Whether a unit may march on."""
        return self._may is None or bool(self._may(state) >> unit & 1)

    def expected(self, price: Callable[[str], float], parts: Parts | None = None) -> float:
        """The mean of what a roll costs. price: of what may become of the unit, by its verb."""
        if parts is None:
            return sum(self.expected(price, row) for row in self._rows) / max(len(self._rows), 1)
        return sum(
            price(part.verb) if isinstance(part, Part)
            else sum(self.expected(price, row) for row in part.rows) / len(part.rows) for part in parts
        )  # fmt: skip

    def march(self, state: KitState, unit: int) -> None:
        """Roll for a unit that has marched on."""
        self._suffer(state, unit, self._rows[roll(state, 6, "forced-march", self.rule) - 1])

    def _suffer(self, state: KitState, unit: int, parts: Parts) -> None:
        for part in parts:
            if not isinstance(part, Part):
                self._suffer(state, unit, part.rows[roll(state, 6, "forced-march", self.rule) - 1])
            elif part.verb == "eliminate":
                self.kit.lose(state, 1 << unit, self.rule)
            elif part.verb == "reduce":
                self.kit.reduce(state, 1 << unit, self.rule)

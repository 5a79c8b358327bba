"""Stacking: how many units of a side may stand in a space."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_

from pnp.model.info import Phase
from pnp.model.procedures import StackingSource
from pnp.referee.dice import bits
from pnp.referee.hex_counts import above, count_at
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.kit import Kit, cite, cited
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of

UNLIMITED = 1 << 30
"""More than all units together count."""


class Stacking:
    """The limits of a game; without a declaration there are none.

    exempt  units that don't count
    never   so many units are never too many

    _counting, _left_out, _plain   units that count; those that don't somewhere; those that count 1 everywhere
    """

    def __init__(self, kit: Kit) -> None:
        self.kit, source = kit, kit.source.stacking
        self.source, self.exempt, self.rule = source, 0, source.rule if source else ""
        self._limits: list[tuple[int, int, str]] = []
        self._limit_of = [UNLIMITED] * (kit.board.nowhere + 1)
        self._counting = self._left_out = self._plain = 0
        self.each_move = source is not None and source.judged == "each-move"
        self._free = source is not None and source.judged == "own-phase"
        if source is None:
            kit.sizes[:] = [0] * len(kit.sizes)
            return
        self._count(source)
        self._leave_out(source)
        self._plain = mask_of(unit for unit, size in enumerate(kit.sizes) if size == 1 and not kit.uncounted[unit])
        rest, amount = kit.board.land, kit.mistakes.amount
        for index, limit in enumerate(source.limits):
            where = kit.filters.places(limit.at)
            if where.fixed is None:
                hint = "give sets, terrain"
                kit.mistakes.add("a stacking limit can't depend on the position", limit.at.where(), hint)
                continue
            self._limits.append(
                (where.fixed & rest, amount(limit.limit, source, "limits", index, "limit"), cited(limit.rule, source))
            )
            rest &= ~where.fixed
        limit = amount(source.limit, source, "limit")
        if not limit:
            kit.mistakes.add("a limit of 0 leaves no room for any unit", source.where("limit"), "write 1 or more")
        self._limits.append((rest, limit, source.rule))
        for where, most, _ in self._limits:
            for space in bits(where):
                self._limit_of[space] = most
        self.never = min(most for _, most, _ in self._limits) // max(1, *kit.sizes)
        self.surplus = kit.decision(Decision(
            "stacking-surplus", "lose-unit", source.rule, self.over_limit, self._take_off,
            (Reason(source.rule, "no-surplus", self.over_limit),),
        ), source)  # fmt: skip
        kit.operation("stacking:judge", self._judge)

    def begin(self, state: KitState, phase: Phase) -> None:
        """Take off what is too much: a phase of its own."""
        state.agenda.append("stacking:judge")

    def _count(self, source: StackingSource) -> None:
        """What each unit counts."""
        kit, board = self.kit, self.kit.board
        exempt = kit.filters.units(source.exempt) if source.exempt else None
        if exempt is not None and exempt.fixed is None:
            kit.mistakes.add(
                "which units don't count can't depend on the position", source.where("exempt"), "give types, traits"
            )
        self.exempt = (exempt.fixed or 0) if exempt else 0
        for name in source.counts:
            kit.mistakes.known_key("unit type", name, board.types, source, "counts", name)
        factors = board.factors(source.factor, source, "factor") if source.factor else None
        for unit, counter in enumerate(board.counters):
            size = factors[unit] if factors else source.counts.get(counter.group.type or "", 1)
            kit.sizes[unit] = 0 if self.exempt >> unit & 1 else size
        self._counting = mask_of(unit for unit, size in enumerate(kit.sizes) if size)

    def _leave_out(self, source: StackingSource) -> None:
        """Where some units don't count and find room in any case."""
        kit = self.kit
        for index, left_out in enumerate(source.uncounted):
            units, places = kit.filters.units(left_out.units).fixed, kit.filters.places(left_out.within).fixed
            if units is None or places is None:
                where = source.where("uncounted", index)
                kit.mistakes.add("where units don't count can't depend on the position", where, "give types, sets")
                continue
            self._left_out |= units
            for unit in bits(units):
                kit.uncounted[unit] |= places

    def judged_after(self, procedure: str | None) -> bool:
        """Whether the limits are judged when a phase with that procedure ends."""
        judged = self.source.judged if self.source else "each-move"
        return judged == "end-of-phase" or (judged == "end-of-movement" and procedure == "movement")

    def full(self, state: KitState, side: int, unit: int) -> int:
        """Spaces where `unit` would be too much."""
        size, spaces = 0 if self._free else self.kit.sizes[unit], 0
        if size:
            for where, limit, _ in self._limits:
                spaces |= where & above(state.stacks[side], limit - size) if limit >= size else where
            spaces &= ~self.kit.uncounted[unit]
        return spaces

    def full_for(self, state: KitState, side: int, units: int) -> int:
        """Spaces where `units` together would be too much."""
        if self._free:
            return 0
        return reduce(or_, (where & self._over(state, side, units, limit) for where, limit, _ in self._limits), 0)

    def reasons(self, placed: Callable[[KitState], tuple[int, int]]) -> tuple[Reason, ...]:
        """The limits as reasons against spaces, each with its own case, for the side and the unit that are `placed`."""
        def alone(state: KitState) -> tuple[int, int]:
            side, unit = placed(state)
            return side, 1 << unit

        return self.reasons_together(alone)

    def reasons_together(self, placed: Callable[[KitState], tuple[int, int]]) -> tuple[Reason, ...]:
        """The same for the side and the set of units that are `placed` together."""
        def within(where: int, limit: int) -> Callable[[KitState], int]:
            return lambda state: ~(where & self._over(state, *placed(state), limit))

        limits = [] if self._free else self._limits
        return tuple(Reason(rule, "full", within(where, limit)) for where, limit, rule in limits)

    def _over(self, state: KitState, side: int, units: int, limit: int) -> int:
        """Spaces where so many units more would be over `limit`: what they count may differ from place to place."""
        kit = self.kit
        parts = [(kit.board.land, 0)]
        for unit in bits(units):
            left_out, size = kit.uncounted[unit], kit.sizes[unit]
            parts = [
                (spaces, counted) for part, before in parts
                for spaces, counted in ((part & left_out, before), (part & ~left_out, before + size)) if spaces
            ]  # fmt: skip
        over = 0
        for spaces, size in parts:
            if size:
                over |= spaces & (above(state.stacks[side], limit - size) if limit >= size else -1)
        return over

    def counted(self, units: int, space: int) -> int:
        """What `units` count together in a space."""
        kit, plain = self.kit, units & self._plain
        rest, size = units ^ plain, plain.bit_count()
        for unit in bits(rest) if rest else ():
            size += 0 if kit.uncounted[unit] >> space & 1 else kit.sizes[unit]
        return size

    def room_within(self, state: KitState, side: int, spaces: int) -> int:
        """What still finds room in some spaces of a side together."""
        room, counts = 0, state.stacks[side]
        for where, limit, _ in self._limits:
            open_ = where & spaces
            open_ ^= open_ & above(counts, limit - 1)
            room += limit * open_.bit_count()
            for place, digit in enumerate(counts):
                room -= (digit & open_).bit_count() << place
        return room

    def room(self, state: KitState, side: int, space: int) -> int:
        """What still finds room in a space of a side."""
        return self.limit_at(space) - count_at(state.stacks[side], space)

    def limit_at(self, space: int) -> int:
        """What may stand in a space in all; a very great number without a limit."""
        return self._limit_of[space]

    def crowded(self, state: KitState, side: int) -> int:
        """Spaces in which a side is over the limit."""
        if self._free:
            return self._crowded_now(state, side)
        stacks, spaces = state.stacks[side], 0
        for where, limit, _ in self._limits:
            spaces |= where & above(stacks, limit)
        return spaces

    def surplus_in(self, state: KitState, side: int) -> Iterator[tuple[int, int, str]]:
        """Each crowded space of a side, its units there that count, and the rule of the limit."""
        if self.source is None:
            return
        for space in bits(self.crowded(state, side)):
            inside = state.units_in[space] & self._counting & self.kit.units_of(state, side)
            yield space, inside, next(rule for where, _, rule in self._limits if where >> space & 1)

    def _crowded_now(self, state: KitState, side: int) -> int:
        """The same where the limits are judged so seldom that nothing needs to be counted as units move."""
        counting, never, land = self._counting & self.kit.units_of(state, side), self.never, self.kit.board.count
        many = [place for place, units in state.units_in.items() if (units & counting).bit_count() > never]
        return mask_of(
            place for place in many
            if place < land and self.counted(state.units_in[place] & counting, place) > self.limit_at(place)
        )

    def over_limit(self, state: KitState) -> int:
        """Units of the side whose phase it is in crowded spaces, one of which must go."""
        units = state.units_within(self.crowded(state, state.side))
        units &= self.kit.board.own[state.side] & self._counting
        for unit in bits(units & self._left_out):
            if self.kit.uncounted[unit] >> state.at[unit] & 1:
                units ^= 1 << unit
        return units

    def crowds(self, state: KitState, units: int) -> bool:
        """Whether any of `units`, of the side whose phase it is, counts in a crowded space."""
        units_in, spaces = state.units_in, self.crowded(state, state.side)
        while spaces:
            space = spaces.bit_length() - 1
            spaces ^= 1 << space
            if (inside := units_in[space] & units) and self.counted(inside, space):
                return True
        return False

    def _judge(self, state: KitState) -> bool:
        return state.side >= 0 and bool(self.over_limit(state)) and self.kit.ask(state, self.surplus, state.side)

    def _take_off(self, state: KitState, unit: int) -> None:
        assert self.source is not None
        self.kit.lose(state, 1 << unit, cite(self.source, "surplus"))
        state.agenda.append("stacking:judge")

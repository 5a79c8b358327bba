"""Reinforcements: units that come into play in a turn, where their side may bring them in."""

from __future__ import annotations

from collections.abc import Callable

from pnp.model.info import Phase
from pnp.model.procedures import ArrivalsSource, Entry
from pnp.model.scenario import Arrival
from pnp.referee.dice import bits
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.filters import Selection, always
from pnp.referee.kit.kit import Kit, cases_of, turn_box
from pnp.referee.kit.procedures.stacking import Stacking
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of
from pnp.referee.records import event


class Arrivals:
    """The reinforcements of a game: those in boxes by turn, and those that the scenario lists under `arrivals`."""

    def __init__(self, kit: Kit, source: ArrivalsSource, stacking: Stacking) -> None:
        self.kit, self.source, self.rule, self.stacking = kit, source, source.rule, stacking
        board, sides, cases = kit.board, kit.board.sides, cases_of(kit, source)
        self.cases = cases
        for side in source.at:
            kit.mistakes.known_key("side", side, sides, source, "at", side)
        self._entries = [kit.filters.places(source.at.get(side), index) for index, side in enumerate(sides)]
        self._boxes = [[self._box(side, turn) for turn in range(1, kit.scenario.turns + 1)] for side in sides]
        if source.boxes is not None and not any(box for boxes in self._boxes for box in boxes):
            kit.mistakes.add(
                f"no box is named like {source.boxes!r}", source.where("boxes"), "boxes are listed in map.yaml"
            )
        self._most = kit.mistakes.amount(source.most, source, "most") if source.most is not None else -1
        self._reserve = 0
        if source.reserve is not None and kit.mistakes.known("box", source.reserve, board.boxes, source, "reserve"):
            self._reserve = board.boxes[source.reserve]
        self._by_kind = [[self._of_kind(entry, side) for side in range(len(sides))] for entry in source.entries]
        self._starts = kit.starts()
        self._listed = [
            (self._coming(arrival), mask_of(board.unit_index[u] for u in arrival.units if u in board.unit_index),
             self._place(arrival.spaces, arrival.set))
            for arrival in kit.scenario.arrivals if arrival.turn is not None or arrival.when is not None
        ]  # fmt: skip
        for arrival in kit.scenario.arrivals:
            placed = arrival.spaces or arrival.set or arrival.side in source.at or source.entries
            if arrival.turn is not None and not placed:
                hint = f"give them 'spaces' or 'set', or '{arrival.side}' an entry under 'arrivals: at:'"
                kit.mistakes.add("nothing says where these units enter", arrival.where(), hint)
        self._alike = self._kinds()
        self.unit = kit.decision(Decision(
            "arrival-unit", "choose-unit", self.rule, self.able, self._choose,
            (
                Reason(cases, "not-yours", lambda state: kit.units_of(state, state.side)),
                Reason(cases, "gone", lambda state: ~state.gone | self.due(state)),
                Reason(cases, "not-due", self.due),
                Reason(cases, "no-room", self.able),
            ),
            may_end=lambda state: source.may_wait or not state.choices,
        ), source)  # fmt: skip
        self.space = kit.decision(Decision(
            "arrival-space", "place-at", self.rule, self.goals, self._place_at,
            (
                Reason(cases, "not-an-entry", self._entry_of_chosen),
                Reason(cases, "enemy-there", lambda state: ~kit.enemies_at(state, state.side)),
                *stacking.reasons(lambda state: (state.side, state.frames[-1]["unit"])),
            ),
        ), source)  # fmt: skip
        kit.operation("arrivals:next", lambda state: kit.ask(state, self.unit, state.side))

    def begin(self, state: KitState, phase: Phase) -> None:
        """Open the phase."""
        state.agenda.append("arrivals:next")

    def _box(self, side: str, turn: int) -> int:
        """The box where units of a side wait for a turn; 0 for none."""
        return turn_box(self.kit, self.source, "boxes", side, turn) if self.source.boxes is not None else 0

    def _coming(self, arrival: Arrival) -> Callable[[KitState], bool]:
        """Whether the units of a line of the scenario may come by now."""
        sides, first = self.kit.board.sides, arrival.turn or 1
        side = sides.index(arrival.side) if arrival.side in sides else -1
        holds = self.kit.filters.condition(arrival.when, self.kit.options, side)
        return lambda state: state.turn >= first and holds(state)

    def _kinds(self) -> list[int]:
        """By unit: those of its side that always come in where it does and count as much."""
        kit, kinds = self.kit, dict[tuple[object, ...], int]()
        keys: list[tuple[object, ...]] = []
        for unit, side in enumerate(kit.board.side_of):
            filters = [units for units, _ in (by_side[side] for by_side in self._by_kind)]
            lines = [listed >> unit & 1 for _, listed, place in self._listed if place is not None]
            changing = unit if any(units.fixed is None for units in filters) else -1
            fixed = [units.fixed is not None and units.fixed >> unit & 1 for units in filters]
            keys.append((side, kit.sizes[unit], kit.uncounted[unit], changing, *lines, *fixed))
            kinds[keys[-1]] = kinds.get(keys[-1], 0) | 1 << unit
        return [kinds[key] for key in keys]

    def _of_kind(self, entry: Entry, side: int) -> tuple[Selection, Selection]:
        """The units of a kind, and where those of a side enter; a side without such units needs no place."""
        kit = self.kit
        units = kit.filters.units(entry.units, side)
        concerned = units.most & kit.board.own[side]
        return units, kit.filters.places(entry.at, side) if concerned else always(0)

    def _place(self, spaces: tuple[str, ...], named_set: str | None) -> Selection | None:
        board = self.kit.board
        if spaces:
            return always(mask_of(board.space_index[name] for name in spaces if name in board.space_index))
        if named_set and board.ground and named_set in board.ground.sets:
            return always(board.ground.sets[named_set])
        return None

    def call_up(self, state: KitState, side: int, units: int) -> None:
        """An event brings `units`: they may enter from the next phase of arrivals on."""
        state.called |= units
        event(state, "call-up", self.cases[side], units)

    def due(self, state: KitState) -> int:
        """Units of the side that have come by now and are not on the map yet."""
        own = self.kit.units_of(state, state.side) & ~state.present
        if not own:
            return 0
        units, waiting = state.called & ~state.gone, own & ~state.gone
        if self._reserve:
            units |= state.units_in[self._reserve]
        for box in self._boxes[state.side][: state.turn] if self.source.boxes is not None else ():
            if box:
                units |= state.units_in[box]
        for comes, listed, _ in self._listed:
            if (later := listed & waiting) and comes(state):
                units |= mask_of(unit for unit in bits(later) if state.at[unit] == self._starts[unit])
        return units & own

    def _entry(self, state: KitState, unit: int) -> Selection:
        """Where a unit may come in by its scenario, its kind or its side."""
        for comes, listed, place in self._listed:
            if place is not None and listed >> unit & 1 and comes(state):
                return place
        for by_side in self._by_kind:
            units, place = by_side[state.side]
            if units.of(state) >> unit & 1:
                return place
        return self._entries[state.side]

    def _goals(self, state: KitState, unit: int, entry: Selection) -> int:
        board = self.kit.board
        goals = entry.of(state) & board.land & ~board.closed(board.season(state.turn))
        return goals & ~self.kit.enemies_at(state, state.side) & ~self.stacking.full(state, state.side, unit)

    def able(self, state: KitState) -> int:
        """Units due for which there is room."""
        if state.frames[0].get("arrived", 0) == self._most:
            return 0
        units, left = 0, self.due(state)
        while left:
            unit = left.bit_length() - 1
            alike = self._alike[unit] & left
            left ^= alike
            if self._goals(state, unit, self._entry(state, unit)):
                units |= alike
        return units

    def goals(self, state: KitState) -> int:
        """Spaces where the chosen unit may come in."""
        unit = state.frames[-1]["unit"]
        return self._goals(state, unit, self._entry(state, unit))

    def _entry_of_chosen(self, state: KitState) -> int:
        board = self.kit.board
        return self._entry(state, state.frames[-1]["unit"]).of(state) & ~board.closed(board.season(state.turn))

    def _choose(self, state: KitState, unit: int) -> None:
        state.frames[-1]["unit"] = unit
        self.kit.ask(state, self.space, state.side)

    def _place_at(self, state: KitState, space: int) -> None:
        unit, frame = state.frames[-1]["unit"], state.frames[0]
        if self._most >= 0:
            frame["arrived"] = frame.get("arrived", 0) + 1
        self.kit.put(state, 1 << unit, space)
        state.called &= ~(1 << unit)
        state.gone &= ~(1 << unit)
        event(state, "reinforce", self.cases[state.side], 1 << unit, space)
        state.agenda.append("arrivals:next")

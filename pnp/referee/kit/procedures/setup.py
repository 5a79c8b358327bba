"""Set-up: units placed freely before the first turn, as the `placements` of the scenario say."""

from __future__ import annotations

from functools import cached_property

from pnp.model.info import Phase
from pnp.model.procedures import SetupSource
from pnp.model.scenario import FreePlacement
from pnp.referee.dice import bits
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.kit import Kit, cases_of, cite
from pnp.referee.kit.procedures.stacking import Stacking
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of
from pnp.referee.records import event


class Setup:
    """The free set-up of a scenario: a side places all its units that stand in a box and have a placement."""

    def __init__(self, kit: Kit, source: SetupSource, stacking: Stacking) -> None:
        self.kit, self.source, self.rule, self.stacking = kit, source, source.rule, stacking
        board, cases = kit.board, cases_of(kit, source)
        self.cases = cases
        self._lines = [
            (board.sides.index(line.side), mask_of(board.unit_index[u] for u in line.units if u in board.unit_index),
             self._where(line), line.rule)
            for line in kit.scenario.placements if line.side in board.sides
        ]  # fmt: skip
        self._setting_up = ["setup" in phase.procedures for phase in kit.game.info.all_phases]
        kit.may_hide = mask_of(
            board.unit_index[name] for line in kit.scenario.placements if line.face_down
            for name in line.units if name in board.unit_index
        )  # fmt: skip
        decoys = kit.filters.units(source.decoys).fixed if source.decoys else 0
        if decoys is None:
            hint = "give types, traits"
            kit.mistakes.add("what is a decoy can't depend on the position", source.where("decoys"), hint)
        self.decoys, self._starts = decoys or 0, kit.starts()
        if kit.may_hide and source.revealed == "in-contact":
            kit.after_deed.append(self._reveal_in_contact)
        self._check_room()
        self.unit = kit.decision(Decision(
            "setup-unit", "choose-unit", self.rule, self.waiting, self._choose,
            (
                Reason(cases, "not-yours", lambda state: board.own[state.side]),
                Reason(cases, "not-to-set-up", lambda state: self.to_place(state, state.side)),
                Reason(cases, "no-room", self.waiting),
            ),
            may_end=lambda state: not self.to_place(state, state.side) & ~self.decoys,
            unended=lambda state: (cases[state.side], "units-left"),
        ), source)  # fmt: skip
        self.space = kit.decision(Decision(
            "setup-space", "place-at", self.rule, self.goals, self._place_at,
            (
                Reason(cases, "not-its-area", lambda state: self.areas[state.frames[-1]["unit"]]),
                Reason(cases, "enemy-there", lambda state: ~kit.enemies_at(state, state.side)),
                *stacking.reasons(lambda state: (state.side, state.frames[-1]["unit"])),
            ),
        ), source)  # fmt: skip
        kit.operation("setup:next", lambda state: kit.ask(state, self.unit, state.side))

    def _check_room(self) -> None:
        """Report a placement whose spaces can't hold its units."""
        kit, board = self.kit, self.kit.board
        starts, boxes = kit.starts(), {*range(board.count, board.nowhere + 1)} - {*kit.lost_at}
        lines = [line for line in kit.scenario.placements if line.side in board.sides]
        for line, (_, units, area, _) in zip(lines, self._lines, strict=True):
            wanted = sum(kit.sizes[unit] for unit in bits(units) if starts[unit] in boxes)
            room = sum(self.stacking.limit_at(space) for space in bits(area))
            if wanted > room:
                message = f"these units count {wanted} in all, and there is room for {room}"
                kit.mistakes.add(message, line.where("units"), "name more spaces, or fewer units")

    def begin(self, state: KitState, phase: Phase) -> None:
        """Open the set-up of the side; once the first turn is over, nobody is set up any more.

        Units that may be hidden are hidden from now on: those that still wait would tell which ones lie on the map.
        """
        if state.turn == (self.kit.scenario.position.turn or 1):
            own = self.kit.board.own[state.side]
            state.face_down |= (self.to_place(state, state.side) | own & state.present) & self.kit.may_hide
            state.agenda.append("setup:next")

    def _where(self, line: FreePlacement) -> int:
        board = self.kit.board
        spaces = mask_of(board.space_index[name] for name in line.spaces if name in board.space_index)
        if line.within is not None:
            spaces = board.links[0].flood(spaces, -1, line.within)
        area = spaces if line.spaces else board.land
        if line.region is not None and board.ground:
            area &= board.ground.regions.get(line.region, 0)
        if line.set is not None and board.ground:
            area &= board.ground.sets.get(line.set, 0)
        return area & ~board.closed(0)

    @cached_property
    def _alike(self) -> list[int]:
        """By unit: those of its side that may be set up where it may, and count as much."""
        kit = self.kit
        keys = [(side, self.areas[u], kit.sizes[u], kit.uncounted[u]) for u, side in enumerate(kit.board.side_of)]
        return [mask_of(other for other, same in enumerate(keys) if same == key) for key in keys]

    @cached_property
    def areas(self) -> list[int]:
        """By unit: where it may be set up, which is nowhere that is closed to it."""
        areas = [0] * len(self.kit.board.units)
        for _, units, area, _ in reversed(self._lines):
            for unit in bits(units):
                areas[unit] = area & self.kit.ever_open[0][unit]
        return areas

    def to_place(self, state: KitState, side: int) -> int:
        """Units of a side that are still to be set up, decoys among them."""
        units = 0
        for owner, listed, _, _ in self._lines:
            if owner == side:
                units |= listed
        return units & ~state.present & ~state.gone

    def waiting(self, state: KitState) -> int:
        """Units of the side that are still to be set up and find room."""
        units, left = 0, self.to_place(state, state.side)
        while left:
            unit = left.bit_length() - 1
            alike = self._alike[unit] & left
            left ^= alike
            if self._goals(state, unit):
                units |= alike
        return units

    def _goals(self, state: KitState, unit: int) -> int:
        free = self.areas[unit] & ~self.kit.enemies_at(state, state.side)
        return free & ~self.stacking.full(state, state.side, unit)

    def goals(self, state: KitState) -> int:
        """Spaces where the chosen unit may be set up."""
        return self._goals(state, state.frames[-1]["unit"])

    def _choose(self, state: KitState, unit: int) -> None:
        state.frames[-1]["unit"] = unit
        self.kit.ask(state, self.space, state.side)

    def _place_at(self, state: KitState, space: int) -> None:
        unit = state.frames[-1]["unit"]
        self.kit.put(state, 1 << unit, space)
        event(state, "place", self.cases[state.side], 1 << unit, space)
        state.agenda.append("setup:next")

    def close(self, state: KitState) -> None:
        """The set-up is over, another phase begins."""
        if state.face_down and self.source.revealed == "after-set-up":
            self._turn_up(state, state.face_down)

    def _reveal_in_contact(self, state: KitState) -> None:
        """Turn up the units next to an enemy."""
        if not state.face_down or self._setting_up[state.phase]:
            return
        board, units = self.kit.board, 0
        links = board.links[board.season(state.turn)]
        for side in range(len(board.sides)):
            hidden = state.face_down & self.kit.units_of(state, side) & state.present
            if hidden:
                seen = links.spread(self.kit.enemies_at(state, side))
                units |= state.units_on(hidden, seen)
        units |= state.face_down & ~state.present
        if units:
            self._turn_up(state, units)

    def _turn_up(self, state: KitState, units: int) -> None:
        """Units are face up from now on; those that have left the map without a word. Decoys go where they came from.
        """
        state.face_down &= ~units
        decoys = units & self.decoys
        if shown := units & state.present & ~decoys:
            event(state, "turn-up", cite(self.source, "turn-up"), shown)
        for unit in bits(decoys & state.present):
            self.kit.put(state, 1 << unit, self._starts[unit])

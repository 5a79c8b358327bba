"""Control: who holds a place. By default the side that was the last to have a unit there."""

from __future__ import annotations

from pnp.model.procedures import ControlSource
from pnp.referee.kit.filters import Selection
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of


class Control:
    """Who holds which places; `Kit.put` keeps it up to date.

    assumed  by side: what it holds unless a position says otherwise
    """

    def __init__(self, kit: Kit) -> None:
        self.kit, self.source = kit, kit.source.control
        board, source = kit.board, self.source
        self.rule = source.rule if source else ""
        self._starts = self._places_at_start(source) if source else []
        self.assumed = [0] * len(board.sides)
        kit.holdable = board.land
        kit.takes = list(board.own)
        if source is None:
            return
        kit.lasting = source.by == "last-unit"
        units, places = kit.filters.units(source.of), kit.filters.places(source.places)
        if units.fixed is None or places.fixed is None:
            hint = "give types, sets, features"
            kit.mistakes.add("who can hold what can't depend on the position", source.where(), hint)
            return
        kit.takes = [own & units.fixed for own in board.own]
        kit.holdable = board.land & places.fixed
        kit.control_rule = source.rule
        kit.told_places = self._scoring() & kit.holdable if source.logged else 0
        for holder, held in self._starts if source.assumed else ():
            if held.fixed is None:
                hint = "give regions, sets, features"
                kit.mistakes.add("what is assumed can't depend on the position", source.where("assumed"), hint)
            else:
                self.assumed[holder] |= held.fixed & kit.holdable

    def _scoring(self) -> int:
        """Places that are worth points."""
        board, scenario = self.kit.board, self.kit.scenario
        names = [name for line in scenario.victory for name in line.spaces]
        names += [space.id for space in self.kit.game.map.spaces if space.victory_points]
        spaces = mask_of(board.space_index[name] for name in names if name in board.space_index)
        for line in scenario.victory:
            if line.set and board.ground:
                spaces |= board.ground.sets.get(line.set, 0)
        return spaces

    def _places_at_start(self, source: ControlSource) -> list[tuple[int, Selection]]:
        """What each side holds at the start."""
        kit, sides = self.kit, self.kit.board.sides
        starts: list[tuple[int, Selection]] = []
        claimed = 0
        for side, places in source.at_start.items():
            if not kit.mistakes.known_key("side", side, sides, source, "at_start", side):
                continue
            selected = kit.filters.places(places)
            starts.append((sides.index(side), selected))
            if twice := claimed & (selected.fixed or 0) & kit.board.land:
                name = kit.board.spaces[twice.bit_length() - 1]
                message = f"{name} is held by another side, too"
                kit.mistakes.add(message, source.where_key("at_start", side), "give each place to one side")
            claimed |= selected.fixed or 0
        return starts

    def at_start(self, state: KitState) -> None:
        """Write down who holds what before a unit stands on the map."""
        board, start = self.kit.board, self.kit.scenario.position.control or {}
        state.held = [0] * len(board.sides)
        for holder, places in self._starts:
            state.seize(holder, places.of(state) & self.kit.holdable)
        for name, side in start.items():
            if name in board.space_index and side in board.sides:
                state.seize(board.sides.index(side), 1 << board.space_index[name])

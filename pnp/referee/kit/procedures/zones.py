"""Zones of control (ZOC): the spaces around a unit in which it hinders the enemy."""

from __future__ import annotations

from pnp.referee.dice import bits
from pnp.referee.hex_counts import counted
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.state import KitState


class Zones:
    """The zones of a game; without a declaration there are none."""

    def __init__(self, kit: Kit) -> None:
        self.kit, self.source = kit, kit.source.zones
        self.rule = self.source.rule if self.source else ""
        self.entering = self.source.entering if self.source else "free"
        self.between = self.source.between if self.source else "allowed"
        source, parts = self.source, kit.parts
        self.cost = kit.mistakes.amount(source.cost, source, "cost") * parts if source else 0
        self.leaving = kit.mistakes.amount(source.leaving, source, "leaving") * parts if source else 0
        self.ended_by_friends = self.source is not None and self.source.ended_by == "friends"
        if self.source is not None:
            kit.exerts = [self._exerted(season) for season in range(kit.board.seasons)]
            if self.source.across:
                kit.board.check_links(self.source.across)
            if self.entering == "cost" and not self.cost:
                kit.mistakes.add("entering a zone costs nothing", self.source.where("entering"), "add 'cost: 1'")

    def _exerted(self, season: int) -> list[list[int]]:
        """By unit and place: the spaces on which it exerts its zone."""
        kit, board, source = self.kit, self.kit.board, self.source
        assert source is not None
        links = board.links_where(source.across, season)
        into = self._fixed(kit.filters.places(source.into).fixed, "into")
        having = self._fixed(kit.filters.units(source.of).fixed, "of")
        around = [plane & into for plane in links.near] + [0] * (board.nowhere + 1 - board.count)
        silent: list[tuple[int, int, int]] = []
        for index, exception in enumerate(source.none):
            units = self._fixed(kit.filters.units(exception.units).fixed, "none", index)
            places = self._fixed(kit.filters.places(exception.at).fixed, "none", index)
            silent.append((units, places, self._fixed(kit.filters.places(exception.into).fixed, "none", index)))
        spread: dict[tuple[bool, ...], list[int]] = {}
        rows = []
        for unit in range(len(board.units)):
            kind = (bool(having >> unit & 1), *(bool(units >> unit & 1) for units, *_ in silent))
            if kind not in spread:
                zones = around if kind[0] else [0] * len(around)
                for concerned, (_, where, beyond) in zip(kind[1:], silent, strict=True):
                    if concerned:
                        zones = [zone & ~beyond if where >> place & 1 else zone for place, zone in enumerate(zones)]
                spread[kind] = zones
            rows.append(spread[kind])
        return rows

    def _fixed(self, selected: int | None, *path: str | int) -> int:
        if selected is None:
            assert self.source is not None
            hint = "give types, traits, sides, sets or regions"
            self.kit.mistakes.add("a zone of control can't depend on the position", self.source.where(*path), hint)
            return 0
        return selected

    def against(self, state: KitState, side: int) -> int:
        """Spaces in a zone of control of any enemy of `side`."""
        spaces = 0
        if self.source is not None:
            for enemy in self.kit.board.hostile[side]:
                spaces |= counted(state.zones[enemy])
            if self.ended_by_friends:
                spaces &= ~state.occupied[side]
        return spaces

    def besides(self, state: KitState, side: int, units: int) -> int:
        """Spaces in a zone of control of any enemy of `side` but `units`."""
        spaces, kit = 0, self.kit
        if kit.exerts is not None:
            exerts = kit.exerts[kit.board.season(state.turn)]
            for unit in bits(kit.on_map(state, kit.board.foes(side) & ~units)):
                spaces |= exerts[unit][state.at[unit]]
        return spaces & ~state.occupied[side] if self.ended_by_friends else spaces

    def around_alone(self, state: KitState, unit: int) -> int:
        """The space of a unit in an enemy zone that only other friends would end: none stands with it."""
        side, here = self.kit.board.side_of[unit], state.at[unit]
        if state.units_in[here] & self.kit.board.own[side] != 1 << unit:
            return 0
        return 1 << here if any(
            counted(state.zones[other]) >> here & 1 for other in self.kit.board.hostile[side]
        ) else 0  # fmt: skip

    def exerting(self, state: KitState, side: int, space: int) -> int:
        """Enemy units of `side` whose zones reach `space`."""
        units = 0
        if self.kit.exerts is not None:
            grounds = self.kit.exerts[self.kit.board.season(state.turn)]
            for unit in bits(self.kit.board.foes(side)):
                if grounds[unit][state.at[unit]] >> space & 1:
                    units |= 1 << unit
        return units

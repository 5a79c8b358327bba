"""The kit of both games: factions that are led by one of them, and who may stand where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pnp.games.tatchanka.board import TatchankaBoard, Waters
from pnp.games.tatchanka.state import TatchankaState
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.kit.decisions import Decision
from pnp.referee.kit.filters import Reading
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.state import KitState
from pnp.referee.records import event
from pnp.referee.setting import sources_needed


class TatchankaKit(Kit):
    """The kit whose sides are factions. A faction leads itself or is led by another, which acts and decides for it.

    ALLIES      faction -> the one that leads it when the game begins; others lead themselves
    COMMANDERS  faction that leads itself -> the one whose player decides for it
    Rule: 1.1
    """

    BOARD = TatchankaBoard
    ALLIES: ClassVar[Mapping[str, str]] = {}
    COMMANDERS: ClassVar[Mapping[str, str]] = {}
    board: TatchankaBoard

    def __init__(self, *given: Any) -> None:
        with sources_needed(given[0]):
            super().__init__(*given)
        board, sides = self.board, self.board.sides
        self.remembered = False
        self.first_leaders = [sides.index(self.ALLIES.get(name, name)) for name in sides]
        self._commanders = [sides.index(self.COMMANDERS.get(name, name)) for name in sides]
        self.sets = dict.fromkeys(("doubled", "tripled", "limited", "formed", "resting"), board.all_units)
        self.most = {"acted": (1 << len(sides)) - 1, "broken": 99}
        self.misplaced.append(self._mixed)
        self._strait = tuple(bits(board.strait))
        self._frontiers: dict[Plane, Plane] = {}
        ground = board.land & ~board.closed(0)
        self._ever_free = [ground & ~(board.edge & ~bars) for bars in board.bars]
        self._by_shared = board.shared | board.links[0].spread(board.shared)
        self.each_turn.append(_begin_turn)

    def own_readings(self) -> Mapping[str, Reading]:
        """Units with full supply; everything `with` an option, or `without` it.

        Rule: 5.3
        """
        options: dict[str, Reading] = {}
        for name, chosen in self.options.items():
            with_it, without = (-1, 0) if chosen else (0, -1)
            options[f"with-{name}"] = lambda state, every=with_it: every  # type: ignore[misc]
            options[f"without-{name}"] = lambda state, every=without: every  # type: ignore[misc]
        return {"doubled": lambda state: state.doubled, "tripled": lambda state: state.tripled, **options}  # type: ignore[attr-defined]

    # Who is led by whom -------------------------------------------------------------------------------------

    def muster(self, state: TatchankaState) -> None:
        """Work out whose units each faction leads."""
        board = self.board
        state.sufficing = {}
        state.armies, state.abilities = [0] * len(board.sides), [None] * len(board.sides)
        for faction, leader in enumerate(state.leaders):
            state.armies[leader] |= board.own[faction]

    def led_by(self, state: TatchankaState, leader: int) -> list[int]:
        """The factions of a side."""
        return [faction for faction, other in enumerate(state.leaders) if other == leader]

    def refresh(self, state: KitState) -> None:
        """Make everything that follows from the fields anew."""
        self.muster(state)  # type: ignore[arg-type]
        super().refresh(state)

    def units_of(self, state: TatchankaState, side: int) -> int:  # type: ignore[override]
        """The units of a side that act with it."""
        return state.armies[side] & ~state.resting

    def foes_of(self, state: TatchankaState, side: int) -> int:  # type: ignore[override]
        """The units of both other sides."""
        return self.board.all_units & ~state.armies[state.leaders[side]]

    def enemies_at(self, state: TatchankaState, side: int) -> Plane:  # type: ignore[override]
        """Hexes with units of both other sides."""
        leaders, enemies = state.leaders, 0
        lead = leaders[side]
        for faction, leader in enumerate(leaders):
            if leader != lead:
                enemies |= state.occupied[faction]
        return enemies

    def side_at(self, state: TatchankaState, leader: int) -> Plane:
        """Hexes with units of a side, those that rest included."""
        spaces = 0
        for faction, other in enumerate(state.leaders):
            if other == leader:
                spaces |= state.occupied[faction]
        return spaces

    def others_at(self, state: TatchankaState, faction: int) -> Plane:
        """Hexes with any other faction.

        Rule: 1.1
        """
        others = 0
        for other, spaces in enumerate(state.occupied):
            if other != faction:
                others |= spaces
        return others

    def ask(self, state: KitState, decision: Decision, side: int) -> bool:
        """Open a decision of the player who leads a faction.

        Rule: 1.1
        """
        return super().ask(state, decision, self._commanders[state.leaders[side]])  # type: ignore[attr-defined]

    def put(self, state: KitState, units: int, place: int) -> None:
        """Move units, with everything that follows."""
        self.put_together(state, units, place)
        if state.sufficing and units & state.armies[state.side]:  # type: ignore[attr-defined]
            state.sufficing = {}  # type: ignore[attr-defined]

    # Who may stand where ------------------------------------------------------------------------------------

    def free(self, state: TatchankaState, faction: int) -> Plane:
        """Hexes that no other faction and no bar of another side closes to a faction.

        Rule: 1.1, 1.6.7, 6.0
        """
        free = state.hindered[faction]
        if free is None:
            leader = state.leaders[faction]
            free = self._ever_free[leader] & ~self.others_at(state, faction)
            if self.board.shared & self.board.bars[leader]:
                free &= ~self.closed_edge(state, faction)
            state.hindered[faction] = free
        return free

    def closed_edge(self, state: TatchankaState, faction: int) -> Plane:
        """Half-hexes of two sides that enemies in them or next to them close to a faction.

        Rule: 1.6.7
        """
        shared = self.board.shared
        enemies = self.enemies_at(state, faction) & self._by_shared if shared else 0
        return shared & (enemies | self.board.links[0].spread(enemies)) if enemies else 0

    def waters(self, state: TatchankaState, faction: int) -> Waters:
        """The waters that are open to a faction: enemy vessels close the strait.

        Rule: 1.6.2
        """
        board, units_in = self.board, state.units_in
        vessels = board.afloat & ~state.armies[state.leaders[faction]]
        for space in self._strait:
            if units_in[space] & vessels:
                return board.parted
        return board.waters

    def around(self, spaces: Plane) -> Plane:
        """Hexes next to some; kept, since most questions come again."""
        around = self._frontiers.get(spaces)
        if around is None:
            if len(self._frontiers) > 2000:
                self._frontiers.clear()
            around = self._frontiers[spaces] = self.board.links[0].spread(spaces)
        return around

    def _mixed(self, state: KitState) -> list[str]:
        """Factions that share a hex, and units on ground that is not theirs.

        Rule: 1.1, 1.6.2, 1.6.6
        """
        board, faults = self.board, []
        for space, inside in state.units_in.items():
            if space < board.count and sum(bool(inside & own) for own in board.own) > 1:
                faults.append(f"two factions stand together in {board.spaces[space]}")
        for unit, space in self.places_of(state, state.present & ~board.afloat):
            if not board.dry >> space & 1:
                faults.append(f"{board.units[unit]} can't be in {board.spaces[space]}")
        return faults

    def own_faults(self, state: Any) -> list[str]:
        """Leaders that lead nobody, and quotas that can't be."""
        sides = range(len(self.board.sides))
        leaders = state.leaders
        if len(leaders) != len(sides) or any(not 0 <= leader < len(sides) or leaders[leader] != leader
                                             for leader in leaders):  # fmt: skip
            return ["'leaders' doesn't give a leader for each faction"]
        most = self.board.count - 1, len(sides) - 1, 9, 9
        arming = state.arming
        if arming and (len(arming) != 4 or any(not 0 <= told <= top for told, top in zip(arming, most, strict=True))):
            return ["'arming' doesn't tell how a stockpile is broken up"]
        if len(state.quotas) != 3 * len(sides) or not all(0 <= used <= 99 for used in state.quotas):
            return ["'quotas' doesn't fit the factions"]
        return []

    # What becomes of units ----------------------------------------------------------------------------------

    def march(self, state: KitState, unit: int, space: int, rule: str) -> None:
        """A unit moves to a space, and that is recorded."""
        event(state, "move", rule, 1 << unit, space, (("from", self.board.places[state.at[unit]]),))
        self.put(state, 1 << unit, space)


def _begin_turn(state: Any) -> None:
    """In a new turn all factions may act; in a new month all quotas are whole.

    Rule: 2.2, 4.3.3
    """
    state.acted = state.resting = state.formed = state.broken = 0
    board = state.rules.board
    if state.turn < 2 or board.months[state.turn] != board.months[state.turn - 1]:
        state.quotas = [0] * len(state.quotas)

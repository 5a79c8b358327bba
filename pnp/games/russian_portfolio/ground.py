"""The ground as it is now: frozen or not, whose zones of control lie on it, who fits where, what supply reaches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pnp.games.russian_portfolio.board import AXIS, RUSSIAN, SNOW, WEATHERS, PortfolioBoard
from pnp.games.russian_portfolio.state import PortfolioState
from pnp.referee.dice import bits
from pnp.referee.hexes import HexLinks, Plane
from pnp.referee.kit.decisions import Decision
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.state import KitState
from pnp.referee.records import event


@dataclass(frozen=True, slots=True)
class Stacked:
    """Hexes by what stands there of a side: any unit, as many as may, too many, and units of these kinds."""

    any: Plane
    full: Plane
    over: Plane
    large: Plane
    fronts: Plane
    armor: Plane
    hungarian: Plane
    romanian: Plane


class PortfolioKit(Kit):
    """The kit, with what several procedures of this game ask. `giving_up`: what stands open beside their choices."""

    BOARD = PortfolioBoard
    board: PortfolioBoard
    giving_up: tuple[Decision, ...]

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.numbers = self.board.parameter

    def _weathers(self) -> tuple[str, ...]:
        return WEATHERS

    # Putting units ------------------------------------------------------------------------------------------

    def put(self, state: Any, units: int, place: int) -> None:
        """Move units; a place changes hands only where somebody says so, see `enter`."""
        state.seen = {}
        super().put(state, units, place)

    def _take(self, state: KitState, side: int, bit: int, place: int) -> None:
        """Retreats, trains, ships and arrivals take no ground.

        Rule: XV.A
        """

    def enter(self, state: PortfolioState, side: int, spaces: Plane) -> None:
        """Units of a side have moved or advanced through these hexes.

        Rule: XV.A, IX.A.1.b.3, X.B.6
        """
        state.seize(side, spaces)
        state.seen = {}
        if side == AXIS:
            board = self.board
            state.lost_factories |= spaces & board.features["tank-factory"]
            state.taken |= spaces & board.victory_cities

    def lose(self, state: Any, units: int, rule: str) -> None:
        """Eliminate units; they are nothing but eliminated then."""
        for field in ("spent", "dispersed", "moved", "dry", "drained"):
            setattr(state, field, getattr(state, field) & ~units)
        super().lose(state, units, rule)

    # Zones of control ---------------------------------------------------------------------------------------

    def frozen(self, state: PortfolioState) -> int:
        """1 while what lies north of the weather line is frozen.

        Rule: VI.B.1
        """
        return int(state.weather == SNOW)

    def known(self, state: PortfolioState) -> dict[Any, Any]:
        """What has been found out since something was moved, turned over or taken; whoever looks keeps it here."""
        seen = state.seen
        if not seen or seen["dispersed"] != state.dispersed or seen["at"] is not state.at:
            board = self.board
            holders = [state.spaces_of(board.own[1 - side] & ~state.dispersed) for side in (AXIS, RUSSIAN)]
            zones = [board.zoned.spread(spaces) for spaces in holders]
            seen = state.seen = {"dispersed": state.dispersed, "at": state.at, "holders": holders, "zones": zones}
        return seen

    def zones(self, state: PortfolioState, side: int) -> Plane:
        """Hexes in zones of control of the enemies of `side`: around each that isn't Dispersed.

        Rule: III.1, VII.B
        """
        return self.known(state)["zones"][side]  # type: ignore[no-any-return]

    def holders(self, state: PortfolioState, side: int) -> Plane:
        """Hexes of enemies of `side` that have a zone of control."""
        return self.known(state)["holders"][side]  # type: ignore[no-any-return]

    def stacks(self, state: PortfolioState, side: int) -> Stacked:
        """What stands where of a side."""
        known = self.known(state)
        if ("stacks", side) not in known:
            known["stacks", side] = self._stacks(state, side)
        return known["stacks", side]  # type: ignore[no-any-return]

    def _stacks(self, state: PortfolioState, side: int) -> Stacked:
        """What stands where of a side: single units by kind at once, others one by one."""
        board, own, kinds = self.board, self.board.own[side], self.board.kinds
        single, full, over, together = [0] * (1 << len(board.kind_sets)), 0, 0, [0] * len(board.kind_sets)
        for place, inside in state.units_in.items():
            units = inside & own
            if not units or place >= board.count:
                continue
            if units & units - 1:
                if units.bit_count() >= self.numbers["stacking"]:
                    full |= 1 << place
                if not self.together(units, place):
                    over |= 1 << place
                for index, some in enumerate(board.kind_sets):
                    if units & some:
                        together[index] |= 1 << place
            else:
                single[kinds[units.bit_length() - 1]] |= 1 << place
        planes = [
            together[index] | sum(plane for kind, plane in enumerate(single) if kind >> index & 1)
            for index in range(len(board.kind_sets))
        ]  # fmt: skip
        return Stacked(state.occupied[side], full, over, *planes)

    def halting(self, state: PortfolioState, side: int) -> Plane:
        """Hexes in the zone of an enemy army or front that stops everybody: German armies, Panzer Groups, fronts.

        Rule: XIII.E.2
        """
        board = self.board
        units = board.own[1 - side] & board.traits["halts"] & ~state.dispersed
        return board.zoned.spread(state.spaces_of(units))

    # Stacking -----------------------------------------------------------------------------------------------

    def room_for(self, state: PortfolioState, unit: int) -> Plane:
        """Hexes other than its own in which a unit finds room with the friends who stand there.

        Rule: XII.1, XII.2, X.D.2
        """
        board, stacks = self.board, self.stacks(state, self.board.side_of[unit])
        room = board.land & ~(stacks.full | stacks.fronts)
        bit = 1 << unit
        if bit & board.large:
            room &= ~stacks.large
        if bit & board.fronts:
            room &= ~stacks.any
        if bit & board.armor:
            room &= ~(stacks.armor & board.heavy)
        if bit & board.apart[0]:
            room &= ~stacks.romanian
        if bit & board.apart[1]:
            room &= ~stacks.hungarian
        return room

    def crowded(self, state: PortfolioState, side: int) -> Plane:
        """Hexes in which units of a side stand that may not stand together."""
        return self.stacks(state, side).over

    def together(self, units: int, space: int) -> bool:
        """Whether units of a side may stand together in a hex.

        Rule: XII.1, XII.2, X.D.2
        """
        board = self.board
        large, armor = units & board.large, units & board.armor
        number = units.bit_count()
        return not (
            number > self.numbers["stacking"] or large & large - 1 or (number > 1 and units & board.fronts)
            or (armor & armor - 1 and board.heavy >> space & 1) or (units & board.apart[0] and units & board.apart[1])
        )

    def banned(self, state: PortfolioState, unit: int) -> Plane:
        """Hexes that a unit may never enter, or not yet.

        Rule: X.D.1, XVI.B.5
        """
        board = self.board
        if board.apart[0] >> unit & 1:
            return board.regions["romania"]
        late = board.finns | board.apart[1]
        if state.turn == board.first and late >> unit & 1:
            return board.home[RUSSIAN]
        return 0

    # Supply -------------------------------------------------------------------------------------------------

    def seas(self, state: PortfolioState) -> tuple[int, ...]:
        """Who controls each sea, -1 for nobody.

        Rule: XV.B
        """
        board = self.board
        konigsberg = board.coasts[0] & board.regions["germany"] & board.major
        sevastopol = board.coasts[1] & board.victory_cities & board.features["fortress"]
        rostov = board.coasts[2] & board.victory_cities
        holders = []
        for places in (konigsberg, sevastopol, rostov | sevastopol):
            owners = [side for side in (AXIS, RUSSIAN) if not places & ~state.held[side]]
            holders.append(owners[0] if owners else -1)
        return tuple(holders)

    def lines(self, state: PortfolioState, nation: str, *, overland: bool = False) -> tuple[HexLinks, Plane]:
        """The links of supply lines of a nation now, and the hexes through which they may lead.

        overland  for victory: nothing is frozen, and the sea carries nothing
        Rule: X.C, XIV.A.1, VI.B.1
        """
        known = self.known(state)
        if ("lines", nation, overland) not in known:
            known["lines", nation, overland] = self._lines(state, nation, overland)
        return known["lines", nation, overland]  # type: ignore[no-any-return]

    def _lines(self, state: PortfolioState, nation: str, overland: bool) -> tuple[HexLinks, Plane]:
        board = self.board
        side = RUSSIAN if nation == "soviet" else AXIS
        links = board.traced[0 if overland else self.frozen(state)]
        if not overland and nation != "finnish":
            links = self._over_seas(links, tuple(owner == side for owner in self.seas(state)))
        own = state.occupied[side]
        free = (state.held[side] | own) & ~self.enemies_at(state, side) & (~self.zones(state, side) | own)
        if nation == "hungarian":
            free &= ~board.regions["romania"]
        return links, free

    def _over_seas(self, links: HexLinks, open_: tuple[bool, ...]) -> HexLinks:
        """Links of supply with those over the seas that a side controls, made once for each set of seas."""
        known = self.game.workings.setdefault("russian-portfolio seas", {})
        key = id(links), open_
        if key not in known:
            near = list(links.near)
            for number, usable in enumerate(open_):
                if usable:
                    near = [one | across for one, across in zip(near, self.board.over_sea[number], strict=True)]
            known[key] = HexLinks(near)
        return known[key]  # type: ignore[no-any-return]

    def sources(self, nation: str) -> Plane:
        """Where supply of a nation comes from.

        Rule: XIV.A.2
        """
        return self.board.eastern if nation == "soviet" else self.board.western[nation]

    def network(self, state: PortfolioState, nation: str, *, overland: bool = False) -> Plane:
        """Hexes to which a line of any length leads from a source of a nation."""
        links, free = self.lines(state, nation, overland=overland)
        return links.flood(self.sources(nation) & free, free)

    def reached(self, state: PortfolioState, nation: str) -> Plane:
        """Hexes in which units of a nation are in supply.

        Rule: XIV.A.1
        """
        known = self.known(state)
        if ("reached", nation) not in known:
            links, free = self.lines(state, nation)
            network = links.flood(self.sources(nation) & free, free)
            known["reached", nation] = links.flood(network & self.board.towns, free, self.numbers["supply-range"])
        return known["reached", nation]  # type: ignore[no-any-return]

    def isolated(self, state: PortfolioState, side: int) -> int:
        """Units of a side that are out of supply now; fortresses and victory cities feed who stands on them.

        Rule: XIV.A.1, XIV.A.3
        """
        board, units = self.board, 0
        held = state.held[side]
        for nation, members in board.nations.items():
            own = members & board.own[side] & state.present
            if not own:
                continue
            supplied = self.reached(state, nation)
            for unit in bits(own):
                if not supplied >> state.at[unit] & 1:
                    units |= 1 << unit
        fed = board.victory_cities & held
        forts = board.features["fortress"] & held & ~fed
        for unit in bits(units & ~board.fronts):
            here = state.at[unit]
            if fed >> here & 1:
                units ^= 1 << unit
            elif forts >> here & 1:  # one unit of those on it
                forts ^= 1 << here
                units ^= 1 << unit
        return units

    def thirsty(self, state: PortfolioState, side: int) -> int:
        """Units of a side that need fuel and have no line to its wells. Oil that reaches the western edge of the map
        goes on beyond it, to all Axis sources of supply there.

        Rule: XIV.D
        """
        board, units = self.board, 0
        motorized = board.traits["motorized"] & board.own[side] & state.present
        for nation, members in board.nations.items():
            own = members & motorized
            if own:
                links, free = self.lines(state, nation)
                reached = links.flood(board.wells[side] & free, free)
                edge = board.edge if side == AXIS else 0
                if reached & edge:
                    reached = links.flood(reached | edge & free, free)
                reached |= links.spread(reached) & state.occupied[side]
                for unit in bits(own):
                    if not reached >> state.at[unit] & 1:
                        units |= 1 << unit
        return units

    def army_for(self, state: PortfolioState, front: int) -> int:
        """An army not in play that has at most half the factors of a front, -1 for none.

        Rule: XIV.B.2, XIV.C
        """
        board = self.board
        for box in board.pools[board.side_of[front]]:
            for unit in bits(state.units_in.get(box, 0) & board.armies):
                if 2 * board.attack[unit] <= board.attack[front]:
                    return unit
        return -1

    def reduce_front(self, state: PortfolioState, front: int, rule: str) -> None:
        """An army takes the place of a front, and its state.

        Rule: XIV.B.2, XIV.C
        """
        army, here = self.army_for(state, front), state.at[front]
        dispersed, spent, moved = (bool(units >> front & 1) for units in (state.dispersed, state.spent, state.moved))
        self.lose(state, 1 << front, rule)
        event(state, "arrive", rule, 1 << army, here)
        self.put(state, 1 << army, here)
        state.gone &= ~(1 << army)
        state.dispersed |= dispersed << army
        state.spent |= spent << army
        state.moved |= moved << army

    # What units suffer --------------------------------------------------------------------------------------

    def disperse(self, state: PortfolioState, units: int, rule: str) -> None:
        """Disperse units, and note in an attack phase that they don't recover in it."""
        units &= state.present
        if units:
            event(state, "dispersed", rule, units)
            state.disperse(units)
            if state.frames:
                state.frames[0]["fresh"] = state.frames[0].get("fresh", 0) | units

    def spend(self, state: PortfolioState, units: int, rule: str) -> None:
        """Spend units that are not Dispersed."""
        units &= state.present & ~state.dispersed & ~state.spent
        if units:
            event(state, "spent", rule, units)
            state.spend(units)

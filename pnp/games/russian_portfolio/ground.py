"""The ground as it is now: frozen or not, whose zones of control lie on it, who fits where, what supply reaches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, NamedTuple

from pnp.games.russian_portfolio.board import AXIS, GOOD, RUSSIAN, SNOW, WEATHERS, PortfolioBoard
from pnp.games.russian_portfolio.state import PortfolioState
from pnp.referee.dice import bits
from pnp.referee.hex_counts import above, recounted
from pnp.referee.hexes import HexLinks, Parts, Plane
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.filters import Reading
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.state import KitState
from pnp.referee.masks import latest, mask_of, union
from pnp.referee.records import event


class Facing(NamedTuple):
    """What faces a side.

    hexes      those where enemies stand
    dispersed  enemies that are Dispersed; scattered: the hexes beside such a one
    holders    those that have a zone of control; zones: the hexes in these
    halters    those whose zone stops everybody
    """

    hexes: Plane
    dispersed: int
    scattered: Plane
    holders: Plane
    zones: Plane
    halters: Plane


Basis = tuple[int, int, Plane, Plane, Plane, Facing]
"""What lines of supply of a side depend on: the side, the weather, what the Axis and the Russians hold, where units of
the side stand on ground of others or in enemy zones, and what faces it.
"""


class PortfolioKit(Kit):
    """The kit, with what several procedures of this game ask. `giving_up`: what stands open beside their choices."""

    BOARD = PortfolioBoard
    board: PortfolioBoard
    giving_up: tuple[Decision, ...]

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.numbers = self.board.parameter
        self.sets = dict.fromkeys(PortfolioState.UNITS, self.board.all_units)
        self.sets |= dict.fromkeys(PortfolioState.SPACES, self.board.land)
        self.misplaced.append(self._afloat)
        self.kinds = self.board.kinds
        self._halts = [self.board.plane(own & self.board.traits["halts"]) for own in self.board.own]
        self._armor = [self.board.plane(own & self.board.armor) for own in self.board.own]
        home = self.board.home[RUSSIAN]
        hungarians, romanians, finns = (dict.fromkeys(bits(units), spaces) for units, spaces in (
            (self.board.apart[0], self.board.regions["romania"]), (self.board.apart[1], home), (self.board.finns, home)
        ))  # fmt: skip
        self._bans = hungarians, hungarians | romanians, hungarians | romanians | finns
        self._restrained = tuple(mask_of(bans) for bans in self._bans)
        self._nations = {nation: self.board.plane(units) for nation, units in self.board.nations.items()}
        self.shared = self.plain(
            "fortress-supply", "choose-unit", "XIV.A.3", lambda state: state.frames[0].get("sharing", 0), self._share,
            "no-fortress-shared",
        )  # fmt: skip
        self.operation("fortress:share", lambda state: self.ask(state, self.shared, state.side))
        own_lines = "finnish", "hungarian", "soviet"
        self._alike = {nation: nation if nation in own_lines else "german" for nation in self.board.nations}
        self._reach = {nation: latest(partial(self._reached, nation)) for nation in self.board.nations}
        self._feed = {nation: latest(self._fed) for nation in self._alike.values()}
        self._fuel = {nation: latest(partial(self._fuelled, nation)) for nation in self._alike.values()}
        self._parts = cache(lambda links, hungarian, soviet: Parts(links))

    def _weathers(self) -> tuple[str, ...]:
        return WEATHERS

    def own_readings(self) -> Mapping[str, Reading]:
        """States of units and of places, and the winter offensive while it lasts."""
        return {
            "dispersed": lambda state: state.dispersed, "lost-factory": lambda state: state.lost_factories,
            "german": lambda state: self.board.german, "finnish": lambda state: self.board.finns,
            "taken": lambda state: state.taken, "winter-offensive": self._striking,
            "overland": self.overland,
            "dry": lambda state: state.dry and state.dry & self.thirsty(state, state.side),
        }  # fmt: skip

    def _striking(self, state: Any) -> int:
        """Rule: VI.B.3"""
        return int(bool(state.winter) and state.winter <= state.turn < state.winter + self.numbers["winter-turns"])

    def own_faults(self, state: Any) -> list[str]:
        """Units that are both Spent and Dispersed, and attacks that can't be."""
        board, faults = self.board, []
        if len(state.others) != len(board.sides):
            faults.append("'others' doesn't fit the sides")
        if state.spent & state.dispersed:
            faults.append("a unit is both Spent and Dispersed")
        if len({len(getattr(state, name)) for name in state.ATTACKS}) > 1:
            faults.append("the attacks don't fit one another")
        if any(force & ~board.all_units for force in state.forces) or any(hex_ & ~board.land for hex_ in state.targets):
            faults.append("an attack is of units or hexes that there are not")
        return faults

    def _afloat(self, state: Any) -> list[str]:
        """Units on the sea, and on lakes that aren't frozen."""
        board = self.board
        off = board.water | board.lakes & ~(board.north if state.weather == SNOW else 0)
        return [
            f"{board.units[unit]} can't be in {board.spaces[space]}"
            for unit, space in self.places_of(state, state.present) if off >> space & 1
        ]  # fmt: skip

    # Decisions ----------------------------------------------------------------------------------------------

    def unit_and_space(
        self, name: str, rule: str, units: Reading, against: tuple[Reason, ...], spaces: Callable[[Any, int], Plane],
        deed: Callable[[Any, int, int], None], *, space_rule: str = "", **more: Any,
    ) -> Decision:  # fmt: skip
        """Register the choice of a unit and then of the space for it, again and again, as the operation `NAME:next`;
        the decision on the unit, which has `more`. Where no unit is left, its end comes.

        units, against   the units that may be chosen, and what refuses others
        spaces, deed     where a unit may go; what is done with the unit and the space
        """
        def choose(state: KitState, unit: int) -> None:
            state.frames[-1]["unit"] = unit
            self.ask(state, space, state.side)

        def put(state: KitState, chosen: int) -> None:
            state.agenda.append(f"{name}:next")
            deed(state, state.frames[-1]["unit"], chosen)

        self.operation(f"{name}:next", lambda s: self.ask(s, unit, s.side) or (unit.end and unit.end(s)))
        unit = self.own_decision(Decision(f"{name}-unit", "choose-unit", rule, units, choose, against, **more))
        space = self.plain(
            f"{name}-space", "place-at", space_rule or rule, lambda s: spaces(s, s.frames[-1]["unit"]), put,
            "not-a-goal",
        )  # fmt: skip
        return unit

    # Putting units ------------------------------------------------------------------------------------------

    def put(self, state: Any, units: int, place: int) -> None:
        """Move units; a place changes hands only where somebody says so, see `enter`."""
        board, there = self.board, 1 << place if place < self.board.count else 0
        for unit in bits(units):
            origin = state.at[unit]
            recounted(state.stacks[board.side_of[unit]], 1 << origin if origin < board.count else 0, there)
        if units:
            self.put_together(state, units, place)

    def enter(self, state: PortfolioState, side: int, spaces: Plane) -> None:
        """Units of a side have moved or advanced through these hexes; retreats, trains, ships and arrivals take none.

        Rule: XV.A, IX.A.1.b.3, X.B.6
        """
        state.seize(side, spaces)
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

    def zones(self, state: PortfolioState, side: int) -> Plane:
        """Hexes in zones of control of the enemies of `side`: around each that isn't Dispersed.

        Rule: III.1, VII.B
        """
        return self.facing(state, side).zones

    def facing(self, state: PortfolioState, side: int) -> Facing:
        """What faces a side, found out once an enemy has been put somewhere or turned over."""
        facing: Facing | None = state.hindered[side]
        dispersed = state.dispersed & self.board.own[1 - side]
        if facing is None or facing.dispersed != dispersed:
            facing = state.hindered[side] = self._facing(state, 1 - side, dispersed)
        return facing

    def _facing(self, state: PortfolioState, enemy: int, dispersed: int) -> Facing:
        zoned, units_in, halting = self.board.zoned, state.units_in, self.board.traits["halts"]
        there, powerless, letting = state.spaces_of(dispersed), 0, 0
        for here in bits(there):
            ready = units_in[here] & ~dispersed
            if not ready & halting:
                letting |= 1 << here
                powerless |= 0 if ready else 1 << here
        hexes = state.occupied[enemy]
        holders, halters = hexes & ~powerless, state.occupied[self._halts[enemy]] & ~letting
        return Facing(hexes, dispersed, zoned.spread(there), holders, zoned.spread(holders), halters)

    def enemies_at(self, state: KitState, side: int) -> int:
        """Hexes with enemy units."""
        return state.occupied[1 - side]

    def halting(self, state: PortfolioState, side: int) -> Plane:
        """Hexes in the zone of an enemy army or front that stops everybody: German armies, Panzer Groups, fronts.

        Rule: XIII.E.2
        """
        return self.board.zoned.spread(self.facing(state, side).halters)

    # Stacking -----------------------------------------------------------------------------------------------

    def room_for(self, state: PortfolioState, unit: int) -> Plane:
        """Hexes other than its own in which a unit finds room with the friends who stand there.

        Rule: XII.1, XII.2, X.D.2
        """
        board, side, occupied = self.board, self.board.side_of[unit], state.occupied
        taken = above(state.stacks[side], self.numbers["stacking"] - 1)
        for plane in board.crowding[unit]:
            taken |= occupied[plane]
        if board.armor >> unit & 1:
            taken |= board.heavy & occupied[self._armor[side]]
        return board.land ^ taken

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
        return self._bans[0 if state.turn > self.board.first else 1 if state.roused else 2].get(unit, 0)

    def restrained(self, state: PortfolioState) -> int:
        """Units that have such hexes."""
        return self._restrained[0 if state.turn > self.board.first else 1 if state.roused else 2]

    def rouse(self, state: PortfolioState) -> None:
        """Find out whether Germans begin the game in Finland, so that the Finns act at once.

        Rule: XVI.B.5
        """
        state.roused = int(bool(state.spaces_of(self.board.german) & self.board.regions["finland"]))

    # Supply -------------------------------------------------------------------------------------------------

    def seas(self, state: PortfolioState) -> tuple[int, ...]:
        """Who controls each sea, -1 for nobody.

        Rule: XV.B
        """
        axis, russian = state.held
        return tuple(
            AXIS if not keys & ~axis else RUSSIAN if not keys & ~russian else -1 for keys in self.board.keys
        )

    def _basis(self, state: PortfolioState, side: int) -> Basis:
        """What lines of supply of a side depend on now."""
        facing, held = self.facing(state, side), state.held
        own = state.occupied[side] & (facing.zones | ~held[side])
        return side, state.weather, held[AXIS], held[RUSSIAN], own, facing

    def _lines(self, nation: str, basis: Basis, *, overland: bool = False) -> tuple[HexLinks, Plane]:
        """The links of supply lines of a nation, and the hexes through which they may lead.

        overland  for victory: nothing is frozen, and the sea carries nothing
        Rule: X.C, XIV.A.1, VI.B.1
        """
        board, (side, weather, axis, russian, own, facing) = self.board, basis
        links = board.traced[GOOD if overland else weather]
        if not overland and nation != "finnish":
            own_seas = tuple(not keys & ~(russian if side else axis) for keys in board.keys)
            links = self._over_seas(links, own_seas)
        free = ((russian if side else axis) | own) & ~facing.hexes & (~facing.zones | own)
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

    def overland(self, state: PortfolioState) -> Plane:
        """Hexes to which a line of any length leads from an Axis source over land.

        Rule: IV.1, X.C
        """
        basis = self._basis(state, AXIS)
        return union(
            self._led(nation, self.sources(nation), *self._lines(nation, basis, overland=True))
            for nation in self.board.western
        )

    def _led(self, nation: str, start: Plane, links: HexLinks, free: Plane) -> Plane:
        """Hexes to which lines of a nation lead from some."""
        return self._parts(links, nation == "hungarian", nation == "soviet").around(start, free)

    def reached(self, state: PortfolioState, nation: str) -> Plane:
        """Hexes in which units of a nation are in supply: those within reach of a town to which a line leads.

        Rule: XIV.A.1
        """
        return self._reach[nation](self._basis(state, RUSSIAN if nation == "soviet" else AXIS))

    def _reached(self, nation: str, basis: Basis) -> Plane:
        links, free = self._lines(nation, basis)
        network = self._led(nation, self.sources(nation), links, free)
        return self._feed[self._alike[nation]](links, network)

    def _fed(self, links: HexLinks, network: Plane) -> Plane:
        return links.flood(network & self.board.towns, network, self.numbers["supply-range"], network)

    def isolated(self, state: PortfolioState, side: int) -> int:
        """Units of a side that are out of supply now, whichever of two in a fortress its owner chooses.

        Rule: XIV.A.1
        """
        return self.judged(state, side)[0]

    def judged(self, state: PortfolioState, side: int) -> tuple[int, int]:
        """Units out of supply, and rivals that share a fortress, of which it feeds only the one that their owner
        chooses; fortresses and victory cities feed who stands on them.

        Rule: XIV.A.1, XIV.A.3
        """
        board, held, units = self.board, state.held[side], 0
        basis = self._basis(state, side)
        for nation, members in board.nations.items():
            if members & board.own[side] and (spaces := state.occupied[self._nations[nation]]):
                units |= members & state.units_within(spaces & ~self._reach[nation](basis))
        if not units:
            return 0, 0
        fed = (board.victory_cities | board.features["fortress"]) & held
        guests = state.units_on(units & ~board.fronts, fed)
        alone = 0
        for hex_ in bits(state.spaces_of(guests)):
            inside = state.units_in[hex_] & guests
            if board.victory_cities >> hex_ & 1 or not inside & inside - 1:
                alone |= inside
        return units & ~guests, guests & ~alone

    def share_fortresses(self, state: PortfolioState, rivals: int) -> None:
        """Let the side on turn choose which of two isolated units in a fortress is in supply.

        Rule: XIV.A.3
        """
        sharing = mask_of(unit for unit in bits(rivals) if state.units_in[state.at[unit]] & rivals & ~(1 << unit))
        if sharing:
            state.frames[0]["sharing"] = sharing
            state.agenda.append("fortress:share")

    def _share(self, state: Any, unit: int) -> None:
        """The other unit in its fortress is isolated."""
        frame = state.frames[0]
        inside = state.units_in[state.at[unit]] & frame["sharing"]
        frame["sharing"] ^= inside
        others = inside ^ 1 << unit
        if "pockets" in frame:
            event(state, "cut-off", "XIV.B.2", others)
            frame["pockets"] |= others
        else:
            event(state, "cut-off", "XIV.B.1", others)
            state.drained |= others
        state.agenda.append("fortress:share")

    def thirsty(self, state: PortfolioState, side: int) -> int:
        """Units of a side that need fuel and have no line to its wells. Oil that reaches the western edge of the map
        goes on beyond it, to all Axis sources of supply there.

        Rule: XIV.D
        """
        units, motorized, basis = 0, self.board.traits["motorized"] & self.board.own[side], self._basis(state, side)
        for nation, members in self.board.nations.items():
            if members & motorized and (spaces := state.occupied[self._nations[nation]]):
                dry = spaces & ~self._fuel[self._alike[nation]](basis)
                units |= members & motorized & state.units_within(dry)
        return units

    def _fuelled(self, nation: str, basis: Basis) -> Plane:
        """Hexes to which fuel comes, and those beside them."""
        (links, free), side = self._lines(nation, basis), basis[0]
        wells = self.board.wells[side]
        reached = self._led(nation, wells, links, free)
        if side == AXIS and reached & self.board.edge:
            reached = self._led(nation, wells | self.board.edge, links, free)
        return reached | links.spread(reached)

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

    def shrink(
        self, name: str, rule: str, units: Reading, then: Callable[[Any, int, int], None]
    ) -> Decision:  # fmt: skip
        """Register the choice of a front among some units that becomes an army; then goes on with both.

        Rule: XIV.B.2, XIV.C
        """
        def deed(state: Any, front: int) -> None:
            army = self.army_for(state, front)
            self._reduce_front(state, front, army, rule)
            then(state, front, army)

        def shrinkable(state: Any) -> int:
            if not state.present & self.board.fronts:
                return 0
            return mask_of(unit for unit in bits(units(state) & self.board.fronts) if self.army_for(state, unit) >= 0)

        return self.plain(name, "reduce", rule, shrinkable, deed, "no-army-for-it")

    def _reduce_front(self, state: PortfolioState, front: int, army: int, rule: str) -> None:
        """An army takes the place of a front, and its state."""
        here = state.at[front]
        marks = "dispersed", "spent", "moved", "dry", "drained"
        had = [name for name in marks if getattr(state, name) >> front & 1]
        self.lose(state, 1 << front, rule)
        event(state, "arrive", rule, 1 << army, here)
        self.put(state, 1 << army, here)
        state.gone &= ~(1 << army)
        for name in had:
            setattr(state, name, getattr(state, name) | 1 << army)

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

"""Behind the front: railways and ships, and where units arrive."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.games.russian_portfolio.board import AXIS, SNOW
from pnp.games.russian_portfolio.ground import PortfolioKit
from pnp.games.russian_portfolio.state import PortfolioState
from pnp.model.info import Phase
from pnp.referee.dice import bits, roll
from pnp.referee.hexes import Parts, Plane
from pnp.referee.kit.decisions import Reason
from pnp.referee.masks import mask_of, union
from pnp.referee.records import event

BALTIC, BLACK, AZOV = range(3)


class Arriving:
    """Where units can arrive, and who makes room for them."""

    def __init__(self, kit: PortfolioKit) -> None:
        self.kit, self.board, self.numbers = kit, kit.board, kit.numbers
        self._sources = union(self.board.western.values()), self.board.eastern
        self._railways = mask_of(index for index, near in enumerate(self.board.rails.near) if near)
        self._nets = [Parts(self.board.rails) for _ in self.board.sides]
        edges = self.board.west_edge, self.board.eastern
        self._far = [self.board.around.distances(edge, self.board.count) for edge in edges]
        self.who = kit.plain("room-unit", "choose-unit", "IX.A", self._crowding, self._leave, "not-in-the-way")
        self.goal = kit.plain("room-space", "place-at", "IX.A", self._nearer, self._make_room, "not-a-goal")
        kit.operation("room:make", lambda s: kit.settle(s, self.who, s.side, self._crowding(s)))
        kit.operation("room:over", lambda s: s.frames.pop() and None)

    def line(self, state: PortfolioState, side: int) -> Plane:
        """Hexes through which trains of a side run: its own, and no enemy zone reaches them.

        Rule: VIII.A.1
        """
        facing = self.kit.facing(state, side)
        return state.held[side] & ~(facing.hexes | facing.zones)

    def tracks(self, state: PortfolioState, side: int) -> Plane:
        """Hexes on railways of a side's lines."""
        return self.line(state, side) & self._railways

    def net(self, state: PortfolioState, side: int, start: Plane = 0) -> Plane:
        """Hexes on the railways that are linked to a hex, or else to the edge of the map from which supply comes.

        Rule: VIII.A.1, IX.B.5
        """
        sources = start or self._sources[side]
        return self._nets[side].around(sources, self.tracks(state, side))

    def stations(self, state: PortfolioState, unit: int, net: Plane) -> Plane:
        """Cities and towns of a net where a unit can detrain, or arrive as a replacement, if it finds room.

        Rule: VIII.A.3, IX.A
        """
        return net & self.board.stops & ~(state.arrived | self.kit.banned(state, unit) | 1 << state.at[unit])

    def finding(self, state: PortfolioState, units: int, goals: Callable[[PortfolioState, int], Plane]) -> int:
        """Those of some units that find room in one of the hexes where each could go, or somebody makes it."""
        rooms: dict[object, Plane] = {}
        for unit in bits(units):
            spaces, kind = goals(state, unit), self.board.sociable[unit]
            if spaces and kind not in rooms:
                rooms[kind] = self.kit.room_for(state, unit)
            if not spaces or not (spaces & rooms[kind] or self.with_room(state, unit, spaces)):
                units ^= 1 << unit
        return units

    def with_room(self, state: PortfolioState, unit: int, spaces: Plane) -> Plane:
        """Those hexes where a unit finds room, or somebody makes it."""
        roomy = spaces & self.kit.room_for(state, unit)
        return roomy | mask_of(
            one for one in bits(spaces & ~roomy) if self._yielding(state.units_in.get(one, 0), unit, one)
        )

    def _yielding(self, inside: int, unit: int, space: int) -> int:
        """The units in a hex any one of which makes room for another by leaving."""
        inside &= ~(1 << unit)
        return mask_of(other for other in bits(inside) if self.kit.together(inside ^ 1 << other | 1 << unit, space))

    def arrive(self, state: PortfolioState, unit: int, space: int, rule: str, *, dispersed: bool = True) -> None:
        """Put a unit into a hex; who stands in its way goes one hex nearer to its own side, or is lost.

        Rule: IX.A
        """
        kit = self.kit
        event(state, "arrive", rule, 1 << unit, space, (("from", self.board.places[state.at[unit]]),))
        kit.put(state, 1 << unit, space)
        state.gone &= ~(1 << unit)
        if dispersed:
            state.arrived |= 1 << space
            kit.disperse(state, 1 << unit, rule)
        if not kit.together(state.units_in[space], space):
            kit.push_frame(state, newcomer=unit, crowded=space, unit=0)
            state.agenda += ["room:over", "room:make"]

    def _crowding(self, state: Any) -> int:
        """The units one of which makes room, as their owner chooses.

        Rule: IX.A
        """
        frame = state.frames[-1]
        space = frame.get("crowded", -1)
        return self._yielding(state.units_in[space], frame["newcomer"], space) if space >= 0 else 0

    def _leave(self, state: Any, unit: int) -> None:
        state.frames[-1]["unit"] = unit
        if spaces := self._nearer(state):
            self.kit.settle(state, self.goal, state.side, spaces)
        else:
            self.kit.lose(state, 1 << unit, "IX.A")

    def _nearer(self, state: Any) -> Plane:
        """The hexes beside a crowded one, nearer to the side of its owner, to which a unit can go.

        Rule: IX.A
        """
        kit, side, unit, space = self.kit, state.side, state.frames[-1]["unit"], state.frames[-1].get("crowded", -1)
        if space < 0:
            return 0
        beside = self.board.walked[state.weather].near[space] & kit.room_for(state, unit) & ~kit.banned(state, unit)
        beside &= ~kit.enemies_at(state, side) & ~kit.zones(state, side)
        far = self._far[side]
        return mask_of(one for one in bits(beside) if far[one] < far[space])

    def _make_room(self, state: Any, space: int) -> None:
        unit = 1 << state.frames[-1]["unit"]
        event(state, "displaced", "IX.A", unit, space)
        self.kit.put(state, unit, space)
        self.kit.disperse(state, unit, "IX.A")


class Strategic:
    """What movement by rail and by sea have in common: who may move so, and one unit after the other.

    Rule: VIII
    """

    name, rule = "", ""

    def __init__(self, kit: PortfolioKit, arriving: Arriving) -> None:
        self.kit, self.board, self.arriving, self.numbers = kit, kit.board, arriving, kit.numbers
        self.unit = kit.unit_and_space(
            self.name, self.rule, self.movable,
            (
                Reason(self.rule, "not-yours", lambda s: kit.board.own[s.side]),
                Reason("VIII", "not-ready", lambda s: s.ready),
                Reason("XIV.B.1", "isolated", lambda s: ~s.frames[0].get("cut", 0)),
                Reason(self.rule, "no-goal", self.movable),
            ),
            self._goals, self._arrive, may_end=lambda s: True, besides=kit.giving_up,
        )  # fmt: skip

    def begin(self, state: Any, phase: Phase) -> None:
        """Nobody has moved; isolated units can't.

        Rule: XIV.B.1
        """
        state.frames[-1] |= {"used": 0, "cut": self.kit.isolated(state, state.side)}
        state.agenda.append(f"{self.name}:next")

    def candidates(self, state: PortfolioState) -> int:
        """Units that may move so at all."""
        board = self.board
        units = board.own[state.side] & state.ready & ~state.frames[0]["cut"] & ~state.shifted
        return units & ~(board.large if state.side == AXIS and self.name == "rail" else board.fronts)

    def goals(self, state: PortfolioState, unit: int) -> Plane:
        """Where a unit could be moved if it finds room."""
        raise NotImplementedError

    def _goals(self, state: PortfolioState, unit: int) -> Plane:
        """Where a unit can be moved."""
        return self.arriving.with_room(state, unit, self.goals(state, unit))

    def movable(self, state: Any) -> int:
        """Units that can be moved to somewhere."""
        return self.arriving.finding(state, self.candidates(state), self.goals)

    def _arrive(self, state: Any, unit: int, space: int) -> None:
        if self.sails(state, unit, space):
            state.shifted |= 1 << unit
            self.arriving.arrive(state, unit, space, self.rule)

    def sails(self, state: PortfolioState, unit: int, space: int) -> bool:
        """Count the move; whether the unit gets there."""
        raise NotImplementedError


class Rail(Strategic):
    """Strategic movement by land.

    Rule: VIII.A.1, VIII.A.2, VIII.A.3
    """

    name, rule = "rail", "VIII.A.3"

    def candidates(self, state: PortfolioState) -> int:
        """Those on a line, while there are trains."""
        side = state.side
        if state.frames[0]["used"] >= self.numbers["axis-rail" if side == AXIS else "russian-rail"]:
            return 0
        return state.units_on(super().candidates(state), self.arriving.tracks(state, side))

    def goals(self, state: PortfolioState, unit: int) -> Plane:
        """Stations on the line of a unit."""
        return self.arriving.stations(state, unit, self.arriving.net(state, state.side, 1 << state.at[unit]))

    def sails(self, state: PortfolioState, unit: int, space: int) -> bool:
        """One more train."""
        state.frames[0]["used"] += 1
        return True


class Sail(Strategic):
    """Strategic movement by sea, one unit on the Baltic and one on the Black Sea with that of Azov.

    Rule: VIII.B, VIII.B.1, VI.B.2
    """

    name, rule = "sail", "VIII.B.1"

    def candidates(self, state: PortfolioState) -> int:
        """Those on a coast that their side holds."""
        coasts = state.occupied[state.side] & union(self.board.coasts) & state.held[state.side]
        return super().candidates(state) & state.units_within(coasts)

    def goals(self, state: PortfolioState, unit: int) -> Plane:
        """Ports that a unit can reach."""
        board, here, coasts = self.board, 1 << state.at[unit], self.board.coasts
        closed, ports = board.gulf if state.weather == SNOW else 0, 0
        for sea, coast in ((BALTIC, coasts[BALTIC]), (BLACK, coasts[BLACK] | coasts[AZOV])):
            if coast & here & ~closed and not state.frames[0]["used"] >> sea & 1:
                ports |= coast & board.features["port"]
        ports &= state.held[state.side] & ~(closed | state.arrived | here | self.kit.banned(state, unit))
        ports &= ports and self.kit.room_for(state, unit) & ~self.kit.enemies_at(state, state.side)
        if board.straits & ~state.held[state.side]:
            ports = mask_of(port for port in bits(ports) if self.waters(here, 1 << port) != (BLACK, AZOV))
        return ports

    def waters(self, here: Plane, there: Plane) -> tuple[int, ...]:
        """The seas of a voyage; one between the Black Sea and the Sea of Azov leads through the straits.

        Rule: VIII.B.2
        """
        shared = (sea for sea, coast in enumerate(self.board.coasts) if here & coast and there & coast)
        return next(((sea,) for sea in shared), (BLACK, AZOV))

    def sails(self, state: PortfolioState, unit: int, space: int) -> bool:
        """Throw for submarines.

        Rule: VIII.B.3, XV.B
        """
        waters = self.waters(1 << state.at[unit], 1 << space)
        state.frames[0]["used"] |= 1 << (BALTIC if waters == (BALTIC,) else BLACK)
        owners = self.kit.seas(state)
        die = roll(state, 6, "submarines", "VIII.B.3")
        sunk = die == 1 if all(owners[sea] == state.side for sea in waters) else die % 2 == 1
        if sunk:
            self.kit.lose(state, 1 << unit, "VIII.B.3")
        return not sunk



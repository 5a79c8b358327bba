"""Replacements, the Siberian reserve and its roulette, and units that their owner gives up."""

from __future__ import annotations

from typing import Any

from pnp.games.russian_portfolio.board import AXIS, RUSSIAN, SNOW
from pnp.games.russian_portfolio.ground import PortfolioKit
from pnp.games.russian_portfolio.rear import Arriving
from pnp.games.russian_portfolio.state import PortfolioState
from pnp.model.info import Phase
from pnp.referee.dice import bits, roll
from pnp.referee.hexes import Plane
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.procedures.victory import Victory
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of
from pnp.referee.records import event

FACES = 6


class Refit:
    """Replacements and reinforcements of a side.

    The frame of the phase holds what the Siberian reserve still sends in this turn: `shock` armies, and factors of
    armor and infantry and cavalry corps by the names of their parameters.

    budgets  parameter -> the units that it pays for, and the price of each unit
    """

    def __init__(self, kit: PortfolioKit, arriving: Arriving, victory: Victory) -> None:
        self.kit, self.board, self.numbers, self.arriving, self.victory = (
            kit, kit.board, kit.numbers, arriving, victory
        )
        board = kit.board
        self._cheap = [
            mask_of(unit for unit, cost in enumerate(board.cost) if cost <= most) for most in range(max(board.cost) + 1)
        ]  # fmt: skip
        rifles = board.infantry & ~board.traits["siberian"]
        self.budgets = {
            "siberian-armor": (board.armor, board.cost), "siberian-infantry": (rifles, board.cost),
            "siberian-cavalry": (board.cavalry, (1,) * len(board.units)),
        }  # fmt: skip
        self.call = kit.plain(
            "siberia-call", "call-siberia", "IX.B.1", self._can_call, lambda s, _: self._call(s), "not-now"
        )
        self.offensive = kit.plain(
            "winter-call", "offensive", "VI.B.3", self._can_strike, lambda s, _: self._strike(s), "not-now"
        )
        self.unit = kit.unit_and_space(
            "refit", "IX.A", self.affordable,
            (
                Reason("IX.A", "not-yours", lambda s: board.own[s.side]),
                Reason("IX.A", "not-lost-yet", self.pool),
                Reason("IX.A", "too-dear", self._paid_for),
                Reason("IX.A", "no-room", self.affordable),
            ),
            self.spaces, self._buy, may_end=lambda s: True, besides=(self.call, self.offensive, *kit.giving_up),
        )  # fmt: skip
        self.reserve = kit.unit_and_space(
            "siberia", "IX.B.2", self.coming, (Reason("IX.B.2", "not-coming", self.coming),), self.anywhere,
            self._send, space_rule="IX.B.5", may_end=lambda s: True, end=self._keep_rest,
        )  # fmt: skip

        def call(face: int, **more: Any) -> Decision:
            return kit.plain(
                f"roulette-{face}", f"call-{face}", "IX.B.3", lambda s: 1, self._caller(face), "must-choose", **more
            )

        self.roulette = call(1, besides=tuple(call(face) for face in range(2, FACES + 1)))
        kit.operation("refit:roulette", self._roulette)

    def begin(self, state: Any, phase: Phase) -> None:
        """Factors come in; then the reserve from Siberia arrives, and replacements.

        Rule: V.2, V.3, IX.A.1, IX.A.2, XVI.B.4
        """
        state.frames[-1] |= {"shock": 0, **dict.fromkeys(self.budgets, 0)}
        if self._replacing(state) and not state.paid >> state.side & 1:
            state.paid |= 1 << state.side
            if state.side == AXIS:
                state.stock[AXIS] += self.numbers["axis-armor"]
                state.others[AXIS] += self.numbers["axis-other"]
            else:
                self._russian_income(state)
            event(state, "factors", "IX.A", 0, -1, (
                ("by", self.board.sides[state.side]), ("value", state.stock[state.side]),
                ("code", str(state.others[state.side])),
            ))  # fmt: skip
        state.agenda += ["refit:roulette", "refit:next"]
        if state.side == RUSSIAN and state.siberia:
            self._muster(state)

    def _replacing(self, state: PortfolioState) -> bool:
        """Whether there are replacements in this turn.

        Rule: XVI.B.4, IX.A.2
        """
        return state.turn > self.board.first or bool(state.early)

    def _russian_income(self, state: PortfolioState) -> None:
        """Infantry, armor from factories that work, Lend-Lease.

        Rule: IX.A.1.a.1, IX.A.1.b.1, IX.A.1.b.2, IX.A.1.b.3, IX.A.1.c
        """
        numbers, board = self.numbers, self.board
        state.others[RUSSIAN] += numbers["russian-infantry"]
        plants = board.features["tank-factory"] & ~state.lost_factories & self.kit.reached(state, "soviet")
        working = plants.bit_count() + numbers["off-map-factories"]
        state.stock[RUSSIAN] += numbers["factory-armor"] * working
        if state.turn - board.first + 1 >= numbers["lend-lease-from"] and not board.lend_lease & ~state.held[RUSSIAN]:
            state.others[RUSSIAN] += numbers["lend-lease"]

    # Replacements -------------------------------------------------------------------------------------------

    def pool(self, state: PortfolioState) -> int:
        """Units of the side that can come back, or come in, as replacements.

        Rule: IX.A.2, IX.B.2, IX.A.1.a.2
        """
        if not self._replacing(state):
            return 0
        board = self.board
        units = state.units_at(board.pools[state.side]) & ~board.traits["irreplaceable"]
        if not state.siberia:
            units &= ~board.traits["siberian"]
        return units & ~board.fronts if state.fronts >= self.numbers["fronts"] else units

    def _paid_for(self, state: PortfolioState) -> int:
        """Units that the factors pay.

        Rule: IX.A, IX.A.2
        """
        armor, others, last = state.stock[state.side], state.others[state.side], len(self._cheap) - 1
        most = others + armor if state.side == AXIS else others
        return (
            self.board.armor & self._cheap[min(armor, last)] | self._cheap[min(most, last)] & ~self.board.armor
        )

    def spaces(self, state: PortfolioState, unit: int) -> Plane:
        """Where a replacement can arrive.

        Rule: IX.A, IX.A.2
        """
        return self.arriving.with_room(state, unit, self._towns(state, unit)) | self._edge(state, unit)

    def _towns(self, state: PortfolioState, unit: int) -> Plane:
        """Where a replacement can arrive, who makes room for it or not."""
        if state.side == AXIS:
            return self.board.arrivals & state.held[AXIS] & ~self.kit.enemies_at(state, AXIS) & ~state.arrived
        return self.arriving.stations(state, unit, self.arriving.net(state, RUSSIAN))

    def _edge(self, state: PortfolioState, unit: int) -> Plane:
        """Hexes of the edge of the map where a Russian replacement finds room."""
        if state.side == AXIS:
            return 0
        line = self.arriving.line(state, RUSSIAN) & ~state.arrived
        return self.board.east_edge & line & self.kit.room_for(state, unit)

    def affordable(self, state: Any) -> int:
        """Units that can be bought now."""
        rest, able = self.pool(state) & self._paid_for(state), 0
        while rest:
            unit = (rest & -rest).bit_length() - 1
            alike = rest & self.board.alike[self.board.sociable[unit]]
            rest ^= alike
            if self._edge(state, unit) or self.arriving.finding(state, 1 << unit, self._towns):
                able |= alike
        return able

    def _buy(self, state: Any, unit: int, space: int) -> None:
        """A replacement arrives, Dispersed.

        Rule: IX.A, IX.A.1.a.2
        """
        board = self.board
        cost = board.cost[unit]
        if board.armor >> unit & 1:
            state.stock[state.side] -= cost
        else:
            from_armor = max(cost - state.others[state.side], 0)
            state.others[state.side] -= cost - from_armor
            state.stock[state.side] -= from_armor
        state.fronts += board.fronts >> unit & 1
        self.arriving.arrive(state, unit, space, "IX.A")

    # Siberia ------------------------------------------------------------------------------------------------

    def _can_call(self, state: Any) -> int:
        """1 while the reserve can be called.

        Rule: IX.B.1
        """
        free = state.side == RUSSIAN and state.turn > self.board.first and not state.siberia
        return int(free and bool(self.kit.options["siberian-reserve"]))

    def _call(self, state: Any) -> None:
        state.siberia = state.turn
        event(state, "siberia", "IX.B.1")
        state.agenda.append("refit:next")
        self._muster(state)

    def _muster(self, state: PortfolioState) -> None:
        """What comes in this turn.

        Rule: IX.B.2
        """
        stage, frame = state.turn - state.siberia + 1, state.frames[0]
        shock = list(bits(self.board.traits["siberian"]))
        due = {1: shock[0::2], 2: shock[1::2]}.get(stage, [])
        frame["shock"] = mask_of(unit for unit in due if state.at[unit] in self.board.pools[RUSSIAN])
        frame |= {name: self.numbers.get(f"{name}-{stage}", 0) for name in self.budgets}
        if any(frame[name] for name in ("shock", *self.budgets)):
            state.agenda.append("siberia:next")

    def coming(self, state: Any) -> int:
        """Units that the reserve can send now."""
        frame = state.frames[0]
        units = state.units_at(self.board.pools[RUSSIAN])
        able = units & frame.get("shock", 0)
        for name, (kind, prices) in self.budgets.items():
            able |= mask_of(unit for unit in bits(units & kind) if prices[unit] <= frame.get(name, 0))
        return mask_of(unit for unit in bits(able) if self.anywhere(state, unit))

    def anywhere(self, state: PortfolioState, unit: int) -> Plane:
        """Hexes that trains reach.

        Rule: IX.B.5
        """
        return self.arriving.net(state, RUSSIAN) & self.kit.room_for(state, unit)

    def _send(self, state: Any, unit: int, space: int) -> None:
        """A reinforcement arrives, ready.

        Rule: IX.B.4
        """
        frame = state.frames[0]
        frame["shock"] &= ~(1 << unit)
        for name, (kind, prices) in self.budgets.items():
            frame[name] -= prices[unit] if kind >> unit & 1 else 0
        self.arriving.arrive(state, unit, space, "IX.B.4", dispersed=False)

    def _keep_rest(self, state: Any) -> None:
        """What is left over becomes replacement factors.

        Rule: IX.B.2
        """
        frame = state.frames[0]
        state.stock[RUSSIAN] += frame["siberian-armor"]
        state.others[RUSSIAN] += frame["siberian-infantry"]
        frame |= {"shock": 0, **dict.fromkeys(self.budgets, 0)}

    def _roulette(self, state: Any) -> bool:
        """Before the reserve is safe, the Axis player calls a number.

        Rule: IX.B.1, IX.B.3
        """
        safe = not state.siberia or state.turn >= self.board.safe
        return state.side == RUSSIAN and not safe and self.kit.ask(state, self.roulette, AXIS)

    def _caller(self, face: int) -> Any:
        def called(state: KitState, _: int) -> None:
            if roll(state, FACES, "siberians", "IX.B.3") == face:
                self.victory.end_with(state, "japanese-invasion", "IX.B.3")

        return called

    # The winter offensive -----------------------------------------------------------------------------------

    def _can_strike(self, state: Any) -> int:
        """1 while the winter offensive can be announced.

        Rule: VI.B.3
        """
        return int(state.side == RUSSIAN and state.weather == SNOW and not state.winter)

    def _strike(self, state: Any) -> None:
        state.winter = state.turn
        event(state, "winter-offensive", "VI.B.3")
        state.agenda.append("refit:next")

"""Retreats: each defender ends one or two hexes from the hex under attack, or is lost or captured."""

from __future__ import annotations

from typing import Any

from pnp.games.tatchanka.board import TatchankaBoard
from pnp.games.tatchanka.kit import TatchankaKit
from pnp.games.tatchanka.state import TatchankaState
from pnp.referee.dice import bits, roll
from pnp.referee.hexes import HexLinks, Plane
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.procedures.retreat import Retreat
from pnp.referee.kit.state import KitState
from pnp.referee.records import event


class TatchankaRetreat(Retreat):
    """Retreats of this series. The frame of the battle holds `retreating`, of the unit on its way `unit`, and `caught`,
    those that have no retreat.

    Rule: 5.2.3, 5.2.4, 5.6, 5.7
    """

    kit: TatchankaKit

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.board: TatchankaBoard = self.kit.board
        kit, rule = self.kit, self.rule
        self.space = kit.decision(Decision(
            "retreat-space", "retreat-to", rule, self.goals, self._go,
            (
                Reason(rule, "other-faction", lambda state: ~kit.others_at(state, self._faction(state))),  # type: ignore[arg-type]
                Reason(rule, "closed", lambda state: kit.free(state, self._faction(state))),  # type: ignore[arg-type]
                Reason(rule, "no-retreat-there", self.goals),
            ),
        ), self.source)  # fmt: skip
        kit.operation("captures:next", self._capture_next)

    def _faction(self, state: KitState) -> int:
        return self.board.side_of[state.frames[-1]["unit"]]

    def start(self, state: KitState, units: int, spaces: int) -> None:
        """Put the retreat of `units` on the agenda, and what becomes of those that can't."""
        state.frames[-1] |= {"retreating": units & state.present, "steps": spaces, "caught": 0}
        state.agenda += ["captures:next", "retreat:next"]

    def _next(self, state: Any) -> bool:
        """The next unit: where it goes is its owner's choice; one without a retreat waits for what becomes of it."""
        frame = state.frames[-1]
        while frame["retreating"]:
            low = frame["retreating"] & -frame["retreating"]
            frame["retreating"] ^= low
            unit = frame["unit"] = low.bit_length() - 1
            goals = self.goals(state)
            if not goals:
                if not self._safe_at_sea(state, unit):
                    frame["caught"] |= low
                continue
            state.agenda.append("retreat:next")
            if goals & goals - 1:
                return self.kit.ask(state, self.space, self.board.side_of[unit])
            self._go(state, goals.bit_length() - 1)
            return False
        return False

    def _go(self, state: Any, space: int) -> None:
        unit = state.frames[-1]["unit"]
        origin = state.at[unit]
        self.kit.put(state, 1 << unit, space)
        event(state, "retreat", self.rule, 1 << unit, space, (("from", self.board.places[origin]),))

    def goals(self, state: Any) -> Plane:
        """Hexes in which the unit on its way can end its retreat."""
        frame = state.frames[-1]
        return self.goals_from(state, frame["unit"], state.at[frame["unit"]])

    def _links(self, unit: int) -> HexLinks:
        """The ways on which a unit retreats."""
        board, bit = self.board, 1 << unit
        if bit & board.trains:
            return board.rail
        if bit & board.ships:
            return board.water
        return board.rivers if bit & board.boats else board.links[0]

    def goals_from(self, state: TatchankaState, unit: int, battle: int) -> Plane:
        """Hexes one or two from the battle in which a unit can end its retreat.

        Rule: 5.2.3, 5.7
        """
        board, bit = self.board, 1 << unit
        faction = board.side_of[unit]
        afloat = bit & board.afloat
        if not board.ma[unit] and not afloat and not bit & board.trains:
            return 0
        links = self._links(unit)
        free = self.kit.free(state, faction)
        if not afloat:
            free &= board.dry
        threat = self.threat(state, faction)
        free &= ~(board.edge & self.kit.around(self.kit.enemies_at(state, faction)))
        first = links.near[battle] & free
        around = board.links[0].near[battle] | 1 << battle
        second = links.spread(first) & free & ~around
        goals = (first | second) & ~threat
        if afloat and board.coast >> battle & 1:
            goals |= (first | second) & board.sea
        return goals

    def threat(self, state: TatchankaState, faction: int) -> Plane:
        """Hexes next to enemies that could enter them: a retreat doesn't end there.

        Rule: 5.2.3
        """
        board, leader = self.board, state.leaders[faction]
        foes = state.present & ~state.armies[leader]
        marching, apart = self.kit.enemies_at(state, faction), foes & (board.trains | board.afloat)
        for space in bits(state.spaces_of(apart)):
            if not state.units_in[space] & ~apart:
                marching ^= 1 << space
        threat = self.kit.around(marching) & board.dry
        for units, links in (
            (foes & board.trains, board.rail), (foes & board.ships, board.water), (foes & board.boats, board.rivers),
        ):  # fmt: skip
            if units:
                threat |= links.spread(state.spaces_of(units))
        return threat

    def _safe_at_sea(self, state: Any, unit: int) -> bool:
        """A vessel on the coast always escapes: to the open sea, as far as that is; where none is free, it stays.

        Rule: 5.6
        """
        board, here = self.board, state.at[unit]
        if not 1 << unit & board.afloat or not (board.coast | board.sea) >> here & 1:
            return False
        free = self.kit.free(state, board.side_of[unit])
        for layer in board.water.layers(1 << here, free, 10)[1:]:
            if refuge := layer & board.sea:
                state.frames[-1]["unit"] = unit
                self._go(state, (refuge & -refuge).bit_length() - 1)
                break
        return True

    # Those that can't retreat -------------------------------------------------------------------------------

    def _capture_next(self, state: Any) -> bool:
        """What becomes of those without a retreat: combat units are lost; the others are rolled for, bases before
        stockpiles before armor.

        Rule: 5.2.3, 5.2.4
        """
        frame, board = state.frames[-1], self.board
        caught = frame.pop("caught", 0)
        if not caught:
            return False
        space = state.at[caught.bit_length() - 1]
        taker = board.side_of[frame["attackers"].bit_length() - 1]
        self.kit.lose(state, caught, self.rule)
        for kind in (caught & board.bases, caught & board.stockpiles, caught & board.armor):
            for unit in bits(kind):
                self._roll_capture(state, unit, space, taker)
        return False

    def _roll_capture(self, state: TatchankaState, unit: int, space: int, taker: int) -> None:
        """Roll for one of them; what is captured is replaced by a counter of those who attack.

        Rule: 5.2.4
        """
        board = self.board
        armored = board.armor >> unit & 1
        table = board.tables["capture-armor" if armored else "capture-supplies"]
        row = table.row_for(roll(state, table.dice.sides, table.id, table.rule))
        if not row.effects["captured"]:
            return
        wanted = board.counters[unit].group.type if armored else "stockpile"
        for faction in dict.fromkeys((taker, state.leaders[taker])):
            spare = state.units_in[board.captures[faction]] & board.own[faction] & board.units_where(
                lambda counter: counter.group.type == wanted
            )
            if spare and not self.kit.others_at(state, faction) >> space & 1:
                low = spare & -spare
                self.kit.put(state, low, space)
                event(state, "capture", table.rule, low, space)
                return

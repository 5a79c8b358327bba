"""Diplomacy: war, the persuasion of factions, and of the Entente to leave."""

from __future__ import annotations

from typing import Any

from pnp.games.fall_of_the_directory.kit import FallKit
from pnp.games.fall_of_the_directory.state import LEAVING, PRESENT, FallState
from pnp.games.tatchanka.supply import Lines
from pnp.model.info import Phase
from pnp.model.tables import ListTable
from pnp.referee.dice import roll
from pnp.referee.hexes import Plane
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.masks import union
from pnp.referee.records import event

START_CASE = "8.3.2"
"""The case of the option with which some units begin in a port."""


class Diplomacy:
    """The diplomatic action of a side. `war_verb`: index of the verb that declares war.

    Rule: 3.0, 3.3.1, 3.3.2, 3.3.3, 3.3.4
    """

    war_verb = -1

    def __init__(self, kit: FallKit, lines: Lines) -> None:
        self.kit, board = kit, kit.board
        self.ports = StartPorts(kit, lines)
        tables = [table for table in kit.game.charts.tables if isinstance(table, ListTable)]
        # Several lists have rows of the same id: an action names the last of them.
        items = {row.id: item for item, row in enumerate(row for table in tables for row in table.rows)}
        self.rows = {items[row.id]: row for row in board.tables["diplomacy"].rows}
        self._turn, self._game = int(board.parameter["actions-turn"]), int(board.parameter["actions-game"])
        self._talking = {board.sides.index(str(side)) for row in self.rows.values() for side in row.effects}
        war = kit.own_decision(Decision(
            "war", "declare-war", "3.3.2", lambda state: int(not state.war), self._declare_war,  # type: ignore[attr-defined]
            (Reason("3.3.2", "war-already", lambda state: int(not state.war)),),  # type: ignore[attr-defined]
        ))  # fmt: skip
        self.action = kit.own_decision(Decision(
            "diplomacy", "persuade", "3.3.3", self.open, self._persuade,
            (Reason("3.3.3", "persuaded-already", self.open),),
            may_end=lambda state: True, besides=(war,), always=True,
        ))  # fmt: skip
        kit.operation("diplomacy:next", self._next)

    def begin(self, state: Any, phase: Phase) -> None:
        """No action has been taken in this turn."""
        state.frames[-1]["taken"] = 0
        state.agenda.append("diplomacy:next")
        self.ports.begin(state)

    def left(self, state: FallState, side: int) -> int:
        """Actions that a side has left in the game.

        Rule: 3.3.1
        """
        earned = 0
        if side == self.kit.bolshevik:
            earned = sum(actions for city, actions in self.kit.prizes.items() if state.captured >> city & 1)
        return self._game + earned - state.actions[side]

    def _next(self, state: Any) -> bool:
        side = state.side
        if side not in self._talking or state.frames[-1]["taken"] >= self._turn or self.left(state, side) <= 0:
            return False
        if state.war and not self.open(state):
            return False
        return self.kit.ask(state, self.action, side)

    def open(self, state: Any) -> int:
        """Rows of those who can be persuaded now.

        Rule: 3.3.3, 3.3.4
        """
        board, rows = self.kit.board, 0
        for item, row in self.rows.items():
            if row.id == self.kit.foreigners:
                possible = state.foreigners == PRESENT
            else:
                possible = state.leaders[board.sides.index(row.id)] != state.side
            rows |= possible << item
        return rows

    def _take(self, state: Any) -> None:
        state.actions[state.side] += 1
        state.frames[-1]["taken"] += 1
        state.agenda.append("diplomacy:next")

    def _declare_war(self, state: Any, _: int) -> None:
        """War, mobilization, intervention: one action for all.

        Rule: 3.3.2
        """
        self._take(state)
        state.war = 1
        event(state, "war", "3.3.2", 0, -1, (("by", self.kit.board.sides[state.side]),))

    def _persuade(self, state: Any, item: int) -> None:
        """Roll to persuade a faction, or the Entente.

        Rule: 3.3.3, 3.3.4
        """
        self._take(state)
        board, row = self.kit.board, self.rows[item]
        rule = row.rule or "3.3.3"
        if roll(state, 6, "diplomacy", rule) < row.effect(board.sides[state.side]):
            event(state, "unmoved", rule, 0, -1, (("code", row.id),))
            return
        if row.id == self.kit.foreigners:
            state.foreigners = LEAVING
            event(state, "leaving", rule, 0, -1, (("code", row.id),))
            return
        self.kit.go_over(state, board.sides.index(row.id), state.side)
        event(state, "join", rule, 0, -1, (("code", row.id), ("by", board.sides[state.side])))


class StartPorts:
    """With an option some units begin in coastal ports of their player's choice. The frame holds `placing`, those that
    are still to be placed, and the `unit` that is.

    units   those with the trait of the option's case
    Rule: 8.3.2
    """

    def __init__(self, kit: FallKit, lines: Lines) -> None:
        self.kit, self.lines, board = kit, lines, kit.board
        chosen = any(kit.options[option.id] for option in kit.game.info.options if option.rule == START_CASE)
        traits = [trait.id for trait in kit.game.info.traits if trait.rule == START_CASE]
        self.units = union(board.traits[name] for name in traits) if chosen else 0
        self.side = board.sides.index("volunteer")
        self.space = kit.own_decision(Decision(
            "start-port", "place-at", START_CASE, self.ports, self._place,
            (Reason(START_CASE, "no-coastal-port", self.ports),),
        ))  # fmt: skip
        self.next = kit.one_by_one("ports:next", "placing", lambda state: kit.ask(state, self.space, self.side))

    def begin(self, state: Any) -> None:
        """When the game begins, place them, unless a position has done so."""
        if self.units and state.turn == 1 and state.side == self.kit.bolshevik:
            state.frames[-1]["placing"] = self.units & state.present
            state.agenda.append(self.next)

    def ports(self, state: Any) -> Plane:
        """Coastal ports without enemies."""
        board = self.kit.board
        return board.coast & board.ports & self.kit.free(state, self.side)

    def _place(self, state: Any, space: int) -> None:
        unit = state.frames[-1]["unit"]
        event(state, "deploy", START_CASE, 1 << unit, space)
        self.kit.put(state, 1 << unit, space)
        self.lines.judge_units(state, 1 << unit)

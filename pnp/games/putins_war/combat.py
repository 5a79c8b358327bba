"""What an entry brings about: the Ukrainian reaction, the fight, and what comes after. The results are declared."""

from __future__ import annotations

from typing import Any

from pnp.games.putins_war.board import RUSSIA, UKRAINE
from pnp.games.putins_war.state import WarKit, WarState
from pnp.referee.combat import OddsTable
from pnp.referee.dice import bits, pick, roll
from pnp.referee.kit.procedures.combat import Combat
from pnp.referee.records import event


class WarCombat(Combat):
    """The fights: nobody chooses to attack, who enters an area fights for it.

    The frame of a fight holds also `area`, `bonus` (added to the Ukrainian total by the event) and `event` (modified
    roll on the Invasion Table, -1 for none).
    """

    kit: WarKit

    def __init__(self, kit: WarKit, *given: Any) -> None:
        self.board = kit.board
        super().__init__(kit, *given)
        table = kit.board.invasion.table
        self._invasion_name = f"{table.id}-table"
        self._invasion_cells = {
            row.id: (("table", table.id), ("column", "event"), ("row", row.die), ("code", row.id))
            for row in table.rows
        }  # fmt: skip
        assert isinstance(self.table, OddsTable)
        self.odds_table, printed = self.table, self.table.table
        self._combat_name, code = f"{printed.id}-table", printed.below_first or ""
        self._below = code, (
            ("table", printed.id), ("column", f"<{printed.columns[0]}"), ("row", "-"), ("code", code)
        )  # fmt: skip
        kit.operation("fight:over", self._over)
        kit.operation("fight:close", lambda state: state.frames.pop() and None)

    def _decisions(self) -> None:
        """No attack is chosen."""
        self.kit.operation("combat:resolve", self._resolve)

    def enter(self, state: WarState, space: int, units: int, before: int) -> None:
        """Russian `units` have entered `space`, where `before` stood already: an invasion, a fight, or nothing.

        Rule: 4.6, 5.4, Clarifications.4, Ukrainian Air Force
        """
        board = self.board
        if board.alarm >> space & 1 and not state.alarmed >> space & 1:
            self._alarm(state, space)
        if before & board.ukrainian:
            event(state, "attack", "5.4", before & board.ukrainian, space)
            self._fight(state, space, RUSSIA, units, before & board.ukrainian)
        elif before:
            return
        elif board.stars >> space & 1:
            event(state, "no-reaction", "Clarifications.4", 0, space)
        else:
            self._invade(state, space, units)

    def _alarm(self, state: WarState, space: int) -> None:
        """The first entry of a marked area brings a late unit into the pool.

        Rule: Ukrainian Air Force
        """
        board = self.board
        state.alarmed |= 1 << space
        waiting = state.units_in[board.aside] & board.late
        if waiting:
            unit = waiting & -waiting
            self.kit.put(state, unit, board.pool)
            event(state, "to-pool", "Ukrainian Air Force", unit, board.pool)

    # The invasion -------------------------------------------------------------------------------------------

    def _invade(self, state: WarState, space: int, units: int) -> None:
        """Roll on the Invasion Table, bring the Ukrainian units, fight at once.

        Rule: 4.6, Invasion Table
        """
        board = self.board
        sides = board.invasion.table.dice.sides
        total = roll(state, sides, self._invasion_name, "4.6") + board.invasion_add[space]
        row = board.invasion.row(total)
        if board.invasion_add[space]:
            for modifier in board.invasion.table.modifiers:
                if modifier.add and (not modifier.spaces or board.spaces[space] in modifier.spaces):
                    event(state, "modifier", "Invasion Table", 0, -1, (("code", modifier.id), ("value", modifier.add)))
        event(state, "result", "Invasion Table", 0, space, self._invasion_cells[row.id])
        number = roll(state, sides, row.id, "4.6") if row.effect("reroll") else row.effect("draw")
        called = self._call_up(state, number, space)
        if not called:
            event(state, "unopposed", "4.7", 0, space)
            return
        bonus = row.effect("strength") * called.bit_count()
        if row.effect("attacker-ukraine"):
            self._fight(state, space, UKRAINE, called, units, bonus, total)
        else:
            self._fight(state, space, RUSSIA, units, called, bonus, total)

    def _call_up(self, state: WarState, number: int, space: int) -> int:
        """Bring `number` units by lot into the area of the fight, from the pool, then from elsewhere.

        Returns the set of those placed. Rule: 2.5, 4.6, 4.7
        """
        board, drawn = self.board, 0
        pool = state.units_in.get(board.pool, 0)
        for _ in range(min(number, pool.bit_count())):
            drawn |= 1 << pick(state, pool & ~drawn, "pool", "2.5")
        if drawn:
            self.kit.put(state, drawn, space)
            event(state, "place", "4.6", drawn, space)
        for _ in range(number - drawn.bit_count()):
            largest = self._largest_group(state, space)
            if largest < 0:
                break
            unit = 1 << pick(state, state.units_in[largest] & board.ukrainian, "transfer", "4.7")
            self.kit.put(state, unit, space)
            event(state, "transfer", "4.7", unit, space, (("from", board.places[largest]),))
            drawn |= unit
        return drawn

    def _largest_group(self, state: WarState, besides: int) -> int:
        """The area, other than that of the fight, with most Ukrainian units; -1 when there is none.

        Ties: fewest victory points, then the first in the alphabet. Rule: 4.7
        """
        board, units_in = self.board, state.units_in
        return min(
            bits(state.occupied[UKRAINE] & ~(1 << besides)), default=-1,
            key=lambda s: (-(units_in[s] & board.ukrainian).bit_count(), board.points[s], board.spaces[s]),
        )  # fmt: skip

    # The fight ----------------------------------------------------------------------------------------------

    def _fight(
        self, state: WarState, area: int, attacker: int, attackers: int, defenders: int, bonus: int = 0, total: int = -1
    ) -> None:
        """Open a fight; who is lost and who retreats is on the agenda when the die has been thrown.

        Rule: 5.1, 5.2, 5.6, Combat Table
        """
        state.frames.append({
            "area": area, "spaces": 1 << area, "attackers": attackers, "defenders": defenders, "attacker": attacker,
            "defender": UKRAINE - attacker, "lost": 0, "bonus": bonus, "event": total,
        })  # fmt: skip
        state.agenda.append("fight:over")
        self._resolve(state)

    def _resolve(self, state: Any) -> None:
        """Find the odds, roll, and put the result on the agenda; Ukraine may be the attacker.

        Rule: 5.1, 5.2, 5.6, Combat Table
        """
        frame, strength, table = state.frames[-1], self.board.strength, self.odds_table
        area, attacker = frame["area"], frame["attacker"]
        attack, defence = strength.of(frame["attackers"]), strength.of(frame["defenders"])
        if attacker == RUSSIA:
            defence += frame["bonus"]
        else:
            attack += frame["bonus"]
        by = (("by", self.board.sides[attacker]), ("odds", f"{attack}:{defence}"))
        event(state, "fight", "5.1" if attacker == RUSSIA else "5.6", 0, area, by)
        column = table.column(attack, defence)
        if column < 0:
            code, cell = self._below
        else:
            die = roll(state, table.table.dice.sides, self._combat_name, "5.2") - table.first_die
            code, cell = table.results[column][die], self._cells[0][column][die]
        event(state, "result", "Combat Table", 0, area, cell)
        state.agenda += self.programs[code]

    def _over(self, state: WarState) -> None:
        """The last column of the Invasion Table, then a garrison if the area was won.

        Rule: 5.3, 6.2
        """
        board, frame = self.board, state.frames[-1]
        area = frame["area"]
        left = state.units_in.get(area, 0) & board.ukrainian
        if left and frame["event"] >= 0:
            self._send_back(state, left)
        if state.ground_at & state.held[RUSSIA] & frame["spaces"]:
            event(state, "take", "6.2", 0, area, (("by", board.russia),))
            state.agenda += ["fight:close", "garrisons:won"]
        else:
            state.frames.pop()

    def _send_back(self, state: WarState, left: int) -> None:
        """Units of the area go back to the pool, by lot, as the event of this activation says.

        Rule: 5.3, Invasion Table
        """
        board, frame = self.board, state.frames[-1]
        row = board.invasion.row(frame["event"])
        number, keep = row.after_effect("return") or 0, row.after_effect("keep")
        if keep is not None:
            number = max(0, left.bit_count() - keep)
        sent = left if number >= left.bit_count() else 0
        for _ in range(0 if sent else number):
            sent |= 1 << pick(state, left & ~sent, "return", "5.3")
        if sent:
            self.kit.put(state, sent, board.pool)
            event(state, "return", "5.3", sent, board.pool, (("from", board.places[frame["area"]]),))

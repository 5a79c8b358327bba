"""What the die of an attack brings: results for each defender, exchanges and losses, advances, breakdown, breakthrough.

The frame of an attack holds its number (`attack`), the `attackers`, the hexes from which they came (`against`), the
`die` and the `column`, the hexes still to be dealt with (`todo`), the one that is (`hex`), the `best` result there, as
1 + its index, and whether any was a breakthrough (`broken`); by result the units that have it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.games.russian_portfolio.advances import Advances
from pnp.games.russian_portfolio.ground import PortfolioKit
from pnp.games.russian_portfolio.odds import BR, CODES, D1, PortfolioCombat
from pnp.games.russian_portfolio.retreats import Retreats
from pnp.games.russian_portfolio.state import BONUS, PortfolioState
from pnp.referee.dice import bits, roll
from pnp.referee.kit.procedures.combat import NOTHING
from pnp.referee.kit.state import Frame
from pnp.referee.records import event

Reading = tuple[tuple[str, str], ...]
"""Results that rules put in place of the one before, each with its case."""


class Results:
    """Resolves one attack after the other.

    Rule: XIII.C.1
    """

    def __init__(self, kit: PortfolioKit, odds: PortfolioCombat, retreats: Retreats) -> None:
        self.kit, self.board, self.odds, self.retreats = kit, kit.board, odds, retreats
        self.advances = Advances(kit)
        operation = kit.operation
        for code in CODES:
            operation(f"result:{code}", self._result_of(code))
        operation("result:hex", self._hex)
        operation("result:cleared", self._cleared)
        operation("result:breakdown", self._breakdown)
        operation("result:breakthrough", self._breakthrough)
        operation("result:over", lambda s: s.frames.pop() and None)

    # The die ------------------------------------------------------------------------------------------------

    def open(self, state: PortfolioState, number: int) -> None:
        """Resolve an attack: throw the die, or advance where an earlier wave has cleared the hex.

        Rule: XIII.A.4, XIII.B.4, XIII.C.1
        """
        target, before = state.targets[number], state.results[number]
        force = state.forces[number] & state.present & ~state.dispersed
        state.targets[number] = 0
        held = target & self.kit.enemies_at(state, state.side)
        ratio = self.odds.ratio(state, force, held, state.marks[number]) if force and held else None
        if not force or (ratio is not None and not ratio.allowed):
            event(state, "called-off", "XIII.A.7", force, target.bit_length() - 1)
            state.forces[number] = 0
            return
        phase = state.frames[0]
        phase["fought"] |= force
        phase["met"] |= state.units_within(held)
        phase["stirred"] = 1
        if state.marks[number] & BONUS:
            state.broke |= force
        frame = self.kit.push_frame(
            state, attack=number, attacker=state.side, attackers=force, defenders=state.units_within(held), spaces=held,
            against=state.spaces_of(force), die=0, column=0, todo=held, hex=0, best=before or 1 + CODES.index(D1),
            broken=0, due=0, paid=0, gone=0, unit=0,
        )  # fmt: skip
        state.agenda.append("result:over")
        if ratio is None:
            frame["hex"] = (target & -target).bit_length() - 1
            self.advances.begin(state)
            return
        frame["column"] = ratio.column
        self.odds.tell(state, ratio)
        frame["die"] = roll(state, 6, self.odds.table.table.id, "XIII.C.1")
        state.agenda += ["result:breakthrough", "result:breakdown", "result:hex"]

    def _hex(self, state: Any) -> None:
        """The results of the defenders of the next hex.

        Rule: VII.B, XIII.C.1
        """
        frame = state.frames[-1]
        todo = frame["todo"]
        if not todo:
            return
        space = frame["hex"] = (todo & -todo).bit_length() - 1
        frame["todo"] = todo & todo - 1
        defenders = state.units_in.get(space, 0) & self.board.own[1 - state.side]
        state.agenda += ["result:hex", "result:cleared"]
        frame["due"], frame["paid"], frame["best"] = (
            self.odds.against(state, space, defenders, frame["attackers"]), 0, 0
        )
        groups: dict[tuple[int, Reading], int] = {}
        for unit in bits(defenders):
            column = self._column(state, frame, unit)
            group = column, self.reading(state, unit, column, frame)
            groups[group] = groups.get(group, 0) | 1 << unit
        codes = set()
        for (column, reading), units in sorted(groups.items()):
            code = self._record(state, units if len(groups) > 1 else 0, column, reading)
            if code != NOTHING:
                codes.add(code)
                frame[code] = frame.get(code, 0) | units
        order = sorted(codes, key=CODES.index, reverse=True)
        frame["best"] = 1 + CODES.index(order[0] if order else D1)
        if BR in codes:
            frame["broken"] = 1
        state.agenda += [f"result:{code}" for code in order]

    def _record(self, state: PortfolioState, named: int, column: int, reading: Reading) -> str:
        """Log the result that the table gives, then what rules make of it; returns what is left.

        named  the units that have it, 0 where all in the hex do

        Rule: VII.B, XIII.C.1
        """
        frame = state.frames[-1]
        if column > frame["column"]:
            event(state, "shift", "VII.B", named, frame["hex"], (("value", column - frame["column"]),))
        cell = self.odds.cells[column][frame["die"] - self.odds.table.first_die]
        code = self.odds.table.result(column, frame["die"])
        event(state, "result", self.odds.case_of(code, "XIII.C.1"), named, frame["hex"], cell)
        for code, rule in reading:
            event(state, "upgrade", rule, named, frame["hex"], (("code", code),))
        return code

    def _column(self, state: PortfolioState, frame: Frame, unit: int) -> int:
        more = self.kit.numbers["dispersed-shift"] if state.dispersed >> unit & 1 else 0
        return min(frame["column"] + more, self.odds.last)

    def reading(self, state: PortfolioState, unit: int, column: int, frame: Frame) -> Reading:
        """What rules make of the result that one defender has on the table, one after the other.

        Rule: Combat Results Table, XIII.C.11, XIII.C.12, XIII.D.6
        """
        odds, left = self.odds, frame["attackers"] & state.present
        first = odds.without_retreat(state, odds.table.result(column, frame["die"]), 1 << unit)
        changes = first, odds.upgraded(state, first[0], left, 1 << frame["hex"]) if left else (first[0], "")
        return tuple(change for change in changes if change[1])

    def _result_of(self, code: str) -> Callable[[Any], None]:
        """Carries out a result, as it is declared, for the units of the hex that have it."""
        def carry_out(state: Any) -> None:
            frame = state.frames[-1]
            if units := frame.pop(code) & state.present:
                sides = {"attacker": state.side, "defender": 1 - state.side}
                frame |= {"spaces": 1 << frame["hex"], "defenders": units, "lost": 0, **sides}
                state.agenda += self.odds.programs[code]

        return carry_out

    # Afterwards ---------------------------------------------------------------------------------------------

    def _cleared(self, state: Any) -> None:
        """Where nobody is left in the hex, attackers enter it, and later waves may.

        Rule: XIII.D.3, XIII.A.4
        """
        frame = state.frames[-1]
        here = 1 << frame["hex"]
        if self.kit.enemies_at(state, state.side) & here:
            return
        for number, target in enumerate(state.targets):
            if target & here:
                state.results[number] = frame["best"]
        self.advances.begin(state)

    def _breakdown(self, state: Any) -> None:
        """Armor that has attacked may break down.

        Rule: XIII.C.13
        """
        frame = state.frames[-1]
        if self.odds.breaks_down(state, frame["die"]):
            armor = frame["attackers"] & state.present & self.board.armor & ~state.dispersed
            self.kit.disperse(state, armor, "XIII.C.13")

    def _breakthrough(self, state: Any) -> None:
        """After a breakthrough the attackers may attack once more.

        Rule: XIII.C.10, XIII.F
        """
        frame = state.frames[-1]
        pool = frame["attackers"] & state.present & ~state.dispersed & ~state.broke
        if frame["broken"] and pool:
            self.kit.push_frame(state, pool=pool)
            state.agenda += ["breakthrough:over", "breakthrough:fight", "breakthrough:fix", "breakthrough:next"]

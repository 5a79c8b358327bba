"""Fights within a move: the strengths of combat, with a table and results of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.model.procedures import FireSource, OverrunSource
from pnp.model.tables import ResultsTable
from pnp.referee.kit.declared import Spot
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.combat import Combat
from pnp.referee.kit.sentences import Grammar, Part, Parts, Verbs
from pnp.referee.kit.state import KitState

DIE = 6
"""Sides of the die of a second roll where no table says which die it is."""


class FightInMove(Combat):
    """A fight that is no attack of a combat phase.

    Its strengths, multipliers and rounding are those of combat. The frame of the battle is as there; `stopped` is 1
    when a result has ended the move.
    """

    def __init__(
        self, kit: Kit, combat: Combat, name: str, section: OverrunSource | FireSource, otherwise: tuple[str, Any],
        *, verbs: Verbs, subjects: tuple[str, ...], **changes: Any,
    ) -> None:  # fmt: skip
        """Compile the fight of a section.

        name       what the names of its operations begin with
        otherwise  key and content of what happens where no table decides
        verbs, subjects  of its results
        changes    what is otherwise than in combat: rule, strength, times, shifts, die …
        """
        self.name, self._section, self._otherwise, self._verbs, self._subjects = (
            name, section, otherwise, verbs, subjects
        )  # fmt: skip
        tables = {t.id for t in kit.game.charts.tables if isinstance(t, ResultsTable)}
        self.thrown = section.table is not None and kit.mistakes.known(
            "results table", section.table, tables, section, "table"
        )
        update = {
            "obliged": (), "only": (), "avoided": None, "undefended": None, "bracketed": None, "combined": False,
            "trapped": (), "upgrades": (), "choices": (), "by_number": None,
        } | changes  # fmt: skip
        if self.thrown:
            update["table"] = section.table
        super().__init__(
            kit, combat.source.model_copy(update=update), combat.supply, combat.retreat, combat.advance,
            lambda attack, defence: combat.losses,
        )  # fmt: skip

    def _compile_results(self, table: ResultsTable) -> None:
        """Those of the section; without a table its only one."""
        section, sides = self._section, table.dice.sides if self.thrown else DIE
        grammar = Grammar(self.kit.mistakes, self._verbs, self._subjects, sides)
        results = section.results
        if self.thrown:
            self._compile_codes(section, results, [code.id for code in table.codes], grammar)
            return
        if results:
            hint = f"add 'table:', or say under {self._otherwise[0]!r} what happens"
            self.kit.mistakes.add("results are thrown for on a table", section.where_key("results"), hint)
        key, written = self._otherwise
        spot = Spot(section, (key,))
        if key == "roll":
            thrown = grammar.roll(written, spot)
            parts: Parts = (thrown,) if thrown else ()
        else:
            parts = grammar.parts(written, spot)
        self.parts = {"": parts}
        self.programs = {"": self._program(f"{self.name}:", parts, sides, ())}

    def _part(self, part: Part, case: str, *, counted: bool) -> Callable[[KitState], bool | None]:
        if part.verb != "stop":
            return super()._part(part, case, counted=counted)

        def stop(state: KitState) -> None:
            state.frames[-1]["stopped"] = 1

        return stop

    def _decisions(self) -> None:
        """None but those of retreats and losses: who fights is chosen before."""
        self.kit.operation(f"{self.name}:decide", self.decide)

    def decide(self, state: KitState) -> None:
        """Roll the die on the table; without one what is declared happens at once."""
        if self.thrown:
            super().decide(state)
            return
        frame = state.frames[-1]
        self.tell(state, self.odds(state, frame["attackers"], frame["spaces"]))
        state.agenda += self.programs[""]

    def capable_of(self, state: KitState, side: int) -> int:
        """Units of a side that could fight at all, in whose phase it may be."""
        may, units = self._may[side], self.kit.board.own[side] & self._supplied(state)
        return units & may(state) if may else units

    def capable(self, state: KitState) -> int:
        """Units that could attack at all."""
        return self._willing(state) & self._supplied(state)



class DefensiveFire(FightInMove):
    """The fire of one unit on others on the move; who stands with these is spared.

    The frame of the battle holds the `movers` too.
    """

    def _defending(self, state: KitState, attackers: int, spaces: int) -> int:
        return state.frames[-1]["movers"]

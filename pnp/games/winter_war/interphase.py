"""What happens at the end of a Soviet player-turn and between two turns: the order of it, and its rolls.

Rule: Sequence C
"""

from __future__ import annotations

from typing import Any

from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.combat import WinterCombat
from pnp.games.winter_war.events import Events
from pnp.games.winter_war.kit import WinterKit
from pnp.games.winter_war.scenarios import Scenarios
from pnp.games.winter_war.tables import LETTERS
from pnp.games.winter_war.victory import WinterVictory
from pnp.model.info import Phase
from pnp.referee.dice import roll
from pnp.referee.kit.decisions import Decision
from pnp.referee.kit.procedures.stacking import Stacking
from pnp.referee.records import event


class Interphase:
    """The Interphase, and what closes the Soviet player-turn."""

    def __init__(self, kit: WinterKit, stacking: Stacking, combat: WinterCombat, victory: WinterVictory) -> None:
        self.kit, self.victory = kit, victory
        self.scenarios, self.events = Scenarios(kit, combat), Events(kit, stacking)
        self.cease_fire = kit.own_decision(Decision(
            "cease-fire", "accept", "Event K", lambda state: 1, self._end_war, (), may_end=lambda state: True,
            within=("interphase",),
        ))  # fmt: skip
        kit.operation("murmansk", self._end_soviet_turn)
        kit.operation("interphase:truce", lambda state: kit.ask(state, self.cease_fire, FINNISH))
        kit.operation("interphase:scenario", self._roll_scenario)

    def _end_soviet_turn(self, state: Any) -> bool:
        """Murmansk must be guarded; then paratroops may be dropped.

        Rule: Murmansk Defense, Event F
        """
        self.victory.watch_murmansk(state)
        return self.kit.ask(state, self.events.drop, SOVIET)

    def begin(self, state: Any, phase: Phase) -> None:
        """The optional rule asks for its rolls, but not after the last turn.

        Rule: Sequence C, Optional Rule, Event K
        """
        if self.kit.optional and state.turn < self.kit.scenario.turns:
            state.agenda += ["events:roll", "interphase:scenario"]
            if state.truce == state.turn:
                state.agenda.append("interphase:truce")

    def _end_war(self, state: Any, _: int) -> None:
        """The Finnish player calls the cease-fire.

        Rule: Event K
        """
        event(state, "cease-fire", "Event K")
        self.victory.end_game(state)

    def _roll_scenario(self, state: Any) -> bool:
        """The Finnish player rolls until a scenario is in force.

        Rule: Scenario Table, Optional Rule
        """
        state.truce = 0
        if state.scenario:
            return False
        table, turn = self.kit.tables.scenarios, str(state.turn)
        die = roll(state, table.dice.sides, table.id, "Scenario Table")
        letter = table.result(turn, die)
        extra = (("table", table.id), ("column", turn), ("row", table.row_for(die).die), ("code", letter))
        event(state, "scenario", "Scenario Table", 0, -1, extra)
        return letter in LETTERS and self.scenarios.bring(state, letter)

"""Putin's War, ready to play: the steps and verbs joined to their procedures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pnp.games.putins_war import actions, combat, control, deeds, movement, phases, positions, refusals, setup, texts
from pnp.games.putins_war.advice import WarAdviser
from pnp.games.putins_war.board import build_board
from pnp.games.putins_war.faults import faults_of
from pnp.games.putins_war.state import WarState
from pnp.games.putins_war.victory import points
from pnp.model.game import Game
from pnp.model.position import PositionSource
from pnp.referee.combat import logged_cells
from pnp.referee.engine import Offer
from pnp.referee.masks import Action
from pnp.referee.procedures import ProcedureRules

DONE: Action = (actions.DONE,)


class PutinsWar(ProcedureRules[WarState]):
    """The rules of Putin's War. `board` holds all that never changes."""

    VERBS = actions.VERBS
    STEPS = actions.STEPS
    STATE = WarState
    TESTS = refusals.TESTS
    DEEDS = deeds.DEEDS
    READER = positions.WarPosition
    REASONS: ClassVar[Mapping[str, str]] = actions.REASONS
    EVENT_TEXTS = texts.EVENT_TEXTS
    VERB_TEXTS = texts.VERB_TEXTS
    SILENT: ClassVar[Mapping[str, str]] = {
        "1.1": "the units on the board",
        "2.3": "where reinforcements come from; their arrival names 4.2",
        "4.8": "named when a Ukrainian unit is to be activated",
        "Clarifications.3": "named when an eliminated unit is to be activated",
    }

    def __init__(self, game: Game, scenario: str = "standard", options: Mapping[str, Any] | None = None) -> None:
        super().__init__(game, scenario, options)
        self.board = build_board(game, self.scenario, self.options)
        self.units, self.spaces, self.places = self.board.units, self.board.spaces, self.board.places
        self._prepare_tables()
        self.prepare()

    def _prepare_tables(self) -> None:
        """What the log says of each cell of both tables."""
        invasion, combat_table = self.board.invasion.table, self.board.odds.table
        self.invasion_name, self.combat_name = f"{invasion.id}-table", f"{combat_table.id}-table"
        self.invasion_extra = {
            row.id: (("table", invasion.id), ("column", "event"), ("row", row.die), ("code", row.id))
            for row in invasion.rows
        }
        self.combat_extra = logged_cells(self.board.odds)
        first = combat_table.columns[0]
        self.below_extra = (
            ("table", combat_table.id),
            ("column", f"<{first}"),
            ("row", "-"),
            ("code", self.board.below),
        )

    def finish_activation(self, state: WarState) -> None:
        """Close the activation: look for victory, else offer the next one.

        Rule: 4.3
        """
        phases.finish_activation(self, state)

    # Start, position, saved state ---------------------------------------------------------------------------

    def position(self, state: WarState) -> PositionSource:
        """Where everything stands."""
        return positions.position_of(self, state)

    def score(self, state: WarState) -> dict[str, int]:
        """Russia's victory points.

        Rule: 3.3
        """
        return {self.board.russia: points(self, state)}

    def faults(self, state: WarState) -> list[str]:
        """What is wrong in `state` itself."""
        return faults_of(self, state)

    def adviser(self, side: str) -> WarAdviser | None:
        """Advice for Russia; Ukraine decides nothing."""
        return WarAdviser(self) if side == self.board.russia else None

    def offers(self) -> Mapping[int, Offer]:
        """The choices of every step, by its index."""
        board = self.board
        choose, place, lose = (self.list_of(v) for v in (actions.CHOOSE_UNIT, actions.PLACE_AT, actions.LOSE_UNIT))
        go, retreat, garrison = (
            self.list_of(v) for v in (actions.MOVE_TO, actions.RETREAT_TO, actions.CHOOSE_GARRISON)
        )
        return {
            actions.SETUP: lambda s: choose(setup.units_to_set_up(board, s)),
            actions.SETUP_SPACE: lambda s: place(board.free_spaces),
            actions.REINFORCE: lambda s: [*choose(setup.arrivals_possible(board, s)), DONE],
            actions.REINFORCE_SPACE: lambda s: place(setup.arrival_spaces(board, s, s.selected)),
            actions.ACTIVATE: lambda s: [*choose(movement.movable(board, s)), DONE],
            actions.TARGET: lambda s: choose(movement.joinable(board, s)) + go(s.targets),
            actions.LOSE: lambda s: lose(s.fighters),
            actions.RETREAT: lambda s: retreat(combat.refuge_spaces(board, s)),
            actions.SURPLUS: lambda s: lose(s.fighters),
            actions.GARRISON_WON: lambda s: [(actions.PLACE_GARRISON, s.area), DONE],
            actions.GARRISON: lambda s: [*garrison(control.garrisons_to_place(board, s)), DONE],
            actions.GARRISON_SPACE: lambda s: place(control.garrison_spaces(board, s)),
            actions.OVER_STACK: lambda s: lose(phases.crowded(self, s)),
        }

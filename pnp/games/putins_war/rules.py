"""Putin's War, ready to play: the steps and verbs joined to their procedures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from pnp.games.putins_war import actions, combat, control, movement, phases, positions, refusals, setup
from pnp.games.putins_war.advice import WarAdviser
from pnp.games.putins_war.board import build_board
from pnp.games.putins_war.faults import faults_of
from pnp.games.putins_war.state import WarState
from pnp.games.putins_war.victory import points
from pnp.model.game import Game
from pnp.model.position import PositionSource
from pnp.referee.engine import Deed, Offer, Rules, Step, Test, Verb
from pnp.referee.masks import Action, MaskActions
from pnp.referee.saved import fill_state

DONE: Action = (actions.DONE,)


class PutinsWar(Rules):
    """The rules of Putin's War. `board` holds all that never changes."""

    VERBS = actions.VERBS
    STEPS = actions.STEPS
    REASONS: ClassVar[Mapping[str, str]] = actions.REASONS
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
        self._lists = [
            MaskActions(index, len(self.units if verb.takes == "unit" else self.spaces))
            for index, verb in enumerate(self.VERBS)
        ]
        self._start: WarState | None = None
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
        self.combat_extra = [
            [
                (("table", combat_table.id), ("column", column), ("row", row), ("code", code))
                for row, code in zip(self.board.odds.rows, self.board.odds.results[index], strict=True)
            ]
            for index, column in enumerate(combat_table.columns)
        ]
        first = combat_table.columns[0]
        self.below_extra = (("table", combat_table.id), ("column", f"<{first}"), ("row", "-"), ("code", self.board.below))

    def finish_activation(self, state: WarState) -> None:
        """Rule: 4.3"""
        phases.finish_activation(self, state)

    # Start, position, saved state ---------------------------------------------------------------------------

    def new_state(self, seed: int = 0) -> WarState:
        """The start of the scenario.

        Rule: 2.0
        """
        if self._start is None:
            self._start = self.state_from(PositionSource())
        state = self._start.copy()
        self.start_streams(state, seed)
        return state

    def state_from(
        self, position: PositionSource | Mapping[str, Any], seed: int = 0,
        dice: Sequence[int] = (), draws: Sequence[str] = (),
    ) -> WarState:  # fmt: skip
        """The state of a position. Raises SourceError for one that can't be."""
        return positions.state_from(self, position, seed, dice, draws)

    def state_from_json(self, document: Mapping[str, Any]) -> WarState:
        """The state that `WarState.to_json` wrote. Raises SourceError when it can't be one."""
        return fill_state(self, WarState(self), document)

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

    # Steps and verbs ----------------------------------------------------------------------------------------

    def offer(self, step: Step) -> Offer:
        """The choices of `step`."""
        board, lists = self.board, [table.of for table in self._lists]
        choose, place, lose = lists[actions.CHOOSE_UNIT], lists[actions.PLACE_AT], lists[actions.LOSE_UNIT]
        go, garrison = lists[actions.MOVE_TO], lists[actions.CHOOSE_GARRISON]
        offers: dict[int, Callable[[WarState], list[Action]]] = {
            actions.SETUP: lambda s: choose(setup.units_to_set_up(board, s)),
            actions.SETUP_SPACE: lambda s: place(board.free_spaces),
            actions.REINFORCE: lambda s: [*choose(setup.arrivals_possible(board, s)), DONE],
            actions.REINFORCE_SPACE: lambda s: place(setup.arrival_spaces(board, s, s.selected)),
            actions.ACTIVATE: lambda s: [*choose(movement.movable(board, s)), DONE],
            actions.TARGET: lambda s: choose(movement.joinable(board, s)) + go(s.targets),
            actions.LOSE: lambda s: lose(s.fighters),
            actions.RETREAT: lambda s: lists[actions.RETREAT_TO](combat.refuge_spaces(board, s)),
            actions.SURPLUS: lambda s: lose(s.fighters),
            actions.GARRISON_WON: lambda s: [(actions.PLACE_GARRISON, s.area), DONE],
            actions.GARRISON: lambda s: [*garrison(control.garrisons_to_place(board, s)), DONE],
            actions.GARRISON_SPACE: lambda s: place(control.garrison_spaces(board, s)),
            actions.OVER_STACK: lambda s: lose(phases.crowded(self, s)),
        }
        return offers[self.STEPS.index(step)]

    def test(self, step: Step, verb: Verb) -> Test:
        """What refuses `verb` in `step`."""
        return partial(refusals.TESTS[self.STEPS.index(step), self.VERBS.index(verb)], self)

    def deed(self, step: Step, verb: Verb) -> Deed:
        """What carries out `verb` in `step`."""
        return partial(DEEDS[self.STEPS.index(step), self.VERBS.index(verb)], self)


def _select(space_step: int) -> Callable[[PutinsWar, WarState, int], None]:
    def select(rules: PutinsWar, state: WarState, unit: int) -> None:
        """The unit that the next decision places."""
        state.selected = unit
        state.stack.append(space_step)

    return select


def _set_up(rules: PutinsWar, state: WarState, space: int) -> None:
    """Rule: 2.1"""
    setup.set_up(rules, state, space)
    phases.open_setup(rules, state)


def _arrive(rules: PutinsWar, state: WarState, space: int) -> None:
    """Rule: 4.2"""
    setup.arrive(rules, state, space)
    phases.open_reinforcement(rules, state)


def _garrison_won(rules: PutinsWar, state: WarState, space: int) -> None:
    """Rule: 6.2"""
    control.place_garrison_won(rules, state, space)
    rules.finish_activation(state)


def _garrison(rules: PutinsWar, state: WarState, space: int) -> None:
    """Rule: 6.4"""
    control.place_garrison(rules, state, space)
    state.stack.pop()
    if not control.garrisons_to_place(rules.board, state):
        phases.open_over_stack(rules, state)


DEEDS: Mapping[tuple[int, int], Callable[[PutinsWar, WarState, int], None]] = {
    (actions.SETUP, actions.CHOOSE_UNIT): _select(actions.SETUP_SPACE),
    (actions.SETUP_SPACE, actions.PLACE_AT): _set_up,
    (actions.REINFORCE, actions.CHOOSE_UNIT): _select(actions.REINFORCE_SPACE),
    (actions.REINFORCE, actions.DONE): lambda rules, state, _: phases.open_activation(rules, state),
    (actions.REINFORCE_SPACE, actions.PLACE_AT): _arrive,
    (actions.ACTIVATE, actions.CHOOSE_UNIT): movement.choose,
    (actions.ACTIVATE, actions.DONE): lambda rules, state, _: phases.open_garrison(rules, state),
    (actions.TARGET, actions.CHOOSE_UNIT): movement.choose,
    (actions.TARGET, actions.MOVE_TO): movement.move,
    (actions.LOSE, actions.LOSE_UNIT): combat.lose,
    (actions.RETREAT, actions.RETREAT_TO): combat.retreat_to,
    (actions.SURPLUS, actions.LOSE_UNIT): combat.lose_surplus,
    (actions.GARRISON_WON, actions.PLACE_GARRISON): _garrison_won,
    (actions.GARRISON_WON, actions.DONE): lambda rules, state, _: rules.finish_activation(state),
    (actions.GARRISON, actions.CHOOSE_GARRISON): _select(actions.GARRISON_SPACE),
    (actions.GARRISON, actions.DONE): lambda rules, state, _: phases.open_over_stack(rules, state),
    (actions.GARRISON_SPACE, actions.PLACE_AT): _garrison,
    (actions.OVER_STACK, actions.LOSE_UNIT): phases.lose_over_stack,
}
"""What carries out each verb in each step."""

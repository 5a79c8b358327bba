"""Winter War, ready to play: the steps and verbs joined to their procedures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pnp.games.winter_war import (
    actions,
    figures,
    interphase,
    movement,
    phases,
    positions,
    reasons_move,
    refusals_move,
    reinforcement,
    scenarios,
    setup,
    steps_combat,
    steps_move,
    texts,
    victory,
)
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.faults import faults_of, shape_faults
from pnp.games.winter_war.kit import Fighting
from pnp.games.winter_war.state import WinterState, empty_kept, rebuild
from pnp.games.winter_war.supply import settle
from pnp.games.winter_war.tables import build_tables
from pnp.model.figure import BoardFacts
from pnp.model.game import Game
from pnp.model.position import PositionSource
from pnp.referee.advice import Adviser
from pnp.referee.engine import Offer, Result
from pnp.referee.masks import Action
from pnp.referee.procedures import Carry, ProcedureRules, Refusal


class WinterWar(ProcedureRules[WinterState]):
    """The rules of Winter War. `board` holds all that never changes."""

    VERBS = actions.VERBS
    STEPS = actions.STEPS
    STATE = WinterState
    TESTS: ClassVar[Mapping[tuple[int, int], Refusal]] = {**refusals_move.TESTS, **steps_combat.TESTS}
    DEEDS: ClassVar[Mapping[tuple[int, int], Carry]] = {**steps_move.DEEDS, **steps_combat.DEEDS}
    READER = positions.WinterPosition
    REASONS: ClassVar[Mapping[str, str]] = {**reasons_move.REASONS, **steps_combat.REASONS}
    VERB_TEXTS = texts.VERB_TEXTS
    EVENT_TEXTS = texts.EVENT_TEXTS
    SILENT: ClassVar[Mapping[str, str]] = {**reasons_move.SILENT, **steps_combat.SILENT}

    def __init__(self, game: Game, scenario: str = "standard", options: Mapping[str, Any] | None = None) -> None:
        super().__init__(game, scenario, options)
        self.fighting = self.shared_board_of(Fighting)
        self.board, self.operations = self.fighting.board, self.fighting.kit.operations
        self.tables = self.board_of(lambda game, scenario, options: build_tables(game, scenario, self.board))
        self.optional = bool(self.options["scenarios"])
        self.units, self.spaces, self.places = self.board.units, self.board.spaces, self.board.places
        self.prepare()

    # What follows a phase, for modules that may not import those above them --------------------------------------

    def after_combat(self, state: WinterState, side: int) -> None:
        """Continue with what follows the Combat Phase of `side`.

        Rule: Sequence B
        """
        phases.after_combat(self, state, side)

    def after_move(self, state: WinterState, side: int) -> None:
        """Offer `side` its next move, or end its movement.

        Rule: Movement B
        """
        phases.after_move(self, state, side)

    def end_soviet_turn(self, state: WinterState) -> None:
        """Carry out what closes the Soviet player turn, once its combat is over.

        Rule: Murmansk Defense, Event F
        """
        interphase.end_soviet_turn(self, state)

    def after_landing(self, state: WinterState) -> None:
        """Settle a landing whose fight is over: winners go ashore, the others sail home.

        Rule: Scenario A
        """
        scenarios.after_landing(self, state)

    def after_scenario(self, state: WinterState) -> None:
        """Roll for the special event, once the scenario has been settled.

        Rule: Special Event Tables
        """
        interphase.roll_event(self, state)

    def next_turn(self, state: WinterState) -> None:
        """Advance the turn marker and open the next game turn.

        Rule: Sequence D
        """
        phases.next_turn(self, state)

    def position(self, state: WinterState) -> PositionSource:
        """Where everything stands."""
        return positions.position_of(self, state)

    def score(self, state: WinterState) -> dict[str, int]:
        """The Soviet victory points.

        Rule: Victory
        """
        return {self.sides[SOVIET]: victory.total(self, state)}

    def result(self, state: WinterState) -> Result | None:
        """How the game ended: the level of the victory is its outcome.

        Rule: Victory Levels
        """
        found = super().result(state)
        return found and Result(found.end, found.winner, found.end, found.score)

    def faults(self, state: WinterState) -> list[str]:
        """What is wrong in `state` itself."""
        return faults_of(self, state)

    def adviser(self, side: str) -> Adviser | None:
        """Who can tell a side how to play well."""
        from pnp.games.winter_war.advice import WinterAdviser  # only games that are played by it need it

        return WinterAdviser(self, self.sides.index(side))

    def complete(self, state: WinterState) -> None:
        """Make what follows from the saved fields of `state`, unless these can't be."""
        board = self.board
        empty_kept(state)
        if shape_faults(self, state):
            return
        rebuild(board, state)
        settle(board, state)
        step = state.stack[-1] if state.stack else -1
        state.choices = self.fighting.choices(state)
        for side in (SOVIET, FINNISH):
            if step in (actions.SET_UP[side], actions.SET_UP_HEX[side]):
                setup.prepare(board, state, side)
                if step == actions.SET_UP_HEX[side] and state.selected >= 0:
                    state.reach = setup.places_for(board, state, state.selected)
            if step in (actions.ARRIVALS[side], actions.ARRIVAL_HEX[side]):
                state.ready = reinforcement.arrivals(self, state, side)
                if step == actions.ARRIVAL_HEX[side] and state.selected >= 0:
                    state.reach = reinforcement.cities_for(self, state, state.selected)
            if step in (actions.MOVE[side], actions.WAY[side]):
                state.ready = movement.movable(board, state, side)
                if step == actions.WAY[side] and state.selected >= 0 and state.at[state.selected] < board.count:
                    movement.look(board, state)

    def board_facts(self, state: WinterState, units: Sequence[str]) -> BoardFacts:
        """Zones of control and lines of supply, for figures."""
        return figures.board_facts(self, state, units)

    def way_of(self, state: WinterState, action: Action) -> tuple[str, str, tuple[str, ...]] | None:
        """The way of a move, for figures."""
        return figures.way_of(self, state, action)

    def offers(self) -> Mapping[int, Offer]:
        """The choices of every step, by its index."""
        return {**steps_move.offers(self), **steps_combat.offers(self)}

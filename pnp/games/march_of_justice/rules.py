"""March of Justice, ready to play: the steps and verbs joined to their procedures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pnp.errors import Problem, SourceError
from pnp.games.march_of_justice import (
    actions,
    ai,
    combat,
    deeds,
    dispersal,
    mobilization,
    momentum,
    movement,
    phases,
    positions,
    refusals,
    results,
    roadblocks,
    texts,
)
from pnp.games.march_of_justice.board import RUSSIA, WAGNER, Buy
from pnp.games.march_of_justice.board_sources import build_board
from pnp.games.march_of_justice.faults import faults_of
from pnp.games.march_of_justice.reasons import COSTS_MOMENTUM, REASONS
from pnp.games.march_of_justice.state import MarchState
from pnp.model.game import Game
from pnp.model.position import PositionSource
from pnp.model.tables import FlowStep
from pnp.referee.advice import Adviser
from pnp.referee.combat import logged_cells
from pnp.referee.engine import Offer
from pnp.referee.masks import Action
from pnp.referee.procedures import ProcedureRules

DONE: Action = (actions.DONE,)
FIGHT: Action = (actions.FIGHT,)


class MarchOfJustice(ProcedureRules[MarchState]):
    """The rules of March of Justice. `board` holds all that never changes; `decides` says which sides players lead."""

    VERBS = actions.VERBS
    STEPS = actions.STEPS
    STATE = MarchState
    TESTS = refusals.TESTS
    DEEDS = deeds.DEEDS
    READER = positions.MarchPosition
    REASONS: ClassVar[Mapping[str, str]] = REASONS
    EVENT_TEXTS = texts.EVENT_TEXTS
    VERB_TEXTS = texts.VERB_TEXTS
    SILENT: ClassVar[Mapping[str, str]] = {
        "3.1.1": "strength; it is part of every contact",
        "3.1.2": "movement allowance; named when a unit has none",
        "3.3": "one side in a location; named when an enemy stands in the way",
        "3.4": "the line of communications; 6.3 logs whether it is open",
        "3.5": "the track; 5.1 logs its markers",
        "3.6": "the momentum track; what moves its marker is logged",
        "3.8": "what is in the cup; 7.1 logs the draws",
        "7.4": "the priorities; each step that is passed is logged with its own number",
        "9.0": "the set-up, before the log begins",
    }

    def __init__(self, game: Game, scenario: str = "standard", options: Mapping[str, Any] | None = None) -> None:
        super().__init__(game, scenario, options)
        self.board = self.board_of(build_board)
        self.units, self.spaces, self.places = self.board.units, self.board.spaces, self.board.places
        self.decides = (self.board.sides[WAGNER] in self.deciding, self.board.sides[RUSSIA] in self.deciding)
        self._prepare_tables()
        self._prepare_flow()
        self.prepare()

    def _prepare_tables(self) -> None:
        """What the log says of each cell of the contact table, and the actions that buy or shift something."""
        contact = self.board.contact
        self.contact_name = f"{contact.table.id}-table"
        self.contact_extra = logged_cells(contact)
        self.buys: dict[int, Buy] = {buy.item: buy for buy in (*self.board.boons, *self.board.expenses)}
        self.marks = {mark.item: index for index, mark in enumerate(self.board.track)}

    def _prepare_flow(self) -> None:
        """The steps of the priorities by id, and what they name. Raises SourceError for a step that nothing carries
        out.
        """
        steps = self.board.priorities.steps
        self.flow: dict[str, FlowStep] = {step.id: step for step in steps}
        self.flow_end = next(step for step in steps if step.kind == "end")
        unknown = [step for step in steps if step.kind != "end" and step.id not in ai.PROCEDURES]
        if unknown:
            message = f"the referee has no procedure for step {unknown[0].id!r} of {self.board.priorities.title}"
            raise SourceError(Problem("no-rules", message, unknown[0].where(), game=self.game.id))
        self._named: dict[tuple[str, str], int] = {}
        for step in steps:
            for name, value in step.effects.items():
                try:
                    self._named[step.id, name] = self._meant(name, str(value))
                except (ValueError, KeyError):
                    problem = Problem(
                        "unknown-name", f"unknown {name} {value!r}", step.where("effects", name), game=self.game.id
                    )
                    raise SourceError(problem) from None
        self.flow_extra: dict[tuple[str, bool | None], tuple[tuple[str, str], ...]] = {}
        for step in steps:
            head = (("table", self.board.priorities.id), ("row", step.id))
            self.flow_extra[step.id, None] = head
            self.flow_extra[step.id, True], self.flow_extra[step.id, False] = (
                (*head, ("code", "yes")),
                (*head, ("code", "no")),
            )

    def _meant(self, kind: str, value: str) -> int:
        """What an effect of a step of the priorities means: an index, a number, or the spaces of a bank."""
        if kind == "counter":
            return self.units.index(value)
        if kind == "space":
            return self.spaces.index(value)
        if kind == "river":
            return ai.line_of(self.board, value)
        return self.game.info.parameter(value) if kind == "parameter" else 0

    def named(self, step: FlowStep, effect: str) -> int:
        """What `effect` of a step of the priorities names: a unit, a space, the value of a parameter, the spaces of a
        bank.
        """
        return self._named[step.id, effect]

    # What follows a contact, for modules that may not import those above them ----------------------------------

    def after_contact(self, state: MarchState, side: int) -> None:
        """Continue with what follows a contact of `side`.

        Rule: 6.2, 7.5
        """
        phases.after_contact(self, state, side)

    def advance_by_system(self, state: MarchState) -> None:
        """Advance every Russian unit that can, as the system prescribes.

        Rule: 6.2.4
        """
        ai.advance_all(self, state)

    # Start, position, saved state ---------------------------------------------------------------------------

    def position(self, state: MarchState) -> PositionSource:
        """Where everything stands."""
        return positions.position_of(self, state)

    def score(self, state: MarchState) -> dict[str, int]:
        """Wagner's momentum.

        Rule: 3.6
        """
        return {self.board.sides[WAGNER]: momentum.level(self.board, state)}

    def faults(self, state: MarchState) -> list[str]:
        """What is wrong in `state` itself."""
        return faults_of(self, state)

    def price(self, state: MarchState, action: Action) -> tuple[str, int] | None:
        """The momentum that the longer way of a marker costs.

        Rule: 5.2
        """
        cost = momentum.shift_cost(self.board, state, self.marks[action[1]]) if action[0] == actions.SHIFT_TO else 0
        return (COSTS_MOMENTUM, cost) if cost else None

    def rule_of_moment(self, verb: int, step: int) -> str:
        """That of the steps in which the same side may do `verb`, where they go by one rule: 5.2 for momentum."""
        side = self.side_of_step(step)
        steps = [other for i, other in enumerate(self.STEPS) if self.side_of_step(i) == side]
        rules = {other.rule for other in steps if verb in other.verbs}
        return rules.pop() if len(rules) == 1 else self.STEPS[step].rule

    def adviser(self, side: str) -> Adviser | None:
        """Advice for a side that a player leads."""
        if side not in self.deciding:
            return None
        from pnp.games.march_of_justice.advice import WagnerAdviser
        from pnp.games.march_of_justice.advice_russia import RussiaAdviser

        return WagnerAdviser(self) if side == self.board.sides[WAGNER] else RussiaAdviser(self)

    def offers(self) -> Mapping[int, Offer]:
        """The choices of every step, by its index."""
        return _offers(self)


def _offers(rules: MarchOfJustice) -> dict[int, Offer]:
    """The choices of every step, by its index."""
    board = rules.board
    choose, place, lose = (rules.list_of(v) for v in (actions.CHOOSE_UNIT, actions.PLACE_AT, actions.LOSE_UNIT))
    go, attack, advance = (rules.list_of(v) for v in (actions.MOVE_TO, actions.ATTACK, actions.ADVANCE))
    retreat, join = rules.list_of(actions.RETREAT_TO), rules.list_of(actions.JOIN_AT)
    offers: dict[int, Offer] = {
        actions.ADJUST: lambda s: [*choose(momentum.adjustable(board, s)), DONE],
        actions.SHIFT: lambda s: [(actions.SHIFT_TO, board.track[i].item) for i in refusals.shifts_possible(board, s)],
        actions.BOONS: lambda s: [*_bought(momentum.boons_possible(board, s)), DONE],
        actions.BOON_UNIT: lambda s: choose(momentum.objects(board, s, WAGNER, rules.buys[s.row])),
        actions.MOBILIZATION_PLACE: lambda s: place(mobilization.arrival_spaces(board, s, s.selected)),
        actions.SILENT_REDUCE: lambda s: choose(mobilization.reducible(board, s)),
        actions.SILENT_SWITCH: lambda s: [*choose(mobilization.switchable(board, s)), DONE],
        actions.SILENT_JOIN: lambda s: join(mobilization.nearest_held(board, s, s.at[s.selected])),
        actions.EXPENDITURE: lambda s: [*_bought(momentum.expenses_possible(board, s)), DONE],
        actions.EXPENDITURE_UNIT: lambda s: choose(momentum.objects(board, s, RUSSIA, rules.buys[s.row])),
        actions.ROADBLOCK: lambda s: [*choose(roadblocks.deployable(board, s)), DONE],
        actions.ROADBLOCK_PLACE: lambda s: place(roadblocks.sites(board, s)),
        actions.WAGNER_JOIN: lambda s: join(s.sources),
    }
    for side in (WAGNER, RUSSIA):
        offers |= {
            actions.RETURN[side]: lambda s, side=side: place(dispersal.return_spaces(board, s, side, s.selected)),
            actions.MOVE[side]: lambda s, side=side: [*choose(movement.movable(board, s, side)), DONE],
            actions.GROUP[side]: lambda s: choose(movement.joinable(board, s)) + go(s.targets),
            actions.CONTACT[side]: lambda s, side=side: [*attack(combat.attackable(board, s, side)), DONE],
            actions.ATTACKERS[side]: lambda s: choose(combat.attackers_near(board, s)) + ([FIGHT] if s.chosen else []),
            actions.ADVANCING[side]: lambda s: [*advance(s.fighters), DONE],
        }
        for owner in (WAGNER, RUSSIA):
            offers[actions.LOSS[side][owner]] = lambda s: lose(results.tied(s))
            offers[actions.RETREAT[side][owner]] = lambda s: retreat(results.refuges(board, s, s.selected))
    return offers


def _bought(buys: list[Buy]) -> list[Action]:
    return sorted((actions.SPEND_ON, buy.item) for buy in buys)

"""Winter War, ready to play: what it declares, its positions, and its own procedures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pnp.games.winter_war import figures, supply, texts
from pnp.games.winter_war.advice import Chances, Marching, Placing
from pnp.games.winter_war.assembly import WinterAssembly
from pnp.games.winter_war.board import WinterBoard
from pnp.games.winter_war.kit import WinterKit
from pnp.games.winter_war.state import WinterState
from pnp.model.game import Game
from pnp.model.position import PositionSource
from pnp.referee.dice import bits
from pnp.referee.kit.faults import standing_faults
from pnp.referee.kit.position import KitPosition, Told
from pnp.referee.kit.rules import DeclaredRules
from pnp.referee.kit.state import KitState

SCENARIO = "scenario-in-force"
"""The flag that names the scenario by its letter."""


class WinterPosition(KitPosition):
    """Reads a position of Winter War."""

    NUMBERS: ClassVar[Mapping[str, str]] = {
        "cease-fire-after-turn": "truce", "no-rail-in-turn": "frozen", "allied-losses": "allies",
        "murmansk-misses": "misses",
    }  # fmt: skip
    SWITCHES: ClassVar[Mapping[str, str]] = {"more-capacity": "logistics"}
    TOLD = (
        Told("attacked", ("fought", "struck"), "combat"), Told("withdrew", ("withdrawn",), "combat"),
        Told("guest", ("guests",), "combat"), Told("left", ("vacated",), "combat", spaces=True),
    )  # fmt: skip
    STATES: ClassVar[Mapping[str, str]] = {"advanced": "followed"}
    LEFT_OUT = True

    assembly: WinterAssembly
    kit: WinterKit
    state: WinterState

    def flags(self, flags: Mapping[str, object]) -> None:
        """Read what the optional rule has brought so far, and what has been done in a Combat Phase."""
        letters, letter = self.kit.tables.letters, str(flags.get(SCENARIO, "")).upper()
        if self.problems.known("scenario", letter, letters):
            self.state.scenario = letters.index(letter)
        super().flags({name: value for name, value in flags.items() if name != SCENARIO})

    def contradictions(self, phase: str) -> None:
        """Too many units in a hex, units face down after the set-up, and who finds no hex to start in."""
        super().contradictions(phase)
        board, state, turn, setup = self.kit.board, self.state, self.assembly.turn, self.assembly.setup
        moving = {*turn.sides_of(phase)} if {"arrivals", "movement"} & {*turn.runs(phase)} else set()
        for side in {*range(len(board.sides))} - moving:
            crowded = self.assembly.stacking.crowded(state, side)
            self.problems.add_faults(f"too many units are in {board.spaces[space]}" for space in bits(crowded))
        placing = turn.ahead(phase, "setup")
        if not placing:
            self.problems.add_faults(self.kit.left_over(state))
            if state.face_down:
                self.problems.add("units are face down after the set-up", rule="Set-Up Soviet")
        for side in placing:
            if (unit := setup.left_over(state, side)) >= 0:
                self.problems.add(f"{board.units[unit]} finds no hex to start in", rule=setup.cases[side])


class WinterWar(DeclaredRules):
    """The rules of Winter War.

    tables, optional             what is read from the sources, and whether the optional rule is played
    movement, combat, victory    procedures that advisers ask
    """

    VERBS = texts.VERBS
    TERMS = (Placing, Marching, Chances)
    STATE = WinterState
    ASSEMBLY = WinterAssembly
    READER = WinterPosition
    REASONS: ClassVar[Mapping[str, str]] = texts.REASONS
    VERB_TEXTS: ClassVar[Mapping[str, str]] = {**DeclaredRules.VERB_TEXTS, **texts.VERB_TEXTS}
    EVENT_TEXTS: ClassVar[Mapping[str, str | tuple[str, ...]]] = {**DeclaredRules.EVENT_TEXTS, **texts.EVENT_TEXTS}

    kit: WinterKit
    assembly: WinterAssembly
    board: WinterBoard

    def __init__(self, game: Game, scenario: str = "standard", options: Mapping[str, Any] | None = None) -> None:
        super().__init__(game, scenario, options)
        self.tables, self.optional = self.kit.tables, self.kit.optional
        self.movement, self.combat, self.victory = self.assembly.movement, self.assembly.combat, self.assembly.victory

    def settle(self, state: WinterState, *, zones: bool = False) -> None:
        """Find out who is isolated; with `zones` also which zones of control hold.

        Rule: Supply, Zones of Control C, Zones of Control H
        """
        supply.settle(self.board, state)
        if zones and state.due:
            supply.settle_soviet_zone(self.board, state)

    def position(self, state: Any) -> PositionSource:
        """Where everything stands, and which scenario is in force."""
        position, letter = super().position(state), self.tables.letters[state.scenario].lower()
        return position.replaced(flags={SCENARIO: letter, **(position.flags or {})}) if letter else position

    def standing_faults(self, state: WinterState) -> list[str]:
        """What is wrong with where units stand."""
        faults, board = standing_faults(self.kit, state), self.board
        if faults:
            return faults
        if state.scenario | state.truce | state.frozen | state.logistics and not self.optional:
            faults.append("the optional rule isn't played")
        ever, havens = self.kit.ever_open[board.season(state.turn)], self.kit.uncounted
        for unit in bits(state.present):
            if not (ever[unit] | havens[unit]) >> state.at[unit] & 1:
                faults.append(f"{board.units[unit]} can't be in {board.spaces[state.at[unit]]}")
        blanks = board.dummies & state.present & ~state.face_down
        return faults + [f"{board.units[unit]} is a blank and stands face up" for unit in bits(blanks)]

    def faults(self, state: KitState) -> list[str]:
        """What is wrong in `state` itself; units are afloat exactly while a landing is decided or fought."""
        assert isinstance(state, WinterState)
        if faults := self.standing_faults(state) or super().faults(state):
            return faults
        step, between = self.step(state), self.kit.runs(state, "interphase")
        landing = step is not None and between and (len(state.frames) > 1 or step.id == "landing")
        faults = [] if bool(state.afloat) == landing else ["a fight is on land or from the sea"]
        return faults if step is None or self.kit.runs(state, "setup") else faults + self.kit.left_over(state)

    board_facts, way_of = figures.board_facts, figures.way_of

"""Putin's War, ready to play: what is declared, its positions, and the procedures of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pnp.games.putins_war.advice import TERMS
from pnp.games.putins_war.board import RUSSIA, WarBoard
from pnp.games.putins_war.combat import WarCombat
from pnp.games.putins_war.garrisons import Garrisons
from pnp.games.putins_war.movement import WarMovement
from pnp.games.putins_war.reasons import EVENT_TEXTS, REASONS, VERB_TEXTS
from pnp.games.putins_war.retreat import WarRetreat
from pnp.games.putins_war.state import WarKit, WarState
from pnp.games.putins_war.victory import WarVictory
from pnp.model.position import PositionSource
from pnp.referee.dice import bits
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.decisions import Verb
from pnp.referee.kit.position import KitPosition, Told
from pnp.referee.kit.rules import DeclaredRules
from pnp.referee.kit.turn import PhaseProcedure

ACTIVATED = "activated"


class WarPosition(KitPosition):
    """Reads a position of Putin's War. A flag `entered-<space>` says that Russian units have entered a space of the
    optional rule.

    Rule: 2.0
    """

    TOLD = (Told("entered", ("alarmed",), spaces=True),)
    STATES: ClassVar[Mapping[str, str]] = {ACTIVATED: "activated"}

    kit: WarKit

    def stand_unit(self, name: str, place: str, mark: str | None) -> None:
        """Put the unit in its place."""
        board = self.kit.board
        unit = board.unit_index[name]
        if board.late >> unit & 1 and not board.alarm and board.place_index[place] != board.aside:
            option = board.counters[unit].group.optional
            self.problems.add(f"{name!r} needs the option {option!r}", rule="Ukrainian Air Force")
        super().stand_unit(name, place, mark)


class WarAssembly(Assembly):
    """The declared procedures, those changed, and those of this game alone."""

    KIT = WarKit
    GROUPS = WarMovement
    COMBAT = WarCombat  # type: ignore[assignment]
    RETREAT = WarRetreat  # type: ignore[assignment]
    MARKERS = Garrisons
    VICTORY = WarVictory  # type: ignore[assignment]
    CALLED = frozenset({"combat"})

    def own_procedures(self) -> Mapping[str, PhaseProcedure]:
        """The score. After each activation Russia may have won.

        Rule: 3.1, 4.3
        """
        kit, movement, combat, victory = self.kit, self.movement, self.combat, self.victory
        assert isinstance(kit, WarKit)
        assert isinstance(movement, WarMovement)
        assert isinstance(combat, WarCombat)
        assert isinstance(victory, WarVictory)
        movement.entered = combat.enter
        kit.operation(
            "activation:done", lambda state: not victory.won(state) and kit.ask(state, movement.unit, RUSSIA)
        )
        return {"scoring": victory}


class PutinsWar(DeclaredRules):
    """The rules of Putin's War."""

    VERBS = (
        Verb("choose-unit", "unit"), Verb("place-at", "space"), Verb("move-to", "space"), Verb("lose-unit", "unit"),
        Verb("retreat-to", "space"), Verb("place-garrison", "space"), Verb("choose-garrison", "unit"), Verb("done", ""),
    )  # fmt: skip
    STATE = WarState
    ASSEMBLY = WarAssembly
    READER = WarPosition
    TERMS = TERMS
    REASONS: ClassVar[Mapping[str, str]] = {**DeclaredRules.REASONS, **REASONS}
    EVENT_TEXTS: ClassVar[Mapping[str, str | tuple[str, ...]]] = {**DeclaredRules.EVENT_TEXTS, **EVENT_TEXTS}
    VERB_TEXTS: ClassVar[Mapping[str, str]] = {**DeclaredRules.VERB_TEXTS, **VERB_TEXTS}

    board: WarBoard

    def mark(self, state: WarState, unit: int) -> str | None:
        """Which units on the map have been activated."""
        return ACTIVATED if (state.activated & state.present) >> unit & 1 else None

    def position(self, state: WarState) -> PositionSource:
        """Where everything stands, and which areas of the optional rule have been entered."""
        entered = {f"entered-{self.spaces[s]}": bool(state.alarmed >> s & 1) for s in bits(self.board.alarm)}
        position = super().position(state)
        return position.replaced(flags={**(position.flags or {}), **entered})

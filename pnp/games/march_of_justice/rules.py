"""March of Justice, ready to play: what it declares, and the procedures of its own that its phases name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pnp.games.march_of_justice import advice, reasons
from pnp.games.march_of_justice.ai import Priorities
from pnp.games.march_of_justice.board import RUSSIA, WAGNER, MarchBoard
from pnp.games.march_of_justice.contact import Contact
from pnp.games.march_of_justice.dispersal import Return
from pnp.games.march_of_justice.kit import MarchKit
from pnp.games.march_of_justice.mobilization import Mobilization
from pnp.games.march_of_justice.momentum import Adjustment, Purchases, Questions
from pnp.games.march_of_justice.movement import MarchMovement
from pnp.games.march_of_justice.positions import MarchPosition, told
from pnp.games.march_of_justice.roadblocks import Roadblocks
from pnp.games.march_of_justice.state import MarchState
from pnp.games.march_of_justice.victory import Communications, MarchVictory
from pnp.model.position import PositionSource
from pnp.referee.dice import bits
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.decisions import Verb, with_verbs
from pnp.referee.kit.rules import DeclaredRules
from pnp.referee.kit.turn import PhaseProcedure
from pnp.referee.masks import Action, mask_of
from pnp.referee.setting import sources_needed


class MarchAssembly(Assembly):
    """The procedures that the steps of the phases name.

    Rule: 4.0
    """

    KIT = MarchKit
    GROUPS = MarchMovement
    MARKERS = Roadblocks
    VICTORY = MarchVictory
    kit: MarchKit

    def __init__(self, *given: Any) -> None:
        with sources_needed(given[0]):
            super().__init__(*given)

    def own_procedures(self) -> Mapping[str, PhaseProcedure]:
        """All but the turn and the victory."""
        kit, board = self.kit, self.kit.board
        assert isinstance(self.victory, MarchVictory)
        assert self.movement is not None
        self.priorities, self.adjustment = Priorities(kit, self.movement), Adjustment(kit)
        self.contact = Contact(kit, self.priorities)
        return {
            "adjustment": self.adjustment,
            "boons": Purchases(kit, "boons", WAGNER, "5.2", board.boons),
            "return": Return(kit),
            "priorities": self.priorities,
            "contact": self.contact,
            "communications": Communications(kit, self.victory),
            "mobilization": Mobilization(kit),
            "expenditure": Purchases(kit, "expenditure", RUSSIA, "7.2", board.expenses),
            "momentum": Questions(kit),
        }


class MarchOfJustice(DeclaredRules):
    """The rules of March of Justice."""

    VERBS = with_verbs(Verb("shift-to", "track-space"), Verb("spend-on", "row"), Verb("join-at", "space"))
    STATE = MarchState
    ASSEMBLY = MarchAssembly
    READER = MarchPosition
    REASONS: ClassVar[Mapping[str, str]] = {**DeclaredRules.REASONS, **reasons.REASONS}
    EVENT_TEXTS: ClassVar[Mapping[str, str | tuple[str, ...]]] = {
        **DeclaredRules.EVENT_TEXTS, **reasons.EVENT_TEXTS
    }  # fmt: skip
    VERB_TEXTS = reasons.VERB_TEXTS
    TERMS = advice.TERMS
    assembly: MarchAssembly
    kit: MarchKit
    board: MarchBoard

    def position(self, state: MarchState) -> PositionSource:  # type: ignore[override]
        """Where everything stands, with the track and what has happened this turn."""
        position, (tracks, happened) = super().position(state), told(self.board, state)
        return position.replaced(tracks=tracks, flags={**(position.flags or {}), **happened})

    def standing_faults(self, state: MarchState) -> list[str]:
        """What is wrong with how the units stand; nobody waits for a turn that is past."""
        past = mask_of(u for u, place in enumerate(state.at) if place in self.board.turn_places[1 : state.turn])
        late = [f"{self.units[unit]} is still on a turn that is past" for unit in bits(past)]
        return super().standing_faults(state) or late

    def price(self, state: MarchState, action: Action) -> tuple[str, object] | None:  # type: ignore[override]
        """The momentum that the longer way of a marker costs.

        Rule: 5.2
        """
        cost = self.assembly.adjustment.cost(state, action[1]) if self.VERBS[action[0]].id == "shift-to" else 0
        return (reasons.COSTS_MOMENTUM, cost) if cost else None

    def rule_of_moment(self, verb: int, step: int) -> str:
        """That of the steps in which the same side may do `verb`, where they go by one rule: 5.2 for momentum."""
        side = self.side_of_step(step)
        rules = {other.rule for other in self.STEPS if verb in other.verbs and other.by == side}
        return rules.pop() if len(rules) == 1 else self.STEPS[step].rule

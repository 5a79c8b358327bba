"""The Russian Portfolio, ready to play: what it declares, and its own procedures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pnp.games.russian_portfolio import texts
from pnp.games.russian_portfolio.advice import TERMS
from pnp.games.russian_portfolio.assault import Assault
from pnp.games.russian_portfolio.board import AXIS, RUSSIAN
from pnp.games.russian_portfolio.ground import PortfolioKit
from pnp.games.russian_portfolio.isolation import Isolation
from pnp.games.russian_portfolio.movement import PortfolioMovement
from pnp.games.russian_portfolio.odds import PortfolioCombat
from pnp.games.russian_portfolio.rear import Arriving, Rail, Sail
from pnp.games.russian_portfolio.refit import Refit
from pnp.games.russian_portfolio.start import Redeployment, begin_turn
from pnp.games.russian_portfolio.state import PortfolioState
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.position import KitPosition, Told
from pnp.referee.kit.rules import DeclaredRules
from pnp.referee.kit.turn import PhaseProcedure


class PortfolioPosition(KitPosition):
    """Reads a position."""

    NUMBERS: ClassVar[Mapping[str, str]] = {"fronts-arrived": "fronts", "factors-come-in": "paid"}
    SWITCHES: ClassVar[Mapping[str, str]] = {
        "weather-by-die": "by_die", "replacements-at-once": "early", "amphibious-attack-made": "amphibious",
        "germans-in-finland": "roused",
    }  # fmt: skip
    TOLD = (
        Told("moved", ("moved",)), Told("broke", ("broke",)), Told("dry", ("dry",)), Told("drained", ("drained",)),
        Told("shifted", ("shifted",)), Told("arrived", ("arrived",), spaces=True),
        Told("lost-factory", ("lost_factories",), spaces=True), Told("taken", ("taken",), spaces=True),
    )  # fmt: skip
    STATES: ClassVar[Mapping[str, str]] = {"spent": "spent", "dispersed": "dispersed"}
    TRACKS: ClassVar[Mapping[str, tuple[str, int]]] = {
        "axis-armor": ("stock", AXIS), "axis-other": ("others", AXIS), "russian-armor": ("stock", RUSSIAN),
        "russian-infantry": ("others", RUSSIAN),
    }  # fmt: skip
    SPANS: ClassVar[Mapping[str, str]] = {"siberian": "siberia", "winter-offensive": "winter"}
    FOLLOWING = ("weather", "reserve-phase", "victory-weight")
    LEFT_OUT = True

    state: PortfolioState

    def _stand(self) -> None:
        """The weather is that of the turn.

        Rule: VI.A
        """
        super()._stand()
        self.state.weather = self.kit.board.weather[self.state.turn]  # type: ignore[attr-defined]


class PortfolioAssembly(Assembly):
    """The declared procedures with this game's movement and odds, and those that only it has."""

    KIT, MOVEMENT, COMBAT = PortfolioKit, PortfolioMovement, PortfolioCombat
    CALLED = frozenset({"stacking", "combat"})

    kit: PortfolioKit
    movement: PortfolioMovement
    combat: PortfolioCombat

    def own_procedures(self) -> Mapping[str, PhaseProcedure]:
        """Attacks, replacements, strategic movement, isolation, set-ups."""
        if not (self.movement and self.combat and self.victory):
            return {}  # the mistake is reported
        kit = self.kit
        kit.each_turn.append(lambda state: begin_turn(kit, state))
        self.odds, self.retreats = self.combat, self.combat.retreats
        self.odds.movement = self.movement
        arriving = Arriving(kit)
        return {
            "assault": Assault(kit, self.odds, self.retreats), "refit": Refit(kit, arriving, self.victory),
            "rail": Rail(kit, arriving), "sail": Sail(kit, arriving), "isolation": Isolation(kit),
            "redeployment": Redeployment(kit),
        }  # fmt: skip


class RussianPortfolio(DeclaredRules):
    """The rules of the Russian Portfolio."""

    VERBS = texts.VERBS
    STATE = PortfolioState
    ASSEMBLY = PortfolioAssembly
    READER = PortfolioPosition
    TERMS = TERMS
    REASONS: ClassVar[Mapping[str, str]] = texts.REASONS
    VERB_TEXTS: ClassVar[Mapping[str, str]] = {**DeclaredRules.VERB_TEXTS, **texts.VERB_TEXTS}
    EVENT_TEXTS: ClassVar[Mapping[str, str | tuple[str, ...]]] = {**DeclaredRules.EVENT_TEXTS, **texts.EVENT_TEXTS}

    COUNTED = ("factors",)

    kit: PortfolioKit
    assembly: PortfolioAssembly

    def zones_of(self, state: Any, side: int) -> int:
        """Hexes in the zones of control of a side.

        Rule: III.1
        """
        return self.kit.zones(state, 1 - side)

    def circumstances(self, state: Any) -> Sequence[tuple[str, Mapping[str, object]]]:
        """The weather, and replacement factors."""
        told = list(super().circumstances(state))
        return told + [
            (texts.FACTORS_NOW, {"by": side, "value": state.stock[number], "other": state.others[number]})
            for number, side in enumerate(self.sides)
        ]

"""The Russian Portfolio, ready to play: what it declares, and its own procedures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pnp.games.russian_portfolio import texts
from pnp.games.russian_portfolio.advice import TERMS
from pnp.games.russian_portfolio.assault import Assault
from pnp.games.russian_portfolio.ground import PortfolioKit
from pnp.games.russian_portfolio.isolation import Isolation
from pnp.games.russian_portfolio.movement import PortfolioMovement
from pnp.games.russian_portfolio.odds import Odds
from pnp.games.russian_portfolio.positions import PortfolioPosition, tracks_of
from pnp.games.russian_portfolio.rear import Arriving, Rail, Sail
from pnp.games.russian_portfolio.refit import Refit
from pnp.games.russian_portfolio.retreats import Retreats
from pnp.games.russian_portfolio.start import Redeployment, begin_turn
from pnp.games.russian_portfolio.state import PortfolioState
from pnp.games.russian_portfolio.victory import PortfolioVictory
from pnp.model.position import PositionSource
from pnp.referee.dice import bits
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.faults import standing_faults
from pnp.referee.kit.rules import DeclaredRules
from pnp.referee.kit.turn import PhaseProcedure
from pnp.referee.masks import mask_of


class PortfolioAssembly(Assembly):
    """The declared procedures with this game's movement and victory, and those that only it has."""

    KIT, MOVEMENT, VICTORY = PortfolioKit, PortfolioMovement, PortfolioVictory
    CALLED = frozenset({"stacking"})

    kit: PortfolioKit
    movement: PortfolioMovement
    victory: PortfolioVictory

    def own_procedures(self) -> Mapping[str, PhaseProcedure]:
        """Attacks, replacements, strategic movement, isolation, set-ups."""
        if not (self.movement and self.victory):
            return {}  # the mistake is reported
        kit = self.kit
        kit.each_turn.append(lambda state: begin_turn(kit, state))
        self.odds, self.retreats = Odds(kit, self.movement), Retreats(kit)
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

    kit: PortfolioKit
    assembly: PortfolioAssembly

    def position(self, state: Any) -> PositionSource:
        """Where everything stands, with the factors of both sides; the side is the one whose phase it is."""
        position = super().position(state)
        side = position.side if state.ended or state.side < 0 else self.sides[state.side]
        return position.replaced(side=side, tracks={"turn": state.turn, **tracks_of(state)})

    def circumstances(self, state: Any) -> Sequence[tuple[str, Mapping[str, object]]]:
        """The weather, and replacement factors."""
        told = list(super().circumstances(state))
        others = state.infantry_axis, state.infantry_russian
        return told + [
            (texts.FACTORS_NOW, {"by": side, "value": state.stock[number], "other": others[number]})
            for number, side in enumerate(self.sides)
        ]

    def standing_faults(self, state: Any) -> list[str]:
        """What is wrong with where units stand, and how."""
        faults = standing_faults(self.kit, state)
        if faults:
            return faults
        board = self.kit.board
        sets = state.spent | state.dispersed | state.moved | state.dry | state.drained | state.broke | state.shifted
        spaces = state.arrived | state.lost_factories | state.taken
        if sets & ~board.all_units or spaces & ~board.land or state.spent & state.dispersed:
            return ["a set of units or hexes can't be"]
        number = len(state.targets)
        if any(len(getattr(state, name)) != number for name in state.ATTACKS):
            return ["the attacks don't fit one another"]
        if not all(0 <= force <= board.all_units for force in state.forces) or not all(
            0 <= target <= board.land for target in state.targets
        ):
            return ["an attack is of units or hexes that there are not"]
        off = board.water | board.lakes & ~(board.north if state.weather == 3 else 0)
        return [
            f"{board.units[unit]} can't be in {board.spaces[state.at[unit]]}"
            for unit in bits(mask_of(unit for unit in bits(state.present) if off >> state.at[unit] & 1))
        ]

"""What speaks for the choices of Russia besides what is declared: activations, where units come in, garrisons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.games.putins_war.forecast import forecaster_of
from pnp.games.putins_war.plans import Activation, Position
from pnp.games.putins_war.state import hostile
from pnp.referee.dice import bits
from pnp.referee.kit.advice.standpoint import Standpoint
from pnp.referee.kit.advice.terms import AdviceTerm, Reason
from pnp.referee.masks import Action, mask_of
from pnp.referee.violation import _W

MARCH = _W("{units} to {space}, nearer to what is worth taking")
ATTACK = _W(
    "{units} against {space}, worth {points}: held afterwards in {chance} % of cases, {losses} units lost on average"
)

CHOOSE = 0
"""The verb with which units are chosen."""


class Activations(AdviceTerm):
    """Which units go together, and where to."""

    name = "activations"
    weight = 2.0  # a unit lost costs about half a point
    decisions = frozenset({"movement-unit", "movement-space"})
    instead = True

    def __init__(self, view: Standpoint) -> None:
        super().__init__(view)
        self.seer = forecaster_of(view.assembly)
        self.known: tuple[Any, Position, dict[tuple[int, int], Activation]] | None = None

    def opinions(self, state: Any, choices: Sequence[Action]) -> list[Activation | None]:
        """The best activation of each unit with those already chosen; for a target that of those chosen alone."""
        key = (state.turn, state.activated, *state.at)
        if self.known is None or self.known[0] != key:
            position = Position(self.seer, state)
            self.known = key, position, position.considered()
        _, position, considered = self.known
        chosen, best = state.frames[-1].get("chosen", 0), dict[int, Activation]()
        wanted = mask_of([choice[1] for choice in choices if choice[0] == CHOOSE])
        for activation in considered.values():
            units = activation.units
            if units & chosen == chosen and units & wanted:
                best.update(dict.fromkeys(bits(units & wanted), activation))
                wanted &= ~units
                if not wanted:
                    break
        return [
            None if len(choice) == 1 else best.get(choice[1]) if choice[0] == CHOOSE
            else considered.get((chosen, choice[1])) or position.activation(chosen, choice[1])
            for choice in choices
        ]  # fmt: skip

    def values(self, state: Any, decision: str, choices: Sequence[Action]) -> list[float]:
        """What is gained by the activations to which the choices lead."""
        return [
            0.0 if len(choice) == 1 else -activation.cost if activation else -10.0
            for choice, activation in zip(choices, self.opinions(state, choices), strict=True)
        ]

    def reason(self, state: Any, decision: str, choice: Action) -> Reason:
        """The activation in words."""
        [activation] = self.opinions(state, [choice])
        if activation is None:
            return _W("leads to nothing good"), {}
        board, target = self.seer.board, activation.target
        values = {"units": self.view.units(activation.units), "space": board.spaces[target]}
        if not hostile(board, state) >> target & 1:
            return MARCH, values
        chance, losses = round(activation.chance * 100), f"{activation.losses:.1f}"
        return ATTACK, {**values, "points": board.points[target], "chance": chance, "losses": losses}


class Places(AdviceTerm):
    """Units come in, and retreat, to where there is room for all of them, and much to be taken."""

    name = "places"
    decisions = frozenset({"setup-space", "arrival-space", "retreat"})
    instead = True

    def value(self, state: Any, decision: str, choice: Action) -> float:
        """Room for each of them, then the points around; together rather than alone."""
        board: Any = self.view.kit.board
        inside = (state.units_in.get(choice[1], 0) & board.mobile).bit_count()
        coming = state.frames[-1].get("retreating", 1).bit_count()
        around = board.worth.of(board.neighbours[choice[1]] & hostile(board, state))
        return 20.0 * min(board.stack_limit - inside - coming, 0) + around + 2.0 * (inside > 0)

    def reason(self, state: Any, decision: str, choice: Action) -> Reason:
        """Room comes first."""
        room = self.value(state, decision, choice) >= 0
        return _W("near to what is worth taking") if room else _W("there isn’t room for all of them"), {}


class Losses(AdviceTerm):
    """Air Force is lost rather than ground units of the same strength.

    Rule: 6.1
    """

    name = "losses"
    decisions = frozenset({"losses-unit", "retreat-surplus", "stacking-surplus"})

    def value(self, state: Any, decision: str, choice: Action) -> float:
        """As much as a unit of mean strength."""
        board: Any = self.view.kit.board
        return -1.0 if board.troops >> choice[1] & 1 else 0.0

    def reason(self, state: Any, decision: str, choice: Action) -> Reason:
        """Air Force never controls an area."""
        return _W("only ground units hold areas"), {}


class Garrisons(AdviceTerm):
    """An area just won gets a garrison, and none stays in stock."""

    name = "garrisons"
    decisions = frozenset({"garrison-won", "marker-unit"})

    def value(self, state: Any, decision: str, choice: Action) -> float:
        """Those on the map stand well."""
        if len(choice) == 1:
            return 0.0
        return 1.0 if decision == "garrison-won" or state.at[choice[1]] >= self.view.kit.board.count else -1.0

    def reason(self, state: Any, decision: str, choice: Action) -> Reason:
        """Why it is placed, or not."""
        if decision == "garrison-won":
            return _W("it frees the units for the next attack"), {}
        idle = self.value(state, decision, choice) > 0
        return _W("it is idle") if idle else _W("it is needed where it is"), {}


TERMS = (Activations, Places, Losses, Garrisons)

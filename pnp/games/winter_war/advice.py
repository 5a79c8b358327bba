"""How to play Winter War well, beyond what its declarations say: set-up, the movement of each phase, own procedures.

All the rest, from retreats before combat to losses, is advised by what is declared. An adviser knows only what its side
may know: it sets up against what its `Standpoint` has `seen`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from pnp.games.winter_war.advice_setup import FinnishPlacing, SovietPlacing
from pnp.games.winter_war.assembly import WinterAssembly
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.outlook import Outlook
from pnp.games.winter_war.plans_finnish import FinnishPlan
from pnp.games.winter_war.plans_soviet import SovietPlan
from pnp.games.winter_war.state import WinterState
from pnp.games.winter_war.texts import VERBS
from pnp.referee.kit.advice.standpoint import Standpoint
from pnp.referee.kit.advice.terms import AdviceTerm, Reason
from pnp.referee.masks import Action
from pnp.referee.violation import _W

WHY = {
    "attack": _W("to {space}, from where an attack is worth it"),
    "march": _W("to {space}, towards what is worth points"),
    "guard": _W("to {space}, to guard the port"),
    "watch": _W("to {space}, to keep watch"),
    "follow": _W("to {space}, so that more units can be supplied"),
    "hold": _W("to {space}, which must be held"),
    "raid": _W("to {space}, where a railway can be cut"),
    "snatch": _W("to {space}, to take points from the enemy"),
    "bar": _W("to {space}, to bar the way to the railway"),
    "cover": _W("to {space}, out of the way"),
}
"""What a plan sends units for, in words."""

REASONS: dict[str, Reason] = {
    "excess": (_W("it is needed"), {}),
    "landing": (_W("the port is worth it"), {}),
    "paradrop": (_W("behind their lines"), {}),
}
"""Why a choice of the game's own procedures is taken, or left."""

DONE = next(number for number, verb in enumerate(VERBS) if verb.id == "done")
"""The verb that ends a decision."""

WAIT = 4.0
"""What waiting for a better place for the paratroops is worth at first, falling to nothing in the last turn."""


class WinterTerm(AdviceTerm):
    """A term of this game: it stands instead of the general advice."""

    instead = True

    def __init__(self, view: Standpoint) -> None:
        super().__init__(view)
        self.assembly = cast(WinterAssembly, view.assembly)
        self.board = self.assembly.kit.board
        if Outlook not in self.assembly.notes:
            self.assembly.notes[Outlook] = Outlook(self.assembly)
        self.outlook: Outlook = self.assembly.notes[Outlook]


class Placing(WinterTerm):
    """Where units start."""

    name, decisions = "placing", frozenset({"setup-space"})

    def values(self, state: Any, decision: str, choices: Sequence[Action]) -> list[float]:
        """How well each hex suits the unit that is being placed."""
        seen = cast(WinterState, self.view.seen(state))
        placing = (SovietPlacing, FinnishPlacing)[self.view.side](self.assembly, self.outlook, seen, seen.selected)
        return [placing.value(choice[1]) for choice in choices]

    def reason(self, state: Any, decision: str, choice: Action) -> Reason:
        """The hex suits it."""
        return _W("{space} suits it"), {"space": self.board.spaces[choice[1]]}


class Marching(WinterTerm):
    """Which units go where: the plan of the phase, made when the first of them is chosen."""

    name, decisions = "marching", frozenset({"movement-unit", "movement-space"})

    def __init__(self, view: Standpoint) -> None:
        super().__init__(view)
        self._plan: SovietPlan | FinnishPlan | None = None
        self._key: tuple[Any, ...] = ()

    def plan(self, state: WinterState) -> SovietPlan | FinnishPlan:
        """The plan of this phase, made for the position in which it begins."""
        key, begun = (state.turn, state.phase, *state.at), state.moved or state.selected >= 0
        if self._plan is None or self._key[:2] != key[:2] or not (begun or self._key == key):
            make = FinnishPlan if self.view.side == FINNISH else SovietPlan
            self._plan, self._key = make(self.assembly, state, self.outlook), key
        return self._plan

    def values(self, state: Any, decision: str, choices: Sequence[Action]) -> list[float]:
        """Units in the order of the plan, to their goals; what can't reach its goal any more goes where it serves."""
        plan = self.plan(state)
        if decision == "movement-unit":
            rank = {unit: number for number, unit in enumerate(plan.order) if plan.goal[unit] != state.at[unit]}
            return [
                0.0 if len(choice) == 1 else 100.0 - rank[choice[1]] if choice[1] in rank else -1.0
                for choice in choices
            ]
        unit, here = state.selected, state.at[state.selected]
        goal = plan.goal.get(unit, here)
        spaces = [choice[1] if len(choice) > 1 else here for choice in choices]
        if goal in spaces:
            return [100.0 if space == goal else 0.0 for space in spaces]
        return [plan.ease(unit, space) - 5.0 * (plan.room(space) <= 0) for space in spaces]

    def reason(self, state: Any, decision: str, choice: Action) -> Reason:
        """What the plan sends the unit for."""
        plan = self.plan(state)
        unit = choice[1] if decision == "movement-unit" else state.selected
        goal = plan.goal.get(unit, state.at[unit])
        if decision == "movement-unit" and goal == state.at[unit]:
            return _W("it stays"), {}
        if decision == "movement-space" and goal != (choice[1] if len(choice) > 1 else state.at[unit]):
            return _W("not what the plan needs now"), {}
        return WHY[plan.why.get(unit, "march")], {"space": self.board.spaces[goal]}


class Chances(WinterTerm):
    """Choices of the game's own procedures."""

    name = "chances"
    decisions = frozenset({"excess", "cease-fire", "landing", "paradrop"})

    def value(self, state: Any, decision: str, choice: Action) -> float:
        """Nobody goes without supply unasked; a cease-fire while the score is good; ashore, and to where most counts.

        Rule: Supply F2, Event F, Event K, Scenario A
        """
        ends = choice == (DONE,)
        if decision == "paradrop":
            return WAIT * (1 - state.turn / 10) if ends else self.outlook.attraction(state, choice[1]) - 3.0
        if ends:
            return 0.0
        if decision == "cease-fire":
            victory, outcomes = self.assembly.victory, self.assembly.kit.game.info.outcomes
            winner = outcomes[victory.level_of(victory.points(state, SOVIET))].winner
            return -1.0 if winner == self.board.sides[SOVIET] else 1.0
        return 1.0 if decision == "landing" else -self.view.worth.unit(state, choice[1])

    def reason(self, state: Any, decision: str, choice: Action) -> Reason:
        """Why, in a few words."""
        if decision == "cease-fire":
            return _W("the score stands at {points}"), {"points": self.assembly.victory.points(state, SOVIET)}
        return REASONS[decision] if choice != (DONE,) else (_W("wait"), {})

"""Rules whose procedures stand in dictionaries: what a game on a board needs beside its own `board`, `state`,
`positions`.

A game subclasses `ProcedureRules` and names its `STATE`, `TESTS`, `DEEDS` and `READER`. Its `__init__` makes the board,
sets `units`, `spaces` and `places` from it, and calls `prepare()` last; `offers()` gives the choices of every step.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, ClassVar, Generic, TypeVar

from pnp.model.game import Game
from pnp.model.position import PositionSource
from pnp.model.scenario import Scenario
from pnp.referee.engine import Deed, Offer, Rules, Step, Test, Verb
from pnp.referee.masks import Action, ActionList
from pnp.referee.positions import PositionReader
from pnp.referee.saved import fill_state
from pnp.referee.setting import sources_needed
from pnp.referee.state import State
from pnp.referee.violation import Violation

B = TypeVar("B")
S = TypeVar("S", bound=State)

Refusal = Callable[[Any, Any, int], "Violation | None"]
"""Why an id may not follow a verb: rules, state, id -> violation."""

Carry = Callable[[Any, Any, int], None]
"""What carries out a verb: rules, state, id."""


class ProcedureRules(Rules, Generic[S]):
    """Rules with a state of their own class, and their procedures by step and verb.

    TESTS   (step, verb) -> what refuses it; indices of `STEPS` and `VERBS`
    DEEDS   (step, verb) -> what carries it out
    READER  class that reads positions
    """

    TESTS: ClassVar[Mapping[tuple[int, int], Refusal]]
    DEEDS: ClassVar[Mapping[tuple[int, int], Carry]]
    READER: ClassVar[type[PositionReader[Any]]]

    # What a game writes -------------------------------------------------------------------------------------

    @abstractmethod
    def offers(self) -> Mapping[int, Offer]:
        """The choices of every step, by its index."""

    # Start and saved state ----------------------------------------------------------------------------------

    def new_state(self, seed: int = 0) -> S:
        """The start of the scenario: its position, read once."""
        state = self._start.copy()
        self.start_streams(state, seed)
        return state

    @cached_property
    def _start(self) -> S:
        return self.state_from(PositionSource())

    def state_from(
        self, position: PositionSource | Mapping[str, Any], seed: int = 0,
        dice: Sequence[int] = (), draws: Sequence[str] = (),
    ) -> S:  # fmt: skip
        """The state of a position. Raises SourceError for one that can't be."""
        return self.READER(self, position, seed).read(dice, draws)  # type: ignore[no-any-return]

    def state_from_json(self, document: Mapping[str, Any]) -> S:
        """The state that `State.to_json` wrote. Raises SourceError when it can't be one."""
        return fill_state(self, self.STATE(self), document)  # type: ignore[return-value]

    def board_of(self, build: Callable[[Game, Scenario, dict[str, bool | int | str]], B]) -> B:
        """What `build` makes of the sources. Raises SourceError where they lack what the procedures need."""
        with sources_needed(self.game):
            return build(self.game, self.scenario, self.options)

    def shared_board_of(self, build: Callable[[Game, Scenario, dict[str, bool | int | str]], B]) -> B:
        """The same for a `build` that asks for no option: made once for all rules of a game and scenario."""
        key = (build, self.scenario.id)
        if key not in self.game.workings:
            self.game.workings[key] = self.board_of(build)
        return self.game.workings[key]  # type: ignore[no-any-return]

    # Steps and verbs ----------------------------------------------------------------------------------------

    def offer(self, step: Step) -> Offer:
        """The choices of `step`."""
        return self._offers_by_step[self.STEPS.index(step)]

    def test(self, step: Step, verb: Verb) -> Test:
        """What refuses `verb` in `step`."""
        return partial(self.TESTS[self.STEPS.index(step), self.VERBS.index(verb)], self)

    def deed(self, step: Step, verb: Verb) -> Deed:
        """What carries out `verb` in `step`."""
        return partial(self.DEEDS[self.STEPS.index(step), self.VERBS.index(verb)], self)

    def list_of(self, verb: int) -> Callable[[int], list[Action]]:
        """Actions of `verb` for a set of ids."""
        return self._lists[verb].of

    def lazy_list_of(self, verb: int) -> Callable[..., ActionList]:
        """Actions of `verb` for a set of ids, then any others: for sets that may be large."""
        return partial(ActionList, self._lists[verb])

    @cached_property
    def _offers_by_step(self) -> Mapping[int, Offer]:
        return self.offers()


def selecting(inner: int) -> Carry:
    """What carries out the choice of the unit that the next decision, step `inner`, is about."""

    def select(rules: Rules, state: Any, unit: int) -> None:
        """The unit that the next decision is about."""
        state.selected = unit
        state.stack.append(inner)

    return select


def no_refusal(rules: Rules, state: State, item: int) -> Violation | None:
    """For what is always allowed."""
    return None

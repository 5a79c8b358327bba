"""What must hold in every state of every game; used while fuzzing, after each action or each player-turn."""

from __future__ import annotations

import json

from pnp.errors import PnpError
from pnp.referee.engine import Rules
from pnp.referee.state import State

MAX_DECISIONS = 20_000


class Fault(PnpError):
    """The referee itself is wrong: a state that can't be, or a game without end."""


def check_state(rules: Rules, state: State, *, thorough: bool = False) -> None:
    """Raise Fault for the first thing that is wrong.

    thorough  also the round trip through JSON, and that a copy stands on its own
    """
    faults = rules.faults(state)
    if faults:
        raise Fault("; ".join(faults[:5]))
    _check_choices(rules, state)
    if thorough:
        again = rules.state_from_json(json.loads(json.dumps(state.to_json())))
        if again != state or again.hash() != state.hash() or again.log != state.log:
            raise Fault("the state differs after a round trip through JSON")
        _check_copy(rules, state)


def _check_choices(rules: Rules, state: State) -> None:
    choices = rules.choices(state)
    if bool(choices) == rules.is_over(state):
        raise Fault("there are choices after the end, or none before it")
    if choices != sorted(set(choices)):
        raise Fault("the choices are not sorted, or one stands twice")
    for action in choices:
        violation = rules.why_not(state, action)
        if violation is not None:
            raise Fault(f"{rules.to_json(action)} is offered but refused: {violation}")


def _check_copy(rules: Rules, state: State) -> None:
    if rules.is_over(state):
        return
    before, count = state.hash(), len(state.records)
    rules.apply(state.copy(), rules.choices(state)[0])
    if state.hash() != before or len(state.records) != count:
        raise Fault("an action on a copy changed the original")
    for side in rules.sides:
        if state.HIDDEN & set(state.view(side)):
            raise Fault(f"the view of {side} shows what is hidden")

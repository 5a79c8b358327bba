"""What an open decision is about: the unit for which a place is wanted, and what has been chosen for it so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.players.person.sight import Sight
from pnp.referee.engine import Rules
from pnp.referee.masks import Action
from pnp.referee.state import DO


def chosen_things(rules: Rules, state: Any, side: str) -> list[tuple[str, str]]:
    """What the decisions of `side` that have not come to anything yet have chosen: a place to attack, units; each as
    the kind of thing and its id, in the order of the decisions.
    """
    things: list[tuple[str, str]] = []
    phase = rules.phase(state)
    for record in reversed(state.records):
        step = rules.STEPS[record[2]] if record[0] == DO else None
        if step is None or step.phase != phase or len(record) < 5 or step.by not in (None, side):
            break
        verb, thing = rules.to_json(record[3:])
        things.append((rules.verbs[verb], thing))
    return things[::-1]


def mover(rules: Rules, state: Any, sight: Sight, choices: Sequence[Action]) -> str:
    """The unit for which a place is chosen now, "" where none or none alone is: who is refused another place."""
    if not choices or any(rules.VERBS[action[0]].takes != "space" for action in choices if len(action) > 1):
        return ""
    verb, offered = choices[0][0], frozenset(choices)
    others = ((verb, item) for item in range(len(rules.spaces)) if (verb, item) not in offered)
    violation = rules.why_not(state, next(others, None)) if len(choices[0]) > 1 else None
    unit = violation.parameters.get("unit") if violation else None
    chosen = [kind for kind, _ in chosen_things(rules, state, rules.side_to_act(state) or "")]
    if chosen.count("unit") > 1:
        return ""
    return unit if isinstance(unit, str) and unit in rules.units and unit not in sight.hidden else ""

"""The rolls that choices lead to: at once, with what is added to an attack, or with all who could join it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pnp.errors import PnpError
from pnp.players.person.forecast import RollForecast, forecast
from pnp.referee.engine import Rules
from pnp.referee.masks import Action
from pnp.referee.state import DRAW

MOST_CHOICES, MOST_JOINING = 60, 16
"""Choices of a list, and units of one attack, that are looked at."""


@dataclass(frozen=True, slots=True)
class RollOutlook:
    """A roll to which a choice leads.

    at_once   whether the choice itself rolls
    with_all  whether it counts on units that are not chosen yet
    """

    forecast: RollForecast
    at_once: bool
    with_all: bool = False


def outlooks(rules: Rules, state: Any, choices: Sequence[Action]) -> dict[Action, RollOutlook]:
    """The roll to which each of `choices` leads; none for those that lead to none, and for a long list."""
    if len(choices) > MOST_CHOICES:
        return {}
    found = {action: _outlook(rules, state, action) for action in choices}
    return {action: outlook for action, outlook in found.items() if outlook is not None}


def _outlook(rules: Rules, state: Any, action: Action) -> RollOutlook | None:
    if rolled := forecast(rules, state, action):
        return RollOutlook(rolled, at_once=True)
    takes = rules.VERBS[action[0]].takes
    probe = _after(rules, state, action) if takes else None
    if probe is None:
        return None
    if rolled := _bare_roll(rules, probe):
        return RollOutlook(rolled, at_once=False)
    return _with_all(rules, probe) if takes == "space" else None


def _after(rules: Rules, state: Any, action: Action) -> Any | None:
    """The state after `action`; None where it isn't offered, or draws, or another side or phase follows."""
    probe = state.copy(records=False)
    try:
        rules.apply(probe, action)
    except PnpError:
        return None
    if any(record[0] == DRAW for record in probe.records) or rules.is_over(probe):
        return None
    same = rules.side_to_act(probe) == rules.side_to_act(state) and rules.phase(probe) == rules.phase(state)
    return probe if same and probe.turn == state.turn else None


def _bare_roll(rules: Rules, state: Any) -> RollForecast | None:
    """The roll that is offered without a unit or a place, such as that of the attack as it stands."""
    bare = (action for action in rules.choices(state) if len(action) == 1)
    return next((rolled for action in bare if (rolled := forecast(rules, state, action))), None)


def _with_all(rules: Rules, state: Any) -> RollOutlook | None:
    """The roll of an attack with every unit that can join it."""
    best: RollForecast | None = None
    for _ in range(MOST_JOINING):
        joining = [action for action in rules.choices(state) if rules.VERBS[action[0]].takes == "unit"]
        if not joining:
            break
        if rolled := forecast(rules, state, joining[0]):
            best = rolled
            break
        following = _after(rules, state, joining[0])
        if following is None:
            break
        state = following
        best = _bare_roll(rules, state) or best
    return RollOutlook(best, at_once=False, with_all=True) if best else None

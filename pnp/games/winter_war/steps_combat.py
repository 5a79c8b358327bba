"""Offers, refusals and deeds of the Combat Phase and the Interphase, by step and verb, for `rules`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pnp.games.winter_war import actions
from pnp.referee.engine import Offer
from pnp.referee.procedures import Carry, Refusal, no_refusal

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

_STEPS = [
    i for i, step in enumerate(actions.STEPS)
    if step.phase in ("soviet-combat", "finnish-combat", "interphase") and actions.ISOLATE not in step.verbs
]  # fmt: skip


def offers(rules: WinterWar) -> Mapping[int, Offer]:
    """The choices of every step of combat and of the interphase."""
    return {step: lambda s: [] for step in _STEPS}


TESTS: Mapping[tuple[int, int], Refusal] = {(s, v): no_refusal for s in _STEPS for v in actions.STEPS[s].verbs}
DEEDS: Mapping[tuple[int, int], Carry] = {
    (s, v): lambda rules, state, item: None for s in _STEPS for v in actions.STEPS[s].verbs
}
REASONS: Mapping[str, str] = {}
SILENT: Mapping[str, str] = {}

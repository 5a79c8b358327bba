"""The turn: each `open_…` begins a phase, or goes on to the next when there is nothing to decide in it.

Rule: Sequence A, Sequence B, Sequence C, Sequence D
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war import combat, interphase
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.state import WinterState
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar


def open_turn(rules: WinterWar, state: WinterState) -> None:
    """Rule: Sequence D"""
    event(state, "turn", "Sequence D", 0, -1, (("value", state.turn),))
    open_reinforcement(rules, state, SOVIET)


def open_reinforcement(rules: WinterWar, state: WinterState, side: int) -> None:
    """Rule: Sequence A1"""
    open_movement(rules, state, side)


def open_movement(rules: WinterWar, state: WinterState, side: int) -> None:
    """Rule: Sequence A2"""
    open_combat(rules, state, side)


def open_combat(rules: WinterWar, state: WinterState, side: int) -> None:
    """Rule: Sequence A3"""
    combat.open_combat(rules, state, side)


def after_combat(rules: WinterWar, state: WinterState, side: int) -> None:
    """What follows the Combat Phase of `side`; combat calls it when its last segment is over.

    Rule: Sequence B
    """
    if side == SOVIET:
        open_reinforcement(rules, state, FINNISH)
    else:
        interphase.open_interphase(rules, state)


def next_turn(rules: WinterWar, state: WinterState) -> None:
    """The turn marker moves on; the interphase calls it when it is over and the game isn't.

    Rule: Sequence D
    """
    state.turn += 1
    event(state, "advance-marker", "Sequence D", 0, -1, (("value", state.turn),))
    open_turn(rules, state)

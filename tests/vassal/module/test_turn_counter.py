"""The phases that the turn counter of a module lists."""

from __future__ import annotations

from pnp.sources import load_game
from pnp.vassal.turn_counter import turn_phases
from tests.kit.games import declared


def test_phases_of_each_side_are_listed_for_each_side():
    """The plain declared game: movement and combat, each played by both sides in turn."""
    assert [phase.name for phase in turn_phases(declared())] == [
        "Blue: Movement", "Red: Movement", "Blue: Combat", "Red: Combat",
    ]  # fmt: skip


def test_player_turns_by_initiative_are_numbered():
    """Two Rivers sets up before the first turn; a die decides whose player-turn comes first."""
    assert [phase.name for phase in turn_phases(load_game("two-rivers"))] == [
        "Event Phase",
        "Replacement Phase (1)", "Movement Phase (1)", "Combat Phase (1)",
        "Replacement Phase (2)", "Movement Phase (2)", "Combat Phase (2)",
        "End of the Turn",
    ]  # fmt: skip

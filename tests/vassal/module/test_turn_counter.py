"""The phases that the turn counter of a module lists."""

from __future__ import annotations

from pnp.sources import load_game
from pnp.vassal.context import Context
from pnp.vassal.turn_counter import arrivals_report, phase_report, player_turns, turn_phases
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


def test_a_phase_says_what_is_done_and_a_turn_who_arrives():
    """March of Justice, 6.0: told once a phase, at its first step. The Ford, 11.1: by the arrivals of its scenario."""
    march, ford = load_game("march-of-justice"), load_game("the-ford")
    phases, arrivals = phase_report(Context(march, march, None)), arrivals_report(Context(ford, ford, None))

    assert 'Turn_value.endsWith(", Wagner Player Turn: Return dispersed units")?"Dispersed Wagner units' in phases
    assert "Wagner Player Turn: Move" not in phases and phases.count(" [6.0]") == 1
    assert arrivals.startswith('{(TurnNumber==2?"Arrivals: ') and arrivals.endswith(' [11.1]":"")}')
    assert arrivals_report(Context(march, march, None)) == ""


def test_a_player_turn_begins_where_another_side_takes_over():
    """There the marks of who has moved come off; who begins a turn finds them taken off by the new turn."""
    names = {game: [phase.name for phase in player_turns(load_game(game))] for game in ("the-ford", "two-rivers")}
    assert names == {"the-ford": ["Southern Reinforcement Phase"], "two-rivers": ["Replacement Phase (2)"]}

"""What a figure shows of a position: zones of control, from the declarations."""

from __future__ import annotations

from tests.kit.games import declared
from tests.kit.play import Play

UNITS = '{"0303": [blue-1], "0304": [red-1]}'
NEAR_0303 = {"0202", "0302", "0203", "0403", "0204", "0304"}


def test_figures_know_the_zones_of_each_side():
    """The six hexes around a unit, also where an enemy stands."""
    play = Play(declared(units=UNITS))

    zones = play.rules.board_facts(play.state, ()).zones

    assert set(zones) == {"blue", "red"}
    assert set(zones["blue"]) == NEAR_0303
    assert "0303" in zones["red"] and "0304" not in zones["red"]


def test_a_game_without_zones_has_none_to_show():
    play = Play(declared("zones: null", units=UNITS))

    assert play.rules.board_facts(play.state, ()).zones == {}

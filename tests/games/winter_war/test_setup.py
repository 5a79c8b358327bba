"""The set-up: Finns face down, Soviet units in supply, nothing given away."""

from __future__ import annotations

import json

import pytest

from pnp.players.roster import make_players
from pnp.referee.dice import bits
from tests.games.conftest import Situation


@pytest.fixture
def start(winter_rules):
    return Situation(winter_rules, {}, (), ())


def played(rules, seed, until):
    """A random game up to the first decision of phase `until`."""
    state = rules.new_state(seed)
    players = make_players(rules, "random", seed)
    while rules.phase(state) != until:
        rules.apply(state, players[rules.side_to_act(state)].choose(rules, state, rules.choices(state)))
    return state


def test_the_finns_begin(start):
    """Rule: Set-Up Finnish. 25 units and five blanks; the reinforcements are not among them."""
    assert start.step() == "finnish-set-up"
    assert len(start.offered()) == 30
    assert start.refused("choose-unit finnish-brigade-3").rule == "Set-Up Finnish"
    assert start.refused("done").reason == "units-left"


def test_divisions_start_on_fortifications(start):
    """Rule: Set-Up Finnish. The eight hexes, and no other."""
    start.do("choose-unit finnish-division-1")

    assert start.offered() == [f"place-at {space}" for space in ["3155", "3056", "3057", "2958", "2363", "2463", "2563", "2663"]]
    assert start.refused("place-at 2262").reason == "not-a-start-hex"


def test_others_start_anywhere_in_finland(start):
    """Rule: Set-Up Finnish. Not abroad, not in a lake."""
    start.do("choose-unit finnish-battalion-1")

    assert {"1365", "2805", "3254"} <= {words.split()[1] for words in start.offered()}
    for space in ("3354", "2863", "2153", "1028"):
        assert start.refused(f"place-at {space}").reason == "not-a-start-hex"


def test_one_unit_north_of_row_a_two_south_of_it(start):
    """Rule: Stacking. 3054 lies north of Row A, 2657 south of it."""
    for number, space in ((1, "3054"), (2, "2657"), (3, "2657")):
        start.do(f"choose-unit finnish-battalion-{number}", f"place-at {space}")
    start.do("choose-unit finnish-battalion-4")

    assert start.refused("place-at 3054").rule == "Stacking"
    assert start.refused("place-at 2657").rule == "Stacking"


def test_room_is_kept_for_the_divisions(start):
    """Rule: Set-Up Finnish. Eight others in the forts leave eight places for eight divisions: a ninth finds none."""
    others = [f"finnish-battalion-{n}" for n in range(1, 9)]
    for unit, space in zip(others, ["3155", "3056", "3057", "2958", "2363", "2463", "2563", "2663"], strict=True):
        start.do(f"choose-unit {unit}", f"place-at {space}")
    start.do("choose-unit finnish-battalion-9")

    assert start.refused("place-at 2563").reason == "kept-for-others"


def test_blanks_may_be_left_out(winter):
    """Rule: Set-Up Finnish"""
    s = winter({"finnish-forces": ["dummy-1", "dummy-2"], "2463": ["finnish-division-1"], "soviet-forces": ["headquarters-1"]},
               phase="finnish-set-up", turn=1)  # fmt: skip

    assert s.offered() == ["choose-unit dummy-1", "choose-unit dummy-2", "done"]
    s.do("choose-unit dummy-1", "place-at 2262", "done")
    assert s.step() == "soviet-set-up"


def test_headquarters_first_and_where_they_reach_a_city(winter):
    """Rule: Set-Up Soviet, Supply F2, WW-88. 3252 is six hexes from Petrozavodsk; 2744 is farther than ten from every city."""
    s = winter({"soviet-forces": ["headquarters-1", "headquarters-2", "rifle-regiment-1"]}, phase="soviet-set-up", turn=1)

    assert s.refused("choose-unit rifle-regiment-1").reason == "headquarters-first"
    s.do("choose-unit headquarters-1")
    assert s.refused("place-at 2744").reason == "headquarters-far-off"
    s.do("place-at 3252", "choose-unit headquarters-2")
    assert s.refused("place-at 3250").reason == "headquarters-far-off"  # the last one must serve Leningrad
    s.do("place-at 2769")
    assert s.offered() == ["choose-unit rifle-regiment-1"]


def test_soviet_units_start_in_supply(winter):
    """Rule: Set-Up Soviet, Supply J. Within five hexes of a headquarters, or in a supply city."""
    s = winter({"soviet-forces": ["rifle-regiment-1"], "3252": ["headquarters-1"], "2667": ["headquarters-2"]}, phase="soviet-set-up", turn=1)
    s.do("choose-unit rifle-regiment-1")

    assert {"3151", "3452", "3309", "2667"} <= {words.split()[1] for words in s.offered()}
    assert s.refused("place-at 3045").rule == "Supply J"
    assert s.refused("place-at 3051").reason == "not-a-start-hex"


def test_corps_start_near_leningrad(winter):
    """Rule: Set-Up Soviet, WW-86. Three hexes: 2667's 2967 is three away, 3067 four."""
    s = winter({"soviet-forces": ["rifle-corps-1", "rifle-regiment-1"], "2667": ["headquarters-1"]}, phase="soviet-set-up", turn=1)
    s.do("choose-unit rifle-corps-1")

    assert "place-at 2967" in s.offered()
    assert s.refused("place-at 3067").reason == "not-a-start-hex"


def test_blanks_count_like_units_while_face_down(winter):
    """Rule: Set-Up Soviet, WW-88. What can be placed beside 2564 tells nothing of what lies there."""

    def places(unit):
        s = winter({"2564": [{"id": unit, "state": "face-down"}], "soviet-forces": ["rifle-regiment-1"], "2667": ["headquarters-1"]},
                   phase="soviet-set-up", turn=1)  # fmt: skip
        return s.do("choose-unit rifle-regiment-1").offered()

    assert places("dummy-1") == places("finnish-brigade-1") == places("ski-patrol-1")


def test_then_all_is_turned_up(winter):
    """Rule: Set-Up Soviet. Blanks leave the map, and the first turn begins."""
    s = winter({"2564": [{"id": "dummy-1", "state": "face-down"}], "2463": [{"id": "finnish-division-1", "state": "face-down"}],
                "soviet-forces": ["headquarters-1"]}, phase="soviet-set-up", turn=1)  # fmt: skip
    s.do("choose-unit headquarters-1", "place-at 2767")

    assert (s.at("2564"), s.at("2463"), s.phase()) == ([], ["finnish-division-1"], "soviet-movement")
    assert s.marked("2463") == ["finnish-division-1"]


def test_the_soviet_player_sees_counters_not_units(winter_rules):
    """DESIGN §7: nothing hidden in `view(side)`. Two set-ups that differ only in who is where look the same."""
    state = played(winter_rules, 5, "soviet-set-up")
    twin = state.copy()
    down = [unit for unit in bits(state.down) if state.at[unit] < len(winter_rules.spaces)]
    one, other = down[0], down[-1]
    assert state.at[one] != state.at[other]
    twin.at[one], twin.at[other] = state.at[other], state.at[one]
    twin.complete()

    assert json.dumps(state.view("soviet"), sort_keys=True) == json.dumps(twin.view("soviet"), sort_keys=True)
    assert state.view("finnish") != twin.view("finnish")
    assert state.view("soviet")["face_down"] == sorted(state.at[unit] for unit in down)
    assert winter_rules.choices(state) == winter_rules.choices(twin)


def test_the_view_is_whole_again_in_the_first_turn(winter_rules):
    state = played(winter_rules, 5, "soviet-movement")

    assert state.view("soviet")["at"] == state.at
    assert "face_down" not in state.view("soviet")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_set_up_starts_in_supply(winter_rules, seed):
    """Rule: Supply J. Random set-ups: nobody is isolated when the first turn begins."""
    state = played(winter_rules, seed, "soviet-movement")

    assert state.isolated == 0
    assert len([unit for unit in winter_rules.board.fighters[0] if state.at[unit] < winter_rules.board.count]) == 39

"""The set-up: Finns face down, Soviet units in supply, nothing given away."""

from __future__ import annotations

import json
import random

import pytest

from pnp.api import SourceError
from pnp.players.roster import make_players
from pnp.referee.dice import bits
from tests.games.conftest import Situation
from tests.games.winter_war.second import SUPPLY
from tests.games.winter_war.second_lines import Land

pytestmark = pytest.mark.slow


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
    assert start.step() == "setup-unit"
    assert len(start.offered()) == 30
    assert start.refused("choose-unit finnish-brigade-3").rule == "Set-Up Finnish"
    assert start.refused("done").reason == "units-left"


def test_divisions_start_on_fortifications(start):
    """Rule: Set-Up Finnish. The eight hexes, and no other."""
    start.do("choose-unit finnish-division-1")

    assert start.offered() == [
        f"place-at {space}" for space in ["3155", "3056", "3057", "2958", "2363", "2463", "2563", "2663"]
    ]
    assert start.refused("place-at 2262").reason == "not-its-area"


def test_others_start_anywhere_in_finland(start):
    """Rule: Set-Up Finnish. Not abroad, not in a lake."""
    start.do("choose-unit finnish-battalion-1")

    assert {"1365", "2805", "3254"} <= {words.split()[1] for words in start.offered()}
    for space in ("3354", "2863", "2153", "1028"):
        assert start.refused(f"place-at {space}").reason == "not-its-area"


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

    refused = start.refused("place-at 2563")
    assert (refused.rule, refused.reason) == ("Set-Up Finnish", "kept-for-others")
    assert refused.parameters["other"] == "finnish-division-1"


def test_blanks_may_be_left_out(winter):
    """Rule: Set-Up Finnish"""
    s = winter(
        {"finnish-forces": ["dummy-1", "dummy-2"], "2463": ["finnish-division-1"], "soviet-forces": ["headquarters-1"]},
        phase="finnish-set-up",
        turn=1,
    )

    assert s.offered() == ["choose-unit dummy-1", "choose-unit dummy-2", "done"]
    s.do("choose-unit dummy-1", "place-at 2262", "done")
    assert s.step() == "setup-unit"


def test_headquarters_first_and_where_they_reach_a_city(winter):
    """Rule: Set-Up Soviet, Supply F2, WW-94. 3252 is six hexes from Petrozavodsk; 2744 over ten from every city."""
    s = winter(
        {"soviet-forces": ["headquarters-1", "headquarters-2", "rifle-regiment-1"]}, phase="soviet-set-up", turn=1
    )

    assert s.refused("choose-unit rifle-regiment-1").reason == "headquarters-first"
    s.do("choose-unit headquarters-1")
    assert s.refused("place-at 2744").reason == "headquarters-far-off"
    s.do("place-at 3252", "choose-unit headquarters-2", "place-at 2769")
    assert s.offered() == ["choose-unit rifle-regiment-1"]


FACE_DOWN = {"2363": [{"id": "finnish-division-1", "state": "face-down"}]}
"""A Finnish counter deep in Finland: no zone of it reaches the USSR."""


@pytest.fixture
def soviets(winter, winter_rules):
    """The Soviet set-up, its headquarters placed in these hexes, one after the other."""
    army = winter_rules.scenario.position.units["soviet-forces"]

    def place(*hexes, finnish=FACE_DOWN):
        s = winter(finnish | {"soviet-forces": army}, phase="soviet-set-up", turn=1)
        for number, space in enumerate(hexes, 1):
            s.do(f"choose-unit headquarters-{number}", f"place-at {space}")
        return s

    return place


def test_the_first_headquarters_may_stand_in_leningrad(soviets):
    """Rule: Set-Up Soviet, WW-94. The corps lose one of two places in 2667, and find many in the 22 hexes around."""
    s = soviets("2667")

    assert s.at("2667") == ["headquarters-1"]


@pytest.mark.parametrize("last", ["3267", "3265"])
def test_ten_hexes_count_for_the_last_headquarters_not_five(soviets, last):
    """Rule: Set-Up Soviet, WW-94. Six and seven hexes from Leningrad; corps can stand in 2967, three and four away."""
    s = soviets("3655", "3737", "3121", "3309").do("choose-unit headquarters-5")

    assert f"place-at {last}" in s.offered()
    s.do(f"place-at {last}", "choose-unit rifle-corps-1", "place-at 2667", "choose-unit rifle-corps-2", "place-at 2667")
    assert "place-at 2967" in s.do("choose-unit rifle-corps-3").offered()


def test_no_headquarters_goes_where_a_corps_would_be_left_over(soviets):
    """Rule: Set-Up Soviet, WW-94. 3364 is nine hexes from Leningrad, and six from 2967, the nearest start hex of corps.

    So two corps would find room, both in Leningrad, and the third none.
    """
    s = soviets("3364", "3655", "3737", "3121").do("choose-unit headquarters-5")
    refused = s.refused("place-at 3309")

    assert (refused.rule, refused.reason) == ("Set-Up Soviet", "kept-for-others")
    assert refused.parameters == {"unit": "headquarters-5", "place": "3309", "other": "rifle-corps-1"}
    assert refused.message().startswith(
        "With Headquarters 5 in Murmansk (3309) there would be no hex left for Rifle corps 1."
    )
    assert refused.message("fi") != refused.message() != refused.message("it")


def test_a_position_that_leaves_a_unit_over_is_refused(winter):
    """Rule: Set-Up Soviet, WW-94. The same with all five on the map; and three corps without any headquarters."""
    quarters = zip(("3364", "3655", "3737", "3121", "3309"), range(1, 6), strict=True)
    units = {space: [f"headquarters-{number}"] for space, number in quarters}
    for standing in (units, {}):
        with pytest.raises(SourceError, match="rifle-corps-1 finds no hex to start in"):
            winter(standing | {"soviet-forces": ["rifle-corps-1", "rifle-corps-2", "rifle-corps-3"]},
                   phase="soviet-set-up", turn=1)  # fmt: skip


def test_others_leave_room_for_the_corps(winter):
    """Rule: Set-Up Soviet, WW-94. 3365 is five hexes from 2967, and farther from all other start hexes of the corps."""
    s = winter(FACE_DOWN | {"3365": ["headquarters-1"], "soviet-forces": [f"rifle-corps-{n}" for n in (1, 2, 3)]
                            + ["rifle-regiment-1", "rifle-regiment-2", "border-guards-1"]},
               phase="soviet-set-up", turn=1)  # fmt: skip
    s.do("choose-unit border-guards-1", "place-at 2667", "choose-unit rifle-regiment-1")

    for space in ("2667", "2967"):
        refused = s.refused(f"place-at {space}")
        assert (refused.reason, refused.parameters["other"]) == ("kept-for-others", "rifle-corps-1")
    s.do("place-at 3266", "choose-unit rifle-corps-1", "place-at 2967", "choose-unit rifle-corps-2", "place-at 2667")
    s.do("choose-unit rifle-regiment-2", "place-at 3166", "choose-unit rifle-corps-3")
    assert s.offered() == ["place-at 2967"]


def test_who_waits_after_the_set_up_is_a_fault(winter):
    """Rule: Set-Up. What playtests and the fuzzer look at, should a unit ever be left over all the same."""
    with pytest.raises(SourceError, match="rifle-corps-1 is left over after the set-up"):
        winter({"2667": ["headquarters-1"], "soviet-forces": ["rifle-corps-1"]}, phase="soviet-movement")


def around(land, hexes, steps, free):
    """The hexes that are at most so many steps through `free` from one of `hexes`."""
    reached = front = set(hexes)
    for _ in range(steps):
        front = {other for here in front for other in land.around[here] if other in free} - reached
        reached = reached | front
    return reached


def test_where_the_last_headquarters_may_stand(winter_game, soviets):
    """Rule: Set-Up Soviet, WW-94. Found again hex by hex: ten steps to a city, five to a start hex of corps.

    Leningrad itself is not enough for three of them. The other units find room elsewhere: the four cities in the north
    feed 150 points, and they have 75.
    """
    s = soviets("3655", "3737", "3121", "3309").do("choose-unit headquarters-5")
    land = Land(winter_game, 1)
    ussr = {space for space in land.land if land.ground.country[space] == "U"}
    near = around(land, ["2667"], 3, land.around.keys()) & ussr - {"2667"}
    legal = around(land, SUPPLY, 10, land.land) & around(land, near, 5, land.land) & ussr

    assert len(near) == 22
    assert s.offered() == sorted((f"place-at {space}" for space in legal), key=lambda words: (words[-2:], words))


def test_in_its_own_hex_no_zone_hinders_a_headquarters(soviets):
    """Rule: Set-Up Soviet, Supply K. 2665 lies next to the Finnish counter in 2564; whoever is there lifts its zone."""
    s = soviets(finnish={"2564": [{"id": "dummy-1", "state": "face-down"}]}).do("choose-unit headquarters-1")

    assert "place-at 2665" in s.offered()


ANYWHERE = -1


def set_up(rules, seed, tastes):
    """A set-up of random units, the rifle corps last.

    tastes  where the Finnish units go, the headquarters, the other Soviet units: anywhere, or as near as can be to so
            many hexes from Leningrad
    """
    rng, state, field, unit = random.Random(seed), rules.new_state(seed), rules.board.ground.field, ""
    away = {space: field.distance(index, field.index["2667"]) for space, index in field.index.items()}
    while rules.phase(state) in ("finnish-set-up", "soviet-set-up"):
        actions = [rules.to_json(action) for action in rules.choices(state)]
        rng.shuffle(actions)
        if actions[0][0] == "place-at":
            taste = tastes[0 if rules.side_to_act(state) == "finnish" else 1 if "headquarters" in unit else 2]
            action = min(actions, key=lambda words: abs(away[words[1]] - taste)) if taste != ANYWHERE else actions[0]
        else:
            action = min(actions, key=lambda words: "rifle-corps" in words[-1])
            unit = action[-1]
        rules.apply(state, rules.from_json(action))
    return state


@pytest.mark.parametrize("finns", [ANYWHERE, 0])
@pytest.mark.parametrize("quarters", [ANYWHERE, 0, 9, 60])
@pytest.mark.parametrize("others", [ANYWHERE, 0, 60])
def test_no_set_up_leaves_a_unit_over(winter_rules, finns, quarters, others):
    """Rule: Set-Up, Supply J, WW-94. Whether players crowd Leningrad or avoid it, every unit is placed, and in supply.

    Nine hexes away a headquarters draws on Leningrad and leads none of the hexes where corps start.
    """
    for seed in range(2):
        state = set_up(winter_rules, seed, (finns, quarters, others))
        units = winter_rules.position(state).units
        waiting = {str(unit) for side in ("soviet", "finnish") for unit in units.get(f"{side}-forces", ())}

        assert not {unit for unit in waiting if not unit.startswith("dummy")}
        assert state.isolated == 0


def test_soviet_units_start_in_supply(winter):
    """Rule: Set-Up Soviet, Supply J. Within five hexes of a headquarters, or in a supply city."""
    s = winter(
        {"soviet-forces": ["rifle-regiment-1"], "3252": ["headquarters-1"], "2667": ["headquarters-2"]},
        phase="soviet-set-up",
        turn=1,
    )
    s.do("choose-unit rifle-regiment-1")

    assert {"3151", "3452", "3309", "2667"} <= {words.split()[1] for words in s.offered()}
    assert s.refused("place-at 3045").rule == "Supply J"
    assert s.refused("place-at 3051").reason == "not-its-area"


def test_corps_start_near_leningrad(winter):
    """Rule: Set-Up Soviet, WW-86. Three hexes: 2667's 2967 is three away, 3067 four."""
    s = winter(
        {"soviet-forces": ["rifle-corps-1", "rifle-regiment-1"], "2667": ["headquarters-1"]},
        phase="soviet-set-up",
        turn=1,
    )
    s.do("choose-unit rifle-corps-1")

    assert "place-at 2967" in s.offered()
    assert s.refused("place-at 3067").reason == "not-its-area"


def test_blanks_count_like_units_while_face_down(winter):
    """Rule: Set-Up Soviet, WW-88. What can be placed beside 2564 tells nothing of what lies there."""

    def places(unit):
        s = winter(
            {
                "2564": [{"id": unit, "state": "face-down"}],
                "soviet-forces": ["rifle-regiment-1"],
                "2667": ["headquarters-1"],
            },
            phase="soviet-set-up",
            turn=1,
        )
        return s.do("choose-unit rifle-regiment-1").offered()

    assert places("dummy-1") == places("finnish-brigade-1") == places("finnish-battalion-1")


def test_then_all_is_turned_up(winter):
    """Rule: Set-Up Soviet. Blanks leave the map, and the first turn begins."""
    s = winter(
        {
            "2564": [{"id": "dummy-1", "state": "face-down"}],
            "2463": [{"id": "finnish-division-1", "state": "face-down"}],
            "soviet-forces": ["headquarters-1"],
        },
        phase="soviet-set-up",
        turn=1,
    )
    s.do("choose-unit headquarters-1", "place-at 2767")

    assert (s.at("2564"), s.at("2463"), s.phase()) == ([], ["finnish-division-1"], "soviet-movement")
    assert s.marked("2463") == ["finnish-division-1"]


def test_the_soviet_player_sees_counters_not_units(winter_rules):
    """DESIGN §7: nothing hidden in `view(side)`. Two set-ups that differ only in who is where look the same."""
    state = played(winter_rules, 5, "soviet-set-up")
    twin = state.copy()
    down = [unit for unit in bits(state.face_down) if state.at[unit] < len(winter_rules.spaces)]
    one, other = down[0], down[-1]
    assert state.at[one] != state.at[other]
    twin.at[one], twin.at[other] = state.at[other], state.at[one]
    twin.complete()

    assert json.dumps(state.view("soviet"), sort_keys=True) == json.dumps(twin.view("soviet"), sort_keys=True)
    assert state.view("finnish") != twin.view("finnish")
    assert state.view("soviet")["unseen_at"] == sorted({state.at[unit] for unit in down})
    assert winter_rules.choices(state) == winter_rules.choices(twin)


def test_the_view_is_whole_again_in_the_first_turn(winter_rules):
    state = played(winter_rules, 5, "soviet-movement")

    assert state.view("soviet")["at"] == state.at
    assert "unseen_at" not in state.view("soviet")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_set_up_starts_in_supply(winter_rules, seed):
    """Rule: Supply J. Random set-ups: nobody is isolated when the first turn begins."""
    state = played(winter_rules, seed, "soviet-movement")

    assert state.isolated == 0
    assert len([unit for unit in winter_rules.board.fighters[0] if state.at[unit] < winter_rules.board.count]) == 39


def test_a_count_never_tells_of_room_where_a_try_finds_none(winter_rules):
    """Rule: Set-Up Soviet, Supply J. Headquarters: what `plainly_fits` says against each hex tried out."""
    setup, heads = winter_rules.assembly.setup, winter_rules.board.traits["headquarters"]
    told = []
    for seed in range(20, 26):
        state, players = winter_rules.new_state(seed), make_players(winter_rules, "random", seed)
        while winter_rules.phase(state) in ("finnish-set-up", "soviet-set-up"):
            chosen = state.frames[0].get("unit", -1)
            if winter_rules.step(state).id == "setup-space" and heads >> chosen & 1:
                room = setup._room(state, state.side)
                plain = [space for space in bits(setup._places(state, chosen, room)[1])
                         if setup.plainly_fits(state, chosen, space, room)]  # fmt: skip
                told += [setup.leaves_over(state, chosen, space) for space in plain]
            winter_rules.apply(state, players[winter_rules.side_to_act(state)].choose(
                winter_rules, state, winter_rules.choices(state)
            ))  # fmt: skip

    assert len(told) > 30
    assert set(told) == {-1}

"""Movement A to N, worked out on the board."""

from __future__ import annotations

import pytest

from pnp.games.winter_war.texts import REASONS
from pnp.referee import violation
from tests.games.winter_war.conftest import TRAIN, goals


def paid(situation):
    """Points that the last move cost."""
    return situation.events("move")[-1].get("cost")


# Around 3151 all is open: rows with an even number lie half a hex to the right.
#   3049 3149 3249 |
# 2950 3050 3150 3250
#   2951 3051 3151 3251 3351      the border runs between 3051 (Finland) and 3151
# 2952 3052 3152 3252
#   3053 3153 3253 |


def test_two_points_on_open_ground(winter):
    """Two hexes in every direction; the headquarters' hex has room for nobody else north of Row A.

    Rule: Movement, Movement A
    """
    s = winter(TRAIN | {"3151": ["rifle-regiment-1"]}).do("choose-unit rifle-regiment-1")

    assert goals(s) == "3049 3149 3249 2950 3050 3150 3250 2951 3051 3251 3351 2952 3052 3152 3252 3053 3153 3253"
    assert s.offered()[-1] == "stop"


def test_moving_on_with_what_is_left(winter):
    """Rule: Movement A, C. One hex, then one more; then the move is over."""
    s = winter(TRAIN | {"3151": ["rifle-regiment-1"]}).do("choose-unit rifle-regiment-1", "move-to 3050")

    assert goals(s) == "3049 3149 2950 3150 3051 3151"
    s.do("move-to 3049")
    assert (s.at("3049"), s.step()) == (["rifle-regiment-1"], "movement-unit")
    assert s.refused("choose-unit rifle-regiment-1").rule == "Movement G"


def test_a_move_can_be_ended_early_and_is_over_then(winter):
    """Rule: Movement B, G"""
    s = winter(TRAIN | {"3151": ["rifle-regiment-1"]}).do("choose-unit rifle-regiment-1", "move-to 3050", "stop")

    assert s.step() == "movement-unit"
    assert "choose-unit rifle-regiment-1" not in s.offered()
    assert "choose-unit headquarters-1" in s.offered()


def test_every_hex_passed_changes_hands(winter):
    """Rule: Capture. Through 3051 to 2952, both Finnish; the way through the lower number is taken."""
    s = winter(TRAIN | {"3151": ["rifle-regiment-1"]}).do("choose-unit rifle-regiment-1", "move-to 2951")

    assert (s.controls("3051"), s.controls("2951"), s.controls("3050"), s.controls("2952")) == (
        True,
        True,
        False,
        False,
    )
    move = s.events("move")[-1]
    assert [move.get(key) for key in ("units", "from", "at", "cost", "rule")] == [
        ["rifle-regiment-1"],
        "3151",
        "2951",
        2,
        "Movement A",
    ]


def test_enemies_and_their_zones(winter):
    """Rule: Movement F, Zones of Control. A regiment in 3052 stops who enters 3051, 3151, 3152 … and bars its own hex.

    Rivers run along 3249/3248, 3249/3349 and 3250/3349, 3350: too dear for the second step.
    """
    s = winter(TRAIN | {"3150": ["rifle-regiment-1"], "3052": ["finnish-regiment-1"]}).do(
        "choose-unit rifle-regiment-1"
    )

    assert goals(s) == "3048 3148 3049 3149 3249 2950 3050 3250 3051 3151 3251 3351 3152 3252"
    assert s.refused("move-to 3052").rule == "Movement F"
    s.do("move-to 3151")
    assert s.step() == "movement-unit"  # stopped with a point left


def test_no_step_from_zone_to_zone(winter):
    """Rule: Movement I, Zones of Control F. 3151 touches the enemy in 3052; so do 3051 and 3152."""
    s = winter({"3353": ["headquarters-1"], "3151": ["paratroops"], "3052": ["finnish-regiment-1"]}).do(
        "choose-unit paratroops"
    )

    assert goals(s) == "3050 3150 3251"
    assert s.refused("move-to 3152").rule == "Movement I"
    assert s.refused("move-to 3051").rule == "Movement I"


def test_round_to_another_controlled_hex(winter):
    """Rule: Zones of Control F. First to 3251, which is free, then to 3152."""
    s = winter({"3353": ["headquarters-1"], "3151": ["rifle-regiment-1"], "3052": ["finnish-regiment-1"]})
    s.do("choose-unit rifle-regiment-1", "move-to 3152")

    assert paid(s) == 2
    assert not s.controls("3051")


@pytest.mark.parametrize(("unit", "cost"), [("finnish-battalion-1", 1), ("rifle-regiment-1", 2)])
def test_finnish_swamp(winter, unit, cost):
    """Rule: Terrain Effects Chart. 2850 is Finnish swamp: one point for Finns, two for Soviet units."""
    side = "finnish" if unit.startswith("finnish") else "soviet"
    s = winter({"2950": [unit], "3150": ["headquarters-1"], "3452": ["headquarters-2"]}, phase=f"{side}-movement")
    s.do(f"choose-unit {unit}", "move-to 2850")

    assert paid(s) == cost


def test_rivers_cost_one_more(winter):
    """Rule: Movement K. The river between 2462 and 2463: two points; a division has just these."""
    s = winter({"2462": ["finnish-division-1"]}, phase="finnish-movement").do("choose-unit finnish-division-1")

    assert "2463" in goals(s).split()
    s.do("move-to 2463")
    assert paid(s) == 2


def test_a_road_replaces_swamp_and_river(winter):
    """Rule: Terrain Effects Chart, WW-47. Along the road over the river 3254/3354; off it that costs two."""
    s = winter({"3354": ["rifle-regiment-1"], "3454": ["headquarters-1"]}).do(
        "choose-unit rifle-regiment-1", "move-to 3254"
    )

    assert paid(s) == 1


def test_lakes_seas_and_foreign_countries_are_closed(winter):
    """Rule: Movement K, K1"""
    s = winter({"2567": ["rifle-regiment-1"]}).do("choose-unit rifle-regiment-1")

    assert s.refused("move-to 2863").rule == "Movement K"
    assert s.refused("move-to 1028").rule == "Movement K1"


def test_a_sea_hexside_between_two_land_hexes(winter):
    """Rule: Movement K. From 2567 round by 2667 to 2566, the neighbour across the water."""
    s = winter({"2567": ["finnish-battalion-1"]}, phase="finnish-movement").do(
        "choose-unit finnish-battalion-1", "move-to 2566"
    )

    assert paid(s) == 2


def test_ice_only_in_the_last_turns(winter):
    """Rule: Movement N. 2366 is Gulf of Finland until turn 8, then ice for two points."""
    units = {"2365": ["finnish-battalion-1"]}
    before = winter(units, phase="finnish-movement", turn=7).do("choose-unit finnish-battalion-1")
    after = winter(units, phase="finnish-movement", turn=8).do("choose-unit finnish-battalion-1")

    assert before.refused("move-to 2366").rule == "Movement N"
    assert paid(after.do("move-to 2366")) == 2


def test_border_guards_stay_at_home(winter):
    """Rule: Movement K2. Four points, but never into Finland."""
    s = winter({"3151": ["border-guards-1"]}).do("choose-unit border-guards-1")

    assert s.refused("move-to 3051").rule == "Movement K2"
    assert not {"3051", "2951", "3052", "3153", "2952"} & set(goals(s).split())
    assert "3152" in goals(s).split()


def test_corps_stay_south_of_row_a(winter):
    """Rule: Movement K3. Row 55 is Row A; 3554 lies north of it."""
    s = winter({"3555": ["rifle-corps-1"], "3457": ["headquarters-1"]}).do("choose-unit rifle-corps-1")

    assert s.refused("move-to 3554").rule == "Movement K3"
    assert "3556" in goals(s).split()


def test_one_hex_always_but_not_for_the_second(winter):
    """Rule: Movement I. The paratroops' one point is not enough for a swamp in the USSR; they enter it all the same."""
    s = winter({"3065": ["paratroops"], "3067": ["headquarters-1"]}).do("choose-unit paratroops")

    assert "3066" in goals(s).split()
    s.do("move-to 3066")
    assert s.step() != "movement-space"


# Railways --------------------------------------------------------------------------------------------------------


def test_by_rail_from_a_home_rail_hex(winter):
    """Rule: Movement J. Entrained at once: from Leningrad to Petrozavodsk and beyond for nothing, then on foot."""
    s = winter({"2667": ["rifle-division-1"]}).do("choose-unit rifle-division-1", "move-to 3655")

    assert paid(s) == 0
    assert s.events("move")[-1].get("rule") == "Movement J"
    assert goals(s)  # two points left
    s.do("move-to 3455")
    assert paid(s) == 2


def test_no_rails_abroad(winter):
    """Rule: Movement J. By rail to 2566, the last hex of the USSR; from there two hexes on foot along the Finnish line.
    """
    s = winter({"2667": ["rifle-division-1"]}).do("choose-unit rifle-division-1")

    assert "2464" in goals(s).split()
    assert "2463" not in goals(s).split()


def test_entraining_costs_a_point_beyond_the_hex(winter):
    """Rule: Movement J, WW-73. From 3553 one hex to the line at 3552 or 3653, and one point to entrain there."""
    s = winter({"3553": ["rifle-division-1"], "3454": ["headquarters-1"]}).do("choose-unit rifle-division-1")

    assert {"2667", "3309", "3121"} <= set(goals(s).split())
    s.do("move-to 2667")
    assert paid(s) == 2


def test_the_first_controlled_rail_hex_ends_the_ride(winter):
    """Rule: Movement J, WW-30. The line runs 3655 3653 3552 3651 3550; a brigade in 3451 touches none of it, one in
    3551 most.
    """
    far = winter({"3655": ["rifle-division-1"], "3451": ["finnish-brigade-1"]}).do("choose-unit rifle-division-1")
    near = winter({"3655": ["rifle-division-1"], "3551": ["finnish-brigade-1"]}).do("choose-unit rifle-division-1")

    assert "3121" in goals(far).split()
    assert not {"3550", "3649", "3121"} & set(goals(near).split())
    near.do("move-to 3552")
    assert paid(near) == 0
    assert near.step() != "movement-space"


def test_a_line_must_lead_to_leningrad(winter):
    """Rule: Movement J. A Finnish unit on 3558 cuts the north off; a battalion's missing zone abroad is no matter."""
    s = winter({"3655": ["rifle-division-1"], "3558": ["finnish-battalion-1"]}).do("choose-unit rifle-division-1")

    assert not {"3121", "3309", "2667"} & set(goals(s).split())


def test_finnish_trains_need_a_finnish_city(winter):
    """Rule: Movement J. From Viipuri to Rovaniemi for nothing; with every city taken there are no trains."""
    s = winter({"2262": ["finnish-brigade-1"]}, phase="finnish-movement").do(
        "choose-unit finnish-brigade-1", "move-to 1525"
    )
    assert paid(s) == 0
    cities = ["1365", "0664", "1057", "2262", "1434", "2805", "1525", "1129", "1948", "0547"]
    s = winter({"2458": ["finnish-brigade-1"]}, phase="finnish-movement", control=dict.fromkeys(cities, "soviet"))
    s.do("choose-unit finnish-brigade-1")
    assert "1525" not in goals(s).split()


def test_nobody_entrains_in_an_enemy_zone(winter):
    """Rule: Movement J. On the line at 3655 beside a brigade in 3555: no train, on foot to a free hex only."""
    s = winter({"3655": ["rifle-division-1"], "3555": ["finnish-brigade-1"]}).do("choose-unit rifle-division-1")

    assert "2667" not in goals(s).split() and "3121" not in goals(s).split()


def test_isolated_units_move_one_hex_and_never_by_rail(winter):
    """Rule: Supply A, Supply L. No headquarters: only 3655's own neighbours."""
    s = winter({"3552": ["rifle-division-1"]}).do("choose-unit rifle-division-1")

    assert goals(s) == "3551 3651 3452 3652 3553 3653"
    assert s.refused("move-to 3655").rule == "Supply A"
    s.do("move-to 3653")
    assert s.step() != "movement-space"


def test_severe_climate_stops_the_trains(winter):
    """Rule: Event L, WW-46"""
    s = winter({"2667": ["rifle-division-1"]})
    s.state.frozen = 2
    s.do("choose-unit rifle-division-1")

    assert "3655" not in goals(s).split()


# Stacking --------------------------------------------------------------------------------------------------------


def test_the_phase_ends_only_when_stacks_are_in_order(winter):
    """Rule: Stacking A. Three arrivals in Leningrad: one must go before the phase can end."""
    units = ["rifle-division-1", "rifle-division-2", "rifle-division-3"]
    s = winter({"2667": units})

    assert s.refused("done").rule == "Stacking A"
    assert "done" not in s.offered()
    s.do("choose-unit rifle-division-1", "move-to 2767", "stop")
    assert "done" in s.offered()


def test_moved_units_take_their_room(winter):
    """Rule: Stacking A. North of Row A one unit; who has moved stays, so nobody can end on its hex."""
    s = winter(TRAIN | {"3151": ["rifle-regiment-1"], "3051": ["rifle-regiment-2"]})
    s.do("choose-unit rifle-regiment-1", "move-to 3050", "stop", "choose-unit rifle-regiment-2")

    assert "3050" not in goals(s).split()
    assert s.refused("move-to 3050").rule == "Stacking A"


def test_units_change_places(winter):
    """Rule: Stacking A. On the hex of one that still can move: that one must go then."""
    s = winter(TRAIN | {"3151": ["rifle-regiment-1"], "3150": ["rifle-regiment-2"]})
    s.do("choose-unit rifle-regiment-1", "move-to 3150", "stop")

    assert s.refused("done").reason == "over-stacked"
    s.do("choose-unit rifle-regiment-2", "move-to 3151", "stop")
    assert "done" in s.offered()


def test_who_must_make_room_and_can_does(winter):
    """Rule: Stacking A, WW-R9. Nobody stays to be lost as surplus while it can go elsewhere."""
    s = winter(TRAIN | {"3151": ["rifle-regiment-1"], "3150": ["rifle-regiment-2"]})
    s.do("choose-unit rifle-regiment-1", "move-to 3150", "stop", "choose-unit rifle-regiment-2")

    assert "stop" not in s.offered()
    assert s.refused("stop").reason == "over-stacked"
    s.do("move-to 3151")
    assert "stop" in s.offered()


def test_ski_patrols_stack_freely(winter):
    """Rule: Stacking C. Five of them on a regiment north of Row A."""
    patrols = [f"ski-patrol-{n}" for n in range(1, 6)]
    s = winter({"2950": ["finnish-regiment-1", *patrols]}, phase="finnish-movement")

    assert "done" in s.offered()


def test_who_can_make_no_room_is_lost(winter):
    """Rule: Stacking A. Two in a hex between enemies, neither can move: one must go."""
    ring = {"3050": ["finnish-regiment-1"], "3150": ["finnish-regiment-2"], "3251": ["finnish-regiment-3"],
            "3152": ["finnish-regiment-4"], "3052": ["finnish-regiment-5"], "3051": ["finnish-regiment-6"]}  # fmt: skip
    s = winter(ring | {"3151": ["rifle-regiment-1", "rifle-regiment-2"], "3655": ["headquarters-1"]})
    s.do("done")

    assert s.step() == "stacking-surplus"
    assert s.offered() == ["lose-unit rifle-regiment-1", "lose-unit rifle-regiment-2"]
    s.do("lose-unit rifle-regiment-2")
    assert s.at("3151") == ["rifle-regiment-1"]
    assert "rifle-regiment-2" in s.at("soviet-eliminated")


# Refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("choose-unit finnish-regiment-1", "Movement D"),
        ("choose-unit rifle-regiment-9", "Movement"),
        ("choose-unit dummy-1", "Movement D"),
    ],
)
def test_who_does_not_move(winter, words, rule):
    s = winter(TRAIN | {"3151": ["rifle-regiment-1"], "2853": ["finnish-regiment-1"]})

    assert s.refused(words).rule == rule


def test_an_enemy_zone_on_the_way_is_named(winter):
    """Rule: Zones of Control. The one way of two hexes from 3151 to 2951 leads through 3051, next to 2952."""
    s = winter(TRAIN | {"3151": ["rifle-regiment-1"], "2952": ["finnish-regiment-1"]})
    refused = s.do("choose-unit rifle-regiment-1").refused("move-to 2951")

    assert (refused.rule, refused.reason) == ("Zones of Control", "zone-stops")
    assert refused.message().startswith("Enemy zones of control keep Rifle regiment 1 from reaching 2951.")
    assert "vaikutusalue" in refused.message("fi")
    assert "Zone di controllo" in refused.message("it")


def test_who_begins_in_a_zone_is_told_how_to_leave_it(winter):
    """Rule: Zones of Control F. 3151 and 3051, the way to 2951, both touch the regiment in 3052."""
    s = winter(TRAIN | {"3151": ["rifle-regiment-1"], "3052": ["finnish-regiment-1"]})

    assert s.do("choose-unit rifle-regiment-1").refused("move-to 2951").rule == "Zones of Control F"


def test_enemies_without_a_zone_bar_the_way_too(winter):
    """Rule: Movement F, Zones of Control G. Abroad a battalion has no zone; two steps to 3351 lead over its hex."""
    s = winter({"3655": ["headquarters-1"], "3151": ["border-guards-1"], "3251": ["finnish-battalion-1"]})
    s.do("choose-unit border-guards-1", "move-to 3351")  # four points: round it
    t = winter(TRAIN | {"3151": ["rifle-regiment-1"], "3251": ["finnish-battalion-1"]})

    assert paid(s) == 3
    assert t.do("choose-unit rifle-regiment-1").refused("move-to 3351").rule == "Movement F"


def test_a_cut_line_is_named(winter):
    """Rule: Movement J. A battalion on 3558 stands between Petrozavodsk and Leningrad, where the division is."""
    s = winter({"2667": ["rifle-division-1"], "3558": ["finnish-battalion-1"]}).do("choose-unit rifle-division-1")
    refused = s.refused("move-to 3655")

    assert (refused.rule, refused.reason) == ("Movement J", "line-cut")
    assert refused.message().startswith("Rifle division 1 can’t reach Petrozavodsk (3655) by rail: the line is cut.")


def test_a_zone_on_the_line_is_named(winter):
    """Rule: Movement J. A brigade in 3551 halts trains from 3655; one in 3555 lets nobody entrain there."""
    riding = winter({"3655": ["rifle-division-1"], "3551": ["finnish-brigade-1"]})
    entraining = winter({"3655": ["rifle-division-1"], "3555": ["finnish-brigade-1"]})

    for s, goal in ((riding, "3121"), (entraining, "2667")):
        refused = s.do("choose-unit rifle-division-1").refused(f"move-to {goal}")
        assert (refused.rule, refused.reason) == ("Movement J", "zone-on-the-line")


def test_the_price_of_entraining_is_named(winter):
    """Rule: Movement J. From 3453 two hexes to the line at 3653, which takes both points; from 3553 it is one."""
    far = winter({"3453": ["rifle-division-1"], "3454": ["headquarters-1"]}).do("choose-unit rifle-division-1")
    near = winter({"3553": ["rifle-division-1"], "3454": ["headquarters-1"]}).do("choose-unit rifle-division-1")
    refused = far.refused("move-to 2667")

    assert (refused.rule, refused.reason) == ("Movement J", "entraining-costs")
    assert "move-to 2667" in near.offered()


def test_cities_lost_to_the_enemy_stop_finnish_trains(winter):
    """Rule: Movement J. No city of Finland is in Finnish hands."""
    cities = ["1365", "0664", "1057", "2262", "1434", "2805", "1525", "1129", "1948", "0547"]
    s = winter({"2458": ["finnish-brigade-1"]}, phase="finnish-movement", control=dict.fromkeys(cities, "soviet"))

    assert s.do("choose-unit finnish-brigade-1").refused("move-to 1525").rule == "Movement J"


def test_a_turn_without_trains_is_named(winter):
    """Rule: Event L"""
    s = winter({"2667": ["rifle-division-1"]}, options={"scenarios": True}, flags={"no-rail-in-turn": 2})

    assert s.do("choose-unit rifle-division-1").refused("move-to 3655").rule == "Event L"


def test_a_border_guard_that_moves_abroad_is_not_told_of_attacks(winter):
    """Rule: Movement K2. Attacking across the border is another case, Combat Q, with words of its own."""
    s = winter({"3151": ["border-guards-1"]}).do("choose-unit border-guards-1")

    assert s.refused("move-to 3051").message() == "Border guards 1 may not enter 3051. (rule Movement K2)"


def test_no_two_reasons_share_a_key():
    """What is refused is explained from one table, to which the game adds its own words."""
    assert not REASONS.keys() & violation.REASONS.keys()


def test_out_of_reach_in_words(winter):
    s = winter(TRAIN | {"3151": ["rifle-regiment-1"]}).do("choose-unit rifle-regiment-1")

    assert (
        s.refused("move-to 2853").message()
        == "Rifle regiment 1 has too few movement points to reach 2853. (rule Movement A)"
    )

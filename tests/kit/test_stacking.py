"""Stacking: positions worked out by hand from what a wargamer calls a stacking limit."""

from __future__ import annotations

from pnp.referee.kit.assembly import declaration_problems
from tests.kit.games import AREAS, POINTS, declared
from tests.kit.play import Play

END = "stacking: {judged: end-of-phase}"
SIX = '{"0303": [blue-1, blue-2], "0302": [blue-3], "0305": [red-1]}'


def test_full_hex_is_no_goal_and_refused_with_the_stacking_rule():
    play = Play(declared(units=SIX)).do("blue-3")

    assert "0303" not in play.offered
    assert play.why("0303") == ("full", "5")
    assert play.why("0203") is None


def test_unit_passes_through_a_full_hex():
    """From 0302 to 0304, two hexes on, through the full hex 0303 or around it."""
    units = '{"0101": [blue-1, blue-2], "0201": [blue-3, horse-1], "0301": [blue-4]}'
    play = Play(declared("movement: {allowance: 2}", units=units)).do("blue-1")

    assert "0201" not in play.offered
    assert "0301" in play.offered  # by 0201, which is full


def test_full_hexes_close_the_way_where_units_may_not_pass_through_them():
    """0101 lies in the corner: its neighbours are 0201 and 0102. One is full, the other full of the enemy."""
    units = '{"0101": [blue-1], "0201": [blue-2, blue-3], "0102": [blue-4, horse-1]}'
    through = Play(declared("movement: {allowance: 2}", units=units)).do("blue-1")
    closed = Play(declared("movement: {allowance: 2, through_friends: false}", units=units))

    assert "0202" in through.offered
    assert "blue-1" not in closed.offered
    assert closed.why("blue-1") == ("no-way", "4")


def test_full_hexes_close_the_way_wherever_stacking_is_judged():
    """At the end of the phase too much may stand together, but nobody passes into a full hex on the way."""
    units = '{"0101": [blue-1], "0201": [blue-2, blue-3], "0102": [blue-4, horse-1]}'
    play = Play(declared(f"{{{END}, movement: {{through_friends: false}}}}", units=units))

    assert play.why("blue-1") == ("no-way", "4")


def test_other_limit_in_some_places_the_first_that_matches():
    limits = """stacking: {limits: [
        {at: {space: '0303'}, limit: 1, rule: '5.2'}, {at: {space: ['0303', '0304']}, limit: 3},
    ]}"""
    units = '{"0303": [blue-1], "0304": [blue-2, blue-3], "0302": [horse-1], "0404": [horse-2, blue-4]}'
    play = Play(declared(limits, units=units)).do("horse-1")

    assert play.why("0303") == ("full", "5.2")  # one unit at most
    assert play.why("0304") is None  # three at most
    assert play.why("0404") == ("full", "5")  # two everywhere else


def test_units_count_by_type():
    """A guard counts 2 of 3: beside it stands one more infantry, no second guard."""
    units = '{"0303": [guard-1], "0304": [red-1], "0305": [red-2, red-3], "0302": [guard-2]}'
    play = Play(declared("stacking: {limit: 3, counts: {guard: 2}}", units=units), "movement", "red")

    assert play.do("red-1").why("0303") is None
    assert play.do("0303", "red-2").why("0303") == ("full", "5")
    assert play.do("0205", "guard-2").why("0303") == ("full", "5")
    assert play.why("0304") is None


def test_room_in_several_spaces_together():
    """One of 3 in 0303, 3 of 3 in 0304, 4 of 2 in 0305, none of 2 in 0306: 2 + 0 + 0 + 2 points find room."""
    limits = "stacking: {limit: 2, limits: [{at: {space: ['0303', '0304']}, limit: 3}], counts: {guard: 2}}"
    units = '{"0303": [red-1], "0304": [guard-1, red-2], "0305": [guard-2, red-3, red-4]}'
    play = Play(declared(limits, units=units), "movement", "red")
    stacking, names = play.rules.assembly.stacking, play.rules.spaces
    together = sum(1 << names.index(name) for name in ("0303", "0304", "0305", "0306"))

    assert stacking.room_within(play.state, play.state.side, together) == 4
    guards = sum(1 << play.rules.units.index(name) for name in ("guard-1", "red-1"))
    assert stacking.counted(guards, names.index("0306")) == 3


def test_a_factor_counts_instead():
    """The limit is 8 points of attack: 4 + 4 or 6 + 2, not 6 + 4."""
    units = '{"0303": [guard-1], "0404": [red-1], "0405": [red-2]}'
    play = Play(declared("stacking: {limit: 8, factor: attack}", units=units), "movement", "red")

    assert play.do("red-1").why("0303") == ("full", "5")
    assert play.why("0405") is None


def test_the_limit_may_be_a_parameter():
    info = "parameters: [{id: most, value: 1, rule: '5', text: x}]"
    play = Play(declared("stacking: {limit: most}", units='{"0303": [blue-1], "0302": [blue-2]}', info=info))

    assert play.do("blue-2").why("0303") == ("full", "5")


def test_exempt_units_neither_count_nor_are_limited():
    units = '{"0303": [blue-1, blue-2], "0302": [horse-1, blue-3]}'
    play = Play(declared("stacking: {exempt: {type: cavalry}}", units=units))

    assert play.do("horse-1").why("0303") is None
    assert play.do("0303", "blue-3").why("0303") == ("full", "5")


def test_at_the_end_of_the_phase_the_owner_takes_off_what_is_too_much():
    units = '{"0303": [blue-1, blue-2], "0302": [blue-3], "0101": [blue-4], "0806": [red-1]}'
    play = Play(declared(END, units=units)).do("blue-3", "0303", "done")

    assert play.asked == "blue stacking-surplus"
    assert play.offered == ["blue-1", "blue-2", "blue-3"]
    assert play.why("blue-4") == ("no-surplus", "5")
    play.do("blue-2")
    assert play.at("blue-2") == "blue-lost"
    assert play.asked == "red movement-unit"


OWN_PHASE = """
- {id: go, name: Go, side: blue, rule: "4", text: x, procedure: movement}
- {id: fight, name: Fight, side: blue, rule: "8", text: x, procedure: combat}
- {id: clear, name: Clear, side: blue, rule: "5", text: x, procedure: stacking}
"""


def test_in_a_phase_of_its_own_the_owner_takes_off_what_is_too_much():
    """Until then a hex may hold any number, even where nobody may pass through a full one."""
    units = '{"0101": [blue-1, blue-2], "0201": [blue-3], "0102": [blue-4, horse-1], "0806": [red-1]}'
    game = declared(
        "{stacking: {judged: own-phase}, movement: {through_friends: false, allowance: 2}}", units=units,
        phases=OWN_PHASE,
    )  # fmt: skip
    play = Play(game).do("blue-3")
    assert play.why("0101") is None
    assert play.why("0202") is None
    play.do("0101", "done")

    assert play.asked == "blue stacking-surplus"
    assert play.offered == ["blue-1", "blue-2", "blue-3"]
    play.do("blue-3")
    assert play.state.turn == 2


def test_a_phase_must_judge_what_is_judged_in_a_phase_of_its_own():
    (problem,) = declaration_problems(declared("stacking: {judged: own-phase}"))
    assert problem.message == "no phase runs 'stacking'"


def test_units_that_count_nothing_are_never_the_surplus():
    """Losing one that counts nothing would not help."""
    units = '{"0303": [blue-1, blue-2, horse-1], "0302": [blue-3]}'
    play = Play(declared("stacking: {judged: end-of-phase, counts: {cavalry: 0}}", units=units))
    play.do("blue-3", "0303", "done")

    assert play.offered == ["blue-1", "blue-2", "blue-3"]


def test_areas():
    play = Play(declared(whole_map=AREAS, units="{ash: [blue-1, blue-2], birch: [blue-3, horse-1]}")).do("blue-1")

    assert play.offered == ["cedar", "dale", "elm", "fir", "gorse"]  # four steps, through full Birch
    assert play.why("birch") == ("full", "5")


def test_points():
    units = "{p1: [blue-1, blue-2], p2: [blue-3, horse-1], p3: [horse-2]}"
    play = Play(declared("stacking: {limits: [{at: {feature: town}, limit: 1}]}", whole_map=POINTS, units=units))
    play.do("blue-1")

    assert play.offered == ["p4", "p5", "p6"]
    assert play.why("p2") == play.why("p3") == ("full", "5")


def test_limits_are_judged_when_movement_is_over():
    """Three in 0303 before the movement of blue; after it one must go, not after another phase."""
    phases = """
- {id: combat, name: Combat, side: blue, rule: "8", text: x, procedure: combat}
- {id: movement, name: Movement, side: blue, rule: "4", text: x, procedure: movement}
"""
    units = '{"0303": [blue-1, blue-2, blue-3], "0305": [red-1]}'
    stacking = "stacking: {judged: end-of-movement, rules: {surplus: '5.3'}}"
    play = Play(declared(stacking, units=units, phases=phases))
    assert play.asked == "blue movement-unit"
    play.do("done")
    assert play.asked == "blue stacking-surplus"
    play.do("blue-2")
    assert [line["rule"] for line in play.events("eliminate")] == ["5.3"]


def test_units_that_do_not_count_in_some_places():
    """Two infantry fill 0303; cavalry finds room there, but not in 0304, and leaves room for others."""
    uncounted = "stacking: {uncounted: [{units: {type: cavalry}, within: {space: '0303'}}]}"
    units = '{"0303": [blue-1, horse-1], "0304": [blue-2, blue-3], "0302": [horse-2, blue-4]}'
    play = Play(declared(uncounted, units=units)).do("horse-2")

    assert "0303" in play.offered
    assert play.why("0304") == ("full", "5")
    play.do("0303", "blue-4")
    assert "0303" in play.offered


def test_room_for_one_unit_is_not_room_for_another():
    """One hex a move, one unit a hex. Blue-1 finds room in 0102, where it doesn't count; blue-2 in 0101 finds none."""
    crowded = """{stacking: {limit: 1, uncounted: [{units: {unit: blue-1}, within: {space: ['0102', '0103']}}]},
        movement: {allowance: 1}}"""
    units = '{"0103": [blue-1], "0101": [blue-2], "0102": [blue-3], "0201": [blue-4], "0202": [horse-1]}'
    play = Play(declared(crowded, units=units))

    assert "blue-1" in play.offered
    assert "blue-2" not in play.offered
    assert "0102" in play.do("blue-1").offered

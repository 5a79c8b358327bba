"""Supply A to L: lines, headquarters, capacities, the choice of who goes without."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pnp.games.winter_war import supply
from tests.games.winter_war.conftest import isolated

# Petrozavodsk 3655 (50 points), Leningrad 2667 (300), Belomorsk 3737 (30), Kandalaksha 3121 (30), Murmansk 3309 (40).
# 3652 3552 3452 3352 3252 3152 3052 lie in one row: 3552 is 3 hexes from 3655, each further one hex more.


@pytest.mark.parametrize(("space", "out"), [("2750", []), ("2650", ["rifle-regiment-1"])])
def test_five_hexes_from_a_headquarters(winter, space, out):
    """Rule: Supply F1. From 3250 the hexes 3150 … 2750 are one to five away, 2650 is six."""
    s = winter({"3250": ["headquarters-1"], space: ["rifle-regiment-1"]})

    assert isolated(s) == out


@pytest.mark.parametrize(("space", "out"), [("2850", []), ("2750", ["rifle-regiment-1"])])
def test_ten_hexes_from_the_headquarters_to_a_city(winter, space, out):
    """Rule: Supply F2. 2850 is ten hexes from Petrozavodsk, 2750 eleven; the unit stands beside its headquarters."""
    s = winter({space: ["headquarters-1"], "2849": ["rifle-regiment-1"]})

    assert isolated(s) == out


def test_directly_in_a_supply_city(winter):
    """Rule: Supply F1. No headquarters is needed there; one hex beside it is too far without."""
    s = winter({"3655": ["rifle-regiment-1"], "3555": ["rifle-regiment-2"]})

    assert isolated(s) == ["rifle-regiment-2"]


def test_headquarters_and_border_guards_are_never_isolated(winter):
    """Rule: Supply F"""
    s = winter({"3040": ["headquarters-1"], "3045": ["border-guards-1"], "3050": ["rifle-regiment-1"]})

    assert isolated(s) == ["rifle-regiment-1"]


def test_a_zone_of_control_cuts_a_line_and_a_friend_mends_it(winter):
    """Rule: Supply F1, Supply K, Zones of Control C.

    3756 … Lake Onega lies east of the isthmus 3657; brigades in 3356 and 3358 control 3355 3456 3457 and 3458; south
    of them the way from Petrozavodsk to 3559 leads through 3557 3558 alone.
    """
    units = {"3655": ["headquarters-1"], "3660": ["rifle-regiment-1"]}
    free = winter(units)
    assert isolated(free) == []
    row = {
        "3458": ["finnish-brigade-1"],
        "3658": ["finnish-brigade-2"],
        "3858": ["finnish-brigade-3"],
        "3258": ["finnish-division-1"],
    }
    cut = winter(units | row)
    assert isolated(cut) == ["rifle-regiment-1"]


def test_the_nearest_city_even_when_it_is_overloaded(winter):
    """Rule: Supply F2. Kandalaksha feeds 30 points; five divisions and a regiment make 32: one regiment goes without.
    """
    units = {
        "3121": ["headquarters-1"],
        "3021": ["rifle-division-1"],
        "3020": ["rifle-division-2"],
        "3120": ["rifle-division-3"],
        "3022": ["rifle-division-4"],
        "2922": ["rifle-division-5"],
        "2921": ["rifle-regiment-1"],
    }
    s = winter(units)

    assert isolated(s) == ["rifle-regiment-1"]
    assert s.step() == "excess"
    assert s.offered() == [f"isolate rifle-division-{n}" for n in range(1, 6)] + ["done"]


def test_the_soviet_player_says_who_goes_without(winter):
    """Rule: Supply F2, WW-92. A division instead: 24 points and the regiment's 2 are fed."""
    units = {"3121": ["headquarters-1"], "3021": ["rifle-division-1"], "3020": ["rifle-division-2"],
        "3120": ["rifle-division-3"],
             "3022": ["rifle-division-4"], "2922": ["rifle-division-5"], "2921": ["rifle-regiment-1"]}  # fmt: skip
    s = winter(units).do("isolate rifle-division-5")

    assert isolated(s) == ["rifle-division-5"]
    assert s.step() == "movement-unit"
    s.do("choose-unit rifle-division-5")
    assert s.refused("move-to 3121").rule in ("Supply A", "Stacking A")


def test_leningrad_is_never_overloaded(winter):
    """Rule: Supply F2. Three corps, 60 points, and no question."""
    s = winter({"2667": ["headquarters-1"], "2666": ["rifle-corps-1", "rifle-corps-2"], "2668": ["rifle-corps-3"]})

    assert (isolated(s), s.step()) == ([], "movement-unit")


def test_a_city_that_is_cut_off_from_leningrad(winter):
    """Rule: Supply F3. A battalion on the line at 3558 cuts Petrozavodsk off; beside the line it would not."""
    units = {"3655": ["headquarters-1", "rifle-regiment-1"]}

    assert isolated(winter(units | {"3558": ["finnish-battalion-1"]})) == ["rifle-regiment-1"]
    assert isolated(winter(units | {"3458": ["finnish-brigade-1"]})) == []


def test_finns_need_supply_abroad_only(winter):
    """Rule: Supply G. In 3350, ringed by regiments, cut off; the same ring round 2850 in Finland does no harm."""
    ring = {
        "3249": ["rifle-regiment-1"],
        "3349": ["rifle-regiment-2"],
        "3450": ["rifle-regiment-3"],
        "3351": ["rifle-regiment-4"],
        "3251": ["rifle-regiment-5"],
        "3452": ["headquarters-1"],
    }
    abroad = winter(ring | {"3350": ["finnish-brigade-1"], "3250": ["rifle-regiment-6"]}, phase="finnish-movement")
    open_ = winter({"3350": ["finnish-brigade-1"], "3452": ["headquarters-1"]}, phase="finnish-movement")

    assert isolated(abroad) == ["finnish-brigade-1"]
    assert isolated(open_) == []


def test_isolated_units_exert_no_zone_of_control(winter):
    """Rule: Zones of Control H. With no headquarters the regiment in 3150 stops nobody."""
    s = winter({"3150": ["rifle-regiment-1"], "3049": ["finnish-regiment-1"]}, phase="finnish-movement")
    s.do("choose-unit finnish-regiment-1", "move-to 3050")

    assert s.step() == "movement-space"  # not stopped
    t = winter(
        {"3150": ["rifle-regiment-1"], "3252": ["headquarters-1"], "3049": ["finnish-regiment-1"]},
        phase="finnish-movement",
    )
    t.do("choose-unit finnish-regiment-1", "move-to 3050")
    assert t.step() != "movement-space"


def test_supply_for_movement_is_judged_when_the_phase_begins(winter):
    """Rule: Supply D. The headquarters leaves; the regiment moves its two hexes all the same."""
    s = winter({"3250": ["headquarters-1"], "2750": ["rifle-regiment-1"]})
    s.do("choose-unit headquarters-1", "move-to 3350", "choose-unit rifle-regiment-1")

    assert isolated(s) == ["rifle-regiment-1"]
    assert any(w == "move-to 2949" or w == "move-to 2950" for w in s.offered())


def test_more_capacity_after_event_h(winter):
    """Rule: Event H. Petrozavodsk feeds 90 points then: three corps, 60 points."""
    units = {"3655": ["headquarters-1"], "3656": ["rifle-corps-1", "rifle-corps-2"], "3657": ["rifle-corps-3"]}
    s = winter(units)
    assert isolated(s) == ["rifle-corps-3"]

    s.state.logistics, s.state.stale = 1, 1
    assert isolated(s) == []


def test_two_sides_that_cut_each_other_off(winter):
    """Rule: Zones of Control H, WW-91. The answer depends on where units stand, not on how they came there."""
    units = {
        "3350": ["finnish-brigade-1"],
        "3250": ["rifle-regiment-6"],
        "3249": ["rifle-regiment-1"],
        "3349": ["rifle-regiment-2"],
        "3450": ["rifle-regiment-3"],
        "3351": ["rifle-regiment-4"],
        "3251": ["rifle-regiment-5"],
        "3452": ["headquarters-1"],
    }
    s = winter(units, phase="finnish-movement")
    first = isolated(s)

    again = s.rules.state_from_json(s.state.to_json())
    assert (first, again.isolated, again.zoc) == (["finnish-brigade-1"], s.state.isolated, s.state.zoc)


def test_an_answer_that_goes_round_in_a_circle_is_found_all_the_same(winter):
    """Rule: Zones of Control H, Supply F2, WW-91. Without end the referee would never come back.

    Kandalaksha feeds the corps (12) and the guns (16), which leaves nothing for the division (6). Then the regiment in
    2717 has a way home and a zone, which cuts off the corps; then the division is fed, its zone closes the way home,
    and so on. The regiment in 3663 is encircled all along.
    """
    ring = {hex_: [f"rifle-corps-{n}"] for n, hex_ in enumerate(("3562", "3662", "3563", "3763", "3564", "3664"), 1)}
    units = ring | {
        "3663": ["finnish-regiment-7"], "3464": ["headquarters-6"], "3121": ["heavy-artillery-1"],
        "3120": ["heavy-artillery-2"],
        "2717": ["finnish-regiment-1"], "2514": ["reserve-corps"], "2719": ["rifle-division-1"],
        "2818": ["headquarters-1"],
        "2917": ["border-guards-1"], "2616": ["border-guards-2"], "2819": ["border-guards-4"],
    }  # fmt: skip
    s = winter(units)
    first = isolated(s)

    again = s.rules.state_from_json(s.state.to_json())
    assert "finnish-regiment-7" in first
    assert ("reserve-corps" in first) != ("rifle-division-1" in first)
    assert again.isolated == s.state.isolated


def test_a_circle_of_answers_is_judged_once_more(monkeypatch):
    """Rule: Supply K, Zones of Control H. Who is lost abroad (1) cuts off 2, whose missing zones free everybody abroad;
    then 8 is cut off instead, and with its zones missing, 4 abroad.
    """
    lost, cut, zones = iter([1, 0, 4]), iter([2, 8]), list[int]()

    def cut_off(board, state, abroad, zone):
        zones.append(zone)
        return next(lost)

    monkeypatch.setattr(supply, "cut_off", cut_off)
    monkeypatch.setattr(supply, "share_out", lambda board, state, zone: SimpleNamespace(isolated=next(cut)))
    monkeypatch.setattr(supply, "zone_without", lambda board, state, side, isolated: isolated)
    monkeypatch.setattr(supply, "all_zones", lambda state, side: 0)
    board = SimpleNamespace(forts=0, abroad=1)
    state = SimpleNamespace(stale=1, face_down=0, held=[0, 0], occupied=[1, 1], zoc_known=(0, 0))

    supply.settle(board, state)

    assert zones == [0, 2, 8]
    assert (state.known_isolated, state.stale, state.due) == (8 | 4, 0, 1)

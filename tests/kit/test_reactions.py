"""Reactions: moves that the other side interrupts.

Blue's infantry has 4 movement points. Red stands in 0403: 0303 and 0503 touch it in its row, 0302 and 0402 above, 0304
and 0404 below.
"""

from __future__ import annotations

import random

import pytest

from pnp.errors import SourceError
from pnp.referee.invariants import check_state
from pnp.referee.kit.rules import DeclaredRules
from tests.kit.games import declared
from tests.kit.many import ambushes
from tests.kit.play import Play, played_by_advisers
from tests.kit.test_properties import chosen, open_decision

UNITS = '{"0103": [blue-1], "0403": [red-1], "0806": [red-4]}'
FIRE = "{id: fire, fire: {roll: {1-4: nothing, 5: reduce movers, 6: stop}}, rule: '6.6'}"
MOVE = "{id: screen, units: {type: infantry}, move: 2, rule: '6.7'}"
BACK = "{id: back, retreat: 1, rule: '6.8'}"


def moving(
    *each: str, units: str = UNITS, more: str = ", zones: null", dice: tuple[int, ...] = (), **kinds: str
) -> Play:  # fmt: skip
    """Blue's movement phase begins, without zones of control."""
    declaration = f"{{reactions: {{rule: '6.5', each: [{', '.join(each)}]}} {more}}}"
    return Play(declared(declaration, units=units, **kinds), "movement", "blue", dice=dice)


def moves(play: Play) -> list[tuple[str, str, str]]:
    return [(line["units"][0], line["at"], line["rule"]) for line in play.events("move")]


def test_the_other_side_fires_when_a_unit_comes_near_and_it_goes_on():
    """0303 touches 0403; nothing before it on the way does."""
    play = moving(FIRE, dice=(1,)).do("blue-1", "0303")

    assert play.at("blue-1") == "0303"
    assert play.asked == "red reaction-fire"
    assert play.offered == ["red-1", "done"]
    assert play.why("red-4") == ("not-set-off", "6.6")
    assert play.why("blue-1") == ("not-yours", "6.6")
    assert play.do("red-1").asked == "red movement-unit"
    assert moves(play) == [("blue-1", "0303", "4")]


def test_nobody_is_asked_far_away():
    assert moving(FIRE).do("blue-1", "0203").asked == "red movement-unit"


def test_a_unit_passes_by_in_two_steps():
    """Four spaces along row 2, of which 0302 is the first that touches 0403; then red-1 has fired, and nobody else can.
    """
    units = '{"0202": [blue-1], "0403": [red-1], "0806": [red-4]}'
    play = moving(FIRE, units=units, dice=(2,)).do("blue-1", "0602")
    assert (play.asked, play.at("blue-1")) == ("red reaction-fire", "0302")

    play.do("red-1")
    assert play.at("blue-1") == "0602"
    assert moves(play) == [("blue-1", "0302", "4"), ("blue-1", "0602", "4")]
    assert play.asked == "red movement-unit"


def test_who_declines_is_asked_again_in_the_next_space():
    units = '{"0202": [blue-1], "0403": [red-1], "0806": [red-4]}'
    play = moving(FIRE, units=units).do("blue-1", "0602", "done")

    assert (play.asked, play.at("blue-1")) == ("red reaction-fire", "0402")
    assert play.do("done").at("blue-1") == "0602"


def test_the_way_round_is_taken_where_the_points_suffice():
    """By row 2 the way to 0501 would touch 0403, by row 1 it doesn't, and costs as much."""
    units = '{"0202": [blue-1], "0403": [red-1], "0806": [red-4]}'

    assert moving(FIRE, units=units).do("blue-1", "0501").asked == "red movement-unit"


@pytest.mark.parametrize(("die", "where", "asked"), [
    (4, "0602", "red movement-unit"), (5, "blue-lost", "red movement-unit"), (6, "0302", "red movement-unit"),
])  # fmt: skip
def test_what_fire_does(die: int, where: str, asked: str):
    """blue-1 has one step: to reduce it is to lose it."""
    units = '{"0202": [blue-1], "0403": [red-1], "0806": [red-4]}'
    play = moving(FIRE, units=units, dice=(die,)).do("blue-1", "0602", "red-1")

    assert (play.at("blue-1"), play.asked) == (where, asked)
    assert [line["rule"] for line in play.events("eliminate")] == (["8"] if die == 5 else [])
    assert [line["at"] for line in play.events("halt")] == (["0302"] if die == 6 else [])


def test_each_unit_fires_once_in_a_phase_or_in_each_move():
    units = '{"0103": [blue-1], "0102": [blue-2], "0403": [red-1], "0806": [red-4]}'
    play = moving(FIRE, units=units, dice=(1, 1)).do("blue-1", "0303", "red-1", "blue-2", "0302")
    assert play.asked == "red movement-unit"

    each = FIRE.replace("rule", "once: move, rule")
    play = moving(each, units=units, dice=(1, 1)).do("blue-1", "0303", "red-1", "blue-2", "0302")
    assert play.asked == "red reaction-fire"
    assert play.do("red-1").asked == "red movement-unit"


def test_several_fire_one_after_another_until_nothing_is_left():
    units = '{"0103": [blue-1], "0403": [red-1, red-2], "0806": [red-4]}'
    play = moving(FIRE, units=units, dice=(1, 5)).do("blue-1", "0303", "red-1")
    assert play.offered == ["red-2", "done"]
    assert play.why("red-1") == ("reacted", "6.6")

    assert play.do("red-2").at("blue-1") == "blue-lost"
    play = moving(FIRE, units=units, dice=(5,)).do("blue-1", "0303", "red-1")
    assert play.asked == "red movement-unit"


@pytest.mark.parametrize(("more", "asked"), [
    ("within: 2", "red reaction-fire"), ("within: 1", "red movement-unit"),
    ("within: 2, at: {terrain: woods}", "red movement-unit"),
    ("within: 2, against: {type: cavalry}", "red movement-unit"),
    ("within: 2, against: {type: infantry}", "red reaction-fire"),
    ("within: 2, units: {type: guard}", "red movement-unit"), ("within: 2, when: {turns: '2'}", "red movement-unit"),
])  # fmt: skip
def test_who_where_and_when(more: str, asked: str):
    """0203 is two spaces from 0403."""
    woods = "{hexes: {rows: [cccccccc, cccccccc, cccccccc, cccccccc, cccccccc, wccccccc]}}"
    play = moving(FIRE.replace("rule", f"{more}, rule"), game_map=woods).do("blue-1", "0203")

    assert play.asked == asked


def test_a_zone_of_control_sets_it_off():
    """Guards have no zone here, so red-1 reacts and guard-1 doesn't."""
    zone = FIRE.replace("rule", "within: zone, rule")
    units = '{"0103": [blue-1], "0403": [red-1], "0302": [guard-1], "0806": [red-4]}'
    play = moving(zone, units=units, more=", zones: {of: {type: infantry}}").do("blue-1", "0303")

    assert play.offered == ["red-1", "done"]


def test_a_table_decides_with_the_strengths_of_both():
    """red-1 fires with 4 at 4: column 1:1. A 1 is AR: back one space. A friend who stands there is spared."""
    results = "AE: eliminate movers, AR: retreat movers 1, EX: nothing, DR: nothing, DE: stop"
    fire = f"{{id: fire, fire: {{table: combat, results: {{{results}}}}}, rule: '6.6'}}"
    units = '{"0103": [blue-1], "0303": [blue-2], "0403": [red-1], "0806": [red-4]}'
    play = moving(fire, units=units, dice=(1,)).do("blue-1", "0303", "red-1")

    assert [line["odds"] for line in play.events("fight")] == ["4:4"]
    assert play.asked == "blue retreat-space"
    play.do("0203")
    assert (play.at("blue-1"), play.at("blue-2")) == ("0203", "0303")
    assert play.offered == ["blue-2", "done"]


def test_a_reaction_move_bars_the_way():
    """red-1 goes from 0403 into 0402, on the straight way to 0602; there is another of as much, by row 1."""
    units = '{"0202": [blue-1], "0403": [red-1], "0806": [red-4]}'
    play = moving(MOVE, units=units).do("blue-1", "0602")
    assert play.asked == "red reaction-screen"

    play.do("red-1")
    assert play.asked == "red reaction-screen-space"
    assert "0402" in play.offered
    assert play.why("0403") == ("stands-there", "6.7")
    assert play.why("0302") == ("enemy-there", "6.7")
    assert play.why("0803") == ("out-of-reaction", "6.7")
    play.do("0402")
    assert play.at("red-1") == "0402"
    assert moves(play)[1] == ("red-1", "0402", "6.7")
    assert play.asked == "blue movement-unit"
    assert play.offered == ["blue-1", "done"]
    assert play.at("blue-1") == "0302"
    play.do("blue-1")
    assert "0602" not in play.offered
    assert play.why("0602") == ("enemy-in-the-way", "4")
    assert play.do("0301").at("blue-1") == "0301"


def test_a_unit_withdraws_before_what_comes_near():
    play = moving(BACK).do("blue-1", "0303", "red-1")

    assert play.asked == "red retreat-space"
    play.do("0503")
    assert [(line["units"], line["at"]) for line in play.events("retreat")] == [(["red-1"], "0503")]
    assert play.at("blue-1") == "0303"
    assert play.asked == "red movement-unit"


def test_a_zone_that_comes_up_stops_the_move():
    """When blue-1 enters 0301, red-1 moves to 0302, whose zone reaches 0301."""
    units = '{"0201": [blue-1], "0404": [red-1], "0806": [red-4]}'
    reaction = MOVE.replace("rule", "within: 3, rule")
    play = moving(reaction, units=units, more="").do("blue-1", "0501")
    assert play.asked == "red reaction-screen"

    assert play.at("blue-1") == "0301"
    play.do("red-1", "0302")
    assert play.asked == "red movement-unit"
    assert play.at("blue-1") == "0301"


def test_who_is_stopped_where_there_is_no_room_goes_back():
    """Friends fill 0302, through which blue-1 passes; stopped there, it ends where it began."""
    units = '{"0202": [blue-1], "0302": [blue-2, blue-3], "0403": [red-1], "0301": [red-2], "0303": [red-3]}'
    one = FIRE.replace("rule", "units: {unit: red-1}, rule")
    play = moving(one, units=units, dice=(6,)).do("blue-1", "0402", "red-1")

    assert play.at("blue-1") == "0202"
    assert play.offered == ["blue-2", "blue-3", "done"]


def test_an_overrun_is_fired_at_on_its_way():
    """Two blue units on their way to 0303 pass 0203, two spaces from the gun in 0304."""
    units = '{"0103": [blue-1, blue-2], "0303": [red-1], "0304": [red-2], "0806": [red-4]}'
    fire = "{id: fire, units: {unit: red-2}, within: 2, fire: {roll: {1-4: nothing, 5-6: lose movers 1}}, rule: '6.6'}"
    more = ", zones: null, overrun: {least: 2, rule: '4.4'}"
    play = moving(fire, units=units, more=more, dice=(1,)).do("blue-1", "0303", "blue-2")
    assert play.asked == "red reaction-fire"
    assert play.do("red-2").at("red-1") == "red-lost"

    play = moving(fire, units=units, more=more, dice=(6,)).do("blue-1", "0303", "blue-2", "red-2")
    assert play.asked == "blue losses-unit"
    play.do("blue-2")
    assert (play.at("blue-1"), play.at("red-1")) == ("0203", "0303")  # 4 against 4 is too weak now
    assert [line["at"] for line in play.events("halt")] == ["0203"]


def test_a_saved_game_goes_on_in_the_middle():
    play = moving(FIRE, units='{"0202": [blue-1], "0403": [red-1], "0806": [red-4]}').do("blue-1", "0602")
    again = play.rules.state_from_json(play.state.to_json())

    assert play.rules.choices(again) == play.rules.choices(play.state)
    play.state = again
    assert play.do("done").at("blue-1") == "0402"


def test_what_holds_in_every_game_holds_in_games_full_of_reactions():
    """`many.ambushes`: the choices are exactly what no reason refuses."""
    rules, asked = DeclaredRules(ambushes()), dict[str, int]()
    for seed in range(6):
        rng, state = random.Random(seed), rules.new_state(seed)
        while not rules.is_over(state):
            decision = open_decision(rules, state)
            passing = (1 << len(rules.domain(decision.verb))) - 1
            for reason in decision.reasons:
                passing &= reason.passes(state)
            assert passing == state.choices, decision.id
            asked[decision.id] = asked.get(decision.id, 0) + 1
            rules.apply(state, chosen(rules, state, rng))
            check_state(rules, state, thorough=decision.id.startswith("reaction"))
    names = ("reaction-fire", "reaction-shot", "reaction-screen", "reaction-screen-space", "reaction-back")
    assert min(asked.get(name, 0) for name in names) >= 3, asked


def test_the_adviser_plays_to_the_end():
    assert played_by_advisers(ambushes(), 3).turn == 3


@pytest.mark.parametrize(("change", "message"), [
    (f"movement: null, reactions: {{each: [{FIRE}], rule: '4'}}", "reactions need 'movement'"),
    (f"combat: null, reactions: {{each: [{FIRE}], rule: '4'}}", "fire needs 'combat'"),
    (f"retreat: null, combat: {{results: {{AR: nothing, DR: nothing}}}}, reactions: {{each: [{BACK}], rule: '4'}}",
     "a retreat needs 'retreat'"),
    ("reactions: {each: [{id: idle, rule: '4'}], rule: '4'}", "a reaction does one thing"),
    ("reactions: {each: [{id: both, move: 2, retreat: 1, rule: '4'}], rule: '4'}", "a reaction does one thing"),
    (f"reactions: {{each: [{BACK}, {BACK}], rule: '4'}}", "two reactions are called 'back'"),
    ("zones: null, reactions: {each: [{id: z, within: zone, move: 2, rule: '4'}], rule: '4'}", "no unit has a zone"),
    ("reactions: {each: [{id: f, fire: {}, rule: '4'}], rule: '4'}", "fire is thrown for in one way"),
    ("reactions: {each: [{id: f, fire: {roll: {1-6: advance}}, rule: '4'}], rule: '4'}", "unknown result 'advance'"),
])  # fmt: skip
def test_what_it_needs(change: str, message: str):
    with pytest.raises(SourceError, match=message):
        Play(declared(f"{{{change}}}", units=UNITS), "combat", "blue")

"""Retreats before combat: who may go, where to, and who may follow.

Around 0304 lie 0303 and 0403 above, 0204 and 0404 beside, 0305 and 0405 below. Blue stands in 0303; its zone reaches
0403 and 0204, so that red goes from 0304 to 0404, 0305 or 0405.
"""

from __future__ import annotations

import pytest

from pnp.errors import SourceError
from tests.kit.games import declared
from tests.kit.play import Play

UNITS = '{"0303": [blue-1], "0304": [red-1], "0606": [red-2]}'


def facing(declaration: str, units: str = UNITS, *, more: str = "", **kinds: str) -> Play:
    """Blue's combat phase begins."""
    return Play(declared(f"{{retreat_before: {{rule: '8.1', {declaration}}} {more}}}", units=units, **kinds), "combat",
                "blue")  # fmt: skip


def test_the_other_side_may_go_before_it_is_attacked():
    play = facing("units: [{units: {type: infantry}}]")

    assert play.asked == "red retreat-before-unit"
    assert play.offered == ["red-1", "done"]
    assert play.why("red-2") == ("nobody-near", "8.1")
    assert play.why("blue-1") == ("not-yours", "8.1")
    assert play.do("red-1").asked == "red retreat-before-space"
    assert play.offered == ["0404", "0305", "0405"]
    assert play.why("0303") == ("enemy-there", "8.1")
    assert play.why("0204") == ("zone-there", "6")
    assert play.why("0104") == ("not-adjacent", "8.1")
    play.do("0404")
    assert [(line["units"], line["at"], line["from"], line["rule"]) for line in play.events("retreat")] == [
        (["red-1"], "0404", "0304", "8.1")
    ]


def test_a_position_is_of_the_side_whose_phase_it_is():
    """Red decides in the combat phase of blue; the position begins that phase again, not red's."""
    play = facing("units: [{units: {type: infantry}}]")
    position = play.rules.position(play.state)

    assert position.side == "blue"
    assert play.rules.choices(play.rules.state_from(position)) == play.rules.choices(play.state)


def test_each_goes_once():
    """Without zones red-1 may go to 0403, where it stands beside blue-1 again."""
    units = '{"0303": [blue-1], "0304": [red-1, red-2]}'
    play = facing("units: [{units: {side: red}}]", units, more=", zones: null").do("red-1", "0403")

    assert play.offered == ["red-2", "done"]
    assert play.why("red-1") == ("withdrew", "8.1")


def test_the_only_way_is_taken_where_retreats_take_it():
    """Friends fill 0404 and 0405; 0305 is left."""
    units = '{"0303": [blue-1], "0304": [red-1], "0404": [red-2, red-3], "0405": [guard-1, guard-2]}'
    for forced, place in (("asked", "0304"), ("taken", "0305")):
        play = facing("units: [{units: {side: red}}]", units, more=f", retreat: {{forced: {forced}}}").do("red-1")
        assert play.at("red-1") == place


def test_who_has_no_way_is_not_asked():
    """Both neighbours of the corner 0106 are blue's."""
    play = facing("units: [{units: {side: red}}]", '{"0105": [blue-1], "0206": [blue-2], "0106": [red-1]}')

    assert play.asked == "blue combat-target"


def test_only_units_of_a_kind_in_some_places_may_go():
    woods = "{hexes: {rows: [cccccccc, cccccccc, cccccccc, ccwccccc, cccccccc, cccccccc]}}"
    units = '{"0303": [blue-1], "0304": [red-1, guard-1], "0204": [red-2]}'
    play = facing("units: [{units: {type: infantry}, at: {terrain: woods}}]", units, game_map=woods)

    assert play.offered == ["red-1", "done"]
    assert play.why("guard-1") == ("may-not-retreat-now", "8.1")
    assert play.why("red-2") == ("may-not-retreat-now", "8.1")


@pytest.mark.parametrize(("holder", "asked"), [("red", "red retreat-before-unit"), ("blue", "blue combat-target")])
def test_a_condition_is_asked_at_the_time(holder: str, asked: str):
    """Red may only go while it holds the town 0806."""
    game = declared(
        "{retreat_before: {rule: '8.1', units: [{units: {side: red}, when: {places: {space: '0806', held: red}}}]}}",
        units=UNITS,
    )

    assert Play(game, "combat", "blue", control={"0806": holder}).asked == asked


def test_the_side_on_turn_follows():
    play = facing("units: [{units: {side: red}}], follow: {units: {type: infantry}, rule: '8.2'}",
                  '{"0303": [blue-1, horse-1], "0403": [blue-2], "0304": [red-1], "0505": [red-3]}')  # fmt: skip
    play.do("red-1", "0305")

    assert play.asked == "blue follow-unit"
    assert play.offered == ["blue-1", "blue-2", "done"]
    assert play.why("horse-1") == ("may-not-advance", "8.2")
    play.do("blue-1")
    assert [(line["at"], line["rule"]) for line in play.events("advance")] == [("0304", "8.2")]
    assert play.asked == "red combat-target"  # who followed attacks nobody, and blue-2 stands beside nobody


def test_the_follower_chooses_among_several():
    """0304 and 0404 are left empty; blue-2 in 0403 stands beside both, blue-1 beside one."""
    units = '{"0303": [blue-1], "0403": [blue-2], "0304": [red-1], "0404": [red-2]}'
    play = facing("units: [{units: {side: red}}], follow: {rule: '8.2'}", units, more=", zones: null")
    play.do("red-1", "0305", "red-2", "0505", "blue-2")

    assert play.asked == "blue follow-space"
    assert play.offered == ["0304", "0404"]
    assert play.why("0305") == ("left-occupied", "8.2")
    assert play.do("0404").offered == ["blue-1", "done"]
    assert play.why("blue-2") == ("followed", "8.2")


def test_a_space_is_left_when_the_last_has_gone():
    """red-2 stays in 0304."""
    play = facing("units: [{units: {side: red}}], follow: {rule: '8.2'}", UNITS.replace("red-1", "red-1, red-3"))

    assert play.do("red-1", "0305", "done").asked == "blue combat-target"


def test_a_space_that_red_enters_again_is_not_left():
    """red-1 goes from 0304 to 0305, red-2 from 0204 to 0304: blue may follow to 0204 only."""
    play = facing("units: [{units: {side: red}}], follow: {rule: '8.2'}",
                  '{"0303": [blue-1], "0304": [red-1], "0204": [red-2]}', more=", zones: null")  # fmt: skip
    play.do("red-1", "0305", "red-2", "0304", "blue-1")

    assert play.at("blue-1") == "0204"


@pytest.mark.parametrize(("attack", "asked"), [("false", "red movement-unit"), ("true", "blue combat-target")])
def test_whether_a_follower_attacks(attack: str, asked: str):
    """From 0304 blue-1 could attack red-1, which has gone to 0305; by then the phase would be over."""
    play = facing(f"units: [{{units: {{side: red}}}}], follow: {{rule: '8.2', attack: {attack}}}", UNITS,
                  phases="""
- {id: combat, name: Combat, side: blue, rule: "8", text: Units fight., procedure: combat}
- {id: movement, name: Movement, side: red, rule: "4", text: Units move., procedure: movement}
""")  # fmt: skip
    play.do("red-1", "0305", "blue-1")

    assert play.asked == asked


def test_what_one_side_leaves_is_closed_when_attacks_begin():
    play = facing("units: [{units: {side: red}}], follow: {rule: '8.2'}", UNITS.replace("0606", "0204"))
    play.do("red-1", "0305", "done")
    assert play.state.frames[0]["vacated"] > 0

    assert play.do("done").asked == "blue combat-target"
    assert play.state.frames[0]["vacated"] == 0


@pytest.mark.parametrize(("change", "message"), [
    ("combat: null, retreat_before: {units: [{units: {side: red}}], rule: '8'}", "no combat follows"),
    ("retreat: null, combat: {results: {AR: nothing, DR: nothing}}, "
     "retreat_before: {units: [{units: {side: red}}], rule: '8'}", "needs 'retreat'"),
])  # fmt: skip
def test_what_it_needs(change: str, message: str):
    with pytest.raises(SourceError, match=message):
        Play(declared(f"{{{change}}}", units=UNITS), "combat", "blue")


def test_where_nobody_may_retreat_nobody_does_so_before_combat():
    """0404 is woods, and retreats lead into clear hexes only."""
    woods = "{hexes: {rows: [cccccccc, cccccccc, cccccccc, cccwcccc, cccccccc, cccccccc]}}"
    game = "units: [{units: {side: red}}]"
    play = facing(game, more=", retreat: {into: {terrain: clear}}", game_map=woods).do("red-1")

    assert play.offered == ["0305", "0405"]
    assert play.why("0404") == ("no-retreat-there", "8.1")


def test_a_condition_may_have_a_case_of_its_own():
    """Infantry may go while red holds 0101, which it doesn't; a guard may in any case."""
    units = '{"0303": [blue-1], "0304": [red-1, guard-1]}'
    condition = "{units: {type: infantry}, when: {places: {space: '0101', held: red}}, rule: '8.4'}"
    play = facing(f"units: [{condition}, {{units: {{type: guard}}}}]", units)

    assert play.offered == ["guard-1", "done"]
    assert play.why("red-1") == ("may-not-retreat-now", "8.4")


def test_who_has_followed_does_not_attack():
    """blue-1 goes after red-1 to 0304; blue-2 attacks red-2, blue-1 beside it does not."""
    units = '{"0303": [blue-1], "0304": [red-1], "0204": [blue-2], "0305": [red-2]}'
    play = facing("units: [{units: {unit: red-1}}], follow: {units: {unit: blue-1}, rule: '8.2'}", units,
                  more=", zones: null")  # fmt: skip
    play.do("red-1", "0404", "blue-1", "0305")

    assert play.asked == "blue combat-attacker"
    assert play.why("blue-1") == ("followed", "8.2")

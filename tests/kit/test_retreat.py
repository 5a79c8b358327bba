"""Retreats: how far, where to, who chooses, and what becomes of one without a way.

Around 0304 lie 0303 and 0403 above, 0204 and 0404 beside, 0305 and 0405 below. Blue attacks from 0303; its zone
reaches 0304's neighbours 0403 and 0204 as well, so that red goes back to 0404, 0305 or 0405.
"""

from __future__ import annotations

import pytest

from pnp.errors import SourceError
from tests.kit.games import AREAS, POINTS, declared
from tests.kit.play import Play

AWAY = "combat: {{results: {{AE: retreat {0}, AR: retreat {0}, EX: retreat {0}, DR: retreat {0}, DE: retreat {0}}}}}"
"""Every result is a retreat, and no advance."""


def beaten(
    retreat: str = "", units: str = '{"0303": [blue-1], "0304": [red-1]}', *, far: str = "defenders 1", more: str = "",
    target: str = "0304", attacker: str = "blue-1", **kinds: str,
) -> Play:  # fmt: skip
    """The first decision after blue's attack, in which everyone who is named retreats."""
    procedures = f"{{{AWAY.format(far)}, retreat: {{rule: '9' {retreat}}} {more}}}"
    return Play(declared(procedures, units=units, **kinds), "combat", "blue", dice=[1]).do(target, attacker)


def test_a_unit_retreats_out_of_the_enemys_reach():
    play = beaten()

    assert play.asked == "red retreat-space"
    assert play.offered == ["0404", "0305", "0405"]
    assert play.why("0204") == ("zone-there", "6")
    assert play.why("0303") == ("enemy-there", "9")
    assert play.why("0104") == ("not-adjacent", "9")
    play.do("0405")
    assert [(line["at"], line["from"], line["rule"]) for line in play.events("retreat")] == [("0405", "0304", "9")]


def test_attackers_retreat_too():
    play = beaten(far="attackers 1")

    assert play.asked == "blue retreat-space"
    assert play.offered == ["0202", "0302", "0203"]  # 0204 and 0403 lie beside red


def test_the_enemy_chooses():
    play = beaten(", by: enemy", '{"0303": [blue-1], "0304": [red-1, red-2]}')

    assert play.asked == "blue retreat-unit"
    assert play.do("red-2").asked == "blue retreat-space"
    play.do("0305")
    assert play.asked == "blue retreat-space"  # the last one needs no choice


def test_the_owner_chooses_the_order():
    play = beaten(units='{"0303": [blue-1], "0304": [red-1, red-2], "0305": [red-3]}')

    assert play.asked == "red retreat-unit"
    assert play.offered == ["red-1", "red-2"]
    assert play.why("red-3") == ("does-not-retreat", "9")
    play.do("red-2", "0305")
    assert play.offered == ["0404", "0405"]
    assert play.why("0305") == ("full", "5")


def test_zones_dont_bar_where_they_are_not_named():
    assert beaten(", not_into: [enemies]").offered == ["0403", "0204", "0404", "0305", "0405"]


def test_friends_open_zones():
    units = '{"0303": [blue-1], "0304": [red-1], "0204": [red-2]}'
    assert beaten(", friends_open_zones: true", units).offered == ["0204", "0404", "0305", "0405"]
    assert beaten("", units).why("0204") == ("zone-there", "6")


def test_a_retreat_of_two_ends_two_spaces_away():
    play = beaten(far="defenders 2").do("0305")

    assert play.offered == ["0205", "0206", "0306"]
    assert play.why("0405") == ("not-away", "9")
    play.do("0306")
    assert len(play.events("retreat")) == 1


@pytest.mark.parametrize(("without", "place"), [("eliminate", "red-lost"), ("reduce", "red-lost"), ("stay", "0106")])
def test_without_a_way(without: str, place: str):
    """0106 in the corner has 0206, 0105 as neighbours: blue attacks from 0105, a friend of it stands in 0206."""
    units = '{"0105": [blue-1], "0206": [blue-2], "0106": [red-1]}'
    play = beaten(f", without_way: {without}", units, target="0106").do("fight")
    assert play.at("red-1") == place


def test_without_a_way_a_unit_of_two_steps_stays_reduced():
    units = '{"0105": [blue-1], "0206": [blue-2], "0106": [guard-1]}'
    play = beaten(", without_way: reduce", units, target="0106").do("fight")
    assert play.at("guard-1") == "0106 -"


@pytest.mark.parametrize(("codes", "spaces", "at", "upgraded"), [
    ("{DR: DE}", 1, "0304", []), ("{DR: DE}", 9, "red-lost", [("8.4", "DE")]), ('{DR: "-"}', 9, "0304", [("8.4", "-")]),
    ("{AR: DE}", 9, "0304", []),
])  # fmt: skip
def test_what_a_result_becomes_without_a_retreat(codes: str, spaces: int, at: str, upgraded: list[tuple[str, str]]):
    """1:1 and a 5 is DR; red can go one space, but never nine on this map. What comes to nothing asks nobody."""
    trapped = f"combat: {{trapped: [{{codes: {codes}, spaces: {spaces}, rule: '8.4'}}]}}, retreat: {{rule: '9'}}"
    game = declared(f"{{{trapped}}}", units='{"0303": [blue-1], "0304": [red-1]}')
    play = Play(game, "combat", "blue", dice=[5]).do("0304", "blue-1")
    assert play.at("red-1") == at
    assert [(line["rule"], line["code"]) for line in play.events("upgrade")] == upgraded
    assert (play.asked == "red retreat-space") is (not upgraded)


def test_a_result_without_a_retreat_may_be_upgraded():
    """The DR becomes EX in the corner, and the EX a DE: the first that applies holds, then an upgrade."""
    units = '{"0105": [blue-1], "0206": [blue-2], "0106": [red-1]}'
    trapped = "trapped: [{codes: {DR: EX}, rule: '8.4'}, {codes: {EX: AR, DR: AR}, rule: '8.5'}]"
    combat = f"combat: {{{trapped}, upgrades: [{{codes: {{EX: DE}}, least: 1, rule: '8.6'}}]}}, retreat: {{rule: '9'}}"
    play = Play(declared(f"{{{combat}}}", units=units), "combat", "blue", dice=[5]).do("0106", "blue-1", "fight")
    assert [(line["rule"], line["code"]) for line in play.events("upgrade")] == [("8.4", "EX"), ("8.6", "DE")]
    assert play.at("red-1") == "red-lost"


@pytest.mark.parametrize(("combat", "fault"), [
    ("combat: {trapped: [{codes: {DX: DE}, rule: '8'}]}, retreat: {rule: '9'}", "unknown result code 'DX'"),
    ("combat: {trapped: [{codes: {DR: BR}, rule: '8'}]}, retreat: {rule: '9'}", "unknown result code 'BR'"),
    ("combat: {results: {AR: nothing, DR: nothing}, trapped: [{codes: {DR: DE}, rule: '8'}]}, retreat: null",
     "'trapped' needs the procedure 'retreat'"),
])  # fmt: skip
def test_faulty_results_without_a_retreat_are_mistakes(combat: str, fault: str):
    with pytest.raises(SourceError, match=fault):
        Play(declared(f"{{{combat}}}", units='{"0303": [blue-1], "0304": [red-1]}'))


def test_up_to_so_far_goes_as_far_as_it_can():
    """On areas: red in Gorse beyond Fir, where blue stands; only the isle lies behind, one step."""
    units = "{fir: [blue-1], gorse: [red-1]}"
    where = {"target": "gorse", "whole_map": AREAS}
    exact = beaten("", units, far="defenders 2", **where)
    up_to = beaten(", length: up-to", units, far="defenders 2", **where)

    assert exact.at("red-1") == "red-lost"
    assert up_to.offered == ["isle"]
    assert up_to.do("isle").at("red-1") == "isle"


def test_up_to_is_no_way_out_of_standing_still():
    units = "{fir: [blue-1], gorse: [red-1], isle: [blue-2]}"
    play = beaten(", length: up-to", units, target="gorse", whole_map=AREAS).do("fight")
    assert play.at("red-1") == "red-lost"


THROUGH = "{p2: [blue-1], p3: [red-1], p6: [red-2, red-3]}"


def test_through_friends_but_the_last_space_may_not_be_full():
    """Along the road p2 - p3 - p6, and behind p6 the track to p5."""
    where = {"target": "p3", "whole_map": POINTS, "far": "defenders 2"}
    play = beaten("", THROUGH, **where)
    assert play.offered == ["p6"]
    assert play.do("p6").offered == ["p5"]
    closed = beaten(", through_friends: false", THROUGH, **where)
    assert closed.at("red-1") == "red-lost"


def test_a_full_space_is_no_end():
    assert beaten("", THROUGH, target="p3", whole_map=POINTS).at("red-1") == "red-lost"
    roomy = "{p2: [blue-1], p3: [red-1], p6: [red-2]}"
    assert beaten("", roomy, target="p3", whole_map=POINTS).offered == ["p6"]


def test_up_to_ends_before_a_space_that_is_full():
    """Two or three steps back lead to p6, p5 and p4; p5 is full, p4 in blue's zone: a retreat up to 3 ends in p6."""
    units = "{p2: [blue-1], p3: [red-1], p5: [red-2, red-3]}"
    play = beaten(", length: up-to", units, far="defenders 3", target="p3", whole_map=POINTS)

    assert play.offered == ["p6"]
    play.do("p6")
    assert play.asked != "red retreat-space"
    assert play.at("red-1") == "p6"


def test_no_way_on_is_refused():
    """Two spaces back from 0304: 0404 leads on to 0504, 0505 and 0503, unless enemies and zones are there."""
    units = '{"0303": [blue-1], "0304": [red-1], "0603": [blue-2], "0605": [blue-3]}'
    play = beaten(units=units, far="defenders 2")

    assert play.why("0404") == ("no-way-on", "9")  # 0503, 0504 and 0505 lie beside blue-2 and blue-3
    assert play.offered == ["0305", "0405"]


def test_closed_ground_is_refused():
    lake = "hexes: {rows: [cccccccc, cccccccc, cccccccc, cccccccc, cclccccc, cccccccc]}"
    play = beaten(game_map=lake)

    assert play.offered == ["0404", "0405"]
    assert play.why("0305") == ("closed", "9")


@pytest.mark.parametrize("places", ["[zones]", "[]"])
def test_a_retreat_into_the_enemy_is_a_mistake(places: str):
    """Two sides never stand in one space."""
    with pytest.raises(SourceError, match="can't retreat into the enemy"):
        beaten(f", not_into: {places}")


def test_areas():
    """Red in Elm beaten from Birch: Dale and Fir are no neighbours of Birch."""
    assert beaten(units="{birch: [blue-1], elm: [red-1]}", target="elm", whole_map=AREAS).offered == ["dale", "fir"]

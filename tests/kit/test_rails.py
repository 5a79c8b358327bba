"""A small game from point to point, declared without code, played by hand: `many.rails`.

A road p1 - p2 - p3 - p6 costs 1 a step, a track p2 - p4 - p5 - p6 costs 2 and 1 more over the brook between p4 and p5.
Two units stand in a point, cavalry beside them; zones reach along roads. Blue comes from p1, red from p6.
"""

from __future__ import annotations

from tests.kit.many import rails
from tests.kit.play import Play


def test_a_game_by_hand():
    play = Play(rails(), dice=[5])

    assert play.do("blue-3").offered == ["p4"]  # p1 is full, p3 red’s, and p5 5 points off, but for the road past p3
    assert play.why("p1") == ("full", "5")
    assert play.why("p5") == ("enemy-in-the-way", "4")
    play.do("p4", "blue-1")
    assert play.offered == ["p2"]  # in the zone of the guard in p3
    assert play.why("p4") == ("zone-stops", "6")  # two steps behind p2
    play.do("p2", "blue-2", "p2")
    assert play.do("horse-1").offered == ["p2"]  # cavalry finds room
    play.do("p2")  # and blue-3 has moved
    assert play.asked == "red movement-unit"
    assert play.do("red-1").offered == ["p3", "p5"]
    play.do("p3")
    assert play.do("red-2").offered == ["p5"]  # the guard and red-1 fill p3
    play.do("p5", "done")
    assert play.asked == "blue combat-target"
    assert play.offered == ["p3", "p5", "done"]


def test_a_battle_at_the_bridge():
    """blue-3 in p4 attacks red-2 in p5 over the brook: half of 4 against 4 is 1:2; on 6 the defender retreats to p6."""
    play = Play(rails(), "combat", "blue", dice=[6], units={"p4": ["blue-3"], "p5": ["red-2"], "p1": ["blue-1"]})
    play.do("p5", "blue-3")

    assert play.events("fight")[0]["odds"] == "2:4"
    assert play.offered == ["p6"]
    play.do("p6", "blue-3")
    assert [play.at("red-2"), play.at("blue-3")] == ["p6", "p5"]


def test_a_battle_on_the_road_and_the_end():
    """10 against 10 in p3; on 5 the defenders retreat: p6 has room for one of them, the other is lost.

    Blue ends with p1 and p3, three points.
    """
    units = {"p2": ["blue-1", "blue-3", "horse-1"], "p3": ["guard-1", "red-1"], "p6": ["red-2"]}
    play = Play(rails(), "combat", "blue", turn=3, dice=[5], units=units, control={"p1": "blue"})
    play.do("p3", "blue-1", "blue-3", "horse-1")

    assert play.events("fight")[0]["odds"] == "10:10"
    assert play.asked == "red retreat-unit"
    play.do("guard-1", "p6")
    assert [play.at("guard-1"), play.at("red-1")] == ["p6", "red-lost"]
    assert play.offered == ["blue-1", "blue-3", "horse-1", "done"]
    play.do("blue-1", "horse-1", "done", "done")
    assert play.result == "blue-wins"
    assert play.rules.score(play.state) == {"blue": 3, "red": 1}


def test_without_supply_nobody_attacks():
    """Red in p2 cuts blue-1 in p3 off from p1: by the track it is 2 + 3 + 2 + 1 points, more than four."""
    units = {"p3": ["blue-1"], "p2": ["red-1"], "p6": ["red-2"], "p1": ["blue-2"]}
    play = Play(rails(), "combat", "blue", units=units).do("p2")

    assert play.offered == ["blue-2"]
    assert play.why("blue-1") == ("no-supply-to-attack", "7")

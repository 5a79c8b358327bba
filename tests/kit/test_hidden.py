"""Set-up face down: what the enemy may know, and when the units are turned up."""

from __future__ import annotations

import pytest

from pnp.errors import SourceError
from pnp.referee.kit.advice.standpoint import Standpoint
from pnp.referee.kit.advice.weights import WEIGHTS
from pnp.referee.kit.assembly import declaration_problems
from tests.kit.games import declared
from tests.kit.play import Play

PHASES = """
- {id: place, name: Place, side: each, rule: "2", text: x, procedure: setup}
- {id: go, name: Go, side: each, rule: "4", text: x, procedure: movement}
- {id: fight, name: Fight, side: each, rule: "8", text: x, procedure: combat}
"""
SCENARIO = """
placements:
  - {side: blue, units: [blue-1, horse-1], spaces: ['0303', '0304'], face_down: true, rule: "2.1"}
  - {side: red, units: [red-1], spaces: ['0706'], rule: "2.3"}
position: {units: {blue-turn-2: [blue-1, horse-1], red-turn-2: [red-1]}}
"""
BOXES = "boxes: [{id: blue-turn-2, name: Later, kind: holding, side: blue}, {id: red-turn-2, name: x, kind: holding}]"
PLACED = ("blue-1", "0303", "horse-1", "0304")


def game(revealed: str = "after-set-up"):
    setup = f"setup: {{revealed: {revealed}, rule: '2', rules: {{turn-up: '2.4'}}}}"
    return declared(setup, phases=PHASES, scenario=SCENARIO, game_map=BOXES)


def unseen(play: Play, side: str) -> list[str]:
    """Units that a side can't tell from one another."""
    return [name for index, name in enumerate(play.rules.units) if play.state.unseen(side) >> index & 1]


def test_units_lie_face_down_until_all_are_set_up():
    play = Play(game()).do(*PLACED)
    assert play.asked == "red setup-unit"
    assert unseen(play, "red") == ["blue-1", "horse-1"]
    assert unseen(play, "blue") == []
    play.do("red-1", "0706")
    assert play.asked == "blue movement-unit"
    assert unseen(play, "red") == []
    assert play.events("turn-up") == [{"event": "turn-up", "units": ["blue-1", "horse-1"], "rule": "2.4"}]


def test_enemy_sees_only_that_something_stands_there():
    play = Play(game()).do("blue-1", "0303", "horse-1")
    places = {name: play.rules.spaces.index(name) for name in ("0303", "0304")}
    unit = play.rules.units.index("blue-1")
    own, other = play.state.view("blue"), play.state.view("red")
    assert (own["at"][unit], other["at"][unit]) == (places["0303"], -1)
    assert other["unseen_at"] == [places["0303"]]
    assert other["face_down"] == 0
    assert own["frames"][-1]["unit"] == play.rules.units.index("horse-1")  # not placed yet: its owner chooses a space


def test_units_are_turned_up_when_an_enemy_comes_near():
    """From 0706 a red unit of 4 points comes to 0405: next to 0304, and two hexes from 0303."""
    play = Play(game("in-contact")).do(*PLACED, "red-1", "0706")
    assert unseen(play, "red") == ["blue-1", "horse-1"]
    play.do("done", "red-1")
    assert unseen(play, "red") == ["blue-1", "horse-1"]
    play.do("0405")
    assert unseen(play, "red") == ["blue-1"]
    assert [line["units"] for line in play.events("turn-up")] == [["horse-1"]]


def test_positions_and_saved_games_tell_who_lies_face_down():
    play = Play(game("in-contact")).do(*PLACED, "red-1", "0706")
    position = play.rules.position(play.state)
    assert {entry.state for entries in (position.units or {}).values() for entry in entries
            if not isinstance(entry, str)} == {"face-down"}  # fmt: skip
    assert play.rules.state_from(position).face_down == play.state.face_down
    assert play.rules.state_from_json(play.state.to_json()) == play.state


def test_a_position_can_hide_only_who_is_set_up_so():
    units = {"0303": [{"id": "blue-2", "state": "face-down"}], "0706": ["red-1"]}
    with pytest.raises(SourceError, match="state of 'blue-2'"):
        Play(game("in-contact"), "go", "blue", units=units)


def test_forged_save_cannot_hide_others():
    play = Play(game("in-contact")).do(*PLACED, "red-1", "0706")
    document = play.state.to_json()
    document["fields"]["face_down"] |= 1 << play.rules.units.index("red-1")
    with pytest.raises(SourceError, match="face down"):
        play.rules.state_from_json(document)


def test_decoys_may_be_left_out_and_leave_when_all_is_turned_up():
    """The horse stands for nothing: it goes back to its box; until then nobody can tell it from the other."""
    setup = "setup: {decoys: {type: cavalry}, rule: '2', rules: {turn-up: '2.4'}}"
    decoyed = declared(setup, phases=PHASES, scenario=SCENARIO, game_map=BOXES)
    play = Play(decoyed)
    assert play.why("done") == ("units-left", "2")
    play.do("blue-1", "0303")
    assert play.why("done") is None
    play.do("horse-1", "0304")
    assert (play.at("horse-1"), unseen(play, "red")) == ("0304", ["blue-1", "horse-1"])
    play.do("red-1", "0706")
    assert (play.at("horse-1"), play.at("blue-1"), play.state.face_down) == ("blue-turn-2", "0303", 0)
    assert [line["units"] for line in play.events("turn-up")] == [["blue-1"]]
    assert Play(decoyed).do("blue-1", "0303", "done").asked == "red setup-unit"


def test_units_that_wait_don_t_tell_which_ones_lie_on_the_map():
    """Else the enemy would know who has been placed from who has not."""
    play = Play(game()).do("blue-1", "0303")
    assert unseen(play, "red") == ["blue-1", "horse-1"]
    view = play.state.view("red")
    assert [view["at"][play.rules.units.index(name)] for name in ("blue-1", "horse-1")] == [-1, -1]


def test_what_is_a_decoy_cannot_depend_on_the_position():
    (problem,) = declaration_problems(declared(
        "setup: {decoys: {at: {space: '0303'}}, rule: '2'}", phases=PHASES, scenario=SCENARIO, game_map=BOXES
    ))  # fmt: skip
    assert problem.message == "what is a decoy can't depend on the position"


def test_an_adviser_sees_which_unit_lies_where_only_of_its_own_side():
    """The corps and the horse have changed places: red can't tell, blue can."""
    one, two = Play(game()).do(*PLACED), Play(game()).do("blue-1", "0304", "horse-1", "0303")
    start = one.rules.new_state()
    views = [Standpoint(one.rules.assembly, start, side, WEIGHTS) for side in (0, 1)]
    looks = [[view.seen(play.state) for play in (one, two)] for view in views]
    assert one.rules.sides == ("blue", "red")
    assert [mine.at == theirs.at for mine, theirs in looks] == [False, True]
    assert sorted(looks[1][0].at) == sorted(one.state.at)
    assert looks[0][0] is one.state

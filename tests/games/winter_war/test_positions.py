"""Positions and saved games of Winter War."""

from __future__ import annotations

import json

import pytest

from pnp.errors import SourceError
from pnp.players.roster import make_players


def moment(rules, seed, wanted):
    """A random game at its first decision `wanted` after turn 1."""
    state, players = rules.new_state(seed), make_players(rules, "random", seed)
    while not state.ended and not (state.turn > 1 and rules.step(state).id == wanted):
        rules.apply(state, players[rules.side_to_act(state)].choose(rules, state, rules.choices(state)))
    return state


def test_a_game_is_saved_in_the_middle_of_a_move(winter_rules):
    """What is not saved is found again: who can still move, and where to."""
    state = moment(winter_rules, 3, "movement-space")
    again = winter_rules.state_from_json(json.loads(json.dumps(state.to_json())))

    assert (again, again.hash()) == (state, state.hash())
    assert winter_rules.choices(again) == winter_rules.choices(state)
    assert (again.choices, again.zoc, again.isolated) == (state.choices, state.zoc, state.isolated)


def test_a_position_leads_back_to_itself(winter_rules, winter):
    """Units, hexes passed and phase of a position come out as they went in."""
    s = winter(
        {"3151": ["rifle-regiment-1"], "3252": ["headquarters-1"], "2463": ["finnish-division-1"]},
        control={"2262": "soviet", "3655": "finnish"},
    )
    position = s.rules.position(s.state)

    assert position.control == {"2262": "soviet", "3655": "finnish"}
    assert (position.phase, position.side, position.turn) == ("soviet-movement", "soviet", 2)
    assert position.units["3151"] == ("rifle-regiment-1",)
    assert s.rules.position(s.rules.state_from(position)) == position


@pytest.mark.parametrize(
    ("units", "more", "words"),
    [
        ({"2463": ["finnish-division-1"], "2364": ["rifle-corps-1"]}, {"control": {"2463": "soviet"}},
         "contradicts the units"),
        ({"2463": ["finnish-division-1", "rifle-regiment-1"]}, {}, "enemies stand together in 2463"),
        ({"2154": ["finnish-division-1"]}, {}, "can't be in 2154"),
        ({"2463": ["finnish-regiment-1", "finnish-regiment-2", "finnish-regiment-3"]}, {"phase": "soviet-combat"},
         "too many units are in 2463"),
        ({"3151": ["border-guards-1"], "2463": [{"id": "border-guards-2", "state": "face-down"}]}, {}, "unknown state"),
        ({"soviet-turn-2": ["finnish-regiment-1"]}, {}, "can't be in soviet-turn-2"),
        ({"2463": ["dummy-1"]}, {}, "stands face up"),
    ],
)
def test_what_cannot_be(winter, units, more, words):
    """DESIGN §10: an impossible position is refused."""
    with pytest.raises(SourceError, match=words):
        winter(units, **more)


@pytest.mark.parametrize(
    "change", [{"at": [1]}, {"face_down": 1 << 130}, {"held": [1 << 2700, 0]}, {"stack": [7, 7]}, {"turn": 11},
     {"frames": [{"unit": 119}]}, {"side": 7}]
)
def test_damaged_games_are_refused(winter_rules, change):
    """DESIGN §9: no traceback for what a stranger wrote."""
    state = moment(winter_rules, 3, "movement-space")
    document = json.loads(json.dumps(state.to_json()))
    document["fields"] |= change

    with pytest.raises(SourceError):
        winter_rules.state_from_json(document)


def test_a_copy_stands_on_its_own(winter_rules):
    """Counters of hexes are lists: a copy must not share them."""
    state = moment(winter_rules, 4, "movement-space")
    before, twin = json.dumps(state.fields()), state.copy()
    kept = [list(map(list, state.stacks)), list(map(list, state.zones)), state.register("filled"), dict(state.units_in)]
    for action in list(winter_rules.choices(twin))[:1]:
        winter_rules.apply(twin, action)

    assert json.dumps(state.fields()) == before
    assert kept == [
        list(map(list, state.stacks)), list(map(list, state.zones)), state.register("filled"), dict(state.units_in)
    ]  # fmt: skip
    assert not winter_rules.faults(state)

"""Two hundred Combat Phases with units thrown onto the Isthmus and the shores of Ladoga, checked by a second
implementation.
"""

from __future__ import annotations

import random

import pytest

from pnp.games import rules_of
from pnp.referee.dice import bits
from tests.games.winter_war.fights import Fight
from tests.games.winter_war.second import Second

pytestmark = pytest.mark.slow

PHASES = 200
COLUMNS, ROWS = range(20, 33), range(46, 68)


@pytest.fixture(scope="module")
def rules(winter_game):
    """The phase that follows is never begun."""
    made = rules_of(winter_game)
    made.operations["phase:close"] = lambda state: True
    made.operations["murmansk"] = made.operations["excess"] = lambda state: None
    return made


def thrown(rules, source):
    """Fifty units on random hexes that they may enter, headquarters always among them, one side in a hex."""
    board = rules.board
    index = board.ground.field.index
    inside = [f"{c:02}{r:02}" for c in COLUMNS for r in ROWS]
    turn = source.randint(1, 10)
    season = board.season(turn)
    real = [u for u in range(len(board.units)) if not board.dummies >> u & 1]
    units, owners = {}, {}
    for unit in dict.fromkeys(source.sample(real, 50) + list(board.headquarters)):
        side, open_ = board.side_of[unit], rules.kit.ever_open[season][unit]
        hex_ = source.choice([h for h in inside if open_ >> index[h] & 1])
        limit = rules.assembly.stacking.limit_at(index[hex_])
        if owners.setdefault(hex_, side) == side and len(units.get(hex_, ())) < limit:
            units.setdefault(hex_, []).append(board.units[unit])
    return units, turn


def checked(rules, number):
    """One phase, played at random; the second implementation, and whether it ended as it says."""
    source = random.Random(number)
    units, turn = thrown(rules, source)
    side = ("soviet", "finnish")[number % 2]
    played = Fight(rules, units, side=side, turn=turn, open_phase=False)
    played.state.dice_stream = source.getrandbits(60)
    second = Second(rules.game, played.state, side)
    second.snapshot()
    played.open(f"{side}-combat")
    while played.state.stack:
        choices = rules.choices(played.state)
        assert choices
        action = source.choice(choices)
        if action == choices[-1] and source.random() < 0.7:
            action = source.choice(choices)
        second.snapshot()
        rules.apply(played.state, action)
        second.follow()
    if side == "soviet":
        second.snapshot()
        assert second.nothing_left(second.where())
    return second


def test_two_hundred_phases(rules):
    """Odds, columns, results, retreats, advances and the end of every Soviet phase."""
    fights = sum(checked(rules, number).fights for number in range(PHASES))

    assert fights > 300


def test_neighbours_agree(rules):
    """The second implementation finds the same open hexsides; otherwise it would check nothing."""
    board = rules.board
    second = Second(rules.game, Fight(rules, {}, open_phase=False).state, "soviet")
    links = board.links[board.season(1)]
    compared = 0
    for space, name in enumerate(board.spaces):
        for other in bits(links.near[space]):
            assert second.ground.touch(name, board.spaces[other])
            compared += 1
    assert compared > 10_000

"""Positions with units thrown over the whole map, and moves from them, checked by a second implementation."""

from __future__ import annotations

import random
from functools import cache

import pytest

from pnp.games import rules_of
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.texts import VERBS
from pnp.referee.dice import bits
from pnp.referee.hexes import within
from pnp.referee.masks import mask_of
from tests.games.winter_war.fights import Fight
from tests.games.winter_war.second_lines import SUPPLY, Lines
from tests.games.winter_war.second_march import March, check_zone

pytestmark = pytest.mark.slow

CHOOSE_UNIT, MOVE_TO, STOP = ([verb.id for verb in VERBS].index(name) for name in ("choose-unit", "move-to", "stop"))
PHASES = 20
PASSED = 40
"""Hexes that either side was the last to pass, beside those with units."""


@pytest.fixture(scope="module")
def rules(winter_game):
    return rules_of(winter_game)


@cache
def open_to(rules, season, unit):
    """Hexes that a unit may enter."""
    return [h for h in range(rules.board.count) if rules.kit.ever_open[season][unit] >> h & 1]


@cache
def abroad(rules, season, unit):
    """Soviet hexes that a Finnish unit may enter; all hexes for a unit that may enter none of them."""
    among = open_to(rules, season, unit)
    return [h for h in among if rules.board.home[SOVIET] >> h & 1] or among


@cache
def near(rules, space, steps):
    """Hexes at most so many steps from one."""
    return within(rules.board.ground.all, 1 << space, steps)


def thrown(rules, source):
    """All units on random hexes that they may enter; headquarters near supply cities, most Soviet units near
    headquarters.
    """
    board = rules.board
    turn = source.randint(1, 10)
    season, field = board.season(turn), board.ground.field
    units, owners, trains = {}, {}, []
    for unit in (*board.headquarters, *(u for u in range(len(board.units)) if u not in board.headquarters)):
        if board.dummies >> unit & 1 or source.random() < 0.2:
            continue
        side, among = board.side_of[unit], open_to(rules, season, unit)
        if unit in board.headquarters:
            disc = near(rules, field.index[source.choice(SUPPLY)], 9)
            among = [h for h in among if disc >> h & 1]
        elif side == SOVIET and trains and source.random() < 0.7:
            disc = near(rules, source.choice(trains), 6)
            among = [h for h in bits(disc) if rules.kit.ever_open[season][unit] >> h & 1] or among
        elif side == FINNISH and source.random() < 0.4:
            among = abroad(rules, season, unit)
        space = source.choice(among)
        hex_ = board.spaces[space]
        limit = rules.assembly.stacking.limit_at(space)
        if owners.setdefault(hex_, side) == side and len(units.get(hex_, ())) < limit:
            units.setdefault(hex_, []).append(board.units[unit])
            if unit in board.headquarters:
                trains.append(space)
    played = Fight(rules, units, turn=turn, open_phase=False)
    free = [
        h for h in range(board.count) if not (played.state.occupied[SOVIET] | played.state.occupied[FINNISH]) >> h & 1
    ]
    for side in (SOVIET, FINNISH):
        played.state.seize(side, mask_of(source.sample(free, PASSED)))
    played.state.frozen = turn if source.random() < 0.1 else 0
    played.state.logistics = source.randint(0, 1)
    played.state.stale = 1
    return played


def offered(rules, state):
    """Goal -> points, of the selected unit."""
    goals = [action[1] for action in rules.choices(state) if action[0] == MOVE_TO]
    return {rules.spaces[space]: state.way.cost(space) for space in goals}


def retreating(rules, state, side):
    """Unit that can retreat before combat -> hexes, by the referee."""
    twin, before = state.copy(records=False), rules.combat.before
    twin.side, twin.frames = 1 - side, [{"retiring": side, "withdrawn": 0}]
    units = bits(before.retiring(twin))
    return {rules.units[u]: {rules.spaces[h] for h in bits(before.retreat.goals_of(twin, u, 1))} for u in units}


def checked(rules, state, source, side, most):
    """Moves of one phase at random, each compared with the second implementation; how many goals there were."""
    name, compared = rules.sides[side], 0
    for _ in range(most):
        if rules.step(state).id != "movement-unit" or state.side != side:
            break
        chosen = [action for action in rules.choices(state) if action[0] == CHOOSE_UNIT]
        if not chosen:
            break
        action = source.choice(chosen)
        unit = rules.units[action[1]]
        march = March(state, name)
        expected, first = march.goals(unit), True
        rules.apply(state, action)
        while rules.step(state).id == "movement-space":
            found = offered(rules, state)
            assert found == expected, (unit, march.lines.at[unit], state.turn)
            compared += len(found)
            if not found or (not first and source.random() < 0.5):
                rules.apply(state, (STOP,))
                break
            goal = source.choice(sorted(found))
            action = (MOVE_TO, rules.spaces.index(goal))
            assert march.along(unit, rules.way_of(state, action)[2], state.frames[0]["spent"], first) == found[goal]
            rules.apply(state, action)
            first = False
            if state.selected >= 0 and rules.units[state.selected] == unit:
                march = March(state, name)
                expected = march.goals(unit, state.frames[0]["spent"], first=False)
    return compared


def test_thrown_positions(rules):
    """Zones, isolation, capture, retreats before combat and what single units reach, in positions of every kind and
    season.
    """
    compared = limited = 0
    for number in range(PHASES):
        source = random.Random(number)
        played = thrown(rules, source)
        state, side = played.state, number % 2
        lines = Lines(state)
        check_zone(lines)
        limited += lines.check_supply()
        score = sum(
            value for name, value in rules.victory.schedule(state, SOVIET)
            if name not in ("allied-losses", "murmansk-garrison")
        )
        assert score == lines.points()
        for who in (SOVIET, FINNISH):
            assert retreating(rules, state, who) == March(state, rules.sides[who]).retreats()
        state.phase, state.side = rules.phases.index(f"{rules.sides[side]}-movement"), side
        state.frames[:], state.agenda[:] = [{}], ["turn:end", "phase:close", "movement:open"]
        rules.kit.run(state)
        compared += checked(rules, state, source, side, 6)

    assert compared > 1500
    assert limited > 40

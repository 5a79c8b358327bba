"""Random games of March of Justice, and games from random positions: every invariant, and exactly the legal actions."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from pnp.errors import SourceError
from pnp.games import rules_of
from pnp.players.random_player import RandomPlayer
from pnp.referee.invariants import check_state
from pnp.referee.replay import replay

pytestmark = pytest.mark.slow

GAMES = 40
POSITIONS = 120
NORTH = ["moscow", "rubelo", "stupino", "serpukhov", "kaluga", "tula", "yefremov", "ryazan"]


@pytest.mark.parametrize("options", [{}, {"two-player": True}])
def test_random_games_keep_every_invariant(march_game, options):
    """80 games run to their end and replay; no fault after any action."""
    rules, ends = rules_of(march_game, options=options), Counter()
    for seed in range(GAMES):
        state, number = rules.new_state(seed), 0
        players = {side: RandomPlayer(seed, side) for side in rules.deciding}
        while not rules.is_over(state):
            assert rules.faults(state) == [], seed
            if number % 30 == seed % 30:
                check_state(rules, state, thorough=seed % 6 == 0)
            rules.apply(state, players[rules.side_to_act(state)].choose(rules, state, rules.choices(state)))
            number += 1
        assert rules.faults(state) == []
        ends[rules.result(state).end] += 1
        if seed % 5 == 0:
            assert replay(rules, state.log) == state
    assert ends.total() == GAMES


def scattered(rules, seed):
    """A position with everybody anywhere, more often than not around Moscow."""
    rng, board = random.Random(seed), rules.board
    spaces = list(rules.spaces)
    rng.shuffle(spaces)
    ours, theirs = spaces[: rng.randint(1, 4)], spaces[4 : 4 + rng.randint(1, 6)]
    if rng.random() < 0.6:
        north = rng.sample(NORTH, len(NORTH))
        cut = rng.randint(1, 3)
        ours, theirs = north[:cut], north[cut : cut + rng.randint(1, 5)]
    turn, units, cup = rng.randint(1, 6), {}, []
    for index, unit in enumerate(rules.units):
        if (board.roadblocks | board.event_marker) >> index & 1:
            cup.append(unit)
            continue
        state = None
        if board.switchers >> index & 1 and rng.random() < 0.4:
            state = "switched"
        elif board.two_steps >> index & 1 and rng.random() < 0.3:
            state = "reduced"
        wagner = board.own[0] >> index & 1 or state == "switched"
        places = [rng.choice(ours if wagner else theirs)] * 7 + [
            f"turn-{rng.randint(turn, 6)}",
            "eliminated",
            "removed",
        ]
        units.setdefault(rng.choice(places), []).append({"id": unit, "state": state} if state else unit)
    return {
        "units": units, "turn": turn, "phase": rng.choice(["administration", "wagner", "russia", "end-turn"]),
        "pools": {"cup": cup},
        "tracks": {"momentum": rng.randint(-3, 3)} | {f"maneuver-combat-{n}": rng.randint(0, 4) for n in (1, 2, 3)},
    }  # fmt: skip


def test_what_is_offered_is_what_is_legal(march_game):
    """From random positions: every action that is not offered is refused with a reason; all codes and steps come up."""
    both = [rules_of(march_game, options={"two-player": two}) for two in (False, True)]
    steps, codes, tried = Counter(), Counter(), 0
    for seed in range(POSITIONS):
        rules, rng = both[seed % 2], random.Random(seed)
        try:
            state = rules.state_from(scattered(rules, seed), seed)
        except SourceError as error:
            assert "would be back on the map by now" in str(error)
            continue
        while not rules.is_over(state):
            check_state(rules, state)
            choices = rules.choices(state)
            steps[rules.step(state)] += 1
            if rng.random() < 0.2:
                tried += every_other_is_refused(rules, state, choices)
            eager = [c for c in choices if rules.VERBS[c[0]].id in ("attack", "spend-on")]
            rules.apply(state, rng.choice(eager if eager and rng.random() < 0.7 else choices))
        codes.update(line.get("code") for line in state.log if line.get("table") == "contact")
        assert replay(rules, state.log) == state

    assert set(codes) == {"AR", "Ar", "EX", "NE", "Rp", "R", "S"}
    assert len(steps) > 25
    assert tried > 10_000


def every_other_is_refused(rules, state, choices):
    """How many actions were tried."""
    tried = 0
    for number, verb in enumerate(rules.VERBS):
        for action in [(number, item) for item in range(len(rules.domain(verb.id)))] if verb.takes else [(number,)]:
            violation = rules.why_not(state, action)
            assert (violation is None) == (action in choices), (rules.to_json(action), violation)
            assert violation is None or "{" not in violation.message()
            tried += 1
    return tried

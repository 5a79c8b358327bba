"""What holds in every declared game, tried in random games of eleven that together use everything."""

from __future__ import annotations

import random
from functools import cache

import pytest

from pnp.referee.invariants import check_state
from pnp.referee.kit.decisions import Decision
from pnp.referee.kit.rules import DeclaredRules
from pnp.referee.kit.state import KitState
from pnp.referee.kit.words import REASONS
from tests.kit.many import GAMES

NAMES = tuple(game.__name__ for game in GAMES)
SEEDS = 6


@cache
def rules_of(name: str) -> DeclaredRules:
    return DeclaredRules(GAMES[NAMES.index(name)]())


def chosen(rules: DeclaredRules, state: KitState, rng: random.Random) -> tuple[int, ...]:
    """A choice at random; an end only now and then while there is something else."""
    choices = rules.choices(state)
    if len(choices) > 1 and len(choices[-1]) == 1 and rng.random() < 0.8:
        choices = choices[:-1]
    return rng.choice(choices)


def open_decision(rules: DeclaredRules, state: KitState) -> Decision:
    step = rules.step(state)
    assert step is not None
    return rules.kit.decisions[step.id]


@pytest.mark.parametrize("name", NAMES)
def test_every_reason_has_words(name: str):
    decisions = rules_of(name).kit.decisions.values()
    assert len(decisions) >= 5
    for decision in decisions:
        assert decision.reasons
        assert {reason.key for reason in decision.reasons} <= set(REASONS), decision.id


@pytest.mark.parametrize("name", NAMES)
def test_random_games_come_to_an_end_without_a_fault(name: str):
    """With a saved game read back every few decisions, in the middle of battles too."""
    rules = rules_of(name)
    for seed in range(SEEDS):
        rng, state = random.Random(seed), rules.new_state(seed)
        for number in range(3_000):
            if rules.is_over(state):
                break
            if number % 7 == seed:
                check_state(rules, state, thorough=True)
            rules.apply(state, chosen(rules, state, rng))
        assert rules.is_over(state)
        check_state(rules, state)


@pytest.mark.parametrize("name", NAMES)
def test_choices_are_exactly_what_no_reason_refuses(name: str):
    rules, refused = rules_of(name), set()
    for seed in range(SEEDS):
        rng, state = random.Random(seed + 100), rules.new_state(seed)
        while not rules.is_over(state):
            decision = open_decision(rules, state)
            verb = next(index for index, one in enumerate(rules.VERBS) if one.id == decision.verb)
            domain = rules.domain(decision.verb)
            passing = (1 << len(domain)) - 1
            for reason in decision.reasons:
                passing &= reason.passes(state)
            assert passing == state.choices, (decision.id, rules.position(state))
            for item in rng.sample(range(len(domain)), 4):
                violation = rules.why_not(state, (verb, item))
                assert (violation is None) == bool(state.choices >> item & 1)
                if violation is not None:
                    told = (violation.reason, violation.rule)
                    named = [r for r in decision.reasons if (r.key, r.case(state)) == told]
                    assert any(not reason.passes(state) >> item & 1 for reason in named)
                    assert violation.message("en")
                    refused.add((decision.id, violation.reason))
            rules.apply(state, chosen(rules, state, rng))
    assert len(refused) >= 10


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_plays_the_same_game(name: str):
    rules, logs = rules_of(name), []
    for _ in range(2):
        rng, state = random.Random(5), rules.new_state(5)
        while not rules.is_over(state):
            rules.apply(state, chosen(rules, state, rng))
        logs.append(state.log.lines)
    assert logs[0] == logs[1]
    assert len(logs[0]) > 20


@pytest.mark.parametrize("name", NAMES)
def test_a_position_at_the_start_of_a_phase_opens_again(name: str):
    """With the same side, decision and choices."""
    rules, starts = rules_of(name), 0
    for seed in range(3):
        rng, state = random.Random(seed + 200), rules.new_state(seed)
        while not rules.is_over(state):
            if state.frames[0].get("asked") == 1:
                position = rules.position(state)
                again = rules.state_from(position)
                assert rules.step(again) == rules.step(state), position
                assert rules.choices(again) == rules.choices(state), position
                assert again.at == state.at
                assert getattr(again, "cards", ()) == getattr(state, "cards", ())
                assert rules.score(again) == rules.score(state)
                starts += 1
            rules.apply(state, chosen(rules, state, rng))
    assert starts >= 10

"""States: copies, hashes, JSON, what a side may see, undo."""

from __future__ import annotations

import copy
import json
import random

import pytest

from pnp.errors import IllegalActionError, SourceError
from pnp.players.random_player import RandomPlayer
from pnp.referee.state import DRAW
from pnp.referee.undo import History


def after(rules, decisions, seed=2):
    """The state after some random decisions."""
    state, player = rules.new_state(seed), RandomPlayer(seed, "russia")
    for _ in range(decisions):
        rules.apply(state, player.choose(rules, state, rules.choices(state)))
    return state


def test_a_copy_is_equal_and_on_its_own(rules):
    """An action on the copy leaves the original."""
    state = after(rules, 40)
    twin = state.copy()
    assert twin == state
    assert twin.hash() == state.hash()
    assert twin.log == state.log
    rules.apply(twin, rules.choices(twin)[0])

    assert twin != state
    assert twin.hash() != state.hash()
    assert len(state.copy(records=False).records) == 0


@pytest.mark.parametrize("decisions", [0, 1, 13, 40, 77, 110])
def test_json_there_and_back_at_any_decision(rules, decisions):
    """DESIGN §10: rules.state_from_json(state.to_json()); the game goes on alike."""
    state = after(rules, decisions)
    again = rules.state_from_json(json.loads(json.dumps(state.to_json())))

    assert again == state
    assert again.hash() == state.hash()
    assert again.log.as_text() == state.log.as_text()
    for twin in (state, again):
        player = RandomPlayer(99, "russia")
        while not rules.is_over(twin):
            rules.apply(twin, player.choose(rules, twin, rules.choices(twin)))
    assert again.log.as_text() == state.log.as_text()


def damaged(document, path, value):
    made = copy.deepcopy(document)
    at = made
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return made


DAMAGE = [
    (("pnp_state",), 2), (("head",), None), (("fields",), []), (("records",), {}), (("head", "game"), "other"),
    (("head", "data"), "00"), (("head", "options"), {}), (("fields", "turn"), 11), (("fields", "turn"), "1"),
    (("fields", "turn"), 1.5), (("fields", "turn"), True), (("fields", "turn"), 1 << 70), (("fields", "extra"), 1),
    (("fields", "stack"), []), (("fields", "stack"), [99]), (("fields", "stack"), [1]), (("fields", "ended"), 3),
    (("fields", "ended"), 1), (("fields", "at", 0), 35), (("fields", "at", 0), 99), (("fields", "at"), [0]),
    (("fields", "held", 0), 1), (("fields", "phase"), 0), (("fields", "side"), 1), (("fields", "side"), -1),
    (("fields", "activated"), 1 << 60), (("fields", "alarmed"), 1), (("fields", "agenda", 0), "turn"),
    (("fields", "frames", 0), {"asked": "x"}), (("fields", "frames", 0), {"a b" * 20: 1}), (("fields", "agenda"), []),
    (("fields", "dice_script"), [0]), (("records", 0), []), (("records", 0), [9, 9]),
    (("records", 0, 0), {}), (("records", 0, 1), 1.5), (("records", 0, 1), 10**30),
    (("records", 0), [0, 1, 999, 0, 0]), (("records", 0), [0, 1, 0, 0, 999]), (("records", 0), "do"),
    (("records", 0), [2, "x", "4.1", -1, 0, []]), (("records", 0), [1, "unit", "x", 999, "4.1"]),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value"), DAMAGE)
def test_a_damaged_saved_game_is_refused(rules, path, value):
    """DESIGN §9: from strangers; SourceError, never another exception."""
    document = json.loads(json.dumps(after(rules, 40).to_json()))
    with pytest.raises(SourceError):
        rules.state_from_json(damaged(document, path, value))


def test_a_saved_game_altered_at_random_is_refused_or_plays_on(rules):
    """DESIGN §9: 600 alterations; no exception but SourceError, and never a state without choices."""
    rng, refused, played = random.Random(5), 0, 0
    documents = [json.loads(json.dumps(after(rules, n).to_json())) for n in (3, 14, 37, 40, 60, 95, 110)]
    values = [-1, 0, 1, 2, 3, 8, 29, 34, 40, 1 << 16, 1 << 38]
    for _ in range(600):
        document = copy.deepcopy(rng.choice(documents))
        name = rng.choice(sorted(document["fields"]))
        held = document["fields"][name]
        if isinstance(held, list):
            held.extend([] if held else [0])
            held[rng.randrange(len(held))] = rng.choice(values)
        else:
            document["fields"][name] = rng.choice(values)
        try:
            state = rules.state_from_json(document)
            for _ in range(15):
                if not rules.is_over(state):
                    rules.apply(state, rng.choice(rules.choices(state)))
            played += 1
        except SourceError:
            refused += 1
    assert refused > 200
    assert played > 20


@pytest.mark.parametrize("document", [None, [], "x", {}, {"pnp_state": 1}])
def test_what_is_no_saved_game_is_refused(rules, document):
    """DESIGN §9"""
    with pytest.raises(SourceError):
        rules.state_from_json(document)


def test_a_view_hides_what_decides_the_next_draws(rules):
    """DESIGN §7: nothing hidden in view(side)."""
    state = after(rules, 20)
    view = state.view("russia")

    assert not set(view) & {"seed", "dice_stream", "cup_stream", "dice_script", "cup_script"}
    assert view["turn"] == state.turn
    with pytest.raises(KeyError):
        state.view("nato")


def test_undo_goes_back_and_dice_fall_as_before(rules):
    """DESIGN §7"""
    history = History(rules, after(rules, 30))
    start = history.state.copy()
    for _ in range(10):
        history.do(rules.choices(history.state)[0])
    ended = history.state.copy()
    while history.undo():
        pass
    assert history.state == start
    assert history.state.log == start.log
    for _ in range(10):
        history.do(rules.choices(history.state)[0])
    assert history.state == ended


def test_several_decisions_are_undone_at_once(rules):
    history = History(rules, rules.new_state())
    start = history.state.copy()
    for _ in range(3):
        history.do(rules.choices(history.state)[0])
    assert not history.undo(4) and len(history) == 3
    assert history.undo(3)
    assert history.state == start and len(history) == 0


def test_what_a_decision_has_taught_is_the_last_draw_since(rules):
    """A set-up teaches nothing; then decisions are made until dice and lots have fallen."""
    history, rng = History(rules, rules.new_state()), random.Random(1)
    history.do(rules.choices(history.state)[0])
    assert history.learned(1) is None
    while not any(record[0] == DRAW for record in history.state.records):
        history.do(rng.choice(rules.choices(history.state)))
    draws = [line for line in history.state.log if line.kind == "draw"]
    assert history.learned(1) == history.learned(2) == draws[-1]
    history.undo()
    assert history.learned(1) is None


def test_the_last_decision_of_a_side_is_found_behind_those_of_the_other(rules):
    history = History(rules, rules.new_state())
    assert history.since_decision_of("russia") == 0
    for _ in range(2):
        history.do(rules.choices(history.state)[0])
    assert history.since_decision_of("russia") == 1
    assert history.since_decision_of("ukraine") == 0


def test_undo_keeps_nothing_of_a_refused_action(rules):
    """The state is untouched."""
    history = History(rules, rules.new_state())
    with pytest.raises(IllegalActionError):
        history.do((7,))
    assert len(history) == 0
    assert not history.undo()


@pytest.mark.parametrize("seed", [-1, 1 << 64, "7", 1.0, None])
def test_a_seed_is_a_64_bit_number(rules, seed):
    """Raises SourceError."""
    with pytest.raises(SourceError):
        rules.new_state(seed)

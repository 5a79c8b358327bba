"""The contract of DESIGN §10, name by name."""

from __future__ import annotations

import json

import pytest

import pnp.api as api


@pytest.fixture(scope="module")
def game():
    return api.load_game("putins-war")


@pytest.fixture(scope="module")
def rules(game):
    return api.rules_of(game, scenario="standard", options={"ports": True})


def test_ids(rules):
    """Units, spaces, sides, phases, verbs."""
    assert len(rules.spaces) == 29
    assert "kyyivska" in rules.spaces
    assert len(rules.units) == 39
    assert "armored-division-1" in rules.units
    assert rules.sides == ("russia", "ukraine")
    assert rules.phases == ("setup", "reinforcement", "activation", "garrison", "over-stack", "scoring")
    assert rules.verbs == {
        "choose-unit": "unit", "place-at": "space", "move-to": "space", "lose-unit": "unit", "retreat-to": "space",
        "place-garrison": "space", "choose-garrison": "unit", "done": "",
    }  # fmt: skip


def test_choices_are_sorted_and_go_to_json_and_back(rules):
    """rules.to_json(action) -> ["move-to", …]"""
    state = rules.new_state(seed=7)
    choices = rules.choices(state)

    assert choices == sorted(choices)
    assert rules.to_json(choices[0]) == ["choose-unit", "armored-division-1"]
    assert [rules.from_json(rules.to_json(action)) for action in choices] == choices


@pytest.mark.parametrize(
    "words",
    [[], "done", ["don"], ["done", "x"], ["move-to"], ["move-to", "kiev"], ["move-to", 3], None, [["done"]], {}],
)
def test_from_json_refuses_what_is_no_action(rules, words):
    """SourceError with problems."""
    with pytest.raises(api.SourceError) as caught:
        rules.from_json(words)
    assert caught.value.problems


def test_why_not_and_apply(rules):
    """None | Violation(rule, parameters), .message(lang); IllegalActionError(.violation), the state untouched."""
    state = rules.new_state(seed=7)
    action = rules.from_json(["move-to", "kyyivska"])
    before = state.hash()
    violation = rules.why_not(state, action)

    assert isinstance(violation, api.Violation)
    assert violation.rule == "2.1"
    assert violation.parameters == {"verb": "move-to", "possible": "choose-unit"}
    assert "2.1" in violation.message()
    assert violation.message(lang="en") == violation.message()
    with pytest.raises(api.IllegalActionError) as caught:
        rules.apply(state, action)
    assert caught.value.violation == violation
    assert state.hash() == before
    assert rules.why_not(state, rules.choices(state)[0]) is None


def test_state_from_draws_the_given_dice_first(rules):
    """state_from(position, seed=7, dice=(3, 6))"""
    position = {"units": {"russia-2": ["armored-division-1"]}, "phase": "activation"}
    state = rules.state_from(position, seed=7, dice=(3, 6))
    for words in (["choose-unit", "armored-division-1"], ["move-to", "kharkivska"]):
        rules.apply(state, rules.from_json(words))

    dice = [line.get("value") for line in state.log.of("draw") if line.get("draw") == "d6"]
    assert dice[0] == 3
    assert dice[1:] in ([], [6])


def test_results_positions_and_saved_states(rules):
    """Result(end, winner, level, score); position; state_from_json(state.to_json()); copy, hash, log."""
    state = rules.new_state(seed=7)
    assert not rules.is_over(state)
    assert rules.result(state) is None
    log = api.play_game(rules, {"russia": "random"}, seed=7)
    state = api.replay(log)

    assert rules.is_over(state)
    assert rules.result(state) == api.Result("loss", "ukraine", None, {"russia": log.end.get("score")["russia"]})
    assert isinstance(rules.position(state), api.Position)
    assert rules.state_from_json(json.loads(json.dumps(state.to_json()))) == state
    assert state.copy().hash() == state.hash() == log.end.get("state")
    assert isinstance(state.log, api.Log)
    assert state.log == log


def test_replay_takes_a_log_a_path_or_lines(rules, tmp_path):
    """replay(log)"""
    log = api.play_game(rules, "random", seed=8)
    path = tmp_path / "8.jsonl"
    path.write_text(log.as_text(), encoding="utf-8")

    hashes = {api.replay(source).hash() for source in (log, path, str(path), log.as_text().splitlines())}
    assert hashes == {log.end.get("state")}
    assert log.head.options == {"ports": True, "ukrainian-air": False}


def test_tables(game):
    """game.table("combat").result("3:1", 4, column_shift=0)"""
    table = game.table("combat")
    assert table.result("3:1", 4, column_shift=0) == "DR"
    assert table.result("3:1", 4, column_shift=1) == "DE"
    assert table.result("4:1", 4, column_shift=5) == "DE"
    with pytest.raises(api.TableLookupError):
        table.result("5:1", 4)


@pytest.mark.parametrize(
    ("scenario", "options"),
    [("long", {}), ("standard", {"weather": True}), ("standard", {"ports": 1}), ("standard", {"ports": "yes"})],
)
def test_unknown_scenarios_and_options_are_refused(game, scenario, options):
    """SourceError"""
    with pytest.raises(api.SourceError):
        api.rules_of(game, scenario=scenario, options=options)


def test_an_unknown_game_is_refused():
    """SourceError.problems"""
    with pytest.raises(api.SourceError) as caught:
        api.load_game("putin-war")
    assert caught.value.problems


def test_a_game_without_procedures_says_so(game):
    """It still prints; the referee can't play it."""
    from dataclasses import replace

    with pytest.raises(api.SourceError, match="no procedures"):
        api.rules_of(replace(game, id="seventh-game", procedures=None))


def test_all_names_exist():
    """Nothing else is promised."""
    assert all(hasattr(api, name) for name in api.__all__)
    assert {"load_game", "check_game", "rules_of", "play_game", "replay"} <= set(api.__all__)


def test_the_check_of_the_shipped_game_finds_no_error(game):
    """check_game(game) -> list[Problem]"""
    problems = api.check_game(game)
    assert [problem for problem in problems if problem.severity == "error"] == []

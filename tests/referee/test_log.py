"""The log: its text, reading it back, replay, and logs that come from strangers."""

from __future__ import annotations

import json
import re

import pytest

from pnp.errors import SourceError
from pnp.games import replay_log, rules_of
from pnp.model.log import KEY_ORDER, Log
from pnp.players.match import play
from pnp.referee.logfile import MAX_LINE, read_log
from pnp.referee.records import RecordTexts
from pnp.referee.replay import replay
from pnp.sources import load_game

pytestmark = pytest.mark.slow


def lines_of(state):
    return state.log.as_text().splitlines()


def test_the_head_is_that_of_the_design(finished, rules):
    """DESIGN §10, keys in this order."""
    head = json.loads(lines_of(finished)[0])

    assert list(head) == ["pnp_log", "game", "version", "data", "scenario", "options", "seed", "players"]
    assert (head["pnp_log"], head["game"], head["seed"], head["players"]) == (1, "putins-war", 11, {"russia": "random"})
    assert head["options"] == {"ports": False, "ukrainian-air": False}
    assert re.fullmatch("[0-9a-f]{32}", head["data"])


def test_lines_are_numbered_and_their_keys_in_one_order(finished):
    """DESIGN §10"""
    found = [json.loads(line) for line in lines_of(finished)[1:]]
    assert len(found) > 100
    assert [line["n"] for line in found] == list(range(1, len(found) + 1))
    for line in found:
        assert list(line) == [key for key in KEY_ORDER if key in line]
        assert len({"do", "draw", "event", "end"} & set(line)) == 1
    assert found[0] == {"n": 1, "turn": 1, "phase": "setup", "side": "russia", "do": found[0]["do"]}
    assert list(found[-1]) == ["n", "end", "winner", "level", "score", "state"]


def test_every_event_and_draw_names_a_rule_of_the_sources(finished, game):
    """DESIGN §2: a rule has an address."""
    known = {case.id for case in game.cases()}
    named = {line.rule for line in finished.log if line.kind in ("draw", "event")}
    assert len(named) > 15
    assert named <= known


@pytest.mark.parametrize("name", ["putins-war", "march-of-justice", "winter-war"])
def test_the_text_that_a_campaign_writes_is_that_of_the_log(name):
    """Three games, the later ones mostly in lines that the first has made; the last stops half way, without an end."""
    rules = rules_of(load_game(name))
    states = [play(rules, "random", seed) for seed in (1, 2)] + [rules.new_state(3)]
    while len(states[2].records) < 50:
        rules.apply(states[2], rules.choices(states[2])[-1])
    for state in states:
        assert rules.log_text(state) == state.log.as_text()
    assert states[1].log.end and not states[2].log.end


def test_texts_of_records_do_not_pile_up(finished, rules):
    texts = RecordTexts(rules)
    texts.LIMIT = 20
    assert texts.lines(finished.records) == lines_of(finished)[1:-1]
    assert 0 < len(texts) <= 20 < len(set(finished.records))


def test_a_log_replays_to_the_same_state(finished, rules):
    """Also from its text."""
    assert replay(rules, finished.log) == finished
    assert replay_log(lines_of(finished)).state.hash() == finished.hash()


def test_a_log_replays_without_the_generator(rules):
    """Dice rolled by hand: the values of the log count."""
    state = rules.new_state(0)
    for words in (["choose-unit", f"armored-division-{n}"] for n in range(1, 5)):
        rules.apply(state, rules.from_json(words))
        rules.apply(state, rules.from_json(["place-at", "russia-2"]))
    for unit in ("air-force-1", "special-brigade-1"):
        rules.apply(state, rules.from_json(["choose-unit", unit]))
        rules.apply(state, rules.from_json(["place-at", "russia-2"]))
    by_hand = state.copy()
    by_hand.dice_script, by_hand.cup_script = [6, 1], [rules.units.index("ukrainian-forces-3")]
    for words in (["choose-unit", "armored-division-1"], ["move-to", "sumska"]):
        rules.apply(by_hand, rules.from_json(words))

    again = replay(rules, by_hand.log)

    assert again.log == by_hand.log
    assert again.hash() == by_hand.hash()


def test_replay_stops_where_it_is_told(finished, rules):
    """After the decision that line 20 belongs to."""
    stopped = replay(rules, finished.log, to=20)

    assert len(stopped.records) >= 20
    assert stopped.log.lines == finished.log.lines[: len(stopped.records)]


def test_a_log_cut_short_is_replayed_as_far_as_it_goes(finished, rules):
    """As of a game that was left."""
    short = Log(finished.log.head, finished.log.lines[:101])
    assert not rules.is_over(replay(rules, short))


def test_a_game_begun_at_a_position_replays(rules):
    """The head says where it began."""
    state = rules.state_from({"units": {"russia-1": ["armored-division-1"]}, "turn": 10, "phase": "activation"}, seed=4)
    for words in (["choose-unit", "armored-division-1"], ["move-to", "sumska"]):
        rules.apply(state, rules.from_json(words))

    assert replay_log(lines_of(state)).state.log == state.log


def altered(finished, kind, change):
    """The log with the first line of `kind` for which `change` gives a new line."""
    lines = lines_of(finished)
    for index, text in enumerate(lines[1:], 1):
        line = json.loads(text)
        if kind in line and change(line):
            lines[index] = json.dumps(line)
            return lines, index
    raise AssertionError("nothing to alter")


def set_key(key, value):
    def change(line):
        if key not in line or line[key] == value:
            return False
        line[key] = value
        return True

    return change


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [("event", "rule", "9.9"), ("event", "at", "lvivska"), ("event", "units", ["garrison-1"]), ("draw", "for", "luck"),
     ("do", "turn", 9), ("do", "phase", "scoring"), ("end", "winner", "russia"), ("end", "state", "00"),
     ("do", "do", ["move-to", "russia-1"]), ("do", "do", ["fly-to", "russia-1"]), ("do", "do", ["choose-unit", "tank"]),
     ("draw", "value", "ukrainian-forces-99"), ("draw", "rule", "")],
)  # fmt: skip
def test_replay_names_the_first_line_that_differs(finished, kind, key, value):
    """DESIGN §10. The head is line 1 of the file, so line n stands in line n + 1."""
    lines, index = altered(finished, kind, set_key(key, value))
    with pytest.raises(SourceError) as caught:
        replay_log(lines)

    (problem,) = caught.value.problems
    assert (problem.code, problem.where.line) == ("log-differs", index + 1)


def test_another_die_makes_other_lines(finished):
    """The result that follows the altered die differs."""

    def other(line):
        if line.get("for") != "combat-table":
            return False
        line["value"] = 1 if line["value"] > 3 else 6
        return True

    lines, index = altered(finished, "draw", other)
    with pytest.raises(SourceError) as caught:
        replay_log(lines)
    assert caught.value.problems[0].where.line == index + 2


def test_a_log_of_other_numbers_is_not_replayed(finished):
    """The hash of the rules data differs."""
    lines = lines_of(finished)
    head = json.loads(lines[0]) | {"data": "0" * 32}
    with pytest.raises(SourceError, match="data"):
        replay_log([json.dumps(head), *lines[1:]])


def test_lines_after_the_end_differ(finished):
    """Nothing follows the end."""
    lines = lines_of(finished)
    more = {"n": len(lines), "event": "turn", "value": 11, "rule": "4.1"}
    with pytest.raises(SourceError, match="differs"):
        replay_log([*lines, json.dumps(more)])


HOSTILE = [
    ("", "this is not JSON"), ("{}", "pnp_log"), ('{"pnp_log":true}', "pnp_log"), ("[" * 100_000, "longer than"),
    ("[" * 50_000, "not JSON"), ('{"pnp_log":1,"pnp_log":1}', "twice"), ('{"pnp_log":1,"game":NaN}', "NaN"),
    ('{"pnp_log":1,"evil":1}', "unknown key"), ('{"pnp_log":1,"game":"putins-war"}', "missing"), ("[]", "object"),
    ('{"pnp_log":1,"game":' + "9" * 5000 + "}", "not JSON"),
]  # fmt: skip


@pytest.mark.parametrize(("head", "message"), HOSTILE)
def test_a_hostile_head_is_an_error_with_its_line(head, message):
    """DESIGN §9"""
    with pytest.raises(SourceError) as caught:
        read_log([head])
    assert message in str(caught.value)
    assert caught.value.problems[0].where.line == 1


@pytest.mark.parametrize(
    "line",
    ["x", "[1]", '{"n":2}', '{"n":1}', '{"n":1,"do":["done"]}', '{"n":1,"event":"x","rule":"4.1","evil":1}',
     '{"n":1,"event":"x","rule":["4.1"]}', '{"n":1,"draw":"d6","for":"x","value":[1],"rule":"4.1"}',
     '{"n":1,"draw":"d6","for":"x","value":1e9,"rule":"4.1"}', '{"n":1,"draw":"d6","event":"x","rule":"4.1"}',
     '{"n":1,"turn":1,"phase":"setup","side":"russia","do":[]}',
     '{"n":1,"turn":1,"phase":"setup","side":"russia","do":[1]}',
     '{"n":1,"end":"win","winner":"russia","level":null,"score":{"russia":"x"},"state":""}', "a" * (MAX_LINE + 1),
     '{"n":1,"event":"' + "x" * 300 + '","rule":"4.1"}'],
)  # fmt: skip
def test_a_hostile_line_is_an_error_with_its_line(finished, line):
    """DESIGN §9"""
    with pytest.raises(SourceError) as caught:
        read_log([lines_of(finished)[0], line])
    assert caught.value.problems[0].where.line == 2


def test_files_that_are_no_logs(tmp_path, finished):
    """A folder, a missing file, a file that is not UTF-8, an empty one; a good one is read."""
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "good.jsonl").write_text(finished.log.as_text(), encoding="utf-8")
    for name in ("", "missing.jsonl", "bytes.jsonl", "empty.jsonl"):
        with pytest.raises(SourceError):
            read_log(tmp_path / name)

    assert read_log(tmp_path / "good.jsonl") == finished.log
    assert replay_log(str(tmp_path / "good.jsonl")).state == finished


def test_the_same_seed_gives_the_same_bytes(rules):
    """STYLE §5"""
    assert play(rules, "random", 5).log.as_text() == play(rules, "random", 5).log.as_text()
    assert play(rules, "random", 5).log.as_text() != play(rules, "random", 6).log.as_text()

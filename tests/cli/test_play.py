"""Playing at the terminal: choices, help, undo, saving, and games without a person."""

from __future__ import annotations

import json
import re

import pytest

pytestmark = pytest.mark.slow


def test_a_whole_game_between_computers_is_logged_and_replays(pnp, tmp_path):
    log = tmp_path / "game.jsonl"
    ran = pnp("play", "putins-war", "--players", "random", "--seed", "5", "--log", log)
    assert ran.code == 0
    head = json.loads(log.read_text("utf-8").partition("\n")[0])
    assert (head["pnp_log"], head["game"], head["seed"], head["players"]) == (1, "putins-war", 5, {"russia": "random"})
    document = json.loads(pnp("replay", log, "--json").out)
    assert document["over"] is True
    assert document["result"]["end"] in ("win", "loss")
    assert document["lines"] == len(log.read_text("utf-8").splitlines()) - 1


def test_replay_stops_after_a_line(pnp, tmp_path):
    log = tmp_path / "game.jsonl"
    pnp("play", "putins-war", "--players", "random", "--seed", "5", "--log", log)
    document = json.loads(pnp("replay", log, "--to", "6", "--json").out)
    assert document["over"] is False
    assert document["position"]["phase"] == "setup"


def test_a_log_that_was_changed_is_told_by_line(pnp, tmp_path):
    log = tmp_path / "game.jsonl"
    pnp("play", "putins-war", "--players", "random", "--seed", "5", "--log", log)
    lines = log.read_text("utf-8").splitlines()
    number = next(i for i, line in enumerate(lines) if '"event":"score"' in line)
    row = json.loads(lines[number])
    row["value"] += 1
    lines[number] = json.dumps(row, separators=(",", ":"))
    log.write_text("\n".join(lines) + "\n", "utf-8")
    ran = pnp("replay", log)
    assert ran.code == 1
    assert f"game.jsonl:{number + 1}:1: line {number} differs" in ran.err


def test_a_log_of_what_is_not_here_is_told_with_its_first_line(pnp, tmp_path):
    log = tmp_path / "game.jsonl"
    pnp("play", "putins-war", "--players", "random", "--seed", "5", "--log", log)
    text = log.read_text("utf-8")
    for old, new, message in (
        ("putins-war", "putins-wars", "no game with the id 'putins-wars'"),
        ('"standard"', '"nope"', "unknown scenario 'nope'"),
    ):
        log.write_text(text.replace(old, new, 1), "utf-8")
        ran = pnp("replay", log)
        assert ran.code == 1
        assert f"game.jsonl:1:1: {message}" in ran.err


def test_a_person_chooses_asks_undoes_and_saves(pnp, pnp_process, tmp_path):
    saved, log = tmp_path / "saved.json", tmp_path / "log.jsonl"
    typed = f"1\n8\n?\n? 2.2\nx\nm\nu\nu\n1\n8\nh\ns {saved}\nl {log}\nq\n"
    ran = pnp_process("play", "putins-war", "--seed", "3", text=typed)
    assert ran.code == 0, ran.err
    assert "There is no choice 'x'" in ran.out
    assert "2.2 " in ran.out
    assert "Turn 1 of 10, Set-up" in ran.out
    assert json.loads(saved.read_text("utf-8"))["pnp_state"] == 1
    assert log.read_text("utf-8").startswith('{"pnp_log":1')
    again = pnp("play", "putins-war", "--load", saved, text="q\n")
    assert again.code == 0
    assert re.search(r"Belarus +Russia +Armored Division 1 4", again.out)


def test_the_other_side_s_turn_is_not_undone_before_a_decision_of_ones_own(pnp):
    """Wagner has moved at random before Russia's first decision; going back there would let it move again, otherwise.
    """
    ran = pnp(
        "play", "march-of-justice", "--as", "russia", "--option", "two-player", text="u\n1\ntula\nu\nu\nu\nq\n"
    )
    assert ran.code == 0, ran.err
    assert ran.out.count("There is nothing to undo.") == 2
    assert ran.out.count("Drawn: ") == 1


def test_plain_output_has_sentences_and_no_table(pnp):
    ran = pnp("play", "putins-war", "--plain", text="q\n")
    assert "----" not in ran.out
    assert "Belarus, 0 points, held by Russia" in ran.out


def test_it_speaks_italian(pnp):
    ran = pnp("play", "putins-war", "--lang", "it", text="q\n")
    assert "Divisione corazzata" in ran.out
    assert "Your choice" not in ran.out


def test_the_end_of_input_is_an_interruption_and_the_log_is_kept(pnp_process, tmp_path):
    log = tmp_path / "log.jsonl"
    ran = pnp_process("play", "putins-war", "--log", log, text="1\n")
    assert ran.code == 130
    assert log.read_text("utf-8").count("\n") == 2


def test_what_is_not_a_saved_game_is_refused(pnp, tmp_path):
    for text in ("", "{}", "[1]", '{"pnp_state": 1}', "{" * 100000, '{"pnp_log": 1}'):
        path = tmp_path / "saved.json"
        path.write_text(text, "utf-8")
        ran = pnp("play", "two-rivers", "--load", path, "--players", "random")
        assert ran.code == 1, text[:20]
        assert "Traceback" not in ran.err


def test_unknown_sides_and_players_are_refused(pnp):
    assert pnp("play", "putins-war", "--as", "ukraine").code == 2
    ran = pnp("play", "putins-war", "--players", "randon")
    assert ran.code == 1
    assert "did you mean 'random'?" in ran.err


def test_a_log_is_written_for_vassal_and_steps_through_every_decision(pnp, tmp_path):
    from pnp.vassal.format.saved_games import read_saved_game

    log, vlog = tmp_path / "game.jsonl", tmp_path / "game.vlog"
    pnp("play", "putins-war", "--players", "random", "--seed", "5", "--log", log)
    assert pnp("replay", log, "--vlog", vlog).code == 0
    decisions = log.read_text("utf-8").count('"do":')
    assert decisions > 50
    game = read_saved_game(vlog.read_bytes())
    assert len([o for o in game.objects if o.kind == "piece"]) == 40
    steps = [c for c in game.commands if c.startswith("LOG\tCHAT")]
    assert len(steps) >= decisions


def test_a_game_that_is_over_is_in_no_phase_and_boxes_have_no_points(pnp):
    ran = pnp("play", "putins-war", "--players", "random", "--seed", "7")
    assert ran.code == 0
    assert ",  ·" not in ran.out
    ran = pnp("play", "putins-war", "--players", "random", "--seed", "7", "--plain")
    assert ",  points" not in ran.out


def test_who_names_a_player_for_the_others_leads_the_side_that_is_left(pnp_process):
    ran = pnp_process("play", "the-ford", "--players", "north=heuristic", text="q\n")
    assert ran.code in (0, 130), ran.err
    assert "You play the South" in ran.out or "You play South" in ran.out

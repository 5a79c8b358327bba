"""`pnp playtest --sweep` and `--set`: what is printed, filed and refused."""

from __future__ import annotations

import json

import pytest

SWEEP = ("playtest", "putins-war", "--games", "4", "--seed", "5")


def test_it_prints_a_table_and_a_plot_and_files_json_html_and_logs(pnp, tmp_path, monkeypatch):
    monkeypatch.setattr("pnp.web.report_files._board", lambda game, say: None)  # the board is drawn in tests/web
    ran = pnp(*SWEEP, "--sweep", "scenario.victory-points=1,99", "--out", tmp_path)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[1].split() == ["scenario.victory-points", "share", "95", "%", "difference", "to", "*,", "points"]
    assert [line[:4].strip() for line in lines[2:5]] == ["* 21", "1", "99"]
    assert (tmp_path / "report.json").is_file()
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "--sweep scenario.victory-points=1,99" in page
    assert page.count("<svg") == 1
    assert '<a href="points/001/report.html">1</a>' in page
    assert "B · scenario.victory-points=1" in (tmp_path / "points" / "001" / "report.html").read_text("utf-8")
    log = sorted((tmp_path / "points" / "001" / "logs").iterdir())[0]
    ran = pnp("replay", log, "--json")
    assert json.loads(ran.out)["result"]["end"] == "win"


def test_json_has_schema_1_and_sorted_keys(pnp):
    ran = pnp(*SWEEP, "--sweep", "scenario.turns=1..2", "--sweep", "scenario.victory-points=1,21", "--json")
    document = json.loads(ran.out)
    assert document["schema"] == 1
    assert list(document) == sorted(document)
    assert [p["values"] for p in document["points"]] == [[10, 21], [1, 1], [1, 21], [2, 1], [2, 21]]


@pytest.mark.slow
def test_typos_ranges_and_large_grids_are_errors_without_a_traceback(pnp):
    for text, message in (
        ("scenario.turn=1..3", "did you mean 'turns'?"),
        ("counters.north-infantri.attack=3", "did you mean 'north-infantry"),
        ("scenario.turns=1..300", "more than 200 values"),
        ("scenario.turns", "write PATH=VALUES"),
        ("scenario.turns=0", "from 1 to 99"),
    ):
        ran = pnp("playtest", "the-ford", "--games", "4", "--sweep", text)
        assert ran.code == 1, text
        assert message in ran.err
        assert "Traceback" not in ran.err


@pytest.mark.slow
def test_a_changed_game_is_played_logged_and_saved(pnp, tmp_path):
    log, saved = tmp_path / "game.jsonl", tmp_path / "saved.json"
    ran = pnp("play", "putins-war", "--players", "random", "--seed", "5", "--set", "scenario.turns=1", "--log", log)
    assert ran.code == 0
    assert "Turn 1 of 1" in ran.out
    head = json.loads(log.read_text("utf-8").partition("\n")[0])
    assert head["changes"] == {"scenario.turns": 1}
    assert json.loads(pnp("replay", log, "--json").out)["over"] is True
    pnp("play", "putins-war", "--set", "scenario.turns=1", text=f"1\ns {saved}\nq\n")
    assert "Turn 1 of 1" in pnp("play", "putins-war", "--load", saved, text="m\nq\n").out


def test_a_change_is_part_of_a_campaign_and_of_the_command_that_plays_a_game_again(pnp):
    document = json.loads(pnp(*SWEEP, "--set", "scenario.victory-points=1", "--json").out)
    assert document["changes"] == {"scenario.victory-points": 1}
    assert document["wins"]["russia"]["count"] == 4
    assert "--set scenario.victory-points=1 --seed" in document["kept"]["shortest"]["command"]
    assert "changes" not in json.loads(pnp(*SWEEP, "--json").out)


def test_a_change_that_cannot_be_is_refused(pnp):
    assert pnp(*SWEEP, "--set", "scenario.turns").code == 2
    assert pnp(*SWEEP, "--set", "scenario.turns=1", "--set", "scenario.turns=2").code == 2
    ran = pnp("play", "putins-war", "--players", "random", "--set", "scenario.turns=many")
    assert ran.code == 1
    assert "expected a whole number from 1 to 99" in ran.err


def test_changes_in_a_strangers_log_are_checked(pnp, tmp_path):
    """Another type, an unknown path, a value out of bounds and an empty list are told at line 1, or by name."""
    head = (
        '{"pnp_log":1,"game":"putins-war","version":"1.0","data":"x","scenario":"standard","options":{},"seed":1,'
        '"players":{},"changes":%s}'
    )
    for changes, message in (
        ("[]", "'changes' is not what a log holds"), ("{}", "'changes' is not what a log holds"),
        ('{"a":{}}', "'changes' is not what"),
        ('{"scenario.turn":3}', "did you mean 'turns'?"), ('{"scenario.turns":1000}', "from 1 to 99"),
        ('{"scenario.turns":true}', "'changes' is not what"),
    ):  # fmt: skip
        path = tmp_path / "log.jsonl"
        path.write_text(head % changes + "\n", "utf-8")
        ran = pnp("replay", path)
        assert ran.code == 1, changes
        assert message in ran.err, changes
        assert "Traceback" not in ran.err

"""Sweeps: what is read, which points are played, the same seeds at each, the same bytes however it is shared out."""

from __future__ import annotations

import json

import pytest

from pnp.errors import SourceError
from pnp.playtest import run as running
from pnp.playtest.axes import grid, read_axes
from pnp.playtest.match import play_chunk
from pnp.playtest.run import PlaytestOrder
from pnp.playtest.sweep import report_of_sweep, sweep
from pnp.playtest.sweep_text import sweep_as_text
from pnp.web.sweep_report import sweep_page

pytestmark = pytest.mark.slow


def axes_of(game, *texts):
    return read_axes(game, texts, "standard")


def test_ranges_lists_and_both_are_read_once_each_in_order(putins_war):
    assert axes_of(putins_war, "parameters.stack-limit=2..4")[0].values == (2, 3, 4)
    assert axes_of(putins_war, "parameters.stack-limit=5,2..3,3")[0].values == (2, 3, 5)
    axis = axes_of(putins_war, "tables.combat.1:1.1=DE, AR")[0]
    assert (axis.values, axis.base) == (("DE", "AR"), putins_war.table("combat").result("1:1", 1))


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["parameters.stack-limit"], "is no sweep"), (["=1..2"], "is no sweep"),
        (["parameters.stack-limit=4..2"], "is empty"),
        (["parameters.stack-limit=1,,2"], "a value is missing"),
        (["parameters.stack-limit=1..999999999"], "more than 200 values"),
        (["parameters.stack-limit=1..2", "parameters.stack-limit=3"], "is swept twice"),
        (["parameters.stack-limit=1..20", "scenario.turns=1..20"], "the grid has 400 points, at most 200"),
        (["parameters.stack-limit=2..100"], "from 0 to 99"), (["parameters.stack-limt=2"], "unknown name"),
        (["counters.ukrainian-forces.combat=3"], "has no value of its own"),
        (["scenario.turns=1"] * 5, "at most 4 sweeps"),
    ],
)  # fmt: skip
def test_what_cannot_be_swept_is_told(putins_war, texts, message):
    with pytest.raises(SourceError, match=message):
        axes_of(putins_war, *texts)


def test_the_base_is_a_point_of_the_grid_or_comes_first(putins_war):
    axes = axes_of(putins_war, "parameters.stack-limit=2..3", "scenario.turns=9,10")
    points = list(grid(axes))
    assert [p.values for p in points] == [(2, 9), (2, 10), (3, 9), (3, 10)]
    assert [p.is_base for p in points] == [False, False, False, True]
    assert points[1].changes == {"parameters.stack-limit": 2}
    outside = list(grid(axes_of(putins_war, "scenario.turns=8..9")))
    assert [(p.values, p.is_base) for p in outside] == [((10,), True), ((8,), False), ((9,), False)]


@pytest.fixture(scope="module")
def swept(putins_war, tmp_path_factory):
    """Points that win: 1 (the first turn wins), 21 as in the sources, 99 (nobody can)."""
    made = []
    for workers in (1, 2):
        out = tmp_path_factory.mktemp(f"sweep{workers}")
        axes = axes_of(putins_war, "scenario.victory-points=1,21,99")
        made.append((sweep(putins_war, PlaytestOrder(8, "random", seed=5, workers=workers, out=out), axes), out))
    return made


def test_wins_and_differences_are_those_of_the_rule(swept):
    """With one point to get Russia wins at the first scoring; with 99, more than the map has, never."""
    low, base, high = swept[0][0]["points"]
    assert (low["values"], base["values"], high["values"]) == ([1], [21], [99])
    assert (low["wins"]["russia"]["count"], high["wins"]["russia"]["count"]) == (8, 0)
    won = base["wins"]["russia"]["count"]
    assert base["differences"] is None
    found = low["differences"]["russia"]
    assert (found["more"], found["fewer"], found["pairs"]) == (8 - won, 0, 8)
    found = high["differences"]["ukraine"]
    assert (found["more"], found["fewer"], found["pairs"]) == (won, 0, 8)


def test_every_point_plays_the_same_seeds(swept):
    out = swept[0][1]
    seeds = []
    for number in range(3):
        report = json.loads((out / "points" / f"{number:03d}" / "report.json").read_text("utf-8"))
        seeds.append((report["seed"], report["games"]))
        logs = sorted((out / "points" / f"{number:03d}" / "logs").iterdir())
        assert logs
        for log in logs:
            head = json.loads(log.read_text("utf-8").partition("\n")[0])
            from pnp.playtest.campaign import game_seed

            assert head["seed"] == game_seed(5, int(log.stem))
    assert seeds == [(5, 8)] * 3


def test_one_and_two_workers_file_the_same_bytes(swept):
    (one, out1), (two, out2) = swept
    assert one["hash"] == two["hash"]
    names = sorted(p.relative_to(out1) for p in out1.rglob("*.json*") if ".games" not in p.parts)
    assert len(names) >= 7
    assert all((out1 / name).read_bytes() == (out2 / name).read_bytes() for name in names)


def test_the_report_has_its_keys_and_no_clock(swept):
    filed = json.loads((swept[0][1] / "report.json").read_text("utf-8"))
    assert set(filed) == {
        "schema",
        "game",
        "version",
        "scenario",
        "options",
        "players",
        "seed",
        "games",
        "sweep",
        "points",
        "hash",
    }
    assert filed["schema"] == 1
    assert filed["sweep"] == [{"path": "scenario.victory-points", "values": [1, 21, 99], "base": 21}]
    assert set(filed["points"][0]) == {
        "values",
        "base",
        "folder",
        "data",
        "outcomes",
        "wins",
        "length",
        "faults",
        "hash",
        "differences",
            "score_differences",
            "farthest",
    }
    assert [p["base"] for p in filed["points"]] == [False, True, False]


def test_the_log_of_a_changed_game_names_the_change_and_replays(swept):
    from pnp.games import replay_log

    folder = swept[0][1] / "points" / "000" / "logs"
    path = sorted(folder.iterdir())[0]
    head = json.loads(path.read_text("utf-8").partition("\n")[0])
    assert head["changes"] == {"scenario.victory-points": 1}
    assert replay_log(path).state.ended
    base = sorted((swept[0][1] / "points" / "001" / "logs").iterdir())[0]
    assert "changes" not in json.loads(base.read_text("utf-8").partition("\n")[0])


def test_a_log_without_its_changes_does_not_replay(swept, tmp_path):
    path = sorted((swept[0][1] / "points" / "000" / "logs").iterdir())[0]
    text = path.read_text("utf-8").replace(',"changes":{"scenario.victory-points":1}', "", 1)
    (tmp_path / "log.jsonl").write_text(text, "utf-8")
    from pnp.games import replay_log

    with pytest.raises(SourceError, match="data"):
        replay_log(tmp_path / "log.jsonl")


def test_a_sweep_goes_on_where_it_stopped(putins_war, tmp_path, monkeypatch):
    order = PlaytestOrder(6, "random", seed=5, out=tmp_path)
    axes = axes_of(putins_war, "scenario.victory-points=1,21")
    whole = sweep(putins_war, order, axes)
    lost = sorted((tmp_path / ".games").iterdir())[0]
    missing = [row["index"] for row in json.loads(lost.read_text("utf-8"))]
    lost.unlink()
    played = []

    def counting(campaign, indices):
        played.extend(indices)
        return play_chunk(campaign, indices)

    monkeypatch.setattr(running, "play_chunk", counting)
    assert sweep(putins_war, order, axes)["hash"] == whole["hash"]
    assert missing
    assert played == missing


def test_folders_of_a_larger_sweep_go(putins_war, tmp_path):
    order = PlaytestOrder(2, "random", seed=5, out=tmp_path)
    sweep(putins_war, order, axes_of(putins_war, "scenario.victory-points=1,2,21"))
    sweep(putins_war, order, axes_of(putins_war, "scenario.victory-points=1,21"))
    assert sorted(p.name for p in (tmp_path / "points").iterdir()) == ["000", "001"]


def test_the_levels_that_sides_read_themselves_have_a_column_each(putins_war, swept):
    """At the base three of four games end with a major victory of Russia, at another point one of four with none."""
    whole = swept[0][0]
    share = {"count": 3, "share": 0.75, "low": 0.3, "high": 0.95}
    levels = [{"russia": {"major": share}}, {"russia": {"-": {**share, "count": 1, "share": 0.25}, "major": share}}]
    axes = axes_of(putins_war, "scenario.victory-points=21,99")
    games = {0: {"seed": 1, "fault": None, "winner": None}}
    played = [
        (point, {**whole, **whole["points"][1], "side_levels": told, "score": {}}, games)
        for point, told in zip(grid(axes), levels, strict=True)
    ]
    report = report_of_sweep(PlaytestOrder(4, "random"), axes, played)
    assert [point["side_levels"] for point in report["points"]] == levels
    text = sweep_as_text(putins_war, report).splitlines()
    assert text[1].split()[1:] == ["share", "95", "%", "-", "major", "difference", "to", "*,", "points"]
    assert (" 0.0 %  75.0 %" in text[2], "25.0 %  75.0 %" in text[3]) == (True, True)
    assert '<th scope="col">major</th>' in sweep_page(putins_war, report, "pnp playtest")


def test_the_text_marks_the_base_and_claims_only_what_is_shown(putins_war, swept):
    text = sweep_as_text(putins_war, swept[0][0])
    lines = text.splitlines()
    assert lines[0] == "Russia: share of wins, 8 games at each point, the same seeds at all"
    assert lines[2].startswith("  1 ") and "100.0 %" in lines[2]
    assert lines[3].startswith("* 21")
    assert sum("●" in line for line in lines) == 3

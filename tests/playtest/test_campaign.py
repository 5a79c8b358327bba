"""Campaigns: the same report for any number of workers, after a stop, and after a worker was killed."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from pnp.playtest.campaign import Campaign, game_seed, lost_game, run_campaign
from pnp.playtest.run import PlaytestOrder, _margin, playtest

pytestmark = pytest.mark.slow


def a_campaign(games: int = 30, **extra: object) -> Campaign:
    return Campaign("folder", "tiny", "standard", {}, {"red": "random"}, 7, games, "data", extra)


def play_tiny(campaign: Campaign, indices: list[int]) -> list[dict]:
    """Stands for games: a summary that depends on the seed alone."""
    return [{"index": i, "seed": campaign.seed_of(i), "fault": None, "value": campaign.seed_of(i) % 6} for i in indices]


def play_and_die_once(campaign: Campaign, indices: list[int]) -> list[dict]:
    """Kills its own process the first time that game 11 comes up."""
    mark = Path(str(campaign.extra["mark"]))
    if 11 in indices and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_tiny(campaign, indices)


def play_and_always_die(campaign: Campaign, indices: list[int]) -> list[dict]:
    """Kills its own process whenever game 11 comes up."""
    if 11 in indices:
        os.kill(os.getpid(), signal.SIGKILL)
    return play_tiny(campaign, indices)


def test_seeds_differ_and_do_not_depend_on_the_machine():
    assert len({game_seed(7, i) for i in range(1000)}) == 1000
    assert f"{game_seed(7, 0):016x}" == "dda5906b84a43200"  # printf 7:0 | b2sum -l 64


def test_results_do_not_depend_on_the_workers():
    alone = run_campaign(a_campaign(), play_tiny, workers=1)
    shared = run_campaign(a_campaign(), play_tiny, workers=2)
    assert list(alone) == list(range(30))
    assert shared == alone


def test_a_killed_worker_costs_nothing(tmp_path):
    campaign = a_campaign(mark=str(tmp_path / "died"))
    found = run_campaign(campaign, play_and_die_once, workers=2)
    assert (tmp_path / "died").exists()
    assert [row["value"] for row in found.values()] == [
        row["value"] for row in run_campaign(a_campaign(), play_tiny).values()
    ]


def test_dask_workers_give_the_same_results(monkeypatch):
    from distributed import LocalCluster

    from pnp.playtest.campaign import dask_pool

    with LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster:
        monkeypatch.setenv("PNP_DASK", cluster.scheduler_address)
        found = run_campaign(a_campaign(), play_tiny, workers=2, open_pool=dask_pool)
    assert found == run_campaign(a_campaign(), play_tiny)


def test_dask_that_is_not_installed_is_told(monkeypatch):
    import sys

    from pnp.errors import MissingToolError
    from pnp.playtest.campaign import dask_pool

    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingToolError, match=r"pnp-wargames\[dask\]"), dask_pool(2):
        pass


def test_games_whose_process_always_dies_are_faults_and_the_others_are_played():
    found = run_campaign(a_campaign(), play_and_always_die, workers=2)
    assert "died 3 times" in found[11]["fault"]
    assert len(found) == 30
    good = [i for i, row in found.items() if not row["fault"]]
    assert len(good) >= 20


def test_a_campaign_goes_on_where_it_stopped(tmp_path):
    played = []

    def counting(campaign, indices):
        played.extend(indices)
        return play_tiny(campaign, indices)

    run_campaign(a_campaign(20), counting, keep=tmp_path)
    more = run_campaign(a_campaign(30), counting, keep=tmp_path)
    assert sorted(played) == list(range(30))
    assert more == run_campaign(a_campaign(30), play_tiny)


def test_summaries_are_kept_whole_and_lightened_in_memory(tmp_path):
    """Each is taken once, whether it was played or kept; of two files with the same game one counts."""
    taken = []

    def take(row):
        taken.append((row["index"], row.pop("value")))

    campaign = a_campaign(50)
    found = run_campaign(campaign, play_tiny, keep=tmp_path, take=take)
    assert found[7] == {"index": 7, "seed": campaign.seed_of(7), "fault": None}
    kept = sorted(tmp_path.iterdir())
    kept[0].with_name(f"{campaign.key()}-twin.json").write_text(kept[0].read_text("utf-8"), "utf-8")
    played = taken.copy()
    assert run_campaign(campaign, play_tiny, keep=tmp_path, take=take) == found
    assert sorted(taken[50:]) == sorted(played) and len(played) == 50


def test_a_kept_file_that_is_damaged_is_played_again(tmp_path):
    first = run_campaign(a_campaign(), play_tiny, keep=tmp_path)
    for path in tmp_path.iterdir():
        path.write_text("[{]", "utf-8")
    assert run_campaign(a_campaign(), play_tiny, keep=tmp_path) == first


@pytest.fixture(scope="module")
def reports(putins_war, tmp_path_factory):
    made = []
    for workers in (1, 2):
        out = tmp_path_factory.mktemp(f"workers{workers}")
        report = playtest(putins_war, PlaytestOrder(24, "random", seed=3, workers=workers, out=out, logs="faults"))
        made.append((report, out))
    return made


def test_one_and_two_workers_file_the_same_bytes(reports):
    (one, out1), (two, out2) = reports
    assert one["hash"] == two["hash"]
    assert (out1 / "report.json").read_bytes() == (out2 / "report.json").read_bytes()
    logs = sorted(p.name for p in (out1 / "logs").iterdir())
    assert 1 <= len(logs) <= 5
    assert logs == sorted(p.name for p in (out2 / "logs").iterdir())
    assert all((out1 / "logs" / n).read_bytes() == (out2 / "logs" / n).read_bytes() for n in logs)


def test_the_report_has_the_keys_of_the_contract_and_no_clock(reports):
    report, out = reports[0]
    filed = json.loads((out / "report.json").read_text("utf-8"))
    assert {"game", "scenario", "options", "players", "seed", "games", "outcomes", "wins", "levels", "length",
            "score_by_turn", "tables", "rules", "faults", "hash"} <= set(filed)  # fmt: skip
    assert "performance" not in filed
    assert set(report["performance"]) == {"seconds", "workers", "games_per_second", "decisions_per_second"}
    assert set(filed["outcomes"]["loss"]) == {"count", "share", "low", "high"}
    assert sum(o["count"] for o in filed["outcomes"].values()) == 24
    assert set(filed["length"]["decisions"]) == {"mean", "min", "median", "max"}
    assert set(filed["tables"]["combat"]["1:1"]) == {"1", "2", "3", "4", "5", "6"}
    assert filed["faults"] == []
    assert {k["command"] for k in filed["kept"].values()} == {
        f"pnp play putins-war --players russia=random --scenario standard --seed {k['seed']}"
        for k in filed["kept"].values()
    }


def test_another_seed_gives_another_report(putins_war, reports):
    other = playtest(putins_war, PlaytestOrder(24, "random", seed=4))
    assert other["hash"] != reports[0][0]["hash"]


def test_kept_logs_replay(reports):
    from pnp.api import replay

    _, out = reports[0]
    for path in sorted((out / "logs").iterdir()):
        assert replay(path).ended


def test_all_logs_are_written_as_the_games_are_played(putins_war, tmp_path, monkeypatch, reports):
    """No game is played twice for its log; a second run of the campaign has to play them again, as nothing is kept
    of an earlier one but its sums.
    """
    from pnp.playtest import run

    replayed = []

    def counting(rules, players, seed):
        replayed.append(seed)
        return played(rules, players, seed)

    played = run.played
    monkeypatch.setattr(run, "played", counting)
    order = PlaytestOrder(24, "random", seed=3, out=tmp_path, logs="all")
    report = playtest(putins_war, order)
    logs = {path.name: path.read_bytes() for path in (tmp_path / "logs").iterdir()}
    assert (replayed, sorted(logs)) == ([], sorted(f"{index}.jsonl" for index in range(24)))
    assert report["hash"] == reports[0][0]["hash"]
    for path in (reports[0][1] / "logs").iterdir():
        assert logs[path.name] == path.read_bytes()
    playtest(putins_war, order)
    assert len(replayed) == 24
    assert {path.name: path.read_bytes() for path in (tmp_path / "logs").iterdir()} == logs


def test_a_game_whose_process_died_is_not_played_again_for_its_log(putins_war, tmp_path, monkeypatch):
    """It would take the process along that files the report."""
    from pnp.playtest import run

    def losing(campaign, play, **rest):
        return {**run_campaign(campaign, play, **rest), 1: lost_game(campaign, 1)}

    monkeypatch.setattr(run, "run_campaign", losing)
    report = playtest(putins_war, PlaytestOrder(3, "random", out=tmp_path))
    assert [(fault["index"], fault["log"]) for fault in report["faults"]] == [(1, None)]
    assert {path.name for path in (tmp_path / "logs").iterdir()} == {"0.jsonl", "2.jsonl"}


def test_workers_hand_over_the_logs_of_their_games(putins_war, tmp_path):
    for workers in (1, 2):
        playtest(putins_war, PlaytestOrder(6, workers=workers, out=tmp_path / str(workers), logs="all"))
    one, two = ({p.name: p.read_bytes() for p in (tmp_path / n / "logs").iterdir()} for n in "12")
    assert len(one) == 6 and one == two
    assert '"log"' not in "".join(path.read_text() for path in (tmp_path / "2" / ".games").iterdir())


def test_logs_of_another_campaign_leave_the_folder(putins_war, tmp_path):
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "999.jsonl").write_text("old", "utf-8")
    (tmp_path / "logs" / "mine.jsonl").write_text("kept", "utf-8")
    report = playtest(putins_war, PlaytestOrder(2, seed=3, out=tmp_path))
    kept = {f"{row['index']}.jsonl" for row in report["kept"].values()}
    assert {p.name for p in (tmp_path / "logs").iterdir()} == {*kept, "mine.jsonl"}


def test_games_kept_by_other_code_are_played_again():
    assert a_campaign(code="old").key() != a_campaign(code="new").key()


def test_the_code_of_the_game_and_of_the_players_counts(putins_war, monkeypatch, tmp_path):
    from pnp.games import rules_of
    from pnp.playtest import run

    rules = rules_of(putins_war)
    before = run.code_hash(rules)
    assert before == run.code_hash(rules)
    (tmp_path / "players").mkdir()
    monkeypatch.setattr(run, "PACKAGE", tmp_path)
    assert run.code_hash(rules) != before
    without = run.code_hash(rules)
    (tmp_path / "players" / "greedy.py").write_text("cunning = 1", "utf-8")
    assert run.code_hash(rules) != without
    shallow = run.code_hash(rules)
    (tmp_path / "referee" / "kit").mkdir(parents=True)
    (tmp_path / "referee" / "kit" / "combat.py").write_text("odds = 1", "utf-8")
    assert run.code_hash(rules) != shallow


@pytest.mark.parametrize(("score", "steps", "margin"), [
    ({"red": 60}, [31, 61], 1), ({"red": 61}, [31, 61], 1), ({"red": 45}, [31, 61], 15), ({"red": 7, "blue": 4}, [], 3),
])  # fmt: skip
def test_the_closest_game_is_the_one_that_fewest_points_would_have_changed(score, steps, margin):
    """One short of 61, or one above 60: either would do; of two sides the difference counts."""
    assert _margin(score, steps) == margin

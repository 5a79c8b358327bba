"""Which reports of the output folder are listed, and what of them is served."""

from __future__ import annotations

import json
import os

import pytest

from pnp.desk.campaigns import filed
from pnp.desk.campaigns.filed import Cabinet

WINS = {"north": {"share": 0.6, "low": 0.3, "high": 0.8, "count": 6}}
REPORT = {
    "game": "the-ford", "scenario": "standard", "players": {"north": "random"}, "seed": 3, "games": 10, "hash": "1f",
    "wins": WINS, "kept": {"closest": {"index": 4, "seed": 9, "log": "logs/4.jsonl", "end": "north-win", "turns": 5}},
}  # fmt: skip


@pytest.fixture
def cabinet(tmp_path):
    """Two campaigns, the older one nearer to the output folder, and a report of another game."""
    for number, (folder, changes) in enumerate(
        [("old", {}), ("the-ford/playtest/new", {"seed": 4}), ("other", {"game": "two-rivers"})]
    ):
        path = tmp_path / folder / "report.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps({**REPORT, **changes}), "utf-8")
        os.utime(path, (1000 + number, 1000 + number))
    return Cabinet(tmp_path, "the-ford")


def test_the_newest_comes_first_and_other_games_are_left_out(cabinet):
    assert [one.id for one in cabinet.campaigns()] == ["the-ford~playtest~new", "old"]
    assert cabinet.campaign("old").report.seed == 3
    assert cabinet.campaign("other") is None


def test_a_report_that_is_filed_anew_is_read_anew(cabinet):
    before = cabinet.campaign("old")
    path = before.folder / "report.json"
    path.write_text(json.dumps({**REPORT, "games": 20}), "utf-8")
    after = cabinet.campaign("old")
    assert (before.report.games, after.report.games) == (10, 20)
    assert before.stamp != after.stamp


@pytest.mark.parametrize(
    "text",
    ["", "[1]", "{" * 3000, *(json.dumps({**REPORT, "wins": wins}) for wins in ({}, {"north": {"share": 7}}))],
    ids=["empty", "list", "deep", "no result", "no share"],
)
def test_what_is_no_report_is_left_out(cabinet, text):
    (cabinet.output / "old" / "report.json").write_text(text, "utf-8")
    assert [one.id for one in cabinet.campaigns()] == ["the-ford~playtest~new"]


def test_a_report_that_is_too_large_is_not_read(cabinet, monkeypatch):
    monkeypatch.setattr(filed, "MOST_BYTES", 10)
    assert cabinet.campaigns() == []


def test_of_many_the_newest_are_listed(cabinet, monkeypatch):
    monkeypatch.setattr(filed, "MOST_CAMPAIGNS", 2)
    os.utime(cabinet.output / "old" / "report.json", (900, 900))
    assert [one.id for one in cabinet.campaigns()] == ["the-ford~playtest~new"] and cabinet.older == 1


def test_a_pipe_is_no_report(cabinet):
    (cabinet.output / "pipe").mkdir()
    os.mkfifo(cabinet.output / "pipe" / "report.json")
    assert len(cabinet.campaigns()) == 2


def test_only_pages_and_logs_of_a_campaign_are_served(cabinet):
    one = cabinet.campaign("old")
    for name in ("report.html", "logs/4.jsonl", "points/001/report.html", "points/001/logs/2.jsonl", "logs/secret.txt"):
        (one.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (one.folder / name).write_text("x", "utf-8")
    assert one.has_page("report.html") and one.has_page("points/001/report.html")
    assert one.has_log("logs/4.jsonl") and one.has_log("points/001/logs/2.jsonl")
    for name in ("report.json", "../old/report.html", "logs/../report.html", "points/001/../../report.html"):
        assert not one.has_page(name), name
    for name in ("logs/secret.txt", "logs/5.jsonl", "../old/logs/4.jsonl", "logs/4.jsonl/", "logs/4.jsonl\n"):
        assert not one.has_log(name), name

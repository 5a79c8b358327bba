"""The page of a campaign: self-contained, a table behind each plot, nothing of the data runs; two side by side."""

from __future__ import annotations

import json
import re

import pytest

from pnp.output import to_json
from pnp.playtest.axes import read_axes
from pnp.playtest.run import PlaytestOrder, playtest
from pnp.playtest.sweep import sweep
from pnp.sources import load_game
from pnp.translate import localised
from pnp.web.heat import HeatBoard
from pnp.web.report import Other, playtest_page
from tests.web.outline import Outline

SQUARE = ((0.0, 0.0), (50.0, 0.0), (50.0, 50.0), (0.0, 50.0))


@pytest.fixture(scope="module")
def report(putins_war):
    campaign = playtest(putins_war, PlaytestOrder(12, "random"))
    campaign.pop("performance")
    return campaign


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    """Games of The Ford that ends after two turns, and of The Ford as it is."""
    out, game = tmp_path_factory.mktemp("pair"), load_game("the-ford")
    swept = sweep(game, PlaytestOrder(6, "random", seed=3, out=out), read_axes(game, ("scenario.turns=2",), "standard"))
    points = swept["points"]
    reports = [json.loads((out / point["folder"] / "report.json").read_text("utf-8")) for point in points]
    base = next(i for i, point in enumerate(points) if point["base"])
    return game, reports[base], Other.of(swept, points[1 - base], reports[1 - base])


def test_the_page_fetches_and_runs_nothing(putins_war, report):
    outline = Outline()
    page = playtest_page(putins_war, report, "pnp playtest putins-war --games 12")
    outline.feed(page)
    assert outline.fetched == []
    assert "script" not in outline.tags
    assert {address[:9] for address in re.findall(r"url\(([^)]*)\)", page)} == {"#hatch", "data:font"}
    assert "@import" not in page


def test_every_plot_has_a_table(putins_war, report):
    page = playtest_page(putins_war, report, "x")
    sections = re.findall(r"<section.*?</section>", page, re.S)
    plotted = [section for section in sections if 'class="plot"' in section]
    assert len(plotted) == 6
    assert all("<details><summary>Show as table</summary>" in section for section in plotted)
    assert len(re.findall(r"<svg aria-label=\"[^\"]+\" class=\"plot\" role=\"img\"", page)) == len(plotted)


def test_names_from_data_are_escaped(putins_war, report):
    page = playtest_page(putins_war, {**report, "seed": "<script>alert(1)</script>"}, "<img src=x>")
    assert "<script>alert" not in page
    assert "<img" not in page


def test_it_is_translated(putins_war, report):
    page = playtest_page(localised(putins_war, "it"), report, "x")
    assert '<html lang="it">' in page
    assert "Chi vince" in page and "Who wins" not in page


def test_a_report_read_back_from_its_file_gives_the_same_page(putins_war, report):
    again = json.loads(to_json({**report, "turns": {"9": 2, "10": 10}}))
    assert list(again["turns"]) == ["10", "9"]
    page = playtest_page(putins_war, again, "x")
    assert page == playtest_page(putins_war, {**report, "turns": {"9": 2, "10": 10}}, "x")
    assert page.index(">9</text>") < page.rindex(">10</text>")


def test_one_campaign_makes_no_claim_where_intervals_overlap(putins_war, report):
    even = {side: {"count": 6, "share": 0.5, "low": 0.25, "high": 0.75} for side in ("russia", "ukraine")}
    assert "The intervals overlap" in playtest_page(putins_war, {**report, "wins": even}, "x")
    clear = {"russia": {"count": 1, "share": 0.1, "low": 0.0, "high": 0.3}, "ukraine": {**even["ukraine"], "low": 0.4}}
    assert "Ukraine wins more often" in playtest_page(putins_war, {**report, "wins": clear}, "x")


def test_two_campaigns_share_each_plot(pair):
    """A disc and a diamond for every share, two figures in every column of a table."""
    game, base, other = pair
    page = playtest_page(game, base, "x", other=other)
    assert page.count("<section") == playtest_page(game, base, "x").count("<section")
    wins = page.split("<h2>Who wins")[1].split("</section>")[0]
    assert wins.count('class="mark v0"') == wins.count('class="mark v1"') == 3
    assert '<th scope="col">Games A</th><th scope="col">Games B</th>' in page
    assert "B · scenario.turns=2" in page and "instead of 8" in page
    assert f"{base['hash']} · {other.report['hash']}" in page


def test_the_verdict_is_that_of_the_pairs(pair):
    game, base, other = pair

    def page(wins, points):
        """Differences of North with their intervals, in shares and in points."""
        found = {"differences": {"north": wins}, "score_differences": {"north": points}, "farthest": []}
        return playtest_page(game, base, "x", other=Other(other.report, "a=1", "2", found))

    wins = {"difference": -0.09, "low": -0.21, "high": 0.03, "more": 4, "fewer": 13, "pairs": 100, "claim": False}
    points = {"difference": -1.5, "low": -7.5, "high": 4.5, "pairs": 100, "claim": False}
    unclear = page(wins, points)
    assert "<b>No difference can be claimed.</b>" in unclear
    assert "North: wins −9.0 in 100 games (−21.0 to +3.0); North: points −1.5 (−7.5 to +4.5)" in unclear
    assert "400 pairs would tell ± 6, not ± 12." in unclear
    assert "one in points can" in page(wins, {**points, "high": -1.0, "claim": True})
    assert "With a=1, North wins 9.0 fewer of a hundred games." in page({**wins, "high": -0.01, "claim": True}, points)


def test_the_games_farthest_apart_are_named(pair):
    game, base, other = pair
    (farthest,) = other.pair["farthest"]
    assert farthest["side"] == "north"
    row = ("Farthest apart", farthest["index"], "North", f"A {farthest['base']}, B {farthest['points']}")
    assert "".join(f"<td>{cell}</td>" for cell in row) in playtest_page(game, base, "x", other=other)


def test_a_map_is_chosen_without_a_script(pair):
    """Of each thing that is counted three maps: of both campaigns and of the difference; each has its switch."""
    game, base, other = pair
    board = HeatBoard((400, 300), "data:image/jpeg;base64,", dict.fromkeys(base["heat"]["moves"], SQUARE))
    page = playtest_page(game, base, "x", board, other=other)
    maps = re.findall(r'class="heat h(\d)-(\d)"', page)
    layers = len(re.findall(r'<input type="radio" name="layer"', page))
    assert maps == [(str(layer), str(run)) for layer in range(layers) for run in range(3)]
    assert layers >= 3
    assert all(f".layer{a}:checked):has(.run{b}:checked) .h{a}-{b} " in page for a, b in maps)


def test_a_score_below_zero_stays_inside_the_plot():
    from pnp.web.plots import BOTTOM, HEIGHT, curves

    bands = {1: {"mean": 1.0, "low": -3.0, "high": 2.0}, 2: {"mean": -2.5, "low": -3.0, "high": 0.0}}
    svg = curves([bands], title="t", across="turn")
    heights = [float(y) for y in re.findall(r'<circle class="mark v0" cx="[\d.]+" cy="([\d.]+)"', svg)]
    assert heights[0] < heights[1] <= HEIGHT - BOTTOM
    assert ">−2<" in svg and ">0<" in svg


def test_a_score_of_the_last_turn_stands_over_the_last_turn():
    """Ten turns share the width evenly: the middle of the tenth is at 19/20 of it."""
    from pnp.web.plots import LEFT, RIGHT, WIDTH, curves

    svg = curves([{10: {"mean": 45.0, "low": 25.0, "high": 65.0}}], title="t", across="turn")
    (x,) = re.findall(r'<circle class="mark v0" cx="([\d.]+)"', svg)
    assert float(x) == pytest.approx(LEFT + (WIDTH - LEFT - RIGHT) * 19 / 20, abs=0.1)
    assert ">10</text>" in svg


def test_bars_below_zero_go_to_the_left():
    """−5 and 10 on a width of 364 px: zero lies a third from the left, at 6 + 364 / 3."""
    from pnp.web.plots import bars

    svg = bars([("lost", [-5.0]), ("won", [10.0])], title="t")
    boxes = re.findall(r'<rect class="bar v0" height="12" width="([\d.]+)" x="([\d.]+)"', svg)
    assert [tuple(map(float, box)) for box in boxes] == [(121.3, 6.0), (242.7, 127.3)]
    assert ">−5.0</text>" in svg


def test_a_table_that_is_too_wide_scrolls(putins_war, report):
    """The command that plays a game again doesn't fit a telephone."""
    page = playtest_page(putins_war, report, "x")
    assert page.count("<table") == page.count('<div class="table" tabindex="0"') >= 6
    assert "div.table { overflow-x: auto; }" in page


def test_the_page_tells_the_turn_of_a_score(putins_war, report):
    """Games of which one ended in turn 7 and two in turn 10."""
    band = {"mean": 4.0, "low": 3, "high": 5}
    turns = {"russia": {"7": {**band, "games": 1}, "10": {**band, "games": 2}}}
    table = playtest_page(putins_war, {**report, "points_by_turn": turns}, "x").split("80 of 100 games</th>")[1]
    rows = re.findall(r"<tr>(.*?)</tr>", table.split("</table>")[0])
    assert [re.findall(r"<td>([^<]*)</td>", row) for row in rows] == [
        ["Russia", "7", "1", "4.00", "3 … 5"], ["Russia", "10", "2", "4.00", "3 … 5"],
    ]  # fmt: skip


def test_a_flow_chart_is_counted_by_its_steps_and_outcomes_of_an_option_that_is_off_stay_out():
    game = load_game("march-of-justice")
    report = playtest(game, PlaytestOrder(4, "random", seed=1))
    steps = report["tables"]["priorities"]["step"]
    assert steps["goal-held"] >= 20  # once in each of four games' Russian turns, 24 unless one ends early
    page = playtest_page(game, report, "")
    assert "Does Wagner occupy Rubelo?" in page
    assert '<th scope="col">−6</th>' in page
    assert "Nobody wins" not in page

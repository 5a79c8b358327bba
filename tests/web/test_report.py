"""The page of a campaign: self-contained, a table behind each plot, nothing of the data runs."""

from __future__ import annotations

import re

import pytest

from pnp.playtest.run import PlaytestOrder, playtest
from pnp.translate import localised
from pnp.web.report import playtest_page
from tests.web.outline import Outline


@pytest.fixture(scope="module")
def report(putins_war):
    campaign = playtest(putins_war, PlaytestOrder(12, "random"))
    campaign.pop("performance")
    return campaign


def test_the_page_fetches_and_runs_nothing(putins_war, report):
    outline = Outline()
    page = playtest_page(putins_war, report, "pnp playtest putins-war --games 12")
    outline.feed(page)
    assert outline.fetched == []
    assert "script" not in outline.tags
    assert "url(" not in page and "@import" not in page


def test_every_plot_has_a_table(putins_war, report):
    page = playtest_page(putins_war, report, "x")
    assert page.count("<svg") == 3
    assert page.count("<details>") == 5
    assert len(re.findall(r"<svg aria-label=\"[^\"]+\" class=\"plot\" role=\"img\"", page)) == 3


def test_names_from_data_are_escaped(putins_war, report):
    page = playtest_page(putins_war, {**report, "seed": "<script>alert(1)</script>"}, "<img src=x>")
    assert "<script>alert" not in page
    assert "<img" not in page


def test_the_same_report_gives_the_same_bytes(putins_war, report):
    assert playtest_page(putins_war, report, "x") == playtest_page(putins_war, report, "x")


def test_it_is_translated(putins_war, report):
    page = playtest_page(localised(putins_war, "it"), report, "x")
    assert '<html lang="it">' in page
    assert "Results, with" not in page


def test_a_report_read_back_from_its_file_gives_the_same_page(putins_war, report):
    import json

    from pnp.output import to_json

    again = json.loads(to_json({**report, "turns": {"9": 2, "10": 10}}))
    assert list(again["turns"]) == ["10", "9"]
    page = playtest_page(putins_war, again, "x")
    assert page == playtest_page(putins_war, {**report, "turns": {"9": 2, "10": 10}}, "x")
    assert page.index(">9</text>") < page.rindex(">10</text>")


def test_a_score_below_zero_stays_inside_the_plot():
    from pnp.web.plots import BOTTOM, HEIGHT, lines

    bands = {1: {"mean": 1.0, "min": -3.0, "max": 2.0}, 2: {"mean": -2.5, "min": -3.0, "max": 0.0}}
    svg = lines({"Red": bands}, title="t", across="turn")
    points = re.search(r'<polyline [^>]*points="([^"]*)"', svg)[1].split()
    heights = [float(point.split(",")[1]) for point in points]
    assert heights[0] < heights[1] <= HEIGHT - BOTTOM
    assert ">−3<" in svg and ">0<" in svg


def test_a_score_of_the_last_turn_stands_over_the_last_turn():
    """Ten turns share the width evenly: the middle of the tenth is at 19/20 of it. From 25 to 65 a whisker."""
    from pnp.web.plots import LEFT, RIGHT, WIDTH, lines

    svg = lines({"Soviet": {10: {"mean": 45.0, "min": 25.0, "max": 65.0}}}, title="t", across="turn")
    (point,) = re.search(r'<polyline [^>]*points="([^"]*)"', svg)[1].split()
    assert float(point.split(",")[0]) == pytest.approx(LEFT + (WIDTH - LEFT - RIGHT) * 19 / 20, abs=0.1)
    assert ">10</text>" in svg
    assert svg.count('class="whisker"') == 1


def test_a_long_label_of_a_bar_stays_inside_the_plot():
    """243 px wide in bold DejaVu Sans of 12 px, measured in a browser; it ends where it is anchored."""
    from pnp.web.plots import bars

    label = "Pareggio: vittoria morale finlandese"
    svg = bars([(label, 0.4, 0.2, 0.6), ("Altro", 1.0, 0.9, 1.0)], title="t")
    x = float(re.search(rf'<text [^>]*x="([\d.]+)"[^>]*>{label}', svg)[1])
    assert x >= 243
    boxes = [dict(re.findall(r'(x|width)="([\d.]+)"', box)) for box in re.findall(r'<rect [^>]*class="bar"[^>]*>', svg)]
    assert len(boxes) == 2
    assert all(float(box["x"]) > x and float(box["x"]) + float(box["width"]) <= 700 - 60 for box in boxes)


def test_a_table_that_is_too_wide_scrolls(putins_war, report):
    """The command that plays a game again doesn't fit a telephone."""
    page = playtest_page(putins_war, report, "x")
    assert page.count("<table>") == page.count('<div class="table"><table>') >= 6
    assert "div.table { overflow-x: auto; }" in page


def test_the_page_tells_the_turn_of_a_score(putins_war, report):
    """Games of which one ended in turn 7 and two in turn 10."""
    band = {"mean": 4.0, "min": 4, "median": 4, "max": 4}
    rows = [{"turn": turn, "games": games, "score": {"russia": band}} for turn, games in ((7, 1), (10, 2))]
    table = playtest_page(putins_war, {**report, "score_by_turn": rows}, "x").split("Least</th>")[1]
    numbers = re.findall(r"<td[^>]*>(\d+)</td>", table.split("</table>")[0])
    assert [numbers[0], numbers[1]] == ["7", "1"]
    assert "10" in numbers


def test_a_flow_chart_is_counted_by_its_steps_and_outcomes_of_an_option_that_is_off_stay_out():
    from pnp.playtest.run import PlaytestOrder, playtest
    from pnp.sources import load_game
    from pnp.web.report import playtest_page

    game = load_game("march-of-justice")
    report = playtest(game, PlaytestOrder(4, "random", seed=1))
    steps = report["tables"]["priorities"]["step"]
    assert steps["goal-held"] >= 20  # once in each of four games' Russian turns, 24 unless one ends early
    page = playtest_page(game, report, "")
    assert "Does Wagner occupy Rubelo?" in page
    assert "<th scope=\"col\">−6</th>" in page
    assert "Nobody wins" not in page

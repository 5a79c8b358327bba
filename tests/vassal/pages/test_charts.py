"""The charts window: which charts there are, in which language, under which name."""

from __future__ import annotations

from dataclasses import replace

from pnp.translate import localised
from pnp.vassal.image_names import image_names
from pnp.vassal.pages.charts import chart_image, charts


def test_a_hex_map_brings_terrain_points_arrivals_set_up_and_deployment(winter_module):
    tabs = [(e.attributes["chartName"], e.attributes["fileName"]) for e in winter_module.root.find_all("Chart")]

    assert tabs[:3] == [
        ("Combat Results Table", "table-combat-results.svg"), ("Terrain effects", "chart-terrain-effects.svg"),
        ("Defence strength", "table-defence-strength.svg"),
    ]  # fmt: skip
    assert tabs[8:] == [
        ("Victory points", "chart-victory-points.svg"), ("Arrivals", "chart-arrivals.svg"),
        ("Set-up", "chart-set-up.svg"),
        ("The morning of 30 November 1939", "chart-deployment-historical.svg"),
    ]  # fmt: skip


def test_other_maps_have_their_tables_alone(putins_war):
    assert [chart.id for chart in charts(putins_war)] == [f"table-{table.id}" for table in putins_war.charts.tables]


def test_a_table_called_like_a_chart_has_a_picture_of_its_own(winter):
    first, *others = winter.charts.tables
    tables = (first.replaced(id="terrain-effects"), *others)
    names = image_names(replace(winter, charts=winter.charts.replaced(tables=tables)))
    pictures = [file for (kind, _), file in names.items() if kind == "chart"]

    assert {"table-terrain-effects.svg", "chart-terrain-effects.svg"} < set(pictures)
    assert len(set(pictures)) == len(pictures) == len(charts(winter))


def test_charts_are_called_the_same_and_drawn_in_each_language(winter):
    finnish = localised(winter, "fi")
    ours, theirs = charts(winter), charts(finnish)
    points = next(chart for chart in theirs if chart.id == "chart-victory-points")

    assert [chart.id for chart in ours] == [chart.id for chart in theirs]
    assert points.title == "Voittopisteet"
    assert chart_image(points).startswith(b"<?xml") or chart_image(points).startswith(b"<svg")

"""The page of the odds: a plot and a table for each, nothing fetched, nothing of the data runs."""

from pnp.analysis.strengths import strengths_of
from pnp.analysis.tables import all_odds
from pnp.translate import localised
from pnp.web.tables_report import tables_page
from tests.web.outline import Outline


def page_of(game):
    tables = [(o, strengths_of(game, game.table(o.id), o) if o.kind == "results" else None) for o in all_odds(game)]
    return tables_page(game, tables)


def test_each_plot_has_a_table_and_nothing_is_fetched(putins_war):
    outline = Outline()
    outline.feed(page_of(putins_war))
    assert outline.fetched == []
    assert outline.tags["svg"] == outline.tags["table"] == 4, "invasion; combat: shares, losses, strengths"
    assert "script" not in outline.tags


def test_names_are_escaped(putins_war):
    codes = tuple(c.replaced(name="<b>&") for c in putins_war.table("combat").codes)
    tables = tuple(
        t.replaced(codes=codes, title="<script>x</script>") if t.id == "combat" else t for t in putins_war.charts.tables
    )
    from dataclasses import replace

    page = page_of(replace(putins_war, charts=putins_war.charts.replaced(tables=tables)))
    assert "<script>" not in page and "<b>&" not in page.replace("<b>&lt;", "") and "&lt;script&gt;" in page


def test_the_page_speaks_the_language_of_the_game(putins_war):
    page = page_of(localised(putins_war, "it"))
    assert '<html lang="it">' in page
    assert localised(putins_war, "it").table("combat").title in page


def test_the_same_game_gives_the_same_bytes(putins_war):
    assert page_of(putins_war) == page_of(putins_war)

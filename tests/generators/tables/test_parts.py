"""Parts of charts: small pictures of counters, drawn once a game and anew for a changed one; headings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.draw.scene import Group, Text, texts_in
from pnp.draw.text import width_mm
from pnp.generators.counters.chit import chit
from pnp.generators.sheets.bounds import marks
from pnp.generators.tables.parts import TITLE_PT, titled
from pnp.generators.tables.tables import SMALL, draw_table
from pnp.generators.typeset.block import Drawing
from pnp.sources import load_game


def test_a_counter_is_drawn_once_for_all_charts_and_anew_for_a_changed_game():
    game = load_game("putins-war")
    counter = next(c for c in game.all_counters() if c.factors)
    small, large = (chit(game, counter, 1.0, 2.0, size)[0] for size in (8.0, 12.0))
    back = chit(game, counter, 0.0, 0.0, 8.0, "back")[0]
    other = replace(game)

    assert isinstance(small, Group)
    assert small.children[0] is large.children[0]
    assert back.children[0] is not small.children[0]
    assert chit(other, counter, 1.0, 2.0, 8.0)[0].children[0] is not small.children[0]
    assert [key for key in other.pictures if key[0] == "chit"] == [("chit", counter.id, "front", "full")]


def test_a_counter_that_is_not_the_games_own_is_drawn_for_itself():
    game = load_game("putins-war")
    counter = next(c for c in game.all_counters() if c.factors)
    first = chit(game, counter, 0.0, 0.0, 8.0)[0].children[0]
    stronger = replace(counter, factors=tuple((name, 9) for name, _ in counter.factors))

    assert chit(game, stronger, 0.0, 0.0, 8.0)[0].children[0] != first


@pytest.mark.parametrize(("note", "room"), [("", 75.0), ("10 turns", 62.0)])
def test_a_title_is_no_wider_than_what_stands_below_it(note, room):
    """In Italian one of Winter War's, above half the page of the book, ran into the gap between the two halves."""
    long, short = (
        next(texts_in(titled(title, Drawing((), 75.0, 10.0), note=note).nodes))
        for title in ("Eventi speciali, turni di gioco da 1 a 4", "Eventi speciali")
    )

    assert width_mm("Eventi speciali, turni di gioco da 1 a 4", "sans-bold", TITLE_PT) > 75.0
    assert width_mm(long.text, long.font, long.size_pt) <= room
    assert short.size_pt == TITLE_PT


@pytest.mark.parametrize(("width", "beside"), [(80.0, False), (170.0, True)])
def test_long_footnotes_stand_below_the_arrow(width, beside):
    """The Portfolio's take nine lines beside it in a column of the book, and three on a chart."""
    game = load_game("russian-portfolio")
    table = next(t for t in game.charts.tables if t.id == "combat-results")
    drawn = marks(draw_table(game, table, width, SMALL).nodes)
    texts = {node.text: box for _, node, box in drawn if isinstance(node, Text)}

    arrow = texts["better for the attacker"]
    note = next(box for text, box in texts.items() if text.startswith("Against each Dispersed"))
    assert (note[1] < arrow[3]) is beside
    assert max(box[2] for box in texts.values()) <= width + 0.1

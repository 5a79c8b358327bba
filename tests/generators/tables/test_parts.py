"""Parts of charts: small pictures of counters, drawn once a game and anew for a changed one; headings."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from pnp.draw.scene import Group, Text, texts_in
from pnp.draw.text import width_mm
from pnp.generators.counters.chit import chit
from pnp.generators.sheets.bounds import marks
from pnp.generators.tables.look import SMALL
from pnp.generators.tables.parts import TITLE_PT, titled
from pnp.generators.tables.tables import draw_table
from pnp.generators.typeset.block import Drawing
from pnp.model.style import PaletteName
from pnp.sources import load_game
from pnp.sources.load import palette as palette_of


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


@pytest.mark.parametrize("note", ["", "10 turns"])
def test_a_title_is_no_wider_than_what_stands_below_it(note):
    """In Italian one of Winter War's, above half the page of the book, ran into the gap between the two halves."""
    game, body = load_game("putins-war"), Drawing((), 75.0, 10.0)
    title, *below = texts_in(titled(game, "Eventi speciali, turni di gioco da 1 a 4", body, note=note).nodes)
    short = next(texts_in(titled(game, "Eventi speciali", body, note=note).nodes))

    assert width_mm(title.text, "sans-bold", TITLE_PT) > 75.0
    assert width_mm(title.text, title.font, title.size_pt) <= 75.0
    assert [text.text for text in below] == ([note] if note else [])
    assert short.size_pt == TITLE_PT


def test_a_title_in_smaller_type_stays_on_one_line():
    """Every second one that just fitted was divided, by the last digit of its width: Sieg-punkte."""
    game = load_game("the-ford")
    whole = width_mm("Siegpunkte", game.style.faces.heading, TITLE_PT)
    drawn = [titled(game, "Siegpunkte", Drawing((), whole * (0.8 + n / 500), 10.0)) for n in range(100)]

    assert [next(texts_in(part.nodes)).text for part in drawn] == ["Siegpunkte"] * len(drawn)
    assert {part.height_mm for part in drawn} == {drawn[0].height_mm}


def test_a_title_too_long_for_its_table_takes_two_lines():
    """One of Tatchanka's ran over the next table, and off the paper."""
    body = Drawing((), 72.5, 10.0)
    game = load_game("putins-war")
    drawn = titled(game, "Combat Results: Two or More Combat Units Defend", body)
    lines = [(node.text, box) for _, node, box in marks(drawn.nodes) if isinstance(node, Text)]

    assert len(lines) == 2
    assert max(box[2] for _, box in lines) <= 72.5
    assert drawn.height_mm > titled(game, "Combat", body).height_mm


@pytest.mark.parametrize(
    ("name", "table", "start", "beside"),
    [("russian-portfolio", "combat-results", "Against each Dispersed", False),
     ("the-ford", "combat-results", "Higher odds use", True)],
)
def test_long_footnotes_stand_below_the_arrow(name, table, start, beside):
    """The Portfolio's take three lines beside it on a chart."""
    game = load_game(name)
    found = next(t for t in game.charts.tables if t.id == table)
    drawn = marks(draw_table(game, found, 170.0, SMALL).nodes)
    texts = {node.text: box for _, node, box in drawn if isinstance(node, Text)}

    arrow = texts["better for the attacker"]
    note = next(box for text, box in texts.items() if text.startswith(start))
    assert (note[1] < arrow[3]) is beside
    assert max(box[2] for box in texts.values()) <= 170.1


def test_rows_that_share_a_key_have_it_once():
    """Victory levels named each side three times."""
    game = load_game("makhnos-return")
    table = game.table("victory-levels")
    texts = [node.text for node in texts_in(draw_table(game, table, 72.5, SMALL).nodes)]

    assert [row.key for row in table.rows] == ["Makhnovists"] * 3 + ["Volunteers"] * 3
    assert [text for text in texts if text in ("Makhnovists", "Volunteers")] == ["Makhnovists", "Volunteers"]


@pytest.mark.parametrize("name", get_args(PaletteName))
def test_results_are_told_apart_in_grey(name):
    """What is lost, nothing, and what is won: each differs by a tenth of the scale, as printed without colours."""
    colours = palette_of(name).palette
    worst, none, best = (grey(colours[f"result-{role}"]) for role in ("worst", "neutral", "best"))

    assert none - worst >= 25
    assert worst - best >= 25


def grey(colour: str) -> float:
    return sum(int(colour[i : i + 2], 16) * share for i, share in ((1, 0.2126), (3, 0.7152), (5, 0.0722)))

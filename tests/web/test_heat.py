"""The maps of what happened on the board."""

from __future__ import annotations

import re

import pytest

from pnp.generators.maps.sheet import plan_sheet
from pnp.sources import load_game
from pnp.web.heat import FRAME, HeatBoard, HeatLayer, drawn_board, heat_drawing, layers_of


def row_of_squares(count: int) -> HeatBoard:
    """Squares of 20 px side by side, from the left end of a board as high as the frame."""
    squares = {
        f"s{i}": ((20.0 * i, 0.0), (20.0 * i + 20, 0.0), (20.0 * i + 20, 20.0), (20.0 * i, 20.0)) for i in range(count)
    }
    return HeatBoard((20 * count, 430), "data:image/jpeg;base64,", squares)


def test_counts_are_told_by_game_and_sides_add_up():
    """Of two games with a fault in one: four lost in the one that counts, three of them of the South."""
    game = load_game("the-ford")
    heat = {"lost": {"north": {"a": 1}, "south": {"a": 2, "b": 1}}, "fights": {"a": 3}, "moves": {}}
    layers = layers_of(game, [{"games": 2, "faults": [{}], "heat": heat}])
    assert [(layer.name, dict(layer.values[0])) for layer in layers] == [
        ("Lost", {"a": 3.0, "b": 1.0}), ("Lost: North", {"a": 1.0}), ("Lost: South", {"a": 2.0, "b": 1.0}),
        ("Fights", {"a": 3.0}),
    ]  # fmt: skip


def test_of_two_campaigns_the_difference_is_told_too():
    heats = [{"lost": {}, "fights": {"a": 2, "b": 4}, "moves": {}}, {"lost": {}, "fights": {"a": 6}, "moves": {}}]
    (layer,) = layers_of(load_game("the-ford"), [{"games": 2, "faults": [], "heat": heat} for heat in heats])
    assert [dict(values) for values in layer.values] == [{"a": 1.0, "b": 2.0}, {"a": 3.0}, {"a": 2.0, "b": -2.0}]


def test_the_more_the_darker_and_both_campaigns_by_one_measure():
    """4 is darkest in either; what a game has less than 0.05 of is left as it is, and so is what lies off the board."""
    layer = HeatLayer("Fights", ({"s0": 4.0, "s1": 2.0, "s2": 0.04, "box": 9.0}, {"s0": 2.0}, {"s0": -2.0, "s1": 3.0}))
    page = str(heat_drawing(row_of_squares(3), [layer], "t")).split('class="heat ')
    found = [re.findall(r'<polygon fill="(#\w+)"[^>]*><title>([^<]*)</title>', group) for group in page[1:]]
    assert [[title for _, title in group] for group in found] == [
        ["s0: 4.0", "s1: 2.0"],
        ["s0: 2.0"],
        ["s0: −2.0", "s1: 3.0"],
    ]
    assert found[0][1][0] == found[1][0][0]
    reds = [int(ink[1:3], 16) for group in found for ink, _ in group]
    assert reds[1] > reds[0] and found[2][1][0] == "#8f0d18"


def test_the_window_lies_where_most_happened():
    """Squares of 20 px are shown twice as large, so the window is 215 px wide: it holds the three on the right."""
    board = row_of_squares(60)
    page = str(heat_drawing(board, [HeatLayer("Lost", ({"s2": 2.0, "s50": 1.0, "s51": 1.0, "s52": 1.0},))], "t"))
    far, near = (
        re.search(rf"--{name}:translate\((\S+)px,\S+px\) scale\(([\d.]+)\)", page).groups() for name in ("far", "near")
    )
    assert float(near[1]) == 2.0
    assert float(far[1]) == pytest.approx(FRAME[0] / 1200, abs=0.001)
    left = -float(near[0]) / 2
    assert left <= 1010 and left + 215 >= 1050


def test_the_picture_of_a_board_fits_its_outlines():
    """Every space of the map, within the picture."""
    game = load_game("two-rivers")
    board = drawn_board(game, plan_sheet(game))
    assert board.picture.startswith("data:image/jpeg;base64,")
    assert {space.id for space in game.map.spaces} <= board.outlines.keys()
    width, height = board.size
    assert 600 < width <= 1600
    assert all(0 <= x <= width and 0 <= y <= height for corners in board.outlines.values() for x, y in corners)

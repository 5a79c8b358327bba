"""The board of a hex module: few colours, and counters painted over what is kept."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from pnp.draw.scene import Group, Path, rect
from pnp.generators.maps.sheet import COUNTED
from pnp.vassal.board.picture import (
    BOARD_COLOURS,
    board_scene,
    few_colours,
    in_colours,
    module_board,
    with_counters,
)
from pnp.vassal.layout import board_layout


def test_a_picture_in_few_colours_looks_the_same():
    """300 shades of blue in a picture of 300 × 4: at most 256 are left, none far from its own."""
    drawn = Image.new("RGB", (300, 4))
    drawn.putdata([(x % 150, 90, 60 + x % 180) for _ in range(4) for x in range(300)])
    few = in_colours(drawn, 256)
    apart = max(
        abs(a - b)
        for x in range(300)
        for a, b in zip(drawn.getpixel((x, 0)), few.convert("RGB").getpixel((x, 0)), strict=True)
    )

    assert (few.mode, few.size) == ("P", (300, 4))
    assert apart <= 4


def test_a_display_of_few_colours_keeps_thin_lines_in_their_own():
    """A green line on a ground of 900 shades of sand."""
    drawn = Image.new("RGB", (900, 60))
    drawn.putdata([(150 + x % 90, 140 + x % 70, 120 + x % 50) for _ in range(60) for x in range(900)])
    drawn.paste((20, 120, 60), (0, 30, 400, 31))
    plain = io.BytesIO()
    drawn.save(plain, "PNG")
    few = Image.open(io.BytesIO(few_colours(plain.getvalue())))
    red, green, blue = few.convert("RGB").getpixel((200, 30))

    assert (few.mode, few.size) == ("P", (900, 60))
    assert max(abs(red - 20), abs(green - 120), abs(blue - 60)) <= 8


def test_counters_lie_over_the_rest_and_touch_nothing_else():
    """Two squares of 10 mm at 2 pixels to the mm on a board of 100 × 50 pixels of two blues."""
    board = Image.new("RGB", (100, 50), (0, 0, 200))
    board.paste((0, 0, 100), (0, 25, 100, 50))
    squares = tuple(Path(rect(x, 5, 10, 10), fill=fill) for x, fill in ((5, "#ff0000"), (30, "#00ff00")))
    combined = with_counters(in_colours(board, BOARD_COLOURS), [Group(squares, layer="tracks")], 2.0).convert(
        "RGB"
    )

    assert combined.getpixel((20, 20)) == (255, 0, 0) and combined.getpixel((70, 20)) == (0, 255, 0)
    assert {combined.getpixel((x, y)) for x, y in ((2, 2), (45, 20), (98, 2))} == {(0, 0, 200)}
    assert combined.getpixel((50, 48)) == (0, 0, 100)


@pytest.mark.slow
def test_a_changed_counter_leaves_what_is_kept_of_the_board_as_it_is(winter, winter_plan):
    """Factor, name and designation of every group change: one picture of the rest serves both boards, which differ."""
    groups = tuple(
        group.replaced(name=f"{group.name} II", designation="X", factors={key: 9 for key in group.factors})
        for group in winter.counters.groups
    )
    changed = winter.with_parts(
        winter.source_parts() | {"counters": winter.counters.replaced(groups=groups)}, language="en", words=winter.words
    )
    small, cached = board_layout(winter, winter_plan, 40.0), {}

    def store(kind, key, make):
        if kind == "vassal-board":
            return make()
        blank = io.BytesIO()
        Image.new("P", small.size).save(blank, "PNG")
        return cached.setdefault(key, blank.getvalue())

    def rest(game):
        return [
            node
            for node in board_scene(game, winter_plan, small).children
            if getattr(node, "layer", "") != COUNTED
        ]

    boards = [module_board(game, winter_plan, small, store) for game in (winter, changed)]
    assert rest(winter) == rest(changed)
    assert len(cached) == 1
    assert boards[0] != boards[1]

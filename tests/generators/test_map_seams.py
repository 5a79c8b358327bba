"""Crosses on the seams of tiles when pieces of the map change: they hold exactly while a new cut puts them in the same places."""

from __future__ import annotations

import pytest

from pnp.draw.scene import Group, Path, Piece, Scene, Text, rect
from pnp.generators.map_seams import cross_points, seams_hold, seams_of
from pnp.generators.map_tiling import tiling

GROUND = Path(rect(-6, -6, 40, 12), fill="#eeddcc")


def word(text: str, x: float = 0.0, y: float = 2.0) -> tuple[Path | Text, ...]:
    """A piece 40 mm wide."""
    return GROUND, Text(x, y, text, "sans-bold", 14.0)


def a_map(nodes, x: float, y: float) -> Scene:
    """400 × 260 mm, a word of its own beside the piece at (x, y), which is half as large as drawn."""
    piece = Group((Piece(nodes, name="one"),), transform=(0.5, 0.0, 0.0, 0.5, x, y))
    return Scene(400, 260, (Path(rect(0, 0, 400, 260), fill="#ffffff"), piece, Text(x - 30, y + 3, "beside", "sans-bold", 14.0)))


def crosses(scene: Scene):
    cut = tiling(scene, "a4")
    return [cross_points(cut, tile) for tile in cut.tiles]


def places_of_crosses(scene: Scene):
    return sorted({point for found in crosses(scene) for point in found})


FIRST = places_of_crosses(Scene(400, 260, (Path(rect(0, 0, 400, 260), fill="#ffffff"),)))[3]
"""Where a cross stands when nothing is in its way."""


@pytest.mark.parametrize("now", ["8", "88888", "i", "88"])
@pytest.mark.parametrize("away", [(0, 0), (-3, 1), (6, -2), (0, 9), (60, 60)])
def test_crosses_hold_while_a_new_cut_puts_them_in_the_same_places(now, away):
    at = (FIRST[0] + away[0], FIRST[1] + away[1])
    before, after = a_map(word("8"), *at), a_map(word(now), *at)
    assert seams_hold(seams_of(tiling(before, "a4")), {"one": word(now)}) is (crosses(before) == crosses(after))


def test_a_word_that_comes_to_lie_on_a_cross_moves_it():
    at = (FIRST[0] - 8, FIRST[1])
    kept = seams_of(tiling(a_map(word("i"), *at), "a4"))
    assert seams_hold(kept, {}) and seams_hold(kept, {"one": word("l")})
    assert not seams_hold(kept, {"one": word("888888")})


def test_a_piece_that_grows_may_need_other_tiles():
    kept = seams_of(tiling(a_map(word("8"), 200, 100), "a4"))
    assert seams_hold(kept, {"one": word("9")})
    assert not seams_hold(kept, {"one": (*word("9"), Path(rect(-7, 0, 3, 3), fill="#000000"))})


def test_a_map_in_one_piece_has_no_seams():
    assert seams_hold(None, {"one": word("8")})

"""What names keep clear of, and the collisions that are counted."""

from __future__ import annotations

import shapely

from pnp.draw.text import width_mm
from pnp.maps.hex_labels import AreaName, PlaceName
from pnp.maps.hexes.obstacles import Collision, collisions, drawn_things
from tests.maps.hex_board import hex_map, plain_ground

CAP_MM = 0.247 * 8


def place(text="Ii", x=20.0, y=20.0):
    """A name in 8 pt whose capitals reach up to y - 1.976."""
    return PlaceName("0101", text, 3, "condensed-semibold", 8.0, 0.0, x, y, (x, y - 3, 10, 4), 0.0)


def test_a_name_nearer_than_eight_tenths_of_a_millimetre_collides():
    """Railways 0.79 mm and 0.81 mm below the baseline; no letter hangs."""
    near, far = (shapely.box(0, 20 + gap, 60, 21 + gap) for gap in (0.79, 0.81))

    assert collisions({"rail": [near]}, [place()], [], width_mm) == [Collision("Ii", "rail")]
    assert collisions({"rail": [far]}, [place()], [], width_mm) == []


def test_hanging_letters_and_accents_count():
    """p hangs 0.6 mm below the line; the ring of Å rises 0.58 mm above capitals."""
    below, above = shapely.box(0, 21.2, 60, 22), shapely.box(0, 15, 60, 20 - CAP_MM - 1.2)

    assert collisions({"road": [below]}, [place("Ip")], [], width_mm) == [Collision("Ip", "road")]
    assert collisions({"road": [below]}, [place("Io")], [], width_mm) == []
    assert collisions({"road": [above]}, [place("Å")], [], width_mm) == [Collision("Å", "road")]
    assert collisions({"road": [above]}, [place("A")], [], width_mm) == []


def test_a_line_may_pass_between_the_letters_of_a_spaced_name():
    """Two letters 40 mm apart, and a number in the middle."""
    sea = AreaName("AB", ((0.0, 50.0), (60.0, 50.0)), "condensed-italic", 12.0, 9.0, "sea")

    assert collisions({"number": [shapely.box(28, 46, 32, 49)]}, [], [sea], width_mm) == []
    assert collisions({"number": [shapely.box(2, 46, 58, 49)]}, [], [sea], width_mm) == [Collision("AB", "number")]


def test_two_names_collide_with_each_other():
    assert collisions({}, [place(), place("Oi", 22.0, 21.0)], [], width_mm) == [
        Collision("Ii", "name"), Collision("Oi", "name"),
    ]  # fmt: skip


def test_the_shore_and_the_lines_of_a_map_are_obstacles_as_wide_as_drawn():
    """A railway at y = 40 is 2 · 0.5 mm wide with its ticks, times the root of its hexside's share of 10.39 mm."""
    game_map = hex_map()
    ground = plain_ground(game_map, ways=[("r", [(5.0, 40.0), (50.0, 40.0)])], shore=[[(70, 10), (90, 10), (90, 30)]])
    things = drawn_things(ground, (), (), (), frozenset({"0101"}))
    (rail,) = things["rail"]

    assert round(rail.bounds[3] - rail.bounds[1], 2) == round((ground.side_mm / 10.39) ** 0.5, 2)
    assert shapely.union_all(things["coast"]).distance(shapely.Point(90, 20)) == 0
    assert len(things["number"]) == len(ground.numbers) - 1

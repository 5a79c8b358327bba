"""The grain of grounds: a shade that names a side without colour and costs no contrast."""

import math
from collections import Counter
from dataclasses import replace

import pytest

from pnp.draw.colour import contrast
from pnp.draw.scene import Group, Path
from pnp.generators.counters.colours import PLATES, face_colours
from pnp.generators.counters.grain import grain
from pnp.generators.counters.ground import draw_edges, draw_ground
from pnp.sources import load_game

GAMES = ("fall-of-the-directory", "makhnos-return", "march-of-justice", "putins-war", "russian-portfolio", "two-rivers",
         "winter-war")
REACH = (1.5, 1.5, 1.5, 1.5)


def faces(name, **changes):
    game = load_game(name)
    style = game.style.model_copy(update=changes)
    groups = {group.side: group for group in game.counters.groups if group.side and not group.marker}
    for group in groups.values():
        for face in ("front", "back"):
            yield face_colours(style, group, face)


def drawn(colours, reach=REACH):
    return list(grain(colours, (12.7, 12.7), reach))


@pytest.mark.parametrize("name", GAMES)
def test_grain_costs_no_contrast(name):
    """What is read stands on the ground or on its shade: on either at 7 : 1, or on the shade no worse."""
    checked = 0
    for colours in faces(name):
        for group in drawn(colours):
            (path,) = group.children
            shade = path.fill or path.stroke.colour
            worse = contrast(colours.ink, shade) < contrast(colours.ink, colours.ground)
            assert not worse or contrast(colours.ink, shade) >= 7.0
            assert 1.02 < contrast(shade, colours.ground) < 1.6
            checked += 1
    assert checked >= 4


@pytest.mark.parametrize("name", GAMES)
def test_the_low_ink_edition_has_no_grain(name):
    assert all(not drawn(colours) for colours in faces(name, ink="low"))


@pytest.mark.parametrize("kind", ["rays", "rising", "falling", "flecks"])
def test_grain_ends_with_its_ground(kind):
    """0.2 mm within the bleed on the outside, as pixels of its clip dot the edge, and nothing on its neighbour."""
    colours = replace(next(faces("russian-portfolio")), grain=kind)
    (group,) = drawn(colours, (1.5, 1.5, 0.03, 0.03))
    xs = [x for _, x, _ in group.clip.segments[:-1]]

    assert (min(xs), max(xs)) == (pytest.approx(-1.3), pytest.approx(12.7))
    assert len(group.children[0].segments) > 10


def test_patches_of_a_counter_run_on_in_those_beside_it():
    """Moved by its width or height the drawing has the same blots about a counter's edge."""
    colours = replace(next(faces("winter-war")), grain="patches")
    (group,) = drawn(colours)
    points = {(round(x, 2), round(y, 2)) for _, x, y in (s for s in group.children[0].segments if len(s) == 3)}
    near = {(x, y) for x, y in points if abs(x) < 1 and 0 < y < 12.7}

    assert len(near) > 10
    assert all(any(abs(x + 12.7 - u) + abs(y - v) < 0.03 for u, v in points) for x, y in near)


@pytest.mark.parametrize("pattern", PLATES)
def test_the_plates_of_neighbours_are_one_line(pattern):
    """They end as high at the left as at the right."""
    colours = replace(next(faces("putins-war")), pattern=pattern)
    (plate, *_) = draw_edges(colours, (15.875, 15.875), REACH)
    heights = {x: y for _, x, y in plate.segments[:-1] if y < 12.0}

    assert heights[min(heights)] == heights[max(heights)]


def test_flecks_fall_like_rain():
    """All in one direction, short, and as many in one quarter of the counter as in another."""
    colours = replace(next(faces("russian-portfolio")), grain="flecks")
    ((path,),) = [group.children for group in drawn(colours)]
    pairs = zip(path.segments[::2], path.segments[1::2], strict=True)
    strokes = [(x0, y0, x1 - x0, y1 - y0) for (_, x0, y0), (_, x1, y1) in pairs]
    inside = [stroke for stroke in strokes if 0 <= stroke[0] < 12.7 and 0 <= stroke[1] < 12.7]

    assert {math.floor(math.degrees(math.atan2(-down, across))) // 10 for _, _, across, down in inside} == {6}
    assert all(math.hypot(across, down) < 1.6 for _, _, across, down in inside)
    quarters = Counter((x > 6.35, y > 6.35) for x, y, _, _ in inside)
    assert len(quarters) == 4 and max(quarters.values()) - min(quarters.values()) <= 4


def test_sides_of_one_hue_in_grey_differ_in_their_grain():
    """The hatching of the Soviets rises, that of the Axis falls; both lie on the ground, below all else."""
    game = load_game("russian-portfolio")
    kinds = {group.side: face_colours(game.style, group, "front").grain for group in game.counters.groups if group.side}
    drawn, *_ = draw_ground(game, next(c for c in game.all_counters() if c.side), "front", (12.7, 12.7), REACH)

    assert set(kinds.values()) == {"rising", "falling"}
    assert isinstance(drawn.children[0], Path) and isinstance(drawn.children[1], Group)


def test_flecks_lie_on_their_ground_and_run_over_its_edges():
    """Two of three lay beside it, and made the counters of a module a quarter larger."""
    colours = replace(next(faces("russian-portfolio")), grain="flecks")
    (group,) = drawn(colours, (1.5, 1.5, 0.0, 0.0))
    segments = group.children[0].segments
    spans = [sorted((start[1], end[1])) for start, end in zip(segments[::2], segments[1::2], strict=True)]

    assert all(right > -2.1 and left < 13.3 for left, right in spans)
    assert any(left < -1.5 for left, _ in spans) and any(left < 0.0 < right for left, right in spans)
    assert any(left < 12.7 < right for left, right in spans)

"""What is drawn shows the same through PDF, PNG and SVG."""

import pytest

from pnp.draw.scene import Group, Halo, Path, Scene, Show, Stroke, Text, TextOnPath, circle, line, moved, rect
from pnp.draw.text import ink_box_mm

WHITE, RED, GREEN, BLUE = "#ffffff", "#ff0000", "#00ff00", "#0000ff"


def near(seen: str, wanted: str, tolerance: int = 2) -> bool:
    return all(abs(int(seen[i : i + 2], 16) - int(wanted[i : i + 2], 16)) <= tolerance for i in (1, 3, 5))


def test_origin_is_top_left_and_y_runs_down(look):
    at = look(Scene(20, 10, (Path(rect(0, 0, 5, 3), fill=RED), Path(rect(15, 7, 5, 3), fill=BLUE))))

    assert (at(2, 1), at(17, 9), at(2, 9), at(17, 1)) == (RED, BLUE, WHITE, WHITE)


def test_later_nodes_cover_earlier_ones(look):
    at = look(Scene(10, 10, (Path(rect(0, 0, 10, 10), fill=RED), Path(rect(0, 0, 5, 10), fill=BLUE))))

    assert (at(2, 5), at(7, 5)) == (BLUE, RED)


def test_a_line_has_its_width_in_points(look):
    """28.35 pt = 10 mm: the line through y 10 reaches from 5 to 15."""
    at = look(Scene(20, 20, (line(0, 10, 20, 10, Stroke(RED, 28.3465)),)))

    assert (at(10, 4.8), at(10, 5.2), at(10, 14.7), at(10, 15.2)) == (WHITE, RED, RED, WHITE)


def test_dashes_are_in_mm(look):
    """4 on, 2 off: a gap at 4–6 and at 10–12."""
    at = look(Scene(20, 4, (line(0, 2, 20, 2, Stroke(RED, 6, dash_mm=(4, 2))),)))

    assert [at(x, 2) for x in (2, 5, 8, 11)] == [RED, WHITE, RED, WHITE]


def test_even_odd_leaves_the_hole_open(look):
    ring = (*circle(10, 10, 8), *circle(10, 10, 4))
    at = look(Scene(20, 20, (Path(ring, fill=RED, rule="evenodd"),)))
    filled = look(Scene(20, 20, (Path(ring, fill=RED),)))

    assert (at(10, 10), at(10, 4), filled(10, 10)) == (WHITE, RED, RED)


def test_fill_opacity_mixes_with_the_ground(look):
    """Half red on white: 255, 127.5, 127.5. What follows is opaque again."""
    at = look(
        Scene(20, 10, (Path(rect(0, 0, 10, 10), fill=RED, fill_opacity=0.5), Path(rect(10, 0, 10, 10), fill=RED)))
    )

    assert near(at(5, 5), "#ff8080")
    assert at(15, 5) == RED


def test_stroke_opacity_mixes_with_the_ground(look):
    at = look(Scene(10, 10, (line(0, 5, 10, 5, Stroke(BLUE, 12, opacity=0.5)),)))

    assert near(at(5, 5), "#8080ff")


def test_a_faded_group_is_faded_once(look):
    """The blue covers the red before both are faded, so the red doesn't shine through."""
    both = (Path(rect(0, 0, 10, 10), fill=RED), Path(rect(5, 0, 10, 10), fill=BLUE))
    at = look(Scene(20, 10, (Group(both, opacity=0.5),)))

    assert near(at(2, 5), "#ff8080")
    assert near(at(7, 5), "#8080ff")


def test_a_faded_group_within_a_faded_group_fades_twice(look):
    """0.5 of 0.5: a quarter of blue on white, 191.25."""
    inner = Group((Path(rect(0, 0, 10, 10), fill=BLUE),), opacity=0.5)
    at = look(Scene(10, 10, (Group((inner,), opacity=0.5),)))

    assert near(at(5, 5), "#bfbfff")


def test_a_clip_lies_in_the_groups_own_coordinates(look):
    """The 2 mm square about the origin, moved to (10, 5)."""
    child = Path(rect(-9, -9, 18, 18), fill=RED)
    at = look(Scene(20, 10, (Group((child,), transform=moved(10, 5), clip=Path(rect(-1, -1, 2, 2))),)))

    assert (at(10, 5), at(8.5, 5), at(11.5, 5), at(2, 2)) == (RED, WHITE, WHITE, WHITE)


def test_transforms_of_groups_add_up(look):
    """Doubled, then moved by (4, 0): the square 1–2 comes to 6–8, since the inner move is doubled too."""
    inner = Group((Path(rect(0, 0, 1, 1), fill=RED),), transform=moved(1, 1))
    at = look(Scene(10, 10, (Group((inner,), transform=(2, 0, 0, 2, 4, 0)),)))

    assert (at(7, 3), at(5.5, 3), at(8.5, 3), at(7, 1.5)) == (RED, WHITE, WHITE, WHITE)


def test_a_form_is_shown_through_its_clip(look):
    """The form is moved by (10, 0); the clip stays in the page's coordinates."""
    form = Scene(10, 10, (Path(rect(0, 0, 10, 10), fill=RED),))
    at = look(Scene(20, 10, (Show("tile", moved(10, 0), Path(rect(12, 2, 3, 3))),)), {"tile": form})

    assert (at(13, 3), at(11, 3), at(16, 3), at(13, 7), at(3, 3)) == (RED, WHITE, WHITE, WHITE, WHITE)


def test_a_form_keeps_transparency_and_type(look):
    """reportlab's own forms lose graphics states."""
    form = Scene(
        20,
        10,
        (Path(rect(0, 0, 10, 10), fill=RED, fill_opacity=0.5), Text(10, 8, "\u2014", "sans-bold", 40, colour=BLUE)),
    )
    x0, y0, x1, y1 = ink_box_mm("\u2014", "sans-bold", 40)
    at = look(Scene(30, 10, (Show("tile"),)), {"tile": form})

    assert near(at(5, 5), "#ff8080")
    assert at(10 + (x0 + x1) / 2, 8 + (y0 + y1) / 2) == BLUE


def test_a_form_can_show_a_form(look):
    forms = {"z": Scene(5, 5, (Path(rect(0, 0, 5, 5), fill=RED),)), "a": Scene(20, 5, (Show("z", moved(10, 0)),))}
    at = look(Scene(20, 5, (Show("a"),)), forms)

    assert (at(12, 2), at(2, 2)) == (RED, WHITE)


DASH = "\u2014"
"""An em dash: a bar of ink whose box is easily worked out."""


@pytest.mark.parametrize(
    ("degrees", "hit"), [(0, (5, 0)), (90, (0, 5)), (180, (-5, 0)), (-90, (0, -5)), (270, (0, -5))]
)
def test_rotation_is_clockwise_about_the_anchor(look, degrees, hit):
    """The dash runs right from its anchor, 0.33 em over the baseline; at 90° it runs down."""
    text = Text(15, 15, DASH, "sans-bold", 40, colour=RED, rotate_deg=degrees)
    _x0, y0, _x1, y1 = ink_box_mm(DASH, "sans-bold", 40)
    up = -(y0 + y1) / 2
    off = {0: (0, -up), 90: (up, 0), 180: (0, up), -90: (-up, 0), 270: (-up, 0)}[degrees]
    at = look(Scene(30, 30, (text,)))

    assert at(15 + hit[0] + off[0], 15 + hit[1] + off[1]) == RED
    assert at(15 - hit[0] + off[0], 15 - hit[1] + off[1]) == WHITE


@pytest.mark.parametrize(("anchor", "left", "right"), [("start", 1, 0), ("middle", 1, 1), ("end", 0, 1), ("ink", 1, 1)])
def test_anchors(look, anchor, left, right):
    """From its anchor, start runs to the right, end to the left, middle and ink to both sides."""
    _, y0, _, y1 = ink_box_mm(DASH, "sans-bold", 40)
    y = 15 + (y0 + y1) / 2
    at = look(Scene(40, 30, (Text(20, 15, DASH, "sans-bold", 40, colour=RED, anchor=anchor),)))

    assert (at(23, y) == RED, at(17, y) == RED) == (bool(left), bool(right))


def test_stretch_narrows_type(look):
    """An em dash of 40 pt is about 12.9 mm long; at 0.5 half of that."""
    _x0, y0, x1, y1 = ink_box_mm(DASH, "sans-bold", 40)
    y = 15 + (y0 + y1) / 2
    at = look(Scene(40, 30, (Text(10, 15, DASH, "sans-bold", 40, colour=RED, stretch=0.5),)))

    assert at(10 + x1 * 0.5 - 0.3, y) == RED
    assert at(10 + x1 * 0.5 + 0.3, y) == WHITE
    assert at(10 + x1 - 0.3, y) == WHITE


def test_tracking_parts_letters(look):
    """Two dashes 0.5 em apart leave white between them; without tracking they all but touch."""
    _, y0, _, y1 = ink_box_mm(DASH, "sans-bold", 40)
    em, y = 40 * 25.4 / 72, 15 + (y0 + y1) / 2
    x0, _, x1, _ = ink_box_mm(DASH, "sans-bold", 40)
    at = look(Scene(60, 30, (Text(2, 15, DASH * 2, "sans-bold", 40, colour=RED, tracking_em=0.5),)))
    second = 2 + em * 0.5 + (x0 + x1) + x0  # the dash's advance is x0 + x1: equal bearings

    assert at(2 + x1 + em * 0.25, y) == WHITE
    assert at(second + 1, y) == RED


def test_a_halo_lies_around_and_beneath_the_letters(look):
    """A halo of 12 pt reaches 2.1 mm beyond the ink, and covers none of it."""
    x0, y0, x1, y1 = ink_box_mm(DASH, "sans-bold", 40)
    ground = Path(rect(0, 0, 30, 30), fill=GREEN)
    at = look(Scene(30, 30, (ground, Text(5, 15, DASH, "sans-bold", 40, colour=RED, halo=Halo(BLUE, 12)))))
    x, middle, top = 5 + (x0 + x1) / 2, 15 + (y0 + y1) / 2, 15 + y0

    assert (at(x, middle), at(x, top - 1), at(x, top - 3)) == (RED, BLUE, GREEN)


def test_a_halo_may_be_translucent(look):
    x0, y0, x1, _ = ink_box_mm(DASH, "sans-bold", 40)
    at = look(Scene(30, 30, (Text(5, 15, DASH, "sans-bold", 40, colour=RED, halo=Halo(BLUE, 12, opacity=0.5)),)))

    assert near(at(5 + (x0 + x1) / 2, 15 + y0 - 1), "#8080ff")


def test_curved_text_is_centred_and_turned_with_its_line(look):
    """A dash on a line that runs straight down: upright, to the right of the line."""
    _x0, y0, _x1, y1 = ink_box_mm(DASH, "sans-bold", 40)
    up = -(y0 + y1) / 2
    node = TextOnPath(((10, 0), (10, 30)), DASH, "sans-bold", 40, colour=RED, halo=Halo(BLUE, 6))
    at = look(Scene(30, 30, (node,)))

    assert [at(10 + up, y) for y in (15, 11, 19)] == [RED, RED, RED]
    assert (at(10 + up, 5), at(10 + up, 25), at(10 - up, 15)) == (WHITE, WHITE, WHITE)
    assert at(10 - y0 + 0.5, 15) == BLUE

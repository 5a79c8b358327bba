"""Numbers, matrices and letters along a line, worked by hand."""

import math
import re

import pytest

from pnp.draw import paths
from pnp.draw.paths import along, glyphs_on_path, length_mm, number, times, transformed, turned, writer, written
from pnp.draw.scene import TextOnPath

STAIRS = ((0.0, 0.0), (3.0, 0.0), (3.0, 4.0))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1"), (0.5, "0.5"), (1 / 3, "0.333"), (-0.0001, "0"), (1e-7, "0"), (100.0, "100"), (-2.50, "-2.5"),
        (1e6, "1000000"),
    ],
)
def test_number(value, text):
    assert number(value) == text


def test_number_without_decimals_keeps_its_zeros():
    assert number(120.4, 0) == "120"


def test_times_applies_the_second_first():
    """(1, 1) doubled is (2, 2), moved by (5, 0) is (7, 2); the other way round it is (12, 2)."""
    double, move = (2, 0, 0, 2, 0, 0), (1, 0, 0, 1, 5, 0)

    assert transformed([("M", 1, 1)], times(move, double)) == [("M", 7, 2)]
    assert transformed([("M", 1, 1)], times(double, move)) == [("M", 12, 2)]


def test_quarter_turns_are_exact():
    """Clockwise with y down: what pointed right points down."""
    assert transformed([("L", 3, 0)], turned(90, 10, 20)) == [("L", 10, 23)]
    assert turned(-90, 0, 0) == turned(270, 0, 0) == (0.0, -1.0, 1.0, 0.0, 0, 0)


def test_length_and_points_along_a_polyline():
    assert length_mm(STAIRS) == 7
    assert [along(STAIRS, d) for d in (0, 2, 3, 5, 7)] == [(0, 0), (2, 0), (3, 0), (3, 2), (3, 4)]


def test_beyond_its_ends_a_line_goes_straight_on():
    assert (along(STAIRS, -2), along(STAIRS, 9)) == ((-2, 0), (3, 6))


def test_double_points_and_a_line_without_length():
    assert along(((0, 0), (0, 0), (4, 0)), 1) == (1, 0)
    assert along(((2, 3), (2, 3)), 1) == (2, 3)


def test_text_is_centred_on_its_line():
    """Three figures of 0.540 em, 10 mm an em: 16.2 mm on a line of 20 mm begin at 1.9."""
    node = TextOnPath(((0, 5), (20, 5)), "111", "condensed-bold", 10 / 25.4 * 72)
    placed = glyphs_on_path(node)

    assert [g.char for g, _ in placed] == ["1", "1", "1"]
    assert [m[4] for _, m in placed] == pytest.approx([1.9, 7.3, 12.7])
    assert [m[5] for _, m in placed] == pytest.approx([5, 5, 5])


def test_jitter_of_the_line_does_not_turn_the_letters():
    """A zigzag of 0.05 mm each 0.1 mm: its legs stand at 45°, the letters hardly lean."""
    zigzag = tuple((i / 10, 5 + (0.05 if i % 2 else 0.0)) for i in range(300))
    angles = [
        math.degrees(math.atan2(m[1], m[0]))
        for _, m in glyphs_on_path(TextOnPath(zigzag, "Dnieper", "sans-bold", 9))
    ]

    assert len(angles) == 7
    assert max(abs(a) for a in angles) < 2


def test_paths_are_written_as_number_writes_each_value():
    """Trailing zeros go, noughts have no sign, tens keep theirs; so too where a space follows each number."""
    formats = {"M": "M%.3f %.3f", "L": "L%.3f %.3f", "Z": "Z"}
    spaced = {"M": "%.3f %.3f m ", "L": "%.3f %.3f l ", "Z": "h "}
    values = [100.0, 0.5, -0.0, 20.0, -0.0004, 1.2345, 1e-7, -10.0, 300.125, -0.5]
    segments = (
        ("M", *values[:2]),
        ("L", *values[2:4]),
        ("L", *values[4:6]),
        ("Z",),
        ("M", *values[6:8]),
        ("L", *values[8:]),
    )

    text = written(segments, formats)

    assert text == "M100 0.5L0 20L0 1.234ZM0 -10L300.125 -0.5"
    assert written(segments, spaced) == "100 0.5 m 0 20 l 0 1.234 l h 0 -10 m 300.125 -0.5 l "
    assert written([("M", -0.0, -0.0), ("L", -0.0, 1000.0)], spaced) == "0 0 m 0 1000 l "
    assert re.findall(r"-?[0-9.]+", text) == [number(value) for value in values]


def test_short_paths_are_written_once(monkeypatch):
    """Equal ones are alike in print, -0 like 0; lists and long paths are not kept."""
    formats = {"M": "%.3f %.3f m ", "L": "%.3f %.3f l ", "Z": "h "}
    seen = []
    monkeypatch.setattr(paths, "written", lambda segments, formats: seen.append(1) or written(segments, formats))
    write = writer(formats)
    short = (("M", 0.0, 10.5), ("L", 2.25, -3.0), ("Z",))
    assert write(short) == "0 10.5 m 2.25 -3 l h "
    assert write((("M", -0.0, 10.5), ("L", 2.25, -3), ("Z",))) == "0 10.5 m 2.25 -3 l h "
    assert len(seen) == 1
    assert write(list(short)) == write(list(short)) == "0 10.5 m 2.25 -3 l h "
    long = (("M", 0.0, 0.0), *(("L", float(x), 1.0) for x in range(paths.SHORT_PATH)))
    assert write(long) == write(long)
    assert len(seen) == 5

"""Icons of markers: in their box, in two colours, told apart."""

import pytest

from pnp.draw.scene import Path
from pnp.generators.sheets.bounds import marks
from pnp.symbols import MARK_SYMBOLS, SymbolBox
from pnp.symbols.icons import _between

NAMES = (
    "roadblock", "crowd", "gauge", "momentum", "cross", "snowflake", "weather", "factory", "tank", "rifles", "wave",
    "shield", "barrel", "chevrons", "square", "sun", "rain", "storm", "fog", "mud",
)  # fmt: skip
FLAT = {"gauge": 2.5, "factory": 4.5, "tank": 3.5, "wave": 3.5, "chevrons": 4.0, "square": 4.0, "fog": 4.0, "mud": 4.2}
"""Least height of icons that are wider than tall."""
NARROW = {"shield": 4.0, "square": 4.0}
BOX = SymbolBox(10.0, 20.0, 6.0, 6.0, ink="#1d1b18", fill="#f2c230")


@pytest.mark.parametrize("name", NAMES)
def test_an_icon_uses_ink_and_ground_only_and_fills_most_of_its_box(name):
    drawn = list(marks(MARK_SYMBOLS[name](BOX)))
    colours = {colour for _, node, _ in drawn for colour in (node.fill, node.stroke and node.stroke.colour) if colour}
    width = max(box[2] for _, _, box in drawn) - min(box[0] for _, _, box in drawn)
    height = max(box[3] for _, _, box in drawn) - min(box[1] for _, _, box in drawn)

    assert colours <= {"#1d1b18", "#f2c230"}
    assert width >= NARROW.get(name, 5.0)
    assert height >= FLAT.get(name, 5.0)


def test_no_two_icons_are_alike():
    assert len({MARK_SYMBOLS[name](BOX) for name in MARK_SYMBOLS}) == len(MARK_SYMBOLS)


def test_the_stripes_of_a_barrier_end_with_its_boards():
    """Boards are 6 wide; two posts with feet, and five stripes on each of two boards."""
    solids = [
        node
        for _, node, _ in marks(MARK_SYMBOLS["roadblock"](BOX))
        if isinstance(node, Path) and node.fill == "#1d1b18"
    ]

    assert len(solids) == 4 + 10
    for node in solids:
        assert all(10.0 - 1e-9 <= s[1] <= 16.0 + 1e-9 for s in node.segments if len(s) > 1)


def test_a_polygon_is_cut_off_at_0_and_1():
    """A slope from (-1, 0) to (1, 1) crosses 0 half way up."""
    assert _between([(-1.0, 0.0), (1.0, 1.0), (1.0, 0.0)]) == [(0.0, 0.5), (1.0, 1.0), (1.0, 0.0), (0.0, 0.0)]
    assert _between([(0.2, 0.0), (0.8, 0.0), (0.5, 1.0)]) == [(0.2, 0.0), (0.8, 0.0), (0.5, 1.0)]


def test_there_are_five_people_in_the_crowd():
    heads = [node for _, node, _ in marks(MARK_SYMBOLS["crowd"](BOX)) if node.fill and node.segments[1][0] == "C"]

    assert len(heads) == 5

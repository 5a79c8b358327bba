"""Pictures in unit boxes: lorries, shield, rotor."""

import pytest

from pnp.draw.text import width_mm
from pnp.generators.sheets.bounds import marks
from pnp.symbols import UNIT_SYMBOLS, SymbolBox

BOX = SymbolBox(10.0, 20.0, 8.0, 5.0, ink="#ffffff", fill="#74241c", letters="OMON")


def boxes(name, colour="#ffffff"):
    return [box for _, node, box in marks(UNIT_SYMBOLS[name](BOX)) if node.fill == colour]


def test_a_column_is_two_lorries_of_four_tenths_of_the_box_each():
    """Bed, cab and two wheels for each; the first from u 0.07 to 0.47, the second from 0.53 to 0.93."""
    parts = boxes("columns")

    assert len(parts) == 8
    assert parts[0][0] == pytest.approx(10.56) and parts[1][2] == pytest.approx(13.76)
    assert parts[4][0] == pytest.approx(14.24) and parts[5][2] == pytest.approx(17.44)


def test_the_wheels_stand_on_the_road():
    road = next(box for _, node, box in marks(UNIT_SYMBOLS["columns"](BOX)) if node.stroke)
    wheels = [box for box in boxes("columns") if box[3] - box[1] == pytest.approx(1.0)]  # 2 × 0.1 × 5

    assert len(wheels) == 4
    for wheel in wheels:
        assert 0 <= road[1] - wheel[3] < 0.25


def test_the_rotor_is_symmetrical_and_has_nothing_but_its_blades():
    """Unlike `air` its blades are pointed at the hub; a mast across them looked like a step loss."""
    left, right = boxes("helicopter")

    assert (left[0] - 10.0, left[2]) == pytest.approx((18.0 - right[2], 14.0))
    assert [mark for mark in marks(UNIT_SYMBOLS["helicopter"](BOX)) if mark[1].stroke] == []


def test_the_star_lies_within_the_shield():
    (shield,), (star,) = boxes("police"), boxes("police", "#74241c")

    assert shield[0] < star[0] and shield[1] < star[1] and star[2] < shield[2] and star[3] < shield[3]


def test_letters_fill_at_most_eight_tenths_of_the_box_by_steps_of_the_scale():
    """At the next step, 6.6 pt, the word would be 6.92 mm wide, and 0.8 × 8 mm are 6.4."""
    (word,) = UNIT_SYMBOLS["letters"](BOX)
    assert word.size_pt == 5.6
    assert width_mm(word.text, word.font, 5.6) < 6.4 < width_mm(word.text, word.font, 6.6)

    (short,) = UNIT_SYMBOLS["letters"](SymbolBox(0, 0, 8.1, 5.4, "#000000", "#ffffff", letters="SF"))
    assert short.size_pt == 9.5

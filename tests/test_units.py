"""Lengths: the factors are those of ISO 80000-3, PostScript and CSS."""

from fractions import Fraction

import pytest

from pnp.units import MM_PER_INCH, MM_PER_PT, PAPERS_MM, mixed_number, mm_to_pt, mm_to_px


def test_an_inch_is_72_points_and_25_4_mm():
    assert MM_PER_INCH == 25.4
    assert mm_to_pt(25.4) == pytest.approx(72.0)
    assert pytest.approx(25.4 / 72) == MM_PER_PT


def test_pixels_follow_the_resolution():
    assert mm_to_px(25.4) == pytest.approx(96.0)
    assert mm_to_px(50.8, dpi=150) == pytest.approx(300.0)


def test_letter_is_eight_and_a_half_by_eleven_inches():
    assert PAPERS_MM["letter"] == (pytest.approx(8.5 * 25.4), pytest.approx(11 * 25.4))


@pytest.mark.parametrize(("value", "printed"), [
    (9, "9"), (0, "0"), ("1/2", "½"), (Fraction(9, 2), "4½"), ("3/4", "¾"), ("1/3", "1/3"), (Fraction(7, 3), "2 1/3"),
])  # fmt: skip
def test_mixed_numbers(value, printed):
    assert mixed_number(value) == printed

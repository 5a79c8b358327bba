"""Colours, against values of WCAG 2.2 and worked by hand."""

import pytest

from pnp.draw.colour import contrast, deuteranopia, grey, luminance, mix, parse, protanopia, to_hex


def test_parse_and_back():
    assert parse("#ff8000") == pytest.approx((1.0, 0.50196, 0.0), abs=1e-5)
    assert to_hex((1.2, 0.5, -0.1)) == "#ff8000"


@pytest.mark.parametrize("bad", ["red", "#fff", "ff8000", "#ff80000", "#gg0000"])
def test_anything_else_is_refused(bad):
    with pytest.raises(ValueError):
        parse(bad)


def test_contrast_of_black_and_white_is_21():
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#ffffff", "#000000") == pytest.approx(21.0)
    assert contrast("#9a352b", "#9a352b") == 1.0


def test_contrast_of_the_grey_that_just_fails():
    """#777777 on white is 4.48 : 1, the known nearest miss of 4.5; #767676 is 4.54."""
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)


def test_luminance_of_the_primaries():
    assert [luminance(c) for c in ("#ff0000", "#00ff00", "#0000ff")] == pytest.approx([0.2126, 0.7152, 0.0722])


def test_mix_goes_from_first_to_second():
    assert [mix("#000000", "#ffffff", p) for p in (0, 0.2, 1)] == ["#000000", "#333333", "#ffffff"]


def test_grey_has_the_same_luminance():
    """0.2126 encodes to 1.055 · 0.2126^(1/2.4) − 0.055 = 0.4984, that is 127."""
    assert grey("#ff0000") == "#7f7f7f"
    assert grey("#808080") == "#808080"


def test_simulations_keep_greys():
    for simulate in (deuteranopia, protanopia):
        assert [simulate(c) for c in ("#000000", "#ffffff")] == ["#000000", "#ffffff"]


def test_red_without_green_cones():
    """First column of the matrix: 0.3673 and 0.2801 of light encode to 163 and 144."""
    assert deuteranopia("#ff0000") == "#a39000"


def test_red_is_darker_without_red_cones():
    """First column: 0.1523 and 0.1145 of light encode to 109 and 95."""
    assert protanopia("#ff0000") == "#6d5f00"

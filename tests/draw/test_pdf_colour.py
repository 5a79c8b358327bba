"""Colours in a PDF: black and grey on one plate."""

from __future__ import annotations

import pytest

from pnp.draw.pdf_colour import fill, pen
from pnp.errors import LayoutError


def test_black_text_is_printed_in_black_alone():
    """The ink of all sheets, #1d1b18, is a warm black on the screen."""
    assert fill("#000000") == fill("#1d1b18") == "0 g"
    assert pen("#1d1b18") == "0 G"


def test_greys_are_tints_of_black():
    """#808080 is half light; quiet text, #55504a, is nearly neutral."""
    assert fill("#808080") == "0.502 g"
    assert fill("#55504a").endswith(" g")
    assert fill("#716b61").endswith(" g")                    # references in books
    assert pen("#8d867b").endswith(" G")                     # thin rules about figures
    assert fill("#ffffff") == "1 g"


def test_colours_stay_colours():
    assert fill("#ff0000") == "1 0 0 rg"
    assert pen("#14324a") == "0.0784 0.1961 0.2902 RG"       # dark, but blue
    assert fill("#f5ecd7").endswith(" rg")                   # nearly neutral, but light
    assert fill("#232a24") == "0.1373 0.1647 0.1412 rg"      # a dark green, of a picture
    assert fill("#16241a") == "0.0863 0.1412 0.102 rg"       # darker still, nearly black
    assert fill("#2a2d2e").endswith(" g")                    # nearly neutral
    assert fill("#15181a") == "0 g"                          # black


def test_inks_are_written_as_shares():
    assert fill("cmyk 10 0 100 25.5") == "0.1 0 1 0.255 k"
    assert pen("cmyk 0 0 0 100") == "0 0 0 1 K"


def test_anything_else_is_refused():
    with pytest.raises(LayoutError, match="red"):
        fill("red")

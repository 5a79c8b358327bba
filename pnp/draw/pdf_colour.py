"""Colours as operators of a PDF: near-black on the black plate alone, others in RGB, or in the inks of a press edition.

A colour is "#rrggbb", or "cmyk C M Y K" with four percentages, as `pnp.draw.separation` writes it.
"""

from __future__ import annotations

from functools import lru_cache

from pnp.draw.colour import grey, parse
from pnp.draw.paths import number
from pnp.errors import LayoutError

CMYK = "cmyk "
"""What a colour in inks begins with."""
BLACK, DARK, CHROMA, NEUTRAL = 0.16, 0.67, 0.072, 0.02
"""A colour up to DARK whose channels lie no farther apart than CHROMA is a grey, and black up to BLACK, if it is warm,
as ink and its shades are, or they lie no farther apart than NEUTRAL. A green or blue, however dark, stays one.
"""


@lru_cache(maxsize=1024)
def fill(colour: str) -> str:
    """The operator that sets the colour of fills. Raises LayoutError for what is no colour."""
    operands, operator = _operands(colour)
    return f"{operands} {operator}"


@lru_cache(maxsize=1024)
def pen(colour: str) -> str:
    """The operator that sets the colour of lines. Raises LayoutError for what is no colour."""
    operands, operator = _operands(colour)
    return f"{operands} {operator.upper()}"


def _operands(colour: str) -> tuple[str, str]:
    if colour.startswith(CMYK):
        return " ".join(number(float(percent) / 100, 4) for percent in colour[len(CMYK) :].split()), "k"
    try:
        level = black_level(colour)
        if level is not None:
            return number(level, 4), "g"
        return " ".join(number(value, 4) for value in parse(colour)), "rg"
    except ValueError as error:
        raise LayoutError(str(error)) from None


def black_level(colour: str) -> float | None:
    """How light a colour is that the black plate prints alone, 0 = black; None for any other. Raises ValueError."""
    red, green, blue = parse(colour)
    low, high = min(red, green, blue), max(red, green, blue)
    inky = red >= green >= blue or high - low <= NEUTRAL
    if low == high or (inky and high - low <= CHROMA and high <= DARK):
        return 0.0 if high <= BLACK else parse(grey(colour))[0]
    return None

"""Colours: mixing, contrast, and how they look to other eyes."""

from __future__ import annotations

INK, QUIET = "#1d1b18", "#55504a"
"""Of what is read, and of what stands beside it: on paper both are shades of the black ink alone."""

RGB = tuple[float, float, float]
"""Red, green, blue in 0…1, sRGB encoded."""

_DEUTERANOPIA = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))
_PROTANOPIA = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998))
# Machado, Oliveira, Fernandes, "A physiologically-based model for simulation of color vision deficiency",
# IEEE TVCG 15 (2009), severity 1.0; applied to linear light.


def parse(colour: str) -> RGB:
    """"#rrggbb" as numbers. Raises ValueError."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"expected a colour like #9a352b, got {colour!r}")
    return tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))  # type: ignore[return-value]


def to_hex(rgb: RGB) -> str:
    """Numbers as "#rrggbb", cut to 0…1."""
    return "#" + "".join(f"{round(min(max(v, 0.0), 1.0) * 255):02x}" for v in rgb)


def mix(first: str, second: str, part: float) -> str:
    """`first` with `part` (0…1) of `second`, in sRGB."""
    return to_hex(tuple(a + (b - a) * part for a, b in zip(parse(first), parse(second), strict=True)))  # type: ignore[arg-type]


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _encoded(value: float) -> float:
    value = min(max(value, 0.0), 1.0)
    return value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def luminance(colour: str) -> float:
    """Relative luminance, 0 black … 1 white (WCAG 2.2)."""
    red, green, blue = (_linear(v) for v in parse(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Contrast ratio, 1 … 21 (WCAG 2.2)."""
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def grey(colour: str) -> str:
    """The colour as a grey of the same luminance."""
    value = _encoded(luminance(colour))
    return to_hex((value, value, value))


def _simulated(colour: str, matrix: tuple[RGB, RGB, RGB]) -> str:
    linear = [_linear(v) for v in parse(colour)]
    return to_hex(tuple(_encoded(sum(m * v for m, v in zip(row, linear, strict=True))) for row in matrix))  # type: ignore[arg-type]


def deuteranopia(colour: str) -> str:
    """The colour as seen without green cones."""
    return _simulated(colour, _DEUTERANOPIA)


def protanopia(colour: str) -> str:
    """The colour as seen without red cones."""
    return _simulated(colour, _PROTANOPIA)

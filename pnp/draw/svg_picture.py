"""A picture of an SVG, drawn by cairosvg.

What it draws: paths, groups, transforms, clips, opacity. What it doesn't: fonts that are not installed (outline the
type), `paint-order` (`svg.render` draws a halo as a stroke of its own), `<mask>`, more than 100,000 references.
"""

from __future__ import annotations

from pnp.draw.png import cairo


def picture(drawing: bytes, size_px: tuple[int, int]) -> bytes:
    """The SVG `drawing` as PNG bytes of `size_px`; it fetches nothing that the drawing names.

    Raises MissingToolError when libcairo is not installed.
    """
    cairo()  # says what to install, where cairosvg would end in an OSError
    import cairosvg

    width, height = size_px
    data: bytes = cairosvg.svg2png(bytestring=drawing, unsafe=False, output_width=width, output_height=height)
    return data

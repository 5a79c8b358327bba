"""A scene as PNG, by cairosvg from SVG whose text is outlined."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.draw import svg
from pnp.draw.scene import Scene
from pnp.errors import MissingToolError
from pnp.units import MM_PER_INCH, PX_PER_INCH

HOW_TO_INSTALL = "Debian, Ubuntu: apt-get install libcairo2; Fedora: dnf install cairo; macOS: brew install cairo"


def render(scene: Scene, dpi: float = 96.0, *, forms: Mapping[str, Scene] | None = None) -> bytes:
    """`scene` as PNG bytes at `dpi` dots per inch.

    Raises MissingToolError when libcairo is not installed, LayoutError as `svg.render`.
    """
    try:
        import cairosvg
    except OSError as error:
        raise MissingToolError(f"PNG pictures need libcairo ({HOW_TO_INSTALL})") from error
    width = max(1, round(scene.width_mm / MM_PER_INCH * dpi))
    height = max(1, round(scene.height_mm / MM_PER_INCH * dpi))
    source = svg.render(scene, outline_text=True, forms=forms)
    made: bytes = cairosvg.svg2png(
        bytestring=source, dpi=PX_PER_INCH, output_width=width, output_height=height, unsafe=False
    )
    return made

"""The files of the page, by name from a fixed table: nothing else of the package is served."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pnp.desk.rooms import ServedFile
from pnp.draw.text import font_data, font_face

STATIC = Path(__file__).parent / "static"

TYPES = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
}  # fmt: skip

PAGE = "index.html"

FONTS = (
    "sans-regular", "sans-italic", "sans-semibold", "sans-bold", "condensed-regular", "condensed-medium",
    "condensed-semibold", "condensed-bold",
)  # fmt: skip
"""The faces of the page, as `pnp.draw` names them."""


def static_files() -> Mapping[str, ServedFile]:
    """Name below the address of a page -> the file."""
    files = {
        path.name: ServedFile(TYPES[path.suffix], path.read_bytes())
        for path in sorted(STATIC.iterdir()) if path.suffix in TYPES and path.is_file()
    }  # fmt: skip
    return files | {f"{name}.ttf": ServedFile("font/ttf", font_data(font_face(name))) for name in FONTS}

"""Pictures of SVGs: their size, what they don't fetch, and what is told when Cairo is missing. `test_pixels` looks at
what they show.
"""

import io
import sys

import pytest
from defusedxml import EntitiesForbidden
from PIL import Image

from pnp.draw.scene import Path, Scene, rect
from pnp.draw.svg import render
from pnp.draw.svg_picture import picture
from pnp.errors import MissingToolError

RED_SQUARE = Scene(20, 20, (Path(rect(0, 0, 10, 20), fill="#ff0000"),))


def test_the_picture_has_the_size_asked_for():
    drawn = Image.open(io.BytesIO(picture(render(RED_SQUARE), (60, 60))))

    assert drawn.size == (60, 60)
    assert (drawn.getpixel((20, 30)), drawn.getpixel((40, 30))[3]) == ((255, 0, 0, 255), 0)


def test_nothing_is_fetched(tmp_path):
    """An SVG may name a picture on the disk; it stays out."""
    secret = tmp_path / "secret.png"
    Image.new("RGB", (10, 10), "#00ff00").save(secret)
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">'
        f'<image xlink:href="{secret.as_uri()}" width="10" height="10"/></svg>'
    )
    drawn = Image.open(io.BytesIO(picture(drawing.encode(), (10, 10)))).convert("RGBA")

    assert drawn.getcolors() == [(100, (0, 0, 0, 0))]


def test_entities_are_refused():
    """A few lines of them expand to gigabytes."""
    bomb = (
        b'<!DOCTYPE svg [<!ENTITY a "aaaa">]>'
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><text>&a;</text></svg>'
    )

    with pytest.raises(EntitiesForbidden):
        picture(bomb, (10, 10))


def test_missing_cairo_says_what_to_install(monkeypatch):
    """cairocffi raises OSError when it finds no libcairo, and cairosvg with it."""

    class NoCairo:
        def find_spec(self, name, path=None, target=None):
            if name == "cairocffi":
                raise OSError("no library called 'cairo' was found")

    for module in [name for name in sys.modules if name.split(".")[0] in ("cairocffi", "cairosvg")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(sys, "meta_path", [NoCairo(), *sys.meta_path])

    with pytest.raises(MissingToolError, match=r"libcairo.*apt-get install libcairo2.*brew install cairo"):
        picture(render(RED_SQUARE), (9, 9))

"""Pictures: their size, their bytes, and what is told when Cairo is missing."""

import io
import sys

import pytest
from PIL import Image

from pnp.draw.png import render
from pnp.draw.scene import Path, Scene, Text, rect
from pnp.errors import MissingToolError


def test_size_follows_the_resolution():
    """25.4 × 50.8 mm is one inch by two."""
    picture = Image.open(io.BytesIO(render(Scene(25.4, 50.8, ()), dpi=150)))

    assert picture.size == (150, 300)


def test_what_is_not_painted_is_transparent():
    picture = Image.open(
        io.BytesIO(render(Scene(25.4, 25.4, (Path(rect(0, 0, 12.7, 25.4), fill="#ff0000"),)), dpi=100))
    )

    assert picture.getpixel((10, 50)) == (255, 0, 0, 255)
    assert picture.getpixel((90, 50))[3] == 0


def test_same_scene_same_bytes():
    scene = Scene(20, 20, (Text(2, 10, "Київ", "serif-bold", 12),))

    assert render(scene) == render(scene)


def test_many_letters_are_drawn():
    """Some libraries give up past 100,000 references, so letters are paths and not references."""
    lines = tuple(Text(0, y, "etaoinshrdlu" * 10, "sans-regular", 2) for y in range(100))

    assert render(Scene(100, 100, lines), dpi=50)[:4] == b"\x89PNG"


def test_missing_cairo_says_what_to_install(monkeypatch):
    """cairocffi raises OSError when it finds no libcairo."""

    class NoCairo:
        def find_spec(self, name, path=None, target=None):
            if name == "cairocffi":
                raise OSError("no library called 'cairo' was found")

    monkeypatch.delitem(sys.modules, "cairocffi", raising=False)
    monkeypatch.setattr(sys, "meta_path", [NoCairo(), *sys.meta_path])

    with pytest.raises(MissingToolError, match=r"libcairo.*apt-get install libcairo2.*brew install cairo"):
        render(Scene(9, 9, ()))

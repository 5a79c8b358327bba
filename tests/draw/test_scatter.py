"""Small pictures strewn over a ground, in every kind of file."""

import io
import re

import pikepdf
from PIL import Image

from pnp.draw import pdf, png, svg
from pnp.draw.scene import Document, Page, Path, Scatter, Scene, Stroke, rect

RED = (Path(rect(-1, -2, 2, 2), fill="#ff0000"),)
BLUE = (
    Path(rect(-1, -2, 2, 2), fill="#0000ff", stroke=Stroke("#000000", 0.5)),
    Path(rect(0, -2, 1, 2), fill="#00ff00"),
)
STREWN = Scatter((RED, BLUE), (0.0, 5.0, 10.0, 1.0, 1.0, 15.0, 10.0, 2.0, 0.0, 15.0, 9.0, 0.5))
SCENE = Scene(20, 20, (STREWN,))


def content_of(scene):
    """The operators of a page with `scene` on it."""
    with pikepdf.open(io.BytesIO(pdf.render(Document("t", "en", (Page(scene),))))) as made:
        return made.pages[0].Contents.read_bytes().decode("latin-1")


def test_a_png_shows_each_picture_at_its_place_in_order():
    """At 254 dpi a mm is 10 pixels; the third, half as large, lies over the second."""
    picture = Image.open(io.BytesIO(png.render(SCENE, dpi=254))).convert("RGBA")

    assert picture.getpixel((50, 90)) == (255, 0, 0, 255)
    assert picture.getpixel((137, 80)) == (0, 0, 255, 255)
    assert picture.getpixel((163, 75)) == (0, 255, 0, 255)
    assert picture.getpixel((150, 85)) == (255, 0, 0, 255)
    assert picture.getpixel((50, 110))[3] == 0


def test_an_svg_has_one_path_for_each_paint_and_moves_relatively():
    text = svg.render(SCENE).decode()
    paths = re.findall(r'<path[^>]* d="([^"]+)"', text)

    assert len(paths) == 3
    assert paths[0].startswith("M4 8l2 0 0 2-2 0z")
    assert "M14.5 8l1 0 0 1-1 0z" in paths[0]


def test_a_pdf_writes_the_pictures_operators_at_each_place_in_hundredths_of_a_mm():
    content = content_of(SCENE)

    assert content.count("1 0 0 rg -100 -200 m") == 2
    assert "q 0.02 0 0 0.02 15 10 cm 0 0 1 rg" in content


def test_nothing_strewn_draws_nothing():
    empty = Scene(20, 20, (Scatter((RED,), ()),))

    assert "rg" not in content_of(empty)
    assert "<path" not in svg.render(empty).decode()

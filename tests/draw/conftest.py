"""Pictures of scenes, by each way they are drawn: PDF shown by PDFium, PNG by Cairo, SVG drawn by cairosvg."""

import io
from collections.abc import Callable

import pypdfium2
import pytest
from PIL import Image

from pnp.draw import pdf, png, svg
from pnp.draw.scene import Document, Page, Scene
from pnp.draw.svg_picture import picture

DPI = 254
"""10 pixels a mm."""

Seen = Callable[[float, float], str]


def _seen(picture: Image.Image) -> Seen:
    pixels = picture.convert("RGB")

    def colour_at(x_mm: float, y_mm: float) -> str:
        return "#" + "".join(f"{v:02x}" for v in pixels.getpixel((int(x_mm * 10), int(y_mm * 10))))

    return colour_at


def by_pdf(scene: Scene, forms: dict[str, Scene]) -> Seen:
    document = pypdfium2.PdfDocument(pdf.render(Document("Test", "en", (Page(scene),), forms=forms)))
    return _seen(document[0].render(scale=DPI / 72).to_pil())


def by_png(scene: Scene, forms: dict[str, Scene]) -> Seen:
    return _seen(_on_white(png.render(scene, dpi=DPI, forms=forms)))


def by_svg(scene: Scene, forms: dict[str, Scene]) -> Seen:
    drawing = svg.render(scene, outline_text=True, forms=forms)
    return _seen(_on_white(picture(drawing, (round(10 * scene.width_mm), round(10 * scene.height_mm)))))


def _on_white(data: bytes) -> Image.Image:
    drawn = Image.open(io.BytesIO(data))
    ground = Image.new("RGBA", drawn.size, "white")
    ground.alpha_composite(drawn.convert("RGBA"))
    return ground


@pytest.fixture(params=[by_pdf, by_png, by_svg], ids=["pdf", "png", "svg"])
def look(request):
    """look(scene, forms) -> the colour at (x, y) mm, through each backend in turn."""
    return lambda scene, forms=None: request.param(scene, forms or {})

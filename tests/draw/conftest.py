"""Pictures of scenes, by both ways they are drawn: PDF shown by PDFium, PNG by Cairo."""

import io
from collections.abc import Callable

import pypdfium2
import pytest
from PIL import Image

from pnp.draw import pdf, png
from pnp.draw.scene import Document, Page, Scene

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
    picture = Image.open(io.BytesIO(png.render(scene, dpi=DPI, forms=forms)))
    ground = Image.new("RGBA", picture.size, "white")
    ground.alpha_composite(picture.convert("RGBA"))
    return _seen(ground)


@pytest.fixture(params=[by_pdf, by_png], ids=["pdf", "png"])
def look(request):
    """look(scene, forms) -> the colour at (x, y) mm, through each backend in turn."""
    return lambda scene, forms=None: request.param(scene, forms or {})

"""Pixels for a PDF: the samples of a PNG in RGB, or in the four inks of a press, and its transparency apart."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class PdfImage:
    """An image as a PDF takes it.

    name    of the object in a document
    head    entries of its dictionary
    pixels  samples, a byte each
    alpha   entries and samples of its transparency, None = opaque
    """

    name: str
    head: str
    pixels: bytes
    alpha: tuple[str, bytes] | None


@lru_cache(16)
def image_of(png: bytes, *, inked: bool = False) -> PdfImage:
    """The image in `png`, RGB or RGBA with 8 bits a channel.

    inked  in cyan, magenta, yellow and black: what three inks share is black, so at most 300 % lie on each other
           (ISO 32000-1, 10.3.4, with all of the black taken from the colours)
    """
    from PIL import Image, ImageChops

    with Image.open(io.BytesIO(png), formats=("PNG",)) as picture:
        picture.load()
        colours = picture.convert("RGB")
        alpha = picture.getchannel("A") if "A" in picture.getbands() else None
    space = "/DeviceRGB"
    if inked:
        space = "/DeviceCMYK"
        plates = [ImageChops.invert(band) for band in colours.split()]
        black = ImageChops.darker(ImageChops.darker(plates[0], plates[1]), plates[2])
        colours = Image.merge("CMYK", (*(ImageChops.subtract(plate, black) for plate in plates), black))
    head = f"/Type /XObject /Subtype /Image /Width {colours.width} /Height {colours.height} /BitsPerComponent 8"
    name = f"picture-{hashlib.blake2b(png, digest_size=10).hexdigest()}{'-inks' if inked else ''}"
    mask = (f"{head} /ColorSpace /DeviceGray", alpha.tobytes()) if alpha is not None else None
    return PdfImage(name, f"{head} /ColorSpace {space}", colours.tobytes(), mask)

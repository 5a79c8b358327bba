"""`make pictures`: every page of a build as PNG, and beside it how it was the time before."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from pypdfium2 import PdfiumError

from benchmarks.pictures import LONGEST_PX, write_pictures
from pnp.draw.pdf import render
from pnp.draw.scene import Document, Page, Scene, rect
from pnp.draw.scene import Path as Outline


def write_pdf(path: Path, colour: str, *widths_mm: float) -> None:
    pages = tuple(
        Page(Scene(width, 20.0, (Outline(rect(0.0, 0.0, width, 20.0), fill=colour),))) for width in widths_mm
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(render(Document("Squares", "en", pages)))


def test_pages_are_pictured_as_they_are_and_as_they_were(tmp_path):
    products, out = tmp_path / "output", tmp_path / "output" / "pictures"
    write_pdf(products / "game" / "en" / "map-a4.pdf", "#ff0000", 25.4, 2000.0)
    names = [path.relative_to(out).as_posix() for path in write_pictures(products, out)]
    assert names == ["after/game/en/map-a4-01.png", "after/game/en/map-a4-02.png"]
    with Image.open(out / names[0]) as small, Image.open(out / names[1]) as large:
        assert small.size == (80, 63) and small.getpixel((40, 30)) == (255, 0, 0)
        assert large.width <= LONGEST_PX + 1

    write_pdf(products / "game" / "en" / "map-a4.pdf", "#0000ff", 25.4)
    write_pictures(products, out)
    with Image.open(out / names[0]) as now, Image.open(out / names[0].replace("after", "before")) as old:
        assert now.getpixel((40, 30)) == (0, 0, 255) and old.getpixel((40, 30)) == (255, 0, 0)

    (products / "game" / "en" / "rulebook-a4.pdf").write_bytes(b"cut off")
    with pytest.raises(PdfiumError):
        write_pictures(products, out)
    kept = sorted(path.relative_to(out).as_posix() for path in out.glob("[ab]*/**/*.png"))
    assert kept == [names[0], *(name.replace("after", "before") for name in names)]

"""Every page of a build as a picture, to look at before and after a change: `make pictures`.

Writes `after/<game>/<language>/<product>-<page>.png` below the folder given; what an earlier call left there is kept
as `before/`.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pypdfium2

DPI = 80
LONGEST_PX = 3200
"""Large posters are pictured at a lower resolution."""


def write_pictures(products: Path, out: Path, dpi: float = DPI) -> list[Path]:
    """A PNG for each page of each PDF below `products`, in order of their names."""
    before, after = out / "before", out / "after"
    if after.exists():
        shutil.rmtree(before, ignore_errors=True)
        after.rename(before)
    written: list[Path] = []
    for path in sorted(products.glob("*/*/*.pdf")):
        folder = after / path.parent.relative_to(products)
        folder.mkdir(parents=True, exist_ok=True)
        document = pypdfium2.PdfDocument(path)
        for number in range(len(document)):
            page = document[number]
            scale = min(dpi / 72, LONGEST_PX / max(page.get_size()))
            written.append(folder / f"{path.stem}-{number + 1:02}.png")
            page.render(scale=scale).to_pil().save(written[-1])
        document.close()
    return written


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:3])
    print(f"{len(write_pictures(source, target))} pictures in {target / 'after'}")

"""Every page of a build as a picture, to look at before and after a change: `make pictures`.

Writes `after/<game>/<language>/<product>-<page>.png` below the folder given; what an earlier call left there is kept
as `before/`. Then what `pnp new` makes, in each palette: `after/new-<palette>/en/<product>-<page>.png`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import pypdfium2

from pnp.model.style import PaletteName

DPI = 80
LONGEST_PX = 3200
"""Large posters are pictured at a lower resolution."""


def write_pictures(products: Path, out: Path, *more: Path, dpi: float = DPI) -> list[Path]:
    """A PNG for each page of each PDF below `products` and `more` folders of products, in order of their names.

    A call that fails leaves the pictures of the calls before it.
    """
    before, after, unfinished = out / "before", out / "after", out / "unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    written: list[Path] = []
    for path in [path for root in (products, *more) for path in sorted(root.glob("*/*/*.pdf"))]:
        folder = unfinished / path.parent.parent.name / path.parent.name
        folder.mkdir(parents=True, exist_ok=True)
        document = pypdfium2.PdfDocument(path)
        for number in range(len(document)):
            page = document[number]
            scale = min(dpi / 72, LONGEST_PX / max(page.get_size()))
            written.append(folder / f"{path.stem}-{number + 1:02}.png")
            page.render(scale=scale).to_pil().save(written[-1])
        document.close()
    if after.exists():
        shutil.rmtree(before, ignore_errors=True)
        after.rename(before)
    unfinished.rename(after)
    return [after / path.relative_to(unfinished) for path in written]


def build_new_games(folder: Path, palettes: Iterable[str] = get_args(PaletteName)) -> Path:
    """Map, counters, cards and scenarios of a new game in each palette, built below `folder`."""
    for palette in palettes:
        game = folder / f"new-{palette}"
        _pnp("new", game, "--cards")
        (game / "style.yaml").write_text(f"base: {palette}\n", "utf-8")
        _pnp("build", game, "--only", "map,counters,cards,scenarios", "--paper", "a4", "--out", folder / "output")
    return folder / "output"


def _pnp(*arguments: object) -> None:
    command = [sys.executable, "-m", "pnp", "--quiet", *map(str, arguments)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:3])
    with tempfile.TemporaryDirectory() as scratch:
        pictures = write_pictures(source, target, build_new_games(Path(scratch)))
    print(f"{len(pictures)} pictures in {target / 'after'}")

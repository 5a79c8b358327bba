"""A hex map in full look: its ground cold for 200, 1,000 and 2,700 hexes, its poster, its picture, a draft."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from benchmarks.figures import Seconds
from pnp.draw import png
from pnp.draw.text import width_mm
from pnp.generators.maps.sheet import draw_board, draw_map, ground_sheet, plan_sheet
from pnp.generators.maps.tiles import poster
from pnp.maps.hexes.ground import hex_ground
from pnp.maps.hexes.noise import noise
from pnp.model.map import MapSource
from pnp.sources import load_game
from pnp.vassal.module.archive import DPI

SIZES = ((14, 14), (32, 31), (52, 52))
MEGABYTES = "{:.1f} MB"


def measure() -> dict[str, Seconds]:
    """Seconds of one core."""
    from pnp.draw import pdf

    found = {}
    for columns, rows in SIZES:
        took, _ = timed(lambda size=(columns, rows): hex_ground(invented(*size), width_mm))
        found[f"ground cold, {columns * rows} hexes"] = Seconds(
            cpu_s=took, note=f"{1000 * took / (columns * rows):.2f} ms a hex"
        )
    game = load_game("winter-war")
    took, ground = timed(lambda: ground_sheet(game))
    assert ground is not None
    found[f"ground cold, the board of {len(ground.centres)} hexes"] = Seconds(cpu_s=took)
    took, plan = timed(lambda: plan_sheet(game, ground=ground))
    found["names placed on it"] = Seconds(cpu_s=took)
    took, data = timed(lambda: pdf.render(poster(game, draw_map(game, plan))))
    found["poster from a ground and names kept"] = Seconds(cpu_s=took, note=MEGABYTES.format(len(data) / 1e6))
    took, data = timed(lambda: png.render(draw_board(game, plan), dpi=DPI))
    found["picture for VASSAL"] = Seconds(cpu_s=took, note=MEGABYTES.format(len(data) / 1e6))
    took, _ = timed(lambda: draw_map(game, plan_sheet(game, draft=True)))
    found["a draft, cold"] = Seconds(cpu_s=took)
    return found


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of the processor, and what `work` returned."""
    start = time.process_time()
    made = work()
    return time.process_time() - start, made


def invented(columns: int, rows: int) -> MapSource:
    """A map of sea, lakes, woods, swamps, rough ground and mountains out of one field of noise."""
    import numpy as np

    across, down = np.meshgrid(np.arange(columns), np.arange(rows))
    height = noise(across.ravel() / 7.3, down.ravel() / 7.3, 1) + 0.5 * noise(
        across.ravel() / 2.9, down.ravel() / 2.9, 2
    )
    cover = noise(across.ravel() / 4.1 + 9, down.ravel() / 4.1, 3)
    codes = [_code(h, c) for h, c in zip(height, cover, strict=True)]
    lines = ["".join(codes[row * columns : (row + 1) * columns]) for row in range(rows)]
    looks = {".": "clear", "f": "forest", "s": "swamp", "r": "rough", "^": "mountain", "o": "lake", "~": "sea"}
    size = [round(13.8 * (columns + 2), 1), round(11.96 * (rows + 2), 1)]
    middle = f"{rows // 2:02}"
    return MapSource.model_validate(
        {
            "id": "invented", "title": "Invented", "kind": "hexes", "size_mm": size,
            "frame_mm": [7, 7, size[0] - 14, size[1] - 14],
            "roads": [{"id": "rail", "name": "Railway", "look": "rail"}],
            "hexes": {
                "grid": {"flat_mm": 13.8, "columns": columns, "rows": rows, "origin_mm": [14, 15]},
                "terrains": [{"id": k, "code": c, "name": k, "look": k, "rule": "1"} for c, k in looks.items()],
                "rows": lines,
                "ways": [{"kind": "rail", "hexes": " ".join(f"{c:02}{middle}" for c in range(1, columns + 1))}],
            },
        }
    )  # fmt: skip


def _code(height: float, cover: float) -> str:
    if height < -0.28:
        return "~"
    if height > 0.42:
        return "^"
    if cover > -0.05:
        return "f"
    if cover < -0.34:
        return "s"
    return "o" if cover < -0.3 else "r" if height > 0.28 else "."

"""The sheet of a map that lays itself out."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.sources import load_game
from pnp.sources.layout import GAP_MM
from pnp.sources.new_game import new_game


@pytest.mark.parametrize("size", [("hexes", 14, 10), ("areas", 4, 4), ("points", 5, 4)])
def test_the_column_beside_a_new_map_ends_level_with_it_and_holds_the_combat_table(
    size: tuple[str, int, int], tmp_path: Path
):
    for file, text in new_game("sketch", *size).items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text, "utf-8")
    game_map = load_game(tmp_path).map

    _, top, _, height = game_map.frame_mm
    rects = [part.rect_mm for part in (*game_map.panels, *game_map.tracks) if getattr(part, "kind", "") != "credits"]
    assert max(y + tall for _, y, _, tall in rects) == pytest.approx(top + height, abs=0.1)
    assert "table" in {panel.kind for panel in game_map.panels}
    title = next(panel for panel in game_map.panels if panel.kind == "title")
    assert title.rect_mm[3] == pytest.approx(24.0)                            # the title doesn't grow
    turns = game_map.tracks[0].rect_mm
    assert turns[1] == pytest.approx(title.rect_mm[1] + title.rect_mm[3] + GAP_MM, abs=0.02)

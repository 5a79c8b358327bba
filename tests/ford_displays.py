"""The Ford with a display for each side: the boxes of its map lie on them, and a track of the South's resolve."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from pnp.model.game import Game
from pnp.sources import load_game
from pnp.vassal.format.gpids import numbered, write_gpids

ROOT = Path(__file__).resolve().parent.parent

DISPLAYS = """\
# yaml-language-server: $schema=../../output/schema/displays.schema.json
displays:
  - id: north-display
    title: Veldria
    subtitle: Army of the north
    side: north
    size_mm: [180, 120]
    columns: [0.6, 0.4]
    facts:
      - {name: Supply, text: "within {{ parameter.supply_range }} hexes of the northern edge"}
    sections:
      - id: north-start
        name: At the start
        slot_mm: 12
        boxes:
          - {id: north-ford, kind: holding, side: north, starts_at: ["0303"], slots: 2, note: at the ford}
      - id: north-arrivals
        name: Arrivals
        note: at the northern edge
        boxes:
          - {id: north-turn-2, kind: holding, side: north, slots: 2}
          - {id: north-turn-3, kind: holding, side: north, slots: 1}
      - id: north-losses
        name: Losses
        column: 2
        boxes:
          - {id: north-eliminated, name: Lost, kind: eliminated, side: north}
  - id: south-display
    title: Elmara
    side: south
    size_mm: [180, 120]
    on_paper: scaled
    sections:
      - id: south-arrivals
        name: Arrivals
        boxes:
          - {id: south-turn-2, kind: holding, side: south, slots: 1}
          - {id: south-turn-3, kind: holding, side: south, slots: 1}
          - {id: south-turn-4, kind: holding, side: south, slots: 1}
      - id: south-resolve
        name: Resolve
        tracks:
          - id: resolve
            name: Resolve
            kind: value
            spaces:
              - {id: resolve-0, name: broken, numeral: "0", value: 0}
              - {id: resolve-1, name: shaken, numeral: "1", value: 1}
              - {id: resolve-2, name: firm, numeral: "2", value: 2}
        boxes:
          - {id: south-eliminated, name: Lost, kind: eliminated, side: south}
"""


def ford_with_displays(folder: Path, old: str = "", new: str = "") -> Game:
    """The game, written to `folder`; `old` in its displays is replaced by `new`."""
    target = folder / "the_ford"
    shutil.copytree(ROOT / "sources" / "the_ford", target)
    shutil.copytree(ROOT / "sources" / "common", folder / "common")
    assert old in DISPLAYS
    (target / "displays.yaml").write_text(DISPLAYS.replace(old, new) if old else DISPLAYS, "utf-8")
    _edit(target / "map.yaml", lambda text: text[: text.index("boxes:")])
    marker = "  - {id: resolve, name: Resolve, marker: clock, count: 1, numbered: false, label: Resolve}\n"
    _edit(target / "counters.yaml", lambda text: text.replace("sheets:\n", f"{marker}sheets:\n"))
    _edit(target / "counters.yaml", lambda text: text.replace("artillery, turn]", "artillery, turn, resolve]"))
    game = load_game(target)
    write_gpids(game)
    return numbered(game)


def _edit(path: Path, change: Callable[[str], str]) -> None:
    path.write_text(change(path.read_text("utf-8")), "utf-8")

"""The layout of a board as it is kept: measuring it needs the plan of the map, which is much to read."""

from __future__ import annotations

import json
from collections.abc import Callable

from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.vassal.keeping import Keeper
from pnp.vassal.layout import BoardLayout, BoxLayout, SpaceLayout, board_layout


def kept_layout(game: Game, plan: Callable[[], MapPlan], dpi: float, keeper: Keeper) -> bytes:
    """The layout of the game's board, to be read by `layout_of`; the same bytes for the same layout.

    plan  gives the plan of the map when it is asked for
    """
    return keeper.made(f"vassal-layout {dpi}", (game,), lambda games: layout_bytes(board_layout(games[0], plan(), dpi)))


def layout_bytes(layout: BoardLayout) -> bytes:
    """All of a layout."""
    spaces = {name: (space.outline, space.stack, space.opposing, space.marker) for name, space in layout.spaces.items()}
    tracks = {name: {cell: _box(box) for cell, box in cells.items()} for name, cells in layout.tracks.items()}
    boxes = {name: _box(box) for name, box in layout.boxes.items()}
    told = (layout.dpi, layout.size_mm, layout.counter_mm, spaces, boxes, tracks, dict(layout.strip_mm))
    return json.dumps(told, separators=(",", ":")).encode("ascii")


def _box(box: BoxLayout) -> tuple[object, ...]:
    return box.rect, dict(box.slots), box.centre, box.printed, box.rows


def layout_of(kept: bytes) -> BoardLayout:
    """The layout that `layout_bytes` has written."""
    dpi, size, counter_mm, spaces, boxes, tracks, strip = json.loads(kept)
    return BoardLayout(
        dpi, tuple(size), counter_mm, {name: _space_of(*row) for name, row in spaces.items()},
        {name: _box_of(*row) for name, row in boxes.items()},
        {name: {cell: _box_of(*row) for cell, row in cells.items()} for name, cells in tracks.items()},
        {name: tuple(area) for name, area in strip.items()},
    )  # fmt: skip


def _space_of(outline: list[list[int]], stack: list[int], opposing: list[int], marker: list[int]) -> SpaceLayout:
    return SpaceLayout(tuple((x, y) for x, y in outline), (stack[0], stack[1]), (opposing[0], opposing[1]), (marker[0], marker[1]))


def _box_of(rect: list[int], slots: dict[str, list[int]], centre: list[int], printed: bool, rows: int) -> BoxLayout:
    x, y, width, height = rect
    return BoxLayout((x, y, width, height), {name: (at[0], at[1]) for name, at in slots.items()}, (centre[0], centre[1]), printed, rows)

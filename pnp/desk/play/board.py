"""The board as a page shows it: the map's picture, the faces of counters, and where each place lies, in CSS pixels."""

from __future__ import annotations

import multiprocessing
import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

from pnp.desk.rooms import ServedFile
from pnp.draw import svg
from pnp.generators.maps.sheet import plan_key, plan_sheet
from pnp.maps.graph import map_graph
from pnp.maps.hex_grid import hex_field
from pnp.maps.parts import MapPlan
from pnp.model.counters import FaceKind
from pnp.model.game import Game
from pnp.output import content_hash
from pnp.press.geometry import plan_of
from pnp.press.plain import from_plain, to_plain
from pnp.press.store import Store
from pnp.press.versions import engine_hash, geometry_hash
from pnp.press.workshop import Workshop
from pnp.referee.wording import names_of
from pnp.sources import load_game
from pnp.translate import localised
from pnp.vassal.board.picture import board_image
from pnp.vassal.layout import BoardLayout, board_layout
from pnp.web.board_view import BoardView

DPI = 96.0
"""A pixel of CSS."""
SCALES = (1.0, 2.0)
"""ServedFiles of the board: pixels for each of CSS. The second is for looking closely."""
MOST_PIXELS = 24_000_000
"""Of one picture: a browser keeps four bytes for each."""
LIMIT_S = 600.0
"""A map that takes longer to draw is given up."""
HIDDEN_BACK = "face-down"
MAP = "desk-board"
"""What the store calls such a picture."""


class ShownBoard:
    """The board of one game and its pictures, made when they are first asked for.

    store  where slow drawings are kept between runs
    """

    def __init__(self, game: Game, store: Store) -> None:
        self.game, self._store = game, store
        self._secret = secrets.token_hex(16)  # the name of a picture tells nothing about what is on it
        self._makers: dict[str, Callable[[], ServedFile | None]] = {}
        self._pictures: dict[str, ServedFile] = {}
        self._locks: dict[str, Lock] = {}

    @cached_property
    def view(self) -> BoardView:
        """Where everything lies. Hexes lie where the grid says, so their map needs no fitted names here."""
        plan = self._draft if self.game.map.hexes else self._plan
        return BoardView(self.game, plan, board_layout(self.game, plan, DPI), lambda: b"")

    @cached_property
    def _draft(self) -> MapPlan:
        """Boxes and tracks of a hex map; its ground is only drawn, elsewhere."""
        key = content_hash(geometry_hash(), plan_key(self.game))

        def make() -> bytes:
            return to_plain(replace(plan_sheet(self.game, draft=True), hexes=None))

        return from_plain(MapPlan, self._store.bytes_for("desk-draft", key, make))

    @cached_property
    def _plan(self) -> MapPlan:
        return plan_of(Workshop(self.game, self._store), self.game)

    def picture(self, name: str) -> ServedFile | None:
        """The picture with a name that a message gave; drawn once, while others are served. None for no such name."""
        if name in self._makers and name not in self._pictures:
            with self._locks.setdefault(name, Lock()):
                if name not in self._pictures and (made := self._makers[name]()) is not None:
                    self._pictures[name] = made
        return self._pictures.get(name)

    # Faces --------------------------------------------------------------------------------------------------

    def face(self, unit: str, face: FaceKind) -> str:
        """The name of a counter's picture."""
        return self._named(("face", unit, face), lambda: self._drawn(unit, face))

    def hidden_face(self, side: str) -> str:
        """The name of the back that all hidden units of a side show; "" where their backs differ, and would tell."""
        return self._hidden_faces.get(side, "")

    @cached_property
    def _hidden_faces(self) -> dict[str, str]:
        names: dict[str, str] = {}
        for side in self.game.info.sides:
            firsts = {c.group.id: c.id for c in self.game.all_counters()
                      if c.side == side.id and c.group.back == HIDDEN_BACK}  # fmt: skip
            backs = {svg.render(self.view.counter_scene(unit, "back")): unit for unit in firsts.values()}
            if len(backs) == 1:
                unit = next(iter(backs.values()))
                names[side.id] = self._named(("hidden", side.id), lambda unit=unit: self._drawn(unit, "back"))  # type: ignore[misc]
        return names

    def _drawn(self, unit: str, face: FaceKind) -> ServedFile:
        scene = self.view.counter_scene(unit, face)
        return ServedFile("image/svg+xml", svg.render(scene, outline_text=True))

    def _named(self, what: tuple[object, ...], make: Callable[[], ServedFile | None]) -> str:
        name = content_hash(self._secret, repr(what))
        self._makers.setdefault(name, make)
        return name

    # The map ------------------------------------------------------------------------------------------------

    def message(self) -> dict[str, Any]:
        """The board as a page is told it once: its size and pictures, and every place with its outline."""
        layout = self.view.layout
        width, height = layout.size
        names = names_of(self.game)
        scales = [scale for scale in SCALES if scale == SCALES[0] or width * height * scale**2 <= MOST_PIXELS]
        return {
            "kind": "board", "w": width, "h": height, "counter": layout.px(self.view.picture_mm),
            "turned": self.view.turn_deg,
            "pictures": [{"scale": scale, "name": self._map_picture(scale)} for scale in scales],
            "places": [{**place, "name": names.get(place["id"], place["id"])}
                       for place in (*self._spaces(layout), *self._boxes(layout))],
            "sides": [{"id": side.id, "name": side.name, **self._colours(side.id)} for side in self.game.info.sides],
        }  # fmt: skip

    def _colours(self, side: str) -> dict[str, str]:
        style = self.game.style.sides.get(side)
        return {"ground": style.ground, "ink": style.ink} if style else {"ground": "#5a544c", "ink": "#ffffff"}

    def _map_picture(self, scale: float) -> str:
        return self._named(("map", scale), lambda: self._drawn_map(scale))

    def _drawn_map(self, scale: float) -> ServedFile | None:
        """The map, drawn in a process of its own: it takes seconds in which this one has others to answer.

        None where that fails, as when the sources have errors by now.
        """
        key = map_key(self.game, scale)
        data = self._store.read(MAP, key)
        if data is None:
            job = (self.game.folder, self.game.language, self._store.folder, scale)
            drawing = multiprocessing.get_context("spawn").Process(target=draw_map, args=job, daemon=True)
            drawing.start()
            drawing.join(LIMIT_S)
            drawing.kill()
            drawing.join()
            data = self._store.read(MAP, key)
        return ServedFile("image/png", data) if data is not None else None

    def _spaces(self, layout: BoardLayout) -> list[dict[str, Any]]:
        graph = map_graph(self.game.map)
        near: dict[str, list[str]] = {str(space): [] for space in layout.spaces}
        for one, other in (sorted(pair) for pair in graph.links):
            near[one].append(other)
            near[other].append(one)
        outlines = self._outlines(layout)
        return [
            {"id": name, "x": space.stack[0], "y": space.stack[1], "outline": outlines[name], "near": near[name]}
            for name, space in layout.spaces.items()
        ]

    def _outlines(self, layout: BoardLayout) -> dict[str, list[list[int]]]:
        hexes = self.game.map.hexes
        if hexes is None:
            return {name: [list(point) for point in space.outline] for name, space in layout.spaces.items()}
        field = hex_field(hexes)
        return {
            name: [[layout.px(x), layout.px(y)] for x, y in field.corners(index)]
            for index, name in enumerate(field.ids)
        }

    def _boxes(self, layout: BoardLayout) -> list[dict[str, Any]]:
        cells = {name: cell for track in layout.tracks.values() for name, cell in track.items()}
        return [
            {"id": name, "x": box.centre[0], "y": box.centre[1], "near": [], "box": True,
             "outline": [list(point) for point in box.outline]}
            for name, box in {**cells, **layout.boxes}.items() if not layout.display_of(name)
        ]  # fmt: skip


def map_key(game: Game, scale: float) -> str:
    """All that the picture of a map is made of."""
    return content_hash(plan_key(game), engine_hash(), str(scale))


def draw_map(folder: Path, lang: str, cache: Path, scale: float) -> None:
    """Draw the board of the game in a folder, for a store."""
    game = localised(load_game(folder), lang)
    store = Store(cache)
    plan = plan_of(Workshop(game, store), game)
    store.write(MAP, map_key(game, scale), board_image(game, plan, board_layout(game, plan, DPI * scale)))

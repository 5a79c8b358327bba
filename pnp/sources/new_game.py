"""The smallest complete game, as a folder of sources for its author to change: it checks clean, prints and plays.

The words and rules stand in `templates/new`; here the ground is made up: hexes, areas or points, the towns and where
units start. The same arguments give the same files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pnp.errors import PnpError
from pnp.model.pictures import PICTURE_ENDINGS
from pnp.sources.assets import data_dir
from pnp.sources.find import SHEETS, series_folder, shown_path
from pnp.sources.reader import read_file

Kind = Literal["hexes", "areas", "points"]

WORDS = {"hexes": ("hex", "hexes"), "areas": ("area", "areas"), "points": ("place", "places")}
MOST_HEXES = 60
"""Columns or rows of hexes at most: a first sketch of more is better drafted from geography."""
CELL_MM = 52.0
"""Size of an area, and from point to point."""
TINT_STEP_MM = 22.0
"""Between two points of the outline of a ground."""

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


_Cell = tuple[int, int]
"""Column and row, from 0."""


@dataclass
class _Ground:
    """What the template of the map shows besides its kind.

    homes   side number -> its own town
    starts  side number -> the places where its units start, two in each
    """

    spaces: list[dict[str, Any]]
    homes: list[str]
    starts: list[list[str]]
    rows: list[str] = field(default_factory=list)
    river: str = ""
    junctions: dict[str, tuple[float, float]] = field(default_factory=dict)
    borders: list[dict[str, list[str]]] = field(default_factory=list)
    tints: list[str] = field(default_factory=list)
    routes: list[tuple[str, str]] = field(default_factory=list)
    frame: tuple[float, float, float, float] | None = None


def new_game(
    game_id: str, kind: Kind = "hexes", across: int = 14, down: int = 10, sides: int = 2, *, cards: bool = False,
    schemas: str = "output/schema",
) -> dict[str, str]:  # fmt: skip
    """The files of a new game by their names in its folder.

    across, down  hexes, or areas or points, in a row and in a column
    cards         with a deck of cards, by which the sides take turns
    schemas       the folder with the schemas, seen from that of the game
    Raises PnpError for an id that is none, and for numbers that make no map.
    """
    _refuse_odd(game_id)
    stuff = _stuff()
    if not 2 <= sides <= len(stuff["sides"]):
        raise PnpError(f"a new game has 2 to {len(stuff['sides'])} sides, not {sides}")
    ground = {"hexes": _hexes, "areas": _areas, "points": _points}[kind](across, down, sides, stuff["names"])
    chosen = [{"id": name.lower(), "name": name, "bold": f"**{name}**"} for name in stuff["sides"][:sides]]
    held = {home: side["id"] for home, side in zip(ground.homes, chosen, strict=True)}
    start: dict[str, list[str]] = {}
    for side, places in zip(chosen, ground.starts, strict=True):
        units = [f"{side['id']}-infantry-{n}" for n in range(1, stuff["infantry"] + 1)]
        units += [f"{side['id']}-cavalry-{n}" for n in range(1, stuff["cavalry"] + 1)]
        for number, unit in enumerate(units):
            start.setdefault(places[number % len(places)], []).append(unit)
    place, places_ = WORDS[kind]
    values = {
        **vars(ground), **stuff, "id": game_id, "title": game_id.replace("-", " ").title(), "kind": kind,
        "sides": chosen, "held": held, "start": start, "place": place, "places": places_, "schema": schemas,
        "cards": cards, "a_place": f"an {place}" if place[0] in "aeiou" else f"a {place}",
        "towns": [space["id"] for space in ground.spaces if space["points"]],
        "most": len([space for space in ground.spaces if space["points"]]) // 2 + 1,
    }  # fmt: skip
    return dict(_rendered(values))


def _refuse_odd(game_id: str) -> None:
    if not _ID.fullmatch(game_id):
        raise PnpError(f"{game_id!r} is no id: lower-case letters, digits and hyphens, such as my-game")


def _stuff() -> dict[str, Any]:
    """What new games are made of: names of sides and places, numbers of units and turns."""
    path = data_dir("templates") / "new_game.yaml"
    return dict(read_file(path, shown_path(path)).data)


def _rendered(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    folder = data_dir("templates") / "new"
    environment = Environment(loader=FileSystemLoader(folder), undefined=StrictUndefined, keep_trailing_newline=True)
    for path in sorted(folder.rglob("*.yaml")):
        name = path.relative_to(folder).as_posix()
        if name == "cards.yaml" and not values["cards"]:
            continue
        yield name, environment.get_template(name).render(values)


COPIED = (".yaml", ".po", *SHEETS, *PICTURE_ENDINGS, ".ttf")
"""Endings of the files that belong to a game."""


def copied_game(source: Path, game_id: str) -> dict[str, bytes]:
    """The files of the game in the folder `source`, pictures and fonts too, under a new id.

    Raises PnpError for an id that is none, and for a game of a series, half of which lies elsewhere.
    """
    if series := series_folder(source):
        raise PnpError(f"{source.name} shares the sources of {series.name}: copy both folders, and change the id")
    _refuse_odd(game_id)
    files = {
        path.relative_to(source).as_posix(): path.read_bytes()
        for path in sorted(source.rglob("*")) if path.is_file() and path.suffix in COPIED
    }  # fmt: skip
    files["game.yaml"] = re.sub(rb"(?m)^(\xef\xbb\xbf)?id: .*$", f"id: {game_id}".encode(), files["game.yaml"], count=1)
    return files


# Ground -------------------------------------------------------------------------------------------------------------


def _edges(across: int, down: int, sides: int) -> list[_Cell]:
    """A cell at the middle of an edge for each side: above, below, left, right."""
    middle, centre = across // 2, down // 2
    return [(middle, 0), (middle, down - 1), (0, centre), (across - 1, centre)][:sides]


def _near(cells: Iterable[_Cell], home: _Cell, count: int, taken: set[_Cell]) -> list[_Cell]:
    """The `count` cells nearest to `home`, itself first, that are free yet; they are taken then."""
    free = sorted((c for c in cells if c not in taken), key=lambda c: (abs(c[0] - home[0]) + abs(c[1] - home[1]), c))
    taken.update(free[:count])
    return free[:count]


def _hexes(across: int, down: int, sides: int, names: Sequence[str]) -> _Ground:
    """A field of hexes with woods, hills, a river across the middle and a town for each side and between them."""
    if not (6 <= across <= MOST_HEXES and 6 <= down <= MOST_HEXES):
        raise PnpError(f"a new map has 6 to {MOST_HEXES} hexes across and down, not {across} by {down}")
    dice = Random(f"{across}x{down}")
    codes = {(column, row): "." for row in range(down) for column in range(across)}
    for code, share in (("w", 0.05), ("h", 0.04)):
        for _ in range(max(1, round(share * across * down))):
            column, row = dice.randrange(across), dice.randrange(down)
            for dc, dr in ((0, 0), (1, 0), (0, 1))[: dice.randint(1, 3)]:
                if (column + dc, row + dr) in codes:
                    codes[column + dc, row + dr] = code
    name = "{:02}{:02}".format
    homes = _edges(across, down, sides)
    towns = [*homes, (across // 4, down // 2 - 1), (across // 2, down // 2), (across - 1 - across // 4, down // 2 - 1)]
    towns = list(dict.fromkeys(towns))
    for cell in towns:
        codes[cell] = "."
    taken: set[_Cell] = set()
    starts = [[name(c + 1, r + 1) for c, r in _near(codes, home, 3, taken)] for home in homes]
    spaces = [
        {"id": f'"{name(c + 1, r + 1)}"', "name": town, "points": 1, "at": None, "neighbours": []}
        for (c, r), town in zip(towns, names, strict=False)
    ]  # fmt: skip
    rows = ["".join(codes[column, row] for column in range(across)) for row in range(down)]
    return _Ground(spaces, [name(c + 1, r + 1) for c, r in homes], starts, rows, _river(across, down))


def _river(across: int, down: int) -> str:
    """The hexsides between two rows of a pointy field, from edge to edge."""
    upper, lower = down // 2, down // 2 + 1   # printed numbers, from 1
    shifted = upper % 2 == 0   # the upper row lies half a hex to the right
    name = "{:02}{:02}".format
    sides = []
    for column in range(1, across + 1):
        pair = (column, column + 1) if shifted else (column - 1, column)
        sides += [f"{name(column, upper)}/{name(other, lower)}" for other in pair if 1 <= other <= across]
    return " ".join(sides)


def _lattice(across: int, down: int, called: Sequence[str]) -> tuple[list[_Cell], dict[_Cell, str]]:
    if not (across >= 3 and down >= 3 and across * down <= len(called)):
        raise PnpError(
            f"{across} by {down} are {across * down}: a new map of areas or points has 3 or more each way, and at most "
            f"{len(called)} in all; write more in map.yaml"
        )
    cells = [(column, row) for row in range(down) for column in range(across)]
    names = dict(zip(cells, called, strict=False))
    return cells, names


def _peopled(
    names: Mapping[_Cell, str], across: int, down: int, sides: int, near: Mapping[_Cell, Sequence[_Cell]]
) -> _Ground:
    """Spaces with their neighbours, a town for each side and one for every third of the others."""
    homes = _edges(across, down, sides)
    taken: set[_Cell] = set()
    starts = [[names[cell].lower() for cell in _near(names, home, 3, taken)] for home in homes]
    spaces = [
        {
            "id": names[cell].lower(), "name": names[cell], "at": None,
            "points": int(cell in homes or (cell not in taken and sum(cell) % 2 == 0)),
            "neighbours": sorted(names[other].lower() for other in near[cell]),
        }
        for cell in names
    ]  # fmt: skip
    return _Ground(spaces, [names[home].lower() for home in homes], starts)


def _points(across: int, down: int, sides: int, called: Sequence[str]) -> _Ground:
    """Points in rows, joined by roads."""
    cells, names = _lattice(across, down, called)
    dice = Random(f"{across}x{down}")
    near: dict[_Cell, list[_Cell]] = {cell: [] for cell in cells}
    pairs = []
    for column, row in cells:
        for other in ((column + 1, row), (column, row + 1)):
            if other in near:
                near[column, row].append(other)
                near[other].append((column, row))
                pairs.append((names[column, row].lower(), names[other].lower()))
    ground = _peopled(names, across, down, sides, dict.fromkeys(cells, ()))
    for space, (column, row) in zip(ground.spaces, cells, strict=True):
        wobble = (dice.uniform(-7, 7), dice.uniform(-5, 5))
        space["at"] = (round(36 + column * CELL_MM + wobble[0], 1), round(36 + row * CELL_MM + wobble[1], 1))
    ground.routes = pairs
    ground.frame = (9.0, 9.0, round(across * CELL_MM + 4, 1), round(down * CELL_MM + 4, 1))
    ground.tints = [_lowland(ground.frame, share, dice) for share in (0.36, 0.7)]
    return ground


def _lowland(frame: tuple[float, float, float, float], share: float, dice: Random) -> str:
    """The outline of what lies below a waving line across the map, at `share` of its height.

    It goes so far beyond the frame that its corners, which are rounded, don't show.
    """
    left, top, width, height = frame
    left, width, foot = left - 2 * TINT_STEP_MM, width + 4 * TINT_STEP_MM, top + height + 4 * TINT_STEP_MM
    steps = round(width / TINT_STEP_MM)
    edge = [
        (left + width * k / steps, top + height * (share + 0.14 * (k / steps - 0.5)) + dice.uniform(-9, 9))
        for k in range(steps + 1)
    ]
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in (*edge, (left + width, foot), (left, foot)))


def _areas(across: int, down: int, sides: int, called: Sequence[str]) -> _Ground:
    """Areas like bricks, so that never more than three meet in a point."""
    cells, names = _lattice(across, down, called)
    dice = Random(f"{across}x{down}")
    left, top, width, height = frame = (9.0, 9.0, round((across + 0.5) * CELL_MM, 1), round(down * CELL_MM * 0.9, 1))
    tall = height / down

    def cut(column: int, row: int) -> float:
        """Where area `column` of a row begins; the rows are shifted by half an area in turn."""
        if 0 < column < across:
            return left + (column + 0.5 * (row % 2)) * CELL_MM
        return left if column == 0 else left + width

    junctions: dict[str, tuple[float, float]] = {}
    ends: dict[tuple[int, float], str] = {}

    def junction(line: int, x: float) -> str:
        """The junction on the line below row `line` - 1 at `x`."""
        if (line, x) not in ends:
            dx, dy = dice.uniform(-4, 4), dice.uniform(-4, 4)
            on_edge = x in (left, left + width)   # those of the frame stay on it
            ends[line, x] = name = f"j{line}-{len(ends) + 1}"
            y = top + line * tall
            junctions[name] = (x if on_edge else round(x + dx, 1), round(y + dy if 0 < line < down else y, 1))
        return ends[line, x]

    borders: list[dict[str, list[str]]] = []
    near: dict[_Cell, list[_Cell]] = {cell: [] for cell in cells}

    def border(one: _Cell, other: _Cell, first: str, last: str) -> None:
        near[one].append(other)
        near[other].append(one)
        borders.append({"between": [names[one].lower(), names[other].lower()], "ends": [first, last]})

    for column, row in cells:
        if column:
            x = cut(column, row)
            border((column - 1, row), (column, row), junction(row, x), junction(row + 1, x))
        for below in range(across) if row + 1 < down else ():
            start = max(cut(column, row), cut(below, row + 1))
            end = min(cut(column + 1, row), cut(below + 1, row + 1))
            if end - start > 1.0:
                border((column, row), (below, row + 1), junction(row + 1, start), junction(row + 1, end))
    ground = _peopled(names, across, down, sides, near)
    ground.junctions, ground.borders, ground.frame = junctions, borders, frame
    return ground


def schema_path(folder: Path) -> str:
    """Where `pnp schema --out output/schema` in the working folder writes, seen from the game's folder."""
    return Path(os.path.relpath("output/schema", folder)).as_posix()

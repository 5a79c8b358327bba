"""The draft of a game: what an import has found, and the files that its author goes on with.

Every import fills a `GameDraft`; `draft_files` turns it into the smallest sources that check, print and go to VASSAL.
What had to be guessed or left out stands in `notes`, which become the file IMPORT.md.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import yaml

from pnp.draw.text import missing_glyphs
from pnp.generators.counters.layout import REFERENCE_MM
from pnp.maps.hex_grid import hex_field
from pnp.model.hexes import HexMap
from pnp.sources.new_game import schema_path
from pnp.sources.reader import MAX_BYTES

MAX_NAME = 60
"""Letters of a name; longer ones are cut, and the whole name is noted."""
NOT_USED = "not-used-at-the-start"
MAX_NOTE, MAX_NOTES = 20_000, 2_000
"""Letters of a note; how many there are at most, of which the last says that there were more."""
MAX_SPACES = 400
"""Points of a map: more are no map, but the cells of something else."""
LABEL_WORDS, LABEL_LETTERS = 3, 11
"""Of a marker: how many words of how many letters it has room for."""
MARGIN_MM, FRAME_MM = 40.0, 9.0
COUNTER_SHARE, LEAST_COUNTER_MM = 0.9, 10.0
"""Of the width of a hex, for the edge of a counter; and the least edge."""
MOST_MM = 1500.0
"""The side of a sheet."""
REPORT = "IMPORT.md"

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_MARKUP = re.compile(r"[{}\[\]*_@|\\]+")
"""What means something in the texts of a game."""
_NO_ID = re.compile(r"[^a-z0-9]+")


def marker_label(name: str) -> dict[str, str]:
    """The `label` of a marker called `name`: none where the words are too many or too long for a counter."""
    words = name.split()
    return {"label": name} if len(words) <= LABEL_WORDS and max(map(len, words), default=0) <= LABEL_LETTERS else {}


class Ids:
    """Ids made of names, each given once."""

    def __init__(self, *taken: str) -> None:
        self.taken = set(taken)

    def of(self, name: str, other: str = "unnamed") -> str:
        """An id that is like `name`, or like `other` where nothing of the name can stand in one."""
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower().replace("'", "")
        stem = _NO_ID.sub("-", plain).strip("-")[:40].strip("-") or other
        stem = stem if stem[0].isalpha() else f"{other}-{stem}"
        found, number = stem, 1
        while found in self.taken:
            number += 1
            found = f"{stem}-{number}"
        self.taken.add(found)
        return found


@dataclass
class GameDraft:
    """What an import has found.

    sides, types   (id, name) of each
    spaces         of a map of points: id, name, stack_at in mm from some corner; of hexes: those with a name
    routes         pairs of spaces that are joined; none = the nearest neighbours are
    hexes          the `hexes` of map.yaml; None for a map of points
    board          picture of the whole map, its width and height in mm; spaces are in mm from its top left corner
    groups         of counters.yaml
    art            path in the folder -> content
    notes          what was guessed or left out; `said` holds the same, to find out what was noted before
    """

    id: str
    title: str
    came_from: str
    sides: list[tuple[str, str]] = field(default_factory=list)
    types: list[tuple[str, str]] = field(default_factory=list)
    spaces: list[dict[str, Any]] = field(default_factory=list)
    routes: list[tuple[str, str]] = field(default_factory=list)
    boxes: list[dict[str, Any]] = field(default_factory=list)
    hexes: dict[str, Any] | None = None
    board: tuple[str, float, float] | None = None
    groups: list[dict[str, Any]] = field(default_factory=list)
    scenarios: list[dict[str, Any]] = field(default_factory=list)
    cards: dict[str, Any] | None = None
    turns: int = 10
    art: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    said: set[str] = field(default_factory=set, repr=False)

    def note(self, text: str) -> None:
        """One more thing that its author has to know; each is said once."""
        line = _CONTROL.sub(" ", text)
        line = line if len(line) <= MAX_NOTE else f"{line[:MAX_NOTE]} … ({len(line)} letters in all)"
        if line not in self.said and len(self.notes) <= MAX_NOTES:
            self.said.add(line)
            self.notes.append(line if len(self.notes) < MAX_NOTES else "there is more: only the first are listed")

    def counters(self) -> dict[str, list[str]]:
        """Group -> the ids of its counters."""
        return {
            g["id"]: [g["id"]] if g.get("numbered") is False else [f"{g['id']}-{n + 1}" for n in range(g["count"])]
            for g in self.groups
        }

    def not_used(self) -> str:
        """The box of pieces that a set-up places nowhere, which is made when it is first asked for."""
        if not any(box["id"] == NOT_USED for box in self.boxes):
            self.boxes.append({"id": NOT_USED, "name": "Not used at the start", "kind": "holding"})
        return NOT_USED

    def name(self, text: str, other: str, most: int = MAX_NAME) -> str:
        """`text` as the name of something: one line of letters that can be printed; `other` where none are left."""
        plain = " ".join(_MARKUP.sub(" ", _CONTROL.sub(" ", text[:2000])).split())
        lacking = missing_glyphs(plain, "sans-regular") + missing_glyphs(plain, "condensed-bold")
        if lacking:
            self.note(f"letters without a shape in the fonts are left out of {plain[:MAX_NAME]!r}")
            plain = "".join(letter for letter in plain if letter not in lacking)
        if len(plain) > most:
            self.note(f"the name {plain!r} is cut to {most} letters")
        return plain[:most].strip() or other


def draft_files(draft: GameDraft, folder: Any) -> dict[str, bytes]:
    """The files of the draft by their names in `folder`; the same draft gives the same bytes."""
    _complete(draft)
    marker = _turn_marker(draft)
    _part_enemies(draft)
    parts = {"game": _game(draft), "map": _map(draft, marker)}
    if draft.hexes and (edge := _counter_mm(draft.hexes["grid"]["flat_mm"])):
        parts["style"] = {"counters": {"size_mm": edge, "sizes_mm": [edge]}}
    if draft.groups:
        parts["counters"] = {"groups": draft.groups}
    if draft.cards:
        parts["cards"] = draft.cards
    parts |= {f"scenarios/{scenario['id']}": scenario for scenario in draft.scenarios}
    files = {f"{name}.yaml": _yaml(name, part, folder) for name, part in parts.items()}
    notes = "".join(f"- {note}\n" for note in draft.notes) or "- nothing\n"
    head = f"# {draft.title}: a draft\n\nDrafted from {draft.came_from}. What was guessed or left out:\n\n"
    shown = {name: data for name, data in draft.art.items() if any(name.encode() in text for text in files.values())}
    return {**files, **shown, REPORT: (head + notes).encode()}


def _counter_mm(flat_mm: float) -> float | None:
    """The edge of counters for hexes that the usual ones would fill; None where those lie well in them."""
    edge = math.floor(COUNTER_SHARE * flat_mm * 10) / 10
    return max(edge, LEAST_COUNTER_MM) if edge < REFERENCE_MM else None


def _complete(draft: GameDraft) -> None:
    """Fill in what every game must have, and say so."""
    ids = Ids(*(name for name, _ in draft.sides))
    while len(draft.sides) < 2:
        name = ("First side", "Second side")[len(draft.sides)]
        draft.sides.append((ids.of(name), name))
        draft.note(f"there were fewer than two sides: {name!r} is made up")
    if draft.hexes is None:
        _lay_out(draft)
        if not draft.routes:
            draft.routes = nearest_routes([(space["id"], *space["stack_at"]) for space in draft.spaces])
            draft.note("nothing tells which places are joined: the routes lead to the nearest neighbours; mend them")
    if not draft.scenarios:
        idle = [unit for ids in draft.counters().values() for unit in ids]
        draft.scenarios.append({
            "id": "standard", "name": "Standard", "text": "Nothing is placed yet.", "turns": draft.turns,
            "position": {"units": {draft.not_used(): idle} if idle else {}},
        })  # fmt: skip


def _turn_marker(draft: GameDraft) -> str:
    """The marker on the turn track, a piece that is called so or one more; "" in a game without counters."""
    if not draft.groups:
        return ""
    found = next((g for g in draft.groups if _is_turn_marker(g)), None)
    if found is None:
        found = {"id": Ids(*(g["id"] for g in draft.groups)).of("turn"), "name": "Game-turn marker", "marker": "clock",
                 "label": "Turn", "count": 1, "numbered": False}  # fmt: skip
        draft.groups.append(found)
        draft.note("a marker for the turn track is added")
    name = str(found["id"])
    for scenario in draft.scenarios:
        position = scenario["position"]
        units = {place: [unit for unit in ids if unit != name] for place, ids in position["units"].items()}
        position["units"] = {place: ids for place, ids in units.items() if ids}
        position |= {"turn": 1, "tracks": {name: 1}}
    return name


def _part_enemies(draft: GameDraft) -> None:
    """Let no space hold units of two sides at the start: those of the second go into the box, and are told."""
    counters = draft.counters()
    sides = {unit: g["side"] for g in draft.groups if "side" in g for unit in counters[g["id"]]}
    spaces = {space["id"] for space in draft.spaces} if draft.hexes is None else None
    boxes = {box["id"] for box in draft.boxes}
    for scenario in draft.scenarios:
        units = scenario["position"]["units"]
        for place in [place for place in units if (place in spaces if spaces is not None else place not in boxes)]:
            first = next((sides[unit] for unit in units[place] if unit in sides), "")
            foreign = [unit for unit in units[place] if sides.get(unit, first) != first]
            if foreign:
                units[place] = [unit for unit in units[place] if unit not in foreign]
                units.setdefault(draft.not_used(), []).extend(foreign)
                draft.note(f"{scenario['name']}: enemies share {place!r}; {', '.join(foreign)} wait in the box")


def _is_turn_marker(group: dict[str, Any]) -> bool:
    return group["count"] == 1 and "side" not in group and bool(re.search(r"\bturn\b", group["name"], re.IGNORECASE))


def _lay_out(draft: GameDraft) -> None:
    """Move and stretch the points so that they lie on a sheet, with at least two of them."""
    ids = Ids(*(space["id"] for space in draft.spaces), *(box["id"] for box in draft.boxes))
    while len(draft.spaces) < 2:
        last = draft.spaces[-1]["stack_at"] if draft.spaces else (0.0, 0.0)
        name = f"Place {len(draft.spaces) + 1}"
        draft.spaces.append({"id": ids.of(name), "name": name, "stack_at": [last[0] + 60.0, last[1]]})
        draft.note(f"a map has two places at least: {name!r} is made up")
    if draft.board:
        _, width, height = draft.board
        for space in draft.spaces:
            x, y = space["stack_at"]
            at = [min(max(x, 1.0), width - 1.0), min(max(y, 1.0), height - 1.0)]
            if at != space["stack_at"]:
                draft.note(f"the place {space['name']!r} lies beside the picture of the board: it is moved to its edge")
            space["stack_at"] = [round(FRAME_MM + value, 1) for value in at]
        return
    xs, ys = ([space["stack_at"][axis] for space in draft.spaces] for axis in (0, 1))
    extent = max(max(xs) - min(xs), max(ys) - min(ys), 1.0)
    scale = min(1.0, (MOST_MM - 2 * MARGIN_MM) / extent)
    if scale < 1.0:
        draft.note(f"the map is drawn smaller, by a factor of {scale:.2f}, to fit a sheet")
    for space in draft.spaces:
        x, y = space["stack_at"]
        space["stack_at"] = [round(MARGIN_MM + (x - min(xs)) * scale, 1), round(MARGIN_MM + (y - min(ys)) * scale, 1)]


def nearest_routes(points: Sequence[tuple[str, float, float]]) -> list[tuple[str, str]]:
    """Pairs that join all points at the least length (a minimum spanning tree, by Prim)."""
    left = dict.fromkeys(range(1, len(points)), (math.inf, 0))
    routes, newest = [], 0
    while left:
        for index, (distance, _) in left.items():
            reach = math.dist(points[newest][1:], points[index][1:])
            if reach < distance:
                left[index] = (reach, newest)
        chosen = min(left, key=lambda index: (left[index][0], index))
        routes.append((points[left.pop(chosen)[1]][0], points[chosen][0]))
        newest = chosen
    return routes


def _game(draft: GameDraft) -> dict[str, Any]:
    types = draft.types or [("unit", "Unit")]
    sides = [{"id": name, "name": shown, "adjective": shown} for name, shown in draft.sides]
    kinds = [{"id": name, "name": shown, "plural": shown, "symbol": "infantry"} for name, shown in types]
    return {
        "id": draft.id, "title": draft.title, "subtitle": "A draft", "sides": sides, "unit_types": kinds,
        "credits": {
            "lines": [{"role": "Drafted from", "names": [draft.came_from]}],
            "statement": f"{draft.title} is a draft, made from what others have made; their rights remain theirs.",
            "map_sources": "The map is a draft.", "licence": "Not to be published.",
        },
    }  # fmt: skip


def _map(draft: GameDraft, marker: str) -> dict[str, Any]:
    turns = [{"id": f"turn-{turn}", "name": "", "numeral": str(turn)} for turn in range(1, draft.turns + 1)]
    track: dict[str, Any] = {"id": "turn", "name": "Turns", "kind": "turn", "spaces": turns}
    if marker and marker != "turn":
        track["markers"] = [marker]
    source: dict[str, Any] = {"id": "main", "title": draft.title, "kind": "hexes" if draft.hexes else "points"}
    if draft.hexes:
        source["hexes"] = draft.hexes
    source["spaces"] = draft.spaces
    if draft.board:
        file, *size = draft.board
        frame = [FRAME_MM, FRAME_MM, *(round(side, 2) for side in size)]
        source |= {"frame_mm": frame, "picture": file}
        if draft.hexes and (cut := _cut_hexes(draft.hexes, frame)):
            draft.hexes["partial"] = " ".join(cut)
    elif not draft.hexes:
        right, low = (max(space["stack_at"][axis] for space in draft.spaces) for axis in (0, 1))
        border = MARGIN_MM - FRAME_MM
        width, height = (round(value + border - FRAME_MM, 1) for value in (right, low))
        source["frame_mm"] = [FRAME_MM, FRAME_MM, width, height]
    if not draft.hexes:
        source["roads"] = [{"id": "way", "name": "Way"}]
        source["routes"] = [{"between": list(pair), "road": "way"} for pair in draft.routes]
    return {**source, "tracks": [track], "boxes": draft.boxes}


def _cut_hexes(hexes: dict[str, Any], frame: Sequence[float]) -> list[str]:
    """The hexes that reach over the frame of the board's picture: boards often end within a hex."""
    lattice = hex_field(HexMap.model_validate(hexes))
    x, y, width, height = frame
    return [
        name for index, name in enumerate(lattice.ids)
        if not all(x <= cx <= x + width and y <= cy <= y + height for cx, cy in lattice.corners(index))
    ]  # fmt: skip


class _Dumper(yaml.SafeDumper):
    """Without anchors, so that each value stands where it is used."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _yaml(name: str, part: dict[str, Any], folder: Any) -> bytes:
    """A part as YAML with its schema in the first line. Raises ValueError when the reader would refuse its size."""
    kind = {"scenarios": "scenario"}.get(name.partition("/")[0], name.partition("/")[0])
    up = "../" if "/" in name else ""
    head = f"# yaml-language-server: $schema={up}{schema_path(folder)}/{kind}.schema.json\n"
    text = yaml.dump(part, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=118, default_flow_style=None)
    data = (head + text).encode()
    if len(data) > MAX_BYTES:
        raise ValueError(f"{name}.yaml would have {len(data):,} bytes; at most {MAX_BYTES:,} are read")
    return data

"""A game as saves for Tabletop Simulator: one for each scenario, with everything in its place.

The format is that of the program's knowledge base, "Save File Format": lengths in units of about an inch, y upwards, a
Custom_Tile of scale 1 is two units wide, and one with `Stretch` fits its picture to a square, so that its two scales
are its width and height. Objects that lie upright for the seat in front have `rotY` 180; `rotZ` 180 is face down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pnp.draw.colour import parse
from pnp.draw.scene import Group, Scene, moved
from pnp.exports.notebook import rules_tabs, scenario_tab
from pnp.exports.pictures import counter_scene, game_pictures, hidden_scene
from pnp.generators.counters.shapes import size_of
from pnp.generators.maps.display import draw_display
from pnp.maps.displays import display_plan
from pnp.maps.parts import MapPlan
from pnp.model.cards import Card, Deck
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.scenario import Scenario
from pnp.units import MM_PER_INCH
from pnp.vassal.board.picture import board_scene
from pnp.vassal.context import FACE_DOWN, LAYERS
from pnp.vassal.layout import BoardLayout, board_layout
from pnp.vassal.saves.setups import Stack, hidden_start, position_stacks

Json = dict[str, Any]

LAYOUT_DPI = 254.0
"""Places are worked out in tenths of a mm."""
TABLE_UNITS = (44.0, 25.0)
"""Room on the largest table for the boards, in units."""
LARGEST_SCALE = 2.0
"""Small games are enlarged at most so far beyond their printed size."""
TILE_UNITS = 2.0
BOARD_GAP_UNITS = 1.0
SURFACE_Y, BOARD_THICKNESS, CHIT_THICKNESS = 0.96, 0.1, 0.1
FIGURE_SIDES = (4, 6, 8, 10, 12, 20)
"""The dice that the program has; others are thrown with the nearest larger one."""
RANDOM_ORDER = 2
"""Of a bag: what is taken out is chosen at random."""
MAX_PX = 4096
"""The longer side of a picture of a board, as the knowledge base advises."""
CHIT_PX = 256
CARD_PX = 409
"""Width of the back of a deck, as that of a face on a sheet of ten."""
SEATS = (
    ("White", 0.0, -20.0, 0.0), ("Red", 0.0, 20.0, 180.0), ("Blue", -30.0, 0.0, 90.0), ("Green", 30.0, 0.0, 270.0),
    ("Yellow", -15.0, -20.0, 0.0), ("Purple", 15.0, 20.0, 180.0), ("Orange", 15.0, -20.0, 0.0),
    ("Pink", -15.0, 20.0, 180.0),
)  # fmt: skip
"""Colour of a seat, the middle of its hand (x and z) and where it looks, around the table that the saves use."""
HAND_Y, HAND_UNITS = 4.81, (11.77, 9.17, 4.87)
"""Height of the zone that hides a hand, and its width, height and depth, as the program makes them."""
DECK_PITCH = 4.0
"""From one deck to the next, in units."""
COLUMNS, ROWS = 10, 7
"""Faces of a sheet at most; the back of a deck serves for what is hidden, so that all seventy may be cards."""


@dataclass(frozen=True)
class Tabletop:
    """The saves of a game.

    saves     scenario -> the save, as plain data
    pictures  file -> what it shows, and at how many dots per inch
    """

    saves: Mapping[str, Json]
    pictures: Mapping[str, tuple[Scene, float]]


@dataclass(frozen=True, slots=True)
class _Board:
    """A board on the table."""

    picture: str
    title: str
    size_mm: tuple[float, float]


def tabletop(game: Game, plan: MapPlan, url_of: Callable[[str], str]) -> Tabletop:
    """The saves of every scenario of `game`, in its language.

    url_of  file of a picture -> the address under which players' machines find it
    """
    layout = board_layout(game, plan, LAYOUT_DPI)
    pictures: dict[str, tuple[Scene, float]] = {}
    boards = dict(_boards(game, plan, layout, pictures))
    decks = tuple((deck, sheets) for deck, _, sheets in _pictured_decks(game, plan, pictures))
    table = _Table(game, layout, boards, _Chits(game, pictures, url_of), url_of, decks)
    return Tabletop({scenario.id: table.save(scenario) for scenario in game.scenarios.values()}, pictures)


def _boards(
    game: Game, plan: MapPlan, layout: BoardLayout, pictures: dict[str, tuple[Scene, float]]
) -> Iterator[tuple[str, _Board]]:
    """Display ("" = the map) -> its board, the displays to the right of the map."""
    scenes = [("", "board.png", game.info.printed_title, board_scene(game, plan, layout))]
    for display in game.boards:
        drawn = draw_display(game, display, display_plan(game, display), for_screen=True)
        scenes.append((display.id, f"display-{display.id}.png", display.title, drawn))
    for name, file, title, scene in scenes:
        longer = max(scene.width_mm, scene.height_mm) / MM_PER_INCH
        pictures[file] = (scene, MAX_PX / longer)
        yield name, _Board(file, title, (scene.width_mm, scene.height_mm))


def _pictured_decks(
    game: Game, plan: MapPlan, pictures: dict[str, tuple[Scene, float]]
) -> Iterator[tuple[Deck, Scene, tuple[DeckSheet, ...]]]:
    """The decks, their sheets and backs added to `pictures`."""
    for deck, back, sheets in deck_sheets(game, plan):
        pictures[f"deck-{deck.id}-back.png"] = (back, CARD_PX / back.width_mm * MM_PER_INCH)
        for sheet in sheets:
            longer = max(sheet.scene.width_mm, sheet.scene.height_mm) / MM_PER_INCH
            pictures[sheet.file] = (sheet.scene, MAX_PX / longer)
        yield deck, back, sheets


class _Chits:
    """The tiles of counters: those that look the same share their pictures."""

    def __init__(self, game: Game, pictures: dict[str, tuple[Scene, float]], url_of: Callable[[str], str]) -> None:
        self.game, self.pictures, self.url_of = game, pictures, url_of
        self.files: dict[Scene, str] = {}
        pools = (pool for s in game.scenarios.values() for pool in (s.position.pools or {}).values())
        self.drawn = {unit for pool in pools for unit in pool}

    def picture(self, name: str, scene: Scene) -> str:
        """The address of the picture of a face."""
        if scene not in self.files:
            self.files[scene] = f"{name}.png"
            self.pictures[f"{name}.png"] = (scene, CHIT_PX / max(scene.width_mm, scene.height_mm) * MM_PER_INCH)
        return self.url_of(self.files[scene])

    def faces(self, counter: Counter) -> list[tuple[str, str]]:
        """The two addresses of each state: a unit that is drawn at random has its reduced back as a second state."""
        front = self.picture(f"{counter.id}-front", counter_scene(self.game, counter, "front"))
        back = self.picture(f"{counter.id}-back", counter_scene(self.game, counter, "back"))
        if counter.id not in self.drawn:
            return [(front, back)]
        hidden = self.picture(f"{counter.side or 'any'}-hidden", hidden_scene(self.game, counter))
        states = [front, back] if counter.group.back in LAYERS else [front]
        return [(face, hidden) for face in states]


@dataclass(frozen=True)
class _Table:
    """One game on the table; `save` lays out a scenario."""

    game: Game
    layout: BoardLayout
    boards: Mapping[str, _Board]
    chits: _Chits
    url_of: Callable[[str], str]
    decks: tuple[tuple[Deck, tuple[DeckSheet, ...]], ...] = ()

    @property
    def scale(self) -> float:
        """Units to the mm."""
        width = sum(board.size_mm[0] for board in self.boards.values())
        height = max(board.size_mm[1] for board in self.boards.values())
        room = TABLE_UNITS[0] - BOARD_GAP_UNITS * (len(self.boards) - 1)
        return min(LARGEST_SCALE / MM_PER_INCH, room / width, TABLE_UNITS[1] / height)

    def corners(self) -> dict[str, tuple[float, float]]:
        """Display -> where its upper left corner lies: x to the right, z away from the front seat, in units."""
        widths = {name: board.size_mm[0] * self.scale for name, board in self.boards.items()}
        x = -(sum(widths.values()) + BOARD_GAP_UNITS * (len(widths) - 1)) / 2
        top = max(board.size_mm[1] for board in self.boards.values()) * self.scale / 2
        found = {}
        for name, width in widths.items():
            found[name] = (x, top)
            x += width + BOARD_GAP_UNITS
        return found

    @property
    def _front(self) -> float:
        """Where bags and dice lie, before the boards."""
        return -max(board.size_mm[1] for board in self.boards.values()) * self.scale / 2 - 2.0

    def save(self, scenario: Scenario) -> Json:
        """The save of a scenario."""
        stacks = position_stacks(self.game, hidden_start(self.game, scenario), self.layout)
        placed = {unit for stack in stacks for unit in stack.units}
        spare = [counter for counter in self.game.all_counters() if counter.id not in placed]
        objects = [
            *self._board_tiles(), *(item for stack in stacks for item in self._stack(stack)),
            *self._spare_bags(spare), *self._dice(), *self._decks(),
        ]  # fmt: skip
        info = self.game.info
        title = f"{info.printed_title}: {scenario.name}"
        seats = list(zip(SEATS, self._holders(), strict=False))
        sitting = [f"{seat[0]}: {name}" for seat, name in seats]
        note = "\n".join(filter(None, (title, *sitting, info.credits.statement, info.credits.licence)))
        tabs = [scenario_tab(self.game, scenario), *rules_tabs(self.game)]
        return {
            "SaveName": title, "GameMode": info.printed_title, "Date": "", "VersionNumber": "", "Gravity": 0.5,
            "PlayArea": 0.5, "Table": "Table_RPG", "Sky": "Sky_Museum", "Note": note, "Rules": "",
            "Grid": {"Type": 0, "Lines": False, "Snapping": False, "Offset": False, "xSize": 2.0, "ySize": 2.0},
            "TabStates": {str(number): _tab(number, *tab) for number, tab in enumerate(tabs)},
            **({"Hands": _hands([seat for seat, _ in seats])} if seats else {}),
            "ObjectStates": _numbered(objects), "LuaScript": "", "LuaScriptState": "", "XmlUI": "",
        }  # fmt: skip

    def _holders(self) -> list[str]:
        """The names of the sides that hold cards."""
        holding = {side for deck, _ in self.decks for side in deck.hands}
        return [side.name for side in self.game.info.sides if side.id in holding]

    def _board_tiles(self) -> Iterator[Json]:
        for name, (left, top) in self.corners().items():
            board = self.boards[name]
            width, height = (side * self.scale for side in board.size_mm)
            at = (left + width / 2, SURFACE_Y + BOARD_THICKNESS / 2, top - height / 2)
            url = self.url_of(board.picture)
            yield _tile(board.title, at, (width, height), (url, url), BOARD_THICKNESS, Locked=True)

    def _stack(self, stack: Stack) -> Iterator[Json]:
        """The tiles of a stack, bottom first; a pool as a bag from which is drawn at random."""
        counters = {str(counter.id): counter for counter in self.game.all_counters()}
        states = dict(stack.states)
        chits = [self._chit(counters[unit], stack, states.get(unit, ""), n) for n, unit in enumerate(stack.units)]
        if not stack.deck:
            yield from chits
            return
        name = next((box.name for box in self.game.boxes if box.id == stack.place), stack.place)
        yield _bag(name, self._at(stack, 0), chits, Bag={"Order": RANDOM_ORDER})

    def _at(self, stack: Stack, level: int) -> tuple[float, float, float]:
        left, top = self.corners()[self.layout.display_of(stack.place)]
        x, y = (pixels / LAYOUT_DPI * MM_PER_INCH * self.scale for pixels in stack.at)
        height = SURFACE_Y + BOARD_THICKNESS + CHIT_THICKNESS * (level + 0.5)
        return left + x, height, top - y

    def _chit(self, counter: Counter, stack: Stack | None, state: str, level: int) -> Json:
        at = self._at(stack, level) if stack else (0.0, 3.0, 0.0)
        size = [side * self.scale for side in size_of(self.game, counter.group)]
        side = self.game.style.sides.get(counter.group.nationality or counter.side or "")
        rest = {
            "ColorDiffuse": _colour(side.ground if side else "#ffffff"), "GMNotes": counter.id,
            "Tags": [counter.side] if counter.side else [],
            "Description": " ".join(f"{name} {value}" for name, value in counter.factors),
        }  # fmt: skip
        name = " ".join(filter(None, (counter.designation, counter.name)))
        tiles = [_tile(name, at, size, faces, CHIT_THICKNESS, **rest) for faces in self.chits.faces(counter)]
        turned = bool(state) and counter.face(state) == "back"
        shown = tiles.pop(1 if turned and len(tiles) > 1 else 0)
        if tiles:
            shown["States"] = {"1" if turned else "2": tiles[0]}
        if state == FACE_DOWN or (turned and not tiles):
            shown["Transform"]["rotZ"] = 180.0
        if state and counter.face(state) == "turned":
            shown["Transform"]["rotY"] = 0.0
        return shown

    def _spare_bags(self, spare: Sequence[Counter]) -> Iterator[Json]:
        """What a scenario places nowhere, in a bag for each side before the boards."""
        names = {side.id: side.name for side in self.game.info.sides}
        by_side: dict[str, list[Counter]] = {}
        for counter in spare:
            by_side.setdefault(counter.side or "", []).append(counter)
        left, front = min(x for x, _ in self.corners().values()), self._front
        for number, (side, counters) in enumerate(sorted(by_side.items())):
            chits = [self._chit(counter, None, "", 0) for counter in counters]
            yield _bag(names.get(side, self.game.info.printed_title), (left + 1 + 3.0 * number, 1.5, front), chits)

    def _dice(self) -> Iterator[Json]:
        """As many dice of each kind as one throw needs most."""
        most: dict[int, int] = {6: 1}
        for table in self.game.charts.tables:
            if dice := getattr(table, "dice", None):
                sides = next((n for n in FIGURE_SIDES if n >= dice.sides), FIGURE_SIDES[-1])
                most[sides] = max(most.get(sides, 0), dice.count)
        right, front = -min(x for x, _ in self.corners().values()), self._front
        thrown = [sides for sides, count in sorted(most.items()) for _ in range(count)]
        for number, sides in enumerate(thrown):
            yield _object(f"Die_{sides}", "", (right - 1 - 1.5 * number, 2.0, front), (1.0, 1.0, 1.0))


    def _decks(self) -> Iterator[Json]:
        """Each deck as a pile, face down, to the right of the boards; players shuffle and deal."""
        right = -min(x for x, _ in self.corners().values()) + 2.0
        top = max(z for _, z in self.corners().values()) - 2.0
        key = 0
        for number, (deck, sheets) in enumerate(self.decks):
            at = (right, SURFACE_Y + 1.0, top - DECK_PITCH * number)
            custom, cards = {}, []
            for sheet in sheets:
                key += 1
                custom[str(key)] = {
                    "FaceURL": self.url_of(sheet.file), "BackURL": self.url_of(sheet.back), "NumWidth": COLUMNS,
                    "NumHeight": sheet.rows, "BackIsHidden": True, "UniqueBack": False,
                }  # fmt: skip
                for index, card in enumerate(sheet.cards):
                    shown = {"CardID": 100 * key + index, "CustomDeck": {str(key): custom[str(key)]}}
                    cards += [_object("Card", card.title, at, (1.0, 1.0, 1.0), **shown) for _ in card.copies]
            for card in cards:
                card["Transform"]["rotZ"] = 180.0
            if len(cards) == 1:
                yield cards[0]
                continue
            pile = _object(
                "DeckCustom", deck.name, at, (1.0, 1.0, 1.0), DeckIDs=[card["CardID"] for card in cards],
                CustomDeck=custom, ContainedObjects=cards,
            )  # fmt: skip
            pile["Transform"]["rotZ"] = 180.0
            yield pile


def _object(kind: str, nickname: str, at: tuple[float, float, float], scale: Iterable[float], **rest: Any) -> Json:
    position = dict(zip(("posX", "posY", "posZ"), (round(value, 4) for value in at), strict=True))
    scales = dict(zip(("scaleX", "scaleY", "scaleZ"), (round(value, 5) for value in scale), strict=True))
    return {
        "Name": kind, "Nickname": nickname, "Description": "", "GMNotes": "", "Locked": False, "Grid": False,
        "Transform": {**position, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0, **scales}, **rest,
    }  # fmt: skip


def _tile(
    nickname: str, at: tuple[float, float, float], size: Sequence[float], faces: tuple[str, str], thickness: float,
    **rest: Any,
) -> Json:  # fmt: skip
    """A Custom_Tile with its two pictures; `size` is its width and height in units."""
    image = {
        "ImageURL": faces[0], "ImageSecondaryURL": faces[1], "WidthScale": 0.0,
        "CustomTile": {"Type": 0, "Thickness": thickness, "Stackable": False, "Stretch": True},
    }  # fmt: skip
    scale = (size[0] / TILE_UNITS, 1.0, size[1] / TILE_UNITS)
    return _object("Custom_Tile", nickname, at, scale, CustomImage=image, **rest)


def _bag(nickname: str, at: tuple[float, float, float], contents: Sequence[Json], **rest: Any) -> Json:
    return _object("Bag", nickname, at, (1.0, 1.0, 1.0), ContainedObjects=list(contents), **rest)


def _hands(seats: Iterable[tuple[str, float, float, float]]) -> Json:
    """The zones that hide what a player holds from the others."""
    transforms = []
    for colour, x, z, turn in seats:
        sizes = dict(zip(("scaleX", "scaleY", "scaleZ"), HAND_UNITS, strict=True))
        at = {"posX": x, "posY": HAND_Y, "posZ": z, "rotX": 0.0, "rotY": turn, "rotZ": 0.0}
        transforms.append({"Color": colour, "Transform": at | sizes})
    return {"Enable": True, "DisableUnused": False, "Hiding": 0, "HandTransforms": transforms}


def _tab(number: int, title: str, body: str) -> Json:
    grey = {"r": 0.5, "g": 0.5, "b": 0.5}
    return {"id": number, "title": title, "body": body, "color": "Grey", "visibleColor": grey}


def _colour(colour: str) -> Json:
    return dict(zip("rgb", (round(share, 4) for share in parse(colour)), strict=True))


def _numbered(objects: Sequence[Json]) -> list[Json]:
    """Give every object, those in bags and states included, an identifier of its own."""
    waiting, number = list(objects), 0
    while waiting:
        item = waiting.pop()
        number += 1
        item["GUID"] = f"{number:06x}"
        waiting += item.get("ContainedObjects", [])
        waiting += item.get("States", {}).values()
    return list(objects)


@dataclass(frozen=True, slots=True)
class DeckSheet:
    """A sheet of faces.

    file   its picture; `back` that of the deck's back
    rows   how many rows it has, two at least
    cards  in their order, left to right, top row first
    """

    file: str
    back: str
    rows: int
    scene: Scene
    cards: tuple[Card, ...]


def deck_sheets(game: Game, plan: MapPlan) -> Iterator[tuple[Deck, Scene, tuple[DeckSheet, ...]]]:
    """Each deck that has cards, with its back and its sheets."""
    if game.cards is None:
        return
    scenes = {(p.name, p.face): p.scene for p in game_pictures(game, plan, ("cards",))}
    for deck in game.cards.decks:
        cards = tuple(game.cards.cards_of(deck))
        if cards:
            back = scenes[f"deck-{deck.id}", "back"]
            most = COLUMNS * ROWS
            parts = [cards[start : start + most] for start in range(0, len(cards), most)]
            faces = {card.id: scenes[card.id, "front"] for card in cards}
            sheets = (_sheet(deck, part, [faces[c.id] for c in part], number) for number, part in enumerate(parts, 1))
            yield deck, back, tuple(sheets)


def _sheet(deck: Deck, cards: tuple[Card, ...], faces: Sequence[Scene], number: int) -> DeckSheet:
    width, height = faces[0].width_mm, faces[0].height_mm
    rows = max(2, -(-len(cards) // COLUMNS))
    placed = tuple(
        Group(face.children, transform=moved(index % COLUMNS * width, index // COLUMNS * height))
        for index, face in enumerate(faces)
    )
    scene = Scene(COLUMNS * width, rows * height, placed)
    return DeckSheet(f"deck-{deck.id}-{number}.png", f"deck-{deck.id}-back.png", rows, scene, cards)

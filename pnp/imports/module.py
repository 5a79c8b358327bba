"""A VASSAL module of anybody as a draft: pieces with their pictures, places, decks of cards, set-ups."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from pnp.errors import SourceError
from pnp.imports.draft import GameDraft, Ids, marker_label
from pnp.imports.module_places import Places, read_places, windows_of
from pnp.imports.pictures import PictureBox, opened, svg_pixels
from pnp.model.counters import MAX_COUNTERS
from pnp.vassal.format.buildfile import Element
from pnp.vassal.format.encoding import split_fields, whole
from pnp.vassal.format.reader import Module, ModulePiece
from pnp.vassal.format.saved_games import SavedGame, SavedPiece

COUNTER_MM = 15.0
"""A piece of the usual size gets this edge: the scale of the whole draft."""
DEFAULT_PX = 60
MAX_COPIES, MAX_FACTORS, MAX_CARDS = 200, 6, 500
NO_SIDES = re.compile(r"solitaire|observer|referee|moderator|umpire|solo|spectator", re.IGNORECASE)
SIDE_WORDS = ("side", "nation", "owner", "player", "faction", "army", "country", "allegiance", "power")
"""What the property that tells the side of a piece is called, or begins or ends with."""
SYSTEM = re.compile(r"^(old|current|obs|delet|mov|x$|y$|zoom|layer|level|sort|width|height)", re.IGNORECASE)
"""Properties that are no values of a unit."""


def module_draft(module: Module, ident: str) -> GameDraft:
    """The draft of a module; what can't be carried over is noted."""
    draft = GameDraft(ident, module.name or ident, f"the VASSAL module {module.name or ident} {module.version}".strip())
    draft.title = draft.name(module.name, ident)
    draft.came_from = draft.name(draft.came_from, "a VASSAL module")
    for problem in module.problems:
        draft.note(problem.message)
    return _ModuleReading(module, draft).read()


@dataclass
class _Faces:
    """The pictures of a piece by what they show; "" = none."""

    front: str = ""
    back: str = ""


class _ModuleReading:
    """One module on its way into a draft."""

    def __init__(self, module: Module, draft: GameDraft) -> None:
        self.module, self.draft = module, draft
        self.names = set(module.entries)
        self.pictures = PictureBox(draft, lambda name: module.read(self._entry(name)))
        self.boards: set[str] = set()
        """The pictures of boards that the draft takes."""
        self.counters: dict[str, list[str]] = {}
        """Number (gpid) of a slot -> ids of its counters, as many as a set-up needs most."""

    def _entry(self, name: str) -> str:
        """The entry of a picture; old modules leave the ending out."""
        tried = (f"images/{name}", f"images/{name}.gif", f"images/{name}.svg", f"images/{name}.png")
        return next((entry for entry in tried if entry in self.names), f"images/{name}")

    def read(self) -> GameDraft:
        """All that the module holds."""
        self._sides()
        setups = list(self._setups())
        cards = {id(piece) for piece in self._card_slots()}
        slots = [piece for piece in self.module.pieces if id(piece) not in cards]
        self._counters(slots, setups)
        places = self._places(setups)
        for name, saved in setups:
            self._scenario(name, saved, places)
        if not setups:
            self._stacks(places)
        self._cards()
        self.pictures.tell()
        self._told()
        return self.draft

    # Sides ----------------------------------------------------------------------------------------------

    def _sides(self) -> None:
        ids = Ids("each", "initiative", "other", "own", "enemy", "lot", "system")
        for name in dict.fromkeys(self.module.sides):
            if NO_SIDES.search(name):
                continue
            if len(self.draft.sides) < 8:
                self.draft.sides.append((ids.of(name, "side"), self.draft.name(name, "Side")))
            else:
                self.draft.note(f"the side {name!r} is left out: a draft has at most 8")
        self.sides = {name.lower(): side for side, name in self.draft.sides}

    def _side_of(self, piece: ModulePiece, properties: Mapping[str, str]) -> str | None:
        """The side that a property, a prototype, the list that holds the piece or its name tells; None = none."""
        told = [value for key, value in properties.items() if any(word in key.lower() for word in SIDE_WORDS)]
        prototypes = [item.values[0] for item in piece.piece.traits if item.id == "prototype" and item.values]
        for text in (*told, *prototypes, piece.holder, piece.name):
            words = re.findall(r"\w+", text.lower())
            for name, side in self.sides.items():
                if text.lower() == name or set(re.findall(r"\w+", name)) <= set(words):
                    return side
        return None

    # Pieces ---------------------------------------------------------------------------------------------

    def _card_slots(self) -> list[ModulePiece]:
        """The pieces of card slots, in the order of the module's pieces."""
        numbers = {e.attributes.get("gpid") for e in self.module.root.walk() if e.name == "CardSlot"}
        return [piece for piece in self.module.pieces if piece.gpid and piece.gpid in numbers]

    def _counters(self, slots: Sequence[ModulePiece], setups: Sequence[tuple[str, SavedGame]]) -> None:
        """A group for each slot, of as many counters as a set-up has copies of it."""
        copies: Counter[str] = Counter()
        for _, saved in setups:
            for number, count in Counter(_gpid(item) for item in saved.objects if item.piece).items():
                copies[number] = max(copies[number], count)
        ids, types, total = Ids(), Ids(), 0
        kinds: dict[str, str] = {}
        for piece in slots:
            count = max(1, min(copies[piece.gpid], MAX_COPIES))
            if copies[piece.gpid] > MAX_COPIES:
                self.draft.note(f"of {piece.name!r} there are {copies[piece.gpid]} in a set-up; {MAX_COPIES} are taken")
            if total + count > MAX_COUNTERS:
                self.draft.note(f"more than {MAX_COUNTERS} pieces: the last are left out")
                return
            total += count
            group = self._group(piece, count, ids)
            if "side" in group:
                kind = piece.holder or "Unit"
                if kind not in kinds:
                    kinds[kind] = types.of(kind, "unit")
                    self.draft.types.append((kinds[kind], self.draft.name(kind, "Unit")))
                group["type"] = kinds[kind]
            self.draft.groups.append(group)
            name = group["id"]
            self.counters[piece.gpid] = [f"{name}-{n}" for n in range(1, count + 1)] if count > 1 else [name]

    def _group(self, piece: ModulePiece, count: int, ids: Ids) -> dict[str, Any]:
        properties = piece.properties()
        faces = self._faces(piece)
        side = self._side_of(piece, properties)
        name = self.draft.name(piece.name or piece.piece.name, "Piece")
        group: dict[str, Any] = {"id": ids.of(piece.name or piece.piece.name, "piece"), "name": name, "count": count}
        if count == 1:
            group["numbered"] = False
        factors = _factors(properties) if side else {}
        group |= {"side": side} if side else {"marker": "star"}
        if factors:
            group["factors"] = factors
        if faces.front:
            group["face"] = faces.front
            if faces.back and faces.back != faces.front:
                group["back_face"] = faces.back
        elif not side:
            group |= marker_label(name)
        return group

    def _faces(self, piece: ModulePiece) -> _Faces:
        """Front and back of a piece: its basic picture, those of its layers, its mask."""
        basic, layers, masks = "", [], []
        for item in reversed(piece.traits):
            if item.id == "piece" and item.spec:
                basic = basic or item.get("image")
            elif item.id == "emb2":
                layers.append([name for name in split_fields(item.get("images"), ",") if name])
            elif item.id == "obs" and item.spec:
                masks.append(item.get("image"))
            elif item.id == "emb":
                self.draft.note("layers of the old form (before VASSAL 3.0) are not read")
        shown = [names for names in layers if names]
        fronts = [basic, *(names[0] for names in shown)]
        front = next((path for name in fronts if (path := self._picture(name))), "")
        backs = [names[1 if not basic or len(names) > 1 else 0] for names in shown if basic or len(names) > 1]
        back = next((path for name in (*backs, *masks) if (path := self._picture(name)) and path != front), "")
        if len(shown) + bool(basic) > 1:
            self.draft.note("pieces put together from several layers show one picture in front and one behind: compare "
                            "them with the module")  # fmt: skip
        return _Faces(front, back)

    def _picture(self, name: str) -> str:
        return self.pictures.path(name) if name and "$" not in name and not name.startswith("/") else ""

    # Places ---------------------------------------------------------------------------------------------

    def _places(self, setups: Sequence[tuple[str, SavedGame]]) -> Places:
        root = self.module.root
        lying = Counter(item.map for _, saved in setups for item in saved.objects if item.piece)
        windows = dict(windows_of(root))
        main = max(
            windows, default="",
            key=lambda name: (len(windows[name].find_all("HexGrid")) > 0, lying[name] + len(windows[name].find_all(
                "Region")) + len(windows[name].find_all("Zone")), windows[name].name == "Map"),
        )  # fmt: skip
        boards = {board.attributes.get("name", ""): self._size(board) for board in root.find_all("Board")}
        widths = [size[0] for size in self.pictures.sizes.values() if size[0] > 8]
        mm = COUNTER_MM / (median(widths) if widths else DEFAULT_PX)
        places = read_places(self.draft, root, main, boards, mm, self._board_picture)
        for board in root.find_all("Board"):
            image, name = board.attributes.get("image", ""), board.attributes.get("name", "")
            if image and image not in self.boards:
                self.draft.note(f"the picture {image!r} of the board {name!r} is not taken")
        return places

    def _board_picture(self, board: Element) -> str:
        """The picture of the board that becomes the map; "" when there is none that can be taken."""
        image = board.attributes.get("image", "")
        path = self.pictures.path(image) if image and not image.startswith("/") else ""
        if path:
            self.boards.add(image)
            self.draft.note(f"the map is the picture {image!r} of the module's board: without `picture` in map.yaml it "
                            "is drawn")  # fmt: skip
        return path

    def _size(self, board: Element) -> tuple[int, int]:
        """Width and height of a board in pixels: those of its picture, else its own."""
        told = (whole(board.attributes.get("width", "")) or 0, whole(board.attributes.get("height", "")) or 0)
        name = board.attributes.get("image", "")
        if not name:
            return told
        try:
            if name.lower().endswith(".svg"):
                return svg_pixels(self.module.read(self._entry(name)), told)
            width, height = opened(self.module.read(self._entry(name))).size
            return width, height
        except (KeyError, OSError, SyntaxError, ValueError, SourceError):  # drawn anew: its size alone is wanted
            self.draft.note(f"the picture {name!r} of a board can't be read")
            return told

    # Set-ups --------------------------------------------------------------------------------------------

    def _setups(self) -> Iterator[tuple[str, SavedGame]]:
        """Name and content of each set-up that the module offers; of all that are in it where it offers none."""
        offered = {
            e.attributes.get("file", ""): e.attributes.get("name", "")
            for e in self.module.root.find_all("PredefinedSetup")
        }
        files = [name for name in offered if name in self.module.setups] or list(self.module.setups)
        for name in offered:
            if name and name not in self.module.setups:
                self.draft.note(f"the set-up {offered[name]!r} has no file that can be read")
        for name in files[:40]:
            yield offered.get(name) or name.rpartition(".")[0], self.module.setups[name]

    def _scenario(self, name: str, saved: SavedGame, places: Places) -> None:
        """Where the pieces of a set-up lie, as a scenario."""
        units: dict[str, list[str]] = {}
        free = {number: list(ids) for number, ids in self.counters.items()}
        decks = {member: item for item in saved.objects if item.kind == "deck" for member in item.members}
        stacked = {member: item for item in saved.objects if item.kind == "stack" for member in item.members}
        nowhere, strange = 0, 0
        for item in saved.objects:
            if item.piece is None:
                continue
            ids = free.get(_gpid(item))
            if not ids:
                strange += 1
                continue
            holder = decks.get(item.id) or stacked.get(item.id) or item
            place = places.at(holder.map, holder.at)
            if not place:
                nowhere += 1
                continue
            units.setdefault(place, []).append(ids.pop(0))
        for what, count in (("of no slot of the module, such as cards", strange), ("on no board", nowhere)):
            if count:
                self.draft.note(f"set-up {name!r}: {count} pieces {what} are left out")
        if idle := [unit for ids in free.values() for unit in ids]:
            units.setdefault(self.draft.not_used(), []).extend(idle)
        taken = Ids(*(scenario["id"] for scenario in self.draft.scenarios))
        position: dict[str, Any] = {"units": {place: ids for place, ids in units.items()}}
        shown = self.draft.name(name, "Scenario")
        self.draft.scenarios.append({
            "id": taken.of(name, "scenario"), "name": shown, "text": f"{shown}: as the module sets it up.",
            "turns": self.draft.turns, "position": position,
        })  # fmt: skip

    def _stacks(self, places: Places) -> None:
        """The stacks with which a module without set-ups begins, as a scenario."""
        units: dict[str, list[str]] = {}
        free = {number: list(ids) for number, ids in self.counters.items()}
        for window, element in windows_of(self.module.root):
            for stack in element.walk():
                if stack.name not in ("SetupStack", "DrawPile"):
                    continue
                at = tuple(whole(stack.attributes.get(axis, "")) or 0 for axis in ("x", "y"))
                place = places.at(window, (at[0], at[1]))
                for slot in stack.find_all("PieceSlot"):
                    if place and free.get(slot.attributes.get("gpid", "")):
                        units.setdefault(place, []).append(free[slot.attributes["gpid"]].pop(0))
        if not units:
            return
        if idle := [unit for ids in free.values() for unit in ids]:
            units.setdefault(self.draft.not_used(), []).extend(idle)
        self.draft.scenarios.append({
            "id": "standard", "name": "Standard", "text": "As the module begins.", "turns": self.draft.turns,
            "position": {"units": units},
        })  # fmt: skip

    # Cards, and the rest ----------------------------------------------------------------------------------

    def _cards(self) -> None:
        """The decks that hold cards from the start."""
        by_number = {piece.gpid: piece for piece in self._card_slots()}
        decks, cards = [], []
        deck_ids, card_ids = Ids(), Ids()
        for pile in self.module.root.walk():
            slots = [e for e in pile.find_all("CardSlot")] if pile.name == "DrawPile" else []
            pieces = [by_number[number] for e in slots if (number := e.attributes.get("gpid", "")) in by_number]
            if not pieces:
                continue
            deck = deck_ids.of(pile.attributes.get("name", ""), "deck")
            decks.append({"id": deck, "name": self.draft.name(pile.attributes.get("name", ""), "Deck")})
            for piece in pieces[:MAX_CARDS]:
                faces = self._faces(piece)
                card: dict[str, Any] = {"id": card_ids.of(piece.name, "card"), "deck": deck,
                                        "title": self.draft.name(piece.name, "Card")[:36].strip()}  # fmt: skip
                if faces.front:
                    card["art"] = {"picture": faces.front}
                cards.append(card)
        if decks:
            self.draft.cards = {"decks": decks, "cards": cards}
            self.draft.note("cards have their titles and pictures: write what they do, and who holds a hand")

    def _told(self) -> None:
        """Note what a draft has no place for."""
        counts = Counter(element.name for element in self.module.root.walk())
        for name, what in _NOT_TAKEN.items():
            if counts[name]:
                self.draft.note(f"{what} ({counts[name]}) are not carried over")


_NOT_TAKEN = {
    "DiceButton": "dice buttons", "SpecialDiceButton": "dice of its own", "ChartWindow": "windows with charts",
    "HelpFile": "help pages", "TurnTracker": "turn counters", "GlobalKeyCommand": "key commands of the module",
    "MassKeyCommand": "key commands of maps", "GlobalProperty": "global properties", "Inventory": "lists of pieces",
    "DoActionButton": "buttons with actions", "Translation": "translations",
}  # fmt: skip


def _gpid(item: SavedPiece) -> str:
    if item.piece is None:
        return ""
    fields = split_fields(item.piece.basic.state, ";")
    return fields[3] if len(fields) > 3 else ""


def _factors(properties: Mapping[str, str]) -> dict[str, int]:
    """The whole numbers among the properties of a piece, which its prototypes may set."""
    ids, factors = Ids(), {}
    for key, value in properties.items():
        number = whole(value)
        if number is not None and -99 <= number <= 999 and not SYSTEM.match(key) and len(factors) < MAX_FACTORS:
            factors[ids.of(key, "value")] = number
    return factors


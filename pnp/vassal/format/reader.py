"""Any VASSAL module as data, even a malicious one.

Nothing is executed, fetched or written; `safe_archive` limits the memory it needs.
Read `read_module` first; `verify.check_module` checks the result.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pnp.errors import Location, Problem, SourceError
from pnp.vassal.format.buildfile import Element
from pnp.vassal.format.encoding import PixelPoint, read_java_properties, whole
from pnp.vassal.format.safe_archive import archive_data, opened, read_xml, refused, safe_entries, unpacked
from pnp.vassal.format.saved_games import SavedGame, read_saved_game
from pnp.vassal.format.traits import Piece, Trait, decode_piece

MAX_PROTOTYPE_DEPTH = 40

BUILD_FILES = ("buildFile.xml", "buildFile")
PIECE_TAGS = frozenset({"PieceSlot", "CardSlot"})


@dataclass(frozen=True, slots=True)
class ModulePiece:
    """A piece slot.

    name    the slot's name
    gpid    its number, "" when it has none
    piece   the piece as written
    traits  its traits with every prototype expanded
    holder  name of the stack, deck or palette that holds it
    """

    name: str
    gpid: str
    piece: Piece
    traits: tuple[Trait, ...]
    holder: str

    def properties(self) -> dict[str, str]:
        """The properties that its markers set, those of prototypes included."""
        return Piece("null", self.traits).properties()


@dataclass(frozen=True, slots=True)
class ModuleZone:
    """A zone of a board: its corners in pixels, and its regions by name."""

    name: str
    board: str
    outline: tuple[PixelPoint, ...]
    regions: Mapping[str, PixelPoint]


@dataclass(frozen=True, slots=True)
class ModuleDeck:
    """A deck: where it stands and the names of its cards."""

    name: str
    at: PixelPoint
    cards: tuple[str, ...]
    attributes: Mapping[str, str]


@dataclass(frozen=True)
class Module:
    """A module as read.

    root           the tree of components
    read           content of an entry, by its name in the archive
    translations   language -> keys and texts
    """

    path: str
    name: str
    version: str
    vassal_version: str
    root: Element
    entries: tuple[str, ...]
    pieces: tuple[ModulePiece, ...]
    prototypes: Mapping[str, tuple[Trait, ...]]
    zones: tuple[ModuleZone, ...]
    decks: tuple[ModuleDeck, ...]
    setups: Mapping[str, SavedGame]
    translations: Mapping[str, Mapping[str, str]]
    problems: tuple[Problem, ...] = ()
    archive: bytes = field(default=b"", repr=False, compare=False)

    @property
    def images(self) -> tuple[str, ...]:
        """Names of the pictures, without their folder."""
        return tuple(name.removeprefix("images/") for name in self.entries if name.startswith("images/"))

    @property
    def sides(self) -> tuple[str, ...]:
        """The seats that players can take."""
        return tuple(
            e.text for roster in self.root.find_all("PlayerRoster") for e in roster.children if e.tag == "entry"
        )

    def read(self, name: str) -> bytes:
        """The content of the entry `name`. Raises KeyError, or SourceError when it is too large."""
        with zipfile.ZipFile(io.BytesIO(self.archive)) as archive:
            return unpacked(archive, archive.getinfo(name), self.path)


def read_module(source: str | Path | bytes) -> Module:
    """The module in a file, or in the bytes of one. Raises SourceError when it can't be read or isn't safe."""
    data, path = archive_data(source)
    with opened(data, path) as archive:
        entries = safe_entries(archive, path)
        build = next((name for name in BUILD_FILES if name in entries), None)
        if build is None:
            raise refused(path, "module-archive", "the archive has no buildFile.xml", "is it a VASSAL module?")
        root = read_xml(unpacked(archive, archive.getinfo(build), path), f"{path}/{build}")
        setups, problems = _setups(archive, entries, path)
        translations = {
            name.removeprefix("Module_").removesuffix(".properties"): read_java_properties(
                unpacked(archive, archive.getinfo(name), path)
            )
            for name in entries
            if name.startswith("Module_") and name.endswith(".properties")
        }
    return _module(path, data, root, entries, setups, translations, problems)


# Components ---------------------------------------------------------------------------------------


def _module(
    path: str, data: bytes, root: Element, entries: tuple[str, ...], setups: Mapping[str, SavedGame],
    translations: Mapping[str, Mapping[str, str]], problems: list[Problem],
) -> Module:  # fmt: skip
    report = _reporter(path, problems)
    prototypes = {}
    for element in root.find_all("PrototypeDefinition"):
        decoded = _decoded(element, report)
        if decoded:
            prototypes[element.attributes.get("name", "")] = decoded.traits[:-1]
    pieces = tuple(_pieces(root, prototypes, report))
    zones = tuple(
        _zone(zone, board.attributes.get("name", ""))
        for board in root.find_all("Board")
        for zone in board.find_all("Zone")
    )
    decks = tuple(
        ModuleDeck(pile.attributes.get("name", ""), (_number(pile, "x"), _number(pile, "y")),
                   tuple(card.attributes.get("entryName", "") for card in pile.find_all("CardSlot")), pile.attributes)
        for pile in root.find_all("DrawPile")
    )  # fmt: skip
    head = root.attributes
    return Module(
        path, head.get("name", ""), head.get("version", ""), head.get("VassalVersion", ""), root, entries, pieces,
        prototypes, zones,
        decks, setups, translations, tuple(problems), data,
    )  # fmt: skip


def _reporter(path: str, problems: list[Problem]) -> Callable[[str, str], None]:
    def report(code: str, message: str) -> None:
        problems.append(Problem(code, message, Location(path)))

    return report


def _decoded(element: Element, report: Callable[[str, str], None]) -> Piece | None:
    name = element.attributes.get("name") or element.attributes.get("entryName", "")
    try:
        return decode_piece(element.text)
    except (ValueError, KeyError) as error:
        report("module-piece", f"piece {name!r} can't be read: {error}")
        return None


def _pieces(
    root: Element, prototypes: Mapping[str, tuple[Trait, ...]], report: Callable[[str, str], None]
) -> Iterator[ModulePiece]:  # fmt: skip
    def below(element: Element, holder: str) -> Iterator[tuple[Element, str]]:
        for child in element.children:
            if child.name in PIECE_TAGS:
                yield child, holder
            else:
                yield from below(child, child.config_name or holder)

    for slot, holder in below(root, ""):
        piece = _decoded(slot, report)
        if piece:
            name = slot.attributes.get("entryName", "")
            yield ModulePiece(name, slot.attributes.get("gpid", ""), piece, expand(piece.traits, prototypes), holder)


def expand(traits: tuple[Trait, ...], prototypes: Mapping[str, tuple[Trait, ...]], depth: int = 0) -> tuple[Trait, ...]:
    """`traits` with prototypes replaced by theirs; unknown ones, and any nested too deep, are left as they are."""
    expanded: list[Trait] = []
    for item in traits:
        prototype = prototypes.get(item.values[0]) if item.id == "prototype" and item.values else None
        if prototype is None or depth >= MAX_PROTOTYPE_DEPTH or len(expanded) > 10_000:
            expanded.append(item)
        else:
            expanded.extend(expand(prototype, prototypes, depth + 1))
    return tuple(expanded)


def _zone(element: Element, board: str) -> ModuleZone:
    regions = {
        r.attributes.get("name", ""): (_number(r, "originx"), _number(r, "originy")) for r in element.find_all("Region")
    }
    return ModuleZone(
        element.attributes.get("name", ""), board, parse_outline(element.attributes.get("path", "")), regions
    )


def parse_outline(text: str) -> tuple[PixelPoint, ...]:
    """The corners of "x,y;x,y;…"; what isn't a point is left out."""
    points = []
    for part in text.split(";"):
        x, _, y = part.partition(",")
        if whole(x) is not None and whole(y) is not None:
            points.append((int(x), int(y)))
    return tuple(points)


def _number(element: Element, name: str) -> int:
    return whole(element.attributes.get(name, "0")) or 0


def _setups(
    archive: zipfile.ZipFile, entries: tuple[str, ...], path: str
) -> tuple[dict[str, SavedGame], list[Problem]]:  # fmt: skip
    setups: dict[str, SavedGame] = {}
    problems: list[Problem] = []
    for name in entries:
        if name.endswith((".vsav", ".vlog")) and "/" not in name:
            try:
                setups[name] = read_saved_game(unpacked(archive, archive.getinfo(name), path), f"{path}/{name}")
            except SourceError as error:
                problems.extend(error.problems)
    return setups, problems

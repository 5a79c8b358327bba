"""Any VASSAL module as data, even one made to do harm.

Nothing is executed, fetched or written. The archive's entries are counted and measured before they are unpacked, XML
with a document type is refused (no entities, no outside files), and depth and number of elements are limited.
Read `read_module` first; what comes out is checked by `verify.check_module`.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from pnp.errors import Location, Problem, SourceError
from pnp.vassal.buildfile import Element
from pnp.vassal.encoding import read_java_properties, split_fields
from pnp.vassal.layout import PixelPoint
from pnp.vassal.traits import Piece, Trait, decode_command, decode_piece

MAX_ARCHIVE_BYTES = 300_000_000
MAX_ENTRIES = 20_000
MAX_ENTRY_BYTES = 100_000_000
MAX_TOTAL_BYTES = 800_000_000
MAX_RATIO = 1_000
"""An entry that grows more than this when unpacked is a bomb."""
MAX_XML_BYTES = 60_000_000
MAX_XML_DEPTH = 100
MAX_XML_ELEMENTS = 300_000
MAX_PROTOTYPE_DEPTH = 40

MAX_NESTING = 30

ESC = "\x1b"
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
        """What its markers set, those of prototypes included."""
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


@dataclass(frozen=True, slots=True)
class SavedPiece:
    """A piece, stack or deck of a saved game.

    kind      "piece", "stack" or "deck"
    members   ids, bottom first, for a stack or deck
    piece     None for a stack or deck
    """

    id: str
    kind: str
    map: str
    at: PixelPoint
    members: tuple[str, ...] = ()
    piece: Piece | None = None


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game: its objects, and the commands that are none."""

    objects: tuple[SavedPiece, ...]
    commands: tuple[str, ...]

    def pieces(self) -> dict[str, SavedPiece]:
        """The pieces by id, without stacks and decks."""
        return {item.id: item for item in self.objects if item.kind == "piece"}


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
        return tuple(e.text for roster in self.root.find_all("PlayerRoster") for e in roster.children if e.tag == "entry")

    def read(self, name: str) -> bytes:
        """The content of the entry `name`. Raises KeyError, or SourceError when it is too large."""
        with zipfile.ZipFile(io.BytesIO(self.archive)) as archive:
            return _unpacked(archive, archive.getinfo(name), self.path)


def read_module(source: str | Path | bytes) -> Module:
    """The module in a file, or in the bytes of one. Raises SourceError when it can't be read or isn't safe."""
    data, path = _data(source)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OverflowError, NotImplementedError) as error:
        raise _refused(path, "module-archive", f"not a ZIP archive: {error}", "a .vmod file is a ZIP archive.") from None
    with archive:
        entries = _safe_entries(archive, path)
        build = next((name for name in BUILD_FILES if name in entries), None)
        if build is None:
            raise _refused(path, "module-archive", "the archive has no buildFile.xml", "is it a VASSAL module?")
        root = read_xml(_unpacked(archive, archive.getinfo(build), path), f"{path}/{build}")
        setups, problems = _setups(archive, entries, path)
        translations = {
            name.removeprefix("Module_").removesuffix(".properties"): read_java_properties(_unpacked(archive, archive.getinfo(name), path))
            for name in entries if name.startswith("Module_") and name.endswith(".properties")
        }  # fmt: skip
    return _module(path, data, root, entries, setups, translations, problems)


def _data(source: str | Path | bytes) -> tuple[bytes, str]:
    if isinstance(source, bytes):
        return source, "module"
    file = Path(source)
    try:
        if file.stat().st_size > MAX_ARCHIVE_BYTES:
            raise _refused(file.as_posix(), "module-size", f"larger than {MAX_ARCHIVE_BYTES} bytes", "")
        return file.read_bytes(), file.as_posix()
    except OSError as error:
        raise _refused(file.as_posix(), "module-archive", f"can't be read: {error.strerror}", "") from None


def _refused(path: str, code: str, message: str, hint: str) -> SourceError:
    return SourceError(Problem(code=code, message=message, where=Location(path), hint=hint))


# The archive --------------------------------------------------------------------------------------


def _safe_entries(archive: zipfile.ZipFile, path: str) -> tuple[str, ...]:
    """Names of the files, after looking at every entry's name and size. Raises SourceError."""
    infos = archive.infolist()
    if len(infos) > MAX_ENTRIES:
        raise _refused(path, "module-size", f"{len(infos)} entries, at most {MAX_ENTRIES} are read", "")
    names: dict[str, None] = {}
    total = 0
    for info in infos:
        name = info.filename
        if _leads_out(name):
            raise _refused(path, "module-path", f"entry {name!r} leads out of the archive", "entries are named with plain relative paths.")
        if info.is_dir():
            continue
        if name in names:
            raise _refused(path, "module-path", f"entry {name!r} occurs twice", "")
        if info.flag_bits & 1:
            raise _refused(path, "module-archive", f"entry {name!r} is encrypted", "")
        total += info.file_size
        grows = info.file_size > 100_000 and info.file_size > MAX_RATIO * max(1, info.compress_size)
        if info.file_size > MAX_ENTRY_BYTES or total > MAX_TOTAL_BYTES or grows:
            raise _refused(path, "module-size", f"entry {name!r} unpacks to {info.file_size} bytes", "is it a ZIP bomb?")
        names[name] = None
    return tuple(names)


def _leads_out(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return not name or name.startswith(("/", "\\")) or ".." in parts or ":" in parts[0] or "\x00" in name


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: str, *, limit: int = MAX_ENTRY_BYTES) -> bytes:
    """An entry's content, never more than `limit` bytes whatever its head says."""
    try:
        with archive.open(info) as stream:
            data = stream.read(limit + 1)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        raise _refused(path, "module-archive", f"entry {info.filename!r} can't be unpacked: {error}", "") from None
    except Exception as error:  # zlib.error and its like have no common base
        raise _refused(path, "module-archive", f"entry {info.filename!r} can't be unpacked: {error}", "") from None
    if len(data) > limit:
        raise _refused(path, "module-size", f"entry {info.filename!r} unpacks to more than {limit} bytes", "")
    return data


# XML ----------------------------------------------------------------------------------------------


class _Refusal(Exception):
    pass


def read_xml(data: bytes, path: str) -> Element:
    """The elements of an XML text. No document type, no entities but XML's own five, limited depth and number."""
    if len(data) > MAX_XML_BYTES:
        raise _refused(path, "module-xml", f"more than {MAX_XML_BYTES} bytes of XML", "")
    parser = expat.ParserCreate()
    roots: list[Element] = []
    open_elements: list[Element] = []
    texts: list[list[str]] = []
    count = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > MAX_XML_ELEMENTS or len(open_elements) >= MAX_XML_DEPTH:
            raise _Refusal("too many elements, or nested too deep")
        element = Element(tag, dict(attributes))
        (open_elements[-1].children if open_elements else roots).append(element)
        open_elements.append(element)
        texts.append([])

    def end(tag: str) -> None:
        open_elements.pop().text = "".join(texts.pop()).strip("\n\r ")

    def doctype(*_: object) -> None:
        raise _Refusal("a document type is not allowed")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = lambda text: texts[-1].append(text) if texts else None
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = doctype
    parser.ExternalEntityRefHandler = doctype
    try:
        parser.Parse(data, True)
    except _Refusal as error:
        where = Location(path, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        raise SourceError(Problem("module-xml", str(error), where, "modules don't need it.")) from None
    except expat.ExpatError as error:
        where = Location(path, error.lineno, error.offset + 1)
        raise SourceError(Problem("module-xml", f"not well-formed XML: {expat.ErrorString(error.code)}", where)) from None
    except (ValueError, LookupError) as error:
        raise _refused(path, "module-xml", f"not readable as XML: {error}", "") from None
    return roots[0]


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
    zones = tuple(_zone(zone, board.attributes.get("name", "")) for board in root.find_all("Board") for zone in board.find_all("Zone"))
    decks = tuple(
        ModuleDeck(pile.attributes.get("name", ""), (_number(pile, "x"), _number(pile, "y")),
                   tuple(card.attributes.get("entryName", "") for card in pile.find_all("CardSlot")), pile.attributes)
        for pile in root.find_all("DrawPile")
    )  # fmt: skip
    head = root.attributes
    return Module(
        path, head.get("name", ""), head.get("version", ""), head.get("VassalVersion", ""), root, entries, pieces, prototypes, zones,
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
    found: list[Trait] = []
    for item in traits:
        known = prototypes.get(item.values[0]) if item.id == "prototype" and item.values else None
        if known is None or depth >= MAX_PROTOTYPE_DEPTH or len(found) > 10_000:
            found.append(item)
        else:
            found.extend(expand(known, prototypes, depth + 1))
    return tuple(found)


def _zone(element: Element, board: str) -> ModuleZone:
    regions = {r.attributes.get("name", ""): (_number(r, "originx"), _number(r, "originy")) for r in element.find_all("Region")}
    return ModuleZone(element.attributes.get("name", ""), board, parse_outline(element.attributes.get("path", "")), regions)


def parse_outline(text: str) -> tuple[PixelPoint, ...]:
    """The corners of "x,y;x,y;…"; what isn't a point is left out."""
    points = []
    for part in text.split(";"):
        x, _, y = part.partition(",")
        if _whole(x) is not None and _whole(y) is not None:
            points.append((int(x), int(y)))
    return tuple(points)


def _whole(text: str) -> int | None:
    stripped = text.strip()
    return int(stripped) if stripped.removeprefix("-").isascii() and stripped.removeprefix("-").isdigit() and len(stripped) < 10 else None


def _number(element: Element, name: str) -> int:
    return _whole(element.attributes.get(name, "0")) or 0


# Saved games --------------------------------------------------------------------------------------


def _setups(
    archive: zipfile.ZipFile, entries: tuple[str, ...], path: str
) -> tuple[dict[str, SavedGame], list[Problem]]:  # fmt: skip
    found: dict[str, SavedGame] = {}
    problems: list[Problem] = []
    for name in entries:
        if name.endswith((".vsav", ".vlog")) and "/" not in name:
            try:
                found[name] = read_saved_game(_unpacked(archive, archive.getinfo(name), path), f"{path}/{name}")
            except SourceError as error:
                problems.extend(error.problems)
    return found, problems


def read_saved_game(data: bytes, path: str = "saved game") -> SavedGame:
    """The objects and commands of a saved game (`.vsav`). Raises SourceError."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OverflowError, NotImplementedError) as error:
        raise _refused(path, "module-save", f"not a saved game: {error}", "") from None
    with archive:
        if "savedGame" not in _safe_entries(archive, path):
            raise _refused(path, "module-save", "the archive has no savedGame", "")
        text = plain_text(_unpacked(archive, archive.getinfo("savedGame"), path))
    objects, commands = [], []
    for command in _commands(text):
        if command.startswith("+/"):
            try:
                objects.append(_saved(command))
            except (ValueError, KeyError, IndexError) as error:
                raise _refused(path, "module-save", f"a piece can't be read: {error}", "") from None
        elif command.strip("\\"):
            commands.append(command)
    return SavedGame(tuple(objects), tuple(commands))


def _commands(text: str) -> Iterator[str]:
    """The commands of a text, those nested in others too (the engine nests them, we don't)."""
    pending = [(text, 0)]
    while pending:
        command, depth = pending.pop()
        if ESC in command and depth < MAX_NESTING:
            pending.extend((part, depth + 1) for part in reversed(split_fields(command, ESC)))
        else:
            yield command


def plain_text(data: bytes) -> str:
    """The commands of `savedGame`, whether obfuscated or not."""
    if data.startswith(b"!VCSK"):
        digits = data[5:].decode("ascii", errors="replace")
        try:
            key, raw = int(digits[:2], 16), bytes.fromhex(digits[2:])
        except ValueError:
            return ""
        data = raw.translate(bytes(value ^ key for value in range(256)))
    return data.decode("utf-8", errors="replace")


def _saved(command: str) -> SavedPiece:
    ident, kind, state = decode_command(command)
    if kind == "stack" or kind.startswith("deck;"):
        fields = split_fields(state, ";")
        at = (int(fields[1]), int(fields[2]))
        if kind == "stack":
            members = tuple(f for f in fields[3:] if f and not f.startswith("@@"))
            return SavedPiece(ident, "stack", fields[0], at, members)
        listed = split_fields(fields[4], ",") if len(fields) > 4 and fields[4] else []
        return SavedPiece(ident, "deck", fields[0], at, tuple(listed))
    piece = decode_piece(command)
    fields = split_fields(piece.basic.state, ";")
    return SavedPiece(ident, "piece", fields[0], (int(fields[1]), int(fields[2])), piece=piece)

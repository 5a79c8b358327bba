"""Saved games (`.vsav`) as data: their pieces, stacks, decks, and the other commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.vassal.format.encoding import PixelPoint, split_fields, whole
from pnp.vassal.format.safe_archive import opened, read_xml, refused, safe_entries, unpacked
from pnp.vassal.format.traits import Piece, decode_command, decode_piece

ESC = "\x1b"
"""Joins the commands of a saved game."""
MAX_NESTING = 30
MAX_SAVE_BYTES = 40_000_000
MAX_COMMANDS = 200_000


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
    """A saved game: its objects, and the other commands."""

    objects: tuple[SavedPiece, ...]
    commands: tuple[str, ...]

    def pieces(self) -> dict[str, SavedPiece]:
        """The pieces by id, without stacks and decks."""
        return {item.id: item for item in self.objects if item.kind == "piece"}


def read_saved_game(data: bytes, path: str = "saved game") -> SavedGame:
    """The objects and commands of a saved game (`.vsav`). Raises SourceError."""
    with opened(data, path, code="module-save", what="a saved game") as archive:
        if "savedGame" not in safe_entries(archive, path):
            raise refused(path, "module-save", "the archive has no savedGame", "")
        text = plain_text(unpacked(archive, archive.getinfo("savedGame"), path, limit=MAX_SAVE_BYTES))
    if text.count(ESC) > MAX_COMMANDS:
        raise refused(path, "module-size", f"more than {MAX_COMMANDS} commands in a saved game", "")
    objects, commands = [], []
    for command in _commands(text):
        if command.startswith("+/"):
            try:
                objects.append(_saved(command))
            except (ValueError, KeyError, IndexError) as error:
                raise refused(path, "module-save", f"a piece can't be read: {error}", "") from None
        elif command.strip("\\"):
            commands.append(command)
    return SavedGame(tuple(objects), tuple(commands))


def module_name(data: bytes, path: str = "saved game") -> str:
    """The name of the module to which a saved game belongs; "" when it doesn't tell. Raises SourceError."""
    with opened(data, path, code="module-save", what="a saved game") as archive:
        if "moduledata" not in safe_entries(archive, path):
            return ""
        root = read_xml(unpacked(archive, archive.getinfo("moduledata"), path), f"{path}/moduledata")
    return next((child.text.strip() for child in root.children if child.tag == "name"), "")


def _commands(text: str) -> Iterator[str]:
    """The commands of a text, including nested ones, which the engine writes (we don't)."""
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
        at = _point(fields)
        if kind == "stack":
            members = tuple(f for f in fields[3:] if f and not f.startswith("@@"))
            return SavedPiece(ident, "stack", fields[0], at, members)
        listed = split_fields(fields[4], ",") if len(fields) > 4 and fields[4] else []
        return SavedPiece(ident, "deck", fields[0], at, tuple(listed))
    piece = decode_piece(command)
    fields = split_fields(piece.basic.state, ";")
    return SavedPiece(ident, "piece", fields[0], _point(fields), piece=piece)


def _point(fields: Sequence[str]) -> PixelPoint:
    """The point in a state that begins with a map and a point. Raises ValueError."""
    x, y = (whole(field) for field in fields[1:3])
    if x is None or y is None:
        raise ValueError(f"{fields[1][:20]!r}, {fields[2][:20]!r} is no point")
    return x, y

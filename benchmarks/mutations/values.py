"""The values of a game's sources, and the family that each belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from corpus.text import Page, Spot

from pnp.sources.find import SERIES_FILE

FAMILIES = (
    "positions", "addresses", "numbers in prose", "data told twice", "names", "order", "geometry", "examples", "rules",
    "counters and style",
)  # fmt: skip

PROSE = {"text", "theme", "ruling", "note", "after_text", "subtitle"}
"""Keys of what players read as sentences."""

ADDRESSES = {"rule", "rules", "rulings", "option"}

NAMES = {"name", "title", "plural", "adjective", "designation", "head", "printed_title"}

GEOMETRY = {
    "line", "at", "rect_mm", "stack_at", "name_at", "names_at", "name_line", "name_lines", "hexes", "sides", "rows",
    "region_rows", "between", "ends", "neighbours", "via", "size_mm", "frame_mm", "widths_pt", "junctions", "grid",
}  # fmt: skip

POSITIONS = {"position", "placements", "arrivals", "codes"}

WIDEST = 30
"""A mapping of more lines says no longer where in it a finding stands."""


@dataclass(frozen=True)
class Fault:
    """One fault, not yet made.

    first, last  lines where a finding stands "here": the mapping or paragraph
    edits        (start, end, new text) in the file
    told         where what it changes is told too; "" when nowhere, so that nobody could find it
    lost         the id that is gone, so that no line is left to name; "" when there is a line
    prose        whether it is in a sentence, which data or other sentences contradict
    """

    game: str
    file: str
    line: int
    first: int
    last: int
    family: str
    kind: str
    what: str
    edits: tuple[tuple[int, int, str], ...]
    told: str
    lost: str = ""
    prose: bool = False

    def made_in(self, text: str) -> str:
        """The file with the fault."""
        for start, end, new in sorted(self.edits, reverse=True):
            text = text[:start] + new + text[end:]
        return text


@dataclass
class Values:
    """The YAML files of one game, with those of its series.

    texts  path from its folder -> text
    """

    game: str
    texts: dict[str, str]
    pages: dict[str, Page] = field(init=False)

    def __post_init__(self) -> None:
        self.pages = {
            path: Page(path, text)
            for path, text in self.texts.items()
            if path.endswith(".yaml") and part_of(path) not in ("gpids.yaml", "map-plan.yaml")
        }

    def spots(self) -> Iterator[Spot]:
        """All values that are no lists or mappings."""
        for page in self.pages.values():
            yield from (spot for spot in page.spots.values() if spot.kind == "scalar" and spot.path)

    @cached_property
    def fields(self) -> dict[str, list[str]]:
        """Field -> the values that it has anywhere in the game, each once, in the order of the sources."""
        found: dict[str, dict[str, None]] = {}
        for spot in self.spots():
            found.setdefault(field_of(spot), {})[spot.value] = None
        return {name: list(values) for name, values in found.items()}

    @cached_property
    def shared(self) -> dict[str, bool]:
        """Field -> whether two entries of one file have one value there."""
        stood: dict[str, list[tuple[str, str]]] = {}
        for spot in self.spots():
            stood.setdefault(field_of(spot), []).append((spot.file, spot.value))
        return {name: len(set(values)) < len(values) for name, values in stood.items()}

    @cached_property
    def cases(self) -> dict[str, tuple[str, str]]:
        """Address of a case -> its title and its text."""
        found = {}
        for file, page in self.pages.items():
            if part_of(file).startswith("rules/"):
                for path, spot in page.spots.items():
                    if path and path[-1] == "id":
                        title, text = (page.spots.get((*path[:-1], key)) for key in ("title", "text"))
                        found[spot.value] = (title.value if title else "", text.value if text else "")
        return found


def part_of(file: str) -> str:
    """The file of a game that `file` is, or that a file of its series is joined to."""
    return re.sub(r"^\.\./[^/]*/", "", file).replace(SERIES_FILE, "game.yaml")


def pages_of(values: Values, part: str) -> list[Page]:
    """The pages that are joined to one file of the game."""
    return [page for file, page in values.pages.items() if part_of(file) == part]


def key_of(spot: Spot) -> str:
    """The last key on the way to a value."""
    return next((str(part) for part in reversed(spot.path) if isinstance(part, str)), "")


def field_of(spot: Spot) -> str:
    """A name for all values that stand in the same place of a format."""
    top = part_of(spot.file).partition("/")[0].removesuffix(".yaml")
    return top + ":" + "/".join("*" if isinstance(part, int) else part for part in spot.path)


def family_of(spot: Spot) -> str:
    """The family of the faults in a value."""
    top, key = part_of(spot.file).partition("/")[0].removesuffix(".yaml"), key_of(spot)
    keys = {part for part in spot.path if isinstance(part, str)}
    if top == "examples":
        return "examples"
    if key in ADDRESSES:
        return "addresses"
    if top == "scenarios" and keys & POSITIONS:
        return "positions"
    if top == "map" and keys & GEOMETRY:
        return "geometry"
    if key in NAMES:
        return "names"
    if top == "rules":
        return "rules"
    if keys & {"phases", "steps"}:
        return "order"
    if top == "style" or (top == "counters" and not keys & {"factors", "reduced", "count"}):
        return "counters and style"
    return "data told twice"


def mapping_of(spot: Spot) -> Spot:
    """The nearest mapping around a value."""
    path = spot.path[:-1]
    while spot.page.spots[path].kind != "map":
        path = path[:-1]
    return spot.page.spots[path]


def lines_around(spot: Spot) -> tuple[int, int]:
    """The lines of the mapping around a value, or of its own entry where that is too long."""
    owner = mapping_of(spot)
    if owner.path and owner.last_line - owner.key_line < WIDEST:
        return owner.key_line, owner.last_line
    return spot.key_line, spot.last_line

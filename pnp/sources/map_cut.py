"""A cut of a hex map: a game of a series plays on some columns and rows of the map that the series holds.

The cut is made on the file's data, before the game's own is joined to it, so that each value keeps its place. What lies
outside is left out, ways that leave are parted, lines in mm move with the grid.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pydantic import ValidationError

from pnp.maps.hex_grid import HexField
from pnp.model.base import MarkedDict, Marks
from pnp.model.hexes import HexCut, HexGrid
from pnp.sources.reader import YamlDocument

Valued = tuple[Any, Marks]
"""A value of a file and its place."""


def cut_of(document: YamlDocument) -> HexCut | None:
    """The cut that a game's own map.yaml asks for; None where it asks for none, or for one that makes no sense."""
    hexes = document.data.get("hexes") if isinstance(document.data, dict) else None
    try:
        return HexCut.model_validate(hexes["cut"]) if isinstance(hexes, dict) and "cut" in hexes else None
    except ValidationError:  # told when the joined file is validated
        return None


def cut_map(document: YamlDocument, cut: HexCut) -> YamlDocument:
    """The map of a series cut down to the columns and rows of `cut`; as it stands where its grid is none.

    The first hex that remains comes to `cut.origin_mm`, and all that is drawn moves with it.
    """
    data = document.data
    try:
        grid = HexGrid.model_validate(data["hexes"]["grid"])
    except (KeyError, TypeError, ValidationError):
        return document
    scissors = _Scissors(grid, cut)
    value, marks = scissors.map((data, document.marks))
    return YamlDocument(value, marks, document.source, document.shared)


class _Scissors:
    """What remains of each part of a map.

    field, kept  all hexes of the grid, and the ids of those that remain
    """

    def __init__(self, grid: HexGrid, cut: HexCut) -> None:
        self.field = HexField(grid, tuple((c, r) for r in range(grid.rows) for c in range(grid.columns)))
        columns = _numbers(self.field.printed_column, grid.columns, cut.columns)
        rows = _numbers(self.field.printed_row, grid.rows, cut.rows)
        self.columns, self.rows = slice(columns[0], columns[-1] + 1), slice(rows[0], rows[-1] + 1)
        self.kept = {
            name for name, (column, row) in zip(self.field.ids, self.field.cells, strict=True)
            if column in columns and row in rows
        }  # fmt: skip
        first = (self.field.printed_column(columns[0]), self.field.printed_row(rows[0]))
        self.grid = grid.replaced(first=first, columns=len(columns), rows=len(rows), origin_mm=cut.origin_mm)
        corner, old = HexField(self.grid, ((0, 0),)).centre(0), self.field.centre_of((columns[0], rows[0]))
        self.move = corner[0] - old[0], corner[1] - old[1]

    def map(self, whole: Valued) -> Valued:
        parts: dict[str, Callable[[Valued], Valued | None]] = {
            "hexes": self._hexes, "spaces": lambda v: _each(v, self._space), "frontiers": self._shifted,
        }  # fmt: skip
        return _keys(whole, parts)

    def _hexes(self, whole: Valued) -> Valued:
        parts: dict[str, Callable[[Valued], Valued | None]] = {
            "grid": self._grid, "rows": self._rows, "region_rows": self._rows,
            "ways": lambda v: _flat(v, self._way), "sides": lambda v: _each(v, self._listing),
            "sets": lambda v: _each(v, self._listing), "overlays": lambda v: _each(v, self._listing),
            "regions": self._shifted, "shores": self._shifted, "water_names": self._shifted,
            "partial": lambda v: self._text(v, self._hex_words),
        }  # fmt: skip
        return _keys(whole, parts)

    def _grid(self, whole: Valued) -> Valued:
        data, marks = whole
        changed = {name: getattr(self.grid, name) for name in ("first", "columns", "rows", "origin_mm")}
        return _mapping({**data, **{k: list(v) if isinstance(v, tuple) else v for k, v in changed.items()}}, marks)

    def _rows(self, whole: Valued) -> Valued:
        if not isinstance(whole[0], list):
            return whole
        rows = list(_items(whole))[self.rows]
        return _list([(row[self.columns] if isinstance(row, str) else row, marks) for row, marks in rows], whole[1])

    def _space(self, space: Valued) -> Valued | None:
        data = space[0]
        return space if not isinstance(data, dict) or str(data.get("id")) in self.kept else None

    def _way(self, way: Valued) -> Iterator[Valued]:
        """The stretches of a way that remain; one that goes on beyond the cut runs over its edge."""
        data, marks = way
        words = data["hexes"].split() if isinstance(data, dict) and isinstance(data.get("hexes"), str) else None
        if words is None:
            yield way
            return
        for inside, run in itertools.groupby(range(len(words)), key=lambda i: words[i] in self.kept):
            stretch = list(run)
            if not inside or len(stretch) < 2:
                continue
            leaves = data.get("leaves")
            start = stretch[0] > 0 or leaves in ("start", "both")
            end = stretch[-1] < len(words) - 1 or leaves in ("end", "both")
            ends = {(True, True): "both", (True, False): "start", (False, True): "end"}.get((start, end))
            part = {**data, "hexes": " ".join(words[i] for i in stretch)}
            part.pop("leaves", None)
            yield _mapping(part | ({"leaves": ends} if ends else {}), marks)

    def _listing(self, entry: Valued) -> Valued | None:
        """An entry with lists of hexes or hexsides; None when nothing of it remains."""
        parts = {"hexes": self._hex_words, "sides": self._side_words, "faces": self._side_words}
        whole = _keys(entry, {key: _text_part(self, how) for key, how in parts.items()})
        named = isinstance(entry[0], dict) and {"hexes", "sides"} & entry[0].keys()
        return whole if not named or {"hexes", "sides"} & whole[0].keys() else None

    def _text(self, value: Valued, how: Callable[[str], list[str]]) -> Valued | None:
        text, marks = value
        if not isinstance(text, str):
            return value
        words = how(text)
        return (" ".join(words), marks) if words else None

    def _hex_words(self, text: str) -> list[str]:
        words: list[str] = []
        for word in text.split():
            try:
                ids = [self.field.ids[i] for i in self.field.hexes(word)]
            except KeyError:
                ids = [word]  # told by the check of lists
            within = [name for name in ids if name in self.kept or name not in self.field.index]
            words += [word] if within == ids else within
        return words

    def _side_words(self, text: str) -> list[str]:
        """Sides of which a hex remains; one at the cut is told by its direction."""
        words: list[str] = []
        for word in text.split():
            one, _, other = word.partition("/")
            if one not in self.kept and other in self.kept:
                one, other = other, one
            if one in self.field.index and one not in self.kept:
                continue
            if other in self.field.index and other not in self.kept:
                other = self.field.directions[self.field.direction(self.field.index[one], self.field.index[other])]
                word = f"{one}/{other}"
            words.append(word)
        return words

    # Lines in mm ------------------------------------------------------------------------------------------------

    def _shifted(self, whole: Valued) -> Valued:
        return _each(whole, lambda entry: _keys(entry, {"line": self._line, "name_lines": self._lines}))

    def _lines(self, whole: Valued) -> Valued:
        return _each(whole, self._line)

    def _line(self, line: Valued) -> Valued:
        text, marks = line
        try:
            points = [tuple(float(v) for v in pair.split(",")) for pair in text.split()]
            moved = [f"{x + self.move[0]:.6g},{y + self.move[1]:.6g}" for x, y in points]
        except (AttributeError, ValueError):
            return line
        return " ".join(moved), marks


def _text_part(scissors: _Scissors, how: Callable[[str], list[str]]) -> Callable[[Valued], Valued | None]:
    return lambda value: scissors._text(value, how)


def _numbers(printed: Callable[[int], int], count: int, span: tuple[int, int] | None) -> list[int]:
    """The columns or rows, from 0, whose printed numbers lie in `span`; all without it, or when none would remain."""
    low, high = span or (-1, -1)
    return [i for i in range(count) if low <= printed(i) <= high] or list(range(count))


# Values with their places -----------------------------------------------------------------------------------------


def _items(whole: Valued) -> Iterator[Valued]:
    for index, entry in enumerate(whole[0]):
        yield entry, whole[1].inner[index]


def _list(entries: list[Valued], marks: Marks) -> Valued:
    inner = dict(enumerate(inner for _, inner in entries))
    return [entry for entry, _ in entries], Marks(marks.here, marks.key, inner)


def _each(whole: Valued, change: Callable[[Valued], Valued | None]) -> Valued:
    return _flat(whole, lambda entry: (changed for changed in (change(entry),) if changed is not None))


def _flat(whole: Valued, change: Callable[[Valued], Iterable[Valued]]) -> Valued:
    """A list with each entry replaced by what `change` makes of it."""
    data, marks = whole
    if not isinstance(data, list):
        return whole
    return _list([changed for entry in _items(whole) for changed in change(entry)], marks)


def _keys(whole: Valued, parts: dict[str, Any]) -> Valued:
    """A mapping with some of its values changed, or left out where nothing remains of them."""
    data, marks = whole
    if not isinstance(data, dict):
        return whole
    changed = {
        key: parts[key]((value, marks.inner[key])) if key in parts else (value, marks.inner[key])
        for key, value in data.items()
    }
    left = {key: entry for key, entry in changed.items() if entry is not None}
    inner = Marks(marks.here, marks.key, {key: entry[1] for key, entry in left.items()})
    return _mapping({key: entry[0] for key, entry in left.items()}, inner)


def _mapping(data: dict[str, Any], marks: Marks) -> Valued:
    mapping = MarkedDict(data)
    inner = {key: marks.inner.get(key, Marks(marks.here)) for key in data}
    mapping.marks = Marks(marks.here, marks.key, inner)
    return mapping, mapping.marks

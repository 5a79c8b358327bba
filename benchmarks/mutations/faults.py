"""Faults in single values of the data: a digit, the neighbour's value, another reference, a near name, an item lost,
said twice or in another's place.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import pairwise
from statistics import median

from corpus.case import slip
from corpus.text import Spot

from benchmarks.mutations.told import Told, stems
from benchmarks.mutations.values import (
    ADDRESSES,
    NAMES,
    PROSE,
    Fault,
    Values,
    family_of,
    field_of,
    key_of,
    lines_around,
    part_of,
)

Change = tuple[str, tuple[tuple[int, int, str], ...], str, str]
"""Kind of fault, edits, what becomes of what, where it is told too."""

UNTOUCHED = {"procedure", "look", "symbol", "size", "languages", "played_by", "original", "licence", "statement"}
"""Keys of which other values are no slip of an editor, or that nothing but taste decides."""

ONCE = {"units", "groups", "neighbours", "spaces", "features", "traits"}
"""Lists in which nothing stands twice."""

COUNTED = {"units", "groups", "neighbours", "results", "columns", "attack", "defence", "code"}
"""Lists whose length is told by a count, by the columns of a table or by the other side of a pair."""


def value_faults(values: Values, told: Told, dice: random.Random) -> Iterator[Fault]:
    """One fault of each kind that fits in every value."""
    for spot in values.spots():
        if key_of(spot) in PROSE | UNTOUCHED or not spot.value.strip() or "\n" in spot.raw:
            continue
        for kind, edits, what, why in _changes(values, told, dice, spot):
            first, last = lines_around(spot)
            yield Fault(
                values.game, spot.file, spot.line, first, last, family_of(spot), kind, f"{spot.name}: {what}", edits,
                why, spot.value if kind == "drop" or (kind == "near name" and spot.path[-1] == "id") else "",
            )  # fmt: skip


def _changes(values: Values, told: Told, dice: random.Random, spot: Spot) -> Iterator[Change]:
    key = key_of(spot)
    if " " in spot.value and re.fullmatch(r"[\d.,\s/a-z-]+", spot.value) and re.search(r"\d", spot.value):
        yield from _of_line(dice, spot)
    elif re.fullmatch(r"[+−-]?\d{1,4}", spot.value) and not _is_reference(values, spot):
        yield from _of_number(values, told, dice, spot)
    elif key in ADDRESSES:
        yield from _of_address(values, told, dice, spot)
    elif key in NAMES:
        yield from _of_name(values, told, dice, spot)
    elif re.fullmatch(r"[a-z0-9][a-z0-9-]*", spot.value) and spot.value not in ("true", "false", "all"):
        yield from _of_id(values, told, dice, spot)
    else:
        yield from _of_code(values, told, dice, spot)
    yield from _of_list(dice, spot)


def _set(spot: Spot, new: str) -> tuple[tuple[int, int, str], ...]:
    quote = spot.style if spot.style in ("'", '"') else ""
    if not quote and (re.match(r"[\d\s+\-\[{\"'&*!|>%@`]", new) or ": " in new or " #" in new):
        quote = "" if re.fullmatch(r"-?\d+(\.\d+)?", new) else '"'
    return ((spot.start, spot.end, f"{quote}{new}{quote}"),)


def _is_reference(values: Values, spot: Spot) -> bool:
    return spot.style in ("'", '"') and key_of(spot) in ("spaces", "units", "code", "hexes", "actions")


def _of_number(values: Values, told: Told, dice: random.Random, spot: Spot) -> Iterator[Change]:
    digits = [at for at, letter in enumerate(spot.value) if letter.isdigit()]
    at = dice.choice(digits)
    new = spot.value[:at] + dice.choice([d for d in "123456789" if d != spot.value[at]]) + spot.value[at + 1 :]
    if part_of(spot.file).startswith("examples/"):
        why = told.in_example(spot)
    else:
        why = told.number(abs(int(spot.value.replace("−", "-"))), told.nouns(spot), spot)
    yield "one digit", _set(spot, new), f"{spot.value} → {new}", why
    others = [v for v in values.fields[field_of(spot)] if v != spot.value and re.fullmatch(r"[+−-]?\d{1,4}", v)]
    if others:
        new = dice.choice(others)
        yield "neighbour's value", _set(spot, new), f"{spot.value} → {new}", why


def _of_address(values: Values, told: Told, dice: random.Random, spot: Spot) -> Iterator[Change]:
    if spot.value in values.cases:
        new = dice.choice([case for case in values.cases if case != spot.value])
        why = told.address(told.nouns(spot), spot.value, new)
        yield "other reference", _set(spot, new), f"{spot.value} → {new}", why
    if wrong := slip(spot.value, set(values.cases), dice):
        yield "near name", _set(spot, wrong), f"{spot.value} → {wrong}", told.word(spot.value)


def _of_name(values: Values, told: Told, dice: random.Random, spot: Spot) -> Iterator[Change]:
    if wrong := slip(spot.value, set(), dice):
        yield "renamed", _set(spot, wrong), f"{spot.value} → {wrong}", told.word(spot.value)
    others = [v for v in values.fields[field_of(spot)] if v != spot.value and v]
    if others:
        new = dice.choice(others)
        why = "two of one name" if key_of(spot) in ("name", "title") and not _shared(values, spot) else ""
        yield "neighbour's name", _set(spot, new), f"{spot.value} → {new}", why


def _shared(values: Values, spot: Spot) -> bool:
    """Whether entries of this list have one name rightly, as parts of a lake do."""
    return values.shared.get(field_of(spot), False)


def _of_id(values: Values, told: Told, dice: random.Random, spot: Spot) -> Iterator[Change]:
    if wrong := slip(spot.value, set(), dice):
        yield "near name", _set(spot, wrong), f"{spot.value} → {wrong}", told.word(spot.value)
    others = [v for v in values.fields[field_of(spot)] if v != spot.value and re.fullmatch(r"[a-z0-9][a-z0-9-]*", v)]
    if others and key_of(spot) != "id":
        new = dice.choice(others)
        yield "other reference", _set(spot, new), f"{spot.value} → {new}", _reference_told(told, spot, new)


def _reference_told(told: Told, spot: Spot, new: str) -> str:
    """Another reference contradicts what is told by the other side of a pair, by a count, or by the entry's own id."""
    key, keys = key_of(spot), [part for part in spot.path if isinstance(part, str)]
    if key == "neighbours":
        return "the other area"
    if key == "between" and "borders" in keys:
        return "the neighbours"
    if part_of(spot.file).startswith("scenarios/") and ("units" in keys or "pools" in keys) and new != spot.value:
        return "every unit once"
    if key in ("groups", "markers"):
        return "every group once"
    if part_of(spot.file).startswith("examples/") and ("units" in keys or "actions" in keys):
        text = spot.page.spots.get((*spot.path[:2], "text"))
        said = stems(text.value) if text is not None else set()
        right, wrong = (stems(name.replace("-", " ")) & said for name in (spot.value, new))
        return "the example's text" if right and not wrong else ""
    own = spot.page.spots.get((*spot.path[:-1], "id"))
    if key in ("side", "winner", "type") and own is not None and stems(spot.value) & stems(own.value.replace("-", " ")):
        return "the entry's id"
    return ""


def _of_code(values: Values, told: Told, dice: random.Random, spot: Spot) -> Iterator[Change]:
    others = [v for v in values.fields[field_of(spot)] if v != spot.value and v]
    if not others or spot.value in ("true", "false"):
        return
    new = dice.choice(others)
    yield "neighbour's value", _set(spot, new), f"{spot.value} → {new}", _order_told(spot, new)
    if len(spot.value) > 3 and spot.value.isalpha() and (wrong := slip(spot.value, set(), dice)):
        yield "near name", _set(spot, wrong), f"{spot.value} → {wrong}", told.word(spot.value)


def _order_told(spot: Spot, new: str) -> str:
    """A result that is out of the order of its row or column, codes being listed from one end to the other."""
    path = spot.path
    if len(path) < 6 or path[-2] != "results" or path[0] != "tables":
        return ""
    codes = [s.value for s in spot.page.find(f"tables/{path[1]}/codes/*/id")]
    if new not in codes or spot.value not in codes:
        return ""
    row, column = int(path[3]), int(path[5])

    def rank(r: int, c: int) -> int | None:
        cell = spot.page.spots.get((*path[:3], r, "results", c))
        return codes.index(cell.value) if cell and cell.value in codes else None

    here = codes.index(new)
    before, behind = (rank(row, column - 1), rank(row - 1, column)), (rank(row, column + 1), rank(row + 1, column))
    worse = [near for near in before if near is not None and near > here]
    better = [near for near in behind if near is not None and near < here]
    return "the order of the results" if worse or better else ""


def _of_line(dice: random.Random, spot: Spot) -> Iterator[Change]:
    """A point of a line, or a hex of a list."""
    parts = [(m.start(), m.group()) for m in re.finditer(r"[^\s\"']+", spot.raw)]
    number = dice.randrange(len(parts))
    at, old = parts[number]
    at += spot.start
    digits = [n for n, letter in enumerate(old) if letter.isdigit()]
    if not digits:
        return
    place = dice.choice(digits[:2])
    new = old[:place] + dice.choice([d for d in "123456789" if d != old[place]]) + old[place + 1 :]
    why = _line_told([word for _, word in parts], number, new)
    yield "one digit", ((at, at + len(old), new),), f"{old} → {new}", why
    if number + 1 < len(parts) and parts[number + 1][1] != old:
        there, word = parts[number + 1]
        there += spot.start
        edits = ((at, at + len(old), word), (there, there + len(word), old))
        words = [w for _, w in parts]
        words[number], words[number + 1] = word, old
        yield "swap", edits, f"{old} ↔ {word}", _line_told(words, number, word)
    if "," not in old:
        yield "double", ((at, at, f"{old} "),), f"{old} twice", "the one before"


def _line_told(parts: list[str], number: int, new: str) -> str:
    """A point is far from both its neighbours, a hex isn't adjacent to the one before."""
    points = [tuple(float(x) for x in part.split(",")) for part in parts if re.fullmatch(r"-?[\d.]+,-?[\d.]+", part)]
    if len(points) == len(parts) > 3 and re.fullmatch(r"-?[\d.]+,-?[\d.]+", new):
        steps = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(points)]
        x, y = (float(v) for v in new.split(","))
        near = [points[n] for n in (number - 1, number + 1) if 0 <= n < len(points)]
        if all(abs(x - a) + abs(y - b) > 5 * median(steps) + 4 for a, b in near):
            return "the points around"
    if all(re.fullmatch(r"\d{4}", part) for part in parts):
        near = [parts[n] for n in (number - 1, number + 1) if 0 <= n < len(parts)]
        if near and not any(_touch(hex, new) for hex in near) and any(_touch(hex, parts[number]) for hex in near):
            return "the hexes around"
    sides = re.fullmatch(r"(\d{4})/(\d{4})", new)
    return "the two hexes don't touch" if sides and not _touch(*sides.groups()) else ""


def _touch(one: str, other: str) -> bool:
    return all(abs(int(one[part]) - int(other[part])) <= 1 for part in (slice(0, 2), slice(2, 4)))


def _of_list(dice: random.Random, spot: Spot) -> Iterator[Change]:
    """An item of a list in brackets is lost, said twice, or changes places with the next."""
    if not isinstance(spot.path[-1], int):
        return
    owner = spot.page.spots[spot.path[:-1]]
    if owner.style != "{" or any(item.kind != "scalar" for item in owner.items):
        return
    words = [item.raw for item in owner.items]
    at = owner.items.index(spot)
    key = "units" if "units" in spot.path else key_of(spot)
    data = not part_of(spot.file).startswith("examples/")
    once, counted = data and key in ONCE, data and key in COUNTED
    twice, lost = _list(words[: at + 1] + words[at:]), _list(words[:at] + words[at + 1 :])
    yield "double", ((owner.start, owner.end, twice),), f"{words[at]} twice", "each once" if once else ""
    yield "drop", ((owner.start, owner.end, lost),), f"{words[at]} lost", "a count" if counted else ""
    if key == "columns" and at + 1 < len(words):
        words[at], words[at + 1] = words[at + 1], words[at]
        edits = ((owner.start, owner.end, _list(words)),)
        yield "swap", edits, f"{words[at]} ↔ {words[at + 1]}", "the order of columns"


def _list(words: list[str]) -> str:
    return f"[{', '.join(words)}]"

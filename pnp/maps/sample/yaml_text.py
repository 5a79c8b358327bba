"""Writes a draft as YAML for a person to edit, by itself or into an existing map.yaml; one hex row or place a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from pnp.maps.hex_grid import Point
from pnp.maps.sample.draft import Draft
from pnp.maps.sample.shores import ShoreLine
from pnp.model.hexes import HexGrid
from pnp.model.sampling import PlanPlace

_TOP = re.compile(r"^([a-z_]+):", re.M)
_INNER = re.compile(r"^  ([a-z_]+):", re.M)
_PLAIN = re.compile(r"[A-Za-zÀ-žА-я][A-Za-zÀ-žА-я' .-]*[A-Za-zÀ-žА-я]|[A-Za-zÀ-ž]")
_IDENTITY = re.compile(r"\{\w+: [^,}]*(, \w+: [^,}]*)?")  # id and name, or kind and name
_BEHIND = re.compile(r"(?<=[]}\"])\s+#.*")
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off"))


def hex_keys(draft: Draft) -> dict[str, str]:
    """Key of `hexes:` -> its YAML, for each key that a draft gives."""
    keys = {"rows": _listed("rows", (_quoted(row) for row in draft.rows))}
    if any(set(row) - {"."} for row in draft.region_rows):
        keys["region_rows"] = _listed("region_rows", (_quoted(row) for row in draft.region_rows))
    if draft.sides:
        keys["sides"] = _listed("sides", (_side(*side) for side in draft.sides))
    if draft.ways:
        keys["ways"] = _listed("ways", (_way(*way) for way in draft.ways))
    if draft.shores:
        keys["shores"] = _listed("shores", (_shore(shore) for shore in draft.shores))
    if draft.waters:
        keys["water_names"] = _listed("water_names", (
            f"{{name: {_text(name)}, {printed + ', ' if printed else ''}line: {_quoted(line_text(points))}}}"
            for name, points, printed in draft.waters
        ))  # fmt: skip
    return keys


def top_keys(draft: Draft) -> dict[str, str]:
    """Key of map.yaml -> its YAML, for each key besides `hexes` that a draft gives."""
    keys = {}
    if draft.places:
        keys["spaces"] = _listed("spaces", (_place(*place) for place in draft.places), indent="")
    if draft.borders:
        rows = (f"{{name: {_text(name)}, line: {_quoted(line_text(points))}}}" for name, points in draft.borders)
        keys["frontiers"] = _listed("frontiers", rows, indent="")
    return keys


def draft_yaml(draft: Draft) -> str:
    """The draft as a YAML text of its own: spaces, frontiers and the `hexes:` part with its grid."""
    inner = {"grid": f"  grid: {_grid(draft.field.grid)}\n", **hex_keys(draft)}
    return "".join(top_keys(draft).values()) + "hexes:\n" + "".join(inner.values())


def put_into(text: str, draft: Draft) -> tuple[str, tuple[str, ...]]:
    """`text` of a map.yaml with the keys that the draft gives replaced, and the comments whose row is gone.

    A row that begins with the same two values as before keeps its comments; all else stays byte for byte.
    """
    new_keys = top_keys(draft)
    lost: list[str] = []
    blocks = _blocks(text, _TOP)
    names = [name for name, _ in blocks]
    if "hexes" not in names:
        blocks.append(("hexes", "hexes:\n"))
    out = []
    for name, block in blocks:
        if name == "hexes":
            out += [new_keys.pop(key) for key in list(new_keys) if key not in names]
            block = _merged(block, hex_keys(draft), lost)
        out.append(_commented(block, new_keys.pop(name), lost) if name in new_keys else block)
    return "".join(out), tuple(lost)


def _merged(block: str, new_keys: dict[str, str], lost: list[str]) -> str:
    remaining = dict(new_keys)
    out = [
        _commented(old, remaining.pop(name), lost) if name in remaining else old
        for name, old in _blocks(block, _INNER)
    ]
    return "".join([*out, *remaining.values()])


def _commented(old: str, new: str, lost: list[str]) -> str:
    """`new` with the comments above and behind the same rows of `old`, and at its end; all others go to `lost`."""
    kept: dict[str, list[tuple[str, str]]] = {}  # a row's identity -> comments above and behind each such row
    above = ""
    for number, line in enumerate(old.splitlines()):
        if line.lstrip().startswith("#"):
            above += line + "\n"
        else:
            kept.setdefault(_identity(number, line), []).append((above, _behind(line)))
            above = ""
    out = []
    for number, line in enumerate(new.splitlines()):
        rows = kept.get(_identity(number, line), [])
        before, behind = rows.pop(0) if rows else ("", "")
        if own := _behind(line):
            lost += [behind.strip()] * (behind not in ("", own))
            behind = ""
        out.append(f"{before}{line}{behind}\n")
    lost += [comment.strip() for rows in kept.values() for pair in rows for comment in pair if comment]
    return "".join(out) + above


def _identity(number: int, line: str) -> str:
    """What tells a row from the others: its first two values, else its place in the list."""
    values = _IDENTITY.search(line)
    return values[0] if values else str(number)


def _behind(line: str) -> str:
    comment = _BEHIND.search(line)
    return comment[0] if comment else ""


def _blocks(text: str, key: re.Pattern[str]) -> list[tuple[str, str]]:
    """`text` cut before each match of `key`, as (key, block); comments above a key belong to the block before it."""
    matches = list(key.finditer(text))
    starts = [m.start() for m in matches]
    head = [("", text[: starts[0]] if starts else text)]
    return head + [(m[1], text[m.start() : end]) for m, end in zip(matches, [*starts[1:], len(text)], strict=True)]


def line_text(points: Iterable[Point]) -> str:
    """Points as a source line: "12.5,40 13.1,41"."""
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    text = f"{round(value, 1):.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _listed(key: str, rows: Iterable[str], indent: str = "  ") -> str:
    return f"{indent}{key}:\n" + "".join(f"{indent}  - {row}\n" for row in rows)


def _place(name: str, place: PlanPlace) -> str:
    printed = f", {place.printed}" if place.printed else ""
    comment = f"   # {place.comment}" if place.comment else ""
    return f'{{id: "{name}", name: {_text(place.name)}{printed}}}{comment}'


def _way(kind: str, name: str, hexes: Sequence[str]) -> str:
    return f"{{kind: {kind}, name: {_text(name)}, hexes: {_quoted(' '.join(hexes))}}}"


def _shore(shore: ShoreLine) -> str:
    name = f"name: {_text(shore.name)}, " if shore.name else ""
    major = "" if shore.major else "major: false, "
    return f"{{kind: {shore.kind}, {name}{major}line: {_quoted(line_text(shore.points))}}}"


def _side(kind: str, name: str, sides: Sequence[str], more: dict[str, object]) -> str:
    words = [f"kind: {kind}"]
    if name:
        words.append(f"name: {_text(name)}")
    if more.get("label"):
        words.append("label: true")
    if widths := more.get("widths_pt"):
        words.append(f"widths_pt: [{', '.join(_number(w) for w in widths)}]")  # type: ignore[attr-defined]
    return "{" + ", ".join([*words, f"sides: {_quoted(' '.join(sides))}"]) + "}"


def _grid(grid: HexGrid) -> str:
    values = grid.model_dump(exclude_unset=True)
    pairs = (f"{key}: {_quoted(v) if isinstance(v, str) else json.dumps(v)}" for key, v in values.items())
    return "{" + ", ".join(pairs) + "}"


def _text(text: str) -> str:
    return text if _PLAIN.fullmatch(text) and text.lower() not in _WORDS else _quoted(text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)

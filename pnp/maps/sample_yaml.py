"""A draft as YAML that a person edits: one hex row, hexside list or place a line. Also put into an existing map.yaml."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from pnp.maps.hexes import Point
from pnp.maps.sample import Draft
from pnp.model.hexes import HexGrid

_TOP = re.compile(r"^([a-z_]+):", re.M)
_INNER = re.compile(r"^  ([a-z_]+):", re.M)
_PLAIN = re.compile(r"[A-Za-zÀ-žА-я][A-Za-zÀ-žА-я' .-]*[A-Za-zÀ-žА-я]|[A-Za-zÀ-ž]")
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off"))


def hex_keys(draft: Draft) -> dict[str, str]:
    """The keys of `hexes:` that a draft gives, each with its YAML."""
    found = {"rows": _listed("rows", (_quoted(row) for row in draft.rows))}
    if any(set(row) - {"."} for row in draft.region_rows):
        found["region_rows"] = _listed("region_rows", (_quoted(row) for row in draft.region_rows))
    if draft.sides:
        found["sides"] = _listed("sides", (_side(*side) for side in draft.sides))
    if draft.ways:
        found["ways"] = _listed("ways", (f"{{kind: {kind}, name: {_text(name)}, hexes: {_quoted(' '.join(hexes))}}}" for kind, name, hexes in draft.ways))
    if draft.shores:
        found["shores"] = _listed("shores", (
            f"{{kind: {s.kind}, {f'name: {_text(s.name)}, ' if s.name else ''}{'' if s.major else 'major: false, '}line: {_quoted(line_text(s.points))}}}"
            for s in draft.shores
        ))  # fmt: skip
    if draft.waters:
        found["water_names"] = _listed("water_names", (
            f"{{name: {_text(name)}, {printed + ', ' if printed else ''}line: {_quoted(line_text(points))}}}"
            for name, points, printed in draft.waters
        ))  # fmt: skip
    return found


def top_keys(draft: Draft) -> dict[str, str]:
    """The other keys of map.yaml that a draft gives."""
    found = {}
    if draft.places:
        rows = (
            f'{{id: "{name}", name: {_text(place.name)}{", " + place.printed if place.printed else ""}}}{"   # " + place.comment if place.comment else ""}'
            for name, place in draft.places
        )  # fmt: skip
        found["spaces"] = _listed("spaces", rows, indent="")
    if draft.borders:
        rows = (f"{{name: {_text(name)}, line: {_quoted(line_text(points))}}}" for name, points in draft.borders)
        found["frontiers"] = _listed("frontiers", rows, indent="")
    return found


def draft_yaml(draft: Draft) -> str:
    """The draft by itself: spaces, frontiers and the `hexes:` part with its grid."""
    inner = {"grid": f"  grid: {_grid(draft.field.grid)}\n", **hex_keys(draft)}
    return "".join(top_keys(draft).values()) + "hexes:\n" + "".join(inner.values())


def put_into(text: str, draft: Draft) -> str:
    """`text` of a map.yaml with the keys that the draft gives replaced; the rest stays byte for byte."""
    given = top_keys(draft)
    blocks = _blocks(text, _TOP)
    names = [name for name, _ in blocks]
    if "hexes" not in names:
        blocks.append(("hexes", "hexes:\n"))
    out = []
    for name, block in blocks:
        if name == "hexes":
            out += [given.pop(key) for key in list(given) if key not in names]
            block = _merged(block, hex_keys(draft))
        out.append(given.pop(name, block))
    return "".join(out)


def _merged(block: str, given: dict[str, str]) -> str:
    left = dict(given)
    out = [left.pop(name, old) for name, old in _blocks(block, _INNER)]
    return "".join([*out, *left.values()])


def _blocks(text: str, key: re.Pattern[str]) -> list[tuple[str, str]]:
    """The text cut before each key; comments above a key go with the one before it."""
    found = list(key.finditer(text))
    starts = [m.start() for m in found]
    head = [("", text[: starts[0]] if starts else text)]
    return head + [(m[1], text[m.start() : end]) for m, end in zip(found, [*starts[1:], len(text)], strict=True)]


def line_text(points: Iterable[Point]) -> str:
    """Points as a source line."""
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    text = f"{round(value, 1):.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _listed(key: str, rows: Iterable[str], indent: str = "  ") -> str:
    return f"{indent}{key}:\n" + "".join(f"{indent}  - {row}\n" for row in rows)


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
    kept = grid.model_dump(exclude_unset=True)
    return "{" + ", ".join(f"{key}: {_quoted(v) if isinstance(v, str) else json.dumps(v)}" for key, v in kept.items()) + "}"


def _text(text: str) -> str:
    return text if _PLAIN.fullmatch(text) and text.lower() not in _WORDS else _quoted(text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)

"""Faults in whole entries: one is lost, stands twice or after the next; a unit starts in another place."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from corpus.text import Page, Spot

from benchmarks.mutations.told import Told
from benchmarks.mutations.values import Fault, Values, family_of, field_of, pages_of, part_of

ORDERED = {
    "phases": "the order in prose", "steps": "the order in prose", "codes": "the losses", "levels": "the points",
    "cases": "the addresses", "rows": "the dice",
}  # fmt: skip
"""Lists whose order is told by what their entries say."""

CLOSED = "~^o_"
"""Codes of ground that nobody enters."""


def entry_faults(values: Values, told: Told, dice: random.Random) -> Iterator[Fault]:
    """One fault of each kind in every entry of every list of mappings, and of every start of a unit."""
    for page in values.pages.values():
        if part_of(page.file).startswith("examples/") or part_of(page.file) == "style.yaml":
            continue
        for path, paths in page.below.items():
            items = [page.spots[below] for below in paths]
            maps = page.spots[path].kind == "list" and {item.kind for item in items} == {"map"}
            if maps and page.spots[path].style != "{" and len(items) > 1:
                yield from _of_entries(values, told, page, items)
        if part_of(page.file).startswith("scenarios/"):
            yield from _of_starts(values, page, dice)


def _of_entries(values: Values, told: Told, page: Page, items: list[Spot]) -> Iterator[Fault]:
    key = next(str(part) for part in reversed(items[0].path) if isinstance(part, str))
    for number, item in enumerate(items):
        own = page.spots.get((*item.path, "id")) or page.spots.get((*item.path, "name"))
        if own is None or item.last_line - item.key_line > 40:
            continue
        inside = next((s for s in item.items if s.kind == "scalar"), None)
        family = "order" if key in ("phases", "steps") else family_of(inside) if inside else "data told twice"
        family = "data told twice" if family == "names" else family

        def fault(
            kind: str, edits: tuple[tuple[int, int, str], ...], last: int, why: str, lost: str = "",
            item: Spot = item, own: Spot = own, family: str = family,
        ) -> Fault:  # fmt: skip
            what = f"{own.name}: {own.value}"
            first = item.key_line
            return Fault(values.game, page.file, first, first, last, family, kind, what, edits, why, lost)

        start, end = page.starts[item.key_line - 1], page.starts[item.last_line]
        text = page.text[start:end]
        width = item.last_line - item.key_line + 1
        yield fault("double", ((end, end, text),), item.last_line + width, "its id")
        if number + 1 < len(items):
            after = page.starts[items[number + 1].last_line]
            edits = ((start, after, page.text[end:after] + text),)
            why = _in_order(values, key, page, items, number)
            yield fault("swap", edits, items[number + 1].last_line, why)
        stays = _elsewhere(values, own) or (key == "spaces" and bool(_rows(values)))
        why = told.word(own.value, text) if own.path[-1] == "id" and not stays else ""
        yield fault("drop", ((start, end, ""),), item.key_line, why, own.value)


def _elsewhere(values: Values, own: Spot) -> bool:
    """Whether an entry changes one of the series, which stays when the entry goes, as a hex does without its name."""
    others = (page for file, page in values.pages.items() if file != own.file and part_of(file) == part_of(own.file))
    return any(
        spot.value == own.value and field_of(spot) == field_of(own)
        for page in others for spot in page.spots.values() if spot.kind == "scalar" and spot.path
    )  # fmt: skip


def _in_order(values: Values, key: str, page: Page, items: list[Spot], number: int) -> str:
    if key not in ORDERED or (key == "rows" and (*items[0].path, "die") not in page.spots):
        return ""
    if key == "cases" and not all(
        re.search(r"(\d|\b[A-Z])$", page.spots[(*item.path, "id")].value) for item in items[number : number + 2]
    ):
        return ""   # cases that go by their titles have no order
    if key in ("phases", "steps"):
        one, other = (page.spots[(*item.path, "id")].value.replace("-", "_") for item in items[number : number + 2])
        pattern = rf"phase\.{one}\b[\s\S]*phase\.{other}\b"
        return ORDERED[key] if any(re.search(pattern, text) for _, text in values.cases.values()) else ""
    return ORDERED[key]


def _of_starts(values: Values, page: Page, dice: random.Random) -> Iterator[Fault]:
    """Rule-breaking starts: among enemies, in the sea, and where the counter says another hex."""
    places = page.spots.get(("position", "units"))
    if places is None or places.kind != "map":
        return
    sides = _sides(values)
    codes = {value for value in values.fields.get("counters:groups/*/code/*", ())} | set(
        values.fields.get("counters:groups/*/code", ())
    )
    held = {str(item.path[-1]): [unit.value for unit in item.items] for item in places.items if item.kind == "list"}
    known = set(values.fields.get("map:spaces/*/id", ()))
    rows = values.fields.get("map:hexes/rows/*", [])
    onboard = [place for place in held if place in known or re.fullmatch(r"\d{4}", place)]
    for item in places.items:
        place = str(item.path[-1])
        if place not in onboard or not item.items or item.style != "{":
            continue
        side = sides.get(held[place][0])
        enemies = [o for o in onboard if held[o] and sides.get(held[o][0]) not in (side, None)]
        if enemies:
            other = dice.choice(enemies)
            there = places.page.spots[(*places.path, other)]
            unit = item.items[-1]
            left = [s.raw for s in item.items[:-1]]
            edits = (
                (item.start, item.end, f"[{', '.join(left)}]"),
                (there.start, there.end, f"[{', '.join([s.raw for s in there.items] + [unit.raw])}]"),
            )
            yield Fault(
                values.game, page.file, there.line, there.key_line, there.last_line, "positions", "unit among enemies",
                f"{unit.value} in {other}", edits, "an enemy there",
            )  # fmt: skip
        quote = page.text[item.key_at] if page.text[item.key_at] in "\"'" else ""
        if rows:
            new = f"{dice.randrange(1, len(rows[0]) + 1):02}{dice.randrange(1, len(_rows(values)) + 1):02}"
            ground = _rows(values)[int(new[2:]) - 1][int(new[:2]) - 1]
            why = "closed ground" if ground in CLOSED else "the counter's code" if place in codes else ""
        else:
            new = dice.choice(sorted(known - {place}))
            why = ""
        if new not in held:
            width = len(place) + 2 * len(quote)
            yield Fault(
                values.game, page.file, item.key_line, item.key_line, item.last_line, "positions", "another place",
                f"{place} → {new}", ((item.key_at, item.key_at + width, f"{quote}{new}{quote}"),), why,
            )  # fmt: skip


def _rows(values: Values) -> list[str]:
    return [spot.value for page in pages_of(values, "map.yaml") for spot in page.find("hexes/rows/*")]


def _sides(values: Values) -> dict[str, str]:
    """Counter -> its side; numbered as the format says."""
    found = {}
    for group in (group for page in pages_of(values, "counters.yaml") for group in page.data["groups"]):
        count = int(group.get("count", 1))
        names = [group["id"]] if group.get("numbered") is False else [f"{group['id']}-{n + 1}" for n in range(count)]
        found |= dict.fromkeys(names, group.get("side", ""))
    return found

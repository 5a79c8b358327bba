"""Where a thing on a sheet comes from: its entry in the sources, those of its parts, and where else it shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pnp.errors import Location
from pnp.maps.hex_grid import hex_field
from pnp.model.counters import Counter, CounterGroup
from pnp.model.game import Game
from pnp.model.position import PositionSource


@dataclass(frozen=True)
class PrintedPart:
    """Something that is printed: what is read there, what it means, and where it is written."""

    text: str
    what: str
    where: Location


@dataclass(frozen=True)
class Elsewhere:
    """Another place where it shows: a label, and the kind and id of the place."""

    label: str
    kind: str
    id: str


@dataclass(frozen=True)
class Origin:
    """What the panel says of a thing.

    note   whose it is and which one
    where  its entry
    """

    kind: str
    id: str
    name: str
    note: str
    where: Location | None
    parts: tuple[PrintedPart, ...] = ()
    also: tuple[Elsewhere, ...] = ()


def origin_of(game: Game, kind: str, name: str) -> Origin | None:
    """What is known of the thing `name` of a kind that `SourceMarks` have; None when the game has no such thing."""
    find = _KINDS.get(kind)
    return find(game, name) if find else None


def found(game: Game, text: str, most: int = 12) -> list[tuple[str, str, str]]:
    """Kind, id and label of what is called like `text`: pieces, spaces, tables, cards and rules, the nearest first."""
    wanted = text.casefold().strip()
    if not wanted:
        return []
    rows = [(kind, name, label) for kind, name, label in _everything(game) if wanted in f"{name} {label}".casefold()]
    rows.sort(key=lambda row: (
        row[1].casefold() != wanted, not row[1].casefold().startswith(wanted),
        not row[2].casefold().startswith(wanted),
    ))  # fmt: skip
    return rows[:most]


def _everything(game: Game) -> Iterator[tuple[str, str, str]]:
    for counter in game.all_counters():
        yield "counter", str(counter.id), _counter_name(counter)
    for space in game.map.spaces:
        yield "space", space.id, space.name
    if game.map.hexes is not None:
        named = {space.id for space in game.map.spaces}
        yield from (("space", name, name) for name in hex_field(game.map.hexes).ids if name not in named)
    for box in game.boxes:
        yield "box", box.id, box.name
    for table in game.charts.tables:
        yield "table", table.id, table.title
    for card in game.cards.cards if game.cards else ():
        yield "card", card.id, card.title
    for case in game.cases():
        yield "rule", case.id, case.title if case.title == case.id else f"{case.id} {case.title}"


# Kinds -------------------------------------------------------------------------------------------------


def _counter_name(counter: Counter) -> str:
    designation = counter.designation if counter.designation not in counter.name else ""
    number = str(counter.index + 1) if counter.group.numbered and counter.group.count > 1 and not designation else ""
    return " ".join(part for part in (counter.name, designation or number) if part)


def _counter(game: Game, name: str) -> Origin | None:
    counter = next((counter for counter in game.all_counters() if str(counter.id) == name), None)
    if counter is None:
        return None
    group = counter.group
    side = next((side.name for side in game.info.sides if side.id == group.side), "")
    note = " · ".join(part for part in (side, f"{counter.index + 1} of {group.count}", name) if part)
    also = dict.fromkeys([Elsewhere("Counter sheet", "counter", name), *_set_up(game, name)])
    return Origin(
        "counter", name, _counter_name(counter), note, group.where(), tuple(_counter_parts(game, group, counter)),
        tuple(also),
    )  # fmt: skip


def _group(game: Game, name: str) -> Origin | None:
    try:
        group = game.counters.group(name)
    except KeyError:
        return None
    return Origin("group", name, group.name, "spare or printed only", group.where(), tuple(_group_parts(game, group)))


def _counter_parts(game: Game, group: CounterGroup, counter: Counter) -> Iterator[PrintedPart]:
    if counter.factors and (where := group.where("factors")):
        what = ", ".join(name for name, _ in counter.factors)
        yield PrintedPart("-".join(str(value) for _, value in counter.factors), what, where)
    if counter.reduced and (where := group.where("reduced")):
        yield PrintedPart("-".join(str(value) for _, value in counter.reduced), "reduced", where)
    yield from _group_parts(game, group)
    for text, key in ((counter.designation, "designation"), (counter.parent, "parent"), (counter.code, "code")):
        if text and (where := group.where(key)):
            yield PrintedPart(text, key, where)
    for scenario in game.scenarios.values():
        for arrival in scenario.arrivals:
            if str(counter.id) in arrival.units and (where := arrival.where()):
                turn = f"turn {arrival.turn}" if arrival.turn is not None else "arrival"
                yield PrintedPart(turn, f"arrives, {scenario.name or scenario.id}", where)


def _group_parts(game: Game, group: CounterGroup) -> Iterator[PrintedPart]:
    kind = next((kind for kind in game.info.unit_types if kind.id == group.type), None)
    if kind is not None and (where := kind.where()):
        yield PrintedPart(kind.id, "unit type: symbol, traits", where)
    style = game.style.sides.get(group.nationality or group.side or "")
    if style is not None and (where := style.where()):
        yield PrintedPart(f"{style.ground}", "colours of the side", where)


def _set_up(game: Game, counter: str) -> Iterator[Elsewhere]:
    """The spaces and boxes where it starts."""
    for scenario in game.scenarios.values():
        for place, units in _units(scenario.position).items():
            if counter in units:
                kind = "box" if any(box.id == place for box in game.boxes) else "space"
                yield Elsewhere(f"Set-up: {_place_name(game, place)}", kind, place)


def _units(position: PositionSource) -> Mapping[str, tuple[str, ...]]:
    return {
        place: tuple(str(getattr(unit, "id", unit)) for unit in units)
        for place, units in (position.units or {}).items()
    }


def _place_name(game: Game, place: str) -> str:
    names = {space.id: space.name for space in game.map.spaces} | {box.id: box.name for box in game.boxes}
    return names.get(place, place)


def _space(game: Game, name: str) -> Origin | None:
    space = next((space for space in game.map.spaces if space.id == name), None)
    hexes = game.map.hexes
    where = space.where() if space else None
    parts: list[PrintedPart] = []
    terrain = ""
    if hexes is not None:
        field = hex_field(hexes)
        if name not in field.index:
            return None
        column, row = field.cells[field.index[name]]
        code = hexes.rows[row][column]
        row_where = hexes.where("rows", row)
        kind = next((kind for kind in hexes.terrains if kind.code == code), None)
        terrain = kind.name if kind else ""
        if row_where is not None:
            cell = row_where._replace(column=row_where.column + column + _quote(game, row_where))
            where = where or cell
            parts.append(PrintedPart(code, f"terrain, column {column + 1} of row {row + 1}", cell))
        if kind is not None and (of_kind := kind.where()):
            parts.append(PrintedPart(terrain or kind.id, "kind of terrain", of_kind))
    elif space is None:
        return None
    names = {str(counter.id): _counter_name(counter) for counter in game.all_counters()}
    also = [
        Elsewhere(f"Starts here: {names.get(counter, counter)}", "counter", counter)
        for scenario in list(game.scenarios.values())[:1] for counter in _units(scenario.position).get(name, ())
    ]  # fmt: skip
    return Origin("space", name, space.name if space else name, terrain or name, where, tuple(parts), tuple(also[:12]))


def _quote(game: Game, where: Location) -> int:
    """1 where a row stands in quotes, else 0."""
    line = next((source.line(where.line) for source in game.files.values() if source.path == where.path), "")
    return 1 if line[where.column - 1 : where.column] in ("'", '"') else 0


def _plain(kind: str, thing: Any, name: str, note: str, *parts: PrintedPart) -> Origin:
    return Origin(kind, thing.id, name, note, thing.where(), parts)


def _box(game: Game, name: str) -> Origin | None:
    box = next((box for box in game.boxes if box.id == name), None)
    return _plain("box", box, box.name, f"box, {box.kind}") if box else None


def _table(game: Game, name: str) -> Origin | None:
    table = next((table for table in game.charts.tables if table.id == name), None)
    if table is None:
        return None
    parts = [PrintedPart(key, "of the table", where) for key in ("columns", "rows", "codes", "modifiers", "notes")
             if getattr(table, key, None) and (where := table.where(key))]  # fmt: skip
    rule = str(getattr(table, "rule", ""))
    also = (Elsewhere(f"Rule {rule}", "rule", rule),) if any(case.id == rule for case in game.cases()) else ()
    return Origin("table", name, table.title, f"table, {table.kind}", table.where(), tuple(parts), also)


def _card(game: Game, name: str) -> Origin | None:
    card = next((card for card in (game.cards.cards if game.cards else ()) if card.id == name), None)
    if card is None:
        return None
    keys = ("title", "value", "text", "event", "art")
    parts = [
        PrintedPart(key, "of the card", where) for key in keys if getattr(card, key) and (where := card.where(key))
    ]  # fmt: skip
    return Origin("card", name, card.title, "card", card.where(), tuple(parts))


def _deck(game: Game, name: str) -> Origin | None:
    deck = next((deck for deck in (game.cards.decks if game.cards else ()) if deck.id == name), None)
    return _plain("deck", deck, deck.name, "deck of cards") if deck else None


def _rule(game: Game, name: str) -> Origin | None:
    case = next((case for case in game.cases() if case.id == name), None)
    if case is None:
        return None
    where = case.where("text") if case.text else None
    parts = [PrintedPart("text", "of the case", where)] if where else []
    tables = [Elsewhere(table.title, "table", table.id) for table in game.charts.tables
              if str(getattr(table, "rule", "")) == name]  # fmt: skip
    return Origin("rule", name, case.title, f"rule {name}", case.where(), tuple(parts), tuple(tables))


_KINDS = {
    "counter": _counter, "group": _group, "space": _space, "box": _box, "table": _table, "card": _card,
    "deck": _deck, "rule": _rule,
}  # fmt: skip
"""Kind -> what finds things of it."""

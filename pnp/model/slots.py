"""Numbers and codes of a game that a path can name, e.g. `counters.omon.sp`, and how to replace them.

A slot holds its present value and the allowed ones, and makes a copy of the game with another; no file is touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import ValidationError

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.model.base import SourceModel
from pnp.model.counters import CounterGroup
from pnp.model.game import Game
from pnp.model.map import Track, TrackSpace
from pnp.model.tables import EventsTable, ListTable, ResultsTable, ShiftsTable

Value = int | str
NONE = "none"
"""The value of a route without a river."""

LIMIT = 99
"""Factors, parameters and shifts in a change lie between -LIMIT and LIMIT; what counts things is not negative."""

KINDS = ("counters", "parameters", "routes", "scenario", "tables", "variants")


@dataclass(frozen=True)
class Slot:
    """One replaceable value of a game.

    value    the present value, None when there is no single one
    numbers  least and greatest allowed number, None when the slot holds a word
    words    the allowed words
    put      makes a copy of the game with another value
    """

    value: Value | None
    put: Callable[[Value], Game]
    numbers: tuple[int, int] | None = None
    words: tuple[str, ...] = ()

    def check(self, game: Game, path: str, value: Value) -> None:
        """Raise SourceError for a value that isn't allowed."""
        shown = str(value)[:80]
        if self.numbers is None:
            if value not in self.words:
                hint = did_you_mean(shown, self.words)
                raise SourceError(Problem("bad-value", f"{path}: {shown!r} can't stand there", hint=hint, game=game.id))
            return
        least, most = self.numbers
        if type(value) is not int or not least <= value <= most:
            message = f"{path}: expected a whole number from {least} to {most}, got {shown!r}"
            raise SourceError(Problem("bad-value", message, hint=f"the sources have {self.value}", game=game.id))


def find_slot(game: Game, path: str, scenario: str) -> Slot:
    """The slot that `path` names; paths under `scenario.` mean `scenario`. Raises SourceError with a hint."""
    kind, *parts = path.split(".")
    finders: Mapping[str, Callable[[Game, str, list[str], str], Slot]] = {
        "counters": _counter, "parameters": _parameter, "routes": _route, "scenario": _scenario, "tables": _table,
        "variants": _variant,
    }  # fmt: skip
    if kind not in finders:
        raise unknown(game, path, kind, KINDS)
    return finders[kind](game, path, parts, scenario)


def unknown(game: Game, path: str, name: str, known_names: Iterable[str]) -> SourceError:
    """The error for the part `name` of `path`, which is none of `known_names`; without a name, for a path cut short."""
    shown, names = name[:80], list(known_names)
    hint = did_you_mean(shown, names)
    message = f"unknown name {shown!r} in {path[:120]!r}" if name else f"{path[:120]!r} names no value"
    return SourceError(Problem("unknown-name", message, hint=hint, game=game.id))


def _pick(game: Game, path: str, parts: list[str], choices: Mapping[str, Any]) -> Any:
    """The one of `choices` that the next part of the path names; that part is removed from `parts`."""
    name = parts.pop(0) if parts else ""
    if name not in choices:
        raise unknown(game, path, name, choices)
    return choices[name]


def _end(game: Game, path: str, parts: list[str]) -> None:
    if parts:
        message, hint = f"nothing lies below a value: {path[:120]!r}", f"leave out {'.'.join(parts)[:80]!r}"
        raise SourceError(Problem("unknown-name", message, hint=hint, game=game.id))


def _remade(model: SourceModel, **values: Any) -> Any:
    """A copy with `values`, validated as on reading."""
    try:
        type(model).model_validate({name: values.get(name, getattr(model, name)) for name in type(model).model_fields})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise SourceError(Problem("bad-value", f"{'.'.join(str(p) for p in first['loc'])}: {first['msg']}")) from None
    return model.replaced(**values)


def _swapped(items: Iterable[Any], old: Any, new: Any) -> tuple[Any, ...]:
    return tuple(new if item is old else item for item in items)


# Counters --------------------------------------------------------------------------------------------------------


def _counter(game: Game, path: str, parts: list[str], scenario: str) -> Slot:
    targets: dict[str, tuple[CounterGroup, int | None]] = {}
    for counter in game.all_counters():
        targets[counter.id] = (counter.group, counter.index)
    targets |= {group.id: (group, None) for group in game.counters.groups}
    group, index = _pick(game, path, parts, targets)
    side = "reduced" if parts[:1] == ["reduced"] and group.back == "reduced" else "factors"
    if side == "reduced":
        parts.pop(0)
    factors = {**group.factors, **group.reduced} if side == "reduced" else dict(group.factors)
    names = {name: name for name, value in factors.items() if _numbers_only(value)}
    name = _pick(game, path, parts, names)
    _end(game, path, parts)
    row = _row(factors[name], group.count)

    def put(value: Value) -> Game:
        new = tuple(value if index in (None, i) else old for i, old in enumerate(row))
        changed = {**getattr(group, side), name: new[0] if len(set(new)) == 1 else new}
        groups = _swapped(game.counters.groups, group, _remade(group, **{side: changed}))
        return replace(game, counters=game.counters.replaced(groups=groups))

    now = row[index] if index is not None else (row[0] if len(set(row)) == 1 else None)
    return Slot(now, put, (0, LIMIT))


def _numbers_only(value: Any) -> bool:
    return all(type(v) is int for v in (value if isinstance(value, tuple) else (value,)))


def _row(value: Any, count: int) -> tuple[Any, ...]:
    """One value for each counter of a group."""
    if not isinstance(value, tuple):
        return (value,) * count
    return tuple(value[min(i, len(value) - 1)] for i in range(count))


# Parameters and scenarios ----------------------------------------------------------------------------------------


def _parameter(game: Game, path: str, parts: list[str], scenario: str) -> Slot:
    parameter = _pick(game, path, parts, {p.id: p for p in game.info.parameters})
    _end(game, path, parts)

    def put(value: Value) -> Game:
        new = _swapped(game.info.parameters, parameter, _remade(parameter, value=value))
        return replace(game, info=game.info.replaced(parameters=new))

    return Slot(parameter.value, put, (-LIMIT if parameter.value < 0 else 0, LIMIT))


def _scenario(game: Game, path: str, parts: list[str], scenario: str) -> Slot:
    if scenario not in game.scenarios:
        raise unknown(game, f"scenario {scenario}", scenario, game.scenarios)
    chosen = game.scenarios[scenario]
    points = {"victory-points": "victory_points"} if chosen.victory_points is not None else {}
    key = _pick(game, path, parts, {"turns": "turns", "tracks": "", **points})
    if not key:
        return _start(game, path, parts, chosen)
    _end(game, path, parts)

    def put(value: Value) -> Game:
        variant = _with_scenario(game, _remade(chosen, **{key: value}))
        return _with_turns(variant, int(value)) if key == "turns" else variant

    return Slot(getattr(chosen, key), put, (1, LIMIT))


def _start(game: Game, path: str, parts: list[str], chosen: Any) -> Slot:
    """Where a marker starts on its track."""
    tracks = dict(chosen.position.tracks or {})
    marker = _pick(game, path, parts, {name: name for name in tracks})
    _end(game, path, parts)
    track = next((t for t in game.tracks if marker in (t.id, *t.markers)), None)
    values = (
        [index if space.value is None else space.value for index, space in enumerate(track.spaces, 1)]
        if track
        else [tracks[marker]]
    )

    def put(value: Value) -> Game:
        position = _remade(chosen.position, tracks={**tracks, marker: value})
        return _with_scenario(game, chosen.replaced(position=position))

    return Slot(tracks[marker], put, (min(values), max(values)))


def _with_scenario(game: Game, new: Any) -> Game:
    return replace(game, scenarios={name: new if name == new.id else old for name, old in game.scenarios.items()})


def _with_turns(game: Game, turns: int) -> Game:
    """A turn track with a space for every turn, so that what waits on it has a place."""
    track = next((t for t in game.map.tracks if t.kind == "turn"), None)
    if track is None or len(track.spaces) >= turns:
        return game
    more = tuple(
        TrackSpace(id=f"{track.id}-{n}", name="", numeral=str(n)) for n in range(len(track.spaces) + 1, turns + 1)
    )
    longer: Track = track.replaced(spaces=(*track.spaces, *more))
    return replace(game, map=game.map.replaced(tracks=_swapped(game.map.tracks, track, longer)))


# Variants --------------------------------------------------------------------------------------------------------


def _variant(game: Game, path: str, parts: list[str], scenario: str) -> Slot:
    """One of the sets of values that a variant names."""
    variant = _pick(game, path, parts, {one.id: one for one in game.info.variants})
    _end(game, path, parts)
    changes: dict[Value, Mapping[str, Value]] = {one.id: one.changes for one in variant.alternatives}

    def put(value: Value) -> Game:
        varied = game
        for inner, new in changes.get(value, {}).items():
            slot = find_slot(varied, inner, scenario)
            slot.check(game, inner, new)
            varied = slot.put(new)
        return varied

    words = variant.standard, *map(str, changes)
    return Slot(game.changes.get(path, variant.standard), put, words=words)


# Routes and tables -----------------------------------------------------------------------------------------------


def _route(game: Game, path: str, parts: list[str], scenario: str) -> Slot:
    ends: dict[str, dict[str, Any]] = {}
    for route in game.map.routes:
        a, b = route.between
        ends.setdefault(a, {})[b] = route
        ends.setdefault(b, {})[a] = route
    route = _pick(game, path, parts, _pick(game, path, parts, ends))
    _pick(game, path, parts, {"river": ""})
    _end(game, path, parts)
    rivers = {r.river for r in game.map.routes if r.river} | {r.id for r in game.map.rivers if r.id}

    def put(value: Value) -> Game:
        new = _remade(route, river=None if value == NONE else value)
        return replace(game, map=game.map.replaced(routes=_swapped(game.map.routes, route, new)))

    return Slot(route.river or NONE, put, words=(NONE, *sorted(rivers)))


def _table(game: Game, path: str, parts: list[str], scenario: str) -> Slot:
    kinds = (ResultsTable, EventsTable, ShiftsTable, ListTable)
    table = _pick(game, path, parts, {t.id: t for t in game.charts.tables if isinstance(t, kinds)})
    if isinstance(table, ResultsTable):
        return _cell(game, path, parts, table)
    if isinstance(table, ShiftsTable):
        name = ".".join(parts)
        column = _pick(game, path, [name], {c: i for i, c in enumerate(table.columns)})
        shifts = table.shifts

        def put(value: Value) -> Game:
            return _with_table(game, table, shifts=(*shifts[:column], value, *shifts[column + 1 :]))

        return Slot(shifts[column], put, (-LIMIT, LIMIT))
    return _effect(game, path, parts, table)


def _cell(game: Game, path: str, parts: list[str], table: ResultsTable) -> Slot:
    """A result code: the column, then the row."""
    row_name = parts.pop() if len(parts) > 1 else ""
    column = _pick(game, path, [".".join(parts)], {c: i for i, c in enumerate(table.columns)})
    row = _pick(game, path, [row_name], {str(r.die): r for r in table.rows})

    def put(value: Value) -> Game:
        results = (*row.results[:column], value, *row.results[column + 1 :])
        return _with_table(game, table, rows=_swapped(table.rows, row, row.replaced(results=results)))

    return Slot(row.results[column], put, words=tuple(code.id for code in table.codes))


def _effect(game: Game, path: str, parts: list[str], table: EventsTable | ListTable) -> Slot:
    """A number that the referee reads from a row, or a word that stands for the same in one of the rows."""
    row = _pick(game, path, parts, {r.id: r for r in table.rows})
    effects = dict(row.effects)
    name = _pick(game, path, parts, {n: n for n, value in effects.items() if type(value) in (int, str)})
    _end(game, path, parts)

    def put(value: Value) -> Game:
        new = _remade(row, effects={**effects, name: value})
        return _with_table(game, table, rows=_swapped(table.rows, row, new))

    value = effects[name]
    if isinstance(value, str):
        words = {word for other in table.rows if isinstance(word := other.effects.get(name), str)}
        return Slot(value, put, words=tuple(sorted(words)))
    return Slot(value, put, (-LIMIT, LIMIT))


def _with_table(game: Game, table: Any, **values: Any) -> Game:
    tables = _swapped(game.charts.tables, table, _remade(table, **values))
    return replace(game, charts=game.charts.replaced(tables=tables))

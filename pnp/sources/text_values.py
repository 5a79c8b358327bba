"""Numbers and names that rule texts take from the data, and the rendering of such texts.

A text says `{{ parameter.stack_limit }}`; `rule_values` collects the values that it may name, `rendered` fills them in
with jinja2 under limits: only look-ups of named values, no filters, loops, calls or attributes of Python objects, since
texts and their translations may come from strangers. A hyphen in an id is written `_` (`['stack-limit']` works too).
Read `rule_values` first: it lists everything that a text can name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from jinja2 import StrictUndefined, TemplateError, nodes
from jinja2.sandbox import SandboxedEnvironment

from pnp.errors import Location, Problem, SourceError, did_you_mean
from pnp.maps.place_names import box_labels
from pnp.model.counters import Counter, CounterGroup
from pnp.model.game import Game
from pnp.model.info import Side as SideInfo
from pnp.model.map import Road, Track
from pnp.model.scenario import Scenario
from pnp.sources.hex_values import hex_values, schedule_values
from pnp.sources.table_values import table_values
from pnp.units import mixed_number

MAX_TEXT = 20_000
MAX_VALUES = 400
_ALLOWED = (nodes.Template, nodes.Output, nodes.TemplateData, nodes.Name, nodes.Getattr, nodes.Getitem, nodes.Const)
_BLOCK_START = re.compile(r"\s*(- |[0-9]+\. |@)")


def rule_values(game: Game) -> dict[str, Any]:
    """The values that rule texts may name, in the language of `game`: nested mappings by name. The first scenario gives
    the numbers.
    """
    chosen = next(iter(game.scenarios.values()))
    groups = game.counters.groups
    return _by_name(
        {
            "parameter": {p.id: p.value for p in game.info.parameters},
            "count": {g.id: g.count for g in groups},
            "counters": sum(g.count for g in groups),
            "forces": {s.id: _mobile(groups, s.id, optional=False) for s in game.info.sides},
            "optional_forces": {s.id: _mobile(groups, s.id, optional=True) for s in game.info.sides},
            "factor": _factors(game),
            "rating": _ratings(game),
            "scenario": _scenario_values(game, chosen),
            "table": {t.id: table_values(t) for t in game.charts.tables},
            "space": {
                s.id: {"name": s.name, "points": s.victory_points, "supply": s.supply or 0} for s in game.map.spaces
            },
            "areas": _areas(game),
            "map": {
                "areas": len(game.map.spaces),
                "points": sum(s.victory_points for s in game.map.spaces),
                "title": game.map.title,
            },
            "box": box_labels(game),
            "track": {t.id: t.name for t in game.tracks},
            "range": {t.id: _range(t) for t in game.tracks},
            "road": {r.id: _road(game, r) for r in game.map.roads},
            "option": {o.id: o.name for o in game.info.options},
            "phase": {p.id: p.name for p in game.info.phases_and_parts},
            "side": {s.id: _side(game, s) for s in game.info.sides},
            "unit": {u.id: {"name": u.name, "plural": u.plural} for u in game.info.unit_types},
            "marker": {g.id: g.name for g in groups if g.marker},
            "counter": {g.id: _counter(game, g) for g in groups},
            "game": {
                "title": game.info.title,
                "year": game.info.year,
                "version": game.info.version,
                "playing_time": game.info.playing_time,
            },
            **hex_values(game),
            **schedule_values(game, chosen),
        }
    )


def rendered(text: str, values: Mapping[str, Any], *, where: Location | None = None) -> str:
    """`text` with its {{ values }} filled in and each paragraph or list item on one line.

    where  the place of `text`, for the message
    Raises SourceError for an unknown value, and for anything that a text may not contain.
    """
    lines = unwrapped(text)
    if "{" not in lines:
        return lines
    names = values if isinstance(values, _Names) else _by_name(dict(values))
    _refuse_more_than_names(lines, names, where)
    try:
        return _environment().from_string(lines).render(names)
    except TemplateError as error:
        raise _wrong(f"cannot fill in the text: {error.message or error}", where) from None


def refuse_unknown(text: str, values: Mapping[str, Any], *, where: Location | None = None) -> None:
    """Raise SourceError as `rendered` would, without rendering `text`."""
    _refuse_more_than_names(unwrapped(text), values if isinstance(values, _Names) else _by_name(dict(values)), where)


def unwrapped(text: str) -> str:
    """`text` with each paragraph or list item joined into one line; markup stays."""
    blocks: list[str] = []
    open_block = False
    for line in text.splitlines():
        if not line.strip():
            if blocks and blocks[-1]:
                blocks.append("")
            open_block = False
        elif _BLOCK_START.match(line) or not open_block:
            blocks.append(line.strip())
            open_block = not line.lstrip().startswith("@")
        else:
            blocks[-1] += " " + line.strip()
    return "\n".join(blocks).strip()


class _Names(dict[str, Any]):
    """A mapping that finds a key with `-` when `_` is written for it."""

    def find(self, key: object) -> Any:
        """The value behind `key`. Raises KeyError."""
        if key in self:
            return self[str(key)]
        return self[str(key).replace("_", "-")]


class _Environment(SandboxedEnvironment):
    """Looks names up in `_Names` and nowhere else: attributes of Python objects don't exist here."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        return self.getitem(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        if isinstance(obj, _Names):
            try:
                return obj.find(argument)
            except KeyError:
                pass
        return self.undefined(obj=obj, name=str(argument))


@lru_cache(maxsize=1)
def _environment() -> _Environment:
    return _Environment(
        undefined=StrictUndefined, autoescape=False, cache_size=0, keep_trailing_newline=True, finalize=_printed
    )


def _printed(value: Any) -> Any:
    """A value as it is printed: a number below 0 with the sign that is as long as a plus."""
    return f"−{-value}" if isinstance(value, int) and value < 0 else value


def _parsed(text: str, where: Location | None) -> nodes.Template:
    if len(text) > MAX_TEXT:
        raise _wrong(f"a text of {len(text)} characters; at most {MAX_TEXT} are read", where)
    try:
        return _environment().parse(text)
    except (TemplateError, RecursionError) as error:
        raise _wrong(f"cannot read the text: {getattr(error, 'message', None) or 'too deep'}", where) from None


def _refuse_more_than_names(text: str, values: _Names, where: Location | None) -> None:
    """Raise SourceError when `text` holds anything but plain text and names of `values`."""
    tree = _parsed(text, where)
    paths = list(_paths(tree))
    named = {id(node) for _, node in paths}
    for output in tree.find_all(nodes.Output):
        if not all(isinstance(node, nodes.TemplateData) or id(node) in named for node in output.nodes):
            raise _wrong("only names of values stand in {{ }}, as in {{ map.areas }}", where)
    for node in tree.find_all(nodes.Node):
        if not isinstance(node, _ALLOWED):
            raise _wrong(f"{type(node).__name__.lower()} is not allowed in a text; only {{{{ names }}}} are", where)
    if len(paths) > MAX_VALUES:
        raise _wrong(f"{len(paths)} values in one text; at most {MAX_VALUES}", where)
    for path, _ in paths:
        value: Any = values
        for part in path:
            if not isinstance(value, _Names):
                raise _wrong(f"{'.'.join(path)!r} is not a known value", where)
            try:
                value = value.find(part)
            except KeyError:
                keys = (str(k).replace("-", "_") for k in value)
                raise _wrong(f"{'.'.join(path)!r} is not a known value", where, did_you_mean(part, keys)) from None
        if isinstance(value, _Names):
            raise _wrong(f"{'.'.join(path)!r} is a group of values, not a value", where)


def _paths(tree: nodes.Template) -> Iterator[tuple[tuple[str, ...], nodes.Node]]:
    """Each look-up of `tree` as a path of names, hyphens written `_`, in text order."""
    for output in tree.find_all(nodes.Output):
        for node in output.nodes:
            path: list[str] = []
            inner: Any = node
            while isinstance(inner, (nodes.Getattr, nodes.Getitem)):
                if isinstance(inner, nodes.Getattr):
                    path.append(inner.attr)
                else:
                    path.append(str(getattr(inner.arg, "value", "?")))
                inner = inner.node
            if isinstance(inner, nodes.Name):
                yield tuple(p.replace("-", "_") for p in (inner.name, *reversed(path))), node


def _wrong(message: str, where: Location | None, hint: str = "") -> SourceError:
    return SourceError(Problem(code="text-value", message=message, where=where, hint=hint))


def _by_name(value: Mapping[str, Any]) -> _Names:
    return _Names({k: _by_name(v) if isinstance(v, Mapping) else v for k, v in value.items()})


def _mobile(groups: tuple[CounterGroup, ...], side: str, *, optional: bool) -> int:
    """The number of units (not markers) of `side`: those of optional rules, or all others."""
    return sum(g.count for g in groups if g.side == side and g.type and bool(g.optional) is optional)


def _road(game: Game, road: Road) -> dict[str, Any]:
    cost = mixed_number(road.cost) if isinstance(road.cost, str) else road.cost or 0
    return {"name": road.name, "chain": _chain(game, road.id), "cost": cost}


def _side(game: Game, side: SideInfo) -> dict[str, str]:
    return {"name": side.name, "adjective": side.adjective, "home": _space_name(game, side.home)}


def _counter(game: Game, group: CounterGroup) -> dict[str, str]:
    """A group's name, its home space and the space where it arrives, each "" when it has none of its own."""
    return {"name": group.name, "home": _space_name(game, group.home), "arrives": _space_name(game, group.arrives)}


def _space_name(game: Game, space: str | None) -> str:
    return next((s.name for s in game.map.spaces if s.id == space), "") if space is not None else ""


def _range(track: Track) -> dict[str, Any]:
    """The printed ends of a track, all its numerals, and the least and greatest value of each factor."""
    numerals = [space.numeral for space in track.spaces]
    ordered = sorted((space.value, space.numeral) for space in track.spaces if space.value is not None)
    factors = {key for space in track.spaces for key in space.factors}
    return {
        "least": ordered[0][1] if ordered else "".join(numerals[:1]),
        "most": ordered[-1][1] if ordered else "".join(numerals[-1:]),
        "all": ", ".join(numerals),
        "factor": {
            key: {
                "least": min(space.factors.get(key, 0) for space in track.spaces),
                "most": max(space.factors.get(key, 0) for space in track.spaces),
            }
            for key in sorted(factors)
        },
    }


def _chain(game: Game, road: str) -> str:
    """The places along a main road, one after the other; "" for a road that isn't a single line."""
    pairs = [route.between for route in game.map.routes if route.road == road]
    ends = [space for pair in pairs for space in pair]
    line = [next((space for space in ends if ends.count(space) == 1), "")]
    while onward := [pair for pair in pairs if line[-1] in pair]:
        pairs.remove(onward[0])
        line.append(onward[0][1] if onward[0][0] == line[-1] else onward[0][0])
    return "" if pairs or not line[0] else game.words.listed(_space_name(game, space) for space in line)


def _factors(game: Game) -> dict[str, Any]:
    """For each group: its least and greatest combat factor, and its mix, e.g. "8 × 2, 5 × 3": eight of 2, five of 3.

    Besides, each factor of its first counter by name, and under `reduced` those of a reduced back.
    """
    by_group: dict[str, list[int]] = {}
    printed: dict[str, dict[str, Any]] = {}
    for counter in game.all_counters():
        printed.setdefault(counter.group.id, {**dict(counter.factors), "reduced": dict(counter.reduced)})
        values = [value for _, value in counter.factors if isinstance(value, int)]
        if values:
            by_group.setdefault(counter.group.id, []).append(values[0])
    return {
        group: {
            "least": min(values),
            "most": max(values),
            "mix": game.words.listed(f"{values.count(v)}\u00a0×\u00a0{v}" for v in dict.fromkeys(values)),
            **printed.get(group, {}),
        }
        for group, values in by_group.items()
    }


def _ratings(game: Game) -> dict[str, str]:
    """Group -> the factors of its first counter as the trade writes them, e.g. "6-6-2"."""
    first: dict[str, str] = {}
    for counter in game.all_counters():
        if counter.factors:
            first.setdefault(counter.group.id, "-".join(str(value) for _, value in counter.factors))
    return first


def _scenario_values(game: Game, scenario: Scenario) -> dict[str, Any]:
    counters = {c.id: c for c in game.all_counters()}
    boxes = {b.id: b for b in game.boxes}
    spaces = {s.id: s.name for s in game.map.spaces}
    units_at: dict[str, list[str]] = {}
    for place, units in (scenario.position.units or {}).items():
        units_at[place] = [u if isinstance(u, str) else u.id for u in units]
    for pool, waiting in (scenario.position.pools or {}).items():
        units_at[pool] = [*units_at.get(pool, []), *waiting]
    free = [unit for placement in scenario.placements for unit in placement.units]
    track = next((t for t in game.tracks if t.kind == "turn"), None)
    starts = scenario.position.tracks or {}
    names = [f"{s.numeral} {s.name}".strip() for s in track.spaces] if track else []
    return {
        "name": scenario.name,
        "turns": scenario.turns,
        "victory_points": scenario.victory_points or 0,
        "first_turn": names[0] if names else "",
        "last_turn": names[min(scenario.turns, len(names)) - 1] if names else "",
        "start": {**_counted(free, counters), "total": len(free)},
        "tracks": {key: _numeral(game, key, value) for key, value in starts.items()},
        "start_areas": game.words.listed(
            dict.fromkeys(spaces.get(s, s) for placement in scenario.placements for s in placement.spaces)
        ),
        "held": {
            place: {**_counted(units_at.get(place, []), counters), "total": len(units_at.get(place, []))}
            for place in (*spaces, *boxes)
        },
    }


def _numeral(game: Game, key: str, value: int) -> str:
    """The numeral of the track space where the marker `key` has the value `value`."""
    track = next((t for t in game.tracks if key in (t.id, *t.markers)), None)
    numerals = [space.numeral for space in track.spaces if space.value == value] if track else []
    return numerals[0] if numerals else str(value)


def _counted(units: list[str], counters: Mapping[Any, Counter]) -> dict[str, int]:
    """Group -> how many of `units` belong to it."""
    counted: dict[str, int] = {}
    for unit in units:
        if unit in counters:
            group = counters[unit].group.id
            counted[group] = counted.get(group, 0) + 1
    return counted


def _areas(game: Game) -> dict[str, str]:
    """Feature or "start_<side>" -> the names of the spaces that have it; by_points: all, by their points, in a line;
    list_by_points: the same as a list.
    """
    lists: dict[str, list[str]] = {}
    for space in game.map.spaces:
        for feature in space.features:
            lists.setdefault(feature, []).append(space.name)
        if space.start_of:
            lists.setdefault(f"start-{space.start_of}", []).append(space.name)
    joined = {key: game.words.listed(names) for key, names in lists.items()}
    worth: dict[int, list[str]] = {}
    for space in game.map.spaces:
        worth.setdefault(space.victory_points, []).append(space.name)
    points = [(n, game.words.listed(worth[n])) for n in sorted(worth, reverse=True) if n > 0]
    joined["by_points"] = "; ".join(f"{n} – {names}" for n, names in points)
    joined["list_by_points"] = "\n".join(f"- **{n}**: {names}" for n, names in points)
    return joined

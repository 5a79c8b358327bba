"""What one side sees of a position: each unit with its values and its place, each place with its terrain and units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from pnp.maps.graph import MapGraph, map_graph
from pnp.maps.hex_grid import hex_field, terrain_of
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.hexes import HexTerrain
from pnp.model.position import PositionSource, UnitState
from pnp.players.telling import FACE_DOWN_UNIT, STATE_WORDS, hidden_from, in_language
from pnp.referee.engine import Rules
from pnp.referee.hex_terrain import overlays_by_turn
from pnp.referee.violation import _W
from pnp.referee.wording import Speech

UNIT_AT = _W("{unit} at {place}")
TIMES = _W("{count} × {unit}")
HELD_BY = _W("held by {side}")


@lru_cache(maxsize=8)
def counters_by_id(rules: Rules, lang: str) -> Mapping[str, Counter]:
    """Every counter by its id, named in a language."""
    return {counter.id: counter for counter in in_language(rules, lang).all_counters()}


@lru_cache(maxsize=8)
def graph_of(rules: Rules) -> MapGraph:
    """The graph of the game's map."""
    return map_graph(rules.game.map)


@lru_cache(maxsize=8)
def named_spaces(rules: Rules) -> frozenset[str]:
    """Ids of the spaces that have a name of their own: of a hex map a few hexes, else all."""
    return frozenset(space.id for space in rules.game.map.spaces)


@dataclass(frozen=True)
class Sight:
    """A position as `viewer` sees it, in the words of a language.

    hidden  ids of units whose names the viewer may not know
    """

    rules: Rules
    position: PositionSource
    turn: int
    viewer: str
    lang: str
    hidden: frozenset[str]

    @property
    def speech(self) -> Speech:
        """Names and words."""
        return self.rules.speech(self.lang)

    @cached_property
    def game(self) -> Game:
        """The game in the language."""
        return in_language(self.rules, self.lang)

    @property
    def counters(self) -> Mapping[str, Counter]:
        """Every counter by its id."""
        return counters_by_id(self.rules, self.lang)

    @cached_property
    def place_of(self) -> dict[str, str]:
        """Unit id -> id of the space or box where it is."""
        return {unit: place for place, units in self._units.items() for unit, _ in units}

    @cached_property
    def _units(self) -> dict[str, list[tuple[str, str]]]:
        """Place -> its units with the state of each."""
        return {place: [_parted(unit) for unit in units] for place, units in (self.position.units or {}).items()}

    @cached_property
    def states(self) -> dict[str, str]:
        """Unit -> its state, of those that have one."""
        return {unit: state for units in self._units.values() for unit, state in units if state}

    def units_in(self, place: str) -> list[str]:
        """Ids of the units in `place`."""
        return [unit for unit, _ in self._units.get(place, ())]

    def side_of(self, unit: str) -> str:
        """The side of a unit, "" for a marker of nobody. One that has changed sides is told by its name."""
        counter = self.counters.get(unit)
        return (counter.side if counter else "") or ""

    def factors(self, unit: str) -> tuple[tuple[str, int | str], ...]:
        """The factors that a counter shows now, by name; none for a hidden unit, or one without any."""
        counter = self.counters.get(unit)
        if counter is None or unit in self.hidden:
            return ()
        state = self.states.get(unit, "")
        factors = counter.reduced if state == "reduced" and counter.reduced else counter.factors
        if state == "dispersed" and counter.group.keeps:
            factors = tuple((key, value) for key, value in factors if key == counter.group.keeps)
        return tuple((key, value) for key, value in factors if value != "")

    def values(self, unit: str) -> str:
        """Those factors as they are printed, such as 6-4-2; "" for none."""
        return "-".join(str(value) for _, value in self.factors(unit))

    def unit(self, unit: str) -> str:
        """A unit's name, and its state if it has one."""
        words = self.speech.words
        if unit in self.hidden:
            return words.text(FACE_DOWN_UNIT)
        name, state = self.speech.names.get(unit, unit), self.states.get(unit)
        return f"{name} ({words.text(STATE_WORDS.get(state, state))})" if state else name

    def unit_and_values(self, unit: str) -> str:
        """A unit as "Rifle division 3 6-4-2"."""
        return " ".join(filter(None, (self.unit(unit), self.values(unit))))

    def unit_at(self, unit: str) -> str:
        """A unit as "Rifle division 3 6-4-2 at 2567"; without a place where it has none, or may not be known."""
        place = self.place_of.get(unit)
        if place is None or unit in self.hidden:
            return self.unit_and_values(unit)
        if place not in self.rules.spaces:
            return f"{self.unit_and_values(unit)} ({self.place(place)})"
        return self.speech.words.text(UNIT_AT, unit=self.unit_and_values(unit), place=self.place(place))

    def place(self, place: str) -> str:
        """A place's name; that of a box on the turn track says the turn."""
        return self.speech.names.get(place, place)

    def stack(self, units: Iterable[str]) -> str:
        """Units with their values, like ones together: "2 × Rifle corps 20-12-2, Headquarters 1 0-1-2"."""
        kinds: dict[tuple[str, str, str], list[str]] = {}
        for unit in units:
            counter = self.counters.get(unit)
            kind = "" if unit in self.hidden else counter.group.id if counter else unit
            kinds.setdefault((kind, self.values(unit), self.states.get(unit, "")), []).append(unit)
        return ", ".join(self._like(members) for members in kinds.values())

    def _like(self, units: list[str]) -> str:
        if len(units) == 1:
            return self.unit_and_values(units[0])
        counter = self.counters.get(units[0])
        kind = self.unit(units[0])
        if counter and units[0] not in self.hidden:
            kind = kind.replace(self.speech.names.get(units[0], ""), counter.name, 1)
        text = " ".join(filter(None, (kind, self.values(units[0]))))
        return self.speech.words.text(TIMES, count=len(units), unit=text)

    def terrain(self, place: str) -> HexTerrain | None:
        """The terrain of a hex this turn, overlays such as ice included; None off the map and where there are no hexes.
        """
        index = self._terrain_of.get(place)
        return self.game.map.hexes.terrains[index] if index is not None and self.game.map.hexes else None

    @cached_property
    def _terrain_of(self) -> dict[str, int]:
        hexes = self.game.map.hexes
        return terrain_by_hex(self.rules, self.turn) if hexes else {}

    def sets(self, place: str) -> list[str]:
        """Names of the sets of hexes with a meaning of their own, such as a fortified line, to which a hex belongs."""
        hexes = self.game.map.hexes
        known = [group for group in hexes.sets if group.note] if hexes else []
        return [group.name for group in known if place in sets_of(self.rules)[group.id]]

    def holder(self, place: str) -> str:
        """The name of the side that holds a place, "" where nobody does."""
        holder = (self.position.control or {}).get(place, "")
        return self.speech.sides.get(holder, holder)

    def ground(self, place: str) -> str:
        """What a place is besides its name: its terrain, or who holds an area or a point."""
        if terrain := self.terrain(place):
            return terrain.name
        holder = self.holder(place)
        return self.speech.words.text(HELD_BY, side=holder) if holder else ""


def sight_of(rules: Rules, state: Any, viewer: str, lang: str) -> Sight:
    """The position of `state` as `viewer` sees it."""
    return Sight(rules, rules.position(state), state.turn, viewer, lang, hidden_from(rules, state, viewer))


def _parted(unit: str | UnitState) -> tuple[str, str]:
    return (unit.id, unit.state) if isinstance(unit, UnitState) else (str(unit), "")


@lru_cache(maxsize=8)
def sets_of(rules: Rules) -> Mapping[str, frozenset[str]]:
    """Set of hexes -> its hexes."""
    hexes = rules.game.map.hexes
    field = hex_field(hexes) if hexes else None
    return {
        group.id: frozenset(field.ids[index] for index in field.hexes(group.hexes)) for group in hexes.sets
    } if hexes and field else {}  # fmt: skip


@lru_cache(maxsize=8)
def terrain_by_hex(rules: Rules, turn: int) -> dict[str, int]:
    """Hex id -> index of its terrain in a turn of the scenario."""
    hexes = rules.game.map.hexes
    assert hexes is not None
    field = hex_field(hexes)
    terrains = dict(zip(field.ids, terrain_of(hexes, field), strict=True))
    number = {terrain.id: index for index, terrain in enumerate(hexes.terrains)}
    turns = overlays_by_turn(hexes, rules.scenario.turns, rules.scenario.id)
    for overlay in turns[turn - 1] if 0 < turn <= len(turns) else ():
        terrains |= {field.ids[index]: number[overlay.terrain] for index in field.hexes(overlay.hexes)}
    return terrains

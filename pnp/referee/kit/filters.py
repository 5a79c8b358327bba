"""Filters made ready: what a declaration selects, as a set that never changes or a procedure that reads the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from pnp.errors import counted
from pnp.model.filters import Condition, PlaceFilter, UnitFilter, turns_in
from pnp.referee.kit.board import Board
from pnp.referee.kit.card_state import IN_FORCE
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of, union

Reading = Callable[[KitState], int]


@dataclass(frozen=True, slots=True)
class Selection:
    """The units or places that a filter selects.

    fixed  the set, None where it depends on the state
    of     the set in a state
    most   what it selects in no state is not in here
    """

    fixed: int | None
    of: Reading
    most: int = -1

    def __and__(self, other: Selection) -> Selection:
        if other.fixed is not None:
            return always(self.fixed & other.fixed) if self.fixed is not None else other & self
        one, two, fixed, most = self.of, other.of, self.fixed, self.most & other.most
        if fixed is not None:
            return Selection(None, lambda state: two(state) & fixed, most)
        return Selection(None, lambda state: one(state) & two(state), most)

    def __or__(self, other: Selection) -> Selection:
        if self.fixed is not None and other.fixed is not None:
            return always(self.fixed | other.fixed)
        one, two = self.of, other.of
        return Selection(None, lambda state: one(state) | two(state), self.most | other.most)

    def without(self, other: Selection) -> Selection:
        """What this selects and `other` doesn't."""
        if other.fixed is not None:
            return self & always(~other.fixed)
        one, two = self.of, other.of
        return Selection(None, lambda state: one(state) & ~two(state), self.most)


def always(fixed: int) -> Selection:
    """A selection that never changes."""
    return Selection(fixed, lambda state: fixed, fixed)


def reading(of: Reading, most: int = -1) -> Selection:
    """A selection that depends on the state, always within `most`."""
    return Selection(None, of, most)


class Filters:
    """Compiles the filters of one game for one board; mistakes are collected by the board."""

    def __init__(
        self, board: Board, weathers: tuple[str, ...] = (), own: Mapping[str, Reading] | None = None
    ) -> None:
        """own: what `own` means in filters and conditions: units, places, or 1 where a condition holds.

        The points of a side, `score`, are known once there is a procedure for victory.
        """
        self.board, self.mistakes, self._weathers, self._own = board, board.mistakes, weathers, own or {}
        self.score: Callable[[KitState, int], int] | None = None
        hexes, ground = board.game.map.hexes, board.ground
        self._places = {name: 1 << index for name, index in board.place_index.items()}
        self._sets = dict(ground.sets) if ground else {}
        self._regions = dict(ground.regions) if ground else {}
        self._terrains = [terrain.id for terrain in hexes.terrains] if hexes else []
        self._groups = {group.id for group in board.game.counters.groups}

    # Places -------------------------------------------------------------------------------------------------

    def places(self, chosen: PlaceFilter | None, side: int = -1) -> Selection:
        """The places that `chosen` selects, as `side` sees own and enemy; all places without a filter."""
        board = self.board
        if chosen is None:
            return always((1 << board.nowhere) - 1)
        parts = [
            self._named(chosen, "space", self._places),
            self._named(chosen, "set", self._sets),
            self._named(chosen, "region", self._regions),
            self._terrain(chosen),
            self._named(chosen, "feature", board.features),
            self._named(chosen, "way", board.way_spaces),
            self._home(chosen, side), self._held(chosen, side), self._occupied(chosen, side), self._turns(chosen),
            self._in_weather(chosen), self._called(chosen),
        ]  # fmt: skip
        if chosen.any:
            parts.append(reduce(or_, (self.places(inner, side) for inner in chosen.any)))
        selected = always((1 << board.nowhere) - 1)
        for part in sorted(filter(None, parts), key=lambda part: part.fixed is None):
            selected &= part
        if chosen.not_ is not None:
            selected = selected.without(self.places(chosen.not_, side))
        if chosen.range is not None:
            selected = self._within(selected, self.mistakes.amount(chosen.range, chosen, "range"))
        if selected.most == 0:
            self.mistakes.add("no place of the map matches this filter", chosen.where(), "correct it, or take it out")
        return selected

    def _named(self, chosen: Any, key: str, known: dict[str, int]) -> Selection | None:
        names = _several(getattr(chosen, key))
        if not names:
            return None
        correct = self.mistakes.known_names(key, getattr(chosen, key), known, chosen, key)
        if len(correct) < len(names):
            return always((1 << self.board.nowhere) - 1)  # one mistake, one message
        return always(reduce(or_, (known[name] for name in correct)))

    def _terrain(self, chosen: PlaceFilter) -> Selection | None:
        names = _several(chosen.terrain)
        if not names:
            return None
        board, ground = self.board, self.board.ground
        correct = self.mistakes.known_names("terrain", chosen.terrain, self._terrains, chosen, "terrain")
        wanted = {self._terrains.index(name) for name in correct}
        if len(correct) < len(names) or ground is None:
            return always((1 << board.nowhere) - 1)
        by_season = [
            mask_of(hex_ for hex_, kind in enumerate(season.terrain) if kind in wanted) for season in ground.seasons
        ]
        if len(set(by_season)) == 1:
            return always(by_season[0])
        return reading(lambda state: by_season[board.season(state.turn)], reduce(or_, by_season))

    def sides_meant(self, holder: str, side: int, model: Any, *path: str) -> list[int]:
        """Indices of the sides that `own`, `enemy` or an id means."""
        sides = self.board.sides
        if holder in ("own", "enemy"):
            if side < 0:
                self.mistakes.add(f"{holder!r} means nothing here: no side acts", model.where(*path), "name a side")
                return []
            return [side] if holder == "own" else list(self.board.hostile[side])
        if self.mistakes.known("side", holder, (*sides, "own", "enemy"), model, *path):
            return [sides.index(holder)]
        return []

    def _home(self, chosen: PlaceFilter, side: int) -> Selection | None:
        if chosen.home_of is None:
            return None
        board, game_map = self.board, self.board.game.map
        names = {board.sides[s] for s in self.sides_meant(chosen.home_of, side, chosen, "home_of")}
        selected = mask_of(
            board.space_index[s.id] for s in game_map.spaces if s.start_of in names or s.side in names
        )
        if game_map.hexes:
            for region in game_map.hexes.regions:
                selected |= self._regions[region.id] if region.side in names else 0
            for hex_set in game_map.hexes.sets:
                selected |= self._sets[hex_set.id] if hex_set.side in names else 0
        return always(selected)

    def _held(self, chosen: PlaceFilter, side: int) -> Selection | None:
        if chosen.held is None:
            return None
        sides = self.sides_meant(chosen.held, side, chosen, "held")
        if len(sides) == 1:
            only = sides[0]
            return reading(lambda state: state.held_by(only))
        return reading(lambda state: reduce(or_, (state.held_by(s) for s in sides), 0))

    def _occupied(self, chosen: PlaceFilter, side: int) -> Selection | None:
        if chosen.occupied is None:
            return None
        sides = self.sides_meant(chosen.occupied, side, chosen, "occupied")
        return reading(lambda state: reduce(or_, (state.occupied[s] for s in sides), 0))

    def _turns(self, chosen: PlaceFilter | UnitFilter) -> Selection | None:
        if chosen.turns is None:
            return None
        turns = self.turns(chosen.turns, chosen)
        return reading(lambda state: -1 if state.turn in turns else 0)

    def _in_weather(self, chosen: PlaceFilter) -> Selection | None:
        if chosen.weather is None:
            return None
        wanted = self._weathers_named(chosen)
        return reading(lambda state: -1 if state.weather in wanted else 0)

    def _weathers_named(self, chosen: PlaceFilter | Condition) -> set[int]:
        """Indices of the kinds of weather that are named."""
        names = self.mistakes.known_names("weather", chosen.weather, self._weathers, chosen, "weather")
        return {self._weathers.index(name) for name in names}

    def _called(self, chosen: PlaceFilter | UnitFilter | Condition) -> Selection | None:
        """What the game's own code says of some name."""
        if chosen.own is None:
            return None
        known = self.mistakes.known("reading", chosen.own, self._own, chosen, "own")
        return reading(self._own[chosen.own]) if known else always(-1)

    def turns(self, text: str, model: Any) -> frozenset[int]:
        """The turns that are named; a mistake where the scenario has none of them."""
        last = max(scenario.turns for scenario in self.board.game.scenarios.values())
        turns = turns_in(text, last)
        for span in text.split():
            first, _, end = span.partition("-")
            if end and int(end) < int(first):
                message = f"the turns {span} end before they begin"
                self.mistakes.add(message, model.where("turns"), f"write {end}-{first}")
                return turns
        if not any(1 <= turn <= last for turn in turns):
            self.mistakes.add(f"the game has no turn {text}", model.where("turns"), f"it has {last} turns")
        return turns

    def _within(self, selected: Selection, steps: int) -> Selection:
        links = self.board.links[0]
        if selected.fixed is not None:
            return always(links.flood(selected.fixed & self.board.land, -1, steps) | selected.fixed)
        of, land = selected.of, self.board.land
        return reading(lambda state: links.flood(of(state) & land, -1, steps))

    # Units --------------------------------------------------------------------------------------------------

    def units(self, chosen: UnitFilter | None, side: int = -1) -> Selection:
        """The units that `chosen` selects, as `side` sees own and enemy; all units without a filter."""
        board = self.board
        if chosen is None:
            return always(board.all_units)
        selected = always(self._kinds(chosen))
        if chosen.side is not None:
            sides = self.sides_meant(chosen.side, side, chosen, "side")
            selected &= always(reduce(or_, (board.own[s] for s in sides), 0))
        if chosen.at is not None:
            selected &= self._standing(self.places(chosen.at, side))
        if chosen.state is not None:
            procedures = board.game.procedures
            if chosen.state == "activated" and (procedures is None or procedures.cards is None):
                hint = "add 'cards:' to procedures.yaml"
                self.mistakes.add("no unit is activated without cards", chosen.where("state"), hint)
            selected &= _STATES[chosen.state]
        for part in filter(None, (self._turns(chosen), self._called(chosen))):
            selected &= part
        if chosen.any:
            selected &= reduce(or_, (self.units(inner, side) for inner in chosen.any))
        if chosen.not_ is not None:
            selected = selected.without(self.units(chosen.not_, side))
        if selected.most == 0 and not board.left_out:
            self.mistakes.add("no unit of the game matches this filter", chosen.where(), "correct it, or take it out")
        return selected

    def _kinds(self, chosen: UnitFilter) -> int:
        """The units of the ids, groups, types and traits that a filter names."""
        board, mistakes = self.board, self.mistakes
        selected = board.all_units
        every_id = {str(counter.id) for counter in board.game.all_counters()}
        for key, known in (
            ("unit", every_id), ("group", self._groups), ("type", board.types.keys()), ("trait", board.traits.keys()),
        ):  # fmt: skip
            names = _several(getattr(chosen, key))
            if len(names) > len(mistakes.known_names(key, getattr(chosen, key), known, chosen, key)) or not names:
                continue
            if key == "trait":
                selected &= union(board.traits[name] for name in names)
                continue
            wanted = set(names)
            selected &= board.units_where({
                "unit": lambda counter: str(counter.id) in wanted,  # noqa: B023 - called at once
                "group": lambda counter: counter.group.id in wanted,  # noqa: B023
                "type": lambda counter: counter.group.type in wanted,  # noqa: B023
            }[key])
        return selected

    def _standing(self, places: Selection) -> Selection:
        of = places.of

        def standing(state: KitState) -> int:
            chosen, units = of(state), 0
            for place, inside in state.units_in.items():
                if chosen >> place & 1:
                    units |= inside
            return units

        return reading(standing)

    # Conditions ---------------------------------------------------------------------------------------------

    def condition(
        self, chosen: Condition | None, options: dict[str, bool | int | str], side: int = -1
    ) -> Callable[[KitState], bool]:  # fmt: skip
        """Whether a condition holds in a state, as `side` sees own and enemy; without one it always does."""
        if chosen is None:
            return lambda state: True
        tests: list[Callable[[KitState], bool]] = []
        if chosen.turns is not None:
            turns = self.turns(chosen.turns, chosen)
            tests.append(lambda state: state.turn in turns)
        if chosen.option is not None and self.mistakes.known("option", chosen.option, options, chosen, "option"):
            on = bool(options[chosen.option])
            tests.append(lambda state: on)
        if chosen.first_turn:
            first = self.board.scenario.position.turn or 1
            tests.append(lambda state: state.turn == first)
        if chosen.phase is not None:
            phases = [phase.id for phase in self.board.game.info.all_phases]
            named = self.mistakes.known_names("phase", chosen.phase, phases, chosen, "phase")
            within = {index for index, name in enumerate(phases) if name in named}
            tests.append(lambda state: state.phase in within)
        if chosen.weather is not None:
            wanted = self._weathers_named(chosen)
            tests.append(lambda state: state.weather in wanted)
        for name in chosen.points:
            if self.mistakes.known_key("side", name, self.board.sides, chosen, "points", name):
                tests.append(self._points(chosen, name))
        if chosen.in_force is not None:
            tests.append(self._in_force(chosen))
        if own := self._called(chosen):
            tests.append(lambda state: bool(own.of(state)))
        least = self.least(chosen)
        if chosen.places is not None:
            places = self.places(chosen.places, side)
            self._check_least(chosen, least, places.most & (1 << self.board.nowhere) - 1, "place")
            tests.append(lambda state: places.of(state).bit_count() >= least)
        if chosen.units is not None:
            units = self.units(chosen.units, side)
            self._check_least(chosen, least, units.most & self.board.all_units, "unit")
            tests.append(lambda state: units.of(state).bit_count() >= least)
        if chosen.not_ is not None:
            inner = self.condition(chosen.not_, options, side)
            tests.append(lambda state: not inner(state))
        if chosen.model_fields_set <= {"least"}:
            self.mistakes.add("this condition has no key", chosen.where(), "say when it holds: turns, option, places …")
        if len(tests) == 1:
            return tests[0]
        return lambda state: all(test(state) for test in tests)

    def _in_force(self, chosen: Condition) -> Callable[[KitState], bool]:
        """Whether one of the cards that a condition names stays in force."""
        game = self.board.game
        played = game.cards if game.procedures is not None and game.procedures.cards is not None else None
        staying = {card.id: card for card in played.cards if card.stays} if played is not None else {}
        kind = "card that stays in force"
        names = self.mistakes.known_names(kind, chosen.in_force, staying, chosen, "in_force")
        copies = {copy for name in names for copy in staying[name].copies}
        cards = [index for index, name in enumerate(played.ids) if name in copies] if played is not None else []
        return lambda state: any(state.cards[card] == IN_FORCE for card in cards)

    def _points(self, chosen: Condition, name: str) -> Callable[[KitState], bool]:
        """Whether a side has as many points as a condition asks of it."""
        least, side = self.mistakes.amount(chosen.points[name], chosen, "points", name), self.board.sides.index(name)
        if self.board.game.procedures is None or self.board.game.procedures.victory is None:
            where = chosen.where_key("points", name)
            self.mistakes.add("nobody has points without 'victory:'", where, "add it to procedures.yaml")
        return lambda state: self.score is not None and self.score(state, side) >= least

    def least(self, chosen: Condition) -> int:
        """How many places or units a condition asks for."""
        return self.mistakes.amount(chosen.least, chosen, "least")

    def _check_least(self, chosen: Condition, least: int, most: int, what: str) -> None:
        """Report a condition that always holds, or never, whatever happens."""
        if not least:
            self.mistakes.add("at least 0 is always true", chosen.where("least"), "write 1 or more")
        elif most and least > most.bit_count():
            message = f"this never holds: it asks for {least}, and {counted(most.bit_count(), what)} can match"
            self.mistakes.add(message, chosen.where("least"), "ask for fewer")


_STATES = {
    "reduced": reading(lambda state: state.reduced),
    "full": reading(lambda state: ~state.reduced),
    "unsupplied": reading(lambda state: state.cut_off),
    "supplied": reading(lambda state: ~state.cut_off),
    "exploiting": reading(lambda state: state.exploiting),
    "activated": reading(lambda state: state.card_units),
}


def _several(value: str | Sequence[str] | None) -> tuple[str, ...]:
    """One name or several, as several."""
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)
